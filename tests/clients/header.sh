#!/bin/sh
# header.sh: metadata in a word of the objects.  Models are the same with and without the word `header'; programs run on
# collectors that copy between spaces, copy beside mutators, and slide, with the checks of the debug runtime, with
# sanitizers, and recorded; who has no such word is refused; and who treats it wrongly is noticed.
# shellcheck disable=SC2154
. "${top_srcdir:=.}/tests/tap.sh"
. "$top_srcdir/tests/runtime.sh"
tap_long
tap_scratch
here=$top_srcdir/tests/clients
. "$here/moving.sh"

# collector NAME: examples/NAME.gc in the folder NAME, with the first reference that is metadata in the header
collector () {
	mkdir -p "$1"
	sed 's/^  \([a-z]* *: ref[^=[]* = null;\)/  header \1/' "$top_srcdir/examples/$1.gc" >"$1/$1.gc"
	tap_is "$1: a reference lies in the header" "$(grep -c '^  header ' "$1/$1.gc")" 1
	tap_run "$1: it becomes C" "$GCDSL" compile "$1/$1.gc" --target c -o "$1"
}
# same NAME: in the models there is no difference but where the line is
same () {
	for memory in sc relaxed; do
		mkdir -p with without
		"$GCDSL" compile "$1/$1.gc" --target promela --memory $memory -o with >message 2>&1
		"$GCDSL" compile "$top_srcdir/examples/$1.gc" --target promela --memory $memory -o without >message 2>&1
		diff -r -I '\.gc' without with >message 2>&1 && [ "$(ls with)" ] && tap_ok "$1: the same models, $memory" ||
			tap_not_ok "$1: the same models, $memory" "$(head -n 20 message)"
		rm -rf with without
	done
}
# left NAME KERNEL-SED: the C, changed
changed () { # NAME SED
	rm -rf wrong
	cp -R "$1" wrong
	sed -i "$2" "wrong/$1.c"
	! cmp -s "$1/$1.c" "wrong/$1.c" || tap_not_ok 'the mistake is made'
}
for name in semispace staccato compact; do
	collector $name
	same $name
done
tap_is 'kernels look into the object' "$(grep -c 'gcrt_header(o_)' semispace/semispace.c)" 3
tap_is 'and not into a table' "$(grep -c 'gcrt_reference(' semispace/semispace.c)" 0
tap_is 'the IR says it' "$("$GCDSL" compile semispace/semispace.gc --target ir | grep -c 'header fwd : ')" 1
tap_is 'for tools, too' "$("$GCDSL" compile semispace/semispace.gc --target json | tr -d ' \n' | grep -o '"header":true' | sort | uniq -c | tr -d ' ')" \
	'1"header":true'

# ---- who does not say where the word is
refused 'an embedder without the word' 'define GC_COLLECTOR_WORD_OFFSET'
refused 'the first word' 'the first word of an object is not the collector' -DGC_COLLECTOR_WORD_OFFSET=0
refused 'a part of a word' 'is no multiple of a word' -DGC_COLLECTOR_WORD_OFFSET=12
refused 'a word before the object' 'is before the object' -DGC_COLLECTOR_WORD_OFFSET=-8
tap_run 'any other word is not' compiles -DGC_COLLECTOR_WORD_OFFSET=8
tap_all || tap_done

# ---- programs
# both OUTPUT: gcbench and stress
for name in semispace staccato compact; do
	policy=
	[ $name != staccato ] || policy="-include $here/staccato-policy.h"
	# shellcheck disable=SC2086 # two words
	build () { moving_build $name $name "$name-$1" $2 $policy; }
	if build debug '-O1 -DGCRT_DEBUG=1'; then
		moving_runs $name-debug 4
		tap_run "$name: recorded" timeout 120 $name-debug/gcbench -m 1 -w 2 -d 6 -x 8 -o trace=trace.json,trace-heap=1000,trace-size=4m
		tap_run "$name: the record is a trace" "$GCDSL" events trace.json
	fi
	build release -O2 && moving_runs $name-release 4
	build asan '-O1 -DGCRT_DEBUG=1 -fsanitize=address,undefined' && moving_runs $name-asan 4
	build tsan '-O1 -fsanitize=thread' && moving_runs $name-tsan 4
done

# ---- mistakes
# noticed WHAT SAYS: by the debug build
noticed () {
	PROGRAMS=gcbench sh "$here/build.sh" wrong wrong-debug -O1 -DGCRT_DEBUG=1 >message 2>&1 || { tap_not_ok "$1" "$(tail message)"; return; }
	timeout 60 wrong-debug/gcbench -m 1 -w 2 -d 7 -x 4 >out 2>&1 && tap_not_ok "$1" 'nothing was noticed' ||
		tap_is "$1" "$(grep -c "$2" out)" 1
}
offset () { # BYTES
	changed semispace "s/^#include \"semispace-names.h\"/#undef GC_COLLECTOR_WORD_OFFSET\n#define GC_COLLECTOR_WORD_OFFSET $1\n&/"
}
offset 4096
noticed 'an object without the word is noticed' 'do not have the collector.s word at byte 4096'
offset 16
noticed 'a slot that is the word is noticed' 'visits the collector.s word'
tap_done
