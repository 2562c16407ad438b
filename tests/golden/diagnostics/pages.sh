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

# block HEADING PAGE: the fenced block below the heading.
block () {
	"${AWK:-awk}" -v heading="## $1" '
		/^## / { wanted = $0 == heading }
		/^```/ { inside = wanted && ($0 == "```gc" || $0 == "```litmus"); next }
		inside' "$2"
}

# run_block CODE HEADING: prints the codes that the block gets, one a line, each
# once; whether no help says what to do; then the exit status.
run_block () {
	rm -rf example.gc output
	block "$2" "$pages/$1.md" >example.gc
	arguments=$(sed -n '1s|^// run: ||p' example.gc)
	case $arguments in
	'') arguments='check example.gc' ;;
	compile) arguments='compile --target promela -o output example.gc' ;;
	*.gc*) ;;
	*) arguments="$arguments -o output example.gc" ;;
	esac
	# shellcheck disable=SC2086 # the arguments are words
	"$GCDSL" $arguments >said 2>&1 && status=0 || status=$?
	sed -n 's/^.*\(error\|warning\): .*\[\([EW][0-9]*\)\]$/\2/p' said | sort -u
	grep -q '^[^ ]*: \(error\|warning\): ' said && ! grep -q '^ *= help: ' said && echo 'no way out'
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
	tap_is "$code: the page's title" "$(head -n 1 "$pages/$code.md")" "# $code: $title"
	if [ -z "$(block Failing "$pages/$code.md")" ] || [ -z "$(block Fixed "$pages/$code.md")" ]
	then
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
