#!/bin/sh
# Data words, and the properties `faithful' and `origin': a collector that mutators do not notice, under every
# memory model; what mutants of it make of words, slots and roots; and what a run without words leaves out.
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
. "$top_srcdir/tests/run/model.sh"
model_begin
spec=$top_srcdir/tests/run/words.gc

tap_run 'mutators that race notice nothing' "$GCDSL" verify --fold=all --scenario races --memory pso --no-mutants "$spec"
if tap_all; then
	tap_run 'nobody notices anything, and every mutant is noticed' "$GCDSL" verify --fold=all "$spec"
	tap_run 'a model without foldings holds, too' "$GCDSL" verify --no-fold --scenario hides --scenario races --memory sc,relaxed --no-mutants "$spec"
fi

# told MUTANT SCENARIO: what the story of the counterexample says.
told () {
	"$GCDSL" trace --mutant "$1" --scenario "$2" --memory sc "$spec" 2>/dev/null | sed -n 's/^faithful fails: //p'
}
tap_every 3 && tap_is 'a word that was cleared' "$(told clears client)" \
	'a mutator reads a.data[0]: 0; without a collector it is 1'
tap_every 3 && tap_is 'a slot that was cut' "$(told cuts client)" \
	'a mutator reads a.field[0]: null; without a collector it is a'
tap_every 3 && tap_is 'an object that was lost' "$(told no_roots hides)" \
	'a mutator reads a.field[0]: b; without a collector it is an object that the collector has freed'

# The cell has a name, and so has the object that was in it.
cat >moved.gc <<'EOF'
collector moved;
object { field : ref[]; }
work start_gc() once { stop mutators;  for m : mutator  emit roots(m); }
work roots(m : mutator) set { for s in m.roots { let o = load(s);  if o != null  emit move(o); } }
work move(o : ref) set {                   // what refers to the object is not changed
  let t = load(o.field[0]);
  if t != null { let n = alloc(t);  if n != null { copy(t, n);  free(t); } }
}
work let_go() once { resume mutators; }
cycle gc from requested to drained(go);
bucket start { start_gc }     fill emit start_gc();
bucket moves { roots, move }  open when drained(start);
bucket go    { let_go }       open when drained(moves)  fill emit let_go();
scenario s {
  objects a, b;  objects 1;
  a.field = { b };
  mutator m (stack = { a }) { collect;  let r = read(a.field[0]); }
}
verify { expect faithful hold; }
EOF
tap_is 'a mutator finds what has been moved away' \
	"$("$GCDSL" trace --property faithful moved.gc 2>/dev/null | sed -n 's/^faithful fails: //p')" \
	'a mutator reads a.field[0]: a cell in which b is no longer; without a collector it is b'

# With nothing to read the property says nothing.
"$GCDSL" verify --fold=all --scenario quiet --memory sc --no-mutants "$spec" > quiet
tap_is 'no mutator reads' "$(grep -c 'faithful: no mutator reads$' quiet)" 1

# has WORD OPTION…: how often the model of `races' has WORD.
has () {
	word=$1
	shift
	rm -rf model
	"$GCDSL" compile "$spec" --target promela --scenario races -o model "$@" > /dev/null || echo failed
	grep -c "$word" model/words.pml
}
tap_is 'what nothing reads is left out' "$(has AT_data --property none_lost)" 0
tap_is 'a store to a word that may be late is not' \
	"$([ "$(has AT_data --property none_lost --memory tso)" -gt 0 ] && echo there)" there
tap_is 'without faithful there is one heap' "$(has meant --property none_lost)" 0

# The program's words are none of the runtime's business; but kernels cannot access them in C yet.
tap_run 'there is C' "$GCDSL" compile "$spec" --target c -o c
tap_is 'which has no words' "$(cat c/worded.c c/*.h | grep -c data_0)" 0
tap_done
