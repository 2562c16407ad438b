#!/bin/sh
# tests/stress/build.sh: what stress.sh runs, with the runtime disturbed at its door.
#
#	build.sh FOLDER KIND COLLECTOR…
#
# makes FOLDER/KIND/{stress,gcbench,lisp,handover}-COLLECTOR.  The kinds: plain; bounded, in
# which nearly all units run in the middle of others; sanitized, which
# looks for wrong addresses and undefined behaviour and checks the heap after each cycle; address,
# whose runtime says which memory of the heap is free; thread, which looks for races.  What is there is not made again: a generated collector in
# FOLDER/KIND/COLLECTOR, object files.  The runtime's sources are in RUNTIME (default: those here);
# PROGRAMS says which programs (default: all), OPTIMISED how much what is plain is optimised (default: -O2).
# GCDSL, CC and top_srcdir are taken from the environment.
set -eu
: "${top_srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}"
: "${RUNTIME:=$top_srcdir/runtime/src}"
: "${PROGRAMS:=stress gcbench lisp handover}"
here=$1/$2 kind=$2
shift 2
case $kind in
plain) flags=${OPTIMISED:--O2} ;;
bounded) flags='-O2 -DGCRT_PACKET_WORDS=6 -DGCRT_SMALL_BUDGET=0 -DGCRT_BUDGET_SHARE=(~0ul)' ;;
address) flags='-O1 -fsanitize=address' ;;
sanitized) flags="-O1 -fsanitize=address,undefined -fno-sanitize-recover=all -DGCRT_DEBUG=1 -DGC_DEBUG=1" ;;
thread) flags="-O1 -fsanitize=thread" ;;
*) echo "build.sh: no kind $kind" >&2; exit 2 ;;
esac
mkdir -p "$here"
clients=$top_srcdir/examples/clients
driver=$top_srcdir/tests/differential/driver
cc="${CC:-cc} -std=gnu11 -D_GNU_SOURCE -g -pthread $flags -I$top_srcdir/runtime/api -I$RUNTIME -I$driver"
disturbed="$cc -include noise.h"

# objects FOLDER COMPILER SOURCE…
objects () {
	into=$1 compiler=$2
	mkdir -p "$into"
	shift 2
	for source; do
		object=$into/$(basename "$source" .c).o
		# shellcheck disable=SC2086 # a list of words
		[ -e "$object" ] || $compiler -c "$source" -o "$object"
	done
}

# wanted PROGRAM…: whether one of them was requested.
wanted () {
	for program; do
		case " $PROGRAMS " in *" $program "*) return 0 ;; esac
	done
	return 1
}

for source in "$RUNTIME"/*.c "$driver/noise.c" "$top_srcdir/tests/stress/disturb.c"; do
	case $source in
	*/gcrt-sync.c) objects "$here/runtime" "$cc" "$source" ;;
	*) objects "$here/runtime" "$disturbed" "$source" ;;
	esac
done
for collector; do
	work=$here/$collector
	[ -e "$work/$collector.c" ] || "$GCDSL" compile "$top_srcdir/examples/$collector.gc" --target c -o "$work" >/dev/null
	with="$disturbed -I$work -DGC_ATTRS=\"$collector-attrs.h\""
	graph="$with -I$clients -DGC_EMBEDDER=\"client-embedder.h\""
	lisp="$with -I$clients/lisp -DGC_EMBEDDER=\"lisp-embedder.h\""
	handover="$with -I$top_srcdir/runtime/tests -DGC_EMBEDDER=\"test-embedder.h\""
	if wanted stress gcbench; then
		objects "$work/graph" "$graph" "$clients"/*.c "$work/$collector.c"
		common="$work/graph/client.o $work/graph/$collector.o"
		$cc -o "$here/stress-$collector" "$work/graph/stress.o" "$work/graph/stress-graph.o" \
			$common "$here"/runtime/*.o -lm
		$cc -o "$here/gcbench-$collector" "$work/graph/gcbench.o" $common "$here"/runtime/*.o -lm
	fi
	if wanted lisp; then
		objects "$work/lisp" "$lisp" "$clients"/lisp/*.c "$work/$collector.c"
		$cc -o "$here/lisp-$collector" "$work"/lisp/*.o "$here"/runtime/*.o -lm
	fi
	if wanted handover; then
		objects "$work/handover" "$handover" "$top_srcdir/tests/handover/handover.c" \
			"$work/$collector.c"
		$cc -o "$here/handover-$collector" "$work"/handover/*.o "$here"/runtime/*.o -lm
	fi
done
