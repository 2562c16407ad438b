/* A kind that one may run at a time, on mutators, and that is in two buckets: who has found the
 * limit reached is asked again, whichever bucket the unit was in that has ended.
 *
 *	seed      into start, once a cycle: a turn for each mutator, each in another bucket
 *	turn(m)   on m, in two buckets: the first one ends when the other mutator has been at
 *	          a safepoint, in vain */
#include "test.h"

#include "gc-null-event-listener.h"
#include "gc-safepoint.h"
#include "gcrt-embedder.h"
#include "gcrt-collector.h"
#include "gcrt-heap.h"
#include "gcrt-request.h"

enum { SEED, TURN, KINDS };
enum { START, ONE, TWO, BUCKETS };
enum { Q_SEED, Q_ONE, Q_TWO, QUEUES };

#define PLAYERS 2
#define ROUNDS  20

static struct player {
	struct gc_mutator *m;
	unsigned safepoints; /* atomic; how many it has left */
	bool away;           /* inactive, until the cycle has ended */
} player[PLAYERS];
static unsigned turns, running; /* atomic; of this cycle */
static bool over;               /* atomic */

static void run_seed(struct gcrt_worker *worker, const uintptr_t *units, size_t count)
{
	(void)units;
	assert_int_equal(count, 1);
	gcrt_emit(worker, Q_ONE, (uintptr_t[]){ (uintptr_t)player[0].m }, 1);
	gcrt_emit(worker, Q_TWO, (uintptr_t[]){ (uintptr_t)player[1].m }, 1);
}

/* Waits until OTHER has looked whether it may run its unit: until the end of the first safepoint
 * that it begins from now on. */
static void await_safepoint(const struct player *other)
{
	unsigned seen = gcrt_load(&other->safepoints, seq_cst);
	while (!other->away && gcrt_load(&other->safepoints, seq_cst) - seen < 2)
		usleep(100);
}

static void run_turn(struct gcrt_worker *worker, const uintptr_t *units, size_t count)
{
	const struct gc_mutator *m = (const struct gc_mutator *)units[0];
	(void)worker;
	assert_int_equal(count, 1);
	assert_int_equal(gcrt_fetch_add(&running, 1, seq_cst), 0);
	if (!gcrt_fetch_add(&turns, 1, seq_cst))
		await_safepoint(&player[m == player[0].m]);
	gcrt_fetch_sub(&running, 1, seq_cst);
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
	return gcrt_drained(s, ONE) && gcrt_drained(s, TWO);
}

static void fill_start(struct gcrt_worker *worker)
{
	gcrt_emit(worker, Q_SEED, (uintptr_t[]){ 0 }, 1);
}

static const struct gcrt_kind kinds[KINDS] = {
	[SEED] = { .name = "seed", .words = 1, .run = run_seed },
	[TURN] = { .name = "turn",
	    .words = 1,
	    .run = run_turn,
	    .takes_mutator = true,
	    .on = 1,
	    .at_most = 1 },
};
static const struct gcrt_queue queues[QUEUES] = {
	[Q_SEED] = { SEED, START },
	[Q_ONE] = { TURN, ONE },
	[Q_TWO] = { TURN, TWO },
};
static const struct gcrt_bucket buckets[BUCKETS] = {
	[START] = { .name = "start", .cycles = 1, .fill = fill_start },
	[ONE] = { .name = "one", .cycles = 1, .open_when = when_seeded },
	[TWO] = { .name = "two", .cycles = 1, .open_when = when_seeded },
};
static const struct gcrt_cycle cycles[] = { { "cycle", from, to } };
const struct gcrt_collector gcrt_collector = { .name = "limit",
	.kinds = kinds,
	.kind_count = KINDS,
	.queues = queues,
	.queue_count = QUEUES,
	.buckets = buckets,
	.bucket_count = BUCKETS,
	.cycles = cycles,
	.cycle_count = 1,
	.mark = -1,
	GCRT_EMBEDDER };

/* ------------------------------------------------------------------- tests */

static bool has_ended(struct gcrt_scheduler *s, struct gcrt_ticket cycle)
{
	gcrt_mutex_lock(&s->lock);
	bool ended = s->ended_of[cycle.cycle] >= cycle.number;
	gcrt_mutex_unlock(&s->lock);
	return ended;
}

static void pass_safepoint(struct player *one)
{
	gc_safepoint(one->m);
	gcrt_fetch_add(&one->safepoints, 1, seq_cst);
}

static void *join(void *heap)
{
	struct player *other = &player[1];
	other->m = gc_init_for_thread(gc_empty_stack_addr(), heap);
	gcrt_store(&over, false, seq_cst);
	while (!gcrt_load(&over, seq_cst))
		pass_safepoint(other);
	gc_finish_for_thread(other->m);
	return NULL;
}

/* Waits as an active mutator, or as an inactive one whose unit a worker runs. */
static void await_cycle(struct gc_heap *heap, struct gcrt_ticket cycle)
{
	if (player[0].away) {
		gcrt_heap_await(player[0].m, cycle);
		return;
	}
	while (!has_ended(&heap->scheduler, cycle))
		pass_safepoint(&player[0]);
}

static void play(bool away)
{
	struct gc_options *options = gc_allocate_options();
	struct gc_heap *heap;
	struct gcrt_thread thread;
	gc_options_parse_and_set_many(options, "parallelism=2");
	assert_int_equal(gc_init(options, gc_empty_stack_addr(), &heap, &player[0].m,
			     GC_NULL_EVENT_LISTENER, NULL),
	    1);
	free(options);
	player[0].away = away;
	gcrt_store(&over, true, seq_cst);
	assert_true(gcrt_thread_create(&thread, join, heap));
	while (gcrt_load(&over, seq_cst))
		usleep(100);
	for (unsigned i = 0; i < ROUNDS; i++) {
		gcrt_store(&turns, 0, seq_cst);
		await_cycle(heap, gcrt_request_cycle(&heap->scheduler, 0, false));
		assert_int_equal(turns, PLAYERS);
	}
	gcrt_store(&over, true, seq_cst);
	gcrt_thread_join(thread);
	gc_finish_for_thread(player[0].m);
	gc_heap_destroy(heap);
}

static void who_found_the_limit_reached_is_asked_again(void **state)
{
	(void)state;
	play(false);
}

static void also_after_a_worker_has_run_a_unit(void **state)
{
	(void)state;
	play(true);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(who_found_the_limit_reached_is_asked_again),
		cmocka_unit_test(also_after_a_worker_has_run_a_unit),
	};
	alarm(30);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
