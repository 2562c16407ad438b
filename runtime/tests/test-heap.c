/* The runtime as a program sees it, with the collector stw, and with satb. */
#include "test.h"

#include <sys/mman.h>
#include <sys/resource.h>

#include "gc-allocate.h"
#include "gc-barrier.h"
#include "gc-basic-stats.h"
#include "gc-safepoint.h"
#include "gcrt-debug.h"
#include "gcrt-heap.h"
#include "gcrt-memory.h"
#include "gcrt-request.h"
#include "test-embedder.h"

#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
#define SANITIZED 1
#elif defined __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifdef SANITIZED
#define ROUNDS 40
#define FAULTS 8000 /* page faults; most are the sanitizer's own, in its shadow */
#else
#define ROUNDS 250
#define FAULTS 1000
#endif

#define KB ((size_t)1024)
#define MB (1024 * KB)

static void *give_up(struct gc_heap *heap, size_t size)
{
	(void)heap;
	(void)size;
	return NULL;
}

/* A heap for a test, with its first mutator and ROOTS slots as roots. */
struct fixture {
	struct gc_heap *heap;
	struct gc_mutator *mutator;
	struct gc_mutator_roots roots;
	uintptr_t slot[64];
	struct gc_options *options;
};

static void begin_with(struct fixture *f, const char *options, struct gc_event_listener listener,
    void *data)
{
	memset(f, 0, sizeof *f);
	f->options = gc_allocate_options();
	assert_int_equal(gc_options_parse_and_set_many(f->options, options), 1);
	assert_int_equal(gc_init(f->options, gc_empty_stack_addr(), &f->heap, &f->mutator, listener,
			     data),
	    1);
	gc_heap_set_allocation_failure_handler(f->heap, give_up);
	f->roots.count = 64;
	f->roots.slot = f->slot;
	gc_mutator_set_roots(f->mutator, &f->roots);
}

static void begin(struct fixture *f, const char *options)
{
	begin_with(f, options, GC_NULL_EVENT_LISTENER, NULL);
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
	for (size_t i = 0; i < bytes; i++)
		if (((unsigned char *)o)[i])
			fail_msg("byte %zu of a new object of %zu is not 0", i, bytes);
	o->slots = slots;
	o->bytes = (uint32_t)bytes;
	memset(&o->slot[slots], 0x5a, bytes - sizeof *o - slots * sizeof o->slot[0]);
	return o;
}

static size_t list_length(uintptr_t head)
{
	size_t length = 0;
	for (struct test_object *o = (void *)head; o; o = (void *)o->slot[0]) {
		for (size_t i = sizeof *o + 8; i < o->bytes; i++)
			assert_int_equal(((unsigned char *)o)[i], 0x5a);
		length++;
	}
	return length;
}

/* Allocates a list in a root until the heap is full.  Returns its length. */
static size_t fill(struct fixture *f, size_t bytes)
{
	size_t length = 0;
	struct test_object *o;
	while ((o = allocate(f->mutator, bytes, 1))) {
		o->slot[0] = f->slot[0];
		f->slot[0] = (uintptr_t)o;
		length++;
	}
	return length;
}

/* ------------------------------------------------------------------- tests */

static void new_objects_are_zero_and_apart(void **state)
{
	struct fixture f;
	(void)state;
	begin(&f, "heap-size=4m,parallelism=1");
	static const size_t sizes[] = { 16, 17, 40, 256, 257, 4000, 8192, 8193, 40000, 100000 };
	for (unsigned round = 0; round < 200; round++)
		for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
			struct test_object *o = allocate(f.mutator, sizes[i], 0);
			assert_int_equal((uintptr_t)o % 16, 0);
			assert_int_equal(gc_heap_contains(f.heap, gc_ref_from_heap_object(o)), 1);
			f.slot[(round + i) % 64] = (uintptr_t)o;
		}
	end(&f);
}

static void a_full_heap_gives_null_and_keeps_all(void **state)
{
	/* the first takes longest, and is left out of short tests */
	static const size_t sizes[] = { 16, 48, 1000, 8192, 10000, 100000 };
	struct fixture f;
	(void)state;
	for (size_t i = !test_all(); i < sizeof sizes / sizeof sizes[0]; i++) {
		begin(&f, "heap-size=1m,parallelism=2");
		size_t length = fill(&f, sizes[i]);
		assert_true(length * sizes[i] <= MB && length * sizes[i] > MB / 2);
		assert_int_equal(list_length(f.slot[0]), length);
		/* when they are dropped, there is as much room as before */
		f.slot[0] = 0;
		assert_int_equal(fill(&f, sizes[i]), length);
		assert_int_equal(list_length(f.slot[0]), length);
		end(&f);
	}
}

static void room_moves_between_sizes(void **state)
{
	struct fixture f;
	(void)state;
	begin(&f, "heap-size=2m,parallelism=2");
	static const size_t sizes[] = { 32, 100000, 500, 9000, 16, 8000, 1000000 };
	/* once through all sizes and back to the first, or twice through all */
	size_t count = sizeof sizes / sizeof sizes[0], last = test_all() ? 2 * count : count + 1;
	for (size_t n = 0; n < last; n++) {
		size_t i = n % count;
		f.slot[0] = 0;
		size_t length = fill(&f, sizes[i]);
		assert_true(length * sizes[i] > MB);
		assert_int_equal(list_length(f.slot[0]), length);
	}
	end(&f);
}

/* Of a full heap of objects of 48 bytes, one object is kept in each 32 kB.  All other room is free
 * for objects of any size. */
static void a_few_survivors_leave_room_for_all_sizes(void **state)
{
	static const size_t sizes[] = { 16, 64, 200, 1000, 5000, 16000, 60000 };
	struct fixture f;
	(void)state;
	for (size_t i = !test_all(); i < sizeof sizes / sizeof sizes[0]; i += test_all() ? 1 : 2) {
		begin(&f, "heap-size=1m,parallelism=2");
		assert_true(fill(&f, 48) * 48 > MB * 9 / 10);
		struct test_object *o = (void *)f.slot[0];
		for (size_t n = 0, kept = 1; o; n++) {
			struct test_object *next = (void *)o->slot[0];
			if (n % (32 * KB / 48) == 300)
				f.slot[kept++] = (uintptr_t)o;
			gc_store(f.mutator, gc_ref((uintptr_t)o), o->bytes, gc_edge(&o->slot[0]),
			    gc_ref_null());
			o = next;
		}
		f.slot[0] = 0;
		size_t length = fill(&f, sizes[i]);
		if (length * sizes[i] < MB * 7 / 10)
			fail_msg("only %zu objects of %zu bytes", length, sizes[i]);
		assert_int_equal(list_length(f.slot[0]), length);
		end(&f);
	}
}

/* No page is free.  Cells that are larger than needed are free. */
static void cells_of_larger_sizes_are_a_last_resort(void **state)
{
	struct fixture f;
	(void)state;
	begin(&f, "heap-size=256k,parallelism=1");
	for (unsigned i = 1; i <= 32; i++)
		f.slot[i] = (uintptr_t)allocate(f.mutator, 5000, 0);
	size_t length = fill(&f, 64);
	assert_true(length > 0);
	f.slot[3] = f.slot[4] = f.slot[9] = 0;
	size_t more = fill(&f, 64);
	assert_true(more >= 3);
	assert_int_equal(list_length(f.slot[0]), length + more);
	end(&f);
}

static long page_faults(void)
{
	struct rusage usage;
	getrusage(RUSAGE_SELF, &usage);
	return usage.ru_minflt;
}

/* Their pages are not given back to the system in pauses, because they would soon be faulted in
 * again. */
static void pages_of_large_objects_are_used_again(void **state)
{
	struct fixture f;
	(void)state;
	if (GCRT_DEBUG)
		return; /* the cost of red zones changes the heap's limit */
	begin(&f, "heap-size=4m,parallelism=1");
	long before = 0;
	for (unsigned i = 0; i < 4000; i++) {
		if (i == 1000)
			before = page_faults();
		assert_non_null(allocate(f.mutator, 16384, 0));
	}
	long faults = page_faults() - before;
	if (faults > FAULTS)
		fail_msg("%ld page faults in 3000 objects of four pages", faults);
	end(&f);
}

/* Where few objects live, a large heap is not touched as a whole: Note [Fresh memory]. */
static void little_that_lives_touches_little(void **state)
{
	struct gc_mutator *m;
	struct gc_heap *heap;
	struct gc_options *options;
	(void)state;
	if (gcrt_collector.concurrent)
		return; /* a concurrent collector has another pace */
	options = gc_allocate_options();
	assert_true(gc_options_parse_and_set_many(options, "heap-size=64m,parallelism=1"));
	assert_true(
	    gc_init(options, gc_empty_stack_addr(), &heap, &m, GC_NULL_EVENT_LISTENER, NULL));
	for (unsigned i = 0; i < 16384; i++)
		gc_allocate(m, 16384, GC_ALLOCATION_TAGGED_POINTERLESS);
	gc_collect(m, GC_COLLECTION_ANY);
	assert_in_range(heap->space.touched_pages * GCRT_PAGE, 0, 16 << 20);
	gc_finish_for_thread(m);
	gc_heap_destroy(heap);
	free(options);
}

static void too_large_for_any_heap(void **state)
{
	struct fixture f;
	(void)state;
	begin(&f, "heap-size=1m,parallelism=1");
	assert_null(gc_allocate(f.mutator, 2 * MB, GC_ALLOCATION_TAGGED));
	assert_null(gc_allocate(f.mutator, SIZE_MAX, GC_ALLOCATION_TAGGED));
	assert_null(gc_allocate(f.mutator, SIZE_MAX / 2, GC_ALLOCATION_TAGGED));
	assert_null(gc_allocate(f.mutator, GCRT_ARENA_BYTES, GC_ALLOCATION_TAGGED));
	assert_non_null(gc_allocate(f.mutator, 100, GC_ALLOCATION_TAGGED));
	end(&f);
	begin(&f, "heap-size=0,parallelism=1");
	assert_null(gc_allocate(f.mutator, 16, GC_ALLOCATION_TAGGED));
	end(&f);
}

static void die_of_exhaustion(void)
{
	struct gc_heap *heap;
	struct gc_mutator *m;
	struct gc_options *options = gc_allocate_options();
	gc_options_parse_and_set_many(options, "heap-size=100k,parallelism=1");
	gc_init(options, gc_empty_stack_addr(), &heap, &m, GC_NULL_EVENT_LISTENER, NULL);
	gc_allocate(m, 200 * KB, GC_ALLOCATION_TAGGED);
}

static void by_default_a_full_heap_stops_the_program(void **state)
{
	(void)state;
	assert_true(test_dies(die_of_exhaustion, "no room for an object of 204800 bytes"));
}

static void a_growable_heap_grows_to_its_maximum(void **state)
{
	struct gc_basic_stats stats;
	struct fixture f;
	(void)state;
	begin_with(&f,
	    "heap-size=256k,heap-size-policy=growable,maximum-heap-size=8m,parallelism=2",
	    GC_BASIC_STATS, &stats);
	size_t length = fill(&f, 48);
	assert_true(length * 48 > 7 * MB && length * 48 <= 8 * MB);
	assert_int_equal(list_length(f.slot[0]), length);
	assert_int_equal(stats.max_heap_size, 8 * MB);
	assert_true(stats.major_collection_count < 60);
	f.slot[0] = 0;
	assert_non_null(allocate(f.mutator, 5 * MB, 0));
	end(&f);
	begin(&f, "heap-size=64k,heap-size-policy=growable,parallelism=1");
	assert_non_null(allocate(f.mutator, 20 * MB, 0));
	end(&f);
}

static void every_kind_of_root_is_one(void **state)
{
	uintptr_t heap_slot[2] = { 0, 0 };
	struct gc_heap_roots heap_roots = { 2, heap_slot, 0 };
	struct test_object *o[4];
	struct fixture f;
	(void)state;
	begin(&f, "heap-size=1m,parallelism=2");
	gc_heap_set_roots(f.heap, &heap_roots);
	for (unsigned i = 0; i < 4; i++)
		o[i] = allocate(f.mutator, 64, 2);
	f.slot[3] = (uintptr_t)o[0];
	heap_slot[1] = (uintptr_t)o[1];
	f.roots.pinned = (uintptr_t)o[2];
	heap_roots.pinned = (uintptr_t)o[3];
	gc_pin_object(f.mutator, gc_ref_from_heap_object(o[2]));
	f.slot[4] = 7;     /* an immediate */
	o[0]->slot[0] = 3; /* another */
	struct test_object *lost = allocate(f.mutator, 64, 0);
	gc_collect(f.mutator, GC_COLLECTION_ANY);
	for (unsigned i = 0; i < 4; i++)
		assert_int_equal(gc_heap_contains(f.heap, gc_ref_from_heap_object(o[i])), 1);
	assert_int_equal(gc_heap_contains(f.heap, gc_ref((uintptr_t)lost)), 0);
	assert_int_equal(gc_heap_contains(f.heap, gc_ref((uintptr_t)o[0] + 8)), 0);
	assert_int_equal(gc_heap_contains(f.heap, gc_ref((uintptr_t)&f)), 0);
	assert_int_equal(f.slot[4], 7);
	end(&f);
}

/* ------------------------------------------------------------------ events */

struct log {
	char text[1000];
	unsigned depth;
};

static void note(struct log *log, char event)
{
	/* calls are one at a time, so this need not be atomic */
	assert_int_equal(log->depth++, 0);
	log->text[strlen(log->text)] = event;
	log->depth--;
}
static void on_requesting(void *log)
{
	note(log, 'r');
}
static void on_stopped(void *log)
{
	note(log, 's');
}
static void on_prepare(void *log, enum gc_collection_kind kind, uint64_t counter)
{
	(void)kind;
	assert_true(counter > 0);
	note(log, 'p');
}
static void on_roots(void *log)
{
	note(log, 'R');
}
static void on_heap(void *log)
{
	note(log, 'H');
}
static void on_ephemerons(void *log)
{
	note(log, 'E');
}
static void on_finalizers(void *log)
{
	note(log, 'F');
}
static void on_live(void *log, size_t size)
{
	note(log, size == 64 ? 'L' : '?');
}
static void on_restarting(void *log)
{
	note(log, 'g');
}
static void *on_added(void *log)
{
	return log;
}
static void on_removed(void *log)
{
	note(log, '-');
}
static void on_cause(void *log)
{
	note(log, '!');
}

static void the_listener_is_told_in_order(void **state)
{
	struct log log = { .text = "" };
	struct gc_event_listener listener = GC_NULL_EVENT_LISTENER;
	struct fixture f;
	(void)state;
	listener.requesting_stop = on_requesting;
	listener.mutators_stopped = on_stopped;
	listener.prepare_gc = on_prepare;
	listener.roots_traced = on_roots;
	listener.heap_traced = on_heap;
	listener.ephemerons_traced = on_ephemerons;
	listener.finalizers_traced = on_finalizers;
	listener.live_data_size = on_live;
	listener.restarting_mutators = on_restarting;
	listener.mutator_added = on_added;
	listener.mutator_cause_gc = on_cause;
	listener.mutator_removed = on_removed;
	begin_with(&f, "heap-size=1m,parallelism=2", listener, &log);
	f.slot[0] = (uintptr_t)allocate(f.mutator, 64, 0);
	allocate(f.mutator, 64, 0);
	gc_collect(f.mutator, GC_COLLECTION_MAJOR);
	gc_collect(f.mutator, GC_COLLECTION_MINOR);
	end(&f);
	/* whether roots are traced is known when the releaser looks the next time */
	if (gcrt_collector.concurrent)
		assert_string_equal(log.text, "!rspRgrsHEFgL!rspRgrsHEFgL-");
	else
		assert_string_equal(log.text, "!rspRHEFLg!rspRHEFLg-");
}

static void a_listener_that_has_finished_is_not_told(void **state)
{
	struct log log = { .text = "" }, other = { .text = "" };
	struct gc_event_listener listener = GC_NULL_EVENT_LISTENER;
	struct fixture f, g;
	(void)state;
	listener.requesting_stop = on_requesting;
	listener.prepare_gc = on_prepare;
	listener.heap_traced = on_heap;
	listener.live_data_size = on_live;
	listener.restarting_mutators = on_restarting;
	begin_with(&f, "heap-size=1m,parallelism=2", listener, &log);
	begin_with(&g, "heap-size=1m,parallelism=1", listener, &other);
	g.slot[0] = (uintptr_t)allocate(g.mutator, 64, 0);
	allocate(f.mutator, 64, 0);
	gc_event_listener_finish(&log);
	gc_event_listener_finish(&f); /* no heap has this data */
	gc_collect(f.mutator, GC_COLLECTION_MAJOR);
	gc_collect(g.mutator, GC_COLLECTION_MAJOR);
	end(&f);
	end(&g);
	assert_string_equal(log.text, "");
	assert_string_equal(other.text, gcrt_collector.concurrent ? "rpgrHgL" : "rpHLg");
}

static void pauses_are_counted(void **state)
{
	struct gc_basic_stats stats;
	struct fixture f;
	(void)state;
	for (uint64_t usec = 0; usec < 100000; usec++) {
		size_t bucket = gc_basic_stats_bucket(usec);
		assert_true(usec <= gc_basic_stats_bucket_limit(bucket));
		assert_true(!bucket || usec > gc_basic_stats_bucket_limit(bucket - 1));
	}
	begin_with(&f, "heap-size=1m,parallelism=1", GC_BASIC_STATS, &stats);
	f.slot[0] = (uintptr_t)allocate(f.mutator, 64, 0);
	for (unsigned i = 0; i < 10; i++)
		gc_collect(f.mutator, GC_COLLECTION_ANY);
	gc_basic_stats_finish(&stats);
	assert_int_equal(stats.major_collection_count, 10);
	assert_int_equal(stats.max_live_data_size, 64);
	assert_true(gc_basic_stats_percentile(&stats, 0.5) <= stats.max_pause_usec);
	end(&f);
}

/* ----------------------------------------------------------------- threads */

struct thread {
	struct gc_heap *heap;
	unsigned index, rounds;
	int *stop;
	size_t done;
};

/* Keeps a small graph, changes it, and checks it. */
static void churn(struct gc_mutator *m, struct gc_mutator_roots *roots, unsigned rounds,
    unsigned seed)
{
	for (unsigned i = 0; i < rounds; i++) {
		seed = seed * 1103515245 + 12345;
		size_t bytes = 32 + (seed >> 16) % 200 + ((seed >> 8) % 97 == 0) * 20000;
		struct test_object *o = allocate(m, bytes, 1);
		assert_non_null(o);
		uintptr_t *slot = &roots->slot[(seed >> 20) % roots->count];
		if ((seed >> 12) % 8) {
			o->slot[0] = *slot;
			gc_write_barrier(m, gc_ref_from_heap_object(o), bytes, gc_edge(&o->slot[0]),
			    gc_ref(*slot));
		}
		*slot = (uintptr_t)o;
		if ((seed >> 10) % 16 == 0)
			list_length(*slot);
	}
}

static void *churn_and_leave(void *argument)
{
	struct thread *t = argument;
	for (unsigned i = 0; i < t->rounds; i++) {
		uintptr_t slot[8] = { 0 };
		struct gc_mutator_roots roots = { 8, slot, 0 };
		struct gc_mutator *m = gc_init_for_thread(gc_empty_stack_addr(), t->heap);
		gc_mutator_set_roots(m, &roots);
		churn(m, &roots, 200, i * 7919 + t->index);
		gc_finish_for_thread(m);
	}
	return NULL;
}

static void *collect_all_the_time(void *argument)
{
	struct thread *t = argument;
	struct gc_mutator *m = gc_init_for_thread(gc_empty_stack_addr(), t->heap);
	while (!gcrt_load(t->stop, relaxed)) {
		gc_collect(m, GC_COLLECTION_ANY);
		t->done++;
	}
	gc_finish_for_thread(m);
	return NULL;
}

static void *join_threads(struct gc_mutator *m, void *data)
{
	(void)m;
	test_threads(3, churn_and_leave, data, sizeof(struct thread));
	return data;
}

static void mutators_come_and_go_during_cycles(void **state)
{
	int stop = 0;
	struct fixture f;
	(void)state;
	begin(&f, "heap-size=8m,parallelism=3");
	struct thread threads[3], collector = { f.heap, 0, 0, &stop, 0 };
	for (unsigned i = 0; i < 3; i++)
		threads[i] = (struct thread){ f.heap, i, 60, NULL, 0 };
	struct gcrt_thread other;
	assert_true(gcrt_thread_create(&other, collect_all_the_time, &collector));
	assert_ptr_equal(gc_deactivate_for_call(f.mutator, join_threads, threads), threads);
	gcrt_store(&stop, 1, relaxed);
	gc_deactivate(f.mutator);
	gcrt_thread_join(other);
	gc_reactivate(f.mutator);
	assert_true(collector.done > 0);
	end(&f);
}

static void *short_cycles(void *argument)
{
	struct thread *t = argument;
	uintptr_t slot[4] = { 0 };
	struct gc_mutator_roots roots = { 4, slot, 0 };
	struct gc_mutator *m = gc_init_for_thread(gc_empty_stack_addr(), t->heap);
	gc_mutator_set_roots(m, &roots);
	for (unsigned i = 0; i < t->rounds; i++) {
		churn(m, &roots, i % 3, i);
		if (i % 5 == 0)
			gc_safepoint(m);
		if (i % 7 == 0) {
			gc_deactivate(m);
			gc_reactivate(m);
		}
		gc_collect(m, GC_COLLECTION_ANY);
	}
	gc_finish_for_thread(m);
	return NULL;
}

static void *join_short_cycles(struct gc_mutator *m, void *data)
{
	struct thread *threads = data;
	(void)m;
	test_threads(threads[0].index, short_cycles, data, sizeof(struct thread));
	return NULL;
}

/* If a wake-up is lost, the test hangs. */
static void no_wakeup_is_lost_in_thousands_of_short_cycles(void **state)
{
	(void)state;
	for (unsigned mutators = 1; mutators <= 4; mutators++)
		for (unsigned workers = 1; workers <= 4; workers++) {
			struct thread threads[4];
			struct fixture f;
			char options[64];
			snprintf(options, sizeof options, "heap-size=2m,parallelism=%u", workers);
			begin(&f, options);
			for (unsigned i = 0; i < 4; i++)
				threads[i] = (struct thread){ f.heap, mutators,
					test_all() ? ROUNDS : ROUNDS / 3, NULL, 0 };
			gc_deactivate_for_call(f.mutator, join_short_cycles, threads);
			end(&f);
		}
}

static void *collect_from_within(struct gc_mutator *m, void *data)
{
	gc_collect(m, GC_COLLECTION_ANY);
	return data;
}

static void *back_for_a_moment(struct gc_mutator *m, void *data)
{
	return gc_reactivate_for_call(m, collect_from_within, data);
}

static void an_inactive_mutator_may_come_back_for_a_call(void **state)
{
	struct fixture f;
	(void)state;
	begin(&f, "heap-size=1m,parallelism=2");
	f.slot[0] = (uintptr_t)allocate(f.mutator, 64, 0);
	assert_ptr_equal(gc_deactivate_for_call(f.mutator, back_for_a_moment, &f), &f);
	assert_int_equal(gc_heap_contains(f.heap, gc_ref(f.slot[0])), 1);
	end(&f);
}

static void *poll_until_stopped(void *argument)
{
	struct thread *t = argument;
	struct gc_mutator *m = gc_init_for_thread(gc_empty_stack_addr(), t->heap);
	gcrt_store(t->stop, 1, relaxed);
	while (gcrt_load(t->stop, relaxed) == 1)
		gc_safepoint(m);
	gc_finish_for_thread(m);
	return NULL;
}

static void a_loop_that_polls_is_stopped(void **state)
{
	int stop = 0;
	struct fixture f;
	struct gcrt_thread other;
	(void)state;
	begin(&f, "heap-size=1m,parallelism=2");
	struct thread t = { f.heap, 0, 0, &stop, 0 };
	assert_true(gcrt_thread_create(&other, poll_until_stopped, &t));
	while (!gcrt_load(&stop, relaxed))
		continue;
	for (unsigned i = 0; i < 100; i++)
		gc_collect(f.mutator, GC_COLLECTION_ANY);
	gcrt_store(&stop, 2, relaxed);
	gc_deactivate(f.mutator);
	gcrt_thread_join(other);
	gc_reactivate(f.mutator);
	end(&f);
}

/* All threads compete for the last room of a heap that is nearly full. */
static void *fight_for_room(void *argument)
{
	struct thread *t = argument;
	struct gc_mutator *m = gc_init_for_thread(gc_empty_stack_addr(), t->heap);
	uintptr_t slot[1] = { 0 };
	struct gc_mutator_roots roots = { 1, slot, 0 };
	gc_mutator_set_roots(m, &roots);
	for (unsigned i = 0; i < t->rounds; i++) {
		slot[0] = 0;
		for (unsigned j = 0; j < 300; j++) {
			struct test_object *o = allocate(m, 96, 1);
			if (!o) {
				t->done++;
				break;
			}
			o->slot[0] = slot[0];
			slot[0] = (uintptr_t)o;
		}
	}
	gc_finish_for_thread(m);
	return NULL;
}

static void *join_fight(struct gc_mutator *m, void *data)
{
	(void)m;
	test_threads(4, fight_for_room, data, sizeof(struct thread));
	return NULL;
}

/* At most 4 * 300 * 96 bytes are live, in 4 blocks and as many that are not full.  So no allocation
 * may fail, however the threads race. */
static void who_loses_a_race_for_room_asks_again(void **state)
{
	struct thread threads[4];
	struct fixture f;
	(void)state;
	begin(&f, "heap-size=256k,parallelism=2");
	for (unsigned i = 0; i < 4; i++)
		threads[i] = (struct thread){ f.heap, i, 40, NULL, 0 };
	gc_deactivate_for_call(f.mutator, join_fight, threads);
	for (unsigned i = 0; i < 4; i++)
		assert_int_equal(threads[i].done, 0);
	end(&f);
}

#define OTHERS 50

/* A mutator that wakes slowly: in the meantime others have requested a cycle, and it has ended. */
struct sleeper {
	struct fixture f;
	unsigned others; /* such cycles; counted while it sleeps */
	bool sleeps;
};

static void sleep_longer(void *data)
{
	struct sleeper *s = data;
	struct gcrt_scheduler *scheduler;
	if (!s->sleeps || s->others == OTHERS)
		return;
	s->others++;
	scheduler = &s->f.heap->scheduler;
	struct gcrt_ticket cycle = gcrt_request_cycle(scheduler, 0, false);
	gc_deactivate(s->f.mutator);
	gcrt_wait_for_cycle(scheduler, cycle);
	gc_reactivate(s->f.mutator);
}

static void *listen_too(void *data)
{
	return data;
}

/* A few cycles show that there is no room, whichever thread has requested them. */
static void an_allocation_fails_however_many_cycles_end(void **state)
{
	static const size_t sizes[] = { 48, 10000 };
	struct gc_event_listener listener = GC_NULL_EVENT_LISTENER;
	(void)state;
	listener.mutator_added = listen_too;
	listener.mutator_restarted = sleep_longer;
	for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
		struct sleeper s = { .others = 0 };
		begin_with(&s.f, "heap-size=1m,parallelism=2", listener, &s);
		size_t length = fill(&s.f, sizes[i]);
		s.sleeps = true;
		assert_null(allocate(s.f.mutator, sizes[i], 1));
		assert_in_range(s.others, 1, 4);
		/* what this mutator drops becomes room */
		s.f.slot[0] = 0;
		assert_non_null(allocate(s.f.mutator, sizes[i], 1));
		s.sleeps = false;
		assert_int_equal(fill(&s.f, sizes[i]), length);
		end(&s.f);
	}
}

/* Allocates objects as an interpreter does: most are small, some have kilobytes; 100 are live. */
static void *interpret(void *argument)
{
	struct thread *t = argument;
	struct gc_mutator *m = gc_init_for_thread(gc_empty_stack_addr(), t->heap);
	uintptr_t slot[100] = { 0 };
	struct gc_mutator_roots roots = { 100, slot, 0 };
	uint32_t random = t->index + 1;
	gc_mutator_set_roots(m, &roots);
	for (unsigned i = 0; i < t->rounds; i++) {
		random = random * 1664525 + 1013904223;
		uint32_t kind = random >> 8 & 127, more = random >> 15;
		size_t size = kind < 90 ? 16 + more % 240
		    : kind < 122        ? 256 + more % 1800
					: 2048 + more % 14000;
		void *o = allocate(m, size, 0);
		t->done += !o;
		slot[more % 100] = (uintptr_t)o;
	}
	gc_finish_for_thread(m);
	return NULL;
}

static void *join_interpreters(struct gc_mutator *m, void *data)
{
	(void)m;
	test_threads(4, interpret, data, sizeof(struct thread));
	return NULL;
}

/* 340 kB are live, in objects of nearly all sizes.  Each thread has a list of free cells for each
 * size. */
static void many_sizes_and_threads_need_little_room(void **state)
{
	struct thread threads[4];
	struct fixture f;
	(void)state;
	begin(&f, "heap-size=1100k,parallelism=2");
	for (unsigned i = 0; i < 4; i++)
		threads[i] = (struct thread){ f.heap, i, 12000, NULL, 0 };
	gc_deactivate_for_call(f.mutator, join_interpreters, threads);
	for (unsigned i = 0; i < 4; i++)
		assert_int_equal(threads[i].done, 0);
	end(&f);
}

static void two_heaps_are_apart(void **state)
{
	struct fixture f, g;
	(void)state;
	begin(&f, "heap-size=1m,parallelism=1");
	begin(&g, "heap-size=1m,parallelism=2");
	f.slot[0] = (uintptr_t)allocate(f.mutator, 64, 0);
	g.slot[0] = (uintptr_t)allocate(g.mutator, 64, 0);
	gc_deactivate(f.mutator);
	gc_collect(g.mutator, GC_COLLECTION_ANY);
	gc_reactivate(f.mutator);
	assert_int_equal(gc_heap_contains(f.heap, gc_ref(f.slot[0])), 1);
	assert_int_equal(gc_heap_contains(f.heap, gc_ref(g.slot[0])), 0);
	end(&g);
	end(&f);
}

#ifndef SANITIZED /* shadow memory does not fit below a limit */
static void begin_without_address_space(void)
{
	struct rlimit limit = { 256 * MB, 256 * MB };
	struct gc_heap *heap = NULL;
	struct gc_mutator *m = NULL;
	setrlimit(RLIMIT_AS, &limit);
	_exit(!gc_init(NULL, gc_empty_stack_addr(), &heap, &m, GC_NULL_EVENT_LISTENER, NULL));
}

static void no_address_space_is_no_heap(void **state)
{
	(void)state;
	assert_true(test_dies(begin_without_address_space, "cannot reserve 32 GB"));
}
#endif

static void *note_address(struct gc_stack_addr address, void *data)
{
	char here;
	assert_false(gc_stack_addr_is_empty(address));
	assert_true(gc_stack_addr_as_pointer(address) > &here || sizeof(void *) != 8 ||
	    getenv("ASAN_OPTIONS"));
	return data;
}

static void a_stack_has_an_address(void **state)
{
	int x;
	(void)state;
	assert_ptr_equal(gc_call_with_stack_addr(note_address, &x), &x);
}

/* ----------------------------------------------------------- memory that is in use */

/* Returns which pages of a block have memory.  All pages of the heap in one page of the system have
 * it, or none has. */
static size_t resident_of(uintptr_t block)
{
	size_t unit = gcrt_memory_page() / GCRT_PAGE, resident = 0;
	unsigned char has[GCRT_BLOCK_PAGES];
	assert_int_equal(mincore((void *)block, GCRT_BLOCK_BYTES, has), 0);
	if (unit > GCRT_BLOCK_PAGES)
		unit = GCRT_BLOCK_PAGES;
	for (size_t p = 0; p < GCRT_BLOCK_PAGES; p += unit)
		for (size_t i = 0; i < unit; i++)
			if (has[p + i] & 1) {
				resident += unit;
				break;
			}
	return resident;
}

static size_t resident_pages(const struct gcrt_space *space)
{
	size_t resident = 0;
	for (size_t block = space->first; block < space->frontier; block++)
		resident += resident_of(gcrt_block_address(space, block));
	return resident;
}

/* Objects of sizes that leave parts of blocks, and of pages, without an object. */
static void what_has_memory_is_counted(void **state)
{
	static const size_t sizes[] = { 9000, 48, 3000, 40000, 700, 8192 };
	size_t count = test_all() ? 6000 : 2400; /* twice through the sizes at least */
	struct fixture f;
	(void)state;
	begin(&f, "heap-size=2m,parallelism=1");
	for (size_t i = 0; i < count; i++) {
		size_t bytes = sizes[i / 200 % 6];
		struct test_object *o = allocate(f.mutator, bytes, 1);
		assert_non_null(o);
		if (i % 7 == 0)
			f.slot[i % 23] = (uintptr_t)o;
		if (i % 100 == 0)
			assert_in_range(resident_pages(&f.heap->space), 0,
			    f.heap->space.touched_pages);
	}
	end(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(new_objects_are_zero_and_apart),
		cmocka_unit_test(a_full_heap_gives_null_and_keeps_all),
		cmocka_unit_test(room_moves_between_sizes),
		cmocka_unit_test(a_few_survivors_leave_room_for_all_sizes),
		cmocka_unit_test(cells_of_larger_sizes_are_a_last_resort),
		cmocka_unit_test(pages_of_large_objects_are_used_again),
		cmocka_unit_test(little_that_lives_touches_little),
		cmocka_unit_test(too_large_for_any_heap),
		cmocka_unit_test(by_default_a_full_heap_stops_the_program),
		cmocka_unit_test(a_growable_heap_grows_to_its_maximum),
		cmocka_unit_test(every_kind_of_root_is_one),
		cmocka_unit_test(the_listener_is_told_in_order),
		cmocka_unit_test(a_listener_that_has_finished_is_not_told),
		cmocka_unit_test(pauses_are_counted),
		cmocka_unit_test(mutators_come_and_go_during_cycles),
		cmocka_unit_test(no_wakeup_is_lost_in_thousands_of_short_cycles),
		cmocka_unit_test(an_inactive_mutator_may_come_back_for_a_call),
		cmocka_unit_test(a_loop_that_polls_is_stopped),
		cmocka_unit_test(who_loses_a_race_for_room_asks_again),
		cmocka_unit_test(an_allocation_fails_however_many_cycles_end),
		cmocka_unit_test(many_sizes_and_threads_need_little_room),
		cmocka_unit_test(two_heaps_are_apart),
#ifndef SANITIZED
		cmocka_unit_test(no_address_space_is_no_heap),
#endif
		cmocka_unit_test(a_stack_has_an_address),
		cmocka_unit_test(what_has_memory_is_counted),
	};
	alarm(540); /* if a wake-up is lost, the test hangs */
	return cmocka_run_group_tests(tests, NULL, NULL);
}
