#!/bin/sh
# What `gcdsl litmus' does when its tools are missing, die or lie.  All tools are
# fakes, so this needs no spin.
# shellcheck disable=SC2154
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
tap_scratch
tap_no_verifiers
here=$PWD
cp "$top_srcdir/tests/litmus/commands.gc" .
TMPDIR=$here/tmp
mkdir tmp bin
export TMPDIR here

cat >bin/spin <<'END'
#!/bin/sh
[ "$1" = -V ] && { echo "Spin Version 0 (fake)"; exit 0; }
: >pan.c
END
cat >bin/gcc <<'END'
#!/bin/sh
[ "$1" = --version ] && { echo "gcc 0 (fake)"; exit 0; }
[ "$FAKE_CC" = killed ] && kill -KILL $$
cp "$here/bin/pan" pan
END
# Finds two outcomes of sb; replays one of them when it is called with -r.
cat >bin/pan <<'END'
#!/bin/sh
case "$*" in
*-r*)
	case $FAKE_REPLAY in
	killed) kill -SEGV $$ ;;
	short) exit 0 ;;
	endless) sleep 1000 ;;
	values) echo '@ outcome values=0'; echo 'spin: trail ends after 3 steps'; exit 0 ;;
	esac
	case "$*" in
	*sb1.trail* | *pml1.trail*) echo '@ outcome values=0,1' ;;
	*) echo '@ outcome values=1,0' ;;
	esac
	echo 'spin: trail ends after 3 steps'
	exit 0 ;;
esac
case $FAKE_PAN in
killed) kill -SEGV $$ ;;
full) echo '@ full' ;;
many) echo '@ many' ;;
partial) echo '@ partial'; echo 'pan:1: assertion violated outcome_is_known (at depth 2)' ;;
deadlock) echo 'pan:1: invalid end state (at depth 2)' ;;
shallow) echo 'error: max search depth too small' ;;
*) echo 'pan:1: assertion violated outcome_is_known (at depth 2)' ;;
esac
echo 'pan: wrote sb.pml1.trail'
echo 'pan: wrote sb.pml2.trail'
echo 'Full statespace search for:'
printf '\tassertion violations\t+\n'
echo 'State-vector 1 byte, depth reached 2, errors: 2'
echo '       70 states, stored'
[ "$FAKE_PAN" = cut ] || echo 'pan: elapsed time 0 seconds'
END
chmod +x bin/*
SPIN=$here/bin/spin
GCDSL_CC=$here/bin/gcc
export SPIN GCDSL_CC

# litmus WHAT STATUS PATTERN [ARGUMENT…]
litmus () {
	what=$1 wanted=$2 pattern=$3
	shift 3
	rm -f results
	"$GCDSL" litmus commands.gc --scenario sb --memory sc --results results "$@" >out 2>&1 &&
	    status=0 || status=$?
	tap_is "$what: exit status" $status "$wanted"
	if grep -e "$pattern" out >/dev/null; then
		tap_ok "$what: told"
	else
		tap_not_ok "$what: told" "no line with: $pattern" "$(head -c 2000 out)"
	fi
}
litmus 'all is well' 0 '^States 2$'
for row in \
	'FAKE_CC:killed:4:gcc was killed by signal 9' \
	'FAKE_PAN:killed:4:pan was killed by signal 11' \
	'FAKE_PAN:cut:4:its report is not whole' \
	'FAKE_PAN:full:3:needs more room than the model has' \
	'FAKE_PAN:many:3:more outcomes than are collected (500): observe less' \
	'FAKE_PAN:partial:3:^States 2 at least$' \
	'FAKE_PAN:deadlock:4:met an error that was not looked for' \
	'FAKE_PAN:shallow:3:a run has more than [0-9]* steps' \
	'FAKE_REPLAY:killed:4:pan, replaying, was killed by signal 11' \
	'FAKE_REPLAY:short:4:did not get to the end of a trail' \
	'FAKE_REPLAY:values:4:No states'
do
	name=${row%%:*} rest=${row#*:}
	value=${rest%%:*} rest=${rest#*:}
	export "$name=$value"
	litmus "$name=$value" "${rest%%:*}" "${rest#*:}"
	unset "$name"
done
FAKE_REPLAY=endless
export FAKE_REPLAY
litmus 'a replay without end' 3 'took longer than 1 s' --time-limit 1
unset FAKE_REPLAY
SPIN=no-such-spin
litmus 'no spin' 4 'no-such-spin. is not installed.*variable SPIN names it'
tap_is 'nothing is left behind' "$(ls tmp)" ''
tap_done
