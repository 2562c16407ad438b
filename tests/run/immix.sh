#!/bin/sh
# Regions: the verdicts of immix.gc and its mutants, what stories say of lines and blocks, and of which
# regions there is C.  tests/clients/immix.sh runs it.
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
. "$top_srcdir/tests/run/model.sh"
model_begin
spec=$top_srcdir/examples/immix.gc

tap_run 'an object is pinned' "$GCDSL" verify --no-mutants --scenario pinned --memory sc "$spec"
tap_run 'there is C' "$GCDSL" compile "$spec" --target c -o out

# refused WHAT WHY SED: what of the changed collector there is no C of
refused () {
	sed "$3" "$spec" >changed.gc
	"$GCDSL" compile changed.gc --target c -o changed 2>err && tap_not_ok "$1: no C"
	tap_is "$1" "$(sed -n '1s/.*error: no C is made of this yet: //p' err)" "$2 [E0923]" || cat err
}
refused 'blocks that are not those of the runtime' 'regions of 65536 bytes' 's/^region block : 32 KiB/region block : 64 KiB/'
refused 'lines that are too small' 'regions of 64 bytes' 's/128 B in block/64 B in block/'
tap_rest
tap_run 'all cells and mutants' "$GCDSL" verify "$spec"
"$GCDSL" trace "$spec" --mutant marks_nothing --scenario pinned >story 2>err
tap_is 'the story names lines' "$(grep -c 'store(l.was, load(l.live)).*line[01].live is 0' story)" 2 || cat story
tap_is 'and blocks' "$(grep -c 'sweep_block(block0)' story | sed 's/^[1-9][0-9]*$/some/')" some
tap_is 'and what their metadata are, at the beginning and at the end' "$(grep -c '^    line2  *live 0  was 0  *is empty$' story)" 2 || cat story
tap_done
