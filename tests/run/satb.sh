#!/bin/sh
# The verdicts of the concurrent collectors: satb.gc, ragged.gc and incremental.gc with all their
# mutants, the paper's with its scripts, and what the most general client finds in
# it.  `make verify' and `make verify-bugs' run the rest, the clients of the collectors.
# shellcheck disable=SC2154
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
command -v "${SPIN:=spin}" >/dev/null 2>&1 || tap_plan skip 'spin is not installed'
command -v gcc >/dev/null 2>&1 || tap_plan skip 'gcc is not installed'
tap_scratch
tap_quick_cc
cp -R "$top_srcdir"/examples/*.gc "$top_srcdir"/examples/bugs/*.gc "$top_srcdir"/examples/parts .

# verdicts FILE SUMMARY ARGUMENT…: all verdicts are as expected.
verdicts () {
	file=$1 summary=$2
	shift 2
	"$GCDSL" verify "$file" --results results "$@" >out 2>err && status=0 || status=$?
	tap_is "$file $*: $(grep cells: out)" "$status $(grep -c "$summary" out)" '0 1' ||
		cat out err
}
# some KIND NAME…: these scenarios, or these mutants, as options.
some () {
	kind=$1
	shift
	printf -- "--$kind %s " "$@"
}

# The heaps on which no mutator works, and one worker for each kind, are no matter of the memory.
# shellcheck disable=SC2046
if tap_all; then
	verdicts satb.gc '^21 cells: 21 as expected, 0 not, 0 inconclusive; mutation score 18/18' \
		$(some scenario stacks_and_loops pointer_shuffling pointer_deletion allocate_marked \
		hung_under_new second_cycle) --workers any --memory sc --memory relaxed
else
	verdicts satb.gc '^2 cells: 2 as expected, 0 not, 0 inconclusive$' --scenario pointer_deletion \
		--workers any --memory sc --no-mutants --set allocate_black=true
	verdicts satb.gc '^0 cells: .*; mutation score 1/1' --scenario second_cycle --mutant two_stops \
		--workers any --memory sc
fi
tap_is 'a phase that ends in a stop of its own shows in the second cycle only' \
	"$(grep -c '^two_stops  *caught by none_lost in second_cycle ' out)" 1
! tap_all || verdicts satb.gc '^2 cells: 2 as expected' --scenario two_fields --scenario loops --workers any \
	--memory sc --no-mutants
! tap_all || verdicts satb.gc '^1 cell: 1 as expected' --scenario second_cycle --workers 1 --no-mutants
# shellcheck disable=SC2046
if tap_all; then
	verdicts ragged.gc '^11 cells: 11 as expected, 0 not, 0 inconclusive; mutation score 10/10' \
		$(some scenario stacks_and_loops pointer_shuffling allocate_marked hung_under_new second_cycle \
		stale_barrier early_black handed_over thread_argument any_handing any_globals) --memory sc
else
	verdicts ragged.gc '^1 cell: 1 as expected, 0 not, 0 inconclusive$' \
		--scenario handed_over --memory sc --no-mutants
	verdicts ragged.gc '^0 cells: .*; mutation score 1/1' --scenario handed_over --mutant received_white --memory sc
fi
# shellcheck disable=SC2046
if tap_all; then
	verdicts incremental.gc '^13 cells: 13 as expected, 0 not, 0 inconclusive$' \
		$(some scenario idle_heap moved_behind kept_on_stack stored_into_old chain_under_new) \
		--workers any --memory sc --memory relaxed --no-mutants --set rescan=true
	verdicts incremental.gc '^0 cells: .*; mutation score 12/12' \
		$(sed -n 's/^mutant \([a-z_]*\).*/--mutant \1/p' incremental.gc) --workers any --memory sc --memory relaxed
else
	verdicts incremental.gc '^2 cells: 2 as expected, 0 not, 0 inconclusive$' \
		--scenario moved_behind --workers any --memory sc --no-mutants --set rescan=true
fi
! tap_all || verdicts paper-satb.gc '^12 cells: 12 as expected' --workers any \
	--scenario lost_points_in --scenario two_roots --scenario two_fields --scenario two_stacks \
	--scenario loops --scenario stacks_and_loops --scenario hung_under_new
# The cells of pointer_shuffling are in a session of doc/tutorial.md (tests/doc/examples.sh).
! tap_all || verdicts paper-satb.gc '^12 cells: 12 as expected' --scenario pointer_deletion \
	--scenario allocate_marked
! tap_all || verdicts paper-satb.gc '^4 cells: 4 as expected' --scenario stale_barrier

tap_rest
# (A) and (B): what the client finds, and no script of the paper.  Two objects show (A) and that the
# mended collector is without it; with a third the search takes ten times as long, and is of
# `make verify-bugs'.
sed '/^scenario one_client/,/^}/s/objects 3;/objects 2;/' paper-satb.gc >paper-satb-small.gc
if tap_all; then
	verdicts paper-satb-small.gc '^2 cells: 2 as expected' --scenario one_client --set mode=concurrent
else
	verdicts paper-satb-small.gc '^1 cell: 1 as expected' --scenario one_client --set mode=concurrent \
		--set black=from_opening
fi
tap_is '(A): one mutator' \
	"$(grep -c 'black=from_opening .* complete fails  holds, complete fails ' out)" 1
# With one root each, (B) is found in a fortieth of the time.
sed '/^scenario two_clients/,/^}/s/mutators 2 /mutators 2 roots 1 /' paper-satb.gc >paper-satb-roots.gc
verdicts paper-satb-roots.gc '^1 cell: 1 as expected' --scenario two_clients --set mode=concurrent \
	--set shading=during_marking
tap_is '(B): two mutators' \
	"$(grep -c 'black=from_own_scan .* complete fails  holds, complete fails ' out)" 1
tap_done
