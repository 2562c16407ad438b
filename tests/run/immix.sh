#!/bin/sh
# Regions: the verdicts of immix.gc and its mutants, what stories say of lines and blocks, and that there is no C.
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
. "$top_srcdir/tests/run/model.sh"
model_begin
spec=$top_srcdir/tests/run/immix.gc

tap_run 'an object is pinned' "$GCDSL" verify --no-mutants --scenario pinned --memory sc "$spec"
"$GCDSL" trace "$spec" --mutant marks_nothing --scenario pinned >story 2>err
tap_is 'the story names lines' "$(grep -c 'store(l.was, load(l.live)).*line[01].live is 0' story)" 2 || cat story
tap_is 'and blocks' "$(grep -c 'sweep_block(block0)' story | sed 's/^[1-9][0-9]*$/some/')" some
tap_is 'and what their metadata are at the end' "$(grep -c '^  line2  *live 0  was 0$' story)" 1 || cat story
"$GCDSL" compile "$spec" --target c -o out 2>err && tap_not_ok 'there is no C' || tap_ok 'there is no C'
tap_is 'and the message says why' "$(sed -n '1s/.*error: //p' err)" 'no C is made of this yet: a heap with regions [E0923]'
tap_rest
tap_run 'all cells and mutants' "$GCDSL" verify "$spec"
tap_done
