#!/bin/sh
# Loads that come late under relaxed: two units that each load before they store may both find what the
# other one has stored, unless something orders the loads of both of them.
# shellcheck disable=SC2154
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
. "$top_srcdir/tests/run/model.sh"
model_begin any

# verdict LEFT RIGHT [MEMORY]: of two units with these statements.
verdict () {
	cat >tried.gc <<SPEC
collector tried;
object { a : bit = 0;  b : bit = 0;  field : ref[]; }
ghost one : 0..1 = 0;
ghost two : 0..1 = 0;
work left(o : ref) set { $1 }
work right(o : ref) set { $2 }
cycle gc from requested to drained(every);
bucket every { left, right }  fill for o : object { emit left(o);  emit right(o); }
property not_both = always not (one == 1 and two == 1);
scenario s { objects a;  mutator m (stack = { a }) { } }
verify { memory ${3:-relaxed};  workers any;  expect not_both hold; }
SPEC
	"$GCDSL" verify tried.gc --results results --json >out 2>err || :
	grep -o '"verdict":"[a-z ]*"' out | sort -u | sed 's/.*:"\(.*\)"/\1/'
}
acquires () { printf '%s' "${1%%relaxed*}acquire${1#*relaxed}"; }
left='let r = load(o.a, relaxed);  store(o.b, 1, relaxed);  if r == 1  ghost one = 1;'
right='let r = load(o.b, relaxed);  store(o.a, 1, relaxed);  if r == 1  ghost two = 1;'
used='let r = load(o.b, relaxed);  if r == 1  ghost two = 1;  store(o.a, 1, relaxed);'

tap_is 'both loads find 1' "$(verdict "$left" "$right")" fails
tap_is 'one late load is enough' "$(verdict "$left" "$used")" fails
tap_is 'an acquire at one load' "$(verdict "$(acquires "$left")" "$used")" holds
tap_rest
verdict "$left" "$right" >/dev/null
"$GCDSL" trace tried.gc --results results --memory relaxed >story 2>err || :
tap_is 'the story says that a load will be late, and when it is done' \
	"$(grep -c 'the load of a\.[ab] will be late$' story) $(grep -c 'a\.[ab] is 1$' story)" '1 2'
"$GCDSL" trace tried.gc --results results --memory relaxed --json >story.json 2>err || :
tap_run 'the trace is right' "$GCDSL" events story.json
# A unit needs its parameter no more after the load that was late: the story still knows which unit it is.
cat >forgets.gc <<'END'
collector forgets;
object { x : 0..2 = 0;  y : bit = 0;  field : ref[]; }
ghost g : 0..1 = 0;
work left(o : ref) set { let r = load(o.x);  store(o.y, 1);  if r == 1  ghost g = 1; }
work right(o : ref) set { if load(o.y, acquire) == 1  swap(o.x, 1, seq_cst); }
cycle gc from requested to drained(every);
bucket every { left, right }  fill for o : object { emit left(o);  emit right(o); }
property fine = always g == 0;
scenario s { objects a;  mutator m (stack = { a }) { } }
verify { memory relaxed;  workers any;  expect fine fails; }
END
"$GCDSL" trace forgets.gc --json >story.json 2>err || :
tap_is 'a unit that has forgotten its parameter has a name' \
	"$("$GCDSL" events story.json 2>&1) $(grep -c '"subject":"left(null)"' story.json) $(grep -c '"subject":"left(a)"' story.json)" ' 0 5'
tap_is 'an acquire at the load that is used at once orders nothing' \
	"$(verdict "$left" "$(acquires "$used")")" fails
tap_is 'an acquire at one load, where the other one may be late' "$(verdict "$(acquires "$left")" "$right")" fails
tap_is 'an acquire at both' "$(verdict "$(acquires "$left")" "$(acquires "$right")")" holds
tap_is 'an acquire at one, and a release at the other store' \
	"$(verdict "$(acquires "$left")" "$(printf '%s' "$right" | sed 's/1, relaxed/1, release/')")" holds
tap_is 'a store that releases' "$(verdict "$(printf '%s' "$left" | sed 's/1, relaxed/1, release/')" "$used")" holds
tap_is 'a fence that releases' "$(verdict "$(printf '%s' "$left" | sed 's/store/fence(release); store/')" "$used")" holds
tap_is 'a condition between the two' "$(verdict "$(printf '%s' "$left" | sed 's/store/if r == 0  ghost one = 0; store/')" "$used")" holds
tap_is 'the value is stored' "$(verdict "$(printf '%s' "$left" | sed 's/b, 1/b, r/')" "$used")" holds
tap_is 'an unused condition orders nothing' \
	"$(verdict "let z = load(o.b, relaxed);  $(printf '%s' "$left" | sed 's/store/if z == 0  ghost one = 0; store/')" "$used")" fails
for memory in sc tso pso paper; do
	tap_is "$memory" "$(verdict "$left" "$used" $memory)" holds
done

# A model without a load that can be late is as it was.
verdict "$used" "$used" >/dev/null
"$GCDSL" compile tried.gc --target promela --memory relaxed -o model >/dev/null
tap_is 'without need there is no such step' "$(grep -c 'inline late_\|inline postpone_' model/tried.pml)" 0
tap_done
