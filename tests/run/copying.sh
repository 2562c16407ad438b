#!/bin/sh
# A collector that copies each object, with forwarding references: its models, and what is noticed when it is wrong.
# tests/clients/evacuate.sh runs its C.
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
. "$top_srcdir/tests/run/model.sh"
model_begin
spec=$top_srcdir/examples/copying.gc

tap_run 'an object with one field is copied' "$GCDSL" verify --no-mutants --scenario cycle_of_one --memory sc,relaxed "$spec"
tap_run 'mutants' "$GCDSL" verify --scenario cycle_of_one --mutant frees_early --mutant keeps_forwarding "$spec"
tap_rest
tap_run 'all cells and mutants' "$GCDSL" verify "$spec"
tap_run 'a most general client of two cycles' "$GCDSL" verify --no-mutants --scenario two_cycles "$spec"

# changed WHAT VERDICT MEMORY SED: the verdict of cycle_of_one in the changed collector
changed () {
	sed "$4" "$spec" >changed.gc
	cmp -s "$spec" changed.gc && tap_not_ok "$1: changes something"
	"$GCDSL" verify --no-mutants --scenario cycle_of_one --memory "$3" changed.gc >out 2>&1
	tap_is "$1" "$(sed -n 's/^cycle_of_one  *any  *[a-z]*  *\(.*[a-z]\)  *holds  .*/\1/p' out | sed 's/  *$//')" "$2" || cat out
}
changed 'a unit that looks at the copy before it is made' 'use:copy fails' sc \
	's/^  copy(o, n);/  survives(n);  copy(o, n);/; s/^  survives(n);$//'
changed 'a word is changed' 'faithful fails' sc 's/^  copy(o, n);/&  store(n.data[0], 0);/;
	s/write(r.data\[0\], 1);/let q = read(r.data[0]);  assert kept: q == 3;/; s/.*assert written.*//'
changed 'the copy refers to itself' 'faithful fails' sc \
	's/if n != o  swap(s, n, acq_rel);/if n != o  swap(s, null, acq_rel);/'
changed 'a copy that is published without an order' inconclusive relaxed 's/swap(o.fwd, n, acq_rel)/swap(o.fwd, n)/'
changed 'metadata of a copy need no order: a unit that scans it gets it by emit' holds relaxed 's/swap(n.live, 1, release)/swap(n.live, 1)/'

# of BODY: the verdict under pso where a unit copies o to n in BODY, and stores something else afterwards.
of () {
	cat >new.gc <<-END
		collector new;
		object { fwd : ref = null;  spare : ref = null;  x : bit = 0;  field : ref[]; }
		function place(o : ref) -> ref {
		  let k = load(o.spare);
		  if k != null  return k;
		  let n = alloc(o);
		  return n;
		}
		work move(o : ref) set { $1 }
		cycle gc from requested to drained(every);
		bucket every { move }  fill for o : object  emit move(o);
		property none_lost = always forall o (freed(o) implies not reachable(o));
		scenario s { objects a;  objects 1;  cycles 1;  mutator m (stack = { a }) { } }
		verify { memory pso;  expect none_lost hold; }
	END
	"$GCDSL" verify new.gc 2>&1 | sed -n 's/^s  *any  *pso  *\([a-z]*\) .*/\1/p'
}
tap_is 'a copy to a new object' "$(of 'let n = alloc(o);  if n != null { copy(o, n);  store(o.x, 1); }')" holds
tap_is 'to one that may be known' "$(of 'let n = place(o);  if n != null { copy(o, n);  store(o.x, 1); }')" inconclusive
tap_is 'to one that is known by another name' "$(of \
	'let n = alloc(o);  if n != null { let k = n;  store(o.fwd, k);  copy(o, n);  store(o.x, 1); }')" inconclusive
tap_done
