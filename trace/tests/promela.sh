#!/bin/sh
# Trails of models in Promela that were written by hand, as traces.
# shellcheck disable=SC2154
. "${top_srcdir:=.}/tests/tap.sh"
command -v "${SPIN:=spin}" >/dev/null 2>&1 || tap_plan skip 'spin is not installed'
command -v gcc >/dev/null 2>&1 || tap_plan skip 'gcc is not installed'
tap_long
tap_scratch
tap_quick_cc
cp "$top_srcdir"/trace/tests/promela/* .
real=$(command -v "$SPIN")

# search MODEL ARGUMENT…: its trail.
search () {
	model=$1
	shift
	"$real" -a "$model" >spin.out 2>&1
	"$GCDSL_CC" -O0 -DNOREDUCE -DREACH -o pan pan.c >gcc.out 2>&1
	./pan -w16 "$@" >pan.out 2>&1
}
# trace ARGUMENT…: what it prints is in out, messages are in err.
trace () {
	"$GCDSL" trace "$@" >out 2>err && status=0 || status=$?
}
# valid WHAT: the trace in out is one (doc/events.md), and its marks follow from it.
valid () {
	cp out events
	tap_is "$1: a trace" "$("$GCDSL" events events 2>&1)" ''
}
# marks: "A want1 by load want0" …
marks () {
	grep -o '"red":\[{[^]]*\]' out | grep -o '"rule":"."\|"op":"[a-z]*","location":"[a-z0-9]*"' |
		sed 's/"rule":"\(.\)"/\1/; s/"op":"\(.*\)","location":"\(.*\)"/\1 \2/' | paste -sd' ' -
}

# Peterson's algorithm: the marks are those of the same schedules in marks-test.c (figures 6 to 8).
cat >names <<'EOF'
want0 at 0
want1 at next want0
turn at next want1
EOF
search peterson.pml -i
trace --promela peterson.pml --names names --json
tap_is 'Peterson: exit status' "$status $(cat err)" '0 '
valid Peterson
tap_is 'Peterson: marks' "$(marks)" \
	'A load want0 A load want0 B load want1 A load want1 A load want1'
tap_is 'Peterson: which stores' "$(grep -o '"store":[0-9]*,"rule":"."' out | tr -d '\n')" \
	'"store":1,"rule":"A""store":2,"rule":"A""store":1,"rule":"B""store":3,"rule":"A""store":4,"rule":"A"'
tap_is 'Peterson: the state' "$(sed -n '/"step":8,/s/.*"memory":\({[^}]*}\).*"observed":\(.*\)}/\1 \2/p' out)" \
	'{"want0":"0","want1":"0","turn":"0","inside":"1"} {"want0":{"process P(2)":"1"},"want1":{"process P(3)":"1"}}'
tap_is 'Peterson: the failure' "$(tail -n 1 out | cut -d, -f2,3)" \
	'"property":"assertion","formula":"(inside==1)"'
trace --promela peterson.pml --names names
tap_is 'Peterson: text' "$(sed -n '/^ *6  /p' out)" \
	'   6  21    process P(3)  :: READ(other) == 0                   want0 is 0'
# shown OPTION…: the numbers of the steps that are shown.
shown () {
	"$GCDSL" trace --promela peterson.pml --names names "$@" 2>err | sed -n 's/^ *\([0-9][0-9]*\)  .*/\1/p' | paste -sd' ' -
}
all=$(shown)
tap_is 'Peterson: only a thread' "$(shown --only 'thread=P(3)')" \
	"$("$GCDSL" trace --promela peterson.pml --names names | sed -n 's/^ *\([0-9][0-9]*\)  .*P(3).*/\1/p' | paste -sd' ' -)"
tap_is 'Peterson: only some' "$([ "$(shown --only red)" != "$all" ] && shown --only red) / $(shown --only object=turn)" '6 11 / 4 9'
tap_is 'Peterson: no such thread' "$(shown --only thread=zz)$(sed -n 's/.*--only/--only/p' err)" \
	'--only: the run has no thread `zz`'
tap_is 'Peterson: no lanes' "$(shown --lanes)$(sed 1q err)" \
	'gcdsl: error: --lanes and --heap are for runs of specifications, not of --promela'
tap_is 'Peterson: colours' "$("$GCDSL" trace --promela peterson.pml --names names --color=always |
	grep -c "$(printf '\033')\[3[13]m")" 9
trace --promela peterson.pml --names names
command=$(sed -n 's/^to see it again: gcdsl //p' out)
cp out first
eval "\"\$GCDSL\" $command" >out 2>err
tap_same 'Peterson: seen again' out first

# With a fence before the `if', `turn' is in memory before `want0'.
printf '#define BEFORE_IF FENCE()\n#include "peterson.pml"\n' >fenced.pml
search fenced.pml -i
trace --promela fenced.pml --names names --json
valid 'a fence'
tap_is 'a fence: marks' "$(marks)" 'A store turn B load want0'
tap_is 'a fence: stores that it completes' \
	"$(sed -n '/"op":"fence"/s/.*"operations":\(\[.*\]\),"memory".*/\1/p' out | head -n 1 |
		grep -o '"op":"[a-z]*"' | tr -d '\n')" '"op":"store""op":"store""op":"fence""op":"let"'
"$GCDSL" view --promela fenced.pml --names names -o page.html >out 2>err
tap_is 'a page' "$? $(cat out) $(grep -q 'process P(3)' page.html && echo 'with the run')" \
	'0 wrote page.html with the run'

# Without MMLib: each step of a process is one.
cat >plain.pml <<'EOF'
int x = 5;
bool goes;
active proctype A() { int n = 1;  n = n + x;  x = n }
active proctype B() { x = 2;  do :: x == 2 -> goes = !goes od }
ltl calm { <> [] goes }
EOF
search plain.pml -a
trace --promela plain.pml
tap_is 'a plain model: exit status' "$status $(cat err)" '0 '
tap_is 'a plain model: it repeats' "$(grep -c 'from here the run repeats' out)" 1
tap_is 'a plain model: the formula' "$(sed -n '/^calm/,/^  /p' out)" 'calm: this can go on for ever
  <> ([] (goes))'
trace --promela plain.pml --json
valid 'a plain model'
tap_is 'a plain model: first values' \
	"$(head -n 1 out | grep -o '"start":{"memory":{[^}]*}')" '"start":{"memory":{"x":"5","goes":"0"}'
cp plain.pml.trail plain.trail

# What is no trail, or one of another model.
# wrong WHAT STATUS MESSAGE ARGUMENT…
wrong () {
	what=$1 expected="$2 gcdsl: error: $3"
	shift 3
	trace "$@"
	tap_is "$what" "$status $(sed -n '1p' err)" "$expected"
}
echo 'this is no trail' >bad.trail
wrong 'no trail' 2 'bad.trail:1: this is no line of a trail' --promela plain.pml --trail bad.trail
printf '1:2:3\n4:5\n' >bad.trail
wrong 'a damaged trail' 2 'bad.trail:2: this is no line of a trail' --promela plain.pml --trail bad.trail
wrong 'a trail of another model' 2 \
	'peterson.pml.trail is a trail of another model: SPIN cannot replay it' \
	--promela plain.pml --trail peterson.pml.trail
wrong 'a trail that is not there' 2 'cannot read nothing.trail: No such file or directory' \
	--promela plain.pml --trail nothing.trail
wrong 'a model that is not there' 2 'cannot read nothing.pml: No such file or directory' \
	--promela nothing.pml
echo 'active proctype {' >broken.pml
wrong 'a model with an error' 2 'broken.pml:1: SPIN finds an error in the model' \
	--promela broken.pml --trail plain.trail
wrong 'names without MMLib' 2 'names: the model does not use MMLib, so it needs no names' \
	--promela plain.pml --names names
echo 'want0 to 0' >bad.names
wrong 'wrong names' 2 "bad.names: line 1: \`NAME at NUMBER' or \`NAME at next NAME' of a shared variable is needed" \
	--promela peterson.pml --names bad.names
wrong 'no model' 2 '--trail needs a model' --trail plain.trail
head -n 14 peterson.pml.trail >cut.trail
trace --promela peterson.pml --trail cut.trail
tap_is 'a trail that is cut short' "$status $(cat err)" \
	'0 cut.trail: nothing fails when the trail ends: its last state is an invalid end state, or the trail is cut short'

# SPIN itself.
export SPIN
SPIN=/nonexistent/spin
wrong 'no SPIN' 4 '/nonexistent/spin could not be run: No such file or directory' --promela plain.pml
# shellcheck disable=SC2016
printf '#!/bin/sh\nkill -9 $$\n' >killed
chmod +x killed
SPIN=$(pwd)/killed
wrong 'SPIN is killed' 4 "$(pwd)/killed was killed by signal 9 (Killed)" --promela plain.pml

# Whatever SPIN prints: pieces of its output, and lines that are damaged.
"$real" -t -p -g -l -k peterson.pml.trail peterson.pml >whole 2>&1
printf '#!/bin/sh\ncat "%s/said"\n' "$(pwd)" >says
chmod +x says
SPIN=$(pwd)/says
size=$(wc -c <whole) at=0 crashes=0 pieces=20
! tap_all || pieces=200
while [ "$at" -lt "$size" ]; do
	{ head -c "$at" whole; echo; tail -c +$((at + 7)) whole; } >said
	trace --promela peterson.pml --names names --json
	[ "$status" -le 4 ] || crashes=$((crashes + 1))
	at=$((at + size / pieces))
done
for damage in 's/)//' 's/(//g' 's/:/ /g' 's/\[//g' 's/\]//g' 's/[0-9][0-9]*/99999999999999999999/g' \
	's/proc  *[0-9]*/proc -7/' 's/queue/shared_memory/' 's/= .*/=/' 's/,//g' 's/_pid/((((((/g' 's/\t//g'; do
	sed "$damage" whole >said
	trace --promela peterson.pml --names names --json
	[ "$status" -le 4 ] || crashes=$((crashes + 1))
done
tap_is 'damaged output of SPIN: no crash' "$crashes" 0
tap_done
