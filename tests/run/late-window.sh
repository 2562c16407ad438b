#!/bin/sh
# What workers hold back is in memory when a bucket opens: a replay does not say afterwards that it waits.
. "${top_srcdir:=.}/tests/tap.sh"
. "$top_srcdir/tests/run/model.sh"
model_begin

"$GCDSL" trace "$top_srcdir/tests/run/late-window.gc" --memory relaxed >story 2>message || cat message >>story
sed -n '/because drained(trace)/,$p' story >after
grep -q 'because drained(trace) .*a\.p = 1' after && tap_ok 'a store is in memory when the bucket opens' ||
	tap_not_ok 'a store is in memory when the bucket opens' "$(cat story)"
tap_is 'no store waits after that' "$(grep 'is not in memory yet' after)" ''

# A store that waits when its unit ends is one that the model counts, and no mark of the run.
cat >ends.gc <<'END'
collector ends;
object { x : bit = 0;  y : bit = 0;  field : ref[]; }
ghost one : bit = 0;
work left(o : ref) set { store(o.x, 1);  store(o.y, 1);  ghost one = 1; }
work right(o : ref) set { let r = load(o.y, acquire);  let q = load(o.x);  assert in_order: r == 0 or q == 1; }
cycle gc from requested to drained(first);
bucket first { left, right }  fill for o : object { emit left(o);  emit right(o); }
property fine = always (one == 1 implies exists o peek(o.x) == 1);
scenario s { objects a;  mutator m (stack = { a }) { } }
verify { memory pso;  workers any;  expect fine fails; }
END
"$GCDSL" trace ends.gc --memory pso --json >ends.json 2>message || :
tap_run 'and the trace is one' "$GCDSL" events ends.json
tap_is 'how many are needed is not in it' "$(grep -c '"reorderings":1,"needed":null' ends.json)" 1
tap_rest
"$GCDSL" trace ends.gc --memory pso >story 2>message || :
tap_is 'how many are needed is not known' "$(sed -n 2p story)" \
	'1 reordering and stores that wait when their units end; how many are needed is not known'
tap_done
