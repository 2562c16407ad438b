#!/bin/sh
# clients.sh: the client programs run on generated C, in several builds, with
# 1 to 4 mutators and workers, in heaps from tight to roomy, and nothing is lost.
# The collector is stw, or what clients-COLLECTOR.sh says.
. "${top_srcdir:=.}/tests/tap.sh"
. "$top_srcdir/tests/runtime.sh"
tap_long
tap_scratch
build=$top_srcdir/tests/clients/build.sh

collector=${collector:-stw}
if ! "$GCDSL" compile "$top_srcdir/examples/$collector.gc" --target c -o "$collector" >message 2>&1; then
	tap_not_ok "$collector.gc becomes C" "$(cat message)"
	tap_done
fi

# Builds into $1, with the other flags. Fails if the compiler lacks a sanitizer.
variant () {
	if sh "$build" "$collector" "$@" >message 2>&1; then
		return 0
	fi
	runtime_unbuilt "$1"
}

stress () { # BUILD MUTATORS WORKERS HEAP NODES CHANGES
	tap_run "$1: stress, $2 mutators, $3 workers, heap $4" timeout 120 "$1/stress" \
		--mutators="$2" --workers="$3" --heap-multiplier="$4" --nodes="$5" \
		--iterations="$6" --seed="$2$3$5"
}
gcbench () { # BUILD MUTATORS WORKERS HEAP DEPTH
	tap_run "$1: gcbench, $2 mutators, $3 workers, heap $4" timeout 120 "$1/gcbench" \
		--mutators="$2" --workers="$3" --heap-multiplier="$4" --depth="$5"
}

if variant release -O2; then
	for mutators in 1 2 3 4; do
		for workers in 1 2 3 4; do
			tap_every 8 || continue
			stress release $mutators $workers 1.2 16384 60000
			gcbench release $mutators $workers 1.2 12
		done
	done
	stress release 2 2 4 1024 50000
	gcbench release 2 2 4 14
	tap_run "release: an allocation that fails is survived" timeout 60 release/stress \
		--exhaust --iterations=1000 --mutators=1 --seed=1
	tap_run_status "release: a heap that is too small is said to be" 3 timeout 60 \
		release/gcbench --heap-multiplier=0.5 --depth=10
	tap_run_status "release: wrong usage" 2 release/stress --mutators=many
fi

# With these sizes packets are full all the time, so units always run in the middle of others.
if tap_all && variant bounded -O2 -DGCRT_PACKET_WORDS=6 -DGCRT_SMALL_BUDGET=0 -DGCRT_BUDGET_SHARE='(~0ul)'; then
	for shape in "1 1" "2 3" "4 4"; do
		tap_every 2 || continue
		# shellcheck disable=SC2086 # two numbers
		stress bounded $shape 1.2 16384 16000
		# shellcheck disable=SC2086
		gcbench bounded $shape 1.5 11
	done
fi

# Heaps may be larger than 1 TB.
if tap_all && variant terabytes -O2 -DGCRT_ARENA_SHIFT=41; then
	stress terabytes 2 2 1.2 16384 16000
fi

if { tap_all || [ "$collector" = satb ]; } && variant debug -O1 -DGCRT_DEBUG=1 -DGC_DEBUG=1; then
	for shape in "1 1" "1 4" "2 3" "3 2" "4 1" "4 4"; do
		tap_every 6 || continue
		# shellcheck disable=SC2086 # two numbers
		stress debug $shape 1.2 16384 16000
		# shellcheck disable=SC2086
		gcbench debug $shape 1.5 11
	done
	tap_run "debug: an allocation that fails is survived" timeout 60 debug/stress \
		--exhaust --iterations=1000 --mutators=1 --nodes=1024 --seed=1
fi

tap_rest
ASAN_OPTIONS=detect_leaks=0
export ASAN_OPTIONS
if { tap_all || [ "$collector" = satb ]; } && variant address,undefined -O1 -fsanitize=address,undefined -fno-sanitize-recover=all; then
	stress address,undefined 2 2 1.5 4096 16000
	stress address,undefined 4 3 2 2048 8000
	gcbench address,undefined 2 2 2 10
fi
if { tap_all || [ "$collector" = satb ]; } && variant thread -O1 -fsanitize=thread; then
	stress thread 2 2 1.5 4096 8000
	stress thread 4 3 2 2048 4000
	gcbench thread 2 2 2 9
fi

# Without this pass, programs call the barrier for new objects themselves.
if tap_all && [ "$collector" = satb ]; then
	if ! "$GCDSL" compile "$top_srcdir/examples/satb.gc" --target c --no-pass refill \
		-o inline >message 2>&1; then
		tap_not_ok "satb.gc becomes C without the pass refill" "$(cat message)"
	elif cmp -s inline/satb-attrs.h satb/satb-attrs.h; then
		tap_not_ok "the pass refill can be switched off"
	fi
	mv satb with && mv inline satb
	if variant inline -O1 -DGCRT_DEBUG=1 -DGC_DEBUG=1; then
		stress inline 2 2 1.5 4096 16000
		gcbench inline 2 2 1.5 11
	fi
fi
tap_done
