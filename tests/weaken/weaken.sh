#!/bin/sh
# `gcdsl weaken' with real tools: an order that is too strong, and one that is not.
# shellcheck disable=SC2154
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
command -v "${SPIN:=spin}" >/dev/null 2>&1 || tap_plan skip 'spin is not installed'
command -v gcc >/dev/null 2>&1 || tap_plan skip 'gcc is not installed'
tap_scratch
tap_quick_cc any
cp "$top_srcdir/tests/weaken/stops.gc" "$top_srcdir/tests/weaken/two.gc" .
chmod u+w stops.gc two.gc

# Stories need as long as the searches.
# shellcheck disable=SC2046 # an option, or nothing
"$GCDSL" weaken stops.gc --results results --apply $(! tap_all || echo --stories) >out 2>err && status=0 || status=$?
tap_is 'exit status' "$status" 0
tap_is 'nothing else is said' "$(cat err)" ''
sed -n '3,/^$/p' out | tr -s ' ' >seen
cat >wanted <<'EOF'
place in operation order sc tso together
8:3 work start_gc stop mutators seq_cst - release release
21:3 work end_marking stop mutators release - release release

EOF
tap_same 'one could be weaker, the other could not' seen wanted
grep '^  [0-9]*:3 ' out >seen
cell=', tso: none_lost fails in at_the_start tso any'
printf '  %s%s\n' '8:3 relaxed' "$cell" '8:3 acquire' "$cell" '21:3 relaxed' "$cell" >wanted
tap_same 'what is too weak' seen wanted
tap_is 'all cells are checked' \
	"$(grep -c '^together: .* in the 2 cells whose models change$' out)" 1
if tap_all; then
	tap_is 'a story for each' "$(grep -c '^---- ' out) $(grep -c '^none_lost fails, with ' out)" '3 3'
	sed -n '/^---- 8:3 relaxed/,/^---- 8:3 acquire/p' out >story
	tap_run 'a store that comes too late is in it' grep -q 'is held back' story
fi
sed '8s/stop mutators;/stop mutators release;/' "$top_srcdir/tests/weaken/stops.gc" >wanted
tap_same 'written, and nothing else' stops.gc wanted

"$GCDSL" verify stops.gc --results results >out 2>err && status=0 || status=$?
tap_is 'what was written is as expected' "$status $(cat err)" '0 '
"$GCDSL" verify stops.gc --results results | grep -c kept >kept
tap_is 'it is verified once' "$(cat kept)" 4

tap_rest

# Litmus tests: orders that depend on each other in one test do not affect other tests.
"$GCDSL" weaken two.gc --results results --apply >out 2>err && status=0 || status=$?
tap_is 'litmus tests: exit status' "$status" 0
sed -n '3,/^$/p' out | tr -s ' ' >seen
cat >wanted <<'EOF'
place in operation order sc tso pso c11 together
4:26 litmus twice fence seq_cst - removed in no model in no model removed
4:43 litmus twice fence seq_cst - removed in no model in no model seq_cst
5:26 litmus twice fence seq_cst - seq_cst in no model in no model seq_cst
10:12 litmus message store(data, 1) release - in no model relaxed relaxed relaxed
10:38 litmus message store(flag, 1) release - in no model release release release
11:20 litmus message load(flag) acquire - in no model relaxed acquire acquire

EOF
tap_same 'litmus tests: orders' seen wanted
tap_is 'litmus tests: what is too weak' "$(grep -c '^  11:20 relaxed, c11: forbidden (f == 1 and d == 0) is reached in litmus message c11$' out)" 1
sed -e '4s/fence(seq_cst);  //' -e '10s/release/relaxed/' "$top_srcdir/tests/weaken/two.gc" >wanted
tap_same 'litmus tests: written' two.gc wanted


# An acquire is judged by models in which loads come early.  An order that no model of a collector shows is not reported, not written, and not remarked on.
cp "$top_srcdir/tests/weaken/handed.gc" .
chmod u+w handed.gc
"$GCDSL" weaken handed.gc --results results >out 2>err && status=0 || status=$?
tap_is 'not shown: exit status' "$status $(cat err)" '0 '
sed -n '3,/^$/p' out | tr -s ' ' >seen
cat >wanted <<'EOF'
place in operation order sc relaxed together
7:11 work get load(o.state) acquire - acquire acquire
11:5 work get store(o.taken, 1) release - ? release
19:6 barrier before_store fetch_or(o.info, 1) acq_rel - acquire ? acquire
20:3 barrier before_store store(o.state, 1) release - ? release

EOF
tap_same 'not shown: orders' seen wanted
"$GCDSL" verify handed.gc --results results >out 2>err && status=0 || status=$?
tap_is 'not shown: verified' "$status" 0
tap_is 'not shown: only what is shown is remarked on' "$(grep '^remark: ' err)" \
	'remark: handed.gc:19:6: `fetch_or(o.info, 1)` is acq_rel; as acquire every verdict is the same (relaxed)'
"$GCDSL" weaken handed.gc --results results --apply >out 2>err && status=0 || status=$?
sed '19s/acq_rel/acquire/' "$top_srcdir/tests/weaken/handed.gc" >wanted
tap_same 'not shown: only what is shown is written' handed.gc wanted

# An acquire is judged where the models show all that it orders in its kernel or barrier.
cp "$top_srcdir/tests/weaken/early.gc" .
"$GCDSL" weaken early.gc --results results >out 2>err && status=0 || status=$?
tap_is 'early loads: exit status' "$status $(cat err)" '0 '
sed -n '3,/^$/p' out | tr -s ' ' | grep -v ' fence release ' >seen
cat >wanted <<'EOF'
place in operation order relaxed together
6:6 work shown load(o.a) acquire acquire acquire
10:3 work fenced fence acquire acquire acquire
15:11 work then_stores load(o.a) acquire relaxed relaxed
18:14 work then_stores fence seq_cst removed removed
21:6 work of_a_round load(o.a) acquire relaxed relaxed
25:30 work by_each_slot load(t) acquire ? acquire
29:11 work by_another load(o.a) acquire ? acquire
34:6 work nothing_follows load(o.a) acquire relaxed relaxed
37:3 work first_fence fence acquire removed removed
46:60 barrier before_store store(o.a, 1) release release release

EOF
tap_same 'early loads: orders' seen wanted

# A copy of what was found orders nothing on machines, and its store nothing later; models need the load done by then.
cp "$top_srcdir/tests/weaken/uses.gc" .
"$GCDSL" weaken uses.gc --results results >out 2>err && status=0 || status=$?
tap_is 'uses: exit status' "$status $(cat err)" '0 '
sed -n '3,/^$/p' out | tr -s ' ' | grep -v ' fence release ' >seen
cat >wanted <<'EOF'
place in operation order relaxed together
6:11 work another_access load(o.a) acquire ? acquire
12:11 work copies load(o.a) acquire ? acquire
18:11 work stores_it load(o.a) acquire ? acquire
23:11 work stores_only_it load(o.a) acquire relaxed relaxed
27:11 work asks load(o.a) acquire ? acquire
32:11 work decides load(o.a) acquire relaxed relaxed

EOF
tap_same 'uses: orders' seen wanted

# What never is early in a model, though it only reads: a `cas' that fails, and a load that waits.
"$GCDSL" weaken "$top_srcdir/tests/weaken/failing.gc" --results results >out 2>err && status=0 || status=$?
tap_is 'failing cas: exit status' "$status $(cat err)" '0 '
sed -n '3,/^$/p' out | tr -s ' ' | grep -v ' fence seq_cst ' >seen
cat >wanted <<'EOF'
place in operation order relaxed together
15:6 work waits load(o.ready) acquire ? acquire
21:6 work marks load(o.ready) acquire relaxed relaxed
26:6 work once_more load(o.seen) acquire relaxed relaxed
26:34 work once_more cas(o.seen, 1, 0) acquire relaxed relaxed
26:34 work once_more cas(o.seen, 1, 0) on failure acquire relaxed relaxed
34:6 barrier before_store load(o.ready) acquire ? acquire

EOF
tap_same 'failing cas: orders' seen wanted
sed -n '/^what cannot be decided:/,/^$/p' out >seen
early='in C what is read at %s may be read before it, and in a model it cannot'
printf "what cannot be decided:\\n  15:6 relaxed, relaxed: $early\\n  34:6 relaxed, relaxed: $early\\n\\n" 16:5 35:5 >wanted
tap_same 'failing cas: why not' seen wanted

# What lies between two accesses keeps them in order in a model, and not in C.
"$GCDSL" weaken "$top_srcdir/tests/weaken/between.gc" --results results >out 2>err && status=0 || status=$?
tap_is 'between: exit status' "$status $(cat err)" '0 '
sed -n '/^what cannot be decided:/,/^$/p' out | sed 's/: in C / /; s/ may be [a-z]* before it.*//; s/ may come .*//; s/: a read-mod.* orders/ orders/' >seen
cat >wanted <<'EOF'
what cannot be decided:
  8:6 relaxed, relaxed what is read after 9:5
  13:11 relaxed, relaxed what is asked at 14:3
  17:6 relaxed, relaxed what is read after 19:5
  25:11 relaxed, relaxed the store at 27:3
  30:6 relaxed, relaxed what is read at 32:19
  37:3 removed, relaxed orders more in a model than in C
  38:86 removed, relaxed what the read-modify-write at 38:3 stores

EOF
tap_same 'between: why not' seen wanted

# What the program does after a store may come before what `before_store' has read, unless it reads the same object next.
cp "$top_srcdir/tests/weaken/program.gc" same.gc
chmod u+w same.gc

# judged NAME WANTED OPTION...: what is said of the acquire of before_store in same.gc.  The exit status is 3, as no model
# can be made without that of before_load.
judged () {
	name=$1 wanted=$2
	shift 2
	"$GCDSL" weaken same.gc --results results "$@" >out 2>err && status=0 || status=$?
	tap_is "after a store: $name" "$status $(grep -c error err) $(tr -s ' ' <out |
		sed -n 's/^ 19:8 relaxed, relaxed: //p; s/^19:8 .* acquire \([^ ]*\) [a-z]*$/\1/p' | tr '\n' ' ')" "3 0 $wanted "
}
overtaken () {
	echo "? in C the operation at $1 may come before it, and in a model it cannot"
}
judged 'a read of the same object' relaxed --scenario same
judged 'also of another one' "$(overtaken 31:94)" --scenario same --scenario another
judged 'nothing' '? in no scenario does the mutator read the same object next' --scenario nothing --scenario collects
if tap_all; then
	judged 'a store' "$(overtaken 32:88)" --scenario same --scenario writes
	judged 'an allocation' "$(overtaken 35:100)" --scenario allocates
	judged 'a choice' "$(overtaken 36:136)" --scenario either
fi
# with EDITS NAME WANTED: what is said of `same' in program.gc with EDITS.
with () {
	sed "$1" "$top_srcdir/tests/weaken/program.gc" >same.gc
	judged "$2" "$3" --scenario same
}
not_first="in C the read at 30:102 may come before it: \`before_load' does not first load the same location, to acquire"
program='it may be about what the mutator does after the barrier, which models have in order'
with 's/ at handshake//' 'a phase that may end meanwhile' "? $not_first"
with '25s/let r = load(o.ready, acquire);/let q = load(o.other, acquire);  &/' 'something else is loaded first' "? $not_first"
with '19s/store(o.seen, 1, relaxed)/store(o.ready, 0, relaxed)/' 'its own store to the location' "? $program"
with '28s/^/barrier after_store(o, s, new) { store(o.ready, 0, relaxed); }/' 'another barrier that stores there' "? $program"
with '28s/^/barrier after_store(o, s, new) { if not asked  store(o.other, 1, relaxed); }  phase asked; /' \
	'another barrier that asks for a phase' "? $program"
with '19s/1  store/1 { if not asked  store/; 19s/$/ }/; 28s/^/phase asked; /' 'a phase that is asked for later' \
	'? in C what is asked at 19:38 may be found before it, and in a model it cannot'
with '19s/  store(.*$/ { let p = o; }/' 'a condition that chooses nothing' \
	"? in C the mutator's own store may come before it, and in a model it cannot"
sed '19s/if load(o.ready, acquire)/let v = load(o.ready, relaxed);  fence(acquire);  if v/' "$top_srcdir/tests/weaken/program.gc" >same.gc
"$GCDSL" weaken same.gc --results results --scenario same >out 2>err || :
tap_is 'after a store: a fence, which orders earlier reads of the program, too' \
	"$(sed -n 's/^  19:[0-9]* removed, relaxed: //p' out)" "$program"

# What a model shows of an order may be enough to see that it is needed.
"$GCDSL" weaken "$top_srcdir/tests/weaken/refuted.gc" --results results >out 2>err && status=0 || status=$?
tap_is 'refuted: exit status' "$status $(cat err)" '0 '
sed -n '3,/^$/p' out | tr -s ' ' >seen
cat >wanted <<'EOF'
place in operation order relaxed together
10:5 work publish store(o.ready, 1) release release release
15:5 work repeat_it store(o.ready, 1) release ? release
23:6 barrier before_store load(o.ready) acquire acquire acquire
23:39 barrier before_store load(o.info) acquire ? acquire

EOF
tap_same 'refuted: orders' seen wanted
tap_done
