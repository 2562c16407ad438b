#!/bin/sh
# semispace.sh: programs on a collector that copies between two spaces, so in heaps of twice the size: with the checks
# of the debug runtime, with sanitizers, and recorded; and what the runtime says of spaces that are used wrongly.
# shellcheck disable=SC2154
. "${top_srcdir:=.}/tests/tap.sh"
. "$top_srcdir/tests/runtime.sh"
tap_long
tap_scratch

# collector NAME SED: the collector, changed, under the name that the programs of the other tests have; without its mutants
collector () {
	sed "s/^collector semispace;/collector evacuate;/; /^mutant/,\$d; $2" "$top_srcdir/examples/semispace.gc" >"$1.gc"
	tap_run "$1 becomes C" "$GCDSL" compile "$1.gc" --target c -o "$1"
}
. "$top_srcdir/tests/clients/moving.sh"
build () { moving_build evacuate "$@"; }
runs () { moving_runs "$1" 4; }
collector semispace ''
tap_is 'with what it does with spaces' "$(grep -oE 'gcrt_(alloc[a-z_]*|in_space|[a-z]*_spaces?)\([^()]*' semispace/evacuate.c)" \
	"$(printf '%s\n' 'gcrt_swap_spaces(worker, 1, 0' 'gcrt_in_space(o_, 1' 'gcrt_alloc_surely_in(worker, 0, o_' 'gcrt_free_space(worker, 1')"
tap_all || tap_done

if build semispace debug -O1 -DGCRT_DEBUG=1; then
	runs debug
	tap_run 'debug: a full heap' timeout 120 debug/stress --exhaust -m 1 -i 300 -n 256 -x 6 -S 3
	tap_run 'debug: many collections in a small heap' timeout 120 debug/gcbench -m 1 -w 2 -d 6 -x 3 -r 30
	tap_run 'debug: recorded' timeout 120 debug/gcbench -m 1 -w 2 -d 6 -x 8 -o trace=trace.json,trace-heap=1000
	tap_run 'the record is a trace' "$GCDSL" events trace.json
fi
build semispace release -O2 && runs release
build semispace asan -O1 -DGCRT_DEBUG=1 -fsanitize=address,undefined && runs asan
build semispace tsan -O1 -fsanitize=thread && runs tsan

collector early 's/^  stop mutators;/  swap(from, to);/; s/^  swap(from, to); .*/  stop mutators;/'
if build early early -O1; then
	timeout 60 early/gcbench -m 1 -w 2 -d 7 -x 4 >out 2>&1
	tap_is 'spaces are not exchanged while mutators run' "$(grep -c 'spaces are exchanged while mutators run' out)" 1
fi
collector lost 's/free(from);  resume/free(to);  resume/'
if build lost lost -O1 -DGCRT_DEBUG=1; then
	timeout 60 lost/gcbench -m 1 -w 2 -d 7 -x 4 >out 2>&1 && status=0 || status=$?
	tap_is 'copies that are freed are noticed' "$(test $status -ne 0 && echo yes)" yes
fi
tap_done
