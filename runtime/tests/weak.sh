#!/bin/sh
# weak.sh: the runtime on machines weaker than x86.  What inline paths order is in their
# code (Note [New objects]) and costs no instruction on x86; collectors are built for
# AArch64 and run in an emulator, which has the instructions, and the order of the machine
# that it runs on: so that they are ordered is seen in the code, and in examples/litmus.
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
tap_scratch
cross=${CROSS_CC:-aarch64-linux-gnu-gcc}
emulator=${CROSS_EMULATOR:-qemu-aarch64}
build=$top_srcdir/tests/clients/build.sh

cat >paths.c <<'END'
#include "gc-allocate.h"
void *new_cell(struct gc_mutator *m) { return gc_allocate_fast(m, 32, GC_ALLOCATION_TAGGED); }
void put(struct gc_mutator *m, uintptr_t *o, uintptr_t value)
{
	gc_store(m, gc_ref((uintptr_t)o), 32, gc_edge(o + 1), gc_ref(value));
}
void put_after_barrier(struct gc_mutator *m, uintptr_t *o, uintptr_t value)
{
	gc_write_barrier(m, gc_ref((uintptr_t)o), 32, gc_edge(o + 1), gc_ref(value));
	o[1] = value;
}
END
for collector in stw satb; do
	"$GCDSL" compile "$top_srcdir/examples/$collector.gc" --target c -o $collector >message 2>&1 ||
		tap_not_ok "$collector.gc becomes C" "$(cat message)"
done

# assembly COLLECTOR CC: prints the assembly of paths.c.
assembly () {
	"$2" -std=gnu11 -O2 -S -o - -I"$top_srcdir/runtime/api" -I"$top_srcdir/runtime/src" \
		-I"$top_srcdir/examples/clients" -I"$1" -DGC_ATTRS="\"$1-attrs.h\"" \
		-DGC_EMBEDDER='"client-embedder.h"' paths.c
}
# body FUNCTION: prints the assembly of that function.
body () {
	awk -v name="$1:" '$1 == name { inside = 1 } inside { print } /\.cfi_endproc/ { inside = 0 }'
}

case $(uname -m) in
x86_64)
	for collector in stw satb; do
		assembly $collector "${CC:-cc}" >code 2>&1
		if grep -q 'ret' code && ! grep -qE 'fence|lock|xchg' code; then
			tap_ok "$collector: no instruction on x86 that orders"
		else
			tap_not_ok "$collector: no instruction on x86 that orders" "$(grep -vE '^\s*\.' code)"
		fi
	done ;;
*) tap_skip 'no instruction on x86 that orders' 'this is another machine' ;;
esac

command -v "$cross" >/dev/null 2>&1 || { tap_skip 'AArch64' 'there is no cross-compiler'; tap_done; }
for collector in stw satb; do
	assembly $collector "$cross" >code 2>&1
	tap_is "$collector: an allocation ends with a fence" \
		"$(body new_cell <code | grep -oE '\<(strb|dmb)\>' | tr '\n' ' ')" 'strb dmb '
	tap_is "$collector: gc_store is a release store" \
		"$(body put <code | grep -oE '\<(stlr|dmb)\>' | sort -u | tr '\n' ' ')" 'stlr '
	tap_is "$collector: gc_write_barrier ends with a fence, before the store" \
		"$(body put_after_barrier <code | grep -oE '\<dmb\>|\<str\>.*, 8\]' |
			head -n 2 | cut -c 1-3 | tr '\n' ' ')" 'dmb str '
done

# Note [Units in order]: what a worker runs begins with a fence.
"$cross" -std=gnu11 -D_GNU_SOURCE -O2 -fno-inline -S -o - -I"$top_srcdir/runtime/api" -I"$top_srcdir/runtime/src" \
	"$top_srcdir/runtime/src/gcrt-workers.c" >code 2>message
for function in run run_ahead; do
	tap_is "$function: a fence that acquires, and then the units" \
		"$(body $function <code | grep -oE 'dmb.ishld|bl.(run_units|gcrt_run_units)$' | sort -u | tr '\t\n' '  ')" 'bl run_units dmb ishld '
done

tap_rest
command -v "$emulator" >/dev/null 2>&1 || { tap_skip 'runs' 'there is no emulator'; tap_done; }
for collector in stw satb; do
	# not the runtime that the build has made for this machine (tests/runtime.sh)
	if ! SANITIZE=unknown CC="$cross -static" sh "$build" $collector arm-$collector -O2 >message 2>&1; then
		tap_not_ok "$collector is built for AArch64" "$(tail -n 20 message)"
		continue
	fi
	tap_run "$collector: stress" timeout 120 "$emulator" arm-$collector/stress \
		--mutators=2 --workers=2 --heap-multiplier=1.5 --iterations=6000 --seed=1
	tap_run "$collector: gcbench" timeout 120 "$emulator" arm-$collector/gcbench \
		--mutators=2 --workers=2 --heap-multiplier=2 --depth=9
done
tap_done
