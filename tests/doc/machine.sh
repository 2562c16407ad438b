#!/bin/sh
# machine.sh: the reference's tables of the machine's states and steps are those that both
# backends are made from.
. "${top_srcdir:=.}/tests/tap.sh"
tap_scratch

# rows SOURCES: the tables of gcrt-machine.def in that folder.
rows () {
	${CC:-cc} -std=gnu11 -I"$1" -o rows "$top_srcdir/tests/doc/machine-rows.c" && ./rows
}

# What stands between `<!-- machine -->' and `<!-- /machine -->', but for the text between tables.
"${AWK:-awk}" '/^<!-- machine -->/ { inside = 1 } /^<!-- \/machine -->/ { inside = 0 }
	inside && /^\|/' "$top_srcdir/doc/language.md" >said
rows "$top_srcdir/runtime/src" | grep '^|' >wanted
tap_same 'the reference has the tables of the machine' said wanted
[ "$(wc -l <wanted)" -gt 30 ] && tap_ok 'the tables were read' || tap_not_ok 'the tables were read'

# A step whose acts come in another order is noticed.
mkdir -p other
sed '/^RULE(open,/,/)$/ s/DO(set_open) DO(run_fill) DO(settle_phases)/DO(set_open) DO(settle_phases) DO(run_fill)/' \
	"$top_srcdir/runtime/src/gcrt-machine.def" >other/gcrt-machine.def
rows "$PWD/other" | grep '^|' >moved
cmp -s said moved && tap_not_ok 'another order is noticed' || tap_ok 'another order is noticed'
tap_done
