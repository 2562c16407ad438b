/* gcrt-handshake.c: mutators' buffers, and units that a mutator runs itself.
 *
 * Note [Handshake]: a unit of a kind `on m` waits in its queue.  If m is
 * active, its poll is set, and it takes the unit at its next safepoint; if not, a
 * worker claims m, which keeps it inactive, and runs the unit for it.  Both
 * begin by moving m's buffers and bringing its view of the phases up to date.
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
#include <string.h>

#include "gcrt-handshake.h"
#include "gcrt-debug.h"
#include "gcrt-heap.h"
#include "gcrt-packets.h"
#include "gcrt-phase.h"
#include "gcrt-queues.h"
#include "gcrt-releaser.h"
#include "gcrt-trace.h"
#include "gcrt-workers.h"

/* ------------------------------------------------------------------ buffers */

static bool has_buffered(const struct gc_mutator *m, uint32_t queues)
{
	if (m->left)
		return false;
	for (unsigned q = 0; q < gcrt_collector.queue_count; q++)
		if (queues >> q & 1 && gcrt_load(&m->buffers.out[q]->used, acquire))
			return true;
	return false;
}

bool gcrt_buffers_have(const struct gcrt_scheduler *s, uint32_t queues)
{
	struct gcrt_world *world = &s->heap->world;
	bool any = false;
	queues &= gcrt_collector.buffered;
	if (!queues)
		return false;
	gcrt_mutex_lock(&world->lock);
	for (struct gc_mutator *m = world->mutators; m && !any; m = m->next)
		any = has_buffered(m, queues);
	gcrt_mutex_unlock(&world->lock);
	return any;
}

void gcrt_ask_for_buffers(struct gcrt_scheduler *s)
{
	struct gcrt_world *world = &s->heap->world;
	gcrt_mutex_lock(&world->lock);
	for (struct gc_mutator *m = world->mutators; m; m = m->next)
		if (m->active && has_buffered(m, gcrt_collector.buffered))
			gcrt_world_ask_locked(m, GCRT_POLL_FLUSH);
	gcrt_mutex_unlock(&world->lock);
}

void gcrt_flush(struct gc_mutator *m)
{
	struct gcrt_scheduler *s = &m->heap->scheduler;
	if (!has_buffered(m, gcrt_collector.buffered))
		return;
	gcrt_mutex_lock(&s->lock);
	gcrt_publish_all(s, &m->buffers);
	gcrt_mutex_unlock(&s->lock);
}

/* -------------------------------------------------------- units on mutators */

bool gcrt_units_wait_for_mutators(const struct gc_heap *heap)
{
	return gcrt_load(&heap->scheduler.for_mutators, relaxed) != 0;
}

static struct gc_mutator *mutator_of(const struct gcrt_packet *packet, unsigned at)
{
	return (struct gc_mutator *)packet->word[at + gcrt_kind_of(packet->queue)->on - 1];
}

struct gc_mutator *gcrt_unit_mutator(const struct gcrt_packet *packet)
{
	return mutator_of(packet, 0);
}

static struct gcrt_packet *split_off(struct gcrt_scheduler *s, struct gcrt_packet **link,
    unsigned at)
{
	gcrt_fetch_sub(&s->for_mutators, 1, relaxed);
	return gcrt_take_unit(s, link, at);
}

struct gcrt_packet *gcrt_take_for_mutator(struct gcrt_scheduler *s, unsigned queue,
    struct gc_mutator *only)
{
	struct gcrt_packet **link = &s->pending[queue];
	for (; *link; link = &(*link)->next)
		for (unsigned at = 0; at < (*link)->used; at += gcrt_kind_of(queue)->words) {
			struct gc_mutator *m = mutator_of(*link, at);
			if (only ? m == only : gcrt_world_claim(&s->heap->world, m))
				return split_off(s, link, at);
		}
	return NULL;
}

bool gcrt_may_take_for_mutator(const struct gcrt_scheduler *s, unsigned queue)
{
	const struct gcrt_packet *packet = s->pending[queue];
	for (; packet; packet = packet->next)
		for (unsigned at = 0; at < packet->used; at += gcrt_kind_of(queue)->words)
			if (gcrt_world_may_claim(&s->heap->world, mutator_of(packet, at)))
				return true;
	return false;
}

void gcrt_deal(struct gcrt_scheduler *s, unsigned queue)
{
	const struct gcrt_packet *packet = s->pending[queue];
	bool idle = false;
	for (; packet; packet = packet->next)
		for (unsigned at = 0; at < packet->used; at += gcrt_kind_of(queue)->words)
			idle |= !gcrt_world_poke(&s->heap->world, mutator_of(packet, at),
			    GCRT_POLL_HANDSHAKE);
	if (idle)
		gcrt_cond_broadcast(&s->work);
}

void gcrt_deal_bucket(struct gcrt_scheduler *s, unsigned bucket)
{
	for (unsigned q = 0; q < gcrt_collector.queue_count; q++)
		if (gcrt_collector.queues[q].bucket == bucket && gcrt_kind_of(q)->on)
			gcrt_deal(s, q);
}

/* Locked; unlocked while the unit runs. */
static void run_own(struct gcrt_scheduler *s, struct gc_mutator *m, struct gcrt_packet *unit)
{
	gcrt_begin_helping(s, m);
	s->running[unit->queue]++;
	gcrt_mutex_unlock(&s->lock);
	gcrt_see_phases(m);
	gcrt_trace_units(gcrt_collector.queues[unit->queue].kind, 1);
	gcrt_kind_of(unit->queue)->run(&m->buffers, unit->word, 1);
	gcrt_fence_atomics(acquire); /* Note [Units in buffers] */
	gcrt_mutex_lock(&s->lock);
	gcrt_unit_over(s, unit->queue);
	gcrt_put_packet(s, unit);
	gcrt_end_helping(s, m);
}

void gcrt_handshakes(struct gc_mutator *m)
{
	struct gcrt_scheduler *s = &m->heap->scheduler;
	struct gcrt_packet *unit;
	gcrt_fence_atomics(acquire); /* Note [Units in buffers] */
	gcrt_mutex_lock(&s->lock);
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
	if (!gcrt_units_wait_for_mutators(m->heap))
		return;
	gcrt_mutex_lock(&s->lock);
	gcrt_cond_broadcast(&s->work);
	gcrt_mutex_unlock(&s->lock);
}
