#!/bin/sh
# The heap in the trace of a program: what the program says of its graph is what the trace shows, and what
# is recorded wrongly is found.
. "${top_srcdir:=.}/tests/tap.sh"
. "$top_srcdir/tests/runtime.sh"
tap_long
: "${top_builddir:=.}"
tap_scratch
runtime=$top_srcdir/runtime
runtime_objects -O1 -DGCRT_DEBUG=1 || tap_plan skip "$(cat message)"
debug=$objects

# build PROGRAM COLLECTOR FLAG…: of the graph.  FLAGs come before the runtime's sources and headers.
build () {
	program=$1 collector=$2
	shift 2
	[ -d "$collector" ] ||
		"$GCDSL" compile "$top_srcdir/examples/$collector.gc" --target c -o "$collector" >/dev/null
	# shellcheck disable=SC2086 # lists of words
	${CC:-cc} -std=gnu11 -D_GNU_SOURCE -g -O1 -pthread -DGCRT_DEBUG=1 "$@" -I"$runtime/api" \
		-I"$runtime/src" -I"$runtime/tests" -I"$collector" -DGC_ATTRS="\"$collector-attrs.h\"" \
		-DGC_EMBEDDER='"test-embedder.h"' "$runtime/tests/traced/graph.c" \
		"$collector/$collector.c" ${sources-} $objects -lm -o "$program"
}
# graphs PROGRAM OPTIONS ARGUMENT…: what the program says, and the graphs of its trace.
graphs () {
	rm -f t.json*
	timeout 100 "./$1" "trace=t.json,$2" "$3" "$4" "$5" >said 2>err
	status=$?
	awk -f "$runtime/tests/traced-heap.awk" t.json >shown 2>/dev/null
}
# same WHAT PROGRAM OPTIONS ARGUMENT…: they are the same, and the trace is one.
same () {
	what=$1
	shift
	graphs "$@"
	tap_is "$what: the graphs are those of the program" "$(cat shown)" "$(cat said)"
	tap_is "$what: it is a trace" "$status $("$GCDSL" events t.json 2>&1 | head -n 3)" '0 '
}
count () { grep -o "$1" t.json | wc -l | tr -d ' '; }

for collector in satb $(! tap_all || echo stw ragged incremental); do
	build "graph-$collector" "$collector"
	same "$collector, one mutator" "graph-$collector" trace-heap=300,parallelism=1 1 6 1
	same "$collector, three mutators" "graph-$collector" trace-heap=300,parallelism=3 3 4 2
	tap_is "$collector: the program's graphs have objects" "$(grep -c '3(' said | sed 's/[1-9]/some/')" some
done
if tap_all 'metadata that refers to objects'; then
	"$GCDSL" compile "$top_srcdir/tests/run/retain.gc" --target c -o retain >/dev/null
	build graph-retain retain
	same 'retain, two mutators' graph-retain trace-heap=300,parallelism=2 2 5 1
	tap_is 'retain: what keeps objects alive has names' \
		"$(grep -c '"location":"o[0-9]*.from","found":"null","stored":"o[0-9]*"' t.json | sed 's/[1-9][0-9]*/some/')" some
	tap_is 'retain: also in states' "$(grep -c '"metadata":{"from":"o[0-9]*"}' t.json | sed 's/[1-9][0-9]*/some/')" some
fi
if tap_all 'many graphs, and the sanitizers'; then
	for collector in stw satb ragged; do
		for seed in $(seq 10); do
			same "$collector, graph $seed" "graph-$collector" \
				"trace-heap=500,parallelism=$((seed % 4 + 1))" \
				$((seed % 4 + 1)) 5 "$seed"
		done
	done
	for sanitizer in thread address,undefined; do
		runtime_objects -O1 -g "-fsanitize=$sanitizer" -DGCRT_DEBUG=1 ||
			tap_not_ok "the sanitizer $sanitizer" "$(cat message)"
		for collector in stw satb ragged; do
			build graph-sanitized "$collector" "-fsanitize=$sanitizer" 2>message
			same "$collector with -fsanitize=$sanitizer" graph-sanitized \
				trace-heap=500,parallelism=3 4 6 3
			tap_is "$collector: -fsanitize=$sanitizer finds nothing" "$(cat err)" ''
		done
	done
	objects=$debug
fi

# A heap that becomes too large is shown up to there.  What follows is as without the heap.
graphs graph-satb trace-heap=9,trace-objects=100 1 6 1
tap_is 'too many objects: it is a trace' "$("$GCDSL" events t.json 2>&1)" ''
tap_is 'the heap ends once, at the tenth object' \
	"$(count '"op":"unrecorded"') $(grep -B 1 '"op":"unrecorded"' t.json | grep -o '"live":true' | wc -l | tr -d ' ') $(sed -n '/"unrecorded"/,$p' t.json | grep -c '"event":"step".*"object":')" \
	'1 9 0'
tap_is 'allocations go on' "$(sed -n '/"unrecorded"/,$p' t.json | grep -c '"op":"allocate"' | sed 's/[1-9][0-9]*/some/')" some
graphs graph-satb trace-heap=1 1 1 1
tap_is 'too many roots and fields: it is a trace' "$(count '"op":"unrecorded"') $("$GCDSL" events t.json 2>&1)" '1 '
graphs graph-satb trace-heap=0 1 6 1
tap_is 'no heap: it is a trace, and there is none' "$("$GCDSL" events t.json 2>&1; count '"held"\|"weak"\|"op":"changed"\|"object"')" 0

# wrong WHAT SED MISTAKE: what gcdsl events says of a trace that was changed.
graphs graph-satb trace-heap=300,parallelism=1 1 4 1
cp t.json good.json
wrong () {
	sed "$2" good.json >t.json
	cmp -s good.json t.json && tap_not_ok "$1" 'nothing is changed'
	tap_is "wrong: $1" "$("$GCDSL" events t.json 2>&1 | grep -c "$3" | sed 's/[1-9].*/found/')" found
}
step () { grep -n "$1" good.json | sed -n "${2-1}s/:.*//p"; }
line=$(step '"op":"changed","order":null,"location":"o[0-9]*\.mark"')
wrong 'metadata change without an operation' "${line}s/{\"op\":\"changed\",[^}]*\.mark\"[^}]*},//" \
	'metadata: it changes, and no operation says so'
wrong 'an operation finds another mark' "${line}s/\(\.mark\",\"found\":\"\)0/\17/" 'it is 0, but an operation finds 7'
wrong 'a mark is changed, and the state has another' "${line}s/\"mark\":1/\"mark\":0/" 'metadata: it changes'
line=$(step '"op":"changed","order":null,"location":"o[0-9]*\.field')
wrong 'a field is new without an operation' "${line}s/{\"op\":\"changed\",[^}]*\.field[^}]*},*//" \
	'fields: it changes, and no operation says so'
tap_rest
line=$(step '"op":"store"')
wrong 'a store that the state does not have' "${line}s/{\"op\":\"store\"[^}]*}//" 'fields: it changes'
wrong 'a field of an object that is not there' "${line}s/\(\"location\":\"\)o[0-9]*\.field/\1o999.field/" \
	'an operation is about it, but it is not there'
wrong 'a field that refers to nothing' 's/"field":\["o[0-9]*"/"field":["o999"/' 'there is no object .o999'
line=$(step '"op":"changed","order":null,"location":"m1.roots\[0\]","found":"null"')
wrong 'a root changes without an operation' "${line}s/{\"op\":\"changed\",[^}]*m1.roots[^}]*},//" \
	'roots.m1.roots\[0\]: it changes\|roots.m1.roots\[0\]: it is new'
line=$(step '"m1.roots\[0\]":' 9)
wrong 'a root is not there any more' "${line}s/\"m1.roots\[0\]\":[^,}]*,*//" 'roots.m1.roots\[0\]: it changes'
line=$(step '"op":"let_go"')
wrong 'an object that is held no longer' "${line}s/{\"op\":\"let_go\",[^}]*},*//" 'held.o[0-9]*: it changes'
wrong 'an object that is not held' "${line}s/\"held\":\[/&\"o1\",/;${line}s/,\]/]/" 'held.o1'
wrong 'a reachable object that is not' 's/\("live":true,"reachable":\)true/\1false/' 'reachable: roots and fields lead to'
wrong 'an object that is not reachable but said to be' 's/\("live":true,"reachable":\)false/\1true/' 'reachable: nothing leads to'
line=$(step '"op":"free"')
wrong 'a free that is not recorded' "${line}s/{\"op\":\"free\"[^}]*}//" 'live: it changes\|is not in the heap any more'
wrong 'an object that is freed and lives' "${line}s/\"live\":false/\"live\":true/" 'live: it changes'
line=$(step '"op":"allocate"' 3)
wrong 'an allocation that is not recorded' "${line}s/{\"op\":\"allocate\"[^}]*}//" 'it is in the heap, and nothing allocates it'
wrong 'an object that is allocated again' "$(step '"op":"allocate"' 4)s/\(\"op\":\"allocate\"[^}]*\"stored\":\"\)o[0-9]*/\1o1/" \
	'it is allocated, but there is such an object already'

# mutant NAME FILE SED HOW: what the recorder gets wrong is found by gcdsl events (state), or because the
# program says another graph (graph).
mutant () {
	mkdir -p mutant
	rm -f mutant/*
	sed "$3" "$runtime/src/$2" >"mutant/$2"
	cmp -s "$runtime/src/$2" "mutant/$2" && tap_not_ok "mutant $1" 'nothing is changed'
	sources="mutant/$2"
	build graph-mutant satb 2>message || tap_not_ok "mutant $1" "$(cat message)"
	sources=
	graphs graph-mutant trace-heap=300,parallelism=2 2 5 1
	found=
	[ -z "$("$GCDSL" events t.json 2>&1)" ] || found=state
	cmp -s said shown || found="${found:+$found }graph"
	case $found in
	*$4*) tap_ok "mutant $1 is found" ;;
	*) tap_not_ok "mutant $1 is found" "it was expected by: $4, and is by: $found" ;;
	esac
}
mutant 'a field is missed' gcrt-record-look.c '/^static void read_slot/,/^}/s/(void)heap;/if (reading->count == 1 \&\& strchr(reading->name, 0x6f) == reading->name) return;/
s/#include <stdio.h>/&\n#include <string.h>/' graph
mutant 'roots are read once' gcrt-record-look.c '/^static bool read_roots(/,/^}/s/if (!roots)/if (!roots || roots->places.count)/' graph
mutant 'a store is recorded with the old value' gcrt-record-heap.c '/^void gcrt_record_heap_store/,/^}/s/place->to = .*;/;/' graph
mutant 'what fields lead to is not reachable' gcrt-record-heap.c 's/		reach_all(&o->fields, &todo);/;/' state
mutant 'a change of metadata is not written' gcrt-record-look.c '/gcrt_record_change(r, "changed", location, found, stored);/d' state
mutant 'a change of a place is not written' gcrt-record-heap.c 's/^	change(r, name, index, new ? .*$/	(void)before, (void)text;/' state
mutant 'a free is not seen' gcrt-record-unit.c '/gcrt_record_heap_freed(/d' state
mutant 'what is held is never let go' gcrt-record-look.c 's/^	o->holder = NULL;//' state
mutant 'a cell that is used again is the same object' gcrt-record-unit.c '/gcrt_record_forget(r, gc_ref_value(o));/d' state
tap_done
