#!/bin/sh
# unlike.sh: mistakes in the loops that pass by objects which have a value already are found by test-hole.c.
. "${top_srcdir:=.}/tests/tap.sh"
. "$top_srcdir/tests/runtime.sh"
tap_scratch
runtime=$top_srcdir/runtime
printf '#include <%s.h>\n' setjmp stdarg stddef stdint cmocka >has.c
${CC:-cc} -c has.c >message 2>&1 || tap_plan skip 'cmocka is not installed'
runtime_objects -O2 || { runtime_unbuilt 'the runtime'; tap_done; }

compile () {
	${CC:-cc} -std=gnu11 -D_GNU_SOURCE -O1 -pthread -I"$runtime/api" -I"$runtime/src" -I"$runtime/tests" \
		'-DGC_EMBEDDER="test-embedder.h"' '-DGC_ATTRS="plain-attrs.h"' "$@" >message 2>&1
}
compile -c "$runtime/tests/test-hole.c" || tap_not_ok 'test-hole.c compiles' "$(cat message)"

# holes FILE: builds test-hole with FILE for gcrt-region.c, and runs it.
holes () {
	# shellcheck disable=SC2046,SC2086 # lists of words
	compile -o test-hole test-hole.o "$1" $(printf '%s\n' $objects | grep -v '/gcrt-region\.o$') -lcmocka -lm || return 2
	CMOCKA_MESSAGE_OUTPUT=TAP timeout 60 ./test-hole >out 2>&1
}
tap_run 'test-hole passes' holes "$runtime/src/gcrt-region.c"

# mutant BUG SED: the mistake SED is found.
mutant () {
	sed "$2" "$runtime/src/gcrt-region.c" >region.c
	cmp -s region.c "$runtime/src/gcrt-region.c" && { tap_not_ok "$1" "$2 changes nothing"; return; }
	holes region.c && status=0 || status=$?
	tap_is "$1" "$status $(grep -c '^not ok.*stores_that_change' out)" '1 1'
}
mutant 'granules where no object begins are visited' '/^static uintptr_t next_unlike/,/^}/ s/gcrt_set_bytes(word) &/gcrt_set_bytes(word) |/'
mutant 'what is before is visited again' \
	'/^static uintptr_t next_unlike/,/^}/ s/gcrt_bytes_from(\(gcrt_table_word(.*acquire)\), n);/\1;/'
tap_rest
mutant 'only one byte of a word is compared' '/^static uintptr_t next_unlike/,/^}/ s/GCRT_EACH_BYTE(value)/value/'
mutant 'the metadata before are compared' '/^static uintptr_t next_unlike/,/^}/ s/1 + k/k/'
mutant 'what goes on there is visited whatever it has' '/^struct gc_ref gcrt_first_unlike/,/^}/ s/if (across &&.*/if (across)/'
mutant 'what goes on there is not visited' '/^struct gc_ref gcrt_first_unlike/,/^}/ s/if (across &&/if (0 \&\&/'
tap_done
