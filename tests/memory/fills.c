/* fills.c: one object with many slots, which workers scan while new objects are stored into it:
 *
 *	fills SLOTS OBJECTS WORKERS HEAP
 *
 * All stores go through gc_store, so no race is this program's. */
#include <stdlib.h>

#include "gc-allocate.h"
#include "gc-null-event-listener.h"
#include "test-embedder.h"

static struct test_object *allocate(struct gc_mutator *m, size_t bytes, uint32_t slots)
{
	struct test_object *o = gc_allocate(m, bytes, GC_ALLOCATION_TAGGED);
	o->slots = slots;
	o->bytes = (uint32_t)bytes;
	return o;
}

static void fill(struct gc_mutator *m, const uintptr_t *root, unsigned slots, unsigned objects)
{
	struct test_object *holder = (struct test_object *)root[0];
	for (unsigned i = 0; i < objects; i++) {
		uintptr_t o = (uintptr_t)allocate(m, 48, 1);
		gc_store(m, gc_ref(root[0]), holder->bytes, gc_edge(&holder->slot[i % slots]),
		    gc_ref(o));
	}
}

int main(int argc, char **argv)
{
	static uintptr_t root[1];
	static struct gc_mutator_roots roots = { 1, root, 0 };
	struct gc_heap *heap;
	struct gc_mutator *m;
	struct gc_options *options = gc_allocate_options();
	if (argc < 5 ||
	    !gc_options_parse_and_set(options, gc_option_from_string("parallelism"), argv[3]) ||
	    !gc_options_parse_and_set(options, gc_option_from_string("heap-size"), argv[4]) ||
	    !gc_init(options, gc_empty_stack_addr(), &heap, &m, GC_NULL_EVENT_LISTENER, NULL))
		return 2;
	unsigned slots = (unsigned)atoi(argv[1]);
	gc_mutator_set_roots(m, &roots);
	root[0] =
	    (uintptr_t)allocate(m, sizeof(struct test_object) + slots * sizeof(uintptr_t), slots);
	fill(m, root, slots, (unsigned)atoi(argv[2]));
	gc_finish_for_thread(m);
	return 0;
}
