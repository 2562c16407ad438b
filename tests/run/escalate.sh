#!/bin/sh
# escalate.sh: a search that has too little memory goes on in less, and says what its verdict is worth.
# The ways to keep states agree about how many there are.
# shellcheck disable=SC2154
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
command -v "${SPIN:=spin}" >/dev/null 2>&1 || tap_plan skip 'spin is not installed'
command -v gcc >/dev/null 2>&1 || tap_plan skip 'gcc is not installed'
tap_scratch
tap_quick_cc
cp "$top_srcdir/examples/satb.gc" .

# row SCENARIO OPTION…: prints exit status, verdict and states of a cell, and whether its states were reduced.
row () {
	scenario=$1
	shift
	"$GCDSL" verify satb.gc --results results --no-mutants --scenario "$scenario" --json "$@" \
		>json 2>err && status=0 || status=$?
	echo "$status $(said '"verdict":"\([a-z]*\)"') $(said '"states":\([0-9]*\),')"
}
said () {
	sed -n "s/.*$1.*/\1/p" json
}
second () {
	row second_cycle --no-cache --set allocate_black=true --memory sc --workers 1 --fold=all "$@"
}

plain=$(second)
tap_is 'with enough memory' "${plain% *}" '0 holds'
row=$(second --memory-limit 2)
tap_is 'without it, nothing is claimed' "${row% *}" '3 inconclusive'
tap_is 'how far it came is said' \
	"$(said '"reason":"\(the memory limit was reached, after [0-9]* states, at depth [0-9]*\)"' | tr -d 0-9)" \
	'the memory limit was reached, after  states, at depth '

# The failure of a client is too deep for 3 MB of plain states.  Its replay runs the verifier with the automaton.
deep () {
	"$GCDSL" verify "$top_srcdir/examples/bugs/paper-satb.gc" --scenario one_client --set mode=concurrent \
		--set black=from_opening --property complete --results results --no-cache --json "$@" >json 2>err &&
		status=0 || status=$?
	echo "$status $(said '"verdict":"\([a-z]*\)"')"
}
tap_is 'a failure that only an automaton has room for is found, and shown again' "$(deep --memory-limit 3)" '0 fails'

# same NAME FLAG…: states that the verifier of ./NAME.pml counts when it keeps them in each way.
same () {
	counts=
	"$SPIN" -a "$1.pml" >/dev/null
	for way in '' -DCOLLAPSE -DMA=400; do
		# shellcheck disable=SC2086
		"$GCDSL_CC" -O0 -w -DSAFETY -DNOREDUCE -DNOFAIR $way -o pan pan.c
		counts="$counts $(./pan -b -E -n -w16 -m200000 | sed -n 's/^ *\([0-9]*\) states, stored.*/\1/p')"
	done
	# shellcheck disable=SC2086
	set -- $counts
	[ $# -eq 3 ] && [ "$1" -gt 1 ] && [ "$1" = "$2" ] && [ "$1" = "$3" ] &&
		echo same || echo "$counts"
}
models () { # FILE COLLECTOR OPTION SCENARIO…
	file=$1 name=$2 option=$3
	shift 3
	for scenario; do
		for memory in sc tso; do
			tap_every 8 || continue
			rm -rf models
			"$GCDSL" compile "$top_srcdir/$file" --target promela --scenario "$scenario" \
				--set "$option" --memory $memory -o models >/dev/null
			tap_is "$scenario, $memory: all ways to keep states count the same" \
				"$(cd models && same "$name")" same
		done
	done
}
models examples/stw.gc stw twice=true two_fields two_roots
models examples/satb.gc satb allocate_black=true loops pointer_deletion allocate_marked

tap_rest
# 172,000 states need more than 12 MB; an automaton of them needs less.
few=$(row few_steps)
tap_is 'a large model' "${few% *}" '0 holds'
all=$(said '"transitions":\([0-9]*\),')
few=$(row few_steps --no-cache --memory-limit 14)
tap_is 'as an automaton it holds, too' "${few% *}" '0 holds'
tap_is 'and has the same transitions' "$(said '"transitions":\([0-9]*\),')" "$all"
tap_is 'in less memory' "$([ "$(said '"memory_mb":\([0-9]*\)')" -lt 14 ] && echo less)" less
rm -f results
bits=$(row few_steps --no-cache --memory-limit 5 --bitstate)
tap_is 'bits only: bounded, and no success' "${bits% *}" '3 bounded'
row=$(row few_steps --memory-limit 5)
tap_is 'which is not kept, and not done unless asked for' "${row% *}" '3 inconclusive'
tap_done
