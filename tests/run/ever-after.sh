#!/bin/sh
# ever-after.sh: `always (A implies always B)': what is promised once is promised for ever.
# shellcheck disable=SC2154
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
command -v "${SPIN:=spin}" >/dev/null 2>&1 || tap_plan skip 'spin is not installed'
command -v gcc >/dev/null 2>&1 || tap_plan skip 'gcc is not installed'
tap_scratch
tap_quick_cc

# verdict FILE FORMULA OPTION…: that of the formula, beside the file's own properties.
verdict () {
	sed 's/^verify {/verify { expect p hold;/' "$1" >x.gc
	echo "property p = $2;" >>x.gc
	shift 2
	"$GCDSL" verify x.gc --property p --no-mutants --json --memory sc "$@" 2>err |
		grep -o '"verdict":"[a-z]*"' | sed -n '1s/.*:"\(.*\)"/\1/p'
}

stw=$top_srcdir/examples/stw.gc
marked='always forall o (marked(o) implies always marked(o))'
set -- --scenario two_fields --set twice=false --workers any
tap_is 'a mark is taken away by the sweep' "$(verdict "$stw" "$marked" "$@")" fails
"$GCDSL" trace x.gc --property p "$@" >story 2>err
tap_is 'and the trace says whose, and where' \
	"$(grep -c '^p fails, with o = ' story) $(grep -c 'store(o.mark, 0)' story)" '1 1'
! tap_all || tap_is 'LTL says the same' "$(verdict "$stw" "$marked" "$@" --strategy ltl)" fails
freed='always forall o (freed(o) implies always freed(o))'
tap_is 'what is free stays free in one cycle' "$(verdict "$stw" "$freed" "$@")" holds
! tap_all || tap_is 'so says LTL' "$(verdict "$stw" "$freed" "$@" --strategy ltl)" holds
! tap_all || tap_is 'without an antecedent' "$(verdict "$stw" 'always always forall o (marked(o) or not marked(o))' "$@")" holds

# An object that nothing refers to any more is forgotten in models of clients: not one that a promise is about.
cat >client.gc <<'END'
collector client;
object { mark : bit = 0;  field : ref[]; }
work start() once { stop mutators;  for m : mutator  emit scan(m); }
work scan(m : mutator) set { for s in m.roots { let r = load(s);  if r != null  emit mark(r); } }
work mark(o : ref) bag {
  if fetch_or(o.mark, 1) == 0
    for s in o.field { let t = load(s);  if t != null  emit mark(t); }
}
work sweep(o : ref) set { if load(o.mark) == 0  free(o);  else  store(o.mark, 0); }
work go() once { resume mutators; }
cycle gc from requested to drained(going);
bucket first  { start }  fill emit start();
bucket roots  { scan }   open when drained(first);
bucket trace  { mark }   open when drained(roots);
bucket sweeps { sweep }  open when drained(trace)  fill for o : object  emit sweep(o);
bucket going  { go }     open when drained(sweeps)  fill emit go();
scenario any_client { objects 2 slots 1;  mutators 1 roots 1 any steps; }
verify { }
END
tap_is 'what is reachable may be dropped' \
	"$(verdict client.gc 'always forall o (reachable(o) implies always reachable(o))')" fails
! tap_all || tap_is 'and so says the model that forgets nothing' \
	"$(verdict client.gc 'always forall o (reachable(o) implies always reachable(o))' --canonical=no)" fails
# forgets FORMULA: whether the model of it forgets garbage.
forgets () {
	sed 's/^verify {/verify { expect p hold;/' client.gc >x.gc
	echo "property p = $1;" >>x.gc
	"$GCDSL" compile x.gc --target promela --canonical=yes --property p -o out >/dev/null 2>err
	sed -n 's/^#define CANON_FORGETS //p' out/x.pml
}
tap_is 'garbage that something was promised about is not forgotten' \
	"$(forgets 'always forall o (reachable(o) implies always not freed(o))') $(forgets \
		'always forall o (freed(o) implies not reachable(o))')" '0 1'
tap_is 'it is freed only later' "$(verdict client.gc 'always forall o (reachable(o) implies always not freed(o))')" fails
tap_done
