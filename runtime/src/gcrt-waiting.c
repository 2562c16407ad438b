/* gcrt-waiting.c: units of barriers that wait: cycles begin for them, and mutators wait.
 *
 * Note [Waiting units]: a barrier may emit between two cycles, also in a program that stores and
 * allocates nothing.  So the runtime also asks for a cycle when more packets of barriers wait than
 * the budget (Note [Packets]).  Of the quick and the full cycle it chooses the one whose buckets
 * have most of them.  When that cycle ends, none wait in its own buckets.  Packets in buckets of
 * the other one still count, however many cycles of this one end.  Packets that the last cycle left
 * in buckets of neither do not count: asking for the next cycle would be in vain.  From the
 * beginning of a cycle to its census twice as many may wait, because the units
 * that made the cycle necessary still wait when it begins.
 *
 * A mutator stores faster than the system wakes a worker, than units are run, and than other
 * mutators come to safepoints (for which a bucket may have to wait).  So a mutator that has filled
 * a packet while more than the limit wait then waits at its next safepoint, inactive, until the
 * number is well below the limit: units were run, or a cycle has begun.  Workers run its handshakes
 * meanwhile, and stops do not wait for it.  It goes on after some milliseconds in any case, more if
 * more packets wait: a guard may hold only after something that this mutator does.
 *
 * It waits again only after it has emitted as much as fills the next packet.  That is counted in
 * words, because units go to a queue before they fill a packet when a mutator waits or is asked for
 * its buffers.  So each time that a mutator waits in vain it adds one packet, and what it emits
 * between two safepoints. */
#define GC_IMPL 1
#include "gcrt-waiting.h"
#include "gcrt-clock.h"
#include "gcrt-heap.h"
#include "gcrt-pace.h"
#include "gcrt-packets.h"
#include "gcrt-request.h"
#include "gcrt-states.h"

#define WAIT_AT_LEAST 10 /* milliseconds that a mutator waits for fewer units */
#define LONGEST       16 /* at most so many times that */

/* Locked.  How many packets of barriers are in buckets that one of CYCLES has and none of BUT
 * has. */
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

void gcrt_units_left(struct gcrt_scheduler *s)
{
	s->left_by_barriers =
	    by_barriers_for(s, UINT32_MAX, 1u << gcrt_collector.quick | 1u << gcrt_collector.full);
}

/* Locked.  Requests the quick or the full cycle, if enough packets wait for it: the one that is
 * next, unless more packets wait for the other one. */
static void ask_for_cycle(struct gcrt_scheduler *s)
{
	unsigned next = gcrt_pace_next(&s->heap->space.pace);
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
		gcrt_ask_for_cycle(s, next);
}

/* Locked.  The limit of packets of barriers that wait. */
static size_t most_by_barriers(const struct gcrt_scheduler *s)
{
	bool soon = s->cycle >= 0 && !s->counted;
	return (soon ? 2 : 1) * gcrt_budget(s);
}

void gcrt_units_emitted(struct gc_mutator *m, size_t words)
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

/* Locked.  Whether so few wait that mutators can continue.  That is well below the limit, so that
 * they do not wait again at once. */
static bool few_wait(const struct gcrt_scheduler *s)
{
	return s->by_barriers <= most_by_barriers(s) - gcrt_budget(s) / 2;
}

void gcrt_units_taken(struct gcrt_scheduler *s)
{
	if (!s->units_awaited || !few_wait(s))
		return;
	s->units_awaited = false;
	gcrt_cond_broadcast(&s->cycle_ended);
}

/* Locked.  Milliseconds to wait: more if more packets wait. */
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
