/* memory-c11-order.pml: the order of the seq_cst accesses and fences (memory-c11.pml).
 *
 * RC11's partial order psc, as a relation between the events that can still matter: it
 * must have no cycle.  Happens-before and the modification orders grow with the run, so each
 * operation can put only some pairs into the relation:
 *
 *   - A seq_cst access is after the thread's earlier events, after a store that it reads (or
 *     that is the last one of the location to happen before it), as a store after all that
 *     loaded or stored something older there; and before all stores of something newer.
 *   - A seq_cst fence is after each access whose message, or a newer one, was stored before
 *     it (happens-before), and after each earlier fence F such that something after F
 *     (happens-before again) loaded or stored what is older than what something before this
 *     fence loaded or stored.
 *   - A fence is before each access that happens after it through its thread's own events, and
 *     before each store of something newer than what anything after the fence loads or stores.
 *
 * So of each fence it is remembered what was stored and what was seen before it
 * (mem_sc_known, mem_sc_in), and which messages are newer than what happened after it
 * (mem_sc_out); and of threads and messages which fences happen before them (mem_behind).
 *
 * An operation that would make a cycle is not done; another message is taken (memory-c11.pml:
 * mem_admit).  A cycle that is closed by the last of its events to be done, whichever that is,
 * is found then; so no choice is made here. */
byte mem_sc_count;
byte mem_sc_at[MEM_SC_EVENTS];       /* LOCATIONS: a fence */
byte mem_sc_message[MEM_SC_EVENTS];  /* what was loaded or stored, + 1; 0: it was dropped */
bool mem_sc_stored[MEM_SC_EVENTS];
int mem_sc_before[MEM_SC_EVENTS];    /* the events that are before it, as bits: all of them */
int mem_sc_done[MEM_THREADS];        /* those that are before the thread's next event */
hidden byte mem_e;
hidden byte mem_f;
hidden byte mem_l;
hidden int mem_earlier;              /* than the operation under way, as bits */
hidden int mem_later;
hidden byte mem_refused;
#define MEM_BIT(event) (1 << (event))

#ifdef MEM_SC_FENCES
/* Positions: 2 m + 2 is right before message m, 2 m + 3 right behind it; 0 is before what
 * was dropped. */
#define MEM_NOWHERE 255
byte mem_sc_in[MEM_SC_EVENTS * LOCATIONS];
byte mem_sc_out[MEM_SC_EVENTS * LOCATIONS];
int mem_behind[MEM_THREADS];
int mem_behind_carried[LOCATIONS * MESSAGES];
int mem_behind_found[MEM_THREADS];
int mem_behind_fenced[MEM_THREADS];
hidden int mem_fences_earlier;
hidden int mem_fences_later;
#define MEM_IN(event, at) mem_sc_in[(event) * LOCATIONS + (at)]
#define MEM_OUT(event, at) mem_sc_out[(event) * LOCATIONS + (at)]
#ifdef MEM_SC_ACCESSES
/* The newest message that was stored before (happens-before), as the position behind it; the
 * position before it if only who looks at its location is ordered behind a seq_cst access
 * that stored it. */
byte mem_known[MEM_THREADS * LOCATIONS];
byte mem_known_carried[LOCATIONS * MESSAGES * LOCATIONS];
byte mem_known_found[MEM_THREADS * LOCATIONS];
byte mem_known_fenced[MEM_THREADS * LOCATIONS];
byte mem_sc_known[MEM_SC_EVENTS * LOCATIONS];
#define MEM_KNOWN(who, at) mem_known[(who) * LOCATIONS + (at)]
#define MEM_KNOWN_CARRIED(at, message, of) \
	mem_known_carried[MEM_AT(at, message) * LOCATIONS + (of)]
#define MEM_KNOWN_BEFORE(event, at) mem_sc_known[(event) * LOCATIONS + (at)]
#endif
#endif
#define MEM_IS_FENCE(event) (mem_sc_at[event] == LOCATIONS)

/* ---- sets of events */
/* Those before one of the set belong to it. */
inline mem_sc_close(m_set) {
	mem_f = 0;
	do
	:: mem_f < mem_sc_count ->
		m_set = ((m_set & MEM_BIT(mem_f)) != 0 -> m_set | mem_sc_before[mem_f] : m_set);
		mem_f++
	:: else -> break
	od
}

/* All of m_first are before all of m_then, and before what these are before. */
inline mem_sc_relate(m_first, m_then) {
	mem_f = 0;
	do
	:: mem_f < mem_sc_count ->
		mem_sc_before[mem_f] = (((mem_sc_before[mem_f] | MEM_BIT(mem_f)) & (m_then)) != 0 ->
			mem_sc_before[mem_f] | (m_first) : mem_sc_before[mem_f]);
		mem_f++
	:: else -> break
	od
}

/* ---- may it be done?  Reading mem_from, or storing right behind it. */
/* Event mem_e is a fence. */
inline mem_sc_look_at_fence(m_at, m_strong, m_writes) {
#ifdef MEM_SC_FENCES
	if
	:: MEM_IN(mem_e, m_at) > mem_from -> /* rule: sc-fences */
		mem_fences_later = mem_fences_later | MEM_BIT(mem_e)
	:: else
	fi;
#ifdef MEM_SC_ACCESSES
	if
	:: (m_strong) && MEM_KNOWN_BEFORE(mem_e, m_at) > 2 * mem_from + 3 -> /* rule: sc-known */
		mem_later = mem_later | MEM_BIT(mem_e)
	:: else
	fi;
	if
	:: (m_strong) && (m_writes) && MEM_OUT(mem_e, m_at) <= 2 * mem_from + 3 -> /* rule: sc-out */
		mem_earlier = mem_earlier | MEM_BIT(mem_e)
	:: else
	fi
#endif
#else
	skip
#endif
}

/* Did event mem_e store what a load of mem_from by m_who is to be after? */
#if defined(MEM_SC_FENCES) && defined(MEM_SC_ACCESSES)
#define MEM_LAST_KNOWN(who, at) \
	(MEM_KNOWN(who, at) > MEM_KNOWN_CARRIED(at, mem_from, at) -> \
	 MEM_KNOWN(who, at) : MEM_KNOWN_CARRIED(at, mem_from, at))
#define MEM_IS_SOURCE(who, at) \
	(mem_sc_message[mem_e] == mem_from + 1 || \
	 2 * mem_sc_message[mem_e] == (MEM_LAST_KNOWN(who, at) & 254))
#else
#define MEM_IS_SOURCE(who, at) (mem_sc_message[mem_e] == mem_from + 1)
#endif

/* Event mem_e is an access of the location. */
inline mem_sc_look_at_access(m_who, m_at, m_strong, m_writes) {
	if
	:: mem_sc_stored[mem_e] && mem_sc_message[mem_e] > mem_from + 1 ->
#ifdef MEM_SC_FENCES
		mem_fences_later = mem_fences_later | MEM_BIT(mem_e); /* rule: sc-fence-stores */
#endif
		mem_later = ((m_strong) -> mem_later | MEM_BIT(mem_e) : mem_later) /* rule: sc-later */
	:: (m_strong) && (m_writes) && mem_sc_message[mem_e] <= mem_from + 1 -> /* rule: sc-store */
		mem_earlier = mem_earlier | MEM_BIT(mem_e)
	:: (m_strong) && !(m_writes) && mem_sc_stored[mem_e] &&
	   mem_sc_message[mem_e] <= mem_from + 1 && MEM_IS_SOURCE(m_who, m_at) -> /* rule: sc-reads-from */
		mem_earlier = mem_earlier | MEM_BIT(mem_e)
	:: else
	fi
}

inline mem_sc_look(m_who, m_at, m_strong, m_writes) {
	mem_later = 0;
	mem_earlier = mem_sc_done[m_who]; /* rule: sc-program-order */
#ifdef MEM_SC_FENCES
	mem_fences_later = 0;
	mem_fences_earlier = mem_behind[m_who];
	mem_sc_close(mem_fences_earlier);
	mem_earlier = mem_earlier | mem_behind[m_who];
#endif
	mem_e = 0;
	do
	:: mem_e < mem_sc_count ->
		if
		:: MEM_IS_FENCE(mem_e) -> mem_sc_look_at_fence(m_at, m_strong, m_writes)
		:: mem_sc_at[mem_e] == (m_at) ->
			mem_sc_look_at_access(m_who, m_at, m_strong, m_writes)
		:: else
		fi;
		mem_e++
	:: else -> break
	od;
	mem_sc_close(mem_earlier);
	mem_refused = (mem_earlier & mem_later) != 0; /* rule: sc-cycle */
#ifdef MEM_SC_FENCES
	mem_refused = mem_refused || (mem_fences_earlier & mem_fences_later) != 0 /* rule: sc-fence */
#endif
}

/* It is done; an access of seq_cst enters behind it. */
inline mem_sc_order(m_strong) {
#ifdef MEM_SC_FENCES
	mem_sc_relate(mem_fences_earlier, mem_fences_later);
#endif
	if
	:: m_strong ->
		mem_sc_close(mem_earlier);
		mem_sc_relate(mem_earlier | MEM_BIT(mem_sc_count), mem_later)
	:: else
	fi
}

/* ---- events */
inline mem_sc_enter(m_who, m_at, m_message, m_stored) {
	if
	:: mem_sc_count == MEM_SC_EVENTS -> MEM_FULL
	:: else
	fi;
	mem_sc_at[mem_sc_count] = m_at;
	mem_sc_message[mem_sc_count] = m_message + 1;
	mem_sc_stored[mem_sc_count] = m_stored;
	mem_sc_before[mem_sc_count] = mem_earlier;
	mem_sc_done[m_who] = mem_earlier | MEM_BIT(mem_sc_count);
	mem_sc_count++
}

#ifdef MEM_SC_FENCES
/* Event mem_e is before a fence that m_who makes now. */
inline mem_sc_add_before_fence(m_who) {
	if
	:: MEM_IS_FENCE(mem_e) ->
		mem_l = 0;
		do
		:: mem_l < LOCATIONS ->
			mem_earlier = (MEM_OUT(mem_e, mem_l) <= 2 * MEM_SEEN(m_who, mem_l) + 2 ->
				mem_earlier | MEM_BIT(mem_e) : mem_earlier); /* rule: sc-fence-after */
			mem_l++
		:: else -> break
		od
	:: else ->
#ifdef MEM_SC_ACCESSES
		mem_earlier = (MEM_KNOWN(m_who, mem_sc_at[mem_e]) >
			2 * mem_sc_message[mem_e] + 1 - mem_sc_stored[mem_e] ->
			mem_earlier | MEM_BIT(mem_e) : mem_earlier) /* rule: sc-fence-known */
#else
		skip
#endif
	fi
}

/* What is before a fence can not be missed behind it. */
inline mem_sc_raise(m_who) {
	if
	:: (mem_earlier & MEM_BIT(mem_e)) == 0
	:: else ->
		if
		:: MEM_IS_FENCE(mem_e) ->
			mem_l = 0;
			do
			:: mem_l < LOCATIONS ->
				MEM_RAISE(MEM_SEEN(m_who, mem_l), MEM_IN(mem_e, mem_l));
				mem_l++
			:: else -> break
			od
		:: !MEM_IS_FENCE(mem_e) && mem_sc_stored[mem_e] ->
			MEM_RAISE(MEM_SEEN(m_who, mem_sc_at[mem_e]), mem_sc_message[mem_e] - 1)
		:: else
		fi
	fi
}

inline mem_sc_fence(m_who) {
	mem_earlier = mem_sc_done[m_who] | mem_behind[m_who];
	mem_e = 0;
	do
	:: mem_e < mem_sc_count -> mem_sc_add_before_fence(m_who); mem_e++
	:: else -> break
	od;
	mem_sc_close(mem_earlier);
	mem_e = 0;
	do
	:: mem_e < mem_sc_count -> mem_sc_raise(m_who); mem_e++
	:: else -> break
	od;
	mem_sc_enter(m_who, LOCATIONS, 0, false);
	mem_behind[m_who] = mem_behind[m_who] | MEM_BIT(mem_sc_count - 1);
	mem_l = 0;
	do
	:: mem_l < LOCATIONS ->
		MEM_IN(mem_sc_count - 1, mem_l) = MEM_SEEN(m_who, mem_l);
		MEM_OUT(mem_sc_count - 1, mem_l) = MEM_NOWHERE;
#ifdef MEM_SC_ACCESSES
		MEM_KNOWN_BEFORE(mem_sc_count - 1, mem_l) = MEM_KNOWN(m_who, mem_l);
#endif
		mem_l++
	:: else -> break
	od
}

/* m_who has loaded or stored at a position: all fences before it are before what is newer. */
inline mem_sc_happened(m_who, m_at, m_position) {
	mem_e = 0;
	do
	:: mem_e < mem_sc_count ->
		if
		:: (mem_behind[m_who] & MEM_BIT(mem_e)) != 0 && MEM_OUT(mem_e, m_at) > (m_position) ->
			MEM_OUT(mem_e, m_at) = m_position /* rule: sc-happened */
		:: else
		fi;
		mem_e++
	:: else -> break
	od
}

/* ---- what a thread knows, and what messages carry */
inline mem_sc_see(m_who, m_at, m_order) {
	if
	:: MEM_IS_ACQUIRE(m_order) -> /* rule: sc-acquire */
		mem_behind[m_who] = mem_behind[m_who] | mem_behind_carried[MEM_AT(m_at, mem_from)]
	:: else ->
		mem_behind_found[m_who] = /* rule: sc-found */
			mem_behind_found[m_who] | mem_behind_carried[MEM_AT(m_at, mem_from)]
	fi;
#ifdef MEM_SC_ACCESSES
	mem_l = 0;
	do
	:: mem_l < LOCATIONS ->
		if
		:: MEM_IS_ACQUIRE(m_order) -> /* rule: sc-known-acquire */
			MEM_RAISE(MEM_KNOWN(m_who, mem_l), MEM_KNOWN_CARRIED(m_at, mem_from, mem_l))
		:: else ->
			MEM_RAISE(mem_known_found[(m_who) * LOCATIONS + mem_l], /* rule: sc-known-found */
				  MEM_KNOWN_CARRIED(m_at, mem_from, mem_l))
		fi;
		mem_l++
	:: else -> break
	od;
	if
	:: MEM_KNOWN(m_who, m_at) > 0 ->
		MEM_KNOWN(m_who, m_at) = MEM_KNOWN(m_who, m_at) | 1
	:: else
	fi;
#endif
	mem_sc_happened(m_who, m_at, 2 * mem_from + 3)
}

/* Message mem_from is new.  m_attached: to the one before it. */
inline mem_sc_put(m_who, m_at, m_order, m_attached) {
	mem_behind_carried[MEM_AT(m_at, mem_from)] =
		(m_attached -> mem_behind_carried[MEM_AT(m_at, mem_from - 1)] : 0) |
		(MEM_IS_RELEASE(m_order) -> mem_behind[m_who] : /* rule: sc-release */
		 mem_behind_fenced[m_who]);
#ifdef MEM_SC_ACCESSES
	mem_l = 0;
	do
	:: mem_l < LOCATIONS ->
		MEM_KNOWN_CARRIED(m_at, mem_from, mem_l) =
			(m_attached -> MEM_KNOWN_CARRIED(m_at, mem_from - 1, mem_l) : 0);
		MEM_RAISE(MEM_KNOWN_CARRIED(m_at, mem_from, mem_l),
			  (MEM_IS_RELEASE(m_order) -> MEM_KNOWN(m_who, mem_l) : /* rule: sc-known-release */
			   mem_known_fenced[(m_who) * LOCATIONS + mem_l]));
		mem_l++
	:: else -> break
	od;
	if
	:: MEM_IS_RELEASE(m_order) -> MEM_KNOWN_CARRIED(m_at, mem_from, m_at) = 2 * mem_from + 2
	:: else
	fi;
	MEM_KNOWN(m_who, m_at) = 2 * mem_from + 3; /* rule: sc-known-own */
#endif
	mem_sc_happened(m_who, m_at, 2 * mem_from + 2)
}

inline mem_sc_acquire(m_who) {
	mem_behind[m_who] = mem_behind[m_who] | mem_behind_found[m_who]; /* rule: sc-acquire-fence */
#ifdef MEM_SC_ACCESSES
	mem_l = 0;
	do
	:: mem_l < LOCATIONS ->
		MEM_RAISE(MEM_KNOWN(m_who, mem_l), mem_known_found[(m_who) * LOCATIONS + mem_l]);
		mem_l++
	:: else -> break
	od
#endif
}

inline mem_sc_release(m_who) {
	mem_behind_fenced[m_who] = mem_behind[m_who]; /* rule: sc-release-fence */
#ifdef MEM_SC_ACCESSES
	mem_l = 0;
	do
	:: mem_l < LOCATIONS ->
		mem_known_fenced[(m_who) * LOCATIONS + mem_l] = /* rule: sc-known-release-fence */
			MEM_KNOWN(m_who, mem_l);
		mem_l++
	:: else -> break
	od
#endif
}
#else
#define mem_sc_see(who, at, order) skip
#define mem_sc_put(who, at, order, attached) skip
#endif

/* ---- messages get another place
 *
 * m_up: those behind mem_from move up by one; otherwise all move down by mem_k. */
#define MEM_MOVE(number) \
	number = (m_up -> (number > mem_from -> number + 1 : number) : \
		  (number > mem_k -> number - mem_k : 0))
#define MEM_MOVE_POSITION(position) \
	position = (position == 255 -> 255 : \
		    (m_up -> (position > 2 * mem_from + 3 -> position + 2 : position) : \
		     (position > 2 * mem_k + 1 -> position - 2 * mem_k : 0)))

inline mem_sc_move(m_at, m_up) {
	mem_e = 0;
	do
	:: mem_e < mem_sc_count ->
#ifdef MEM_SC_FENCES
		if
		:: MEM_IS_FENCE(mem_e) ->
			MEM_MOVE(MEM_IN(mem_e, m_at));
			MEM_MOVE_POSITION(MEM_OUT(mem_e, m_at));
#ifdef MEM_SC_ACCESSES
			MEM_MOVE_POSITION(MEM_KNOWN_BEFORE(mem_e, m_at))
#endif
		:: else
		fi;
#endif
		if
		:: mem_sc_at[mem_e] == (m_at) ->
			mem_sc_message[mem_e] = (m_up ->
				mem_sc_message[mem_e] + (mem_sc_message[mem_e] > mem_from + 1) :
				(mem_sc_message[mem_e] > mem_k -> mem_sc_message[mem_e] - mem_k : 0))
		:: else
		fi;
		mem_e++
	:: else -> break
	od;
#ifdef MEM_SC_FENCES
#ifdef MEM_SC_ACCESSES
	mem_e = 0;
	do
	:: mem_e < MEM_THREADS ->
		MEM_MOVE_POSITION(MEM_KNOWN(mem_e, m_at));
		MEM_MOVE_POSITION(mem_known_found[mem_e * LOCATIONS + (m_at)]);
		MEM_MOVE_POSITION(mem_known_fenced[mem_e * LOCATIONS + (m_at)]);
		mem_e++
	:: else -> break
	od;
	mem_e = 0;
	do
	:: mem_e < LOCATIONS * MESSAGES ->
		MEM_MOVE_POSITION(mem_known_carried[mem_e * LOCATIONS + (m_at)]);
		mem_e++
	:: else -> break
	od;
#endif
#endif
	skip
}

#ifdef MEM_SC_FENCES
/* Message mem_i of the location is now what message m_from was. */
inline mem_sc_copy(m_at, m_from) {
	mem_behind_carried[MEM_AT(m_at, mem_i)] = mem_behind_carried[MEM_AT(m_at, m_from)];
#ifdef MEM_SC_ACCESSES
	mem_l = 0;
	do
	:: mem_l < LOCATIONS ->
		MEM_KNOWN_CARRIED(m_at, mem_i, mem_l) = MEM_KNOWN_CARRIED(m_at, m_from, mem_l);
		mem_l++
	:: else -> break
	od
#endif
}

/* There is no message mem_i any more. */
inline mem_sc_clear(m_at) {
	mem_behind_carried[MEM_AT(m_at, mem_i)] = 0;
#ifdef MEM_SC_ACCESSES
	mem_l = 0;
	do
	:: mem_l < LOCATIONS -> MEM_KNOWN_CARRIED(m_at, mem_i, mem_l) = 0; mem_l++
	:: else -> break
	od
#endif
}
#else
#define mem_sc_copy(at, from) skip
#define mem_sc_clear(at) skip
#endif

/* A store that nobody can read any more says what a load says. */
inline mem_sc_drop(m_at) {
	mem_e = 0;
	do
	:: mem_e < mem_sc_count ->
		mem_sc_stored[mem_e] = mem_sc_stored[mem_e] &&
			(mem_sc_at[mem_e] != (m_at) || mem_sc_message[mem_e] > mem_k);
		mem_e++
	:: else -> break
	od;
	mem_sc_move(m_at, false)
}

/* ---- the canonical form */
/* SET without its bit mem_e; the later events have moved down by one. */
#define MEM_LEFT(set) \
	set = ((set) & (MEM_BIT(mem_e) - 1)) | (((set) >> (mem_e + 1)) << mem_e)

inline mem_sc_move_event(m_to, m_from) {
	mem_sc_at[m_to] = mem_sc_at[m_from];
	mem_sc_message[m_to] = mem_sc_message[m_from];
	mem_sc_stored[m_to] = mem_sc_stored[m_from];
	mem_sc_before[m_to] = mem_sc_before[m_from];
#ifdef MEM_SC_FENCES
	mem_l = 0;
	do
	:: mem_l < LOCATIONS ->
		MEM_IN(m_to, mem_l) = MEM_IN(m_from, mem_l);
		MEM_OUT(m_to, mem_l) = MEM_OUT(m_from, mem_l);
#ifdef MEM_SC_ACCESSES
		MEM_KNOWN_BEFORE(m_to, mem_l) = MEM_KNOWN_BEFORE(m_from, mem_l);
#endif
		mem_l++
	:: else -> break
	od
#endif
}

inline mem_sc_forget_event(m_event) {
	mem_sc_at[m_event] = 0;
	mem_sc_message[m_event] = 0;
	mem_sc_stored[m_event] = false;
	mem_sc_before[m_event] = 0;
#ifdef MEM_SC_FENCES
	mem_l = 0;
	do
	:: mem_l < LOCATIONS ->
		MEM_IN(m_event, mem_l) = 0;
		MEM_OUT(m_event, mem_l) = 0;
#ifdef MEM_SC_ACCESSES
		MEM_KNOWN_BEFORE(m_event, mem_l) = 0;
#endif
		mem_l++
	:: else -> break
	od
#endif
}

/* Event mem_e is not needed any more. */
inline mem_sc_leave() {
	mem_sc_count--;
	mem_f = mem_e;
	do
	:: mem_f < mem_sc_count -> mem_sc_move_event(mem_f, mem_f + 1); mem_f++
	:: else -> break
	od;
	mem_sc_forget_event(mem_sc_count);
	mem_f = 0;
	do
	:: mem_f < mem_sc_count -> MEM_LEFT(mem_sc_before[mem_f]); mem_f++
	:: else -> break
	od;
	mem_f = 0;
	do
	:: mem_f < MEM_THREADS ->
		MEM_LEFT(mem_sc_done[mem_f]);
#ifdef MEM_SC_FENCES
		MEM_LEFT(mem_behind[mem_f]);
		MEM_LEFT(mem_behind_found[mem_f]);
		MEM_LEFT(mem_behind_fenced[mem_f]);
#endif
		mem_f++
	:: else -> break
	od;
#ifdef MEM_SC_FENCES
	mem_f = 0;
	do
	:: mem_f < LOCATIONS * MESSAGES -> MEM_LEFT(mem_behind_carried[mem_f]); mem_f++
	:: else -> break
	od
#endif
}

/* Can something still come before event mem_e?  If not, it is in no cycle. */
inline mem_sc_can_be_in_cycle() {
	mem_useful = mem_sc_before[mem_e] != 0 || (mem_sc_stored[mem_e] && mem_sc_message[mem_e] > 1);
#ifdef MEM_SC_FENCES
	mem_l = 0;
	do
	:: mem_l < LOCATIONS ->
		mem_useful = mem_useful || (MEM_IS_FENCE(mem_e) && MEM_IN(mem_e, mem_l) > 0);
		mem_l++
	:: else -> break
	od
#endif
}

#ifdef MEM_SC_FENCES
/* SET has event mem_e, but not event mem_f. */
#define MEM_HAS_ONLY_E(set) \
	(((set) & MEM_BIT(mem_e)) != 0 && ((set) & MEM_BIT(mem_f)) == 0)

inline mem_sc_compare_fences() {
	mem_l = 0;
	do
	:: mem_l < LOCATIONS ->
		mem_useful = mem_useful || MEM_IN(mem_e, mem_l) > MEM_IN(mem_f, mem_l) ||
			MEM_OUT(mem_e, mem_l) < MEM_OUT(mem_f, mem_l);
#ifdef MEM_SC_ACCESSES
		mem_useful = mem_useful ||
			MEM_KNOWN_BEFORE(mem_e, mem_l) > MEM_KNOWN_BEFORE(mem_f, mem_l);
#endif
		mem_l++
	:: else -> break
	od;
	mem_l = 0;
	do
	:: mem_l < MEM_THREADS ->
		mem_useful = mem_useful || MEM_HAS_ONLY_E(mem_behind[mem_l]) ||
			MEM_HAS_ONLY_E(mem_behind_found[mem_l]) ||
			MEM_HAS_ONLY_E(mem_behind_fenced[mem_l]);
		mem_l++
	:: else -> break
	od;
	mem_l = 0;
	do
	:: mem_l < LOCATIONS * MESSAGES ->
		mem_useful = mem_useful || MEM_HAS_ONLY_E(mem_behind_carried[mem_l]);
		mem_l++
	:: else -> break
	od
}
#endif

/* Is event mem_e of no use beside event mem_f, which is after all that is before mem_e and
 * before all that mem_e will be before? */
inline mem_sc_compare() {
	mem_useful = mem_e == mem_f || mem_sc_stored[mem_e] || mem_sc_stored[mem_f] ||
		mem_sc_at[mem_e] != mem_sc_at[mem_f] ||
		mem_sc_message[mem_f] > mem_sc_message[mem_e] ||
		(mem_sc_before[mem_e] & ~(mem_sc_before[mem_f] | MEM_BIT(mem_f))) != 0;
#ifdef MEM_SC_FENCES
	if
	:: !mem_useful && MEM_IS_FENCE(mem_e) -> mem_sc_compare_fences()
	:: else
	fi
#endif
}

inline mem_sc_settle() {
	mem_e = 0;
	do
	:: mem_e < mem_sc_count ->
		mem_sc_can_be_in_cycle();
		mem_f = 0;
		do
		:: mem_useful && mem_f < mem_sc_count -> mem_sc_compare(); mem_f++
		:: else -> break
		od;
		if
		:: mem_useful -> mem_e++
		:: else -> mem_sc_leave(); mem_e = 0
		fi
	:: else -> break
	od;
	mem_earlier = 0; mem_later = 0; mem_e = 0; mem_f = 0; mem_l = 0
}

inline mem_sc_end(m_who) {
	mem_sc_done[m_who] = 0;
#ifdef MEM_SC_FENCES
	mem_behind[m_who] = 0;
	mem_behind_found[m_who] = 0;
	mem_behind_fenced[m_who] = 0;
#ifdef MEM_SC_ACCESSES
	mem_l = 0;
	do
	:: mem_l < LOCATIONS ->
		MEM_KNOWN(m_who, mem_l) = 0;
		mem_known_found[(m_who) * LOCATIONS + mem_l] = 0;
		mem_known_fenced[(m_who) * LOCATIONS + mem_l] = 0;
		mem_l++
	:: else -> break
	od
#endif
#endif
	mem_l = 0
}
