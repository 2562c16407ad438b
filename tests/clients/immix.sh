#!/bin/sh
# immix.sh: programs on a mark-region collector: with the checks of the debug runtime, with sanitizers, in full heaps, and
# recorded; and what is noticed if objects are placed, or lines freed, where they should not be.
# shellcheck disable=SC2154
. "${top_srcdir:=.}/tests/tap.sh"
. "$top_srcdir/tests/runtime.sh"
tap_long
tap_scratch

# collector NAME SED: the collector, changed, without its mutants
collector () {
	sed "/^mutant/,\$d; $2" "$top_srcdir/examples/immix.gc" >"$1.gc"
	tap_run "$1 becomes C" "$GCDSL" compile "$1.gc" --target c -o "$1"
}
. "$top_srcdir/tests/clients/moving.sh"
build () { moving_build immix "$@"; }
runs () { moving_runs "$1" 4; }
collector immix ''
tap_is 'with its loops over regions' "$(grep -oE 'gcrt_(for_[a-z_]*regions[a-z_]*|for_objects_[a-z]*|free_[a-z]*)\([^()]*' immix/immix.c | sort -u)" \
	"$(printf '%s\n' 'gcrt_for_all_regions(worker, 15, b_' 'gcrt_for_objects_unlike(b_, 15, o_, IMMIX_META_state, 0' 'gcrt_for_regions_in(b_, 15, 7, l_' \
		'gcrt_for_regions_of(n_, 7, l_3_' 'gcrt_for_regions_of(o_, 7, l_' 'gcrt_for_regions_of(o_, 7, l_2_' \
		'gcrt_free_region(worker, l_, 7' | sort -u)"
tap_all || tap_done

if build immix debug -O1 -DGCRT_DEBUG=1; then
	runs debug
	tap_run 'debug: a full heap' timeout 120 debug/stress --exhaust -m 1 -i 300 -n 256 -x 6 -S 3
	tap_run 'debug: many collections in a small heap' timeout 120 debug/gcbench -m 1 -w 2 -d 6 -x 3 -r 30
	tap_run 'debug: recorded' timeout 120 debug/gcbench -m 1 -w 2 -d 4 -x 12 -r 4 -o trace=trace.json,trace-heap=200
	tap_run 'the record is a trace' "$GCDSL" events trace.json
fi
build immix release -O2 && {
	runs release
	tap_run 'release: larger heaps' timeout 120 release/gcbench -m 1 -w 2 -d 14 -x 2
	tap_run 'release: graphs with objects of all sizes' timeout 120 release/stress -m 2 -w 2 -i 20000 -n 512 -x 2 -S 9
}
build immix asan -O1 -DGCRT_DEBUG=1 -fsanitize=address,undefined && runs asan
build immix tsan -O1 -fsanitize=thread && runs tsan

# With room for copies, and blocks that the runtime chooses: a heap that is little larger than what lives.
chosen="-include $moving_here/sparse.h"
# tight OUTPUT: the programs find room, with one mutator and worker and with more
tight () {
	for units in 1 3; do
		tap_run "$1: a tight heap, $units mutators and workers" \
			timeout 120 "$1/stress" -m $units -w $units -i 60000 -n 16384 -x 1.3 -S 5
		tap_run "$1: a tight heap and large objects, $units" timeout 120 "$1/gcbench" -m $units -w $units -d 10 -x 1.3 -r 3
	done
}
# shellcheck disable=SC2086 # several flags
if moving_build immix immix sparse-debug -O1 -DGCRT_DEBUG=1 $chosen; then
	tight sparse-debug
	tap_run 'a full heap' timeout 120 sparse-debug/stress --exhaust -m 2 -w 2 -i 300 -n 4096 -x 1.3 -S 3
fi
# shellcheck disable=SC2086
if moving_build immix immix sparse-release -O2 $chosen; then tight sparse-release; fi

# noticed NAME WHAT SED: the debug runtime, or a program, notices that the changed collector loses objects
noticed () {
	collector "$1" "$3"
	build "$1" "$1" -O1 -DGCRT_DEBUG=1 || return 0
	timeout 120 "$1/stress" -m 1 -w 2 -i 2000 -n 256 -x 2 -S 5 >out 2>&1 && status=0 || status=$?
	tap_is "$2" "$(test $status -ne 0 && echo yes)" yes || tail -n 3 out
}
noticed tail 'lines that are not all marked are noticed' 's/for l in o.lines  store(l.live, 1, release)/store(o.line.live, 1, release)/'
noticed live 'lines that are freed although they live are noticed' 's/if load(l.live) == 0  free(l)/if load(l.live) == 1  free(l)/'
tap_done
