/* Cycles that stop no mutators are counted, with a collector that collects nothing. */
#include "test.h"

#include "gc-basic-stats.h"
#include "gc-safepoint.h"
#include "gcrt-embedder.h"
#include "gcrt-collector.h"
#include "gcrt-heap.h"

static void run_note(struct gcrt_worker *worker, const uintptr_t *units, size_t count)
{
	(void)worker;
	(void)units;
	assert_int_equal(count, 1);
}

static void fill(struct gcrt_worker *worker)
{
	gcrt_emit(worker, 0, (uintptr_t[]){ 0 }, 1);
}

static bool from(struct gcrt_scheduler *s)
{
	return gcrt_requested(s, 0);
}

static bool to(struct gcrt_scheduler *s)
{
	return gcrt_drained(s, 0);
}

static const struct gcrt_kind kinds[] = {
	{ .name = "note", .words = 1, .multiplicity = GCRT_ONCE, .run = run_note },
};
static const struct gcrt_queue queues[] = { { 0, 0 } };
static const struct gcrt_bucket buckets[] = { { .name = "notes", .cycles = 1, .fill = fill } };
static const struct gcrt_cycle cycles[] = { { "cycle", from, to } };

const struct gcrt_collector gcrt_collector = { .name = "counted",
	.kinds = kinds,
	.kind_count = 1,
	.queues = queues,
	.queue_count = 1,
	.buckets = buckets,
	.bucket_count = 1,
	.cycles = cycles,
	.cycle_count = 1,
	.mark = -1,
	GCRT_EMBEDDER };

static void each_is_counted_once(void **state)
{
	struct gc_options *options = gc_allocate_options();
	struct gc_basic_stats stats;
	struct gc_heap *heap;
	struct gc_mutator *m;
	(void)state;
	assert_int_equal(gc_init(options, gc_empty_stack_addr(), &heap, &m, GC_BASIC_STATS, &stats),
	    1);
	free(options);
	for (int i = 0; i < 5; i++)
		gc_collect(m, GC_COLLECTION_ANY);
	gc_finish_for_thread(m);
	gc_heap_destroy(heap);
	assert_int_equal(stats.major_collection_count, 5);
	assert_int_equal(stats.minor_collection_count, 0);
	assert_int_equal(stats.stop_count, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_is_counted_once),
	};
	alarm(30);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
