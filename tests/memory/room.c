/* room.c: a heap that is nearly full of what lives, and garbage beside it: there is always
 * room for one object more.
 *
 *	room THREADS WORKERS HEAP LIVE ROUNDS SIZE
 *
 * LIVE megabytes are in lists of objects of SIZE bytes, which the threads share; each
 * allocates ROUNDS objects more, which are lost at once.  Exit status 3: an allocation
 * failed. */
#include <stdio.h>
#include <stdlib.h>

#include "gc-allocate.h"
#include "gc-basic-stats.h"
#include "gc-safepoint.h"
#include "test-embedder.h"

enum { LISTS = 64 };
static struct {
	unsigned threads, rounds;
	size_t live, size;
} shape;
static struct gc_heap *heap;

static void *failed(struct gc_heap *full, size_t size)
{
	fprintf(stderr, "room: no room for %zu bytes, of %lu allocated\n", size,
	    (unsigned long)gc_allocation_counter(full));
	exit(3);
}

static struct test_object *allocate(struct gc_mutator *m, uint32_t slots)
{
	struct test_object *o = gc_allocate(m, shape.size, GC_ALLOCATION_TAGGED);
	o->slots = slots;
	o->bytes = (uint32_t)shape.size;
	return o;
}

static void make_live(struct gc_mutator *m, uintptr_t *list)
{
	for (size_t made = 0; made < shape.live; made += shape.size) {
		size_t at = made / shape.size % LISTS;
		struct test_object *o = allocate(m, 1);
		gc_store_new(m, gc_ref((uintptr_t)o), shape.size, gc_edge(&o->slot[0]),
		    gc_ref(list[at]));
		list[at] = (uintptr_t)o;
	}
}

static void *churn(void *nothing)
{
	struct gc_mutator *m = gc_init_for_thread(gc_empty_stack_addr(), heap);
	for (unsigned i = 0; i < shape.rounds; i++)
		allocate(m, 0);
	gc_finish_for_thread(m);
	return nothing;
}

static void *run_threads(struct gc_mutator *m, void *data)
{
	struct gcrt_thread thread[16];
	(void)m;
	for (unsigned i = 0; i < shape.threads; i++)
		if (!gcrt_thread_create(&thread[i], churn, NULL))
			exit(1);
	for (unsigned i = 0; i < shape.threads; i++)
		gcrt_thread_join(thread[i]);
	return data;
}

int main(int argc, char **argv)
{
	static uintptr_t list[LISTS];
	struct gc_mutator_roots roots = { LISTS, list, 0 };
	struct gc_basic_stats stats;
	struct gc_mutator *m;
	struct gc_options *options = gc_allocate_options();
	if (argc < 7)
		return 2;
	shape.threads = (unsigned)atoi(argv[1]);
	shape.live = (size_t)atol(argv[4]) << 20;
	shape.rounds = (unsigned)atoi(argv[5]);
	shape.size = (size_t)atol(argv[6]);
	int workers = gc_option_from_string("parallelism"),
	    size = gc_option_from_string("heap-size");
	if (!gc_options_parse_and_set(options, workers, argv[2]) ||
	    !gc_options_parse_and_set(options, size, argv[3]) ||
	    !gc_init(options, gc_empty_stack_addr(), &heap, &m, GC_BASIC_STATS, &stats))
		return 2;
	gc_heap_set_allocation_failure_handler(heap, failed);
	gc_mutator_set_roots(m, &roots);
	make_live(m, list);
	gc_deactivate_for_call(m, run_threads, NULL);
	gc_basic_stats_finish(&stats);
	gc_basic_stats_print(&stats, stdout);
	return 0;
}
