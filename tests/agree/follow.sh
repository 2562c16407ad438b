#!/bin/sh
# follow.sh: the C does what a run of the model does, if it can.
. "${top_srcdir:=.}/tests/agree/begin.sh"
examples=$top_srcdir/examples

# runtime FILE OPTION…: what the report says of the runtime as it is, in `said'.  What the story does as the
# scheduler comes after that: directed.sh.
runtime () {
	"$GCDSL" explore "$@" > whole 2>&1 && status=0 || status=$?
	sed '/^\(not \)*directed:/,$d' whole > said
}

# follow FILE STORY OPTION…: the status, what was done, and what fails.
follow () {
	file=$1 story=$2
	shift 2
	runtime "$file" --follow "$story" "$@"
	echo "status $status"
	sed -n -e 's/^followed.*/followed/p' -e 's/^not followed.*/not followed/p' \
		-e 's/^  \(end .*\)/\1/p' -e 's/^it fails: //p' -e 's/^VIOLATION: \([a-z_]*\).*/VIOLATION \1/p' said
}

# mutant SPECIFICATION MUTANT SCENARIO SAID: the C of the mutant breaks what its model breaks.
mutant () {
	"$GCDSL" trace --json "$examples/$1.gc" --mutant "$2" --scenario "$3" > "$2.json"
	tap_is "$1.gc, $2: the C does it, too" "$(follow "$examples/$1.gc" "$2.json")" "status 0
followed
$4"
}

mutant satb no_barrier pointer_deletion 'end a:mark=1{null} b:mark=0{null} roots=a marking=0
VIOLATION snapshot_marked'
tap_is 'the schedule repeats it' "$(follow "$examples/satb.gc" no_barrier.json --workers 1 --replay gcdsl.schedule)" \
'status 0
followed
end a:mark=1{null} b:mark=0{null} roots=a marking=0
VIOLATION snapshot_marked'
tap_is 'the states are those of the story' "$(grep 'steps of the story' said)" \
	'17 of the 20 steps of the story have events in C.  After each of them what can be read of the state of the C is as in the story.'
# After the last events a lock is held: what cannot be read then is not claimed to be compared.
unread='After the last of them 7 of the buckets, phases and mutators could not be read, because the C had a lock.'
tap_is 'what could not be read is counted' "$(grep 'could not be read' said)" "$unread"

# states STORY SPECIFICATION: the first part of the state that differs.
states () {
	runtime "$2" --follow "$1" --workers 1
	echo "status $status"
	sed -n '/another one:$/,$p' said
}
sed '3s/"metadata":{"mark":0}/"metadata":{"mark":1}/' no_barrier.json > marked.json
tap_is 'a state that the story does not have' "$(states marked.json "$examples/satb.gc")" \
'status 1
After step 2 of the story (event 3 of 28) the state of the C is another one:
  open start
a.mark: the model has 1, the C has 0'

tap_rest
"$GCDSL" explore "$examples/satb.gc" --follow no_barrier.json --workers 1 -o none/schedule > said
tap_is 'a schedule that cannot be written' "$(sed -n 's/^\(to see it again\).*/\1/p;/^the schedule/p' said)" \
	'the schedule is not kept: none/schedule: No such file or directory'
mutant satb white_allocation allocate_marked 'end a:mark=0{null} roots=a,freed marking=0
VIOLATION none_lost'
mutant stw sweep_too_early lost_points_in 'end a:freed lost:mark=0{freed} roots=freed
VIOLATION none_lost'
mutant ragged received_white handed_over 'end c:freed roots=null,freed armed=0 scanned=0
VIOLATION none_lost'
mutant stw no_resume lost_points_in 'no task can go on'
mutant stw null_is_marked lost_points_in 'something that is not an object is accessed or freed'
mutant satb marks_stay second_cycle 'end a:mark=1{null} new1:mark=1{freed} roots=a,new1,null marking=0
VIOLATION none_lost'
# change SED SAID: the story with another state.  Line 21 is step 20.
change () {
	sed "$1" no_barrier.json > changed.json
	tap_is "another state: $1" "$(states changed.json "$examples/satb.gc" | grep . | tail -n 1)" "$2"
}
change '15s/"fields":{"field":\[null\]}/"fields":{"field":["a"]}/' \
	'a.field[0]: the model has a, the C has null'
change '9s/"object":"b","live":true/"object":"b","live":false/' \
	'object b: the model has free, the C has live'
change '13s/"start":true/"start":false/' 'bucket start: the model has closed, the C has open'
change '14s/"marking":true/"marking":false/' 'phase marking: the model has off, the C has on'
change 's/"m":"running"/"m":"away"/g' 'mutator m: the model has away, the C has running'

# The C of a kernel stores what no event tells.
cat > storing-gcc << 'EOF'
#!/bin/sh
[ ! -f satb.c ] || sed -i 's/struct satb_each_scan_obj_1 each_1 = { worker };/& *gcrt_table(gc_ref_value(o_), 1) = 0;/' satb.c
exec gcc "$@"
EOF
chmod +x storing-gcc
tap_is 'a store that is no event' \
	"$(export GCDSL_CC="$PWD/storing-gcc"; states no_barrier.json "$examples/satb.gc")" \
'status 1
After step 14 of the story (event 23 of 28) the state of the C is another one:
  scan_obj(a): load a.field[0]: null
a.mark: the model has 1, the C has 0'

# The C of the collector without the mistake does something else: its barrier loads the slot.
sed '1s/"mutant":"no_barrier"/"mutant":null/' no_barrier.json > sound.json
tap_is 'who has the barrier cannot follow' "$(follow "$examples/satb.gc" sound.json --workers 1 --seconds 1 |
	sed 1d)" 'not followed'
tap_is 'up to its store' "$(grep -A 1 '^The next' said | sed 's/^ *[0-9]* *//')" \
'The next would be
mutator m: store a.field[0]: null'
tap_is 'there it loads' "$(sed -n 's/^  it is about to do what the story does not: //p' said)" \
	'mutator m: load a.field[0]: ?'

# Slots by their numbers: of null, and one that the object does not have, after the operation before.
for kernel in 'let r = load(o.field[0]);  store(r.field[0], null);' 'for s in o.field { store(o.field[1], swap(s, null)); }'; do
	cat > slots.gc << END
collector slots;
object { mark : bit = 0;  field : ref[]; }
work look(o : ref) set { $kernel }
cycle gc from requested to drained(b);
bucket b { look }  fill for o : object  emit look(o);
property none = always forall o (peek(o.mark) == 0);
scenario s { objects a;  a.field = { null };  mutator m (stack = { a }) { collect; } }
verify { memory sc;  workers any;  expect none hold;  expect no_freed_access hold; }
END
	"$GCDSL" trace --json slots.gc > slots.json 2> message
	follow slots.gc slots.json
done > slots
tap_is 'slots by their numbers: what the model reports, and the C' "$(cat slots)" 'status 0
followed
something that is not an object is accessed or freed
status 0
followed
the runtime stops the program: there is no slot 1: the object has 1'

"$GCDSL" explore "$examples/satb.gc" --follow no_barrier.json --workers 1 --json > said
tap_is 'as JSON' "$(sed 's/"file":"[^"]*"/"file":""/; s/"report":"followed: [^"]*"/"report":""/' said)" \
'{"version":1,"file":"","collector":"satb","scenario":"pointer_deletion","memory":"sc","mutant":"no_barrier","story":"no_barrier.json","property":"snapshot_marked","scheduler":"runtime","workers":1,"events":28,"done":28,"steps":20,"compared":17,"unread":7,"difference":null,"verdict":"fails too","directed":null,"report":""}'

# An assert, and what stops the program in another way.
sed 's/store(o.last, 1);/let x = load(o.last);  assert x != 2;/' "$top_srcdir/tests/agree/order.gc" > assert.gc
"$GCDSL" trace --json assert.gc > assert.json
tap_is 'an assert' "$(follow assert.gc assert.json --workers 1)" 'status 0
followed
the assert at assert.gc:8 does not hold'
if tap_all; then
	sed '$s/"property":"assert:[0-9:]*"/"property":"use:resume"/' assert.json > resume.json
	tap_is 'it fails in another way' "$(follow assert.gc resume.json --workers 1 | sed 1q) $(grep -c '^it fails in another way' said)" \
		'status 3 1'
fi

# A cycle that is stuck while mutators are stopped: the runtime notices it.
cat > stuck.gc << 'EOF'
collector stuck_stopped;
object { n : bit = 0; field : ref[]; }
phase waits;
work start() once { stop mutators; begin waits; for m : mutator emit roots(m); }
work roots(m : mutator) set { for s in m.roots { let r = load(s); if r != null and load(r.n) == 1 end waits; } }
work let_go() once { resume mutators; }
cycle gc from requested to drained(go);
bucket first { start } fill emit start();
bucket stack { roots } open when drained(first);
bucket go { let_go } open when drained(stack) and not waits fill emit let_go();
scenario s { objects a; mutator m (stack = { a }) { collect; } }
EOF
"$GCDSL" trace --json stuck.gc > stuck.json
tap_is 'a stuck cycle' "$(follow stuck.gc stuck.json --workers 1)" 'status 0
followed
the runtime stops the program: cycle gc is stuck: mutators are stopped, no unit can run and no guard holds'

# What a formula reads is compared, and no more.  Status 3: whether the property fails is not decided.
heap () {
	"$GCDSL" trace --json "$1.gc" > "$1.json"
	runtime "$1.gc" --follow "$1.json" --workers 1
	tap_is "$2" "$(sed -n 's/^its heap is \([a-z]*\).*/\1/p; s/^\(VIOLATION\).*/\1/p
		s/^It is not decided.*: //p' said)
$status" "$3"
}
cat > other.gc << 'EOF'
collector other;
object { key : bit = 0; n : bit = 0; field : ref[]; }
work start() once { stop mutators; for m : mutator emit roots(m); }
work roots(m : mutator) set { for s in m.roots { let r = load(s); if r != null { emit one(r); } } }
work one(o : ref) set serial { store(o.n, 1); }
work let_go() once { resume mutators; }
cycle gc from requested to drained(go);
bucket first { start } fill emit start();
bucket stack { roots } open when drained(first);
bucket marks { one } open when drained(stack);
bucket go { let_go } open when drained(marks) fill emit let_go();
property p = always forall o (peek(o.key) == 0 and peek(o.n) == 1 implies exists q (peek(q.key) == 1 and peek(q.n) == 1));
scenario s { objects a, b; a.key = 1; mutator m (stack = { a, b }) { collect; } }
EOF
heap other 'metadata of another object, which the formula reads' 'not
its heap is not as that of the model.
3'
# Another value than that of the story.
sed 's/^\(work one.*\)store(o.n, 1)/\1store(o.n, 0)/' other.gc > nought.gc
tap_is 'a kernel stores another value' "$(states other.json nought.gc | sed '/^  /d; /^After/d')" \
'status 1
b.n: the model has 1, the C has 0'
cat > phase.gc << 'EOF'
collector phase_read;
object { n : bit = 0; field : ref[]; }
phase mid from drained(one) to drained(two);
work a1() once { }
work b1(o : ref) set { store(o.n, 1); }
work c1() once { }
cycle gc from requested to drained(gone);
bucket one { a1 } fill emit a1();
bucket two { b1 } open when drained(one) fill for o : object emit b1(o);
bucket gone { c1 } open when drained(two) fill emit c1();
property p = always not open(two);
scenario s { objects a; mutator m (stack = { a }) { collect; } }
EOF
heap phase 'a phase that the formula does not read' 'as
VIOLATION
0'
sed 's/^property.*/property p = always (mid implies forall o (peek(o.n) == 0));/' phase.gc > read.gc
heap read 'a phase that it reads' 'not
its heap is not as that of the model.
3'
sed 's/emit one(r);/&  &/' "$top_srcdir/tests/agree/order.gc" > twice.gc
heap twice 'what the runtime does not check' 'as
the runtime does not check it.
3'

if tap_all; then
	# A model may open the two buckets one after the other.
	sed -e '/^phase/d' -e 's/^bucket gone.*/bucket gone { c1 } open when drained(one) fill emit c1();/' \
	-e 's/^property.*/property p = always not (open(two) and not open(gone) and exists o (peek(o.n) == 1));/' \
	-e 's/drained(gone);/drained(last);/' phase.gc > buckets.gc
	cat >> buckets.gc << 'EOF'
work d1() once { }
bucket last { d1 } open when drained(two) and drained(gone) fill emit d1();
EOF
	heap buckets 'a bucket that the C has opened' 'as
its formula reads what is open or goes on, which differs in the C.
3'
	sed -e '/^phase/d' -e 's/^property.*/ghost g : bit = 0;\nproperty p = always not (g == 0 and exists o (peek(o.n) == 1));/' \
	phase.gc > ghost.gc
	heap ghost 'a ghost' 'as
its formula reads a ghost, and the C has none.
3'
fi

# An interval.
cp "$top_srcdir/tests/agree/interval.gc" .
"$GCDSL" trace --json interval.gc > interval.json 2> warning
tap_is 'an interval: the C does it, too' "$(follow interval.gc interval.json --workers 1 | sed -n 1,2p)" 'status 0
followed'

# verify prints the command for a story that can be followed.
"$GCDSL" verify other.gc > said || true
tap_is 'verify: how to see it in C' "$(grep -c '^to see it in C: .* gcdsl explore other.gc --follow' said)" 1
sed 's/^property.*/property p = always exists o (peek(o.n) == 1);/' other.gc > at_once.gc
"$GCDSL" verify at_once.gc > said || true
tap_is 'verify: no step to follow' "$(grep -c '^to see it again' said) $(grep -c '^to see it in C' said)" '1 0'

# What is no story, or of something else.
wrong () {
	follow "$examples/satb.gc" "$@" > status
	tap_is "$what" "$(sed 1q status) $(sed -n '1s/.*followed: //;1s/.*: the story/the story/;1p' said)" "status 2 $is"
}
what='no such file' is='No such file or directory'
wrong none.json
what='no step' is='it has no step'
sed -n '1p;$p' no_barrier.json > short.json
wrong short.json
what='no JSON' is="line 4 is not a line of \`gcdsl trace --json'"
sed '4s/.*/no/' no_barrier.json > damaged.json
wrong damaged.json
what='cut off' is="it is not what \`gcdsl trace --json' writes, from the first line to the last"
sed '$d' no_barrier.json > cut.json
wrong cut.json
what='another collector' is="it is of the collector \`stw', not of \`satb'"
sed '1s/"collector":"satb"/"collector":"stw"/' no_barrier.json > other.json
wrong other.json
what='another memory model' is="the story \`relaxed.json\` is under \`relaxed\`, and only those under \`sc\`, \`tso\` and \`pso\` are followed"
sed '1s/"memory":"sc"/"memory":"relaxed"/' no_barrier.json > relaxed.json
wrong relaxed.json
what='another bucket' is="line 3: there is no bucket \`begin' here"
sed '3s/"location":"start"/"location":"begin"/' no_barrier.json > bucket.json
wrong bucket.json
what='with a scenario' is="the story \`no_barrier.json\` says which scenario, options and memory model it is of"
wrong no_barrier.json --scenario loops
tap_run_status 'another option' 2 "$GCDSL" explore "$examples/stw.gc" --follow no_barrier.json

# An end that one worker does not reach.
if tap_all; then
	"$GCDSL" agree "$top_srcdir/tests/agree/order.gc" > said || true
	tap_is 'agree: two workers follow the model' "$(sed -n '/^this run/,/^  end/p' said)" \
'this run, with 2 workers of the C:

followed: the C does all 23 events of the story, and then
it ends as the model does:
  end a:last=2{null} roots=a'
fi
tap_done
