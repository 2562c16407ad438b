#!/bin/sh
# parts.sh: a cycle that marks and asks for another, which frees.  Programs ask for the first;
# what the second frees is what they wait for.
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
tap_scratch
tap_quick_cc any
here=$top_srcdir/tests/clients top_builddir=${top_builddir:-.} runtime=$top_srcdir/runtime clients=$top_srcdir/examples/clients
with=
[ "${SANITIZE:-no}" = no ] || with=-fsanitize=$SANITIZE

cycles () { # SPECIFICATION: prints which cycles are quick and full
	"$GCDSL" compile "$1" --target c -o c >message 2>&1
	sed -n 's/.*\.quick = [A-Z]*_CYCLE_\([a-z]*\), \.full = [A-Z]*_CYCLE_\([a-z]*\),.*/\1 \2/p' c/*.c
	rm -rf c
}

cp "$here/parts.gc" marks.gc
sed 's/cycle tracing from requested/& and not ready/; s/cycle reclaim from requested/& and ready/' \
	"$here/parts.gc" >turns.gc
sed 's/tracing/major/g; s/reclaim/minor/g' "$here/parts.gc" >named.gc
tap_is 'the cycle that leads to freeing is meant' "$(cycles marks.gc)" 'tracing tracing'
tap_is 'also where they take turns' "$(cycles turns.gc)" 'tracing tracing'
tap_is 'names are taken as they are' "$(cycles named.gc)" 'minor major'
sed 's/^work hand_on.*/work hand_on() once { begin ready; }/' "$here/parts.gc" >unasked.gc
tap_run_status 'where nobody asks for the one that marks, no C is made' 2 \
	"$GCDSL" compile unasked.gc --target c -o unasked
tap_is '... and which it is' "$("$GCDSL" compile unasked.gc --target c -o unasked 2>&1 |
	sed -n 's/^unasked.gc:\([0-9]*\):.*\[\(E[0-9]*\)\]$/\1 \2/p')" \
	"$(grep -n '^cycle tracing' unasked.gc | sed 's/:.*//') E0923"

# Allocates the size of many heaps, in one so small that an allocation comes to hold the mutators.
# Then it must wait for the second cycle, too.
program () { # NAME KIND LIBRARY HEAP ROUNDS FLAG…
	name=$1 kind=$2 library=$3 heap=$4 rounds=$5
	shift 5
	# shellcheck disable=SC2086 # no flag, or one
	${CC:-cc} -std=gnu11 -D_GNU_SOURCE -g -pthread $with "$@" -I"$runtime/api" -I"$runtime/src" \
		-I"$clients" -I"$name" -DGC_ATTRS='"parts-attrs.h"' -DGC_EMBEDDER='"client-embedder.h"' \
		-o program "$clients/gcbench.c" "$clients/client.c" "$name/parts.c" "$library" -lm \
		>message 2>&1 || tap_not_ok "$name, $kind builds" "$(tail -n 20 message)"
	for mutators in 1 4; do
		tap_run "$name, $kind, $mutators mutators" timeout 100 ./program --mutators=$mutators \
			--workers=2 --depth=10 --heap-multiplier="$heap" --rounds="$rounds"
	done
}
if tap_all; then checked=15; else checked=5; fi # rounds in which the heap is checked
for name in marks $(! tap_all || echo turns named); do
	"$GCDSL" compile $name.gc --target c -o $name >message 2>&1
	program $name release "$top_builddir/libgcdsl-runtime.a" 1.5 40 -O2
	program $name debug "$top_builddir/libgcdsl-runtime-debug.a" 1.8 $checked -O1 -DGCRT_DEBUG=1 \
		-DGC_DEBUG=1
done
if command -v spin >/dev/null 2>&1; then
	tap_run 'the model holds' "$GCDSL" verify marks.gc --no-cache
	tap_run 'where they take turns, too' "$GCDSL" verify turns.gc --no-cache
else
	tap_skip 'the models hold' 'no spin'
fi
tap_done
