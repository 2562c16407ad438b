#!/bin/sh
# Functions that return from within loops and ifs give what they must: in the explorer, which reads the same IR, and in
# models.
# shellcheck disable=SC2154
. "${top_srcdir:=.}/tests/tap.sh"
tap_scratch
explore=$top_builddir/tests/differential/semantics/explore
spec=$top_srcdir/tests/run/returns.gc

"$GCDSL" compile "$spec" --target json -o out >/dev/null
"$explore" out/returns.json >ends
tap_is 'no assert fails, and all is marked as it must be' "$(sed '$d' ends)" \
	'end a:mark=3,seen=1,0=1,1=2 b:mark=1,seen=2,0=-1,1=2 c:mark=0,seen=3,0=0,1=-1 roots=0'
sed 's/assert deep: d;/assert deep: not d;/' "$spec" >wrong.gc
"$GCDSL" compile wrong.gc --target json -o out >/dev/null
tap_is 'an assert that must fail does' "$("$explore" out/wrong.json | grep -c deep)" 1
tap_rest
command -v "${SPIN:=spin}" >/dev/null 2>&1 || tap_plan skip 'spin is not installed'
command -v gcc >/dev/null 2>&1 || tap_plan skip 'gcc is not installed'
tap_quick_cc
"$GCDSL" verify "$spec" --results results >said 2>&1 || :
tap_is 'the model has the same' "$(grep -c '^1 cell: 1 as expected' said)" 1
tap_done
