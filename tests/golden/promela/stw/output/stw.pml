/* Made by gcdsl from examples/stw.gc: do not edit.
 *
 * collector stw, options: twice=false
 * scenario lost_points_in, memory sc, workers any
 * properties, by the number that pan prints in failed_property!=N:
 *   1 no_freed_access
 *   2 unit_unique
 *   3 no_stranded
 *   4 cycle_ends
 *   5 stays_marked
 *   6 all_marked
 *   7 none_lost
 *   8 garbage_freed
 * foldings, which make several steps of the collector one step of the model:
 *   a unit is taken from the pool in its first step: start_gc scan_stack mark_obj scan_obj sweep_obj let_go
 *   a unit that would do nothing is left out, and equal units are one: mark_obj
 *   all roots of a mutator are loaded in one step: scan_stack
 *   a bucket opens in the step that fulfils its condition: stacks
 *
 * How to read it: begin with the processes, at the end.  Each option of a process is one
 * atomic step of the system: a guard, and an inline that says what the step does.
 *   run_K_N   a unit of kind K, from its place N to the next one; its counters are declared
 *             under `work K', with the line where each place is in the specification
 *   step_X    a step of the releaser, of a mutator, or of the environment
 * The calls at the end of a step check the properties that read what the step may change.
 *
 * By hand, with its support files beside it:
 *   spin -a stw.pml
 *   cc -DNP -DNOREDUCE -DNOFAIR -o pan pan.c && ./pan -w18 -m1000000 -b -E -l
 *   spin -t -T stw.pml     (replays an error as lines that begin with @) */

// objects: 0 a, 1 lost, 2 null; roots: 6 m.a, of `mem', which has metadata, then slots, then roots
#define OBJECTS 2
#define SLOTS_PER_OBJECT 1
#define MUTATORS 1
#define COLLECTOR MUTATORS
#define AT_mark(object) (0 + (object))
#define FIRST_SLOT 3
#define FIRST_ROOT 6
#define END_ROOT 7
#define LOCATIONS 7
#define FIRST_ROOT_OF(m) (FIRST_ROOT + 0)
#define END_ROOT_OF(m) (FIRST_ROOT + 1)
#define FIRST_OF_field(object) SLOT_OF(object, 0)
#define END_OF_field(object) SLOT_OF(object, 1)
#define IS_STRONG(slot) (true)
#define MEM_TYPE byte
#define MEM_INITIAL { 0, 0, 0, 2, 0, 2, 0 }
#define LIVE_INITIAL { 1, 1, 0 }
#define REACH_INITIAL { 1, 0, 0 }
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
#line 64 "stw.pml"
bool finished;
short pick;                     // the unit that an option chose, or its variables in one number; 0 between steps
// variables of kernels: each step computes them again
hidden int v_m, v_s, v_r, v_o, v_found, v_target, v_loaded;
inline free_cell(a_object) {
	heap_clear_slots(a_object);
	live[a_object] = 0
}

// 50:1: cycle mark_sweep
bool requested_mark_sweep, running_mark_sweep;
hidden byte number_mark_sweep;        // for the events of a replay

// 52:1: bucket start: start_gc
bool open_start;
#define HAS_OPENED_start (open_start || !(running_mark_sweep))
#define DRAINED_start (HAS_OPENED_start && (units_start_gc == 0))
// 53:1: bucket stacks: scan_stack; opens when drained(start)
bool open_stacks;
#define HAS_OPENED_stacks (open_stacks || !(running_mark_sweep))
#define DRAINED_stacks (HAS_OPENED_stacks && (units_scan_stack == 0))
// 54:1: bucket trace: mark_obj, scan_obj; opens when drained(stacks)
bool open_trace;
#define HAS_OPENED_trace (open_trace || !(running_mark_sweep))
#define DRAINED_trace (HAS_OPENED_trace && (units_mark_obj == 0 && doubt_mark_obj < 3 && units_scan_obj == 0))
// 55:1: bucket sweep: sweep_obj; opens when drained(trace)
bool open_sweep;
#define HAS_OPENED_sweep (open_sweep || !(running_mark_sweep))
#define DRAINED_sweep (HAS_OPENED_sweep && (units_sweep_obj == 0))
// 57:1: bucket go: let_go; opens when drained(sweep)
bool open_go;
#define HAS_OPENED_go (open_go || !(running_mark_sweep))
#define DRAINED_go (HAS_OPENED_go && (units_let_go == 0))

// For each kind of work K, by the number u of the unit or of its variables:
//   units_K       units that are pending or running     pending_K[u]  that are pending
//   busy_K        units that are running                holds_K[u]    pending or running
//   at_K_N[u]     units that are running and go on from place N
// 19:1: work start_gc, once
byte units_start_gc, busy_start_gc, pending_start_gc[1], holds_start_gc[1];
byte at_start_gc_1[1];    // waits for the stop of 20:3
// 24:1: work scan_stack, set
byte units_scan_stack, busy_scan_stack, pending_scan_stack[1], holds_scan_stack[1];
// 31:1: work mark_obj, bag
byte units_mark_obj, busy_mark_obj, pending_mark_obj[2];
byte doubt_mark_obj;                  // where a unit may be that was left out (pool.pml)
// 35:1: work scan_obj, set
byte units_scan_obj, busy_scan_obj, pending_scan_obj[2], holds_scan_obj[2];
byte at_scan_obj_1[2];    // before 37:5
#define VALUES_scan_obj_1(a_o, a_s) ((a_o) * 1 + ((a_s) - FIRST_OF_field(a_o)))
// 42:1: work sweep_obj, set
byte units_sweep_obj, busy_sweep_obj, pending_sweep_obj[2], holds_sweep_obj[2];
byte at_sweep_obj_1[2];    // before 43:25
byte at_sweep_obj_2[2];    // before 43:41
// 46:1: work let_go, once
byte units_let_go, busy_let_go, pending_let_go[1], holds_let_go[1];
// Has the condition of a property ever been true?  Hidden: once set, it stays set in the whole search, and gcdsl reads it when pan ends.
hidden byte x_met_1; // 61:43: of stays_marked
inline meet_1() { x_met_1 = (x_met_1 || ((mem_peek(AT_mark(0)) == 1) || (mem_peek(AT_mark(1)) == 1))) }
hidden byte x_met_2; // 63:43: of none_lost
inline meet_2() { x_met_2 = (x_met_2 || (FREED(0) || FREED(1))) }
hidden byte x_met_3; // 64:34: of garbage_freed
inline meet_3() { x_met_3 = (x_met_3 || ((open_sweep && DRAINED_sweep) && (!open_go))) }

hidden short x_a;
// 61:1: property stays_marked = always forall o (peek(o.mark) == 1 implies peek(o.mark) == 1 until open(sweep));
byte owes_stays_marked[2];
inline check_stays_marked() {
	for (x_a : 0 .. 1) {
		if
		:: open_sweep -> owes_stays_marked[x_a] = 0
		:: else ->
			owes_stays_marked[x_a] = (owes_stays_marked[x_a] || (mem_peek(AT_mark(x_a)) == 1));
			WHEN(owes_stays_marked[x_a] && !(mem_peek(AT_mark(x_a)) == 1), printf("@ fail property=stays_marked binding=%d where=examples/stw.gc:61:1\n", x_a); FAIL(5))
		fi;
	}
	x_a = 0;
}

// 62:1: property all_marked = eventually drained(trace) and (forall o in expected peek(o.mark) == 1);
byte seen_all_marked[1];
inline check_all_marked() {
	seen_all_marked[0] = (seen_all_marked[0] || ((DRAINED_trace && ((mem_peek(AT_mark(0)) == 1))) && (doubt_mark_obj == 0 || (false && ((mem_peek(AT_mark(0)) == 1))))));
}

// 63:1: property none_lost = always forall o (freed(o) implies not reachable(o));
inline check_none_lost() {
	for (x_a : 0 .. 1) {
		WHEN(!(!FREED(x_a) || (!REACHABLE(x_a))), printf("@ fail property=none_lost binding=%d where=examples/stw.gc:63:1\n", x_a); FAIL(7));
	}
	x_a = 0;
}

// 64:1: property garbage_freed = always open(sweep) and drained(sweep) and not open(go) implies (forall o (reachable(o) or freed(o)));
inline check_garbage_freed() {
	WHEN(!(!((open_sweep && DRAINED_sweep) && (!open_go)) || ((REACHABLE(0) || FREED(0)) && (REACHABLE(1) || FREED(1)))), printf("@ fail property=garbage_freed binding=- where=examples/stw.gc:64:1\n"); FAIL(8));
}

inline emit_start_gc() {
	WHEN(holds_start_gc[0] > 0, printf("@ fail property=unit_unique binding=- where=examples/stw.gc:19:1\n"); FAIL(2));
	holds_start_gc[0]++; MORE(units_start_gc, "@ fail property=over-bound binding=- kind=start_gc where=examples/stw.gc:19:1\n"); pending_start_gc[0]++
}

inline emit_scan_stack(a_m) {
	WHEN(holds_scan_stack[(a_m)] > 0, printf("@ fail property=unit_unique binding=- where=examples/stw.gc:24:1\n"); FAIL(2));
	holds_scan_stack[(a_m)]++; MORE(units_scan_stack, "@ fail property=over-bound binding=- kind=scan_stack where=examples/stw.gc:24:1\n"); pending_scan_stack[(a_m)]++
}

inline emit_mark_obj(a_o) {
	if
	:: live[a_o] && (mem_peek(AT_mark(a_o)) == 1) || pending_mark_obj[(a_o)] > 0 -> printf("@ needless kind=mark_obj unit=%d\n", SHOWN(a_o)); LEFT_OUT(doubt_mark_obj)
	:: else ->
		WHEN(pending_mark_obj[(a_o)] == 0, MORE(units_mark_obj, "@ fail property=over-bound binding=- kind=mark_obj where=examples/stw.gc:31:1\n"); pending_mark_obj[(a_o)] = 1)
	fi
}

inline emit_scan_obj(a_o) {
	WHEN(holds_scan_obj[(a_o)] > 0, printf("@ fail property=unit_unique binding=- where=examples/stw.gc:35:1\n"); FAIL(2));
	holds_scan_obj[(a_o)]++; MORE(units_scan_obj, "@ fail property=over-bound binding=- kind=scan_obj where=examples/stw.gc:35:1\n"); pending_scan_obj[(a_o)]++
}

inline emit_sweep_obj(a_o) {
	WHEN(holds_sweep_obj[(a_o)] > 0, printf("@ fail property=unit_unique binding=- where=examples/stw.gc:42:1\n"); FAIL(2));
	holds_sweep_obj[(a_o)]++; MORE(units_sweep_obj, "@ fail property=over-bound binding=- kind=sweep_obj where=examples/stw.gc:42:1\n"); pending_sweep_obj[(a_o)]++
}

inline emit_let_go() {
	WHEN(holds_let_go[0] > 0, printf("@ fail property=unit_unique binding=- where=examples/stw.gc:46:1\n"); FAIL(2));
	holds_let_go[0]++; MORE(units_let_go, "@ fail property=over-bound binding=- kind=let_go where=examples/stw.gc:46:1\n"); pending_let_go[0]++
}

inline open_at_once_stacks() {
	if
	:: (running_mark_sweep) && !open_stacks && DRAINED_start ->
		printf("@ open bucket=stacks where=examples/stw.gc:53:1\n");
		open_stacks = true;
	:: else -> skip
	fi
}

inline run_start_gc_0() {
	pending_start_gc[pick]--; busy_start_gc++;
	printf("@ step do=run thread=worker kind=start_gc unit=- where=examples/stw.gc:20:3\n");
	// 20:3: stop mutators
	WHEN(stop_requested, printf("@ fail property=use:stop binding=- where=examples/stw.gc:20:3\n"); FAIL(FAILED_ASSERT));
	stop_requested = true;
	printf("@ stop where=examples/stw.gc:20:3\n");
	at_start_gc_1[0]++;
	open_at_once_stacks();
}

inline run_start_gc_1() {
	at_start_gc_1[0]--;
	printf("@ step do=run thread=worker kind=start_gc unit=- where=examples/stw.gc:20:3\n");
	printf("@ all_stopped where=examples/stw.gc:20:3\n");
	// 21:3: for m : mutator
	v_m = 0;
	do
	:: v_m < 1 ->
		printf("@ emit kind=scan_stack unit=%d where=examples/stw.gc:21:20\n", v_m);
		emit_scan_stack(v_m);
		v_m++;
	:: else -> break
	od;
	v_m = 0;
	holds_start_gc[0]--; busy_start_gc--; units_start_gc--;
	printf("@ done kind=start_gc unit=-\n");
	open_at_once_stacks();
}

inline run_scan_stack_0() {
	pending_scan_stack[pick]--; busy_scan_stack++;
	v_m = 0;
	pick = 0;
	WHEN(!ALL_STOPPED, FAIL(FAILED_FOLD));
	printf("@ step do=run thread=worker kind=scan_stack unit=%d where=examples/stw.gc:25:3\n", v_m);
	// 25:3: for s in m.roots
	v_s = FIRST_ROOT_OF(v_m);
	do
	:: v_s < END_ROOT_OF(v_m) ->
		mem_load(COLLECTOR, v_s, MEM_RELAXED, v_r);
		printf("@ access op=load order=relaxed at=root root=%d mutator=%d found=%d where=examples/stw.gc:25:7\n", v_s - FIRST_ROOT, v_m, SHOWN(v_r));
		// 27:5: if r != null
		if
		:: (v_r != NIL) ->
			printf("@ emit kind=mark_obj unit=%d where=examples/stw.gc:27:19\n", SHOWN(v_r));
			emit_mark_obj(v_r);
		:: else -> skip
		fi;
		v_s++;
	:: else -> break
	od;
	v_s = 0;
	holds_scan_stack[v_m]--; busy_scan_stack--; units_scan_stack--;
	printf("@ done kind=scan_stack unit=%d\n", v_m);
	check_all_marked();
}

inline run_mark_obj_0() {
	pending_mark_obj[pick]--; busy_mark_obj++;
	v_o = pick % 2;
	pick = 0;
	printf("@ step do=run thread=worker kind=mark_obj unit=%d where=examples/stw.gc:32:3\n", SHOWN(v_o));
	// 32:3: let found = fetch_or(o.mark, 1, relaxed)
	WHEN(!live[v_o], printf("@ fail property=no_freed_access binding=%d where=examples/stw.gc:32:15\n", SHOWN(v_o)); FAIL(1));
	mem_modify(COLLECTOR, AT_mark(v_o), MEM_RELAXED, v_found | 1, v_found);
	printf("@ access op=fetch_or order=relaxed at=mark object=%d found=%d stored=%d where=examples/stw.gc:32:15\n", SHOWN(v_o), v_found, mem_peek(AT_mark(v_o)));
	// 32:3: if found == 0
	if
	:: (v_found == 0) ->
		printf("@ emit kind=scan_obj unit=%d where=examples/stw.gc:32:41\n", SHOWN(v_o));
		emit_scan_obj(v_o);
	:: else -> skip
	fi;
	busy_mark_obj--; units_mark_obj--;
	printf("@ done kind=mark_obj unit=%d\n", SHOWN(v_o));
	meet_1(); check_stays_marked(); check_all_marked();
}

inline run_scan_obj_0() {
	pending_scan_obj[pick]--; busy_scan_obj++;
	v_o = pick % 2;
	pick = 0;
	printf("@ step do=run thread=worker kind=scan_obj unit=%d where=examples/stw.gc:36:3\n", SHOWN(v_o));
	// 36:3: for s in o.field
	v_s = FIRST_OF_field(v_o);
	if
	:: v_s < END_OF_field(v_o) ->
		// 37:5: let target = load(s, relaxed)
		WHEN(!live[v_o], printf("@ fail property=no_freed_access binding=%d where=examples/stw.gc:36:7\n", SHOWN(v_o)); FAIL(1));
		mem_load(COLLECTOR, v_s, MEM_RELAXED, v_target);
		printf("@ access op=load order=relaxed at=field slot=%d object=%d found=%d where=examples/stw.gc:36:7\n", v_s - FIRST_OF_field(v_o), SHOWN(v_o), SHOWN(v_target));
		// 38:5: if target != null
		if
		:: (v_target != NIL) ->
			printf("@ emit kind=mark_obj unit=%d where=examples/stw.gc:38:24\n", SHOWN(v_target));
			emit_mark_obj(v_target);
		:: else -> skip
		fi;
		v_s++;
		if
		:: v_s < END_OF_field(v_o) ->
			at_scan_obj_1[VALUES_scan_obj_1(v_o, v_s)]++;
		:: else ->
			holds_scan_obj[v_o]--; busy_scan_obj--; units_scan_obj--;
			printf("@ done kind=scan_obj unit=%d\n", SHOWN(v_o));
		fi;
	:: else ->
		holds_scan_obj[v_o]--; busy_scan_obj--; units_scan_obj--;
		printf("@ done kind=scan_obj unit=%d\n", SHOWN(v_o));
	fi;
	check_all_marked();
}

inline run_scan_obj_1() {
	v_s = 0;
	v_o = pick % 2;
	v_s = v_s + FIRST_OF_field(v_o);
	pick = 0;
	at_scan_obj_1[VALUES_scan_obj_1(v_o, v_s)]--;
	printf("@ step do=run thread=worker kind=scan_obj unit=%d where=examples/stw.gc:37:5\n", SHOWN(v_o));
	// 37:5: let target = load(s, relaxed)
	WHEN(!live[v_o], printf("@ fail property=no_freed_access binding=%d where=examples/stw.gc:36:7\n", SHOWN(v_o)); FAIL(1));
	mem_load(COLLECTOR, v_s, MEM_RELAXED, v_target);
	printf("@ access op=load order=relaxed at=field slot=%d object=%d found=%d where=examples/stw.gc:36:7\n", v_s - FIRST_OF_field(v_o), SHOWN(v_o), SHOWN(v_target));
	// 38:5: if target != null
	if
	:: (v_target != NIL) ->
		printf("@ emit kind=mark_obj unit=%d where=examples/stw.gc:38:24\n", SHOWN(v_target));
		emit_mark_obj(v_target);
	:: else -> skip
	fi;
	v_s++;
	if
	:: v_s < END_OF_field(v_o) ->
		at_scan_obj_1[VALUES_scan_obj_1(v_o, v_s)]++;
	:: else ->
		holds_scan_obj[v_o]--; busy_scan_obj--; units_scan_obj--;
		printf("@ done kind=scan_obj unit=%d\n", SHOWN(v_o));
	fi;
	check_all_marked();
}

inline run_sweep_obj_0() {
	pending_sweep_obj[pick]--; busy_sweep_obj++;
	v_o = pick % 2;
	pick = 0;
	printf("@ step do=run thread=worker kind=sweep_obj unit=%d where=examples/stw.gc:43:3\n", SHOWN(v_o));
	// 43:3: let loaded = load(o.mark, relaxed)
	WHEN(!live[v_o], printf("@ fail property=no_freed_access binding=%d where=examples/stw.gc:43:11\n", SHOWN(v_o)); FAIL(1));
	mem_load(COLLECTOR, AT_mark(v_o), MEM_RELAXED, v_loaded);
	printf("@ access op=load order=relaxed at=mark object=%d found=%d where=examples/stw.gc:43:11\n", SHOWN(v_o), v_loaded);
	// 43:3: if loaded == 0
	if
	:: (v_loaded == 0) ->
		at_sweep_obj_1[v_o]++;
	:: else ->
		at_sweep_obj_2[v_o]++;
	fi;
	meet_3(); heap_reach(); check_garbage_freed();
}

inline run_sweep_obj_1() {
	v_o = pick % 2;
	pick = 0;
	at_sweep_obj_1[v_o]--;
	printf("@ step do=run thread=worker kind=sweep_obj unit=%d where=examples/stw.gc:43:25\n", SHOWN(v_o));
	// 43:25: free(o)
	WHEN(!live[v_o], printf("@ fail property=no_freed_access binding=%d where=examples/stw.gc:43:25\n", SHOWN(v_o)); FAIL(1));
	WHEN(units_mark_obj + doubt_mark_obj > 0, FAIL(FAILED_FOLD));
	free_cell(v_o);
	printf("@ free object=%d where=examples/stw.gc:43:25\n", SHOWN(v_o));
	holds_sweep_obj[v_o]--; busy_sweep_obj--; units_sweep_obj--;
	printf("@ done kind=sweep_obj unit=%d\n", SHOWN(v_o));
	meet_1(); meet_2(); meet_3(); check_stays_marked(); check_all_marked(); heap_reach(); check_none_lost(); check_garbage_freed();
}

inline run_sweep_obj_2() {
	v_o = pick % 2;
	pick = 0;
	at_sweep_obj_2[v_o]--;
	printf("@ step do=run thread=worker kind=sweep_obj unit=%d where=examples/stw.gc:43:41\n", SHOWN(v_o));
	// 43:41: store(o.mark, 0, relaxed)
	WHEN(!live[v_o], printf("@ fail property=no_freed_access binding=%d where=examples/stw.gc:43:47\n", SHOWN(v_o)); FAIL(1));
	mem_store(COLLECTOR, AT_mark(v_o), MEM_RELAXED, 0);
	printf("@ access op=store order=relaxed at=mark object=%d stored=%d where=examples/stw.gc:43:47\n", SHOWN(v_o), mem_peek(AT_mark(v_o)));
	WHEN(units_mark_obj + doubt_mark_obj > 0 && !(mem_peek(AT_mark(v_o)) == 1), FAIL(FAILED_FOLD));
	holds_sweep_obj[v_o]--; busy_sweep_obj--; units_sweep_obj--;
	printf("@ done kind=sweep_obj unit=%d\n", SHOWN(v_o));
	meet_1(); meet_3(); check_stays_marked(); check_all_marked(); heap_reach(); check_garbage_freed();
}

inline run_let_go_0() {
	pending_let_go[pick]--; busy_let_go++;
	printf("@ step do=run thread=worker kind=let_go unit=- where=examples/stw.gc:46:22\n");
	// 46:22: resume mutators
	WHEN(!stop_requested || !ALL_STOPPED, printf("@ fail property=use:resume binding=- where=examples/stw.gc:46:22\n"); FAIL(FAILED_ASSERT));
	WHEN(units_scan_stack > 0, FAIL(FAILED_FOLD));
	resume_mutators();
	printf("@ resume where=examples/stw.gc:46:22\n");
	holds_let_go[0]--; busy_let_go--; units_let_go--;
	printf("@ done kind=let_go unit=-\n");
}

inline run_mark_obj_left_out() {
	printf("@ step do=run thread=worker kind=mark_obj unit=? where=examples/stw.gc:32:3\n");
	printf("@ needless kind=mark_obj unit=?\n");
	doubt_mark_obj = (doubt_mark_obj == 4 -> 2 : 0);
	check_all_marked();
}

inline step_open_trace() {
	printf("@ step do=open thread=releaser bucket=trace where=examples/stw.gc:54:1\n");
	open_trace = true;
	check_all_marked();
}

inline step_open_sweep() {
	printf("@ step do=open thread=releaser bucket=sweep where=examples/stw.gc:55:1\n");
	doubt_mark_obj = 0;
	check_all_marked();
	open_sweep = true;
	v_o = 0;
	do :: v_o < OBJECTS && !live[v_o] -> v_o++ :: else -> break od;
	do
	:: v_o < OBJECTS ->
		printf("@ emit kind=sweep_obj unit=%d where=examples/stw.gc:56:60\n", SHOWN(v_o));
		emit_sweep_obj(v_o);
		v_o++;
		do :: v_o < OBJECTS && !live[v_o] -> v_o++ :: else -> break od;
	:: else -> break
	od;
	v_o = 0;
	meet_3(); check_stays_marked(); heap_reach(); check_garbage_freed();
}

inline step_open_go() {
	printf("@ step do=open thread=releaser bucket=go where=examples/stw.gc:57:1\n");
	open_go = true;
	printf("@ emit kind=let_go unit=- where=examples/stw.gc:57:70\n");
	emit_let_go();
	meet_3(); heap_reach(); check_garbage_freed();
}

inline step_begin_mark_sweep() {
	number_mark_sweep++;
	printf("@ step do=begin thread=releaser cycle=mark_sweep number=%d where=examples/stw.gc:50:1\n", number_mark_sweep);
	requested_mark_sweep = false;
	running_mark_sweep = true;
	waiters_see_begin(0);
	printf("@ open bucket=start where=examples/stw.gc:52:1\n");
	open_start = true;
	printf("@ emit kind=start_gc unit=- where=examples/stw.gc:52:44\n");
	emit_start_gc();
	open_at_once_stacks();
	meet_3(); check_all_marked(); heap_reach(); check_garbage_freed();
}

inline step_end_mark_sweep() {
	printf("@ step do=end thread=releaser cycle=mark_sweep number=%d where=examples/stw.gc:50:1\n", number_mark_sweep);
	WHEN(units_start_gc > 0, printf("@ fail property=no_stranded binding=- where=examples/stw.gc:50:1\n"); FAIL(3));
	open_start = false;
	WHEN(units_scan_stack > 0, printf("@ fail property=no_stranded binding=- where=examples/stw.gc:50:1\n"); FAIL(3));
	open_stacks = false;
	WHEN(units_mark_obj + doubt_mark_obj > 0, printf("@ fail property=no_stranded binding=- where=examples/stw.gc:50:1\n"); FAIL(3));
	WHEN(units_scan_obj > 0, printf("@ fail property=no_stranded binding=- where=examples/stw.gc:50:1\n"); FAIL(3));
	open_trace = false;
	WHEN(units_sweep_obj > 0, printf("@ fail property=no_stranded binding=- where=examples/stw.gc:50:1\n"); FAIL(3));
	open_sweep = false;
	WHEN(units_let_go > 0, printf("@ fail property=no_stranded binding=- where=examples/stw.gc:50:1\n"); FAIL(3));
	open_go = false;
	running_mark_sweep = false;
	waiters_see_end(0);
	open_at_once_stacks();
	meet_3(); check_stays_marked(); check_all_marked(); heap_reach(); check_garbage_freed();
}

inline step_finish() {
	printf("@ step do=finish thread=environment\n");
	for (x_a : 0 .. 1) {
		WHEN(owes_stays_marked[x_a], printf("@ fail property=stays_marked binding=%d where=examples/stw.gc:61:1\n", x_a); FAIL(5));
	}
	x_a = 0;
	WHEN(!seen_all_marked[0], printf("@ fail property=all_marked binding=- where=examples/stw.gc:62:1\n"); FAIL(6));
	finished = true
}

inline step_stop_0() {
	printf("@ step do=stopped thread=mutator mutator=0 where=examples/stw.gc:77:3\n");
	x_who = 0;
	is_stopped[0] = 1;
}

// 78:5
inline script_0_0() {
	printf("@ step do=script thread=mutator mutator=0 action=0 where=examples/stw.gc:78:5\n");
	requested_mark_sweep = true;
	waits[0] = ASKED(0);
	printf("@ collect cycle=mark_sweep\n");
	script_at[0] = 1;
}

// Any number of workers, and the releaser, which opens and closes buckets, and begins and ends cycles.
// No worker has a state: a unit that is running is one more in at_K_N.
proctype collector() {
	do
#line 20 "examples/stw.gc"
	:: d_step { pending_start_gc[0] > 0 && open_start -> run_start_gc_0() }
#line 20 "examples/stw.gc"
	:: d_step { at_start_gc_1[0] > 0 && (ALL_STOPPED || !stop_requested) -> run_start_gc_1() }
#line 25 "examples/stw.gc"
	:: d_step { pending_scan_stack[0] > 0 && open_stacks -> run_scan_stack_0() }
#line 32 "examples/stw.gc"
	:: atomic { if
		:: pending_mark_obj[0] > 0 && open_trace -> pick = 0    // 0
		:: pending_mark_obj[1] > 0 && open_trace -> pick = 1    // 1
	fi; d_step { run_mark_obj_0() } }
#line 36 "examples/stw.gc"
	:: atomic { if
		:: pending_scan_obj[0] > 0 && open_trace -> pick = 0    // 0
		:: pending_scan_obj[1] > 0 && open_trace -> pick = 1    // 1
	fi; d_step { run_scan_obj_0() } }
#line 37 "examples/stw.gc"
	:: atomic { if
		:: at_scan_obj_1[0] > 0 -> pick = 0    // 0, FIRST_OF_field(0) + 0
		:: at_scan_obj_1[1] > 0 -> pick = 1    // 1, FIRST_OF_field(1) + 0
	fi; d_step { run_scan_obj_1() } }
#line 43 "examples/stw.gc"
	:: atomic { if
		:: pending_sweep_obj[0] > 0 && open_sweep -> pick = 0    // 0
		:: pending_sweep_obj[1] > 0 && open_sweep -> pick = 1    // 1
	fi; d_step { run_sweep_obj_0() } }
#line 43 "examples/stw.gc"
	:: atomic { if
		:: at_sweep_obj_1[0] > 0 -> pick = 0    // 0
		:: at_sweep_obj_1[1] > 0 -> pick = 1    // 1
	fi; d_step { run_sweep_obj_1() } }
#line 43 "examples/stw.gc"
	:: atomic { if
		:: at_sweep_obj_2[0] > 0 -> pick = 0    // 0
		:: at_sweep_obj_2[1] > 0 -> pick = 1    // 1
	fi; d_step { run_sweep_obj_2() } }
#line 46 "examples/stw.gc"
	:: d_step { pending_let_go[0] > 0 && open_go -> run_let_go_0() }
#line 31 "examples/stw.gc"
	:: d_step { doubt_mark_obj >= 3 && open_trace -> run_mark_obj_left_out() }
#line 54 "examples/stw.gc"
	:: d_step { (running_mark_sweep) && !open_trace && DRAINED_stacks -> step_open_trace() }
#line 55 "examples/stw.gc"
	:: d_step { (running_mark_sweep) && !open_sweep && DRAINED_trace -> step_open_sweep() }
#line 57 "examples/stw.gc"
	:: d_step { (running_mark_sweep) && !open_go && DRAINED_sweep -> step_open_go() }
#line 50 "examples/stw.gc"
	:: d_step { !(running_mark_sweep) && requested_mark_sweep -> step_begin_mark_sweep() }
#line 50 "examples/stw.gc"
	:: d_step { running_mark_sweep && DRAINED_go -> step_end_mark_sweep() }
#line 561 "stw.pml"
	:: d_step { !finished && !stop_requested && mem_quiet && script_at[0] == 1 && (RUNS(0)) && !requested_mark_sweep && !running_mark_sweep && busy_start_gc == 0 && busy_scan_stack == 0 && busy_mark_obj == 0 && busy_scan_obj == 0 && busy_sweep_obj == 0 && busy_let_go == 0 -> step_finish() }
	:: atomic { !finished && timeout -> printf("@ fail property=cycle_ends binding=-\n"); FAIL(4) } // pan -l finds runs without end
#line 564 "stw.pml"
	od
}

// 77:3: mutator m
proctype mutator_0() {
	do
#line 78 "examples/stw.gc"
	:: d_step { script_at[0] == 0 && RUNS(0) -> script_0_0() }
#line 77 "examples/stw.gc"
	:: d_step { MUST_STOP(0) -> step_stop_0() }
#line 575 "stw.pml"
	od
}

init {
	atomic {
		d_step {
			printf("@ model spec=stw scenario=lost_points_in objects=a,lost mutators=m roots=m.a address=3\n");
			meet_1(); meet_2(); meet_3(); check_stays_marked(); check_all_marked(); heap_reach(); check_none_lost(); check_garbage_freed();
		}
		run collector();
		run mutator_0();
	}
}
