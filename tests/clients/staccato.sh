#!/bin/sh
# staccato.sh: programs on a collector that moves objects beside them, and whose barriers answer with the object to access:
# with the checks of the debug runtime, with sanitizers, and recorded; who is refused; and who goes past the barriers.
# shellcheck disable=SC2154
. "${top_srcdir:=.}/tests/tap.sh"
. "$top_srcdir/tests/runtime.sh"
tap_long
tap_scratch
here=$top_srcdir/tests/clients runtime=$top_srcdir/runtime clients=$top_srcdir/examples/clients
spec=$top_srcdir/examples/staccato.gc policy="-include $here/staccato-policy.h"

tap_run 'the collector becomes C' "$GCDSL" compile "$spec" --target c -o staccato
tap_is 'its barriers are tested by a flag' "$(grep -c 'test = { GC_WRITE_BARRIER_FLAG, GCRT_VIEW_OFFSET, 0x1 }' staccato/staccato-attrs.h)" 2
tap_is 'what the attributes say' "$(grep -o '^#define GC_[A-Z_]*' staccato/staccato-attrs.h | sed 's/.* //' | tr '\n' ' ')" \
	'GC_ONLY_CHECKED_STORES GC_ONLY_CHECKED_ACCESSES GC_ANSWERS_BEFORE_LOAD GC_ANSWERS_BEFORE_STORE '

# ---- what does not compile.  compiles ATTRIBUTES FLAG… FILE
compiles () {
	attributes=$1
	shift
	${CC:-cc} -std=gnu11 -D_GNU_SOURCE -O1 -Wall -Wextra -Werror -I"$runtime/api" -I"$runtime/src" -I"$here/attributes" \
		-I"$clients" -Istaccato -Islots "-DGC_ATTRS=\"$attributes\"" -c -o one.o "$@" >message 2>&1
}
# refused WHAT SAYS FLAG… FILE
refused () {
	what=$1 says=$2
	shift 2
	if compiles "$@"; then tap_not_ok "$what is refused"; else tap_run "$what is refused" grep -q "$says" message; fi
}
refused 'a program that promises nothing' 'access objects only by the functions of gc-access.h' staccato-attrs.h "$here/attributes/part.c"
tap_run 'one that promises is not' compiles staccato-attrs.h -DGC_CHECKED_ACCESSES=1 "$here/attributes/part.c"
for file in "$clients"/lisp/eval.c "$top_srcdir/examples/embedder/tiny.c"; do
	refused "$(basename "$file")" 'access objects only by the functions of gc-access.h' staccato-attrs.h "$file"
done
cat >plain.c <<'END'
#define GC_CHECKED_ACCESSES 1
#include "gc-access.h"
void f(struct gc_mutator *m, struct gc_ref o, struct gc_edge e) { gc_write_barrier(m, o, 8, e, o); }
END
refused 'a barrier before a plain store' 'this collector needs gc_store' staccato-attrs.h plain.c
"$GCDSL" compile "$top_srcdir/tests/differential/known-redirect/slot.gc" --target c -o slots >out 2>&1
for call in 'gc_load_word(m, o, w)' '(gc_store_word(m, o, w, 1), 1)' 'gc_is_same_object(m, o, p)'; do
	cat >words.c <<END
#define GC_CHECKED_ACCESSES 1
#include "gc-access.h"
unsigned long f(struct gc_mutator *m, struct gc_ref o, struct gc_ref p, uintptr_t *w);
unsigned long f(struct gc_mutator *m, struct gc_ref o, struct gc_ref p, uintptr_t *w) { (void)p, (void)w; return $call; }
END
	refused "$call where barriers look at slots" 'barriers look at slots' slot-attrs.h words.c
	tap_run "$call elsewhere" compiles staccato-attrs.h words.c
done

# ---- without such barriers the functions are plain accesses
cat >cost.c <<'END'
#include "gc-access.h"
uintptr_t f(struct gc_mutator *m, uintptr_t *o);
uintptr_t f(struct gc_mutator *m, uintptr_t *o)
{
	struct gc_ref object = gc_ref((uintptr_t)o);
#ifdef PLAIN
	(void)m, (void)object;
	o[3] = o[1];
	return o[2];
#else
	gc_store_word(m, object, &o[3], gc_ref_value(gc_load(m, object, gc_edge(&o[1]))));
	return gc_load_word(m, object, &o[2]);
#endif
}
END
if command -v objdump >/dev/null 2>&1; then
	"$GCDSL" compile "$top_srcdir/examples/stw.gc" --target c -o staccato >out 2>&1
	code () { compiles stw-attrs.h -O2 "$@" cost.c && objdump -d one.o | sed '/file format/d'; }
	code >with
	code -DPLAIN >without
	tap_same 'they cost nothing' with without
fi
tap_all || tap_done

# ---- programs
. "$top_srcdir/tests/clients/moving.sh"
# shellcheck disable=SC2086 # two words
build () { moving_build staccato staccato "$@" $policy; }
runs () { moving_runs "$1" 4; }
rm -f staccato/stw*
# moved OUTPUT: in each cycle at least 80 objects move.  Fewer do if only blocks may be left that were chosen in a stop.
moved () { timeout 60 "$1/moves" 4194304 parallelism=2 all 2>&1 | sed 's/^moved \([89][0-9]\|1[0-9][0-9]\|20[01]\) of 201$/many/' | sort | uniq -c | tr -d ' \n'; }
if build debug -O1 -DGCRT_DEBUG=1; then
	runs debug
	tap_is 'debug: objects move, and have what they had' "$(moved debug)" 4many
	tap_run 'debug: what threads share moves, too' timeout 120 debug/stress --share-object -m 3 -w 2 -i 600 -n 128 -x 4 -S 7
	tap_run 'debug: a full heap' timeout 120 debug/stress --exhaust -m 1 -i 300 -n 256 -x 4 -S 3
	tap_run 'debug: recorded' timeout 120 debug/gcbench -m 1 -w 2 -d 6 -x 8 -o trace=trace.json,trace-heap=1000,trace-size=4m
	tap_run 'the record is a trace' "$GCDSL" events trace.json
fi
if build release -O2; then
	runs release
	tap_is 'release: objects move, and have what they had' "$(moved release)" 4many
fi
# Who ignores what a barrier answers is noticed, sooner or later.
# ignores BARRIER
ignores () {
	rm -rf mistake
	cp -R staccato mistake
	sed -i "s/return gcrt_answered(staccato_barrier_$1(\(.*\)));/(void)staccato_barrier_$1(\1);  return object;/" mistake/staccato.c
	! cmp -s staccato/staccato.c mistake/staccato.c || tap_not_ok "$1: the mistake is made"
	# shellcheck disable=SC2086 # two words
	PROGRAMS=stress sh "$here/build.sh" mistake "ignores-$1" -O2 $policy >message 2>&1 || cat message
	for seed in 1 2 3 4 5 6 7 8; do
		timeout 60 "ignores-$1/stress" -m 2 -w 3 -i 20000 -n 64 -x 3 -S $seed >out 2>&1 || return 0
	done
	return 1
}
for barrier in before_load before_store; do
	tap_run "C: what $barrier answers is ignored" ignores $barrier
done
build asan -O1 -DGCRT_DEBUG=1 -fsanitize=address,undefined && runs asan
build tsan -O1 -fsanitize=thread && runs tsan
tap_done
