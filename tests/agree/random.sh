#!/bin/sh
# random.sh: models and C of specifications that nobody has written end in the same ways.
# COUNT=N SEED=N: others.  FROM=N: goes on with the Nth.  KEEP=DIR: the specifications that differ, and what
# was said of them, are left there, with a journal.
#
# Each has a few seconds.  An end that only the model has is no difference here: the C has two workers, and
# a model any number.
. "${top_srcdir:=.}/tests/tap.sh"
. "$top_srcdir/tests/runtime.sh"
tap_long
command -v gcc > /dev/null || tap_plan skip 'gcc is not installed'
case ${SANITIZE-} in *thread* | *address*) tap_plan skip 'programs are not loaded into a sanitized gcdsl' ;; esac
tap_all || [ "${COUNT-}" ] || tap_plan skip 'they are compared by .ci/run'
keep=${KEEP:+$(mkdir -p "$KEEP" && cd "$KEEP" && pwd)}
tap_scratch
: "${keep:=$PWD}"
runtime_explored
unset GCDSL_CC
program=$top_builddir/tests/differential/differential
count=${COUNT:-8} seed=${SEED:-20261123} number=${FROM:-0}
compared=0 differ=

# compare NUMBER MEMORY: its specification is spec.gc.
compare () {
	"$GCDSL" agree --memory "$2" --workers 2 --seconds 2 --time-limit 10 spec.gc > said 2> warnings &&
		status=0 || status=$?
	echo "$1 $2 $status $(grep "^s  *$2 " said)" >> "$keep/journal"
	case $status in
	0) compared=$((compared + 1)) ;;
	3) ;;
	*)
		grep -q "^s  *$2 .*different: an end that only the model has" said && return
		differ="$differ $1"
		cp spec.gc "$keep/$1-$2.gc"
		cat said warnings > "$keep/$1-$2.said"
		tap_not_ok "specification $1 of seed $seed, under $2" "$(cat said)"
		;;
	esac
}

end=$((number + count))
while [ "$number" -lt "$end" ]; do
	"$program" -c -s "$seed" -p $((number * 20)) > spec.gc
	if "$GCDSL" check spec.gc > said 2>&1; then
		compare "$number" sc
		[ $status -ne 0 ] || compare "$number" tso
	fi
	number=$((number + 1))
done
tap_is "$count random specifications of seed $seed: what differs" "$differ" ''
[ "$compared" -gt $((count / 6)) ] && tap_ok 'enough can be compared' ||
	tap_not_ok 'enough can be compared' "$compared of $count"
tap_done
