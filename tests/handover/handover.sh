#!/bin/sh
# handover.sh: threads that join, leave and hand references over to each other, under the
# example collectors, with the runtime disturbed at its door.  HANDOVER_SECONDS=N: each
# run takes so long (0.3; 0.7 if all is to be tried).
. "${top_srcdir:=.}/tests/tap.sh"
. "$top_srcdir/tests/runtime.sh"
tap_long
tap_scratch
here=$top_srcdir/tests/handover runtime=$top_srcdir/runtime
noise=$top_srcdir/tests/differential/driver
seconds=0.3
tap_all && seconds=0.7
optimised=$(runtime_disturbed_flags)
seconds=${HANDOVER_SECONDS:-$seconds}

# compiled SPEC: makes its C in a folder of that name.
compiled () {
	"$GCDSL" compile "$1.gc" --target c -o "$1" >message 2>&1 ||
		tap_not_ok "$1.gc becomes C" "$(cat message)"
}
# build SPEC NAME OUTPUT [FLAG…]: fails if the compiler lacks a sanitizer. $mistake is a flag for
# the program only.
mistake=
build () {
	spec=$1 name=$2 output=$3
	shift 3
	# shellcheck disable=SC2086 # a list of files; no flag, or one
	if runtime_disturbed "$@" && ${CC:-cc} -std=gnu11 -D_GNU_SOURCE -g -Wall -Wextra -Werror \
		-pthread "$@" -I"$runtime/api" -I"$runtime/src" -I"$runtime/tests" -I"$spec" -I"$noise" \
		-DHANDOVER_NOISE $mistake -include noise.h -DGC_ATTRS="\"$name-attrs.h\"" \
		-DGC_EMBEDDER='"test-embedder.h"' -o "$output" "$spec/$name.c" "$here/handover.c" $objects \
		-lm >message 2>&1; then
		return 0
	fi
	runtime_unbuilt "$output"
}
# run PROGRAM: in a small heap, so that there are many collections in this time.
heap=256k
longest=$((${seconds%.*} * 10 + 60))
run () {
	tap_run "$1, 4 threads" timeout $longest "./$1" 4 2 $heap "$seconds" 8 1
	tap_run "$1, 3 threads, one worker" timeout $longest "./$1" 3 1 $heap "$seconds" 20 2
}

cp -R "$top_srcdir"/examples/*.gc "$top_srcdir"/examples/parts .
for name in ragged $(! tap_all || echo stw satb incremental); do
	compiled $name
	build $name $name $name-release "$optimised" && run $name-release
	tap_all || continue
	build $name $name $name-thread -O1 -fsanitize=thread && run $name-thread
	build $name $name $name-debug -O1 -DGCRT_DEBUG=1 -DGC_DEBUG=1 && run $name-debug
done

tap_rest
# loses SPEC [FLAG]: the test must notice it within some seconds.
loses () {
	spec=$1 mistake=${2-}
	build "$spec" ragged mutant -O2 || return
	for seed in $(seq 40); do
		timeout 60 ./mutant 4 2 $heap 3 8 $seed >out 2>&1 && status=0 || status=$?
		[ $status -eq 0 ] || break
	done
	tap_is "$spec $mistake: objects are lost" "$status $(grep -c 'not as it was made' out)" '4 1'
}
sed '/^barrier received/,/^}/d; /^mutant received_white/,$d' ragged.gc >white.gc
compiled white
loses white
! tap_all || loses ragged -DHANDOVER_FORGETS
tap_done
