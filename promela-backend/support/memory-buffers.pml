/* memory-buffers.pml: shared memory where what a thread has done reaches memory later.
 *
 * Each of the first MEM_THREADS threads has a window of MEM_WINDOW entries, the
 * oldest first: operations that it is done with and memory is not.  Entries are
 * performed by options of their own; MEM_BEFORE says which must wait for which.
 * That and what a load may see is all that the models differ in:
 *
 *   tso      stores wait, and are performed in their order
 *   pso      stores wait; only those of one location are ordered
 *   relaxed  as pso; loads that are issued wait too, and so does a read-modify-write
 *            whose result is not used and that does not acquire (all behind it would wait
 *            for it), which has only the order that it asks for
 *   paper    as relaxed, with the rules as they are printed: loads of one location
 *            may pass each other, answers carry no tag, and a read-modify-write has
 *            no order of its own
 *
 * Under tso and pso a load that is issued would have everything behind it wait,
 * so the model does it at once.  What an operation must come after is performed in its
 * own step: an option could have performed it just before.  Other threads
 * (numbers from MEM_THREADS on) have no window.
 *
 * The interface is that of memory-sc.pml, and
 *
 *   MEM_MODEL_TSO …          defined: the model (memory-tables.pml)
 *   MEM_PLAIN                defined: only relaxed stores ever wait, no fences but
 *                            seq_cst ones: entries need no kind
 *   MEM_SPLIT                defined (relaxed, paper): loads may wait; answers.pml is
 *                            included
 *   MEM_WAITING_RMW, _CAS    defined: a mem_begin_rmw, mem_begin_cas may be among those
 *                            that wait
 *   MEM_RESULT(op, found, operand)   with MEM_WAITING_RMW: what the operation number op,
 *                            from 1 on, leaves
 *   MEM_MEANT                defined: each entry may have a counterpart in the heap of faithful.pml: mem_meant_at, a
 *                            location and 1 (0: it has none), gets mem_meant when the entry is performed
 *   MEM_MEANT_MOVES          defined with it: an object may be in several cells, so entries of different
 *                            locations may have one counterpart, which the newest of them decides
 *   MEM_FIRST_WORKER         defined: only the first MEM_MUTATORS threads, and those from this number on, have
 *                            windows.  The order in which stores entered a window matters, as units that
 *                            a worker emits come between them: MEM_REMOVED
 *   MEM_ALL_QUIET            with it: mem_quiet
 *   MEM_REMOVED(who, k)      a statement for each entry that leaves its window
 *   MEM_REORDERINGS          defined: runs with more reorderings than this number are cut where
 *                            mem_within is asked for, and how many there were is counted
 *   MEM_PERFORMED(who, at, value)        a statement for each write that reaches memory
 *   MEM_ANSWERED(who, at, value)         … for each load that waited
 *
 *   mem_begin_rmw(who, op, at, order, operand), mem_begin_cas(who, at, order, expected,
 *     value)                 as mem_modify, mem_cas, whose results are not used, under
 *                            relaxed and paper; relaxed: not when it acquires
 *   mem_issue(who, at, order)            the load's value becomes an answer
 *   mem_room(who)            there is room for one more entry: in the guard of a step
 *                            with a store, mem_begin_… or mem_issue
 *   mem_rooms(who, count)    for as many: a fence takes two at most
 *   mem_can_perform(who, k), mem_perform(who, k)   entry k, 0 the oldest
 *   mem_within               with MEM_REORDERINGS: the run has no more reorderings so far
 *   MEM_HOLDS(who, k)        entry k is a write; then MEM_HELD_AT, MEM_HELD_VALUE */
#include "memory-tables.pml"

#ifndef MEM_PERFORMED
#define MEM_PERFORMED(who, at, value) skip
#endif
#ifndef MEM_ANSWERED
#define MEM_ANSWERED(who, at, value) skip
#endif

#include "memory-rules.pml"

MEM_TYPE mem[LOCATIONS] = MEM_INITIAL;
/* The windows.  `at' is a location and 1; what is not used is 0. */
#if LOCATIONS > 250
short mem_at[MEM_THREADS * MEM_WINDOW];
#else
byte mem_at[MEM_THREADS * MEM_WINDOW];
#endif
MEM_TYPE mem_value[MEM_THREADS * MEM_WINDOW];
#ifndef MEM_PLAIN
byte mem_kind[MEM_THREADS * MEM_WINDOW];
#endif
#ifdef MEM_WAITING_CAS
MEM_TYPE mem_expected[MEM_THREADS * MEM_WINDOW];
#endif
#ifdef MEM_MEANT
MEM_TYPE mem_meant[MEM_THREADS * MEM_WINDOW];
#if LOCATIONS > 250
short mem_meant_at[MEM_THREADS * MEM_WINDOW];
#else
byte mem_meant_at[MEM_THREADS * MEM_WINDOW];
#endif
#endif
#ifdef MEM_REORDERINGS
bool mem_overtaken[MEM_THREADS * MEM_WINDOW];
byte mem_reorderings;
hidden byte mem_o;
#endif
/* Scratch, within one step. */
hidden byte mem_k, mem_j, mem_l, mem_kind_now;
hidden short mem_need;
hidden byte mem_reads;
hidden int mem_found;

#define MEM_ENTRY(who, k) ((who) * MEM_WINDOW + (k))
#define MEM_AT(who, k) mem_at[MEM_ENTRY(who, k)]
#ifdef MEM_PLAIN
#define MEM_KIND(who, k) (MEM_AT(who, k) -> MEM_STORE : 0)
#else
#define MEM_KIND(who, k) mem_kind[MEM_ENTRY(who, k)]
#endif
#define MEM_USED(who, k) (MEM_KIND(who, k) != 0)
#define MEM_HOLDS(who, k) MEM_WRITES(MEM_KIND(who, k))
#define MEM_HELD_AT(who, k) (MEM_AT(who, k) - 1)
#define MEM_HELD_VALUE(who, k) mem_value[MEM_ENTRY(who, k)]
#ifdef MEM_FIRST_WORKER
#define MEM_HAS_WINDOW(who) ((who) < MEM_MUTATORS || (who) >= MEM_FIRST_WORKER)
#else
#define MEM_HAS_WINDOW(who) ((who) < MEM_THREADS)
#endif

/* ------------------------------------------------------------------ performing */
#ifdef MEM_PLAIN
#if MEM_IN_ORDER
#define MEM_WAITS_FOR(who, j, i) ((i) < (j) /* rule: plain-in-order */)
#else
#define MEM_WAITS_FOR(who, j, i) \
	((i) < (j) && MEM_AT(who, i) == MEM_AT(who, j) /* rule: plain-location */)
#endif
#else
#define MEM_WAITS_FOR(who, j, i) ((i) < (j) && \
	MEM_BEFORE(MEM_KIND(who, i), MEM_AT(who, i), MEM_KIND(who, j), MEM_AT(who, j)))
#endif
#if MEM_WINDOW > 16
#error "a window has 16 entries at most"
#endif
#define MEM_WAITS_2(who, k) (MEM_WAITS_FOR(who, k, 0) || MEM_WAITS_FOR(who, k, 1))
#define MEM_WAITS_4(who, k) (MEM_WAITS_2(who, k) || MEM_WAITS_FOR(who, k, 2) || \
	MEM_WAITS_FOR(who, k, 3))
#define MEM_WAITS_8(who, k) (MEM_WAITS_4(who, k) || MEM_WAITS_FOR(who, k, 4) || \
	MEM_WAITS_FOR(who, k, 5) || MEM_WAITS_FOR(who, k, 6) || MEM_WAITS_FOR(who, k, 7))
#define MEM_WAITS_16(who, k) (MEM_WAITS_8(who, k) || MEM_WAITS_FOR(who, k, 8) || \
	MEM_WAITS_FOR(who, k, 9) || MEM_WAITS_FOR(who, k, 10) || MEM_WAITS_FOR(who, k, 11) || \
	MEM_WAITS_FOR(who, k, 12) || MEM_WAITS_FOR(who, k, 13) || MEM_WAITS_FOR(who, k, 14) || \
	MEM_WAITS_FOR(who, k, 15))
#if MEM_WINDOW == 1
#define MEM_WAITS(who, k) false
#elif MEM_WINDOW <= 2
#define MEM_WAITS(who, k) MEM_WAITS_FOR(who, k, 0)
#elif MEM_WINDOW <= 4
#define MEM_WAITS(who, k) MEM_WAITS_4(who, k)
#elif MEM_WINDOW <= 8
#define MEM_WAITS(who, k) MEM_WAITS_8(who, k)
#else
#define MEM_WAITS(who, k) MEM_WAITS_16(who, k)
#endif
#define mem_can_perform(who, k) (MEM_KIND(who, k) >= MEM_LOAD && !MEM_WAITS(who, k))

/* ----------------------------------------------------------------- reorderings
 * A reordering is an entry that an access of its own thread, later in its program, has
 * overtaken: the access takes effect, and the entry still waits.  One entry is one reordering,
 * however often it is overtaken.  Marks are no accesses. */
#ifdef MEM_REORDERINGS
#define mem_within (mem_reorderings <= MEM_REORDERINGS)

/* An access that comes after the first a_count entries takes effect.  One reordering too many is
 * enough to know. */
inline mem_count(a_who, a_count) {
	mem_o = 0;
	do
	:: mem_o < (a_count) && MEM_HAS_WINDOW(a_who) && MEM_KIND(a_who, mem_o) >= MEM_LOAD &&
	    !mem_overtaken[MEM_ENTRY(a_who, mem_o)] && mem_within ->
		mem_overtaken[MEM_ENTRY(a_who, mem_o)] = true;
		mem_reorderings++;
		mem_o++
	:: else ->
		if
		:: mem_o < (a_count) -> mem_o++
		:: else -> break
		fi
	od;
	mem_o = 0
}
#define MEM_LOAD_OVERTAKES(who) mem_count(who, MEM_WINDOW); /* counts: load */
#define MEM_RMW_OVERTAKES(who) mem_count(who, MEM_WINDOW); /* counts: rmw */
#define MEM_PERFORM_OVERTAKES(who, k) \
	if \
	:: mem_kind_now >= MEM_LOAD -> mem_count(who, k) /* counts: perform */ \
	:: else -> skip \
	fi;
#else
#define MEM_LOAD_OVERTAKES(who)
#define MEM_RMW_OVERTAKES(who)
#define MEM_PERFORM_OVERTAKES(who, k)
#endif

/* Takes entry a_k out and moves the rest down. */
inline mem_remove(a_who, a_k) {
	mem_k = a_k;
	do
	:: mem_k + 1 < MEM_WINDOW ->
		MEM_AT(a_who, mem_k) = MEM_AT(a_who, mem_k + 1);
		MEM_HELD_VALUE(a_who, mem_k) = MEM_HELD_VALUE(a_who, mem_k + 1);
#ifndef MEM_PLAIN
		mem_kind[MEM_ENTRY(a_who, mem_k)] = mem_kind[MEM_ENTRY(a_who, mem_k + 1)];
#endif
#ifdef MEM_WAITING_CAS
		mem_expected[MEM_ENTRY(a_who, mem_k)] = mem_expected[MEM_ENTRY(a_who, mem_k + 1)];
#endif
#ifdef MEM_MEANT
		mem_meant[MEM_ENTRY(a_who, mem_k)] = mem_meant[MEM_ENTRY(a_who, mem_k + 1)];
		mem_meant_at[MEM_ENTRY(a_who, mem_k)] = mem_meant_at[MEM_ENTRY(a_who, mem_k + 1)];
#endif
#ifdef MEM_REORDERINGS
		mem_overtaken[MEM_ENTRY(a_who, mem_k)] = mem_overtaken[MEM_ENTRY(a_who, mem_k + 1)];
#endif
		mem_k++
	:: else -> break
	od;
	MEM_AT(a_who, MEM_WINDOW - 1) = 0;
	MEM_HELD_VALUE(a_who, MEM_WINDOW - 1) = 0;
#ifndef MEM_PLAIN
	mem_kind[MEM_ENTRY(a_who, MEM_WINDOW - 1)] = 0;
#endif
#ifdef MEM_WAITING_CAS
	mem_expected[MEM_ENTRY(a_who, MEM_WINDOW - 1)] = 0;
#endif
#ifdef MEM_MEANT
	mem_meant[MEM_ENTRY(a_who, MEM_WINDOW - 1)] = 0;
	mem_meant_at[MEM_ENTRY(a_who, MEM_WINDOW - 1)] = 0;
#endif
#ifdef MEM_REORDERINGS
	mem_overtaken[MEM_ENTRY(a_who, MEM_WINDOW - 1)] = 0;
#endif
#ifdef MEM_REMOVED
	MEM_REMOVED(a_who, a_k);
#endif
	mem_k = 0
}

#ifdef MEM_MEANT_MOVES
/* Entry a_k is performed: older ones with its counterpart do not change that any more. */
inline mem_meant_over(a_who, a_k) {
	mem_l = 0;
	do
	:: mem_l < a_k ->
		if
		:: mem_meant_at[MEM_ENTRY(a_who, mem_l)] == mem_meant_at[MEM_ENTRY(a_who, a_k)] ->
			mem_meant_at[MEM_ENTRY(a_who, mem_l)] = 0;
			mem_meant[MEM_ENTRY(a_who, mem_l)] = 0
		:: else -> skip
		fi;
		mem_l++
	:: else -> break
	od;
	mem_l = 0
}
#else
#define mem_meant_over(who, k) skip
#endif

/* Entry a_k of a_who reaches memory, and is none any more. */
#define MEM_NOW(who, k) mem[MEM_HELD_AT(who, k)]
#define MEM_DOES (mem_kind_now / 2 - MEM_RMW / 2)
inline mem_do(a_who, a_k) {
	mem_kind_now = MEM_KIND(a_who, a_k);
	MEM_PERFORM_OVERTAKES(a_who, a_k)
	if
	:: MEM_IS_STORE(mem_kind_now) -> MEM_NOW(a_who, a_k) = MEM_HELD_VALUE(a_who, a_k)
#if MEM_LATE && !defined(MEM_PLAIN)
#ifdef MEM_SPLIT
	:: MEM_IS_LOAD(mem_kind_now) ->
		answer_load(a_who, MEM_HELD_AT(a_who, a_k), MEM_NOW(a_who, a_k));
		MEM_ANSWERED(a_who, MEM_HELD_AT(a_who, a_k), MEM_NOW(a_who, a_k))
#endif
#ifdef MEM_WAITING_RMW
	:: MEM_IS_RMW(mem_kind_now) && MEM_DOES != MEM_CAS ->
		MEM_NOW(a_who, a_k) =
		    MEM_RESULT(MEM_DOES, MEM_NOW(a_who, a_k), MEM_HELD_VALUE(a_who, a_k))
#endif
#ifdef MEM_WAITING_CAS
	:: MEM_IS_RMW(mem_kind_now) && MEM_DOES == MEM_CAS ->
		MEM_NOW(a_who, a_k) = (MEM_NOW(a_who, a_k) == mem_expected[MEM_ENTRY(a_who, a_k)] ->
		    MEM_HELD_VALUE(a_who, a_k) : MEM_NOW(a_who, a_k))
#endif
#endif
	:: else -> skip               /* a mark */
	fi;
#ifdef MEM_MEANT
	if
	:: mem_meant_at[MEM_ENTRY(a_who, a_k)] ->
#ifdef MEANT_RACES
		meant_race(a_who, mem_meant_at[MEM_ENTRY(a_who, a_k)] - 1);
#endif
		MEANT(mem_meant_at[MEM_ENTRY(a_who, a_k)] - 1) = mem_meant[MEM_ENTRY(a_who, a_k)];
		mem_meant_over(a_who, a_k)
	:: else -> skip
	fi;
#endif
	if
	:: MEM_WRITES(mem_kind_now) ->
		MEM_PERFORMED(a_who, MEM_HELD_AT(a_who, a_k), MEM_NOW(a_who, a_k))
	:: else -> skip
	fi;
	mem_kind_now = 0;
	mem_remove(a_who, a_k)
}

/* Marks that nothing before them is under are taken away. */
#ifdef MEM_PLAIN
#define mem_tidy(who) skip
#else
inline mem_tidy(a_who) {
	mem_j = 0;
	mem_reads = false;
	do
	:: mem_j < MEM_WINDOW && ((MEM_KIND(a_who, mem_j) == MEM_MARK_REL && mem_j == 0) ||
	    (MEM_KIND(a_who, mem_j) == MEM_MARK_ACQ && !mem_reads)) -> mem_remove(a_who, mem_j)
	:: else ->
		if
		:: mem_j < MEM_WINDOW ->
			mem_reads = mem_reads || MEM_READS(MEM_KIND(a_who, mem_j));
			mem_j++
		:: else -> break
		fi
	od;
	mem_j = 0
}
#endif

inline mem_perform(a_who, a_k) {
	mem_do(a_who, a_k);
	mem_tidy(a_who)
}

inline mem_perform_all(a_who) {
	do
	:: MEM_USED(a_who, 0) -> mem_do(a_who, 0)
	:: else -> break
	od
}

#ifdef MEM_PLAIN
/* Performs what waits on a_at; or everything, when a_all. */
inline mem_perform_at(a_who, a_at, a_all) {
	mem_j = 0;
	do
	:: mem_j < MEM_WINDOW && (a_all || MEM_AT(a_who, mem_j) == (a_at) + 1) &&
	    MEM_USED(a_who, mem_j) -> mem_do(a_who, mem_j)
	:: else ->
		if
		:: mem_j < MEM_WINDOW -> mem_j++
		:: else -> break
		fi
	od;
	mem_j = 0
}
#endif

#if defined(MEM_FIRST_WORKER) && defined(MEM_REORDERINGS)
/* The newest entry is performed, if it need not wait for another one. */
inline mem_perform_newest(a_who) {
	mem_l = 0;
	do
	:: mem_l + 1 < MEM_WINDOW && MEM_USED(a_who, mem_l + 1) -> mem_l++
	:: else -> break
	od;
	if
	:: mem_can_perform(a_who, mem_l) -> mem_perform(a_who, mem_l)
	:: else -> skip
	fi;
	mem_l = 0
}
#endif

/* Performs what must come before an operation of kind a_kind on a_at, the oldest
 * first, and what must come before that. */
#ifndef MEM_PLAIN
inline mem_settle(a_who, a_kind, a_at) {
	mem_need = 0;
	mem_j = MEM_WINDOW;
	do
	:: mem_j > 0 ->
		mem_j--;
		mem_l = mem_j;
		mem_reads = MEM_USED(a_who, mem_j) && MEM_BEFORE(MEM_KIND(a_who, mem_j),
		    MEM_AT(a_who, mem_j), a_kind, (a_at) + 1);
		do
		:: mem_l + 1 < MEM_WINDOW && !mem_reads ->
			mem_l++;
			mem_reads = (mem_need & (1 << mem_l)) && MEM_WAITS_FOR(a_who, mem_l, mem_j)
		:: else -> break
		od;
		mem_need = mem_need | (mem_reads -> (1 << mem_j) : 0)
	:: else -> break
	od;
	mem_l = 0;                    /* mem_j: where entry mem_l is by now */
	do
	:: mem_l < MEM_WINDOW && (mem_need & (1 << mem_l)) -> mem_do(a_who, mem_j); mem_l++
	:: mem_l < MEM_WINDOW && !(mem_need & (1 << mem_l)) -> mem_j++; mem_l++
	:: else -> break
	od;
	mem_l = 0;
	mem_need = 0;
	mem_reads = false;
	mem_tidy(a_who)
}
#endif

/* -------------------------------------------------------------------- entering
 * A plain store is put among the plain ones before it by location: they are
 * not ordered, and windows that differ in that only would be two states.  Where reorderings are
 * counted they differ in more: the order of the program says what is overtaken. */
inline mem_put(a_who, a_kind, a_at, a_value) {
	mem_j = 0;
	do
	:: MEM_USED(a_who, mem_j) -> mem_j++
	:: else -> break
	od;
#if !MEM_IN_ORDER && !defined(MEM_REORDERINGS) && !defined(MEM_MEANT_MOVES) && !defined(MEM_FIRST_WORKER)
	do
	:: a_kind == MEM_STORE && mem_j > 0 && MEM_KIND(a_who, mem_j - 1) == MEM_STORE &&
	    MEM_AT(a_who, mem_j - 1) > (a_at) + 1 ->
		MEM_AT(a_who, mem_j) = MEM_AT(a_who, mem_j - 1);
		MEM_HELD_VALUE(a_who, mem_j) = MEM_HELD_VALUE(a_who, mem_j - 1);
#ifndef MEM_PLAIN
		mem_kind[MEM_ENTRY(a_who, mem_j)] = MEM_STORE;
#endif
#ifdef MEM_MEANT
		mem_meant[MEM_ENTRY(a_who, mem_j)] = mem_meant[MEM_ENTRY(a_who, mem_j - 1)];
		mem_meant_at[MEM_ENTRY(a_who, mem_j)] = mem_meant_at[MEM_ENTRY(a_who, mem_j - 1)];
#endif
		mem_j--
	:: else -> break
	od;
#endif
	MEM_AT(a_who, mem_j) = (a_at) + 1;
	MEM_HELD_VALUE(a_who, mem_j) = a_value
#ifdef MEM_MEANT
	; mem_meant[MEM_ENTRY(a_who, mem_j)] = 0; mem_meant_at[MEM_ENTRY(a_who, mem_j)] = 0
#endif
#ifndef MEM_PLAIN
	; mem_kind[MEM_ENTRY(a_who, mem_j)] = a_kind
#endif
}

/* -------------------------------------------------------------------- the interface
 * What the thread sees: its own latest store that waits, or memory. */
#define MEM_SEEN_0(who, at) mem[at]
#define MEM_SEES(who, at, k, otherwise) (MEM_HOLDS(who, k) && MEM_AT(who, k) == (at) + 1 -> \
	MEM_HELD_VALUE(who, k) : otherwise)
#define MEM_SEEN_1(who, at) MEM_SEES(who, at, 0, MEM_SEEN_0(who, at))
#define MEM_SEEN_2(who, at) MEM_SEES(who, at, 1, MEM_SEEN_1(who, at))
#define MEM_SEEN_3(who, at) MEM_SEES(who, at, 2, MEM_SEEN_2(who, at))
#define MEM_SEEN_4(who, at) MEM_SEES(who, at, 3, MEM_SEEN_3(who, at))
#define MEM_SEEN_5(who, at) MEM_SEES(who, at, 4, MEM_SEEN_4(who, at))
#define MEM_SEEN_6(who, at) MEM_SEES(who, at, 5, MEM_SEEN_5(who, at))
#define MEM_SEEN_7(who, at) MEM_SEES(who, at, 6, MEM_SEEN_6(who, at))
#define MEM_SEEN_8(who, at) MEM_SEES(who, at, 7, MEM_SEEN_7(who, at))
#define MEM_SEEN_9(who, at) MEM_SEES(who, at, 8, MEM_SEEN_8(who, at))
#define MEM_SEEN_10(who, at) MEM_SEES(who, at, 9, MEM_SEEN_9(who, at))
#define MEM_SEEN_11(who, at) MEM_SEES(who, at, 10, MEM_SEEN_10(who, at))
#define MEM_SEEN_12(who, at) MEM_SEES(who, at, 11, MEM_SEEN_11(who, at))
#define MEM_SEEN_13(who, at) MEM_SEES(who, at, 12, MEM_SEEN_12(who, at))
#define MEM_SEEN_14(who, at) MEM_SEES(who, at, 13, MEM_SEEN_13(who, at))
#define MEM_SEEN_15(who, at) MEM_SEES(who, at, 14, MEM_SEEN_14(who, at))
#define MEM_SEEN_16(who, at) MEM_SEES(who, at, 15, MEM_SEEN_15(who, at))
#define MEM_GLUE(a, b) a##b
#define MEM_GLUED(a, b) MEM_GLUE(a, b)
#define MEM_SEEN(who, at) \
	(MEM_HAS_WINDOW(who) /* rule: own-store */ -> \
	 MEM_GLUED(MEM_SEEN_, MEM_WINDOW)(who, at) : mem[at])

#ifdef MEM_MEANT
/* What the program's own load would see without a collector (faithful.pml). */
#define MEANT_SEEN_0(who, at) MEANT(at)
#define MEANT_SEES(who, at, k, otherwise) (mem_meant_at[MEM_ENTRY(who, k)] == (at) + 1 -> \
	mem_meant[MEM_ENTRY(who, k)] : otherwise)
#define MEANT_SEEN_1(who, at) MEANT_SEES(who, at, 0, MEANT_SEEN_0(who, at))
#define MEANT_SEEN_2(who, at) MEANT_SEES(who, at, 1, MEANT_SEEN_1(who, at))
#define MEANT_SEEN_3(who, at) MEANT_SEES(who, at, 2, MEANT_SEEN_2(who, at))
#define MEANT_SEEN_4(who, at) MEANT_SEES(who, at, 3, MEANT_SEEN_3(who, at))
#define MEANT_SEEN_5(who, at) MEANT_SEES(who, at, 4, MEANT_SEEN_4(who, at))
#define MEANT_SEEN_6(who, at) MEANT_SEES(who, at, 5, MEANT_SEEN_5(who, at))
#define MEANT_SEEN_7(who, at) MEANT_SEES(who, at, 6, MEANT_SEEN_6(who, at))
#define MEANT_SEEN_8(who, at) MEANT_SEES(who, at, 7, MEANT_SEEN_7(who, at))
#define MEANT_SEEN_9(who, at) MEANT_SEES(who, at, 8, MEANT_SEEN_8(who, at))
#define MEANT_SEEN_10(who, at) MEANT_SEES(who, at, 9, MEANT_SEEN_9(who, at))
#define MEANT_SEEN_11(who, at) MEANT_SEES(who, at, 10, MEANT_SEEN_10(who, at))
#define MEANT_SEEN_12(who, at) MEANT_SEES(who, at, 11, MEANT_SEEN_11(who, at))
#define MEANT_SEEN_13(who, at) MEANT_SEES(who, at, 12, MEANT_SEEN_12(who, at))
#define MEANT_SEEN_14(who, at) MEANT_SEES(who, at, 13, MEANT_SEEN_13(who, at))
#define MEANT_SEEN_15(who, at) MEANT_SEES(who, at, 14, MEANT_SEEN_14(who, at))
#define MEANT_SEEN_16(who, at) MEANT_SEES(who, at, 15, MEANT_SEEN_15(who, at))
#define MEANT_SEEN(who, at) \
	(MEM_HAS_WINDOW(who) -> MEM_GLUED(MEANT_SEEN_, MEM_WINDOW)(who, at) : MEANT(at))
#endif

#define mem_peek(at) mem[at]
#define mem_poke(at, value) mem[at] = value
#define mem_ready(who, order) true
#define mem_rooms(who, count) (!MEM_HAS_WINDOW(who) || !MEM_USED(who, MEM_WINDOW - (count)))
#define mem_room(who) mem_rooms(who, 1)
#define MEM_OPTIONS
#ifndef MEM_REACH
#define MEM_REACH skip
#endif

#ifdef MEM_ALL_QUIET
#define mem_quiet MEM_ALL_QUIET
#else
#define MEM_QUIET_1 !MEM_USED(0, 0)
#define MEM_QUIET_2 MEM_QUIET_1 && !MEM_USED(1, 0)
#define MEM_QUIET_3 MEM_QUIET_2 && !MEM_USED(2, 0)
#define MEM_QUIET_4 MEM_QUIET_3 && !MEM_USED(3, 0)
#define MEM_QUIET_5 MEM_QUIET_4 && !MEM_USED(4, 0)
#define MEM_QUIET_6 MEM_QUIET_5 && !MEM_USED(5, 0)
#define MEM_QUIET_7 MEM_QUIET_6 && !MEM_USED(6, 0)
#define MEM_QUIET_8 MEM_QUIET_7 && !MEM_USED(7, 0)
#define mem_quiet (MEM_GLUED(MEM_QUIET_, MEM_THREADS))
#endif

/* ---------------------------------------------------------------------- stores */
#ifdef MEM_PLAIN
#define MEM_KEPT_KIND(order) MEM_STORE
#else
#define MEM_KEPT_KIND(order) MEM_STORE_KIND(order)
#endif
inline mem_store(a_who, a_at, a_order, a_value) {
	if
	:: MEM_HAS_WINDOW(a_who) ->
		mem_kind_now = MEM_KEPT_KIND(a_order);
		mem_put(a_who, mem_kind_now, a_at, a_value);
		mem_kind_now = 0
	:: else -> mem[a_at] = a_value
	fi
}

/* ----------------------------------------------------------------------- loads */
#if MEM_LATE && (defined(MEM_SPLIT) || defined(MEM_WAITING_RMW))
/* mem_kind_now: of the thread's own latest write to a_at that waits; mem_reads: a
 * seq_cst store waits. */
inline mem_find(a_who, a_at) {
	mem_j = 0;
	mem_kind_now = 0;
	mem_reads = false;
	do
	:: mem_j < MEM_WINDOW && MEM_HOLDS(a_who, mem_j) && MEM_AT(a_who, mem_j) == (a_at) + 1 ->
		mem_kind_now = MEM_KIND(a_who, mem_j);
		mem_reads = mem_reads || mem_kind_now == MEM_STORE_SC;
		mem_j++
	:: else ->
		if
		:: mem_j < MEM_WINDOW ->
			mem_reads = mem_reads || MEM_KIND(a_who, mem_j) == MEM_STORE_SC;
			mem_j++
		:: else -> break
		fi
	od;
	mem_j = 0
}
inline mem_settle_load(a_who, a_at, a_order) {
	if
	:: MEM_HAS_WINDOW(a_who) ->
		mem_find(a_who, a_at);
		if
		:: MEM_IS_STORE(mem_kind_now) && !MEM_IS_TOTAL(a_order) -> skip
		:: else ->
			mem_kind_now = MEM_LOAD_KIND(a_order);
			mem_settle(a_who, mem_kind_now, a_at) /* rule: load-settles */
		fi;
		mem_kind_now = 0
	:: else -> skip
	fi
}
#elif !defined(MEM_PLAIN)
inline mem_settle_load(a_who, a_at, a_order) {
	if
	:: MEM_HAS_WINDOW(a_who) && MEM_IS_TOTAL(a_order) ->
		mem_settle(a_who, MEM_LOAD_SC, a_at) /* rule: buffer-load-settles */
	:: else -> skip
	fi
}
#else
#define mem_settle_load(who, at, order) skip
#endif
inline mem_load(a_who, a_at, a_order, a_dst) {
	mem_settle_load(a_who, a_at, a_order);
	MEM_LOAD_OVERTAKES(a_who)
	a_dst = MEM_SEEN(a_who, a_at)
}

#ifdef MEM_SPLIT
/* Its own store answers at once, whatever it waits for.  All that follows a seq_cst
 * load waits for it, so nobody can tell that what it waits for is performed now. */
inline mem_issue(a_who, a_at, a_order) {
	if
	:: MEM_IS_TOTAL(a_order) -> mem_settle(a_who, MEM_LOAD_SC, a_at) /* rule: issue-settles */
	:: else -> skip
	fi;
	mem_find(a_who, a_at);
	if
	:: MEM_IS_STORE(mem_kind_now) -> /* rule: issue-own-store */
		MEM_LOAD_OVERTAKES(a_who)
		mem_found = MEM_SEEN(a_who, a_at);
		answer_put(a_who, a_at, mem_found)
	:: else ->
#if MEM_TAGGED
		answer_ask(a_who, a_at);
#endif
		mem_kind_now = MEM_LOAD_KIND(a_order);
		mem_put(a_who, mem_kind_now, a_at, 0)
	fi;
	mem_kind_now = 0
}
#endif

/* ---------------------------------------------------------- read-modify-writes */
inline mem_settle_rmw(a_who, a_at, a_order) {
	if
	:: MEM_HAS_WINDOW(a_who) ->
#if !MEM_LATE
		mem_perform_all(a_who) /* rule: rmw-drains */
#elif defined(MEM_PLAIN)
		mem_perform_at(a_who, a_at, MEM_RMW_KIND(0, a_order) % 2) /* rule: plain-rmw */
#else
		mem_kind_now = MEM_RMW_KIND(0, a_order);
		mem_settle(a_who, mem_kind_now, a_at); /* rule: rmw-settles */
		mem_kind_now = 0
#endif
	:: else -> skip
	fi
}
#define mem_modify(who, at, order, value, dst) mem_settle_rmw(who, at, order); \
	MEM_RMW_OVERTAKES(who) dst = mem[at]; mem[at] = value
#define mem_cas(who, at, order, failure_order, expected, value, dst) \
	mem_settle_rmw(who, at, order); \
	MEM_RMW_OVERTAKES(who) dst = mem[at]; mem[at] = (dst == (expected) -> (value) : dst)

/* The same, when nobody looks at what was found: it may wait, if it does not
 * acquire. */
#if MEM_LATE && defined(MEM_WAITING_RMW)
inline mem_begin_rmw(a_who, a_op, a_at, a_order, a_operand) {
	mem_kind_now = MEM_RMW_KIND(a_op, a_order);
	mem_put(a_who, mem_kind_now, a_at, a_operand);
	mem_kind_now = 0
}
#ifdef MEM_WAITING_CAS
inline mem_begin_cas(a_who, a_at, a_order, a_expected, a_value) {
	mem_begin_rmw(a_who, MEM_CAS, a_at, a_order, a_value);
	mem_expected[MEM_ENTRY(a_who, mem_j)] = a_expected
}
#endif
#endif

/* ---------------------------------------------------------------------- fences
 * Only a load may come before a store that is before an acq_rel fence. */
#if !MEM_WEAK_FENCES
inline mem_fence(a_who, a_order) {
	if
	:: MEM_HAS_WINDOW(a_who) -> mem_perform_all(a_who) /* rule: paper-fence */
	:: else -> skip
	fi
}
#else
inline mem_fence(a_who, a_order) {
	if
	:: MEM_HAS_WINDOW(a_who) && MEM_IS_TOTAL(a_order) ->
		mem_perform_all(a_who) /* rule: fence */
#if !MEM_IN_ORDER && !defined(MEM_PLAIN)
	:: MEM_HAS_WINDOW(a_who) && !MEM_IS_TOTAL(a_order) ->
		if
		:: MEM_IS_ACQUIRE(a_order) -> mem_put(a_who, MEM_MARK_ACQ, -1, 0) /* rule: acquire-mark */
		:: else -> skip
		fi;
		mem_tidy(a_who);
		if
		:: MEM_IS_RELEASE(a_order) -> mem_put(a_who, MEM_MARK_REL, -1, 0) /* rule: release-mark */
		:: else -> skip
		fi;
		mem_tidy(a_who)
#endif
	:: else -> skip
	fi
}
#endif
