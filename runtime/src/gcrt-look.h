/* gcrt-look.h: guards in kernels, whose answers depend on what other workers have in hand.
 *
 * Note [Looking]: a kernel may evaluate a guard.  The answer is that of one moment, under the lock.
 * If a queue has units, the answer is known at once.  Otherwise it depends on the units that other
 * workers have in hand.  So the worker that looks waits until each of them is parked, looks too, or
 * rests.  A worker that sees that somebody looks publishes its packets, between two packets or when
 * a packet that it emits into is full; then it rests until nobody looks any more.  So looking takes
 * as long as the others need to get there.  After that only workers that look, and those that rest
 * midway, are in the middle of units (`at').  Everything that may end the waiting wakes the worker
 * that looks: a worker that parks, rests or looks, and a mutator that stops helping. */
#ifndef GCRT_LOOK_H
#define GCRT_LOOK_H

#include "gcrt-scheduler.h"

/* Locked.  Wakes the workers that look: they may have been waiting for this worker. */
void gcrt_wake_lookers(struct gcrt_scheduler *s);
/* Locked.  Waits in the middle of units until no worker looks.  Does nothing in a fill, and for a
 * mutator. */
void gcrt_rest_midway(struct gcrt_scheduler *s, struct gcrt_worker *worker);
/* Not locked.  Waits until no worker looks.  The caller has no unit in hand. */
void gcrt_rest_between(struct gcrt_scheduler *s, struct gcrt_worker *worker);

#endif
