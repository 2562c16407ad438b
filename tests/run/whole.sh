#!/bin/sh
# whole.sh: the model without reductions decides where it is small enough, and the row
# says where it is not.
# shellcheck disable=SC2154
. "${top_srcdir:=.}/tests/tap.sh"
command -v "${SPIN:=spin}" >/dev/null 2>&1 || tap_plan skip 'spin is not installed'
command -v gcc >/dev/null 2>&1 || tap_plan skip 'gcc is not installed'
tap_long
tap_scratch
tap_quick_cc
cp "$top_srcdir/examples/satb.gc" .

# row SCENARIO OPTION…: prints what the cell's row has: "holds reduced:false kept:false"; its states
# are in $states.
row () {
	scenario=$1
	shift
	"$GCDSL" verify satb.gc --results results --no-mutants --set allocate_black=true \
		--scenario "$scenario" --memory sc --workers 1 --json "$@" >json 2>err
	states=$(said '"states":\([0-9]*\),')
	row="$(said '"verdict":"\([a-z]*\)"') reduced:$(said '"reduced":\([a-z]*\)')"
	row="$row kept:$(said '"kept":\([a-z]*\),')"
}
said () {
	sed -n "s/.*$1.*/\\1/p" json
}

row second_cycle --no-fold
whole=$states
tap_is 'no reduction is asked for' "$row" 'holds reduced:false kept:false'
row second_cycle --fold=all
folded=$states
tap_is 'all are asked for' "$row" 'holds reduced:true kept:false'
tap_is 'they are worth something' "$([ "$folded" -lt "$whole" ] && echo fewer)" fewer
row second_cycle
tap_is 'what is small is not reduced' "$states $row" "$whole holds reduced:false kept:false"
row second_cycle
tap_is 'the second time it is kept' "$states $row" "$whole holds reduced:false kept:true"
row second_cycle --memory-limit=4
tap_is 'what is too large is reduced' "$states $row" "$folded holds reduced:true kept:false"
row second_cycle --memory-limit=4
tap_is 'and kept as that' "$states $row" "$folded holds reduced:true kept:true"
row second_cycle
tap_is 'which does not decide what is small' "$states $row" "$whole holds reduced:false kept:true"
"$GCDSL" verify satb.gc --results results --no-mutants --set allocate_black=true \
	--scenario second_cycle --memory sc --workers 1 --memory-limit=4 >out
tap_is 'the row says so' "$(grep -c '^second_cycle .* holds .*  reduced' out)" 1
tap_is 'and below it is what that means' "$(grep -c '^reduced: not the whole model' out)" 1

# A failure of the whole model decides the verdict, with its story.
"$GCDSL" verify satb.gc --results results --scenario pointer_deletion --mutant no_barrier >out
tap_is 'a failure of the whole model is one' "$(grep -c '^no_barrier  caught by ' out)" 1
tap_done
