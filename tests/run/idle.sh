#!/bin/sh
# After a change to a kernel only the cells that run it are searched again: the models of others do not have
# it.  The same of a barrier that no mutator of the scenario runs, and of what only such a barrier emits.
# shellcheck disable=SC2154
. "${top_srcdir:=.}/tests/tap.sh"
command -v spin >/dev/null 2>&1 || tap_plan skip 'spin is not installed'
command -v gcc >/dev/null 2>&1 || tap_plan skip 'gcc is not installed'
tap_long
tap_scratch
tap_quick_cc

cat >idle.gc <<'END'
collector idle;
option slow : bool = false;
object { mark : bit = 0; seen : bit = 0; field : ref[]; }
work begin_gc() once { if slow  emit look();  for o : object  emit mark_obj(o); }
work look() once { emit look_again(); }
work look_again() once { fence(seq_cst); }
work mark_obj(o : ref) bag { if fetch_or(o.mark, 1) == 0  ghost marks = true; }
work wait_long() once { fence(seq_cst); }
work note(o : ref) bag { store(o.seen, 1);  emit note_again(o); }
work note_again(o : ref) bag { fence(seq_cst);  fetch_or(o.mark, 0); }
cycle gc from requested to drained(trace) and drained(start) and drained(notes) and (not slow or drained(never));
bucket start { begin_gc, look, look_again } fill emit begin_gc();
bucket trace { mark_obj } open when drained(start);
bucket never { wait_long } open when slow and open(trace) fill emit wait_long();
bucket notes { note, note_again };
barrier before_store(o, s, new) { if new != null  emit note(new); }
ghost marks : bool = false;
property never_seen = always forall o peek(o.seen) == 0;
scenario still { objects a; mutator m (stack = { a }) { collect; } }
scenario busy {
  objects a, b;
  mutator m (stack = { a, b }) { write(a.field[0], b); collect; }
}
verify {
  memory sc;
  scenarios still, busy;
  options slow;
  expect never_seen in still holds;
  expect never_seen in busy fails;
}
END
cp idle.gc whole.gc

# The rows that were searched now: scenario and option.
searched () {
	"$GCDSL" verify --results results idle.gc >out 2>err
	echo "$? $(awk '$2 ~ /slow=/ && $NF != "kept" { printf "%s %s,", $1, $2 }' out)"
}
all='0 still slow=false,still slow=true,busy slow=false,busy slow=true,'
tap_is 'at first all are searched' "$(searched)" "$all"
tap_is 'then none is' "$(searched)" '0 '

change () { sed "$1" idle.gc >changed.gc && ! cmp -s idle.gc changed.gc && mv changed.gc idle.gc || echo 'no change'; }
change 's/look() once { /&fence(seq_cst); let x = 1;  if x == 1  /'
tap_is 'a kernel that is emitted only when slow' "$(searched)" '0 still slow=true,busy slow=true,'
if tap_all; then
	change 's/look_again() once { /&fence(seq_cst); /'
	tap_is 'one that only such a kernel emits' "$(searched)" '0 still slow=true,busy slow=true,'
	change 's/wait_long() once { /&fence(seq_cst); /'
	tap_is 'one whose bucket opens only when slow' "$(searched)" '0 still slow=true,busy slow=true,'
fi
change 's/if new != null  emit/let x = load(o.seen);  &/'
tap_is 'a barrier' "$(searched)" '0 busy slow=false,busy slow=true,'
if tap_all; then
	change 's/work note(o : ref) bag { /&fence(seq_cst); /'
	tap_is 'a kernel that only a barrier emits' "$(searched)" '0 busy slow=false,busy slow=true,'
	change 's/note_again(o : ref) bag { /&fence(seq_cst); /'
	tap_is 'one that only such a kernel emits' "$(searched)" '0 busy slow=false,busy slow=true,'
	change 's/mark_obj(o : ref) bag { /&fence(seq_cst); /'
	tap_is 'a kernel that all run' "$(searched)" "$all"
fi

# What a barrier emits may run.
tap_is 'and what only a barrier emits' "$(awk '$1 == "busy" && /fails/' out | wc -l)" 2

# Units that are emitted and never run are no reason to leave out what they would do: equal ones count as one.
cat >shut.gc <<'END'
collector shut;
option logs : bool = false;
object { mark : bit = 0; seen : bit = 0; field : ref[]; }
work note(o : ref) bag { fetch_or(o.seen, 1); }
work begin_gc() once { fence(seq_cst); }
work begin_major() once { fence(seq_cst); }
barrier before_store(o, s, new) { emit note(o); }
cycle minor from requested to drained(start);
cycle major from requested to drained(smajor) and (not logs or drained(log));
bucket start { begin_gc } in minor fill emit begin_gc();
bucket smajor { begin_major } in major fill emit begin_major();
bucket log { note } in major open when logs;
property never_seen = always forall o peek(o.seen) == 0;
scenario any_client { objects 1 slots 1; mutators 1 roots 1 any steps; cycles 1 of minor; }
verify { memory sc; expect never_seen hold; }
END
"$GCDSL" verify --results results shut.gc >out 2>err && status=0 || status=$?
tap_is 'a bucket that is shut, whose kind is emitted' "$status $(grep -c '^any_client .* holds  *holds' out)" '0 1' || cat out

# `compile' makes the models that `verify' searches, of all scenarios or of one.
"$GCDSL" compile idle.gc --target promela -o all >out 2>err && "$GCDSL" compile idle.gc --target promela --scenario still -o one \
	>>out 2>>err || cat err
sed '/all\|one\|idle-still\.pml\|idle\.pml/d' all/idle-still.pml >a; sed '/all\|one\|idle-still\.pml\|idle\.pml/d' one/idle.pml >b
tap_is 'compile: one scenario, or all' "$(cmp a b && echo same)" same
tap_is 'compile: without the kernel' "$(grep -c '@ access.*at=seen' all/idle-still.pml) $(grep -c '@ access.*at=seen' all/idle-busy.pml)" '0 2'

# A run without the barrier ends, whatever the barrier would emit or request.
cat >ends.gc <<'END'
collector ends;
object { seen : bit = 0; field : ref[]; }
work begin_gc() once { fence(seq_cst); }
work note(o : ref) bag { store(o.seen, 1);  emit note(o); }
cycle gc from requested to drained(start);
bucket start { begin_gc } fill emit begin_gc();
bucket notes { note };
barrier before_store(o, s, new) { request gc;  emit note(o); }
scenario still { objects a; mutator m (stack = { a }) { collect; } }
scenario busy { objects a; mutator m (stack = { a }) { write(a.field[0], a); collect; } }
verify { scenarios still, busy; memory sc; expect cycle_ends in still holds; }
END
flags () { "$GCDSL" compile ends.gc --target promela --property cycle_ends --scenario "$1" -o "$1" >out 2>&1; grep -o -- '-DSAFETY\|-DNP' "$1/ends.pml"; }
tap_is 'nothing goes on forever' "$(flags still) $(flags busy)" '-DSAFETY -DNP'
sed -i '/^work note/s/  emit note(o);//' ends.gc
tap_is 'a barrier that requests cycles' "$(flags still) $(flags busy)" '-DSAFETY -DNP'
sed -i 's/request gc; *//' ends.gc
tap_is 'a barrier that does not' "$(flags still) $(flags busy)" '-DSAFETY -DSAFETY'

# No model has an order in a kernel that never runs: `weaken' says so.
cat >orders.gc <<'END'
collector orders;
object { seen : bit = 0; field : ref[]; }
work begin_gc() once { stop mutators release;  resume mutators; }
work note(o : ref) bag { fence(seq_cst); store(o.seen, 1); }
cycle gc from requested to drained(start);
bucket start { begin_gc } fill emit begin_gc();
bucket notes { note };
barrier allocated(o) { fence(seq_cst); emit note(o); }
scenario writes { objects a; mutator m (stack = { a }) { write(a.field[0], a); collect; } }
verify { scenarios writes; memory relaxed; expect no_freed_access holds; }
END
"$GCDSL" weaken --results results orders.gc >out 2>err
tap_is 'weaken: orders that no cell runs' "$(grep -c 'seq_cst .*in no model' out)" 2 || cat out err

# No options leave out what never runs: it is not reached.
sed '/options slow/d' whole.gc >idle.gc
"$GCDSL" verify --results results idle.gc >out 2>err
tap_is 'coverage: never runs' "$? $(grep -cE 'idle.gc:(5:20|8:25): .* never runs' out)" '0 2' || cat out
tap_rest
"$GCDSL" verify --results results whole.gc >out 2>err
tap_is 'coverage: with both options all run' "$? $(grep -c 'never runs' out)" '0 0' || cat out

# An order in a function is judged in the barriers that run, whatever the others do around it.
cat >shared.gc <<'END'
collector shared;
object { seen : bit = 0; field : ref[]; }
work begin_gc() once { stop mutators release;  resume mutators; }
function order() { fence(release); }
cycle gc from requested to drained(start);
bucket start { begin_gc } fill emit begin_gc();
barrier before_store(o, s, new) { order();  store(o.seen, 1, relaxed); }
barrier allocated(o) { let seen = load(o.seen);  order();  store(o.seen, seen); }
scenario writes { objects a; mutator m (stack = { a }) { write(a.field[0], a);  collect; } }
verify { scenarios writes; memory relaxed; expect no_freed_access holds; }
END
"$GCDSL" weaken --results results shared.gc >out 2>err
tap_is 'weaken: a barrier that does not run decides nothing' "$(sed -n 's/.*fence  *release  *//p' out)" 'removed  removed' ||
	cat out err
tap_done
