#!/bin/sh
# Loads that come early under relaxed: the bug that needs two loads in the wrong order is found, in
# barriers and in kernels, and whatever orders the two loads hides it.
# shellcheck disable=SC2154
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
. "$top_srcdir/tests/run/model.sh"
model_begin any

# verdict FILE READS [MEMORY]: that of FILE with these lines.  It is the assert that fails.
verdict () {
	printf '%s\n' "$2" >reads
	sed -e '/^READS$/{' -e 'r reads' -e 'd' -e '}' "$top_srcdir/tests/run/$1" >tried.gc
	"$GCDSL" verify tried.gc --results results --json --memory "${3:-relaxed}" >out 2>err || :
	grep -q '"property":"assert:published"' out && echo fails && return
	grep -o '"verdict":"[a-z ]*"' out | sort -u | sed 's/.*:"\(.*\)"/\1/'
}
published='assert published: r == 0 or i == 1;'

# both VERDICT WHAT READS: in a barrier; and in a kernel, if all is to be tried.
both () {
	tap_is "$2" "$(verdict early.gc "$3")" "$1"
	! tap_all || tap_is "$2, in a kernel" "$(verdict early-kernel.gc "$3")" "$1"
}
both fails 'relaxed' "let r = load(o.ready, relaxed); let i = load(o.info, relaxed); $published"
both holds 'acquire' "let r = load(o.ready, acquire); let i = load(o.info, relaxed); $published"
tap_is 'a kernel, relaxed' \
	"$(verdict early-kernel.gc "let r = load(o.ready, relaxed); let i = load(o.info, relaxed); $published")" fails
tap_rest
both fails 'a condition orders nothing' \
	'if load(o.ready, relaxed) == 1 { let i = load(o.info, relaxed); assert published: i == 1; }'
both holds 'a fence that acquires' \
	"let r = load(o.ready, relaxed); fence(acquire); let i = load(o.info, relaxed); $published"
both fails 'acquire at the wrong load' \
	"let r = load(o.ready, relaxed); let i = load(o.info, acquire); $published"
both holds 'one location' \
	"let r = load(o.ready, relaxed); let i = load(o.ready, relaxed); $published"
both fails 'a fence that releases' \
	"let r = load(o.ready, relaxed); fence(release); let i = load(o.info, relaxed); $published"
both fails 'a relaxed read-modify-write' \
	"let r = fetch_or(o.ready, 0, relaxed); let i = load(o.info, relaxed); $published"
both holds 'one that acquires' \
	"let r = fetch_or(o.ready, 0, acquire); let i = load(o.info, relaxed); $published"
both fails 'a cas that acquires only if it succeeds, and does not' \
	"let r = cas(o.ready, 0, 0, acquire, relaxed); let i = load(o.info, relaxed); $published"
both holds 'a cas that acquires if it fails' \
	"let r = cas(o.ready, 0, 0, acquire, acquire); let i = load(o.info, relaxed); $published"
both holds 'both after another load: the order of the two is kept' \
	"let z = load(o.info, relaxed); let r = load(o.ready, acquire); let i = load(o.info, relaxed); assert published: r == 0 or i == 1 or z == 1;"
both fails 'loads in a loop' \
	"let r = load(o.ready, relaxed); for t in o.field { let i = load(o.info, relaxed); $published }"
both fails 'a load after a loop' \
	"let r = load(o.ready, relaxed); for t in o.field { let z = load(t, relaxed); if z != null { } } let i = load(o.info, relaxed); $published"
both fails 'two loads of a round' \
	"for t in o.field { let r = load(o.ready, relaxed); let i = load(o.info, relaxed); $published }"

# The slot of a later round comes first, unless the model would be too large with the rounds written out.
by_rounds () { # SLOTS: of the object
	sed "s/SLOTS/$1/" "$top_srcdir/tests/run/early-rounds.gc" >tried.gc
	"$GCDSL" verify tried.gc --results results --json >out 2>err || :
	grep -o '"verdict":"[a-z ]*"' out | sort -u | sed 's/.*:"\(.*\)"/\1/'
	"$GCDSL" compile tried.gc --target promela --memory relaxed -o rounds >out 2>&1
	grep -c '^ \* loops over slots that are not written out: look$' rounds/tried.pml
}
tap_is 'slots of two rounds' "$(by_rounds 'a, a' | xargs)" 'fails 0'
tap_is 'slots of six rounds, whose loads may have found too much' "$(by_rounds 'a, a, a, a, a, null' | xargs)" 'holds 1'
"$GCDSL" verify tried.gc --results results >out 2>&1
tap_is 'the row says so' "$(grep -c 'relaxed  *holds  *holds .* loads within units, loads within rounds$' out)" 1

# So it is if the model as a whole would be: with the rounds, a unit that has a number has too many states at one place.
with_number () { # LAST: of the numbers
	sed -e 's/SLOTS/a, a, null/' -e "s/look(o : ref)/look(o : ref, n : 0..$1)/" -e 's/emit look(o)/emit look(o, 0)/' \
		-e 's/if r == null/if r == null and n < 3/' "$top_srcdir/tests/run/early-rounds.gc" >tried.gc
	"$GCDSL" compile tried.gc --target promela --memory relaxed -o number >out 2>&1 || cat out
	grep -c '^ \* loops over slots that are not written out: look$' number/tried.pml
}
tap_is 'a unit of many numbers keeps its loops' "$(with_number 255) $(with_number 511)" '0 1'

# The address of the second load is what the first one finds; another name of the object is no help.
by_address () {
	sed "s/r\.info/$1.info/" >tried.gc <<'SPEC'
collector dependent;
object { info : bit = 0;  field : ref[]; }
work publish(o : ref) set {
  store(o.info, 1, relaxed);  fence(seq_cst);
  for t in o.field { store(t, o, relaxed);  fence(seq_cst); }
}
cycle gc from requested to drained(every);
bucket every { publish }  fill for o : object  emit publish(o);
barrier before_store(o, s, new) {
  let r = load(s, relaxed);
  if r != null { let i = load(r.info, relaxed);  assert published: i == 1; }
}
property none_lost = always forall o (freed(o) implies not reachable(o));
scenario reads { objects a;  a.field = { null };  mutator m (stack = { a }) { write(a.field[0], a); } }
verify { memory relaxed;  workers any; }
SPEC
	"$GCDSL" verify tried.gc --results results --json >out 2>err || :
	grep -q '"property":"assert:published"' out && echo fails || grep -o '"verdict":"[a-z ]*"' out | sort -u
}
tap_is 'a dependency orders' "$(by_address r)" '"verdict":"holds"'
tap_is 'without it the loads are in any order' "$(by_address o)" fails

# Under the other memory models no load is early.
for memory in sc tso pso paper; do
	tap_is "$memory" "$(verdict early.gc "let r = load(o.ready, relaxed); let i = load(o.info, relaxed); $published" \
		$memory)" holds
done
verdict early.gc "let r = load(o.ready, relaxed); let i = load(o.info, relaxed); $published" paper >/dev/null
tap_run 'paper: the row says so' grep -q '"loads in order"' out

# A model without a load that can be early is the same under relaxed as it was.
printf '%s\n' 'let r = load(o.ready, acquire); let i = load(o.info, relaxed);' >reads
sed -e '/^READS$/{' -e 'r reads' -e 'd' -e '}' "$top_srcdir/tests/run/early.gc" >tried.gc
"$GCDSL" compile tried.gc --target promela --memory relaxed -o model >/dev/null
tap_is 'without need there is no such step' "$(grep -c early_ model/tried.pml)" 0

# The story.
verdict early.gc "let r = load(o.ready, relaxed); let i = load(o.info, relaxed); $published" >/dev/null
"$GCDSL" trace tried.gc --results results --memory relaxed >story 2>err || :
tap_is 'the story has the load twice: when it is done, and at its place' \
	"$(grep -c 'the load is early: a.info is 0' story) $(grep -c 'a.info was 0$' story)" '1 1'
tap_is 'one reordering is needed' "$(sed -n 2p story)" '1 reordering is needed'
"$GCDSL" trace tried.gc --results results --memory relaxed --json >story.json 2>err || :
tap_run 'the trace is right' "$GCDSL" events story.json
tap_is 'it is not followed in C' "$("$GCDSL" explore --follow story.json tried.gc 2>&1 | grep -c relaxed)" 1
tap_done
