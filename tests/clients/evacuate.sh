#!/bin/sh
# evacuate.sh: programs on a collector whose kernels allocate and copy objects: with the checks of the debug
# runtime, with sanitizers, and recorded.
. "${top_srcdir:=.}/tests/tap.sh"
. "$top_srcdir/tests/runtime.sh"
tap_long
tap_scratch

tap_run 'the collector becomes C' "$GCDSL" compile "$top_srcdir/tests/run/evacuate.gc" --target c -o evacuate
sed 's/^  if n == null  keep(o);.*/  keep(o);/; s/^  else {/  {/' "$top_srcdir/tests/run/evacuate.gc" >surely.gc
tap_run 'also where nobody tests for null' "$GCDSL" compile surely.gc --target c -o surely
tap_is 'which is another function' "$(cat evacuate/evacuate.c surely/evacuate.c | grep -o 'gcrt_alloc[a-z_]*')" \
	"$(printf 'gcrt_alloc\ngcrt_alloc_surely')"
tap_all || tap_done
. "$top_srcdir/tests/clients/moving.sh"

build () { moving_build evacuate "$@"; }
runs () { moving_runs "$1" 2; }
# moves OUTPUT
moves () {
	tap_is "$1: objects move, and have what they had" "$(timeout 60 "$1/moves" 2>&1)" \
		"$(for round in 1 2 3 4; do echo 'moved 201 of 201'; done)"
}
if build evacuate debug -O1 -DGCRT_DEBUG=1; then
	moves debug
	runs debug
	tap_run 'debug: a full heap' timeout 120 debug/stress --exhaust -m 1 -i 300 -n 256 -S 3
	tap_run 'debug: recorded' timeout 60 debug/moves 2097152 trace=trace.json,trace-heap=1000
	tap_run 'the record is a trace' "$GCDSL" events trace.json
	tap_is 'in which workers allocate' \
		"$(test "$(grep '"thread": *"worker' trace.json | grep -c '"op": *"allocate"')" -ge 10 && echo yes)" yes
fi
build evacuate release -O2 && moves release && runs release
build evacuate asan -O1 -DGCRT_DEBUG=1 -fsanitize=address,undefined && moves asan && runs asan
build evacuate tsan -O1 -fsanitize=thread && moves tsan && runs tsan
# The same programs, where each object has a forwarding reference, and workers race to copy it.
sed 's/^collector copying;/collector evacuate;/' "$top_srcdir/examples/copying.gc" >copying.gc
tap_run 'a copying collector becomes C' "$GCDSL" compile copying.gc --target c -o copying
build copying copying-debug -O1 -DGCRT_DEBUG=1 && runs copying-debug
build copying copying-release -O2 && runs copying-release
build copying copying-tsan -O1 -fsanitize=thread && runs copying-tsan
# And where they copy it part by part.
sed 's/^collector wordwise;/collector evacuate;/' "$top_srcdir/tests/run/wordwise.gc" >wordwise.gc
tap_run 'a collector that copies part by part becomes C' "$GCDSL" compile wordwise.gc --target c -o wordwise
build wordwise wordwise-debug -O1 -DGCRT_DEBUG=1 && runs wordwise-debug
build wordwise wordwise-release -O2 && runs wordwise-release
build wordwise wordwise-asan -O1 -fsanitize=address,undefined && runs wordwise-asan
build wordwise wordwise-tsan -O1 -fsanitize=thread && runs wordwise-tsan
if build surely surely -O1; then
	timeout 60 surely/moves 100000 >out 2>&1
	tap_is 'who promises room, and has none, is stopped' \
		"$(grep -c '`alloc` finds no room for an object of [0-9]* bytes, and the kernel does not test for null' out)" 1
fi
tap_done
