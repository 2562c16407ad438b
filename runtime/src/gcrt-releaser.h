/* gcrt-releaser.h: buckets open and close, cycles begin and end, intervals begin and end.
 *
 * Note [Last to park]: a worker parks, under the lock, when it has published every packet it had
 * and finds no unit that it may run.  So when all workers are parked, and no mutator runs units,
 * every unit is in a queue or in a mutator's buffer: none is in a packet of a worker, and none is
 * running.  Only then are guards evaluated, buckets opened and closed, cycles begun and ended.  The
 * last worker to park does that, still under the lock.  So no guard finds `drained' while a unit is
 * anywhere, and what a guard depends on cannot change while it is evaluated.  After a needless
 * wake-up a worker looks and parks again.  If it was the last, guards are evaluated once more,
 * which does no harm: evaluating a guard changes only the notes about units in other threads'
 * hands.
 *
 * Note [Flush before whenever]: some buckets open again and again to stop mutators and see whether
 * they still have units.  While buffers are known to have some, such a bucket need not open: the
 * runtime asks for these buffers first, a few times.  A bucket may always open later than it could.
 *
 * Note [Opening]: a step is what gcrt-machine.def says, under the lock.  A fill does not see a
 * phase that its own opening begins, as intervals change after it; and a phase that lasts until the
 * bucket is drained does not end before the fill.
 *
 * Note [Turns]: of several cycles whose `from' holds any may begin.  They take turns, in the order
 * of the file, from the one that began last on: so one that is asked for waits for at most one of
 * each other kind, however often those are asked for.  Of several steps that may be taken any may
 * be; this is the order: intervals, then buckets in the order of the file, then the cycle's end.
 * */
#ifndef GCRT_RELEASER_H
#define GCRT_RELEASER_H

#include "gcrt-scheduler.h"
#include "gcrt-trace.h"

/* Locked, and all workers are parked: Note [Last to park].  WORKER parked last.  It takes the
 * steps, and runs the fills. */
void gcrt_last_to_park(struct gcrt_scheduler *s, struct gcrt_worker *worker);
/* Locked.  To be called after a packet of QUEUE has run that `running` counts: a bucket `whenever`
 * may close. */
void gcrt_unit_over(struct gcrt_scheduler *s, unsigned queue);

#ifdef GCRT_TRACE
/* For a test build that chooses the steps itself.  Locked.  WORKER runs no unit; it runs the fills.
 * Opens or closes bucket IT, begins or ends cycle IT, or changes the intervals. false: no rule allows
 * this now. */
bool gcrt_take_step(struct gcrt_scheduler *s, struct gcrt_worker *worker, enum gcrt_trace what,
    unsigned it);
/* Whether any of these steps may be taken. */
bool gcrt_may_step(struct gcrt_scheduler *s);
#endif

#endif
