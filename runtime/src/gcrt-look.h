/* gcrt-look.h: guards in kernels, whose answers depend on what other workers have in hand.
 *
 * Note [Looking]: a kernel may ask for what guards ask for.  Its answer is that of one
 * moment, under the lock.  A queue that has units answers at once.  Else the answer
 * depends on what other workers have in hand, so it waits until each of them is
 * parked, looks too, or rests: a worker that sees that somebody looks publishes its
 * packets, between two packets or when one that it emits into is full, and rests until
 * nobody looks any more.  So who looks waits for what each does between two of these, and
 * knows then that only lookers, and who rests midway, are in the middle of units (`at').
 * Who waits is woken by all that may end the waiting: a worker that parks,
 * rests or looks, a mutator that stops helping. */
#ifndef GCRT_LOOK_H
#define GCRT_LOOK_H

#include "gcrt-scheduler.h"

/* Locked.  Who looks may have been waiting for this worker. */
void gcrt_wake_lookers(struct gcrt_scheduler *s);
/* Locked.  Waits, in the middle of units, until nobody looks; not in a fill, and not a mutator. */
void gcrt_rest_midway(struct gcrt_scheduler *s, struct gcrt_worker *worker);
/* Not locked.  Waits, with no unit in hand, until nobody looks. */
void gcrt_rest_between(struct gcrt_scheduler *s, struct gcrt_worker *worker);

#endif
