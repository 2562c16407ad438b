#!/bin/sh
# Counterexamples, told: stories/NAME.txt is what `gcdsl trace' says.
# UPDATE_GOLDEN=1 accepts what is said now.
# shellcheck disable=SC2154
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
command -v "${SPIN:=spin}" >/dev/null 2>&1 || tap_plan skip 'spin is not installed'
command -v gcc >/dev/null 2>&1 || tap_plan skip 'gcc is not installed'
tap_scratch
tap_quick_cc
stories=$top_srcdir/tests/run/stories
cp "$top_srcdir/examples/stw.gc" "$top_srcdir/tests/run/verify.gc" .

# story NAME ARGUMENT…
story () {
	name=$1
	shift
	"$GCDSL" trace --results results "$@" >"$name.txt" 2>"$name.err" && status=0 || status=$?
	[ -z "${UPDATE_GOLDEN-}" ] || cp "$name.txt" "$stories"
	tap_same "story: $name" "$name.txt" "$stories/$name.txt"
	tap_is "story: $name: exit status" "$status $(cat "$name.err")" '0 '
}
story sweep_too_early stw.gc --mutant sweep_too_early
story mark_not_atomic stw.gc --mutant mark_not_atomic --scenario two_stacks --set twice=false
! tap_all || story no_resume stw.gc --mutant no_resume --scenario lost_points_in --set twice=false
! tap_all || story nothing_freed verify.gc --property nothing_freed --scenario pair

# The command at the end of a story prints the same story.
command=$(sed -n 's/^to see it again: gcdsl //p' mark_not_atomic.txt)
eval "\"\$GCDSL\" $command --results results" >again.txt 2>&1
tap_same 'a story can be seen again' again.txt mark_not_atomic.txt
tap_rest
# … whatever the file is called.
for odd in "it's #1.gc" -dash.gc; do
	sed 's/^litmus sb /litmus odd /' "$top_srcdir/examples/litmus/sb.gc" >"./$odd"
	"$GCDSL" trace "./$odd" --results results --scenario odd --memory tso >odd.txt 2>&1
	(eval "\"\$GCDSL\" $(sed -n 's/^to see it again: gcdsl //p' odd.txt) --results results") >again.txt 2>&1
	tap_same "a file called $odd" again.txt odd.txt
done
# A kernel that does not use its parameter.
"$GCDSL" trace --results results "$top_srcdir/examples/ragged.gc" --mutant no_arming --json >odd.json 2>&1
tap_is 'units are done by name' "$(grep -o '"op":"done"[^}]*"location":"arm([^"]*"' odd.json |
	sed 's/.*:"//' | sort -u | tr '\n' ' ')" 'arm(m)" arm(n)" '

# The same for a formula that was checked as LTL, and for runs that are cut.
"$GCDSL" trace stw.gc --results results --mutant sweep_too_early --property none_lost \
	--strategy ltl --memory-limit 1999 >ltl.txt 2>err
command=$(sed -n 's/^to see it again: gcdsl //p' ltl.txt)
eval "\"\$GCDSL\" $command --results results" >again.txt 2>&1
tap_same 'a story of LTL can be seen again' again.txt ltl.txt
tap_is 'with all that chose the run' "${command#*--workers any}" \
	' --strategy ltl --memory-limit 1999 --property none_lost'

# An assert without a name is called by its place.
cat >assert.gc <<'EOF'
collector unnamed;
object { mark : bit = 0;  field : ref[]; }
work look(o : ref) set { assert peek(o.mark) == 1; }
cycle gc from requested to drained(b);
bucket b { look }  fill for o : object  emit look(o);
scenario s { objects a;  mutator m (stack = { a }) { collect; } }
EOF
"$GCDSL" trace assert.gc --results results >out 2>err
tap_is 'an assert without a name' "$(sed -n '/ fails:/,/  at/p' out)" "assert:3:26 fails: an assertion of a kernel does not hold
  \`assert peek(o.mark) == 1' is false: a.mark = 0
  at assert.gc:3:26"

# What comes after it in the same step of the model does not happen.
cat >after.gc <<'EOF'
collector after;
object { mark : bit = 0;  field : ref[]; }
work look(o : ref) set { assert peek(o.mark) == 1;  emit more(o); }
work more(o : ref) bag { fence(seq_cst); }
cycle gc from requested to drained(b);
bucket b { look, more }  fill for o : object  emit look(o);
scenario s { objects a;  mutator m (stack = { a }) { collect; } }
EOF
"$GCDSL" trace after.gc --results results >out 2>err
tap_is 'an assert ends the run' "$(sed -n '/^ *[0-9]* *3:26/p; /^  \(pending\|running\)/p' out | tr -s ' ')" \
	" 3 3:26 worker look(a): assert peek(o.mark) == 1
 running look(a)"

# What an allocation has not put into a root yet is held, and so reachable.
cat >held.gc <<'EOF'
collector held;
object { mark : bit = 0;  field : ref[]; }
work look(o : ref) set { assert one: load(o.mark) == 0; }
barrier allocated(o) { store(o.mark, 1); }
cycle gc from requested to drained(b);
bucket b { look }  fill for o : object  emit look(o);
scenario s { objects a;  mutator m (stack = { a }) { let x = allocate();  collect; } }
EOF
"$GCDSL" trace held.gc --results results --json >held.json 2>err
tap_is 'what is held in each state' "$(grep -o '"held":[^,]*' held.json | tr '\n' ' ')" \
	'"held":[] "held":["new1"] "held":[] "held":[] "held":[] "held":[] '
tap_is 'that is a trace' "$("$GCDSL" events held.json 2>&1)" ''
for change in '2s/"held":\["new1"\]/"held":[]/' '3s/"held":\[\]/"held":["new1"]/' \
	'2s/"held":\["new1"\]/"held":[1]/'; do
	sed "$change" held.json >changed.json
	"$GCDSL" events changed.json >>said 2>&1
done
tap_is 'and these are none' "$(sed -n 's/^changed.json:\([23]: held\)/\1/p' said)" \
	"2: held: \`new1' is held after this step [state]
3: held: \`new1' is not held after this step [state]
2: held[0]: a string is needed [type]"

# The same for options that say which run is shown.
for option in --raw '--reorderings 2'; do
	# shellcheck disable=SC2086
	"$GCDSL" trace stw.gc --results results --mutant sweep_too_early $option >chosen.txt 2>err
	tap_is "a story of $option can be seen again" \
		"$(sed -n 's/^to see it again: .* --workers any//p' chosen.txt)" " $option"
done

# A unit that the folding `sets` leaves out is run, and does nothing. Equal units are one entry.
cp "$top_srcdir/tests/run/needless.gc" .
"$GCDSL" trace needless.gc --results results >out 2>err
tap_is 'what is left out is not there' "$(sed -n 's/^  pending *//p' out)" 'scan_obj(a)'
tap_is 'because it was run' "$(grep -c 'emits mark_obj(b); mark_obj(b) runs, and does nothing' out)" 1
"$GCDSL" trace needless.gc --results results --no-fold=sets >out 2>err
tap_is 'what is not left out is' "$(sed -n 's/^  pending *//p' out)" 'mark_obj(b), scan_obj(a)'
cat >full.gc <<'EOF'
collector full;
object { mark : bit = 0;  field : ref[]; }
work grow(o : ref) bag { emit grow(o);  emit grow(o); }
cycle gc from requested to drained(b);
bucket b { grow }  fill for o : object  emit grow(o);
scenario s { objects a;  mutator m (stack = { a }); }
EOF
"$GCDSL" trace full.gc --results results >out 2>err
tap_is 'many equal units' "$(sed -n 's/^  pending *//p' out)" 'grow(a) 254 times'

# A failure is shown rather than a run to a limit.  The command of `verify` shows the run to the limit again.
cat >limit.gc <<'EOF'
collector limit;
object { n : 0 .. 1 = 0;  field : ref[]; }
work one(o : ref) set { fetch_add(o.n, 1);  fetch_add(o.n, 1); }
cycle gc from requested to drained(b);
bucket b { one }  fill for o : object  emit one(o);
property kept = always forall o (not freed(o));
property zero = always forall o (peek(o.n) == 0);
scenario s { objects a;  mutator m (stack = { a }); }
verify { expect kept hold;  expect zero fails; }
EOF
"$GCDSL" trace limit.gc --results results >out 2>err
tap_is 'a failure, not a limit' "$(grep ' fails, with' out)" 'zero fails, with o = a: it does not hold here'
"$GCDSL" verify limit.gc --results results >out 2>err || :
tap_is 'C cannot follow a run to a limit' "$(grep -c '^the model meets' out) $(grep -c '^to see it in C' out)" '1 0'
command=$(sed -n 's/^to see it again: gcdsl //p' out)
eval "\"\$GCDSL\" $command --results results" >again.txt 2>&1
tap_is 'which limit, and what to do' "$(sed -n 's/^the model meets.*known: //p' again.txt)" \
	"\`n' leaves the range of its type at limit.gc:3:55: test before whether the number fits, or give \`n' a larger range"

"$GCDSL" trace verify.gc --results results --property none_lost --scenario one >out 2>err &&
	status=0 || status=$?
tap_is 'nothing to show' "$status $(grep -c 'there is nothing to show' out)" '1 1'

# A drawing of the heap.
"$GCDSL" trace stw.gc --results results --mutant sweep_too_early --heap=1 >out 2>err
tap_is 'the heap after a step' "$(grep -e ' --> ' out)" '          m.a --> a  mark 0
          (unreachable) --> lost  mark 0
              field[0] --> a, above'

# asked OPTION…: the status, and what is said of an option for which the run has nothing.
asked () {
	"$GCDSL" trace stw.gc --results results --mutant sweep_too_early "$@" >out 2>err && status=0 ||
		status=$?
	echo "$status $(cat out err)"
}
tap_is 'a thread that is not there' "$(asked --only thread=zz)" \
	'2 gcdsl: error: --only: the run has no thread `zz`
  help: it has mutator m, worker, releaser'
tap_is 'a thread that is nearly there' "$(asked --only thread=m --only thread=walker)" \
	'2 gcdsl: error: --only: the run has no thread `walker`
  help: did you mean `worker`?'
tap_is 'an object that is not there' "$(asked --only object=a --only object=zzzz | sed 's/, a.mark.*/ …/')" \
	'2 gcdsl: error: --only: the run has no object or location `zzzz`
  help: it has a, lost, m.a …'
tap_is 'a step that is not there' "$(asked --heap=99 | sed 's/ to [0-9]*$/ to N/')" \
	'2 gcdsl: error: --heap: the run has no step 99
  help: its steps have the numbers 1 to N'
tap_is 'what is there is shown' "$(asked --only thread=m --only object=a --heap=2 | sed 's/ .*//;1q')" 0

# The fewest reorderings.
if tap_all; then
	for memory in tso relaxed; do
		"$GCDSL" trace "$top_srcdir/examples/satb.gc" --results results --mutant unordered_stop \
			--memory $memory >out 2>err
		tap_is "unordered_stop $memory" "$(sed -n 2p out)" \
			'1 reordering is needed: `b.field[0] = c` of mutator m (step 7), which its later `m.r = null` (step 8) overtakes'
	done
	"$GCDSL" trace "$top_srcdir/examples/satb.gc" --results results --mutant unordered_stop \
		--memory tso --reorderings 0 >out 2>err && status=0 || status=$?
	tap_is 'unordered_stop: with none' "$status $(sed 's/.*: //' out)" \
		'1 no run with at most 0 reorderings fails'
	"$GCDSL" trace "$top_srcdir/examples/satb.gc" --results results --mutant late_barrier \
		--memory tso --json 2>err | sed -n '$p' >out
	tap_is 'late_barrier fails under sc, too' "$(sed 's/.*"needed": *//; s/[,}].*//' out)" 0
fi

# As JSON: a head, the same steps, a failure. Each line is an object.
"$GCDSL" trace stw.gc --results results --mutant sweep_too_early --json >events 2>err
tap_is 'JSON: exit status' $? 0
tap_is 'JSON: as many steps' "$(grep -c '"event":"step"' events)" \
	"$(grep -c '^ *[0-9][0-9]*  [0-9]*:[0-9]' sweep_too_early.txt)"
if command -v python3 >/dev/null 2>&1; then
	cat >look.py <<'EOF'
import json
lines = [json.loads(line) for line in open("events")]
head, steps, end = lines[0], lines[1:-1], lines[-1]
print(head["event"], head["version"], head["mutant"], end["event"], end["property"])
print([s["step"] for s in steps] == list(range(1, len(steps) + 1)))
last = steps[-1]
freed = [o["object"] for o in last["heap"] if o["reachable"] and not o["live"]]
print(freed == [end["binding"].split(" = ")[1]], last["buckets"]["sweep"])
EOF
	tap_is 'JSON: what it says' "$(python3 look.py)" "trace 2 sweep_too_early fail none_lost
True
True True"
else
	tap_skip 'JSON: what it says' 'no python3'
fi

# If an allowed outcome is not reached there is no run.
cat >never.gc <<'END'
litmus never { location x = 0;  thread { let r = load(x); }  allowed (r == 2) under sc; }
END
"$GCDSL" trace never.gc --results results --json >out 2>err && status=0 || status=$?
tap_is 'no run to an outcome that is not reached' "$status $(wc -l <out) $(grep -c 'is not reached' err)" '1 0 1'

# The mutator that stands for the heap's own roots is the same in both.
cat >rooted.gc <<'END'
collector rooted;
object { mark : bit = 0;  field : ref[]; }
work tick() once { fence(seq_cst); }
cycle gc from requested to drained(only);
bucket only { tick } fill emit tick();
property shut = always not open(only);
scenario s { objects 1;  globals 1;  mutators 1 roots 1 any 1 steps; }
END
"$GCDSL" trace rooted.gc --results results >rooted.txt 2>err
"$GCDSL" trace rooted.gc --results results --json >rooted.json 2>err
tap_is 'the heap has a mutator that never runs' "$(grep -c 'heap never runs' rooted.txt) $(
	grep '"event":"step"' rooted.json | grep -vc '"heap":"never runs"')" '2 0'

# A run that is stuck is not over.
cat >stuck.gc <<'END'
collector stuck;
object { n : bit = 0; field : ref[]; }
ghost who : { nobody, k1 } = nobody;
work first() once { stop mutators; }
work second() once { resume mutators; ghost who = k1; }
cycle gc from requested to drained(two);
bucket one { first }  fill emit first();
bucket two { second } open when drained(one) and not all mutators stopped  fill emit second();
property seen = eventually (who == k1);
scenario s { objects a; mutator m (stack = { a }) { collect; } }
verify { expect seen hold; }
END
"$GCDSL" trace stuck.gc --property seen --results results >stuck.txt 2>err
"$GCDSL" trace stuck.gc --property seen --results results --json >stuck.json 2>err
tap_is 'a run that is stuck: the story says so' "$(grep -c 'the run is over' stuck.txt) $(sed -n 's/^seen fails: //p' stuck.txt)" \
	'0 nobody can take a step, and it has not come true'
tap_is 'a run that is stuck: its last step' "$(sed -n 's/.*"event":"step".*"do":"\([a-z]*\)".*/\1/p' stuck.json | tail -n 1)" stuck
tap_run_status 'a run that is stuck: it is a trace' 0 "$GCDSL" events stuck.json
tap_done
