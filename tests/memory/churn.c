/* churn.c: a program for any collector: each thread has one object with slots, and goes on
 * hanging a new list of objects into one of them, where the last one is lost.
 *
 *	churn THREADS WORKERS HEAP ROUNDS SLOTS LENGTH SIZE…
 *
 * Lists are of LENGTH objects of one of the sizes (bytes), in turn: an object has one
 * owner.  Exit status 3: an allocation failed; 4: an object is not as it was. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gc-allocate.h"
#include "gc-basic-stats.h"
#include "gc-safepoint.h"
#include "test-embedder.h"

static struct {
	unsigned threads, rounds, slots, length, size_count;
	size_t size[16];
} shape;
static struct gc_heap *heap;
static int status;

static void *failed(struct gc_heap *full, size_t size)
{
	(void)full;
	fprintf(stderr, "churn: no room for %zu bytes\n", size);
	exit(3);
}

static struct test_object *allocate(struct gc_mutator *m, size_t bytes, uint32_t slots)
{
	struct test_object *o = gc_allocate(m, bytes, GC_ALLOCATION_TAGGED);
	for (size_t i = 0; i < bytes / 8; i++)
		if (((uintptr_t *)o)[i])
			gcrt_store(&status, 4, relaxed);
	for (size_t i = bytes / 8 * 8; i < bytes; i++)
		if (((char *)o)[i])
			gcrt_store(&status, 4, relaxed);
	o->slots = slots;
	o->bytes = (uint32_t)bytes;
	return o;
}

static void check_list(uintptr_t head, size_t bytes)
{
	unsigned length = 0;
	for (struct test_object *o = (void *)head; o; o = (void *)o->slot[0], length++)
		if (o->slots != 1 || o->bytes != bytes ||
		    (bytes > 32 && ((unsigned char *)o)[bytes - 1] != 0x5a))
			gcrt_store(&status, 4, relaxed);
	if (length != shape.length)
		gcrt_store(&status, 4, relaxed);
}

/* Makes a list in SLOT of the thread's roots. */
static void make_list(struct gc_mutator *m, uintptr_t *slot, size_t bytes)
{
	*slot = 0;
	for (unsigned i = 0; i < shape.length; i++) {
		struct test_object *o = allocate(m, bytes, 1);
		gc_store_new(m, gc_ref((uintptr_t)o), bytes, gc_edge(&o->slot[0]), gc_ref(*slot));
		if (bytes > 32)
			((unsigned char *)o)[bytes - 1] = 0x5a;
		*slot = (uintptr_t)o;
	}
}

static void churn(struct gc_mutator *m, uintptr_t *slot, unsigned seed)
{
	size_t was[64] = { 0 };
	size_t holder = sizeof(struct test_object) + shape.slots * sizeof(uintptr_t);
	slot[0] = (uintptr_t)allocate(m, holder, shape.slots);
	for (unsigned round = 0; round < shape.rounds; round++) {
		unsigned i = (round * 7 + seed) % shape.slots;
		size_t bytes = shape.size[(round / 64 + seed) % shape.size_count];
		struct test_object *o = (struct test_object *)slot[0];
		if (was[i])
			check_list(o->slot[i], was[i]);
		make_list(m, &slot[1], bytes);
		gc_store(m, gc_ref(slot[0]), holder, gc_edge(&o->slot[i]), gc_ref(slot[1]));
		slot[1] = 0;
		was[i] = bytes;
		if (round % 16 == 0)
			gc_safepoint(m);
	}
}

static void *run(void *argument)
{
	uintptr_t slot[2] = { 0, 0 };
	struct gc_mutator_roots roots = { 2, slot, 0 };
	struct gc_mutator *m = gc_init_for_thread(gc_empty_stack_addr(), heap);
	gc_mutator_set_roots(m, &roots);
	churn(m, slot, *(unsigned *)argument);
	gc_finish_for_thread(m);
	return NULL;
}

static void *run_threads(struct gc_mutator *m, void *data)
{
	struct gcrt_thread thread[16];
	unsigned seed[16];
	(void)m;
	for (unsigned i = 0; i < shape.threads; i++) {
		seed[i] = i;
		if (!gcrt_thread_create(&thread[i], run, &seed[i]))
			exit(1);
	}
	for (unsigned i = 0; i < shape.threads; i++)
		gcrt_thread_join(thread[i]);
	return data;
}

int main(int argc, char **argv)
{
	struct gc_basic_stats stats;
	struct gc_mutator *m;
	struct gc_options *options = gc_allocate_options();
	if (argc < 8)
		return 2;
	shape.threads = (unsigned)atoi(argv[1]);
	shape.rounds = (unsigned)atoi(argv[4]);
	shape.slots = (unsigned)atoi(argv[5]);
	shape.length = (unsigned)atoi(argv[6]);
	for (int i = 7; i < argc && shape.size_count < 16; i++)
		shape.size[shape.size_count++] = (size_t)atol(argv[i]);
	int workers = gc_option_from_string("parallelism"),
	    size = gc_option_from_string("heap-size");
	if (!gc_options_parse_and_set(options, workers, argv[2]) ||
	    !gc_options_parse_and_set(options, size, argv[3]) ||
	    !gc_init(options, gc_empty_stack_addr(), &heap, &m, GC_BASIC_STATS, &stats))
		return 2;
	gc_heap_set_allocation_failure_handler(heap, failed);
	gc_deactivate_for_call(m, run_threads, NULL);
	gc_collect(m, GC_COLLECTION_MAJOR);
	gc_basic_stats_finish(&stats);
	gc_basic_stats_print(&stats, stdout);
	return gcrt_load(&status, relaxed);
}
