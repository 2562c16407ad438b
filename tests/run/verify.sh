#!/bin/sh
# `gcdsl verify' with real tools: verdicts, expectations that are wrong, mutants
# that nothing catches, filters, JSON.
# shellcheck disable=SC2154
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
command -v "${SPIN:=spin}" >/dev/null 2>&1 || tap_plan skip 'spin is not installed'
command -v gcc >/dev/null 2>&1 || tap_plan skip 'gcc is not installed'
tap_scratch
cp "$top_srcdir/tests/run/verify.gc" .

# verify FILE [ARGUMENT…]: sets status. The output is in ./out, messages are in ./err.
verify () {
	"$GCDSL" verify --results results "$@" >out 2>err && status=0 || status=$?
}
last () {
	grep '^[0-9]* cells*: ' out | tail -n 1
}

# shellcheck disable=SC2046 # several options
verify verify.gc $(tap_all || echo --no-mutants --scenario one)
tap_is 'with the compiler that gcdsl chooses' "$status $(last | grep -c ', 0 not, 0 inconclusive')" '0 1'
# Which compiler that is, is not what the rest is about.
tap_quick_cc

verify verify.gc
tap_is 'as expected: exit status' "$status" 0
tap_is 'as expected: summary' "$(last)" \
	'2 cells: 2 as expected, 0 not, 0 inconclusive; mutation score 1/1'
tap_is 'holds' "$(grep -c '^one .* holds  *holds ' out)" 1
tap_is 'an expected failure is a check of its own' \
	"$(grep -c '^pair .* holds, nothing_freed fails  holds, nothing_freed fails ' out)" 1
tap_is 'a mutant is caught' "$(grep -c '^early_sweep  caught by none_lost in ' out)" 1
tap_is 'no progress line where there is no terminal' "$(cat err)" ''
verify verify.gc
tap_is 'the second time everything is kept' "$status $(grep -c 'kept' out)" '0 3'

# Expectations that are not met.
sed 's/nothing_freed in pair fail/nothing_freed in pair hold/' verify.gc >wrong.gc
verify wrong.gc --no-mutants
tap_is 'fails where it should hold: exit status' "$status" 1
tap_is 'fails where it should hold: told' \
	"$(grep -c '^pair .*nothing_freed fails  holds .*NOT AS EXPECTED' out)" 1
tap_is 'fails where it should hold: summary' \
	"$(grep cells: out)" '2 cells: 1 as expected, 1 not, 0 inconclusive'
tap_is 'a story is told' "$(grep -c '^nothing_freed fails, with o = lost: ' out)" 1
tap_is 'the story says how to see it again' \
	"$(grep -c '^to see it again: gcdsl trace wrong.gc --scenario pair' out)" 1

# What a change does not reach is kept: lines and columns are not what a model does.
sed -i -e '1i // one line more' -e 's/^property nothing_freed/ &/' wrong.gc
verify wrong.gc --no-mutants
tap_is 'a line more: all is kept' "$status $(grep -c '  kept' out)" '1 2'
sed -n '/^----/,$p' out >kept
verify wrong.gc --no-mutants --no-cache
sed -n '/^----/,$p' out >searched
tap_is 'and its run has the new lines' "$(diff kept searched) $(grep -c '^ *[0-9]* *2[0-9]:[0-9]* .*[a-z]' kept)" ' 1'
sed -i 's/if load(o.mark) == 0  free(o)/if load(o.mark) != 1  free(o)/' wrong.gc
verify wrong.gc --no-mutants
tap_is 'an expression is changed: nothing is kept' "$status $(grep -c '  kept' out)" '1 0'

sed 's/nothing_freed in one hold/nothing_freed in one fail/' verify.gc >wrong.gc
verify wrong.gc --no-mutants --scenario one
tap_is 'holds where it should fail: exit status' "$status" 1
tap_is 'holds where it should fail: told' \
	"$(grep -c '^one .* holds, nothing_freed holds  *holds, nothing_freed fails .*NOT AS EXPECTED' out)" 1
tap_is '... in a sentence, and no run is told' \
	"$(grep -c '^    nothing_freed holds, and was expected to fail$' out) $(grep -c '^----' out)" '1 0'
sed 's/mutant early_sweep .*/mutant nothing { bucket finish open when drained(trace); } caught by none_lost;/' \
	verify.gc >wrong.gc
verify wrong.gc --mutant nothing --scenario one
tap_is 'a mutant that is not caught: exit status' "$status" 1
tap_is 'a mutant that is not caught: told' "$(grep -c '^nothing  NOT CAUGHT' out)" 1
tap_is 'a mutant that is not caught: score' "$(last)" \
	'0 cells: 0 as expected, 0 not, 0 inconclusive; mutation score 0/1'
sed 's/let r = load(s)/let r = lode(s)/' verify.gc >wrong.gc
verify wrong.gc
tap_is 'a specification that is wrong: exit status' "$status" 2
verify wrong.gc verify.gc
tap_is 'of two files the worst counts' "$status" 2

tap_rest
sed '/^mutant/d; s/expect none_lost hold/expect none_lost in pair fail/' verify.gc >wrong.gc
verify wrong.gc --no-mutants --scenario pair
tap_is 'what holds beside what fails as expected is named' \
	"$(grep -c '^pair .* none_lost holds.* none_lost fails.*NOT AS EXPECTED' out) $(
		grep -c '^    none_lost holds, and was expected to fail$' out)" '1 1'
tap_is '... and what fails as expected is not told' "$(grep -c '^----' out)" 0
sed '/^mutant/d; s/expect none_lost hold/expect stays in pair hold/;
	s/^property none_lost/property stays = always forall o (not freed(o)); &/' verify.gc >wrong.gc
verify wrong.gc --no-mutants
tap_is 'of two that fail, the one that was to hold is told' \
	"$(grep -c '^stays fails, with o = lost: ' out) $(grep -c '^----' out)" '1 1'

# If an assert fails first, or a use at which the runtime stops the program, the property is not
# decided.
cat >first.gc <<'EOG'
collector first;
object { mark : bit = 0;  field : ref[]; }
ghost g : 0 .. 1 = 0;
work begin_gc() once { stop mutators;  for o : object  emit sweep_obj(o); }
work sweep_obj(o : ref) set { store(o.mark, 1); }
work end_gc() once { resume mutators; }
cycle gc from requested to drained(finish);
bucket start { begin_gc }   fill emit begin_gc();
bucket sweep { sweep_obj }  open when drained(start);
bucket finish { end_gc }    open when drained(sweep)  fill emit end_gc();
property told = always (g == 0);
scenario s { objects a;  mutator m (stack = { a }) { collect; } }
scenario n { objects a;  a.mark = 1;  mutator m (stack = { a }) { collect; } }
verify { memory sc;  expect told hold; }
mutant stops {
  work sweep_obj(o : ref) set { if load(o.mark) == 0 { stop mutators; } else { store(o.mark, 1); ghost g = 1; } }
} caught by told;
mutant asserts {
  work sweep_obj(o : ref) set { assert marked: load(o.mark) == 1;  ghost g = 1; }
} caught by told;
EOG
verify first.gc
tap_is 'what fails before the property: the next cell is tried' \
	"$status $(last) $(grep -c 'caught by told in n ' out)" \
	'0 2 cells: 2 as expected, 0 not, 0 inconclusive; mutation score 2/2 2'
sed '/^scenario n /d' first.gc >never.gc
verify never.gc
tap_is 'what fails before the property: nothing catches it' \
	"$status $(grep -c '^stops .*NOT CAUGHT' out) $(grep -c '^    use:stop fails first in s' out) $(
	grep -c '^    assert:marked fails first in s' out)" '1 1 1 1'

# Mutants are tried in the cells of all blocks in which the specification keeps the property.
verify "$top_srcdir/tests/run/blocks.gc"
tap_is 'a mutant that breaks nothing is not caught where the specification itself fails' \
	"$status $(grep '^harmless ' out)" '1 harmless    NOT CAUGHT: nothing that should catch it fails'
tap_is 'a mutant is caught in a cell of the second block' \
	"$(grep -c '^marks_stay  caught by none_lost in s broken=false deep=true sc any ' out)" 1
tap_is 'mutants in all blocks: score' "$(last)" \
	'3 cells: 3 as expected, 0 not, 0 inconclusive; mutation score 1/2'

# `requested` outside the `from` of a cycle is about any cycle.
verify "$top_srcdir/tests/differential/known-semantics/requested-anywhere.gc"
tap_is 'a request for the second cycle is seen in kernels and properties' "$status $(last)" \
	'0 1 cell: 1 as expected, 0 not, 0 inconclusive'

# The environment and clients request only cycles that wait for a request.
verify "$top_srcdir/tests/differential/known-semantics/begins-unasked.gc"
tap_is 'nobody asks for a cycle that begins without a request' "$status $(last)" \
	'0 3 cells: 3 as expected, 0 not, 0 inconclusive'
verify "$top_srcdir/tests/differential/known-semantics/none-asked-for.gc"
tap_is 'nobody asks where no cycle can be asked for' "$status $(last)" \
	'0 1 cell: 1 as expected, 0 not, 0 inconclusive'

# No cycle needs to be requested for this.
verify "$top_srcdir/tests/differential/known-semantics/freed-slots.gc" --no-mutants
tap_is 'nothing is reachable through what was freed' "$status $(last)" \
	'0 1 cell: 1 as expected, 0 not, 0 inconclusive'

# Limits.
verify verify.gc --until trace --no-mutants --property none_lost
tap_is 'a cut model never holds' "$status $(last)" \
	'3 2 cells: 0 as expected, 0 not, 2 inconclusive'
sed 's/^property nothing_freed = .*/property nothing_freed = eventually exists o freed(o);\
property marked = always forall o (peek(o.mark) == 1 implies (peek(o.mark) == 1 until open(sweep)));/
	s/expect nothing_freed in one hold/expect marked hold; expect nothing_freed in one fail/' \
	verify.gc >owes.gc
verify owes.gc --no-mutants --scenario one
tap_is 'what is owed at the end is looked at' \
	"$status $(grep -c 'nothing_freed fails .* nothing_freed fails' out)" '0 1'
for strategy in safety ltl; do
	for property in nothing_freed marked; do
		tap_every 2 || continue
		verify owes.gc --until trace --no-mutants --scenario one --property "$property" \
			--strategy "$strategy"
		tap_is "a cut breaks nothing that is owed: $property, $strategy" \
			"$status $(grep -c 'no error before the point where runs are cut' out)" '3 1'
	done
done
verify verify.gc --memory-limit 1 --no-mutants --no-cache --scenario one
tap_is 'too little memory' "$status $(grep -c 'inconclusive: the memory limit' out)" '3 1'
verify owes.gc --memory-limit 1 --no-mutants --no-cache --scenario one
tap_is 'two checks have one reason, which is written once' \
	"$status $(grep -c '  inconclusive, inconclusive  ' out) $(grep -c 'inconclusive: the memory limit' out)" '3 1 1'
"$GCDSL" trace owes.gc --memory-limit 1 --no-cache --scenario one --results results >out 2>err && status=0 || status=$?
tap_is 'trace writes it once, too' "$status $(grep -c 'inconclusive: the memory limit' err)" '3 1'
verify verify.gc --memory-limit 1 --mutant early_sweep --no-cache
tap_is 'all cells of a mutant have one reason, which is written once' "$status $(grep -c 'inconclusive: the memory limit' out)" '3 1'

# Filters.
verify verify.gc --scenario one --no-mutants
tap_is 'one scenario' "$(last)" '1 cell: 1 as expected, 0 not, 0 inconclusive'
verify verify.gc --mutant early_sweep
tap_is 'one mutant' "$status $(last)" \
	'0 0 cells: 0 as expected, 0 not, 0 inconclusive; mutation score 1/1'
# caught_in "SCENARIO…" SCORE MUTANT…: these mutants of stw.gc are caught in these scenarios, which are
# the ones that catch them: the others would only cost a search for each mutant.
caught_in () {
	scenarios=$1 score=$2
	shift 2
	# shellcheck disable=SC2046,SC2086 # several options
	verify "$top_srcdir/examples/stw.gc" ${scenarios:+$(printf -- '--scenario %s ' $scenarios)} \
		$(printf -- '--mutant %s ' "$@")
	tap_is "the mutants of an example: $*" "$status $(last)" \
		"0 0 cells: 0 as expected, 0 not, 0 inconclusive; mutation score $score"
}
caught_in '' 1/1 never_scans # the compiler reports it
caught_in two_roots 1/1 mark_not_atomic
if tap_all; then
	caught_in shuffle 2/2 no_stop unordered_stop
	caught_in two_fields 1/1 first_field_only
	others='no_stop|unordered_stop|never_scans|mark_not_atomic|first_field_only'
	# shellcheck disable=SC2046 # several mutants
	caught_in lost_points_in 7/7 $(sed -n 's/^mutant \([a-z_]*\).*/\1/p' \
		"$top_srcdir/examples/stw.gc" | grep -vwE "$others")
fi
verify verify.gc --strategy ltl --no-mutants --property none_lost --scenario pair
tap_is 'as LTL' "$status $(last)" '0 1 cell: 1 as expected, 0 not, 0 inconclusive'
verify verify.gc --strategy ltl --no-mutants --property nothing_freed --scenario pair
tap_is 'as LTL: an `always` that is broken' "$status $(last)" \
	'0 1 cell: 1 as expected, 0 not, 0 inconclusive'

# Properties that hold from some point on: in a run that ends, and in one that hangs.
cp "$top_srcdir/tests/run/rests.gc" .
verify rests.gc --strategy ltl
tap_is 'as LTL: what comes to rest' "$status $(last)" \
	'0 2 cells: 2 as expected, 0 not, 0 inconclusive'

# A search with a claim does not look for deadlocks: another search does, also for a property that is named.
sed -e 's/^property late.*/property zero = forall o (always peek(o.mark) == 0);/' -e '/^  expect/d' \
	-e 's/^  options .*/  options hangs = true;  expect zero holds;  expect marked_at_last fails;/' rests.gc >stuck.gc
verify stuck.gc --strategy ltl --property zero
tap_is 'as LTL: a deadlock beside a property that holds' "$status $(grep -o 'holds, .* fails' out)" \
	'1 holds, cycle_ends fails'
verify stuck.gc --strategy ltl --property marked_at_last
tap_is 'as LTL: a property that fails has no other search' "$status $(last)" \
	'0 1 cell: 1 as expected, 0 not, 0 inconclusive'

# both FILE WHAT: a cell is as expected under either strategy (as LTL it takes much longer).
both () {
	cp "$top_srcdir/tests/run/$1" .
	for strategy in safety $(! tap_all || echo ltl); do
		verify "$1" --strategy $strategy
		tap_is "$strategy: $2" "$status $(last)" '0 1 cell: 1 as expected, 0 not, 0 inconclusive'
	done
}
# Properties of every object, and of objects that are allocated later.
both later.gc 'objects that are allocated later'
# Properties that only LTL can express.
sed '/^property/d; /^verify/,$d' later.gc >only.gc
cat >>only.gc <<'EOG'
property until_gc = forall o (peek(o.mark) == 1 until gc);
property implied = forall o (not freed(o) implies eventually peek(o.mark) == 1);
property promised = forall o ((peek(o.mark) == 1 until freed(o)) or always peek(o.mark) == 1);
property none = not exists o always peek(o.mark) == 0;
property some = exists o always peek(o.mark) == 0;
property comes = eventually exists o always peek(o.mark) == 0;
verify { expect until_gc, implied, promised, none fail;  expect some, comes hold; }
EOG
# shellcheck disable=SC2046 # several options
verify only.gc --strategy ltl $(tap_all || echo --property promised)
tap_is 'as LTL only: objects that are allocated later' "$status $(last)" \
	'0 1 cell: 1 as expected, 0 not, 0 inconclusive'

# A property of an object that ends with `freed' does not apply to the next object in its cell.
! tap_all || both reuse.gc 'an object in the cell of one that was freed'

# The client chooses its heap in the first step. A formula as LTL sees what is reachable then, too.
cat >first.gc <<'EOG'
collector first;
object { field : ref[]; }
work begin_gc() once { }
cycle gc from requested to drained(start);
bucket start { begin_gc } fill emit begin_gc();
property reaches = always not exists o reachable(o);
scenario client { objects 1 slots 1;  mutators 1 roots 1 any 0 steps;  cycles 1; }
verify { workers any;  expect reaches fails; }
EOG
verify first.gc --strategy ltl
tap_is 'as LTL: what can be reached at first' "$status" 0

# JSON: one object on each line, with the same content.
verify verify.gc verify.gc --json
tap_is 'JSON: a line a file' "$(wc -l <out)" 2
cat >look.py <<'EOF'
import json, sys
for line in open("out"):
    report = json.loads(line)
pair = [c for c in report["cells"] if c["scenario"] == "pair"][0]
print(report["version"], report["collector"], report["summary"]["status"],
      report["summary"]["as_expected"], report["mutants"][0]["by"],
      [(c["expected"], c["verdict"], c["property"]) for c in pair["checks"]])
EOF
if command -v python3 >/dev/null 2>&1; then
	tap_is 'JSON: what it says' "$(python3 look.py)" \
		"1 small 0 2 none_lost [('holds', 'holds', None), ('fails', 'fails', 'nothing_freed')]"
else
	tap_skip 'JSON: what it says' 'no python3'
fi

# The files that --keep leaves are those that were checked.
verify verify.gc --scenario one --no-mutants --property none_lost --keep left
tap_is 'models are left where it was asked' "$(ls left/one-sc-any/small.pml)" \
	left/one-sc-any/small.pml

# A failed assert of a kernel is a verdict, not an error of a tool. It does not count as a failure
# of the property with the same name.
sed -e 's/== 0  emit scan_obj(o);/== 0  emit scan_obj(o);  else  assert none_lost: load(o.mark) == 0;/' \
	-e 's/^  expect .* hold;/  expect none_lost fails;/' -e 's/caught by .*;/caught by check;/' \
	"$top_srcdir/examples/stw.gc" >asserts.gc
verify asserts.gc --scenario loops --workers any --set twice=false --no-mutants
tap_is 'an assert that fails: exit status' "$status" 1
tap_is '... and what is said' "$(grep -c 'assert:none_lost fails  holds, none_lost fails .*NOT AS EXPECTED' out)" 1

# A formula may depend on an object that another part of it names: the write of a slot changes this
# one.
cat >nested.gc <<'EOF'
collector nested;
object { mark : bit = 0;  field : ref[]; }
work begin_gc() once { stop mutators;  for m : mutator  emit roots(m); }
work roots(m : mutator) set { for s in m.roots { let r = load(s);  if r != null  store(r.mark, 1); } }
work end_gc() once { resume mutators; }
cycle gc from requested to drained(finish);
bucket start  { begin_gc }  fill emit begin_gc();
bucket stacks { roots }     open when drained(start);
bucket finish { end_gc }    open when drained(stacks)  fill emit end_gc();
property apart = always forall o in expected (marked(o) implies peek(peek(o.field[0]).mark) == 0);
scenario joined {
  objects a, b;
  mutator m (stack = { a, b }) { collect;  write(a.field[0], b); }
  expected { a };
}
verify { expect apart fails; }
EOF
verify nested.gc
tap_is 'a nested look is seen to change: exit status' "$status" 0
tap_done
