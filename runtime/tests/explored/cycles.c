/* cycles.c: cycles are requested, begin, stop and resume mutators, and end.
 *
 *	stop    once in start: stops the mutators (STOP)
 *	resume  once in last: resumes them (STOP)
 *
 * TWO: two mutators request a cycle and wait.  DURING: one requests a cycle, and one more while that
 * runs.  STOP: mutators are stopped while a second one comes to safepoints.  SHUTDOWN: the heap is
 * destroyed while a cycle is requested, or runs. */
static unsigned ended; /* atomic; cycles */
#define OVER_WHEN (ended > 0)
#include "explored.h"

enum { FIRST, SECOND };
enum { START, LAST };
enum { Q_FIRST, Q_SECOND };

static unsigned begun;    /* atomic; cycles */
static unsigned in_cycle; /* a second cycle begins after the first one has ended */
static unsigned work;     /* mutators and stopped kernels write it, both without a lock */

static void run_first(struct gcrt_worker *worker, const uintptr_t *units, size_t count)
{
	(void)units;
	(void)count;
#ifdef STOP
	gcrt_stop_mutators(worker);
	work++;
#endif
	(void)worker;
}

static void run_second(struct gcrt_worker *worker, const uintptr_t *units, size_t count)
{
	(void)units;
	(void)count;
	assert(in_cycle == 1);
	in_cycle--;
	gcrt_store(&ended, ended + 1, seq_cst);
#ifdef STOP
	work++;
	gcrt_resume_mutators(worker);
#endif
	(void)worker;
}

static void fill_start(struct gcrt_worker *worker)
{
	assert(in_cycle == 0);
	in_cycle++;
	gcrt_store(&begun, begun + 1, seq_cst);
	emit(worker, Q_FIRST, 0);
}

static void fill_last(struct gcrt_worker *worker)
{
	emit(worker, Q_SECOND, 0);
}

DRAINED(when_first, START)
DRAINED(to, LAST)

static const struct gcrt_kind kinds[] = {
	[FIRST] = { .name = "first", .words = 1, .run = run_first },
#ifdef STOP
	[SECOND] = { .name = "second", .words = 1, .run = run_second, .resumes = true },
#else
	[SECOND] = { .name = "second", .words = 1, .run = run_second },
#endif
};
static const struct gcrt_queue queues[] = {
	[Q_FIRST] = { FIRST, START },
	[Q_SECOND] = { SECOND, LAST },
};
static const struct gcrt_bucket buckets[] = {
	[START] = { .name = "start", .cycles = 1, .fill = fill_start },
	[LAST] = { .name = "last", .cycles = 1, .open_when = when_first, .fill = fill_last },
};
static const struct gcrt_cycle cycles[] = { { "cycle", from_request, to } };
const struct gcrt_collector gcrt_collector = { .name = "cycles", .concurrent = true, TABLES };

/* A cycle that begins from now on has ended when this returns. */
static void collect(struct gc_mutator *m)
{
	unsigned before = gcrt_load(&begun, seq_cst);

	gc_collect(m, GC_COLLECTION_ANY);
	assert(gcrt_load(&ended, seq_cst) > before);
}

static void *be_second(void *m)
{
	await_start();
#ifdef STOP
	work++;
	gc_safepoint(m);
	work++;
	gc_deactivate(m);
#elif defined TWO
	collect(m);
	gc_deactivate(m);
#endif
	end(1);
	return NULL;
}

int main(void)
{
	struct gc_mutator *m = begin();

#if defined STOP || defined TWO
	struct gc_mutator *other = gc_init_for_thread(gc_empty_stack_addr(), heap);

	start(be_second, other);
#endif
#if defined STOP
	begin_cycle(m);
#elif defined TWO
	begin_threads();
#endif
#if defined DURING || defined SHUTDOWN
	gcrt_request_by_mutator(m, 0);
#endif
#ifdef SHUTDOWN
	gc_finish_for_thread(m);
	gc_heap_destroy(heap);
	heap = NULL;
	assert(begun == ended); /* and all workers have ended */
#elif !defined STOP
	collect(m);
#endif
	end(0);
}
