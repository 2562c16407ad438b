/* gcrt-queues.c: units that wait, and who may take them.  The scheduler's lock is held. */
#define GC_IMPL 1
#include "gcrt-queues.h"

#include <string.h>

#include "gcrt-buffers.h"
#include "gcrt-debug.h"
#include "gcrt-heap.h"
#include "gcrt-packets.h"
#include "gcrt-record.h"
#include "gcrt-waiting.h"

/* Locked.  WORKER has emitted WORDS more words of units, which wait in QUEUE.  Counts them, and
 * wakes a worker that may run them. */
static void announce(struct gcrt_scheduler *s, struct gcrt_worker *worker, unsigned queue,
    size_t words)
{
	if (gcrt_is_in_barrier(worker)) {
		gcrt_units_emitted(gcrt_mutator_of(worker), words);
		gcrt_record_flush(gcrt_mutator_of(worker), queue);
	}
	if (gcrt_kind_of(queue)->on) {
		gcrt_fetch_add(&s->for_mutators, words / gcrt_kind_of(queue)->words, relaxed);
		if (gcrt_queue_is_open(s, queue))
			gcrt_deal(s, queue);
	}
	if (gcrt_load(&s->parked, relaxed))
		gcrt_cond_signal(&s->work);
}

/* Locked.  Puts a packet that WORKER has emitted on its queue. */
static void push(struct gcrt_scheduler *s, const struct gcrt_worker *worker,
    struct gcrt_packet *packet)
{
	packet->next = s->pending[packet->queue];
	s->pending[packet->queue] = packet;
	s->waiting++;
	if (s->resumes >> packet->queue & 1)
		gcrt_store(&s->resuming, s->resuming | 1u << packet->queue, relaxed);
	packet->by_barrier = gcrt_is_in_barrier(worker);
	s->by_barriers += packet->by_barrier;
	s->by_barriers_in[packet->queue] += packet->by_barrier;
}

struct gcrt_packet *gcrt_unlink(struct gcrt_scheduler *s, struct gcrt_packet **link)
{
	struct gcrt_packet *packet = *link;
	*link = packet->next;
	s->waiting--;
	if (!s->pending[packet->queue] && s->resuming >> packet->queue & 1)
		gcrt_store(&s->resuming, s->resuming & ~(1u << packet->queue), relaxed);
	s->by_barriers -= packet->by_barrier;
	s->by_barriers_in[packet->queue] -= packet->by_barrier;
	if (packet->by_barrier)
		gcrt_units_taken(s);
	return packet;
}

/* Locked. */
void gcrt_publish(struct gcrt_scheduler *s, struct gcrt_worker *worker, struct gcrt_packet *packet)
{
	gcrt_assert(packet->used);
	push(s, worker, packet);
	announce(s, worker, packet->queue, packet->used);
}

/* Locked.  Adds the units of PACKET to a packet that waits already, if there is room.  This is for
 * units that cannot run now (their bucket is not open, or the limit of the kind is reached), and
 * for units of barriers.  Otherwise workers that park, and mutators that are asked for their
 * buffers, would publish many packets with few units. */
static bool add_to_waiting(struct gcrt_scheduler *s, struct gcrt_worker *worker,
    struct gcrt_packet *packet)
{
	struct gcrt_packet *last = s->pending[packet->queue];
	bool may = gcrt_queue_is_open(s, packet->queue) && gcrt_has_room(s, packet->queue) &&
	    !gcrt_is_in_barrier(worker);
	if (may || !last || last->blocks || last->used + packet->used > GCRT_PACKET_WORDS)
		return false;
	memcpy(last->word + last->used, packet->word, packet->used * sizeof packet->word[0]);
	last->used += packet->used;
	announce(s, worker, packet->queue, packet->used);
	gcrt_store(&packet->used, 0, relaxed);
	return true;
}

void gcrt_publish_all(struct gcrt_scheduler *s, struct gcrt_worker *worker)
{
	for (unsigned q = 0; q < gcrt_collector.queue_count; q++)
		if (worker->out[q]->used && !add_to_waiting(s, worker, worker->out[q])) {
			gcrt_publish(s, worker, worker->out[q]);
			worker->out[q] = gcrt_get_packet(s, q);
		}
}

void gcrt_append(struct gcrt_scheduler *s, struct gcrt_worker *worker, unsigned queue,
    const uintptr_t *unit, unsigned words)
{
	struct gcrt_packet *packet = s->pending[queue];
	if (!packet || packet->blocks || packet->used + words > GCRT_PACKET_WORDS) {
		packet = gcrt_get_packet(s, queue);
		push(s, worker, packet);
	}
	memcpy(packet->word + packet->used, unit, words * sizeof unit[0]);
	packet->used += words;
	announce(s, worker, queue, words);
}

bool gcrt_only_from_queue(unsigned queue)
{
	return gcrt_kind_of(queue)->at_most || gcrt_kind_of(queue)->on || gcrt_is_exact(queue);
}

/* Whether units that resume mutators can run now: the worker's own, or some that wait. */
bool gcrt_resumes_next(const struct gcrt_scheduler *s, const struct gcrt_worker *worker)
{
	uint32_t waiting = s->resumes ? gcrt_load(&s->resuming, relaxed) : 0;
	for (uint32_t left = s->resumes; left; left &= left - 1) {
		unsigned q = (unsigned)__builtin_ctz(left);
		if ((waiting >> q & 1 || worker->out[q]->used) && gcrt_queue_is_open(s, q))
			return true;
	}
	return false;
}

bool gcrt_has_room(const struct gcrt_scheduler *s, unsigned queue)
{
	unsigned kind = gcrt_collector.queues[queue].kind, limit = gcrt_kind_of(queue)->at_most;
	unsigned running = 0;
	for (unsigned q = 0; q < gcrt_collector.queue_count; q++)
		if (gcrt_collector.queues[q].kind == kind)
			running += s->running[q];
	return !limit || running < limit;
}

/* Locked. */
bool gcrt_may_run(const struct gcrt_scheduler *s, unsigned queue)
{
	return s->pending[queue] && gcrt_queue_is_open(s, queue) && gcrt_has_room(s, queue) &&
	    (!gcrt_kind_of(queue)->on || gcrt_may_take_for_mutator(s, queue));
}

/* Locked. */
bool gcrt_work_waits(const struct gcrt_scheduler *s)
{
	for (unsigned q = 0; q < gcrt_collector.queue_count; q++)
		if (gcrt_may_run(s, q))
			return true;
	return false;
}

struct gcrt_packet *gcrt_take_unit(struct gcrt_scheduler *s, struct gcrt_packet **link, unsigned at)
{
	struct gcrt_packet *packet = *link, *unit;
	if (packet->used == gcrt_kind_of(packet->queue)->words)
		return gcrt_unlink(s, link);
	unit = gcrt_get_packet(s, packet->queue);
	unsigned words = gcrt_kind_of(packet->queue)->words;
	memcpy(unit->word, packet->word + at, words * sizeof unit->word[0]);
	unit->used = words;
	packet->used -= words;
	memmove(packet->word + at, packet->word + packet->used, words * sizeof unit->word[0]);
	return unit;
}

/* Locked.  Takes the first packet of QUEUE, or the first unit if the bucket is exact.  If units are
 * left, wakes one worker more. */
struct gcrt_packet *gcrt_take_first(struct gcrt_scheduler *s, unsigned queue)
{
	struct gcrt_packet **first = &s->pending[queue];
	if (!gcrt_is_exact(queue) || (*first)->blocks)
		return gcrt_unlink(s, first);
	struct gcrt_packet *unit = gcrt_take_unit(s, first, 0);
	if (*first && gcrt_load(&s->parked, relaxed))
		gcrt_cond_signal(&s->work);
	return unit;
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
			struct gc_mutator *m = gcrt_unit_mutator_at(*link, at);
			if (only ? m == only : gcrt_world_claim(&s->heap->world, m))
				return split_off(s, link, at);
		}
	return NULL;
}

/* Locked.  Units that resume mutators are taken first: stopped mutators should not wait for units
 * that can run after the mutators are resumed. */
static struct gcrt_packet *take_pending_of(struct gcrt_scheduler *s, bool resumes)
{
	for (unsigned q = gcrt_collector.queue_count; q-- > 0;)
		if (gcrt_kind_of(q)->resumes == resumes && gcrt_may_run(s, q)) {
			struct gcrt_packet *packet = gcrt_kind_of(q)->on
			    ? gcrt_take_for_mutator(s, q, NULL)
			    : gcrt_take_first(s, q);
			if (!packet)
				continue; /* the mutators of all its units are active or claimed */
			if (gcrt_only_from_queue(q))
				s->running[q]++;
			return packet;
		}
	return NULL;
}

/* Locked. */
struct gcrt_packet *gcrt_take_pending(struct gcrt_scheduler *s)
{
	struct gcrt_packet *packet = take_pending_of(s, true);
	return packet ? packet : take_pending_of(s, false);
}
