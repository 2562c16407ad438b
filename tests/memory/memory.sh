#!/bin/sh
# memory.sh: small collectors whose models hold, as C: what they free is allocated
# again, wherever they free it, and no allocation fails that has room.
. "${top_srcdir:=.}/tests/tap.sh"
. "$top_srcdir/tests/runtime.sh"
tap_long
tap_scratch
tap_quick_cc any
here=$top_srcdir/tests/memory runtime=$top_srcdir/runtime

# build NAME OUTPUT [FLAG…]: builds $program, with $beside, and the collector. Fails if the compiler
# lacks a sanitizer.
program=churn beside=
build () {
	name=$1 output=$2
	shift 2
	# shellcheck disable=SC2086 # lists of files
	if runtime_objects "$@" && ${CC:-cc} -std=gnu11 -D_GNU_SOURCE -g -Wall -Wextra -Werror \
		-pthread "$@" -I"$runtime/api" -I"$runtime/src" -I"$runtime/tests" -I"$name" \
		-DGC_ATTRS="\"$name-attrs.h\"" -DGC_EMBEDDER='"test-embedder.h"' -o "$output" \
		"$name/$name.c" "$here/$program.c" $beside $objects -lm >message 2>&1; then
		return 0
	fi
	runtime_unbuilt "$name: $output"
}
# run NAME PROGRAM: small objects of several sizes and large ones, with one thread and with several.
run () {
	tap_run "$1: $2, one thread" timeout 60 "./$2" 1 2 2m 1500 16 30 48 200 1000
	tap_run "$1: $2, three threads" timeout 60 "./$2" 3 2 6m 800 16 30 48 200 1000 3000
	tap_run "$1: $2, large objects" timeout 60 "./$2" 3 2 8m 600 8 3 20000 48 100000
}

for spec in "$here"/*.gc "$top_srcdir/examples/incremental.gc"; do
	name=$(basename "$spec" .gc)
	if ! "$GCDSL" compile "$spec" --target c -o "$name" >message 2>&1; then
		tap_not_ok "$name.gc becomes C" "$(cat message)"
		continue
	fi
	tap_all || [ "$name" = generations ] || continue
	build "$name" "$name-release" -O2 && run "$name" "$name-release"
	tap_all || continue
	build "$name" "$name-debug" -O1 -DGCRT_DEBUG=1 -DGC_DEBUG=1 && run "$name" "$name-debug"
done

# Units that barriers emit between cycles are run. Stores of kernels are not reported as the
# program's. A check of the heap waits while one cycle has stopped the mutators for the next one.
program=stores beside=$here/waiting.c
build logs logs-stores -O2 &&
	tap_run "logs: stores without allocations" timeout 60 ./logs-stores 1000000 200
tap_all && build logs logs-stores-debug -O1 -DGCRT_DEBUG=1 -DGC_DEBUG=1 &&
	tap_run "logs: stores, debug" timeout 60 ./logs-stores-debug 200000 200
program=looks beside=
build split split-looks -O1 -DGCRT_DEBUG=1 -DGC_DEBUG=1 &&
	tap_run "split: looks between cycles" timeout 60 ./split-looks 500 2
program=kept
for flags in "-O2" "-O1 -DGCRT_DEBUG=1 -DGC_DEBUG=1" "-O1 -fsanitize=thread"; do
	tap_all || [ "$flags" = -O2 ] || continue
	# shellcheck disable=SC2086 # several flags
	build unique unique-kept $flags || continue
	for what in own inactive pages; do
		tap_run "unique: room is found: $what, $flags" timeout 60 ./unique-kept $what
	done
done
program=churn

tap_rest
# Under sanitizers: frees beside allocations, and loops that begin beside mutators.
ASAN_OPTIONS=detect_leaks=0
export ASAN_OPTIONS
for name in unique loops dead_list; do
	if build "$name" "$name-address" -O1 -fsanitize=address,undefined \
		-fno-sanitize-recover=all; then
		tap_run "$name: address sanitizer" timeout 60 "./$name-address" 3 2 8m 300 8 3 20000 48 \
			3000 100
	fi
	if build "$name" "$name-thread" -O1 -fsanitize=thread; then
		tap_run "$name: thread sanitizer" timeout 60 "./$name-thread" 3 2 8m 300 8 3 20000 48 \
			3000 100
	fi
done

# The thread sanitizer reports no race on an object that a worker reads through a reference that it
# has found.
program=fills
build incremental incremental-fills -O1 -fsanitize=thread &&
	tap_run "incremental: new objects beside marking" timeout 100 ./incremental-fills 100000 \
		400000 2 8m

# The properties hold in the models of these collectors.
if ! command -v spin >/dev/null 2>&1; then
	tap_skip "the models hold" "no spin"
else
	for spec in "$here"/*.gc; do
		tap_every 4 || continue
		tap_run "$(basename "$spec"): the model holds" "$GCDSL" verify "$spec"
	done
fi
tap_done
