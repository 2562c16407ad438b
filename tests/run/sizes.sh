#!/bin/sh
# Scenarios as large as they can be: long scripts, many objects, long names.  Their
# verdicts are those of small ones, and what SPIN cannot have is said, not a failed tool.
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
command -v "${SPIN:=spin}" >/dev/null 2>&1 || tap_plan skip 'spin is not installed'
command -v gcc >/dev/null 2>&1 || tap_plan skip 'gcc is not installed'
tap_scratch
tap_quick_cc any

# repeat COUNT TEXT: prints TEXT with 0, 1, … for `%'.
repeat () {
	"${AWK:-awk}" -v n="$1" -v text="$2" 'BEGIN {
		for (i = 0; i < n; i++) { line = text;  gsub("%", i, line);  printf "%s", line } }'
}

# spec TEXT: writes a collector that marks, followed by TEXT.
spec () {
	cat <<-'END'
	collector sizes;
	object { mark : bit = 0;  field : ref[]; }
	work begin_gc() once { stop mutators;  for m : mutator  emit roots(m); }
	work roots(m : mutator) set {
	  for s in m.roots { let r = load(s);  if r != null  emit mark_obj(r); }
	}
	work mark_obj(o : ref) bag {
	  if fetch_or(o.mark, 1) == 0
	    for s in o.field { let t = load(s);  if t != null  emit mark_obj(t); }
	}
	work end_gc() once { resume mutators; }
	cycle gc from requested to drained(finish);
	bucket start  { begin_gc }   fill emit begin_gc();
	bucket stacks { roots }      open when drained(start);
	bucket trace  { mark_obj }   open when drained(stacks);
	bucket finish { end_gc }     open when drained(trace)  fill emit end_gc();
	property found = always (open(finish) implies forall o (marked(o)));
	END
	echo "$1"
}

# verdict: prints the verdict of the one cell of sizes.gc, and the reason.
verdict () {
	"$GCDSL" verify sizes.gc --results results >out 2>&1 || :
	"${AWK:-awk}" '/^scenario/ { getline;  print $4, $5 == "fails" ? $5 : "" }' out | tr -d '\n'
	sed -n 's/^ *inconclusive: //p' out
}

one='objects a;  mutator m (stack = { a })'
spec "scenario s { $one { $(repeat 250 'yield; ') collect; } }" >sizes.gc
tap_is 'a script of 251 steps' "$(verdict)" 'holds '
if tap_all; then
	spec "scenario s { $one { $(repeat 600 'yield; ') collect; } }" >sizes.gc
	tap_is 'a script of 601 steps' "$(verdict)" 'holds '
fi
spec "scenario s { $one { choose { yield; } $(repeat 299 'or { yield; } ') collect; } }" >sizes.gc
tap_is 'a choice of 300 blocks' "$(verdict)" 'holds '
spec "scenario s { $one;  cycles 250; }" >sizes.gc
tap_is '250 cycles' "$(verdict)" 'holds '

names=$(repeat 198 'b% ' | "${AWK:-awk}" '{
	for (i = 1; i < NF; i++) printf "%s.field = { %s };  ", $i, $(i + 1)
	printf "%s.field = { b198 };", $NF }')
spec "scenario s { objects a$(repeat 199 ', b%');  a.field = { b0 };  $names
  mutator m (stack = { a }) { collect; } }" >sizes.gc
tap_is 'a chain of 200 objects: states of more than a kilobyte' "$(verdict)" 'holds '

long=$(repeat 90 x)
spec "scenario $long { objects $long$(repeat 29 ", $long%");  $(repeat 29 "$long%.field = { $long };
    ") mutator $long (stack = { $long$(repeat 29 ", $long%") }) { collect; } }" |
	sed '/^property/d; s/resume mutators;/assert never: false;  &/' >sizes.gc
tap_is 'long names' "$(verdict)" 'assert:never fails'
tap_is 'long names: the story has them' "$(grep -c "^  ${long}[0-9]* *reachable" out)" 30

spec "scenario s { $one { collect; } }
  $(repeat 150 'property p% = always forall o (freed(o) implies not reachable(o));
  ') verify { expect found$(repeat 150 ', p%') hold; }" >sizes.gc
sed 's/objects a;/objects a, b, c, d, e, f, g;/' sizes.gc >more.gc
mv more.gc sizes.gc
tap_is 'a step that is too long for SPIN' "$(verdict)" "inconclusive a step of the model is longer \
than SPIN allows: expect fewer properties of a cell, or write fewer objects in the scenario"
tap_done
