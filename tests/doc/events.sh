#!/bin/sh
# events.sh: what models print is in doc/model.md as the reader has it, and doc/events.md
# has every step and operation.
. "${top_srcdir:=.}/tests/tap.sh"
tap_scratch

# rows MACRO: name and keys of each row, one a line.
rows () {
	sed -n "/of litmus tests alone/,/^\$/d; s/^$1(\([a-z_]*\), *\([^,]*\),.*/\1 \2/p" \
		"$top_srcdir/promela-backend/events.def" | sed 's/K(\([a-z_]*\))/\1/g; s/ *$//'
}

# by_hand FILE…: lines that are printed without their row.  Those without a place are for the
# program that runs the verifier, which reads no row.
by_hand () { grep -n '\\"@ ' "$@" /dev/null | grep -v '"@ \(failed\|outcome\|full\|many\|partial\)[ \\]'; }
tap_is 'models print lines through their rows' \
	"$(cd "$top_srcdir/promela-backend" && by_hand ./*.c steps/*.c litmus/*.c)" ''
printf '%s\n' 'gd_out_line(out, "printf(\"@ done kind=%s\\n\");", name);' >planted.c
tap_is 'one that is printed by hand is noticed' "$(by_hand planted.c | wc -l | tr -d ' ')" 1

# said: each event between backquotes of the section.
said () {
	"${AWK:-awk}" '/^## Events/ { inside = 1; next } /^## / { inside = 0 }
		inside && /^\|/ {
			while (match($0, /`@ [^`]*`/)) {
				print substr($0, RSTART + 3, RLENGTH - 4)
				$0 = substr($0, RSTART + RLENGTH)
			}
		}' "$top_srcdir/doc/model.md"
}

# keys FILE: `NAME KEY' for each key of each line.
keys () {
	"${AWK:-awk}" '{ for (i = 2; i <= NF; i++) {
		sub(/=.*/, "", $i)
		if ($i != "where" && $i != "…")
			print $1, $i
	} }' "$1" | sort -u
}

said >lines
place=$("${AWK:-awk}" '/^`PLACE` is one of/ { inside = 1; next } inside && /^    / {
	for (i = 1; i <= NF && $i ~ /=/; i++) { sub(/=.*/, "", $i); print $i } }
	/^## `#line`/ { exit }' "$top_srcdir/doc/model.md" | sort -u | tr '\n' ' ')
grep -v '^step' lines | sed "s/PLACE/$place/" >events
sed -n 's/^step do=\([a-z_]*\) thread=[^ ]* */\1 /p' lines >steps
rows EVENT | grep -v '^step' >has_events
rows STEP >has_steps
[ "$(wc -l <has_events)" -gt 20 ] && [ "$(wc -l <has_steps)" -gt 10 ] && tap_ok 'the table was read' ||
	tap_not_ok 'the table was read'
for what in events steps; do
	tap_is "the document has the $what of the table" \
		"$(cut -d' ' -f1 $what | sort -u)" "$(cut -d' ' -f1 has_$what | sort -u)"
	keys $what >said_keys
	keys has_$what >has_keys
	tap_is "and their keys" "$(comm -3 said_keys has_keys | grep -v '^	fail \|^	access thread')" ''
done

# names COLUMN: what stands between backquotes in the first column of that table of doc/events.md.
names () {
	"${AWK:-awk}" -v head="$1" -F'|' '$2 == " `" head "` " { inside = NR > 1; seen++; next }
		!/^\|/ { inside = 0 }
		inside && $2 ~ /`/ { while (match($2, /`[a-z_]*`/)) {
			print substr($2, RSTART + 1, RLENGTH - 2)
			$2 = substr($2, RSTART + RLENGTH) } }' "$top_srcdir/doc/events.md" | sort -u
}
names 'do' >'do'
names op >op
cut -d' ' -f1 has_steps | sort -u >all
tap_is 'doc/events.md has the steps' "$(comm -13 'do' all)" ''
cut -d' ' -f1 has_events | grep -v '^model$\|^made$\|^copied$\|^fail$\|^given$\|^switches$\|^operations$\|^renamed$\|^variable$\|^view$\|^left_out$\|^access$\|^early$\|^taken$\|^postponed$' | sort -u >all
tap_is 'doc/events.md has the operations' "$(comm -13 op all)" ''
# Those of memory are rows of a table.  The table of an operation's members has a row `op', too.
sed -n '/others\[\] = {/,/NULL/p' "$top_srcdir/trace/check-names.c" | grep -o '"[a-z_]*"' | tr -d '"' | sort -u >known
grep -vx -e 'load\|store\|swap\|cas\|fetch_[a-z]*\|fence' \
	-e 'order\|location\|found\|stored\|because\|where' op >others
tap_is 'gcdsl events knows those of doc/events.md' "$(comm -3 others known)" ''
tap_done
