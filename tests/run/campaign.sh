#!/bin/sh
# campaign.sh: verify --campaign, --each-property, --list and --atomic.
# shellcheck disable=SC2154
. "${top_srcdir:=.}/tests/tap.sh"
command -v "${SPIN:=spin}" >/dev/null 2>&1 || tap_plan skip 'spin is not installed'
command -v gcc >/dev/null 2>&1 || tap_plan skip 'gcc is not installed'
tap_long
tap_scratch
tap_quick_cc
paper=$top_srcdir/examples/paper

# says NAME WHAT STATUS COMMAND…: it ends with this status, and says WHAT, a regular expression.
says () {
	name=$1
	what=$2
	wanted=$3
	shift 3
	status=0
	"$@" >out 2>&1 || status=$?
	tap_is "$name" "$status $(grep -cE -- "$what" out)" "$wanted 1"
}

# ---- which runs
listed () {
	"$GCDSL" verify --campaign "$paper/paper.campaign" --list "$@" 2>/dev/null
}
# Some of the runs, unless all are to be tried.
some='--scenario loops --memory sc'
! tap_all || some=
# shellcheck disable=SC2086 # several options
"$GCDSL" verify --campaign "$paper/paper.campaign" --list $some 2>warnings |
	sed 's/  *[0-9]* states  *[0-9.]* s  *[0-9.]* MB  guessed$//; s/  *\([a-z]*\)$/  \1/' >names
grep -E "${some:+ loops .* sc }" "$paper/runs.txt" >wanted
tap_same 'the runs of the paper are listed by name' names wanted
tap_is 'there are 582 of them, no two alike' \
	"$(wc -l <"$paper/runs.txt") $(cut -d'|' -f1 "$paper/runs.txt" | sort -u | wc -l)" '582 582'
tap_is 'of idle mutators, under three memory models' "$(grep -c '^idle ' "$paper/runs.txt")" 156
! tap_all || tap_is 'a list selects within the list of a part' \
	"$(listed --memory sc,pso --scenario loops | grep -c ' sc ')" 16
says 'nothing may be left' 'no cell has all that the options ask for' 2 \
	"$GCDSL" verify --campaign "$paper/paper.campaign" --memory pso

mistyped () {
	says "--$1 $2 fits nothing" "nothing is verified with --$1 .$2." 2 "$GCDSL" verify \
		--campaign "$paper/paper.campaign" --list "--$1" "$2" --memory sc --scenario loops
}
mistyped memory tos
mistyped property all_markd
if tap_all; then
	mistyped workers 7
	mistyped set shading=of
	mistyped set bogus=1
	mistyped scenario lops
fi
printf 'a %s\nb %s\n' "$paper/metadata.gc --scenario mark_new --memory sc" \
	"$paper/metadata.gc --scenario mark_mark --memory tso" >two.campaign
echo "c $top_srcdir/examples/litmus/mp.gc --memory tso" >>two.campaign
"$GCDSL" verify --campaign ./two.campaign --memory sc --junit two.xml >out 2>&1
tap_is 'JUnit: nothing is missing' "$? $(grep -c '<testcase' two.xml) $(grep -c '<error' two.xml)" '0 1 0'
head -n 1 two.campaign >one.campaign
"$GCDSL" verify --campaign ./one.campaign --junit one.xml >out 2>&1
tap_is 'JUnit: a suite has the name of its part' \
	"$(grep -c '<testsuite name="a: ' one.xml) $(grep -c '<testsuite ' one.xml)" '1 1'
says 'a list writes no files' 'searches nothing, and writes no files' 2 "$GCDSL" verify --campaign ./two.campaign --list \
	--junit x.xml

# ---- what they say
campaign () {
	"$GCDSL" verify --campaign "$paper/paper.campaign" "$@" >out 2>err
	status=$?
	echo "$status $(grep '^campaign' out)"
}
set -- --scenario pointer_deletion --memory sc --set mutators_run=true --set shading=off
tap_is 'some of them' "$(campaign "$@")" \
	'0 campaign paper: 6 of 6 cells as expected, 0 not, 0 inconclusive'
tap_is 'the same models are searched once' "$(sed -n 's/.*searches, \([0-9]*\) results kept.*/\1/p' out)" 3
tap_is 'each has a row with its formula' \
	"$(grep -cE 'all_marked +all_marked fails +all_marked fails' out)" 2
"$GCDSL" verify --campaign "$paper/paper.campaign" "$@" --json 2>/dev/null >json
tap_is 'as JSON' "$(grep -c '"part":"active".*"property":"never_marked"' json)" 1
listed "$@" >names
tap_is 'what they needed is listed afterwards' "$(grep -c 'states .* s .* MB  measured$' names)" 6
! tap_all || tap_is 'as LTL' "$(campaign "$@" --strategy ltl)" \
	'0 campaign paper: 6 of 6 cells as expected, 0 not, 0 inconclusive'

tap_is 'the warnings of a file are written once' "$(grep -c 'warning: ' warnings)" 1

# ---- where a campaign is looked for
mkdir -p there/bin there/share/gcdsl/examples/own
cp "$GCDSL" there/bin/gcdsl
echo 'a ../own/spec.gc --scenario loops --memory sc' >there/share/gcdsl/examples/own/own.campaign
cp "$paper/marking.gc" there/share/gcdsl/examples/own/spec.gc
tap_is 'among the installed examples' "$(there/bin/gcdsl verify --campaign own --list 2>err | wc -l)" 4
cp "$paper/marking.gc" spec.gc
echo 'a spec.gc --scenario loops --memory sc --workers 1' >own.campaign
tap_is 'before that, in the current folder' "$(there/bin/gcdsl verify --campaign own --list 2>err | wc -l)" 1

sed -n '/# nightly.campaign/,/no-folds/s/^    //p' "$top_srcdir/doc/campaigns.md" >nightly.campaign
cp "$top_srcdir/examples/satb.gc" "$top_srcdir/examples/stw.gc" .
tap_is 'the file in the manual' "$("$GCDSL" verify --campaign nightly --scenario two_fields --scenario any_client \
	--memory sc --list 2>err |
	cut -d' ' -f1 | sort -u | tr '\n' ' ')" 'large no-folds small '

# ---- what is wrong with a campaign
cp "$paper/marking.gc" .
wrong () {
	printf "$2" >x.campaign
	says "$1" "$3" 2 "$GCDSL" verify --campaign x.campaign --list
}
wrong 'an unknown option has a place' 'a marking.gc\n\nb marking.gc --memori sc\n' \
	'x.campaign:3: unknown option `--memori`'
wrong 'a name of a part twice' 'a marking.gc\na marking.gc\n' 'x.campaign:2: line 1 has a part `a` already'
wrong 'no specification' 'a\n' 'part `a` has no specification'
wrong 'a word that does not end' "a 'marking.gc\n" 'x.campaign:1: a word in quotes does not end'
wrong 'no part' '# nothing\noptions --no-mutants\n' 'x.campaign has no part'
wrong 'a second file' 'a marking.gc marking.gc\n' 'x.campaign:1: `marking.gc` is no option'
wrong 'a word that fits nothing' 'a marking.gc --scenario lops\n' 'nothing is verified with --scenario `lops`'
wrong 'bits of states' 'a marking.gc --bitstate\n' 'x.campaign:1: `--bitstate` is for all parts'
wrong 'a file that is not there' 'a nothing.gc\n' 'nothing.gc'
wrong 'a NUL' 'a mark\000ing.gc\n' 'is not a text'
says 'no such campaign' 'there is no campaign `nothing`' 2 "$GCDSL" verify --campaign nothing
says 'no such file' 'cannot read ./no.campaign' 2 "$GCDSL" verify --campaign ./no.campaign
says 'a folder' 'cannot read ./' 2 "$GCDSL" verify --campaign ./
says 'a file beside it' 'says which files are verified' 2 "$GCDSL" verify marking.gc --campaign x.campaign
printf 'options --memory sc\na marking.gc # all of it\n  --scenario loops\n\t--workers '"'2 mark_obj'"'\n' >x.campaign
tap_is 'lines go on, and comments and quotes are understood' \
	"$("$GCDSL" verify --campaign x.campaign --list 2>/dev/null | wc -l)" 1

# ---- one property in each cell
cells () {
	"$GCDSL" verify marking.gc --scenario loops --memory sc --workers 1 --list "$@" 2>/dev/null
}
tap_is 'together, or each for itself' "$(cells | wc -l) $(cells --each-property | wc -l)" '1 2'

tap_is 'as JSON' "$(cells --json | grep -o '"kind":"cell"' | wc -l | tr -d ' ')" 1
cat >fails.gc <<'END'
collector fails;
object { mark : bit = 0;  field : ref[]; }
work start() once { stop mutators;  for m : mutator  emit scan(m); }
work scan(m : mutator) set { for s in m.roots { let r = load(s);  if r != null  store(r.mark, 1); } }
cycle gc from requested to drained(roots);
bucket first { start }  fill emit start();
bucket roots { scan }   open when drained(first);
property unmarked = always forall o not marked(o);
scenario one { objects a;  mutator m (stack = { a }) { collect;  collect; } }
verify { expect unmarked fails;  expect cycle_ends fails; }
END
"$GCDSL" verify fails.gc --each-property --json --results r 2>/dev/null >json
tap_is 'built-in properties are not lost where no formula holds' \
	"$(tr '{' '\n' <json | sed -n 's/.*"memory":"sc".*"property":"\([a-z_-]*\)","outcome".*/\1/p' | tr '\n' ' ')" \
	'unmarked cycle_ends built-in '
"$GCDSL" verify fails.gc --each-property --results r >out 2>&1
tap_is 'and each has its verdict' "$(grep -c '^3 cells: 3 as expected' out)" 1
sed -e 's/store(r.mark, 1);/{ free(r);  store(r.mark, 1); }/' -e '/^property/s/not marked(o)/(marked(o) or not marked(o))/' \
	-e '/^verify/s/{.*/{ expect unmarked holds;  expect cycle_ends fails; }/' fails.gc >freed.gc
status=0
"$GCDSL" verify freed.gc --each-property --results r >out 2>&1 || status=$?
tap_is 'they are checked beside a formula that holds' \
	"$status $(grep -cE '^one .* unmarked +no_freed_access fails +holds .* NOT AS EXPECTED' out)" '1 1'

# ---- atomic metadata
states () {
	"$GCDSL" verify marking.gc --scenario allocate_marked --set shading=during_marking --set mutators_run=true \
		--memory "$@" --json 2>/dev/null | sed -n 's/.*"states":\([0-9]*\).*/\1/p'
}
tap_is 'the store to the mark of a new object is not late' \
	"$([ "$(states tso --atomic mark)" -lt "$(states tso)" ] && echo fewer)" fewer
! tap_all || tap_is 'under sc no store is' "$(states sc --atomic mark)" "$(states sc)"
says 'the row says so' '^allocate_marked .*atomic mark$' 0 "$GCDSL" verify marking.gc --scenario allocate_marked \
	--set shading=during_marking --set mutators_run=true --memory tso --atomic mark
says 'metadata that is not there' 'did you mean `mark`' 2 "$GCDSL" verify marking.gc --atomic mar
tap_rest

sed 's/^barrier allocated.*/barrier allocated(o) { store(o.mark, 1, relaxed);  assert seen: peek(o.mark) == 1; }\nbarrier received(o) {/' \
	marking.gc >late.gc
late () {
	"$GCDSL" verify late.gc --scenario allocate_marked --set shading=during_marking --set mutators_run=true \
		--memory pso --each-property --property stays_marked "$@" >out 2>&1
	echo "$?"
}
tap_is 'a late store shows, and an atomic one does not' "$(late) $(late --atomic mark)" '1 0'

cat >between.gc <<'END'
collector counting;
object { seen : 0 .. 3 = 0;  field : ref[]; }
work nothing() once { }
cycle gc from requested to drained(first);
bucket first { nothing }  fill emit nothing();
barrier before_store(o, s, new) { let k = load(o.seen);  store(o.seen, k + 1); }
property counted = eventually forall o peek(o.seen) == 2;
scenario two {
  objects a;
  a.field = { null };
  mutator m (stack = { a }) { write(a.field[0], null); }
  mutator n (stack = { a }) { write(a.field[0], null); }
}
verify { memory tso;  expect counted fails; }
END
says 'an atomic store is a step of its own' '^1 cell: 1 as expected' 0 "$GCDSL" verify between.gc --atomic seen --fold=all

# ---- the whole of it
tap_is 'all 582' "$(campaign)" '0 campaign paper: 582 of 582 cells as expected, 0 not, 0 inconclusive'
tap_is 'none is a reduced model, or bounded' "$(grep -cE 'reduced|window' out)" 0
set -- --memory relaxed --scenario pointer_shuffling --scenario two_stacks
tap_is 'without foldings' "$(campaign --no-fold "$@")" \
	'0 campaign paper: 46 of 46 cells as expected, 0 not, 0 inconclusive'
tap_is 'with all foldings' "$(campaign --fold=all "$@")" \
	'0 campaign paper: 46 of 46 cells as expected, 0 not, 0 inconclusive'
tap_is 'as LTL' "$(campaign --strategy ltl "$@")" \
	'0 campaign paper: 46 of 46 cells as expected, 0 not, 0 inconclusive'
tap_done
