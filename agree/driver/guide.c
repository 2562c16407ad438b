/* guide.c: lets a program do what a story says, in its order.
 *
 * Note [Guide]: a task waits before an event until all events have been done that come before it in
 * the guide and that conflict with it: those of its own unit or mutator, of the same location, and,
 * for the scheduler, of the machine around the kernels.  Between events that do not conflict there is
 * no order.  An event that the guide does not have waits for all that conflict with it: the C may do
 * more than the story tells, where that cannot be noticed.
 *
 * What is waited for is a location for each event, so who explores the program knows of all of this,
 * and tries all schedules in which the order is kept. */
#include "driver.h"

#include <gcexplore.h>

struct way agree_way;
static uint32_t never;

/* ------------------------------------------------------------------ who conflicts */
static bool is_of_machine(const struct seen *e)
{
	return e->what <= SEEN_RESUME;
}

static bool is_of_script(const struct seen *e)
{
	return e->what == SEEN_ACTION || e->what == SEEN_ALLOCATE;
}

/* The mutator that does it itself, or for which a worker runs a handshake; -1: none. */
static int mutator_of(const struct seen *e)
{
	if (e->who < 0)
		return e->who == SEEN_NOBODY ? -1 : -1 - e->who;
	return gcrt_collector.kinds[e->who].on ? e->argument[gcrt_collector.kinds[e->who].on - 1]
					       : -1;
}

static bool is_one_actor(const struct seen *a, const struct seen *b)
{
	if (a->who != b->who)
		return mutator_of(a) >= 0 && mutator_of(a) == mutator_of(b);
	for (unsigned i = 0; i < SEEN_ARGUMENTS; i++)
		if (a->argument[i] != b->argument[i])
			return false;
	return true;
}

static bool is_of_bucket(const struct seen *unit, unsigned bucket)
{
	for (unsigned q = 0; q < gcrt_collector.queue_count; q++)
		if (gcrt_collector.queues[q].kind == (unsigned)unit->who &&
		    gcrt_collector.queues[q].bucket == bucket)
			return true;
	return false;
}

static bool is_of_buckets(const struct seen *e)
{
	return e->what == SEEN_OPEN || e->what == SEEN_CLOSE;
}

/* The runtime opens at once all buckets that can open, and a model each at some time.  So only the
 * bucket's own units, and cycles, notice that it opens. */
static bool meets_bucket(const struct seen *bucket, const struct seen *e)
{
	if (is_of_buckets(e))
		return bucket->which == e->which;
	if (e->what == SEEN_UNIT)
		return is_of_bucket(e, (unsigned)bucket->which);
	return e->what == SEEN_BEGIN || e->what == SEEN_END;
}

static int object_of(const struct seen *e)
{
	return e->what == SEEN_ACCESS                          ? driver_object_of(e->detail)
	    : e->what == SEEN_FREE || e->what == SEEN_ALLOCATE ? e->which
							       : -1;
}

/* The runtime changes intervals before all else, and a model in the step of another event: they are
 * not in the guide. */
static bool is_of_interval(const struct seen *e)
{
	return e->what == SEEN_PHASE && gcrt_collector.phases[e->which].from;
}

static bool conflict(const struct seen *a, const struct seen *b)
{
	if (is_of_interval(a) || is_of_interval(b))
		return false;
	if (is_of_buckets(a) || is_of_buckets(b))
		return is_of_buckets(a) ? meets_bucket(a, b) : meets_bucket(b, a);
	if (is_of_machine(a) && is_of_machine(b))
		return true;
	if (is_of_machine(a) || is_of_machine(b))
		return is_of_script(is_of_machine(a) ? b : a);
	if (is_one_actor(a, b))
		return true;
	if (a->what == SEEN_ACCESS && b->what == SEEN_ACCESS)
		return a->detail == b->detail && (a->which != SEEN_LOAD || b->which != SEEN_LOAD);
	return object_of(a) >= 0 && object_of(a) == object_of(b);
}

/* ---------------------------------------------------------------------- turns */
static bool is_same(const struct seen *a, const struct seen *b)
{
	return a->what == b->what && a->which == b->which && a->detail == b->detail &&
	    (is_of_machine(a) || is_one_actor(a, b));
}

/* The event of the guide that E is; count: none.  It is taken. */
static unsigned take(const struct seen *e)
{
	for (unsigned g = 0; g < guide.count; g++)
		if (is_same(&guide.at[g], e) && gcx_cas(&agree_way.is_done[g], 4, 0, 2) == 0)
			return g;
	return guide.count;
}

/* Calls WAIT for the events before UNTIL that conflict with E, but not for those that come before
 * one of them anyway. */
static bool for_those_before(const struct seen *e, unsigned until, bool (*wait)(unsigned))
{
	unsigned last[WAY_EVENTS], count = 0;

	for (unsigned g = until; g-- > 0;) {
		bool implied = false;

		if (!conflict(&guide.at[g], e))
			continue;
		for (unsigned i = 0; i < count && !implied; i++)
			implied = conflict(&guide.at[g], &guide.at[last[i]]);
		if (!implied)
			last[count++] = g;
	}
	for (unsigned i = 0; i < count; i++)
		if (!wait(last[i]))
			return false;
	return true;
}

static bool wait_for(unsigned event)
{
	gcx_await_value(&agree_way.is_done[event], 4, 1);
	return true;
}

static bool is_over(unsigned event)
{
	return gcx_read(&agree_way.is_done[event], 4) == 1;
}

static void set_waiting(const struct seen *e, bool waits)
{
	unsigned task = gcx_self();

	agree_way.next[task] = *e;
	agree_way.waits[task] = waits;
}

unsigned driver_take_turn(const struct seen *e)
{
	unsigned g;

	if (!guide.count)
		return 0;
	g = take(e);
	set_waiting(e, true);
	agree_way.next[gcx_self()].is_extra = g == guide.count;
	for_those_before(e, g, wait_for);
	set_waiting(e, false);
	return g;
}

bool driver_may_act(const struct seen *e)
{
	unsigned g = 0;

	while (g < guide.count &&
	    !(is_same(&guide.at[g], e) && gcx_read(&agree_way.is_done[g], 4) == 0))
		g++;
	return for_those_before(e, g, is_over);
}

static void stay_here(const struct seen *e)
{
	set_waiting(e, true);
	agree_way.differs[gcx_self()] = true;
	gcx_await_value(&never, sizeof never, 1);
}

static bool agrees(int16_t told, int16_t is)
{
	return told == SEEN_NOTHING || is == SEEN_NOTHING || told == is;
}

void driver_has_happened(const struct seen *e, unsigned turn)
{
	if (!guide.count || turn == guide.count)
		return;
	if (!agrees(guide.at[turn].found, e->found) || !agrees(guide.at[turn].stored, e->stored))
		stay_here(e);
	gcx_write(&agree_way.is_done[turn], 4, 1);
	if (++agree_way.done == guide.count && guide.until == GUIDE_LAST) {
		agree_say_end(); /* when the execution has failed its heap is no more */
		gcx_error("followed");
	}
}

/* ---------------------------------------------------------------------- the rest */
int driver_told_cell(const struct seen *e)
{
	for (unsigned g = 0; g < guide.count; g++)
		if (guide.at[g].what == SEEN_ALLOCATE && is_one_actor(&guide.at[g], e) &&
		    gcx_read(&agree_way.is_done[g], 4) == 0)
			return guide.at[g].which;
	return -1;
}

/* After a failure the program may do anything, so it waits for all that the guide has. */
void driver_await_all(const struct seen *e)
{
	set_waiting(e, true);
	for (unsigned g = 0; g < guide.count; g++)
		wait_for(g);
}

void driver_misused(const struct seen *e)
{
	if (guide.until != GUIDE_FAIL)
		return;
	driver_await_all(e);
	gcx_error("something that is not an object is accessed or freed");
}

void driver_before_request(void)
{
	for (unsigned g = 0; g < guide.count; g++)
		if (guide.at[g].what == SEEN_REQUEST && gcx_read(&agree_way.is_done[g], 4) == 0) {
			set_waiting(&guide.at[g], true);
			for_those_before(&guide.at[g], g, wait_for);
			set_waiting(&guide.at[g], false);
			return;
		}
}

bool agree_waits(void)
{
	for (unsigned i = 0; i < WAY_TASKS; i++)
		if (agree_way.waits[i])
			return true;
	return false;
}
