#!/bin/sh
# units.sh: in a story a unit keeps its name, also where the model has forgotten a part of it, and slots have theirs.
# shellcheck disable=SC2154
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
command -v "${SPIN:=spin}" >/dev/null 2>&1 || tap_plan skip 'there is no SPIN'
command -v gcc >/dev/null 2>&1 || tap_plan skip 'gcc is not installed'
tap_scratch
tap_quick_cc

# rest KIND: what both specifications have in common.
rest () {
	cat <<END
object { mark : bit = 0; age : 0..2 = 0; field : ref[]; }
work sweep_obj(o : ref) set { if load(o.mark) == 1 free(o); }     // the wrong way round
work end_gc() once { resume mutators; }
cycle gc from requested to drained(finish);
bucket start  { begin_gc }  fill emit begin_gc();
bucket trace  { $1 }        open when drained(start);
bucket sweep  { sweep_obj } open when drained(trace)  fill for o : object emit sweep_obj(o);
bucket finish { end_gc }    open when drained(sweep)  fill emit end_gc();
property none_lost = always forall o (freed(o) implies not reachable(o));
scenario s { objects a, b; a.field = { b, null }; mutator m (stack = { a, b }) { collect; } }
END
}

# Only the first statement of a unit reads the parameter how.
{
	cat <<'END'
collector dead;
work begin_gc() once { stop mutators; for m : mutator for s in m.roots { let r = load(s); if r != null emit visit(r, slow); } }
work visit(o : ref, how : { fast, slow }) bag {
  if how == slow fetch_or(o.mark, 1); else fetch_or(o.mark, 1);
  for t in o.field { let r = load(t); if r != null emit visit(r, fast); }
}
END
	rest visit
	echo 'verify { expect none_lost hold; }'
} >dead.gc
{
	cat <<'END'
collector places;
work begin_gc() once { stop mutators; for m : mutator for s in m.roots emit look(s); }
work look(s : ref*) bag { let r = load(s); if r != null if fetch_or(r.mark, 1) == 0 for t in r.field emit look(t); }
property never_pending = always forall o forall s in o.field not pending(look(s));
END
	rest look
	echo 'verify { expect none_lost, never_pending hold; }'
} >places.gc

# trace FILE OPTION…: the story, as text and JSON.
trace () {
	"$GCDSL" trace "$@" --results results >story 2>err && "$GCDSL" trace "$@" --results results --json >trace.json 2>err
}

for options in '' $(tap_all && echo --no-fold); do
	# shellcheck disable=SC2086
	trace dead.gc $options
	tap_run_status "dead $options: it is a trace" 0 "$GCDSL" events trace.json
	tap_is "dead $options: all parts of units are known" "$(grep -c 'visit([^)]*?' trace.json)" 0
	tap_is "dead $options: both values are there" \
		"$(grep -o '"subject":"visit([ab], [a-z]*)"' trace.json | sed 's/.*, //; s/)"//' | sort -u | tr '\n' ' ')" 'fast slow '
done
trace places.gc --property none_lost
tap_run_status 'places: it is a trace' 0 "$GCDSL" events trace.json
tap_is 'places: units have the names of their places' "$(grep -o 'emits look([^)]*)' story | sort -u | tr '\n' ' ')" \
	'emits look(a.field[0]) emits look(a.field[1]) emits look(b.field[0]) emits look(b.field[1]) emits look(m.a) emits look(m.b) '
trace places.gc --property never_pending
tap_is 'places: the false part has its slot' "$(sed -n 's/^  `\(not pending.*\)$/\1/p' story | sed 's/ b\>/ a/; s/b\.field/a.field/g')" \
	"not pending(look(s))' is false for o = a, s = a.field[0]: pending(look(a.field[0])) = true"
trace dead.gc --heap=1
tap_is 'metadata of an object are apart from each other' "$(grep -c ' mark 0 age 0' story | sed 's/[1-9][0-9]*/some/')" some

tap_rest
# The C does the same.
case ${SANITIZE-} in *thread* | *address*) tap_done ;; esac
for file in places $(! tap_all || echo dead); do
	trace "$file.gc" --property none_lost
	"$GCDSL" explore "$file.gc" --follow trace.json --seconds 20 -o schedule >out 2>err
	tap_is "$file: the C follows" "$(grep -c '^followed: the C does all' out)" 1
done
tap_rest
# A part that is not known is no value.
trace dead.gc
sed 's/visit(\([ab]\), [a-z]*)/visit(\1, ?)/g' trace.json >unknown.json
"$GCDSL" explore dead.gc --follow unknown.json >out 2>err && status=0 || status=$?
tap_is 'a unit that is not known in full' "$status $(grep -c 'it does not say what each unit is' err)" '2 1'
tap_done
