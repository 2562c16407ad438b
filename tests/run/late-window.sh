#!/bin/sh
# What workers hold back is in memory when a bucket opens: a replay does not say afterwards that it waits.
. "${top_srcdir:=.}/tests/tap.sh"
. "$top_srcdir/tests/run/model.sh"
model_begin

"$GCDSL" trace "$top_srcdir/tests/run/late-window.gc" --memory relaxed >story 2>message || cat message >>story
sed -n '/because drained(trace)/,$p' story >after
grep -q 'because drained(trace) .*a\.p = 1' after && tap_ok 'a store is in memory when the bucket opens' ||
	tap_not_ok 'a store is in memory when the bucket opens' "$(cat story)"
tap_is 'no store waits after that' "$(grep 'is not in memory yet' after)" ''
tap_done
