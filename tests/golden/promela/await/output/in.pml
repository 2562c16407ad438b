/* Made by gcdsl from in.gc: do not edit.
 *
 * collector poll, options: none
 * scenario s, memory sc, workers any
 * properties, by the number that pan prints in failed_property!=N:
 *   1 no_freed_access
 *   2 unit_unique
 *   3 no_stranded
 *   4 cycle_ends
 * foldings, which make several steps of the collector one step of the model:
 *   a unit is taken from the pool in its first step: start_gc roots put wait let_go
 *   a bucket opens in the step that fulfils its condition: second last
 *
 * How to read it: begin with the processes, at the end.  Each option of a process is one
 * atomic step of the system: a guard, and an inline that says what the step does.
 *   run_K_N   a unit of kind K, from its place N to the next one; its counters are declared
 *             under `work K', with the line where each place is in the specification
 *   step_X    a step of the releaser, of a mutator, or of the environment
 * The calls at the end of a step check the properties that read what the step may change.
 *
 * By hand, with its support files beside it:
 *   spin -a in.pml
 *   cc -DSAFETY -DNOREDUCE -DNOFAIR -o pan pan.c && ./pan -w18 -m1000000 -b -E
 *   spin -t -T in.pml     (replays an error as lines that begin with @) */

// objects: 0 a, 1 null; roots: 6 m.a, of `mem', which has metadata, then slots, then roots
#define OBJECTS 1
#define SLOTS_PER_OBJECT 1
#define MUTATORS 1
#define COLLECTOR MUTATORS
#define AT_state(object) (0 + (object))
#define AT_info(object) (2 + (object))
#define FIRST_SLOT 4
#define FIRST_ROOT 6
#define END_ROOT 7
#define LOCATIONS 7
#define FIRST_ROOT_OF(m) (FIRST_ROOT + 0)
#define END_ROOT_OF(m) (FIRST_ROOT + 1)
#define IS_STRONG(slot) (true)
#define MEM_TYPE byte
#define MEM_INITIAL { 0, 0, 0, 0, 1, 1, 0 }
#define LIVE_INITIAL { 1, 0 }
#define REACH_INITIAL { 1, 0 }
#define REACH_STORAGE hidden
#define ALL_STOPPED (is_stopped[0])
#define SCRIPT_TYPE byte
#define THERE(m) true
#define OPERATIONS_REACH skip
#define IN_OPERATION(m) false
#define HANDSHAKES(m) false
#include "pool.pml"
#define MEM_REACH skip
#include "memory-sc.pml"
#include "heap.pml"
#include "stop.pml"
#line 57 "in.pml"
bool finished;
short pick;                     // the unit that an option chose, or its variables in one number; 0 between steps
// variables of kernels: each step computes them again
hidden int v_m, v_s, v_o, v_i;
// 13:1: cycle gc
bool requested_gc, running_gc;
hidden byte number_gc;        // for the events of a replay

// 14:1: bucket first: start_gc
bool open_first;
#define HAS_OPENED_first (open_first || !(running_gc))
#define DRAINED_first (HAS_OPENED_first && (units_start_gc == 0))
// 15:1: bucket second: roots, put, wait; opens when drained(first)
bool open_second;
#define HAS_OPENED_second (open_second || !(running_gc))
#define DRAINED_second (HAS_OPENED_second && (units_roots == 0 && units_put == 0 && units_wait == 0))
// 16:1: bucket last: let_go; opens when drained(second)
bool open_last;
#define HAS_OPENED_last (open_last || !(running_gc))
#define DRAINED_last (HAS_OPENED_last && (units_let_go == 0))

// For each kind of work K, by the number u of the unit or of its variables:
//   units_K       units that are pending or running     pending_K[u]  that are pending
//   busy_K        units that are running                holds_K[u]    pending or running
//   at_K_N[u]     units that are running and go on from place N
// 4:1: work start_gc, once
byte units_start_gc, busy_start_gc, pending_start_gc[1], holds_start_gc[1];
byte at_start_gc_1[1];    // waits for the stop of 4:24
// 5:1: work roots, set
byte units_roots, busy_roots, pending_roots[1], holds_roots[1];
byte at_roots_1[1];    // before 5:50
#define VALUES_roots_1(a_m, a_s) ((a_m) * 1 + ((a_s) - FIRST_ROOT_OF(a_m)))
// 6:1: work put, set
byte units_put, busy_put, pending_put[1], holds_put[1];
byte at_put_1[1];    // before 6:44
byte at_put_2[1];    // before 6:67
// 7:1: work wait, set
byte units_wait, busy_wait, pending_wait[1], holds_wait[1];
byte at_wait_1[2];    // before 9:3
#define VALUES_wait_1(a_o, a_i) ((a_o) * 2 + (a_i))
// 12:1: work let_go, once
byte units_let_go, busy_let_go, pending_let_go[1], holds_let_go[1];
bool stalled;                   // all units that run wait, and there is no other worker
#define ALL_WAIT (busy_start_gc + busy_roots + busy_put + busy_wait + busy_let_go > 0 && busy_start_gc + busy_roots + busy_put + busy_wait + busy_let_go == (at_start_gc_1[0] + (at_wait_1[0] + at_wait_1[1])) && ((at_start_gc_1[0] == 0 || !(ALL_STOPPED || !stop_requested)) && ((at_wait_1[0] == 0 || !((mem_peek(AT_state((0))) == 2) || !live[(0)])) && (at_wait_1[1] == 0 || !((mem_peek(AT_state((0))) == 2) || !live[(0)])))))

inline emit_start_gc() {
	WHEN(holds_start_gc[0] > 0, printf("@ fail property=unit_unique binding=- where=in.gc:4:1\n"); FAIL(2));
	holds_start_gc[0]++; MORE(units_start_gc, "@ fail property=over-bound binding=- kind=start_gc where=in.gc:4:1\n"); pending_start_gc[0]++
}

inline emit_roots(a_m) {
	WHEN(holds_roots[(a_m)] > 0, printf("@ fail property=unit_unique binding=- where=in.gc:5:1\n"); FAIL(2));
	holds_roots[(a_m)]++; MORE(units_roots, "@ fail property=over-bound binding=- kind=roots where=in.gc:5:1\n"); pending_roots[(a_m)]++
}

inline emit_put(a_o) {
	WHEN(holds_put[(a_o)] > 0, printf("@ fail property=unit_unique binding=- where=in.gc:6:1\n"); FAIL(2));
	holds_put[(a_o)]++; MORE(units_put, "@ fail property=over-bound binding=- kind=put where=in.gc:6:1\n"); pending_put[(a_o)]++
}

inline emit_wait(a_o) {
	WHEN(holds_wait[(a_o)] > 0, printf("@ fail property=unit_unique binding=- where=in.gc:7:1\n"); FAIL(2));
	holds_wait[(a_o)]++; MORE(units_wait, "@ fail property=over-bound binding=- kind=wait where=in.gc:7:1\n"); pending_wait[(a_o)]++
}

inline emit_let_go() {
	WHEN(holds_let_go[0] > 0, printf("@ fail property=unit_unique binding=- where=in.gc:12:1\n"); FAIL(2));
	holds_let_go[0]++; MORE(units_let_go, "@ fail property=over-bound binding=- kind=let_go where=in.gc:12:1\n"); pending_let_go[0]++
}

inline open_at_once_second() {
	if
	:: (running_gc) && !open_second && DRAINED_first ->
		printf("@ open bucket=second where=in.gc:15:1\n");
		open_second = true;
	:: else -> skip
	fi
}

inline open_at_once_last() {
	if
	:: (running_gc) && !open_last && DRAINED_second ->
		printf("@ open bucket=last where=in.gc:16:1\n");
		open_last = true;
		printf("@ emit kind=let_go unit=- where=in.gc:16:55\n");
		emit_let_go();
	:: else -> skip
	fi
}

inline run_start_gc_0() {
	pending_start_gc[pick]--; busy_start_gc++;
	printf("@ step do=run thread=worker kind=start_gc unit=- where=in.gc:4:24\n");
	// 4:24: stop mutators
	WHEN(stop_requested, printf("@ fail property=use:stop binding=- where=in.gc:4:24\n"); FAIL(FAILED_ASSERT));
	stop_requested = true;
	printf("@ stop where=in.gc:4:24\n");
	at_start_gc_1[0]++;
	open_at_once_second();
	open_at_once_last();
}

inline run_start_gc_1() {
	at_start_gc_1[0]--;
	stalled = false;
	printf("@ step do=run thread=worker kind=start_gc unit=- where=in.gc:4:24\n");
	printf("@ all_stopped where=in.gc:4:24\n");
	// 4:40: for m : mutator
	v_m = 0;
	do
	:: v_m < 1 ->
		printf("@ emit kind=roots unit=%d where=in.gc:4:57\n", v_m);
		emit_roots(v_m);
		v_m++;
	:: else -> break
	od;
	v_m = 0;
	holds_start_gc[0]--; busy_start_gc--; units_start_gc--;
	printf("@ done kind=start_gc unit=-\n");
	open_at_once_second();
	open_at_once_last();
}

inline run_roots_0() {
	pending_roots[pick]--; busy_roots++;
	v_m = 0;
	pick = 0;
	printf("@ step do=run thread=worker kind=roots unit=%d where=in.gc:5:31\n", v_m);
	// 5:31: for s in m.roots
	v_s = FIRST_ROOT_OF(v_m);
	if
	:: v_s < END_ROOT_OF(v_m) ->
		// 5:50: let o = load(s, relaxed)
		mem_load(COLLECTOR, v_s, MEM_RELAXED, v_o);
		printf("@ access op=load order=relaxed at=root root=%d mutator=%d found=%d where=in.gc:5:35\n", v_s - FIRST_ROOT, v_m, SHOWN(v_o));
		// 5:68: if o != null
		if
		:: (v_o != NIL) ->
			printf("@ emit kind=put unit=%d where=in.gc:5:83\n", SHOWN(v_o));
			emit_put(v_o);
			printf("@ emit kind=wait unit=%d where=in.gc:5:97\n", SHOWN(v_o));
			emit_wait(v_o);
		:: else -> skip
		fi;
		v_s++;
		if
		:: v_s < END_ROOT_OF(v_m) ->
			at_roots_1[VALUES_roots_1(v_m, v_s)]++;
		:: else ->
			holds_roots[v_m]--; busy_roots--; units_roots--;
			printf("@ done kind=roots unit=%d\n", v_m);
		fi;
	:: else ->
		holds_roots[v_m]--; busy_roots--; units_roots--;
		printf("@ done kind=roots unit=%d\n", v_m);
	fi;
	open_at_once_last();
}

inline run_roots_1() {
	v_s = 0;
	v_m = 0;
	v_s = v_s + FIRST_ROOT_OF(v_m);
	pick = 0;
	at_roots_1[VALUES_roots_1(v_m, v_s)]--;
	printf("@ step do=run thread=worker kind=roots unit=%d where=in.gc:5:50\n", v_m);
	// 5:50: let o = load(s, relaxed)
	mem_load(COLLECTOR, v_s, MEM_RELAXED, v_o);
	printf("@ access op=load order=relaxed at=root root=%d mutator=%d found=%d where=in.gc:5:35\n", v_s - FIRST_ROOT, v_m, SHOWN(v_o));
	// 5:68: if o != null
	if
	:: (v_o != NIL) ->
		printf("@ emit kind=put unit=%d where=in.gc:5:83\n", SHOWN(v_o));
		emit_put(v_o);
		printf("@ emit kind=wait unit=%d where=in.gc:5:97\n", SHOWN(v_o));
		emit_wait(v_o);
	:: else -> skip
	fi;
	v_s++;
	if
	:: v_s < END_ROOT_OF(v_m) ->
		at_roots_1[VALUES_roots_1(v_m, v_s)]++;
	:: else ->
		holds_roots[v_m]--; busy_roots--; units_roots--;
		printf("@ done kind=roots unit=%d\n", v_m);
	fi;
	open_at_once_last();
}

inline run_put_0() {
	pending_put[pick]--; busy_put++;
	v_o = 0;
	pick = 0;
	printf("@ step do=run thread=worker kind=put unit=%d where=in.gc:6:25\n", SHOWN(v_o));
	// 6:25: store(o.info, 1, relaxed)
	WHEN(!live[v_o], printf("@ fail property=no_freed_access binding=%d where=in.gc:6:31\n", SHOWN(v_o)); FAIL(1));
	mem_store(COLLECTOR, AT_info(v_o), MEM_RELAXED, 1);
	printf("@ access op=store order=relaxed at=info object=%d stored=%d where=in.gc:6:31\n", SHOWN(v_o), mem_peek(AT_info(v_o)));
	at_put_1[v_o]++;
	open_at_once_last();
}

inline run_put_1() {
	v_o = 0;
	pick = 0;
	at_put_1[v_o]--;
	printf("@ step do=run thread=worker kind=put unit=%d where=in.gc:6:44\n", SHOWN(v_o));
	// 6:44: store(o.state, busy, relaxed)
	WHEN(!live[v_o], printf("@ fail property=no_freed_access binding=%d where=in.gc:6:50\n", SHOWN(v_o)); FAIL(1));
	mem_store(COLLECTOR, AT_state(v_o), MEM_RELAXED, 1);
	printf("@ access op=store order=relaxed at=state object=%d stored=%d where=in.gc:6:50\n", SHOWN(v_o), mem_peek(AT_state(v_o)));
	at_put_2[v_o]++;
}

inline run_put_2() {
	v_o = 0;
	pick = 0;
	at_put_2[v_o]--;
	printf("@ step do=run thread=worker kind=put unit=%d where=in.gc:6:67\n", SHOWN(v_o));
	// 6:67: store(o.state, done, relaxed)
	WHEN(!live[v_o], printf("@ fail property=no_freed_access binding=%d where=in.gc:6:73\n", SHOWN(v_o)); FAIL(1));
	mem_store(COLLECTOR, AT_state(v_o), MEM_RELAXED, 2);
	printf("@ access op=store order=relaxed at=state object=%d stored=%d where=in.gc:6:73\n", SHOWN(v_o), mem_peek(AT_state(v_o)));
	holds_put[v_o]--; busy_put--; units_put--;
	printf("@ done kind=put unit=%d\n", SHOWN(v_o));
	open_at_once_last();
}

inline run_wait_0() {
	pending_wait[pick]--; busy_wait++;
	v_o = 0;
	pick = 0;
	printf("@ step do=run thread=worker kind=wait unit=%d where=in.gc:8:3\n", SHOWN(v_o));
	// 8:3: let i = load(o.info, relaxed)
	WHEN(!live[v_o], printf("@ fail property=no_freed_access binding=%d where=in.gc:8:16\n", SHOWN(v_o)); FAIL(1));
	mem_load(COLLECTOR, AT_info(v_o), MEM_RELAXED, v_i);
	printf("@ access op=load order=relaxed at=info object=%d found=%d where=in.gc:8:16\n", SHOWN(v_o), v_i);
	printf("@ waits at=state object=%d where=in.gc:9:22\n", SHOWN(v_o));
	at_wait_1[VALUES_wait_1(v_o, v_i)]++;
	open_at_once_last();
}

inline run_wait_1() {
	v_i = pick % 2;
	v_o = 0;
	pick = 0;
	at_wait_1[VALUES_wait_1(v_o, v_i)]--;
	stalled = false;
	printf("@ step do=run thread=worker kind=wait unit=%d where=in.gc:9:3\n", SHOWN(v_o));
	// 9:3: let s = await load(o.state, relaxed) where s == done
	WHEN(!live[v_o], printf("@ fail property=no_freed_access binding=%d where=in.gc:9:22\n", SHOWN(v_o)); FAIL(1));
	mem_load(COLLECTOR, AT_state(v_o), MEM_RELAXED, v_s);
	printf("@ access op=load order=relaxed at=state object=%d found=%d where=in.gc:9:22\n", SHOWN(v_o), v_s);
	// 10:3: assert i == 1
	WHEN(!(v_i == 1), printf("@ variable number=1 value=%d\n", v_i); printf("@ fail property=assert:10:3 binding=- where=in.gc:10:3\n"); FAIL(FAILED_ASSERT));
	holds_wait[v_o]--; busy_wait--; units_wait--;
	printf("@ done kind=wait unit=%d\n", SHOWN(v_o));
	open_at_once_last();
}

inline run_let_go_0() {
	pending_let_go[pick]--; busy_let_go++;
	printf("@ step do=run thread=worker kind=let_go unit=- where=in.gc:12:22\n");
	// 12:22: resume mutators
	WHEN(!stop_requested || !ALL_STOPPED, printf("@ fail property=use:resume binding=- where=in.gc:12:22\n"); FAIL(FAILED_ASSERT));
	resume_mutators();
	printf("@ resume where=in.gc:12:22\n");
	holds_let_go[0]--; busy_let_go--; units_let_go--;
	printf("@ done kind=let_go unit=-\n");
}

inline step_stall() {
	printf("@ step do=stall thread=environment\n");
	stalled = true;
}

inline step_begin_gc() {
	number_gc++;
	printf("@ step do=begin thread=releaser cycle=gc number=%d where=in.gc:13:1\n", number_gc);
	requested_gc = false;
	running_gc = true;
	waiters_see_begin(0);
	printf("@ open bucket=first where=in.gc:14:1\n");
	open_first = true;
	printf("@ emit kind=start_gc unit=- where=in.gc:14:32\n");
	emit_start_gc();
	open_at_once_second();
	open_at_once_last();
}

inline step_end_gc() {
	printf("@ step do=end thread=releaser cycle=gc number=%d where=in.gc:13:1\n", number_gc);
	WHEN(units_start_gc > 0, printf("@ fail property=no_stranded binding=- where=in.gc:13:1\n"); FAIL(3));
	open_first = false;
	WHEN(units_roots > 0, printf("@ fail property=no_stranded binding=- where=in.gc:13:1\n"); FAIL(3));
	WHEN(units_put > 0, printf("@ fail property=no_stranded binding=- where=in.gc:13:1\n"); FAIL(3));
	WHEN(units_wait > 0, printf("@ fail property=no_stranded binding=- where=in.gc:13:1\n"); FAIL(3));
	open_second = false;
	WHEN(units_let_go > 0, printf("@ fail property=no_stranded binding=- where=in.gc:13:1\n"); FAIL(3));
	open_last = false;
	running_gc = false;
	waiters_see_end(0);
	open_at_once_second();
	open_at_once_last();
}

inline step_finish() {
	printf("@ step do=finish thread=environment\n");
	finished = true
}

inline step_stop_0() {
	printf("@ step do=stopped thread=mutator mutator=0 where=in.gc:17:26\n");
	x_who = 0;
	is_stopped[0] = 1;
}

// 17:54
inline script_0_0() {
	printf("@ step do=script thread=mutator mutator=0 action=0 where=in.gc:17:54\n");
	requested_gc = true;
	waits[0] = ASKED(0);
	printf("@ collect cycle=gc\n");
	script_at[0] = 1;
}

// Any number of workers, and the releaser, which opens and closes buckets, and begins and ends cycles.
// No worker has a state: a unit that is running is one more in at_K_N.
proctype collector() {
	do
#line 4 "in.gc"
	:: d_step { pending_start_gc[0] > 0 && open_first && !stalled -> run_start_gc_0() }
#line 4 "in.gc"
	:: d_step { at_start_gc_1[0] > 0 && (ALL_STOPPED || !stop_requested) -> run_start_gc_1() }
#line 5 "in.gc"
	:: d_step { pending_roots[0] > 0 && open_second && !stalled -> run_roots_0() }
#line 5 "in.gc"
	:: d_step { at_roots_1[0] > 0 -> run_roots_1() }
#line 6 "in.gc"
	:: d_step { pending_put[0] > 0 && open_second && !stalled -> run_put_0() }
#line 6 "in.gc"
	:: d_step { at_put_1[0] > 0 -> run_put_1() }
#line 6 "in.gc"
	:: d_step { at_put_2[0] > 0 -> run_put_2() }
#line 8 "in.gc"
	:: d_step { pending_wait[0] > 0 && open_second && !stalled -> run_wait_0() }
#line 9 "in.gc"
	:: atomic { if
		:: at_wait_1[0] > 0 && ((mem_peek(AT_state((0))) == 2) || !live[(0)]) -> pick = 0    // 0, 0
		:: at_wait_1[1] > 0 && ((mem_peek(AT_state((0))) == 2) || !live[(0)]) -> pick = 1    // 0, 1
	fi; d_step { run_wait_1() } }
#line 12 "in.gc"
	:: d_step { pending_let_go[0] > 0 && open_last && !stalled -> run_let_go_0() }
#line 13 "in.gc"
	:: d_step { !stalled && ALL_WAIT -> step_stall() }
#line 13 "in.gc"
	:: d_step { !(running_gc) && requested_gc -> step_begin_gc() }
#line 13 "in.gc"
	:: d_step { running_gc && DRAINED_last -> step_end_gc() }
#line 417 "in.pml"
	:: d_step { !finished && !stop_requested && mem_quiet && script_at[0] == 1 && (RUNS(0)) && !requested_gc && !running_gc && busy_start_gc == 0 && busy_roots == 0 && busy_put == 0 && busy_wait == 0 && busy_let_go == 0 -> step_finish() }
	:: atomic { !finished && timeout -> printf("@ fail property=cycle_ends binding=-\n"); FAIL(4) } // pan -l finds runs without end
#line 420 "in.pml"
	od
}

// 17:26: mutator m
proctype mutator_0() {
	do
#line 17 "in.gc"
	:: d_step { script_at[0] == 0 && RUNS(0) -> script_0_0() }
#line 17 "in.gc"
	:: d_step { MUST_STOP(0) -> step_stop_0() }
#line 431 "in.pml"
	od
}

init {
	atomic {
		d_step {
			printf("@ model spec=poll scenario=s objects=a mutators=m roots=m.a address=4\n");
		}
		run collector();
		run mutator_0();
	}
}
