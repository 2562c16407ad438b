#!/bin/sh
# agree.sh: models and C end in the same ways, under every schedule of the C.
. "${top_srcdir:=.}/tests/agree/begin.sh"
examples=$top_srcdir/examples here=$top_srcdir/tests/agree

# agree OPTION… FILE: scenario, memory, the ends of both and the verdict of each row; the status.
agree () {
	"$GCDSL" agree "$@" > said 2>&1 && status=0 || status=$?
	"${AWK:-awk}" '$2 ~ /^(sc|tso|pso)$/ && NF >= 7 { sub(":", "", $7);  print $1, $2, $3, $4, $7 }' said
	echo "status $status"
}

tap_is 'stw.gc: all schedules' "$(agree "$examples/stw.gc" --scenario lost_points_in)" \
"lost_points_in sc 1 1 equal
status 0"
! tap_all || tap_is 'stw.gc: all schedules of two mutators' "$(agree "$examples/stw.gc" --scenario two_stacks)" \
"two_stacks sc 1 1 equal
status 0"
! tap_all || tap_is 'satb.gc: all schedules' "$(agree "$examples/satb.gc" --scenario two_fields)" \
"two_fields sc 1 1 equal
status 0"
tap_is 'satb.gc: some schedules' "$(agree "$examples/satb.gc" --preemptions 1 \
	--scenario pointer_deletion)" \
"pointer_deletion sc 2 2 within
status 0"
! tap_all || tap_is 'satb.gc: some schedules of another scenario' "$(agree "$examples/satb.gc" --preemptions 1 \
	--scenario hung_under_new)" \
"hung_under_new sc 1 1 within
status 0"

! tap_all || tap_is 'all schedules, with store buffers' "$(agree "$examples/satb.gc" --scenario two_fields \
	--memory tso,pso)" \
"two_fields tso 1 1 equal
two_fields pso 1 1 equal
status 0"
tap_is 'what only store buffers show' "$(sed '/fence(seq_cst)/d' "$here/buffering.gc" > late.gc
	agree late.gc --memory sc,tso)" \
"s sc 3 3 equal
s tso 4 4 equal
status 0"
tap_run_status 'preemptions are counted under sc only' 2 "$GCDSL" agree "$here/buffering.gc" \
	--memory sc,tso --preemptions 1

tap_is 'fills ask for buckets, kinds and phases' "$(agree "$here/fills.gc")" "two sc 1 1 equal
status 0"
for first in $(! tap_all || echo 0) 1; do
	tap_is "slots by their numbers, $first" "$(agree "$here/numbered.gc" --set first=$first)" \
"s sc 1 1 equal
status 0"
done

# A second cycle, and an object in a cell that was free.
if tap_all; then
	tap_is 'stw.gc: two cycles' "$(agree "$examples/stw.gc" --set twice=true --seconds 2 |
		sed 's/equal\|within/agrees/')" \
"lost_points_in sc 1 1 agrees
two_roots sc 1 1 agrees
two_fields sc 1 1 agrees
two_stacks sc 1 1 agrees
loops sc 1 1 agrees
stacks_and_loops sc 1 1 agrees
shuffle sc 1 1 agrees
status 0"
	tap_is 'stw.gc: all scenarios, with store buffers' "$(agree "$examples/stw.gc" --memory tso \
		--seconds 2 | sed 's/equal\|within/agrees/')" \
"lost_points_in tso 1 1 agrees
two_roots tso 1 1 agrees
two_fields tso 1 1 agrees
two_stacks tso 1 1 agrees
loops tso 1 1 agrees
stacks_and_loops tso 1 1 agrees
shuffle tso 1 1 agrees
status 0"
	tap_is 'a new object reaches another mutator' "$(agree "$examples/ragged.gc" \
		--scenario early_black --seconds 2 | sed 's/ [0-9]* [0-9]* / /')" \
"early_black sc within
status 0"
	for memory in sc tso; do
		tap_is "satb.gc: all scenarios, $memory" "$(agree "$examples/satb.gc" --memory $memory \
			--seconds 2 | sed 's/equal\|within/agrees/;s/ [0-9]* [0-9]* / /')" \
"two_fields $memory agrees
loops $memory agrees
stacks_and_loops $memory agrees
pointer_shuffling $memory agrees
pointer_deletion $memory agrees
allocate_marked $memory agrees
hung_under_new $memory agrees
second_cycle $memory agrees
status 0"
	done
fi

tap_is 'loops visit the mutators of the scenario' "$(agree "$here/counting.gc")" "s sc 1 1 equal
status 0"

tap_rest
sed 's/objects a;/objects new1, freed;/; s/stack = { a }/stack = { new1, freed }/; s/ collect; / let n = allocate();  collect; /' \
	"$here/counting.gc" > names.gc
tap_is 'new objects have names that no other has' "$("$GCDSL" agree names.gc --seconds 1 --json 2> warnings |
	sed 's/.*"model":\["\([^"]*\)".*/\1/')" 'end new1:{null} freed:{null} new_1:{null} roots=new1,freed,new_1 odd=1'

# How a run ends depends on the order of two units, which one worker runs in one order.
tap_is 'the model has one more end' "$(agree "$here/order.gc")" "s sc 2 1 different
status 1"
tap_is 'it is shown' "$(grep -e '^only the' -e '^the run ends' said)" \
"only the model: end a:last=2{null} roots=a
the run ends like this"
tap_is 'the run has the units in this order' \
	"$(sed -n 's/^ *[0-9]* .*worker  *\([a-z]*(a)\): store.*/\1/p' said)" "one(a)
two(a)"
tap_is 'two workers of the C have it, too' \
	"$(agree "$here/order.gc" --workers 2 --preemptions 1)" "s sc 2 2 within
status 0"

tap_rest
# The unit of c1 runs before or after the interval has begun; in the C only after.
cat > interval.gc <<'END'
collector interval;
object { n : bit = 0;  field : ref[]; }
phase mid from drained(one) to drained(two);
work a1() once { }
work b1(o : ref) set { store(o.n, 1);  emit c1(o); }
work c1(o : ref) set { if mid store(o.n, 0); }
cycle gc from requested to drained(two);
bucket one { a1 }  fill emit a1();
bucket two { b1, c1 }  open when drained(one)  fill for o : object emit b1(o);
scenario s { objects a;  mutator m (stack = { a }) { collect; } }
END
tap_is 'the model may be late with an interval' "$(agree interval.gc)" "s sc 2 1 different
status 1"
tap_is 'that this may be the reason is said' "$(grep -c 'or because an interval changes at any time' said)" 1
"$GCDSL" agree "$here/order.gc" > said || true
tap_is 'but not where there is none' "$(grep -c 'or because an interval' said)" 0

# The same as JSON.
"$GCDSL" agree --json "$here/order.gc" > said.json
tap_is 'as JSON' "$(sed 's/"seconds":[0-9.e-]*/"seconds":0/; s/"\(executions\|operations\|longest\)":[0-9]*/"\1":N/g
	s/"file":"[^"]*"/"file":""/' said.json)" \
'{"version":1,"file":"","collector":"order","options":"","cells":[{"scenario":"s","memory":"sc","verdict":"different","reason":"an end that only the model has","model":["end a:last=1{null} roots=a","end a:last=2{null} roots=a"],"c":["end a:last=1{null} roots=a"],"executions":N,"blocked":0,"operations":N,"longest":N,"seconds":0,"counterexample":null,"only_c":null,"only_model":"end a:last=2{null} roots=a"}],"interrupted":false}'

# Where the model breaks something nothing is compared.
sed 's/store(o.last, 1)/free(o)/' "$here/order.gc" > breaks.gc
tap_is 'what breaks is not compared' "$(agree breaks.gc)" "s sc 1 0 inconclusive
status 3" 
# In the model a unit about an object runs even if the object is freed first: no C is made of that.
tap_is 'units whose object may be freed first are not compared' "$(agree "$here/freed-first.gc")" \
"s sc 1 0 inconclusive
status 3"
sed -e '/^bucket counts/s/frees/stacks/' -e '/^bucket frees/s/stacks/counts/' -e '/^bucket go/s/counts/frees/' \
	"$here/freed-first.gc" > used-first.gc
tap_is 'units that run before any object is freed' "$(agree used-first.gc)" "s sc 1 1 equal
status 0"
sed -e '/^work start/s/  for o : object  emit use(o);//' -e '/^bucket counts/s/;$/ fill for o : object  emit use(o);/' \
	"$here/freed-first.gc" > listed-later.gc
tap_is 'units about what is left' "$(agree listed-later.gc)" "s sc 1 1 equal
status 0"
# Of two branches one runs, so each object has one unit, which alone frees it.  With another loop it has two.
cat > branches.gc << 'EOF'
collector branches;
object { mark : bit = 0; field : ref[]; }
work start() once { stop mutators;  for m : mutator  emit roots(m); }
work roots(m : mutator) set { for s in m.roots { let r = load(s);  if r != null  store(r.mark, 1); } }
work list() once { if drained(stacks) { for o : object  emit kill(o); } else { for o : object  emit kill(o); } }
work kill(o : ref) bag { if load(o.mark) == 0  free(o); }
work go_on() once { resume mutators; }
cycle gc from requested to drained(go);
bucket first  { start }  fill emit start();
bucket stacks { roots }  open when drained(first);
bucket lists  { list }   open when drained(stacks)  fill emit list();
bucket frees  { kill }   open when drained(lists);
bucket go     { go_on }  open when drained(frees)  fill emit go_on();
scenario s { objects a, b;  mutator m (stack = { a }) { collect; } }
EOF
tap_is 'units of either branch' "$(agree branches.gc)" "s sc 1 1 equal
status 0"
sed '/^work list/s/ }$/  for o : object  emit kill(o); }/' branches.gc > twice.gc
tap_is 'two units of an object that is freed' \
	"$("$GCDSL" compile twice.gc --target c -o out 2>&1 | grep -c 'E0923')" 1
tap_is 'nor is what has no scripts' "$("$GCDSL" agree "$examples/satb.gc" --scenario any_two 2>&1 |
	sed 's/.* has no/has no/;1q')" 'has no scenario `any_two` with scripts'
tap_done
