#define GC_IMPL 1
#include "gcrt-scheduler.h"

#include <stdlib.h>
#include <string.h>

#include "gcrt-debug.h"
#include "gcrt-heap.h"
#include "gcrt-misuse.h"
#include "gcrt-trace.h"

#define WORKER_SPARES   8  /* empty packets that a worker keeps */
#define AHEAD           16 /* units in the middle of others: Note [Packets] */
#define BLOCKS_A_PACKET (GCRT_PACKET_WORDS < 16 ? GCRT_PACKET_WORDS : 16)
#define WORTH_SHARING   16 /* words: less is not worth another worker's while */

static bool is_open(const struct gcrt_scheduler *s, unsigned bucket)
{
	return gcrt_load(&s->open, relaxed) >> bucket & 1;
}

/* Locked. */
static void set_open(struct gcrt_scheduler *s, unsigned bucket, bool open)
{
	uint32_t bit = 1u << bucket;
	gcrt_store(&s->open, open ? s->open | bit : s->open & ~bit, relaxed);
}

/* ------------------------------------------------------------------ packets */

/* Locked.  So many WORDS more that WORKER emitted wait in QUEUE: wakes a worker that may run
 * the units. */
static void announce(struct gcrt_scheduler *s, struct gcrt_worker *worker, unsigned queue,
    size_t words)
{
	if (gcrt_is_in_barrier(worker))
		gcrt_pace_emitted(gcrt_mutator_of(worker), words);
	if (gcrt_kind_of(queue)->on) {
		gcrt_fetch_add(&s->for_mutators, words / gcrt_kind_of(queue)->words, relaxed);
		if (gcrt_queue_is_open(s, queue))
			gcrt_deal(s, queue);
	}
	if (gcrt_load(&s->parked, relaxed))
		gcrt_cond_signal(&s->work);
}

/* Locked.  What WORKER emitted. */
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
	if (!s->pending[packet->queue])
		gcrt_store(&s->resuming, s->resuming & ~(1u << packet->queue), relaxed);
	s->by_barriers -= packet->by_barrier;
	s->by_barriers_in[packet->queue] -= packet->by_barrier;
	if (packet->by_barrier)
		gcrt_pace_taken(s);
	return packet;
}

/* Locked. */
static void publish(struct gcrt_scheduler *s, struct gcrt_worker *worker,
    struct gcrt_packet *packet)
{
	gcrt_assert(packet->used);
	push(s, worker, packet);
	announce(s, worker, packet->queue, packet->used);
}

/* Locked.  What nobody may run now, as its bucket is not open or as many run as may, and what
 * barriers emit, goes into the packet that waits already, if there is room: workers that park and
 * mutators that are asked for theirs may have few. */
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
			publish(s, worker, worker->out[q]);
			worker->out[q] = gcrt_get_packet(s, q);
		}
}

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

/* ------------------------------------------------------------ finding work */

/* Note [Exact buckets]. */
static bool is_exact(unsigned queue)
{
	return gcrt_collector.buckets[gcrt_collector.queues[queue].bucket].exact;
}

static bool only_from_queue(unsigned queue)
{
	return gcrt_kind_of(queue)->at_most || gcrt_kind_of(queue)->on || is_exact(queue);
}

/* Whether units that resume mutators are next: the worker's own, or some that wait. */
static bool resumes_next(const struct gcrt_scheduler *s, const struct gcrt_worker *worker)
{
	uint32_t waiting = gcrt_load(&s->resuming, relaxed);
	for (uint32_t left = s->resumes; left; left &= left - 1) {
		unsigned q = (unsigned)__builtin_ctz(left);
		if ((waiting >> q & 1 || worker->out[q]->used) && gcrt_queue_is_open(s, q))
			return true;
	}
	return false;
}

/* A packet of the worker's own; later queues first, as they are nearer to
 * being done with.  A limited kind, one that mutators run, and one in an exact bucket
 * is only taken from its queue; so are all when one that resumes mutators is to come first. */
static struct gcrt_packet *take_own(struct gcrt_scheduler *s, struct gcrt_worker *worker)
{
	if (resumes_next(s, worker))
		return NULL;
	for (unsigned q = gcrt_collector.queue_count; q-- > 0;) {
		struct gcrt_packet *packet = worker->out[q];
		if (!packet->used || !gcrt_queue_is_open(s, q) || only_from_queue(q))
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
static bool may_run(const struct gcrt_scheduler *s, unsigned queue)
{
	return s->pending[queue] && gcrt_queue_is_open(s, queue) && gcrt_has_room(s, queue) &&
	    (!gcrt_kind_of(queue)->on || gcrt_may_take_for_mutator(s, queue));
}

/* Locked. */
static bool work_waits(const struct gcrt_scheduler *s)
{
	for (unsigned q = 0; q < gcrt_collector.queue_count; q++)
		if (may_run(s, q))
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

/* Locked.  The first packet of QUEUE; of an exact bucket's, its first unit.  What is
 * left wakes one worker more. */
static struct gcrt_packet *take_first(struct gcrt_scheduler *s, unsigned queue)
{
	struct gcrt_packet **first = &s->pending[queue];
	if (!is_exact(queue) || (*first)->blocks)
		return gcrt_unlink(s, first);
	struct gcrt_packet *unit = gcrt_take_unit(s, first, 0);
	if (*first && gcrt_load(&s->parked, relaxed))
		gcrt_cond_signal(&s->work);
	return unit;
}

/* Locked.  Mutators that are stopped do not wait for what may be done after they
 * have gone on. */
static struct gcrt_packet *take_pending_of(struct gcrt_scheduler *s, bool resumes)
{
	for (unsigned q = gcrt_collector.queue_count; q-- > 0;)
		if (gcrt_kind_of(q)->resumes == resumes && may_run(s, q)) {
			struct gcrt_packet *packet = gcrt_kind_of(q)->on
			    ? gcrt_take_for_mutator(s, q, NULL)
			    : take_first(s, q);
			if (!packet)
				continue; /* its mutator has become active */
			if (only_from_queue(q))
				s->running[q]++;
			return packet;
		}
	return NULL;
}

/* Locked. */
static struct gcrt_packet *take_pending(struct gcrt_scheduler *s)
{
	struct gcrt_packet *packet = take_pending_of(s, true);
	return packet ? packet : take_pending_of(s, false);
}

/* Locked.  Half of a packet that only this worker would run. */
static void split(struct gcrt_scheduler *s, struct gcrt_worker *worker, struct gcrt_packet *packet)
{
	unsigned words = packet->blocks ? 1 : gcrt_kind_of(packet->queue)->words;
	unsigned give = packet->used / words / 2 * words;
	struct gcrt_packet *half = gcrt_get_packet(s, packet->queue);
	packet->used -= give;
	half->used = give;
	half->blocks = packet->blocks;
	memcpy(half->word, packet->word + packet->used, give * sizeof half->word[0]);
	publish(s, worker, half);
}

/* Others are parked: gives them what this worker would get to later. */
static void share(struct gcrt_scheduler *s, struct gcrt_worker *worker, struct gcrt_packet *packet)
{
	bool other = false;
	for (unsigned q = 0; q < gcrt_collector.queue_count; q++)
		other |= worker->out[q]->used >= WORTH_SHARING && gcrt_queue_is_open(s, q);
	if (!other && (packet->used < 2 * WORTH_SHARING || only_from_queue(packet->queue)))
		return;
	gcrt_mutex_lock(&s->lock);
	if (other)
		gcrt_publish_all(s, worker);
	else
		split(s, worker, packet);
	gcrt_mutex_unlock(&s->lock);
}

/* ------------------------------------------------- guards, buckets and cycles */

static bool has_units(const struct gcrt_scheduler *s, unsigned bucket)
{
	for (unsigned q = 0; q < gcrt_collector.queue_count; q++)
		if (gcrt_collector.queues[q].bucket == bucket && s->pending[q])
			return true;
	return false;
}

static bool in_running_cycle(const struct gcrt_scheduler *s, unsigned bucket)
{
	return s->cycle >= 0 && gcrt_collector.buckets[bucket].cycles >> s->cycle & 1;
}

bool gcrt_is_open(const struct gcrt_scheduler *s, unsigned bucket)
{
	return is_open(s, bucket);
}

/* A worker that looks, or rests midway, is in the middle of a unit. */
static bool is_midway(const struct gcrt_scheduler *s, unsigned queue)
{
	for (unsigned i = 0; s->looking && i < s->started; i++)
		if ((s->workers[i].looking || s->workers[i].midway) &&
		    gcrt_load(&s->workers[i].at, relaxed) >> queue & 1)
			return true;
	return false;
}

/* No unit of QUEUE is pending or running; what others have in hand may be. */
static bool is_idle(const struct gcrt_scheduler *s, unsigned queue)
{
	if (s->pending[queue])
		return false;
	if (is_exact(queue))
		return !s->running[queue];
	if (is_midway(s, queue))
		return false;
	((struct gcrt_scheduler *)s)->unsure |= s->unquiet;
	return true;
}

/* And none is in a mutator's buffer. */
static bool is_drained(const struct gcrt_scheduler *s, uint32_t queues)
{
	for (unsigned q = 0; q < gcrt_collector.queue_count; q++)
		if (queues >> q & 1 && !is_idle(s, q))
			return false;
	if (!gcrt_buffers_have(s, queues))
		return true;
	((struct gcrt_scheduler *)s)->flush = true;
	return false;
}

static uint32_t queues_of(unsigned bucket)
{
	uint32_t queues = 0;
	for (unsigned q = 0; q < gcrt_collector.queue_count; q++)
		if (gcrt_collector.queues[q].bucket == bucket)
			queues |= 1u << q;
	return queues;
}

/* Has opened in the cycle that runs, or is of none that runs. */
static bool has_opened(const struct gcrt_scheduler *s, unsigned bucket)
{
	return s->opened >> bucket & 1 || !in_running_cycle(s, bucket);
}

bool gcrt_drained(const struct gcrt_scheduler *s, unsigned bucket)
{
	return has_opened(s, bucket) && is_drained(s, queues_of(bucket));
}

bool gcrt_idle(const struct gcrt_scheduler *s, unsigned bucket)
{
	if (!is_open(s, bucket))
		return false;
	for (unsigned q = 0; q < gcrt_collector.queue_count; q++)
		if (gcrt_collector.queues[q].bucket == bucket && !is_idle(s, q))
			return false;
	return true;
}

bool gcrt_empty(const struct gcrt_scheduler *s, unsigned bucket)
{
	if (!has_opened(s, bucket) || !in_running_cycle(s, bucket))
		return false;
	for (unsigned q = 0; q < gcrt_collector.queue_count; q++)
		if (gcrt_collector.queues[q].bucket == bucket && s->pending[q])
			return false;
	return true;
}

bool gcrt_drained_kind(const struct gcrt_scheduler *s, unsigned kind)
{
	uint32_t queues = 0;
	bool opened = false;
	for (unsigned q = 0; q < gcrt_collector.queue_count; q++)
		if (gcrt_collector.queues[q].kind == kind) {
			opened |= has_opened(s, gcrt_collector.queues[q].bucket);
			queues |= 1u << q;
		}
	return opened && is_drained(s, queues);
}

bool gcrt_in_cycle(const struct gcrt_scheduler *s, unsigned cycle)
{
	return s->cycle == (int)cycle;
}

bool gcrt_requested(const struct gcrt_scheduler *s, unsigned cycle)
{
	return s->requested >> cycle & 1;
}

bool gcrt_all_stopped(const struct gcrt_scheduler *s)
{
	return gcrt_world_all_stopped(&s->heap->world);
}

/* One that opens `whenever` closes as soon as nothing of it is left. */
static void close_if_drained(struct gcrt_scheduler *s, unsigned bucket)
{
	if (gcrt_collector.buckets[bucket].whenever && is_open(s, bucket) &&
	    gcrt_drained(s, bucket)) {
		set_open(s, bucket, false);
		gcrt_trace(close, bucket);
	}
}

/* The limit of a kind is that of all its queues. */
static void deal_kind(struct gcrt_scheduler *s, unsigned kind)
{
	for (unsigned q = 0; q < gcrt_collector.queue_count; q++)
		if (gcrt_collector.queues[q].kind == kind && gcrt_queue_is_open(s, q))
			gcrt_deal(s, q);
}

void gcrt_unit_over(struct gcrt_scheduler *s, unsigned queue)
{
	gcrt_assert(s->running[queue]);
	s->running[queue]--;
	if (is_exact(queue))
		close_if_drained(s, gcrt_collector.queues[queue].bucket);
	if (gcrt_kind_of(queue)->at_most && gcrt_kind_of(queue)->on)
		deal_kind(s, gcrt_collector.queues[queue].kind); /* who found the limit reached */
}

/* A part of the step that opens it: Note [Opening]. */
static void open_bucket(struct gcrt_scheduler *s, struct gcrt_worker *worker, unsigned bucket)
{
	set_open(s, bucket, true);
	s->opened |= 1u << bucket;
	gcrt_trace(open, bucket);
	s->flushes = 0;
	gcrt_deal_bucket(s, bucket);
	if (gcrt_collector.buckets[bucket].fill) {
		worker->locked = true;
		gcrt_collector.buckets[bucket].fill(worker);
		worker->locked = false;
		gcrt_publish_all(s, worker);
	}
	close_if_drained(s, bucket);
}

static void begin_cycle(struct gcrt_scheduler *s, struct gcrt_worker *worker, unsigned cycle)
{
	s->cycle = (int)cycle;
	s->latest = cycle;
	gcrt_trace(begin, cycle);
	s->requested &= ~(1u << cycle);
	s->begun++;
	s->begun_of[cycle]++;
	s->stopped = s->counted = s->let_go = false;
	s->cycle_told = s->roots_told = s->heap_told = false;
	s->opened = s->begun_phases = 0;
	gcrt_pace_begin(s->heap);
	for (unsigned b = 0; b < gcrt_collector.bucket_count; b++)
		if (in_running_cycle(s, b) && !gcrt_collector.buckets[b].open_when)
			open_bucket(s, worker, b);
	gcrt_settle_phases(s);
	gcrt_cond_broadcast(&s->cycle_ended);
}

static void end_cycle(struct gcrt_scheduler *s)
{
	for (unsigned b = 0; b < gcrt_collector.bucket_count; b++)
		if (in_running_cycle(s, b)) {
			if (has_units(s, b))
				gcrt_fatal("cycle %s ends with work left in bucket %s",
				    gcrt_collector.cycles[s->cycle].name,
				    gcrt_collector.buckets[b].name);
			set_open(s, b, false);
		}
	if (!s->counted)
		gcrt_heap_census(s->heap);
	gcrt_trace(end, (unsigned)s->cycle);
	gcrt_end_intervals(s);
	s->to_verify = GCRT_DEBUG && (s->counted || s->let_go) && !gcrt_all_stopped(s);
	int ended = s->cycle;
	s->cycle = -1;
	gcrt_pace_end(s);
	s->ended++;
	s->ended_of[ended]++;
	gcrt_world_bury(&s->heap->world);
	if (s->held && !gcrt_holds_on(s, (unsigned)ended)) {
		s->hold = false;
		gcrt_world_end_hold(&s->heap->world);
	}
	gcrt_free_spares(s, false);
	gcrt_cond_broadcast(&s->cycle_ended);
}

static void tell_roots_traced(struct gcrt_scheduler *s)
{
	bool any = false;
	for (unsigned k = 0; k < gcrt_collector.kind_count; k++)
		if (gcrt_collector.kinds[k].takes_mutator) {
			any = true;
			if (!gcrt_drained_kind(s, k))
				return;
		}
	if (any && !s->roots_told) {
		s->roots_told = true;
		gcrt_tell(&s->heap->events, s->heap->events.to.roots_traced);
	}
}

/* Note [Flush before whenever]. */
#define FLUSHES 3
static bool flushes_first(struct gcrt_scheduler *s, unsigned bucket)
{
	if (!gcrt_collector.buckets[bucket].whenever || s->flushes >= FLUSHES ||
	    !gcrt_buffers_have(s, UINT32_MAX))
		return false;
	s->flushes++;
	s->flush = true;
	return true;
}

/* A fill that loops over all objects needs all mutators at safepoints, and cannot wait
 * for them under the lock: false, and park() pauses them and tries again. */
static bool may_loop(struct gcrt_scheduler *s)
{
	return !(s->to_pause = !gcrt_world_try_pause(&s->heap->world));
}

static bool open_if_may_loop(struct gcrt_scheduler *s, struct gcrt_worker *worker, unsigned bucket)
{
	bool loops = gcrt_collector.buckets[bucket].loops;
	if (loops && !may_loop(s))
		return false;
	open_bucket(s, worker, bucket);
	if (loops)
		gcrt_world_unpause(&s->heap->world);
	return true;
}

/* One that opens, in a step; false: none does. */
static bool open_some(struct gcrt_scheduler *s, struct gcrt_worker *worker)
{
	for (unsigned b = 0; b < gcrt_collector.bucket_count; b++) {
		const struct gcrt_bucket *bucket = &gcrt_collector.buckets[b];
		if (!in_running_cycle(s, b))
			continue;
		if (is_open(s, b)) {
			if (bucket->close_when && bucket->close_when(s)) {
				set_open(s, b, false);
				gcrt_trace(close, b);
				return true;
			}
		} else if ((bucket->whenever || !(s->opened >> b & 1)) && bucket->open_when(s) &&
		    !flushes_first(s, b)) {
			bool again = s->opened >> b & 1;
			if (!open_if_may_loop(s, worker, b))
				return false;
			gcrt_settle_phases(s);
			/* one that opens in vain again and again is no progress */
			if (is_open(s, b) || !again)
				return true;
		}
	}
	return false;
}

static bool begins_with_loop(unsigned cycle)
{
	for (unsigned b = 0; b < gcrt_collector.bucket_count; b++)
		if (gcrt_collector.buckets[b].cycles >> cycle & 1 &&
		    gcrt_collector.buckets[b].loops && !gcrt_collector.buckets[b].open_when)
			return true;
	return false;
}

static bool begin_if_may(struct gcrt_scheduler *s, struct gcrt_worker *worker, unsigned cycle)
{
	bool loops = begins_with_loop(cycle);
	s->held = s->hold && gcrt_world_all_held(&s->heap->world);
	if ((s->hold && !s->held) || (loops && !may_loop(s)))
		return false;
	begin_cycle(s, worker, cycle);
	if (loops)
		gcrt_world_unpause(&s->heap->world);
	return true;
}

/* One whose `from' holds, if any: Note [Turns]. */
static bool begin_some(struct gcrt_scheduler *s, struct gcrt_worker *worker)
{
	for (unsigned i = 1; i <= gcrt_collector.cycle_count && !s->shutdown; i++) {
		unsigned cycle = (s->latest + i) % gcrt_collector.cycle_count;
		if (gcrt_collector.cycles[cycle].from(s))
			return begin_if_may(s, worker, cycle);
	}
	return false;
}

/* One step, if any guard holds. */
static bool step(struct gcrt_scheduler *s, struct gcrt_worker *worker)
{
	if (s->cycle < 0)
		return begin_some(s, worker);
	tell_roots_traced(s);
	if (gcrt_settle_phases(s) || open_some(s, worker))
		return true;
	if (work_waits(s) || !gcrt_collector.cycles[s->cycle].to(s))
		return false;
	end_cycle(s);
	return true;
}

/* Between cycles only, when all metadata are at rest; and not between two of which the first has
 * stopped the mutators, and the second lets them go on: after that one. */
static bool verify_now(struct gcrt_scheduler *s)
{
	s->to_verify |= s->cycle < 0 && s->verify_wanted != s->verified && !gcrt_all_stopped(s);
	return s->to_verify;
}

/* Locked, all parked: Note [Last to park].  No unit may be run, with two exceptions.  The
 * mutator of a unit may have become inactive just now, without the lock, and wakes a
 * worker as soon as it has it (gcrt_offer_handshakes).  And mutators that were paused
 * have published their buffers: guards see those units as they see all that wait. */
static void last_to_park(struct gcrt_scheduler *s, struct gcrt_worker *worker)
{
	for (unsigned q = 0; q < gcrt_collector.queue_count; q++)
		gcrt_assert(!s->running[q]);
	s->flush = false;
	while (!verify_now(s) && step(s, worker))
		continue;
	if (s->flush)
		gcrt_ask_for_buffers(s);
	if (s->cycle >= 0 && !work_waits(s) && gcrt_all_stopped(s))
		gcrt_fatal("cycle %s cannot go on: mutators are stopped, no work may be done "
			   "and no guard holds",
		    gcrt_collector.cycles[s->cycle].name);
}

/* ------------------------------------------------------------------ workers */

static void set_parked(struct gcrt_scheduler *s, unsigned parked)
{
	gcrt_store(&s->parked, parked, relaxed);
}

#if GCRT_DEBUG
/* Locked, and unlocked while it stops the mutators: no worker opens anything
 * meanwhile, as this one is not parked. */
static void verify(struct gcrt_scheduler *s)
{
	struct gc_heap *heap = s->heap;
	uint64_t wanted = s->verify_wanted;
	s->to_verify = false;
	s->verifying = true;
	gcrt_mutex_unlock(&s->lock);
	gcrt_world_ask(&heap->world);
	gcrt_world_wait(&heap->world);
	gcrt_all_give_back_cells(heap);
	gcrt_verify_heap(heap, true);
	gcrt_world_resume(&heap->world);
	gcrt_mutex_lock(&s->lock);
	s->verifying = false;
	s->verified = wanted;
	gcrt_cond_broadcast(&s->cycle_ended);
	gcrt_world_bury(&heap->world);
}
#endif

/* Who looks may have been waiting for this worker: Note [Looking]. */
static void wake_lookers(struct gcrt_scheduler *s)
{
	if (gcrt_load(&s->looking, relaxed))
		gcrt_cond_broadcast(&s->settled);
}

/* Locked.  Until nobody looks: Note [Looking]. */
static void rest(struct gcrt_scheduler *s, struct gcrt_worker *worker)
{
	gcrt_publish_all(s, worker);
	s->resting++;
	wake_lookers(s);
	while (gcrt_load(&s->looking, relaxed))
		gcrt_cond_wait(&s->settled, &s->lock);
	s->resting--;
}

static void rest_between(struct gcrt_scheduler *s, struct gcrt_worker *worker)
{
	gcrt_fence_atomics(acquire); /* Note [Units in buffers] */
	gcrt_mutex_lock(&s->lock);
	gcrt_store(&worker->at, 0, relaxed);
	rest(s, worker);
	gcrt_mutex_unlock(&s->lock);
}

/* Locked.  In the middle of units of a kernel, which a mutator may run as well. */
static void rest_midway(struct gcrt_scheduler *s, struct gcrt_worker *worker)
{
	if (!s->looking || worker->locked || gcrt_is_mutators(worker))
		return;
	worker->midway = true;
	rest(s, worker);
	worker->midway = false;
}

/* Locked, and unlocked while mutators come to safepoints. */
static void pause_and_retry(struct gcrt_scheduler *s, struct gcrt_worker *worker)
{
	struct gcrt_world *world = &s->heap->world;
	s->to_pause = false;
	set_parked(s, s->parked - 1);
	gcrt_mutex_unlock(&s->lock);
	gcrt_world_pause(world);
	gcrt_mutex_lock(&s->lock);
	set_parked(s, s->parked + 1);
	wake_lookers(s);
	if (s->parked == s->worker_count && !s->helping)
		last_to_park(s, worker);
	gcrt_world_unpause(world);
}

static bool is_over(const struct gcrt_scheduler *s)
{
	return s->shutdown && s->cycle < 0;
}

/* A unit to run; NULL: the heap goes away. */
static struct gcrt_packet *park(struct gcrt_scheduler *s, struct gcrt_worker *worker)
{
	struct gcrt_packet *packet;
	gcrt_fence_atomics(acquire); /* Note [Units in buffers] */
	gcrt_mutex_lock(&s->lock);
	gcrt_store(&worker->at, 0, relaxed);
	gcrt_publish_all(s, worker);
	while (!(packet = take_pending(s)) && !is_over(s)) {
		set_parked(s, s->parked + 1);
		wake_lookers(s);
		if (s->parked == s->worker_count && !s->helping)
			last_to_park(s, worker);
		if (s->to_pause)
			pause_and_retry(s, worker);
		if (work_waits(s) || s->to_verify || is_over(s))
			gcrt_cond_broadcast(&s->work); /* a bucket that opened has units */
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
	if (!worker->spare && !only_from_queue(packet->queue)) {
		worker->spare = packet;
		return;
	}
	gcrt_mutex_lock(&s->lock);
	if (only_from_queue(packet->queue))
		gcrt_unit_over(s, packet->queue);
	gcrt_put_packet(s, packet);
	gcrt_mutex_unlock(&s->lock);
	if (m)
		gcrt_world_unclaim(&s->heap->world, m);
}

/* COUNT blocks more have been looped over.
 *
 * Note [Loop waiters]: the count is written, and then it is seen whether somebody waits; who
 * waits says so, and then looks at the count: all with seq_cst, so one of the two sees
 * the other (litmus test loop_waiters). */
static void loop_done(struct gcrt_scheduler *s, size_t count)
{
	gcrt_fetch_sub(&s->loop_blocks, count, seq_cst);
	if (!gcrt_load(&s->loop_waiters, seq_cst))
		return;
	gcrt_mutex_lock(&s->lock);
	gcrt_cond_broadcast(&s->looped_some);
	gcrt_mutex_unlock(&s->lock);
}

static void run(struct gcrt_scheduler *s, struct gcrt_worker *worker, struct gcrt_packet *packet)
{
	const struct gcrt_kind *kind = gcrt_kind_of(packet->queue);
	gcrt_store(&worker->at, 1u << packet->queue, relaxed);
	worker->awaited = kind->on || kind->resumes;
	if (gcrt_load(&s->parked, relaxed))
		share(s, worker, packet);
	if (kind->on)
		gcrt_see_phases(gcrt_unit_mutator(packet));
	if (packet->blocks) {
		kind->run_blocks(worker, packet->word, packet->used);
		loop_done(s, packet->used);
	} else {
		gcrt_trace_units(gcrt_collector.queues[packet->queue].kind,
		    packet->used / kind->words);
		kind->run(worker, packet->word, packet->used / kind->words);
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
			rest_between(s, worker);
	}
}

/* ------------------------------------------------- what kernels ask of us */

/* Locked.  Work that this worker may do in the middle of a unit: Note [Packets]. */
static struct gcrt_packet *take_ahead(struct gcrt_scheduler *s)
{
	for (unsigned q = gcrt_collector.queue_count; q-- > 0;) {
		const struct gcrt_kind *kind = gcrt_kind_of(q);
		if (kind->on || kind->takes_mutator || kind->resumes || !may_run(s, q) ||
		    s->pending[q]->blocks)
			continue;
		if (only_from_queue(q))
			s->running[q]++;
		return take_first(s, q);
	}
	return NULL;
}

/* Locked; unlocked while it runs.  The packet itself goes first: it may be the one that is
 * wanted next. */
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
	gcrt_trace_units(gcrt_collector.queues[queue].kind, count);
	kind->run(worker, units, count);
	gcrt_mutex_lock(&s->lock);
	worker->awaited = false;
	worker->ahead--;
	gcrt_store(&worker->at, at, relaxed);
	if (only_from_queue(queue))
		gcrt_unit_over(s, queue);
	return true;
}

/* Locked.  Mutators wait for the unit in hand, or for one that may be run next: Note [Packets]. */
static bool is_awaited(const struct gcrt_scheduler *s, const struct gcrt_worker *worker)
{
	return worker->awaited || worker->reading || resumes_next(s, worker);
}

/* Locked.  Runs what waits until no more does than may. */
static void bound_work(struct gcrt_scheduler *s, struct gcrt_worker *worker)
{
	while (!worker->locked && worker->ahead < AHEAD && !s->looking &&
	    s->waiting > gcrt_budget(s) && !is_awaited(s, worker) && run_ahead(s, worker))
		continue;
}

struct gcrt_packet *gcrt_packet_full(struct gcrt_worker *worker, unsigned queue)
{
	struct gcrt_scheduler *s = &worker->heap->scheduler;
	lock_unless_locked(worker);
	do {
		publish(s, worker, worker->out[queue]);
		worker->out[queue] = gcrt_get_packet(s, queue);
		rest_midway(s, worker);
		bound_work(s, worker); /* which may have filled it */
	} while (worker->out[queue]->used > GCRT_PACKET_WORDS - GCRT_MAX_UNIT_WORDS);
	unlock_unless_locked(worker);
	return worker->out[queue];
}

void gcrt_emit_now(struct gcrt_worker *worker, unsigned queue, const uintptr_t *unit,
    unsigned words)
{
	struct gcrt_scheduler *s = &worker->heap->scheduler;
	lock_unless_locked(worker);
	struct gcrt_packet *packet = s->pending[queue];
	if (!packet || packet->blocks || packet->used + words > GCRT_PACKET_WORDS) {
		packet = gcrt_get_packet(s, queue);
		push(s, worker, packet);
	}
	memcpy(packet->word + packet->used, unit, words * sizeof unit[0]);
	packet->used += words;
	announce(s, worker, queue, words);
	rest_midway(s, worker);
	bound_work(s, worker);
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

/* Locked.  The blocks that the loop is to look at, into QUEUE. */
static void emit_blocks(struct gcrt_worker *worker, unsigned queue)
{
	struct gcrt_scheduler *s = &worker->heap->scheduler;
	struct gcrt_packet *packet = NULL;
	for (size_t b = 0; (b = gcrt_space_next_looped(&s->heap->space, b));) {
		if (!packet) {
			packet = gcrt_get_packet(s, queue);
			packet->blocks = true;
		}
		packet->word[packet->used++] = b;
		gcrt_fetch_add(&s->loop_blocks, 1, relaxed);
		if (packet->used == BLOCKS_A_PACKET) {
			publish(s, worker, packet);
			packet = NULL;
		}
	}
	if (packet)
		publish(s, worker, packet);
}

#if GCRT_DEBUG
/* Units of QUEUE, emitted now, may free what has no mark: then all that is reachable
 * must have one. */
static void verify_before_loop(struct gcrt_worker *worker, unsigned queue)
{
	struct gc_heap *heap = worker->heap;
	unsigned b = gcrt_collector.queues[queue].bucket;
	bool (*opens)(const struct gcrt_scheduler *) = gcrt_collector.buckets[b].open_when;
	if (gcrt_kind_of(queue)->frees_unmarked &&
	    (is_open(&heap->scheduler, b) || (opens && gcrt_look(worker, opens))))
		gcrt_verify_marks(heap);
}
#endif

/* Note [Loop blocks]: a block is taken off loop_blocks after it has been left;
 * resume reads the count.  acq_rel, so that who reads 0 sees what all loops did. */
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
	gcrt_space_loop(&heap->space);
	if (gcrt_kind_of(queue)->freeing != GCRT_KEEPS)
		tell_heap_traced(s);
	emit_blocks(worker, queue);
	unlock_unless_locked(worker);
	gcrt_world_unpause(&heap->world);
}

static enum gc_collection_kind kind_of_cycle(unsigned cycle)
{
	return cycle == gcrt_collector.quick && cycle != gcrt_collector.full ? GC_COLLECTION_MINOR
									     : GC_COLLECTION_MAJOR;
}

static void tell_cycle(struct gcrt_scheduler *s)
{
	gcrt_tell_cycle(&s->heap->events, kind_of_cycle((unsigned)s->cycle),
	    gc_allocation_counter(s->heap));
}

void gcrt_tell_cycle_once(struct gcrt_scheduler *s)
{
	if (!s->cycle_told)
		tell_cycle(s);
	s->cycle_told = true;
}

void gcrt_stop_mutators(struct gcrt_worker *worker)
{
	struct gc_heap *heap = worker->heap;
	struct gcrt_scheduler *s = &heap->scheduler;
	if (worker->locked)
		gcrt_fatal("a fill stops the mutators");
	worker->awaited = true;
	gcrt_tell(&heap->events, heap->events.to.requesting_stop);
	if (gcrt_world_ask(&heap->world))
		gcrt_tell(&heap->events, heap->events.to.waiting_for_stop);
	gcrt_world_wait(&heap->world);
	gcrt_all_see_phases(heap);
	gcrt_tell(&heap->events, heap->events.to.mutators_stopped);
	gcrt_mutex_lock(&s->lock);
	bool first = !s->cycle_told;
	s->stopped = s->cycle_told = true;
	gcrt_trace(stopped, 0);
	gcrt_mutex_unlock(&s->lock);
	if (first)
		tell_cycle(s);
}

/* Locked.  Nothing is freed any more in this cycle, as can be seen in the table. */
static bool freeing_is_over(const struct gcrt_scheduler *s)
{
	bool any = false;
	for (unsigned q = 0; q < gcrt_collector.queue_count; q++) {
		enum gcrt_freeing freeing = gcrt_kind_of(q)->freeing;
		unsigned bucket = gcrt_collector.queues[q].bucket;
		if (freeing == GCRT_KEEPS || !in_running_cycle(s, bucket))
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
	if (!gcrt_all_stopped(s))
		gcrt_fatal("mutators are resumed that have not been stopped");
	gcrt_mutex_lock(&s->lock);
	if (!s->counted && freeing_is_over(s)) {
		gcrt_heap_census(heap);
		s->counted = true;
#if GCRT_DEBUG
		gcrt_verify_heap(heap, false);
#endif
	}
	gcrt_trace(resume, 0);
	s->let_go |= !s->counted;
	gcrt_mutex_unlock(&s->lock);
	gcrt_tell(&heap->events, heap->events.to.restarting_mutators);
	gcrt_world_resume(&heap->world);
	worker->awaited = false;
}

/* ----------------------------------------------------- guards in kernels */

/* Locked. */
static void begin_looking(struct gcrt_scheduler *s, struct gcrt_worker *worker)
{
	gcrt_publish_all(s, worker);
	worker->looking = true;
	gcrt_store(&s->looking, s->looking + 1, relaxed);
	gcrt_cond_broadcast(&s->settled);
}

/* Locked. */
static void end_looking(struct gcrt_scheduler *s, struct gcrt_worker *worker)
{
	worker->looking = false;
	gcrt_store(&s->looking, s->looking - 1, relaxed);
	gcrt_cond_broadcast(&s->settled);
}

bool gcrt_look(struct gcrt_worker *worker, bool (*guard)(const struct gcrt_scheduler *s))
{
	struct gcrt_scheduler *s = &worker->heap->scheduler;
	bool result;
	if (worker->locked) {
		gcrt_publish_all(s, worker); /* what the fill has emitted is there */
		return guard(s);
	}
	gcrt_fence_atomics(acquire); /* Note [Units in buffers] */
	gcrt_mutex_lock(&s->lock);
	begin_looking(s, worker);
	for (;;) {
		s->unsure = false;
		s->unquiet = s->parked + s->looking + s->resting != s->worker_count || s->helping;
		result = guard(s);
		bool sure = !s->unsure;
		s->unquiet = false;
		if (sure)
			break;
		gcrt_cond_wait(&s->settled, &s->lock);
	}
	end_looking(s, worker);
	gcrt_mutex_unlock(&s->lock);
	return result;
}

void gcrt_begin_helping(struct gcrt_scheduler *s, struct gc_mutator *m)
{
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
	wake_lookers(s);
	gcrt_cond_signal(&s->work);
}

/* Locked. */
static void request(struct gcrt_scheduler *s, unsigned cycle)
{
	s->requested |= 1u << cycle;
	gcrt_trace(request, cycle);
	gcrt_cond_signal(&s->work);
}

void gcrt_request(struct gcrt_worker *worker, unsigned cycle)
{
	lock_unless_locked(worker);
	request(&worker->heap->scheduler, cycle);
	unlock_unless_locked(worker);
}

void gcrt_request_by_mutator(struct gc_mutator *m, unsigned cycle)
{
	struct gcrt_scheduler *s = &m->heap->scheduler;
	gcrt_mutex_lock(&s->lock);
	request(s, cycle);
	gcrt_mutex_unlock(&s->lock);
}

/* During a cycle mutators are added, at the front, and never taken out of the
 * list (gcrt_world_bury): so only the beginning needs the lock. */
struct gc_mutator *gcrt_first_mutator(struct gcrt_worker *worker)
{
	struct gcrt_world *world = &worker->heap->world;
	gcrt_mutex_lock(&world->lock);
	struct gc_mutator *first = world->mutators;
	gcrt_mutex_unlock(&world->lock);
	return first ? first : &worker->heap->roots_mutator;
}

struct gc_mutator *gcrt_next_mutator(struct gcrt_worker *worker, struct gc_mutator *m)
{
	if (gcrt_is_heap_mutator(m))
		return NULL;
	return m->next ? m->next : &worker->heap->roots_mutator;
}

/* ------------------------------------------------------- beginning and end */

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

bool gcrt_scheduler_init(struct gcrt_scheduler *s, struct gc_heap *heap, unsigned workers)
{
	memset(s, 0, sizeof *s);
	s->heap = heap;
	s->cycle = -1;
	s->latest = gcrt_collector.cycle_count - 1;
	s->worker_count = workers;
	s->workers = calloc(workers, sizeof *s->workers);
	if (!s->workers)
		return false;
	if (!gcrt_reserve_init(&s->reserve, heap->space.maximum_pages * GCRT_PAGE)) {
		free(s->workers);
		return false;
	}
	gcrt_mutex_init(&s->lock);
	gcrt_cond_init(&s->work);
	gcrt_cond_init(&s->cycle_ended);
	gcrt_cond_init(&s->settled);
	gcrt_cond_init(&s->looped_some);
	for (unsigned q = 0; q < gcrt_collector.queue_count; q++)
		s->resumes |= (uint32_t)gcrt_kind_of(q)->resumes << q;
	/* Held so that no worker parks as the last before all have started. */
	gcrt_mutex_lock(&s->lock);
	while (s->started < workers && start_worker(s, s->started))
		s->started++;
	gcrt_mutex_unlock(&s->lock);
	if (s->started == workers)
		return true;
	gcrt_scheduler_destroy(s);
	return false;
}

void gcrt_scheduler_destroy(struct gcrt_scheduler *s)
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
	gcrt_free_spares(s, true);
	gcrt_reserve_destroy(&s->reserve);
	free(s->workers);
	gcrt_cond_destroy(&s->looped_some);
	gcrt_cond_destroy(&s->settled);
	gcrt_cond_destroy(&s->cycle_ended);
	gcrt_cond_destroy(&s->work);
	gcrt_mutex_destroy(&s->lock);
}
