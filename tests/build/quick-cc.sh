#!/bin/sh
# tests/quick-cc: its verifiers find what those of gcc find.
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
tap_scratch
command -v tcc >/dev/null || tap_plan skip 'tcc is not installed'
quick=$top_srcdir/tests/quick-cc

# Conditions with constants, which tcc alone gets wrong.
printf '#include <stdio.h>\n#include "pan.m"\n' >pan.c
alone=
for seed in $(! tap_all || echo 1 2 3 4) 5; do
	"${AWK:-awk}" -v SEED=$seed -v COUNT=200 -f "$top_srcdir/tests/build/random-conditions.awk" >pan.m
	gcc -O0 -w -o by-gcc pan.c
	"$quick" -O0 -w -o by-tcc pan.c
	tcc -w -o by-tcc-alone pan.c
	tap_is "200 conditions, seed $seed" "$(./by-tcc)" "$(./by-gcc)"
	tap_is "all of them, seed $seed" "$(./by-gcc | tr -d '\n' | wc -c)" 5400
	[ "$(./by-tcc-alone)" = "$(./by-gcc)" ] || alone=differs
done
tap_is 'tcc alone gets some wrong' "$alone" differs
tap_is 'pan.m is as it was' "$("${AWK:-awk}" -v SEED=5 -v COUNT=200 \
	-f "$top_srcdir/tests/build/random-conditions.awk" | cmp - pan.m)" ''

# Verifiers.
command -v "${SPIN:=spin}" >/dev/null || tap_done

# found COMPILER MODEL: what its verifier finds, but for times and memory
found () {
	flags=$(sed -n 's/^ \*   cc \(.*\) -o pan pan\.c && .*/\1/p' "$2")
	progress=$(sed -n 's/^ \*   cc .*&& \.\/pan .*\( -l\)$/\1/p' "$2")
	# shellcheck disable=SC2086 # several flags
	"$1" -O0 -w $flags -o verifier pan.c && timeout 60 ./verifier -w16 -m200000 -E $progress |
		sed -n '/states, stored/p; /states, matched/p; /atomic steps/p; /assertion violated/p; /errors:/p; /^@ /p'
}
compared=0
turn=0
each=72 least=1
! tap_all || each=4 least=8
differ=
for specification in satb ragged copying litmus/mp; do
	for memory in sc tso relaxed; do
		"$GCDSL" compile "$top_srcdir/examples/$specification.gc" --target promela --memory $memory \
			-o "$(basename $specification)-$memory" >/dev/null 2>&1 || continue
		for model in "$(basename $specification)-$memory"/*.pml; do
			grep -q '^ \*   cc ' "$model" || continue
			case $model in *-any_*) continue ;; esac # clients are large
			turn=$((turn + 1))
			[ $((turn % each)) -eq 0 ] || continue
			(cd "$(dirname "$model")" && "$SPIN" -a "$(basename "$model")" >/dev/null) || continue
			mv "$(dirname "$model")"/pan.* .
			[ "$(found gcc "$model")" = "$(found "$quick" "$model")" ] || differ="$differ $model"
			compared=$((compared + 1))
		done
	done
done
tap_is 'the same states, transitions and errors' "$differ" ''
[ "$compared" -ge $least ] && tap_ok "enough verifiers" || tap_not_ok "enough verifiers" "$compared"
tap_done
