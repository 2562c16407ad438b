/* stores.c: a program that stores, and neither allocates nor collects: what its barriers emit
 * between cycles is run all the same.
 *
 *	stores STORES PACKETS
 *
 * When more packets wait, it does so too, until fewer do: no other cycle is on the way than one
 * that was asked for because of them.  Around some stores the mutator is inactive.  Exit
 * status 1: they were still waiting after 10 seconds; 2: no cycle has run. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "gc-allocate.h"
#include "gc-basic-stats.h"
#include "gc-safepoint.h"
#include "test-embedder.h"
#include "waiting.h"

static struct gc_heap *heap;

static struct test_object *allocate(struct gc_mutator *m)
{
	struct test_object *o = gc_allocate(m, 64, GC_ALLOCATION_TAGGED);
	o->slots = 2;
	o->bytes = 64;
	return o;
}

/* Stores a reference from one object to the other, and one to itself. */
static void store_twice(struct gc_mutator *m, const uintptr_t *root)
{
	struct test_object *o = (struct test_object *)root[0];
	gc_store(m, gc_ref(root[0]), 64, gc_edge(&o->slot[0]), gc_ref(root[1]));
	gc_store(m, gc_ref(root[0]), 64, gc_edge(&o->slot[1]), gc_ref(root[0]));
}

static void await_fewer(struct gc_mutator *m, size_t packets)
{
	gc_deactivate(m);
	for (int i = 0; waiting_packets(heap) > packets; i++) {
		if (i == 10000)
			exit(1);
		usleep(1000);
	}
	gc_reactivate(m);
}

static void store_many(struct gc_mutator *m, const uintptr_t *root, unsigned stores, size_t packets)
{
	for (unsigned i = 0; i < stores; i += 2) {
		store_twice(m, root);
		gc_safepoint(m);
		if (i % 64 == 0)
			await_fewer(m, packets);
	}
}

int main(int argc, char **argv)
{
	static uintptr_t root[2];
	static struct gc_mutator_roots roots = { 2, root, 0 };
	struct gc_basic_stats stats;
	struct gc_mutator *m;
	struct gc_options *options = gc_allocate_options();
	if (argc < 3 || !gc_options_parse_and_set_many(options, "heap-size=2m,parallelism=2") ||
	    !gc_init(options, gc_empty_stack_addr(), &heap, &m, GC_BASIC_STATS, &stats))
		return 3;
	gc_mutator_set_roots(m, &roots);
	root[0] = (uintptr_t)allocate(m);
	root[1] = (uintptr_t)allocate(m);
	store_many(m, root, (unsigned)atoi(argv[1]), (size_t)atol(argv[2]));
	/* first a look, then a kernel's store: the next look must not report it as a store without
	 * the barrier */
	gc_verify(m);
	gc_collect(m, GC_COLLECTION_ANY);
	gc_basic_stats_finish(&stats);
	return stats.major_collection_count ? 0 : 2;
}
