#!/bin/sh
# Foldings change how many states there are, and no verdict: scripted scenarios
# of the examples, folded and plain (FOLDS_ALL=1: all of them).  And each is applied where its
# side condition holds, and nowhere else.
# shellcheck disable=SC2154
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
. "$top_srcdir/tests/run/model.sh"
model_begin

# verdicts FILE OPTION…: prints a line for each cell, with the verdict and without the cost
verdicts () {
	spec=$1
	shift
	"$GCDSL" verify "$spec" --fold=all --no-mutants --workers any --results results -j 2 "$@" >table 2>err
	awk '/^scenario / { on = 1; next } /^(reduced|loads within units|loads within rounds|loads in order|slots [0-9]+|window [0-9]+|no expect|antecedent never true|ranges over nothing): |^[0-9]+ cells: / { on = 0 }
		on && NF > 6 { $1 = $1; sub(/ [0-9]+ [0-9.]+ [0-9.]+( .*)?$/, ""); print }' table
}

# same FILE OPTION…
same () {
	verdicts "$@" >folded
	verdicts "$@" --no-fold >plain
	tap_same "$(basename "$1"): verdicts with and without foldings" folded plain
	tap_is "$(basename "$1"): there are some" "$([ -s folded ] && echo yes)" yes
}
if [ -n "${FOLDS_ALL-}" ]; then
	for spec in stw satb ragged incremental bugs/paper-satb; do
		same "$top_srcdir/examples/$spec.gc" --time-limit 100
	done
fi
same "$top_srcdir/examples/stw.gc" --set twice=false --scenario shuffle --scenario two_stacks
! tap_all || same "$top_srcdir/examples/satb.gc" --set allocate_black=true --scenario pointer_shuffling \
	--scenario pointer_deletion --scenario allocate_marked --memory relaxed
! tap_all || same "$top_srcdir/examples/bugs/paper-satb.gc" --set mode=concurrent --set shading=during_marking \
	--scenario pointer_shuffling --scenario hung_under_new

# ---- where foldings are applied: the header of a model lists it
# folds EDIT PATTERN: what the header says when the specification is edited
folds () {
	sed "$1" "$top_srcdir/tests/run/heaps.gc" >edited.gc
	rm -rf model
	"$emit_model" -p no_freed_access,no_stranded edited.gc S6 model >emit.out 2>&1 || cat emit.out
	sed -n "s/^ \*   $2: //p" model/model.pml
}
sets='a unit that would do nothing is left out, and equal units are one'
openings='a bucket opens in the step that fulfils its condition'
private='all roots of a mutator are loaded in one step'
claims='a unit is taken from the pool in its first step'
tap_is 'an idempotent body of one access: units merge' "$(folds '' "$sets")" mark_obj
tap_is 'a load and a store: they do not' \
	"$(folds 's/  if fetch_or(o.mark, 1, relaxed) == 0  emit/  let m = load(o.mark); store(o.mark, 1); if m == 0 emit/' "$sets")" ''
tap_is 'a body that always emits: they do not' \
	"$(folds 's/  if fetch_or(o.mark, 1, relaxed) == 0  emit/  fetch_or(o.mark, 1); if load(o.mark) == 1 emit/' "$sets")" ''
tap_is 'swap is as good as fetch_or' \
	"$(folds 's/fetch_or(o.mark, 1, relaxed)/swap(o.mark, 1)/' "$sets")" mark_obj
tap_is 'guards that stay true' "$(folds '' "$openings")" 'stacks trace sweep go'
tap_is 'a guard that looks at a phase does not' \
	"$(folds 's/^bucket go .*/phase p;\nbucket go { let_go } open when drained(sweep) and not p fill emit let_go();/' "$openings")" \
	'stacks trace sweep'
tap_is 'roots of mutators that are stopped' "$(folds '' "$private")" scan_stack
tap_is 'what may be taken up at once is no private matter' \
	"$(folds 's/^bucket trace .*/bucket trace { mark_obj, scan_obj } open when drained(start);/' "$private")" ''
tap_is 'no guard looks at the queue: claims wait' "$(folds '' "$claims" | grep -c sweep_obj)" 1
tap_is 'a guard that looks at the queue sees claims' \
	"$(folds 's/open when drained(sweep) /open when empty(sweep) /' "$claims" | grep -c sweep_obj)" 0
tap_done
