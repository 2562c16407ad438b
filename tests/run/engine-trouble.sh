#!/bin/sh
# engine-trouble.sh: what goes wrong with engines, and how a campaign goes on after it.  SPIN, the compiler and Slurm
# are fakes, so that nothing takes time.  tests/cluster/check-cluster.sh has real daemons.
# shellcheck disable=SC2154
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
tap_scratch
. "$top_srcdir/tests/run/fake-tools.sh"
fake_tools
cp "$top_srcdir/tests/run/verify.gc" .
sed -i '3i echo "$*" >>"$here/cc.log"' fake/gcc
mkdir empty bin

# verify ENGINE ARGUMENT…: sets status. The output is in ./out, messages are in ./err.
verify () {
	engine=$1
	shift
	"$GCDSL" verify verify.gc --no-mutants --results results --engine "$engine" --work "${work:=w}" "$@" \
		>out 2>err && status=0 || status=$?
}
# said TEXT: how often it is in the messages.
said () {
	grep -c -- "$1" err
}
run_list () {
	grep -v '^#' "$work"/small-*/jobs.list | cut -f7 | sh >ran 2>&1
}
forget () {
	rm -rf "$work" results count ./*.log
}

# ---- the command line
verify slrum
tap_is 'no such engine' "$status $(said 'cannot be .slrum')$(said 'local, list, parallel or slurm')" '2 11'
wrong () {
	verify "$@"
	tap_is "--engine $*: an option of another one" "$status $(said 'is for --engine')" '2 1'
}
wrong local --work w
wrong list --chunk 5
wrong parallel --throttle 2
wrong slurm --hosts a
wrong list --detach
wrong slurm --keep x
verify slurm --throttle 0
tap_is 'a number that is none' "$status $(said 'throttle cannot be')" '2 1'
# without_programs ENGINE: nothing is on PATH.
without_programs () {
	env PATH="$here/empty" "$GCDSL" verify verify.gc --results results --engine "$1" --work w >out 2>err && status=0 ||
		status=$?
}
without_programs slurm
tap_is 'no Slurm here' "$status $(said '.sbatch. is not installed, or not on PATH (run gcdsl on a machine of the cluster')" \
	'4 1'
without_programs parallel
tap_is 'no GNU parallel here' "$status $(said 'GNU parallel is not installed')" '4 1'
verify list --list
tap_is '--list gives nothing to an engine' "$status $(grep -c 'guessed' out) $(find w -name jobs.list | wc -l)" '0 2 0'

# ---- files
: >file
work=file/w
verify list
tap_is 'a folder that cannot be made' "$status $(said 'cannot make the folder .*file/w/small-')" '4 1'
work="a
b"
verify list
tap_is 'a folder with a line break' "$status $(said 'has a line break: name another with --work')" '4 1'
work=w
forget
verify list
tap_is 'a list' "$status $(grep -c run-job w/small-*/jobs.list)" '3 3'
if command -v flock >/dev/null 2>&1; then
	for folder in w/small-*; do :; done
	flock "$folder/lock" "$GCDSL" verify verify.gc --no-mutants --results results --engine list --work w >out 2>err &&
		status=0 || status=$?
	tap_is 'two at a time' "$status $(said 'another .gcdsl verify. is at work on this campaign')" '4 1'
else
	tap_skip 'two at a time' 'flock is not installed'
fi
job=$(find w -name '*.job' | sort | head -n 1)
cp "$job" whole
head -c 300 whole >"$job"
tap_is 'half a job is none' "$("$GCDSL" run-job "$job" 2>&1 | grep -c 'is not a job: ') $?" '1 0'
sed 's/"time_limit":6/"time_limit":7/' whole >"$job"
tap_is 'nor is a changed one' "$("$GCDSL" run-job "$job" 2>&1 | grep -c 'is not a job: its seal')" 1
verify list
tap_is 'the same command writes it again' "$(cmp "$job" whole && echo same)" same
# full COMMAND…: no file may grow, as on a full disk.
full () {
	{ (ulimit -f 0 && "$@" 2>&1 && echo 0 || echo $?) | cat >err; } 2>/dev/null
	status=$(tail -n 1 err)
}
full "$GCDSL" run-job "$job"
tap_is 'a result that cannot be written' "$status $(said 'cannot write .*result: ') $(find w -name '*.result*' | wc -l)" \
	'4 1 0'
forget
full "$GCDSL" verify verify.gc --engine list --work w --results results
tap_is 'a job that cannot be written' "$status $(said 'cannot write .*job: ') $(find w -name '*.job*' | wc -l)" '4 1 0'

# Jobs with the same model have one search, as in a local run.
forget
marking=$top_srcdir/examples/paper/marking.gc
same () {
	"$GCDSL" verify "$marking" --results results --engine list --work w --scenario two_roots --workers 1 \
		--property all_marked --set mutators_run=true --memory "$@" >out 2>err && status=0 || status=$?
}
same tso,sc
tap_is 'two cells, one search' "$status $(grep -c run-job w/marking-*/jobs.list)" '3 1'
grep -v '^#' w/marking-*/jobs.list | cut -f7 | sh >ran 2>&1
same tso,sc
tap_is '... and two results' "$status $(grep -c ' holds  *holds  *70 ' out)" '0 2'
forget
same tso,sc --no-cache
tap_is 'a search for each with --no-cache' "$status $(grep -c run-job w/marking-*/jobs.list)" '3 2'

# A campaign has a list for each part.
forget
printf 'a verify.gc --scenario one\nb verify.gc --scenario pair\n' >two.campaign
parts () {
	"$GCDSL" verify --campaign ./two.campaign --no-mutants --results results --engine list --work w >out 2>err &&
		status=0 || status=$?
}
parts
tap_is 'a list for each part' "$status $(find w -name jobs.list | wc -l)" '3 2'
cat w/*/jobs.list | grep -v '^#' | cut -f7 | sh >ran 2>&1
parts
tap_is 'their results' "$status $(grep -c 'campaign two: 1 of 2 cells as expected' out)" '1 1'

# ---- memory
# The search that has less memory than it may have is not made again with an automaton; the last one is.
forget
verify list --scenario one
job=$(find w -name '*.job')
FAKE_PAN=limit "$GCDSL" run-job --memory 1000 "$job" >out 2>err
tap_is 'with less memory: another class may do' \
	"$(grep -c '"needs_memory":true' "${job%job}result") $(grep -c -- -DMA= cc.log) $(grep -c 'MEMLIM=488 ' cc.log)" '1 0 1'
rm "${job%job}result" cc.log
FAKE_PAN=limit "$GCDSL" run-job --memory 2512 "$job" >out 2>err
tap_is 'with all of it: another storage' \
	"$(grep -c '"needs_memory":false' "${job%job}result") $(grep -c -- -DMA= cc.log)" '1 1'
"$GCDSL" run-job --memory x "$job" >out 2>err
tap_is 'what is no memory' "$? $(said 'memory cannot be .x')" '2 1'
FAKE_PAN=killed "$GCDSL" run-job "$job" >out 2>err
tap_is 'a job that has a result is not run again' "$? $(grep -c inconclusive out)" '0 1'

# ---- Slurm, a fake one.  FAKE says what happens to its first array:
#	works      its tasks run
#	waits      they are in the queue
#	silent     they run, and squeue fails at first
#	STATE      they end in this state without being run; later ones run
cat >bin/sbatch <<'END'
#!/bin/sh
[ "$1" != --version ] || exit 0
echo "$*" >>"$here/sbatch.log"
[ "$FAKE" != refuses ] || { echo 'sbatch: error: invalid partition specified: x' >&2; exit 1; }
for script; do :; done
n=$(($(cat "$here/count" 2>/dev/null || echo 0) + 1))
echo $n >"$here/count"
case $n-$FAKE in
1-works | 1-silent | [2-9]-[!H]*) sh "$here/run-array" "$script" "${script%/*}/tasks-$n" ;;
esac
echo $n
END
cat >run-array <<'END'
for task in $(seq 0 $(($(wc -l <"$2") - 1))); do
	SLURM_ARRAY_TASK_ID=$task sh "$1" >/dev/null 2>&1
done
END
cat >bin/squeue <<'END'
#!/bin/sh
[ "$1" != --version ] || exit 0
state=$FAKE
case $FAKE in
works) state=COMPLETED ;;
waits) state=RUNNING ;;
silent) state=COMPLETED
	[ -e "$here/asked.log" ] || { echo 1 >"$here/asked.log"; echo 'slurm_load_jobs error' >&2; exit 1; } ;;
HOPELESS) state=NODE_FAIL ;;
esac
for n in $(seq "$(cat "$here/count")"); do for task in $(seq 0 9); do echo "$n|$task|$state|n1|None"; done; done
END
cat >bin/scancel <<'END'
#!/bin/sh
[ "$1" = --version ] || echo "$1" >>"$here/scancel.log"
END
chmod +x bin/*
PATH=$here/bin:$PATH
export FAKE
slurm () {
	FAKE=$1
	shift
	verify slurm "$@"
}
# first FAKE ARGUMENT…: with nothing kept.
first () {
	forget
	slurm "$@"
}
first works
tap_is 'Slurm: all is well' "$status $(cat count)" '1 1'
first OUT_OF_MEMORY
tap_is 'Slurm: out of memory, then with more' "$status $(grep -o 'mem=[0-9]*' sbatch.log | tr '\n' ' ')" '1 mem=1000 mem=2512 '
for state in NODE_FAIL $(! tap_all || echo PREEMPTED TIMEOUT FAILED); do
	first $state --scenario one
	tap_is "Slurm: $state, then once more" "$status $(cat count)" '0 2'
done
first HOPELESS --scenario one
tap_is 'Slurm: three times, then the reason' "$status $(cat count) $(grep -c 'NODE_FAIL), on n1; it was tried 3 times' out)" '4 3 1'
first CANCELLED --scenario one
tap_is 'Slurm: what somebody cancelled is not tried again' "$status $(cat count) $(grep -c 'was cancelled (scancel)' out)" '4 1 1'
first refuses
tap_is 'Slurm: what sbatch refuses' "$status $(said 'invalid partition specified: x')" '4 1'
first silent
tap_is 'Slurm: no answer, asked again' "$status $(cat count) $(said 'Slurm does not answer; asking again: .*slurm_load_jobs error')" \
	'1 1 1'
work="it's 50%a of \$HOME"
first works
tap_is 'Slurm: a path with everything in it' \
	"$status $(cat count) $(grep -cF "of \$HOME/small-" sbatch.log) $(grep -c -- "--output=.*50%%a of .*-%a.log" sbatch.log)" \
	'1 1 1 1'
# in_cache FAKE: how many folders of campaigns are left there.
in_cache () {
	rm -rf results count cache
	FAKE=$1 XDG_CACHE_HOME=$here/cache "$GCDSL" verify verify.gc --scenario one --no-mutants --results results \
		--engine slurm >out 2>err
	find cache/gcdsl/campaigns -mindepth 1 -maxdepth 1 | wc -l
}
tap_is 'in the cache, what is over is removed' "$(in_cache works)" 0
tap_is '... and what has failed is left' "$(in_cache CANCELLED)" 1
ln -s "$GCDSL" "my gcdsl's"
first works --program "$here/my gcdsl's"
tap_is 'Slurm: a program with blanks' "$status $(cat count)" '1 1'
forget
work=w

# stopped SIGNAL: when the tasks are in the queue.
stopped () {
	forget
	FAKE=waits
	"$GCDSL" verify verify.gc --no-mutants --results results --engine slurm --work w >out 2>err & pid=$!
	tries=0
	until grep -q '^1 1000 1$' w/small-*/submitted 2>/dev/null || [ $((tries += 1)) -gt 600 ]; do sleep 0.05; done
	kill "-$1" $pid
	wait $pid && status=0 || status=$?
}
stopped TERM
tap_is 'Slurm: interrupted: nothing is left in the queue' "$status $(cat scancel.log)" '143 1'
slurm works
tap_is '... and the same command goes on' "$status $(cat count)" '1 2'
stopped KILL
tap_is 'Slurm: killed: the tasks stay in the queue' "$status $(find . -name scancel.log)" '137 '
slurm waits --detach
tap_is '... and are not submitted again' "$status $(cat count)" '3 1'
sh run-array w/small-*/script-1-0.sh w/small-*/tasks-1
slurm works
tap_is '... and their results are taken' "$status $(cat count)" '1 1'
tap_done
