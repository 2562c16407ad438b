/* gcrt-handshake.c: units that a mutator runs itself.
 *
 * Note [Handshake]: a unit of a kind `on m` waits in its queue.  If m is
 * active, its poll is set, and it takes the unit at its next safepoint; if not, a
 * worker claims m, which keeps it inactive, and runs the unit for it.  Both
 * begin with gcrt_begin_handshake.
 * One or the other always comes: the publisher counts the unit (for_mutators)
 * and then asks m, under the world's lock; m becomes active or inactive under
 * that lock and looks at the count after it.
 *
 * The handshake orders as a lock does, in both directions: the unit was
 * published under the scheduler's lock, which m (or the worker) takes to get it
 * and takes again when it is done.  That is what `acq_rel` asks for, and more
 * than any weaker order.
 *
 * A kind with `at most n` is limited for mutators too.  A mutator that finds the limit
 * reached goes on; the unit stays in its queue, and its mutator is asked again when
 * another unit of the kind ends (gcrt_unit_over). */
#define GC_IMPL 1
#include "gcrt-handshake.h"
#include "gcrt-buffers.h"
#include "gcrt-heap.h"
#include "gcrt-life.h"
#include "gcrt-packets.h"
#include "gcrt-queues.h"
#include "gcrt-releaser.h"
#include "gcrt-trace.h"
#include "gcrt-workers.h"

/* Locked, but unlocked while the unit runs. */
static void run_own(struct gcrt_scheduler *s, struct gc_mutator *m, struct gcrt_packet *unit)
{
	gcrt_begin_handshake(m);
	gcrt_begin_helping(s, m);
	s->running[unit->queue]++;
	gcrt_mutex_unlock(&s->lock);
	gcrt_run_units(gcrt_collector.queues[unit->queue].kind, &m->buffers, unit->word, 1);
	gcrt_fence_atomics(acquire); /* Note [Units in buffers] */
	gcrt_mutex_lock(&s->lock);
	gcrt_unit_over(s, unit->queue);
	gcrt_put_packet(s, unit);
	gcrt_end_helping(s, m);
}

void gcrt_handshakes(struct gc_mutator *m, bool flush)
{
	struct gcrt_scheduler *s = &m->heap->scheduler;
	struct gcrt_packet *unit;
	gcrt_fence_atomics(acquire); /* Note [Units in buffers] */
	gcrt_mutex_lock(&s->lock);
	if (flush)
		gcrt_publish_all(s, &m->buffers);
	for (unsigned q = 0; q < gcrt_collector.queue_count; q++)
		while (gcrt_kind_of(q)->on && gcrt_queue_is_open(s, q) && gcrt_has_room(s, q) &&
		    (unit = gcrt_take_for_mutator(s, q, m)))
			run_own(s, m, unit);
	gcrt_mutex_unlock(&s->lock);
}

void gcrt_offer_handshakes(struct gc_mutator *m)
{
	struct gcrt_scheduler *s = &m->heap->scheduler;
	if (!gcrt_units_wait_for_mutators(&m->heap->scheduler))
		return;
	gcrt_mutex_lock(&s->lock);
	gcrt_cond_broadcast(&s->work);
	gcrt_mutex_unlock(&s->lock);
}
