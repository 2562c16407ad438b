/* gcrt-world.h: the mutators of a heap, stopping them and letting them go.
 *
 * Note [Stop]: the flag asks; the lock orders.  A mutator that stops, leaves
 * or becomes inactive takes itself out of `running` under the world's lock,
 * after its last access to the heap and to its roots; stop waits under the same lock until
 * `running` is 0.  So all that mutators did happens before all that follows
 * the stop, and, the other way round, all that the collector did before resume
 * (which takes the lock) happens before what a mutator does after it: a
 * mutator adds itself to `running` again, under the lock, only when it finds
 * the flag clear.  The flag itself is read without the lock by polls, relaxed
 * (Note [Safepoint poll]), and written with it. */
#ifndef GCRT_WORLD_H
#define GCRT_WORLD_H

#include <stdbool.h>
#include <stddef.h>

#include "gcrt-mutator.h"
#include "gcrt-sync.h"

struct gcrt_world {
	struct gcrt_mutex lock;
	struct gcrt_cond stopped;   /* the stopping worker waits */
	struct gcrt_cond resumed;   /* mutators wait */
	int flag;                   /* atomic; written under the lock */
	bool all_stopped;           /* a stop is complete */
	size_t running;             /* mutators that stop waits for */
	struct gc_mutator *mutators;
};

void gcrt_world_init(struct gcrt_world *world);
void gcrt_world_destroy(struct gcrt_world *world);

/* Each waits while the world is being stopped or is stopped. */
void gcrt_world_join(struct gcrt_world *world, struct gc_mutator *m);
void gcrt_world_activate(struct gcrt_world *world, struct gc_mutator *m);
/* These never wait. */
void gcrt_world_deactivate(struct gcrt_world *world, struct gc_mutator *m);
void gcrt_world_leave(struct gcrt_world *world, struct gc_mutator *m);

/* Asks all mutators to stop; true: some still run, call gcrt_world_wait. */
bool gcrt_world_ask(struct gcrt_world *world);
void gcrt_world_wait(struct gcrt_world *world);
void gcrt_world_resume(struct gcrt_world *world);
bool gcrt_world_all_stopped(struct gcrt_world *world);

#endif
