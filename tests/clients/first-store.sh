#!/bin/sh
# first-store.sh: first stores into new objects run the barriers where these do something
# then.  For which collectors that is; a program on one that must see each store; what the
# debug build says of one that fills objects past the barrier; and that it costs nothing elsewhere.
. "${top_srcdir:=.}/tests/tap.sh"
. "$top_srcdir/tests/runtime.sh"
tap_scratch
here=$top_srcdir/tests/clients runtime=$top_srcdir/runtime

# needs FOLDER/NAME: prints 1 or 0, as the attributes have it.
needs () {
	sed -n '/gc_first_store_needs_barrier/,/^}/s/^.return \([01]\);$/\1/p' "$1-attrs.h"
}

# ---- the rule

for name in stw satb; do
	"$GCDSL" compile "$top_srcdir/examples/$name.gc" --target c -o $name >message 2>&1
	tap_is "$name: first stores may be plain" "$(needs $name/$name)" 0
done
"$GCDSL" compile "$top_srcdir/examples/ragged.gc" --target c -o ragged >message 2>&1
tap_is "ragged, which shades what is stored: they may not" "$(needs ragged/ragged)" 1
"$GCDSL" compile "$top_srcdir/examples/ragged.gc" --target c --mutant deletion_only \
	-o deletion >message 2>&1
tap_is "ragged, with the deletion barrier alone: they may" "$(needs deletion/ragged)" 0

# Writes a specification around one line of the table.
spec () {
	cat <<-'END'
		collector one;
		object { mark : bit = 0;  age : 0 .. 3 = 0;  field : ref[]; }
		phase marking;
		work start() once { stop mutators;  begin marking;  for m : mutator emit scan(m); }
		work scan(m : mutator) set { for s in m.roots { let r = load(s);  if r != null  emit mark(r); } }
		work mark(o : ref) bag { store(o.mark, 1); }
		work go_on() once { end marking;  resume mutators; }
		function shade(o : ref) { if o != null and load(o.mark) == 0  emit mark(o); }
		cycle gc from requested to drained(last);
		bucket first { start }          fill emit start();
		bucket marks { scan, mark }     open when drained(first);
		bucket last  { go_on }          open when drained(marks) fill emit go_on();
	END
	[ "$1" = nothing ] || echo "$1"
	case $1 in *other*) echo 'bucket more { other } open when drained(first) fill for o : object emit other(o);' ;; esac
}
grep -v '^#' "$here/first-stores.txt" >table
while read -r answer line; do
	spec "$line" >one.gc
	rm -rf one
	"$GCDSL" compile one.gc --target c -o one >message 2>&1 || cat message
	wanted=0
	[ "$answer" = no ] || wanted=1
	tap_is "$answer: $line" "$(needs one/one 2>&1)" $wanted
	tap_is "  and the debug build's check" "$(grep -c 'first_store_barrier = true' one/one.c)" $wanted
done <table

# ---- a program with a collector that must see each store

# build SPECIFICATION OUTPUT [FLAG…]
build () {
	name=$(basename "$1" .gc) output=$2
	"$GCDSL" compile "$1" --target c -o "$name" >message 2>&1
	shift 2
	# shellcheck disable=SC2086 # a list of files
	runtime_objects "$@" && ${CC:-cc} -std=gnu11 -D_GNU_SOURCE -g -Wall -Wextra -Werror -pthread \
		"$@" -I"$runtime/api" -I"$runtime/src" -I"$runtime/tests" -I"$name" \
		-DGC_ATTRS="\"$name-attrs.h\"" -DGC_EMBEDDER='"test-embedder.h"' -o "$output" \
		"$name/$name.c" "$here/firsts.c" $objects -lm >message 2>&1 ||
		tap_not_ok "$output builds" "$(tail -n 20 message)"
}
ASAN_OPTIONS=detect_leaks=0
export ASAN_OPTIONS
build "$here/kept.gc" kept-release -O2
tap_run "kept: gc_store_new keeps what only new objects refer to" ./kept-release new 1000
tap_run_status "kept: plain stores lose it" 1 ./kept-release plain 1000
build "$here/kept.gc" kept-debug -O1 -DGCRT_DEBUG=1 -DGC_DEBUG=1
tap_run "kept, debug: gc_store_new is not reported" ./kept-debug new 1000
for when in plain verified; do
	(./kept-debug $when 1) >said 2>&1
	tap_is "kept, debug: $when stores are reported" "$(sed 's/0x[0-9a-f]*/ADDRESS/g' said)" \
"gcdsl runtime: the new object ADDRESS of 32 bytes, byte 8, refers to ADDRESS, but no barrier was called
  the rule: with this collector gc_first_store_needs_barrier() is 1: its barrier must see each store of a reference, also those into new objects
  the way out: fill new objects with gc_store_new, which is a plain store where the collector needs no barrier"
done
build "$top_srcdir/examples/satb.gc" satb-debug -O1 -DGCRT_DEBUG=1 -DGC_DEBUG=1
tap_run "satb, debug: plain stores are not reported" ./satb-debug plain 1000

# ---- the cost

instructions () { # NAME STATEMENT
	cat >store.c <<-END
		#include "gc-barrier.h"
		void store(struct gc_mutator *m, uintptr_t *o, uintptr_t v);
		void store(struct gc_mutator *m, uintptr_t *o, uintptr_t v) { (void)m; $2 }
	END
	${CC:-cc} -std=gnu11 -D_GNU_SOURCE -O2 -I"$runtime/api" -I"$1" -DGC_ATTRS="\"$1-attrs.h\"" \
		-c store.c && objdump -d -j .text store.o
}
new='gc_store_new(m, gc_ref((uintptr_t)o), 16, gc_edge(o), gc_ref(v));'
if command -v objdump >/dev/null 2>&1; then
	instructions satb "$new" >with 2>&1
	instructions satb '*o = v;' >without 2>&1
	tap_same "satb: gc_store_new is the instructions of a plain store" with without
	instructions kept "$new" >with 2>&1
	tap_run_status "kept: it is not" 1 cmp -s with without
else
	tap_skip "satb: gc_store_new is the instructions of a plain store" "no objdump"
fi
if command -v spin >/dev/null 2>&1; then
	tap_run "kept: the model holds" "$GCDSL" verify "$here/kept.gc"
else
	tap_skip "kept: the model holds" "no spin"
fi
tap_done
