#!/bin/sh
# Objects that kernels allocate and copy: what a collector that moves objects shows in models, and what is
# noticed when it is wrong.  tests/differential compares the models with the documented semantics.
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
. "$top_srcdir/tests/run/model.sh"
model_begin
spec=$top_srcdir/tests/run/evacuate.gc

if tap_all; then
	tap_run 'a collector that moves objects: all cells and mutants' "$GCDSL" verify "$spec"
else
	tap_run 'a collector that moves objects' "$GCDSL" verify --no-mutants --scenario shared --memory sc "$spec"
fi

# verdict MEMORY SCENARIO SED: the verdict of the changed specification, and what is said about it.
verdict () {
	sed -e '/^verify/,$d' -e "$3" "$spec" >changed.gc
	printf 'verify { memory %s;  workers any;  scenarios %s;  expect none_lost hold; }\n' "$1" "$2" >>changed.gc
	"$GCDSL" verify changed.gc >out 2>&1
	sed -n "s/^$2  *any  *[a-z]*  *\(.*[a-z]\)  *holds  .*/\1/p; s/^    inconclusive: //p" out |
		sed 's/  *$//; s/changed.gc:[0-9]*:[0-9]*/X/g'
}
# shows WHAT VERDICT MEMORY SCENARIO SED
shows () {
	tap_is "$1" "$(verdict "$3" "$4" "$5")" "$2" || cat out
}
shows 'metadata are not copied' 'none_lost fails' sc chain 's/swap(n.seen, kept);  //'
tap_rest

shows 'a copy comes too late for a unit that scans it' 'use:copy fails' sc chain \
	's/^    copy(o, n);/    emit fields(n);  copy(o, n);/; s/^    emit fields(n);$//'
shows 'two copies to one object' 'use:copy fails' sc chain \
	's/^    copy(o, n);/    emit again_to(o, n);  emit again_to(o, n);/
	s/^bucket trace .*fields/&, again_to/
	s/^work let_go/work again_to(o : ref, n : ref) bag { copy(o, n); }\
&/'
shows 'an original is freed while it is copied' 'use:copy fails' sc chain \
	's/^    copy(o, n);/    emit frees(o);  copy(o, n);/; s/^bucket trace .*fields/&, frees/
	s/^work let_go/work frees(o : ref) set { free(o); }\
&/'
shows 'a copy to null' 'no_freed_access fails' sc shared \
	's/^  if n == null  keep(o);.*/  if n == null { keep(o);  copy(o, n); }/'
shows 'nobody tests whether there is room' 'use:room fails' sc chain \
	's/objects 2;/objects 1;/; s/^  if n == null  keep(o);.*/  keep(o);/; s/^  else {/  {/'
shows 'where there is room, none fails' 'holds' sc chain \
	's/objects 2;/objects 4;/; s/^  if n == null  keep(o);.*/  swap(o.seen, one);/; s/^  else {/  {/'

# What a worker does later may come before the copy.
shows 'a relaxed store makes the copy known too early' \
	"$(printf 'inconclusive\nno model can be made: under pso the copy at X of %s may be overtaken by the access at X of the same unit, and in models it is done at once: give the access release order, or put %s before it' "\`fix'" "\`fence(seq_cst);'")" \
	pso chain 's/swap(n.seen, kept);  swap(s, n, acq_rel)/store(s, n);  fence(seq_cst);  swap(n.seen, kept)/'
shows 'stores in order do not' 'holds' tso shared 's/swap(s, n, acq_rel)/store(s, n);  fence(seq_cst)/'
shows 'a store with release order does not' 'holds' pso shared \
	's/swap(s, n, acq_rel)/store(s, n, release);  fence(seq_cst)/'
# in_unit ORDER: the copy becomes known in a unit of its own
in_unit () {
	printf 's/^    publish(s, n);/    emit known(s, n);/; s/^    emit fields(n);//
	s/^bucket trace .*fields/&, known/
	s/^work let_go/work known(s : ref*, n : ref) bag { store(s, n%s);  fence(seq_cst);  swap(n.seen, kept, acq_rel);  emit fields(n); }\
&/' "$1"
}
shows 'nor a store of a unit that is emitted, with release order' 'holds' pso shared "$(in_unit ', release')"
shows 'but without it, it may' \
	"$(printf "inconclusive\na store of a worker's, at X, may still be on its way when its location is met at X: put \`fence(seq_cst);' after it")" \
	pso chain "$(in_unit '')"
shows 'a mutator stores to an object that is copied' 'use:copy fails' relaxed running \
	"s/stop mutators;  for/for/; s/resume mutators;/fence(seq_cst);/
	s/^scenario program/scenario running { objects a;  objects 1;  mutator m (stack = { a }) { write(a.field[0], a); } }\\
&/"

# Stories say what was allocated and copied.
"$GCDSL" trace --scenario chain --memory sc --workers any --mutant forgets_slot "$spec" >story 2>&1
tap_run 'a story has the new object' grep -q 'new1 is allocated$' story
tap_run 'and what is copied' grep -q 'copy(o, n)  *new1.field\[0\] = ' story
tap_is 'nobody holds it' "$(grep -c '^  held' story)" 0
"$GCDSL" trace --scenario chain --memory sc --workers any --mutant forgets_slot --json "$spec" >story.json 2>/dev/null
tap_run 'its trace is one' "$GCDSL" events story.json
tap_done
