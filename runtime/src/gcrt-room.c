/* gcrt-room.c: what mutators do for room: they ask for cycles, help, and wait. */
#define GC_IMPL 1
#include "gcrt-room.h"
#include "gcrt-clock.h"
#include "gcrt-heap.h"
#include "gcrt-pace.h"
#include "gcrt-packets.h"
#include "gcrt-queues.h"
#include "gcrt-releaser.h"
#include "gcrt-record.h"
#include "gcrt-request.h"
#include "gcrt-workers.h"

/* ------------------------------------------------------------ a cycle in time */

void gcrt_room_taken(struct gc_mutator *m)
{
	struct gc_heap *heap = m->heap;
	if (heap->collector->concurrent && gcrt_pace_is_time(&heap->space))
		gcrt_request_cycle(&heap->scheduler, gcrt_pace_next(&heap->space.pace), true);
}

void gcrt_room_wanted(struct gc_mutator *m)
{
	struct gc_heap *heap = m->heap;
	if (heap->collector->concurrent || !gcrt_pace_is_time(&heap->space))
		return;
	heap->events.to.mutator_cause_gc(m->listener_data);
	gcrt_heap_await(m, gcrt_request_cycle(&heap->scheduler, gcrt_collector.quick, true));
}

/* --------------------------------------------------- loops over all objects */

/* Locked.  Takes blocks of the loop that no worker has begun. */
static struct gcrt_packet *take_blocks(struct gcrt_scheduler *s)
{
	for (unsigned q = 0; q < gcrt_collector.queue_count; q++) {
		struct gcrt_packet *packet = s->pending[q];
		if (packet && packet->blocks && gcrt_queue_is_open(s, q) &&
		    !gcrt_kind_of(q)->at_most) {
			return gcrt_unlink(s, &s->pending[q]);
		}
	}
	return NULL;
}

/* Locked, but unlocked while the blocks' kernels run. */
static void run_blocks(struct gcrt_scheduler *s, struct gc_mutator *m, struct gcrt_packet *packet)
{
	gcrt_begin_helping(s, m);
	s->running[packet->queue]++;
	gcrt_mutex_unlock(&s->lock);
	gcrt_record_run_blocks(packet->queue, &m->buffers, packet->word, packet->used);
	gcrt_fence_atomics(acquire); /* Note [Units in buffers] */
	gcrt_fetch_sub(&s->loop_blocks, packet->used, acq_rel);
	gcrt_mutex_lock(&s->lock);
	if (s->loop_waiters)
		gcrt_cond_broadcast(&s->looped_some);
	gcrt_unit_over(s, packet->queue);
	gcrt_put_packet(s, packet);
	gcrt_end_helping(s, m);
}

/* M is inactive.  Waits until some blocks more are done, or all. */
static void await_blocks(struct gcrt_scheduler *s)
{
	gcrt_mutex_lock(&s->lock);
	size_t before = gcrt_load(&s->loop_blocks, acquire);
	gcrt_store(&s->loop_waiters, s->loop_waiters + 1, seq_cst);
	while (before && gcrt_load(&s->loop_blocks, seq_cst) == before)
		gcrt_cond_wait(&s->looped_some, &s->lock);
	gcrt_store(&s->loop_waiters, s->loop_waiters - 1, relaxed);
	gcrt_mutex_unlock(&s->lock);
}

bool gcrt_help_loop(struct gc_mutator *m)
{
	struct gcrt_scheduler *s = &m->heap->scheduler;
	if (!gcrt_load(&s->loop_blocks, acquire))
		return false;
	gcrt_mutex_lock(&s->lock);
	struct gcrt_packet *packet = take_blocks(s);
	if (packet)
		run_blocks(s, m, packet);
	gcrt_mutex_unlock(&s->lock);
	if (!packet) {
		gc_deactivate(m);
		await_blocks(s);
		gc_reactivate(m);
	}
	return true;
}

/* ------------------------------------------------------------ no room left */

void gcrt_fell_back(struct gc_mutator *m, uint64_t since)
{
	struct gc_heap *heap = m->heap;
	if (!heap->collector->concurrent || !heap->events.to.fallback_pause)
		return;
	gcrt_tell_usec(&heap->events, heap->events.to.fallback_pause, gcrt_now_usec() - since);
}

bool gcrt_fall_back(struct gc_mutator *m)
{
	struct gc_heap *heap = m->heap;
	struct gcrt_ticket cycle;
	uint64_t since = gcrt_now_usec();
	if (!gcrt_stopped_cycle(&heap->scheduler, &cycle))
		return false;
	gcrt_mutex_lock(&heap->space.lock);
	heap->space.pace.fell_back = true;
	gcrt_mutex_unlock(&heap->space.lock);
	gcrt_heap_await(m, cycle);
	gcrt_fell_back(m, since);
	return true;
}
