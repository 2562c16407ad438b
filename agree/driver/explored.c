/* explored.c: a scenario's program, all schedules of which are explored.
 *
 *	program WORKERS
 *
 * Main is the first mutator.  It makes the heap and all mutators, and waits until all workers are
 * parked, before others begin: what is done until then can be done in one order only.  The program
 * does not wait for its end.  It is over when no thread can go on, and everything that the scenario
 * requests is done (said.c). */
#include "driver.h"

#include <gcexplore.h>
#include <stdlib.h>

/* So that a loop over a block looks at few cells; if the story directs the program, at one. */
enum { OBJECT_SIZE = 8192, LARGE_SIZE = 2 * OBJECT_SIZE };
/* The runtime looks at each word of an object that it makes like another one. */
enum { MOVED_SIZE = 512, LARGE_MOVED_SIZE = OBJECT_SIZE + 512 };

static struct gc_mutator *mutators[DRIVER_SCRIPTS]; /* NULL: it joins late */
static struct gcrt_cond cycles_changed;             /* with the scheduler's lock */

/* -------------------------------------------------------------- for the driver */
unsigned driver_choose(unsigned limit)
{
	return gcx_choose(limit);
}

/* In C a mutator runs the handshakes that wait for it at its next safepoint, and in a model it may do more
 * actions first.  As if its program had no safepoint there. */
void driver_rest(struct gc_mutator *m)
{
	if (guide.directed)
		return;
	if (!driver_has_handshakes(m) || gcx_choose(2) == 0)
		program_safepoint(m);
}

void driver_units_ran(unsigned kind, size_t times)
{
	driver_note(
	    &(struct seen){ .what = SEEN_COUNT, .which = (int16_t)kind, .detail = (int16_t)times });
}

void driver_cycles_changed(void)
{
	gcrt_cond_broadcast(&cycles_changed);
}

/* -------------------------------------------------------------------- threads */
static void *be_mutator(void *number)
{
	unsigned n = (unsigned)(uintptr_t)number;
	struct gc_mutator *m = mutators[n] ? mutators[n] : driver_join(n);

	if (driver_follow(m, n) && !guide.directed)
		gc_deactivate(m);
	run.acts[n] = false;
	driver_ends_event();
	driver_is_done();
	return NULL;
}

/* Locked.  Which cycles may be requested: not a second time before the cycle has begun. */
static unsigned unrequested(unsigned *cycles)
{
	unsigned count = 0;

	for (unsigned i = 0; i < program.asks; i++)
		if (!(run.heap->scheduler.requested >> program.asks_for[i] & 1))
			cycles[count++] = program.asks_for[i];
	return count;
}

static void *be_environment(void *nothing)
{
	struct gcrt_scheduler *s = &run.heap->scheduler;
	unsigned cycles[GCRT_MAX_CYCLES], count;

	(void)nothing;
	driver_before_request();
	gcrt_mutex_lock(&s->lock);
	for (unsigned asked = 0; asked < program.cycles; asked++) {
		while (!(count = unrequested(cycles)))
			gcrt_cond_wait(&cycles_changed, &s->lock);
		driver_request(cycles[count > 1 ? driver_choose(count) : 0]);
		gcrt_mutex_unlock(&s->lock);
		driver_before_request();
		gcrt_mutex_lock(&s->lock);
	}
	gcrt_mutex_unlock(&s->lock);
	driver_ends_event();
	driver_is_done();
	return NULL;
}

static void start(void *(*body)(void *), uintptr_t argument)
{
	struct gcrt_thread thread;

	if (!gcrt_thread_create(&thread, body, (void *)argument))
		exit(3);
}

/* ------------------------------------------------------------------ the program */
static size_t size(void)
{
	if (program.moves)
		return shape.large ? LARGE_MOVED_SIZE : MOVED_SIZE;
	return shape.large ? LARGE_SIZE : OBJECT_SIZE;
}

static void begin(void)
{
	struct gcrt_scheduler *s;

	driver_set_size(size());
	gcrt_cond_init(&cycles_changed);
	mutators[0] = driver_make_heap();
	s = &run.heap->scheduler;
	for (unsigned n = 0; n < program.scripts; n++)
		driver_set_roots(n);
	if (program.scripts)
		mutators[0]->roots = &run.roots[0];
	for (unsigned n = 1; n < program.scripts; n++)
		if (!driver_joins_late(n))
			mutators[n] = driver_join(n);
	driver_begin_moving();
	gcx_await_value(&s->parked, sizeof s->parked, shape.workers);
	driver_never_begin_early();
	if (guide.directed)
		driver_begin_directing();
}

/* The threads go on when this one has done its script. */
static void follow_all(void)
{
	bool asks = !program.collects && program.cycles;

	driver_begins(program.scripts + asks + !program.scripts);
	for (unsigned n = 1; n < program.scripts; n++)
		start(be_mutator, n);
	if (asks)
		start(be_environment, 0);
	if (guide.directed)
		start(driver_direct, 0);
	be_mutator(NULL);
}

int main(int argc, char **argv)
{
	shape.workers = argc > 1 ? (unsigned)atoi(argv[1]) : 1;
	shape.marks_new = true;
	shape.large = guide.directed && !program.sorts;
	begin();
	follow_all();
	return 0;
}
