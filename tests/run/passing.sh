#!/bin/sh
# passing.sh: beside a failing run, the nearest run in which nothing fails (gcdsl trace --passing).
# shellcheck disable=SC2154
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
command -v "${SPIN:=spin}" >/dev/null 2>&1 || tap_plan skip 'there is no SPIN'
command -v gcc >/dev/null 2>&1 || tap_plan skip 'gcc is not installed'
tap_scratch
tap_quick_cc

# `second' has lost as soon as it reads before `first' has stored: this step decides, and its store fails.
cat >race.gc <<'END'
collector race;
object { done : 0..1 = 0; seen : 0..1 = 0; x : ref; }
work roots(m : mutator) set {
  for s in m.roots { let r = load(s);  if r != null { emit first(r);  emit second(r); } }
}
work first(o : ref) set { store(o.done, 1, relaxed); }
work second(o : ref) set {
  if load(o.done, relaxed) == 0  store(o.seen, 1, relaxed);
}
cycle gc from requested to drained(race);
bucket stacks { roots }        fill for m : mutator  emit roots(m);
bucket race { first, second }  open when drained(stacks);
scenario s { objects a;  mutator m (stack = { a }) { collect; } }
property unseen = always forall o (peek(o.seen) == 0);
verify { memory sc; workers any; scenarios s; expect unseen hold; }
END

# trace FILE OPTION…: what it says, its status, and the run as JSON.
trace () {
	"$GCDSL" trace "$@" --results results >out 2>err && status=0 || status=$?
}
json () {
	trace "$@" --json
	mv out "$name.json"
}

# steps FILE COUNT: the first steps, without how the property stands, which is known of the failing run only.
steps () {
	sed -n "2,$(($2 + 1))p" "$1" | sed 's/"property":{[^{}]*\({[^{}]*}[^{}]*\)*},//; s/"property":null,//'
}

trace race.gc --no-fold --passing
tap_is 'a race: a run passes' "$status $(cat err)" '0 '
sed -n 2,3p out >says
first=$(sed -n 's/^its first \([0-9]*\) steps are those of the run in which unseen fails.*: no passing run has more of them$/\1/p' says)
tap_is 'what decides is the first read of second' \
	"$(sed -n 's/^after step [0-9]* of that run, at \(.*\), none passes$/\1/p' says)" 8:3
tap_is 'nothing fails in it' "$(grep -c '^nothing fails in this run; checked: ' out)" 1
tap_is 'the command is there' "$(grep -c '^to see it again: gcdsl trace race.gc .* --passing$' out)" 1
name=passing json race.gc --no-fold --passing
name=failing json race.gc --no-fold
tap_run_status 'it is a trace' 0 "$GCDSL" events passing.json
tap_is 'its beginning is that of the failing run' "$(steps passing.json "$first" | cksum)" "$(steps failing.json "$first" | cksum)"
tap_is 'not more of it' "$([ "$(steps passing.json $((first + 1)) | cksum)" = "$(steps failing.json $((first + 1)) | cksum)" ] || echo differs)" differs
tap_is 'its last line' "$(sed -n '$s/.*"event":"end".*"why":"\(nothing fails in this run\).*/\1/p' passing.json)" 'nothing fails in this run'

# The same with stores that wait, foldings and a client.
if tap_all; then
	for cell in 'satb no_barrier sc' 'satb skips_null sc' 'satb unordered_stop tso' 'ragged deletion_only sc' \
		'stw looks_at_queue sc' 'stw no_stop pso' 'stw mark_not_atomic sc'; do
		# shellcheck disable=SC2086
		set -- $cell
		name=passing json "$top_srcdir/examples/$1.gc" --mutant "$2" --memory "$3" --passing
		tap_is "$cell: a run passes" "$status $(cat err)" '0 '
		tap_run_status "$cell: it is a trace" 0 "$GCDSL" events passing.json
		trace "$top_srcdir/examples/$1.gc" --mutant "$2" --memory "$3" --passing
		first=$(sed -n 's/^its first \([0-9]*\) steps are.*/\1/p' out)
		name=failing json "$top_srcdir/examples/$1.gc" --mutant "$2" --memory "$3"
		tap_is "$cell: its beginning" "$(steps passing.json "$first" | cksum)" "$(steps failing.json "$first" | cksum)"
	done
fi
if tap_all; then
	# What the mutator overwrites is lost only if its object has not been scanned: the write at 153:31 decides.
	trace "$top_srcdir/examples/satb.gc" --mutant no_barrier --passing
	tap_is 'satb, no_barrier: the write decides' "$(sed -n 3p out)" 'after step 11 of that run, at 153:31, none passes'
	trace "$top_srcdir/tests/run/client.gc" --scenario three_objects --mutant no_barrier --passing
	tap_is 'a client: the heap is that of the failing run' "$status $(sed -n '6,8p' out | sed 's/  */ /g')" "0  a reachable mark 0 field { b }
 b reachable mark 0 field { a }
 roots m0.r0 = a, m0.r1 = a"
	tap_is 'a client: its store decides' "$(sed -n 's/^after step .*, at \(.*\), none passes/\1/p' out)" 89:37
fi

tap_rest
# There need not be one, and it need not be known.
sed 's/if load(o.done, relaxed) == 0//' race.gc >always.gc
trace always.gc --no-fold --passing
tap_is 'a mistake of each run' "$status $(sed 's/.*: no run/no run/' err)" \
	'1 no run passes: after each schedule something fails, or the run does not end'
if tap_all; then
	sed 's/peek(o.seen) == 0/peek(o.seen) == 1/' race.gc >start.gc
	trace start.gc --passing
	tap_is 'what fails at the start' "$status $(sed 's/.*: no run/no run/' err)" '1 no run passes: it fails before its first step'
	# Some run, not the failing one, shows that a folding cannot be used: runs may be missing.
	trace race.gc --passing
	tap_is 'a folding that cannot be used' "$status $(grep -c 'which run passes is not known: pan met a folding' err) $(sed -n '$p' err)" \
	'3 1   help: --no-fold shows both runs without foldings'
	trace race.gc --strategy ltl --passing
	tap_is 'formulas as LTL' "$status $(grep -c 'which run passes is not known: its formula is checked as LTL' err)" '3 1'
fi

# Options that do not go together.
trace "$top_srcdir/examples/litmus/sb.gc" --passing
tap_is 'a litmus test' "$status $(sed -n 1p err)" '2 gcdsl: error: --passing is for runs of collectors, not of litmus tests'
trace race.gc --passing --until race
tap_is 'a run that is cut' "$status $(sed -n 1p err)" '2 gcdsl: error: --passing shows whole runs, and --until cuts them'
trace --promela race.pml --passing
tap_is 'a model' "$status $(sed -n 1p err)" '2 gcdsl: error: --passing is for runs of specifications'
trace race.gc --no-fold --passing --only thread=zz
tap_is 'a thread that is not there' "$status $(sed -n 1p err)" '2 gcdsl: error: --only: the run has no thread `zz`'

# The page has both.
"$GCDSL" view race.gc --no-fold --passing -o race.html --results results >out 2>err
tap_is 'the page has both runs' "$? $(grep -o '"name":"race.gc[^"]*"' race.html | tr '\n' ' ')" '0 "name":"race.gc" "name":"race.gc, passing" '
"$GCDSL" view always.gc --no-fold --passing -o one.html --results results >out 2>err
tap_is 'or the failing one alone' "$? $(grep -c 'no run passes' err) $(grep -c . out)" '0 1 1'
"$GCDSL" view race.gc --passing --with passing.json -o no.html >out 2>err && status=0 || status=$?
tap_is 'two runs beside it' "$status $(sed -n 1p err)" '2 gcdsl: error: --passing and --with both say which run is shown beside the failing one'
tap_done
