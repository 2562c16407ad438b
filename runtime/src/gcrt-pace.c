/* gcrt-pace.c: beginning cycles early enough, and waiting when it was not.
 *
 * Note [Pacing]: a collector that runs beside mutators has to begin while there
 * is still room for what they allocate until it has swept.  `lead` is how much
 * that was in the last cycles: it rises at once, by a quarter more than was seen,
 * and by half when an allocation had to wait; and falls slowly.  The next cycle
 * begins when all but lead of what the last one found free has been allocated,
 * and never later than with a sixteenth of that left, nor sooner than after an eighth.
 *
 * Note [Fresh memory]: to touch a page for the first time costs several times as much as to
 * collect what is on it, where little lives; and what has been in the processor's caches is
 * there.  So a collector that stops mutators does not wait until its heap is full: as long as an
 * eighth of the heap has never been touched, it begins when so much has been allocated as an
 * eighth of the heap, or 8 MB, or eight times what lives, whichever is most.  For each byte
 * allocated it so traces an eighth of one at most.
 *
 * Note [Waiting units]: a barrier may emit between two cycles, in a program that stores and
 * allocates nothing.  So a cycle is also begun when more packets of barriers wait than a worker
 * would leave waiting (Note [Packets]): of the quick and the full one that which has most of them in
 * its buckets.  When a cycle ends, none wait in its own; what waits in those of the other still counts,
 * however many cycles of the one end.  In buckets that neither has, what the last cycle left does not ask
 * for the next: that would be in vain again.  During a cycle that has no census yet twice
 * as many may wait, so that it can begin with what made it necessary.
 *
 * Stores are faster than the system wakes a worker, than units are run, and than other mutators
 * come to safepoints, which a bucket may have to wait for.  So who has filled a packet when so many wait
 * waits at its next safepoint, inactive, until a good many have been run or the cycle has begun.
 * Workers run its handshakes meanwhile, and stops do not wait for it.  It goes on after
 * some milliseconds in any case, the more the more packets wait: a guard may hold only
 * after something that it does.  Until it has emitted as much as fills the next packet it is not made
 * to wait again; what it emits goes to the queue earlier, when it waits or is asked for its buffers,
 * and is counted in words.  So in each of these times a mutator adds a packet, and what it emits
 * between two safepoints. */
#define GC_IMPL 1
#include "gcrt-pace.h"
#include "gcrt-heap.h"
#include "gcrt-packets.h"
#include "gcrt-queues.h"
#include "gcrt-releaser.h"
#include "gcrt-request.h"
#include "gcrt-workers.h"

#include <time.h>

#define NEVER         UINT64_MAX
#define FRESH         ((uint64_t)8 << 20)
#define WAIT_AT_LEAST 10 /* milliseconds: until fewer units wait */
#define LONGEST       16 /* times that */

uint64_t gcrt_now_usec(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

static void set_trigger(struct gcrt_space *space, uint64_t since, uint64_t room)
{
	struct gcrt_pace *pace = &space->pace;
	uint64_t lead = pace->lead < room / 16 ? room / 16 : pace->lead;
	if (lead > room - room / 8)
		lead = room - room / 8;
	gcrt_store(&pace->trigger, since + room - lead, relaxed);
}

/* Note [Fresh memory]. */
static void set_fresh_trigger(struct gcrt_space *space, uint64_t since, uint64_t live)
{
	uint64_t limit = space->limit_pages * GCRT_PAGE, enough = limit / 8;
	if (enough < FRESH)
		enough = FRESH;
	if (enough < 8 * live)
		enough = 8 * live;
	bool fresh = space->touched_pages < space->limit_pages - space->limit_pages / 8;
	gcrt_store(&space->pace.trigger, fresh && enough < limit ? since + enough : NEVER, relaxed);
}

void gcrt_pace_init(struct gc_heap *heap)
{
	struct gcrt_space *space = &heap->space;
	uint64_t room = space->limit_pages * GCRT_PAGE;
	gcrt_store(&space->pace.trigger, NEVER, relaxed);
	space->pace.lead = room / 4;
	space->pace.room_after_full = room;
	if (heap->collector->concurrent)
		set_trigger(space, 0, room);
	else
		set_fresh_trigger(space, 0, 0);
}

void gcrt_pace_begin(struct gc_heap *heap)
{
	struct gcrt_space *space = &heap->space;
	gcrt_mutex_lock(&space->lock);
	gcrt_store(&space->pace.trigger, NEVER, relaxed);
	space->pace.at_begin = space->pace.at_loop = gcrt_load(&space->allocated_bytes, relaxed);
	space->taken_pages = space->taken_bytes = 0;
	space->found_ready = 0;
	space->reserve_pages -= (space->reserve_pages + 7) / 8;
	gcrt_mutex_unlock(&space->lock);
}

static void learn(struct gcrt_pace *pace, uint64_t taken)
{
	uint64_t lead = pace->lead - pace->lead / 8;
	if (lead < taken + taken / 4)
		lead = taken + taken / 4;
	if (pace->fell_back && lead < pace->lead + pace->lead / 2)
		lead = pace->lead + pace->lead / 2;
	pace->lead = lead;
	pace->fell_back = false;
}

void gcrt_pace_census(struct gc_heap *heap)
{
	struct gcrt_space *space = &heap->space;
	struct gcrt_pace *pace = &space->pace;
	uint64_t limit = space->limit_pages * GCRT_PAGE;
	uint64_t live = space->census.live_bytes, room = live < limit ? limit - live : 0;
	if (!heap->collector->concurrent) {
		set_fresh_trigger(space, pace->at_loop, live);
		return;
	}
	if (heap->scheduler.cycle == (int)gcrt_collector.full)
		pace->room_after_full = room;
	gcrt_store(&pace->full_next, room < pace->room_after_full / 2, relaxed);
	learn(pace, gcrt_load(&space->allocated_bytes, relaxed) - pace->at_begin);
	if (pace->lead > limit)
		pace->lead = limit;
	set_trigger(space, pace->at_loop, room);
}

/* The full one when the last quick one left less than half of what the last full
 * one did. */
static unsigned next_cycle(const struct gcrt_pace *pace)
{
	return gcrt_load(&pace->full_next, relaxed) ? gcrt_collector.full : gcrt_collector.quick;
}

/* Of many mutators only one is told. */
static bool is_time(struct gcrt_space *space)
{
	uint64_t trigger = gcrt_load(&space->pace.trigger, relaxed);
	return gcrt_load(&space->allocated_bytes, relaxed) >= trigger &&
	    gcrt_cas(&space->pace.trigger, trigger, NEVER, relaxed, relaxed) == trigger;
}

void gcrt_pace_allocated(struct gc_mutator *m)
{
	struct gc_heap *heap = m->heap;
	if (heap->collector->concurrent && is_time(&heap->space))
		gcrt_request_cycle(&heap->scheduler, next_cycle(&heap->space.pace), true);
}

/* Locked.  Packets of barriers in buckets that one of CYCLES has, and none of BUT. */
static size_t by_barriers_for(const struct gcrt_scheduler *s, uint32_t cycles, uint32_t but)
{
	size_t packets = 0;
	for (unsigned q = 0; q < gcrt_collector.queue_count; q++) {
		uint32_t has = gcrt_collector.buckets[gcrt_collector.queues[q].bucket].cycles;
		if (has & cycles && !(has & but))
			packets += s->by_barriers_in[q];
	}
	return packets;
}

void gcrt_pace_end(struct gcrt_scheduler *s)
{
	s->left_by_barriers =
	    by_barriers_for(s, UINT32_MAX, 1u << gcrt_collector.quick | 1u << gcrt_collector.full);
}

/* Locked.  Of the two the one that would be next, but for one that has more of them. */
static void ask_for_cycle(struct gcrt_scheduler *s)
{
	unsigned next = next_cycle(&s->heap->space.pace);
	unsigned other = next == gcrt_collector.full ? gcrt_collector.quick : gcrt_collector.full;
	uint32_t running = s->cycle < 0 ? 0 : 1u << s->cycle;
	size_t for_next = by_barriers_for(s, 1u << next, running);
	size_t for_other = by_barriers_for(s, 1u << other, running);
	if (for_other > for_next) {
		next = other;
		for_next = for_other;
	}
	size_t most = gcrt_budget(s);
	bool due = running ? for_next > most : s->by_barriers > s->left_by_barriers + most;
	if (due && !gcrt_requested(s, next))
		gcrt_request_locked(s, next);
}

/* Locked.  So many packets of barriers may wait. */
static size_t most_by_barriers(const struct gcrt_scheduler *s)
{
	bool soon = s->cycle >= 0 && !s->counted;
	return (soon ? 2 : 1) * gcrt_budget(s);
}

bool gcrt_is_to_await_units(const struct gc_mutator *m)
{
	return m->emitted > GCRT_PACKET_WORDS - GCRT_MAX_UNIT_WORDS;
}

void gcrt_pace_emitted(struct gc_mutator *m, size_t words)
{
	struct gcrt_scheduler *s = &m->heap->scheduler;
	bool many = s->by_barriers > most_by_barriers(s);
	m->emitted = many ? m->emitted + words : 0;
	if (!many)
		return;
	ask_for_cycle(s);
	if (gcrt_is_to_await_units(m))
		gcrt_world_poke(&s->heap->world, m, GCRT_POLL_UNITS);
}

/* Locked.  So few that mutators go on: not just one less. */
static bool few_wait(const struct gcrt_scheduler *s)
{
	return s->by_barriers <= most_by_barriers(s) - gcrt_budget(s) / 2;
}

void gcrt_pace_taken(struct gcrt_scheduler *s)
{
	if (!s->units_awaited || !few_wait(s))
		return;
	s->units_awaited = false;
	gcrt_cond_broadcast(&s->cycle_ended);
}

/* Locked.  Milliseconds, the more the more there are. */
static unsigned wait_for(const struct gcrt_scheduler *s)
{
	size_t times = s->by_barriers / (gcrt_budget(s) + 1) + 1;
	return WAIT_AT_LEAST * (times < LONGEST ? (unsigned)times : LONGEST);
}

void gcrt_await_units(struct gc_mutator *m)
{
	struct gcrt_scheduler *s = &m->heap->scheduler;
	m->emitted = 0;
	gcrt_mutex_lock(&s->lock);
	unsigned patience = wait_for(s);
	uint64_t until = gcrt_now_usec() + (uint64_t)patience * 1000;
	while (!few_wait(s) && gcrt_now_usec() < until) {
		s->units_awaited = true;
		gcrt_cond_wait_for(&s->cycle_ended, &s->lock, patience);
	}
	gcrt_mutex_unlock(&s->lock);
}

void gcrt_pace_before(struct gc_mutator *m)
{
	struct gc_heap *heap = m->heap;
	if (heap->collector->concurrent || !is_time(&heap->space))
		return;
	heap->events.to.mutator_cause_gc(m->listener_data);
	gcrt_heap_await(m, gcrt_request_cycle(&heap->scheduler, gcrt_collector.quick, true));
}

/* --------------------------------------------------- loops over all objects */

/* Locked.  Blocks of the loop that nobody has begun. */
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

/* Locked; unlocked while it runs. */
static void run_blocks(struct gcrt_scheduler *s, struct gc_mutator *m, struct gcrt_packet *packet)
{
	gcrt_begin_helping(s, m);
	s->running[packet->queue]++;
	gcrt_mutex_unlock(&s->lock);
	gcrt_kind_of(packet->queue)->run_blocks(&m->buffers, packet->word, packet->used);
	gcrt_fence_atomics(acquire); /* Note [Units in buffers] */
	gcrt_fetch_sub(&s->loop_blocks, packet->used, acq_rel);
	gcrt_mutex_lock(&s->lock);
	if (s->loop_waiters)
		gcrt_cond_broadcast(&s->looped_some);
	gcrt_unit_over(s, packet->queue);
	gcrt_put_packet(s, packet);
	gcrt_end_helping(s, m);
}

/* M is inactive.  Until some blocks more are done, or all. */
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
