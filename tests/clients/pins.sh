#!/bin/sh
# pins.sh: a program pins objects, and the collector is told by a barrier of its own.
# shellcheck disable=SC2154
. "${top_srcdir:=.}/tests/tap.sh"
. "$top_srcdir/tests/runtime.sh"
tap_long
tap_scratch
here=$top_srcdir/tests/clients

# pins NAME SED: immix.gc, changed, which empties all blocks: how many pinned objects move, and whether others do
pins () {
	sed "/^mutant/,\$d; s/fragmented(b))/1)/; $2" "$top_srcdir/examples/immix.gc" >"$1.gc"
	"$GCDSL" compile "$1.gc" --target c -o "$1" >message 2>&1 || { cat message; return; }
	mkdir -p "$1-program"
	# shellcheck disable=SC2086 # a list of words
	(cd "$1-program" && runtime_objects -O1 -DGCRT_DEBUG=1 &&
		${CC:-cc} -std=gnu11 -D_GNU_SOURCE -g -Wall -Wextra -Werror -pthread -O1 -DGCRT_DEBUG=1 \
			-I"$top_srcdir/runtime/api" -I"$runtime_source" -I"$top_srcdir/examples/clients" -I"../$1" \
			-DGC_ATTRS='"immix-attrs.h"' -I"$here" -DGC_EMBEDDER='"pins-embedder.h"' -o pins \
			"$here/pins.c" "$top_srcdir/examples/clients/client.c" "../$1/immix.c" $objects -lm) >message 2>&1 ||
		{ cat message; return; }
	timeout 60 "$1-program/pins" both 2>&1 | sed -E 's/others: [1-9][0-9]* /others: some /; s/pinned: [1-9][0-9]* /pinned: some /'
}
tap_is 'pinned objects stay, others move' "$(pins immix '')" 'pinned: 0 moved; others: some moved'
tap_is 'the program can ask' "$(grep -A 2 'int gc_can_pin' immix/immix-attrs.h | grep -o 'return .')" 'return 1'
tap_is 'nothing but the barrier keeps them' "$(pins nothing 's/^barrier pinned.*/barrier pinned(o) { }/')" \
	'pinned: some moved; others: some moved'
tap_is 'nor if kernels do not look' "$(pins blind 's/if load(o.pin) == 1  return null;//')" \
	'pinned: some moved; others: some moved'
tap_done
