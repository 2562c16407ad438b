#!/bin/sh
# Campaigns that engines run, without daemons: the list, `run-job', damaged and foreign results, and what fake engines
# do wrong.  tests/cluster/check-cluster.sh has real ones.
# shellcheck disable=SC2154
. "${top_srcdir:=.}/tests/tap.sh"
command -v "${SPIN:=spin}" >/dev/null 2>&1 || tap_plan skip 'spin is not installed'
command -v gcc >/dev/null 2>&1 || tap_plan skip 'gcc is not installed'
tap_scratch
tap_quick_cc
here=$PWD
cp "$top_srcdir/tests/run/verify.gc" .
# verify ENGINE ARGUMENT…: sets status. The output is in ./out, messages are in ./err.
verify () {
	engine=$1
	shift
	"$GCDSL" verify verify.gc --results results --engine "$engine" --work w "$@" >out 2>err && status=0 || status=$?
}
verify list
tap_is 'only a list: exit status' "$status" 3
tap_is 'a line for each job' "$(grep -c '	1000	4800	\(holds\|fails\)	[0-9a-f]\{64\}	.*run-job' w/small-*/jobs.list)" 5
tap_is 'the list is named' "$(grep -c 'have no result yet (list: /.*jobs.list)' err)" 1
grep -v '^#' w/small-*/jobs.list | cut -f6 | sh >ran 2>&1
tap_is 'the commands of the list make the results' "$(find w -name '*.result' | wc -l)" 5
cp -r w good
verify list
tap_is 'they are taken' "$status $(tail -n 1 out)" \
	'0 2 cells: 2 as expected, 0 not, 0 inconclusive; mutation score 1/1'
"$GCDSL" verify verify.gc --results results >out
tap_is 'a local run takes them from the store' "$(grep -c kept out)" 3

# again: the results as they were, none in the store.
again () {
	rm -rf w results
	cp -r good w
	one=$(find w -name '*.result' | sort | head -n 1)
}
again
sed -i 's/"states":/"states":1/' "$one"
verify list
tap_is 'a changed result is not believed' "$status $(grep -c 'is damaged, and its job is run again: its seal' err)" '3 1'
again
head -c 100 "$one" >cut && cp cut "$one"
verify list
tap_is 'half a result is none' "$status $(grep -c 'is damaged, and its job is run again' err)" '3 1'

# Another version of SPIN.
cat >old-spin <<END
#!/bin/sh
[ "\$1" = -V ] && { echo 'Spin Version 5'; exit 0; }
exec $SPIN "\$@"
END
chmod +x old-spin
again
job=${one%.result}.job
rm "$one"
SPIN=$here/old-spin "$GCDSL" run-job "$job" >out 2>err && status=0 || status=$?
tap_is 'run-job refuses other tools' "$status $(grep -c 'are not those that the jobs are for' err)" '4 1'
verify list
tap_is 'and the row says so' "$status $(grep -c 'refused: its tools are .Spin Version 5' out)" '4 1'
echo '{' >bad.job
tap_run_status 'what is no job' 2 "$GCDSL" run-job bad.job
tap_run_status 'an option for another engine' 2 "$GCDSL" verify verify.gc --hosts a

# Fake engines.
mkdir bin
PATH=$here/bin:$PATH
cat >bin/sbatch <<'END'
#!/bin/sh
[ "$1" != --version ] || exit 0
echo "$*" >>"$here/sbatch.log"
[ "$FAKE" != refuses ] || { echo 'sbatch: error: invalid partition specified: x' >&2; exit 1; }
for script; do :; done
n=$(($(cat "$here/count" 2>/dev/null || echo 0) + 1))
echo $n >"$here/count"
if [ "$FAKE" = works ] || [ $n -gt 1 ]; then
	for task in $(seq 0 $(($(wc -l <"${script%/*}/tasks-$n") - 1))); do
		SLURM_ARRAY_TASK_ID=$task sh "$script" >/dev/null 2>&1
	done
fi
[ "$FAKE" != hopeless ] || rm -f "${script%/*}"/*.result
echo $n
END
cat >bin/squeue <<'END'
#!/bin/sh
[ "$1" != --version ] || exit 0
case $FAKE in works) state=COMPLETED ;; memory) state=OUT_OF_MEMORY ;; cancelled) state=CANCELLED ;; *) state=NODE_FAIL ;; esac
for n in $(seq "$(cat "$here/count")"); do for task in $(seq 0 9); do echo "$n|$task|$state|n1|None"; done; done
END
printf '#!/bin/sh\nexit 0\n' >bin/scancel
chmod +x bin/*
export FAKE here
slurm () {
	FAKE=$1
	rm -rf w results count sbatch.log
	verify slurm --no-mutants
}
slurm works
tap_is 'Slurm: all is well' "$status $(cat count)" '0 1'
slurm memory
tap_is 'Slurm: out of memory, then with more' "$status $(grep -o 'mem=[0-9]*' sbatch.log | tr '\n' ' ')" '0 mem=1000 mem=2512 '
slurm lost
tap_is 'Slurm: a lost node, then another' "$status $(cat count)" '0 2'
slurm hopeless
tap_is 'Slurm: three times, then the reason' "$status $(cat count) $(grep -c 'NODE_FAIL), on n1; it was tried 3 times' out)" '4 3 2'
slurm cancelled
tap_is 'Slurm: what somebody cancelled is not tried again' "$status $(cat count) $(grep -c 'was cancelled (scancel)' out)" '4 1 2'
slurm refuses
tap_is 'Slurm: what sbatch refuses' "$status $(grep -c 'invalid partition specified: x' err)" '4 1'
printf '#!/bin/sh\nexit 1\n' >bin/parallel
chmod +x bin/parallel
rm -rf w results
verify parallel
tap_is 'no GNU parallel' "$status $(grep -c 'GNU parallel is not installed' err)" '4 1'

# Swarm: it finds errors, and shows nothing else.
"$GCDSL" verify verify.gc --results results --swarm 3 >out 2>err && status=0 || status=$?
tap_is 'a swarm: no error is bounded, an error is one' \
	"$status $(grep -c '^one .* bounded ' out) $(grep -c '^pair .* bounded, nothing_freed fails ' out) $(grep -c 'early_sweep  caught' out)" '3 1 1 1'
tap_done
