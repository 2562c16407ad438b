#!/bin/sh
# Stories do not contradict themselves: in each step the state follows from what happens.
# shellcheck disable=SC2154
. "${top_srcdir:=.}/tests/tap.sh"
command -v "${SPIN:=spin}" >/dev/null 2>&1 || tap_plan skip 'spin is not installed'
command -v gcc >/dev/null 2>&1 || tap_plan skip 'gcc is not installed'
tap_long
tap_scratch
tap_quick_cc
checker=$top_builddir/trace/tests/consistent

# story NAME FILE ARGUMENT…
story () {
	name=$1
	shift
	"$GCDSL" trace --json --results results "$@" >"$name.events" 2>"$name.err"
	tap_is "the story of $name" "$("$checker" "$name.events")" ''
}

# broken NAME: the part of the property that is false, and what it is given.
broken () {
	sed -n '$s/.*"broken":{"text":"\([^"]*\)",.*"binding":\("[^"]*"\|null\),"values":\({[^}]*}\),"given":\[\(.*\)\],"step":\([0-9]*\),"since":\([^,]*\),"until":\([^,]*\),.*/\1 \2 \3 \4 \5 \6 \7/p' \
		"$1.events"
}
# states NAME: how the property stands, as often as that changes.
states () {
	grep -o '"property":{"state":"[a-z]*","since":[0-9]*' "$1.events" |
		sed 's/.*state":"\([a-z]*\)","since":/\1 /' | uniq | tr '\n' ' '
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

tap_rest
# The part of the formula that is false, with the values of its variables.
story white "$top_srcdir/examples/satb.gc" --mutant no_barrier --property snapshot_marked
tap_is 'what must be true until something is' "$(broken white)" \
	'marking "o = b" {"marking":"false"} {"text":"marking and not open(go) and reachable(o)","values":{"marking":"true","open(go)":"false","reachable(b)":"true"},"since":6} 20 6 "marked(o)"'
tap_is 'what has come true is not waited for' \
	"$(sed -n '/"step":13,/s/.*"waits":\(\[[^]]*\]\).*/\1/p' white.events)" \
	'[{"for":"marked(o)","binding":"o = b","since":6}]'
tap_is 'the property waits for it before' "$(states white)" 'holds 0 waiting 6 broken 20 '
story never "$top_srcdir/examples/stw.gc" --mutant first_field_only --property all_marked
tap_is 'what never comes true, after the step where the least is missing' "$(broken never)" \
	'marked(o) "o = c" {"c.mark":"0"}  17 0 null'
tap_is 'the property waits for it until the end' "$(states never)" 'waiting 0 broken 22 '
# Checked as LTL, a run goes on after the state in which the property is broken.
story ltl "$top_srcdir/tests/run/later.gc" --strategy ltl --property inner
"$GCDSL" trace "$top_srcdir/tests/run/later.gc" --results results --strategy ltl --property inner >ltl.txt
tap_is 'a story says when the property is broken, and until when it must hold' \
	"$(sed -n '/^inner fails/,/^$/p' ltl.txt)" "inner fails: it does not hold in the state after step 2
  inner = always forall o forall p (peek(o.mark) == 1 until freed(p))
  \`peek(o.mark) == 1' is false after step 2 for o = new1, p = a: new1.mark = 0
  it must be true from step 2 on until \`freed(p)'"
tap_is 'events do' "$(grep -c '"why":"it does not hold in the state after step 2"' ltl.events)" 1
# What is true for a while, and then no more.
sed 's/^property inner .*/property inner = always eventually open(b);/' "$top_srcdir/tests/run/later.gc" >again.gc
"$GCDSL" trace again.gc --results results --strategy ltl --property inner >again.txt
tap_is 'a story says since when the property has not come true' \
	"$(sed -n '/^inner fails/,/^$/p' again.txt)" "inner fails: it never comes true from step 6 on
  inner = always eventually open(b)
  from step 6 on it never comes true; the most of it is true after step 7:
  \`open(b)' is false: open(b) = false"
# ltl FORMULA: what is said of the part of it that is false; the trace is ./one.events.
ltl () {
	sed "s/^property inner .*/property inner = $1;/" "$top_srcdir/tests/run/later.gc" >one.gc
	"$GCDSL" trace one.gc --results results --strategy ltl --property inner >one.txt 2>one.err
	"$GCDSL" trace one.gc --results results --strategy ltl --property inner --json >one.events 2>>one.err
	sed -n '/^  .* is false/,/^$/p' one.txt
	"$GCDSL" events one.events 2>&1
}
# What is promised for ever: the condition was true before, and need not be true any more.
tap_is 'a promise for ever says after which step its condition was true' \
	"$(ltl 'always (open(b) implies always open(b))')" \
	"  \`open(b)' is false: open(b) = false
  it must be true, because \`open(b)' was true after step 5: open(b) = true"
tap_is 'of two conditions each has its own step' \
	"$(ltl 'always forall o (open(b) implies always (not open(b) implies peek(o.mark) == 0))')" \
	"  \`peek(o.mark) == 0' is false for o = a: a.mark = 1
  it must be true, because \`open(b)' was true after step 5: open(b) = true
  it must be true, because \`not open(b)' is true: open(b) = false"
tap_is 'what must never happen' "$(ltl 'not eventually open(b)')" "  \`not open(b)' is false: open(b) = true"
tap_is 'what exists for none' "$(ltl 'not exists o eventually peek(o.mark) == 1')" \
	"  \`not peek(o.mark) == 1' is false for o = a: a.mark = 1"
tap_is 'it is false at the start, before any step' "$(tail -n 1 one.events | grep -c '"step":0,"since":null'; wc -l <one.events)" '1
2'
tap_is 'one of two must come true' "$(ltl 'always (open(b) or eventually forall o peek(o.mark) == 1)')" \
	"  \`peek(o.mark) == 1' is false for o = new1: new1.mark = 0
  it must come true, because \`not open(b)' was true after step 2: open(b) = false"
tap_is 'a formula of another shape: no part is to blame alone' \
	"$(ltl 'eventually always open(b)')$(grep -o '"broken":null' one.events)" '"broken":null'
# What stands in parentheses at the edge of a formula.
story edge "$top_srcdir/tests/run/later.gc" --property edge
tap_is 'a formula has the parentheses of the source' \
	"$(sed -n '$s/.*"formula":"\([^"]*\)".*/\1/p' edge.events): $(broken edge)" \
	'(always forall o ((freed(o) or peek(o.mark) == 1) and (not freed(o)))) and (always true): freed(o) or peek(o.mark) == 1 "o = new1" {"freed(new1)":"false","new1.mark":"0"}  1 null null'
story edges "$top_srcdir/tests/run/later.gc" --property edges
tap_is 'so have its parts' "$(broken edges)" \
	'peek(o.mark) == 1 or (freed(o)) "o = new1" {"new1.mark":"0","freed(new1)":"false"} {"text":"(reachable(o) or freed(o)) and (not freed(o))","values":{"reachable(new1)":"true","freed(new1)":"false"},"since":null} 1 null null'
for name in white never ltl edge; do
	tap_is "$name is a trace" "$("$GCDSL" events $name.events 2>&1)" ''
done

# A store that another mutator's step performs: it keeps its number.
story swapped "$top_srcdir/examples/ragged.gc" --mutant deletion_only --memory relaxed --raw
tap_is 'each store reaches memory under its own number' "$("$GCDSL" events swapped.events 2>&1)" ''
tap_is 'also in the step of another mutator' "$(grep -c \
	'"thread":"mutator m".*"op":"store".*"stored":"c","because".*"store":1' swapped.events)" 1
sed '/"step":10,/s/"store":1}\],"heap"/"store":2}],"heap"/' swapped.events >changed.events
"$GCDSL" events changed.events >said 2>&1
tap_is 'and under no other' "$(sed -n '1s/^.*\]\.//p' said)" \
	"store: store 2 is \`a.field[0] = null' [store]"

# The outcome of a test of C11, whose memory nobody knows: registers say what it is.
"$GCDSL" trace "$top_srcdir/examples/litmus/mp.gc" --results results --memory c11 --json >c11.events 2>c11.err
tap_is 'c11: the trace is valid' "$("$GCDSL" events c11.events 2>&1)" ''
sed '$s/"outcome":{"a":0/"outcome":{"a":1/' c11.events >changed.events
tap_is 'c11: a register of the outcome is that of the last state' "$("$GCDSL" events changed.events 2>&1 | sed 's/^[^ ]* //')" \
	'outcome.a: in the last state it is 0 [state]'

# A worker that takes a unit and runs it at once has one line: no step, value or switch is lost with the other one.
# lines OPTION…: the numbers of the steps that have a line; the steps that take a unit, each with the step after it.
lines () {
	"$GCDSL" trace "$top_srcdir/examples/stw.gc" --results results "$@" >lines.txt 2>lines.err
	"$GCDSL" trace "$top_srcdir/examples/stw.gc" --results results "$@" --json >lines.events 2>lines.err
	sed -n 's/^ *\([0-9][0-9]*\)  [0-9:]*  *[a-z].*/\1/p' lines.txt | tr '\n' ' '
	grep -o '"step":[0-9]*,"do":"[a-z]*","thread":"[^"]*","subject":"[^"]*"' lines.events |
		sed 's/"step":\([0-9]*\),"do":"\([a-z]*\)".*"subject":"\(.*\)"/\1 \2 \3/' |
		"${AWK:-awk}" '{ if (took) print "; " took, ($2 == "run" && $3 == unit ? "alone" : "then " $3)
			took = $2 == "claim" ? $1 : ""; unit = $3 }' | tr -d '\n'
}
tap_is 'a unit that is taken and run at once has one line' \
	"$(lines --mutant first_field_only --scenario two_fields --set twice=false --no-fold)" \
	'1 2 4 5 6 7 9 10 12 14 16 18 19 21 22 ; 3 alone; 8 alone; 11 alone; 13 alone; 15 alone; 17 alone; 20 alone'
tap_is 'one that is taken before somebody else does something keeps its own' \
	"$(lines --mutant looks_at_queue --scenario lost_points_in --set twice=false | sed 's/.*; 7/7/; s/;.*//')$(grep -c '^ *7 .*takes mark_obj(a)$' lines.txt)" \
	'7 then sweep1'

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
	story once "$top_srcdir/tests/run/later.gc" --property slots_once
	tap_is 'what never comes true' "$(broken once)" \
		'peek(o.mark) == 1 or peek(s) != null "o = new1, s = new1.field[0]" {"new1.mark":"0","new1.field[0]":"null"}  6 5 null'
	tap_is 'and is waited for until the end' "$(states once)" 'holds 0 waiting 5 broken 6 '
	story inner "$top_srcdir/tests/run/later.gc" --property inner
	tap_is 'all quantifiers are bound' "$(broken inner)" \
		'peek(o.mark) == 1 "o = new1, p = a" {"new1.mark":"0"}  1 1 "freed(p)"'
	story both "$top_srcdir/tests/run/later.gc" --property both
	tap_is 'of two parts the one that is false' "$(broken both | cut -d' ' -f1-4)" 'peek(o.mark) == 1 "o'
	for file in "$top_srcdir"/examples/*.gc; do
		for mutant in $(sed -n 's/^mutant \([a-z_]*\).*/\1/p' "$file"); do
			name=$(basename "$file" .gc)-$mutant
			[ "$name" = stw-never_scans ] || # fails under another property than those of stories
				story "$name" "$file" --mutant "$mutant"
			grep -q '"formula":"' "$name.events" || continue
			tap_is "$name: what is false is known" "$(tail -n 1 "$name.events" | grep -c '"broken":{')" 1
			tap_is "$name: not before the end" "$(grep -c '"state":"broken"' "$name.events")" 1
			tap_is "$name: it is a trace" "$("$GCDSL" events "$name.events" 2>&1)" ''
		done
	done
fi
tap_done
