/* How much of what barriers emit may wait, and in how many packets (Note [Waiting units]).
 *
 *	seed      into start, once a cycle: what the scene is about
 *	feed(n)   in start, run by two workers at most: one of n - 1, until 0, and a slow one
 *	slow      in start, run by one worker at most: the first ends when all feeds have been run
 *	shake(m)  on m, in start: emits notes
 *	note      in log, of full cycles only, when start is drained: emitted by barriers, too
 *	aside     in margin, of a cycle that no program asks for: emitted by barriers */
#include "test.h"

#include "gc-null-event-listener.h"
#include "gc-safepoint.h"
#include "gcrt-embedder.h"
#include "gcrt-collector.h"
#include "gcrt-heap.h"
#include "gcrt-clock.h"
#include "gcrt-packets.h"
#include "gcrt-request.h"

enum { SEED, FEED, SLOW, SHAKE, NOTE, ASIDE, KINDS }; /* each kind has one queue */
enum { START, LOG, MARGIN, BUCKETS };
enum { QUICK, FULL, OTHER, CYCLES };

#define FEEDS 5000
#define MANY  ((size_t)80000) /* notes: more than may wait in a heap of 1 MB */

static enum { EMPTY, GATE, CLOGGED, FEEDING, SHAKING } scene;
static enum { SHUT, REACHED, OPEN } gate; /* atomic; the first seed, or all notes, wait at it */
static size_t fed, notes, asides;         /* atomic; how many have been run */
static bool shaken;                       /* atomic */

static size_t most; /* the largest number of packets that waited at once */

static size_t look(struct gcrt_scheduler *s)
{
	gcrt_mutex_lock(&s->lock);
	size_t waiting = s->waiting;
	gcrt_mutex_unlock(&s->lock);
	if (most < waiting)
		most = waiting;
	return waiting;
}

static void wait_at_gate(void)
{
	gcrt_cas(&gate, SHUT, REACHED, seq_cst, seq_cst);
	while (gcrt_load(&gate, seq_cst) != OPEN)
		usleep(100);
}

static void run_seed(struct gcrt_worker *worker, const uintptr_t *units, size_t count)
{
	(void)units;
	assert_int_equal(count, 1);
	if (scene == GATE) {
		wait_at_gate();
	} else if (scene == FEEDING) {
		gcrt_emit(worker, SLOW, (uintptr_t[]){ 0 }, 1);
		gcrt_emit(worker, FEED, (uintptr_t[]){ FEEDS - 1 }, 1);
	} else if (scene == SHAKING) {
		gcrt_emit(worker, SHAKE, (uintptr_t[]){ (uintptr_t)gcrt_first_mutator(worker) }, 1);
	}
}

static void run_feed(struct gcrt_worker *worker, const uintptr_t *units, size_t count)
{
	assert_int_equal(count, 1);
	gcrt_emit(worker, SLOW, (uintptr_t[]){ 0 }, 1);
	if (units[0])
		gcrt_emit(worker, FEED, (uintptr_t[]){ units[0] - 1 }, 1);
	look(&worker->heap->scheduler);
	gcrt_fetch_add(&fed, 1, seq_cst);
}

static void run_slow(struct gcrt_worker *worker, const uintptr_t *units, size_t count)
{
	(void)worker;
	(void)units;
	(void)count;
	while (gcrt_load(&fed, seq_cst) != FEEDS)
		usleep(100);
}

static void run_shake(struct gcrt_worker *worker, const uintptr_t *units, size_t count)
{
	assert_int_equal(count, 1);
	assert_true(((struct gc_mutator *)units[0])->active);
	for (size_t i = 0; i < MANY; i++)
		gcrt_emit(worker, NOTE, (uintptr_t[]){ i }, 1);
	gcrt_store(&shaken, true, seq_cst);
}

static void run_note(struct gcrt_worker *worker, const uintptr_t *units, size_t count)
{
	(void)worker;
	(void)units;
	if (scene == CLOGGED)
		wait_at_gate();
	gcrt_fetch_add(&notes, count, seq_cst);
}

static void run_aside(struct gcrt_worker *worker, const uintptr_t *units, size_t count)
{
	(void)worker;
	(void)units;
	gcrt_fetch_add(&asides, count, seq_cst);
}

static bool when_started(struct gcrt_scheduler *s)
{
	return gcrt_drained(s, START);
}
static bool quick_from(struct gcrt_scheduler *s)
{
	return gcrt_requested(s, QUICK);
}
static bool full_from(struct gcrt_scheduler *s)
{
	return gcrt_requested(s, FULL);
}
static bool full_to(struct gcrt_scheduler *s)
{
	return gcrt_drained(s, LOG);
}
static bool other_from(struct gcrt_scheduler *s)
{
	return gcrt_requested(s, OTHER);
}
static bool other_to(struct gcrt_scheduler *s)
{
	return gcrt_drained(s, MARGIN);
}

static void fill_start(struct gcrt_worker *worker)
{
	gcrt_emit(worker, SEED, (uintptr_t[]){ 0 }, 1);
}

static const struct gcrt_kind kinds[KINDS] = {
	[SEED] = { .name = "seed", .words = 1, .run = run_seed },
	[FEED] = { .name = "feed", .words = 1, .run = run_feed, .at_most = 2 },
	[SLOW] = { .name = "slow", .words = 1, .run = run_slow, .at_most = 1 },
	[SHAKE] = { .name = "shake", .words = 1, .run = run_shake, .takes_mutator = true, .on = 1 },
	[NOTE] = { .name = "note", .words = 1, .run = run_note },
	[ASIDE] = { .name = "aside", .words = 1, .run = run_aside },
};
static const struct gcrt_queue queues[KINDS] = {
	[SEED] = { SEED, START },
	[FEED] = { FEED, START },
	[SLOW] = { SLOW, START },
	[SHAKE] = { SHAKE, START },
	[NOTE] = { NOTE, LOG },
	[ASIDE] = { ASIDE, MARGIN },
};
static const struct gcrt_bucket buckets[BUCKETS] = {
	[START] = { .name = "start", .cycles = 1 << QUICK | 1 << FULL, .fill = fill_start },
	[LOG] = { .name = "log", .cycles = 1 << FULL, .open_when = when_started },
	[MARGIN] = { .name = "margin", .cycles = 1 << OTHER },
};
static const struct gcrt_cycle cycles[CYCLES] = {
	[QUICK] = { "quick", quick_from, when_started },
	[FULL] = { "full", full_from, full_to },
	[OTHER] = { "other", other_from, other_to },
};
const struct gcrt_collector gcrt_collector = { .name = "waiting",
	.kinds = kinds,
	.kind_count = KINDS,
	.queues = queues,
	.queue_count = KINDS,
	.buckets = buckets,
	.bucket_count = BUCKETS,
	.cycles = cycles,
	.cycle_count = CYCLES,
	.quick = QUICK,
	.full = FULL,
	.buffered = 1 << NOTE | 1 << ASIDE,
	.mark = -1,
	GCRT_EMBEDDER };

/* ------------------------------------------------------------------- tests */

struct fixture {
	struct gc_heap *heap;
	struct gc_mutator *m;
	struct gcrt_scheduler *s;
	struct gcrt_ticket cycle;
};

static void begin(struct fixture *f)
{
	struct gc_options *options = gc_allocate_options();
	gc_options_parse_and_set_many(options, "heap-size=1m,parallelism=2");
	assert_int_equal(gc_init(options, gc_empty_stack_addr(), &f->heap, &f->m,
			     GC_NULL_EVENT_LISTENER, NULL),
	    1);
	free(options);
	f->s = &f->heap->scheduler;
	scene = EMPTY;
	fed = notes = asides = most = 0;
}

/* Begins a cycle that runs until it reaches the gate. */
static void come_to_gate(struct fixture *f, unsigned cycle)
{
	gate = SHUT;
	f->cycle = gcrt_request_cycle(f->s, cycle, false);
	while (gcrt_load(&gate, seq_cst) != REACHED)
		gc_safepoint(f->m);
}

static void begin_gated(struct fixture *f, unsigned cycle)
{
	begin(f);
	scene = GATE;
	come_to_gate(f, cycle);
}

static void end_gated(struct fixture *f)
{
	gcrt_store(&gate, OPEN, seq_cst);
	gcrt_heap_await(f->m, f->cycle);
}

static void end(struct fixture *f)
{
	gc_finish_for_thread(f->m);
	gc_heap_destroy(f->heap);
}

static void emit_note(struct gc_mutator *m)
{
	gcrt_buffer(m, NOTE, (uintptr_t[]){ 0 }, 1);
}

/* Emits as fast as it may while the gate is shut: for a while, and until it has had to wait several
 * times and has continued. */
static size_t emit_beside_gate(struct fixture *f)
{
	size_t emitted = 0, enough = (2 * gcrt_budget(f->s) + 4) * GCRT_PACKET_WORDS;
	uint64_t until = gcrt_now_usec() + 300000;
	while (most <= 3 * gcrt_budget(f->s) && (emitted < enough || gcrt_now_usec() < until)) {
		emit_note(f->m);
		emitted++;
		gc_safepoint(f->m);
		look(f->s);
	}
	return emitted;
}

static void who_emits_much_beside_a_cycle_waits(void **state)
{
	struct fixture f;
	(void)state;
	begin_gated(&f, FULL);
	size_t emitted = emit_beside_gate(&f);
	assert_in_range(most, 2 * gcrt_budget(f.s), 3 * gcrt_budget(f.s));
	end_gated(&f);
	assert_int_equal(notes, emitted);
	assert_int_equal(f.s->by_barriers, 0);
	end(&f);
}

/* The same, and the runtime requests a cycle that runs these units. */
static void what_the_cycle_does_not_run_asks_for_one_that_does(void **state)
{
	struct fixture f;
	(void)state;
	begin_gated(&f, QUICK);
	size_t emitted = emit_beside_gate(&f);
	assert_in_range(most, 2 * gcrt_budget(f.s), 3 * gcrt_budget(f.s));
	assert_true(gcrt_requested(f.s, FULL));
	end_gated(&f);
	while (gcrt_load(&notes, seq_cst) != emitted)
		gc_safepoint(f.m);
	end(&f);
}

/* Quick cycles end, and units that they have not run still count, so full cycles begin. */
static void what_cycles_do_not_run_does_not_pile_up(void **state)
{
	struct fixture f;
	size_t emitted = 0;
	(void)state;
	begin(&f);
	for (unsigned i = 0; i < 20; i++) {
		size_t until = emitted + gcrt_budget(f.s) / 2 * GCRT_PACKET_WORDS;
		for (; emitted < until; emitted++) {
			emit_note(f.m);
			gc_safepoint(f.m);
		}
		look(f.s);
		gc_collect(f.m, GC_COLLECTION_MINOR);
	}
	assert_in_range(most, gcrt_budget(f.s) / 2, 3 * gcrt_budget(f.s));
	assert_in_range(f.s->begun_of[FULL], 3, 20);
	gc_collect(f.m, GC_COLLECTION_MAJOR);
	assert_int_equal(notes, emitted);
	end(&f);
}

/* The mutator waits for each packet.  The runtime does not begin a useless cycle for each. */
static void what_no_program_asks_for_grows_slowly(void **state)
{
	struct fixture f;
	size_t emitted = 0;
	uint64_t from = 0, now = gcrt_now_usec();
	(void)state;
	begin(&f);
	while (!from || now < from + 300000) {
		gcrt_buffer(f.m, ASIDE, (uintptr_t[]){ 0 }, 1);
		emitted++;
		gc_safepoint(f.m);
		now = gcrt_now_usec();
		if (!from && look(f.s) > gcrt_budget(f.s))
			from = now;
	}
	look(f.s);
	/* before the census of the cycle that is asked for, two budgets may wait */
	assert_in_range(most, gcrt_budget(f.s), 2 * gcrt_budget(f.s) + 300 / 10 + 2);
	assert_in_range(f.s->begun, 1, 2);
	gcrt_heap_await(f.m, gcrt_request_cycle(f.s, OTHER, false));
	assert_int_equal(asides, emitted);
	end(&f);
}

/* The same when the mutator has emitted more units before the safepoint where it waits; these go to
 * the queue then. */
static void who_has_waited_fills_a_packet_before_it_waits_again(void **state)
{
	struct fixture f;
	size_t emitted = 0, waits = 0;
	(void)state;
	begin_gated(&f, FULL);
	while (waits < 10) {
		for (unsigned i = 0; i < 30; i++)
			emit_note(f.m);
		emitted += look(f.s) > 2 * gcrt_budget(f.s) ? 30 : 0;
		waits += (gcrt_load(&f.m->poll, relaxed) & GCRT_POLL_UNITS) != 0;
		gc_safepoint(f.m);
	}
	assert_in_range(emitted, 9 * (GCRT_PACKET_WORDS - GCRT_MAX_UNIT_WORDS),
	    11 * (GCRT_PACKET_WORDS + 30));
	end_gated(&f);
	end(&f);
}

/* A mutator that often becomes inactive publishes few units each time. */
static void emit_few_at_a_time(struct fixture *f, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		emit_note(f->m);
		gc_deactivate(f->m);
		gc_reactivate(f->m);
	}
	look(f->s);
}

static void few_units_at_a_time_fill_packets(void **state)
{
	struct fixture f;
	size_t count = 10 * GCRT_PACKET_WORDS;
	(void)state;
	begin_gated(&f, FULL);
	emit_few_at_a_time(&f, count);
	assert_int_equal(most, 10);
	end_gated(&f);
	assert_int_equal(notes, count);
	end(&f);
}

/* The same where they could run, but all workers are busy. */
static void few_units_in_an_open_bucket_fill_packets(void **state)
{
	struct fixture f;
	size_t count = 10 * GCRT_PACKET_WORDS;
	(void)state;
	begin(&f);
	scene = CLOGGED;
	emit_note(f.m);
	come_to_gate(&f, FULL);
	emit_few_at_a_time(&f, count);
	assert_in_range(most, 9, 12);
	end_gated(&f);
	assert_int_equal(notes, count + 1);
	end(&f);
}

/* A worker emits units one by one while the limit of their kind is reached.  They do not take a
 * packet each. */
static void units_that_wait_for_their_limit_fill_packets(void **state)
{
	struct fixture f;
	(void)state;
	begin(&f);
	scene = FEEDING;
	gc_collect(f.m, GC_COLLECTION_MAJOR);
	assert_int_equal(fed, FEEDS);
	assert_in_range(most, FEEDS / GCRT_PACKET_WORDS, FEEDS / GCRT_PACKET_WORDS + 4);
	end(&f);
}

/* Units that a mutator emits in a handshake do not count as emitted by a barrier. */
static void handshakes_are_no_barriers(void **state)
{
	struct fixture f;
	(void)state;
	begin(&f);
	scene = SHAKING;
	gcrt_store(&shaken, false, seq_cst);
	struct gcrt_ticket cycle = gcrt_request_cycle(f.s, FULL, false);
	while (!gcrt_load(&shaken, seq_cst))
		gc_safepoint(f.m);
	assert_false(gcrt_load(&f.m->poll, relaxed) & GCRT_POLL_UNITS);
	gcrt_heap_await(f.m, cycle);
	assert_int_equal(notes, MANY);
	end(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(who_emits_much_beside_a_cycle_waits),
		cmocka_unit_test(what_the_cycle_does_not_run_asks_for_one_that_does),
		cmocka_unit_test(what_cycles_do_not_run_does_not_pile_up),
		cmocka_unit_test(what_no_program_asks_for_grows_slowly),
		cmocka_unit_test(who_has_waited_fills_a_packet_before_it_waits_again),
		cmocka_unit_test(few_units_at_a_time_fill_packets),
		cmocka_unit_test(few_units_in_an_open_bucket_fill_packets),
		cmocka_unit_test(units_that_wait_for_their_limit_fill_packets),
		cmocka_unit_test(handshakes_are_no_barriers),
	};
	alarm(60);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
