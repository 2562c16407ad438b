#!/bin/sh
# gcdsl events: samples are valid traces; each mistake in them is found, in its line and member; and
# whatever a file contains, the answer is a diagnostic.
# shellcheck disable=SC2154
. "${top_srcdir:=.}/tests/tap.sh"
tap_scratch
samples=$top_srcdir/trace/tests/samples
cp "$samples"/*.json .

# events FILE…: sets status; what it says is in ./said.
events () {
	"$GCDSL" events "$@" >said 2>&1 && status=0 || status=$?
}
events client.json collector.json litmus.json promise.json
tap_is 'the samples are valid' "$status $(cat said)" '0 '
events - <litmus.json
tap_is 'so is standard input' "$status $(cat said)" '0 '

# wrong SAMPLE LINE SED WANTED: the line, changed, is not valid; the first diagnostic ends in WANTED
# and is about the line, or about the one named in front of WANTED.
wrong () {
	sed "$2 $3" "$1.json" >x.json
	cmp -s x.json "$1.json" && tap_not_ok "$3 changes something"
	events x.json
	case $4 in
	[0-9]*) wanted=$4 ;;
	*) wanted="$2: $4" ;;
	esac
	tap_is "$wanted" "$status $(sed -n '1s/^x.json://p' said)" "1 $wanted"
}
# members and types
wrong litmus 1 's/"version":2/"version":1/' 'version: it is 1, and version 2 can be read [version]'
wrong litmus 1 's/"trace"/"tracer"/' 'event: the first line of a trace has the event "trace" [foreign]'
wrong litmus 1 's/"role":"memory"/"role":"memories"/' \
	"threads[2].role: \`memories' is none of mutator, worker, releaser, environment, memory, thread [value]"
wrong litmus 1 's/"locations":\["want0",/"locations":[/' "locations: \`want0' is not there [state]"
wrong litmus 3 's/"repeats":false,//' 'repeats: it is not there [missing]'
wrong litmus 3 's/"column":5/"column":"5"/' 'operations[0].where.column: an integer is needed [type]'
wrong litmus 5 's/"began":4/"began":null/' 'waiting[1].began: an integer is needed [type]'
wrong litmus 5 's/"step":4/"step":5/' 'step: it is step 4 [order]'
wrong litmus 5 's/"thread 1"/"thread 3"/' "thread: the heading has no thread \`thread 3' [value]"
wrong litmus 5 's/"access"/"excess"/' "do: \`excess' is none of access, let, receive, enter, leave, perform [value]"
wrong litmus 5 's/"event":"step"/"event":"stop"/' 'event: it is none of step, fail and end [value]'
wrong litmus 5 's/.*/[]/' 'an object is needed [type]'
wrong litmus '$' 's/"outcome":{"overlap":1}/"outcome":{"overlap":"1"}/' '18: outcome.overlap: an integer is needed [type]'
wrong litmus '$' 'p' '19: event: nothing comes after the last line [order]'
wrong litmus '$' 'd' '17: the trace ends without its last line, "fail" or "end" [truncated]'
wrong collector 9 's/"mark":0/"mark":[]/' 'heap[0].metadata.mark: a string or an integer or null is needed [type]'
wrong collector 9 's/"live":true/"live":1/' 'heap[0].live: true or false is needed [type]'
wrong collector 9 's/"roots":{/"roots":{"q":1,/' 'roots.q: a string or null is needed [type]'

# states
wrong litmus 3 's/"memory":{"want0":"0","want1":"1"/"memory":{"want0":"0","want1":"0"/' \
	'want1: after the operations of this step it is 1 [state]'
wrong litmus 3 's/"memory":{"want0":"0",/"memory":{/' "memory: \`want0' is not there [state]"
wrong litmus 10 's/"t1":"0"/"t1":"1"/' 'registers.thread 2.t1: nothing in this step sets it to 1 [state]'
wrong collector 9 's/"mark":0/"mark":1/' 'a.mark: after the operations of this step it is 0 [state]'
wrong collector 17 's/"fields":{"field":\[null\]}/"fields":{"field":["c"]}/' \
	'a.field[0]: after the operations of this step it is null [state]'
wrong collector 9 's/"n.r":null/"n.r":"c"/' 'n.r: after the operations of this step it is null [state]'
wrong collector 9 's/"trace":false/"trace":true/' 'buckets.trace: nothing in this step changes it [state]'
wrong collector 8 's/"n":"running"/"n":"stopped"/' 'mutators: nothing in this step changes them [state]'
wrong collector 9 's/"pending":\[/"pending":[{"kind":"mark_obj","unit":"b","buffer":null}/' \
	'mark_obj(b) is pending, and nothing says why [state]'
wrong collector 9 's/"object":"c","live":true/"object":"c","live":false/' 'heap[2].live: nothing in this step changes it [state]'
wrong collector 9 's/"n.a":"a"/"n.a":"lost"/' "roots.n.a: \`lost' is not reachable [state]"

# mutators that stop and go on
wrong collector 8 's/"op":"stop"/"op":"yield"/' "9: thread: nobody has asked \`n' to stop [state]"
wrong client 5,9 's/"do":"stopped"/"do":"go_on"/; s/"m0":"stopped"/"m0":"running"/g' "6: operations[0]: \`m0' is not stopped [state]"
wrong promise 5,10 's/"do":"stopped"/"do":"go_on"/; s/"m":"stopped"/"m":"running"/g; s/"op":"all_stopped"/"op":"yield"/' \
	"11: operations[0]: \`m' is not stopped [state]"
wrong promise 17 's/"op":"stop"/"op":"resume"/' '17: operations[0]: the mutators are not asked to stop [state]'
wrong promise 4 's/"op":"stop"/"op":"all_stopped"/' 'operations[0]: nobody waits for the mutators [state]'
wrong promise 11 's/"op":"resume"/"op":"yield"/' 'mutators: nothing in this step changes them [state]'
wrong collector 10 's/"mutator m"/"mutator n"/; s/"memory of mutator n"/"memory of m"/' 'thread: no mutator that runs stops [state]'
wrong collector 11 's/"thread":"worker"/"thread":"mutator m"/; s/"op":"all_stopped"/"op":"collect"/' \
	"operations[0]: \`m' asks for a cycle, and it is not running [state]"

# the heap
wrong collector 9 's/"object":"c","live":true,"reachable":true/"object":"c","live":true,"reachable":false/' \
	"heap[2].reachable: roots and fields lead to \`c' [state]"
wrong promise 1 's/"m.a":"a"/"m.a":null/' "start.heap[0].reachable: nothing leads to \`a' [state]"
wrong client 1 's/"reachable":true/"reachable":false/' "start.heap[0].reachable: roots and fields lead to \`a' [state]"
wrong collector 9 's/"heap":\[\({[^}]*}[^}]*}}\)/"heap":[\1,\1/' "heap[1].object: \`a' is there twice [value]"
wrong collector 1 's/"weak":\[\]/"weak":[1]/' 'weak[0]: a string is needed [type]'
wrong promise 1 's/"weak":\[\]/"weak":["field"]/' "start.heap[1].reachable: nothing leads to \`b' [state]"
# names
wrong litmus 3 's/"op":"store"/"op":"storage"/' "operations[0].op: \`storage' is no operation [value]"
wrong client 9 's/"order":"relaxed"/"order":"relax"/' \
	"operations[0].order: \`relax' is no memory order [value]"
wrong litmus 1 's/"role":"thread"/"role":"worker"/' "threads[0].role: \`thread 1' has another role [value]"
# what is found, and the outcome
wrong litmus 11 's/"found":"0"/"found":"1"/; s/"w1":"0"/"w1":"1"/' "operations[0].found: thread 2 finds 0 in \`want0' [state]"
wrong litmus '$' 's/"overlap":1}/"overlap":1,"want0":5}/' '18: outcome.want0: in the last state it is 1 [state]'
wrong litmus '$' 's/"overlap":1}/"overlap":1,"other":5}/' "18: outcome.other: the last state has no value of \`other', so it is 0 [state]"

# stores that wait, and marks
wrong litmus 5 's/"store":3}\]/"store":4}]/' 'operations[0].store: it begins store 3 [store]'
wrong litmus 7 's/"store":4}\]/"store":3}]/' "operations[0].store: the oldest store to \`turn' that waits is 4 [store]"
wrong litmus 5 's/"waiting":\[{[^}]*}},/"waiting":[/' 'waiting: 2 stores wait after this step [waiting]'
wrong litmus 5 's/"began":4/"began":3/' "waiting[1]: here waits store 3 of step 4, \`want0 = 1' of thread 1 [waiting]"
wrong litmus 7 's/"red":\[{.*}\],"obs/"red":[],"obs/' 'red: the step has 1 marks [red]'
wrong litmus 7 's/"rule":"A"/"rule":"B"/' \
	'red[0]: this mark is by rule A on store 3, for the store of turn by thread 1 [red]'
wrong litmus 11 's/"op":"load","location":"want0","why"/"op":"load","location":"want1","why"/' \
	'red[0]: this mark is by rule B on store 3, for the load of want0 by thread 2 [red]'
wrong litmus 5 's/"observed":.*/"observed":{}}/' 'observed: it does not follow from the stores that wait [observed]'
wrong litmus '$' 's/"reorderings":1/"reorderings":0/' '18: reorderings: the run has 1 stores with a mark by rule A [reorderings]'
wrong litmus '$' 's/"needed":1/"needed":2/' '18: needed: the run needs no more than it has [reorderings]'
wrong litmus '$' 's/,"needed":1//' '18: needed: it is not there [missing]'

# context switches
wrong litmus '$' 's/"switches":3/"switches":2/' '18: switches: the run has 3 context switches [switches]'
wrong litmus '$' 's/switches":null/switches":2/' \
	'18: fewest_switches: it is null, or the number of context switches of the run [switches]'
wrong collector '$' 's/"switches":6/"switches":8/' '21: switches: the run has 6 context switches [switches]'
# operations of a client, and objects
wrong client '$' 's/"operations":2,/"operations":3,/' '28: operations: the run has 2 operations of the client [operations]'
wrong client '$' 's/fewest_operations":2/fewest_operations":1/' \
	'28: fewest_operations: it is null, or the number of operations of the client of the run [operations]'
wrong client '$' 's/"objects":2/"objects":1/' '28: objects: the run has 2 objects [operations]'
wrong client '$' 's/fewest_objects":2/fewest_objects":3/' \
	'28: fewest_objects: it is null, or the number of objects of the run [operations]'
wrong client '$' 's/"operations":2,/"operations":null,/' '28: operations: the run has 2 operations of the client [operations]'
wrong client '$' 's/"objects":2/"objects":null/' "28: objects: it is null where \`operations' is [operations]"
wrong client '$' 's/"operations":2,/"operations":"2",/' '28: operations: an integer or null is needed [type]'
wrong client 11 's/"subject":"load"/"subject":"allocate"/' '28: objects: the run has 3 objects [operations]'
sed '$s/,"switches.*/}/' litmus.json >earlier.json
events earlier.json
tap_is 'a trace of an earlier release' "$status $(cat said)" '0 '

wrong collector 9 's/"op":"stop"/"op":"load"/' \
	'red[0]: this mark is by rule A on store 1, for the stop of no location by mutator n [red]'

# the property
wrong promise 7 's/"state":"waiting"/"state":"late"/' \
	"property.state: \`late' is none of holds, waiting, broken [value]"
wrong promise 7 's/"waits":\[.*\]},"wait/"waits":[]},"wait/' \
	"property.state: the property is waiting where something is in \`waits', and only there [property]"
wrong promise 6 's/"state":"holds"/"state":"waiting"/' \
	'property.since: it stands so since step 5 [property]'
wrong promise 8 's/"o = b","since":6/"o = b","since":7/' 'property.waits[1].since: it waits since step 6 [property]'
wrong promise 9 's/"property":{.*}\]},"wait/"property":null,"wait/' \
	'property: it is known in all states, or in none [property]'
wrong promise 20 's/"state":"waiting"/"state":"broken"/' 'property.since: it stands so since step 19 [property]'
wrong collector 18 's/"state":"holds","since":0/"state":"broken","since":17/' \
	'19: property.state: it was broken before [property]'
wrong collector 20 's/"state":"broken","since":19/"state":"holds","since":0/' \
	'21: property: it fails, and in the last state it is not broken [property]'
wrong collector '$' 's/"freed(c)":"true"/"freed(c)":"false"/' \
	'21: broken.given[0].values.freed(c): in this state it is true [broken]'
wrong collector '$' 's/"text":"not reachable(o)"/"text":"freed(o)"/' \
	"21: broken.text: \`freed(o)' is true in this state [broken]"
wrong collector '$' 's/"text":"freed(o)"/"text":"not freed(o)"/' \
	"21: broken.given[0]: \`not freed(o)' is false in this state [broken]"
wrong promise '$' 's/"values":{"marking":"false"}/"values":{"marking":"true"}/' \
	'22: broken.values.marking: in this state it is false [broken]'
wrong promise '$' 's/"step":20/"step":21/' '22: broken.step: there is no such step before [broken]'
wrong promise '$' 's/"never":false/"never":null/' '22: broken.never: true or false is needed [type]'

# Anything else: a diagnostic, never a crash.
answers () {
	events "$2"
	tap_is "$1" "$status $(sed -n '1s/^[^:]*:1: .*\[\(.*\)\]$/\1/p' said)" "1 $3"
}
: >empty
answers 'an empty file' empty truncated
printf '\n' >blank
answers 'an empty line' blank not-json
printf '{"event":"trace"}' >short
answers 'a heading with nothing in it' short missing
"${AWK:-awk}" 'BEGIN { for (i = 0; i < 100000; i++) printf "[" }' >deep
answers 'deep nesting' deep not-json
printf '{"event":"\000"}\n' >zero
printf '{"event":"trace","event":"trace"}\n' >twice
answers 'a member that is there twice' twice not-json
printf '{"event":"trace"} x\n' >more.jsonl
answers 'more than one value' more.jsonl not-json
answers 'a zero' zero not-json
answers 'a program' "$GCDSL" not-json
printf '{"@":1}\n' >other
answers 'another file' other foreign
events nowhere.json
tap_is 'no file' "$status" 2
events .
tap_is 'a folder' "$status" 2
events
tap_is 'no argument' "$status" 2

# cut SAMPLE STEP: the lengths at which it is taken for valid, or is not answered with 1.
cut_at () {
	length=$(wc -c <"$1.json")
	at=1
	while [ "$at" -lt "$((length - 1))" ]; do
		head -c "$at" "$1.json" >x.json
		events x.json
		[ "$status" -eq 1 ] && [ -s said ] || echo "$at: $status"
		at=$((at + $2))
	done
}
tap_is 'litmus: cut anywhere' "$(cut_at litmus "$(tap_all && echo 97 || echo 769)")" ''
tap_is 'collector: cut anywhere' "$(cut_at collector "$(tap_all && echo 331 || echo 2647)")" ''
tap_done
