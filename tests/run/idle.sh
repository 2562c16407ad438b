#!/bin/sh
# After a change to a kernel only the cells that run it are searched again: the models of others do not have
# it.  The same of a barrier that no mutator runs.
# shellcheck disable=SC2154
. "${top_srcdir:=.}/tests/tap.sh"
command -v spin >/dev/null 2>&1 || tap_plan skip 'spin is not installed'
command -v gcc >/dev/null 2>&1 || tap_plan skip 'gcc is not installed'
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
work note(o : ref) bag { store(o.seen, 1); }
cycle gc from requested to drained(trace) and drained(start) and drained(notes) and (not slow or drained(never));
bucket start { begin_gc, look, look_again } fill emit begin_gc();
bucket trace { mark_obj } open when drained(start);
bucket never { wait_long } open when slow and open(trace) fill emit wait_long();
bucket notes { note };
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
change 's/look_again() once { /&fence(seq_cst); /'
tap_is 'one that only such a kernel emits' "$(searched)" '0 still slow=true,busy slow=true,'
change 's/wait_long() once { /&fence(seq_cst); /'
tap_is 'one whose bucket opens only when slow' "$(searched)" '0 still slow=true,busy slow=true,'
change 's/if new != null  emit/let x = load(o.seen);  &/'
tap_is 'a barrier' "$(searched)" '0 busy slow=false,busy slow=true,'
change 's/mark_obj(o : ref) bag { /&fence(seq_cst); /'
tap_is 'a kernel that all run' "$(searched)" "$all"

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

# No options leave out what never runs: it is not reached.
sed '/options slow/d' whole.gc >idle.gc
"$GCDSL" verify --results results idle.gc >out 2>err
tap_is 'coverage: never runs' "$? $(grep -cE 'idle.gc:(5:20|8:25): .* never runs' out)" '0 2' || cat out
"$GCDSL" verify --results results whole.gc >out 2>err
tap_is 'coverage: with both options all run' "$? $(grep -c 'never runs' out)" '0 0' || cat out
tap_done
