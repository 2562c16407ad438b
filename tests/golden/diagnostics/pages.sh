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

# The codes of the pages.
for page in "$pages"/*.md; do
	page=${page##*/}
	echo "${page%.md}"
done >codes
# shellcheck disable=SC2046 # several folders
mkdir $(sed 's/.*/&.Failing &.Fixed/' codes)

# The fenced blocks below the headings `Failing' and `Fixed' of each page, as example.gc in CODE.Failing and CODE.Fixed.
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
			block = code "." heading "/example.gc"
		}
		next
	}
	inside { print >>block }' "$pages"/*.md

# run_block FOLDER: prints the codes that the block there gets, one a line, each
# once; whether no help says what to do; then the exit status.
run_block () (
	cd "$1" || exit 99
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
	[ ! -s said ] || "${AWK:-awk}" '
		/(error|warning): .*\[[EW][0-9]+\]$/ {
			code = $NF
			gsub(/[][]/, "", code)
			if (!seen[code]++)
				print code
		}
		/^[^ ]*: (error|warning): / { mistakes = 1 }
		/^ *= help: / { helps = 1 }
		END { if (mistakes && !helps) print "no way out" }' said
	echo "exit status $status"
)

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
	if [ ! -s "$code.Failing/example.gc" ] || [ ! -s "$code.Fixed/example.gc" ]; then
		tap_not_ok "$code: both examples are there"
		continue
	fi
	tap_is "$code: the failing example" "$(run_block "$code.Failing")" "$code
exit status $wanted"
	tap_is "$code: the fixed example" "$(run_block "$code.Fixed")" "exit status 0"
	echo "$code" >>explained
	"$GCDSL" explain "$code" >>shown 2>&1
done <rows

# shellcheck disable=SC2046 # several files
cat $(sed "s|.*|$pages/&.md|" explained) >wanted
tap_same 'explain shows the pages' shown wanted
sort explained >rows-with-page
sort codes | comm -23 - rows-with-page >without-row
tap_is 'each page has a row in errors.def' "$(cat without-row)" ''
tap_done
