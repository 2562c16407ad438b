#!/bin/sh
# The six idle heaps of stw.gc, cut at the end of marking, one cycle: the model
# has at most 50 times the states of the smallest encoding that was made of this
# algorithm by hand (10, 22, 28, 60, 18, 70).
# shellcheck disable=SC2154
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
command -v "${SPIN:=spin}" >/dev/null 2>&1 || tap_plan skip 'spin is not installed'
command -v gcc >/dev/null 2>&1 || tap_plan skip 'gcc is not installed'
tap_scratch
tap_quick_cc
cp "$top_srcdir/examples/stw.gc" .
"$GCDSL" verify stw.gc --fold=all --results results --no-mutants --until trace --workers any \
	--set twice=false >out 2>err
tap_is 'a cut model is inconclusive' $? 3
for row in lost_points_in:10 two_roots:22 two_fields:28 two_stacks:60 loops:18 \
	stacks_and_loops:70; do
	scenario=${row%:*} by_hand=${row#*:}
	states=$(awk -v s="$scenario" '$1 == s { print $(NF - 2) }' out)
	if [ "${states:-0}" -gt 0 ] && [ "$states" -le $((50 * by_hand)) ]; then
		tap_ok "$scenario: $states states, by hand $by_hand"
	else
		tap_not_ok "$scenario: at most 50 x $by_hand states" "states: $states" "$(cat out err)"
	fi
done
tap_done
