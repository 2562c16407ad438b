#!/bin/sh
# Quantifiers over slots and roots: verdicts that hold and that fail, by both strategies,
# and for the most general client.
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
command -v "${SPIN:-spin}" >/dev/null 2>&1 || tap_plan skip 'spin is not installed'
command -v gcc >/dev/null 2>&1 || tap_plan skip 'gcc is not installed'
tap_scratch
tap_quick_cc
spec=$top_srcdir/tests/run/slots.gc

tap_run 'each verdict is as expected' "$GCDSL" verify --fold=all "$spec"
for property in all_logged all_filled stays_null some_root is_filled; do
	tap_every 2 || continue
	tap_run "$property, as a formula" "$GCDSL" verify --fold=all --strategy ltl --property $property \
		--scenario store_young --no-mutants "$spec"
done
tap_done
