#!/bin/sh
# Counterexamples, told: stories/NAME.txt is what `gcdsl trace' says.
# UPDATE_GOLDEN=1 accepts what is said now.
# shellcheck disable=SC2154
. "${top_srcdir:=.}/tests/tap.sh"
command -v "${SPIN:=spin}" >/dev/null 2>&1 || tap_plan skip 'spin is not installed'
command -v gcc >/dev/null 2>&1 || tap_plan skip 'gcc is not installed'
tap_scratch
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
story no_resume stw.gc --mutant no_resume --scenario lost_points_in --set twice=false
story nothing_freed verify.gc --property nothing_freed --scenario pair

# The command at the end of a story prints the same story.
command=$(sed -n 's/^to see it again: gcdsl //p' mark_not_atomic.txt)
eval "\"\$GCDSL\" $command --results results" >again.txt 2>&1
tap_same 'a story can be seen again' again.txt mark_not_atomic.txt
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

"$GCDSL" trace verify.gc --results results --property none_lost --scenario one >out 2>err &&
	status=0 || status=$?
tap_is 'nothing to show' "$status $(grep -c 'there is nothing to show' out)" '1 1'

# A drawing of the heap.
"$GCDSL" trace stw.gc --results results --mutant sweep_too_early --heap=1 >out 2>err
tap_is 'the heap after a step' "$(grep -e ' --> ' out)" '          m.a --> a  mark 0
          (unreachable) --> lost  mark 0
              field[0] --> a, above'

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
tap_done
