/* stop.pml: mutators that are asked to stop.
 *
 * A mutator stops at a yield point, that is, between two actions of its
 * script, while it waits for a collection, and after its script's end: the
 * request never blocks it in the middle of an action.  Between the request and
 * its stop it may go on for as long as it likes.  The model defines MUTATORS
 * (1 when there is none), SCRIPT_TYPE (a number of an action fits in), ALL_STOPPED,
 * whether a mutator is THERE, and whether it is in the middle of a
 * store or an allocation (IN_OPERATION) or runs a unit itself (HANDSHAKES). */
bool stop_requested;
byte is_stopped[MUTATORS];
SCRIPT_TYPE script_at[MUTATORS]; /* the next action of the script */
byte waits[MUTATORS];           /* 0, ASKED(c) or BEGAN(c): for a collection of cycle c */

#define ASKED(cycle) (2 * (cycle) + 1)
#define BEGAN(cycle) (2 * (cycle) + 2)

/* at_yield(it), may_act(it) */
#define is_there(it) THERE(it)
#define is_stopped(it) is_stopped[it]
#define in_operation(it) IN_OPERATION(it)
#define in_handshake(it) HANDSHAKES(it)
#include "machine-states.pml"

#define AT_YIELD(mutator) at_yield(mutator)
#define RUNS(mutator) (may_act(mutator) && waits[mutator] == 0)
#define MUST_STOP(mutator) (stop_requested && may_act(mutator))

hidden byte x_mutator;
hidden byte x_who;              /* the mutator that takes the step */
hidden short x_unit;
hidden byte x_new;

inline resume_mutators() {
	stop_requested = false;
	x_mutator = 0;
	do
	:: x_mutator < MUTATORS -> is_stopped[x_mutator] = 0; x_mutator++
	:: else -> break
	od;
	x_mutator = 0
}

/* Mutators that asked for CYCLE before it began wait for its end … */
inline waiters_see_begin(a_cycle) {
	x_mutator = 0;
	do
	:: x_mutator < MUTATORS ->
		waits[x_mutator] = (waits[x_mutator] == ASKED(a_cycle) -> BEGAN(a_cycle) : waits[x_mutator]);
		x_mutator++
	:: else -> break
	od;
	x_mutator = 0
}

/* … and those that asked later wait for the next one. */
inline waiters_see_end(a_cycle) {
	x_mutator = 0;
	do
	:: x_mutator < MUTATORS ->
		waits[x_mutator] = (waits[x_mutator] == BEGAN(a_cycle) -> 0 : waits[x_mutator]);
		x_mutator++
	:: else -> break
	od;
	x_mutator = 0
}
