/* gcrt-buffers.c: units that wait in mutators' buffers, or for a mutator. */
#define GC_IMPL 1
#include "gcrt-buffers.h"
#include "gcrt-heap.h"

/* ------------------------------------------------------------------ buffers */

bool gcrt_has_buffered(const struct gc_mutator *m, uint32_t queues)
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
		any = gcrt_has_buffered(m, queues);
	gcrt_mutex_unlock(&world->lock);
	return any;
}

void gcrt_ask_for_buffers(struct gcrt_scheduler *s)
{
	struct gcrt_world *world = &s->heap->world;
	gcrt_mutex_lock(&world->lock);
	for (struct gc_mutator *m = world->mutators; m; m = m->next)
		if (m->active && gcrt_has_buffered(m, gcrt_collector.buffered))
			gcrt_world_ask_locked(m, GCRT_POLL_FLUSH);
	gcrt_mutex_unlock(&world->lock);
}

/* -------------------------------------------------------- units on mutators */

struct gc_mutator *gcrt_unit_mutator_at(const struct gcrt_packet *packet, unsigned at)
{
	return (struct gc_mutator *)packet->word[at + gcrt_kind_of(packet->queue)->on - 1];
}

struct gc_mutator *gcrt_unit_mutator(const struct gcrt_packet *packet)
{
	return gcrt_unit_mutator_at(packet, 0);
}

bool gcrt_may_take_for_mutator(const struct gcrt_scheduler *s, unsigned queue)
{
	const struct gcrt_packet *packet = s->pending[queue];
	for (; packet; packet = packet->next)
		for (unsigned at = 0; at < packet->used; at += gcrt_kind_of(queue)->words)
			if (gcrt_world_may_claim(&s->heap->world, gcrt_unit_mutator_at(packet, at)))
				return true;
	return false;
}

void gcrt_deal(struct gcrt_scheduler *s, unsigned queue)
{
	const struct gcrt_packet *packet = s->pending[queue];
	bool idle = false;
	for (; packet; packet = packet->next)
		for (unsigned at = 0; at < packet->used; at += gcrt_kind_of(queue)->words)
			idle |= !gcrt_world_poke(&s->heap->world, gcrt_unit_mutator_at(packet, at),
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
