#!/bin/sh
# examples/bench/bench.sh: times of the example programs with stw.
#
#	bench.sh GCBENCH STRESS     the two programs, as built by `make clients'
set -eu
gcbench=$1 stress=$2
for workers in 1 2; do
	for mutators in 1 2; do
		echo "== gcbench: $mutators mutators, $workers workers, heap 2 times the live size"
		"$gcbench" --mutators=$mutators --workers=$workers --heap-multiplier=2 |
			grep -v '^round'
	done
done
echo "== stress: 100000 changes by each of 2 mutators"
"$stress" --seed=1 --mutators=2 --workers=2 --iterations=100000
