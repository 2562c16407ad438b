#!/bin/sh
# The reductions of clients: with each and without, the verdicts are the same, also those of mutants; and
# what each leaves out is really left out.  `make reductions-bench' measures them all.
# shellcheck disable=SC2154
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
. "$top_srcdir/tests/run/model.sh"
model_begin
spec=$top_srcdir/tests/run/client.gc
doubts=64 picks=128 unread=256

# Nobody owes anything here, so `doubts' is applied.
with () { # NAME MASK OPTION…
	name=$1 mask=$2
	shift 2
	model_once "$spec" one_step -c -p none_lost -n "$mask" "$@"
	printf '%s' "$model_verdict" >"$name.verdict"
	printf '%s' "$model_states" >"$name.states"
}
with all 0
tap_is 'all: it holds' "$(cat all.verdict)" holds
tap_is 'the header names what is in doubt' "$(grep -c 'left out as soon as one was emitted: mark_obj' model/model.pml)" 1
tap_is 'a unit that was left out has no step of its own' "$(grep -c '_left_out()' model/model.pml)" 0
tap_is 'each unit has an option' "$(grep -c 'pick = [0-9]*; run_mark_obj_0' model/model.pml | awk '{ print ($1 > 1) }')" 1
with doubts $doubts
tap_is 'without doubts: it holds' "$(cat doubts.verdict)" holds
[ "$(cat doubts.states)" -gt "$(cat all.states)" ] && tap_ok 'doubts: fewer states' ||
	tap_not_ok 'doubts: fewer states' "$(cat doubts.states all.states)"
! tap_all || with picks $picks
! tap_all || tap_is 'picks: the same states' "$(cat picks.verdict) $(cat picks.states)" "holds $(cat all.states)"

# A failure of a model with doubts is that of a folding; without them it is the property's.
with failing 0 -m no_barrier
with known $doubts -m no_barrier
tap_is 'a mutant: the model with doubts says nothing' "$(cat failing.verdict)" "$([ "$(cat known.verdict)" = holds ] && echo holds || echo fold)"

# A run that is none of the collector's: verify takes the model that knows.
"$GCDSL" verify "$top_srcdir/tests/differential/known/doubts.gc" --fold=all --canonical=yes --property none_found \
	--results results >out 2>err
tap_is 'verify: no failure that is none' "$? $(grep -c '^1 cell: 1 as expected' out)" '0 1' || cat out err
mkdir unsound
"$emit_model" -c -p none_found -x $doubts "$top_srcdir/tests/differential/known/doubts.gc" s unsound >/dev/null 2>&1
tap_is 'without the side condition that failure counts' "$(grep -c FAILURES_ARE_DOUBTED unsound/model.pml)" 0

# What is reached in such a run is not claimed to be: no unit is left out here, so `ask' never finds one.
cat >calm.gc <<'END'
collector calm;
object { mark : bit = 0; }
work mark_obj(o : ref) bag { let before = fetch_or(o.mark, 1, relaxed); }
work ask() once { if not drained(trace)  ghost found = true; }
cycle mark from requested to drained(last) and drained(trace);
bucket trace { mark_obj }  fill for o : object  emit mark_obj(o);
bucket last  { ask }       open when idle(trace)  fill emit ask();
ghost found : bool = false;
ghost other : bool = false;
property none_found = always not found;
property calm = always not other;
scenario s { objects 1;  mutators 1 roots 1 any 0 steps; }
verify { memory sc; workers any; scenarios s; expect none_found, calm hold; }
END
covered () { # OPTION…
	"$GCDSL" verify calm.gc --canonical=yes --property calm --results results --json --coverage c.info "$@" >out.json 2>err
	tr -d '\n ' <out.json | grep -o '"text":"[^"]*","what":"[^"]*","state":"[^"]*"' >points
	grep -F ghostfound points | sed 's/.*"state"://'
}
tap_is 'coverage: what only a run in doubt reaches is not reached' "$(covered --fold=all)" '"sofarnever"'
tap_is '… nor is anything else known to be reached' "$(grep -c '"state":"reached"' points)" 0
tap_is 'coverage: the model that knows does not reach it' "$(covered --no-fold=doubts)" '"never"'
tap_is '… and reaches the rest' "$(grep -c '"state":"reached"' points)" 9

# Variables that nothing reads.
hidden () { # FILE OPTION…
	file=$1
	shift
	rm -rf model
	"$emit_model" "$@" "$file" s model >emit.out 2>&1 || cat emit.out
	sed -n 's/^hidden \(byte\|bool\|int\|short\) \([a-z_]*\).*/\2/p' model/model.pml | grep -E '^(ghost|doubt|seen|late)_' | tr '\n' ' '
}
cat >ghosts.gc <<'END'
collector ghosts;
object { mark : bit = 0; }
work one(n : 0 .. 1) set { if n == 1  ghost a = b;  else  ghost b = true;  ghost c = not c; }
cycle gc from requested to drained(units);
bucket units { one }  fill { emit one(0);  emit one(1); }
ghost a : bool = false;
ghost b : bool = false;
ghost c : bool = false;
property of_a = always not a;
property of_b = always not b;
property of_c = always not c;
scenario s { objects x;  mutator m (stack = { x }) { yield; } }
verify { memory sc; workers any; scenarios s; expect of_a, of_b, of_c fail; }
END
tap_is 'no property: no ghost is part of the state' "$(hidden ghosts.gc -p no_stranded)" 'ghost_b ghost_c '
tap_is 'a is asked: what is assigned to it is kept, too' "$(hidden ghosts.gc -p of_a)" 'ghost_c '
tap_is 'b is asked' "$(hidden ghosts.gc -p of_b)" 'ghost_c '
tap_is 'all are asked' "$(hidden ghosts.gc -p of_a,of_b,of_c)" ''
tap_is 'switched off' "$(hidden ghosts.gc -p no_stranded -n $unread)" ''
model ghosts.gc s -p of_a
tap_is 'a failure is found' "$model_verdict" of_a
# A replay goes forward, so it prints the values of hidden variables.
"$GCDSL" trace ghosts.gc --results results --scenario s --property of_a >story 2>err
tap_is 'a replay has values of hidden ghosts' "$? $(grep -c 'c = ' story | awk '{ print ($1 > 0) }')" '0 1' || cat story err
tap_rest
# A model with bounds has a FAIL of its own, which cannot doubt failures.  Here an assert fails, and trace looks
# for a run that breaks the property first.  There is none.
sed -e 's/^cycle mark .*/work check() once { assert not open(late); }\
cycle mark from requested to drained(last) and drained(trace) and drained(late);\
bucket late { check }  open when drained(last)  fill emit check();/' calm.gc >asserts.gc
"$GCDSL" trace asserts.gc --canonical=yes --fold=all --property none_found --results results >story 2>err
tap_is 'trace: a run that is none is not shown' "$? $(grep -c '^assert:.* fails' story)" '0 1' || cat story err
tap_done
