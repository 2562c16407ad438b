#!/bin/sh
# Litmus tests in `gcdsl litmus', `verify', `trace' and `compile': outcomes, claims
# that are not so, filters, JSON.
# shellcheck disable=SC2154
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
command -v "${SPIN:=spin}" >/dev/null 2>&1 || tap_plan skip 'spin is not installed'
command -v gcc >/dev/null 2>&1 || tap_plan skip 'gcc is not installed'
tap_scratch
tap_quick_cc
cp "$top_srcdir/tests/litmus/commands.gc" .

# run COMMAND [ARGUMENT…]: sets status. The output is in ./out, messages are in ./err.
run () {
	command=$1
	shift
	"$GCDSL" "$command" --results results "$@" >out 2>err && status=0 || status=$?
}
# has DESCRIPTION TEXT: a line of ./out is TEXT, whatever the number of blanks.
has () {
	tap_is "$1" "$(tr -s ' ' <out | grep -cF -e "$2")" 1
}

# ---- verify
# Under two models, or all.
models='--memory sc,c11' cells=9 locks=2 loads=2
! tap_all || models='' cells=26 locks=3 loads=6
# shellcheck disable=SC2086 # an option and its argument, or nothing
run verify commands.gc $models
tap_is 'all that is claimed is so: exit status' "$status" 0
tap_is 'all that is claimed is so: summary' "$(tail -n 1 out)" \
	"$cells cells: $cells as expected, 0 not, 0 inconclusive"
has 'a test is run under the models that it names: sc' 'sb sc 3 as claimed'
has 'and under those of claims without any' 'sb c11 4 as claimed'
tap_is 'and under no other' "$(grep -c '^lock ' out)" $locks
# shellcheck disable=SC2086
run verify commands.gc $models
tap_is 'the second time everything is kept' "$(grep -c ' kept$' out)" $cells
run verify commands.gc --scenario lb --memory sc,relaxed
tap_is 'filters: a test is chosen as a scenario is' "$(grep -c '^lb ' out) $(grep -c cells: out)" '2 1'
run verify commands.gc --scenario l
tap_is 'no such test: exit status' "$status" 2
tap_is 'no such test: what there is' "$(grep -c 'sb, lb, lock, spinlock and statements' err)" 1
run verify commands.gc --memory tsoo
tap_is 'no such model' "$status $(grep -c 'did you mean .tso' err)" '2 1'
run verify commands.gc --scenario lock --memory tso
tap_is 'nothing is claimed there' "$status $(grep -c 'nothing to verify' err)" '2 1'
run verify commands.gc --property none_lost
tap_is 'litmus tests have no properties' "$status" 2

# ---- claims that are wrong
sed 's/(a == 0 and b == 0) under sc/(a == 0 and b == 0) under sc, tso/; s/under tso, pso, r/under pso, r/' \
	commands.gc >wrong.gc
run verify wrong.gc --scenario sb --memory sc,tso
tap_is 'a forbidden outcome is reached: exit status' "$status" 1
has 'a forbidden outcome is reached: row' 'sb tso 4 NOT AS CLAIMED'
has 'it is told' 'litmus sb under tso: forbidden (a == 0 and b == 0) is reached'
tap_is 'as a run' "$(grep -c '^ *[0-9]*  thread 1  store(x, 1, relaxed) .*wrong.gc:4$' out)" 2
tap_is 'that ends there' "$(grep -c '^     at the end: a=0 b=0$' out)" 2
has 'one that nobody allows is told as well' 'a=0 b=0 is reached, and no claim allows it'
sed 's/under relaxed, paper;/under relaxed, paper, c11;/; s/tso, pso, c11;/tso, pso;/' \
	commands.gc >wrong.gc
run verify wrong.gc --scenario lb --memory sc,c11
tap_is 'an allowed outcome is not reached: exit status' "$status" 1
has 'an allowed outcome is not reached: told, with those that are' \
	'litmus lb under c11: allowed (a == 1 and b == 1) is not reached; the outcomes are a=0 b=0, a=0 b=1, a=1 b=0'
sed 's/allowed   (a == 1 or b == 1)/allowed (a == 1 and b == 1)/' commands.gc >wrong.gc
run verify wrong.gc --scenario sb --memory sc
tap_is 'what is observed is all there may be' \
	"$status $(grep -c 'a=0 b=1 is reached, and no claim allows it$' out)" '1 1'
sed 's/swap(taken, 1, acquire)/load(taken, acquire)/' commands.gc >wrong.gc
run verify wrong.gc --scenario spinlock --memory sc
tap_is 'two threads in a critical section' \
	"$status $(grep -c 'forbidden (overlap) is reached$' out)" '1 1'
tap_is 'the story has both' "$(grep -c 'critical {' out)" 2

# ---- trace
run trace commands.gc --scenario sb --memory tso
tap_is 'trace shows a run to what is allowed' \
	"$status $(grep -c 'a run to allowed (a == 0 and b == 0)$' out)" '0 1'
tap_is 'with what reaches memory later' "$(grep -c '^ *[0-9]*  memory ' out)" 2

tap_is 'with what is overtaken, and what is missed' "$(grep -c '^          ! ' out)" 2
has 'the sentence' '! `x = 1` of thread 1 (step 1) is not in memory yet when its later load of y takes effect: for other threads the load comes first.'
cp out whole
command=$(sed -n 's/^to see it again: gcdsl trace //p' whole)
eval "run trace $command"
tap_same 'the run can be seen again' out whole
# shown OPTION…: the numbers of the steps that are shown.
shown () {
	"$GCDSL" trace --results results commands.gc --scenario sb --memory tso "$@" 2>err |
		sed -n 's/^ *\([0-9][0-9]*\)  .*/\1/p' | tr '\n' ' '
}
tap_is 'only with marks' "$(shown --only red)" '2 5 '
tap_is 'only a thread, by its short name' "$(shown --only thread=1)" '1 2 '
tap_is 'only a location' "$(shown --only object=y)" '2 3 4 '
tap_is 'each of several' "$(shown --only object=y --only thread=1 --only thread=memory)" '2 4 '
tap_is 'only what there is' "$(shown --only yellow)$(grep -c 'thread=NAME, object=NAME or red' err)" 1
# asked OPTION…: the status, and what is said of an option for which the run has nothing.
asked () {
	run trace commands.gc --scenario sb --memory tso "$@"
	echo "$status $(cat out err)"
}
tap_is 'a thread that is not there' "$(asked --only thread=3)" \
	'2 gcdsl: error: --only: the run has no thread `3`
  help: it has thread 1, thread 2, memory'
tap_is 'a location that is not there' "$(asked --only object=zz)" \
	'2 gcdsl: error: --only: the run has no object or location `zz`
  help: it has x, y, a, b'
tap_is 'a heap that is not there' "$(asked --heap)" '2 gcdsl: error: --heap: this run has no heap
  help: leave out --heap'
tap_is 'JSON of some steps' "$(asked --only red --json)" \
	'2 gcdsl: error: --json writes the whole run: --only, --lanes and --heap are for text
  help: leave out one of them'
run trace commands.gc --scenario sb --memory tso --lanes --only red
tap_is 'lanes' "$(grep '|' out)" '     | thread 1                       | thread 2
   2 | let a = load(y, relaxed):
     | finds 0
   5 |                                | let b = load(x, relaxed):
     |                                | finds 0'
run trace commands.gc --scenario sb --memory tso --color=always
escape=$(printf '\033')
tap_is 'colours: yellow and red' "$(grep -c "$escape\[33m *[13] " out) $(grep -c "$escape\[31m *! .*$escape\[0m$" out)" '2 2'

# ---- litmus
if tap_all; then
	run litmus commands.gc
	tap_is 'litmus: what grows without end is inconclusive' \
		"$status $(grep -c 'No states: a run needs more room than the model has' out)" '3 1'
	tap_is 'litmus: all tests under all models' "$(grep -c '^Test ' out)" 30
fi
run litmus commands.gc --scenario sb --memory sc
cat >expected <<'END'
Test sb Allowed
Memory sc
States 3
a=0; b=1;
a=1; b=0;
a=1; b=1;
Ok
Condition forbidden (a == 0 and b == 0)
Observation sb Never 0 3
Condition allowed (a == 1 or b == 1)
Observation sb Always 3 0
Time sb

END
sed 's/^\(Time sb\) .*/\1/' out >shown
tap_same 'litmus: as herd shows it' shown expected
run litmus commands.gc --scenario sb --memory tso --witness
tap_is 'litmus: a run to each' "$(grep -c 'at the end: ' out)" 4
run litmus wrong.gc --scenario spinlock --memory sc
tap_is 'litmus: what is claimed wrongly' "$status $(grep -c '^No$' out)" '1 1'
run litmus commands.gc --scenario statements --memory "$(! tap_all || echo paper,relaxed,)c11"
tap_is 'litmus: each kind of statement' "$status $(grep -c '^a=20; b=19; x=20; y=10;$' out)" "0 $(grep -c '^Test ' out)"
tap_is 'litmus: no other outcome' "$(grep -c '^States 1$' out)" "$(tap_all && echo 3 || echo 1)"
run litmus "$top_srcdir/examples/stw.gc"
tap_is 'litmus: a file without any' "$status $(grep -c 'no litmus test' err)" '2 1'
run litmus
tap_is 'litmus: no file' "$status" 2
printf 'litmus t { location x = 0; thread { store(x, 1); } }\n' >bad.gc
run litmus bad.gc
tap_is 'litmus: a mistake in the test' "$status $(grep -c 'bad.gc:1:' err)" '2 1'

# ---- more stores than a window has room for
# FAR stores in front of the load: the oldest is still held back when it is done.
# far FAR CLAIMS…
far () {
	stores=$1
	shift
	cat >far.gc <<-END
	litmus far {
	  location z = 0, x = 0, y = 0;
	  thread { store(z, 1, relaxed); repeat $stores { store(x, 1, relaxed); }
	           let a = load(y, relaxed); }
	  thread { store(y, 1, relaxed); fence(seq_cst); let b = load(z, relaxed); }
	  $*
	}
	END
}
# A loop that may hold back more stores in each round, and one that holds back at most one.
cat >rounds.gc <<'END'
litmus rounds {
  location x = 0, y = 0, z = 0, go = 0;
  thread { store(z, 1, relaxed);
           repeat { store(x, 1, relaxed); let g = load(go, relaxed); } until g == 1;
           let a = load(y, relaxed); }
  thread { store(go, 1, relaxed); store(y, 1, relaxed); fence(seq_cst);
           let b = load(z, relaxed); }
  forbidden (a == 2);
  allowed (a == 0);
}
litmus drained {
  location x = 0, go = 0;
  thread { repeat { store(x, 1, relaxed); fence(seq_cst); let g = load(go, relaxed); }
           until g == 1; }
  thread { store(go, 1, relaxed); let b = load(x, relaxed); }
  forbidden (b == 2);
}
END
never='forbidden (a == 0 and b == 0);' room='hold back more stores than the model has room for'
far 15 "$never"
run verify far.gc --memory tso
tap_is 'as many stores as there is room for: reached' \
	"$status $(grep -c 'NOT AS CLAIMED' out)" '1 1'
far 16 "$never"
run verify far.gc --memory tso,sc
tap_is 'one more: what is not reached is not claimed to be impossible' \
	"$status $(tail -n 1 out)" '3 2 cells: 1 as expected, 0 not, 1 inconclusive'
tap_is 'one more: told' "$(grep -c "$room" out)" 1
run verify far.gc --memory tso,sc
tap_is 'one more: what is kept says so as well' "$status $(grep -c ' kept$' out)" '3 2'
if tap_all; then
	run litmus far.gc --memory tso
	tap_is 'one more: as herd would show it' "$status $(grep -c -e '^States 3 at least$' \
		-e '^Unknown$' -e '^Observation far Unknown 0 3$' -e "$room" out)" '3 4'
	far 16 'allowed (a == 1 and b == 0);'
	run verify far.gc --memory tso
	tap_is 'one more: what is reached is reached' "$status $(grep -c 'as claimed' out)" '0 1'
	far 16 'forbidden (a == 1 and b == 0);'
	run verify far.gc --memory tso
	tap_is 'one more: also where it is forbidden' "$status $(grep -c 'is reached$' out)" '1 1'
	far 16 'observe a, b; allowed (a == 0 or b == 0 or a == b);'
	run verify far.gc --memory tso
	tap_is 'one more: nor is it known what all outcomes are' "$status" 3
	run verify rounds.gc --memory tso,pso --scenario rounds
	tap_is 'a loop that stores in each round' "$status $(grep -c "$room" out)" '3 2'
	run verify rounds.gc --scenario drained --memory tso,pso,relaxed
	tap_is 'a loop that waits for its stores' "$status $(grep -c "$room" out)" '0 0'
fi

# ---- JSON
if command -v python3 >/dev/null 2>&1; then
	run litmus commands.gc --scenario sb --memory sc,tso --json --witness
	tap_is 'JSON of litmus' "$(python3 -c '
import json
d = json.load(open("out"))
t = d["tests"][1]
print(d["version"], t["test"], t["memory"], t["outcome"], len(t["outcomes"]),
      t["outcomes"][0]["values"], len(t["outcomes"][0]["witness"]) > 4,
      [o["events"][0]["command"] for o in t["outcomes"]],
      [(c["claim"], c["condition"], c["as_claimed"], c["positive"], c["negative"])
       for c in t["claims"]])')" \
		"1 sb tso as expected 4 {'a': 0, 'b': 0} True [None, None, None, None] [('allowed', 'a == 0 and b == 0', True, 1, 3), ('allowed', 'a == 1 or b == 1', True, 3, 1)]"
	run trace commands.gc --scenario sb --memory tso --json
	cat >look.py <<'EOF'
import json
lines = [json.loads(line) for line in open("out")]
head, steps, end = lines[0], lines[1:-1], lines[-1]
print(head["version"], head["kind"], head["name"], head["memory"], head["start"]["memory"],
      [t["role"] for t in head["threads"]])
print([s["step"] for s in steps] == list(range(1, len(steps) + 1)), len(steps))
print([(s["step"], r["store"], r["rule"], r["op"], r["location"]) for s in steps for r in s["red"]])
print([[w["store"] for w in s["waiting"]] for s in steps])
print(steps[-1]["memory"], steps[-1]["registers"], steps[0]["observed"])
print(end["event"], end["claim"], end["outcome"], end["reorderings"])
EOF
	tap_is 'JSON of trace' "$status $(python3 look.py)" "0 2 litmus sb tso {'x': '0', 'y': '0'} ['thread', 'thread', 'memory']
True 6
[(2, 1, 'A', 'load', 'y'), (5, 1, 'B', 'load', 'x')]
[[1], [1], [1, 2], [1], [1], []]
{'x': '1', 'y': '1'} {'thread 1': {'a': '0'}, 'thread 2': {'b': '0'}} {'x': {'thread 1': '1'}}
end allowed (a == 0 and b == 0) {'a': 0, 'b': 0} 1"
	run verify rounds.gc --scenario rounds --memory tso --json
	tap_is 'JSON of what is not decided' "$(python3 -c '
import json
d = json.load(open("out"))["litmus"][0]
print(d["outcome"], d["reason"][:28], [c["as_claimed"] for c in d["claims"]])')" \
		'inconclusive a thread can hold back more  [None, True]'
	# shellcheck disable=SC2086
	run verify commands.gc --scenario lb --json $models
	tap_is 'JSON of verify' "$(python3 -c '
import json
d = json.load(open("out"))
print(len(d["cells"]), len(d["litmus"]), d["summary"]["cells"], d["summary"]["as_expected"])')" \
		"0 $loads $loads $loads"
else
	tap_skip 'JSON' 'python3 is not installed'
fi

# ---- compile
tap_run 'compile: models' "$GCDSL" compile commands.gc --target promela -o models
tap_is 'compile: one for each test and model' "$(ls models/commands-*.pml | wc -l | tr -d ' ')" 30
tap_run 'compile: one that is named' "$GCDSL" compile commands.gc --target promela -o one \
	--scenario sb --memory pso
tap_is 'compile: no other' "$(ls one/commands-*.pml)" one/commands-sb-pso.pml
cd one || exit 99
tap_run 'the model goes by hand: spin' "$SPIN" -a commands-sb-pso.pml
tap_run 'the model goes by hand: cc' "$GCDSL_CC" -O0 -w -DSAFETY -DNOFAIR -o pan pan.c
./pan -w16 -E -e -c0 >../out 2>&1
cd ..
tap_is 'each outcome is an error' "$(grep -c 'errors: 4$' out)" 1
tap_done
