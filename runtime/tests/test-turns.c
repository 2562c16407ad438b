/* Which of several cycles begins, and how many in one hold, with a collector that collects
 * nothing: the first two ask for themselves again and again, and the first one once for the third;
 * or the third does. */
#include "test.h"

#include "gc-null-event-listener.h"
#include "gc-safepoint.h"
#include "gcrt-embedder.h"
#include "gcrt-collector.h"
#include "gcrt-heap.h"
#include "gcrt-request.h"

enum { FIRST, SECOND, THIRD, CYCLES };

#define MOST 40

static unsigned order[MOST + CYCLES], begun;
static bool asks_for_ever; /* atomic; the third cycle requests itself forever */

static void run_note(struct gcrt_worker *worker, const uintptr_t *units, size_t count)
{
	unsigned cycle = (unsigned)units[0];
	assert_int_equal(count, 1);
	if (gcrt_load(&asks_for_ever, seq_cst)) {
		gcrt_request(worker, cycle);
		return;
	}
	if (!begun) {
		gcrt_request(worker, SECOND);
		gcrt_request(worker, THIRD);
	}
	if (begun < MOST && cycle != THIRD)
		gcrt_request(worker, cycle);
	order[begun++] = cycle;
}

#define CYCLE(CYCLE, NAME)                                                                         \
	static void fill_##NAME(struct gcrt_worker *worker)                                        \
	{                                                                                          \
		gcrt_emit(worker, CYCLE, (uintptr_t[]){ CYCLE }, 1);                               \
	}                                                                                          \
	static bool from_##NAME(struct gcrt_scheduler *s)                                          \
	{                                                                                          \
		return gcrt_requested(s, CYCLE);                                                   \
	}                                                                                          \
	static bool to_##NAME(struct gcrt_scheduler *s)                                            \
	{                                                                                          \
		return gcrt_drained(s, CYCLE);                                                     \
	}
CYCLE(FIRST, first)
CYCLE(SECOND, second)
CYCLE(THIRD, third)

static const struct gcrt_kind kinds[] = { { .name = "note", .words = 1, .run = run_note } };
static const struct gcrt_queue queues[CYCLES] = {
	[FIRST] = { 0, FIRST },
	[SECOND] = { 0, SECOND },
	[THIRD] = { 0, THIRD },
};
static const struct gcrt_bucket buckets[CYCLES] = {
	[FIRST] = { .name = "first", .cycles = 1 << FIRST, .fill = fill_first },
	[SECOND] = { .name = "second", .cycles = 1 << SECOND, .fill = fill_second },
	[THIRD] = { .name = "third", .cycles = 1 << THIRD, .fill = fill_third },
};
static const struct gcrt_cycle cycles[CYCLES] = {
	{ "first", from_first, to_first },
	{ "second", from_second, to_second },
	{ "third", from_third, to_third },
};
const struct gcrt_collector gcrt_collector = { .name = "turns",
	.kinds = kinds,
	.kind_count = 1,
	.queues = queues,
	.queue_count = CYCLES,
	.buckets = buckets,
	.bucket_count = CYCLES,
	.cycles = cycles,
	.cycle_count = CYCLES,
	.quick = FIRST,
	.full = THIRD,
	.mark = -1,
	GCRT_EMBEDDER };

static bool some_are_left(struct gcrt_scheduler *s)
{
	gcrt_mutex_lock(&s->lock);
	bool some = s->cycle >= 0 || s->requested;
	gcrt_mutex_unlock(&s->lock);
	return some;
}

struct fixture {
	struct gc_heap *heap;
	struct gc_mutator *m;
	struct gcrt_scheduler *s;
};

static void begin(struct fixture *f)
{
	struct gc_options *options = gc_allocate_options();
	assert_int_equal(gc_init(options, gc_empty_stack_addr(), &f->heap, &f->m,
			     GC_NULL_EVENT_LISTENER, NULL),
	    1);
	free(options);
	f->s = &f->heap->scheduler;
}

static void end(struct fixture *f)
{
	while (some_are_left(f->s))
		usleep(1000);
	gc_finish_for_thread(f->m);
	gc_heap_destroy(f->heap);
}

/* However often other cycles are requested, each request waits for at most one cycle of each other
 * kind. */
static void cycles_take_turns(void **state)
{
	struct fixture f;
	(void)state;
	begin(&f);
	gc_collect(f.m, GC_COLLECTION_MINOR);
	end(&f);
	assert_in_range(begun, MOST, MOST + CYCLES);
	assert_int_equal(order[0], FIRST);
	assert_int_equal(order[1], SECOND);
	assert_int_equal(order[2], THIRD);
	for (unsigned i = 3; i < begun; i++)
		assert_int_equal(order[i], i % 2 ? FIRST : SECOND);
}

/* An allocation without room waits for a pause, and each cycle requests the next one.  Two cycles
 * with followers count, because the second has freed nothing. */
static void a_hold_ends(void **state)
{
	struct fixture f;
	(void)state;
	begin(&f);
	begun = 1;
	gcrt_store(&asks_for_ever, true, seq_cst);
	gcrt_heap_await(f.m, gcrt_request_pause(f.s, THIRD, SIZE_MAX));
	assert_int_equal(f.s->hold.cycles, 2);
	assert_false(gcrt_last_pause(f.s).freed);
	gcrt_store(&asks_for_ever, false, seq_cst);
	end(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cycles_take_turns),
		cmocka_unit_test(a_hold_ends),
	};
	alarm(30);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
