#!/bin/sh
# What `gcdsl weaken' tries and concludes, with fake tools: which cells fail is
# said by rules, so every way through the search is met, without spin.
# shellcheck disable=SC2154
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
tap_scratch
tap_no_verifiers
here=$PWD
TMPDIR=$here/tmp
mkdir tmp bin
export TMPDIR here

# ./rules has lines `SCENARIO MEMORY PATTERN': such a cell fails if its model has no line that
# matches.  Each search writes a line to ./runs.
cat >bin/spin <<'EOF'
#!/bin/sh
[ "$1" = -V ] && { echo "Spin Version 0 (fake)"; exit 0; }
[ "$FAKE" = full ] && { echo 'no space left'; exit 1; }
[ "$1" = -a ] && { : >pan.c; exit 0; }
echo '@ fail property=none_lost binding=0'
echo 'spin: trail ends after 2 steps'
EOF
cat >bin/gcc <<'EOF'
#!/bin/sh
[ "$1" = --version ] && { echo "gcc 0 (fake)"; exit 0; }
exec ln -fs "$here/bin/pan" pan
EOF
cat >bin/pan <<'EOF'
#!/bin/sh
cell=${PWD##*/}
echo "$cell" >>"$here/runs"
case $FAKE:$PWD in
limit:*:-*) echo 'pan: reached -DMEMLIM bound'; echo 'Warning: Search not completed' ;;
waits:*:-*) echo $$ >"$here/waiting"; sleep 100 ;;
writes:*:-*) echo '// more' >>"$here/kinds.gc" ;;
esac
errors=0
while read -r scenario memory pattern; do
	case $cell in
	*$scenario-dead-false-$memory-any) grep -Eq -e "$pattern" kinds.pml || errors=1 ;;
	esac
done <"$here/rules"
[ $errors = 0 ] || {
	echo 'pan:1: assertion violated (failed_property!=1) (at depth 2)'
	echo 'pan: wrote kinds.pml.trail'
	: >kinds.pml.trail
}
printf 'Full statespace search for:\n\tassertion violations\t+\n\tnon-progress cycles\t+
\tinvalid end states\t+\nState-vector 1 byte, depth reached 2, errors: %s
       70 states, stored\npan: elapsed time 0 seconds\n@ met 1\n' "$errors"
EOF
chmod +x bin/*
SPIN=$here/bin/spin
GCDSL_CC=$here/bin/gcc
export SPIN GCDSL_CC

fresh () {
	cp "$top_srcdir/tests/weaken/kinds.gc" "$top_srcdir/tests/weaken/kinds-sweep.gc" .
	chmod u+w kinds*.gc
	: >runs
}
# weaken [ARGUMENT…]: sets status.  The output is in ./out, messages are in ./err.  `again' is the
# same with the stored results.
weaken () {
	rm -f results
	again "$@"
}
again () {
	"$GCDSL" weaken kinds.gc --results results "$@" >out 2>err && status=0 || status=$?
}
# row PLACE: prints the order, the weakest under tso and relaxed, and the one together.
row () {
	sed -n "s/^$1  .*  \(seq_cst\|acq_rel\|acquire\|release\|relaxed\)  *-  *\(.*\)/\1 \2/p" out |
		tr -s ' '
}

# ---- some do, each for itself
fresh
cat >rules <<'EOF'
one tso op=load order=seq_cst at=mark.*where=kinds.gc:31:
one relaxed mem_store.*, MEM_(RELEASE|SEQ_CST),
one tso mem_store.*, MEM_SEQ_CST,
two relaxed op=fetch_or order=(acq_rel|seq)
two relaxed op=fence order=(acq_rel|seq_cst) where=kinds.gc:33:
two relaxed op=fence order=release where=kinds.gc:38:
EOF
weaken -j 1
tap_is 'rules: exit status' "$status" 0
tap_is 'a half that no model shows whole, and where a search fails all the same' "$(row 39:13)" 'acq_rel - acq_rel acq_rel'
tap_is 'each model wants another order, or does not decide' "$(row 37:15) $(row 31:44)" \
	'seq_cst seq_cst ? seq_cst seq_cst seq_cst acquire ? seq_cst'
tap_is 'a fence that a cell needs which fails nowhere else' "$(row 33:15)" \
	'seq_cst removed acq_rel acq_rel'
tap_is 'a fence that must stay' "$(row 38:3)" 'release - release release'
tap_is 'a fence without use goes' "$(row 33:44)" 'release - removed removed'
tap_is 'what is too weak, and where' \
	"$(grep -c '^  33:15 acquire, relaxed: none_lost fails in two dead=false relaxed any$' out)" 1
tap_is 'each weaker one that is one to tell of' "$(grep -c '^  33:15 ' out)" 2
tap_is 'all together' \
	"$(grep -c '^together: every verdict is the expected one in the 4 cells ' out)" 1
# this also checks that no tool failed, for example because memory ran out
tap_is 'each order is tried where it can fail' "$status $(cat err)$(grep 'not known: ' out) $(wc -l <runs)" '0  52'
sum=$(cksum <kinds.gc)
tap_is 'nothing is written unless it is asked for' "$sum" \
	"$(cksum <"$top_srcdir/tests/weaken/kinds.gc")"

tap_rest
again --scenario one
tap_is 'with fewer cells less is needed' "$(row 33:15)" 'seq_cst removed acquire ? acquire'
again --memory sc,tso
tap_is 'what has no effect there is not checked: tso alone removes no fence' "$(row 33:15) $(row 38:3)" \
	'seq_cst removed seq_cst release - release'
tap_is 'only some models' "$(sed -n 's/.*order  *//p' out | head -n 1 | tr -s ' ')" \
	'sc tso together'

# ---- nothing needs any order
fresh
: >rules
weaken
tap_is 'no rules: exit status' "$status" 0
tap_is 'no rules: last line' "$(tail -n 1 out)" \
	'15 sites with an order that could be weaker, 12 are stronger than needed'
tap_is 'no rules: under sc orders mean nothing' \
	"$(grep -c '^under sc orders mean nothing: none is tried$' out)" 1
tap_is 'what no cell has in its model is not tried' "$(row 13:12)" \
	'seq_cst in no model in no model seq_cst'
tap_is 'a fence can go' "$(row 38:3)" 'release - removed removed'
tap_is 'but not what it acquires, which no model has' "$(row 33:15)" 'seq_cst removed acquire ? acquire'
tap_is 'nor what a read-modify-write acquires' "$(row 39:13)" 'acq_rel - acquire ? acquire'
tap_is 'nor a load of a mutator' "$(row 31:44)" 'seq_cst relaxed acquire ? acquire'
tap_is 'what a worker acquires in a loop over slots goes, and what orders nothing' "$(row 15:32) $(row kinds-sweep.gc:3:6)" \
	'acquire - relaxed relaxed seq_cst relaxed relaxed relaxed'
tap_is 'this is said' "$(grep -c '^? undecided: ' out)" 1
# 6 as written; 4 with the weakest orders; 2 with those that no model shows whole; 2 under tso with the orders that
# relaxed lets all have
tap_is 'a search for each cell, and few more' "$(wc -l <runs)" 14
weaken --apply
tap_is 'no rules: written' "$status $(tail -n 1 out)" \
	'0 15 sites with an order that could be weaker, 12 are stronger than needed: written'
sed -e 's/stop mutators;/stop mutators relaxed;/' -e 's/stop mutators release/stop mutators relaxed/' \
	-e 's/on m acq_rel/on m relaxed/' -e 's/load(o.mark, seq_cst)/load(o.mark, acquire)/' \
	-e 's/if marking  fence(seq_cst);  if marking  fence(release);/if marking  fence(acquire);  if marking  { }/' \
	-e 's/^  fence(release);  */  /' -e 's/fetch_or(o.mark, 0, acq_rel)/fetch_or(o.mark, 0, acquire)/' \
	-e 's/cas(o.mark, 0, 1, acq_rel)/cas(o.mark, 0, 1, relaxed)/' -e 's/slot \*\/ acquire/slot *\/ relaxed/' \
	"$top_srcdir/tests/weaken/kinds.gc" >wanted
tap_same 'only orders are other bytes' kinds.gc wanted
sed 's/load(o.mark, seq_cst)/load(o.mark, relaxed)/' "$top_srcdir/tests/weaken/kinds-sweep.gc" >wanted
tap_same 'also in the file that is imported' kinds-sweep.gc wanted

# ---- two orders that depend on each other: one of them is enough
fresh
echo 'one relaxed op=fence .*where=kinds.gc:38:|op=load order=seq_cst at=mark.*where=kinds.gc:31:' >rules
weaken
tap_is 'either is enough: exit status' "$status" 0
tap_is 'alone, each could go' "$(row 38:3 | cut -d' ' -f1-3) $(row 31:44 | cut -d' ' -f1-4)" \
	'release - removed seq_cst relaxed acquire ?'
tap_is 'the fence goes' "$(row 38:3)" 'release - removed removed'
tap_is 'and the load stays' "$(row 31:44)" 'seq_cst relaxed acquire ? seq_cst'
tap_is 'this is said' "$(grep -c '^they cannot all be this weak together: none_lost fails in one' out)" 1

# ---- a remark of verify's
verify () {
	"$GCDSL" verify kinds.gc --results "$1" >verified 2>remarks
}
fresh
: >rules
weaken
verify results
tap_is 'verify: as expected all the same' "$?" 0
tap_is 'verify: remarks' "$(grep -c '^remark: ' remarks)" 12
tap_is 'verify: a remark' "$(grep '^remark: kinds.gc:38:3' remarks)" \
	'remark: kinds.gc:38:3: `fence` is release; without it every verdict is the same (relaxed)'
tap_is 'verify: no remark on what no model has' "$(grep -c '13:12' remarks) $(grep -c kinds-sweep remarks)" '0 1'
sed 's/dead : bool/dead  : bool/' kinds.gc >other
cp other kinds.gc
verify results
tap_is 'verify: nothing of another text' "$? $(cat remarks)" '0 '
fresh
weaken --memory tso
verify results
tap_is 'verify: nothing where not all models were tried' "$? $(cat remarks)" '0 '

# ---- JSON
if command -v python3 >/dev/null 2>&1; then
	fresh
	echo 'two relaxed op=fetch_or order=(acq_rel|seq)' >rules
	weaken --json
	cat >look.py <<'EOF'
import json
d = json.load(open('out'))
fetch = [s for s in d['sites'] if s['operation'].startswith('fetch_or')][0]
print(d['version'], d['file'], len(d['sites']), d['stronger_than_needed'], d['applied'], d['status'])
print(fetch['line'], fetch['in'], fetch['order'], fetch['written'], fetch['together'])
for u in fetch['under']:
    print(u['memory'], u['orders_matter'], u['in_model'], u['weakest'], u['undecided'],
        [(t['order'], t['outcome'], t['property'], t['cell'], t['story'] is not None) for t in u['tries']])
print(d['together']['outcome'], d['together']['cells'], d['together']['at_once'])
EOF
	python3 look.py >seen
	cat >wanted <<'EOF'
1 kinds.gc 15 11 False 0
39 barrier allocated acq_rel True acq_rel
sc False True ['acq_rel'] [] []
tso False True ['acq_rel'] [] [('relaxed', 'no effect', None, None, False), ('acquire', 'no effect', None, None, False), ('release', 'no effect', None, None, False)]
relaxed True True ['acq_rel'] [] [('relaxed', 'not modelled', None, None, False), ('acquire', 'fails', 'none_lost', 'two dead=false relaxed any', True), ('release', 'fails', 'none_lost', 'two dead=false relaxed any', True)]
holds 4 True
EOF
	tap_same 'JSON' seen wanted
else
	tap_skip 'JSON' 'python3 is not installed'
fi

# ---- what goes wrong
fresh
echo 'one sc no_model_has_this' >rules
weaken --apply
tap_is 'not as expected as it is: exit status' "$status" 1
tap_is 'not as expected as it is: told' \
	"$(grep -c 'the verdicts already differ from the expected ones, so no order is tried' err)" 1
: >rules
FAKE=limit
export FAKE
weaken --apply --scenario one
tap_is 'a limit: exit status' "$status" 3
tap_is 'a limit: nothing is written' \
	"$(grep -c '^nothing is written, because some results are not known$' out) $(cksum <kinds.gc)" "1 $sum"
FAKE=writes
weaken --apply
FAKE=
tap_is 'the file has changed meanwhile: exit status' "$status" 4
tap_is 'the file has changed meanwhile: told' \
	"$(grep -c 'kinds.gc has changed meanwhile, so it is not written' err)" 1
tap_is 'the file has changed meanwhile: left alone' \
	"$(grep -v '^// more' kinds.gc | cksum)" "$sum"
fresh
FAKE=full
weaken
tap_is 'a tool fails: exit status' "$status" 4
FAKE=
"$GCDSL" weaken kinds.gc --results results >/dev/full 2>err && status=0 || status=$?
tap_is 'standard output is full' "$status $(grep -c 'cannot write to standard output' err)" '4 1'
for row in '--memory:pso:nothing is verified with --memory .pso' \
	'--memory:tso,tsoo:did you mean .tso' '--scenario:three:nothing is verified with --scenario' \
	'--set:x=y:has no option .x' '--mutant:none:mutants are wrong on purpose' \
	'--until:marking:until' '-j:0:-j\|--jobs'
do
	option=${row%%:*} rest=${row#*:}
	weaken "$option" "${rest%%:*}"
	tap_is "$option ${rest%%:*}: exit status" "$status" 2
	tap_is "$option ${rest%%:*}: told" "$(grep -c -e "${rest#*:}" err | sed 's/^[1-9]/1/')" 1
done
for files in '' 'kinds.gc kinds.gc' no-such-file.gc .; do
	# shellcheck disable=SC2086
	"$GCDSL" weaken $files >out 2>err && status=0 || status=$?
	tap_is "files: $files: exit status" "$status" 2
done
echo 'work' >>kinds.gc
weaken --apply
tap_is 'a specification that is wrong' "$status" 2

# A full disk, if one can be made.
fresh
weaken
mkdir small
if (unshare -rm sh -c 'mount -t tmpfs -o size=20k tmpfs small') 2>/dev/null; then
	unshare -rm sh -c 'mount -t tmpfs -o size=20k tmpfs small &&
		cp kinds.gc kinds-sweep.gc small && cat /dev/zero >small/rest 2>/dev/null
		"$GCDSL" weaken small/kinds.gc --results results --apply >out 2>err
		echo $? >full; cksum <small/kinds.gc >after; ls small >left' 2>/dev/null
	tap_is 'no room for the new text: exit status' "$(cat full)" 4
	tap_is 'no room: told' "$(grep -c 'cannot write .*No space left on device' err)" 1
	tap_is 'no room: the text is what it was' "$(cat after)" "$sum"
	tap_is 'no room: nothing is left behind' "$(cat left | tr '\n' ' ')" \
		'kinds-sweep.gc kinds.gc rest '
else
	tap_skip 'no room for the new text' 'no file system can be mounted'
fi

# ---- modes and links
fresh
chmod 600 kinds.gc
mv kinds.gc real.gc
ln -s real.gc kinds.gc
weaken --apply
tap_is 'a link stays one, a mode what it is' \
	"$status $(test -L kinds.gc && echo link) $(stat -c %a real.gc)" '0 link 600'
rm -f kinds.gc real.gc

# ---- interrupted
fresh
rm -f results
FAKE=waits "$GCDSL" weaken kinds.gc --results results --apply >out 2>err &
weakening=$!
tries=0
while [ ! -s waiting ] && [ $tries -lt 1200 ]; do
	sleep 0.05
	tries=$((tries + 1))
done
kill -TERM $weakening
wait $weakening
tap_is 'interrupted: dies of the signal' $? 143
tap_is 'interrupted: says how to go on' \
	"$(grep -c 'interrupted: .* the same command goes on from there' err)" 1
tap_is 'interrupted: nothing is written' "$(cksum <kinds.gc)" "$sum"
tap_is 'interrupted: nothing is left behind' "$(ls tmp)" ''
: >runs
"$GCDSL" weaken kinds.gc --results results >out 2>err
tap_is 'resumed: only what was missing' "$? $(wc -l <runs)" '0 8'
tap_done
