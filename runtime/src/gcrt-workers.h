/* gcrt-workers.h: threads that run units, and park when there are none.
 *
 * Note [Units in hand]: a mutator that runs units (a handshake of its own, or
 * part of a loop over all objects) is counted in `helping`, and wakes a worker
 * when it is done, so that somebody is the last to park after it. */
#ifndef GCRT_WORKERS_H
#define GCRT_WORKERS_H

#include "gcrt-scheduler.h"

/* Not locked.  false: not all could be started; those that could are to be stopped. */
bool gcrt_start_workers(struct gcrt_scheduler *s);
/* Not locked.  Waits for them: the cycle that runs is the last. */
void gcrt_stop_workers(struct gcrt_scheduler *s);
/* Locked; unlocked while units run.  Runs what waits until no more does than may: Note [Packets]. */
void gcrt_bound_work(struct gcrt_scheduler *s, struct gcrt_worker *worker);
/* Locked.  Around what a mutator runs. */
void gcrt_begin_helping(struct gcrt_scheduler *s, struct gc_mutator *m);
void gcrt_end_helping(struct gcrt_scheduler *s, struct gc_mutator *m);

#endif
