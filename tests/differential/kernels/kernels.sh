#!/bin/sh
# kernels.sh: random kernels and barriers, compiled to C and run, do what an interpreter
# of theirs says, and their C has no warning.
#
#	kernels.sh                     as many as some seconds allow (SEED=…, COUNT=…)
#	kernels.sh --long COUNT SEED   so many kernels, two at a time; what differs is left
#	                               in kernels.d
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
runtime=$top_srcdir/runtime
# (gcc warns about branches that are taken only for null and access it. They are never taken.)
command="${CC:-cc} -std=c11 -D_GNU_SOURCE -Wall -Wextra -Werror -Wno-stringop-overflow -O1 -DGCRT_ARENA_SHIFT=26 \
 -I$runtime/api -I$runtime/src -I$top_srcdir/tests/differential/kernels \
 -DGC_ATTRS='\"k-attrs.h\"' -DGC_EMBEDDER='\"stage-embedder.h\"' -o stage stage.c"

# run NAME SEED COUNT OPTION…
run () {
	name=$1 seed=$2 count=$3
	shift 3
	"$top_builddir/tests/differential/kernels/kernels" -g "$GCDSL" -c "$command" \
		-d "$name.d" -s "$seed" -n "$count" "$@"
}

if [ "${1:-}" = --long ]; then
	half=$((($2 + 39) / 40))
	run kernels "$3" $half &
	first=$!
	run kernels $(($3 + half)) $half && second=0 || second=$?
	wait $first && first=0 || first=$?
	exit $((first + second))
fi

tap_scratch
seed=${SEED:-7}
count=3
! tap_all || count=8
count=${COUNT:-$count}
said=$(run here "$seed" "$count" -q 20 2>&1) && status=0 || status=$?
tap_is "$count random specifications of seed $seed: no kernel differs" "$status" 0
printf '%s\n' "$said" | sed 's/^/# /'
same=$(printf '%s\n' "$said" | sed -n 's/^seed .*worlds: \([0-9]*\) same,.*/\1/p')
[ "${same:-0}" -gt $((count / 2)) ] && tap_ok 'most of them can be compared' ||
	tap_not_ok 'most of them can be compared' "$said"
tap_done
