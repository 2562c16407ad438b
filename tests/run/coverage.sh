#!/bin/sh
# What no cell reaches is reported: statements, answers of conditions, guards; and what some cell reaches is not.
# shellcheck disable=SC2154
. "${top_srcdir:=.}/tests/tap.sh"
command -v "${SPIN:=spin}" >/dev/null 2>&1 || tap_plan skip 'spin is not installed'
command -v gcc >/dev/null 2>&1 || tap_plan skip 'gcc is not installed'
tap_long
tap_scratch
tap_quick_cc
cp "$top_srcdir/tests/run/coverage.gc" .

# verify ARGUMENT…: sets status. The output is in ./out; what is said about coverage is in ./said.
verify () {
	"$GCDSL" verify --results results "$@" >out 2>err && status=0 || status=$?
	sed -n '/ statements, answers and guards /,/^$/p' out >said
}
# never: prints the line numbers and what never happens there.
never () {
	sed -n "s/^  .*coverage.gc:\([0-9]*\):[0-9]*: .*' \(never\|is never\) \([a-z]*\).*/\1 \3/p" said | tr '\n' ',' | sed 's/,$//'
}

verify coverage.gc --coverage found.info
tap_is 'what no cell reaches is no failure: exit status' "$status" 0
tap_is 'it is listed, in the order of the text' "$(cat said)" "\
45 of 62 statements, answers and guards are reached in some cell; in no cell:
  coverage.gc:10:6: \`for_good' is never true, and the statement after it never runs
  coverage.gc:15:6: \`strict' is never true, and the statement after it never runs: the options leave it out in each cell
  coverage.gc:19:43: \`r != null' is never false
  coverage.gc:31:8: \`load(o.mark) == 1' is never true, and the 5 statements after it never run
  coverage.gc:44:1: \`phase early' never begins
  coverage.gc:44:1: \`phase early' never ends
  coverage.gc:53:6: \`marking' is never true, and the statement after it never runs
  coverage.gc:57:30: in \`says_some', what stands before \`implies' is never true"
tap_is 'lines for lcov: how many cells reach them' \
	"$(grep -E '^(SF:|DA:(9|10|14|15|28|32|39|46|62|64),|LF|LH|end)' found.info | tr '\n' ' ')" \
	'SF:coverage.gc DA:9,4 DA:10,0 DA:14,4 DA:15,0 DA:28,4 DA:32,0 DA:39,0 DA:46,4 DA:62,2 DA:64,2 LF:28 LH:20 end_of_record '
tap_is '... and branches: true, false' "$(grep -E '^BRDA:(22|31),' found.info | tr '\n' ' ')" \
	'BRDA:22,6,0,2 BRDA:22,6,1,1 BRDA:31,8,0,0 BRDA:31,8,1,4 '
cp found.info first
verify coverage.gc --coverage found.info
tap_is 'results that were kept say the same' "$(grep -c ' kept ' out) $(cmp first found.info && echo same)" '4 same'
verify coverage.gc --coverage found.info --scenario small
tap_is 'of the cells that are asked for' "$(never)" \
	'10 true,15 true,19 false,23 false,31 true,44 begins,44 ends,53 true,57 true'
verify coverage.gc --scenario small
tap_is '... nothing is said if coverage is not' "$(cat said)" ''
verify coverage.gc --coverage found.info --set deep=false
tap_is 'what some cells have is left out in others' "$(grep -c '^  coverage.gc:23:' said)" 1

# Only the last statement of a scenario's script is never reached, because the property fails before.
sed -e 's/^property says_some.*/property never_freed = always forall o not freed(o);/' \
	-e 's/expect    none_lost, says_some hold/expect none_lost, never_freed hold/' coverage.gc >fails.gc
verify fails.gc --no-fold
tap_is 'a search that fails says only what it has reached so far' \
	"$status $(grep '^  ' said | grep -vc ', so far$') $(grep '^so far' said)" \
	"1 2 so far: 4 of 4 cells ended before all states were searched"
verify fails.gc --no-fold --require-coverage
tap_is '... and the failure decides the exit status' "$status" 1
tap_rest
sed 's/never_freed hold/never_freed fail/;s/expect none_lost, never_freed fail/expect none_lost hold;\n  expect never_freed fail/' \
	fails.gc >expected.gc
verify expected.gc
tap_is 'a search of what is expected to hold goes on behind it' "$(grep -c 'so far' said)" 0

# A specification of which everything is reached.
cat >whole.gc <<'END'
collector whole;
option strict : bool = false;
object { mark : bit = 0; }
work begin_gc() once { stop mutators;  for o : object  emit mark(o); }
work mark(o : ref) set {
  if load(o.mark) == 0 or strict  store(o.mark, 1);  else  store(o.mark, 0);
}
work end_gc() once { resume mutators; }
cycle gc from requested to drained(finish);
bucket start  { begin_gc, mark } fill emit begin_gc();
bucket finish { end_gc } open when drained(start) fill emit end_gc();
property fine = always (open(finish) implies open(start));
scenario two { objects a;  mutator m (stack = { a }) { collect;  collect; } }
verify { scenarios two;  memory sc;  workers any; }
END
verify whole.gc --require-coverage
tap_is 'all is reached' "$status $(cat said)" '0 16 of 16 statements, answers and guards are reached in some cell'
verify whole.gc
tap_is '... and that is not said if nobody asks' "$(cat said)" ''
verify coverage.gc --require-coverage
tap_is 'what is missed fails if that is asked for' "$status" 1
verify whole.gc --require-coverage --until start
tap_is 'what is missed only so far is inconclusive' "$status $(grep -c ', so far$' said)" '3 6'

# Its sweep is only about garbage, which the model forgets.
verify "$top_srcdir/examples/satb.gc" --scenario any_handing --memory sc --no-mutants --fold=all --coverage found.info
tap_is 'what a model leaves out may reach it' "$(grep '^  ' said | grep -vc ', so far$') $(tail -n 1 said)" \
	'0 so far: the reductions of some model leave open whether it is reached (doc/coverage.md)'

# Campaigns, and several files.
cat >parts.campaign <<'END'
small coverage.gc --scenario small
lost  coverage.gc --scenario lost
whole whole.gc
END
verify --campaign ./parts.campaign --coverage found.info
tap_is 'the parts of a campaign count together' \
	"$(never) $(grep -c ' statements, answers and guards ' out)" \
	'10 true,15 true,19 false,31 true,44 begins,44 ends,53 true,57 true 2'
tap_is '... in one file' "$(grep '^SF' found.info | tr '\n' ' ')$(grep -c '^DA:28,4' found.info)" \
	'SF:./coverage.gc SF:./whole.gc 1'
verify coverage.gc whole.gc --coverage found.info
tap_is 'so do several specifications' "$(grep -c '^SF' found.info)" 2

verify whole.gc --coverage found.info --report found.info
tap_is 'a file has one purpose' "$status $(cat err)" "2 gcdsl: error: --report and --coverage both write found.info
  help: give two names"
verify whole.gc --coverage whole.gc
tap_is '... and is not the specification, which stays' "$status $(grep -c '^collector' whole.gc)" '2 1'
verify whole.gc --list --coverage listed.info
tap_is '... and is not written where nothing is searched' "$status $(ls listed.info 2>/dev/null)" '2 '
verify whole.gc --coverage nowhere/found.info
tap_is '... and is in a folder that exists' "$status $(cat err)" \
	'4 gcdsl: error: cannot write nowhere/found.info: No such file or directory'
verify whole.gc --coverage -
tap_is '... and not standard output' "$status" 2

# A result without points, which no gcdsl leaves.
if command -v python3 >/dev/null 2>&1; then
	"$GCDSL" verify coverage.gc --results results --json >json
	tap_is 'JSON has each place' "$(python3 -c '
import json
c = json.load(open("json"))["coverage"]
states = {}
for p in c["points"]:
    states.setdefault(p["state"], []).append((p["line"], p["what"]))
print(c["cells"], c["complete"], c["places"] == len(c["points"]), len(states["reached"]) == c["reached"],
    len(states["never"]) == c["never"], states["left out"], [v["property"] for v in c["vacuous"]],
    [p["cells"] for p in c["points"] if p["text"] == "free(o);"])')" \
		"4 4 True True True [(15, 'is true'), (15, 'runs')] ['says_some'] [{'reached': 4, 'never': 0, 'unfinished': 0, 'left_out': 0, 'unknown': 0}]"
	python3 -c 'import sqlite3; db = sqlite3.connect("results"); db.execute("DELETE FROM reached"); db.commit()'
	verify coverage.gc --no-mutants --require-coverage
	tap_is 'a result without points says nothing about what is never reached' \
		"$(grep -c ' kept\b' out) $(head -n 1 said)" \
		'4 0 of 59 statements, answers and guards are reached in some cell; in no cell:'
	tap_is '... not even that' "$(grep '^  ' said | grep -c 'so far$')" 9
else
	tap_skip 'JSON has each place' 'no python3'
	tap_skip 'a result without points says nothing about what is never reached' 'no python3'
	tap_skip '... not even that' 'no python3'
fi
tap_done
