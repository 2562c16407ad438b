#!/bin/sh
# A property that holds because nothing it speaks of happens is said in its row: by the
# name and the position of what never came true; and no other one is.
# shellcheck disable=SC2154
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
command -v "${SPIN:=spin}" >/dev/null 2>&1 || tap_plan skip 'spin is not installed'
command -v gcc >/dev/null 2>&1 || tap_plan skip 'gcc is not installed'
tap_scratch
tap_quick_cc
cp "$top_srcdir/tests/run/vacuity.gc" .

# verify FILE [ARGUMENT…]: sets status. The output is in ./out.
verify () {
	"$GCDSL" verify --fold=all --results results "$@" >out 2>err && status=0 || status=$?
}
# notes SCENARIO OPTIONS: prints the names of the properties that a row reports as vacuous.
notes () {
	grep "^$1 .*$2 " out | grep -o '[a-z_]*: [a-z]* at [0-9:]* [a-z ]*' | sed 's/:.*//' |
		tr '\n' ' ' | sed 's/ $//'
}
ALL='owed some_day slots inner twice parts folded denied first never'

verify vacuity.gc --no-mutants
tap_is 'what is vacuous is no failure: exit status' "$status" 0
tap_is 'nothing is said where all that is spoken of happens' "$(notes full strict=true)" 'first never'
tap_is '... and what options have made false is vacuous' \
	"$(notes full strict=false)" 'optional folded first never'
tap_is 'each form, where it does not happen' "$(notes bare strict=true)" "implied $ALL"
tap_is 'nothing to range over' "$(notes rootless strict=true)" \
	'owed some_day slots inner twice parts listed unlisted rooted denied first never'
# line NAME: prints the line of vacuity.gc that declares the property.
line () {
	sed -n "/^property $1 /=" vacuity.gc
}
tap_is 'a row says where' "$(grep -c "^bare .* parts: antecedent at $(line parts):74 never true" out)" 2
tap_is '... of several, the one that never is' \
	"$(grep -c "^bare .* inner: antecedent at $(line inner):50 never true" out)" 2
tap_is '... and of a quantifier' \
	"$(grep -c "^rootless .* rooted: quantifier at $(line rooted):47 ranges over nothing" out)" 2
tap_is 'what the words mean is said once' \
	"$(grep -c '^antecedent never true: ' out) $(grep -c '^ranges over nothing: ' out)" '1 1'
grep -v '^[0-9]* cells' out | sed 's/ *[0-9]* *[0-9.]* *[0-9.]*  \(kept  \)*\([a-z]*[:,]\)/ \2/' >first
verify vacuity.gc --no-mutants
grep -v '^[0-9]* cells' out | sed 's/ *[0-9]* *[0-9.]* *[0-9.]*  \(kept  \)*\([a-z]*[:,]\)/ \2/' >second
tap_is 'what was kept says the same' \
	"$(grep -c ' kept ' out) $(cmp first second && echo equal)" '6 equal'

# A property that fails, or that was not searched to the end, is not reported as vacuous.
verify vacuity.gc --no-mutants --scenario bare --set strict=true --until sweep
tap_is 'of a run that is cut nothing is said' \
	"$status $(notes bare strict=true) $(grep -c 'never true' out)" '3  0'
sed 's/^property none_is .*/property none_is = always not open(stacks);/' vacuity.gc >fails.gc
verify fails.gc --no-mutants --scenario bare --set strict=true
tap_is 'of a search that failed nothing is said' \
	"$status $(grep -c '^bare .*none_is fails' out) $(grep -c 'never true' out)" '1 1 0'

# A mutant that makes the premise true; and rows for tools.
cat >look.py <<'PY'
import json
report = json.loads(open("out").read())
def said(cell):
    return [(v["property"], v["part"], v["file"], v["line"], v["column"])
            for check in cell["checks"] for v in check["vacuous"]]
print([said(c) for c in report["cells"]], [c["rests_on"] for c in report["cells"]],
      [said(c) for m in report["mutants"] for c in m["cells"] if c["scenario"] == "bare"],
      report["summary"]["status"])
PY
if command -v python3 >/dev/null 2>&1; then
	at=$(line never)
	verify vacuity.gc --scenario bare --set strict=true --property never --json
	tap_is 'JSON, and a mutant in which it happens' "$(python3 look.py)" \
		"[[('never', 'antecedent', 'vacuity.gc', $at, 26)]] [['reduced', 'never: antecedent at $at:26 never true']] [[]] 1"
else
	tap_skip 'JSON, and a mutant in which it happens' 'no python3'
fi

# For an imported property the report names its file.
grep -v '^property implied' vacuity.gc >main.gc
echo 'import "more.gc";' >>main.gc
echo 'property implied = always forall o (freed(o) implies not reachable(o));' >more.gc
verify main.gc --no-mutants --scenario bare --set strict=true --property implied
tap_is 'a position in another file' "$(grep -c 'implied: antecedent at more.gc:1:37 never true' out)" 1

# A cell that has never held an object counts as freed, but is not an object.  The models of the
# most general client forget garbage, so a premise that could be true of garbage (`lost') is not
# reported.
cat >client.gc <<'EOG'
collector client;
import "kinds.gc";
property lost = always forall o (not reachable(o) and not freed(o) and open(trace)
  implies not pending(mark_obj(o)));
property late = always forall o (pending(mark_obj(o)) and open(finish) implies reachable(o));
property gone = always forall o (freed(o) implies not reachable(o));
property stray = always forall o (not reachable(o) implies open(start) or not open(finish));
scenario allocates { objects a;  mutator m (stack = { a }) { let x = allocate();  collect; } }
scenario frees { objects a;  mutator m (stack = { a }) { let x = allocate();  drop x;  collect; } }
scenario client { objects 2 slots 1;  mutators 1 roots 1 any 2 steps;  cycles 1; }
verify { workers any;  expect lost, late, gone hold;  expect stray in allocates, frees hold; }
EOG
sed '/^collector/d; /^property/d; /^scenario full/,$d' vacuity.gc >kinds.gc
verify client.gc --scenario allocates
tap_is 'a cell without an object is not freed' "$(notes allocates '')" 'lost late gone stray'
verify client.gc --scenario frees
tap_is '... and one whose object was is' "$(notes frees '')" 'late'
for canonical in yes $(! tap_all || echo no); do
	verify client.gc --scenario client --canonical=$canonical
	tap_is "the client, --canonical=$canonical" "$status $(notes client '')" '0 late'
done
verify client.gc --scenario client --keep left
tap_is '... whose models do forget' "$(cat left/*/*.pml | grep -c 'CANON_FORGETS 1')" 1

tap_rest
# A replay, by SPIN or by the verifier itself, ignores this.
sed 's/^property gone .*/property gone = always not open(finish);/' client.gc >breaks.gc
for scenario in client $(! tap_all || echo frees); do
	"$GCDSL" trace breaks.gc --scenario $scenario >story 2>&1 || true
	tap_is "a story of $scenario" "$(grep -c '^gone fails' story) $(grep -c 'met' story)" '1 0'
done

# Not every claim of LTL looks at every state. So nothing is reported about `some_day' and `first'.
forms='implied owed slots inner twice parts folded denied never' # here a property is one claim
options () {
	for property in "$@"; do printf -- '--property %s ' "$property"; done
}
# shellcheck disable=SC2046,SC2086 # several options
verify vacuity.gc --no-mutants --strategy ltl --set strict=true --scenario bare $(options $forms some_day first rooted later)
tap_is 'as LTL' "$status $(notes bare strict=true)" \
	"0 $forms"
# shellcheck disable=SC2046,SC2086
verify vacuity.gc --no-mutants --strategy ltl --set strict=true --scenario full $(options $forms)
tap_is 'as LTL: all happens' "$status $(notes full strict=true)" '0 never'
tap_done
