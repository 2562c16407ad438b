#!/bin/sh
# `gcdsl results': which runs are recorded, what is said of them, and what is different between two.  All tools are
# fakes, so this needs no spin.
# shellcheck disable=SC2154
. "${top_srcdir:=.}/tests/tap.sh"
. "$top_srcdir/tests/run/fake-tools.sh"
tap_long
tap_scratch
tap_no_verifiers
fake_tools
# The results are in ./kept wherever no other file is named.
cp "$top_srcdir/tests/run/verify.gc" .
verify () { # [ARGUMENT…]
	"$GCDSL" verify verify.gc --results kept --property none_lost "$@" >out 2>err && status=0 || status=$?
}
results () { # [ARGUMENT…]
	"$GCDSL" results --results kept "$@" >out 2>err && status=0 || status=$?
}
# row NAME: the row of a cell in a table, without what differs from run to run.
row () {
	sed -n "s/  *[0-9.]*  *[0-9.]*\( *k*e*p*t* *[a-z_]*\)\$/ \1/; s/  */ /g; s/ \$//; /^$1 /p" out
}

results
tap_is 'no file: nothing is recorded, and no file is made' "$status $(cat out) $(ls kept 2>&1)" \
	"0 no run is recorded in kept: \`gcdsl verify\` records one ls: cannot access 'kept': No such file or directory"
results last
tap_is 'no file: no run to show' "$status $(head -n 1 err)" '2 gcdsl: error: there is no run `last`'
results compare
tap_is 'no file: nothing to compare' "$status $(head -n 1 err)" '2 gcdsl: error: there are no two runs of the same files'

verify --no-mutants
results
tap_is 'a run is listed' "$status $(awk 'NR == 2 { $2 = $3 = $4 = "-"; print }' out)" \
	'0 1 - - - 2 2 0 0 verify.gc --no-mutants --property none_lost'
verify --scenario one --memory sc --workers any --no-mutants --each-property --results selected
tap_is 'all that selects cells is recorded' "$("$GCDSL" results last --results selected --json |
	sed -n 's/.*"selection": *"\([^"]*\)".*"settings": *"\([^"]*\)".*/\1; \2/p')" \
	'--no-mutants --scenario one --memory sc --workers any --property none_lost; --strategy safety --memory-limit 2000 --each-property'
results last
tap_is 'its rows' "$(row one); $(row pair)" 'one sc any holds holds as expected 70 none_lost; pair sc any holds holds as expected 70 none_lost'
tap_is 'its command' "$(sed -n 's/^  command *//p' out)" \
	'gcdsl verify verify.gc --results kept --property none_lost --no-mutants'
verify --no-mutants
results 2
tap_is 'what was kept is recorded as kept' "$(grep -c 'kept  none_lost$' out)" 2
verify --no-mutants --no-cache
results 3
tap_is '--no-cache is recorded, too' "$(grep -c 'as expected' out) $(grep -c 'kept  none_lost$' out)" '2 0'
results compare
tap_is 'the last two: no difference' "$status $(sed -n 's/^\([0-9]* compared\)/\1/p' out)" \
	'0 2 compared: 0 verdicts worse, 0 better, 0 otherwise different; 0 only in run 2, 0 only in run 3'
tap_is 'what is kept has no time' "$(tail -n 1 out)" 'nothing was searched in both runs, so no times are compared'
results compare 1 3
tap_is 'two runs have searched' "$(tail -n 1 out | cut -d : -f 1)" '2 searched in both'

# ---- what is worse, and what is better
export FAKE_PAN=fails
verify --no-mutants --no-cache
unset FAKE_PAN
results compare
tap_is 'verdicts that are worse are status 1' \
	"$status $(grep -c '^  worse   [a-z]* sc any: holds -> none_lost fails (differs)$' out)" '1 2'
results compare 4 3
tap_is 'the other way round they are better' \
	"$status $(grep -c '^  better  [a-z]* sc any: none_lost fails -> holds (as expected)$' out)" '0 2'
export FAKE_PAN=limit
verify --no-mutants --no-cache
unset FAKE_PAN
results compare 3 5
tap_is 'a verdict that is lost is worse' "$status $(grep -c 'worse .* holds -> inconclusive' out)" '1 2'
results 5
tap_is 'the reason is there' "$(grep -c '^    the memory limit was reached' out)" 2
results compare 4 5
tap_is 'no verdict is better than a wrong one' "$status $(grep -c 'better .* none_lost fails -> inconclusive' out)" '0 2'
FAKE_STATES=80 verify --no-mutants --no-cache
results compare 3 last
tap_is 'states that differ' "$status $(grep -c '^  [a-z]* sc any: 70 -> 80$' out)" '0 2'

# ---- filters, files, tools
verify --no-mutants --scenario one
results compare 6 7
tap_is 'a cell that a filter leaves out' "$status $(sed -n '/^only in run 6/{n;p;}' out)" '3   pair sc any: holds'
tap_is 'the filters are named' "$(grep -c '^note: they had different filters.*: --no-mutants --property none_lost in run 6, --no-mutants --scenario one --property none_lost in run 7$' out)" 1
results compare 7 6
tap_is 'what is new is no fault' "$status $(sed -n '/^only in run 6/{n;p;}' out)" '0   pair sc any: holds'
verify --no-mutants
results compare
tap_is 'the run before with the same filter is compared' "$(grep -c '^before  run 6, ' out)" 1
verify
FAKE_CC='gcc 1 (fake)' verify
results compare
tap_is 'another compiler is named' "$(grep -c '^note: compiler: gcc 0 (fake) in run 9, gcc 1 (fake) in run 10$' out)" 1
tap_is 'mutants are compared' "$status $(grep -c '^3 compared' out)" '0 1'
results last
tap_is 'a mutant has a row' "$(row early_sweep)" 'early_sweep not caught caught differs 140'
sed 's/^scenario pair/scenario two/; s/in pair fail/in two fail/' verify.gc >changed.gc
mv changed.gc verify.gc
verify
results compare
tap_is 'a cell that is gone, and a new one' "$status $(sed -n '/^only in run/{p;n;p;}' out | tr '\n' ';')" \
	'3 only in run 10;  pair sc any: holds;only in run 11;  two sc any: holds;'

# ---- groups of properties
both () { "$GCDSL" verify "$1" --results kept --no-mutants --scenario one --property none_lost --property nothing_freed \
	--no-cache >/dev/null 2>&1 || :; }
cp "$top_srcdir/tests/run/verify.gc" .
both verify.gc
sed 's/nothing_freed in one hold/nothing_freed in one fail/' "$top_srcdir/tests/run/verify.gc" >verify.gc
both verify.gc
results compare
tap_is 'properties in other groups are compared one by one' \
	"$status $(grep -c '^2 compared: 1 verdict worse' out) $(grep '^  worse' out)" \
	'1 1   worse   one sc any: nothing_freed: holds -> holds (differs)'
tap_is 'their states are not' "$(grep -c '^states' out)" 0
cp "$top_srcdir/tests/run/verify.gc" .

# ---- interrupted, and killed
FAKE_PAN=waits "$GCDSL" verify verify.gc --results kept --no-cache --no-mutants --property none_lost -j 2 >out 2>err &
verifying=$!
fake_wait
kill -TERM $verifying
wait $verifying
results
tap_is 'an interrupted run is listed as such' "$(grep -c '^ *14 .* verify.gc  interrupted  --no-mutants' out)" 1
results 14
tap_is 'what it did not run' "$(sed -n 's/^  ended *//p' out); $(row pair)" 'interrupted (Terminated); pair sc any not run holds not run 0 none_lost'
verify --no-mutants
results compare 8 14
tap_is 'compared: what was not run has no verdict' \
	"$status $(grep -c '^  pair sc any: holds; the other run did not run it$' out) $(
	grep -c '^note: run 14 was interrupted' out)" '3 1 1'
rm -f waiting
FAKE_PAN=waits "$GCDSL" verify verify.gc --results kept --no-cache --no-mutants --property none_lost -j 2 >out 2>err &
verifying=$!
fake_wait
kill -KILL $verifying
wait $verifying 2>/dev/null
: >go
results
tap_is 'a run that was killed has not finished' "$(grep -c '^ *16 .* verify.gc  not finished  --no-mutants' out)" 1
results last
tap_is 'nothing is recorded of it' "$(tail -n 1 out)" 'nothing is recorded of what it found'
results compare
tap_is 'it is not compared unless it is named' "$(grep -c '^after   run 15, ' out)" 1

# ---- JSON
results --json
tap_is 'JSON: runs' "$(grep -o '"run":[0-9]*' out | wc -l) $(grep -o '"status":null' out | wc -l)" '16 1'
results 4 --json
tap_is 'JSON: rows' "$(grep -o '"outcome":"differs"' out | wc -l) $(grep -c '"version":1' out)" '2 1'
results compare 3 4 --json
tap_is 'JSON: differences' "$status $(grep -o '"way":"worse"' out | wc -l) $(grep -c '"status":1' out)" '1 2 1'
results compare 6 7 --json
tap_is 'JSON: notes and what is gone' "$status $(grep -c '"notes":\["they had different filters' out) $(
	grep -c '"gone":\[{"property":null,"not_run":false,"row":{' out)" '3 1 1'

# ---- wrong use, and files that are of no use
for line in 'last 3:one run can be shown' 'compare 1 2 3:`3` is too much' '99:there is no run `99`' \
	'compare 0 1:there is no run `0`' 'compare 1 x:there is no run `x`' '--slower 0.5 compare:--slower cannot be' \
	'--slower nan compare:--slower cannot be' '--least -1 compare:--least cannot be' 'lost:there is no run `lost`'
do
	# shellcheck disable=SC2086 # words on purpose
	results ${line%%:*}
	tap_is "${line%%:*}" "$status $(grep -cF -e "${line#*:}" err)" '2 1'
done
echo 'this is no database, whatever its name may say to those who believe names' >damaged
"$GCDSL" results --results damaged >out 2>err && status=0 || status=$?
tap_is 'a damaged file cannot be read' "$status $(grep -c 'cannot read damaged: ' err) $(head -c 19 damaged)" \
	'4 1 this is no database'
"$GCDSL" verify verify.gc --results damaged --no-mutants --property none_lost >out 2>err && status=0 || status=$?
tap_is 'verify says it once' "$status $(cat err | wc -l) $(grep -c 'damaged cannot be used: ' err)" '0 1 1'
"$GCDSL" results --results . >out 2>err && status=0 || status=$?
tap_is 'a folder cannot be read' "$status $(grep -c 'cannot read \.: ' err)" '4 1'
: >empty
"$GCDSL" results --results empty >out 2>err && status=0 || status=$?
tap_is 'an empty file has no runs' "$status $(cut -c 1-27 out)" '0 no run is recorded in empty'
mkdir readonly && cp kept readonly/ && chmod a-w readonly/kept
"$GCDSL" results --results readonly/kept --json >out 2>err && status=0 || status=$?
tap_is 'a file that may not be written is read' "$status $(grep -o '"run":[0-9]*' out | wc -l)" '0 16'
"$GCDSL" verify wrong.gc --results kept >out 2>err && status=0 || status=$?
results last
tap_is 'a command that found nothing is recorded, with its status' \
	"$(sed -n 's/^  ended *//p; s/^  command *//p' out | tr '\n' ';')" 'gcdsl verify wrong.gc --results kept;exit status 2;'
(ulimit -f 60; "$GCDSL" verify verify.gc --results grows --no-mutants --property none_lost >out 2>err; echo $? >status)
tap_is 'a file that may not grow: the verdicts are there' "$(grep -c '^one .* holds' out)" 1

# Four programs at once, with one file.
for number in 1 2 3 4; do
	"$GCDSL" verify verify.gc --results crowd --no-mutants --property none_lost --no-cache >said.$number 2>&1 &
done
wait
"$GCDSL" results --results crowd >out
tap_is 'four programs at once: each is recorded' "$(cat said.? | grep -c warning) $(
	awk 'NR > 1 { print $1, $5, $6 }' out | tr '\n' ';')" '0 1 2 2;2 2 2;3 2 2;4 2 2;'
tap_done
