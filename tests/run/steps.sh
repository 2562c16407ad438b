#!/bin/sh
# What a model takes to be one step: nobody could have come between.  Each
# specification in steps/ fails, or is not decided, because somebody can; under each
# memory model, with all foldings and without.  The models with a memory that holds stores back are
# made in one way, so two of them are tried with all foldings, and two without (one, if not all is tried).
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
command -v "${SPIN:=spin}" >/dev/null 2>&1 || tap_plan skip 'spin is not installed'
command -v gcc >/dev/null 2>&1 || tap_plan skip 'gcc is not installed'
tap_scratch
tap_quick_cc any
specs=$top_srcdir/tests/run/steps

# verdicts FILE [OPTION…]: writes "MEMORY VERDICT" of each cell to ./seen
verdicts () {
	file=$1
	shift
	"$GCDSL" verify "$specs/$file.gc" --results results --no-mutants "$@" >out 2>err && status=0 ||
		status=$?
	awk 'inside && !/^ / && NF { print $3, $4, $5 } /^$/ { inside = 0 } /^scenario/ { inside = 1 }' out |
		sed 's/ holds.*/ holds/; s/ inconclusive .*/ inconclusive/' >seen
}
rows='--fold=all:relaxed --no-fold:pso' folds=--fold=all
if tap_all; then
	rows='--fold=all:sc,relaxed --no-fold:tso,pso' folds='--fold=all --no-fold'
fi
# each FILE VERDICT WHAT: in each of these rows the verdict is this one.
each () {
	for row in $rows; do
		fold=${row%:*} memories=${row#*:}
		verdicts "$1" "$fold" --memory "$memories"
		for memory in $(echo "$memories" | tr , ' '); do echo "$memory $2"; done >wanted
		tap_same "$1, $fold, $memories: $3" seen wanted
	done
}
# fails FILE PROPERTY
fails () {
	tap_every 6 || return 0
	each "$1" "$2 fails" "$2 fails"
}
fails store-access assert:told
fails store-load assert:first
fails store-fence assert:one_hit
fails access-emit assert:was_done
fails new-cell none_lost
fails held-root in_root
fails held-ghost never_one
fails twice use:stop
fails resumes use:resume
fails changes use:phase
fails mutators-help assert:alone

# ---- what is so only from a step to the next one
each flushed holds 'what a handshake flushes is pending then'

# ---- a place where a unit waits that has done all that it does
"$GCDSL" compile "$top_srcdir/tests/differential/known-c/whenever-closes.gc" --target promela -o models \
	>out 2>err || :
tap_is 'the comment of each place says which one it is' \
	"$(grep -hc '^byte at_.*// has done all of ' models/*.pml | grep -c '[1-9]') $(cat models/*.pml | grep -c '(null)')" '1 0'

# ---- a worker's store that may be late
! tap_all || {
	verdicts late
	printf '%s\n' 'sc holds' 'tso none_lost fails' 'relaxed none_lost fails' >wanted
	tap_same 'late: an object is lost where the mark may be late' seen wanted
}
if tap_all; then
	sed 's/store(o.mark, 1, relaxed);  emit scan_obj/store(o.mark, 1, relaxed);  fence(seq_cst);  emit scan_obj/' \
		"$specs/late.gc" >fenced.gc
	"$GCDSL" verify fenced.gc --fold=all --results results >out 2>err
	tap_is 'late: with a fence all holds, and the mutant is caught' "$? $(grep '^[0-9]* cells*: ' out)" \
		'0 3 cells: 3 as expected, 0 not, 0 inconclusive; mutation score 1/1'
fi
sed '/^mutant/,$d; s/^  for s in o.field .*/  for s in o.field  store(s, null, relaxed);/' "$specs/late.gc" >slots.gc
"$GCDSL" compile slots.gc --target promela --memory tso -o slots >out 2>err && status=0 || status=$?
tap_is 'a store to a slot that may be late: it is, in the model' \
	"$status $(grep -c '^#define MEM_FIRST_WORKER' slots/slots.pml)" '0 1'

# A unit that a reduced model leaves out would access the location, too.
seen_late () { # FILE, and the expected lines
	for fold in $folds; do
		verdicts "$1" $fold
		printf "$2" >wanted
		tap_same "$1, $fold: the store may be late" seen wanted
	done
}
seen_late sets-late 'sc holds\nrelaxed never_twice fails\n'
! tap_all || seen_late sets-late-then 'sc holds\nrelaxed holds\n'
! tap_all || seen_late garbage-late 'tso holds\n'

tap_rest
# If no worker has anything to run, the opening of a bucket orders what workers did before it.
cleared () { # WHAT WANTED
	for fold in $folds; do
		"$GCDSL" verify cleared.gc --results results --workers any $fold >out 2>err
		tap_is "late: $1, $fold" \
			"$(sed -n 's/^3 cells: .*, \([0-9]* inconclusive\)$/\1/p' out)" "$2 inconclusive"
	done
}
cp "$specs/cleared.gc" cleared.gc
cleared 'not behind the opening of a bucket' 0
sed 's/{ clear }/{ clear, mark_obj }/; s/^bucket trace .*//; s/drained(trace)/drained(wipe) and drained(stacks)/;
	s/drained(wipe);/drained(start);/' "$specs/cleared.gc" >cleared.gc
! tap_all || cleared 'in one bucket' 0
sed 's/{ store(o.mark, 0); }/{ store(o.mark, 0);  emit look(o); }\
work look(o : ref) set { fetch_or(o.mark, 0); }\
bucket beside { look };/; s/when drained(trace)/& and drained(beside)/; s/objects .*/objects a;/; /a.field =/d' \
	"$specs/cleared.gc" >cleared.gc
cleared 'by a read-modify-write of a unit that could run as the bucket opened' 1

# One cell has no model; the others are checked.
cat >nomodel.gc <<-'EOF'
	collector tiny;
	object { mark : bit = 0;  seen : bit = 0; }
	work look(o : ref) set { fetch_or(o.mark, 1);  let s = load(o.seen);  if s == 1 free(o); }
	cycle only from requested to drained(every);
	bucket every { look } fill for o : object  emit look(o);
	property none_lost = always forall o (freed(o) implies not reachable(o));
	scenario one { objects a;  mutator m (stack = { a }) { collect; } }
	verify { memory sc, relaxed;  workers any;  expect none_lost hold; }
EOF
"$GCDSL" verify nomodel.gc --results results >out 2>err && status=0 || status=$?
tap_is 'a cell without a model is told of, and the others are checked' \
	"$status $(grep -c 'nomodel.gc:3:48: error: no model .*E0924' err) $(grep '^[0-9]* cells*: ' out)" \
	'2 1 2 cells: 1 as expected, 0 not, 1 inconclusive'
tap_is 'no load is to release' "$(grep -c 'release order' err)" 0

# ---- stores that are held back
memories=$(! tap_all || echo pso) # and relaxed
verdicts marks --memory "${memories:+$memories,}relaxed"
printf '%s holds\n' $memories relaxed >wanted
tap_same 'marks of fences find room, and go' seen wanted
verdicts window
tap_is 'window: four stores are held back' "$status $(tr '\n' ' ' <seen)" '1 sc holds tso dekker fails '
verdicts window --window 2
tap_is 'window: a bound is told' "$status $(tr '\n' ' ' <seen)$(grep -c '^one .*  window 2$' out) $(grep -c '^window N: ' out)" \
	'0 sc holds tso holds 1 1'
"$GCDSL" verify "$specs/window.gc" --results results --window 2 --json >out 2>err
tap_is 'window: in JSON' "$(grep -o '"window":[^,}]*' out | tr '\n' ' ')" '"window":null "window":2 '
tap_done
