#!/bin/sh
# The C of a specification does nothing that the specification does not: for
# collectors of known-c/, whose C once did, and for random ones (SEED=…, COUNT=…).
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
command -v gcc > /dev/null || tap_plan skip 'gcc is not installed'
tap_scratch
program=$top_builddir/tests/differential/differential

# -v 0: heaps that get full, too.
for file in "$top_srcdir"/tests/differential/known-c/*.gc; do
	tap_every 30 || continue
	name=$(basename "$file" .gc)
	case $name in
	serial-on-m | views | handshake-view | look-beside-pause | buffers-wait | left-counts | \
		join-sees | serial-safepoints) runs=40 ;;
	*) runs=8 ;;
	esac
	tap_all && runs=$((runs * 2))
	tap_is "$name: each run is one that it has" \
		"$("$program" -c "$runs" -v 0 "$file")" "$file: same"
done

# In at least half of them there must be something to compare.
seed=20260824 count=4
! tap_all || { seed=20260803 count=14; }
seed=${SEED:-$seed}
count=${COUNT:-$count}
said=$("$program" -c 10 -s "$seed" -n "$count" -j 2 -q 0 2>&1) && status=0 || status=$?
tap_is "$count random specifications of seed $seed: the C of none differs" "$status" 0
printf '%s\n' "$said" | sed 's/^/# /'
compared=$(printf '%s\n' "$said" | sed -n 's/.* \([0-9]*\) same,.*/\1/p')
[ "${compared:-0}" -ge $((count / 3)) ] && tap_ok 'a third of them at least can be compared' ||
	tap_not_ok 'a third of them at least can be compared' "$said"

# Objects that move: a few of each sort.  leg LETTER WHAT COUNT: the C of none differs, and some can be compared.
leg () {
	count=$3
	tap_all && count=$((8 * count))
	rm -rf differential.d
	said=$("$program" -c 10 "$1" -s "$seed" -n "$count" -j 2 -q 0 2>&1) && status=0 || status=$?
	tap_is "$count random specifications of $2: the C of none differs" "$status" 0
	printf '%s\n' "$said" | sed 's/^/# /'
	compared=$(printf '%s\n' "$said" | sed -n 's/.* \([0-9]*\) same,.*/\1/p')
	[ "${compared:-0}" -gt 0 ] && tap_ok "$2: some can be compared" || tap_not_ok "$2: some can be compared" "$said"
}
if tap_all; then
	leg -y 'spaces' 12
	leg -b 'objects that kernels allocate' 4
	leg -t 'objects that slide' 4
	leg -z 'policies' 4
	leg -i 'barriers that answer' 2
	leg -g 'data words' 2
fi
tap_run 'each mutant of the backends can be made' sh "$top_srcdir/tests/differential/mutants.sh" 0
tap_done
