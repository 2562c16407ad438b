/* firsts.c: a program whose new objects alone hold others; each refers to the one before.
 *
 *	firsts new|plain|verified OBJECTS
 *
 * First stores go through gc_store_new, or past it; `verified` looks at the heap then.  After a
 * cycle, when as many objects have been allocated again, all must be there.  Exit status 1:
 * one is not. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gc-allocate.h"
#include "gc-null-event-listener.h"
#include "test-embedder.h"

enum { SIZE = 32 };

static struct test_object *allocate(struct gc_mutator *m)
{
	struct test_object *o = gc_allocate(m, SIZE, GC_ALLOCATION_TAGGED);
	o->bytes = SIZE;
	return o;
}

static void make_list(struct gc_mutator *m, uintptr_t *root, int plain, long objects)
{
	for (long i = 0; i < objects; i++) {
		struct test_object *o = allocate(m);
		o->slots = 1;
		if (plain)
			o->slot[0] = *root;
		else
			gc_store_new(m, gc_ref((uintptr_t)o), SIZE, gc_edge(&o->slot[0]),
			    gc_ref(*root));
		*root = (uintptr_t)o;
	}
}

int main(int argc, char **argv)
{
	static uintptr_t root[1];
	static struct gc_mutator_roots roots = { 1, root, 0 };
	struct gc_event_listener listener = GC_NULL_EVENT_LISTENER;
	struct gc_heap *heap;
	struct gc_mutator *m;
	long objects = argc == 3 ? atol(argv[2]) : 0, length = 0;
	if (!objects || !gc_init(NULL, gc_empty_stack_addr(), &heap, &m, listener, NULL))
		return 3;
	gc_mutator_set_roots(m, &roots);
	root[0] = (uintptr_t)allocate(m);
	((struct test_object *)root[0])->slots = 1;
	make_list(m, root, strcmp(argv[1], "new") != 0, objects);
	if (strcmp(argv[1], "verified") == 0)
		gc_verify(m);
	gc_collect(m, GC_COLLECTION_ANY);
	for (long i = 0; i < objects; i++)
		allocate(m);
	for (struct test_object *o = (void *)root[0]; o; o = (void *)o->slot[0]) {
		if (o->slots != 1)
			return 1; /* another object is in its place */
		length++;
	}
	return length != objects + 1;
}
