#!/bin/sh
# The option `trace' of the debug runtime: programs on the collectors of the examples write traces that
# follow from their operations; what is recorded wrongly is found.
. "${top_srcdir:=.}/tests/tap.sh"
. "$top_srcdir/tests/runtime.sh"
tap_long
: "${top_builddir:=.}"
tap_scratch
runtime=$top_srcdir/runtime
runtime_objects -O1 -DGCRT_DEBUG=1 || tap_plan skip "$(cat message)"
debug=$objects

# build PROGRAM COLLECTOR FLAG…: FLAGs come before the runtime's sources and headers.  $source: its file.
build () {
	program=$1 collector=$2
	shift 2
	[ -d "$collector" ] ||
		"$GCDSL" compile "$top_srcdir/examples/$collector.gc" --target c -o "$collector" >/dev/null
	# shellcheck disable=SC2086 # lists of words
	${CC:-cc} -std=gnu11 -D_GNU_SOURCE -g1 -O1 -pthread "$@" -I"$runtime/api" -I"$runtime/src" \
		-I"$runtime/tests" -I"$collector" -DGC_ATTRS="\"$collector-attrs.h\"" \
		-DGC_EMBEDDER='"test-embedder.h"' "$runtime/tests/traced/${source-program}.c" \
		"$collector/$collector.c" ${sources-} $objects -lm -o "$program"
}
# count WHAT: how often the trace has it.
count () { grep -o "$1" t.json | wc -l | tr -d ' '; }
# right WHAT: the trace is one, and its counts fit what the program has said.
right () {
	"$GCDSL" events t.json >found 2>&1 || :
	tap_is "$1: it is a trace" "$(head -n 3 found)" ''
	tap_is "$1: as many cycles as the statistics have" \
		"$(count '"do":"begin"') $(count '"do":"end"')" "$(cat said) $(cat said)"
	tap_is "$1: what is emitted is claimed, and done" \
		"$(count '"op":"emit"') $(count '"op":"done"')" "$(count '"do":"claim"') $(count '"do":"claim"')"
	tap_is "$1: it has no parts that are unknown" "$(count '"unit":"[^"]*?')" 0
}

# With more rounds the same happens more often.
rounds=2 mutant_rounds=4
! tap_all || rounds=5 mutant_rounds=12
collectors="satb$(! tap_all || echo ' stw ragged incremental')"
for collector in $collectors; do
	build "program-$collector" "$collector" -DGCRT_DEBUG=1
	for workers in $(! tap_all || echo 1) 4; do
		timeout 60 "./program-$collector" trace=t.json,parallelism=$workers 2 $rounds destroy >said
		right "$collector, $workers workers"
	done
	tap_is "$collector: two mutators join and leave" "$(count '"op":"joined"') $(count '"op":"left"')" '2 2'
	timeout 60 "./program-$collector" trace=t.json,trace-heap=0 2 $rounds destroy >said
	right "$collector, without the heap"
	tap_is "$collector: the first objects are allocated in the trace" \
		"$(count '"op":"allocate"[^}]*"stored":"o[1-9]')" 64
	tap_is "$collector: buckets open because of their guards" \
		"$(grep -c '"do":"open"[^[]*"because":null' t.json)" 0
	"$GCDSL" view --events t.json -o page.html >said 2>&1
	tap_is "$collector: it can be viewed" "$(grep -v 'is not embedded' said)" 'wrote page.html'
done
if tap_all; then
	for collector in stw satb ragged; do
		for run in $(seq 4); do
			timeout 60 "./program-$collector" trace=t.json,parallelism=$((run % 4 + 1)),stress-safepoints=$((run + 1)) 3 4 destroy >said
			right "$collector, run $run"
		done
	done
	runtime_objects -O1 -g -fsanitize=thread -DGCRT_DEBUG=1 || tap_not_ok 'the thread sanitizer' "$(cat message)"
	for collector in satb ragged incremental; do
		build "program-thread" "$collector" -DGCRT_DEBUG=1 -fsanitize=thread 2>err
		timeout 100 ./program-thread trace=t.json,parallelism=4 3 8 destroy >said 2>err
		tap_is "$collector: no data race" "$(grep SUMMARY err)" ''
		right "$collector with the thread sanitizer"
	done
	objects=$debug
fi

# ends HOW STATUS LAST: how the program ends, and the last line's event and reason.
ends () {
	rm -f t.json t.json.tmp
	timeout 60 ./program-satb trace=t.json 2 1 "$1" >said 2>err
	tap_is "$1: the status of the program" $? "$2"
	[ -e t.json ] || mv t.json.tmp t.json
	tap_is "$1: how the trace ends" "$(tail -n 1 t.json | sed 's/"event":"\(end\|fail\)".*"why":"\([^"]*\)".*/\1 \2/; s/^.\{200\}.*/step/')" "$3"
	tap_is "$1: nothing else is left" "$(echo t.json*)" t.json
}
ends destroy 0 '{end the heap has been destroyed'
ends exit 0 '{end the program has ended'
ends fork 0 '{end the heap has been destroyed'
ends abort 134 '{fail mutator 1 calls gc_deactivate while it is inactive'
tap_is 'abort: it is a trace' "$("$GCDSL" events t.json 2>&1)" ''
ends kill 137 step
tap_is 'killed: only the end is missing' "$("$GCDSL" events t.json 2>&1 | sed 's/.*\[//')" 'truncated]'

sed -n 's/^  `\({"event":"end".*}\)`$/\1/p' "$top_srcdir/doc/embedding.md" >>t.json
tap_is 'killed: with the last line of the manual it is a trace' "$("$GCDSL" events t.json 2>&1; tail -n 1 t.json | grep -c killed)" 1

# refuses WHAT SAID OPTIONS: the program ends with a message.
refuses () {
	"./${program-program-satb}" "$3" 1 1 destroy >said 2>err && status=0 || status=$?
	tap_is "$1" "$([ $status -gt 0 ] && echo refused) $(sed 's/^gcdsl runtime: //' err)" "refused $2"
}
refuses 'a folder that is not there' "option \`trace': none/t.json.tmp: No such file or directory" trace=none/t.json
refuses 'a device' "option \`trace': /dev/full: this is no regular file; name another one" trace=/dev/full
refuses 'no name' "option \`trace=': write trace=VALUE, where VALUE is the name of a file, of at most 1023 bytes" trace=
: >t.json.tmp
if command -v flock >/dev/null 2>&1; then
	exec 9>t.json.tmp
	flock 9
	refuses 'a file that another heap writes' \
		"option \`trace': t.json.tmp: another heap writes its trace there; give each heap a file of its own" trace=t.json
	exec 9>&-
fi
rm -f t.json*
# limited WHAT SIGNAL: the trace cannot be as large as the program would have it.
limited () {
	(
		[ "$2" = default ] || trap '' XFSZ
		ulimit -f 100
		timeout 60 ./program-satb trace=t.json 2 3 destroy >said 2>err
		echo $? >status
	)
	tap_is "$1: the program goes on" "$(cat status err) $(echo t.json*)" \
		'0
gcdsl runtime: the trace t.json is given up: File too large t.json*'
}
limited 'no room on the disk' ignored
limited 'a limit on the size of files' default
timeout 60 ./program-satb trace=t.json,trace-size=50k 2 3 destroy >said
tap_is 'a trace that is large enough ends' "$("$GCDSL" events t.json 2>&1; tail -n 1 t.json | grep -c trace-size)" 1

# A trace that ends at any line after its first, because it is large enough or cannot be written, ends there: the program's
# own file, which has the trace's descriptor from then on, is not touched.  Here it ends at each fourth line.

# untouched OPTIONS [BYTES]: what own-file says when it should not, a line.
untouched () {
	rm -f t.json* own
	options=trace=t.json,parallelism=1$1
	shift
	timeout 60 ./own-file "$options" "$@" >said 2>err
	echo "$? $(cat said)" | sed '/^0 0 bytes, closed 0 times$/d'
}
for collector in $collectors; do
	source=own-file build own-file "$collector" -DGCRT_DEBUG=1
	tap_is "$collector: the whole trace" "$(untouched '')$(count '"do":"stopped"' | sed 's/[2-9]/some/')" some
	every=$(tap_all && echo 4 || echo 16)
	LC_ALL=C awk -v every="$every" 'NR > 1 && NR % every == 0 { print size + int(length($0) / 2) } { size += length($0) + 1 }' t.json >middles
	while read -r size; do
		untouched ",trace-size=$size"
		"$GCDSL" events t.json 2>&1
		cat err
		untouched '' "$size"
		echo "$(cat err)" t.json*
	done <middles >found
	tap_is "$collector: traces that end early" "$(sort found | uniq -c | sed 's/^ *//')" \
		"$(wc -l <middles) gcdsl runtime: the trace t.json is given up: File too large t.json*"
done

objects=$top_builddir/libgcdsl-runtime.a
build program-release satb
program=program-release refuses 'another build' \
	"option \`trace': only the debug build of the runtime records traces; build the program with gcdsl-runtime-debug" trace=t.json

# mutant NAME COLLECTOR FILE SED MISTAKE: what the check of the trace says if the runtime records wrongly, in one
# of some runs: in a run whose threads happen to take turns a late record may be as good as one in time.
mutant () {
	mkdir -p mutant
	rm -f mutant/*
	sed "$4" "$3" >"mutant/$(basename "$3")"
	cmp -s "$3" "mutant/$(basename "$3")" && tap_not_ok "mutant $1" 'nothing is changed'
	objects=$debug sources=
	case $3 in
	*.c) sources="mutant/$(basename "$3")" ;;
	*) cp "$runtime/api/gcrt-collector.h" mutant ;;
	esac
	build program-mutant "$2" -DGCRT_DEBUG=1 -Imutant
	sources=
	for run in 1 2 3 4 5 6 7 8 9 10; do
		timeout 60 ./program-mutant trace=t.json,trace-objects=100000,parallelism=4 3 $mutant_rounds destroy >said 2>err
		"$GCDSL" events t.json >mistakes 2>&1 || ! grep -q "$5" mistakes || break
		run=none
	done
	if [ "$run" != none ]; then
		tap_ok "mutant $1 is found"
	else
		tap_not_ok "mutant $1 is found" "$(head -n 3 mistakes)"
	fi
}
record=$runtime/src/gcrt-record-collector.c
inline=$runtime/api/gcrt-collector-inline.h
mutant 'a bucket that opens is not recorded' stw "$record" '/case GCRT_TRACE_open:/s/$/ break;/' 'no bucket of its kind is open'
mutant 'a bucket stays open in the state' satb "$record" '/r->open &= /d' 'buckets of finish changes, and nothing says why\|nothing in this step changes it\|finish. opens, but it is open already\|buckets'
tap_rest
mutant 'a unit of a kernel is not recorded' stw "$inline" '/^static.*gcrt_emit(/,/^}/s/gcrt_record_emit(worker, queue, unit)/(void)0/' 'is run, but it was not pending'
mutant 'mutators stop later than recorded' ragged "$runtime/src/gcrt-kernel.c" 's/	gcrt_trace(s, stopped, 0);//
s/	gcrt_record_stop(worker);/	gcrt_trace(s, stopped, 0);\n	__extension__ ({ extern int usleep(unsigned); usleep(3000); });/' 'acts, but it is stopped'
mutant 'the end of a unit is not recorded' stw "$runtime/src/gcrt-record-unit.c" '/^static void end_unit/,/^}/s/if (!gcrt_record_is_over(r))/if (0)/' 'is not running any more, and nothing says why'
mutant 'a mutator that stops is not recorded' stw "$record" '/GCRT_RECORD_STOPPED;/s/^.*$/;/' 'changes\|stopped'
mutant 'time goes back' stw "$runtime/src/gcrt-record-line.c" 's/gcrt_now_nsec() - r->began/r->began - gcrt_now_nsec() \& 0xfffffff/' 'time: it is less than'
tap_done
