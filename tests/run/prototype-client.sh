#!/bin/sh
# The most general client of the paper's collector, mended, until the end of marking: two mutators and two objects
# have no more states than the smallest model that was made of this by hand (198,356), and what the model
# by hand finds in collectors that are not mended is found before the cut.
# shellcheck disable=SC2154
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
. "$top_srcdir/tests/run/model.sh"
model_begin
cp "$top_srcdir/examples/bugs/paper-satb.gc" sound.gc
cat >>sound.gc <<'END'
verify { memory tso; workers any; scenarios one_client; options mode = one_stop; options black = from_own_scan;
  options shading; expect complete holds; }
END
sed 's/    store(o.mark, 1, relaxed);/    fence(seq_cst);/' sound.gc >white.gc
sed 's/^barrier before_store/barrier after_store/' sound.gc >late.gc
sed 's/stop mutators;/stop mutators relaxed;/
	s/set on m {/set on m relaxed {/' sound.gc >unfenced.gc

# until_end FILE SCENARIO ARGUMENT…: prints the exit status of the one cell, and leaves its states in the file `states'.
until_end () {
	file=$1 scenario=$2
	shift 2
	"$GCDSL" verify "$file.gc" --fold=all --canonical=yes --until marking --results results --property complete \
		--scenario "$scenario" "$@" >out 2>err && status=0 || status=$?
	awk -v s="$scenario" '$1 == s { print $(NF - 2); exit }' out >states
	echo "$status $(grep -c "^$scenario " out)"
}
# The statuses: a failure that is expected, one that is not, and no failure before the cut.
expected='0 1' found='1 1' open='3 1'

mended='--set mode=one_stop --set black=from_own_scan --set shading=during_marking'
# shellcheck disable=SC2086
{
tap_is 'found: new objects are white' "$(until_end white one_client --memory sc $mended)" "$found"
# The states of one mutator are those that satb-slice.sh counts.
if tap_all; then
	tap_is 'two mutators, two objects: nothing is found' "$(until_end sound two_clients --memory sc $mended)" "$open"
	states=$(cat states)
	if [ "${states:-0}" -gt 0 ] && [ "$states" -le 198356 ]; then
		tap_ok "$states states, by hand 198356"
	else
		tap_not_ok 'at most 198356 states' "$states" "$(cat out err)"
	fi
	tap_is 'found: black from the opening on' "$(until_end sound one_client --memory sc --set mode=concurrent \
		--set black=from_opening --set shading=during_marking)" "$expected"
	tap_is 'found: the barrier comes after the store' "$(until_end late one_client --memory sc $mended)" "$found"
	tap_is 'found: no barrier' "$(until_end sound one_client --memory tso --atomic mark --set mode=one_stop \
		--set black=from_own_scan --set shading=none)" "$found"
	tap_is 'found: a stop that orders nothing, tso' \
		"$(until_end unfenced one_client --memory tso --atomic mark $mended)" "$found"
	tap_is 'a stop that orders nothing, sc: no error' "$(until_end unfenced one_client --memory sc $mended)" "$open"
	tap_is 'found: each goes on when it is scanned' "$(until_end sound two_clients --memory sc --set mode=concurrent \
		--set black=from_own_scan --set shading=during_marking)" "$expected"
fi
}
tap_done
