/* What the debug build notices, each with a collector, or a program, that does
 * just that wrong.  The collector is stw with one line changed at a time. */
#include "test.h"

#include <sys/mman.h>

static enum { NOTHING, MARK_NOT_SET, MARK_LEFT_SET, FREE_LIVE, FREE_TWICE, EARLY_SWEEP } fault;

#define GC_IMPL 1
#include "gcrt-embedder.h"
#include "gcrt-collector.h"
#include "gc-null-event-listener.h"
#include "gcrt-heap.h"
#include "gcrt-redzone.h"

/* ------------------------------------- operations of the kernels, with a fault */

static uint8_t faulty_mark(uint8_t *mark, uint8_t bit)
{
	return fault == MARK_NOT_SET ? 0 : gcrt_modify(fetch_or, mark, bit, relaxed);
}

static uint8_t faulty_load(uint8_t *mark)
{
	return fault == FREE_LIVE ? 0 : gcrt_load(mark, relaxed);
}

static void faulty_store(uint8_t *mark, uint8_t value)
{
	if (fault != MARK_LEFT_SET)
		gcrt_store(mark, value, relaxed);
}

static void faulty_free(struct gcrt_worker *worker, struct gc_ref o)
{
	gcrt_free(worker, o);
	if (fault == FREE_TWICE)
		gcrt_free(worker, o);
}

static bool faulty_drained(struct gcrt_scheduler *s, unsigned bucket)
{
	return gcrt_drained(s, fault == EARLY_SWEEP && bucket == 2 ? 0 : bucket);
}

#undef gcrt_modify
#undef gcrt_load
#undef gcrt_store
#define gcrt_modify(op, mark, bit, order) faulty_mark(mark, bit)
#define gcrt_load(mark, order)            faulty_load(mark)
#define gcrt_store(mark, value, order)    faulty_store(mark, value)
#define gcrt_free                         faulty_free
#define gcrt_drained                      faulty_drained
#undef gcrt_load_slot
#define gcrt_load_slot(s, order) gcrt_strip_immediate(gc_edge_ref(s))
#include "stw.c"

/* ------------------------------------------------------------ the programs */

static struct gc_heap *heap;
static struct gc_mutator *m;
static uintptr_t slot[4];
static struct gc_mutator_roots roots = { 4, slot, 0 };

static void begin(void)
{
	struct gc_options *options = gc_allocate_options();
	gc_options_parse_and_set_many(options, "heap-size=1m,parallelism=2");
	if (!gc_init(options, gc_empty_stack_addr(), &heap, &m, GC_NULL_EVENT_LISTENER, NULL))
		_exit(0);
	gc_mutator_set_roots(m, &roots);
}

static struct test_object *allocate(size_t bytes, uint32_t slots)
{
	struct test_object *o = gc_allocate_slow(m, bytes, GC_ALLOCATION_TAGGED);
	o->slots = slots;
	o->bytes = (uint32_t)bytes;
	return o;
}

static void collect_a_list(void)
{
	begin();
	for (unsigned i = 0; i < 100; i++) {
		struct test_object *o = allocate(48, 1);
		o->slot[0] = slot[0];
		slot[0] = (uintptr_t)o;
		allocate(48, 0);
	}
	gc_collect(m, GC_COLLECTION_ANY);
	gc_collect(m, GC_COLLECTION_ANY);
}

static void keep_a_freed_object(void)
{
	begin();
	struct test_object *o = allocate(48, 0);
	slot[1] = (uintptr_t)allocate(48, 0);
	gc_collect(m, GC_COLLECTION_ANY);
	slot[0] = (uintptr_t)o;
	gc_collect(m, GC_COLLECTION_ANY);
}

static void write_to_a_freed_object(void)
{
	begin();
	struct test_object *o = allocate(48, 0);
	slot[1] = (uintptr_t)allocate(48, 0);
	gc_collect(m, GC_COLLECTION_ANY);
	o->slot[2] = 1;
	gc_collect(m, GC_COLLECTION_ANY);
}

static void keep_an_inner_address(void)
{
	begin();
	slot[0] = (uintptr_t)allocate(48, 0) + 16;
	gc_collect(m, GC_COLLECTION_ANY);
}

static void keep_a_foreign_address(void)
{
	static struct test_object o;
	begin();
	slot[0] = (uintptr_t)&o & ~(uintptr_t)15;
	gc_collect(m, GC_COLLECTION_ANY);
}

/* A block that has been emptied, and whose pages were given up. 0: there is none. */
static size_t cleaned_block(struct gcrt_space *space)
{
	for (size_t block = space->first; block < space->frontier; block++)
		if (space->blocks[block].state == GCRT_BLOCK_FREE) {
			gcrt_block_take_free(space, block);
			gcrt_block_clean(space, block, UINT8_MAX);
			gcrt_block_put_free(space, block);
			return block;
		}
	return 0;
}

/* As when objects slide: the place was chosen before its block became free. */
static void move_to_a_cleaned_block(void)
{
	slot[0] = slot[1] = 0;
	begin();
	for (unsigned i = 0; i < 4000; i++)
		allocate(48, 0);
	gc_collect(m, GC_COLLECTION_ANY);
	slot[0] = (uintptr_t)allocate(48, 0);
	gc_collect(m, GC_COLLECTION_ANY);
	struct gcrt_space *space = &heap->space;
	size_t block = cleaned_block(space);
	uintptr_t cell = gcrt_block_address(space, block);
	gcrt_mutex_lock(&space->lock);
	bool gained = block && gcrt_block_gain(space, cell, &space->blocks[gcrt_block_of(slot[0])]);
	gcrt_mutex_unlock(&space->lock);
	if (!gained)
		return;
	memcpy((void *)cell, (void *)slot[0], 48);
	gcrt_redzone_reserve(space, 48);
	gcrt_redzone_set(space, cell, 48);
	*gcrt_object_byte(cell) = *gcrt_object_byte(slot[0]);
	slot[1] = cell;
	gc_collect(m, GC_COLLECTION_ANY);
	gcrt_fatal("all is well");
}

/* ------------------------------------------------------------------- tests */

static void free_cells_of_pages_that_come_back(void **state)
{
	(void)state;
	assert_true(test_dies(move_to_a_cleaned_block, "gcdsl runtime: all is well"));
}

static void nothing_is_wrong(void **state)
{
	(void)state;
	fault = NOTHING;
	collect_a_list();
	gc_finish_for_thread(m);
}

static void wrong_collectors_are_noticed(void **state)
{
	(void)state;
	fault = MARK_NOT_SET;
	assert_true(test_dies(collect_a_list,
	    " of 48 bytes is reachable and not marked\n"
	    "  to which refers "));
	fault = MARK_LEFT_SET;
	assert_true(test_dies(collect_a_list, "has mark 1 between cycles, not 0"));
	fault = FREE_LIVE;
	assert_true(test_dies(collect_a_list, "where no object can be"));
	fault = FREE_TWICE;
	assert_true(test_dies(collect_a_list, "is freed, and is no object"));
	fault = EARLY_SWEEP;
	assert_true(test_dies(collect_a_list, "is reachable and not marked"));
	fault = NOTHING;
}

static void wrong_programs_are_noticed(void **state)
{
	(void)state;
	assert_true(
	    test_dies(keep_a_freed_object, "is looked at, and is no object|which has been freed"));
	assert_true(test_dies(write_to_a_freed_object, "has been written, at or after byte 24"));
	assert_true(test_dies(keep_an_inner_address, "is looked at, and is no object"));
	assert_true(test_dies(keep_a_foreign_address, "is looked at, and is no object"));
}

/* One heap more than is allowed is refused. */
static void too_many_heaps(void **state)
{
	static struct gc_heap others[64];
	struct gc_heap *none = NULL;
	struct gc_mutator *nobody = NULL;
	unsigned added = 0;
	(void)state;
	while (added < 64 && gcrt_verify_add(&others[added]))
		added++;
	assert_int_equal(gc_init(NULL, gc_empty_stack_addr(), &none, &nobody,
			     GC_NULL_EVENT_LISTENER, NULL),
	    0);
	while (added > 0)
		gcrt_verify_remove(&others[--added]);
	assert_int_equal(gc_init(NULL, gc_empty_stack_addr(), &none, &nobody,
			     GC_NULL_EVENT_LISTENER, NULL),
	    1);
	gc_finish_for_thread(nobody);
}

/* A heap whose memory is freed, and whose entry is not free yet: it is being destroyed beside
 * others. */
static void look_beside_one_that_ends(void)
{
	size_t bytes = (sizeof(struct gc_heap) + 4095) / 4096 * 4096;
	struct gc_heap *ending =
	    mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (ending == MAP_FAILED || !gcrt_verify_add(ending) || mprotect(ending, bytes, PROT_NONE))
		return;
	slot[0] = 0;
	collect_a_list();
	gcrt_verify_remove(ending);
	gc_finish_for_thread(m);
	gcrt_fatal("all is well");
}

static void heaps_that_end_are_not_looked_at(void **state)
{
	(void)state;
	assert_true(test_dies(look_beside_one_that_ends, "gcdsl runtime: all is well"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(wrong_collectors_are_noticed),
		cmocka_unit_test(wrong_programs_are_noticed),
		cmocka_unit_test(nothing_is_wrong),
		cmocka_unit_test(free_cells_of_pages_that_come_back),
		cmocka_unit_test(too_many_heaps),
		cmocka_unit_test(heaps_that_end_are_not_looked_at),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
