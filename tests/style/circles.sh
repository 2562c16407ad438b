#!/bin/sh
# No files of a folder use each other in a circle, so that each folder can be read from its
# lowest file up.  What uses what is seen in the objects that the build made.
. "${top_srcdir:=.}/tests/tap.sh"
command -v nm >/dev/null 2>&1 || tap_plan skip 'no nm'
: "${top_builddir:=.}"
finder=$top_srcdir/tests/style/circles.awk
tap_scratch
list=$PWD/list

# source_of OBJECT: sets file to what it was made from, below FOLDER; to nothing if that is gone.
# Objects of a target with flags of its own have its name in front.
source_of () {
	name=${1##*/}
	name=${name%.o}
	for name in "$name" "${name#*-}"; do
		for root in "$top_srcdir" "$top_builddir"; do
			file=$name.c
			[ ! -e "$root/$folder/$file" ] || return 0
		done
	done
	file=
}

# symbols OBJECT…: `FILE TYPE SYMBOL' for each symbol of those objects. The sources come first, one
# for each object, because nm reads all objects at once.
symbols () {
	for object; do
		source_of "$object"
		echo "$object $file"
	done >"$list"
	nm -A -g "$@" | "${AWK:-awk}" 'NR == FNR { source[$1] = $2; next }
		match($0, /\.o:/) { file = source[substr($0, 1, RSTART + 1)]
			if (file != "") print file, $(NF - 1), $NF }' "$list" -
}

# circles FOLDER: what circles.awk finds there.
circles () {
	folder=$1
	symbols "$top_builddir/$folder"/*.o | "${AWK:-awk}" -f "$finder"
}

for folder in c-backend compiler/base compiler/syntax compiler/sema compiler/ir compiler/import \
	compiler/driver promela-backend promela-backend/facts promela-backend/steps promela-backend/campaign promela-backend/campaign/engine promela-backend/litmus \
	promela-backend/trail trace runtime/src explore/src tests/differential tests/differential/semantics \
	tests/differential/kernels; do
	set -- "$top_builddir/$folder"/*.o
	if [ ! -e "$1" ]; then
		tap_not_ok "$folder is built"
		continue
	fi
	found=$(circles "$folder")
	tap_is "$folder has no circle of files" "$found" ''
done

# Planted: three files in a circle, and one above them.
mkdir planted
echo 'void b(void); void a(void); void a(void) { b(); }' >planted/a.c
echo 'void c(void); void b(void); void b(void) { c(); }' >planted/b.c
echo 'extern int number; int number; void c(void); void c(void) { }' >planted/c.c
echo 'void a(void); extern int number; void d(void); void d(void) { a(); number++; }' >planted/d.c
# compile: their objects, one as a target with flags of its own has it.
compile () {
	(cd planted && ${CC:-cc} -c ./*.c && mv d.o some_program-d.o)
}
top_srcdir=. top_builddir=.
tap_run 'planted files compile' compile
tap_is 'files that use each other in one direction are no circle' "$(circles planted)" ''
echo 'void a(void); extern int number; int number; void c(void); void c(void) { a(); }' >planted/c.c
compile
tap_is 'a circle of three is found, with what makes it' "$(circles planted)" 'circle: a.c b.c c.c
  a.c uses of b.c: b
  b.c uses of c.c: c
  c.c uses of a.c: a'
echo 'extern int number; int number; void c(void); void c(void) { }' >planted/c.c
echo 'void c(void); extern int grown; int grown; void b(void); void b(void) { c(); }' >planted/b.c
echo 'extern int grown; extern int number; int number; void c(void); void c(void) { grown++; }' >planted/c.c
compile
tap_is 'one through a variable, too' "$(circles planted | head -n 1)" 'circle: b.c c.c'
rm planted/b.c
tap_is 'an object whose source is gone is not looked at' "$(circles planted)" ''
tap_done
