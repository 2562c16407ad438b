#!/bin/sh
# Policies: a collector that moves what the embedder wants moved.  What it shows in models, and what is noticed when it
# depends on an answer that the embedder may not give.  tests/clients/policies.sh runs its C.
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
. "$top_srcdir/tests/run/model.sh"
model_begin
spec=$top_srcdir/tests/run/choosy.gc

if tap_all; then
	tap_run 'all cells and mutants' "$GCDSL" verify "$spec"
else
	tap_run 'one cell, and what is lost if the policy answers "stay"' \
		"$GCDSL" verify --scenario chain --memory sc --mutant loses_what_stays "$spec"
fi

# One question, and the mistake of loses_what_stays: what is shown if the embedder had these answers alone?
sed '/^mutant/,$d; s/ and rests() == 0//; s/if may_move(o)  move(s, o);  else  keep(o);/if may_move(o)  move(s, o);/' "$spec" >loses.gc
# without WHAT ANSWERS VERDICT
without () {
	tap_every 3 || return 0
	model_edit="/x_answer = [$2]\$/d"
	model loses.gc chain -p none_lost
	tap_is "an object that stays is lost: $1" "$model_verdict" "$3" || cat run.out
}
without 'any answer' 9 none_lost
without 'the policy never says "stay" or "pin"' 02 holds
without 'it always says "stay"' 12 none_lost
model_edit=

# A replay shows what was answered, by the name of the tag, and the same in JSON.
trace () { "$GCDSL" trace --scenario chain --mutant loses_what_stays "$@" "$spec"; }
tap_is 'a trace of the mutant shows the answer' \
	"$(trace | grep -c 'let way = wanted(o) .*wanted is \(stay\|pin\)')" 1
if tap_all; then
	trace --json >trace.json
	tap_is 'as JSON' "$(grep -c '"op": *"answer"' trace.json)" 1
	tap_run 'which is a trace' "$GCDSL" events trace.json
fi
tap_done
