#!/bin/sh
# suite.sh: the memory models have exactly the outcomes that examples/litmus claims.
#
# Every outcome of every test there is claimed, allowed or forbidden, under each of
# the six models.  LITMUS_SUITE=all runs all of them, LITMUS_SUITE=core the 38 programs
# that doc/memory.md counts; otherwise some that tell the models apart, as a compiler
# must run for each test and model.
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
command -v "${SPIN:=spin}" >/dev/null 2>&1 || tap_plan skip 'there is no SPIN'
tests=$top_srcdir/examples/litmus
tap_scratch
tap_quick_cc

core='sb sb_fences sb_one_fence sb_rmw mp mp_release_acquire mp_fences mp_release_relaxed'
core="$core mp_relaxed_acquire mp_release_address mp_rmw_acquire lb lb_acquires lb_data corr coww"
core="$core corw cowr corwr w2 w2_releases s s_release_acquire r r_fences wrc wrc_release_acquire"
core="$core isa2 isa2_release_acquire iriw iriw_acquires rwc_acquire_fence add_add add_store or_or"
core="$core swap_swap cas_cas forwarding"
some='mp lb'
! tap_all || some="$some mp_release_relaxed corwr w2_releases sb_rmw"

# chosen FILE: prints the tests of FILE to run, as options. Nothing: none is to run.
chosen () {
	sed -n 's/^litmus \([a-z0-9_]*\) .*/\1/p' "$1" | while read -r name; do
		case ${LITMUS_SUITE-}" $names " in
		all*|*" $name "*) printf -- '--scenario=%s ' "$name" ;;
		esac
	done
}

case ${LITMUS_SUITE-} in
core) names=$core ;;
*) names=$some ;;
esac

# Claims of one outcome differ only in the memory model, so they have the same formula.
claims=$(awk '
	/^litmus / { name = $2; inside = index(" " core " ", " " name " ") }
	inside && /^  (allowed|forbidden) / && !/!=/ {
		sub(/^[^(]*/, "")
		sub(/\).*/, "")
		if (!seen[name, $0]++)
			count++
	}
	END { print count + 0 }' core="$core" "$tests"/*.gc)
tap_is 'the 38 programs decide 196 outcomes' "$claims" 196

for file in "$tests"/*.gc; do
	options=$(chosen "$file")
	[ -n "$options" ] || continue
	# shellcheck disable=SC2086
	"$GCDSL" litmus --no-cache -j2 $options "$file" >out 2>err && status=0 || status=$?
	count=$(echo "$options" | wc -w)
	wrong=$(awk '/^Test/ { t = $2 } /^Memory/ { m = $2 } /^No/ { print t, m, $0 }' out)
	if [ "$status" -eq 0 ] && [ "$(grep -c '^Ok' out)" -eq $((6 * count)) ]; then
		tap_ok "${file##*/}: $count tests under six models"
	else
		tap_not_ok "${file##*/}" "exit status $status" "$wrong" "$(head -n 20 err)"
	fi
done
tap_done
