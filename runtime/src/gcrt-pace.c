/* gcrt-pace.c: when a cycle is to begin, so that it ends early enough.
 *
 * Note [Pacing]: a collector that runs beside mutators has to begin while there
 * is still room for what they allocate until it has swept.  `lead` is how much
 * that was in the last cycles: it rises at once, by a quarter more than was seen,
 * and by half when an allocation had to wait; and falls slowly.  The next cycle
 * begins when all but lead of what the last one found free has been allocated,
 * and never later than with a sixteenth of that left, nor sooner than after an eighth.
 *
 * Note [Fresh memory]: where little lives, touching a page for the first time costs several times
 * as much as collecting what is on it; and memory that was used lately is in the processor's
 * caches.  So a collector that stops mutators does not wait until its heap is full.  As long as an
 * eighth of the heap has never been touched, a cycle begins after a certain amount of allocation:
 * an eighth of the heap, 8 MB, or eight times the size of the live objects, whichever is most.  So
 * it traces at most an eighth of a byte for each byte that is allocated. */
#define GC_IMPL 1
#include "gcrt-pace.h"
#include "gcrt-heap.h"

#define NEVER UINT64_MAX
#define FRESH ((uint64_t)8 << 20)

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
	uint64_t limit = gcrt_space_share(space, space->limit_pages) * GCRT_PAGE,
		 enough = limit / 8;
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
	uint64_t room = gcrt_space_share(space, space->limit_pages) * GCRT_PAGE;
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
	uint64_t limit = gcrt_space_share(space, space->limit_pages) * GCRT_PAGE;
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

unsigned gcrt_pace_next(const struct gcrt_pace *pace)
{
	return gcrt_load(&pace->full_next, relaxed) ? gcrt_collector.full : gcrt_collector.quick;
}

bool gcrt_pace_is_time(struct gcrt_space *space)
{
	uint64_t trigger = gcrt_load(&space->pace.trigger, relaxed);
	return gcrt_load(&space->allocated_bytes, relaxed) >= trigger &&
	    gcrt_cas(&space->pace.trigger, trigger, NEVER, relaxed, relaxed) == trigger;
}
