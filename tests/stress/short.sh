#!/bin/sh
# short.sh: stress.sh for a few seconds; and it finds a collector whose barrier is missing.
. "${top_srcdir:=.}/tests/tap.sh"
. "$top_srcdir/tests/runtime.sh"
tap_long
tap_scratch
stress=$top_srcdir/tests/stress/stress.sh

OPTIMISED=$(runtime_disturbed_flags)
export OPTIMISED
mkdir -p right/plain/runtime
# shellcheck disable=SC2086 # a list of files
runtime_disturbed "$OPTIMISED" && cp $objects right/plain/runtime || tap_not_ok 'the runtime' "$(cat message)"

seconds=1 programs='stress gcbench' collectors=satb
! tap_all || seconds=4 programs='stress gcbench lisp' collectors='satb ragged'
# A seed as large as a time, which is the default seed. Its first runs are of all programs and of both
# collectors, and none of them is long.
tap_run 'a few runs' sh "$stress" -t $seconds -r 1 -s 1767225603 -k plain -p "$programs" \
	-c "$collectors" -o right
tap_run 'each says how it was, with its seed' \
	grep -qE '^(ok|full) .* mutators=[1-4] .* seed=[0-9]+: ' right/runs
tap_is 'no two of them are the same' "$(grep -o 'seed=[0-9]*:' right/runs | sort | uniq -d)" ''
if grep -q 'FAIL' right/runs; then
	tap_not_ok 'none has failed' "$(cat right/failed)"
fi

# The same with a collector that lacks its barrier.
mkdir -p broken/plain
cp -R right/plain/runtime broken/plain/
"$GCDSL" compile "$top_srcdir/examples/satb.gc" --target c --mutant no_barrier \
	-o broken/plain/satb >message 2>&1
tap_run_status 'a missing barrier is found' 1 sh "$stress" -t 60 -r 1 -s 1 -k plain -p stress \
	-c satb -o broken
tap_run 'with the command that repeats it' \
	grep -qE "^cd .* && STRESS_NOISE='[0-9]+ [0-9]+' .*/stress-satb .*--seed=[0-9]+" broken/failed
tap_run 'each of its mutants can be made' sh "$top_srcdir/tests/stress/mutants.sh" 0
tap_done
