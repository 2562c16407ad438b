#!/bin/sh
# An installed runtime, found with pkg-config, is all that a generated collector
# and its program need.
. "${top_srcdir:=.}/tests/tap.sh"
command -v pkg-config >/dev/null 2>&1 || tap_plan skip 'no pkg-config'
tap_scratch
here=$(pwd)
make=${MAKE:-make}
if tap_all; then optimised=-O2; else optimised=-O0; fi
tap_run 'installing the runtime' "$make" -s -C "${top_builddir:=.}" DESTDIR="$here/root" \
	install-pkgincludeHEADERS install-libLIBRARIES install-pkgconfigDATA
pc=$(find root -name gcdsl-runtime.pc)
PKG_CONFIG_PATH=$here/$(dirname "$pc")
PKG_CONFIG_SYSROOT_DIR=$here/root
export PKG_CONFIG_PATH PKG_CONFIG_SYSROOT_DIR

cat > program.c <<'END'
#include <stdio.h>
#include "gc-allocate.h"
#include "gc-basic-stats.h"
#include "gc-barrier.h"
#include "gc-safepoint.h"
int main(void)
{
	struct gc_heap *heap;
	struct gc_mutator *m;
	struct gc_basic_stats stats;
	if (!gc_init(NULL, gc_empty_stack_addr(), &heap, &m, GC_BASIC_STATS, &stats))
		return 1;
	for (int i = 0; i < 1000000; i++)
		if (!gc_allocate(m, 64, GC_ALLOCATION_TAGGED))
			return 2;
	gc_safepoint(m);
	gc_basic_stats_finish(&stats);
	gc_basic_stats_print(&stats, stdout);
	return stats.major_collection_count < 2;
}
END
sanitize=
[ "${SANITIZE:-no}" = no ] || sanitize=-fsanitize=$SANITIZE
cp "$top_srcdir/runtime/tests/test-embedder.h" .
tap_run 'a collector becomes C' "${GCDSL:?}" compile "$top_srcdir/examples/stw.gc" --target c
for package in gcdsl-runtime gcdsl-runtime-debug; do
	# shellcheck disable=SC2046,SC2086 # lists of flags
	tap_run "a program builds with $package" ${CC:-cc} -std=gnu11 -D_GNU_SOURCE $optimised -Wall -Wextra \
		-Werror $sanitize -I. '-DGC_EMBEDDER="test-embedder.h"' '-DGC_ATTRS="stw-attrs.h"' \
		$(pkg-config --cflags $package) program.c stw.c $(pkg-config --libs $package) \
		-o program
	tap_run 'and collects' ./program
done
# mixed CFLAGS-OF LIBS-OF: builds a program with the collector of one library, and links it with
# another.
mixed () {
	# shellcheck disable=SC2046,SC2086
	${CC:-cc} -std=gnu11 -D_GNU_SOURCE $optimised $sanitize -I. '-DGC_EMBEDDER="test-embedder.h"' \
		'-DGC_ATTRS="stw-attrs.h"' $(pkg-config --cflags "$1") program.c stw.c \
		$(pkg-config --libs "$2") -o program
}
tap_run 'a collector that does not check, with the runtime that does' \
	mixed gcdsl-runtime gcdsl-runtime-debug
tap_run_status 'is refused' 1 ./program
tap_is 'with a reason' "$(./program 2>&1)" 'gcdsl runtime: collector stw was compiled with '\
'GCRT_DEBUG=0, the runtime with GCRT_DEBUG=1'
if mixed gcdsl-runtime-debug gcdsl-runtime >said 2>&1; then
	tap_not_ok 'a collector that checks, with the runtime that does not, is not linked'
else
	tap_run 'a collector that checks, with the runtime that does not, is not linked' \
		grep -q 'undefined reference to .gcrt_check_object' said
fi
tap_done
