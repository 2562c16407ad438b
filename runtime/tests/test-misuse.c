/* Wrong programs, and what the runtime says of each: what happened, the rule, the way out. */
#include "test.h"

#include "gc-allocate.h"
#include "gc-barrier.h"
#include "gc-basic-stats.h"
#include "gc-null-event-listener.h"
#include "gc-safepoint.h"
#include "gcrt-collector.h"
#include "gcrt-heap.h"
#include "gcrt-misuse.h"
#include "gcrt-phase.h"
#include "satb-names.h"
#include "test-embedder.h"

void (*test_while_tracing)(void);

static const char *const rules[] = {
#define GCRT_MISUSE(name, mistake, noticed, rule, way_out)                                         \
	"\n  the rule: " rule "\n  the way out: " way_out "\n",
#include "gcrt-misuse.def"
#undef GCRT_MISUSE
};

static struct gc_heap *heap;
static struct gc_mutator *m;
static uintptr_t slot[4];
static struct gc_mutator_roots roots = { 4, slot, 0 };

static void begin_with(const char *text)
{
	struct gc_options *options = gc_allocate_options();
	if (!gc_options_parse_and_set_many(options, "heap-size=1m,parallelism=2") ||
	    !gc_options_parse_and_set_many(options, text) ||
	    !gc_init(options, gc_empty_stack_addr(), &heap, &m, GC_NULL_EVENT_LISTENER, NULL))
		_exit(0);
	gc_mutator_set_roots(m, &roots);
}

static void begin(void)
{
	begin_with("");
}

static struct test_object *allocate(size_t bytes, uint32_t slots)
{
	struct test_object *o = gc_allocate(m, bytes, GC_ALLOCATION_TAGGED);
	o->slots = slots;
	o->bytes = (uint32_t)bytes;
	return o;
}

static int passes(void (*program)(void))
{
	int status;
	fflush(NULL);
	pid_t child = fork();
	if (!child)
		program();
	waitpid(child, &status, 0);
	return status == 0;
}

/* ------------------------------------------------------------ active, or not */

static void allocate_while_inactive(void)
{
	begin();
	allocate(48, 0);
	gc_deactivate(m);
	gc_allocate(m, 48, GC_ALLOCATION_TAGGED);
}

static void collect_while_inactive(void)
{
	begin();
	gc_deactivate(m);
	gc_collect(m, GC_COLLECTION_ANY);
}

static void poll_while_inactive(void)
{
	begin();
	gc_deactivate(m);
	gc_safepoint(m);
}

static void receive_while_inactive(void)
{
	begin();
	gc_deactivate(m);
	gc_received(m, gc_ref_null());
}

static void fill_while_inactive(void)
{
	begin();
	struct test_object *o = allocate(48, 1);
	gc_deactivate(m);
	gc_store_new(m, gc_ref((uintptr_t)o), 48, gc_edge(&o->slot[0]), gc_ref_null());
}

static void poll_after_finish(void)
{
	begin();
	gc_finish_for_thread(m);
	gc_safepoint(m);
}

static void receive_after_finish(void)
{
	begin();
	gc_finish_for_thread(m);
	gc_received(m, gc_ref_null());
}

static void *do_allocate(struct gc_mutator *mutator, void *data)
{
	(void)data;
	return gc_allocate(mutator, 20000, GC_ALLOCATION_TAGGED);
}

static void allocate_in_a_call(void)
{
	begin();
	gc_deactivate_for_call(m, do_allocate, NULL);
}

static void deactivate_twice(void)
{
	begin();
	gc_deactivate(m);
	gc_deactivate(m);
}

static void reactivate_twice(void)
{
	begin();
	gc_deactivate(m);
	gc_reactivate(m);
	gc_reactivate(m);
}

static void reactivate_a_new_one(void)
{
	begin();
	gc_reactivate(m);
}

static void finish_while_inactive(void)
{
	begin();
	gc_deactivate(m);
	gc_finish_for_thread(m);
}

/* ------------------------------------------------------------ after the end */

static void allocate_after_finish(void)
{
	begin();
	allocate(48, 0);
	gc_finish_for_thread(m);
	gc_allocate(m, 48, GC_ALLOCATION_TAGGED);
}

static void finish_twice(void)
{
	begin();
	gc_finish_for_thread(m);
	gc_finish_for_thread(m);
}

static void reactivate_after_finish(void)
{
	begin();
	gc_finish_for_thread(m);
	gc_reactivate(m);
}

static void destroy_twice(void)
{
	begin();
	gc_finish_for_thread(m);
	gc_heap_destroy(heap);
	gc_heap_destroy(heap);
}

static void destroy_one_of_two(void)
{
	struct gc_heap *other;
	begin();
	other = heap;
	gc_finish_for_thread(m);
	begin();
	gc_heap_destroy(other);
	gc_finish_for_thread(m);
	gc_heap_destroy(heap);
	_exit(0);
}

static void allocate_nothing(void)
{
	begin();
	gc_allocate(m, 0, GC_ALLOCATION_TAGGED);
}

static void allocate_nothing_later(void)
{
	begin();
	allocate(16, 0);
	gc_allocate(m, 0, GC_ALLOCATION_TAGGED_POINTERLESS);
}

/* --------------------------------------------------------- in a collection */

static enum { ALLOCATES, COLLECTS, POLLS, DEACTIVATES } in_listener;

static void use_heap(void *data)
{
	(void)data;
	switch (in_listener) {
	case ALLOCATES: gc_allocate(m, 20000, GC_ALLOCATION_TAGGED); break;
	case COLLECTS: gc_collect(m, GC_COLLECTION_ANY); break;
	case POLLS: gc_safepoint_slow(m); break;
	case DEACTIVATES: gc_deactivate(m); break;
	}
}

static void listen_and_use(void)
{
	struct gc_event_listener listener = GC_NULL_EVENT_LISTENER;
	listener.mutators_stopped = use_heap;
	if (!gc_init(NULL, gc_empty_stack_addr(), &heap, &m, listener, NULL))
		_exit(0);
	gc_collect(m, GC_COLLECTION_ANY);
}

static void allocate_in_a_listener(void)
{
	in_listener = ALLOCATES;
	listen_and_use();
}

static void collect_in_a_listener(void)
{
	in_listener = COLLECTS;
	listen_and_use();
}

static void poll_in_a_listener(void)
{
	in_listener = POLLS;
	listen_and_use();
}

static void deactivate_in_a_listener(void)
{
	in_listener = DEACTIVATES;
	listen_and_use();
}

static void use_heap_in_a_trace(void)
{
	use_heap(NULL);
}

static void trace_and_use(void)
{
	begin();
	slot[0] = (uintptr_t)allocate(48, 0);
	test_while_tracing = use_heap_in_a_trace;
	gc_collect(m, GC_COLLECTION_ANY);
}

static void allocate_in_a_trace(void)
{
	in_listener = ALLOCATES;
	trace_and_use();
}

static void collect_in_a_trace(void)
{
	in_listener = COLLECTS;
	trace_and_use();
}

/* -------------------------------------------------------------------- forks */

static void in_child(void (*body)(void))
{
	int status;
	begin();
	pid_t child = fork();
	if (!child) {
		body();
		_exit(0);
	}
	waitpid(child, &status, 0);
	_exit(!WIFEXITED(status) || WEXITSTATUS(status));
}

static void collect(void)
{
	gc_collect(m, GC_COLLECTION_ANY);
}

static void fork_and_collect(void)
{
	in_child(collect);
}

static void join(void)
{
	gc_init_for_thread(gc_empty_stack_addr(), heap);
}

static void fork_and_join(void)
{
	in_child(join);
}

static void destroy(void)
{
	gc_heap_destroy(heap);
}

static void fork_and_destroy(void)
{
	in_child(destroy);
}

/* ------------------------------------------------------- objects and their ends */

static void write_beyond(void)
{
	begin();
	struct test_object *o = allocate(48, 0);
	((char *)o)[48] = 1;
	slot[0] = (uintptr_t)o;
	collect();
}

static void write_beyond_a_lost_one(void)
{
	begin();
	struct test_object *o = allocate(40, 0);
	((char *)o)[41] = 1;
	collect();
}

static void write_beyond_a_large_one(void)
{
	begin();
	struct test_object *o = allocate(20000, 0);
	((char *)o)[20003] = 1;
	slot[0] = (uintptr_t)o;
	collect();
}

static void trace_beyond(void)
{
	begin();
	slot[0] = (uintptr_t)allocate(24, 3);
	collect();
}

static void say_too_much(void)
{
	begin();
	struct test_object *o = allocate(24, 0);
	o->bytes = 48;
	slot[0] = (uintptr_t)o;
	collect();
}

/* Makes a chain of objects from a root to one that refers to a freed object. */
static void refer_to_what_is_lost(void)
{
	begin();
	struct test_object *lost = allocate(48, 0);
	for (int i = 0; i < 3; i++) {
		struct test_object *o = allocate(32 + 16 * (unsigned)i, 2);
		o->slot[1] = slot[2];
		slot[2] = (uintptr_t)o;
	}
	collect();
	struct test_object *second = (struct test_object *)((struct test_object *)slot[2])->slot[1];
	gc_store(m, gc_ref((uintptr_t)second), 48, gc_edge(&second->slot[0]),
	    gc_ref((uintptr_t)lost));
	gc_verify(m);
	_exit(0);
}

/* ------------------------------------------------------------------- barriers */

static struct test_object *old_object(void)
{
	begin();
	slot[0] = (uintptr_t)allocate(48, 2);
	((struct test_object *)slot[0])->slot[1] = (uintptr_t)allocate(32, 0);
	gc_verify(m);
	return (struct test_object *)slot[0];
}

static void store_without_a_barrier(void)
{
	struct test_object *o = old_object();
	o->slot[1] = (uintptr_t)allocate(32, 0);
	collect();
}

static void clear_without_a_barrier(void)
{
	old_object()->slot[1] = 0;
	gc_verify(m);
}

static void tell_the_barrier_another_value(void)
{
	struct test_object *o = old_object();
	uintptr_t new = (uintptr_t)allocate(32, 0);
	gc_write_barrier(m, gc_ref((uintptr_t)o), 48, gc_edge(&o->slot[1]), gc_ref(slot[0]));
	o->slot[1] = new;
	gc_verify(m);
}

/* Stores more pairs of a slot and a value than a table of a fixed size would keep.  None of the
 * values was in its slot at the last look.  Two objects of 2000 slots exist besides. */
static void store_many(long count, bool poll)
{
	for (long i = 0; i < count; i++) {
		struct test_object *o = (struct test_object *)slot[0];
		gc_store(m, gc_ref((uintptr_t)o), o->bytes, gc_edge(&o->slot[i % 2000]),
		    gc_ref(((struct test_object *)slot[1])->slot[(i / 2000 + i) % 2000]));
		if (poll)
			gc_safepoint(m);
	}
}

static void begin_many(void)
{
	begin();
	for (int i = 0; i < 2; i++)
		slot[i] = (uintptr_t)allocate(2001 * 8, 2000);
	for (int i = 0; i < 2000; i++) {
		struct test_object *o = (struct test_object *)slot[1];
		gc_store(m, gc_ref((uintptr_t)o), o->bytes, gc_edge(&o->slot[i]),
		    gc_ref((uintptr_t)allocate(16, 0)));
	}
	gc_verify(m);
}

static void store_without_a_barrier_after_many(void)
{
	begin_many();
	store_many(1100000, false);
	((struct test_object *)slot[0])->slot[0] = ((struct test_object *)slot[1])->slot[1999];
	gc_verify(m);
}

static void store_without_a_barrier_before_many(void)
{
	begin_many();
	((struct test_object *)slot[1])->slot[0] = ((struct test_object *)slot[1])->slot[1999];
	for (;;) /* until the collector notices it */
		store_many(1200000, true);
}

static void store_many_well(void)
{
	begin_many();
	store_many(1200000, true);
	_exit(0);
}

static void store_while_inactive(void)
{
	struct test_object *o = old_object();
	gc_deactivate(m);
	gc_store(m, gc_ref((uintptr_t)o), 48, gc_edge(&o->slot[0]), gc_ref_null());
}

/* Does everything that programs may do; nothing may be reported. */
static void store_well(void)
{
	struct test_object *o = old_object();
	for (uintptr_t i = 0; i < 30000; i++) {
		struct test_object *new = allocate(48, 2);
		new->slot[0] = slot[0];
		slot[1] = (uintptr_t) new; /* a cycle may begin at the safepoint */
		gc_safepoint(m);
		new->slot[1] = 2 * i + 1;
		gc_store(m, gc_ref((uintptr_t)o), 48, gc_edge(&o->slot[0]),
		    gc_ref((uintptr_t) new));
		gc_write_barrier(m, gc_ref((uintptr_t)o), 48, gc_edge(&o->slot[1]),
		    gc_ref(slot[0]));
		if (i % 3)
			o->slot[1] = slot[0];
		if (i % 7)
			gc_store(m, gc_ref((uintptr_t)o), 48, gc_edge(&o->slot[0]), gc_ref_null());
		if (i % 1000 == 0)
			gc_verify(m);
	}
	_exit(0);
}

/* Reports to the barrier a store into a slot that the next look does not visit. */
static void store_where_none_looks(void)
{
	struct test_object *o = old_object();
	uintptr_t new = (uintptr_t)allocate(32, 0);
	slot[1] = new;
	o->slots = 1;
	gc_store(m, gc_ref((uintptr_t)o), 48, gc_edge(&o->slot[1]), gc_ref(new));
	gc_verify(m);
	o->slots = 2;
	gc_verify(m);
	_exit(0);
}

#if GCRT_DEBUG
/* A kernel stores into a slot after the look of another worker has loaded it. */
static void look_beside_a_kernel(void)
{
	struct test_object *o = old_object();
	uintptr_t at = (uintptr_t)&o->slot[1], loaded = o->slot[1], before;
	uintptr_t new = (uintptr_t)allocate(32, 0);
	gcrt_store_slot(gc_edge(&o->slot[1]), new, relaxed);
	bool right = gcrt_shadow_look(heap, at, loaded, &before);
	_exit(!right || !gcrt_shadow_look(heap, at, new, &before));
}

static void test_kernels_stores(void **state)
{
	(void)state;
	assert_true(passes(look_beside_a_kernel));
}
#endif

/* -------------------------------------------------- stress, and verifying on demand */

static const char *stress;

/* No root has the first object while the second one is allocated. */
static void forget_a_root(void)
{
	begin_with(stress);
	slot[1] = (uintptr_t)allocate(48, 0); /* keeps the block */
	struct test_object *pair = allocate(48, 2);
	uintptr_t second = (uintptr_t)allocate(32, 0);
	gc_safepoint(m);
	slot[0] = (uintptr_t)pair;
	pair->slot[0] = second;
	gc_verify(m);
	_exit(0);
}

static void verify_beside_cycles(void)
{
	begin_with("");
	for (int i = 0; i < 20; i++) {
		for (int k = 0; k < 3000; k++) {
			struct test_object *o = allocate(48, 1);
			gc_store(m, gc_ref_from_heap_object(o), 48, gc_edge(&o->slot[0]),
			    gc_ref(k % 100 ? slot[1] : 0));
			slot[1] = (uintptr_t)o;
		}
		if (gc_verify(m) != GCRT_DEBUG)
			_exit(1);
	}
	gc_finish_for_thread(m);
	_exit(0);
}

static void test_stress(void **state)
{
	static const char *const texts[] = { "stress-allocations=1", "stress-allocations=3",
		"stress-safepoints=1" };
	(void)state;
	stress = "";
	assert_true(passes(forget_a_root));
	stress = "stress-allocations=2";
	assert_true(passes(forget_a_root));
	assert_true(passes(verify_beside_cycles));
	for (size_t i = 0; i < sizeof texts / sizeof *texts && GCRT_DEBUG; i++) {
		stress = texts[i];
		assert_true(test_dies(forget_a_root, "which has been freed|and is no object"));
	}
}

static unsigned long cycles(const char *options)
{
	struct gc_basic_stats stats;
	struct gc_options *all = gc_allocate_options();
	assert_true(gc_options_parse_and_set_many(all, options));
	assert_true(gc_init(all, gc_empty_stack_addr(), &heap, &m, GC_BASIC_STATS, &stats));
	for (int i = 0; i < 12; i++)
		gc_allocate(m, 48, GC_ALLOCATION_TAGGED_POINTERLESS);
	for (int i = 0; i < 12; i++)
		gc_safepoint(m);
	gc_finish_for_thread(m);
	gc_basic_stats_finish(&stats);
	return stats.major_collection_count;
}

static void test_stress_is_counted(void **state)
{
	(void)state;
	assert_int_equal(cycles("parallelism=1"), 0);
	assert_int_equal(cycles("stress-allocations=1"), 12);
	assert_int_equal(cycles("stress-allocations=5"), 2);
	assert_true(cycles("stress-safepoints=1") >= 12);
	assert_true(cycles("stress-safepoints=4") >= 3);
	assert_true(cycles("stress-safepoints=4") <= 8);
}

/* -------------------------------------------------------------- the sentences */

struct wrong {
	void (*program)(void);
	const char *what;
	enum gcrt_misuse misuse;
	int only_debug;
};

static void check(const struct wrong *wrong)
{
	char said[1024];
	if (wrong->only_debug && !GCRT_DEBUG)
		return;
	snprintf(said, sizeof said, "%s%s", wrong->what, rules[wrong->misuse]);
	assert_true(test_dies(wrong->program, said));
}

#define TEST(name, ...)                                                                            \
	static void test_##name(void **state)                                                      \
	{                                                                                          \
		static const struct wrong all[] = { __VA_ARGS__ };                                 \
		(void)state;                                                                       \
		for (size_t i = 0; i < sizeof all / sizeof *all; i++)                              \
			check(&all[i]);                                                            \
	}

TEST(inactive,
    { allocate_while_inactive, ") allocates while it is inactive", GCRT_MISUSE_inactive, 1 },
    { collect_while_inactive, "calls gc_collect while it is inactive", GCRT_MISUSE_inactive, 0 },
    { poll_while_inactive, "calls gc_safepoint while it is inactive", GCRT_MISUSE_inactive, 1 },
    { receive_while_inactive, "calls gc_received while it is inactive", GCRT_MISUSE_inactive, 1 },
    { fill_while_inactive, "stores while it is inactive", GCRT_MISUSE_inactive, 1 },
    { allocate_in_a_call, "allocates while it is inactive", GCRT_MISUSE_inactive, 0 },
    { finish_while_inactive, "calls gc_finish_for_thread while it is inactive",
	GCRT_MISUSE_inactive, 0 },
    { deactivate_twice, "calls gc_deactivate while it is inactive", GCRT_MISUSE_deactivated_twice,
	0 },
    { reactivate_twice, "calls gc_reactivate while it is active", GCRT_MISUSE_reactivated_twice,
	0 },
    { reactivate_a_new_one, "calls gc_reactivate while it is active", GCRT_MISUSE_reactivated_twice,
	0 })

TEST(finished,
    { allocate_after_finish, "allocates after gc_finish_for_thread", GCRT_MISUSE_finished, 1 },
    { poll_after_finish, "calls gc_safepoint after gc_finish_for_thread", GCRT_MISUSE_finished, 1 },
    { receive_after_finish, "calls gc_received after gc_finish_for_thread", GCRT_MISUSE_finished,
	1 },
    { finish_twice, "calls gc_finish_for_thread after gc_finish_for_thread", GCRT_MISUSE_finished,
	1 },
    { reactivate_after_finish, "calls gc_reactivate after gc_finish_for_thread",
	GCRT_MISUSE_finished, 1 })

#if GCRT_DEBUG
static bool is_known(const struct gc_mutator *gone)
{
	for (unsigned i = 0; i < GCRT_GRAVES; i++)
		if (heap->world.graves[i] == gone)
			return true;
	return false;
}

/* Waits until so many other mutators have left, whichever these are. */
static void test_many_finish(void **state)
{
	struct gc_mutator *others[GCRT_GRAVES], *first;
	(void)state;
	begin();
	first = m;
	for (unsigned i = 0; i < GCRT_GRAVES; i++)
		others[i] = gc_init_for_thread(gc_empty_stack_addr(), heap);
	gc_finish_for_thread(first);
	for (unsigned i = GCRT_GRAVES; i-- > 1;) {
		gc_finish_for_thread(others[i]);
		assert_true(is_known(first));
	}
	gc_finish_for_thread(others[0]);
	assert_false(is_known(first));
	gc_heap_destroy(heap);
}
#endif

TEST(destroyed,
    { destroy_twice, " is not a heap, or was destroyed before", GCRT_MISUSE_destroyed, 1 })

static void test_destroy(void **state)
{
	(void)state;
	assert_true(passes(destroy_one_of_two));
}

TEST(empty, { allocate_nothing, ") allocates 0 bytes", GCRT_MISUSE_empty, 1 },
    { allocate_nothing_later, ") allocates 0 bytes", GCRT_MISUSE_empty, 1 })

TEST(in_collection,
    { allocate_in_a_listener, "allocates in a function that the collector calls",
	GCRT_MISUSE_in_collection, 0 },
    { collect_in_a_listener, "calls gc_collect in a function that the collector calls",
	GCRT_MISUSE_in_collection, 0 },
    { poll_in_a_listener, "calls gc_safepoint in a function that the collector calls",
	GCRT_MISUSE_in_collection, 0 },
    { deactivate_in_a_listener, "calls gc_deactivate in a function that the collector calls",
	GCRT_MISUSE_in_collection, 0 },
    { allocate_in_a_trace, "allocates in a function that the collector calls",
	GCRT_MISUSE_in_collection, 0 },
    { collect_in_a_trace, "calls gc_collect in a function that the collector calls",
	GCRT_MISUSE_in_collection, 0 })

TEST(forked,
    { fork_and_collect, "calls gc_collect in a child process, and the heap is its parent's",
	GCRT_MISUSE_forked, 0 },
    { fork_and_join,
	"gcdsl runtime: gc_init_for_thread in a child process, and the heap is its "
	"parent's",
	GCRT_MISUSE_forked, 0 },
    { fork_and_destroy,
	"gcdsl runtime: gc_heap_destroy in a child process, and the heap is its "
	"parent's",
	GCRT_MISUSE_forked, 0 })

TEST(beyond,
    { write_beyond, " of 48 bytes has been written at byte 48, beyond its end", GCRT_MISUSE_beyond,
	1 },
    { write_beyond_a_lost_one, " of 40 bytes has been written at byte 41, beyond its end",
	GCRT_MISUSE_beyond, 1 },
    { write_beyond_a_large_one, " of 20000 bytes has been written at byte 20003, beyond its end",
	GCRT_MISUSE_beyond, 1 })

TEST(size, { trace_beyond, " of 24 bytes: byte 24", GCRT_MISUSE_size, 1 },
    { say_too_much, " has 48 bytes, but it was allocated with 24", GCRT_MISUSE_size, 1 })

TEST(barrier, { store_without_a_barrier, ", but no barrier was called", GCRT_MISUSE_barrier, 1 },
    { clear_without_a_barrier, ", but no barrier was called", GCRT_MISUSE_barrier, 1 },
    { tell_the_barrier_another_value, ", but no barrier was called", GCRT_MISUSE_barrier, 1 },
    { store_without_a_barrier_after_many, ", but no barrier was called", GCRT_MISUSE_barrier, 1 },
    { store_without_a_barrier_before_many, ", but no barrier was called", GCRT_MISUSE_barrier, 1 },
    { store_while_inactive, " stores while it is inactive", GCRT_MISUSE_inactive, 1 })

static void test_stores_that_are_right(void **state)
{
	(void)state;
	assert_true(passes(store_well));
	assert_true(passes(store_where_none_looks));
	assert_true(passes(store_many_well));
}

static void test_path(void **state)
{
	(void)state;
	if (!GCRT_DEBUG)
		return;
	assert_true(test_dies(refer_to_what_is_lost, " of 48 bytes, byte 8, refers to "));
	assert_true(test_dies(refer_to_what_is_lost,
	    ", which has been freed\n"
	    "  to which refers object "));
	assert_true(test_dies(refer_to_what_is_lost,
	    " of 64 bytes, byte 16\n"
	    "  to which refers the root "));
}

/* A child process may make a heap of its own. */
static void test_fork_and_begin(void **state)
{
	int status;
	(void)state;
	begin();
	pid_t child = fork();
	if (!child) {
		begin();
		for (int i = 0; i < 100000; i++)
			allocate(48, 0);
		collect();
		_exit(0);
	}
	waitpid(child, &status, 0);
	assert_int_equal(status, 0);
	collect();
	gc_finish_for_thread(m);
}

static int listening; /* atomic; 1: a worker is in the listener; 2: the worker may return */

static void listen_long(void *data)
{
	(void)data;
	gcrt_cas(&listening, 0, 1, seq_cst, seq_cst); /* the listener may be called twice */
	while (gcrt_load(&listening, seq_cst) != 2)
		usleep(1000);
}

static void *finish_listening(void *data)
{
	gc_event_listener_finish(data);
	return NULL;
}

static void *collect_in_a_thread(void *data)
{
	struct gc_mutator *mine = gc_init_for_thread(gc_empty_stack_addr(), heap);
	(void)data;
	gc_collect(mine, GC_COLLECTION_ANY);
	gc_finish_for_thread(mine);
	return NULL;
}

/* Forks while the lock is held that all heaps share. */
static void fork_in_the_middle(void)
{
	struct gc_event_listener listener = GC_NULL_EVENT_LISTENER;
	struct gcrt_thread threads[2];
	int status = 1, data;
	listener.mutators_stopped = listen_long;
	if (!gc_init(NULL, gc_empty_stack_addr(), &heap, &m, listener, &data))
		_exit(1);
	gc_deactivate(m);
	gcrt_thread_create(&threads[0], collect_in_a_thread, NULL);
	while (gcrt_load(&listening, seq_cst) != 1)
		usleep(1000);
	gcrt_thread_create(&threads[1], finish_listening, &data);
	usleep(50000); /* long enough to wait for the listener, while it holds that lock */
	pid_t child = fork();
	if (!child) {
		alarm(20);
		begin();
		collect();
		gc_event_listener_finish(&data);
		_exit(0);
	}
	waitpid(child, &status, 0);
	gcrt_store(&listening, 2, seq_cst);
	gcrt_thread_join(threads[0]);
	gcrt_thread_join(threads[1]);
	_exit(status != 0);
}

static void test_fork_in_the_middle(void **state)
{
	(void)state;
	assert_true(passes(fork_in_the_middle));
}

/* ------------------------------------------------------- no safepoint, for long */

static int looping; /* atomic */

static void *loop_without_safepoints(void *data)
{
	struct gc_mutator *mine = gc_init_for_thread(gc_empty_stack_addr(), heap);
	(void)data;
	gcrt_store(&looping, 1, release);
	usleep(300000);
	gc_finish_for_thread(mine);
	return NULL;
}

static void collect_beside_a_loop(void)
{
	struct gcrt_thread thread;
	begin_with("safepoint-timeout=100");
	gcrt_thread_create(&thread, loop_without_safepoints, NULL);
	while (!gcrt_load(&looping, acquire))
		gc_safepoint(m);
	collect();
	gcrt_thread_join(thread);
	_exit(GCRT_DEBUG); /* it continues */
}

TEST(no_safepoint,
    { collect_beside_a_loop, " ms, and the collector waits for it", GCRT_MISUSE_no_safepoint, 1 })

static void *exit_soon(void *data)
{
	(void)data;
	usleep(400000);
	_exit(GCRT_DEBUG); /* it waited until the end */
	return NULL;
}

/* Prevents any further cycle from beginning. */
static void hold_cycles(void)
{
	struct gcrt_scheduler *s = &heap->scheduler;
	gcrt_mutex_lock(&s->lock);
	gcrt_change_phase(s, SATB_PHASE_held, true);
	gcrt_mutex_unlock(&s->lock);
}

static void wait_in_vain(void)
{
	struct gcrt_thread thread;
	begin_with("safepoint-timeout=100");
	hold_cycles();
	gcrt_thread_create(&thread, exit_soon, NULL);
	collect();
}

/* Waits in the second heap. */
static void wait_while_active(void)
{
	begin();
	wait_in_vain();
}

static void wait_while_inactive(void)
{
	begin();
	gc_deactivate(m);
	wait_in_vain();
}

/* Mutators that were active in the parent do not count. */
static void wait_in_a_child(void)
{
	int status;
	begin();
	pid_t child = fork();
	if (!child)
		wait_in_vain();
	waitpid(child, &status, 0);
	_exit(1);
}

TEST(two_heaps,
    { wait_while_active,
	" has waited for a collection for 100 ms while it is active in another heap",
	GCRT_MISUSE_two_heaps, 1 })

static void test_one_heap_at_a_time(void **state)
{
	void (*const right[])(void) = { wait_in_vain, wait_while_inactive, wait_in_a_child };
	char text[4096];
	(void)state;
	for (size_t i = 0; i < sizeof right / sizeof *right && GCRT_DEBUG; i++) {
		assert_true(test_run(right[i], text, sizeof text));
		assert_non_null(strstr(text, "no cycle has run for 100 ms"));
		assert_null(strstr(text, "in another heap"));
	}
}

TEST(not_begun,
    { wait_in_vain,
	"gcdsl runtime: the cycle mark_sweep was asked for, but its `from` does not hold, "
	"and no cycle has run for 100 ms",
	GCRT_MISUSE_not_begun, 1 })

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_inactive),
		cmocka_unit_test(test_finished),
#if GCRT_DEBUG
		cmocka_unit_test(test_many_finish),
#endif
		cmocka_unit_test(test_destroyed),
		cmocka_unit_test(test_destroy),
		cmocka_unit_test(test_empty),
		cmocka_unit_test(test_in_collection),
		cmocka_unit_test(test_beyond),
		cmocka_unit_test(test_size),
		cmocka_unit_test(test_path),
		cmocka_unit_test(test_barrier),
		cmocka_unit_test(test_stores_that_are_right),
#if GCRT_DEBUG
		cmocka_unit_test(test_kernels_stores),
#endif
		cmocka_unit_test(test_forked),
		cmocka_unit_test(test_fork_and_begin),
		cmocka_unit_test(test_fork_in_the_middle),
		cmocka_unit_test(test_no_safepoint),
		cmocka_unit_test(test_not_begun),
		cmocka_unit_test(test_two_heaps),
		cmocka_unit_test(test_one_heap_at_a_time),
		cmocka_unit_test(test_stress),
		cmocka_unit_test(test_stress_is_counted),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
