/* gcrt-request.c: asking for cycles, and waiting for their end.
 *
 * Note [Quick and full]: a collector may have several kinds of cycles.  Programs know two.  An
 * allocation without room asks for the quick one first, and for the full one when that has made no
 * room.  A request is served by cycles of its own kind, or by the full one, and by no other.  Which
 * cycles are the quick and the full one is decided where both backends see it
 * (compiler/ir/collections.c). */
#define GC_IMPL 1
#include "gcrt-request.h"
#include "gcrt-heap.h"
#include "gcrt-misuse.h"
#include "gcrt-states.h"
#include "gcrt-trace.h"

unsigned gcrt_cycle_for(enum gc_collection_kind kind)
{
	switch (kind) {
	case GC_COLLECTION_ANY:
	case GC_COLLECTION_MINOR: break;
	case GC_COLLECTION_MAJOR:
	case GC_COLLECTION_COMPACTING: return gcrt_collector.full;
	}
	return gcrt_collector.quick;
}

/* Somebody asks for CYCLE; a mutator gets a TICKET. */
struct point {
	struct gcrt_scheduler *s;
	unsigned cycle;
	struct gcrt_ticket *ticket;
};

#define GCRT_ROWS           GCRT_ROWS_OF_REQUESTS
#define ACT(name, of, what) static void act_##name(struct point point);
#include "gcrt-machine.def"

#define GCRT_ROWS GCRT_ROWS_OF_REQUESTS
#define DO(act)   act_##act(point);
#define POINT(name, of, what, acts)                                                                \
	static void take_##name(struct point point)                                                \
	{                                                                                          \
		acts                                                                               \
	}
#include "gcrt-machine.def"

static void act_set_requested(struct point point)
{
	point.s->requested |= 1u << point.cycle;
	gcrt_trace(point.s, request, point.cycle);
	gcrt_cond_signal(&point.s->work);
}

/* The next that begins: a model knows no numbers, and notes the beginning (act note_begin). */
static void act_begin_waiting(struct point point)
{
	*point.ticket = (struct gcrt_ticket){ point.cycle, point.s->begun_of[point.cycle] + 1 };
}

void gcrt_ask_for_cycle(struct gcrt_scheduler *s, unsigned cycle)
{
	take_request((struct point){ s, cycle, NULL });
}

/* Locked: a cycle that begins from now on. */
static struct gcrt_ticket ask_and_wait(struct gcrt_scheduler *s, unsigned cycle)
{
	struct gcrt_ticket ticket = { .cycle = cycle };
	take_collect((struct point){ s, cycle, &ticket });
	return ticket;
}

/* Locked. */
static struct gcrt_ticket request(struct gcrt_scheduler *s, unsigned cycle, bool soon)
{
	unsigned running = (unsigned)s->cycle;
	if (soon && s->cycle >= 0 && !s->stopped &&
	    (running == cycle || running == gcrt_collector.full))
		return (struct gcrt_ticket){ running, s->begun_of[running] };
	return ask_and_wait(s, cycle);
}

struct gcrt_ticket gcrt_request_cycle(struct gcrt_scheduler *s, unsigned cycle, bool soon)
{
	gcrt_mutex_lock(&s->lock);
	struct gcrt_ticket ticket = request(s, cycle, soon);
	gcrt_mutex_unlock(&s->lock);
	return ticket;
}

struct gcrt_ticket gcrt_request_pause(struct gcrt_scheduler *s, unsigned cycle, size_t pages)
{
	gcrt_mutex_lock(&s->lock);
	struct gcrt_ticket ticket = ask_and_wait(s, cycle);
	if (!s->hold.on) {
		s->hold.on = true;
		s->hold.cycle = cycle;
		s->hold.cycles = s->hold.followers = 0;
		s->hold.pages = s->hold.most_free = 0;
		gcrt_world_begin_hold(&s->heap->world);
	}
	if (s->hold.pages < pages)
		s->hold.pages = pages;
	gcrt_mutex_unlock(&s->lock);
	return ticket;
}

void gcrt_all_are_held(struct gcrt_scheduler *s)
{
	gcrt_mutex_lock(&s->lock);
	gcrt_cond_signal(&s->work);
	gcrt_mutex_unlock(&s->lock);
}

/* A cycle that can begin now counts as a follower of the cycle that the hold is for: kernels of
 * that one may have requested it, to free what that one found.  The number of followers is limited,
 * because kernels may always request more. */
static bool is_followed(struct gcrt_scheduler *s)
{
	for (unsigned c = 0; c < gcrt_collector.cycle_count; c++)
		if (gcrt_cycle_from(s, c))
			return true;
	return false;
}

/* What moves makes room without being freed: Note [Leaving blocks]. */
static bool has_more_pages(struct gcrt_scheduler *s)
{
	size_t free_pages = s->heap->space.census.free_pages;
	bool more = gcrt_collector.moves && free_pages > s->hold.most_free;
	if (more)
		s->hold.most_free = free_pages;
	return more;
}

bool gcrt_holds_on(struct gcrt_scheduler *s, unsigned ended)
{
	if (!s->hold.followers && ended != s->hold.cycle)
		return true; /* the first cycle that the hold is for has not begun */
	if (!s->hold.followers)
		s->hold.followers = gcrt_collector.cycle_count;
	if (--s->hold.followers && is_followed(s))
		return true;
	s->hold.followers = 0;

	const struct gcrt_census *census = &s->heap->space.census;
	bool more = has_more_pages(s);
	bool freed = !s->hold.cycles || census->live_bytes < s->hold.live || more;
	s->hold.live = census->live_bytes;
	s->hold.cycles++;
	s->hold.found = (struct gcrt_pause){ *census, freed };
	if (census->free_pages >= s->hold.pages || !freed)
		return false;
	gcrt_ask_for_cycle(s, s->hold.cycle);
	return true;
}

struct gcrt_pause gcrt_last_pause(struct gcrt_scheduler *s)
{
	gcrt_mutex_lock(&s->lock);
	struct gcrt_pause paused = s->hold.found;
	gcrt_mutex_unlock(&s->lock);
	return paused;
}

bool gcrt_stopped_cycle(struct gcrt_scheduler *s, struct gcrt_ticket *ticket)
{
	gcrt_mutex_lock(&s->lock);
	bool stopped = s->cycle >= 0 && s->stopped;
	if (stopped)
		*ticket = (struct gcrt_ticket){ (unsigned)s->cycle, s->begun_of[s->cycle] };
	gcrt_mutex_unlock(&s->lock);
	return stopped;
}

/* Locked.  Waits, for at most the patience if there is one, because a cycle may wait for a mutator
 * that must run a unit: Note [Patience].  Returns whether that time has passed. */
static bool wait_for_some_end(struct gcrt_scheduler *s)
{
	struct gcrt_world *world = &s->heap->world;
	if (!GCRT_DEBUG || !world->patience)
		gcrt_cond_wait(&s->cycle_ended, &s->lock);
	else if (!gcrt_cond_wait_for(&s->cycle_ended, &s->lock, world->patience + 10)) {
		gcrt_world_tell_slow(world);
		return true;
	}
	return false;
}

/* Locked.  Reports that CYCLE does not begin, if so: no cycle runs, no unit is in hand, and yet its
 * `from' does not hold.  Returns whether it was reported. */
static bool tell_not_begun(struct gcrt_scheduler *s, unsigned cycle)
{
	const struct gcrt_cycle *wanted = &gcrt_collector.cycles[cycle];
	if (s->cycle >= 0 || s->helping || s->parked < s->worker_count ||
	    !gcrt_requested(s, cycle) || gcrt_cycle_from(s, cycle))
		return false;
	gcrt_misuse_seen(GCRT_MISUSE_not_begun, NULL,
	    "the cycle %s was asked for, but its `from` does not hold, and no cycle has run for %u "
	    "ms",
	    wanted->name, s->heap->world.patience);
	return true;
}

void gcrt_wait_for_cycle(struct gcrt_scheduler *s, struct gcrt_ticket ticket)
{
	bool told = false;
	gcrt_mutex_lock(&s->lock);
	while (s->ended_of[ticket.cycle] < ticket.number)
		if (wait_for_some_end(s) && !told)
			told = tell_not_begun(s, ticket.cycle);
	gcrt_mutex_unlock(&s->lock);
}

void gcrt_wait_for_verify(struct gcrt_scheduler *s)
{
	gcrt_mutex_lock(&s->lock);
	uint64_t wanted = ++s->verify_wanted;
	gcrt_cond_signal(&s->work);
	while (s->verified < wanted)
		wait_for_some_end(s);
	gcrt_mutex_unlock(&s->lock);
}

#if GCRT_DEBUG
void gcrt_verify_soon(struct gc_heap *heap)
{
	struct gcrt_scheduler *s = &heap->scheduler;
	gcrt_mutex_lock(&s->lock);
	s->verify_wanted++;
	gcrt_cond_signal(&s->work);
	gcrt_mutex_unlock(&s->lock);
}
#endif
