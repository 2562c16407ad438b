#!/bin/sh
# Objects that slide: the verdicts of compact.gc and its mutants, what stories say, and what is noticed when places are
# computed, or objects moved, at the wrong moment.  tests/clients/compact.sh runs its C.
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
. "$top_srcdir/tests/run/model.sh"
model_begin
spec=$top_srcdir/examples/compact.gc

tap_run 'objects slide, twice' "$GCDSL" verify --no-mutants --scenario twice --memory sc "$spec"
! tap_all || "$GCDSL" trace "$spec" --mutant stays_marked --scenario twice >story 2>err
! tap_all || tap_is 'the story shows places' "$(grep -c 'slide o.to .*a\.to = a; c\.to = b' story)" 1

# changed WHAT VERDICT SED [ARGUMENT…]: what fails in holes in the changed collector
changed () {
	what=$1 verdict=$2
	sed "/^mutant/,\$d; $3" "$spec" >changed.gc
	shift 3
	cmp -s "$spec" changed.gc && tap_not_ok "$what: changes something"
	"$GCDSL" verify --no-mutants --scenario holes --memory sc "$@" changed.gc >out 2>&1
	tap_is "$what" "$(sed -n 's/^holes  *any  *sc  *\(.*[a-z]\)  *holds  .*/\1/p' out | sed 's/  *$//')" "$verdict" || cat out
}
changed 'garbage stays at the places' 'use:move fails' 's/^  if load(o.mark) == 0  free(o);/  if load(o.mark) == 0  store(o.mark, 0);/'
tap_rest
changed 'the mutators run on' 'none_lost fails' 's/^bucket finish .*/bucket finish { finish_gc } open when drained(fixes) fill emit finish_gc();/'
changed 'places are computed beside marking' 'use:slide fails' 's/^bucket places .*/bucket places { place } open when drained(stacks) fill emit place();/'
changed 'objects are moved in no order' 'use:move fails' 's/^work move_all() .*/work move_all(o : ref) set { relocate(o, load(o.to)); }/
	s/^bucket moves .*/bucket moves { move_all } open when drained(fixes) fill for o : object  emit move_all(o);/'
"$GCDSL" compile changed.gc --target c -o made >out 2>&1
tap_is 'of which there is no C' "$(grep -c 'E0923' out)" 1
tap_run 'all cells and mutants' "$GCDSL" verify "$spec"
tap_done
