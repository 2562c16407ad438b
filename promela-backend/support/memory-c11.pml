/* memory-c11.pml: shared memory as C11 has it, by views.
 *
 * The interface is memory-sc.pml's.  The model is RC11 (Lahav et al., Repairing
 * sequential consistency in C/C++11) with C++20's release sequences, made
 * operational: each location has its history, the messages that were ever
 * stored there in their modification order, and each thread has a view, for each
 * location the newest message that it knows of.  A load takes any message that is
 * not older than the thread's view; a store puts its message anywhere behind it.
 * Nothing is read before it is stored, so there is no load buffering.  The model
 * is not multi-copy atomic: two threads may see two stores in different orders.
 *
 *   - A message of a releasing store carries its thread's view; an acquiring load
 *     adds what its message carries to its own view.  A relaxed store carries the
 *     view of its thread's last release fence, a relaxed load keeps what it found
 *     for the thread's next acquire fence.
 *   - A read-modify-write puts its message right behind the one that it read, and
 *     nothing comes between them ever after.  Its message carries also what that
 *     one carried: it continues the release sequences that it is in.
 *   - seq_cst accesses and fences are in an order of their own, RC11's psc: a relation
 *     that must have no cycle (memory-c11-order.pml).  It is not the order of the run, which
 *     C11 does not ask for.
 *
 * Against RC11 this is exact, or weaker, never stronger.  Weaker: of psc the part
 * `sb; hb; sb' is not kept where one seq_cst access is before another only through a thread
 * between them; nor `hb' between accesses of one location that are not a store and who reads
 * it or its release sequence.
 *
 * The model defines LOCATIONS, MEM_TYPE, MEM_INITIAL, MEM_THREADS (threads are 0 …
 * MEM_THREADS-1), MESSAGES: how many messages a location has place for (the initial
 * one and as many as there are stores to it always do), and of these what it uses:
 *
 *   MEM_SYNC             some operation acquires and some operation releases
 *   MEM_ACQUIRE_FENCES   … fences among those that acquire (acq_rel, seq_cst too)
 *   MEM_RELEASE_FENCES   … fences among those that release
 *   MEM_RMW              read-modify-writes
 *   MEM_SC_FENCES        seq_cst fences
 *   MEM_SC_ACCESSES      seq_cst accesses
 *   MEM_SC_EVENTS        seq_cst fences or accesses: so many are remembered, 31 at most
 *   MEM_FULL             a statement: there is no place left for a message or an event, so
 *                        nothing is known: FAIL(FAILED_BOUND)
 *
 *   mem_pick(who, at, order)  stands in front of an operation, between its guard and
 *                             its d_step, all in one `atomic`: what is read, or
 *                             where the message goes
 *   mem_end(who)              the thread makes no operation any more
 *
 * A message that is older than all threads' views is dropped. */
#include "memory-tables.pml"

/* A message is known by its place in the history of its location.  The initial
 * values are the messages 0. */
#define MEM_AT(at, message) ((at) + (message) * LOCATIONS)
#define MEM_ENDED 255           /* the view of a thread that has ended */

MEM_TYPE mem[LOCATIONS * MESSAGES] = MEM_INITIAL;
byte mem_last[LOCATIONS];       /* the newest message */
byte mem_seen[MEM_THREADS * LOCATIONS];
#define MEM_SEEN(who, at) mem_seen[(who) * LOCATIONS + (at)]
#ifdef MEM_RMW
bool mem_attached[LOCATIONS * MESSAGES]; /* to the message before it */
#endif
#ifdef MEM_SYNC
byte mem_carried[LOCATIONS * MESSAGES * LOCATIONS];
#define MEM_CARRIED(at, message, of) mem_carried[MEM_AT(at, message) * LOCATIONS + (of)]
#ifdef MEM_ACQUIRE_FENCES
byte mem_found[MEM_THREADS * LOCATIONS]; /* for the next acquire fence */
#define MEM_FOUND(who, at) mem_found[(who) * LOCATIONS + (at)]
#endif
#ifdef MEM_RELEASE_FENCES
byte mem_fenced[MEM_THREADS * LOCATIONS]; /* at the last release fence */
#define MEM_FENCED(who, at) mem_fenced[(who) * LOCATIONS + (at)]
#endif
#endif
byte mem_picked;

hidden byte mem_i;
hidden byte mem_j;
hidden byte mem_k;
hidden byte mem_from;           /* the message that is read, or after which one is stored */
hidden byte mem_low;
hidden byte mem_useful;
#define MEM_RAISE(number, to) number = (number < (to) -> (to) : number)

#ifdef MEM_SC_EVENTS
#include "memory-c11-order.pml"
#endif

/* ---- choices
 *
 * Any message.  The operation itself takes another one where that cannot be: the newest
 * message always can. */
inline mem_pick(m_who, m_at, m_order) {
	mem_picked = MEM_SEEN(m_who, m_at);
	do
	:: mem_picked < mem_last[m_at] -> mem_picked++
	:: true -> break
	od
}

/* ---- histories */

/* NUMBER is the place of a message of the location: it moves behind a new one. */
#define MEM_MOVE_BEHIND(number) \
	number = (number > mem_from && number != MEM_ENDED -> number + 1 : number)

/* A place for a new message of m_at, right behind mem_from. */
inline mem_make_place(m_at) {
	if
	:: mem_last[m_at] + 1 >= MESSAGES -> MEM_FULL
	:: else
	fi;
	mem_last[m_at] = mem_last[m_at] + 1;
	mem_i = mem_last[m_at];
	do
	:: mem_i > mem_from + 1 ->
		mem[MEM_AT(m_at, mem_i)] = mem[MEM_AT(m_at, mem_i - 1)];
#ifdef MEM_RMW
		mem_attached[MEM_AT(m_at, mem_i)] = mem_attached[MEM_AT(m_at, mem_i - 1)];
#endif
#ifdef MEM_SYNC
		mem_j = 0;
		do
		:: mem_j < LOCATIONS ->
			MEM_CARRIED(m_at, mem_i, mem_j) = MEM_CARRIED(m_at, mem_i - 1, mem_j);
			mem_j++
		:: else -> break
		od;
#endif
#ifdef MEM_SC_EVENTS
		mem_sc_copy(m_at, mem_i - 1);
#endif
		mem_i--
	:: else -> break
	od;
	mem_i = 0;
	do
	:: mem_i < MEM_THREADS ->
		MEM_MOVE_BEHIND(MEM_SEEN(mem_i, m_at));
#ifdef MEM_SYNC
#ifdef MEM_ACQUIRE_FENCES
		MEM_MOVE_BEHIND(MEM_FOUND(mem_i, m_at));
#endif
#ifdef MEM_RELEASE_FENCES
		MEM_MOVE_BEHIND(MEM_FENCED(mem_i, m_at));
#endif
#endif
		mem_i++
	:: else -> break
	od;
#ifdef MEM_SYNC
	mem_i = 0;
	do
	:: mem_i < LOCATIONS * MESSAGES ->
		MEM_MOVE_BEHIND(mem_carried[mem_i * LOCATIONS + (m_at)]);
		mem_i++
	:: else -> break
	od;
#endif
#ifdef MEM_SC_EVENTS
	mem_sc_move(m_at, true);
#endif
	skip
}

/* NUMBER is the place of a message: mem_k older ones are dropped. */
#define MEM_MOVE_DOWN(number) \
	number = (number == MEM_ENDED -> MEM_ENDED : (number > mem_k -> number - mem_k : 0))

inline mem_drop(m_at) {
	mem_i = 0;
	do
	:: mem_i < MESSAGES ->
		mem[MEM_AT(m_at, mem_i)] =
			(mem_i + mem_k <= mem_last[m_at] ->
			 mem[MEM_AT(m_at, (mem_i + mem_k < MESSAGES -> mem_i + mem_k : 0))] : 0);
#ifdef MEM_RMW
		mem_attached[MEM_AT(m_at, mem_i)] = mem_i > 0 && mem_i + mem_k <= mem_last[m_at] &&
			mem_attached[MEM_AT(m_at, (mem_i + mem_k < MESSAGES -> mem_i + mem_k : 0))];
#endif
#ifdef MEM_SYNC
		mem_j = 0;
		do
		:: mem_j < LOCATIONS ->
			MEM_CARRIED(m_at, mem_i, mem_j) =
				(mem_i + mem_k <= mem_last[m_at] ->
				 MEM_CARRIED(m_at, (mem_i + mem_k < MESSAGES -> mem_i + mem_k : 0), mem_j) : 0);
			mem_j++
		:: else -> break
		od;
#endif
#ifdef MEM_SC_EVENTS
		if
		:: mem_i + mem_k <= mem_last[m_at] -> mem_sc_copy(m_at, mem_i + mem_k)
		:: else -> mem_sc_clear(m_at)
		fi;
#endif
		mem_i++
	:: else -> break
	od;
	mem_last[m_at] = mem_last[m_at] - mem_k;
	mem_i = 0;
	do
	:: mem_i < MEM_THREADS ->
		MEM_MOVE_DOWN(MEM_SEEN(mem_i, m_at));
#ifdef MEM_SYNC
#ifdef MEM_ACQUIRE_FENCES
		MEM_MOVE_DOWN(MEM_FOUND(mem_i, m_at));
#endif
#ifdef MEM_RELEASE_FENCES
		MEM_MOVE_DOWN(MEM_FENCED(mem_i, m_at));
#endif
#endif
		mem_i++
	:: else -> break
	od;
#ifdef MEM_SYNC
	mem_i = 0;
	do
	:: mem_i < LOCATIONS * MESSAGES ->
		MEM_MOVE_DOWN(mem_carried[mem_i * LOCATIONS + (m_at)]);
		mem_i++
	:: else -> break
	od;
#endif
#ifdef MEM_SC_EVENTS
	mem_sc_drop(m_at);
#endif
	skip
}

/* The canonical form, after each operation. */
inline mem_settle() {
	mem_low = 0;
	do
	:: mem_low < LOCATIONS ->
		mem_k = mem_last[mem_low];
		mem_i = 0;
		do
		:: mem_i < MEM_THREADS ->
			mem_k = (MEM_SEEN(mem_i, mem_low) < mem_k -> MEM_SEEN(mem_i, mem_low) : mem_k);
			mem_i++
		:: else -> break
		od;
		if
		:: mem_k > 0 -> mem_drop(mem_low)
		:: else
		fi;
		mem_low++
	:: else -> break
	od;
	mem_low = 0;
#ifdef MEM_SYNC
#ifdef MEM_ACQUIRE_FENCES
	mem_i = 0;
	do
	:: mem_i < MEM_THREADS * LOCATIONS ->
		mem_found[mem_i] = (mem_found[mem_i] <= mem_seen[mem_i] -> 0 : mem_found[mem_i]);
		mem_i++
	:: else -> break
	od;
#endif
#endif
#ifdef MEM_SC_EVENTS
	mem_sc_settle();
#endif
	mem_i = 0; mem_j = 0; mem_k = 0; mem_from = 0
}

/* ---- reading message mem_from, and storing one behind it */
inline mem_see(m_who, m_at, m_order) {
	MEM_RAISE(MEM_SEEN(m_who, m_at), mem_from); /* rule: read-coherence */
#ifdef MEM_SYNC
	mem_i = 0;
	do
	:: mem_i < LOCATIONS ->
		if
		:: MEM_IS_ACQUIRE(m_order) -> /* rule: acquire */
			MEM_RAISE(MEM_SEEN(m_who, mem_i), MEM_CARRIED(m_at, mem_from, mem_i))
		:: else ->
#ifdef MEM_ACQUIRE_FENCES
			MEM_RAISE(MEM_FOUND(m_who, mem_i), /* rule: found */
				  MEM_CARRIED(m_at, mem_from, mem_i))
#else
			skip
#endif
		fi;
		mem_i++
	:: else -> break
	od;
#endif
#ifdef MEM_SC_EVENTS
	mem_sc_see(m_who, m_at, m_order);
#endif
	skip
}

/* m_attached: it read mem_from, and what that carried goes on. */
inline mem_put(m_who, m_at, m_order, m_value, m_attached) {
	mem_make_place(m_at);
	mem_from++;
	mem[MEM_AT(m_at, mem_from)] = m_value;
	MEM_SEEN(m_who, m_at) = mem_from; /* rule: write-coherence */
#ifdef MEM_RMW
	mem_attached[MEM_AT(m_at, mem_from)] = m_attached; /* rule: atomic */
#endif
#ifdef MEM_SYNC
	mem_i = 0;
	do
	:: mem_i < LOCATIONS ->
		MEM_CARRIED(m_at, mem_from, mem_i) =
			(m_attached -> /* rule: sequence */ MEM_CARRIED(m_at, mem_from - 1, mem_i) : 0);
		if
		:: mem_i == (m_at) -> skip /* who reads a message knows it */
		:: mem_i != (m_at) && MEM_IS_RELEASE(m_order) -> /* rule: release */
			MEM_RAISE(MEM_CARRIED(m_at, mem_from, mem_i), MEM_SEEN(m_who, mem_i))
		:: else ->
#ifdef MEM_RELEASE_FENCES
			MEM_RAISE(MEM_CARRIED(m_at, mem_from, mem_i), /* rule: fenced */
				  MEM_FENCED(m_who, mem_i))
#else
			skip
#endif
		fi;
		mem_i++
	:: else -> break
	od;
#endif
#ifdef MEM_SC_EVENTS
	mem_sc_put(m_who, m_at, m_order, m_attached);
#endif
	skip
}

/* ---- operations */
/* If the order of the seq_cst events does not admit reading mem_from, or storing behind it,
 * the newest message it is. */
inline mem_admit(m_who, m_at, m_order, m_writes) {
#ifdef MEM_SC_EVENTS
	mem_sc_look(m_who, m_at, MEM_IS_TOTAL(m_order), m_writes);
	if
	:: mem_refused ->
		mem_from = mem_last[m_at];
		mem_sc_look(m_who, m_at, MEM_IS_TOTAL(m_order), m_writes)
	:: else
	fi;
	mem_sc_order(MEM_IS_TOTAL(m_order))
#else
	skip
#endif
}

inline mem_load(m_who, m_at, m_order, m_dst) {
	mem_from = mem_picked;
	mem_admit(m_who, m_at, m_order, false);
#ifdef MEM_SC_EVENTS
	if
	:: MEM_IS_TOTAL(m_order) -> mem_sc_enter(m_who, m_at, mem_from, false)
	:: else
	fi;
#endif
	m_dst = mem[MEM_AT(m_at, mem_from)];
	mem_see(m_who, m_at, m_order);
	mem_picked = 0;
	mem_settle()
}

/* Is the next message one that has read this one? */
#ifdef MEM_RMW
#define MEM_IS_TAKEN(at) \
	(mem_from < mem_last[at] && \
	 mem_attached[MEM_AT(at, (mem_from + 1 < MESSAGES -> mem_from + 1 : 0))])
#else
#define MEM_IS_TAKEN(at) false
#endif

/* Behind which message: mem_from. */
inline mem_where(m_who, m_at, m_order) {
	mem_from = mem_picked;
	if
	:: MEM_IS_TAKEN(m_at) -> mem_from = mem_last[m_at] /* rule: not-between */
	:: else
	fi;
	mem_admit(m_who, m_at, m_order, true);
	mem_picked = 0
}

inline mem_write(m_who, m_at, m_order, m_value, m_attached) {
	mem_put(m_who, m_at, m_order, m_value, m_attached);
#ifdef MEM_SC_EVENTS
	if
	:: MEM_IS_TOTAL(m_order) -> mem_sc_enter(m_who, m_at, mem_from, true)
	:: else
	fi;
#endif
	mem_settle()
}

inline mem_store(m_who, m_at, m_order, m_value) {
	mem_where(m_who, m_at, m_order);
	mem_write(m_who, m_at, m_order, m_value, false)
}

/* m_dst is what was read: m_value is of it. */
inline mem_modify(m_who, m_at, m_order, m_value, m_dst) {
	mem_where(m_who, m_at, m_order);
	m_dst = mem[MEM_AT(m_at, mem_from)];
	mem_see(m_who, m_at, m_order);
	mem_write(m_who, m_at, m_order, m_value, true)
}

/* What is read decides whether it succeeds: so whether that can be read, or can be
 * replaced, is seen to first. */
inline mem_cas(m_who, m_at, m_order, m_failure, m_expected, m_value, m_dst) {
	mem_from = mem_picked;
	mem_low = 0;
	if
	:: mem[MEM_AT(m_at, mem_from)] == (m_expected) ->
#ifdef MEM_SC_EVENTS
		mem_sc_look(m_who, m_at, MEM_IS_TOTAL(m_order), true);
		mem_low = mem_refused; /* rule: sc-cas-success */
#endif
		mem_low = mem_low || MEM_IS_TAKEN(m_at) /* rule: cas-not-between */
	:: else ->
#ifdef MEM_SC_EVENTS
		mem_sc_look(m_who, m_at, MEM_IS_TOTAL(m_failure), false);
		mem_low = mem_refused /* rule: sc-cas-failure */
#else
		skip
#endif
	fi;
	if
	:: mem_low -> mem_picked = mem_last[m_at]
	:: else
	fi;
	if
	:: mem[MEM_AT(m_at, mem_picked)] == (m_expected) ->
		mem_modify(m_who, m_at, m_order, m_value, m_dst)
	:: else ->
		mem_load(m_who, m_at, m_failure, m_dst)
	fi
}

inline mem_fence(m_who, m_order) {
#ifdef MEM_SYNC
#ifdef MEM_ACQUIRE_FENCES
	if
	:: MEM_IS_ACQUIRE(m_order) ->
		mem_i = 0;
		do
		:: mem_i < LOCATIONS ->
			MEM_RAISE(MEM_SEEN(m_who, mem_i), MEM_FOUND(m_who, mem_i)); /* rule: acquire-fence */
			mem_i++
		:: else -> break
		od;
#ifdef MEM_SC_FENCES
		mem_sc_acquire(m_who)
#endif
	:: else
	fi;
#endif
#endif
#ifdef MEM_SC_FENCES
	if
	:: MEM_IS_TOTAL(m_order) -> mem_sc_fence(m_who)
	:: else
	fi;
#endif
#ifdef MEM_SYNC
#ifdef MEM_RELEASE_FENCES
	if
	:: MEM_IS_RELEASE(m_order) ->
		mem_i = 0;
		do
		:: mem_i < LOCATIONS ->
			MEM_FENCED(m_who, mem_i) = MEM_SEEN(m_who, mem_i); /* rule: release-fence */
			mem_i++
		:: else -> break
		od;
#ifdef MEM_SC_FENCES
		mem_sc_release(m_who)
#endif
	:: else
	fi;
#endif
#endif
	mem_settle()
}

inline mem_end(m_who) {
	mem_i = 0;
	do
	:: mem_i < LOCATIONS ->
		MEM_SEEN(m_who, mem_i) = MEM_ENDED;
#ifdef MEM_SYNC
#ifdef MEM_ACQUIRE_FENCES
		MEM_FOUND(m_who, mem_i) = 0;
#endif
#ifdef MEM_RELEASE_FENCES
		MEM_FENCED(m_who, mem_i) = 0;
#endif
#endif
		mem_i++
	:: else -> break
	od;
#ifdef MEM_SC_EVENTS
	mem_sc_end(m_who);
#endif
	mem_settle()
}

/* No access: all that is known of the location is this. */
inline mem_poke(m_at, m_value) {
	mem_k = mem_last[m_at];
	mem_drop(m_at);
	mem[m_at] = m_value
}
#define mem_peek(at) mem[MEM_AT(at, mem_last[at])]
#define mem_ready(who, order) true
#define mem_room(who) true
#define mem_quiet true
#define MEM_REACH skip
#define MEM_OPTIONS
