/* Handshakes, buffers, phases and buckets that open again, with a collector that
 * collects nothing while mutators run:
 *
 *	seed      into start, once a cycle: emits a shake for each mutator; begins `on`
 *	shake(m)  on m, in shakes: run once for each mutator, with its buffers moved
 *	          and its view up to date
 *	note(x)   bag in notes: what mutators' buffers hold, emitted while `on`
 *	look      once in ends, which opens whenever notes are idle: stops mutators,
 *	          and ends `on` when notes are drained
 *	check     once in last: as many notes were run as were made */
#include "test.h"

#include "gc-null-event-listener.h"
#include "gc-safepoint.h"
#include "gcrt-embedder.h"
#include "gcrt-collector.h"
#include "gcrt-heap.h"
#include "gcrt-request.h"

enum { SEED, SHAKE, NOTE, LOOK, CHECK, KINDS };
enum { START, SHAKES, NOTES, ENDS, LAST, BUCKETS };
enum { Q_SEED, Q_SHAKE, Q_NOTE, Q_LOOK, Q_CHECK, QUEUES };
enum { ON, TOLD, PHASES }; /* ON: at once, by kernels; TOLD: at handshakes, an interval */

static size_t made, noted, shakes, shakes_by_mutators, looks, closed_looks, checks;
static size_t shakes_before;
static int running_notes;

/* A thread that wants to join may do so as soon as the fill of shakes has begun. */
static enum { NOBODY, WAITS, MAY_COME, CAME } joiner; /* atomic */

static bool look_notes(struct gcrt_scheduler *s)
{
	return gcrt_drained(s, NOTES);
}

static void run_seed(struct gcrt_worker *worker, const uintptr_t *units, size_t count)
{
	(void)units;
	assert_int_equal(count, 1);
	shakes_before = gcrt_load(&shakes, seq_cst);
	gcrt_begin_phase(worker, ON);
	gcrt_for_mutators(worker, m) gcrt_emit(worker, Q_SHAKE, (uintptr_t[]){ (uintptr_t)m }, 1);
}

static void run_shake(struct gcrt_worker *worker, const uintptr_t *units, size_t count)
{
	struct gc_mutator *m = (struct gc_mutator *)units[0];
	assert_int_equal(count, 1);
	while (gcrt_load(&joiner, seq_cst) == MAY_COME)
		continue;
	gcrt_fetch_add(&shakes, 1, seq_cst);
	if (worker == &m->buffers)
		gcrt_fetch_add(&shakes_by_mutators, 1, seq_cst);
	if (gcrt_is_heap_mutator(m))
		return;
	/* no other thread runs this mutator's units, and the mutator does nothing else */
	assert_true(worker == &m->buffers ? m->active : m->claimed && !m->active);
	assert_true(gcrt_in_view(m, TOLD));
	assert_true(m->left || !m->buffers.out[Q_NOTE]->used);
}

static void run_note(struct gcrt_worker *worker, const uintptr_t *units, size_t count)
{
	(void)worker;
	gcrt_fetch_add(&running_notes, 1, seq_cst);
	for (size_t i = 0; i < count; i++)
		assert_int_equal(units[i], 7);
	gcrt_fetch_add(&noted, count, seq_cst);
	gcrt_fetch_sub(&running_notes, 1, seq_cst);
}

static void run_look(struct gcrt_worker *worker, const uintptr_t *units, size_t count)
{
	(void)units;
	assert_int_equal(count, 1);
	gcrt_stop_mutators(worker);
	looks++;
	if (gcrt_look(worker, look_notes)) {
		assert_int_equal(gcrt_load(&running_notes, seq_cst), 0);
		assert_int_equal(gcrt_load(&noted, seq_cst), gcrt_load(&made, seq_cst));
		gcrt_end_phase(worker, ON);
	} else {
		closed_looks++;
	}
	gcrt_resume_mutators(worker);
}

static void run_check(struct gcrt_worker *worker, const uintptr_t *units, size_t count)
{
	size_t mutators = 0;
	(void)units;
	assert_int_equal(count, 1);
	assert_int_equal(gcrt_load(&noted, seq_cst), gcrt_load(&made, seq_cst));
	gcrt_for_mutators(worker, m) mutators++;
	/* a mutator that joined later was not asked */
	assert_in_range(gcrt_load(&shakes, seq_cst) - shakes_before, 1, mutators);
	checks++;
}

static bool when_seeded(struct gcrt_scheduler *s)
{
	return gcrt_drained(s, START);
}
static bool when_shaken(struct gcrt_scheduler *s)
{
	return gcrt_drained(s, SHAKES);
}
static bool when_idle(struct gcrt_scheduler *s)
{
	return gcrt_in_phase(s, ON) && gcrt_idle(s, NOTES);
}
static bool when_off(struct gcrt_scheduler *s)
{
	return gcrt_drained(s, ENDS) && !gcrt_in_phase(s, ON) && gcrt_drained(s, NOTES);
}
static bool from_shakes(struct gcrt_scheduler *s)
{
	return gcrt_is_open(s, SHAKES);
}
static bool to_last(struct gcrt_scheduler *s)
{
	return gcrt_is_open(s, LAST);
}
static bool from(struct gcrt_scheduler *s)
{
	return gcrt_requested(s, 0);
}
static bool to(struct gcrt_scheduler *s)
{
	return gcrt_drained(s, LAST) && !gcrt_in_phase(s, TOLD);
}

static void fill_start(struct gcrt_worker *worker)
{
	gcrt_emit(worker, Q_SEED, (uintptr_t[]){ 0 }, 1);
}
/* Waits until the thread has had time to join. */
static void fill_shakes(struct gcrt_worker *worker)
{
	if (gcrt_load(&joiner, seq_cst) != WAITS)
		return;
	gcrt_store(&joiner, MAY_COME, seq_cst);
	gcrt_world_unpause(&worker->heap->world);
	for (unsigned i = 0; i < 100 && gcrt_load(&joiner, seq_cst) != CAME; i++)
		usleep(1000);
}
static void fill_ends(struct gcrt_worker *worker)
{
	gcrt_emit_now(worker, Q_LOOK, (uintptr_t[]){ 0 }, 1);
}
static void fill_last(struct gcrt_worker *worker)
{
	gcrt_emit(worker, Q_CHECK, (uintptr_t[]){ 0 }, 1);
}

static struct gcrt_kind kinds[KINDS] = {
	[SEED] = { "seed", 1, GCRT_ONCE, 0, run_seed, NULL, false, false, 0 },
	[SHAKE] = { "shake", 1, GCRT_SET, 0, run_shake, NULL, true, false, 1 },
	[NOTE] = { "note", 1, GCRT_BAG, 0, run_note, NULL, false, false, 0 },
	[LOOK] = { "look", 1, GCRT_ONCE, 0, run_look, NULL, false, true, 0 },
	[CHECK] = { "check", 1, GCRT_ONCE, 0, run_check, NULL, false, false, 0 },
};
static const struct gcrt_queue queues[QUEUES] = {
	[Q_SEED] = { SEED, START },
	[Q_SHAKE] = { SHAKE, SHAKES },
	[Q_NOTE] = { NOTE, NOTES },
	[Q_LOOK] = { LOOK, ENDS },
	[Q_CHECK] = { CHECK, LAST },
};
static const struct gcrt_bucket buckets[BUCKETS] = {
	[START] = { "start", 1, NULL, fill_start, false, NULL },
	[SHAKES] = { "shakes", 1, when_seeded, fill_shakes, false, NULL },
	[NOTES] = { "notes", 1, when_shaken, NULL, false, NULL },
	[ENDS] = { "ends", 1, when_idle, fill_ends, true, NULL, true },
	[LAST] = { "last", 1, when_off, fill_last, false, NULL },
};
static const struct gcrt_cycle cycles[] = { { "cycle", from, to } };
static struct gcrt_phase phases[PHASES] = {
	[ON] = { "on", false, NULL, NULL },
	[TOLD] = { "told", false, from_shakes, to_last },
};
static bool note(struct gc_mutator *m);

static void note_received(struct gc_mutator *m, struct gc_ref o)
{
	(void)o;
	note(m);
}

const struct gcrt_collector gcrt_collector = { .name = "handshakes",
	.kinds = kinds,
	.kind_count = KINDS,
	.queues = queues,
	.queue_count = QUEUES,
	.buckets = buckets,
	.bucket_count = BUCKETS,
	.cycles = cycles,
	.cycle_count = 1,
	.phases = phases,
	.phase_count = PHASES,
	.buffered = 1u << Q_NOTE,
	.mark = -1,
	.received = note_received,
	GCRT_EMBEDDER };

/* A barrier of M. */
static bool note(struct gc_mutator *m)
{
	if (!gcrt_in_phase_now(m, ON))
		return false;
	gcrt_fetch_add(&made, 1, seq_cst);
	gcrt_buffer(m, Q_NOTE, (uintptr_t[]){ 7 }, 1);
	return true;
}

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

static void end(struct gc_heap *heap, struct gc_mutator *m)
{
	gc_finish_for_thread(m);
	gc_heap_destroy(heap);
}

static uint64_t ended(struct gc_heap *heap)
{
	gcrt_mutex_lock(&heap->scheduler.lock);
	uint64_t ended = heap->scheduler.ended;
	gcrt_mutex_unlock(&heap->scheduler.lock);
	return ended;
}

static void an_active_mutator_runs_its_own_handshake(void **state)
{
	struct gc_mutator *m;
	struct gc_heap *heap = begin(2, &m);
	(void)state;
	for (unsigned i = 0; i < 50; i++) {
		size_t before = gcrt_load(&shakes_by_mutators, seq_cst);
		struct gcrt_ticket cycle = gcrt_request_cycle(&heap->scheduler, 0, false);
		while (ended(heap) < cycle.number)
			gc_safepoint(m);
		if (!GCRT_DEBUG) /* where it may sleep, in an earlier stop */
			assert_int_equal(gcrt_load(&shakes_by_mutators, seq_cst), before + 1);
	}
	end(heap, m);
}

static void a_worker_does_it_for_one_that_is_inactive(void **state)
{
	struct gc_mutator *m;
	struct gc_heap *heap = begin(2, &m);
	size_t by_mutators = shakes_by_mutators, all = shakes;
	(void)state;
	for (unsigned i = 0; i < 50; i++)
		gc_collect(m, GC_COLLECTION_ANY);
	assert_int_equal(shakes - all, 50); /* the heap has no roots, which would be asked, too */
	assert_int_equal(shakes_by_mutators, by_mutators);
	end(heap, m);
}

/* There is one unit in a buffer, and never a full packet.  So the cycle cannot end before the
 * mutator was asked for the unit and it was run, and the look that leads to the stop cannot succeed
 * before. */
static void a_unit_in_a_buffer_is_not_forgotten(void **state)
{
	struct gc_mutator *m;
	struct gc_heap *heap = begin(2, &m);
	bool any = false;
	(void)state;
	for (unsigned i = 0; i < 50; i++) {
		size_t before = gcrt_load(&noted, seq_cst);
		struct gcrt_ticket cycle = gcrt_request_cycle(&heap->scheduler, 0, false);
		bool done = false; /* stays false if the mutator sleeps all the time */
		while (ended(heap) < cycle.number) {
			done = done || note(m);
			gc_safepoint(m);
		}
		assert_int_equal(gcrt_load(&noted, seq_cst), before + done);
		any |= done;
	}
	assert_true(any);
	end(heap, m);
}

static void a_full_buffer_moves_by_itself(void **state)
{
	struct gc_mutator *m;
	struct gc_heap *heap = begin(2, &m); /* one worker may wait for the stop */
	size_t before = noted;
	(void)state;
	struct gcrt_ticket cycle = gcrt_request_cycle(&heap->scheduler, 0, false);
	while (!gcrt_in_view(m, TOLD) && ended(heap) < cycle.number)
		gc_safepoint(m);
	assert_true(gcrt_in_view(m, TOLD));
	for (unsigned i = 0; i < 10 * GCRT_PACKET_WORDS + 3; i++)
		assert_true(note(m));
	/* the mutator reaches no safepoint: all but the last packet come by themselves */
	while (gcrt_load(&noted, seq_cst) - before < 10 * GCRT_PACKET_WORDS)
		continue;
	assert_int_equal(m->buffers.out[Q_NOTE]->used, 3);
	gc_deactivate(m);
	assert_int_equal(m->buffers.out[Q_NOTE]->used, 0);
	gcrt_wait_for_cycle(&heap->scheduler, cycle);
	gc_reactivate(m);
	assert_int_equal(noted - before, 10 * GCRT_PACKET_WORDS + 3);
	end(heap, m);
}

static bool joiner_was_told;

static void *join(void *heap)
{
	struct gc_mutator *m = gc_init_for_thread(gc_empty_stack_addr(), heap);
	joiner_was_told = gcrt_in_view(m, TOLD);
	gcrt_store(&joiner, CAME, seq_cst);
	gc_finish_for_thread(m);
	return NULL;
}

/* In one step the bucket opens, its fill runs, and `told' begins.  The thread joins before or after
 * this step. */
static void nobody_joins_in_the_middle_of_a_step(void **state)
{
	struct gc_mutator *m;
	struct gc_heap *heap = begin(1, &m);
	struct gcrt_thread thread;
	(void)state;
	gc_deactivate(m);
	assert_true(gcrt_world_try_pause(&heap->world));
	gcrt_store(&joiner, WAITS, seq_cst);
	assert_true(gcrt_thread_create(&thread, join, heap));
	usleep(50000); /* long enough to wait for the end of the pause */
	struct gcrt_ticket cycle = gcrt_request_cycle(&heap->scheduler, 0, false);
	gcrt_wait_for_cycle(&heap->scheduler, cycle);
	gcrt_thread_join(thread);
	gc_reactivate(m);
	assert_true(joiner_was_told);
	end(heap, m);
}

struct busy {
	struct gc_heap *heap;
	unsigned index;
	int *stop;
};

/* Emits notes, polls, blocks, leaves and joins again. */
static void *be_busy(void *argument)
{
	struct busy *b = argument;
	unsigned seed = b->index;
	while (!gcrt_load(b->stop, relaxed)) {
		struct gc_mutator *m = gc_init_for_thread(gc_empty_stack_addr(), b->heap);
		for (unsigned i = 0; i < 3000; i++) {
			seed = seed * 1103515245 + 12345;
			for (unsigned n = (seed >> 16) % 40; n; n--)
				note(m);
			gc_safepoint(m);
			if ((seed >> 20) % 64 == 0) {
				gc_deactivate(m);
				gc_reactivate(m);
			}
			if ((seed >> 20) % 512 == 1)
				gc_collect(m, GC_COLLECTION_ANY);
		}
		gc_finish_for_thread(m);
	}
	return NULL;
}

static void *collect(void *argument)
{
	struct busy *b = argument;
	struct gc_mutator *m = gc_init_for_thread(gc_empty_stack_addr(), b->heap);
	for (unsigned i = 0; i < 150; i++)
		gc_collect(m, GC_COLLECTION_ANY);
	gc_finish_for_thread(m);
	gcrt_store(b->stop, 1, relaxed);
	return NULL;
}

static void *one_of_them(void *argument)
{
	struct busy *b = argument;
	return b->index ? be_busy(b) : collect(b);
}

static void mutators_come_and_go_and_nothing_is_lost(void **state)
{
	(void)state;
	for (unsigned workers = 1; workers <= 3; workers++) {
		struct gc_mutator *m;
		struct gc_heap *heap = begin(workers, &m);
		struct busy busy[4];
		int stop = 0;
		size_t before = checks;
		for (unsigned i = 0; i < 4; i++)
			busy[i] = (struct busy){ heap, i, &stop };
		gc_deactivate(m);
		test_threads(4, one_of_them, busy, sizeof busy[0]);
		gc_reactivate(m);
		assert_true(checks - before >= 150);
		assert_int_equal(noted, made);
		end(heap, m);
	}
	assert_true(looks >= checks);
}

static uintptr_t given[1];
static struct gc_mutator_roots given_roots = { 1, given, 0 };

/* The barrier runs for the references in the roots.  It puts a unit in a buffer, and the collector
 * asks for it. */
static void what_roots_have_is_received(void **state)
{
	struct gc_mutator *m;
	struct gc_heap *heap = begin(2, &m); /* one worker may wait for the stop */
	size_t before = gcrt_load(&noted, seq_cst);
	(void)state;
	given[0] = (uintptr_t)gc_allocate_slow(m, 32, GC_ALLOCATION_TAGGED_POINTERLESS);
	struct gcrt_ticket cycle = gcrt_request_cycle(&heap->scheduler, 0, false);
	while (!gcrt_in_view(m, TOLD))
		gc_safepoint(m);
	gc_mutator_set_roots(m, &given_roots);
	while (ended(heap) < cycle.number)
		gc_safepoint(m);
	assert_int_equal(gcrt_load(&noted, seq_cst), before + 1);
	end(heap, m);
}

/* The collector would not ask for the mutator's buffer, and the cycle would not end. */
static void set_roots_while_inactive(void)
{
	struct gc_mutator *m;
	begin(1, &m);
	gc_deactivate(m);
	gc_mutator_set_roots(m, &given_roots);
}

static void roots_are_set_by_who_is_active(void **state)
{
	(void)state;
	assert_true(
	    test_dies(set_roots_while_inactive, "calls gc_mutator_set_roots while it is inactive"));
}

static void deactivate_in_the_trace(struct gc_mutator *m,
    void (*visit)(struct gc_edge, struct gc_heap *, void *), struct gc_heap *heap, void *data)
{
	(void)visit;
	(void)heap;
	(void)data;
	gc_deactivate(m);
}

/* The same collector, whose embedder has a wrong trace function. */
static void set_roots_with_a_wrong_trace(void)
{
	static struct gcrt_collector wrong;
	struct gc_mutator *m;
	struct gc_heap *heap = begin(1, &m);
	wrong = gcrt_collector;
	wrong.trace_roots = deactivate_in_the_trace;
	heap->collector = &wrong;
	gc_mutator_set_roots(m, &given_roots);
}

static void who_sets_roots_traces_for_the_collector(void **state)
{
	(void)state;
	assert_true(test_dies(set_roots_with_a_wrong_trace,
	    "calls gc_deactivate in a function that the collector calls"));
}

#if GCRT_DEBUG
/* When a slow mutator was last reported.  Nothing else has to happen before the time has passed. */
static uint64_t slow_told(struct gc_heap *heap)
{
	gcrt_world_tell_slow(&heap->world);
	return heap->world.told_at;
}

/* Less than a second has passed since it joined, so it is not reported, whatever waits for
 * mutators. */
static void who_has_just_come_is_not_slow(void **state)
{
	struct gc_mutator *m, *other;
	struct gc_heap *heap = begin(1, &m);
	(void)state;
	heap->world.patience = 1000;
	gcrt_fetch_add(&heap->scheduler.for_mutators, 1, relaxed);
	other = gc_init_for_thread(gc_empty_stack_addr(), heap);
	assert_true(gcrt_load(&other->poll, relaxed) & GCRT_POLL_HANDSHAKE);
	assert_int_equal(slow_told(heap), 0);
	gc_deactivate(m);
	m->asked_at = 0; /* a time long ago */
	gc_reactivate(m);
	assert_true(gcrt_load(&m->poll, relaxed) & GCRT_POLL_HANDSHAKE);
	assert_int_equal(slow_told(heap), 0);
	gcrt_fetch_sub(&heap->scheduler.for_mutators, 1, relaxed);
	heap->world.patience = 1;
	usleep(5000);
	assert_int_not_equal(slow_told(heap), 0);
	gc_finish_for_thread(other);
	end(heap, m);
}

/* A mutator that must wait for its units is not reported: nothing waits for it. */
static void who_is_to_wait_is_not_slow(void **state)
{
	struct gc_mutator *m;
	struct gc_heap *heap = begin(1, &m);
	(void)state;
	heap->world.patience = 1000;
	assert_true(gcrt_world_poke(&heap->world, m, GCRT_POLL_UNITS));
	m->asked_at = 0;
	assert_int_equal(slow_told(heap), 0);
	assert_true(gcrt_world_poke(&heap->world, m, GCRT_POLL_FLUSH));
	assert_int_equal(slow_told(heap), 0);
	heap->world.patience = 1;
	usleep(5000);
	assert_int_not_equal(slow_told(heap), 0);
	end(heap, m);
}
#endif

static void set_roots_of_heap(void)
{
	struct gc_mutator *m;
	gc_heap_set_roots(begin(1, &m), NULL);
}

/* The same collector, with a kind that is declared to scan roots while mutators run. */
static void a_heap_has_no_roots_where_mutators_run(void **state)
{
	struct gc_mutator *m;
	struct gc_heap *heap = begin(1, &m);
	(void)state;
	gc_heap_set_roots(heap, NULL);
	kinds[NOTE].scans_beside = true;
	assert_true(test_dies(set_roots_of_heap,
	    "may scan roots while mutators run, but roots of the heap have no barrier"));
	kinds[NOTE].scans_beside = false;
	end(heap, m);
}

static void change_while_mutators_run(void)
{
	struct gc_mutator *m;
	begin(1, &m);
	gc_collect(m, GC_COLLECTION_ANY);
}

/* The same collector, with a phase that is declared to change only in stops. */
static void a_phase_that_lies_stops_the_program(void **state)
{
	(void)state;
	phases[ON].only_stopped = true;
	assert_true(test_dies(change_while_mutators_run, "phase on changes while mutators run"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_active_mutator_runs_its_own_handshake),
		cmocka_unit_test(a_worker_does_it_for_one_that_is_inactive),
		cmocka_unit_test(a_unit_in_a_buffer_is_not_forgotten),
		cmocka_unit_test(a_full_buffer_moves_by_itself),
		cmocka_unit_test(nobody_joins_in_the_middle_of_a_step),
		cmocka_unit_test(mutators_come_and_go_and_nothing_is_lost),
		cmocka_unit_test(what_roots_have_is_received),
		cmocka_unit_test(roots_are_set_by_who_is_active),
		cmocka_unit_test(who_sets_roots_traces_for_the_collector),
#if GCRT_DEBUG
		cmocka_unit_test(who_has_just_come_is_not_slow),
		cmocka_unit_test(who_is_to_wait_is_not_slow),
#endif
		cmocka_unit_test(a_heap_has_no_roots_where_mutators_run),
		cmocka_unit_test(a_phase_that_lies_stops_the_program),
	};
	alarm(540);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
