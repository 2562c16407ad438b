#!/bin/sh
# Barriers that answer with the object to access: a collector that copies objects beside mutators, its mutants, and what
# is said of barriers that answer with something else.
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
. "$top_srcdir/tests/run/model.sh"
model_begin
spec=$top_srcdir/tests/run/redirect.gc
known=$top_srcdir/tests/differential/known-redirect

# verdict FILE PROPERTY [MEMORY]: what a row says of the only scenario
verdict () {
	"$GCDSL" verify --no-mutants --memory "${3:-sc}" "$1" >out 2>&1
	sed -n 's/^s  *any  *[a-z]*  *\(.*[a-z]\)  *holds  .*/\1/p' out | sed 's/  *$//'
}
tap_is 'a mutator is sent to the copy' "$(verdict "$known/both.gc")" holds
tap_is 'null is no result' "$(verdict "$known/nothing.gc")" 'use:result fails'
tap_is 'a store that only loads know nothing of' "$(verdict "$known/only-loads.gc")" 'faithful fails'
sed 's/acquire));/relaxed));/; s/^verify {/& memory sc, pso, relaxed; /' "$known/both.gc" >relaxed.gc
tap_is 'a barrier that does not acquire' "$(verdict relaxed.gc faithful relaxed)" inconclusive
tap_is 'which is no matter without early loads' "$(verdict relaxed.gc faithful sc)" holds
"$GCDSL" compile --target c -o both "$known/both.gc" >out 2>&1
tap_is 'C answers, too' "$(grep -o 'gc_object_to_[a-z]*_slow' both/both.c | tr '\n' ' ')" \
	'gc_object_to_store_slow gc_object_to_load_slow '
tap_rest
"$GCDSL" trace --mutant keeps_claim --scenario writer --memory relaxed "$spec" >story 2>&1
tap_is 'the story has the access to the copy' \
	"$(sed -n 's/.*mutator m  *before_load: .* -> ref  *//p' story)" 'new1.data[0] is 0'
for case in 'another:use:result fails' 'another-store:use:result fails' 'only-stores:faithful fails' 'words:holds' \
	'freed:use:result fails' 'no-result:holds'; do
	tap_is "${case%%:*}" "$(verdict "$known/${case%%:*}.gc")" "${case#*:}"
done
tap_run 'all cells and mutants' "$GCDSL" verify "$spec"
tap_done
