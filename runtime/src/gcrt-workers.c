/* gcrt-workers.c: threads that run units, and park when there are none.
 *
 * Note [Units in order]: a worker may run a unit that it has emitted itself, from a packet that it takes without a
 * lock.  What this unit loads must not come before what the unit that emitted it has read: models have each unit begin
 * after its emit.  So a worker begins each packet with a fence that acquires.  Units of one packet have no order among
 * each other.  All of them were there before the fence, so another worker could have run any of them at that
 * time.  Litmus: units_in_order. */
#define GC_IMPL 1
#include "gcrt-workers.h"

#include <string.h>

#include "gcrt-buffers.h"
#include "gcrt-debug.h"
#include "gcrt-heap.h"
#include "gcrt-life.h"
#include "gcrt-look.h"
#include "gcrt-misuse.h"
#include "gcrt-packets.h"
#include "gcrt-phase.h"
#include "gcrt-queues.h"
#include "gcrt-record.h"
#include "gcrt-releaser.h"
#include "gcrt-trace.h"

#define AHEAD         16 /* packets begun in the middle of others: Note [Packets] */
#define WORTH_SHARING 16 /* words; with fewer, waking another worker is not worth it */

/* Takes a packet of the worker's own.  Later queues come first, because their units are nearer to
 * the end of the cycle.  Units of a limited kind, of one that mutators run, and of an exact bucket
 * are taken only from their queue.  If units that resume mutators must come first, all units
 * are. */
static struct gcrt_packet *take_own(struct gcrt_scheduler *s, struct gcrt_worker *worker)
{
	if (gcrt_resumes_next(s, worker))
		return NULL;
	for (unsigned q = gcrt_collector.queue_count; q-- > 0;) {
		struct gcrt_packet *packet = worker->out[q];
		if (!packet->used || !gcrt_queue_is_open(s, q) || gcrt_only_from_queue(q))
			continue;
		worker->out[q] = worker->spare;
		if (worker->spare) {
			worker->spare = NULL;
		} else {
			gcrt_mutex_lock(&s->lock);
			worker->out[q] = gcrt_get_packet(s, q);
			gcrt_mutex_unlock(&s->lock);
		}
		worker->out[q]->queue = (uint16_t)q;
		return packet;
	}
	return NULL;
}

/* Locked.  Publishes half of a packet that otherwise only this worker would run. */
static void split(struct gcrt_scheduler *s, struct gcrt_worker *worker, struct gcrt_packet *packet)
{
	unsigned words = packet->blocks ? 1 : gcrt_kind_of(packet->queue)->words;
	unsigned give = packet->used / words / 2 * words;
	struct gcrt_packet *half = gcrt_get_packet(s, packet->queue);
	packet->used -= give;
	half->used = give;
	half->blocks = packet->blocks;
	memcpy(half->word, packet->word + packet->used, give * sizeof half->word[0]);
	gcrt_publish(s, worker, half);
}

/* If other workers are parked: publishes units that this worker would run only later. */
static void share(struct gcrt_scheduler *s, struct gcrt_worker *worker, struct gcrt_packet *packet)
{
	bool other = false;
	for (unsigned q = 0; q < gcrt_collector.queue_count; q++)
		other |= worker->out[q]->used >= WORTH_SHARING && gcrt_queue_is_open(s, q);
	if (!other && (packet->used < 2 * WORTH_SHARING || gcrt_only_from_queue(packet->queue)))
		return;
	if (!gcrt_load(&s->parked, relaxed))
		return;
	gcrt_mutex_lock(&s->lock);
	if (other)
		gcrt_publish_all(s, worker);
	else
		split(s, worker, packet);
	gcrt_mutex_unlock(&s->lock);
}

static void set_parked(struct gcrt_scheduler *s, unsigned parked)
{
	gcrt_store(&s->parked, parked, relaxed);
}

#if GCRT_DEBUG
/* Locked, but unlocked while it stops the mutators.  No worker opens a bucket in the meantime,
 * because this one is not parked. */
static void verify(struct gcrt_scheduler *s)
{
	struct gc_heap *heap = s->heap;
	struct gcrt_world *world = &heap->world;
	uint64_t wanted = s->verify_wanted;
	s->to_verify = false;
	s->verifying = true;
	gcrt_mutex_unlock(&s->lock);
	gcrt_mutex_lock(&world->lock);
	gcrt_world_ask(world);
	gcrt_world_wait(world);
	gcrt_mutex_unlock(&world->lock);
	gcrt_all_give_back_cells(heap);
	gcrt_verify_heap(heap, true);
	gcrt_mutex_lock(&world->lock);
	gcrt_world_resume(world);
	gcrt_mutex_unlock(&world->lock);
	gcrt_mutex_lock(&s->lock);
	s->verifying = false;
	s->verified = wanted;
	gcrt_cond_broadcast(&s->cycle_ended);
	gcrt_world_bury(world);
}
#endif

/* Locked, but unlocked while mutators come to safepoints. */
static void pause_and_retry(struct gcrt_scheduler *s, struct gcrt_worker *worker)
{
	struct gcrt_world *world = &s->heap->world;
	s->to_pause = false;
	set_parked(s, s->parked - 1);
	gcrt_mutex_unlock(&s->lock);
	gcrt_world_pause(world);
	gcrt_mutex_lock(&s->lock);
	set_parked(s, s->parked + 1);
	gcrt_wake_lookers(s);
	if (s->parked == s->worker_count && !s->helping)
		gcrt_last_to_park(s, worker);
	gcrt_world_unpause(world);
}

static bool is_over(const struct gcrt_scheduler *s)
{
	return s->shutdown && s->cycle < 0;
}

/* Waits for a packet to run.  NULL: the heap is being destroyed. */
static struct gcrt_packet *park(struct gcrt_scheduler *s, struct gcrt_worker *worker)
{
	struct gcrt_packet *packet;
	gcrt_fence_atomics(acquire); /* Note [Units in buffers] */
	gcrt_mutex_lock(&s->lock);
	gcrt_store(&worker->at, 0, relaxed);
	gcrt_publish_all(s, worker);
	while (!(packet = gcrt_take_pending(s)) && !is_over(s)) {
		set_parked(s, s->parked + 1);
		gcrt_wake_lookers(s);
		if (s->parked == s->worker_count && !s->helping)
			gcrt_last_to_park(s, worker);
		if (s->to_pause)
			pause_and_retry(s, worker);
		if (gcrt_work_waits(s) || s->to_verify || is_over(s))
			gcrt_cond_broadcast(&s->work); /* others may have units, too */
		else
			gcrt_cond_wait(&s->work, &s->lock);
		set_parked(s, s->parked - 1);
#if GCRT_DEBUG
		if (s->to_verify)
			verify(s);
#endif
	}
	if (packet)
		gcrt_store(&worker->at, 1u << packet->queue, relaxed);
	gcrt_mutex_unlock(&s->lock);
	return packet;
}

static void recycle(struct gcrt_scheduler *s, struct gcrt_worker *worker,
    struct gcrt_packet *packet, const struct gcrt_kind *kind)
{
	struct gc_mutator *m = kind->on ? gcrt_unit_mutator(packet) : NULL;
	packet->used = 0;
	packet->blocks = false;
	if (!worker->spare && !gcrt_only_from_queue(packet->queue)) {
		worker->spare = packet;
		return;
	}
	gcrt_mutex_lock(&s->lock);
	if (gcrt_only_from_queue(packet->queue))
		gcrt_unit_over(s, packet->queue);
	gcrt_put_packet(s, packet);
	gcrt_mutex_unlock(&s->lock);
	if (m)
		gcrt_world_unclaim(&s->heap->world, m);
}

/* Counts COUNT blocks as visited by a loop.
 *
 * Note [Loop waiters]: this thread writes the count, and then looks whether somebody waits.  A
 * thread that waits first says so, and then looks at the count.  All of this is seq_cst, so one of
 * the two sees what the other has written (litmus test loop_waiters). */
static void loop_done(struct gcrt_scheduler *s, size_t count)
{
	gcrt_fetch_sub(&s->loop_blocks, count, seq_cst);
	if (!gcrt_load(&s->loop_waiters, seq_cst))
		return;
	gcrt_mutex_lock(&s->lock);
	gcrt_cond_broadcast(&s->looped_some);
	gcrt_mutex_unlock(&s->lock);
}

/* M is claimed. */
static void begin_handshake_for(struct gcrt_scheduler *s, struct gc_mutator *m)
{
	gcrt_mutex_lock(&s->lock);
	gcrt_begin_handshake(m);
	gcrt_mutex_unlock(&s->lock);
}

/* Note [Counting later]. */
static void run_units(struct gcrt_worker *worker, unsigned queue, const uintptr_t *units,
    size_t count)
{
	bool before = worker->counts_later;
	worker->counts_later = true;
	gcrt_run_units(gcrt_collector.queues[queue].kind, worker, units, count);
	gcrt_count_now(worker);
	worker->counts_later = before;
}

static void run(struct gcrt_scheduler *s, struct gcrt_worker *worker, struct gcrt_packet *packet)
{
	const struct gcrt_kind *kind = gcrt_kind_of(packet->queue);
	gcrt_store(&worker->at, 1u << packet->queue, relaxed);
	worker->awaited = kind->on || kind->resumes;
	share(s, worker, packet);
	gcrt_fence_atomics(acquire); /* Note [Units in order] */
	if (kind->on)
		begin_handshake_for(s, gcrt_unit_mutator(packet));
	if (packet->blocks) {
		gcrt_record_run_blocks(packet->queue, worker, packet->word, packet->used);
		loop_done(s, packet->used);
	} else {
		run_units(worker, packet->queue, packet->word, packet->used / kind->words);
	}
	recycle(s, worker, packet, kind);
}

static void *work(void *argument)
{
	struct gcrt_worker *worker = argument;
	struct gcrt_scheduler *s = &worker->heap->scheduler;
	gcrt_collects_for(worker->heap);
	for (;;) {
		struct gcrt_packet *packet = take_own(s, worker);
		if (!packet)
			packet = park(s, worker);
		if (!packet)
			return NULL;
		run(s, worker, packet);
		if (gcrt_load(&s->looking, relaxed))
			gcrt_rest_between(s, worker);
	}
}

/* Locked.  Takes a packet that this worker may run in the middle of a unit: Note [Packets]. */
static struct gcrt_packet *take_ahead(struct gcrt_scheduler *s)
{
	for (unsigned q = gcrt_collector.queue_count; q-- > 0;) {
		const struct gcrt_kind *kind = gcrt_kind_of(q);
		if (kind->on || kind->takes_mutator || kind->resumes || kind->waits ||
		    !gcrt_may_run(s, q) || s->pending[q]->blocks)
			continue;
		if (gcrt_only_from_queue(q))
			s->running[q]++;
		return gcrt_take_first(s, q);
	}
	return NULL;
}

/* Locked, but unlocked while the units run.  It copies the units and gives the packet back first,
 * because the next emit may need a packet. */
static bool run_ahead(struct gcrt_scheduler *s, struct gcrt_worker *worker)
{
	uintptr_t units[GCRT_PACKET_WORDS];
	struct gcrt_packet *packet = take_ahead(s);
	if (!packet)
		return false;
	unsigned queue = packet->queue;
	const struct gcrt_kind *kind = gcrt_kind_of(queue);
	size_t count = packet->used / kind->words;
	uint32_t at = gcrt_load(&worker->at, relaxed);
	memcpy(units, packet->word, packet->used * sizeof units[0]);
	gcrt_put_packet(s, packet);
	gcrt_store(&worker->at, at | 1u << queue, relaxed);
	worker->ahead++;
	gcrt_mutex_unlock(&s->lock);
	gcrt_fence_atomics(acquire); /* Note [Units in order] */
	run_units(worker, queue, units, count);
	gcrt_mutex_lock(&s->lock);
	worker->awaited = false;
	worker->ahead--;
	gcrt_store(&worker->at, at, relaxed);
	if (gcrt_only_from_queue(queue))
		gcrt_unit_over(s, queue);
	return true;
}

/* Locked.  Whether mutators wait for the unit in hand, or for one that can run next: Note
 * [Packets]. */
static bool is_awaited(const struct gcrt_scheduler *s, const struct gcrt_worker *worker)
{
	return worker->awaited || worker->reading || gcrt_resumes_next(s, worker);
}

/* Locked.  Runs units until no more packets wait than the budget allows. */
void gcrt_bound_work(struct gcrt_scheduler *s, struct gcrt_worker *worker)
{
	while (!worker->locked && worker->ahead < AHEAD && !s->looking &&
	    s->waiting > gcrt_budget(s) && !is_awaited(s, worker) && run_ahead(s, worker))
		continue;
}

void gcrt_begin_helping(struct gcrt_scheduler *s, struct gc_mutator *m)
{
	/* What barriers have emitted counts as theirs: Note [Waiting units]. */
	gcrt_publish_all(s, &m->buffers);
	m->buffers.awaited = true;
	s->helping++;
	gcrt_collects_for(m->heap);
}

void gcrt_end_helping(struct gcrt_scheduler *s, struct gc_mutator *m)
{
	gcrt_publish_all(s, &m->buffers);
	m->buffers.awaited = false;
	gcrt_collects_for(NULL);
	s->helping--;
	gcrt_wake_lookers(s);
	gcrt_cond_signal(&s->work);
}

static bool start_worker(struct gcrt_scheduler *s, unsigned index)
{
	struct gcrt_worker *worker = &s->workers[index];
	worker->heap = s->heap;
	worker->index = index;
	for (unsigned q = 0; q < gcrt_collector.queue_count; q++)
		if (!(worker->out[q] = gcrt_try_packet(s, q)))
			return false;
	return gcrt_thread_create(&worker->thread, work, worker);
}

bool gcrt_start_workers(struct gcrt_scheduler *s)
{
	/* The lock is held until all workers have started, so that none parks as the last before
	 * that. */
	gcrt_mutex_lock(&s->lock);
	while (s->started < s->worker_count && start_worker(s, s->started))
		s->started++;
	gcrt_mutex_unlock(&s->lock);
	return s->started == s->worker_count;
}

void gcrt_stop_workers(struct gcrt_scheduler *s)
{
	gcrt_mutex_lock(&s->lock);
	s->shutdown = true;
	gcrt_cond_broadcast(&s->work);
	gcrt_mutex_unlock(&s->lock);
	for (unsigned i = 0; i < s->started; i++)
		gcrt_thread_join(s->workers[i].thread);
	for (unsigned i = 0; i < s->worker_count; i++) {
		for (unsigned q = 0; q < gcrt_collector.queue_count; q++)
			if (s->workers[i].out[q])
				gcrt_free_packet(s, s->workers[i].out[q]);
		if (s->workers[i].spare)
			gcrt_free_packet(s, s->workers[i].spare);
	}
}
