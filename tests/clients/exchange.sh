#!/bin/sh
# exchange.sh: a program whose threads store to the same slots, on collectors whose barrier gets what each store has
# overwritten: one counts references, one marks beside the program.
. "${top_srcdir:=.}/tests/tap.sh"
. "$top_srcdir/tests/runtime.sh"
tap_scratch
runtime=$top_srcdir/runtime

# build NAME OUTPUT FLAG…
build () {
	name=$1 output=$2
	shift 2
	# shellcheck disable=SC2086,SC2154 # a list of files
	runtime_objects "$@" && ${CC:-cc} -std=gnu11 -D_GNU_SOURCE -g -Wall -Wextra -Werror -pthread "$@" \
		-I"$runtime/api" -I"$runtime/src" -I"$runtime/tests" -I"$name" -DGC_ATTRS="\"$name-attrs.h\"" \
		-DGC_EMBEDDER='"test-embedder.h"' -o "$output" "$name/$name.c" \
		"$top_srcdir/tests/clients/exchanges.c" $objects -lm >message 2>&1 ||
		tap_not_ok "$output builds" "$(tail -n 20 message)"
}
for name in counting exchange; do
	tap_run "$name becomes C" "$GCDSL" compile "$top_srcdir/tests/run/$name.gc" --target c -o $name
	tap_is "$name: a store is an exchange" "$(grep -o 'define GC_EXCHANGE_ORDER [a-z_]*' $name/$name-attrs.h)" \
		'define GC_EXCHANGE_ORDER release'
	build $name $name-debug -O1 -DGCRT_DEBUG=1
	tap_run "$name: threads that store to the same slots" timeout 120 ./$name-debug 3 3000
done
tap_is 'first stores: counting needs the barrier, marking does not' \
	"$(sed -n '/gc_first_store_needs_barrier/,/^}/s/^.return \([01]\);$/\1/p' counting/counting-attrs.h \
	exchange/exchange-attrs.h | tr -d '\n')" 10
tap_rest
for name in counting exchange; do
	build $name $name-tsan -O1 -fsanitize=thread
	tap_run "$name: no race" timeout 300 ./$name-tsan 3 20000
done
tap_done
