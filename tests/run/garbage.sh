#!/bin/sh
# Objects that nothing refers to are wiped in models of the client, but never what only they
# show: a failure of a step that is about them, or of a property.
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
command -v "${SPIN:-spin}" >/dev/null 2>&1 || tap_plan skip 'spin is not installed'
command -v gcc >/dev/null 2>&1 || tap_plan skip 'gcc is not installed'
tap_scratch
tap_quick_cc
spec=$top_srcdir/tests/run/garbage.gc

tap_run 'what only garbage shows is found' "$GCDSL" verify --fold=all "$spec"
! tap_all || tap_run 'as it is where nothing is wiped' "$GCDSL" verify --fold=all --canonical=no "$spec"

# forgets PROPERTY: prints 1 if the model of that property alone wipes garbage.
forgets () {
	rm -rf model
	"$GCDSL" compile "$spec" --target promela --canonical=yes --property "$1" -o model >out 2>&1
	grep -rho 'CANON_FORGETS [01]' model | cut -d' ' -f2
}
tap_is 'where nothing can show it, it is wiped' "$(forgets none_lost)" 1
tap_is 'nor does a built-in property stop that' "$(forgets no_freed_access)" 1
for property in swept any_left; do
	tap_is "it stays where $property asks for its units" "$(forgets $property)" 0
done
! tap_all || tap_run 'what a unit that was left out would do to garbage' \
	"$GCDSL" verify --fold=all "$top_srcdir/tests/run/left-out.gc"

# shows WHAT VERDICT MEMORY PROPERTY SED: edits the specification. Then only garbage breaks
# PROPERTY, or makes the cells of the model too few.
shows () {
	{
		sed "/^property/d; /^verify/,\$d; $5" "$spec"
		printf 'property shown = %s;\nverify { memory %s;  workers any;  expect shown fails; }\n' \
			"$4" "$3"
	} >shows.gc
	"$GCDSL" verify --fold=all --property=shown shows.gc >out 2>&1
	tap_is "$1: $2" "$(sed -n 's/^s  *any  *[a-z]*  *\(.*[a-z]\)  *shown fails  .*/\1/p' out)" "$2" || cat out
}
shows 'a property that looks at them' 'shown fails' sc \
	'always (open(sweep) and not drained(sweep) implies exists o reachable(o))' ''
tap_rest

late='work note() once { }\
bucket late { note } open when open(sweep) and not drained(sweep) fill emit note();'
shows 'a bucket that opens while there are units about it' 'shown fails' sc \
	'always (open(late) and not open(finish) implies exists o reachable(o))' \
	"s/^bucket finish/$late\\
&/"
shows 'a bucket that closes behind them' 'shown fails' sc \
	'always (open(sweep) implies exists o reachable(o))' \
	's/^\(bucket sweep.*\)open when drained(trace)/\1open whenever drained(trace) and not open(finish)/
	s/^\(bucket finish.*open when\)/\1 drained(trace) and/'
shows 'what a loop over its slots leads to' 'shown fails' sc \
	'always forall o (reachable(o) implies peek(o.age) != 1)' \
	's/  free(o);/ { for s in o.field { let t = load(s);  if t != null  store(t.age, 1); } }/'
shows 'a value that leaves its range' inconclusive sc \
	'always forall o (reachable(o) implies peek(o.age) == 2)' \
	's/  free(o);/  fetch_add(o.age, 1);/'
shows 'a store that is on its way until the object is freed' 'shown holds' relaxed \
	'always forall o (reachable(o) implies peek(o.age) == 2)' \
	's/  free(o);/ { store(o.age, 1);  free(o); }/'
shows 'a quantifier over nothing' 'shown fails' sc \
	'always forall o (open(trace) and all mutators stopped implies
		(freed(o) or reachable(o) or exists e in expected (not reachable(o))))' ''
tap_done
