#!/bin/sh
# examples/bench/bench.sh: times of the example programs with stw, and pauses and
# times of satb beside it.
#
#	bench.sh GCBENCH STRESS GCBENCH-SATB     as built by `make clients'
set -eu
gcbench=$1 stress=$2 satb=$3
for workers in 1 2; do
	for mutators in 1 2; do
		echo "== gcbench: $mutators mutators, $workers workers, heap 2 times the live size"
		"$gcbench" --mutators=$mutators --workers=$workers --heap-multiplier=2 |
			grep -v '^round'
	done
done

# The two collectors take turns, so that disturbances of the machine affect both.
for workers in 1 2; do
	for program in "$gcbench" "$satb"; do
		echo "== $(basename "$program"): 5 mutators, $workers workers, 503 MB live, heap 2 times that"
		"$program" --mutators=5 --depth=19 --workers=$workers --heap-multiplier=2 |
			grep -v '^round'
	done
done
echo "== stress: 100000 changes by each of 2 mutators"
"$stress" --seed=1 --mutators=2 --workers=2 --iterations=100000
