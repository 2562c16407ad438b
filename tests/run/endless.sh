#!/bin/sh
# Collections that do not end, and what must happen some time and does not: found
# whatever the mutators are, a script or a client that could go on for ever, and not
# called true where nobody has looked.
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
command -v "${SPIN:=spin}" >/dev/null 2>&1 || tap_plan skip 'spin is not installed'
command -v gcc >/dev/null 2>&1 || tap_plan skip 'gcc is not installed'
tap_scratch
tap_quick_cc any
spec=$top_srcdir/tests/run/endless.gc

# verdicts FILE OPTION…: prints "SCENARIO VERDICT" for each cell, on one line
verdicts () {
	"$GCDSL" verify --fold=all "$@" --results results >out 2>err || :
	awk '/^scenario/ { on = 1; next } /^(reduced|loads within units|loads within rounds|loads in order|slots [0-9]+|window [0-9]+|no expect|antecedent never true|ranges over nothing): |^[0-9]+ cells: / { on = 0 }
		on && /^[a-z]/ && NF > 6 { print $1, ($5 == "fails" ? $4 " fails" : $4) }' out | tr '\n' ';'
}
each () { # VERDICT
	echo "client $1;few $1;script $1;"
}
tap_is 'cycle_ends fails, for each kind of mutator' "$(verdicts "$spec")" "$(each 'cycle_ends fails')"
for property in 'done' $(! tap_all || echo until_go); do
	tap_is "$property alone is not known" "$(verdicts "$spec" --property $property)" "$(each inconclusive)"
done
tap_is 'it says why' "$(grep -c 'a run goes on for ever, and what must eventually happen may never happen' out)" 3
! tap_all || tap_is 'what is asserted is known' "$(verdicts "$spec" --property none_lost)" "$(each holds)"

# If there are more units than a model can count: the kind, and a run that leads there.
sed '/^work turn/s/emit turn();/& &/' "$spec" >more.gc
tap_is 'too many units: not known' "$(verdicts more.gc --property none_lost)" "$(each inconclusive)"
tap_is 'too many units: of which kind, and where it is' \
	"$(grep -c 'inconclusive: more than 254 units of .turn., at more.gc:4:1,' out)" 3
tap_is '... and both ways in which that happens' \
	"$(grep -c 'inconclusive: .*: either units emit units for ever, or a barrier emits them while nobody runs them' out)" 3
tap_is 'too many units: a story' "$(grep -c 'the model meets a limit of its own' out)" 3

# A collection that waits for something that never comes.
sed '/^work turn/s/  emit turn(); }$/ }/; s/^bucket go .*/phase never;\nbucket go { turn } open when never;/' "$spec" >stuck.gc
tap_is 'stuck: cycle_ends fails' "$(verdicts stuck.gc)" "$(each 'cycle_ends fails')"

# A collection that ends.
sed '/^work turn/s/  emit turn(); }$/ }/' "$spec" >ends.gc
tap_is 'one that ends: all hold' "$(verdicts ends.gc)" "$(each holds)"
tap_rest
tap_is 'stuck: what never comes true' "$(verdicts stuck.gc --property 'done')" "$(each 'done fails')"
sed 's/none_lost, done, until_go hold/cycle_ends fails;  expect none_lost, done, until_go hold/' "$spec" >expects.gc
tap_is 'nor where cycle_ends is expected to fail' "$(verdicts expects.gc --property 'done')" "$(each inconclusive)"
sed 's/always forall o .*/always not open(go);/' "$spec" >broken.gc
tap_is 'what is asserted is broken first' "$(verdicts broken.gc --property 'done' --property none_lost)" \
	"$(each 'none_lost fails')"
tap_done
