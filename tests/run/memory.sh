#!/bin/sh
# Collectors under weak memory: the paper's scripts have at most twice the states of the smallest models that were
# made of them by hand, or under relaxed, where those do all loads in order, four times; a stop that
# orders nothing loses an object where stores are late, and only there; what a
# worker stores is modelled as it is or not at all.
# shellcheck disable=SC2154
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
command -v "${SPIN:=spin}" >/dev/null 2>&1 || tap_plan skip 'spin is not installed'
command -v gcc >/dev/null 2>&1 || tap_plan skip 'gcc is not installed'
tap_scratch
tap_quick_cc any
cp "$top_srcdir/examples/satb.gc" .
sed 's/memory    sc;/memory    sc, tso, relaxed;/' "$top_srcdir/examples/bugs/paper-satb.gc" >paper-satb.gc

# slice STATES MEMORY SCENARIO: searches one cycle, cut at the end of marking.  The properties make
# no difference to the states.  `complete' would not hold, because the mark of a new object may
# still be held back.
slice () {
	"$GCDSL" verify paper-satb.gc --fold=all --results results --no-mutants --until marking \
		--workers any --property stays_marked --set shading=during_marking --set mode=concurrent \
		--set black=from_opening --memory "$2" --scenario "$3" >out 2>err
	tap_is "$3 under $2: a cut model is inconclusive" $? 3
	states=$(awk -v s="$3" '$1 == s { print $(NF - 2) }' out)
	[ "$2" = relaxed ] && most=$((4 * $1)) || most=$((2 * $1))
	if [ "${states:-0}" -gt 0 ] && [ "$states" -le "$most" ]; then
		tap_ok "$3 under $2: $states states, by hand $1"
	else
		tap_not_ok "$3 under $2: at most $most states" "states: $states" "$(cat out err)"
	fi
}
! tap_all || slice 2669 relaxed pointer_shuffling
slice 121 relaxed pointer_deletion
! tap_all || slice 121 tso pointer_deletion
! tap_all || slice 488 relaxed allocate_marked
! tap_all || slice 407 tso allocate_marked

# verdict MEMORY ORDER: none_lost of pointer_shuffling when stops have this order
verdict () {
	sed "/^mutant unordered_stop/,/^}/d; s/stop mutators release;/stop mutators $2;/" satb.gc >ordered.gc
	"$GCDSL" verify ordered.gc --fold=all --results results --no-mutants --memory "$1" --workers any \
		--set shading=during_marking --set allocate_black=true --property none_lost \
		--scenario pointer_shuffling --json >out 2>err
	grep -o '"verdict":"[a-z ]*"' out | sort -u | sed 's/.*:"\(.*\)"/\1/'
}
tap_is 'sc: a stop need not order anything' "$(verdict sc relaxed)" holds
for memory in $(! tap_all || echo tso pso) relaxed; do
	tap_is "$memory: a stop without order loses an object" "$(verdict $memory relaxed)" fails
	tap_is "$memory: a stop that releases does not" "$(verdict $memory release)" holds
done

# A store of a worker that a later load of its unit may overtake.
cat >overtaken.gc <<'SPEC'
collector overtaken;
object { mark : bit = 0;  seen : bit = 0;  field : ref[]; }
work look(o : ref) set {
  store(o.mark, 1, relaxed);
  let s = load(o.seen, relaxed);
  if s == 0  store(o.seen, 1, relaxed);
}
cycle gc from requested to drained(only);
bucket only { look } fill for o : object  emit look(o);
scenario one { objects a;  mutator m (stack = { a }) { write(a.field[0], null); } }
verify { memory sc, tso; }
SPEC
"$GCDSL" compile overtaken.gc --target promela --memory sc --scenario one -o made >out 2>err
tap_is 'sc: a model' $? 0
"$GCDSL" compile overtaken.gc --target promela --memory tso --scenario one -o made2 >out 2>err
tap_is 'tso: a model in which it may' "$? $(grep -c '^#define MEM_FIRST_WORKER' made2/overtaken.pml)" '0 1'
tap_is 'sc: no store is late' "$(grep -c '^#define MEM_FIRST_WORKER' made/overtaken.pml)" 0
sed 's/  let s = load/  fence(seq_cst);  let s = load/' overtaken.gc >fenced.gc
"$GCDSL" compile fenced.gc --target promela --memory tso --scenario one -o made3 >out 2>err
tap_is 'with a fence: a model in which no store is late' \
	"$? $(grep -c '^#define MEM_FIRST_WORKER' made3/fenced.pml)" '0 0'
# overtakes MEMORY: 1: the access may come first; of a store, there is a model in which it does
overtakes () {
	"$GCDSL" compile overtakes.gc --target promela --memory "$1" --scenario one -o "made-$1" >out 2>err && {
		grep -c '^#define MEM_FIRST_WORKER' "made-$1/overtakes.pml"
		return
	}
	grep -c 'may be overtaken' err
}
sed 's/fence(seq_cst)/fence(release)/' fenced.gc >overtakes.gc
tap_is 'a weaker fence helps where each is a full one' \
	"$(for memory in tso pso relaxed paper; do overtakes $memory; done | tr '\n' ' ')" '1 1 1 0 '
sed 's/store(o.mark, 1, relaxed)/fetch_or(o.mark, 1, seq_cst)/; s/load(o.seen, relaxed)/load(o.seen, seq_cst)/' \
	overtaken.gc >overtakes.gc
tap_is 'a read-modify-write without an order may be overtaken by any load' \
	"$(for memory in tso pso relaxed paper; do overtakes $memory; done | tr '\n' ' ')" '0 0 0 1 '

# A barrier's read-modify-write whose result is not used may wait, even if nothing else is held
# back.
cat >unused.gc <<'SPEC'
collector unused;
object { mark : bit = 0;  field : ref[]; }
work look(o : ref) set { fence(seq_cst); }
cycle gc from requested to drained(only);
bucket only { look } fill for o : object  emit look(o);
barrier allocated(o) { fetch_or(o.mark, 1); }
scenario allocates { mutator m (stack = { }) { let x = allocate();  collect; } }
scenario reads { objects a;  mutator m (stack = { a }) { let x = read(a.field[0]);  collect; } }
verify { memory sc, tso; }
SPEC
sed 's/fetch_or(o.mark, 1)/fetch_or(o.mark, 1, acquire)/' unused.gc >acquires.gc
# makes FILE SCENARIO MEMORY: "0,0": a model; "2,1": none, because the operation may wait
makes () {
	"$GCDSL" compile "$1.gc" --target promela --scenario "$2" --memory "$3" -o "$1-$2-$3" >out 2>err \
		&& status=0 || status=$?
	echo "$status,$(grep -c 'the fetch_or at .* may be performed later.*E0924' err)"
}
tap_is 'an unused read-modify-write waits under relaxed and paper' \
	"$(for memory in sc tso pso relaxed paper; do makes unused allocates $memory; done | tr '\n' ' ')" \
	'0,0 0,0 0,0 2,1 2,1 '
tap_is '... but not under relaxed when it acquires' \
	"$(for memory in sc relaxed paper; do makes acquires allocates $memory; done | tr '\n' ' ')" \
	'0,0 0,0 2,1 '
tap_is '... nor where nobody runs the barrier' \
	"$(for memory in sc relaxed paper; do makes unused reads $memory; done | tr '\n' ' ')" \
	'0,0 0,0 0,0 '
sed 's/barrier allocated/barrier received/
	s/^scenario reads .*/scenario reads { objects 1 slots 1;  globals 1;  mutators 1 roots 1 any 1 steps; }/' \
	unused.gc >received.gc
tap_is 'a client with roots of the heap receives' \
	"$(for memory in sc relaxed; do makes received reads $memory; done | tr '\n' ' ')" '0,0 2,1 '
tap_is 'its sc model is not the one for all memory models' \
	"$(grep -c 'memory any' unused-allocates-sc/unused.pml) $(
	grep -c 'memory any' unused-reads-sc/unused.pml)" '0 1'

# If no thread stores anything, nothing is held back, and all memory models have the same model.
for memory in tso pso relaxed; do
	"$GCDSL" compile satb.gc --target promela --memory $memory --scenario loops --workers any \
		--property none_lost -o "idle-$memory" >out 2>err
done
tap_is 'without stores of mutators all weak models are one' \
	"$(diff -r idle-tso idle-pso && diff -r idle-tso idle-relaxed && echo same)" same

# A handshake is a read-modify-write of the mutator.  One that a worker runs for a stopped mutator is none.
for name in handshake $(! tap_all || echo handshake-stopped); do
	tap_run "$name: which stores a handshake waits for" "$GCDSL" verify "$top_srcdir/tests/run/$name.gc"
	tap_all || continue
	# A fence in it is the mutator's, too, if the mutator runs it.
	sed 's/on m relaxed {/& fence(seq_cst); /; s/^\(verify { memory pso, relaxed;.*never \)fail;/\1hold;/' \
		"$top_srcdir/tests/run/$name.gc" >fenced.gc
	tap_is "$name: with a fence" "$(grep -c 'relaxed { fence(seq_cst);' fenced.gc)" 1
	tap_run "$name: what the fence waits for" "$GCDSL" verify fenced.gc
done
tap_rest

# The story shows which stores are held back, and when they reach memory.
"$GCDSL" trace satb.gc --mutant unordered_stop --memory tso --scenario pointer_shuffling \
	--results results >story 2>err || :
tap_is 'the story shows a store that is held back' "$(grep -c 'is held back' story | sed 's/^[1-9][0-9]*$/some/')" some

# The same verdicts if the states that weak memory merges are kept apart.
for scenario in pointer_shuffling allocate_marked; do
	"$GCDSL" verify satb.gc --fold=all --results results --no-mutants --memory relaxed --workers any \
		--scenario $scenario --no-fold=private >out 2>err
	tap_is "$scenario: private steps may be steps" $? 0
done
tap_done
