#!/bin/sh
# What the story of a failed `assert' says that its condition has read: variables of the kernel, locations, ghosts,
# phases; and ghosts in steps by the names of their values.
# shellcheck disable=SC2154
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
command -v "${SPIN:=spin}" >/dev/null 2>&1 || tap_plan skip 'spin is not installed'
command -v gcc >/dev/null 2>&1 || tap_plan skip 'gcc is not installed'
tap_scratch
tap_quick_cc

cat >head.gc <<'EOF'
collector asserts;
object { tag : { none, hit } = none;  f : ref[]; }
ghost colour : { red, green } = red;
ghost begun : bool = false;
ghost steps : 0 .. 3 = 0;
phase live at handshake;
work start() once { ghost colour = green; ghost begun = true; ghost steps = 2; stop mutators; begin live;
  for m : mutator emit roots(m); resume mutators; }
work mark(o : ref, how : { none, hit }) bag {
  let was = load(o.tag);
  if was == none {
    store(o.tag, how);
    let n = 3;
    for s in o.f { let t = load(s); MARK if t != null emit mark(t, hit); }
  }
}
work roots(m : mutator) set on m relaxed {
  for s in m.roots { let r = load(s); ROOT if r != null emit mark(r, hit); }
}
cycle k from requested to drained(b);
bucket a { start } fill emit start();
bucket b { roots, mark } open when drained(a);
barrier before_store(o, s, new) { let old = load(s); STORE }
scenario first {
  objects a, b;  a.f = { null, a };
  mutator m (stack = { a, b }) { let x = read(a.f[0]); write(a.f[1], b); }
  cycles 1;
}
scenario any { objects 2 slots 1; mutators 1 roots 1 any 1 steps; cycles 1; }
verify { memory sc, tso; }
EOF
# asserted MARK ROOT STORE OPTION…: what is said of the assert that fails; the trace is in ./trace.
asserted () {
	sed "s/MARK/$1/; s/ROOT/$2/; s/STORE/$3/" head.gc >asserts.gc
	shift 3
	"$GCDSL" trace asserts.gc "$@" >story 2>err
	"$GCDSL" trace asserts.gc "$@" --json >trace 2>err
	sed -n "s/^  \`assert.*' is false//p" story
	tail -n 1 trace | sed -n 's/.*"values":\({[^}]*}\).*/\1/p'
	"$GCDSL" events trace
}
tap_is 'variables, parameters, locations and ghosts' "$(asserted \
	'assert m: t == null or n == 4 and how == was or peek(o.tag) == was or colour == red or not begun or steps == 1;' '' '' --scenario first)" \
	': t = a, n = 3, how = hit, was = none, a.tag = hit, colour = green, begun = true, steps = 2
{"t":"a","n":"3","how":"hit","was":"none","a.tag":"hit","colour":"green","begun":"true","steps":"2"}'
tap_is 'a ghost in a step is shown as it is in a condition' "$(sed -n 's/.*\(colour = .*\); asks.*/\1/p' story)" \
	'colour = green; begun = true; steps = 2'
tap_is 'the same in the trace' "$(grep -o '"op":"ghost","order":null,"location":"[a-z]*","found":null,"stored":"[a-z0-9]*"' trace |
	sed 's/.*location":"\([a-z]*\)".*stored":"\(.*\)"/\1 \2/')" 'colour green
begun true
steps 2'
! tap_all || tap_is 'the slot that a loop is at' "$(asserted 'assert m: t == null or peek(s) != t;' '' '' --scenario first)" \
	': t = a, a.f[1] = a
{"t":"a","a.f[1]":"a"}'
! tap_all || tap_is 'a root that a loop is at' "$(asserted '' 'assert r: peek(s) == null or r == null;' '' --scenario first)" \
	': m.a = a, r = a
{"m.a":"a","r":"a"}'
tap_is 'a phase as a mutator sees it' "$(asserted '' '' 'assert s: not live or old == null;' --scenario first)" \
	': live, as the mutator sees it = true, old = a
{"live, as the mutator sees it":"true","old":"a"}'
tap_rest
tap_is 'objects of a most general client have the names of the story' "$(asserted '' '' \
	'assert s: not live or peek(s) == new or new == null or o != new;' --scenario any)" \
	': live, as the mutator sees it = true, a.f[0] = null, new = a, o = a
{"live, as the mutator sees it":"true","a.f[0]":"null","new":"a","o":"a"}'
tap_is 'the paragraph has the values' "$("$GCDSL" verify asserts.gc --scenario any --memory sc --traces runs 2>err |
	tr -s '\n ' '  ' | sed -n "s/.*is false: \(.*\)\. No store.*/\1/p")" \
	'live, as the mutator sees it = true, a.f[0] = null, new = a, o = a'
tap_done
