#!/bin/sh
# Rules of the runtime: one door to threads and atomics, every memory order
# written, headers that compile alone, names with a prefix.
. "${top_srcdir:=.}/tests/tap.sh"
. "$top_srcdir/tests/style/files.sh"
tap_long
tap_scratch
runtime=$top_srcdir/runtime
includes="-I$runtime/api -I$runtime/src -I$runtime/tests"

# around FILE…: prints the lines that use threads or atomics directly.
around () {
	grep -nE '\b(pthread_|sem_|thrd_|mtx_|cnd_|atomic_|__atomic_|__sync_|_Atomic|volatile\b)' "$@" |
		grep -vE '\bgc_atomic_[a-z_]+|struct gc_atomic_forward'
}
files=$(find "$runtime/api" "$runtime/src" -name '*.[ch]' ! -name 'gcrt-sync.[ch]' | sort)
# shellcheck disable=SC2086 # a list of files
tap_is 'only gcrt-sync uses threads and atomics' "$(around $files)" ''
printf 'static void f(void) { pthread_self(); }\n' > planted.c
printf 'int x;\nint f(void) { return __atomic_load_n(&x, 0); }\n' > planted2.c
tap_is 'and others would be noticed' "$(around planted.c planted2.c | wc -l | tr -d ' ')" 2

# shellcheck disable=SC2086
tap_is 'every gcrt_load, gcrt_store, gcrt_modify … has an order' "$(
	grep -nE 'gcrt_(load|store|swap|modify|fetch_[a-z]+|cas)\(' $files |
	grep -vE '(relaxed|acquire|release|acq_rel|seq_cst|order)\b|#define|\*|,$' )" ''

# alone FLAG: the names of files that each include one header, twice.
alone () {
	for header in "$runtime"/api/*.h "$runtime"/src/*.h; do
		name=${header##*/}
		case $1$name in
		*IMPL=1gc-access.h | *IMPL=1gc-allocate.h | *IMPL=1gc-barrier.h) continue ;; # for programs
		esac
		printf '#include "%s"\n#include "%s"\n' "$name" "$name" >"${name%.h}-alone.c"
		# gc-embedder-api.h itself declares what an embedder defines
		[ "$name" != gc-embedder-api.h ] || echo '#include "test-embedder.h"' >>gc-embedder-api-alone.c
		echo "${name%.h}-alone.c"
	done
}
for compiler in "${CC:-cc}" $(! tap_all || echo clang); do
	if ! command -v "${compiler%% *}" >/dev/null 2>&1; then
		tap_skip "headers with $compiler" "no $compiler"
		continue
	fi
	bad=
	for flags in '-DGC_ATTRS="plain-attrs.h"' $(! tap_all || echo -DGC_IMPL=1); do
		# shellcheck disable=SC2086 # several flags
		said=$(alone "$flags" | style_syntax $compiler -std=gnu11 -Wall -Wextra -Werror -D_GNU_SOURCE \
			$includes "$flags" '-DGC_EMBEDDER="test-embedder.h"') || bad="$bad$compiler $flags: $said
"
	done
	tap_is "each header compiles alone, with $compiler" "$bad" ''
done

if command -v nm >/dev/null 2>&1; then
	for library in libgcdsl-runtime.a libgcdsl-runtime-debug.a; do
		tap_is "$library exports gc_ and gcrt_ only" "$(
			nm -g --defined-only "${top_builddir:=.}/$library" 2>/dev/null |
			awk 'NF == 3 && $3 !~ /^(gc_|gcrt_|__)/ { print $3 }')" ''
	done
else
	tap_skip 'what the libraries export' 'no nm'
fi
tap_done
