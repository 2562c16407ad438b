#!/bin/sh
# What objects have at the start: named ones what is given to them, those of the most
# general client what is given to all, or any value.
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
command -v "${SPIN:-spin}" >/dev/null 2>&1 || tap_plan skip 'spin is not installed'
command -v gcc >/dev/null 2>&1 || tap_plan skip 'gcc is not installed'
tap_scratch
tap_quick_cc
spec=$top_srcdir/tests/run/first-metadata.gc

# shellcheck disable=SC2046 # several options
tap_run 'each verdict is as expected' "$GCDSL" verify --fold=all --memory sc $(tap_all || echo --scenario any_marks) "$spec"
! tap_all || tap_run 'and without foldings, where stores are late' "$GCDSL" verify --no-fold --canonical=no \
	--memory relaxed --scenario any_marks "$spec"

"$GCDSL" trace "$spec" --scenario any_marks --property none_lost >story
grep -q '^  [ab]  *reachable  *mark 1  age old ' story && tap_ok 'a story begins with what was chosen' ||
	tap_not_ok 'a story begins with what was chosen' "$(cat story)"
tap_done
