#define GC_IMPL 1
#include "gcrt-world.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gcrt-clock.h"
#include "gcrt-debug.h"
#include "gcrt-heap.h"
#include "gcrt-misuse.h"

void gcrt_world_init(struct gcrt_world *world)
{
	memset(world, 0, sizeof *world);
	gcrt_mutex_init(&world->lock);
	gcrt_cond_init(&world->stopped);
	gcrt_cond_init(&world->resumed);
}

void gcrt_world_destroy(struct gcrt_world *world)
{
	for (unsigned i = 0; i < GCRT_GRAVES; i++)
		free(world->graves[i]);
	gcrt_cond_destroy(&world->resumed);
	gcrt_cond_destroy(&world->stopped);
	gcrt_mutex_destroy(&world->lock);
}

/* ------------------------------------------------------ what the table asks for */

/* One that is active may be in the middle of an operation at any time. */
#define is_there(it)     (!(it)->left)
#define is_stopped(it)   (world->stopping && !(it)->active)
#define in_operation(it) ((it)->active)
#define in_handshake(it) ((it)->claimed)
#define at_yield(it)     gcrt_at_yield(world, it)

#define GCRT_ROWS (GCRT_ROWS_OF_STOPS | GCRT_ROWS_OF_MUTATORS)
#define STATE(name, of, meaning)                                                                   \
	bool gcrt_##name(const struct gcrt_world *world, const struct gc_mutator *it)              \
	{                                                                                          \
		(void)world;                                                                       \
		return meaning;                                                                    \
	}
#define MISTAKE(name, of, what, when)                                                              \
	bool gcrt_is_wrong_##name(const struct gcrt_world *world)                                  \
	{                                                                                          \
		return when;                                                                       \
	}
#include "gcrt-machine.def"

/* ------------------------------------------------------------------ asking */

/* Locked. */
static void set_poll(struct gc_mutator *m, int before, int why)
{
	if (GCRT_DEBUG && !(before & GCRT_POLL_AWAITED) && why & GCRT_POLL_AWAITED)
		m->asked_at = gcrt_now_usec();
	gcrt_store(&m->poll, why, relaxed);
}

void gcrt_world_ask_locked(struct gc_mutator *m, int why)
{
	int before = gcrt_load(&m->poll, relaxed);
	set_poll(m, before, before | why);
}

/* ------------------------------------------------------------------ waiting */

static void tell_slow(struct gcrt_world *world)
{
	uint64_t now = gcrt_now_usec(), patience = (uint64_t)world->patience * 1000;
	if (now - world->told_at < patience)
		return;
	for (struct gc_mutator *m = world->mutators; m; m = m->next) {
		if (!m->active || !(gcrt_load(&m->poll, relaxed) & GCRT_POLL_AWAITED) ||
		    now - m->asked_at < patience)
			continue;
		world->told_at = now;
		gcrt_misuse_seen(GCRT_MISUSE_no_safepoint, m,
		    "has not been at a safepoint for %u "
		    "ms, and the collector waits for it",
		    (unsigned)((now - m->asked_at) / 1000));
	}
}

/* Reports an active mutator of another heap that the caller's thread has.  (Its mutator of this
 * heap is inactive while it waits.) */
static void tell_active(const struct gcrt_world *world)
{
	if (gcrt_active_mutators() > 0)
		gcrt_misuse_seen(GCRT_MISUSE_two_heaps, NULL,
		    "thread %d has waited for a collection for "
		    "%u ms while it is active in another heap",
		    (int)gettid(), world->patience);
}

void gcrt_world_tell_slow(struct gcrt_world *world)
{
	tell_active(world);
	gcrt_mutex_lock(&world->lock);
	tell_slow(world);
	gcrt_mutex_unlock(&world->lock);
}

/* Locked.  Waits until a mutator may have become inactive. */
static void wait_for_some(struct gcrt_world *world)
{
	if (!GCRT_DEBUG || !world->patience)
		gcrt_cond_wait(&world->stopped, &world->lock);
	else if (!gcrt_cond_wait_for(&world->stopped, &world->lock, world->patience + 10))
		tell_slow(world);
}

/* Locked.  Waits until no mutator is active. */
static void wait_for_all(struct gcrt_world *world)
{
	while (world->running)
		wait_for_some(world);
}

/* Locked.  Waits until M is not active. */
static void wait_for_one(struct gcrt_world *world, struct gc_mutator *m)
{
	if (m->active)
		gcrt_world_ask_locked(m, GCRT_POLL_STOP);
	while (m->active)
		wait_for_some(world);
}

/* ------------------------------------------------------- running, or not */

/* Whether the runtime keeps M for something of its own, of which no specification can tell. */
bool gcrt_world_keeps(const struct gcrt_world *world, const struct gc_mutator *m)
{
	return world->hold || world->pauses || m->readers;
}

static bool may_go_on(const struct gcrt_world *world, const struct gc_mutator *m)
{
	return gcrt_may_act(world, m) && !gcrt_world_keeps(world, m);
}

static void begin_running(struct gcrt_world *world, struct gc_mutator *m)
{
	gcrt_assert(may_go_on(world, m));
	m->active = true;
	/* A unit that waits may be for M: Note [Handshake]. */
	int why = (gcrt_is_to_await_units(m) ? GCRT_POLL_UNITS : 0) |
	    (gcrt_units_wait_for_mutators(&m->heap->scheduler) ? GCRT_POLL_HANDSHAKE : 0) |
	    (m->heap->settings.stress_safepoints ? GCRT_POLL_STRESS : 0);
	set_poll(m, 0, why);
	if (GCRT_DEBUG)
		gcrt_count_active(1);
	world->running++;
}

static void end_running(struct gcrt_world *world, struct gc_mutator *m)
{
	gcrt_assert(m->active && world->running);
	m->active = false;
	if (GCRT_DEBUG)
		gcrt_count_active(-1);
	world->running--;
	if (m->readers || (!world->running && (world->stopping || world->pauses)))
		gcrt_cond_broadcast(&world->stopped);
}

void gcrt_world_add(struct gcrt_world *world, struct gc_mutator *m)
{
	m->number = ++world->joined;
	begin_running(world, m);
	m->previous = NULL;
	m->next = world->mutators;
	if (m->next)
		m->next->previous = m;
	world->mutators = m;
}

void gcrt_world_leave(struct gcrt_world *world, struct gc_mutator *m)
{
	gcrt_mutex_lock(&world->lock);
	gcrt_assert(!m->active && !m->roots);
	m->left = true;
	gcrt_mutex_unlock(&world->lock);
}

void gcrt_world_await_readers(struct gcrt_world *world, struct gc_mutator *m)
{
	gcrt_mutex_lock(&world->lock);
	while (m->readers)
		gcrt_cond_wait(&world->resumed, &world->lock);
	gcrt_mutex_unlock(&world->lock);
}

void gcrt_world_forget_roots(struct gcrt_world *world, struct gc_mutator *m)
{
	gcrt_mutex_lock(&world->lock);
	while (m->readers)
		gcrt_cond_wait(&world->resumed, &world->lock);
	m->roots = NULL;
	gcrt_mutex_unlock(&world->lock);
}

struct gc_mutator_roots *gcrt_enter_roots(struct gc_mutator *m)
{
	struct gcrt_world *world = &m->heap->world;
	gcrt_mutex_lock(&world->lock);
	struct gc_mutator_roots *roots = m->roots;
	m->readers += roots != NULL;
	gcrt_mutex_unlock(&world->lock);
	return roots;
}

void gcrt_leave_roots(struct gc_mutator *m)
{
	struct gcrt_world *world = &m->heap->world;
	gcrt_mutex_lock(&world->lock);
	if (!--m->readers)
		gcrt_cond_broadcast(&world->resumed);
	gcrt_mutex_unlock(&world->lock);
}

/* A mutator that runs the kernel must not wait for other mutators. */
void gcrt_begin_reading(struct gcrt_worker *worker, struct gc_mutator *m)
{
	struct gcrt_world *world = &worker->heap->world;
	worker->reading++;
	gcrt_mutex_lock(&world->lock);
	m->readers++;
	if (!gcrt_is_mutators(worker))
		wait_for_one(world, m);
	gcrt_mutex_unlock(&world->lock);
}

void gcrt_end_reading(struct gcrt_worker *worker, struct gc_mutator *m)
{
	worker->reading--;
	gcrt_leave_roots(m);
}

bool gcrt_world_has_mutators(struct gcrt_world *world)
{
	bool any = false;
	gcrt_mutex_lock(&world->lock);
	for (struct gc_mutator *m = world->mutators; m; m = m->next)
		any |= !m->left;
	gcrt_mutex_unlock(&world->lock);
	return any;
}

static void take_out(struct gcrt_world *world, struct gc_mutator *m)
{
	if (m->previous)
		m->previous->next = m->next;
	else
		world->mutators = m->next;
	if (m->next)
		m->next->previous = m->previous;
}

static void bury(struct gcrt_world *world, struct gc_mutator *m)
{
	struct gc_mutator **grave = &world->graves[world->buried++ % GCRT_GRAVES];
	free(GCRT_DEBUG ? *grave : m);
	*grave = GCRT_DEBUG ? m : NULL;
}

void gcrt_world_bury(struct gcrt_world *world)
{
	gcrt_mutex_lock(&world->lock);
	for (struct gc_mutator *m = world->mutators, *next; m; m = next) {
		next = m->next;
		if (!m->left)
			continue;
		gcrt_assert(!m->active && !m->claimed && !m->readers);
		take_out(world, m);
		bury(world, m);
	}
	gcrt_mutex_unlock(&world->lock);
}

void gcrt_world_activate(struct gcrt_world *world, struct gc_mutator *m)
{
	gcrt_mutex_lock(&world->lock);
	while (!may_go_on(world, m))
		gcrt_cond_wait(&world->resumed, &world->lock);
	begin_running(world, m);
	gcrt_mutex_unlock(&world->lock);
}

bool gcrt_world_deactivate(struct gcrt_world *world, struct gc_mutator *m)
{
	gcrt_fence_atomics(acquire); /* Note [Units in buffers] */
	gcrt_mutex_lock(&world->lock);
	end_running(world, m);
	bool held = world->hold && !world->running;
	gcrt_mutex_unlock(&world->lock);
	return held;
}

/* Locked.  Asks all mutators to come to a safepoint and wait there. */
static void ask_all(struct gcrt_world *world)
{
	for (struct gc_mutator *m = world->mutators; m; m = m->next)
		if (m->active)
			gcrt_world_ask_locked(m, GCRT_POLL_STOP);
}

void gcrt_world_ask(struct gcrt_world *world)
{
	world->stopping = true;
	ask_all(world);
}

void gcrt_world_wait(struct gcrt_world *world)
{
	wait_for_all(world);
	world->all_stopped = true;
}

void gcrt_world_resume(struct gcrt_world *world)
{
	world->all_stopped = world->stopping = false;
	gcrt_cond_broadcast(&world->resumed);
}

void gcrt_world_pause(struct gcrt_world *world)
{
	gcrt_mutex_lock(&world->lock);
	world->pauses++;
	ask_all(world);
	wait_for_all(world);
	gcrt_mutex_unlock(&world->lock);
}

bool gcrt_world_try_pause(struct gcrt_world *world)
{
	gcrt_mutex_lock(&world->lock);
	bool may = !world->running;
	world->pauses += may;
	gcrt_mutex_unlock(&world->lock);
	return may;
}

#if GCRT_DEBUG
bool gcrt_world_try_alone(struct gcrt_world *world, const struct gc_mutator *m)
{
	gcrt_mutex_lock(&world->lock);
	bool may = world->running == (m && m->active);
	world->pauses += may;
	gcrt_mutex_unlock(&world->lock);
	return may;
}

struct gc_mutator *gcrt_world_try_roots(struct gcrt_world *world, unsigned number, bool *active)
{
	gcrt_mutex_lock(&world->lock);
	struct gc_mutator *m = world->mutators;
	while (m && m->number != number)
		m = m->next;
	*active = m && m->active;
	if (m && (m->active || !m->roots))
		m = NULL;
	if (m)
		m->readers++;
	gcrt_mutex_unlock(&world->lock);
	return m;
}
#endif

void gcrt_world_unpause(struct gcrt_world *world)
{
	gcrt_mutex_lock(&world->lock);
	gcrt_assert(world->pauses);
	if (!--world->pauses)
		gcrt_cond_broadcast(&world->resumed);
	gcrt_mutex_unlock(&world->lock);
}

void gcrt_world_begin_hold(struct gcrt_world *world)
{
	gcrt_mutex_lock(&world->lock);
	world->hold = true;
	ask_all(world);
	gcrt_mutex_unlock(&world->lock);
}

bool gcrt_world_all_held(struct gcrt_world *world)
{
	gcrt_mutex_lock(&world->lock);
	bool held = world->hold && !world->running;
	gcrt_mutex_unlock(&world->lock);
	return held;
}

void gcrt_world_end_hold(struct gcrt_world *world)
{
	gcrt_mutex_lock(&world->lock);
	world->hold = false;
	gcrt_cond_broadcast(&world->resumed);
	gcrt_mutex_unlock(&world->lock);
}

bool gcrt_world_poke(struct gcrt_world *world, struct gc_mutator *m, int why)
{
	gcrt_mutex_lock(&world->lock);
	bool active = m->active;
	if (active)
		gcrt_world_ask_locked(m, why);
	gcrt_mutex_unlock(&world->lock);
	return active;
}

int gcrt_world_polled(struct gcrt_world *world, struct gc_mutator *m)
{
	gcrt_mutex_lock(&world->lock);
	int why = gcrt_load(&m->poll, relaxed);
	set_poll(m, 0, why & (GCRT_POLL_STOP | GCRT_POLL_STRESS));
	gcrt_mutex_unlock(&world->lock);
	return why;
}

bool gcrt_world_may_claim(struct gcrt_world *world, struct gc_mutator *m)
{
	gcrt_mutex_lock(&world->lock);
	bool may = gcrt_at_yield(world, m);
	gcrt_mutex_unlock(&world->lock);
	return may;
}

bool gcrt_world_claim(struct gcrt_world *world, struct gc_mutator *m)
{
	gcrt_mutex_lock(&world->lock);
	bool may = gcrt_at_yield(world, m);
	if (may)
		m->claimed = true;
	gcrt_mutex_unlock(&world->lock);
	return may;
}

void gcrt_world_unclaim(struct gcrt_world *world, struct gc_mutator *m)
{
	gcrt_mutex_lock(&world->lock);
	m->claimed = false;
	gcrt_cond_broadcast(&world->resumed);
	gcrt_mutex_unlock(&world->lock);
}

bool gcrt_world_all_stopped(struct gcrt_world *world)
{
	gcrt_mutex_lock(&world->lock);
	bool all = world->all_stopped;
	gcrt_mutex_unlock(&world->lock);
	return all;
}

/* ----------------------------------------------------- who stands for the heap */

bool gcrt_is_heap_mutator(const struct gc_mutator *m)
{
	return m == &m->heap->roots_mutator;
}
