#!/bin/sh
# room.sh: heaps of 32 MB of which 24 and more live, and threads that allocate beside a
# cycle that began without a stop: no allocation fails.  What is allocated during such a
# cycle lives through it, so that a cycle without room at its end says nothing yet.
. "${top_srcdir:=.}/tests/tap.sh"
. "$top_srcdir/tests/runtime.sh"
tap_long
tap_scratch
runtime=$top_srcdir/runtime

for name in $(! tap_all || echo ragged) satb; do
	# shellcheck disable=SC2086 # a list of files
	"$GCDSL" compile "$top_srcdir/examples/$name.gc" --target c -o $name >message 2>&1 &&
		runtime_objects -O2 && ${CC:-cc} -std=gnu11 -D_GNU_SOURCE -O2 -Wall -Wextra -Werror -pthread \
			-I"$runtime/api" -I"$runtime/src" -I"$runtime/tests" -I$name \
			-DGC_ATTRS="\"$name-attrs.h\"" -DGC_EMBEDDER='"test-embedder.h"' \
			-o room-$name $name/$name.c "$top_srcdir/tests/memory/room.c" \
			$objects -lm >message 2>&1 ||
		tap_not_ok "$name builds" "$(tail -n 20 message)"
	tap_run "$name: 16 threads, small objects" timeout 100 ./room-$name 16 1 32m 24 60000 64
	tap_run "$name: one thread" timeout 100 ./room-$name 1 1 32m 24 200000 64
	tap_run "$name: objects of 3 kB" timeout 100 ./room-$name 8 2 32m 24 4000 3000
	tap_run "$name: nearly full" timeout 100 ./room-$name 4 2 32m 29 30000 64
done
tap_done
