/* gcrt-kernel.c: what kernels ask of the machine. */
#define GC_IMPL 1
#include "gcrt-census.h"
#include "gcrt-debug.h"
#include "gcrt-heap.h"
#include "gcrt-life.h"
#include "gcrt-look.h"
#include "gcrt-packets.h"
#include "gcrt-phase.h"
#include "gcrt-queues.h"
#include "gcrt-record.h"
#include "gcrt-request.h"
#include "gcrt-states.h"
#include "gcrt-trace.h"
#include "gcrt-workers.h"

#define BLOCKS_A_PACKET (GCRT_PACKET_WORDS < 16 ? GCRT_PACKET_WORDS : 16)

static void lock_unless_locked(struct gcrt_worker *worker)
{
	if (!worker->locked)
		gcrt_mutex_lock(&worker->heap->scheduler.lock);
}

static void unlock_unless_locked(struct gcrt_worker *worker)
{
	if (!worker->locked)
		gcrt_mutex_unlock(&worker->heap->scheduler.lock);
}

struct gcrt_packet *gcrt_packet_full(struct gcrt_worker *worker, unsigned queue)
{
	struct gcrt_scheduler *s = &worker->heap->scheduler;
	lock_unless_locked(worker);
	do {
		gcrt_publish(s, worker, worker->out[queue]);
		worker->out[queue] = gcrt_get_packet(s, queue);
		gcrt_rest_midway(s, worker);
		gcrt_bound_work(s, worker); /* this may have filled the packet */
	} while (worker->out[queue]->used > GCRT_PACKET_WORDS - GCRT_MAX_UNIT_WORDS);
	unlock_unless_locked(worker);
	return worker->out[queue];
}

void gcrt_emit_now(struct gcrt_worker *worker, unsigned queue, const uintptr_t *unit,
    unsigned words)
{
	struct gcrt_scheduler *s = &worker->heap->scheduler;
	lock_unless_locked(worker);
	gcrt_record_emit(worker, queue, unit);
	gcrt_append(s, worker, queue, unit, words);
	gcrt_record_emitted(worker);
	gcrt_rest_midway(s, worker);
	gcrt_bound_work(s, worker);
	unlock_unless_locked(worker);
}

static void tell_heap_traced(struct gcrt_scheduler *s)
{
	struct gcrt_events *events = &s->heap->events;
	if (s->heap_told)
		return;
	s->heap_told = true;
	gcrt_tell(events, events->to.heap_traced);
	gcrt_tell(events, events->to.ephemerons_traced);
	gcrt_tell(events, events->to.finalizers_traced);
}

/* Locked.  Emits into QUEUE the blocks that the loop must visit. */
static void emit_blocks(struct gcrt_worker *worker, unsigned queue)
{
	struct gcrt_scheduler *s = &worker->heap->scheduler;
	struct gcrt_packet *packet = NULL;
	for (size_t b = 0; (b = gcrt_space_next_looped(&s->heap->space, b));) {
		if (!packet) {
			packet = gcrt_get_packet(s, queue);
			packet->blocks = true;
		}
		gcrt_record_emit_block(worker, queue, b);
		packet->word[packet->used++] = b;
		gcrt_fetch_add(&s->loop_blocks, 1, relaxed);
		if (packet->used == BLOCKS_A_PACKET) {
			gcrt_publish(s, worker, packet);
			packet = NULL;
		}
	}
	if (packet)
		gcrt_publish(s, worker, packet);
}

#if GCRT_DEBUG
/* Units of QUEUE, which are emitted now, may free objects without a mark.  So every reachable
 * object must have a mark. */
static void verify_before_loop(struct gcrt_worker *worker, unsigned queue)
{
	struct gc_heap *heap = worker->heap;
	unsigned b = gcrt_collector.queues[queue].bucket;
	bool (*opens)(struct gcrt_scheduler * s) = gcrt_collector.buckets[b].open_when;
	if (!heap->slid && gcrt_kind_of(queue)->frees_unmarked &&
	    (gcrt_is_open(&heap->scheduler, b) || (opens && gcrt_look(worker, opens))))
		gcrt_verify_marks(heap);
}
#endif

/* Note [Loop blocks]: a worker subtracts a block from loop_blocks after it has left the block.
 * `resume' reads the count.  The order is acq_rel, so that a thread that reads 0 sees what all
 * loops did. */
void gcrt_emit_objects(struct gcrt_worker *worker, unsigned queue)
{
	struct gc_heap *heap = worker->heap;
	struct gcrt_scheduler *s = &heap->scheduler;
	if (!worker->locked)
		gcrt_world_pause(&heap->world);
	else if (!gcrt_world_try_pause(&heap->world))
		gcrt_fatal("a fill loops over all objects, and its bucket does not say so");
	gcrt_all_give_back_cells(heap);
#if GCRT_DEBUG
	verify_before_loop(worker, queue);
#endif
	lock_unless_locked(worker);
	gcrt_moving_hold(heap);
	gcrt_space_loop(&heap->space);
	gcrt_moving_release(heap);
	if (gcrt_kind_of(queue)->freeing != GCRT_KEEPS)
		tell_heap_traced(s);
	gcrt_record_begin(heap);
	emit_blocks(worker, queue);
	gcrt_record_end(heap);
	unlock_unless_locked(worker);
	gcrt_world_unpause(&heap->world);
}

void gcrt_no_slot(unsigned number, unsigned count)
{
	gcrt_fatal("there is no slot %u: the object has %u", number, count);
}

void gcrt_no_word(unsigned number, unsigned count)
{
	gcrt_fatal("there is no data word %u: the object has %u", number, count);
}

void gcrt_stop_mutators(struct gcrt_worker *worker)
{
	struct gc_heap *heap = worker->heap;
	struct gcrt_scheduler *s = &heap->scheduler;
	if (worker->locked)
		gcrt_fatal("a fill stops the mutators");
	gcrt_count_now(worker);
	worker->awaited = true;
	gcrt_tell(&heap->events, heap->events.to.requesting_stop);
	gcrt_record_stop(worker);
	if (gcrt_begin_stop(heap))
		gcrt_tell(&heap->events, heap->events.to.waiting_for_stop);
	gcrt_await_stop(heap);
	gcrt_tell(&heap->events, heap->events.to.mutators_stopped);
	if (heap->space.line_shift)
		gcrt_all_give_back_cells(heap); /* Note [Holes] */
	if (heap->space.evacuates)
		gcrt_space_choose_sparse(&heap->space);
	if (heap->space.copies) {
		gcrt_all_give_back_cells(heap);
		gcrt_space_choose(&heap->space);
	}
	gcrt_mutex_lock(&s->lock);
	bool first = !s->cycle_told;
	s->stopped = s->cycle_told = true;
	gcrt_trace(s, stopped, 0);
	gcrt_mutex_unlock(&s->lock);
	if (first)
		gcrt_tell_cycle_of(s);
}

/* Locked.  Whether the table of kinds and buckets shows that nothing more is freed in this
 * cycle. */
static bool freeing_is_over(struct gcrt_scheduler *s)
{
	bool any = false;
	for (unsigned q = 0; q < gcrt_collector.queue_count; q++) {
		enum gcrt_freeing freeing = gcrt_kind_of(q)->freeing;
		unsigned bucket = gcrt_collector.queues[q].bucket;
		if (freeing == GCRT_KEEPS || !gcrt_takes_part(s, bucket))
			continue;
		if (freeing == GCRT_FREES || !(s->opened >> bucket & 1))
			return false;
		any = true;
	}
	return any && !gcrt_load(&s->loop_blocks, acquire);
}

void gcrt_resume_mutators(struct gcrt_worker *worker)
{
	struct gc_heap *heap = worker->heap;
	struct gcrt_scheduler *s = &heap->scheduler;
	if (worker->locked)
		gcrt_fatal("a fill resumes the mutators");
	gcrt_count_now(worker);
	gcrt_check_resume(heap);
#if GCRT_DEBUG
	heap->slid = false;
#endif
	if (heap->space.copies)
		gcrt_space_choose_no_more(&heap->space);
	if (heap->space.line_shift) { /* Note [Holes] */
		gcrt_all_give_back_cells(heap);
		gcrt_space_renew_holes(&heap->space);
		gcrt_space_note_left(&heap->space);
	}
	gcrt_mutex_lock(&s->lock);
	if (!s->counted && freeing_is_over(s)) {
		gcrt_heap_census(heap);
		s->counted = true;
#if GCRT_DEBUG
		gcrt_verify_heap(heap, false);
#endif
	}
	gcrt_trace(s, resume, 0);
	s->let_go |= !s->counted;
	gcrt_mutex_unlock(&s->lock);
	gcrt_tell(&heap->events, heap->events.to.restarting_mutators);
	gcrt_end_stop(heap);
	worker->awaited = false;
}

void gcrt_request(struct gcrt_worker *worker, unsigned cycle)
{
	lock_unless_locked(worker);
	gcrt_ask_for_cycle(&worker->heap->scheduler, cycle);
	unlock_unless_locked(worker);
}

void gcrt_request_by_mutator(struct gc_mutator *m, unsigned cycle)
{
	struct gcrt_scheduler *s = &m->heap->scheduler;
	gcrt_mutex_lock(&s->lock);
	gcrt_ask_for_cycle(s, cycle);
	gcrt_mutex_unlock(&s->lock);
}

/* Who stands for the heap's own roots is visited last, if there are any. */
static struct gc_mutator *heap_mutator(struct gc_heap *heap)
{
	return gcrt_heap_roots(heap) ? &heap->roots_mutator : NULL;
}

/* During a cycle mutators are added to the list, at its front, but none is removed
 * (gcrt_world_bury).  So only the read of the first one needs the lock. */
struct gc_mutator *gcrt_first_mutator(struct gcrt_worker *worker)
{
	struct gcrt_world *world = &worker->heap->world;
	gcrt_mutex_lock(&world->lock);
	struct gc_mutator *first = world->mutators;
	gcrt_mutex_unlock(&world->lock);
	return first ? first : heap_mutator(worker->heap);
}

struct gc_mutator *gcrt_next_mutator(struct gcrt_worker *worker, struct gc_mutator *m)
{
	if (gcrt_is_heap_mutator(m))
		return NULL;
	return m->next ? m->next : heap_mutator(worker->heap);
}
