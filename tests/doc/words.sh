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

# table SORT: the words of the scanner that are of this sort.
table () {
	sed -n "s/^$1([A-Z_, ]*\"\([a-z]*\)\".*/\1/p" "$top_srcdir/compiler/syntax/words.def" | sort
}

tap_is 'keywords' "$(listed 'Keywords cannot be names:')" "$(table KEYWORD)"
tap_is 'reserved words' "$(listed 'reserved for constructs that come later')" "$(table LATER)"

# Each is refused as a name, and the words of one place are not.
for word in $(table KEYWORD) $(table LATER); do
	printf 'collector c;\noption %s : bool = false;\n' "$word" >word.gc
	"$GCDSL" check word.gc >said 2>&1 && tap_not_ok "$word is no name"
	grep -q 'E0107\|E0110' said || tap_not_ok "$word is refused as a name" "$(cat said)"
done
for word in $(table WORD); do
	printf 'collector c;\noption %s : bool = false;\n' "$word" >word.gc
	"$GCDSL" check word.gc >said 2>&1 || tap_not_ok "$word is a name" "$(cat said)"
done
tap_ok 'those words, and no others, are refused as names'
tap_done
