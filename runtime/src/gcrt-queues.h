/* gcrt-queues.h: units that wait, and who may take them.
 *
 * Note [No lost wake-up]: everything a parked worker waits for (a unit in a
 * queue of an open bucket, a request, shutdown) is changed under the lock that
 * it looked under, and signalled after; it waits in a loop on that condition.
 *
 * Note [Open buckets]: workers read `open` without the lock.  A bucket is opened, and closed
 * by its `close when`, only when all workers are parked, so each takes the lock after the
 * write, to unpark.  A bucket `whenever` also closes while workers run; but its units are
 * only taken under the lock (Note [Exact buckets]), and so is all that is read for them.
 *
 * Note [Exact buckets]: in most buckets a unit counts as running until its whole packet
 * has been handed back; nobody can tell that from a unit that takes long.  It can be told
 * where a bucket `whenever` closes, in the step in which its last unit ends: what is
 * emitted into it later has to wait.  And `empty(b)` in a kernel looks at units that have
 * not begun.  Units of such buckets are published in the step that emits them, taken one by
 * one from the queue, and handed back one by one, all under the lock; `running` counts
 * those in hand.  A loop over all objects is the exception: its packets of blocks count as
 * one unit each. */
#ifndef GCRT_QUEUES_H
#define GCRT_QUEUES_H

#include "gcrt-scheduler.h"

/* The scheduler's lock is held for all of these, with one exception: a worker may call
 * gcrt_resumes_next without the lock, about its own units. */

/* Puts PACKET on its queue, and wakes a worker that may run its units. */
void gcrt_publish(struct gcrt_scheduler *s, struct gcrt_worker *worker, struct gcrt_packet *packet);
/* The same for one unit of an exact bucket.  It is added to a packet that waits, if there is
 * room. */
void gcrt_append(struct gcrt_scheduler *s, struct gcrt_worker *worker, unsigned queue,
    const uintptr_t *unit, unsigned words);
/* Publishes all units of the worker, or of the mutator's buffers. */
void gcrt_publish_all(struct gcrt_scheduler *s, struct gcrt_worker *worker);
/* Takes the packet at *LINK from its queue. */
struct gcrt_packet *gcrt_unlink(struct gcrt_scheduler *s, struct gcrt_packet **link);
/* Takes the unit at AT of the packet *LINK, as a packet of its own.  If it is the last, removes the
 * packet. */
struct gcrt_packet *gcrt_take_unit(struct gcrt_scheduler *s, struct gcrt_packet **link,
    unsigned at);
/* Takes the first packet of QUEUE, or the first unit if the bucket is exact.  If units are left,
 * wakes one worker more. */
struct gcrt_packet *gcrt_take_first(struct gcrt_scheduler *s, unsigned queue);
/* Takes a unit of QUEUE for the mutator ONLY.  If ONLY is NULL, takes one for any mutator that is
 * not active, and claims that mutator.  NULL: there is none. */
struct gcrt_packet *gcrt_take_for_mutator(struct gcrt_scheduler *s, unsigned queue,
    struct gc_mutator *only);
/* Takes a packet that may run, first those that resume mutators.  NULL: there is none. */
struct gcrt_packet *gcrt_take_pending(struct gcrt_scheduler *s);

/* Whether the limit `at most n` allows one unit more of QUEUE to run. */
bool gcrt_has_room(const struct gcrt_scheduler *s, unsigned queue);
bool gcrt_may_run(const struct gcrt_scheduler *s, unsigned queue);
/* Whether a packet of any queue may run. */
bool gcrt_work_waits(const struct gcrt_scheduler *s);
/* Whether units that resume mutators can run now: the worker's own, or some that wait. */
bool gcrt_resumes_next(const struct gcrt_scheduler *s, const struct gcrt_worker *worker);
/* Whether units of QUEUE are taken only under the lock: its kind has a limit or runs on mutators,
 * or its bucket is exact. */
bool gcrt_only_from_queue(unsigned queue);

/* Note [Exact buckets]. */
static inline bool gcrt_is_exact(unsigned queue)
{
	return gcrt_collector.buckets[gcrt_collector.queues[queue].bucket].exact;
}

static inline bool gcrt_queue_is_open(const struct gcrt_scheduler *s, unsigned queue)
{
	return gcrt_load(&s->open, relaxed) >> gcrt_collector.queues[queue].bucket & 1;
}

#endif
