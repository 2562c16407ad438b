#!/bin/sh
# Units that wait for values: claim.gc and its mutants, what stories say, which order the wait needs, and what
# its C does: under every schedule, and in programs.
# shellcheck disable=SC2154
. "${top_srcdir:=.}/tests/tap.sh"
. "$top_srcdir/tests/runtime.sh"
tap_long
command -v "${SPIN:=spin}" >/dev/null 2>&1 || tap_plan skip 'spin is not installed'
command -v gcc >/dev/null 2>&1 || tap_plan skip 'gcc is not installed'
tap_scratch
tap_quick_cc
cp "$top_srcdir/examples/claim.gc" "$top_srcdir/tests/run/await.gc" .

# verdicts SUMMARY ARGUMENT…: all verdicts are as expected.
verdicts () {
	summary=$1
	shift
	"$GCDSL" verify claim.gc --results results "$@" >out 2>err && status=0 || status=$?
	tap_is "claim.gc $*: $(grep cells: out)" "$status $(grep -c "$summary" out)" '0 1' ||
		cat out err
}
if tap_all; then
	verdicts '^16 cells: 16 as expected, 0 not, 0 inconclusive; mutation score 4/4'
else
	verdicts '^2 cells: 2 as expected' --scenario diamond --workers any --memory sc --memory relaxed --no-mutants
	verdicts 'mutation score 2/2' --scenario shared --mutant relaxed_wait --mutant published_later
fi
tap_is 'a wait that does not acquire fails under relaxed' "$(grep -c '^relaxed_wait  *caught by measured in shared relaxed' out)" 1
tap_is 'a unit that nobody takes up ends no wait' "$(grep -c '^published_later  *caught by cycle_ends in shared sc' out)" 1

"$GCDSL" trace claim.gc --mutant published_later --results results >story 2>err
tap_is 'the story says for what the unit waits' "$(sed -n 's/.*; \(waits for .*\)/\1/p' story)" 'waits for a.state'
tap_is 'and that nobody else comes' "$(grep -c 'environment  all units that run wait, and no other worker is free$' story)" 1
tap_rest

"$GCDSL" weaken claim.gc --memory relaxed --results results >out 2>err || :
tap_is 'weaken finds that the wait must acquire' \
	"$(sed -n 's/^[0-9:]* .*load(o.state)  *acquire  *-*  *\([a-z]*\).*/\1/p' out)" acquire

case ${SANITIZE-} in *thread* | *address*) tap_plan skip 'programs are not loaded into a sanitized gcdsl' ;; esac
runtime_explored
tap_quick_cc
tap_is 'the C of claim.gc ends as its model' \
	"$("$GCDSL" agree claim.gc --scenario shared --results results | sed -n 's/^shared .*  //p')" equal

# Both units are in the packet of one worker, which runs the wrong one first.
"$GCDSL" explore await.gc --workers 2 --model >out 2>err && status=0 || status=$?
tap_is 'the C may wait for a unit that nobody takes up' \
	"$status $(sed -n 's/.*\( waits for ever: nobody will write\) .*/\1/p' out | sort -u)" '1  waits for ever: nobody will write'
tap_is 'and the model does the same' "$(grep -c '^the model does all [0-9]* events of the C, and fails then, too$' out)" 1
tap_is 'also where it had to wait' "$(grep -c '  all units that run wait, and no other worker is free$' out)" 1

# A story in which a unit waits for ever.
"$GCDSL" trace --json claim.gc --mutant lost_publication --results results >story.json
tap_is 'the C waits for ever, as the story says' "$("$GCDSL" explore claim.gc --follow story.json 2>err |
	sed -n 's/^\(followed\):.*/\1/p; s/^it fails: .* \(waits for ever\):.*/\1/p')" 'followed
waits for ever'

# Workers run units in the middle of others, but none that waits: it may wait for the other one.
sed '/^    publish(o);$/d; s/^    emit scan(o);$/    emit scan(o);  emit visit(o);  publish(o);/; /^\/\/ The size may/,$d' claim.gc >early.gc
tap_is 'a claim that emits before it publishes' "$(grep -c 'emit visit(o);  publish(o);' early.gc)" 1
"$GCDSL" compile early.gc --target c -o generated >/dev/null
PROGRAMS=stress sh "$top_srcdir/tests/clients/build.sh" generated bounded -O2 -DGCRT_PACKET_WORDS=6 \
	-DGCRT_SMALL_BUDGET=0 -DGCRT_BUDGET_SHARE='(~0ul)' >built 2>&1 || cat built
tap_run 'stress where all packets are full: no unit that waits runs in the middle of another' timeout 60 \
	bounded/stress --mutators=2 --workers=3 --heap-multiplier=1.5 --nodes=1024 --iterations=10000 --seed=1
tap_done
