#!/bin/sh
# run.sh: what the program makes and says, compared with what it is to.
#
# A case is a directory with `cmd', shell lines that are run in a directory of
# their own: there `gcdsl' is the program, examples/ holds the examples, and
# everything else of the case (in.gc, …) lies beside.  What is compared:
#	out     standard output
#	err     standard error
#	status  the exit status (no such file: 0)
#	output/ the files that were made below output/
# A file that is empty, and a directory without files, is left out of the case.
#
#	run.sh [CASE…]          all cases, or these (directories)
#	UPDATE_GOLDEN=1 run.sh  accepts what is printed now; read the difference
#	                        before committing it.  `make update-golden' does this.
. "${top_srcdir:=.}/tests/tap.sh"
golden=$top_srcdir/tests/golden
[ $# -gt 0 ] || set -- $(cd "$golden" && find . -name cmd | sed 's|^\./||; s|/cmd$||' | sort)
tap_scratch
here=$PWD

# The program under its own name, whatever the build calls it.
mkdir bin examples
cp "$top_srcdir"/examples/*.gc examples
ln -s "$GCDSL" bin/gcdsl
export golden
PATH=$here/bin:$PATH
NO_COLOR=1
export PATH NO_COLOR
unset TERM

# actual CASE: runs the case; what is compared is then in ./actual.
actual () {
	rm -rf work actual
	mkdir work actual
	ln -s ../examples work
	beside=
	for file in "$golden/$1"/*; do
		case ${file##*/} in
		cmd | out | err | status | output) ;;
		*) cp -R "$file" work;  beside=yes ;;
		esac
	done
	[ -z "$beside" ] || chmod -R u+w work
	(cd work && sh "$golden/$1/cmd" >"$here/actual/out" 2>"$here/actual/err") &&
	    status=0 || status=$?
	[ $status -eq 0 ] || echo $status >actual/status
	[ ! -d work/output ] || cp -R work/output actual
	find actual -mindepth 1 -depth \( -type f -size 0 -o -type d -empty \) -delete
}

# differences CASE: between what is expected and ./actual.
differences () {
	for part in out err status output; do
		if [ -e "$golden/$1/$part" ] || [ -e actual/$part ]; then
			diff -ruN "$golden/$1/$part" actual/$part
		fi
	done
}

accept () {
	for part in out err status output; do
		rm -rf "${golden:?}/$1/$part"
		[ ! -e actual/$part ] || cp -R actual/$part "$golden/$1"
	done
}

for case; do
	actual "$case"
	[ -z "${UPDATE_GOLDEN-}" ] || accept "$case"
	difference=$(differences "$case" 2>&1)
	if [ -z "$difference" ]; then
		tap_ok "$case"
	else
		tap_not_ok "$case" "$(printf '%s\n' "$difference" | head -n 60)"
	fi
done
tap_done
