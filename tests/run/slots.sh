#!/bin/sh
# Quantifiers over slots and roots: verdicts that hold and that fail, by both strategies,
# and for the most general client.
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
command -v "${SPIN:-spin}" >/dev/null 2>&1 || tap_plan skip 'spin is not installed'
command -v gcc >/dev/null 2>&1 || tap_plan skip 'gcc is not installed'
tap_scratch
tap_quick_cc
spec=$top_srcdir/tests/run/slots.gc

# shellcheck disable=SC2046 # several options
tap_run 'each verdict is as expected' "$GCDSL" verify --fold=all $(tap_all || echo --scenario store_young) "$spec"
for property in all_logged all_filled stays_null some_root is_filled; do
	tap_every 4 || continue
	tap_run "$property, as a formula" "$GCDSL" verify --fold=all --strategy ltl --property $property \
		--scenario store_young --no-mutants "$spec"
done

# Slots by their numbers.  A scenario may have objects without such a slot.
cat > numbers.gc << 'END'
collector numbers;
object { seen : bit = 0; field : ref[]; }
work look(o : ref) set { let r = load(o.field[1]);  if r != null  store(r.seen, 1); }
cycle gc from requested to drained(b);
bucket b { look }  fill for o : object  emit look(o);
property empty = always forall o (peek(o.field[1]) == null);
property unseen = always forall o (peek(o.seen) == 0);
scenario two { objects a, b;  a.field = { null, b };  mutator m (stack = { a }) { collect; } }
scenario one { objects a, b;  a.field = { b };  mutator m (stack = { a }) { collect; } }
verify { memory sc, tso; workers any; expect empty fail; expect unseen fail; }
END
# verdict ARGUMENT…: each row's scenario, memory and verdict.
verdict () {
	"$GCDSL" verify --no-cache --results results numbers.gc "$@" 2>&1 | sed -n 's/^\(one\|two\) *[a-z0-9]* *\(sc\|tso\) *\(.* fails\|holds\) .*/\1 \2 \3/p' |
		sed 's/  .*//'
}
tap_is 'a slot that is there' "$(verdict --scenario two --property unseen --memory sc)" 'two sc unseen fails'
tap_is 'a slot that objects do not have' "$(verdict --scenario one --property unseen)" 'one sc use:slot fails
one tso use:slot fails'
tap_rest
sed -i 's/ let r = load(o.field\[1\]);  if r != null  store(r.seen, 1);/ store(o.seen, 0);/' numbers.gc
tap_is 'in a property it is null' "$(verdict --property empty --memory sc)" 'two sc empty fails
one sc empty holds'
tap_done
