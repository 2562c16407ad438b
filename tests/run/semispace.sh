#!/bin/sh
# Spaces: the verdicts of semispace.gc and its mutants, what stories say, and what is noticed when spaces are exchanged
# at the wrong moment.  tests/clients/semispace.sh runs its C.
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
. "$top_srcdir/tests/run/model.sh"
model_begin
spec=$top_srcdir/examples/semispace.gc

tap_run 'objects are copied, and back' "$GCDSL" verify --no-mutants --scenario two_ways \
	--memory "sc$(! tap_all || echo ,relaxed)" "$spec"
! tap_all || "$GCDSL" trace "$spec" --mutant frees_the_copies --scenario two_ways >story 2>err
! tap_all || tap_is 'the story shows that names are exchanged' "$(grep -c '`from'\'' and `to'\'' exchange their names' story)" 1
! tap_all || tap_is 'and each object that is freed with its space' "$(grep -c 'free(to).* is freed' story)" 1

# changed WHAT VERDICT SED [ARGUMENT…]: what fails in two_ways in the changed collector
changed () {
	what=$1 verdict=$2
	sed "$3" "$spec" >changed.gc
	shift 3
	cmp -s "$spec" changed.gc && tap_not_ok "$what: changes something"
	"$GCDSL" verify --no-mutants --scenario two_ways --memory sc "$@" changed.gc >out 2>&1
	tap_is "$what" "$(sed -n 's/^two_ways  *any  *sc  *\(.*[a-z]\)  *holds  .*/\1/p' out | sed 's/  *$//')" "$verdict" || cat out
}
changed 'exchanged before the mutators are stopped' 'use:spaces fails' 's/^  stop mutators;/  swap(from, to);/; s/^  swap(from, to); .*/  stop mutators;/'
tap_rest
changed 'exchanged after units that test exist' 'use:spaces fails' '/^  swap(from, to); /d; s/^  for m : mutator  emit roots(m);/&  swap(from, to);/;
	s/^work roots(m : mutator) set {/& let nobody = null in from; /; s/ let nobody = null in from; / for s in m.roots { let o = load(s);  if o in to  emit scan(o); } /'
changed 'not exchanged' 'holds' '/^  swap(from, to); /d'
changed 'the old space is not freed' 'one_copy fails' 's/free(from);  resume/resume/'
changed 'objects of the new space are moved' 'all_moved fails' 's/if o in from  swap(s, forward/if o in to  swap(s, forward/'
tap_run 'all cells and mutants' "$GCDSL" verify "$spec"
tap_done
