/* Marking beside mutators, as a program sees it: with a gate that keeps the
 * collector in the midst of marking for as long as the test wants. */
#include "test.h"

#include "gc-allocate.h"
#include "gc-barrier.h"
#include "gc-basic-stats.h"
#include "gc-safepoint.h"
#include "gcrt-collector.h"
#include "gcrt-heap.h"
#include "gcrt-request.h"
#include "satb-names.h"
#include "test-embedder.h"

#include <unistd.h>

int test_gate;

struct fixture {
	struct gc_heap *heap;
	struct gc_mutator *mutator;
	struct gc_mutator_roots roots;
	uintptr_t slot[4];
	struct gc_options *options;
	struct gc_basic_stats stats;
};

static void *give_up(struct gc_heap *heap, size_t size)
{
	(void)heap;
	(void)size;
	return NULL;
}

static void begin(struct fixture *f, const char *options)
{
	memset(f, 0, sizeof *f);
	f->options = gc_allocate_options();
	assert_int_equal(gc_options_parse_and_set_many(f->options, options), 1);
	assert_int_equal(gc_init(f->options, gc_empty_stack_addr(), &f->heap, &f->mutator,
			     GC_BASIC_STATS, &f->stats),
	    1);
	gc_heap_set_allocation_failure_handler(f->heap, give_up);
	f->roots.count = 4;
	f->roots.slot = f->slot;
	gc_mutator_set_roots(f->mutator, &f->roots);
}

static void end(struct fixture *f)
{
	gc_finish_for_thread(f->mutator);
	gc_heap_destroy(f->heap);
	free(f->options);
}

static struct test_object *allocate(struct gc_mutator *m, size_t bytes, uint32_t slots)
{
	struct test_object *o = gc_allocate(m, bytes, GC_ALLOCATION_TAGGED);
	if (!o)
		return NULL;
	o->slots = slots;
	o->bytes = (uint32_t)bytes;
	return o;
}

static void store(struct gc_mutator *m, struct test_object *o, size_t slot, struct test_object *new)
{
	gc_store(m, gc_ref_from_heap_object(o), o->bytes, gc_edge(&o->slot[slot]),
	    gc_ref_from_heap_object_or_null(new));
}

static int exists(struct fixture *f, void *o)
{
	return gc_heap_contains(f->heap, gc_ref_from_heap_object(o));
}

static int marked(void *o)
{
	return gcrt_load(gcrt_metadata(gc_ref_from_heap_object(o), SATB_META_mark), relaxed);
}

static bool in_marking(struct gc_mutator *m)
{
	return gcrt_in_view(m, SATB_PHASE_marking);
}

/* Begins a cycle that does not get further than the first object of slot 0. */
static struct gcrt_ticket begin_marking(struct fixture *f)
{
	gcrt_store(&test_gate, 1, seq_cst);
	struct gcrt_ticket cycle = gcrt_request_cycle(&f->heap->scheduler, 0, false);
	while (!in_marking(f->mutator))
		gc_safepoint(f->mutator);
	return cycle;
}

static void end_marking(struct fixture *f, struct gcrt_ticket cycle)
{
	gcrt_store(&test_gate, 0, seq_cst);
	gcrt_heap_await(f->mutator, cycle);
	assert_false(in_marking(f->mutator));
}

/* ------------------------------------------------------------------- tests */

static void what_is_cut_off_while_marking_is_kept_for_one_cycle(void **state)
{
	struct fixture f;
	(void)state;
	begin(&f, "heap-size=1m,parallelism=1");
	struct test_object *root = allocate(f.mutator, 64, 3);
	f.slot[0] = (uintptr_t)root;
	struct test_object *kept = allocate(f.mutator, 64, 1);
	store(f.mutator, root, 0, kept);
	struct test_object *behind = allocate(f.mutator, 64, 1);
	store(f.mutator, kept, 0, behind);
	struct gcrt_ticket cycle = begin_marking(&f);
	store(f.mutator, root, 0, NULL);
	assert_int_equal(f.mutator->buffers.out[SATB_QUEUE_trace_mark_obj]->used, 1);
	end_marking(&f, cycle);
	assert_int_equal(f.mutator->buffers.out[SATB_QUEUE_trace_mark_obj]->used, 0);
	assert_true(exists(&f, kept) && exists(&f, behind));
	assert_false(marked(kept) || marked(behind) || marked(root));
	gc_collect(f.mutator, GC_COLLECTION_ANY);
	assert_true(exists(&f, root));
	assert_false(exists(&f, kept) || exists(&f, behind));
	end(&f);
}

static void no_barrier_outside_of_marking(void **state)
{
	struct fixture f;
	(void)state;
	begin(&f, "heap-size=1m,parallelism=1");
	struct test_object *root = allocate(f.mutator, 64, 3);
	f.slot[0] = (uintptr_t)root;
	store(f.mutator, root, 0, allocate(f.mutator, 64, 0));
	store(f.mutator, root, 0, NULL);
	assert_int_equal(f.mutator->buffers.out[SATB_QUEUE_trace_mark_obj]->used, 0);
	end(&f);
}

static void new_objects_are_marked_small_and_large(void **state)
{
	struct fixture f;
	struct test_object *new[5];
	static const size_t sizes[] = { 16, 64, 500, 8000, 40000 };
	(void)state;
	begin(&f, "heap-size=4m,parallelism=1");
	f.slot[0] = (uintptr_t)allocate(f.mutator, 64, 0);
	/* the mutator has cells of these sizes when marking begins */
	for (size_t i = 0; i < 5; i++)
		assert_false(marked(allocate(f.mutator, sizes[i], 0)));
	struct gcrt_ticket cycle = begin_marking(&f);
	for (size_t i = 0; i < 5; i++) {
		new[i] = allocate(f.mutator, sizes[i], 0);
		assert_true(marked(new[i]));
	}
	end_marking(&f, cycle);
	for (size_t i = 0; i < 5; i++) {
		assert_true(exists(&f, new[i]));
		assert_false(marked(new[i]));
		assert_false(marked(allocate(f.mutator, sizes[i], 0)));
	}
	end(&f);
}

static void *join_and_allocate(void *argument)
{
	struct fixture *f = argument;
	struct gc_mutator *m = gc_init_for_thread(gc_empty_stack_addr(), f->heap);
	assert_true(in_marking(m));
	struct test_object *o = allocate(m, 64, 0);
	assert_true(marked(o));
	f->slot[1] = (uintptr_t)o;
	gc_finish_for_thread(m);
	return NULL;
}

static void who_joins_while_marking_marks_too(void **state)
{
	struct fixture f;
	struct gcrt_thread thread;
	(void)state;
	begin(&f, "heap-size=1m,parallelism=1");
	f.slot[0] = (uintptr_t)allocate(f.mutator, 64, 0);
	struct gcrt_ticket cycle = begin_marking(&f);
	assert_true(gcrt_thread_create(&thread, join_and_allocate, &f));
	gcrt_thread_join(thread);
	end_marking(&f, cycle);
	assert_true(exists(&f, (void *)f.slot[1]));
	end(&f);
}

static void *open_gate(void *argument)
{
	struct fixture *f = argument;
	bool waits = false;
	while (!waits) {
		gcrt_mutex_lock(&f->heap->world.lock);
		waits = !f->mutator->active;
		gcrt_mutex_unlock(&f->heap->world.lock);
	}
	gcrt_store(&test_gate, 0, seq_cst);
	return NULL;
}

static void who_finds_no_room_while_marking_waits_for_the_end(void **state)
{
	struct fixture f;
	struct gcrt_thread thread;
	(void)state;
	begin(&f, "heap-size=1m,parallelism=1");
	f.slot[0] = (uintptr_t)allocate(f.mutator, 64, 0);
	begin_marking(&f);
	gcrt_mutex_lock(&f.heap->space.lock);
	size_t free_pages = f.heap->space.limit_pages - f.heap->space.used_pages;
	gcrt_mutex_unlock(&f.heap->space.lock);
	while (free_pages > 8 + GCRT_BLOCK_PAGES) {
		assert_non_null(allocate(f.mutator, 32768, 0));
		free_pages -= 8;
	}
	assert_int_equal(f.stats.fallback_count, 0);
	assert_true(gcrt_thread_create(&thread, open_gate, &f));
	/* this is more than is left.  What was allocated during the cycle is marked and stays, so
	 * there is no room after it either, and a pause is needed */
	assert_non_null(allocate(f.mutator, 500000, 0));
	gcrt_thread_join(thread);
	assert_true(f.stats.fallback_count >= 1);
	assert_true(f.stats.max_fallback_usec > 0);
	end(&f);
}

/* A heap whose live data leave little room: cycles begin before it is full. */
/* Lets the collector run while it has work.  The test is not about the speed of the collector
 * beside the program. */
static void let_collect(struct gc_mutator *m)
{
	struct gcrt_scheduler *s = &m->heap->scheduler;
	bool busy;
	do {
		gc_safepoint(m);
		gcrt_mutex_lock(&s->lock);
		busy = s->requested || s->cycle >= 0;
		gcrt_mutex_unlock(&s->lock);
	} while (busy && !usleep(100));
}

static void cycles_begin_before_the_heap_is_full(void **state)
{
	struct fixture f;
	(void)state;
	begin(&f, "heap-size=8m,parallelism=1");
	f.slot[0] = (uintptr_t)allocate(f.mutator, 64, 1);
	for (unsigned i = 0; i < 200000 && !f.stats.major_collection_count; i++) {
		allocate(f.mutator, 256, 0);
		let_collect(f.mutator);
	}
	gc_collect(f.mutator, GC_COLLECTION_ANY);
	assert_int_equal(f.stats.fallback_count, 0);
	assert_true(f.stats.major_collection_count >= 2);
	end(&f);
}

struct churn {
	struct gc_heap *heap;
	unsigned seed;
};

/* Each thread changes a list of its own: it cuts off the tail, and appends it again elsewhere; in
 * between only a root has it. */
static void *churn(void *argument)
{
	struct churn *c = argument;
	uintptr_t slot[3] = { 0 };
	struct gc_mutator_roots roots = { 3, slot, 0 };
	struct gc_mutator *m = gc_init_for_thread(gc_empty_stack_addr(), c->heap);
	gc_mutator_set_roots(m, &roots);
	for (unsigned i = 0; i < 40; i++) {
		struct test_object *o = allocate(m, 48, 2);
		o->slot[0] = slot[0];
		slot[0] = (uintptr_t)o;
	}
	for (unsigned round = 0; round < 40000; round++) {
		c->seed = c->seed * 1103515245 + 12345;
		struct test_object *at = (void *)slot[0];
		for (unsigned n = (c->seed >> 16) % 38; n; n--)
			at = (void *)at->slot[0];
		slot[1] = at->slot[0];
		slot[2] = (uintptr_t)at;
		store(m, at, 0, NULL);
		struct test_object *o = allocate(m, 48, 2);
		at = (void *)slot[2];
		store(m, at, 0, o);
		o->slot[0] = ((struct test_object *)slot[1])->slot[0];
		gc_safepoint(m);
		unsigned length = 0;
		for (o = (void *)slot[0]; o; o = (void *)o->slot[0], length++)
			assert_int_equal(o->bytes, 48);
		assert_int_equal(length, 40);
	}
	gc_finish_for_thread(m);
	return NULL;
}

static void lists_that_change_lose_nothing(void **state)
{
	struct fixture f;
	(void)state;
	for (unsigned workers = 1; workers <= 3; workers++) {
		char options[64];
		struct churn churns[3];
		snprintf(options, sizeof options, "heap-size=1m,parallelism=%u", workers);
		begin(&f, options);
		for (unsigned i = 0; i < 3; i++)
			churns[i] = (struct churn){ f.heap, i + workers };
		gc_deactivate(f.mutator);
		test_threads(3, churn, churns, sizeof churns[0]);
		gc_reactivate(f.mutator);
		let_collect(f.mutator); /* so far a cycle may have stopped the mutators only once */
		gc_basic_stats_finish(&f.stats);
		assert_true(f.stats.major_collection_count > 3);
		assert_true(f.stats.stop_count >= 2 * f.stats.major_collection_count);
		end(&f);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_cut_off_while_marking_is_kept_for_one_cycle),
		cmocka_unit_test(no_barrier_outside_of_marking),
		cmocka_unit_test(new_objects_are_marked_small_and_large),
		cmocka_unit_test(who_joins_while_marking_marks_too),
		cmocka_unit_test(who_finds_no_room_while_marking_waits_for_the_end),
		cmocka_unit_test(cycles_begin_before_the_heap_is_full),
		cmocka_unit_test(lists_that_change_lose_nothing),
	};
	alarm(540);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
