#!/bin/sh
# pages.sh: the page of each diagnostic shows a file that gets exactly that
# diagnostic, and the same file mended, which gets none.
#
# A block is saved as example.gc and given to `gcdsl check'.  A first line
# `// run: ARGUMENTS' says otherwise: `compile' stands for a compilation to
# Promela; what names no .gc file gets example.gc and an output directory.
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
tap_scratch

pages=$top_srcdir/doc/errors
table=$top_srcdir/compiler/base/errors.def

# The fenced blocks below the headings `Failing' and `Fixed' of each page, as CODE.Failing and CODE.Fixed.
"${AWK:-awk}" '
	FNR == 1 {
		close(block)
		code = FILENAME
		sub(/.*\//, "", code)
		sub(/\.md$/, "", code)
		heading = inside = ""
	}
	/^## / { heading = $2 }
	/^```/ {
		inside = heading ~ /^(Failing|Fixed)$/ && ($0 == "```gc" || $0 == "```litmus")
		if (inside) {
			close(block)
			block = code "." heading
		}
		next
	}
	inside { print >>block }' "$pages"/*.md

# run_block CODE HEADING: prints the codes that the block gets, one a line, each
# once; whether no help says what to do; then the exit status.
run_block () {
	rm -rf output
	cat "$1.$2" >example.gc
	read -r arguments <example.gc
	case $arguments in
	'// run: '*) arguments=${arguments#// run: } ;;
	*) arguments= ;;
	esac
	case $arguments in
	'') arguments='check example.gc' ;;
	compile) arguments='compile --target promela -o output example.gc' ;;
	*.gc*) ;;
	*) arguments="$arguments -o output example.gc" ;;
	esac
	# shellcheck disable=SC2086 # the arguments are words
	"$GCDSL" $arguments >said 2>&1 && status=0 || status=$?
	if [ -s said ]; then
		sed -n 's/^.*\(error\|warning\): .*\[\([EW][0-9]*\)\]$/\2/p' said | sort -u
		grep -q '^[^ ]*: \(error\|warning\): ' said && ! grep -q '^ *= help: ' said && echo 'no way out'
	fi
	echo "exit status $status"
}

sed -n 's/^GD_\(ERROR\|WARNING\)(\([0-9]*\), [a-z0-9_]*, "\(.*\)")$/\1 \2 \3/p' "$table" >rows
while read -r kind number title; do
	case $kind in
	ERROR) code=E0$number wanted=2 ;;
	*) code=W0$number wanted=0 ;;
	esac
	if [ ! -f "$pages/$code.md" ]; then
		tap_not_ok "$code has a page"
		continue
	fi
	IFS= read -r first <"$pages/$code.md"
	tap_is "$code: the page's title" "$first" "# $code: $title"
	if [ ! -s "$code.Failing" ] || [ ! -s "$code.Fixed" ]; then
		tap_not_ok "$code: both examples are there"
		continue
	fi
	tap_is "$code: the failing example" "$(run_block "$code" Failing)" "$code
exit status $wanted"
	tap_is "$code: the fixed example" "$(run_block "$code" Fixed)" "exit status 0"
	tap_is "$code: explain shows the page" "$("$GCDSL" explain "$code" 2>&1)" \
		"$(cat "$pages/$code.md")"
done <rows

for page in "$pages"/*.md; do
	code=$(basename "$page" .md)
	grep -q "^GD_[A-Z]*(${code#?0}, " "$table" || tap_not_ok "$code has a row in errors.def"
done
tap_done
