/* handshakes.c: units that mutators run, against mutators that leave, join or rest.
 *
 *	seed      once in start: emits a shake for each mutator but main's, and that of the heap
 *	shake(m)  on m, in shakes
 *	check     once in last: each shake was run, once
 *
 * Main requests the cycle, and rests.  A second mutator leaves (EXIT), rests (AWAY), joins and leaves (JOIN), comes to
 * safepoints until its shake has run (POLLS), or does so after it has rested (REST). */
static unsigned checked;
#define OVER_WHEN (checked == 1)
#include "explored.h"

enum { SEED, SHAKE, CHECK };
enum { START, SHAKES, LAST };
enum { Q_SEED, Q_SHAKE, Q_CHECK };
enum { MOST = 4 };

static struct gc_mutator *asked[MOST];
static unsigned count_asked, ran[MOST];
static unsigned second_ran; /* atomic */
static struct gc_mutator *first, *second;

static void run_seed(struct gcrt_worker *worker, const uintptr_t *units, size_t count)
{
	(void)units;
	(void)count;
	gcrt_for_mutators(worker, m)
	{
		if (m == first || gcrt_is_heap_mutator(m))
			continue;
		assert(count_asked < MOST);
		asked[count_asked++] = m;
		emit(worker, Q_SHAKE, (uintptr_t)m);
	}
}

static void run_shake(struct gcrt_worker *worker, const uintptr_t *units, size_t count)
{
	struct gc_mutator *m = (struct gc_mutator *)units[0];

	assert(count == 1);
	/* nobody else runs it, and M does nothing else */
	assert(worker == &m->buffers ? m->active : !m->active && m->claimed);
	for (unsigned i = 0; i < count_asked; i++)
		if (asked[i] == m)
			ran[i]++;
	if (m == second)
		gcrt_store(&second_ran, 1, seq_cst);
}

static void run_check(struct gcrt_worker *worker, const uintptr_t *units, size_t count)
{
	(void)worker;
	(void)units;
	(void)count;
	for (unsigned i = 0; i < count_asked; i++)
		assert(ran[i] == 1);
	checked++;
}

static void fill_start(struct gcrt_worker *worker)
{
	emit(worker, Q_SEED, 0);
}

static void fill_last(struct gcrt_worker *worker)
{
	emit(worker, Q_CHECK, 0);
}

DRAINED(when_seeded, START)
DRAINED(when_shaken, SHAKES)
DRAINED(to, LAST)

static const struct gcrt_kind kinds[] = {
	[SEED] = { .name = "seed", .words = 1, .run = run_seed },
	[SHAKE] = { .name = "shake", .words = 1, .run = run_shake, .takes_mutator = true, .on = 1 },
	[CHECK] = { .name = "check", .words = 1, .run = run_check },
};
static const struct gcrt_queue queues[] = {
	[Q_SEED] = { SEED, START },
	[Q_SHAKE] = { SHAKE, SHAKES },
	[Q_CHECK] = { CHECK, LAST },
};
static const struct gcrt_bucket buckets[] = {
	[START] = { .name = "start", .cycles = 1, .fill = fill_start },
	[SHAKES] = { .name = "shakes", .cycles = 1, .open_when = when_seeded },
	[LAST] = { .name = "last", .cycles = 1, .open_when = when_shaken, .fill = fill_last },
};
static const struct gcrt_cycle cycles[] = { { "cycle", from_request, to } };
const struct gcrt_collector gcrt_collector = { .name = "handshakes", .concurrent = true, TABLES };

static void *be_second(void *nothing)
{
	struct gc_mutator *m = second;

	await_start();
#if defined AWAY
	gc_deactivate(m);
#elif defined EXIT
	gc_finish_for_thread(m);
#elif defined JOIN
	m = gc_init_for_thread(gc_empty_stack_addr(), heap);
	gc_finish_for_thread(m);
#else
#ifdef REST
	gc_deactivate(m);
	gc_reactivate(m);
#endif
	while (!gcrt_load(&second_ran, seq_cst))
		gc_safepoint(m);
	gc_deactivate(m);
#endif
	(void)m;
	end(1);
	return nothing;
}

int main(void)
{
	first = begin();
#ifndef JOIN
	second = gc_init_for_thread(gc_empty_stack_addr(), heap);
#endif
	start(be_second, NULL);
	begin_cycle(first);
	end(0);
}
