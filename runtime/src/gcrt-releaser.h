/* gcrt-releaser.h: buckets open and close, cycles begin and end, intervals begin and end.
 *
 * Note [Last to park]: a worker parks, under the lock, when it has published every packet it had and
 * finds no unit that it may run.  So when all workers are parked, and no mutator runs units,
 * every unit there is lies in a queue or in a mutator's buffer: none in a packet of a worker, none
 * in a hand.  Only then, by the last to park and still under the lock, are guards evaluated,
 * buckets opened and closed, cycles begun and ended.  A guard thus never sees `drained` while a
 * unit is anywhere, and what it decides on cannot change while it decides.  A wake-up for no
 * reason makes a worker look and park again; if it was the last, guards are evaluated once more,
 * which is harmless: all that a guard changes is what it notes about units in other hands.
 *
 * Note [Flush before whenever]: a bucket that opens again and again to stop mutators and see
 * whether they still have units would stop them in vain while their buffers are known to have
 * some.  So these are asked for first, a few times; to open later than one could is always allowed.
 *
 * Note [Opening]: a step is what gcrt-machine.def says, under the lock.  A fill does not see a phase
 * that its own opening begins, as intervals change after it; and a phase that lasts until the bucket is
 * drained does not end before the fill.
 *
 * Note [Turns]: of several cycles whose `from' holds any may begin.  They take turns, in the order of
 * the file, from the one that began last on: so one that is asked for waits for at most one of each
 * other kind, however often those are asked for.  Of several steps that may be taken any may be; this
 * is the order: intervals, then buckets in the order of the file, then the cycle's end. */
#ifndef GCRT_RELEASER_H
#define GCRT_RELEASER_H

#include "gcrt-scheduler.h"

/* Locked, all parked: Note [Last to park].  WORKER, which is the last, runs the fills. */
void gcrt_last_to_park(struct gcrt_scheduler *s, struct gcrt_worker *worker);
/* Locked.  After a packet of QUEUE that `running` counts: a bucket `whenever` may shut. */
void gcrt_unit_over(struct gcrt_scheduler *s, unsigned queue);

#endif
