#!/bin/sh
# Stories do not contradict themselves: in each step the state follows from what happens.
# shellcheck disable=SC2154
. "${top_srcdir:=.}/tests/tap.sh"
command -v "${SPIN:=spin}" >/dev/null 2>&1 || tap_plan skip 'spin is not installed'
command -v gcc >/dev/null 2>&1 || tap_plan skip 'gcc is not installed'
tap_long
tap_scratch
checker=$top_builddir/trace/tests/consistent

# story NAME FILE ARGUMENT…
story () {
	name=$1
	shift
	"$GCDSL" trace --json --results results "$@" >"$name.events" 2>"$name.err"
	tap_is "the story of $name" "$("$checker" "$name.events")" ''
}

# Units that the folding `sets' leaves out: run at once, or later because a kernel finds them.
story needless "$top_srcdir/tests/run/needless.gc"
tap_is 'a unit that does nothing is run' "$(grep -c '"op":"needless"' needless.events)" 1
story found-late "$top_srcdir/tests/run/found-late.gc" --property shut --fold=all
tap_is 'a unit that is found is pending when it is found' \
	"$(grep '"subject":"look(a)"' found-late.events |
		grep -c '"pending":\[{"kind":"mark_obj","unit":"a","buffer":null}\]')" 3
tap_is 'and runs later' "$(sed -n 's/.*"step":\([0-9]*\).*"subject":"mark_obj(a)".*"op":"needless".*/\1/p' \
	found-late.events)" 16
# Units in buffers: `idle' does not look at them.
story one_try "$top_srcdir/examples/satb.gc" --mutant one_try --scenario pointer_deletion \
	--set shading=during_marking --set allocate_black=false
tap_is 'a unit in a buffer is shown there' \
	"$(grep '"subject":"finish"' one_try.events | grep -c '"unit":"b","buffer":"m"')" 1
tap_is 'it goes to the pool before it is run' "$(grep -A1 '"do":"flush"' one_try.events |
	sed -n '2s/.*"do":"run",.*"subject":"\([^"]*\)".*/\1/p')" 'mark_obj(b)'

# A store that another mutator's step performs: it keeps its number.
story swapped "$top_srcdir/examples/ragged.gc" --mutant deletion_only --memory relaxed --raw
tap_is 'each store reaches memory under its own number' "$("$GCDSL" events swapped.events 2>&1)" ''
tap_is 'also in the step of another mutator' "$(grep -c \
	'"thread":"mutator m".*"op":"store".*"stored":"c","because".*"store":1' swapped.events)" 1
sed '/"step":10,/s/"store":1}\],"heap"/"store":2}],"heap"/' swapped.events >changed.events
"$GCDSL" events changed.events >said 2>&1
tap_is 'and under no other' "$(sed -n '1s/^.*\]\.//p' said)" \
	"store: store 2 is \`a.field[0] = null' [store]"

# What the checker finds.
# wrong WHAT SCRIPT FROM: that contradiction in the story FROM, changed by the script.
wrong () {
	sed "$2" "$3.events" >changed.events
	tap_is "wrong: $1" "$("$checker" changed.events | cut -d' ' -f2-)" "$1"
}
wrong 'mark_obj(b) is not pending any more, and nothing says why' \
	's/"op":"needless"/"op":"yield"/' needless
wrong 'scan_obj(b) is run, but it was not pending' '/"op":"fetch_or"/d' needless
wrong "\`finish' opens, but \`marking and drained(go) and idle(trace)' is false" \
	's/"unit":"b","buffer":"m"/"unit":"b","buffer":null/; s/"thread":"mutator m","subject":"before_store"/"thread":"worker","subject":"before_store"/' \
	one_try
wrong 'mark_obj(b) is run, but it is in the buffer of m' '/"do":"flush"/d' one_try
wrong 'a.mark is 0, but `fetch_or'\'' finds 1 there' '/"op":"fetch_or"/s/"found":"0"/"found":"1"/' one_try
wrong 'mutator m acts, but it is stopped' \
	's/"mutators":{"m":"running"}/"mutators":{"m":"stopped"}/' one_try
wrong 'metadata of a changes, and nothing says why' '/"step":16/s/"mark":1/"mark":0/' one_try
wrong 'the property fails for z, which no state has' 's/"o = b"/"o = z"/' needless

if tap_all; then
	for file in "$top_srcdir"/examples/*.gc; do
		for mutant in $(sed -n 's/^mutant \([a-z_]*\).*/\1/p' "$file"); do
			name=$(basename "$file" .gc)-$mutant
			[ "$name" = stw-never_scans ] || # fails under another property than those of stories
				story "$name" "$file" --mutant "$mutant"
		done
	done
fi
tap_done
