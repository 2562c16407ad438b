#!/bin/sh
# compact.sh: programs on a collector that slides objects to the beginning of the heap: with the checks of the debug
# runtime, with sanitizers, and recorded; and what the runtime says of objects that are moved wrongly.
# shellcheck disable=SC2154
. "${top_srcdir:=.}/tests/tap.sh"
. "$top_srcdir/tests/runtime.sh"
tap_long
tap_scratch

# collector NAME SED: the collector, changed, under the name that the programs of the other tests have; without its mutants
collector () {
	sed "s/^collector compact;/collector evacuate;/; /^mutant/,\$d; $2" "$top_srcdir/examples/compact.gc" >"$1.gc"
	tap_run "$1 becomes C" "$GCDSL" compile "$1.gc" --target c -o "$1"
}
. "$top_srcdir/tests/clients/moving.sh"
build () { moving_build evacuate "$@"; }
runs () { moving_runs "$1" 4; }
collector compact ''
tap_is 'with what it does with places' "$(grep -oE 'gcrt_(slide|move|all_[a-z]*)\([^()]*' compact/evacuate.c)" \
	"$(printf '%s\n' 'gcrt_slide(worker, evacuate_selects_19_21, EVACUATE_META_to' 'gcrt_all_begin(worker, &all_1' \
		'gcrt_all_next(worker, &all_1' 'gcrt_move(worker, o_, gc_ref')"
attribute () { sed -n "/int gc_can_$1_objects(void)/,/^}/s/.*return \(.*\);/\1/p" compact/evacuate-attrs.h; }
tap_is 'objects move, and none can be kept where it is' "$(attribute move) $(attribute pin)" '1 0'
tap_all || tap_done

if build compact debug -O1 -DGCRT_DEBUG=1; then
	runs debug
	tap_run 'debug: a full heap' timeout 120 debug/stress --exhaust -m 1 -i 300 -n 256 -x 6 -S 3
	tap_run 'debug: many collections in a small heap' timeout 120 debug/gcbench -m 1 -w 2 -d 6 -x 3 -r 30
	tap_run 'debug: recorded' timeout 120 debug/gcbench -m 1 -w 2 -d 4 -x 3 -o trace=trace.json,trace-heap=200
	tap_run 'the record is a trace' "$GCDSL" events trace.json
fi
build compact release -O2 && runs release
build compact asan -O1 -DGCRT_DEBUG=1 -fsanitize=address,undefined && runs asan
build compact asan-release -O1 -fsanitize=address,undefined && runs asan-release
build compact tsan -O1 -fsanitize=thread && runs tsan

# refused WHAT SED TEXT: the runtime stops the program with TEXT
refused () {
	rm -rf wrong # with the objects of a program that has other attributes
	collector wrong "$2"
	if build wrong wrong -O1 -DGCRT_DEBUG=1; then
		timeout 60 wrong/gcbench -m 1 -w 2 -d 7 -x 4 >out 2>&1
		tap_is "$1" "$(grep -c "$3" out)" 1 || sed 's/^/# /' out
	fi
}
refused 'places are computed while mutators are stopped' 's/^work start_gc() once { stop mutators;/work start_gc() once {/
	s/^work move_all() .*/work move_all() once { fence(seq_cst); }/; s/resume mutators;//' \
	'places are computed while mutators run'
refused 'an object is moved to a free place' 's/  free(o);/  store(o.mark, 0);/
	s/relocate(o, load(o.to));/{ let n = load(o.to);  if n != null  relocate(o, n); }/' \
	'an object is moved to a place that is not free'
tap_done
