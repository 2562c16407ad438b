#!/bin/sh
# Campaigns that engines run, without daemons: the list, `run-job', damaged and foreign results, a swarm, and
# GNU parallel if it is there.  engine-trouble.sh has what goes wrong; tests/cluster/check-cluster.sh has real daemons.
# shellcheck disable=SC2154
. "${top_srcdir:=.}/tests/tap.sh"
command -v "${SPIN:=spin}" >/dev/null 2>&1 || tap_plan skip 'spin is not installed'
command -v gcc >/dev/null 2>&1 || tap_plan skip 'gcc is not installed'
tap_long
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
grep -v '^#' w/small-*/jobs.list | cut -f7 | sh >ran 2>&1
tap_is 'the commands of the list make the results' "$(find w -name '*.result' | wc -l)" 5
cp -r w good
summary () { grep '^[0-9]* cells*: ' out; }
verify list
tap_is 'they are taken' "$status $(summary)" \
	'0 2 cells: 2 as expected, 0 not, 0 inconclusive; mutation score 1/1'
"$GCDSL" verify verify.gc --results results >out
tap_is 'a local run takes them from the store' "$(grep -c kept out)" 3

# again: the results as they were, none in the store.
again () {
	rm -rf w results
	cp -r good w
	one=$(find w -name "$(sed -n 's/	one sc any	.*//p' w/small-*/jobs.list).result")
}
again
sed -i 's/"states":/"states":1/' "$one"
verify list
tap_is 'a changed result is not believed' "$status $(grep -c 'is damaged, and its job is run again: its seal' err)" '3 1'
again
head -c 100 "$one" >short && cp short "$one"
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

tap_rest
# GNU parallel, a real one.
if parallel --version 2>/dev/null | grep -q 'GNU parallel'; then
	rm -rf w results
	"$GCDSL" verify verify.gc --results results --engine parallel --work "w it's 50%" >out 2>err && status=0 || status=$?
	tap_is 'GNU parallel' "$status $(summary)" \
		'0 2 cells: 2 as expected, 0 not, 0 inconclusive; mutation score 1/1'
else
	tap_skip 'GNU parallel' 'it is not installed'
fi

# A swarm: its searches differ, it finds errors, and it shows nothing else.
rm -rf w results
verify list --swarm 4 --scenario one --no-mutants --memory-limit 8000
tap_is 'a swarm has as many jobs' "$(grep -l '"bits":true' w/small-*/*.job | wc -l)" 4
for flag in -DP_RAND -DREVERSE -DT_RAND -h0 -h1 -h2 -h3 -RS1 -RS4; do
	tap_is "one of them has $flag" "$(grep -l "\"$flag\"" w/small-*/*.job | wc -l | sed 's/2/1/')" 1
done
tap_is 'they have all the memory' "$(grep -c '	8512	' w/small-*/jobs.list)" 4
"$GCDSL" verify verify.gc --results results --memory-limit 64 --swarm 3 >out 2>err && status=0 || status=$?
tap_is 'a swarm: no error is bounded, an error is one' \
	"$status $(grep -c '^one .* bounded ' out) $(grep -c '^pair .* bounded, nothing_freed fails ' out) $(grep -c 'early_sweep  caught' out)" '3 1 1 1'
tap_done
