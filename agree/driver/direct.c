/* direct.c: turns in a program that a story directs.
 *
 * Note [Directed]: the events come in the order of the guide, one after the other.  What the runtime
 * would decide (which unit runs, which bucket opens, when a mutator stops or its buffer is flushed) are
 * events of the guide, too, and director.c does them.  Kernels, fills, barriers, guards and what a step
 * of the machine does are the real ones.
 *
 * What a task does after an event, up to where it waits, belongs to that event: a unit that it emits, for
 * example.  So an event is done when its task waits (driver_ends_event), and the next one begins then.
 * Where a task must not go on to something that is no event (SEEN_EMIT, SEEN_LOOK, SEEN_ASK), the
 * guide has that as an event, too.
 *
 * What the guide does not have waits until the story is over. */
#include "driver.h"

#include <gcexplore.h>

static uint32_t story_is_over, never; /* signals */
static unsigned needless[WAY_TASKS];  /* by task: the event that its unit is, + 1; 0: none */

static unsigned
    happened[WAY_TASKS]; /* by task: the event to which belongs what it does, + 1; 0: none */

static void differ(const struct seen *e)
{
	driver_set_waiting(e, true);
	agree_way.differs[gcx_self()] = true;
	gcx_await_signal(&never, 1);
}

void driver_happens_directed(const struct seen *e, unsigned event)
{
	if (agree_way.difference.is || !driver_state_agrees(event) ||
	    !driver_agrees(guide.at[event].found, e->found))
		differ(e);
	happened[gcx_self()] = event + 1;
}

void driver_ends_event(void)
{
	unsigned event = happened[gcx_self()];

	happened[gcx_self()] = 0;
	if (!event--)
		return;
	agree_way.done++;
	gcx_signal(&agree_way.is_done[event], 1);
}

void driver_await_those_before(unsigned event)
{
	driver_ends_event();
	if (event)
		gcx_await_signal(&agree_way.is_done[event - 1], 1);
}

/* Intervals change in the steps of others, or in SEEN_INTERVALS. */
static bool is_of_interval(const struct seen *e)
{
	return e->what == SEEN_PHASE && gcrt_collector.phases[e->which].from;
}

/* A needless unit does nothing that can be seen. */
static unsigned turn_of_needless(const struct seen *e)
{
	unsigned task = gcx_self(), event = needless[task] - 1;

	if (e->what != SEEN_DONE)
		return guide.count;
	needless[task] = 0;
	driver_begins_event(event);
	return event;
}

void driver_runs_needless(unsigned event)
{
	needless[gcx_self()] = event + 1;
}

static void await(const struct seen *e, unsigned event)
{
	driver_ends_event();
	driver_set_waiting(e, true);
	agree_way.next[gcx_self()].is_extra = event == guide.count;
	if (event == guide.count)
		gcx_await_signal(&story_is_over, 1);
	else
		driver_await_those_before(event);
	driver_set_waiting(e, false);
}

unsigned driver_take_directed_turn(const struct seen *e)
{
	unsigned event;

	if (needless[gcx_self()])
		return turn_of_needless(e);
	if (is_of_interval(e))
		return guide.count;
	event = driver_take(e);
	await(e, event);
	if (event < guide.count)
		driver_begins_event(event);
	return event;
}

void driver_await_turn(const struct seen *e)
{
	if (!needless[gcx_self()])
		await(e, driver_find(e));
}

static bool is_by(const struct seen *a, const struct seen *b)
{
	for (unsigned i = 0; i < SEEN_ARGUMENTS; i++)
		if (a->argument[i] != b->argument[i])
			return false;
	return a->who == b->who;
}

bool driver_is_next(const struct seen *e)
{
	unsigned g = 0;

	while (g < guide.count &&
	    !(is_by(&guide.at[g], e) && gcx_see_signal(&agree_way.is_done[g]) == 0))
		g++;
	return !needless[gcx_self()] && g < guide.count && guide.at[g].what == e->what;
}

void driver_refuses(unsigned event, enum way_refusal why)
{
	agree_way.refusal = why;
	driver_set_waiting(&guide.at[event], true);
	gcx_await_signal(&never, 1);
}

/* The last task waits, so nobody has a lock, and all of the state can be read. */
void driver_ends_story(bool may_go_on)
{
	if (!guide.count || !driver_state_agrees(guide.count - 1))
		gcx_await_signal(&never, 1);
	agree_way.has_twins = driver_has_twins();
	if (guide.until == GUIDE_LAST) {
		agree_say_end();
		gcx_error("followed");
	}
	gcx_signal(&story_is_over, 1);
	if (may_go_on)
		driver_refuses(guide.count - 1, WAY_GOES_ON);
}
