/* origin.pml: which object a cell holds, where a collector copies objects.
 *
 * An object has an identity, a number below OBJECTS.  `copy' gives it to the copy.  A new object of a mutator gets
 * the smallest number that no cell has; a cell that a kernel has allocated has none until it is copied to.  The model
 * defines
 *
 *   ORIGIN_INITIAL            of `origin'; of NIL it is NIL
 *   ORIGIN_IS_USED(identity)  some cell has it
 *   origin_lose(identity)     no cell has it any more */
#define NO_ORIGIN (OBJECTS + 2) /* LOST of faithful.pml is another number */
#define ORIGIN(object) origin[object]
/* The counterpart of a slot of a cell that has one. */
#define ORIGIN_SLOT(at) SLOT_OF(origin[OWNER_OF(at)], ((at) - FIRST_SLOT) % SLOTS_PER_OBJECT)
#define SAME_ORIGIN(a, b) ((a) == (b) || (origin[a] == origin[b] && origin[a] < OBJECTS))

byte origin[OBJECTS + 1] = ORIGIN_INITIAL;
hidden byte x_origin;

/* A mutator has allocated the object. */
inline origin_new(a_object) {
	x_origin = 0;
	do
	:: ORIGIN_IS_USED(x_origin) -> x_origin++
	:: else -> break
	od;
	origin[a_object] = x_origin;
	x_origin = 0
}

inline origin_lose_unused() {
	if
	:: x_origin < OBJECTS && !ORIGIN_IS_USED(x_origin) -> origin_lose(x_origin)
	:: else -> skip
	fi;
	x_origin = 0
}

inline origin_copy(a_from, a_to) {
	x_origin = origin[a_to];
	origin[a_to] = origin[a_from];
	origin_lose_unused()
}

/* The object moves: the other cell has none. */
inline origin_move(a_from, a_to) {
	origin[a_to] = origin[a_from];
	origin[a_from] = NO_ORIGIN
}

/* The cell is about to be free. */
inline origin_end(a_object) {
	x_origin = origin[a_object];
	origin[a_object] = NO_ORIGIN;
	origin_lose_unused()
}

/* A most general client has chosen the first heap. */
inline origin_begin() {
	x_origin = 0;
	do
	:: x_origin < OBJECTS ->
		if
		:: live[x_origin] -> origin[x_origin] = x_origin
		:: else -> origin[x_origin] = NO_ORIGIN
		fi;
		x_origin++
	:: else -> break
	od;
	x_origin = 0
}
