#!/bin/sh
# `--report' of gcdsl verify and gcdsl litmus: the page has all verdicts, and each run that it has is that of
# its cell.
# shellcheck disable=SC2154
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
command -v "${SPIN:=spin}" >/dev/null 2>&1 || tap_plan skip 'spin is not installed'
command -v gcc >/dev/null 2>&1 || tap_plan skip 'gcc is not installed'
command -v python3 >/dev/null 2>&1 || tap_plan skip 'no python3'
tap_scratch
tap_quick_cc
# A path that would end an element of the page.
mkdir 'a<'
file='a</script><b onclick=x>"{{data}}.gc'
sed 's/nothing_freed in pair fail/nothing_freed in pair hold/' "$top_srcdir/tests/run/verify.gc" >"$file"

# gcdsl ARGUMENT…: sets status.  The output is in ./out, messages are in ./err.
gcdsl () {
	"$GCDSL" "$@" >out 2>err && status=0 || status=$?
}
report () {
	python3 "$top_srcdir/tests/report.py" "$1" 2>&1
}

gcdsl verify "$file" --scenario pair --scenario one --report all.html
tap_is 'the cells that fail, with their runs' "$status $(cat err)
$(report all.html)" "1 
pair sc any: differs: run-1
one early_sweep sc any: as expected: run-2
status 1, interrupted None, 2 runs"
tap_is 'the report of the command names them' "$(sed -n 's/^    in the report: //p' out)" 'all.html#run-1
all.html#run-2'
cp all.html first.html
gcdsl verify "$file" --scenario pair --scenario one --report all.html --json
tap_is 'JSON has the place in the page' "$(grep -o '"run":"[^"]*"' out)" '"run":"all.html#run-1"
"run":"all.html#run-2"'
gcdsl verify "$file" --scenario one --property none_lost --no-mutants --report good.html
tap_is 'where nothing fails there is no run' "$status $(report good.html)" '0 status 0, interrupted None, 0 runs'
gcdsl verify none.gc --report wrong.html
tap_is 'a specification that is not there' "$status $(report wrong.html)" '2 status 2, interrupted None, 0 runs'

# Other pages that the report must not be.
# damaged WHAT SED-SCRIPT: is it noticed?
damaged () {
	sed "$2" all.html >damaged.html
	cmp -s all.html damaged.html && tap_not_ok "$1: it is damaged"
	python3 "$top_srcdir/tests/report.py" damaged.html >said 2>&1 && tap_not_ok "$1" || tap_ok "$1"
}
damaged 'a cell without its link is noticed' '0,/"counterexample": {/s//"lost": {/; 0,/"outcome": "differs"/s//&, "counterexample": null/'
damaged 'runs that are exchanged are noticed' 's/all.html#run-1/#x/; s/all.html#run-2/all.html#run-1/; s/#x/all.html#run-2/'
damaged 'a name that ends the element is noticed' '0,/\\u003c\/script/s//<\/script/'

# A signal: the page has what is known, and says so.
cat >signal-spin <<'END'
#!/bin/sh
[ "$1" = -V ] || { kill -INT "$PPID" && sleep 1; }
exec spin "$@"
END
chmod +x signal-spin
real_spin=$SPIN
SPIN=$PWD/signal-spin
export SPIN
gcdsl verify "$file" --report stopped.html --sarif stopped.sarif --no-cache
SPIN=$real_spin
tap_is 'a signal: the page is written, and says it' "$status $(report stopped.html | sed 's/[0-9]* runs/N runs/' | tail -n 1)" \
	'130 status 3, interrupted Interrupt, N runs'
tap_is 'a signal: cells and mutants that are not run are counted' "$(grep ' cells: ' out)" \
	'2 cells: 0 as expected, 0 not, 0 inconclusive, 2 not run; mutation score 0/1, 1 mutant not run'
tap_is 'a signal: SARIF has a notification for each' "$(grep -c ': not run' stopped.sarif)" 3

tap_rest
# A name that is not UTF-8: no result is lost.
strange=$(printf 'a\377b.gc')
cp "$file" "$strange"
gcdsl verify "$strange" --scenario pair --no-mutants --json --traces strange --sarif strange.sarif --report strange.html
tap_is 'a name that is not UTF-8' "$status $(report strange.html | sed -n 1p) $(ls strange)
$(python3 -c 'import json
print(ascii(json.load(open("out"))["file"]))
result, = json.load(open("strange.sarif"))["runs"][0]["results"]
print(result["ruleId"], result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], ascii(result["message"]["text"])[:30])' 2>&1)" "1 pair sc any: differs: run-1 a-b-pair-sc-any.html
a-b-pair-sc-any.jsonl
'a\\ufffdb.gc'
nothing_freed a%FFb.gc \"In scenario pair, memory sc, "

# The same of litmus tests.
cp "$top_srcdir/tests/run/claims.gc" .
gcdsl litmus claims.gc --memory sc,tso --report litmus.html
tap_is 'litmus tests' "$status
$(report litmus.html)" '1
sb sc: differs: no run shows that an outcome is not reached
sb tso: differs: run-1
status 1, interrupted None, 1 runs'
tap_done
