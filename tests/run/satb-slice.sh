#!/bin/sh
# The paper's concurrent collector, one cycle, cut at the end of marking: the
# model has at most twice the states of the smallest encoding that was made of
# this algorithm by hand, and with a client at most four times as many.  The client is that of the collector mended as the
# hand-made model is: nobody goes on before all stacks are scanned, and new
# objects are marked from then on.
# shellcheck disable=SC2154
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
command -v "${SPIN:=spin}" >/dev/null 2>&1 || tap_plan skip 'spin is not installed'
command -v gcc >/dev/null 2>&1 || tap_plan skip 'gcc is not installed'
tap_scratch
tap_quick_cc
cp "$top_srcdir/examples/bugs/paper-satb.gc" .

# slice STATES SCENARIO [ARGUMENT…].  A client has more states: the models by hand treat left-out
# units as over, and these record whether one may be left (doubt_K).
slice () {
	by_hand=$1 scenario=$2
	shift 2
	"$GCDSL" verify paper-satb.gc --fold=all --results results --no-mutants --until marking \
		--workers any --property complete --set shading=during_marking \
		--scenario "$scenario" "$@" >out 2>err
	tap_is "$scenario: a cut model is inconclusive" $? 3
	states=$(awk -v s="$scenario" '$1 == s { print $(NF - 2) }' out)
	if [ "${states:-0}" -gt 0 ] && [ "$states" -le $((times * by_hand)) ]; then
		tap_ok "$scenario $*: $states states, by hand $by_hand"
	else
		tap_not_ok "$scenario $*: at most $times x $by_hand states" "states: $states" \
			"$(cat out err)"
	fi
}

times=2
for row in lost_points_in:10 two_roots:22 two_fields:28 two_stacks:60 loops:18 \
	stacks_and_loops:70 pointer_shuffling:924 pointer_deletion:99 allocate_marked:145; do
	tap_every 3 || continue
	slice "${row#*:}" "${row%:*}" --set mode=concurrent --set black=from_opening
done
times=4
slice 79090 one_client --set mode=one_stop --set black=from_own_scan --canonical=yes
! tap_all || slice 198356 two_clients --set mode=one_stop --set black=from_own_scan --canonical=yes
! tap_all || slice 654155 one_client --set mode=one_stop --set black=from_own_scan --canonical=no
tap_done
