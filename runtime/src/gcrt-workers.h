/* gcrt-workers.h: threads that run units, and park when there are none.
 *
 * Note [Units in hand]: a mutator that runs units (a handshake of its own, or
 * part of a loop over all objects) is counted in `helping`, and wakes a worker
 * when it is done, so that somebody is the last to park after it. */
#ifndef GCRT_WORKERS_H
#define GCRT_WORKERS_H

#include "gcrt-scheduler.h"

/* Not locked. false: not all workers could be started; stop those that could. */
bool gcrt_start_workers(struct gcrt_scheduler *s);
/* Not locked.  Waits until the workers have ended.  The running cycle is the last. */
void gcrt_stop_workers(struct gcrt_scheduler *s);
/* Locked, but unlocked while units run.  Runs units until no more packets wait than the budget
 * allows: Note [Packets]. */
void gcrt_bound_work(struct gcrt_scheduler *s, struct gcrt_worker *worker);
/* Locked.  Called before and after a mutator runs units. */
void gcrt_begin_helping(struct gcrt_scheduler *s, struct gc_mutator *m);
void gcrt_end_helping(struct gcrt_scheduler *s, struct gc_mutator *m);

#endif
