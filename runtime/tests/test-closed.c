/* What the address sanitizer is told of the reserve of packets: these functions are in the
 * place of its own.  malloc has no memory for packets when `none' is set (--wrap). */
#include "test.h"

#include "gc-null-event-listener.h"
#include "gcrt-heap.h"
#include "gcrt-packets.h"
#include "test-embedder.h"

#define RESERVE ((size_t)1 << 20)

static bool none;
static uintptr_t reserve; /* address of the reserve; 0: not known */

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_malloc(size_t size)
{
	return none && size == sizeof(struct gcrt_packet) ? NULL : __real_malloc(size);
}

#ifdef GCRT_ASAN
void *__asan_region_is_poisoned(void *address, size_t bytes);
static bool is_open(uintptr_t address, size_t bytes)
{
	return !__asan_region_is_poisoned((void *)address, bytes);
}
#else
static bool closed[RESERVE];

void __asan_poison_memory_region(const void *address, size_t bytes);
void __asan_unpoison_memory_region(const void *address, size_t bytes);

static void set_closed(uintptr_t address, size_t bytes, bool now)
{
	for (uintptr_t at = address - reserve; reserve && bytes-- > 0; at++)
		if (at < RESERVE)
			closed[at] = now;
}

void __asan_poison_memory_region(const void *address, size_t bytes)
{
	set_closed((uintptr_t)address, bytes, true);
}

void __asan_unpoison_memory_region(const void *address, size_t bytes)
{
	set_closed((uintptr_t)address, bytes, false);
}

static bool is_open(uintptr_t address, size_t bytes)
{
	for (size_t i = 0; i < bytes; i++)
		if (closed[address - reserve + i])
			return false;
	return true;
}
#endif

/* Takes a packet of the reserve, gives it back, and takes it again. */
static void use_reserve(struct gcrt_scheduler *s)
{
	gcrt_mutex_lock(&s->lock);
	gcrt_free_spares(s, true);
	none = true;
	for (unsigned i = 0; i < 3; i++) {
		struct gcrt_packet *packet = gcrt_get_packet(s, 0);
		assert_in_range((uintptr_t)packet, reserve, reserve + RESERVE - sizeof *packet);
		assert_true(is_open((uintptr_t)packet, sizeof *packet));
		gcrt_free_packet(s, packet);
	}
	none = false;
	gcrt_mutex_unlock(&s->lock);
}

static void the_reserve_is_open(void **state)
{
	struct gc_options *options = gc_allocate_options();
	struct gc_heap *heap;
	struct gc_mutator *m;
	(void)state;
	gc_options_parse_and_set_many(options, "heap-size=1m,parallelism=1");
	assert_true(
	    gc_init(options, gc_empty_stack_addr(), &heap, &m, GC_NULL_EVENT_LISTENER, NULL));
	free(options);
	reserve = heap->scheduler.reserve.at;
	assert_int_equal(heap->scheduler.reserve.size, RESERVE);
	use_reserve(&heap->scheduler);
	gc_finish_for_thread(m);
	gc_heap_destroy(heap);
	/* other parts of the program may use the addresses now */
	assert_true(is_open(reserve, RESERVE));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_reserve_is_open),
	};
	alarm(60);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
