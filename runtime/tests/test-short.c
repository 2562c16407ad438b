/* Memory that is short: at the beginning gc_init and gc_init_for_thread say so, and leave
 * nothing behind; later, cycles do without.  The linker puts this file's functions in the place of the C library's
 * (--wrap). */
#include "test.h"

#include <errno.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include "gc-null-event-listener.h"
#include "gcrt-heap.h"
#include "test-embedder.h"

static int left = -1; /* atomic; how many calls get memory before one fails; -1: all get it */
static bool none;     /* atomic; no call gets memory */
static int live;      /* atomic; pieces of memory that were allocated and not freed */
static int packets;   /* allocated in this cycle, in which none is freed */

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void __real_free(void *memory);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
void __wrap_free(void *memory);

static bool is_short(void)
{
	return gcrt_load(&none, seq_cst) ||
	    (gcrt_load(&left, seq_cst) >= 0 && gcrt_fetch_sub(&left, 1, seq_cst) == 0);
}

static void *count(void *memory)
{
	gcrt_fetch_add(&live, memory != NULL, seq_cst);
	return memory;
}

void *__wrap_malloc(size_t size)
{
	packets += size == sizeof(struct gcrt_packet); /* the scheduler's lock is held */
	return is_short() ? NULL : count(__real_malloc(size));
}

void *__wrap_calloc(size_t number, size_t size)
{
	return is_short() ? NULL : count(__real_calloc(number, size));
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
	return is_short() ? NULL : count(__real_aligned_alloc(alignment, size));
}

void __wrap_free(void *memory)
{
	gcrt_fetch_sub(&live, memory != NULL, seq_cst);
	__real_free(memory);
}

static void a_heap_that_cannot_begin_is_none(void **state)
{
	struct gc_options *options = gc_allocate_options();
	struct gc_heap *heap = NULL;
	struct gc_mutator *m = NULL;
	int failures = 0, before = gcrt_load(&live, seq_cst), begun = 0;
	(void)state;
	gc_options_parse_and_set_many(options, "heap-size=1m,parallelism=2");
	while (!begun) {
		gcrt_store(&left, failures, seq_cst);
		begun = gc_init(options, gc_empty_stack_addr(), &heap, &m, GC_NULL_EVENT_LISTENER,
		    NULL);
		gcrt_store(&left, -1, seq_cst);
		failures += !begun;
		if (!begun)
			assert_int_equal(gcrt_load(&live, seq_cst), before);
	}
	/* the heap, its workers, and one packet of each queue for them and for the mutator */
	assert_true(failures > 3 * (int)gcrt_collector.queue_count);
	gc_finish_for_thread(m);
	gc_heap_destroy(heap);
	assert_int_equal(gcrt_load(&live, seq_cst), before);
	free(options);
}

/* ------------------------------------------------- threads, addresses, and what is said */

static int threads_left = -1; /* the same as left, for threads */

int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
    void *(*body)(void *), void *argument);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
    void *(*body)(void *), void *argument);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
    void *(*body)(void *), void *argument)
{
	if (threads_left >= 0 && threads_left-- == 0)
		return EAGAIN;
	return __real_pthread_create(thread, attributes, body, argument);
}

#if defined GCRT_ASAN || defined GCRT_TSAN
#define SANITIZED 1
#else
#define SANITIZED 0
#endif

static size_t address_space(void)
{
	size_t pages = 0;
	FILE *file = fopen("/proc/self/statm", "r");
	if (!file || fscanf(file, "%zu", &pages) != 1)
		fail();
	fclose(file);
	return pages * (size_t)sysconf(_SC_PAGESIZE);
}

/* gc_init returns 0, and prints 1 line with REASON on stderr. */
static void begins_not(const char *options, const char *reason)
{
	struct gc_options *all = gc_allocate_options();
	struct gc_heap *heap;
	struct gc_mutator *m;
	char said[512] = "";
	int out[2], error = dup(STDERR_FILENO);
	size_t before = address_space();
	gc_options_parse_and_set_many(all, options);
	assert_int_equal(pipe(out), 0);
	dup2(out[1], STDERR_FILENO);
	int begun = gc_init(all, gc_empty_stack_addr(), &heap, &m, GC_NULL_EVENT_LISTENER, NULL);
	dup2(error, STDERR_FILENO);
	close(out[1]);
	ssize_t length = read(out[0], said, sizeof said - 1);
	close(out[0]);
	close(error);
	free(all);
	assert_int_equal(begun, 0);
	assert_true(length > 0 && strstr(said, "gcdsl runtime: ") == said && strstr(said, reason));
	assert_ptr_equal(strchr(said, '\n'), said + length - 1);
	assert_true(SANITIZED || address_space() < before + ((size_t)1 << 30));
}

static void without_threads_there_is_no_heap(void **state)
{
	int before = gcrt_load(&live, seq_cst);
	(void)state;
	for (int i = 0; i < 4; i++) {
		threads_left = i;
		begins_not("parallelism=4", "no memory, or no threads, for 4 workers");
		assert_int_equal(gcrt_load(&live, seq_cst), before);
	}
	threads_left = -1;
}

static void without_addresses_there_is_no_heap(void **state)
{
	struct rlimit before, few = { (rlim_t)4 << 30, (rlim_t)4 << 30 };
	(void)state;
	if (SANITIZED)
		return; /* these builds reserve terabytes of addresses */
	getrlimit(RLIMIT_AS, &before);
	few.rlim_max = before.rlim_max;
	assert_int_equal(setrlimit(RLIMIT_AS, &few), 0);
	begins_not("parallelism=1", "address space");
	setrlimit(RLIMIT_AS, &before);
}

static bool none_writable; /* reserved addresses cannot be made writable */

int __real_mprotect(void *memory, size_t size, int protection);
int __wrap_mprotect(void *memory, size_t size, int protection);
int __wrap_mprotect(void *memory, size_t size, int protection)
{
	if (none_writable) {
		errno = ENOMEM;
		return -1;
	}
	return __real_mprotect(memory, size, protection);
}

/* The addresses are given back each time. */
static void without_writable_memory_there_is_no_heap(void **state)
{
	int before = gcrt_load(&live, seq_cst);
	size_t addresses = 0;
	(void)state;
	none_writable = true;
	for (int i = 0; i < 5; i++) {
		begins_not("heap-size=64m,parallelism=1",
		    "no memory, or no threads, for 1 workers");
		assert_int_equal(gcrt_load(&live, seq_cst), before);
		if (!addresses)
			addresses = address_space();
	}
	none_writable = false;
	assert_in_range(address_space(), 0, addresses + ((size_t)32 << 20));
}

/* A message names each memory that is short. */
static void what_is_short_is_said(void **state)
{
	(void)state;
	gcrt_store(&left, 1, seq_cst); /* first the options are allocated, then the heap */
	begins_not("parallelism=2", "no memory");
	gcrt_store(&left, 2, seq_cst);
	begins_not("parallelism=2", "no memory, or no threads, for 2 workers");
	gcrt_store(&left, -1, seq_cst);
}

static void *join(void *heap)
{
	struct gc_mutator *m;
	int failures = 0;
	do {
		gcrt_store(&left, failures, seq_cst);
		m = gc_init_for_thread(gc_empty_stack_addr(), heap);
		gcrt_store(&left, -1, seq_cst);
		failures += !m;
	} while (!m);
	gc_finish_for_thread(m);
	return failures > 0 ? heap : NULL;
}

static void a_thread_that_cannot_join_is_no_mutator(void **state)
{
	struct gc_options *options = gc_allocate_options();
	struct gc_heap *heap;
	struct gc_mutator *m;
	(void)state;
	gc_options_parse_and_set_many(options, "heap-size=1m,parallelism=1");
	assert_true(
	    gc_init(options, gc_empty_stack_addr(), &heap, &m, GC_NULL_EVENT_LISTENER, NULL));
	assert_ptr_equal(join(heap), heap);
	gc_finish_for_thread(m);
	gc_heap_destroy(heap);
	free(options);
}

static struct test_object *array(struct gc_mutator *m, uint32_t count)
{
	uint32_t bytes = (uint32_t)(sizeof(struct test_object) + count * sizeof(uintptr_t));
	struct test_object *o = gc_allocate_slow(m, bytes, GC_ALLOCATION_TAGGED);
	o->bytes = bytes;
	o->slots = count;
	return o;
}

/* Fills the slots of O with references to LEAVES objects, in turn. */
static void fill(struct gc_mutator *m, struct test_object *o, uint32_t leaves)
{
	for (uint32_t i = 0; i < o->slots; i++)
		o->slot[i] = i < leaves ? (uintptr_t)array(m, 1) : o->slot[i % leaves];
}

static struct gc_heap *begin(const char *text, struct gc_mutator **m)
{
	struct gc_options *options = gc_allocate_options();
	struct gc_heap *heap;
	gc_options_parse_and_set_many(options, text);
	assert_true(
	    gc_init(options, gc_empty_stack_addr(), &heap, m, GC_NULL_EVENT_LISTENER, NULL));
	free(options);
	return heap;
}

#define REFERENCES 4000000
#define LEAVES     20000

static void collect(struct gc_heap *heap, struct gc_mutator *m)
{
	packets = 0;
	gc_collect(m, GC_COLLECTION_ANY);
	if (!gcrt_load(&none, seq_cst))
		assert_in_range(packets * sizeof(struct gcrt_packet), 0, (64 << 20) / 32);
	assert_in_range(heap->scheduler.reserve.used, 0, (64 << 20) / 32);
}

/* Collects twice, and makes garbage in between, to see that it is freed. */
static void collect_all(struct gc_heap *heap, struct gc_mutator *m, struct test_object *o)
{
	collect(heap, m);
	uintptr_t lost = (uintptr_t)array(m, 7);
	collect(heap, m);
	assert_false(gc_heap_contains(heap, gc_ref(lost)));
	for (uint32_t i = 0; i < o->slots; i++)
		assert_true(gc_heap_contains(heap, gc_ref(o->slot[i])));
}

/* 4 million units would take 32 MB, half of the heap. */
static void many_references_need_few_packets(bool is_short, const char *options)
{
	struct gc_mutator *m;
	struct gc_heap *heap = begin(options, &m);
	uintptr_t slots[1] = { 0 };
	struct gc_mutator_roots roots = { 1, slots, 0 };
	gc_mutator_set_roots(m, &roots);
	struct test_object *o = array(m, REFERENCES);
	slots[0] = (uintptr_t)o;
	fill(m, o, LEAVES);
	gc_collect(m, GC_COLLECTION_ANY); /* one cycle may have begun early */
	gcrt_store(&none, is_short, seq_cst);
	collect_all(heap, m, o);
	gcrt_store(&none, false, seq_cst);
	gc_finish_for_thread(m);
	gc_heap_destroy(heap);
}

static void an_array_of_millions_needs_few_packets(void **state)
{
	(void)state;
	many_references_need_few_packets(false, "heap-size=64m,parallelism=1");
	many_references_need_few_packets(false, "heap-size=64m,parallelism=3");
}

static void a_cycle_without_memory_ends(void **state)
{
	(void)state;
	many_references_need_few_packets(true, "heap-size=64m,parallelism=1");
	many_references_need_few_packets(true, "heap-size=64m,parallelism=3");
}

/* ------------------------------------------------------------------ limits of data */

/* The bytes that count against RLIMIT_DATA. */
static size_t data_bytes(void)
{
	size_t pages = 0;
	FILE *file = fopen("/proc/self/statm", "r");
	if (!file || fscanf(file, "%*u %*u %*u %*u %*u %zu", &pages) != 1)
		fail();
	fclose(file);
	return pages * (size_t)sysconf(_SC_PAGESIZE);
}

#define MORE_DATA ((size_t)96 << 20)
#define LIVE      ((size_t)64 << 20)

static void *no_room(struct gc_heap *heap, size_t size)
{
	(void)heap;
	(void)size;
	return NULL;
}

/* Allocates a kilobyte more and keeps it. false: there is no room. */
static bool keep_one(struct gc_mutator *m, uintptr_t *root)
{
	struct test_object *o = gc_allocate_slow(m, 1024, GC_ALLOCATION_TAGGED);
	if (!o)
		return false;
	o->bytes = 1024;
	o->slots = 1;
	o->slot[0] = *root;
	*root = (uintptr_t)o;
	return true;
}

/* The reserve of packets is as large as the heap may be.  A heap may grow to more than the process
 * may have; the reserve takes none of what it can have. */
static void a_limit_of_data_is_the_heaps(void **state)
{
	struct rlimit before, few;
	struct gc_mutator *m;
	uintptr_t slots[1] = { 0 };
	struct gc_mutator_roots roots = { 1, slots, 0 };
	size_t live = 0;
	(void)state;
	if (SANITIZED)
		return;
	getrlimit(RLIMIT_DATA, &before);
	few = (struct rlimit){ data_bytes() + MORE_DATA, before.rlim_max };
	assert_int_equal(setrlimit(RLIMIT_DATA, &few), 0);
	struct gc_heap *heap = begin("heap-size=1g,parallelism=1", &m);
	gc_heap_set_allocation_failure_handler(heap, no_room);
	gc_mutator_set_roots(m, &roots);
	while (live < LIVE && keep_one(m, slots))
		live += 1024;
	setrlimit(RLIMIT_DATA, &before);
	assert_int_equal(live, LIVE);
	gc_finish_for_thread(m);
	gc_heap_destroy(heap);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_heap_that_cannot_begin_is_none),
		cmocka_unit_test(without_threads_there_is_no_heap),
		cmocka_unit_test(without_addresses_there_is_no_heap),
		cmocka_unit_test(without_writable_memory_there_is_no_heap),
		cmocka_unit_test(what_is_short_is_said),
		cmocka_unit_test(a_thread_that_cannot_join_is_no_mutator),
		cmocka_unit_test(an_array_of_millions_needs_few_packets),
		cmocka_unit_test(a_cycle_without_memory_ends),
		cmocka_unit_test(a_limit_of_data_is_the_heaps),
	};
	alarm(60);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
