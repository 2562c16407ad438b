/* guide.c: lets a program do what a story says, in its order.
 *
 * Note [Guide]: a task waits before an event until all events have been done that come before it in
 * the guide and that conflict with it: those of its own unit or mutator, of the same location, and,
 * for the scheduler, of the machine around the kernels.  Between events that do not conflict there is
 * no order.  An event that the guide does not have waits for all that conflict with it: the C may do
 * more than the story tells, where that cannot be noticed.
 *
 * What is waited for is a signal for each event, so who explores the program knows of all of this,
 * and tries all schedules in which the order is kept.  With store buffers, signals do not wait for
 * stores. */
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
	return e->what == SEEN_ACTION || (e->what == SEEN_ALLOCATE && e->who < 0);
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

static bool is_access(const struct seen *e, enum seen_access how)
{
	return e->what == SEEN_ACCESS && e->which == (int)how;
}

/* Roots are the mutator's own, and no store of one waits. */
static bool is_performed(const struct seen *e)
{
	return guide.buffers && is_access(e, SEEN_STORE) &&
	    (unsigned)e->detail < driver_roots_from();
}

/* Note [Stores that wait]: with store buffers a store is two events.  In the first it goes into the buffer: an
 * event of its unit or mutator, which memory does not show.  In the second it leaves the buffer.  That is
 * no event of its unit or mutator, which may have gone on.  Who has the buffer finds its own store before
 * and after.
 *
 * The second is a step of the explorer's, which asks whether the guide has it next, and tells when it was
 * done.  It conflicts with accesses of others to the location, on which the step depends, and with
 * freeing and allocating the object, on which it does not.  So an order that is to be tried may be
 * missed: a story that is not followed is not one that the C cannot do. */
static bool meets_performed(const struct seen *store, const struct seen *e)
{
	if (e->what == SEEN_FREE || e->what == SEEN_ALLOCATE)
		return object_of(store) >= 0 && object_of(store) == object_of(e);
	return e->what == SEEN_ACCESS && e->detail == store->detail && e->which != SEEN_HOLD &&
	    (e->which != SEEN_LOAD || !is_one_actor(store, e));
}

static bool meet_in_memory(const struct seen *a, const struct seen *b)
{
	return a->detail == b->detail && a->which != SEEN_HOLD && b->which != SEEN_HOLD &&
	    (a->which != SEEN_LOAD || b->which != SEEN_LOAD);
}

static bool conflict(const struct seen *a, const struct seen *b)
{
	if (is_of_interval(a) || is_of_interval(b))
		return false;
	if (is_performed(a))
		return meets_performed(a, b);
	if (is_performed(b))
		return meets_performed(b, a);
	if (is_of_buckets(a) || is_of_buckets(b))
		return is_of_buckets(a) ? meets_bucket(a, b) : meets_bucket(b, a);
	if (is_of_machine(a) && is_of_machine(b))
		return true;
	if (is_of_machine(a) || is_of_machine(b))
		return is_of_script(is_of_machine(a) ? b : a);
	if (is_one_actor(a, b))
		return true;
	if (a->what == SEEN_ACCESS && b->what == SEEN_ACCESS)
		return meet_in_memory(a, b);
	return object_of(a) >= 0 && object_of(a) == object_of(b);
}

/* ---------------------------------------------------------------------- turns */
static bool is_same(const struct seen *a, const struct seen *b)
{
	return a->what == b->what && a->which == b->which && a->detail == b->detail &&
	    (is_of_machine(a) || is_one_actor(a, b));
}

/* The event of the guide that E is; count: none.  It is taken. */
unsigned driver_take(const struct seen *e)
{
	for (unsigned g = 0; g < guide.count; g++)
		if (is_same(&guide.at[g], e) && gcx_take_signal(&agree_way.is_done[g], 0, 2))
			return g;
	return guide.count;
}

unsigned driver_find(const struct seen *e)
{
	unsigned g = 0;

	while (g < guide.count &&
	    !(is_same(&guide.at[g], e) && gcx_see_signal(&agree_way.is_done[g]) == 0))
		g++;
	return g;
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

/* The same for all events of the guide. */
static bool for_all(bool (*wait)(unsigned))
{
	for (unsigned g = 0; g < guide.count; g++)
		if (!wait(g))
			return false;
	return true;
}

/* The story has all actions of its scripts: a script that has no more of them has come far enough. */
static bool for_those_of(const struct seen *e, unsigned event, bool (*wait)(unsigned))
{
	return event == guide.count && e->what == SEEN_ACTION ? for_all(wait)
							      : for_those_before(e, event, wait);
}

static bool wait_for(unsigned event)
{
	gcx_await_signal(&agree_way.is_done[event], 1);
	return true;
}

void driver_set_waiting(const struct seen *e, bool waits)
{
	unsigned task = gcx_self();

	agree_way.in_vain[task] &= is_same(&agree_way.next[task], e);
	agree_way.next[task] = *e;
	agree_way.waits[task] = waits;
}

void driver_set_in_vain(void)
{
	agree_way.in_vain[gcx_self()] = true;
}

unsigned driver_take_turn(const struct seen *e)
{
	unsigned g;

	if (!guide.count)
		return 0;
	if (guide.directed)
		return driver_take_directed_turn(e);
	g = driver_take(e);
	driver_set_waiting(e, true);
	agree_way.next[gcx_self()].is_extra = g == guide.count;
	for_those_of(e, g, wait_for);
	driver_set_waiting(e, false);
	if (g == guide.count)
		driver_goes_beyond(e);
	else
		driver_begins_event(g);
	return g;
}

bool driver_may_wait(const struct seen *e)
{
	unsigned g = driver_find(e);

	if (g == guide.count)
		return guide.count > 0;
	for (unsigned i = 0; i < g; i++)
		if (conflict(&guide.at[i], e) && guide.at[i].who != e->who)
			return true;
	return false;
}

bool driver_has_handshakes(const struct gc_mutator *m)
{
	int number = (int)(m->roots - run.roots);

	for (unsigned g = 0; g < guide.count; g++)
		if (guide.at[g].what == SEEN_UNIT && mutator_of(&guide.at[g]) == number)
			return true;
	return false;
}

/* ------------------------------------------------------------------------ what happens */
static void stay_here(const struct seen *e)
{
	driver_set_waiting(e, true);
	agree_way.differs[gcx_self()] = true;
	gcx_await_signal(&never, 1);
}

bool driver_agrees(int16_t told, int16_t is)
{
	return told == SEEN_NOTHING || is == SEEN_NOTHING || told == is;
}

void driver_has_happened(const struct seen *e, unsigned turn)
{
	if (!guide.count || turn == guide.count)
		return;
	if (!driver_agrees(guide.at[turn].stored, e->stored))
		driver_stores_another(turn, e->stored);
	if (guide.directed) {
		driver_happens_directed(e, turn);
		return;
	}
	if (agree_way.difference.is || !driver_state_agrees(turn) ||
	    !driver_agrees(guide.at[turn].found, e->found))
		stay_here(e);
	gcx_signal(&agree_way.is_done[turn], 1);
	if (++agree_way.done == guide.count && guide.until == GUIDE_LAST) {
		agree_say_end(); /* when the execution has failed its heap is no more */
		gcx_error("followed");
	}
}

/* ----------------------------------------------------------------- stores that wait */
/* Those that have not reached memory, in the order in which they were done. */
enum { MOST_LATE = 256 };
static struct late {
	struct seen store;
	unsigned event; /* of the guide; count: none */
	unsigned task;
	bool is_over;
} late[MOST_LATE];
static unsigned late_count;

void driver_holds(const struct seen *e)
{
	struct late *l = &late[late_count];

	if (!guide.count || !guide.buffers)
		return;
	if (late_count == MOST_LATE)
		gcx_error("there are more than %d stores", MOST_LATE);
	*l = (struct late){ .store = *e, .task = gcx_self() };
	l->store.which = SEEN_STORE;
	l->event = driver_take(&l->store);
	late_count++;
}

/* A buffer keeps the order of stores to one location. */
static struct late *next_late(unsigned task, const void *at)
{
	int location = driver_location_at(at);

	for (unsigned i = 0; location >= 0 && i < late_count; i++)
		if (!late[i].is_over && late[i].task == task && late[i].store.detail == location)
			return &late[i];
	return NULL;
}

static bool was_done(unsigned event)
{
	return agree_way.is_done[event] == 1;
}

static bool may_be_performed(const struct late *l)
{
	if (guide.directed && l->event < guide.count)
		return l->event == 0 || was_done(l->event - 1);
	return for_those_before(&l->store, l->event, was_done);
}

bool agree_may_perform(unsigned task, const volatile void *at)
{
	const struct late *l = guide.buffers ? next_late(task, (const void *)at) : NULL;

	if (!l || may_be_performed(l))
		return true;
	agree_way.holds[task] = true;
	agree_way.held[task] = l->store;
	return false;
}

void agree_performed(unsigned task, const volatile void *at)
{
	struct late *l = guide.buffers ? next_late(task, (const void *)at) : NULL;

	agree_way.holds[task] = false;
	if (!l)
		return;
	l->is_over = true;
	l->store.stored = driver_value_at(at);
	driver_note(&l->store);
	if (l->event == guide.count) {
		driver_goes_beyond(&l->store);
		return;
	}
	driver_begins_event(l->event);
	if (agree_way.difference.is || !driver_state_agrees(l->event))
		return;
	agree_way.is_done[l->event] = 1;
	if (++agree_way.done == guide.count && guide.until == GUIDE_LAST && !guide.directed) {
		agree_say_end();
		gcx_check(false, "followed", __FILE__, __LINE__);
	}
}

/* ---------------------------------------------------------------------- the rest */
int driver_told_cell(const struct seen *e)
{
	for (unsigned g = 0; g < guide.count; g++)
		if (guide.at[g].what == SEEN_ALLOCATE && is_one_actor(&guide.at[g], e) &&
		    gcx_see_signal(&agree_way.is_done[g]) == 0)
			return guide.at[g].which;
	return -1;
}

int driver_told_alloc(const struct seen *e)
{
	for (unsigned g = 0; g < guide.count; g++)
		if ((guide.at[g].what == SEEN_ALLOCATE || guide.at[g].what == SEEN_FULL) &&
		    is_one_actor(&guide.at[g], e) && gcx_see_signal(&agree_way.is_done[g]) == 0)
			return (int)g;
	return -1;
}

int driver_told_answer(const struct seen *e)
{
	for (unsigned g = 0; g < guide.count; g++)
		if (guide.at[g].what == SEEN_ANSWER && guide.at[g].which == e->which &&
		    is_one_actor(&guide.at[g], e) && gcx_see_signal(&agree_way.is_done[g]) == 0)
			return guide.at[g].detail;
	return SEEN_NOTHING;
}

/* After a failure the program may do anything, so it waits for all that the guide has. */
void driver_await_all(const struct seen *e)
{
	if (guide.directed)
		driver_ends_event();
	driver_set_waiting(e, true);
	for_all(wait_for);
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
	driver_ends_event();
	for (unsigned g = 0; g < guide.count; g++)
		if (guide.at[g].what == SEEN_REQUEST &&
		    gcx_see_signal(&agree_way.is_done[g]) == 0) {
			driver_set_waiting(&guide.at[g], true);
			if (guide.directed)
				driver_await_those_before(g);
			else
				for_those_before(&guide.at[g], g, wait_for);
			driver_set_waiting(&guide.at[g], false);
			return;
		}
}

bool agree_waits(void)
{
	for (unsigned i = 0; i < WAY_TASKS; i++)
		if ((agree_way.waits[i] && !agree_way.in_vain[i]) || agree_way.holds[i])
			return true;
	return agree_way.difference.is || agree_way.refusal;
}
