#!/bin/sh
# Stores that are exchanges: two mutators store to one slot, and each barrier gets what its own store has overwritten.
# The same with a barrier that loads the old value before the store, mutants, and what no model is made of.
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
. "$top_srcdir/tests/run/model.sh"
model_begin
counting=$top_srcdir/tests/run/counting.gc marking=$top_srcdir/tests/run/exchange.gc

# verdicts FILE OPTION…: the verdicts of the rows, each once
verdicts () {
	"$GCDSL" verify --no-mutants "$@" >out 2>&1
	sed -n 's/^[a-z_]*  *any  *[a-z]*  *\(.*[a-z]\)  *holds  .*/\1/p' out | sed 's/  *$//' | sort -u
}
# shellcheck disable=SC2046 # an option and its argument, or nothing
tap_is 'counted, under each memory model' "$(verdicts $(tap_all || echo --memory relaxed) "$counting")" holds
tap_is 'a barrier that loads the old value before the store' \
	"$("$GCDSL" verify --scenario racing --memory sc "$counting" 2>&1 |
	sed -n 's/^loads_before  *\(caught by none_lost in racing\) .*/\1/p')" 'caught by none_lost in racing'
"$GCDSL" trace --scenario racing --memory sc --mutant loads_before "$counting" >story 2>&1
tap_is 'its story: both find b' "$(grep -c 'mutator [mn] .*write(a.field.*a.field\[0\] is b' story)" 2
"$GCDSL" compile --target json -o . "$counting" >out 2>&1
tap_is 'the order in JSON' "$(grep -o '"exchange": *"[a-z_]*"' counting.json)" '"exchange": "relaxed"'

# load ORDER: a barrier that loads after the exchange
load () {
	sed "/^barrier after_store(o, s, new, old)/,/^}/c barrier after_store(o, s, new, old) $1 { if marking and old != null and load(old.mark) == 0  emit mark_obj(old); }" \
		"$marking" >loads.gc
}
load ''
tap_is 'a load that may come before the exchange' "$(verdicts loads.gc --scenario racing --memory relaxed)" inconclusive
tap_rest
load acquire
tap_is 'and one that may not' "$(verdicts loads.gc --scenario racing --memory relaxed)" holds
tap_run 'counting: all cells and mutants' "$GCDSL" verify "$counting"
tap_run 'marking: all cells and mutants' "$GCDSL" verify "$marking"
tap_done
