#!/bin/sh
# random.sh: models and C of specifications that nobody has written end in the same ways.
# COUNT=N SEED=N: others.  FROM=N: goes on with the Nth.  KEEP=DIR: the specifications that differ, and what
# was said of them, are left there, with a journal, also in a smaller form that differs in the same way.
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
export GCDSL
tap_quick_cc
program=$top_builddir/tests/differential/differential
count=${COUNT:-8} seed=${SEED:-20261123} number=${FROM:-0}
compared=0 differ=

# differs MEMORY SPECIFICATION: status 1, if it does.
cat > differs << 'END'
"$GCDSL" agree --memory "$1" --workers 2 --seconds 2 --time-limit 10 "$2" > said 2> warnings && exit 0 || status=$?
! grep -q "^[a-zA-Z_0-9]*  *$1 .*different: an end that only the model has" said || exit 9
exit "$status"
END

# keep NUMBER MEMORY: spec.gc differs.
keep () {
	cp spec.gc "$keep/$1-$2.gc"
	cp spec.gc "$keep/$1-$2-small.gc"
	cat said warnings > "$keep/$1-$2.said"
	"$program" -r "sh ./differs $2" -q "${SHRINK:-60}" "$keep/$1-$2-small.gc" || true
	tap_not_ok "specification $1 of seed $seed, under $2" "$(cat "$keep/$1-$2.said")" \
		"to see it again: gcdsl agree --memory $2 --workers 2 --seconds 2 --time-limit 10 $keep/$1-$2-small.gc" \
		"$(cat "$keep/$1-$2-small.gc")"
}

# compare NUMBER MEMORY: its specification is spec.gc.
compare () {
	sh ./differs "$2" spec.gc && status=0 || status=$?
	echo "$1 $2 $status $(grep "^s  *$2 " said)" >> "$keep/journal"
	case $status in
	0) compared=$((compared + 1)) ;;
	3 | 9) ;;
	*)
		differ="$differ $1"
		keep "$1" "$2"
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
