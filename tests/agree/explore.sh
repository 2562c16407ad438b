#!/bin/sh
# explore.sh: every schedule of a scenario's C, and what fails is repeated.
. "${top_srcdir:=.}/tests/agree/begin.sh"

tap_is 'are verified' "$("$GCDSL" explore "$top_srcdir/examples/stw.gc" --scenario two_fields |
	sed -n 's/^two_fields .*  //p')" verified
[ -e gcdsl.schedule ] && tap_not_ok 'no schedule is written' || tap_ok 'no schedule is written'

# Nobody resumes the mutator: the runtime gives up.
sed '/^work let_go/s/resume mutators;//' "$top_srcdir/tests/agree/order.gc" > stays.gc
"$GCDSL" explore stays.gc -o first > said 2> warning && status=0 || status=$?
tap_is 'who is never resumed' "$status" 1
tap_is 'what happened is shown' "$(sed -n 's/^ *[0-9]*  //p' said)" \
"18:31: mutator m: collect
request gc
begin gc
open first
a worker runs start
all mutators have stopped
open stack
a worker runs roots
open marks
a worker runs two
a worker runs one
open go
a worker runs let_go
end gc"
tap_is 'who is asked to repeat it' "$(sed -n 's/^to see it again: gcdsl explore//p' said)" \
	' stays.gc --scenario s --memory sc --workers 1 --replay first'
tap_is 'the schedule repeats it' "$("$GCDSL" explore stays.gc --replay first 2> warning | sed -n 's/^ *[0-9]*  //p')" \
	"$(sed -n 's/^ *[0-9]*  //p' said)"
# The model does what the C has done, up to where a worker would go on.
"$GCDSL" explore stays.gc --replay first --model --trace trace.json > model 2> warning || true
tap_is 'the model does it, too' "$(sed -n 's/^\(the model does all\) [0-9]* \(.*\)/\1 \2/p' model)" \
	'the model does all events of the C, and fails then, too'
tap_is 'what fails in it' "$(sed -n '/^wrote/q;s/^\([a-z_]*\) fails: .*/\1/p' model)" cycle_ends
# The same as a trace.  The C follows it.
tap_run_status 'the trace has no mistake' 0 "$GCDSL" events trace.json
# state STEP: what the step stores, and the state after it.
state () {
	sed -n "s/^.*\"step\":$1,.*\"op\":\"store\",.*\"location\":\"\([^\"]*\)\",.*\"stored\":\"\([0-9]\)\".*\"metadata\":\([^}]*}\).*\"marks\":\([a-z]*\).*\"mutators\":\([^}]*}\).*/\1=\2 \3 \4 \5/p" trace.json
}
tap_is 'the state after a store, and after the next' "$(state 12; state 14)" \
'a.last=2 {"last":2} true {"m":"stopped"}
a.last=1 {"last":1} true {"m":"stopped"}'
tap_is 'how the trace ends' "$(sed -n 's/^{"event":"fail","property":"\([^"]*\)",.*"why":"\([^"]*\)".*/\1: \2/p' trace.json)" \
	'cycle_ends: the C: no task can go on; the model: nobody can take a step, and the run is not over'
tap_is 'what repeats it' "$(sed -n '1s/.*"command":"\([^"]*\)".*/\1/p' trace.json)" \
	'gcdsl explore stays.gc --scenario s --memory sc --workers 1 --replay first --trace -'
tap_is 'the C has its states' "$(grep -o '^wrote.*\|the state of the C is .*' model)" 'wrote trace.json
the state of the C is as in the story.'
if tap_all; then
	printf 'gcexplore schedule 1 empty\nend 0\n' > empty
	"$GCDSL" explore "$top_srcdir/examples/satb.gc" --scenario allocate_marked --replay empty --model > model
	tap_is 'and ends in the same way' "$(grep '^the run ends' model)" 'the run ends like this'
fi
if tap_all; then
	"$GCDSL" explore stays.gc --replay first --trace - 2> warning > stdout || true
	tap_is 'on standard output' "$(cat stdout)" "$(cat trace.json)"
	# A mistake in the generated C.
	cat > wrong-gcc << 'EOF'
#!/bin/sh
[ ! -f order.c ] || sed -i 's/gcrt_metadata(o_, ORDER_META_last), 1,/gcrt_metadata(o_, ORDER_META_last), 2,/' order.c
exec gcc "$@"
EOF
	chmod +x wrong-gcc
	GCDSL_CC=$PWD/wrong-gcc "$GCDSL" explore stays.gc --trace wrong.json -o wrong > said 2> warning || true
	tap_run_status 'what only the C does: the trace has no mistake' 0 "$GCDSL" events wrong.json
	tap_is 'the trace ends before it' "$(sed -n '$s/.*"property":"\([^"]*\)",.*"why":"\([^"]*\)".*/\1: \2/p' wrong.json | sed 's/[0-9]* of [0-9]*/N/')" \
		'the C: no task can go on; the trace ends before event N of the C, which no run of the model does: one(a): store a.last: 2'
	tap_run_status 'a folder that is not there' 4 "$GCDSL" explore stays.gc --replay first --trace none/trace.json
	"$GCDSL" explore "$top_srcdir/examples/stw.gc" --scenario two_fields --trace unwritten.json > said 2>&1 && status=0 || status=$?
	tap_is 'nothing fails: no trace, and nothing is said of one' \
		"$status $(grep -c -e '^----' -e wrote -e error said) $(ls unwritten.json 2>/dev/null)" '0 0 '
fi
tap_is 'a trace under tso' "$("$GCDSL" explore stays.gc --memory tso --trace weak.json 2>&1; echo $?)" \
"gcdsl: error: --trace is for sc, under which the model can do what the C has done
  help: choose \`--memory sc\`
2"
tap_run_status 'a trace of a story' 2 "$GCDSL" explore stays.gc --follow trace.json --trace again.json
tap_run_status 'two that write to standard output' 2 "$GCDSL" explore stays.gc --json --trace -
tap_run_status 'a trace of two files' 2 "$GCDSL" explore stays.gc stays.gc --trace two.json
# What is kept of the runtime and is damaged is made again, once.  It is kept for this alone: other
# tests use what all share.
damaged () {
	XDG_CACHE_HOME=$PWD/own "$GCDSL" explore "$top_srcdir/tests/agree/counting.gc" --preemptions 0 --seconds 1 -o unused > said 2> warning && status=0 || status=$?
	tap_is "$1" "$status $(sed -n 's/^s  *sc .*[0-9]  \([a-z]*\).*/\1/p' said)" '3 bounded'
	inode=$(ls -di own/gcdsl/explored-*)
}
if tap_all; then
	damaged 'with what is kept'
	before=$inode
	damaged 'with what is whole'
	tap_is 'it is used as it is' "$inode" "$before"
	for object in own/gcdsl/explored-*/gcrt-space.o; do : > "$object"; done
	damaged 'with an object that is empty'
	[ "$inode" != "$before" ] && tap_ok 'it is made again' || tap_not_ok 'it is made again' "$inode"
	rm -f own/gcdsl/explored-*/script.o
	damaged 'without an object'
	tap_is 'nothing else is left' "$(find own/gcdsl -maxdepth 1 -name 'explored*' | wc -l)" 1
fi
tap_run_status 'of one scenario' 2 "$GCDSL" explore "$top_srcdir/examples/stw.gc" --replay first
sed 's/^end .*/end 3/' first > shortened
tap_run_status 'a damaged schedule' 2 "$GCDSL" explore stays.gc --replay shortened

# A kernel uses what another one has freed; with one worker in one order only.
uses () {
	"$GCDSL" explore "$@" -o used > said 2> warning && status=0 || status=$?
	echo "$status $(sed -n 's/^s  *sc .*[0-9]  //p' said)"
}
sed 's/store(o.last, 2)/free(o)/' "$top_srcdir/tests/agree/order.gc" > freed.gc
tap_is 'an object is used that is freed' "$(uses freed.gc --model)" '1 fails: use after free of object a, by one'
tap_is 'the model fails, too' "$(sed -n 's/^the model does all [0-9]* \(.*\)/\1/p;s/^\([a-z_]*\) fails: .*/\1/p' said)" \
	'events of the C, and fails then, too
no_freed_access'

tap_rest
sed 's/store(o.last, 1)/free(o)/' "$top_srcdir/tests/agree/order.gc" > later.gc
tap_is 'one worker frees it after its use' "$(uses later.gc)" '0 verified'
tap_is 'two workers do not' "$(uses later.gc --workers 2)" '1 fails: use after free of object a, by two'
sed 's/store(o.last, [12])/free(o)/' "$top_srcdir/tests/agree/order.gc" > twice.gc
tap_is 'an object is freed twice' "$(uses twice.gc)" '1 fails: use after free of object a, by one'
sed 's/if r != null {\(.*\)} }/\1 }/;s/stack = { a }/stack = { a, null }/' \
	"$top_srcdir/tests/agree/order.gc" > null.gc
tap_is 'null is used' "$(uses null.gc)" '1 fails: use of null as an object, by two'
tap_is 'agree: it is said of the model' \
	"$("$GCDSL" agree freed.gc | grep -c 'the model breaks no_freed_access')" 1
tap_run_status 'no such schedule' 2 "$GCDSL" explore stays.gc --replay none
tap_is 'no such compiler: who names it' "$(GCDSL_CC=no-such-cc "$GCDSL" explore stays.gc 2>&1 |
	grep -c 'no-such-cc could not be run\|GCDSL_CC names')" 2
tap_run_status 'a bound is reached' 3 "$GCDSL" explore "$top_srcdir/examples/stw.gc" \
	--scenario two_fields --preemptions 0

# An interval.
cp "$top_srcdir/tests/agree/interval.gc" .
"$GCDSL" explore interval.gc --model -o interval > model 2> warning || true
tap_is 'why the runtime stops it' "$(sed -n 's/^s  *sc .*[0-9]  //p' model)" \
	"fails: the runtime stops the program: \`resume mutators\` runs while the mutators are not stopped"
tap_is 'the model does it, too, with an interval' "$(sed -n 's/^the model does all [0-9]* \(.*\)/\1/p
	s/^\([a-z_:]*\) fails: .*/\1/p' model)" 'events of the C, and fails then, too
use:resume'
sed 's/^scenario/property p = always not open(two);\nproperty q = eventually open(two);\n&/' interval.gc > early.gc
"$GCDSL" explore early.gc --model -o early > model 2> warning || true
tap_is 'the model fails before' "$(sed -n 's/^the model does all [0-9]* \(.*\)/\1/p
	s/^\([a-z_:]*\) fails: .*/\1/p' model)" \
	'events of the C, but a run of it that does what the C does fails before the last
p'

# Two scenarios, which have an option.
sed 's/^collector order;/& option more : bool = false;/; s/^scenario s {/scenario two { objects a;  mutator m (stack = { a }) { collect; } }\n&/' \
	stays.gc > several.gc
"$GCDSL" explore several.gc --set more=true -o each > said 2> warnings
tap_is 'each has a schedule' "$(sed -n 's/^to see it again: gcdsl explore//p' said)" \
' several.gc --set more=true --scenario two --memory sc --workers 1 --replay each.two-sc
 several.gc --set more=true --scenario s --memory sc --workers 1 --replay each.s-sc'
tap_is 'it repeats it' "$("$GCDSL" explore several.gc --set more=true --scenario two --replay each.two-sc \
	2> warnings | sed -n 's/^two .*  //p')" "$(sed -n 's/^two .*[0-9]  //p' said)"
tap_done
