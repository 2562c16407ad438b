#!/bin/sh
# words.sh: the reference lists the words that cannot be names, as the scanner has them.
. "${top_srcdir:=.}/tests/tap.sh"
tap_scratch

# listed TEXT: the words of the first indented lines behind TEXT in the reference.
listed () {
	"${AWK:-awk}" -v text="$1" '
		index($0, text) { found = 1; next }
		found && /^    / { print; some = 1; next }
		some { exit }' "$top_srcdir/doc/language.md" | tr -s ' ' '\n' | sed '/^$/d'
}

# table SORT: the words of the grammar that are of this sort.
table () {
	case $1 in
	LATER)
		sed -n 's/^LATER("\([a-z]*\)".*/\1/p' "$top_srcdir/compiler/syntax/reserved.def" ;;
	*)
		"${AWK:-awk}" -v from="$2" '
			index($0, "/* ---- " from) { found = 1; next }
			/RESERVED/ || /^$/ { found = 0 }
			found { while (match($0, /"[a-z]+"/)) {
				print substr($0, RSTART + 1, RLENGTH - 2)
				$0 = substr($0, RSTART + RLENGTH) } }' "$top_srcdir/compiler/syntax/parse.y" ;;
	esac | sort
}

tap_is 'keywords' "$(listed 'Keywords cannot be names:')" "$(table KEYWORD keywords)"
tap_is 'reserved words' "$(listed 'reserved for constructs that come later')" "$(table LATER)"

# Each is refused as a name, and the words of one place are not.
for word in $(table KEYWORD keywords) $(table LATER); do
	printf 'collector c;\noption %s : bool = false;\n' "$word" >word.gc
	"$GCDSL" check word.gc >said 2>&1 && tap_not_ok "$word is no name"
	grep -q 'E0107\|E0110' said || tap_not_ok "$word is refused as a name" "$(cat said)"
done
for word in $(table WORD 'words of one place'); do
	printf 'collector c;\noption %s : bool = false;\n' "$word" >word.gc
	"$GCDSL" check word.gc >said 2>&1 || tap_not_ok "$word is a name" "$(cat said)"
done
tap_ok 'those words, and no others, are refused as names'
tap_done
