/* A program in two files, in C and C++: a linked list that is made and forgotten. */
#include "part.h"

#include "gc-allocate.h"
#include "gc-null-event-listener.h"

int main(void)
{
	struct gc_heap *heap;
	struct gc_mutator *m;
	struct gc_event_listener listener = GC_NULL_EVENT_LISTENER;
	struct gc_mutator_roots roots = { NULL };
	if (!gc_init(NULL, gc_empty_stack_addr(), &heap, &m, listener, NULL))
		return 1;
	gc_mutator_set_roots(m, &roots);
	for (int i = 0; i < 300000; i++) {
		struct pair *pair =
		    (struct pair *)gc_allocate(m, sizeof *pair, GC_ALLOCATION_TAGGED);
		if (i % 1000)
			set_next(m, pair, roots.list);
		roots.list = pair;
	}
	int length = 0;
	for (struct pair *pair = roots.list; pair; pair = pair->next)
		length++;
	gc_collect(m, GC_COLLECTION_MAJOR);
	gc_finish_for_thread(m);
	return length != 1000;
}
