#!/bin/sh
# The table of mistakes in doc/embedding.md is that of gcrt-misuse.def.
. "${top_srcdir:=.}/tests/tap.sh"
tap_scratch

# said FILE: prints the lines of the table, as the compiler reads them in FILE.
said () {
	printf '#define GCRT_MISUSE(name, mistake, noticed, rule, way_out) | mistake | noticed |\n' |
		cat - "$1" | ${CC:-cc} -E -P -x c - |
		sed 's/" *"//g; s/| *"/| /g; s/" *|/ |/g' | grep '^|'
}

# written FILE: prints the lines of the table in the manual.
written () {
	sed -n '/^| Mistake | Noticed |$/,/^$/p' "$1" | sed '1,2d; /^$/d'
}

table=$top_srcdir/runtime/src/gcrt-misuse.def
said "$table" >said
written "$top_srcdir/doc/embedding.md" >written
tap_is 'each mistake that is noticed is in the manual, and no other' "$(cat written)" "$(cat said)"
tap_is 'there are as many as in the table' "$(wc -l <said | tr -d ' ')" \
	"$(grep -c '^GCRT_MISUSE' "$table")"
sed 's/after 5 seconds/after 6 seconds/' "$table" >changed
tap_is 'a change of one would be noticed' "$(said changed | diff - written | grep -c '^<')" 1
tap_done
