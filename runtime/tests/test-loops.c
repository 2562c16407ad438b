/* Two workers that begin loops over all objects at the same moment: each takes all lists
 * of free cells back first.
 *
 *	left, right   in both, once a cycle each: wait for each other, then loop
 *	one, two      in both, for every object: count
 *
 * And a fill that loops while a mutator runs, whose buffer is not empty:
 *
 *	unit          in units, from the mutator's buffer: count
 *	three         in beside, for every object: count
 *
 * And a mutator that helps with a loop, whose buffer is not empty:
 *
 *	late          in late_ones, from the mutator's buffer: waits until the loop is over */
#include "test.h"

#include "gc-null-event-listener.h"
#include "gc-safepoint.h"
#include "gcrt-embedder.h"
#include "gcrt-collector.h"
#include "gcrt-heap.h"
#include "gcrt-request.h"
#include "gcrt-room.h"

enum { LEFT, RIGHT, ONE, TWO, UNIT, THREE, LATE, KINDS }; /* each kind has one queue */
enum { BOTH, UNITS, BESIDE, LATE_ONES, BUCKETS };

#define CYCLES 200

static size_t counted[KINDS];
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
	gcrt_fetch_add(&counted[ONE], 1, relaxed);
}

static void two(struct gcrt_worker *worker, struct gc_ref o)
{
	(void)worker;
	(void)o;
	gcrt_fetch_add(&counted[TWO], 1, relaxed);
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

static bool held, is_held;        /* atomic; the worker waits in the loop, or is to */
static _Thread_local bool helper; /* this thread does not wait */

static void three(struct gcrt_worker *worker, struct gc_ref o)
{
	(void)worker;
	(void)o;
	while (!helper && gcrt_load(&held, seq_cst))
		gcrt_store(&is_held, true, seq_cst);
	gcrt_fetch_add(&counted[THREE], 1, relaxed);
}

static void run_blocks_three(struct gcrt_worker *worker, const uintptr_t *blocks, size_t count)
{
	for (size_t i = 0; i < count; i++)
		gcrt_for_objects(worker, blocks[i], three);
}

static void run_unit(struct gcrt_worker *worker, const uintptr_t *units, size_t count)
{
	(void)worker;
	(void)units;
	gcrt_fetch_add(&counted[UNIT], count, relaxed);
}

static void fill_both(struct gcrt_worker *worker)
{
	gcrt_emit(worker, LEFT, (uintptr_t[]){ 0 }, 1);
	gcrt_emit(worker, RIGHT, (uintptr_t[]){ 0 }, 1);
}

static void fill_beside(struct gcrt_worker *worker)
{
	gcrt_emit_objects(worker, THREE);
}

static bool begins_both(struct gcrt_scheduler *s)
{
	return gcrt_requested(s, 0);
}

static bool ends_both(struct gcrt_scheduler *s)
{
	return gcrt_drained(s, BOTH);
}

static bool begins_beside(struct gcrt_scheduler *s)
{
	return gcrt_requested(s, 1);
}

static bool opens_beside(struct gcrt_scheduler *s)
{
	return gcrt_is_open(s, UNITS);
}

static bool opens_late_ones(struct gcrt_scheduler *s)
{
	return gcrt_drained(s, BESIDE);
}

static bool ends_beside(struct gcrt_scheduler *s)
{
	return gcrt_drained(s, BESIDE) && gcrt_drained(s, UNITS) && gcrt_drained(s, LATE_ONES);
}

static const struct gcrt_kind kinds[KINDS] = {
	[LEFT] = { .name = "left", .words = 1, .run = run_left },
	[RIGHT] = { .name = "right", .words = 1, .run = run_right },
	[ONE] = { .name = "one", .words = 1, .run_blocks = run_blocks_one },
	[TWO] = { .name = "two", .words = 1, .run_blocks = run_blocks_two },
	[UNIT] = { .name = "unit", .words = 1, .run = run_unit },
	[THREE] = { .name = "three", .words = 1, .run_blocks = run_blocks_three },
	[LATE] = { .name = "late", .words = 1, .run = run_unit },
};
static const struct gcrt_queue queues[KINDS] = {
	[LEFT] = { LEFT, BOTH },
	[RIGHT] = { RIGHT, BOTH },
	[ONE] = { ONE, BOTH },
	[TWO] = { TWO, BOTH },
	[UNIT] = { UNIT, UNITS },
	[THREE] = { THREE, BESIDE },
	[LATE] = { LATE, LATE_ONES },
};
static const struct gcrt_bucket buckets[BUCKETS] = {
	[BOTH] = { .name = "both", .cycles = 1, .fill = fill_both },
	[UNITS] = { .name = "units", .cycles = 2 },
	[BESIDE] = { .name = "beside",
	    .cycles = 2,
	    .open_when = opens_beside,
	    .fill = fill_beside,
	    .loops = true },
	[LATE_ONES] = { .name = "late_ones", .cycles = 2, .open_when = opens_late_ones },
};
static const struct gcrt_cycle cycles[] = {
	{ "both", begins_both, ends_both },
	{ "beside", begins_beside, ends_beside },
};
const struct gcrt_collector gcrt_collector = { .name = "loops",
	.kinds = kinds,
	.kind_count = KINDS,
	.queues = queues,
	.queue_count = KINDS,
	.buckets = buckets,
	.bucket_count = BUCKETS,
	.cycles = cycles,
	.cycle_count = 2,
	.buffered = 1u << UNIT | 1u << LATE,
	.mark = -1,
	GCRT_EMBEDDER };

/* Allocates an object of each size.  Returns their bytes. */
static size_t allocate_all(struct gc_mutator *m)
{
	size_t bytes = 0;
	for (size_t c = 0; c < GCRT_SIZE_CLASSES; c++) {
		gc_allocate_slow(m, gcrt_class_bytes(c), GC_ALLOCATION_TAGGED_POINTERLESS);
		bytes += gcrt_class_bytes(c);
	}
	return bytes;
}

static struct gc_heap *begin(int workers, struct gc_mutator **m)
{
	struct gc_options *options = gc_allocate_options();
	struct gc_heap *heap;
	gc_options_set_int(options, GC_OPTION_PARALLELISM, workers);
	gc_options_set_size(options, GC_OPTION_HEAP_SIZE, (size_t)128 << 20);
	assert_int_equal(gc_init(options, gc_empty_stack_addr(), &heap, m, GC_NULL_EVENT_LISTENER,
			     NULL),
	    1);
	free(options);
	return heap;
}

static void two_loops_take_cells_back_once(void **state)
{
	struct gc_mutator *m;
	struct gc_heap *heap = begin(2, &m);
	size_t bytes = 0;
	(void)state;
	for (size_t i = 1; i <= CYCLES; i++) {
		bytes += allocate_all(m);
		counted[ONE] = counted[TWO] = 0;
		gc_collect(m, GC_COLLECTION_ANY);
		assert_int_equal(counted[ONE], i * GCRT_SIZE_CLASSES);
		assert_int_equal(counted[TWO], i * GCRT_SIZE_CLASSES);
		assert_int_equal(heap->space.live_bytes - heap->space.red_bytes, bytes);
	}
	gc_finish_for_thread(m);
	gc_heap_destroy(heap);
}

static bool has_ended(struct gcrt_scheduler *s, struct gcrt_ticket ticket)
{
	gcrt_mutex_lock(&s->lock);
	bool ended = s->ended_of[ticket.cycle] >= ticket.number;
	gcrt_mutex_unlock(&s->lock);
	return ended;
}

/* The only worker waits for the mutator, which publishes its buffer and then stops. */
static void a_pause_may_bring_units(void **state)
{
	struct gc_mutator *m;
	struct gc_heap *heap = begin(1, &m);
	(void)state;
	allocate_all(m);
	for (size_t i = 1; i <= CYCLES; i++) {
		gcrt_buffer(m, UNIT, (uintptr_t[]){ i }, 1);
		struct gcrt_ticket ticket = gcrt_request_cycle(&heap->scheduler, 1, false);
		while (!has_ended(&heap->scheduler, ticket))
			gc_safepoint(m);
		assert_int_equal(counted[UNIT], i);
		assert_int_equal(counted[THREE], i * GCRT_SIZE_CLASSES);
	}
	gc_finish_for_thread(m);
	gc_heap_destroy(heap);
}

/* The only worker waits in the loop.  What a barrier emitted before the mutator helps counts as a
 * barrier's: Note [Waiting units]. */
static void helping_keeps_who_emitted(void **state)
{
	struct gc_mutator *m;
	struct gc_heap *heap = begin(1, &m);
	struct gcrt_scheduler *s = &heap->scheduler;
	bool helped = false;
	(void)state;
	for (unsigned i = 0; i < 4; i++) /* several packets of blocks */
		allocate_all(m);
	gcrt_store(&held, true, seq_cst);
	struct gcrt_ticket ticket = gcrt_request_cycle(s, 1, false);
	while (!gcrt_load(&is_held, seq_cst))
		gc_safepoint(m);
	helper = true;
	gcrt_buffer(m, LATE, (uintptr_t[]){ 1 }, 1);
	while (!helped)
		helped = gcrt_help_loop(m);
	gcrt_mutex_lock(&s->lock);
	assert_non_null(s->pending[LATE]);
	assert_int_equal(s->by_barriers_in[LATE], 1);
	gcrt_mutex_unlock(&s->lock);
	gcrt_store(&held, false, seq_cst);
	gcrt_heap_await(m, ticket);
	gc_finish_for_thread(m);
	gc_heap_destroy(heap);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(two_loops_take_cells_back_once),
		cmocka_unit_test(a_pause_may_bring_units),
		cmocka_unit_test(helping_keeps_who_emitted),
	};
	alarm(540);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
