/* director.c: what the runtime decides, decided by the story: Note [Directed].
 *
 * One thread does what the guide has of the runtime.  A function of directed.def does what the runtime's
 * own does until the story begins. */
#include "driver.h"

#include <gcexplore.h>
#include "gcrt-buffers.h"
#include "gcrt-life.h"
#include "gcrt-packets.h"
#include "gcrt-queues.h"
#include "gcrt-releaser.h"
#include "gcrt-request.h"
#include "gcrt-workers.h"

static bool directing;
static struct gcrt_worker releaser;  /* runs the fills */
static bool stopped[DRIVER_SCRIPTS]; /* by the story, and not because it waits for a cycle */
static unsigned wanted;              /* the event that is the beginning of a unit, + 1; 0: none */

/* ------------------------------------------------------------------------- mutators */
static unsigned number_of(const struct gc_mutator *m)
{
	return (unsigned)(m->roots - run.roots);
}

/* NULL: it has not joined, or has left. */
static struct gc_mutator *find_mutator(unsigned number)
{
	struct gc_mutator *m = run.heap->world.mutators;

	while (m && (m->left || !m->roots || number_of(m) != number))
		m = m->next;
	return m;
}

void __real_gcrt_rest(struct gc_mutator *m);
void __wrap_gcrt_rest(struct gc_mutator *m)
{
	if (!directing || !m->roots || run.leaves[number_of(m)])
		__real_gcrt_rest(m);
}

void __real_gc_safepoint_slow(struct gc_mutator *m);
void __wrap_gc_safepoint_slow(struct gc_mutator *m)
{
	if (!directing)
		__real_gc_safepoint_slow(m);
}

/* One that waits for a cycle is inactive already. */
static void stop(unsigned event)
{
	struct gc_mutator *m = find_mutator((unsigned)guide.at[event].which);
	struct gcrt_world *world = &run.heap->world;

	if (!m || !world->stopping)
		driver_refuses(event, WAY_NOT_ASKED);
	if (m->active && run.acts[number_of(m)])
		driver_refuses(event, WAY_BUSY);
	__real_gcrt_rest(m);
	stopped[number_of(m)] = m->active;
	if (m->active)
		gcrt_world_deactivate(world, m);
	driver_does(event);
}

static void go_on(unsigned number)
{
	struct gc_mutator *m = stopped[number] ? find_mutator(number) : NULL;

	stopped[number] = false;
	if (m && !m->active)
		gcrt_world_activate(&run.heap->world, m);
}

static void flush(unsigned event)
{
	struct gc_mutator *m = find_mutator((unsigned)guide.at[event].which);

	if (m)
		__real_gcrt_rest(m);
	driver_does(event);
}

/* ---------------------------------------------------------------------------- units */
/* Locked.  A mutator that is active is at a yield point between two actions. */
static bool claim(struct gc_mutator *m)
{
	struct gcrt_world *world = &run.heap->world;
	bool may = gcrt_world_claim(world, m);

	if (may || m->claimed || !m->roots || run.acts[number_of(m)])
		return may;
	gcrt_mutex_lock(&world->lock);
	m->claimed = true;
	gcrt_mutex_unlock(&world->lock);
	return true;
}

static bool is_wanted(const struct gcrt_packet *packet, unsigned at, const struct seen *e)
{
	if (packet->blocks)
		return packet->word[at] == gcrt_block_of(run.cell[e->argument[0]]);
	return driver_is_unit(packet->word + at, e);
}

/* Locked. */
static struct gcrt_packet *take(struct gcrt_scheduler *s, struct gcrt_packet **link, unsigned at)
{
	bool blocks = (*link)->blocks;
	unsigned queue = (*link)->queue;
	struct gcrt_packet *unit;

	if (gcrt_kind_of(queue)->on && !claim(gcrt_unit_mutator_at(*link, at)))
		return NULL;
	if (gcrt_kind_of(queue)->on)
		gcrt_fetch_sub(&s->for_mutators, 1, relaxed);
	unit = gcrt_take_unit(s, link, at);
	unit->blocks = blocks;
	s->running[queue]++;
	return unit;
}

static struct gcrt_packet *take_from(struct gcrt_scheduler *s, unsigned queue, const struct seen *e)
{
	unsigned words = gcrt_kind_of(queue)->words ? gcrt_kind_of(queue)->words : 1;

	for (struct gcrt_packet **link = &s->pending[queue]; *link; link = &(*link)->next)
		for (unsigned at = 0; at < (*link)->used; at += (*link)->blocks ? 1 : words)
			if (is_wanted(*link, at, e))
				return take(s, link, at);
	return NULL;
}

/* Locked.  NULL: the unit of E cannot run. */
static struct gcrt_packet *take_unit(struct gcrt_scheduler *s, const struct seen *e)
{
	for (unsigned q = 0; q < gcrt_collector.queue_count; q++)
		if (gcrt_collector.queues[q].kind == (unsigned)e->who && gcrt_queue_is_open(s, q) &&
		    gcrt_has_room(s, q) && s->pending[q]) {
			struct gcrt_packet *unit = take_from(s, q, e);

			if (unit)
				return unit;
		}
	return NULL;
}

struct gcrt_packet *__real_gcrt_take_pending(struct gcrt_scheduler *s);
struct gcrt_packet *__wrap_gcrt_take_pending(struct gcrt_scheduler *s)
{
	struct gcrt_packet *unit;

	if (!directing)
		return __real_gcrt_take_pending(s);
	driver_ends_event();
	if (!wanted)
		return NULL;
	unit = take_unit(s, &guide.at[wanted - 1]);
	agree_way.refusal = unit ? WAY_NONE : WAY_NO_UNIT;
	if (unit && guide.at[wanted - 1].what == SEEN_NEEDLESS)
		driver_runs_needless(wanted - 1);
	if (unit)
		wanted = 0;
	return unit;
}

bool __real_gcrt_work_waits(const struct gcrt_scheduler *s);
bool __wrap_gcrt_work_waits(const struct gcrt_scheduler *s)
{
	return !directing && __real_gcrt_work_waits(s);
}

static void begin_unit(struct gcrt_scheduler *s, unsigned event)
{
	gcrt_mutex_lock(&s->lock);
	wanted = event + 1;
	gcrt_cond_broadcast(&s->work);
	gcrt_mutex_unlock(&s->lock);
}

/* -------------------------------------------------------------------- the machine */
void __real_gcrt_last_to_park(struct gcrt_scheduler *s, struct gcrt_worker *worker);
void __wrap_gcrt_last_to_park(struct gcrt_scheduler *s, struct gcrt_worker *worker)
{
	if (!directing)
		__real_gcrt_last_to_park(s, worker);
}

static void take_step(struct gcrt_scheduler *s, unsigned event, enum gcrt_trace what)
{
	bool may;

	gcrt_mutex_lock(&s->lock);
	may = gcrt_take_step(s, &releaser, what, (unsigned)guide.at[event].which);
	gcrt_mutex_unlock(&s->lock);
	if (!may)
		driver_refuses(event, WAY_GUARD);
}

/* Nobody but the mutators themselves needs to know that they are paused: the story has the order. */
void __real_gcrt_world_pause(struct gcrt_world *world);
void __wrap_gcrt_world_pause(struct gcrt_world *world)
{
	if (!directing)
		__real_gcrt_world_pause(world);
}

bool __real_gcrt_world_try_pause(struct gcrt_world *world);
bool __wrap_gcrt_world_try_pause(struct gcrt_world *world)
{
	return directing || __real_gcrt_world_try_pause(world);
}

void __real_gcrt_world_unpause(struct gcrt_world *world);
void __wrap_gcrt_world_unpause(struct gcrt_world *world)
{
	if (!directing)
		__real_gcrt_world_unpause(world);
}

void __real_gcrt_begin_reading(struct gcrt_worker *worker, struct gc_mutator *m);
void __wrap_gcrt_begin_reading(struct gcrt_worker *worker, struct gc_mutator *m)
{
	if (!directing)
		__real_gcrt_begin_reading(worker, m);
}

void __real_gcrt_end_reading(struct gcrt_worker *worker, struct gc_mutator *m);
void __wrap_gcrt_end_reading(struct gcrt_worker *worker, struct gc_mutator *m)
{
	if (!directing)
		__real_gcrt_end_reading(worker, m);
}

/* ------------------------------------------------------------- events under a lock */
void __real_gcrt_await_stop(struct gc_heap *heap);
void __wrap_gcrt_await_stop(struct gc_heap *heap)
{
	driver_awaits(SEEN_STOPPED, 0, 0);
	__real_gcrt_await_stop(heap);
}

void __real_gcrt_resume_mutators(struct gcrt_worker *worker);
void __wrap_gcrt_resume_mutators(struct gcrt_worker *worker)
{
	driver_awaits(SEEN_RESUME, 0, 0);
	__real_gcrt_resume_mutators(worker);
	for (unsigned i = 0; i < DRIVER_SCRIPTS; i++)
		go_on(i);
}

/* Only a change is an event. */
static void await_phase(const struct gcrt_worker *worker, unsigned phase, bool on)
{
	if ((worker->heap->scheduler.settled_phases >> phase & 1) != on)
		driver_awaits(SEEN_PHASE, phase, on);
}

void __real_gcrt_begin_phase(struct gcrt_worker *worker, unsigned phase);
void __wrap_gcrt_begin_phase(struct gcrt_worker *worker, unsigned phase)
{
	await_phase(worker, phase, true);
	__real_gcrt_begin_phase(worker, phase);
}

void __real_gcrt_end_phase(struct gcrt_worker *worker, unsigned phase);
void __wrap_gcrt_end_phase(struct gcrt_worker *worker, unsigned phase)
{
	await_phase(worker, phase, false);
	__real_gcrt_end_phase(worker, phase);
}

void __real_gcrt_request(struct gcrt_worker *worker, unsigned cycle);
void __wrap_gcrt_request(struct gcrt_worker *worker, unsigned cycle)
{
	driver_awaits(SEEN_REQUEST, cycle, 0);
	__real_gcrt_request(worker, cycle);
}

void __real_gcrt_request_by_mutator(struct gc_mutator *m, unsigned cycle);
void __wrap_gcrt_request_by_mutator(struct gc_mutator *m, unsigned cycle)
{
	driver_awaits(SEEN_REQUEST, cycle, 0);
	__real_gcrt_request_by_mutator(m, cycle);
}

/* It waits for the end of a cycle. */
void __real_gcrt_wait_for_cycle(struct gcrt_scheduler *s, struct gcrt_ticket ticket);
void __wrap_gcrt_wait_for_cycle(struct gcrt_scheduler *s, struct gcrt_ticket ticket)
{
	driver_ends_event();
	__real_gcrt_wait_for_cycle(s, ticket);
}

/* ----------------------------------------------------------------------- the thread */
void driver_begin_directing(void)
{
	struct gcrt_scheduler *s = &run.heap->scheduler;

	gcrt_mutex_lock(&s->lock);
	releaser.heap = run.heap;
	for (unsigned q = 0; q < gcrt_collector.queue_count; q++)
		releaser.out[q] = gcrt_get_packet(s, q);
	directing = true;
	gcrt_mutex_unlock(&s->lock);
}

/* A bucket `whenever' closes as its last unit ends. */
static void close_bucket(struct gcrt_scheduler *s, unsigned event)
{
	if (!gcrt_collector.buckets[guide.at[event].which].whenever)
		take_step(s, event, GCRT_TRACE_close);
}

static void do_event(struct gcrt_scheduler *s, unsigned event)
{
	switch ((enum seen_what)guide.at[event].what) {
	case SEEN_BEGIN: take_step(s, event, GCRT_TRACE_begin); break;
	case SEEN_END: take_step(s, event, GCRT_TRACE_end); break;
	case SEEN_OPEN: take_step(s, event, GCRT_TRACE_open); break;
	case SEEN_CLOSE: close_bucket(s, event); break;
	case SEEN_INTERVALS:
		take_step(s, event, GCRT_TRACE_phase_on);
		driver_does(event);
		break;
	case SEEN_STOP: stop(event); break;
	case SEEN_FLUSH: flush(event); break;
	case SEEN_UNIT:
	case SEEN_NEEDLESS: begin_unit(s, event); break;
	case SEEN_REQUEST:
	case SEEN_PHASE:
	case SEEN_STOPPED:
	case SEEN_RESUME:
	case SEEN_ACTION:
	case SEEN_DONE:
	case SEEN_ACCESS:
	case SEEN_FREE:
	case SEEN_ALLOCATE:
	case SEEN_FULL:
	case SEEN_ANSWER:
	case SEEN_COUNT:
	case SEEN_ASK:
	case SEEN_EMIT:
	case SEEN_LOOK: break; /* by a unit, a mutator or the environment */
	}
}

static bool may_go_on(struct gcrt_scheduler *s)
{
	bool may;

	gcrt_mutex_lock(&s->lock);
	may = __real_gcrt_work_waits(s) || gcrt_may_step(s);
	gcrt_mutex_unlock(&s->lock);
	return may;
}

void *driver_direct(void *nothing)
{
	struct gcrt_scheduler *s = &run.heap->scheduler;

	(void)nothing;
	for (unsigned g = 0; g < guide.count; g++) {
		driver_await_those_before(g);
		if (gcx_see_signal(&agree_way.is_done[g]) == 0)
			do_event(s, g);
	}
	driver_await_those_before(guide.count);
	driver_ends_story(may_go_on(s));
	return NULL;
}
