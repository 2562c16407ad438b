#!/bin/sh
# `--traces' and `--sarif' of gcdsl verify and gcdsl litmus: the files, what is said of them, and what
# happens where they cannot be written.
# shellcheck disable=SC2154
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
command -v "${SPIN:=spin}" >/dev/null 2>&1 || tap_plan skip 'spin is not installed'
command -v gcc >/dev/null 2>&1 || tap_plan skip 'gcc is not installed'
tap_scratch
tap_quick_cc
file="-it's 1 <b>.gc"
sed '/^mutant/d; s/nothing_freed in pair fail/nothing_freed in pair hold/' "$top_srcdir/tests/run/verify.gc" >"./$file"

# verify ARGUMENT…: sets status.  The output is in ./out, messages are in ./err.
verify () {
	"$GCDSL" verify "./$file" "$@" >out 2>err && status=0 || status=$?
}
# member JSON-PATH…: values of ./out.
if command -v python3 >/dev/null 2>&1; then
	member () {
		printf '%s\n' "$@" | python3 -c '
import json, sys
out = json.load(open("out"))
print(*[eval("out" + line.rstrip()) for line in sys.stdin])'
	}
else
	tap_plan skip 'no python3'
fi

verify --scenario pair
without=$status
tap_is 'the file has quotes in the commands' "$(grep -c "gcdsl explore './-it'.\{1,5\}s 1 <b>.gc' --follow" out)" 1
# A signal while the run is searched: the verdicts are known by then.
cat >signal-spin <<'EOF'
#!/bin/sh
[ "$1" = -V ] || { kill -INT "$PPID" && sleep 1; }
exec spin "$@"
EOF
chmod +x signal-spin
real_spin=$SPIN
SPIN=$PWD/signal-spin
export SPIN
verify --scenario pair --traces stopped --json --sarif stopped.sarif
SPIN=$real_spin
tap_is 'a signal: the verdicts are written, and no file is left' \
	"$status $(member '["cells"][0]["outcome"]' '["summary"]["interrupted"]') $(ls -A stopped)" \
	'130 differs True '
verify --scenario pair --traces new/traces
tap_is 'the exit status is the same' "$status" "$without"
tap_is 'a trace and a page, with names that are safe' "$(ls -A new/traces)" \
	'_it-s-1-b-pair-sc-any.html
_it-s-1-b-pair-sc-any.jsonl'
base=new/traces/_it-s-1-b-pair-sc-any
tap_is 'the report names them' "$(grep '^    \(trace\|page\): ' out)" "    trace: $base.jsonl
    page: $base.html"
tap_run 'the trace is valid' "$GCDSL" events "$base.jsonl"
tap_is 'the page has the trace' "$(sed -n '/id="data">$/,/<\/script>$/p' "$base.html" | grep -c '^{"event"')" \
	"$(wc -l <"$base.jsonl")"
tap_is 'the page has the specification' "$(grep -c 'collector small' "$base.html")" 1
command=$(sed -n 's/^    to see it again: gcdsl //p' out)
eval '"$GCDSL" '"$command --json" >again
tap_same 'the command shows the same run' again "$base.jsonl"
cp "$base.html" page.html
verify --scenario pair --traces new/traces --json
tap_run 'the same page again' cmp "$base.html" page.html
tap_is 'JSON has the files' "$(member '["cells"][0]["counterexample"]["trace"]' \
	'["cells"][0]["counterexample"]["page"]')" "$base.jsonl $base.html"
tap_is 'JSON has the command' "gcdsl $command" "$(member '["cells"][0]["counterexample"]["command"]')"
tap_is 'JSON has the paragraph, and no reason' \
	"$(member '["cells"][0]["counterexample"]["explanation"]' '["cells"][0]["counterexample"]["why"]')" \
	"In scenario pair, memory sc, workers any, nothing_freed fails, with o = lost: it does not hold here. \
The property is \`always forall o not freed(o)\` (./$file:29:1). \
The part \`not freed(o)\` is false for o = lost: freed(lost) = true. \
No store is reordered, because the memory is sequentially consistent. \
The run has 12 steps; the last is: worker: sweep_obj(lost): free(o) (./$file:17:53). None"
verify --scenario one --property none_lost --traces none --json
tap_is 'where nothing fails there is no file' \
	"$status $(member '["cells"][0]["counterexample"]') $(ls -A none)" '0 None '

# Where nothing can be written.
: >file
verify --scenario pair --traces file
tap_is 'a folder that is a file' "$status $(cat out err)" \
	'4 gcdsl: error: cannot make the folder file: Not a directory'
verify --scenario pair --traces /proc/none/x
tap_is 'a folder that cannot be made' "$status $(cat out err)" \
	'4 gcdsl: error: cannot make the folder /proc/none/x: No such file or directory'
mkdir full
ln -s /dev/full "full/${base##*/}.jsonl"
verify --scenario pair --traces full --json
tap_is 'a full disk: the verdict is the same, and the reason is there' \
	"$status $(cat err) $(member '["cells"][0]["counterexample"]["why"]')" \
	"1 gcdsl: error: cannot write full/${base##*/}.jsonl: No space left on device \
cannot write full/${base##*/}.jsonl: No space left on device"
tap_is 'a full disk: what could be written is named' \
	"$(member '["cells"][0]["counterexample"]["trace"]' '["cells"][0]["counterexample"]["page"]')" \
	"None full/${base##*/}.html"
tap_is 'a full disk: nothing else is left' "$(ls -A full | wc -l)" 2


# SARIF.  The script checks what the standard requires of the members that are there.
cat >sarif.py <<'EOF'
import json, sys
log = json.load(open(sys.argv[1]))
assert log["version"] == "2.1.0" and len(log["runs"]) == 1
run = log["runs"][0]
rules = run["tool"]["driver"]["rules"]
assert run["tool"]["driver"]["name"] == "gcdsl"
assert len({rule["id"] for rule in rules}) == len(rules)
def check_place(location, needs_region):
    physical = location["physicalLocation"]
    assert " " not in physical["artifactLocation"]["uri"]
    assert not needs_region or physical["region"]["startLine"] > 0 and physical["region"]["startColumn"] > 0
for result in run["results"]:
    assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
    assert result["level"] in ("error", "warning") if result["kind"] == "fail" else result["level"] == "none"
    assert result["message"]["text"].replace("{{", "").count("{") == 0
    assert len(result["locations"]) == 1
    check_place(result["locations"][0], True)
    for flow in result.get("codeFlows", []):
        for thread in flow["threadFlows"]:
            assert thread["locations"]
            orders = [step["executionOrder"] for step in thread["locations"]]
            assert orders == sorted(set(orders))
            for step in thread["locations"]:
                assert step["location"]["message"]["text"].replace("{{", "").count("{") == 0
                check_place(step["location"], True)
                assert step["location"]["message"]["text"]
    for place in result.get("relatedLocations", []):
        check_place(place, False)
invocation, = run["invocations"]
assert isinstance(invocation["executionSuccessful"], bool)
print(invocation["executionSuccessful"], invocation.get("exitCode"), invocation.get("exitSignalNumber"),
      len(invocation["toolExecutionNotifications"]))
for result in run["results"]:
    region = result["locations"][0]["physicalLocation"]["region"]
    print(result["ruleId"], result["kind"], result["level"], region["startLine"],
          [len(flow["threadFlows"][0]["locations"]) for flow in result.get("codeFlows", [])],
          [place["physicalLocation"]["artifactLocation"]["uri"] for place in result.get("relatedLocations", [])],
          len(result.get("attachments", [])))
EOF
# sarif WHAT FILE EXPECTED…
sarif () {
	what=$1 file_name=$2
	shift 2
	tap_is "$what" "$(python3 sarif.py "$file_name" 2>&1)" "$(printf '%s\n' "$@")"
}
verify --scenario pair --traces new/traces --sarif pair.sarif
tap_is 'SARIF: the exit status is the same' "$status" 1
sarif 'SARIF: a failure' pair.sarif 'True 1 None 0' \
	"nothing_freed fail error 29 [12] ['$base.html', '$base.jsonl'] 2"

tap_rest
# In the simplest run of all an assert of a kernel fails.  The search decides on no_stranded, which another
# run breaks.
cat >two.gc <<'EOF'
collector two;
object { tag : { none, hit } = none;  f : ref[]; }
phase live at handshake;
work start() once { stop mutators; begin live; for m : mutator emit roots(m); resume mutators; }
work roots(m : mutator) set on m relaxed {
  for s in m.roots { let r = load(s); if r != null emit mark(r); }
}
work mark(o : ref) bag {
  if load(o.tag) == none {
    store(o.tag, hit);
    for s in o.f { let t = load(s); assert same: peek(s) == t or t == null; if t != null emit mark(t); }
  }
}
work fin() once { stop mutators relaxed; end live; for o : object emit reap(o); }
work reap(o : ref) set { if load(o.tag) == none free(o); else store(o.tag, none); }
work bye() once { resume mutators; }
cycle k from requested to drained(z);
bucket a { start } fill emit start();
bucket b { roots, mark } open when drained(a);
bucket c { fin } open when drained(b) fill emit fin();
bucket d { reap } open when drained(c);
bucket z { bye } open when drained(d) fill emit bye();
barrier after_store(o, s, new) { if live { if new != null emit mark(new); } }
barrier allocated(o) { if live store(o.tag, hit); }
property lost = always forall o (freed(o) implies not reachable(o));
scenario any { objects 1 slots 1; mutators 1 roots 1 any 1 steps; cycles 1; }
verify { memory sc; expect lost hold; }
EOF
"$GCDSL" verify two.gc --sarif two.sarif --traces two --json >out 2>err
tap_is 'two failures: the verdict names one' "$(member '["cells"][0]["checks"][0]["property"]')" no_stranded
paragraph=$(member '["cells"][0]["counterexample"]["explanation"]')
tap_is 'two failures: the run breaks that one' "${paragraph%% No store *}" \
	"In scenario any, memory sc, workers any, no_stranded fails: a unit is left when the cycle ends."
tap_is 'two failures: the trace says so' "$(grep -c '"event":"fail","property":"no_stranded"' two/two-any-sc-any.jsonl)" 1
sarif 'two failures: SARIF has one result' two.sarif 'True 1 None 0' \
	'W0601 fail warning 20 [] [] 0' 'W0602 fail warning 21 [] [] 0' \
	"no_stranded fail error 17 [25] ['two/two-any-sc-any.html', 'two/two-any-sc-any.jsonl'] 2"
command=$(member '["cells"][0]["counterexample"]["command"]')
eval '"$GCDSL" '"${command#gcdsl } --json" >again 2>err
tap_same 'two failures: the command shows the same run' again two/two-any-sc-any.jsonl
# shown OPTION…: what fails in the run that trace shows of two.gc.
shown () {
	"$GCDSL" trace two.gc "$@" 2>err | grep '^[a-z_:]* fails: '
}
tap_is 'two failures: several properties are asked for, and the run breaks one of them' \
	"$(shown --property lost --property no_stranded)" 'no_stranded fails: a unit is left when the cycle ends'
tap_is 'two failures: no run breaks what is asked for before the assert fails' "$(shown --property lost)" \
	'assert:same fails: an assertion of a kernel does not hold; lost was searched for, but this failure ends the run first'
tap_is 'two failures: no property is asked for' "$(shown)" 'assert:same fails: an assertion of a kernel does not hold'

# The shortest run breaks the assert, and the one with the fewest switches the property.
cat >other.gc <<'EOF'
collector other;
object { mark : bit = 0;  field : ref[]; }
ghost begun : bool = false;
ghost over : bool = false;
work w() once { assert late: not begun; stop mutators; resume mutators; }
cycle k from requested to drained(z);
bucket z { w } fill emit w();
property never_over = always not over;
scenario first { objects a; mutator m (stack = { a }) { yield; ghost begun = true; } cycles 1; }
scenario long {
  objects a;
  mutator m (stack = { a }) {
    yield; ghost begun = true;
    yield; yield; yield; yield; yield; yield; yield; yield; yield; yield; yield; yield; ghost over = true;
  }
  cycles 1;
}
verify { memory sc, tso; expect never_over hold; }
EOF
"$GCDSL" verify other.gc --scenario long --memory sc --sarif other.sarif --traces other --json >out 2>err
tap_is 'an assert is named, and the run breaks a property: the verdict names the assert' \
	"$(member '["cells"][0]["checks"][0]["property"]')" assert:late
paragraph=$(member '["cells"][0]["counterexample"]["explanation"]')
tap_is 'an assert is named, and the run breaks a property: the paragraph says both' \
	"${paragraph%% The property *} ${paragraph##*). }" \
	'In scenario long, memory sc, workers any, never_over fails: it does not hold here. The verdict of the cell names assert:late, which another run breaks.'
sarif 'an assert is named, and the run breaks a property: SARIF has a result for each' other.sarif 'True 1 None 0' \
	"never_over fail error 8 [13] ['other/other-long-sc-any.html', 'other/other-long-sc-any.jsonl'] 2" \
	'assert:late fail error 1 [] [] 0'
for memory in sc tso; do
	tap_is "an assert fails in the first cell: under $memory the run breaks what is asked for in the second" \
		"$("$GCDSL" trace other.gc --memory $memory --property never_over | sed -n '1p; s/ fails: .*//p')" \
		"other.gc: scenario long, memory $memory, workers any
never_over"
done

verify --scenario one --property none_lost --sarif one.sarif
sarif 'SARIF: no failure' one.sarif 'True 0 None 0'
sarif 'SARIF: a signal' stopped.sarif 'False None 2 0'
echo none >none.gc
"$GCDSL" verify none.gc --sarif none.sarif >out 2>err && status=0 || status=$?
sarif 'SARIF: a specification that is wrong: its diagnostics are results' none.sarif 'False 2 None 1' \
	'E0107 fail error 1 [] [] 0'
"$GCDSL" check none.gc --sarif checked.sarif >out 2>err && status=0 || status=$?
tap_is 'SARIF: gcdsl check writes the same' "$status $(cat checked.sarif)" "2 $(cat none.sarif)"
"$GCDSL" check "./$file" --sarif right.sarif >out 2>err && status=0 || status=$?
sed '/^work let_go/s/resume mutators;//' "$top_srcdir/tests/agree/order.gc" >stays.gc
"$GCDSL" check stays.gc --sarif warned.sarif >out 2>err
sarif 'SARIF: a warning' warned.sarif 'True 0 None 0' 'W0613 fail warning 7 [] [] 0'
tap_is 'SARIF: a diagnostic has its message and the way out' "$(sed -n 's/.*"text": "\(.*; help: .*\)"/\1/p' warned.sarif)" \
	"$(sed -n '1s/^[^ ]* warning: \(.*\) \[W0613\]/\1/p' err); help: $(sed -n 's/^ *= help: //p' err)"
sarif 'SARIF: gcdsl check finds nothing' right.sarif 'True 0 None 0'
verify --scenario one --property none_lost --sarif /dev/full
tap_is 'SARIF: a full disk' "$status $(cat err)" \
	'4 gcdsl: error: cannot write /dev/full: No space left on device'
verify --scenario one --property none_lost --sarif full
tap_is 'SARIF: a folder is found before the search' "$status $(cat out err)" \
	'4 gcdsl: error: cannot write full: Is a directory'
verify --scenario one --property none_lost --sarif missing/x.sarif
tap_is 'SARIF: a folder that is missing is found before the search' "$status $(cat out err)" \
	'4 gcdsl: error: cannot write missing/x.sarif: No such file or directory'


# What the options cannot be.
for option in traces sarif report; do
	verify --$option ''
	tap_is "--$option: no name" "$status $(head -n 1 err | sed 's/ of a [a-z]*$//')" "2 gcdsl: error: --$option needs the name"
	verify --$option -
	tap_is "--$option: standard output" "$status $(head -n 1 err)" \
		"2 gcdsl: error: --$option cannot be standard output, which has the report"
	verify --$option a --$option b
	tap_is "--$option: twice" "$status $(head -n 1 err) $(ls a b 2>/dev/null)" \
		"2 gcdsl: error: --$option is given twice: \`a\` and \`b\` "
done
verify --sarif same --report same
tap_is 'two files of one name' "$status $(head -n 1 err)" '2 gcdsl: error: --sarif and --report both write same'
cp "./$file" copy.gc
"$GCDSL" check copy.gc --sarif copy.gc >out 2>err && status=0 || status=$?
tap_is 'a specification is not replaced' "$status $(head -n 1 err) $(cmp copy.gc "./$file")" \
	'2 gcdsl: error: copy.gc would replace the specification copy.gc '
verify --scenario one --property none_lost --report missing/x.html
tap_is 'the report: a folder that is missing is found before the search' "$status $(cat out err)" \
	'4 gcdsl: error: cannot write missing/x.html: No such file or directory'
verify --scenario one --property none_lost --report /dev/full
tap_is 'the report: a full disk' "$status $(cat err)" '4 gcdsl: error: cannot write /dev/full: No space left on device'

# Litmus tests: an outcome that should not be reached has a run, one that is missing has none.
cp "$top_srcdir/tests/run/claims.gc" .
# Without a reordering the run is one of sc; the cell, and what is said of it, is that of tso.
cat >early.gc <<'EOF'
litmus early {
  location x = 0;
  thread { store(x, 1, relaxed); let a = load(x, relaxed); }
  forbidden (a == 1) under tso;
}
EOF
"$GCDSL" litmus early.gc --memory tso --json --traces early >out 2>err || :
tap_is 'litmus tests: no reordering under tso' \
	"$(member '["tests"][0]["counterexample"]["explanation"]' | cut -d. -f1,2)" \
	'In litmus test early, memory tso, forbidden (a == 1): a run reaches an outcome that is forbidden. No reordering is needed: it happens under sc, too'
tap_rest
"$GCDSL" litmus claims.gc --memory sc,tso --json --traces litmus --sarif litmus.sarif >out 2>err && status=0 || status=$?
tap_is 'litmus tests: one run' "$status $(ls litmus)" '1 claims-litmus-sb-tso.html
claims-litmus-sb-tso.jsonl'
tap_run 'litmus tests: the trace is valid' "$GCDSL" events litmus/claims-litmus-sb-tso.jsonl
tap_is 'litmus tests: no run' "$(member '["tests"][0]["counterexample"]["explanation"]')
$(member '["tests"][0]["counterexample"]["why"]')" \
	'litmus sb under sc: allowed (a == 0 and b == 0) is not reached; the outcomes are a=0 b=1, a=1 b=0, a=1 b=1
no run shows that an outcome is not reached'
tap_is 'litmus tests: the store that is overtaken, and the read that misses it' \
	"$(member '["tests"][1]["counterexample"]["explanation"]')" \
	"In litmus test sb, memory tso, forbidden (a == 0 and b == 0): a run reaches an outcome that is forbidden. \
1 reordering is needed. \`x = 1\` of thread 1 (step 1) is not in memory yet when its later load of y takes effect: \
for other threads the load comes first. The load of x by thread 2 finds 0: it misses \`x = 1\`, which thread 1 \
executed in step 1 and which its later load of y (step 2) has overtaken; thread 2 goes on as if thread 1 had not \
executed it. The run has 6 steps; the last is: memory: perform."
sarif 'SARIF: litmus tests' litmus.sarif 'True 1 None 0' "litmus-claim fail error 1 [] [] 0" \
	"litmus-claim fail error 7 [4] ['litmus/claims-litmus-sb-tso.html', 'litmus/claims-litmus-sb-tso.jsonl'] 2"

# Mutants, and files of one name in two folders.
mkdir other
cp "$top_srcdir/tests/run/verify.gc" .
cp verify.gc other/
cat >braces.gc <<'EOF'
litmus both {
  location x = 0;
  thread { critical { store(x, 1, relaxed); } }
  thread { critical { let a = load(x, relaxed); } }
  forbidden (overlap);
}
EOF
"$GCDSL" litmus braces.gc --memory sc --sarif braces.sarif >out 2>err
tap_is 'SARIF: braces in messages are doubled' \
	"$(python3 sarif.py braces.sarif | sed 's/ [0-9]* \[.*//') $(grep -c 'critical {{' braces.sarif)" \
	'True 1 None 0
litmus-claim fail error 3'
"$GCDSL" verify verify.gc other/verify.gc --mutant early_sweep --traces both --sarif both.sarif >out 2>err
tap_is 'mutants, of two files with one name' "$(cd both && echo *.html)" \
	'verify-early_sweep-one-sc-any-2.html verify-early_sweep-one-sc-any.html'
tap_is 'what is expected is said' "$(grep -c ' (as expected)$' out)" 2
tap_is 'SARIF: what is expected' "$(python3 sarif.py both.sarif | grep -c '^none_lost informational none 28 ')" 2
sed 's/early_sweep .*/nothing { bucket finish open when drained(trace); } caught by none_lost;/
	s/nothing_freed in one hold/nothing_freed in one fail/' verify.gc >wrong.gc
"$GCDSL" verify wrong.gc --scenario one --sarif wrong.sarif >out 2>err
sarif 'SARIF: a property that holds instead, and a mutant that is not caught' wrong.sarif 'True 1 None 0' \
	'nothing_freed fail error 29 [] [] 0' 'mutant-not-caught fail error 49 [] [] 0'
tap_done
