/* memory-c11-order.pml: the order of all seq_cst accesses (memory-c11.pml).
 *
 * Entry 0 … mem_sc_count-1 is a location's number, and which message was stored or
 * loaded there.  mem_sc_floor is what is left of the entries that were dropped: the
 * newest message of each location. */
byte mem_sc_count;
byte mem_sc_at[MEM_SC_EVENTS];
byte mem_sc_message[MEM_SC_EVENTS];
bool mem_sc_stored[MEM_SC_EVENTS];
byte mem_sc_done[MEM_THREADS];  /* the next access of the thread enters here or later */
byte mem_sc_floor[LOCATIONS];
byte mem_sc_picked;

/* ---- a place in mem_sc: mem_low … mem_high are those that an access can enter */
/* A load of message mem_from: before each newer store, behind the store itself. */
inline mem_sc_range_of_load(m_who, m_at) {
	mem_low = mem_sc_done[m_who];
	mem_high = mem_sc_count;
	mem_i = 0;
	do
	:: mem_i < mem_sc_count ->
		if
		:: mem_sc_at[mem_i] == (m_at) && mem_sc_stored[mem_i] &&
		   mem_sc_message[mem_i] == mem_from && mem_low <= mem_i -> /* rule: sc-reads-from */
			mem_low = mem_i + 1
		:: mem_sc_at[mem_i] == (m_at) && mem_sc_stored[mem_i] &&
		   mem_sc_message[mem_i] > mem_from && mem_high > mem_i -> /* rule: sc-load */
			mem_high = mem_i
		:: else
		fi;
		mem_i++
	:: else -> break
	od;
	if
	:: mem_sc_floor[m_at] > mem_from -> mem_high = 0; mem_low = 1 /* rule: sc-floor-load */
	:: else
	fi
}

/* A store right behind message mem_from: behind all that read or stored it or
 * older ones, before all that stored newer ones. */
inline mem_sc_range_of_store(m_who, m_at) {
	mem_low = mem_sc_done[m_who];
	mem_high = mem_sc_count;
	mem_i = 0;
	do
	:: mem_i < mem_sc_count ->
		if
		:: mem_sc_at[mem_i] == (m_at) && mem_sc_message[mem_i] <= mem_from &&
		   mem_low <= mem_i -> /* rule: sc-store-low */
			mem_low = mem_i + 1
		:: mem_sc_at[mem_i] == (m_at) && mem_sc_stored[mem_i] &&
		   mem_sc_message[mem_i] > mem_from && mem_high > mem_i -> /* rule: sc-store-high */
			mem_high = mem_i
		:: else
		fi;
		mem_i++
	:: else -> break
	od;
	if
	:: mem_sc_floor[m_at] > mem_from -> mem_high = 0; mem_low = 1 /* rule: sc-floor-store */
	:: else
	fi
}

/* What was picked, if it can be, else what is nearest to it. */
inline mem_sc_place() {
	if
	:: mem_sc_picked < mem_low -> mem_sc_picked = mem_low
	:: else
	fi;
	if
	:: mem_sc_picked > mem_high -> mem_sc_picked = mem_high
	:: else
	fi
}

inline mem_sc_enter(m_who, m_at, m_message, m_stored) {
	if
	:: mem_sc_count == MEM_SC_EVENTS -> MEM_FULL
	:: else
	fi;
	mem_i = mem_sc_count;
	do
	:: mem_i > mem_sc_picked ->
		mem_sc_at[mem_i] = mem_sc_at[mem_i - 1];
		mem_sc_message[mem_i] = mem_sc_message[mem_i - 1];
		mem_sc_stored[mem_i] = mem_sc_stored[mem_i - 1];
		mem_i--
	:: else -> break
	od;
	mem_sc_count++;
	mem_sc_at[mem_sc_picked] = m_at;
	mem_sc_message[mem_sc_picked] = m_message;
	mem_sc_stored[mem_sc_picked] = m_stored;
	mem_i = 0;
	do
	:: mem_i < MEM_THREADS ->
		if
		:: mem_sc_done[mem_i] > mem_sc_picked && mem_sc_done[mem_i] != MEM_ENDED ->
			mem_sc_done[mem_i] = mem_sc_done[mem_i] + 1
		:: else
		fi;
		mem_i++
	:: else -> break
	od;
	mem_sc_done[m_who] = mem_sc_picked + 1;
	mem_sc_picked = 0
}

/* Entry mem_i is not needed any more. */
inline mem_sc_leave() {
	mem_j = mem_i + 1;
	do
	:: mem_j < mem_sc_count ->
		mem_sc_at[mem_j - 1] = mem_sc_at[mem_j];
		mem_sc_message[mem_j - 1] = mem_sc_message[mem_j];
		mem_sc_stored[mem_j - 1] = mem_sc_stored[mem_j];
		mem_j++
	:: else -> break
	od;
	mem_sc_count--;
	mem_sc_at[mem_sc_count] = 0;
	mem_sc_message[mem_sc_count] = 0;
	mem_sc_stored[mem_sc_count] = false;
	mem_j = 0;
	do
	:: mem_j < MEM_THREADS ->
		if
		:: mem_sc_done[mem_j] > mem_i && mem_sc_done[mem_j] != MEM_ENDED ->
			mem_sc_done[mem_j] = mem_sc_done[mem_j] - 1
		:: else
		fi;
		mem_j++
	:: else -> break
	od
}

/* Entry mem_i goes into the floor. */
inline mem_sc_sink() {
	if
	:: mem_sc_stored[mem_i] && mem_sc_floor[mem_sc_at[mem_i]] < mem_sc_message[mem_i] ->
		mem_sc_floor[mem_sc_at[mem_i]] = mem_sc_message[mem_i]
	:: else
	fi;
	mem_sc_leave()
}

/* A load says nothing if a later one says as much; the entries that are behind
 * nobody's next access go into the floor. */
inline mem_sc_settle() {
	mem_i = 0;
	do
	:: mem_i < mem_sc_count ->
		mem_useful = mem_sc_stored[mem_i];
		mem_j = mem_i + 1;
		mem_k = 0;
		do
		:: mem_j < mem_sc_count ->
			if
			:: mem_sc_at[mem_j] == mem_sc_at[mem_i] && !mem_sc_stored[mem_j] &&
			   mem_sc_message[mem_j] <= mem_sc_message[mem_i] ->
				mem_k = 1
			:: else
			fi;
			mem_j++
		:: else -> break
		od;
		if
		:: !mem_useful && mem_k == 1 -> mem_sc_leave()
		:: else -> mem_i++
		fi
	:: else -> break
	od;
	mem_k = mem_sc_count;
	mem_i = 0;
	do
	:: mem_i < MEM_THREADS ->
		mem_k = (mem_sc_done[mem_i] < mem_k -> mem_sc_done[mem_i] : mem_k);
		mem_i++
	:: else -> break
	od;
	mem_i = 0;
	do
	:: mem_k > 0 -> mem_sc_sink(); mem_k--
	:: else -> break
	od
}
