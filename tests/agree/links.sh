#!/bin/sh
# links.sh: `--traces', `--sarif' and `--report' of gcdsl explore and gcdsl agree: each cell that fails has its
# trace, or the reason why there is none.
# shellcheck disable=SC2154
. "${top_srcdir:=.}/tests/tap.sh"
. "$top_srcdir/tests/runtime.sh"
tap_long
command -v gcc > /dev/null || tap_plan skip 'gcc is not installed'
command -v "${SPIN:=spin}" >/dev/null 2>&1 || tap_plan skip 'spin is not installed'
command -v python3 >/dev/null 2>&1 || tap_plan skip 'no python3'
case ${SANITIZE-} in *thread* | *address*) tap_plan skip 'programs are not loaded into a sanitized gcdsl' ;; esac
tap_scratch
runtime_explored
tap_quick_cc

# gcdsl ARGUMENT…: sets status.  The output is in ./out, messages are in ./err.
gcdsl () {
	"$GCDSL" "$@" >out 2>err && status=0 || status=$?
}
report () {
	python3 "$top_srcdir/tests/report.py" "$1" 2>&1
}
# results SARIF: rule, cell and number of steps of each result.
results () {
	python3 -c '
import json, sys
run, = json.load(open(sys.argv[1]))["runs"]
for result in run["results"]:
    place = result["locations"][0]
    if "logicalLocations" not in place:
        continue # a diagnostic
    assert place["physicalLocation"]["region"]["startLine"] > 0
    steps = [len(flow["threadFlows"][0]["locations"]) for flow in result.get("codeFlows", [])]
    print(result["ruleId"], place["logicalLocations"][0]["fullyQualifiedName"], steps)
for note in run["invocations"][0]["toolExecutionNotifications"]:
    print("note", note["message"]["text"])' "$1"
}

# The C fails in both cells, because nobody resumes the mutator.  The model can follow it under sc.
sed '/^work let_go/s/resume mutators;//' "$top_srcdir/tests/agree/order.gc" > stays.gc
gcdsl explore stays.gc --memory sc,tso --traces runs --sarif found.sarif --report found.html
tap_is 'explore: the cells that fail' "$status
$(report found.html)" '1
s sc: fails: run-1
s tso: fails: a model repeats what the C has done under sc only, not under tso
status 1, interrupted None, 1 runs'
tap_is 'explore: the files' "$(ls runs)" 'stays-s-sc.html
stays-s-sc.jsonl'
tap_run 'explore: the trace has no mistake' "$GCDSL" events runs/stays-s-sc.jsonl
tap_is 'explore: the report names them, and says what is missing' "$(sed -n 's/^    \(trace\|page\|in the report\|not all.*\): /\1: /p' out)" \
	'trace: runs/stays-s-sc.jsonl
page: runs/stays-s-sc.html
in the report: found.html#run-1
not all could be made: a model repeats what the C has done under sc only, not under tso'
tap_is 'explore: the paragraph' "$(sed -n '/^s sc$/{n;s/^ *//p;}' out)" \
	'In scenario s, memory sc, workers 1, cycle_ends fails: the C: no task can go on; the model:'
tap_is 'explore: SARIF' "$(results found.sarif | sed 's/\[[0-9][0-9]*\]/[N]/')" 'cycle_ends s sc [N]
the C s tso []'
command=$(sed -n 's/^    to see it again: gcdsl \(explore .* --memory sc .*\)/\1/p' out)
eval '"$GCDSL" '"$command" >again 2>err
tap_same 'explore: the command shows the same run' again runs/stays-s-sc.jsonl

# An end that only the model has.
gcdsl agree "$top_srcdir/tests/agree/order.gc" --traces ends --sarif ends.sarif --report ends.html --json
tap_is 'agree: an end that only the model has' "$status
$(report ends.html)" '1
s sc: different: run-1
status 1, interrupted None, 1 runs'
tap_run 'agree: the trace has no mistake' "$GCDSL" events ends/order-s-sc.jsonl
tap_is 'agree: SARIF' "$(results ends.sarif | sed 's/\[[0-9][0-9]*\]/[N]/')" 'the C s sc [N]'
tap_is 'agree: JSON has the end, and the paragraph' "$(python3 -c 'import json; cell = json.load(open("out"))["cells"][0]
print(cell["only_model"] in cell["counterexample"]["explanation"], cell["counterexample"]["page"])')" 'True ends/order-s-sc.html'

tap_rest
gcdsl explore stays.gc --json --report json.html
tap_is 'explore: JSON' "$status $(python3 -c 'import json; found = json.load(open("out"))["cells"][0]["counterexample"]
print(found["trace"], found["page"], found["run"], found["explanation"][:30], found["why"])')" \
	'1 None None json.html#run-1 In scenario s, memory sc, work None'
# With two workers the C has it, too.
gcdsl agree "$top_srcdir/tests/agree/order.gc" --workers 2 --preemptions 1 --traces none --sarif equal.sarif --report equal.html
tap_is 'agree: where nothing differs there is no file' "$status $(ls none) $(results equal.sarif | sed 's/.*\(: s sc: within\): .*/note\1/') $(report equal.html)" \
	'0  note: s sc: within status 0, interrupted None, 0 runs'

# A mistake in the generated C: an end that only the C has.
cat > wrong-gcc << 'END'
#!/bin/sh
[ ! -f order.c ] || sed -i 's/gcrt_metadata(o_, ORDER_META_last), 1,/gcrt_metadata(o_, ORDER_META_last), 0,/' order.c
exec gcc "$@"
END
chmod +x wrong-gcc
GCDSL_CC=$PWD/wrong-gcc
export GCDSL_CC
gcdsl agree "$top_srcdir/tests/agree/order.gc" --traces wrong --report wrong.html
tap_quick_cc
tap_is 'agree: an end that only the C has' "$status
$(report wrong.html)" '1
s sc: different: run-1
status 1, interrupted None, 1 runs'
tap_is 'agree: its trace ends before the event that the model does not do' \
	"$(grep -c 'the C ends as no run of the model does: .* the trace ends before event' wrong/order-s-sc.jsonl)" 1
tap_run 'agree: its trace has no mistake' "$GCDSL" events wrong/order-s-sc.jsonl

# What cannot be written.
gcdsl explore stays.gc --traces /proc/none/x
tap_is 'a folder that cannot be made' "$status $(cat out err)" \
	'4 gcdsl: error: cannot make the folder /proc/none/x: No such file or directory'
mkdir full
ln -s /dev/full full/stays-s-sc.jsonl
gcdsl explore stays.gc --traces full --json
tap_is 'a full disk: the verdict is there, and the reason' "$status $(grep -c '"why":"cannot write full/stays-s-sc.jsonl: No space left on device"' out)" '1 1'
gcdsl explore stays.gc --report /dev/full
tap_is 'the report: a full disk' "$status $(tail -n 1 err)" '4 gcdsl: error: cannot write /dev/full: No space left on device'
gcdsl explore stays.gc --follow runs/stays-s-sc.jsonl --sarif follow.sarif
tap_is 'a story that is followed has none of these files' "$status $(head -n 1 err)" \
	'2 gcdsl: error: --follow starts from a run, and --traces, --sarif and --report write runs'
tap_done
