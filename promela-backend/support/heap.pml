/* heap.pml: cells, and which of them can be reached.
 *
 * Cells are 0 … OBJECTS-1.  NIL is OBJECTS: null has a cell of its own that is
 * never live, so an access through null is an access to a cell that is free.
 * A location is an index of `mem` (the memory module): the metadata of all
 * cells, then their slots, then the roots.  The model defines
 *
 *   OBJECTS SLOTS_PER_OBJECT FIRST_SLOT FIRST_ROOT END_ROOT LIVE_INITIAL
 *   IS_STRONG(slot)   slot 0 … SLOTS_PER_OBJECT-1 of an object is no weak one
 *   OPERATIONS_REACH  marks what mutators hold in the middle of an operation
 *   REACH_INITIAL, REACH_STORAGE: `hidden`, or nothing when a formula reads it
 *   HEAP_MARK_METADATA   if metadata holds references: marks those of the cell x_cell
 *
 * Metadata can also hold a tag, a number above NIL.  A tag refers to nothing. */
#define NIL OBJECTS
#define SHOWN(ref) ((ref) == NIL -> -1 : (ref))
#define SHOWN_TAGGED(ref) ((ref) < OBJECTS -> (ref) : OBJECTS - 1 - (ref))   /* a tag: from -2 down */
#define SLOT_OF(object, slot) (FIRST_SLOT + (object) * SLOTS_PER_OBJECT + (slot))
#define IS_ROOT(at) ((at) >= FIRST_ROOT)
#define OWNER_OF(at) (((at) - FIRST_SLOT) / SLOTS_PER_OBJECT)

byte live[OBJECTS + 1] = LIVE_INITIAL;          /* the cell holds an object */
REACH_STORAGE byte cell_reached[OBJECTS + 1] = REACH_INITIAL;

#define FREED(object) (!live[object])
#define REACHABLE(object) (cell_reached[object])       /* after heap_reach() */

/* Scratch variables.  They are used within one d_step only, so they are not part of the state. */
hidden byte x_cell;
hidden int x_slot;                              /* a location or a slot: more than a byte */
hidden byte x_again;
hidden int x_found;

inline heap_mark_roots() {
	x_slot = FIRST_ROOT;
	do
	:: x_slot < END_ROOT -> cell_reached[mem_peek(x_slot)] = 1; x_slot++
	:: else -> break
	od;
	OPERATIONS_REACH;
	MEM_REACH
}

#ifdef HEAP_MARK_METADATA
inline heap_mark_reference(a_found) {
	x_found = a_found;
	if
	:: x_found < OBJECTS && !cell_reached[x_found] -> cell_reached[x_found] = 1; x_again = 1
	:: else -> skip
	fi
}
#else
#define HEAP_MARK_METADATA
#endif

/* Marks what the cell x_cell refers to as reachable. x_again: something new was marked. */
inline heap_mark_slots() {
	x_slot = 0;
	do
	:: x_slot < SLOTS_PER_OBJECT ->
		x_found = mem_peek(SLOT_OF(x_cell, x_slot));
		if
		:: IS_STRONG(x_slot) && !cell_reached[x_found] -> cell_reached[x_found] = 1; x_again = 1
		:: else -> skip
		fi;
		x_slot++
	:: else -> break
	od
	HEAP_MARK_METADATA
}

/* Computes REACHABLE of every cell from the roots of all mutators; only in a d_step. */
inline heap_reach() {
	x_cell = 0;
	do
	:: x_cell <= OBJECTS -> cell_reached[x_cell] = 0; x_cell++
	:: else -> break
	od;
	heap_mark_roots();
	x_again = 1;
	do
	:: x_again ->
		x_again = 0;
		x_cell = 0;
		do
		:: x_cell < OBJECTS ->
			if
			:: cell_reached[x_cell] -> heap_mark_slots()
			:: else -> skip
			fi;
			x_cell++
		:: else -> break
		od
	:: else -> break
	od;
	cell_reached[NIL] = 0
}

/* Empties the slots of a free cell, whose former contents must not distinguish states. */
inline heap_clear_slots(a_object) {
	x_slot = 0;
	do
	:: x_slot < SLOTS_PER_OBJECT -> mem_poke(SLOT_OF(a_object, x_slot), NIL); x_slot++
	:: else -> break
	od;
	x_slot = 0
}
