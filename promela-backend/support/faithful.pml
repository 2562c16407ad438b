/* faithful.pml: what mutators would find without a collector.
 *
 * An object has an identity, which it keeps as long as it exists.  `meant' has the words and slots of each
 * identity and the roots, as they would be without a collector: only what the program itself does changes
 * them.  A store that is held back takes its counterpart along (memory-buffers.pml), so that both reach memory in
 * the same step.
 *
 * The identity of an object is the number of its cell.  When a cell is freed, whatever refers to its
 * object here becomes LOST: no cell holds the object any more, so a mutator that uses such a reference
 * finds something else, whatever is in the cell by then.  What the object contained can only be read through
 * such a reference, so it is forgotten.  The model defines
 *
 *   ORIGIN(object)    the identity of what the cell holds; of NIL: NIL
 *   WORDS             data words of an object: the last of its metadata
 *   FIRST_MEANT       the first location that has a counterpart, MEANT(at)
 *   MEANT_INITIAL     of MEANT(FIRST_MEANT) … MEANT(END_ROOT - 1) */
#define LOST (OBJECTS + 1)
#define IS_MEANT(object, identity) ((identity) == ORIGIN(object))
#define SHOWN_MEANT(identity) ((identity) == LOST -> -2 : SHOWN(identity))

MEM_TYPE meant[MEANT_SIZE] = MEANT_INITIAL;
/* The store, or the allocation, of each mutator that is under way. */
byte meant_object[MUTATORS] = NIL;
byte meant_value[MUTATORS] = NIL;

#define OR_LOST(identity, object) ((identity) == (object) -> LOST : (identity))

#ifdef MEM_MEANT
#define MEANT_ENTRIES (MEM_THREADS * MEM_WINDOW)
inline meant_lose_held(a_object) {
	x_slot = 0;
	do
	:: x_slot < MEANT_ENTRIES ->
		if
		:: mem_meant_at[x_slot] && CELL_AT(mem_meant_at[x_slot] - 1) == a_object ->
			mem_meant_at[x_slot] = 0;
			mem_meant[x_slot] = 0
		:: else ->
			if
			:: mem_meant_at[x_slot] > FIRST_SLOT ->
				mem_meant[x_slot] = OR_LOST(mem_meant[x_slot], a_object)
			:: else -> skip
			fi
		fi;
		x_slot++
	:: else -> break
	od
}
#else
#define meant_lose_held(object) skip
#endif

#ifdef MEANT_RACES
/* Note [Racing loads] in steps/faithful.c.  The load of each mutator that is under way: its location here and 1, or 0;
 * and what it would have found before stores of others, as bits. */
short meant_at[MUTATORS];
int meant_raced[MUTATORS];
hidden byte x_racer;
#define MEANT_BIT(value) (1 << ((value) & 31))
#define MEANT_RACED(who, value) (meant_raced[who] & MEANT_BIT(value))
#ifndef MEM_MEANT
#define MEANT_SEEN(who, at) MEANT(at)
#endif

/* The store of A_WHO is about to reach A_AT. */
inline meant_race(a_who, a_at) {
	x_racer = 0;
	do
	:: x_racer < MUTATORS ->
		if
		:: x_racer != a_who && meant_at[x_racer] == (a_at) + 1 ->
			meant_raced[x_racer] = meant_raced[x_racer] | MEANT_BIT(MEANT_SEEN(x_racer, a_at))
		:: else -> skip
		fi;
		x_racer++
	:: else -> break
	od;
	x_racer = 0
}

inline meant_race_over(a_who) {
	meant_at[a_who] = 0;
	meant_raced[a_who] = 0
}

/* The object that mutator x_slot loads from is lost, or what it might have found. */
#define MEANT_BITS_BUT(who, object) (meant_raced[who] - (MEANT_RACED(who, object)))
inline meant_lose_racing(a_object) {
	if
	:: meant_object[x_slot] == a_object -> meant_race_over(x_slot)
	:: else ->
		if
		:: meant_at[x_slot] > FIRST_SLOT ->
			meant_raced[x_slot] = MEANT_BITS_BUT(x_slot, a_object)
		:: else -> skip
		fi
	fi
}
#else
#define meant_lose_racing(object) skip
#endif

/* The cell is about to be free. */
inline meant_lose(a_object) {
	x_slot = FIRST_SLOT;
	do
	:: x_slot < END_ROOT -> MEANT(x_slot) = OR_LOST(MEANT(x_slot), a_object); x_slot++
	:: else -> break
	od;
	x_slot = 0;
	do
	:: x_slot < SLOTS_PER_OBJECT -> MEANT(SLOT_OF(a_object, x_slot)) = NIL; x_slot++
	:: else -> break
	od;
	x_slot = 0;
	do
	:: x_slot < WORDS -> meant[x_slot * (OBJECTS + 1) + a_object] = 0; x_slot++
	:: else -> break
	od;
	x_slot = 0;
	do
	:: x_slot < MUTATORS ->
		meant_lose_racing(a_object);
		meant_object[x_slot] = OR_LOST(meant_object[x_slot], a_object);
		meant_value[x_slot] = OR_LOST(meant_value[x_slot], a_object);
		x_slot++
	:: else -> break
	od;
	meant_lose_held(a_object);
	x_slot = 0
}

/* A most general client has chosen the first heap. */
inline meant_begin() {
	x_slot = FIRST_MEANT;
	do
	:: x_slot < END_ROOT -> MEANT(x_slot) = mem[x_slot]; x_slot++
	:: else -> break
	od;
	x_slot = 0
}
