/* Two workers that begin loops over all objects at the same moment: each takes all lists
 * of free cells back first.
 *
 *	left, right   in both, once a cycle each: wait for each other, then loop
 *	one, two      in both, for every object: count */
#include "test.h"

#include "gc-null-event-listener.h"
#include "gcrt-embedder.h"
#include "gcrt-collector.h"
#include "gcrt-heap.h"

enum { LEFT, RIGHT, ONE, TWO, KINDS };    /* a queue each */

#define CYCLES 200

static size_t counted[2];
static unsigned arrived;

static void loop_together(struct gcrt_worker *worker, unsigned queue)
{
	unsigned both = (gcrt_fetch_add(&arrived, 1, seq_cst) / 2 + 1) * 2;
	while (gcrt_load(&arrived, seq_cst) < both)
		continue;
	gcrt_emit_objects(worker, queue);
}

static void run_left(struct gcrt_worker *worker, const uintptr_t *units, size_t count)
{
	(void)units;
	assert_int_equal(count, 1);
	loop_together(worker, ONE);
}

static void run_right(struct gcrt_worker *worker, const uintptr_t *units, size_t count)
{
	(void)units;
	assert_int_equal(count, 1);
	loop_together(worker, TWO);
}

static void one(struct gcrt_worker *worker, struct gc_ref o)
{
	(void)worker;
	(void)o;
	gcrt_fetch_add(&counted[0], 1, relaxed);
}

static void two(struct gcrt_worker *worker, struct gc_ref o)
{
	(void)worker;
	(void)o;
	gcrt_fetch_add(&counted[1], 1, relaxed);
}

static void run_blocks_one(struct gcrt_worker *worker, const uintptr_t *blocks, size_t count)
{
	for (size_t i = 0; i < count; i++)
		gcrt_for_objects(worker, blocks[i], one);
}

static void run_blocks_two(struct gcrt_worker *worker, const uintptr_t *blocks, size_t count)
{
	for (size_t i = 0; i < count; i++)
		gcrt_for_objects(worker, blocks[i], two);
}

static void fill(struct gcrt_worker *worker)
{
	gcrt_emit(worker, LEFT, (uintptr_t[]){ 0 }, 1);
	gcrt_emit(worker, RIGHT, (uintptr_t[]){ 0 }, 1);
}

static bool from(const struct gcrt_scheduler *s)
{
	return gcrt_requested(s, 0);
}

static bool to(const struct gcrt_scheduler *s)
{
	return gcrt_drained(s, 0);
}

static const struct gcrt_kind kinds[KINDS] = {
	[LEFT] = { .name = "left", .words = 1, .run = run_left },
	[RIGHT] = { .name = "right", .words = 1, .run = run_right },
	[ONE] = { .name = "one", .words = 1, .run_blocks = run_blocks_one },
	[TWO] = { .name = "two", .words = 1, .run_blocks = run_blocks_two },
};
static const struct gcrt_queue queues[KINDS] = {
	[LEFT] = { LEFT, 0 }, [RIGHT] = { RIGHT, 0 }, [ONE] = { ONE, 0 }, [TWO] = { TWO, 0 },
};
static const struct gcrt_bucket buckets[] = { { .name = "both", .cycles = 1, .fill = fill } };
static const struct gcrt_cycle cycles[] = { { "loops", from, to } };
const struct gcrt_collector gcrt_collector = {
	.name = "loops",
	.kinds = kinds, .kind_count = KINDS,
	.queues = queues, .queue_count = KINDS,
	.buckets = buckets, .bucket_count = 1,
	.cycles = cycles, .cycle_count = 1,
	.mark = -1,
	GCRT_EMBEDDER
};

/* An object of each size; their bytes. */
static size_t allocate_all(struct gc_mutator *m)
{
	size_t bytes = 0;
	for (size_t c = 0; c < GCRT_SIZE_CLASSES; c++) {
		gc_allocate_slow(m, gcrt_class_bytes(c), GC_ALLOCATION_TAGGED_POINTERLESS);
		bytes += gcrt_class_bytes(c);
	}
	return bytes;
}

static void two_loops_take_cells_back_once(void **state)
{
	struct gc_options *options = gc_allocate_options();
	struct gc_heap *heap;
	struct gc_mutator *m;
	size_t bytes = 0;
	(void)state;
	gc_options_set_int(options, GC_OPTION_PARALLELISM, 2);
	gc_options_set_size(options, GC_OPTION_HEAP_SIZE, (size_t)128 << 20);
	assert_int_equal(gc_init(options, gc_empty_stack_addr(), &heap, &m,
	    GC_NULL_EVENT_LISTENER, NULL), 1);
	free(options);
	for (size_t i = 1; i <= CYCLES; i++) {
		bytes += allocate_all(m);
		counted[0] = counted[1] = 0;
		gc_collect(m, GC_COLLECTION_ANY);
		assert_int_equal(counted[0], i * GCRT_SIZE_CLASSES);
		assert_int_equal(counted[1], i * GCRT_SIZE_CLASSES);
		assert_int_equal(heap->space.live_bytes, bytes);
	}
	gc_finish_for_thread(m);
	gcrt_heap_destroy(heap);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(two_loops_take_cells_back_once),
	};
	alarm(540);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
