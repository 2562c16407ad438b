/* Queues, guards, limits and cycles, with a collector that collects nothing:
 * its kinds count.
 *
 *	seed      into start, once a cycle: emits one of everything
 *	tree(n)   in fan: two of n-1, until 0
 *	pair(a,b) in fan, units of two words
 *	both(x)   in fan and in late
 *	solo, duo in fan, run by one worker at most, by two at most
 *	check     in last: everything above has been run, and nothing runs */
#include "test.h"

#include "gc-null-event-listener.h"
#include "gc-safepoint.h"
#include "gcrt-embedder.h"
#include "gcrt-collector.h"
#include "gcrt-heap.h"
#include "gcrt-request.h"

enum { SEED, TREE, PAIR, BOTH, SOLO, DUO, CHECK, KINDS };
enum { START, FAN, LATE, LAST, BUCKETS };
enum { Q_SEED, Q_TREE, Q_PAIR, Q_BOTH_FAN, Q_SOLO, Q_DUO, Q_BOTH_LATE, Q_CHECK, QUEUES };

#define DEPTH   11
#define PAIRS   2000
#define BOTHS   700
#define LIMITED 600

/* For the tests of messages that stop a program: what is wrong with this collector. */
static enum {
	RIGHT,
	STUCK,
	LEFT_OVER,
	STOP_IN_FILL,
	RESUME_UNSTOPPED,
	STOP_TWICE,
	LOOP_IN_FILL
} fault;

static bool again; /* atomic; each cycle requests another one */
static size_t seeds;
static size_t trees, pairs, boths[2], solos, duos, checks, runs;
static int running[KINDS];
static int gate;          /* 1: seed must wait; 2: it waits now */
static size_t solo_plain; /* not atomic, because solo never runs twice at once */

/* Does a little work, so that workers overlap. */
static void dawdle(void)
{
	int steps = 0;
	while (gcrt_fetch_add(&steps, 1, seq_cst) < 200)
		continue;
}

static int enter(int kind)
{
	return gcrt_fetch_add(&running[kind], 1, seq_cst) + 1;
}

static void leave(int kind)
{
	gcrt_fetch_sub(&running[kind], 1, seq_cst);
}

static void emit1(struct gcrt_worker *worker, unsigned queue, uintptr_t x)
{
	gcrt_emit(worker, queue, (uintptr_t[]){ x }, 1);
}

/* Reads the roots of a mutator that has not been stopped. */
static enum { NOBODY, ASKED, LOOKS, MAY_GO } looker; /* atomic */
static size_t operations;                            /* atomic; operations of that mutator */
static bool ran_meanwhile;
static void look_at_root(struct gc_edge edge, struct gc_heap *heap, void *data)
{
	size_t before = gcrt_load(&operations, seq_cst);
	(void)edge;
	(void)heap;
	(void)data;
	gcrt_store(&looker, LOOKS, seq_cst);
	while (gcrt_load(&looker, seq_cst) != MAY_GO)
		continue;
	ran_meanwhile = gcrt_load(&operations, seq_cst) != before;
}

static struct gc_mutator *leaver; /* a kernel reads its roots while it leaves */

static void wait_for(struct gcrt_world *world, bool (*is_so)(const struct gc_mutator *m))
{
	for (bool so = false; !so;) {
		gcrt_mutex_lock(&world->lock);
		so = is_so(leaver);
		gcrt_mutex_unlock(&world->lock);
	}
}

static bool has_no_roots(const struct gc_mutator *m)
{
	return !m->roots;
}

static bool has_left(const struct gc_mutator *m)
{
	return m->left;
}

/* Reads from the time when the mutator has given up its roots, and before it has left, until after
 * that. */
static void look_at_leaver(struct gcrt_worker *worker)
{
	struct gc_heap *heap = worker->heap;
	gcrt_mutex_lock(&heap->scheduler.lock);
	gcrt_store(&looker, MAY_GO, seq_cst);
	wait_for(&heap->world, has_no_roots);
	gcrt_begin_reading(worker, leaver);
	gcrt_mutex_unlock(&heap->scheduler.lock);
	wait_for(&heap->world, has_left);
	gcrt_end_reading(worker, leaver);
}

static void run_seed(struct gcrt_worker *worker, const uintptr_t *units, size_t count)
{
	(void)units;
	assert_int_equal(count, 1);
	if (leaver)
		look_at_leaver(worker);
	enter(SEED);
	seeds++;
	if (gcrt_load(&again, relaxed))
		gcrt_request(worker, 0);
	if (gcrt_load(&looker, seq_cst) == ASKED)
		gcrt_for_mutators(worker, m) gcrt_for_roots(worker, m, look_at_root, NULL);
	if (gcrt_load(&gate, seq_cst))
		gcrt_store(&gate, 2, seq_cst);
	while (gcrt_load(&gate, seq_cst))
		continue;
	if (fault == STUCK || fault == STOP_TWICE)
		gcrt_stop_mutators(worker);
	if (fault == STOP_TWICE)
		gcrt_stop_mutators(worker);
	if (fault == RESUME_UNSTOPPED)
		gcrt_resume_mutators(worker);
	emit1(worker, Q_TREE, DEPTH);
	for (uintptr_t i = 0; i < PAIRS; i++)
		gcrt_emit(worker, Q_PAIR, (uintptr_t[]){ i, ~i }, 2);
	for (uintptr_t i = 0; i < BOTHS; i++) {
		emit1(worker, Q_BOTH_FAN, 0);
		emit1(worker, Q_BOTH_LATE, 1);
	}
	for (uintptr_t i = 0; i < LIMITED; i++) {
		emit1(worker, Q_SOLO, i);
		emit1(worker, Q_DUO, i);
	}
	leave(SEED);
}

static void run_tree(struct gcrt_worker *worker, const uintptr_t *units, size_t count)
{
	enter(TREE);
	for (size_t i = 0; i < count; i++) {
		gcrt_fetch_add(&trees, 1, relaxed);
		if (units[i]) {
			emit1(worker, Q_TREE, units[i] - 1);
			emit1(worker, Q_TREE, units[i] - 1);
		}
	}
	leave(TREE);
}

static void run_pair(struct gcrt_worker *worker, const uintptr_t *units, size_t count)
{
	(void)worker;
	enter(PAIR);
	for (size_t i = 0; i < count; i++) {
		assert_true(units[2 * i] == ~units[2 * i + 1]);
		gcrt_fetch_add(&pairs, 1, relaxed);
	}
	leave(PAIR);
}

static void run_both(struct gcrt_worker *worker, const uintptr_t *units, size_t count)
{
	(void)worker;
	enter(BOTH);
	for (size_t i = 0; i < count; i++)
		gcrt_fetch_add(&boths[units[i]], 1, relaxed);
	leave(BOTH);
}

static void run_solo(struct gcrt_worker *worker, const uintptr_t *units, size_t count)
{
	(void)worker;
	(void)units;
	assert_int_equal(enter(SOLO), 1);
	dawdle();
	solo_plain += count;
	gcrt_fetch_add(&solos, count, relaxed);
	leave(SOLO);
}

static void run_duo(struct gcrt_worker *worker, const uintptr_t *units, size_t count)
{
	(void)worker;
	(void)units;
	assert_in_range(enter(DUO), 1, 2);
	dawdle();
	gcrt_fetch_add(&duos, count, relaxed);
	leave(DUO);
}

static void run_check(struct gcrt_worker *worker, const uintptr_t *units, size_t count)
{
	(void)worker;
	assert_int_equal(count, 1);
	assert_int_equal(units[0], 42);
	for (int k = 0; k < KINDS; k++)
		assert_int_equal(gcrt_load(&running[k], relaxed), 0);
	runs++;
	assert_int_equal(trees, runs * ((2 << DEPTH) - 1));
	assert_int_equal(pairs, runs * PAIRS);
	assert_int_equal(boths[0], runs * BOTHS);
	assert_int_equal(boths[1], runs * BOTHS);
	assert_int_equal(solos, runs * LIMITED);
	assert_int_equal(solo_plain, runs * LIMITED);
	assert_int_equal(duos, runs * LIMITED);
	checks++;
}

static bool when_seeded(struct gcrt_scheduler *s)
{
	return gcrt_drained(s, START) && fault != STUCK;
}

static bool when_fanned(struct gcrt_scheduler *s)
{
	return gcrt_drained(s, FAN) && fault != LEFT_OVER;
}

static bool when_all_done(struct gcrt_scheduler *s)
{
	bool done = gcrt_drained(s, LATE) && gcrt_kind_drained(s, TREE) &&
	    gcrt_kind_drained(s, BOTH) && gcrt_idle(s, FAN) && gcrt_empty(s, FAN);
	/* a bucket that has not opened is neither empty nor drained, even without a unit */
	assert_false(gcrt_empty(s, LAST) || gcrt_drained(s, LAST));
	assert_true(!done || (gcrt_is_open(s, FAN) && !gcrt_is_open(s, LAST)));
	return done;
}

static void fill_start(struct gcrt_worker *worker)
{
	if (fault == STOP_IN_FILL)
		gcrt_stop_mutators(worker);
	if (fault == LOOP_IN_FILL)
		gcrt_emit_objects(worker, Q_BOTH_LATE);
	emit1(worker, Q_SEED, 0);
}

static void fill_last(struct gcrt_worker *worker)
{
	emit1(worker, Q_CHECK, 42);
}

static bool from(struct gcrt_scheduler *s)
{
	assert_false(gcrt_in_cycle(s, 0));
	return gcrt_requested(s, 0);
}

static bool to(struct gcrt_scheduler *s)
{
	assert_true(gcrt_in_cycle(s, 0));
	if (fault == LEFT_OVER)
		return gcrt_drained(s, FAN);
	return gcrt_drained(s, LAST);
}

static const struct gcrt_kind kinds[KINDS] = {
	[SEED] = { "seed", 1, GCRT_ONCE, 0, run_seed, NULL, false, false, 0 },
	[TREE] = { "tree", 1, GCRT_BAG, 0, run_tree, NULL, false, false, 0 },
	[PAIR] = { "pair", 2, GCRT_SET, 0, run_pair, NULL, false, false, 0 },
	[BOTH] = { "both", 1, GCRT_BAG, 0, run_both, NULL, false, false, 0 },
	[SOLO] = { "solo", 1, GCRT_SET, 1, run_solo, NULL, false, false, 0 },
	[DUO] = { "duo", 1, GCRT_SET, 2, run_duo, NULL, false, false, 0 },
	[CHECK] = { "check", 1, GCRT_ONCE, 0, run_check, NULL, false, false, 0 },
};
static const struct gcrt_queue queues[QUEUES] = {
	[Q_SEED] = { SEED, START },
	[Q_TREE] = { TREE, FAN },
	[Q_PAIR] = { PAIR, FAN },
	[Q_BOTH_FAN] = { BOTH, FAN },
	[Q_SOLO] = { SOLO, FAN },
	[Q_DUO] = { DUO, FAN },
	[Q_BOTH_LATE] = { BOTH, LATE },
	[Q_CHECK] = { CHECK, LAST },
};
static const struct gcrt_bucket buckets[BUCKETS] = {
	[START] = { "start", 1, NULL, fill_start, false, NULL },
	[FAN] = { "fan", 1, when_seeded, NULL, false, NULL },
	[LATE] = { "late", 1, when_fanned, NULL, false, NULL },
	[LAST] = { "last", 1, when_all_done, fill_last, false, NULL },
};
static const struct gcrt_metadata metadata[] = {
	{ .name = "grey", .initial = 5, .at_rest = -1 },
	{ .name = "age", .initial = 9, .at_rest = -1 },
	{ .name = "link", .initial = 1, .at_rest = -1, .is_reference = true },
	{ .name = "next", .at_rest = -1, .is_reference = true },
};
static const char *const tags[] = { "none" };
static const struct gcrt_cycle cycles[] = { { "count", from, to } };
const struct gcrt_collector gcrt_collector = { .name = "counter",
	.kinds = kinds,
	.kind_count = KINDS,
	.queues = queues,
	.queue_count = QUEUES,
	.buckets = buckets,
	.bucket_count = BUCKETS,
	.cycles = cycles,
	.cycle_count = 1,
	.metadata = metadata,
	.metadata_count = 4,
	.tags = tags,
	.tag_count = 1,
	.mark = -1,
	GCRT_EMBEDDER };

/* ------------------------------------------------------------------- tests */

static struct gc_heap *begin(unsigned workers, struct gc_mutator **m)
{
	struct gc_heap *heap;
	struct gc_options *options = gc_allocate_options();
	assert_int_equal(gc_options_set_int(options, GC_OPTION_PARALLELISM, (int)workers), 1);
	assert_int_equal(gc_init(options, gc_empty_stack_addr(), &heap, m, GC_NULL_EVENT_LISTENER,
			     NULL),
	    1);
	free(options);
	return heap;
}

static void every_unit_is_run_once_and_before_what_waits_for_it(void **state)
{
	(void)state;
	for (unsigned workers = 1; workers <= 5; workers++) {
		struct gc_mutator *m;
		struct gc_heap *heap = begin(workers, &m);
		size_t before = checks;
		for (unsigned i = 0; i < 60; i++)
			gc_collect(m, GC_COLLECTION_ANY);
		assert_int_equal(checks - before, 60);
		gc_finish_for_thread(m);
		gc_heap_destroy(heap);
	}
}

static void *collect_many(void *argument)
{
	struct gc_mutator *m = gc_init_for_thread(gc_empty_stack_addr(), argument);
	for (unsigned i = 0; i < 50; i++)
		gc_collect(m, GC_COLLECTION_ANY);
	gc_finish_for_thread(m);
	return NULL;
}

/* Requests that come together share a cycle, and no request is lost. */
static void requests_of_many_mutators(void **state)
{
	struct gc_mutator *m;
	struct gc_heap *heap = begin(3, &m);
	struct gcrt_thread thread[4];
	size_t before = checks;
	(void)state;
	gc_deactivate(m);
	for (unsigned i = 0; i < 4; i++)
		assert_true(gcrt_thread_create(&thread[i], collect_many, heap));
	for (unsigned i = 0; i < 4; i++)
		gcrt_thread_join(thread[i]);
	gc_reactivate(m);
	assert_in_range(checks - before, 50, 200);
	gc_finish_for_thread(m);
	gc_heap_destroy(heap);
}

static void *collect_once(void *argument)
{
	struct gc_mutator *m = gc_init_for_thread(gc_empty_stack_addr(), argument);
	gc_collect(m, GC_COLLECTION_ANY);
	gc_finish_for_thread(m);
	return NULL;
}

/* A request that is made while a cycle runs is for another cycle, which comes. */
static void a_request_during_a_cycle_is_kept(void **state)
{
	struct gc_mutator *m;
	struct gc_heap *heap = begin(2, &m);
	struct gcrt_scheduler *s = &heap->scheduler;
	struct gcrt_thread thread[2];
	size_t before = checks;
	(void)state;
	gcrt_store(&gate, 1, seq_cst);
	assert_true(gcrt_thread_create(&thread[0], collect_once, heap));
	while (gcrt_load(&gate, seq_cst) != 2)
		continue;
	assert_true(gcrt_thread_create(&thread[1], collect_once, heap));
	for (bool requested = false; !requested;) {
		gcrt_mutex_lock(&s->lock);
		requested = gcrt_requested(s, 0);
		gcrt_mutex_unlock(&s->lock);
	}
	gcrt_store(&gate, 0, seq_cst);
	gcrt_thread_join(thread[0]);
	gcrt_thread_join(thread[1]);
	assert_int_equal(checks - before, 2);
	gc_finish_for_thread(m);
	gc_heap_destroy(heap);
}

static void metadata_is_as_at_allocation(void **state)
{
	static const size_t sizes[] = { 16, 100, 8192, 8193, 100000 };
	struct gc_mutator *m;
	struct gc_heap *heap = begin(1, &m);
	(void)state;
	for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
		for (unsigned j = 0; j < 5; j++) {
			void *o = gc_allocate_slow(m, sizes[i], GC_ALLOCATION_TAGGED);
			struct gc_ref ref = gc_ref_from_heap_object(o);
			assert_int_equal(gcrt_load(gcrt_metadata(ref, 0), relaxed), 5);
			assert_int_equal(gcrt_load(gcrt_metadata(ref, 1), relaxed), 9);
		}
	gc_finish_for_thread(m);
	gc_heap_destroy(heap);
}

static void references_are_words_of_their_own(void **state)
{
	static const size_t sizes[] = { 16, 100, 8192, 100000 };
	static const uint8_t initial[] = { 5, 9, 1, 0 };
	struct gc_mutator *m;
	struct gc_heap *heap = begin(1, &m);
	uintptr_t last = 0;
	(void)state;
	for (size_t i = 0; i < 5 * sizeof sizes / sizeof sizes[0]; i++) {
		void *o = gc_allocate_slow(m, sizes[i % 4], GC_ALLOCATION_TAGGED);
		struct gc_ref ref = gc_ref_from_heap_object(o);
		assert_int_equal(gcrt_load(gcrt_reference(ref, 2), relaxed), 1);
		assert_int_equal(gcrt_load(gcrt_reference(ref, 3), relaxed), 0);
		gcrt_store(gcrt_reference(ref, 3), gc_ref_value(ref), relaxed);
		gcrt_store(gcrt_reference(ref, 2), last, relaxed);
		assert_int_equal(gcrt_load(gcrt_reference(ref, 3), relaxed), gc_ref_value(ref));
		assert_int_equal(gcrt_load(gcrt_reference(ref, 2), relaxed), last);
		assert_int_equal(gcrt_load(gcrt_metadata(ref, 1), relaxed), 9);
		if (last) {
			assert_int_equal(gcrt_load(gcrt_reference_word(last, 3), relaxed), last);
			gcrt_space_init_metadata(&heap->space, last, initial);
			assert_int_equal(gcrt_load(gcrt_reference_word(last, 2), relaxed), 1);
			assert_int_equal(gcrt_load(gcrt_reference_word(last, 3), relaxed), 0);
		}
		last = gc_ref_value(ref);
	}
	gc_finish_for_thread(m);
	gc_heap_destroy(heap);
}

/* Each cycle requests the next one.  The one that runs is the last, and runs completely. */
static void a_heap_ends_with_the_cycle_that_runs(void **state)
{
	(void)state;
	for (unsigned workers = 1; workers <= 3; workers++) {
		struct gc_mutator *m;
		struct gc_heap *heap = begin(workers, &m);
		size_t before = seeds - checks;
		gcrt_store(&again, true, relaxed);
		gc_collect(m, GC_COLLECTION_ANY);
		gc_finish_for_thread(m);
		gc_heap_destroy(heap);
		gcrt_store(&again, false, relaxed);
		assert_int_equal(seeds - checks, before);
	}
}

static void *let_go(void *unused)
{
	(void)unused;
	while (gcrt_load(&looker, seq_cst) != LOOKS)
		continue;
	usleep(50000);
	gcrt_store(&looker, MAY_GO, seq_cst);
	return NULL;
}

/* Runs BODY while a kernel reads, or waits to read, the roots of M. */
static void while_roots_are_read(void (*body)(struct gc_heap *heap, struct gc_mutator *m))
{
	struct gc_mutator *m;
	struct gc_heap *heap = begin(1, &m);
	uintptr_t slot[1] = { 0 };
	struct gc_mutator_roots roots = { 1, slot, 0 };
	struct gcrt_thread other;
	gc_mutator_set_roots(m, &roots);
	gcrt_store(&looker, ASKED, seq_cst);
	assert_true(gcrt_thread_create(&other, let_go, NULL));
	gcrt_request_cycle(&heap->scheduler, 0, false);
	body(heap, m);
	gcrt_thread_join(other);
	gc_heap_destroy(heap);
	gcrt_store(&looker, NOBODY, seq_cst);
}

static void leave_at_once(struct gc_heap *heap, struct gc_mutator *m)
{
	bool waits = false;
	while (!waits) {
		gcrt_mutex_lock(&heap->world.lock);
		waits = m->readers != 0;
		gcrt_mutex_unlock(&heap->world.lock);
	}
	gc_finish_for_thread(m);
	assert_int_equal(gcrt_load(&looker, seq_cst), MAY_GO);
}

static void who_leaves_waits_for_who_looks_at_its_roots(void **state)
{
	(void)state;
	while_roots_are_read(leave_at_once);
}

static void who_leaves_may_be_looked_at(void **state)
{
	struct gc_mutator *m;
	struct gc_heap *heap = begin(1, &m);
	uintptr_t slot[1] = { 0 };
	struct gc_mutator_roots roots = { 1, slot, 0 };
	(void)state;
	gc_mutator_set_roots(m, &roots);
	leaver = m;
	gcrt_request_cycle(&heap->scheduler, 0, false);
	while (gcrt_load(&looker, seq_cst) != MAY_GO)
		continue;
	gc_finish_for_thread(m);
	gc_heap_destroy(heap);
	leaver = NULL;
	gcrt_store(&looker, NOBODY, seq_cst);
}

static void run_on(struct gc_heap *heap, struct gc_mutator *m)
{
	(void)heap;
	while (gcrt_load(&looker, seq_cst) != MAY_GO) {
		gcrt_fetch_add(&operations, 1, seq_cst);
		gc_safepoint(m);
	}
	gc_finish_for_thread(m);
}

/* The mutator waits at a safepoint. */
static void whose_roots_are_looked_at_does_not_run(void **state)
{
	(void)state;
	while_roots_are_read(run_on);
	assert_false(ran_meanwhile);
}

static void leaves_late(void)
{
	struct gc_mutator *m;
	gc_heap_destroy(begin(1, &m));
}

static void one_cycle(void)
{
	struct gc_mutator *m;
	begin(2, &m);
	gc_allocate_slow(m, 32, GC_ALLOCATION_TAGGED);
	gc_collect(m, GC_COLLECTION_ANY);
}

/* Fills of the cycle run beside an active mutator. */
static void one_cycle_beside(void)
{
	struct gc_mutator *m;
	struct gc_heap *heap = begin(2, &m);
	gcrt_request_cycle(&heap->scheduler, 0, false);
	for (;;)
		continue;
}

static void what_is_wrong_stops_the_program(void **state)
{
	(void)state;
	fault = STUCK;
	assert_true(test_dies(one_cycle, "cycle count is stuck"));
	fault = LEFT_OVER;
	assert_true(test_dies(one_cycle, "cycle count ends while units are left in bucket late"));
	fault = STOP_IN_FILL;
	assert_true(test_dies(one_cycle, "a fill stops the mutators"));
	fault = RESUME_UNSTOPPED;
	assert_true(
	    test_dies(one_cycle, "`resume mutators` runs while the mutators are not stopped"));
	fault = STOP_TWICE;
	assert_true(
	    test_dies(one_cycle, "`stop mutators` runs while the mutators are stopped already"));
	fault = LOOP_IN_FILL;
	assert_true(test_dies(leaves_late, "gc_heap_destroy: a thread has not left"));
	assert_true(
	    test_dies(one_cycle_beside, "a fill loops over all objects, and its bucket does not"));
	fault = RIGHT;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_unit_is_run_once_and_before_what_waits_for_it),
		cmocka_unit_test(requests_of_many_mutators),
		cmocka_unit_test(a_request_during_a_cycle_is_kept),
		cmocka_unit_test(a_heap_ends_with_the_cycle_that_runs),
		cmocka_unit_test(who_leaves_waits_for_who_looks_at_its_roots),
		cmocka_unit_test(who_leaves_may_be_looked_at),
		cmocka_unit_test(whose_roots_are_looked_at_does_not_run),
		cmocka_unit_test(metadata_is_as_at_allocation),
		cmocka_unit_test(references_are_words_of_their_own),
		cmocka_unit_test(what_is_wrong_stops_the_program),
	};
	alarm(540); /* if a wake-up is lost, the test hangs */
	return cmocka_run_group_tests(tests, NULL, NULL);
}
