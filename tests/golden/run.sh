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
mkdir bin
ln -s "$GCDSL" bin/gcdsl
export golden
PATH=$here/bin:$PATH
NO_COLOR=1
export PATH NO_COLOR
unset TERM

# actual CASE: runs the case; what is compared is then in ./actual.
actual () {
	rm -rf work actual
	mkdir -p work/examples actual
	cp "$top_srcdir"/examples/*.gc work/examples
	for file in "$golden/$1"/*; do
		case ${file##*/} in
		cmd | out | err | status | output) ;;
		*) cp -R "$file" work ;;
		esac
	done
	chmod -R u+w work
	(cd work && sh "$golden/$1/cmd" >"$here/actual/out" 2>"$here/actual/err") &&
	    status=0 || status=$?
	[ $status -eq 0 ] || echo $status >actual/status
	[ ! -d work/output ] || cp -R work/output actual
	find actual -type f -size 0 -exec rm -f {} +
	find actual -depth -type d -empty -exec rmdir {} +
	mkdir -p actual
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
	mkdir -p expected
	rm -rf expected/*
	for part in out err status output; do
		[ ! -e "$golden/$case/$part" ] || cp -R "$golden/$case/$part" expected
	done
	chmod -R u+w expected # the sources may be read-only
	if difference=$(diff -ruN expected actual); then
		tap_ok "$case"
	else
		tap_not_ok "$case" "$(printf '%s\n' "$difference" | head -n 60)"
	fi
done
tap_done
