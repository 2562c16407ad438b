/* gcrt-life.h: the points of a mutator's life at which it does something for the collector:
 * gcrt-machine.def as functions.
 *
 * Note [Joining]: a mutator joins between two steps of the scheduler, under its lock: not
 * between the loop of a fill over all mutators, which would not meet it, and a phase that
 * begins in the same step, which it would not see.  Who joins is like one that has been there for
 * long, with no roots, and has been at every handshake. */
#ifndef GCRT_LIFE_H
#define GCRT_LIFE_H

#include <stdbool.h>

struct gc_heap;
struct gc_mutator;

/* By M itself, not locked. */
/* Waits while the world is being stopped or is stopped. */
void gcrt_join(struct gc_mutator *m);
/* It is about to become inactive. */
void gcrt_rest(struct gc_mutator *m);
/* It is inactive.  Waits while others look at its roots. */
void gcrt_leave(struct gc_mutator *m);

/* Locked: the scheduler's lock is held.  By M, or by who has claimed it. */
void gcrt_begin_handshake(struct gc_mutator *m);

/* By a kernel, not locked. */
/* Asks all mutators to stop; true: some still run. */
bool gcrt_begin_stop(struct gc_heap *heap);
void gcrt_await_stop(struct gc_heap *heap);
/* Stops the program if not all mutators are stopped. */
void gcrt_check_resume(struct gc_heap *heap);
void gcrt_end_stop(struct gc_heap *heap);

#endif
