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

tap_is 'only the store that a load overtakes need wait' "$(sed -n 2p story)" \
	'1 reordering is needed: `a.p = 1` of worker 1 (step 12), which its later load of a.q (step 13) overtakes'

# Workers whose stores wait have numbers, so no worker is taken for another one; a store that need not wait does not.
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
tap_run 'the trace is one' "$GCDSL" events ends.json
tap_is 'how many are needed is in it' "$(grep -c '"reorderings":1,"needed":1' ends.json)" 1
tap_is 'the worker whose store waits is another one than the one that misses it' \
	"$(grep -c '"rule":"B","thread":"worker","op":"load"' ends.json) $(grep -o '"observed":{"a.x":{[^}]*}' ends.json | uniq)" \
	'1 "observed":{"a.x":{"worker 1":"1"}'
sed 's/"rule":"A","thread":"worker 1","op":"end"/"rule":"A","thread":"worker","op":"end"/' ends.json >wrong.json
"$GCDSL" events wrong.json >message 2>&1 || :
tap_is 'a mark of another worker is a mistake' \
	"$(grep -o 'this mark is by rule A on store 1, for the end of left(a) by worker 1' message)" \
	'this mark is by rule A on store 1, for the end of left(a) by worker 1'
"$GCDSL" trace ends.gc --memory pso --only thread=worker >story 2>message || :
tap_is 'workers are worker 1, too' "$(grep -c 'worker 1  *left(a): store' story)" 2
tap_rest
"$GCDSL" trace ends.gc --memory pso >story 2>message || :
tap_is 'the end of a unit overtakes' "$(grep -c 'when its later end of left(a) takes effect' story)" 1
sed -i -e 's/store(o.y, 1);  ghost one = 1;/let n = alloc(o);  if n != null { emit right(n);  store(o.y, 1); }/' \
	-e '/^ghost/d' -e 's/^property fine.*/property none_lost = always forall o (freed(o) implies not reachable(o));/' \
	-e 's/expect fine fails/expect none_lost hold/' -e 's/objects a;/& objects 1;/' ends.gc
"$GCDSL" trace ends.gc --memory pso >story 2>message || cat message >>story
tap_is 'so do an allocation and an emit' \
	"$(grep -o 'its later [ae][a-z]* of [a-z0-9()]* takes effect' story | sort -u)" \
	"$(printf 'its later %s takes effect\n' 'alloc of new1' 'emit of right(new1)' 'end of left(a)')"

# The model counts a step without an access, and it gives no mark.
cat >loop.gc <<'END'
collector looping;
object { x : bit = 0;  y : bit = 0;  field : ref[]; }
ghost one : bit = 0;
work left(o : ref) set { store(o.x, 1);  for p : object { ghost one = 1;  let q = load(p.y); } }
work right(o : ref) set { store(o.y, 1);  let q = load(o.x);  assert some: q == 1; }
cycle gc from requested to drained(first);
bucket first { left, right }  fill for o : object { emit left(o);  emit right(o); }
property fine = always (one == 1 implies exists o (peek(o.x) == 1 or peek(o.y) == 1));
scenario s { objects a;  mutator m (stack = { a }) { } }
verify { memory tso;  workers any;  expect fine fails; }
END
"$GCDSL" trace loop.gc --memory tso --property fine >story 2>message || :
tap_is 'how many are needed is not known' "$(sed -n 2p story)" \
	'0 reorderings, and stores that wait while their units go on without an access; how many are needed is not known'
tap_done
