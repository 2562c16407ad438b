#!/bin/sh
# limits.sh: the reference has the table of limits, and what must be as large is.
. "${top_srcdir:=.}/tests/tap.sh"
tap_scratch
table=$top_srcdir/compiler/base/limits.def

# Rows may go on in the next line.
{ tr '\n' ' ' <"$table"; echo; } | sed 's/GD_LIMIT(/\
&/g' | sed -n 's/^GD_LIMIT(\([a-z_]*\), *\([0-9]*\), *"\([^"]*\)".*/\1 \2 \3/p' >rows
sed 's/^[a-z_]* \([0-9]*\) \(.*\)/| \1 | \2 |/' rows >wanted
"${AWK:-awk}" '/^## / { inside = $0 == "## Limits" } inside && /^\| [0-9]/' \
	"$top_srcdir/doc/language.md" >said
tap_same 'the reference has the limits' said wanted
[ "$(wc -l <rows)" -gt 30 ] || tap_not_ok 'the table was read' "$(cat rows)"

most () { sed -n "s/^$1 \([0-9]*\) .*/\1/p" rows; }

# defined NAME FILE
defined () { sed -n "s/.*$1[ =]* \([0-9][0-9]*\).*/\1/p" "$top_srcdir/$2" | head -n 1; }

worker=runtime/src/gcrt-worker.h
tap_is 'queues of the runtime' "$(defined GCRT_MAX_QUEUES $worker)" "$(most queues)"
tap_is 'cycles of the runtime' "$(defined GCRT_MAX_CYCLES $worker)" "$(most cycles)"
tap_is 'metadata of the runtime' \
	"$(defined GCRT_MAX_METADATA runtime/src/gcrt-layout.h)" "$(most metadata)"
tap_is 'parameters of units' \
	"$(defined GCRT_MAX_UNIT_WORDS runtime/api/gcrt-collector.h)" "$(most unit_words)"
tests=c-backend/support/litmus-test.h
tap_is 'threads of litmus tests' "$(defined LITMUS_THREADS $tests)" "$(most threads)"
tap_is 'locations of litmus tests' "$(defined LITMUS_LOCATIONS $tests)" "$(most locations)"
tap_is 'registers of litmus tests' "$(defined LITMUS_REGISTERS $tests)" "$(most registers)"

tap_is 'units that a model counts' \
	"$(sed -n 's/.*counter == \([0-9]*\) -> printf.*/\1/p' "$top_srcdir/promela-backend/support/pool.pml")" \
	"$(($(most units) + 1))"

# How many stores a mutator holds back where nobody says it.
memory=promela-backend/facts/memory.c
window="$(defined MOST_HELD $memory) $(defined MOST_HELD_BY_CLIENTS $memory)"
numbers () { tr '\n' ' ' | tr -s ' ' | grep -o "$1" | sed "s/$1/\\1 \\2/" | sort -u; }
tap_is 'windows, in the help' "$("$GCDSL" verify --help |
	numbers 'its script has, \([0-9]*\) at most; \([0-9]*\) for the most general client)')" "$window"
tap_is 'windows, in the manual page' "$(numbers \
	'its script has, \([0-9]*\) at most, and \([0-9]*\) for the most general client\.' \
	<"$top_srcdir/doc/gcdsl.1")" "$window"
tap_is 'windows, in the reference of models' "$(numbers \
	'at most \([0-9]*\); \([0-9]*\) for the most general client; `--window' \
	<"$top_srcdir/doc/model.md")" "$window"
tap_done
