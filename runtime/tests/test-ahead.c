/* Units that a worker runs in the middle of others, when more wait than may (Note [Packets]),
 * or before others: no mutator that is stopped, or leaves, waits for them, nor does who looks.
 *
 *	seed      into start, once a cycle: emits more leaves than may wait, and what the
 *	          scene is about
 *	leaf      in work, which opens when start is drained: counts
 *	hold      stops the mutators, emits leaves, and resumes them
 *	halt      stops the mutators, emits leaves, and emits go
 *	shake(m)  on m: emits leaves
 *	read(m)   reads the roots of m, emitting leaves
 *	late      emits go, and then leaves
 *	go        resumes the mutators
 *	busy      emits leaves when there is a look
 *	look      asks whether busy is drained */
#include "test.h"

#include "gc-null-event-listener.h"
#include "gc-safepoint.h"
#include "gcrt-embedder.h"
#include "gcrt-collector.h"
#include "gcrt-heap.h"

enum { SEED, GO, LEAF, HOLD, HALT, SHAKE, READ, LATE, BUSY, LOOK, KINDS }; /* one queue each */
enum { START, WORK, BUCKETS };

#define LEAVES ((size_t)80000) /* more units than may wait in a heap of 1 MB */
#define MORE   ((size_t)2000)  /* several packets more */

static unsigned scene; /* the kind that the test is about */
static size_t leaves;  /* atomic; leaves that have been run */
static size_t waited;  /* of these, how many while others waited for the scene */

static void emit_leaves(struct gcrt_worker *worker, size_t count)
{
	for (size_t i = 0; i < count; i++)
		gcrt_emit(worker, LEAF, (uintptr_t[]){ i }, 1);
}

/* Emits leaves, and counts those that are run before it has finished. */
static void emit_and_count(struct gcrt_worker *worker)
{
	size_t before = gcrt_load(&leaves, seq_cst);
	emit_leaves(worker, MORE);
	waited = gcrt_load(&leaves, seq_cst) - before;
}

static void run_seed(struct gcrt_worker *worker, const uintptr_t *units, size_t count)
{
	(void)units;
	assert_int_equal(count, 1);
	emit_leaves(worker, LEAVES);
	if (scene == LATE)
		gcrt_stop_mutators(worker);
	gcrt_emit(worker, scene, (uintptr_t[]){ (uintptr_t)gcrt_first_mutator(worker) }, 1);
	if (scene == BUSY)
		gcrt_emit(worker, LOOK, (uintptr_t[]){ 0 }, 1);
}

static void run_leaf(struct gcrt_worker *worker, const uintptr_t *units, size_t count)
{
	(void)worker;
	(void)units;
	gcrt_fetch_add(&leaves, count, seq_cst);
}

static void run_hold(struct gcrt_worker *worker, const uintptr_t *units, size_t count)
{
	(void)units;
	assert_int_equal(count, 1);
	gcrt_stop_mutators(worker);
	emit_and_count(worker);
	gcrt_resume_mutators(worker);
}

static void run_halt(struct gcrt_worker *worker, const uintptr_t *units, size_t count)
{
	(void)units;
	assert_int_equal(count, 1);
	gcrt_stop_mutators(worker);
	emit_and_count(worker);
	gcrt_emit(worker, GO, (uintptr_t[]){ 0 }, 1);
}

static void run_shake(struct gcrt_worker *worker, const uintptr_t *units, size_t count)
{
	assert_int_equal(count, 1);
	assert_true(((struct gc_mutator *)units[0])->claimed);
	emit_and_count(worker);
}

static void read_root(struct gc_edge edge, struct gc_heap *heap, void *worker)
{
	(void)edge;
	(void)heap;
	emit_and_count(worker);
}

static void run_read(struct gcrt_worker *worker, const uintptr_t *units, size_t count)
{
	assert_int_equal(count, 1);
	gcrt_for_roots(worker, (struct gc_mutator *)units[0], read_root, worker);
}

static size_t late;
static bool published; /* late has emitted its units, so each worker finds them */

static void run_late(struct gcrt_worker *worker, const uintptr_t *units, size_t count)
{
	(void)units;
	assert_int_equal(count, 1);
	late = gcrt_load(&leaves, seq_cst);
	if (published)
		gcrt_emit_now(worker, GO, (uintptr_t[]){ 0 }, 1);
	else
		gcrt_emit(worker, GO, (uintptr_t[]){ 0 }, 1);
	emit_leaves(worker, MORE);
}

static void run_go(struct gcrt_worker *worker, const uintptr_t *units, size_t count)
{
	(void)units;
	assert_int_equal(count, 1);
	if (scene == LATE)
		waited = gcrt_load(&leaves, seq_cst) - late;
	gcrt_resume_mutators(worker);
}

static size_t busy;     /* how many leaves it emits while a worker looks */
static bool busy_begun; /* atomic */
static bool was_drained;

static void run_busy(struct gcrt_worker *worker, const uintptr_t *units, size_t count)
{
	struct gcrt_scheduler *s = &worker->heap->scheduler;
	(void)units;
	assert_int_equal(count, 1);
	gcrt_store(&busy_begun, true, seq_cst);
	while (!gcrt_load(&s->looking, relaxed))
		continue;
	for (size_t i = 0; i < MORE; i++) {
		gcrt_emit(worker, LEAF, (uintptr_t[]){ i }, 1);
		busy += gcrt_load(&s->looking, relaxed) != 0;
	}
}

static bool busy_is_drained(struct gcrt_scheduler *s)
{
	return gcrt_kind_drained(s, BUSY);
}

static void run_look(struct gcrt_worker *worker, const uintptr_t *units, size_t count)
{
	(void)units;
	assert_int_equal(count, 1);
	while (!gcrt_load(&busy_begun, seq_cst))
		continue;
	was_drained = gcrt_look(worker, busy_is_drained);
}

static bool when_seeded(struct gcrt_scheduler *s)
{
	return gcrt_drained(s, START);
}
static bool from(struct gcrt_scheduler *s)
{
	return gcrt_requested(s, 0);
}
static bool to(struct gcrt_scheduler *s)
{
	return gcrt_drained(s, WORK);
}

static void fill_start(struct gcrt_worker *worker)
{
	gcrt_emit(worker, SEED, (uintptr_t[]){ 0 }, 1);
}

static const struct gcrt_kind kinds[KINDS] = {
	[SEED] = { .name = "seed", .words = 1, .run = run_seed },
	[GO] = { .name = "go", .words = 1, .run = run_go, .resumes = true },
	[LEAF] = { .name = "leaf", .words = 1, .run = run_leaf },
	[HOLD] = { .name = "hold", .words = 1, .run = run_hold, .resumes = true },
	[HALT] = { .name = "halt", .words = 1, .run = run_halt },
	[SHAKE] = { .name = "shake", .words = 1, .run = run_shake, .takes_mutator = true, .on = 1 },
	[READ] = { .name = "read", .words = 1, .run = run_read, .takes_mutator = true },
	[LATE] = { .name = "late", .words = 1, .run = run_late },
	[BUSY] = { .name = "busy", .words = 1, .run = run_busy },
	[LOOK] = { .name = "look", .words = 1, .run = run_look },
};
static const struct gcrt_queue queues[KINDS] = {
	[SEED] = { SEED, START },
	[GO] = { GO, WORK },
	[LEAF] = { LEAF, WORK },
	[HOLD] = { HOLD, WORK },
	[HALT] = { HALT, WORK },
	[SHAKE] = { SHAKE, WORK },
	[READ] = { READ, WORK },
	[LATE] = { LATE, WORK },
	[BUSY] = { BUSY, WORK },
	[LOOK] = { LOOK, WORK },
};
static const struct gcrt_bucket buckets[BUCKETS] = {
	[START] = { .name = "start", .cycles = 1, .fill = fill_start },
	[WORK] = { .name = "work", .cycles = 1, .open_when = when_seeded },
};
static const struct gcrt_cycle cycles[] = { { "cycle", from, to } };
const struct gcrt_collector gcrt_collector = { .name = "ahead",
	.kinds = kinds,
	.kind_count = KINDS,
	.queues = queues,
	.queue_count = KINDS,
	.buckets = buckets,
	.bucket_count = BUCKETS,
	.cycles = cycles,
	.cycle_count = 1,
	.mark = -1,
	GCRT_EMBEDDER };

/* ------------------------------------------------------------------- tests */

/* Runs one cycle with one mutator, which waits for it. */
static void play(unsigned kind, int workers)
{
	struct gc_options *options = gc_allocate_options();
	struct gc_heap *heap;
	struct gc_mutator *m;
	uintptr_t slot[1] = { 0 };
	struct gc_mutator_roots roots = { 1, slot, 0 };
	gc_options_parse_and_set_many(options, "heap-size=1m");
	gc_options_set_int(options, GC_OPTION_PARALLELISM, workers);
	assert_int_equal(gc_init(options, gc_empty_stack_addr(), &heap, &m, GC_NULL_EVENT_LISTENER,
			     NULL),
	    1);
	free(options);
	gc_mutator_set_roots(m, &roots);
	scene = kind;
	leaves = 0;
	waited = SIZE_MAX;
	gc_collect(m, GC_COLLECTION_ANY);
	assert_int_equal(leaves, LEAVES + MORE);
	gc_finish_for_thread(m);
	gc_heap_destroy(heap);
}

static void who_is_stopped_waits_for_none(void **state)
{
	(void)state;
	play(HOLD, 1);
	assert_int_equal(waited, 0);
	play(HALT, 1);
	assert_int_equal(waited, 0);
}

static void whose_handshake_is_run_waits_for_none(void **state)
{
	(void)state;
	play(SHAKE, 1);
	assert_int_equal(waited, 0);
}

static void whose_roots_are_read_waits_for_none(void **state)
{
	(void)state;
	play(READ, 1);
	assert_int_equal(waited, 0);
}

static void what_resumes_comes_first(void **state)
{
	(void)state;
	for (int i = 0; i < 2; i++) {
		published = i;
		play(LATE, 1);
		assert_int_equal(waited, 0);
	}
}

/* The busy worker emits one packet more at most; then it rests, in the middle of its unit. */
static void who_looks_waits_for_none(void **state)
{
	(void)state;
	play(BUSY, 2);
	assert_false(was_drained);
	assert_in_range(busy, 0, GCRT_PACKET_WORDS);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(who_is_stopped_waits_for_none),
		cmocka_unit_test(whose_handshake_is_run_waits_for_none),
		cmocka_unit_test(whose_roots_are_read_waits_for_none),
		cmocka_unit_test(what_resumes_comes_first),
		cmocka_unit_test(who_looks_waits_for_none),
	};
	alarm(60);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
