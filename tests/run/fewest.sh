#!/bin/sh
# fewest.sh: how many operations and objects a run of a most general client needs (doc/model.md, "Operations
# and objects").
# shellcheck disable=SC2154
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
command -v "${SPIN:=spin}" >/dev/null 2>&1 || tap_plan skip 'there is no SPIN'
command -v gcc >/dev/null 2>&1 || tap_plan skip 'gcc is not installed'
tap_scratch
tap_quick_cc
cp "$top_srcdir/tests/run/client.gc" .

# numbers FILE SCENARIO OPTION…: of the last line: needed, switches, operations, objects, each followed by the
# fewest.  "-": null.
numbers () {
	file=$1 scenario=$2
	shift 2
	"$GCDSL" trace "$file" --scenario "$scenario" --results results "$@" --json 2>err | sed -n '$p' >last
	for name in needed switches fewest_switches operations fewest_operations objects fewest_objects; do
		sed 's/.*"'$name'": *\([0-9]*\|null\)[,}].*/\1/; s/null/-/' last
	done | tr '\n' ' ' | sed 's/ $//'
}

# nothing EDIT SCENARIO MUTANT: with a smaller client nothing fails.
nothing () {
	sed "$1" client.gc >smaller.gc
	cmp -s client.gc smaller.gc && tap_not_ok "$1 changes something"
	"$GCDSL" trace smaller.gc --scenario "$2" --mutant "$3" --results results >out 2>err && status=0 || status=$?
	tap_is "$3 $1: nothing fails" "$status $(sed 's/.*: //' out)" '1 there is nothing to show'
}

# The client may do more than it needs to: 2 objects and 2 operations are there. What is allocated is an object, too.
sed 's/^\(scenario three_objects { objects \)3;/\12;/' client.gc >two.gc
tap_is 'white: 1 operation, 1 object' "$(numbers two.gc three_objects --mutant white)" '- 6 6 1 1 1 1'
tap_rest

nothing 's/mutators 1 any 2/mutators 1 any 0/' three_objects white
tap_is 'the same, of 3 objects' "$(numbers client.gc three_objects --mutant white)" '- 6 6 1 1 1 1'
tap_is 'no_barrier: 2 operations, 2 objects' "$(numbers client.gc three_objects --mutant no_barrier --keep kept)" \
	'- 8 8 2 2 2 2'
nothing 's/mutators 1 any 2/mutators 1 any 1/' three_objects no_barrier
nothing 's/objects 3;/objects 1;/' three_objects no_barrier
"$GCDSL" trace client.gc --scenario three_objects --mutant no_barrier --results results >out 2>err
tap_is 'the story says so' "$(sed -n 3p out)" \
	'2 operations of mutators, 2 objects: no such run has fewer operations, or as many and fewer objects'

# A model that counts reorderings cuts runs that have few enough (Note [Claims]): one with 1 reordering and 3 switches
# is known, but only where 2 are allowed.  So nothing is claimed.
cat >three.gc <<'END'
collector three;
object { x : ref; y : ref; z : ref; }
work scan(m : mutator) bag {
  for s in m.roots { let r = load(s);  if r == null  ghost gone = 1; }
}
work look(o : ref) bag {
  let p = load(o.x, relaxed);
  if p != null  ghost sawx = gone;
  let q = load(o.y, relaxed);  let r = load(o.y, relaxed);
  if q != null and r == null  ghost sawy = 1;
  let t = load(o.z, relaxed);  let u = load(o.z, relaxed);
  if t != null and u == null  ghost sawz = 1;
}
work start_gc() once { for m : mutator  emit scan(m); }
cycle major from requested to drained(trace);
bucket start { start_gc }  fill emit start_gc();
bucket roots { scan }      open when drained(start);
bucket trace { look }      open when drained(roots)  fill for o : object  emit look(o);
ghost gone : 0 .. 1 = 0;
ghost sawx : 0 .. 1 = 0;
ghost sawy : 0 .. 1 = 0;
ghost sawz : 0 .. 1 = 0;
property never = always not (sawx == 1 and sawy == 1 and sawz == 1);
scenario one {
  objects a, b;
  a.x = { b };  a.y = { b };  a.z = { b };
  mutator m (stack = { a, b }) { write(a.x, null);  drop b;  write(a.y, null);  write(a.z, null); }
}
verify { memory sc, tso; workers any; scenarios one; expect never hold; }
END
tap_is 'with reorderings nothing is claimed' \
	"$(numbers three.gc one --memory tso | sed 's/^\([^ ]* \)[^ ]* \([^ ]*\) .*/\1\2/')" '1 -'

# The model notices each of these mistakes.
cd kept/*operations || exit
least () { # [EDIT]
	cp satb.pml copy
	sed -i "${1-}" satb.pml
	[ $# = 0 ] || ! cmp -s copy satb.pml || tap_not_ok "$1 changes something"
	"$SPIN" -a satb.pml >spin.log 2>&1 && "$GCDSL_CC" -O0 -w -DSAFETY -DNOFAIR -DREACH -o pan pan.c &&
		rm -f satb.pml.trail && ./pan -E -n -w16 -m20000 -i >pan.log 2>&1
	[ ! -s satb.pml.trail ] ||
		"$SPIN" -t -T satb.pml 2>&1 | sed -n 's/^ *@ operations number=\([0-9]*\) objects=/\1 /p'
	mv copy satb.pml
}
tap_is 'the model by hand' "$(least)" '2 2'
tap_is 'operations are not counted' "$(least 's/operations_left--/skip/')" '0 2'
tap_is 'objects are not counted' "$(least 's/objects_left = objects_left - numbered/skip/')" '2 0'
tap_is 'the bound of operations is one off' "$(least 's/operations_left >= 0/operations_left > 0/')" ''
tap_is 'each operation is counted twice' \
	"$(least 's/operations_left--/operations_left = operations_left - 2/')" ''
tap_is 'the bound of objects is one off' "$(least 's/objects_left >= 0/objects_left > 0/')" '2 3'
tap_is 'the search does not stop at the fewest' \
	"$(least 's/fewest_found = fewest_found || [^;]*;//' | grep -cvx '2 2')" 1
cd ../..

tap_is 'two mutators' "$(numbers client.gc two_mutators --mutant no_barrier)" '- 11 11 2 2 2 2'

# With as few reorderings as possible; what sc has needs none.
sed -e '/^verify {$/,/^}/s/memory sc;/memory sc, relaxed;/' \
	-e '/^scenario three/s/objects 3;/objects 2;/' client.gc >weak.gc
echo 'mutant unordered_stop {
  work start_gc() once { stop mutators relaxed;  begin marking;  for m : mutator  emit scan_stack(m); }
  work end_marking() once {
    stop mutators relaxed;
    if drained(trace) { end marking;  for o : object  emit sweep_obj(o); }
    resume mutators;
  }
} caught by none_lost under relaxed;' >>weak.gc
tap_is 'relaxed: a run of sc' "$(numbers weak.gc three_objects --mutant no_barrier --memory relaxed)" \
	'0 8 8 2 2 2 2'
tap_is 'relaxed: 1 reordering, so nothing is claimed' \
	"$(numbers weak.gc three_objects --mutant unordered_stop --memory relaxed)" '1 6 - 1 - 1 -'
"$GCDSL" trace weak.gc --scenario three_objects --mutant no_barrier --memory relaxed --results results >out 2>err
tap_is 'relaxed: the story says so' "$(sed -n 2p out)" 'no reordering is needed: it fails under sc, too'

# Too many runs for the fewest switches in so little memory: then the fewest operations of all runs.  What
# was found with more memory would do, too, so it is not kept.
rm -f results*
tap_is 'operations first' "$(numbers client.gc three_objects --mutant no_barrier --memory-limit 40 |
	cut -d' ' -f1,3-)" '- - 2 2 2 2'

# Scripts say what their mutators do.
tap_is 'a script' "$(numbers "$top_srcdir/examples/stw.gc" two_fields --mutant first_field_only)" '- 4 4 - - - -'
tap_done
