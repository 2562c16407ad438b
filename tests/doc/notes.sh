#!/bin/sh
# notes.sh: doc/model.md lists each note about models, with the file that has it.
. "${top_srcdir:=.}/tests/tap.sh"
tap_scratch

# notes FOLDER: "NAME FILE" of each note that a file of the folder begins.
notes () {
	"${AWK:-awk}" '
		function flush() {
			gsub(/ \* /, " ", text)
			while (match(text, /Note \[[^\]]*\]:/)) {
				print substr(text, RSTART + 6, RLENGTH - 8), name
				text = substr(text, RSTART + RLENGTH)
			}
			text = ""
		}
		FNR == 1 { flush();  name = FILENAME;  sub(/.*\//, "", name) }
		{ text = text $0 " " }
		END { flush() }' "$1"/*.c | sort
}

# Rows of the table: | NAME | what is left out | `FILE` |
sed -n '/^| note | what is left out/,/^$/ s/^| \([A-Z][^|]*\) |.*| `\([a-z-]*\.c\)` |$/\1 \2/p' \
	"$top_srcdir/doc/model.md" | sort >listed
notes "$top_srcdir/promela-backend/facts" >written
tap_same 'the table has the notes of the facts' listed written
[ "$(wc -l <written)" -gt 15 ] && tap_ok 'the notes were read' || tap_not_ok 'the notes were read'

# A note that the table does not have is noticed.
mkdir other
sed 's/Note \[New roots\]:/Note [Old roots]:/' \
	"$top_srcdir/promela-backend/facts/fold-roots.c" >other/fold-roots.c
tap_is 'another name is noticed' "$(notes other)" 'Old roots fold-roots.c'
tap_is 'the table does not have it' "$(grep -c '^Old roots ' listed)" 0
tap_done
