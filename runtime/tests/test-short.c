/* Memory that is short at the beginning: gc_init and gc_init_for_thread say so, and leave
 * nothing behind.  The linker puts this file's functions in the place of the C library's
 * (--wrap). */
#include "test.h"

#include "gc-null-event-listener.h"
#include "gcrt-heap.h"
#include "test-embedder.h"

static int left = -1;      /* atomic; calls that get memory before one does not; -1: all do */
static int live;           /* atomic; what has been got and not freed */

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
	return gcrt_load(&left, seq_cst) >= 0 && gcrt_fetch_sub(&left, 1, seq_cst) == 0;
}

static void *count(void *memory)
{
	gcrt_fetch_add(&live, memory != NULL, seq_cst);
	return memory;
}

void *__wrap_malloc(size_t size)
{
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
	/* the heap, its workers, and a packet of each queue for them and the mutator */
	assert_true(failures > 3 * (int)gcrt_collector.queue_count);
	gc_finish_for_thread(m);
	gc_heap_destroy(heap);
	assert_int_equal(gcrt_load(&live, seq_cst), before);
	free(options);
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
	assert_true(gc_init(options, gc_empty_stack_addr(), &heap, &m, GC_NULL_EVENT_LISTENER,
	    NULL));
	assert_ptr_equal(join(heap), heap);
	gc_finish_for_thread(m);
	gc_heap_destroy(heap);
	free(options);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_heap_that_cannot_begin_is_none),
		cmocka_unit_test(a_thread_that_cannot_join_is_no_mutator),
	};
	alarm(60);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
