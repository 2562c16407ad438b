/* exchanges.c: threads that store to the same slots, at the same time, what another object keeps alive.
 *
 *	exchanges THREADS ROUNDS
 *
 * The object `shared` has slots to which all threads store objects of `kept`, and null.  A collector that counts the
 * references in slots must subtract each one once: otherwise it frees an object that `kept` refers to.  Exit status 1: one
 * is not there any more. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "gc-allocate.h"
#include "gc-null-event-listener.h"
#include "gc-safepoint.h"
#include "test-embedder.h"

enum {
	SHARED = 2,
	KEPT = 6,
	SIZE = sizeof(struct test_object) + KEPT * sizeof(uintptr_t),
	MARK = 77
};

/* The roots of a thread: `shared' and `kept'. */
struct thread {
	pthread_t os;
	struct gc_heap *heap;
	struct gc_mutator_roots roots;
	uintptr_t root[3];
	long rounds;
	unsigned random;
};

static struct test_object *allocate(struct gc_mutator *m, unsigned slots)
{
	struct test_object *o = gc_allocate(m, SIZE, GC_ALLOCATION_TAGGED);
	o->bytes = SIZE;
	o->slots = slots;
	return o;
}

static void store(struct gc_mutator *m, uintptr_t object, unsigned slot, uintptr_t value)
{
	struct test_object *o = (struct test_object *)object;
	gc_store(m, gc_ref(object), SIZE, gc_edge(&o->slot[slot]), gc_ref(value));
}

static unsigned below(struct thread *t, unsigned most)
{
	t->random = t->random * 1103515245u + 12345u;
	return (t->random >> 16) % most;
}

static void go_on(struct thread *t, struct gc_mutator *m)
{
	for (long i = 0; i < t->rounds; i++) {
		struct test_object *kept = (struct test_object *)t->root[1];
		unsigned which = below(t, KEPT + 1);
		uintptr_t value = which < KEPT ? kept->slot[which] : 0;
		store(m, t->root[0], below(t, SHARED), value);
		if (i % 64 == 0)
			t->root[2] = (uintptr_t)allocate(m, 0);
		gc_safepoint(m);
	}
}

static void *run(void *data)
{
	struct thread *t = data;
	struct gc_mutator *m = gc_init_for_thread(gc_empty_stack_addr(), t->heap);
	gc_mutator_set_roots(m, &t->roots);
	go_on(t, m);
	gc_finish_for_thread(m);
	return NULL;
}

static int all_there(struct gc_mutator *m, uintptr_t kept)
{
	gc_collect(m, GC_COLLECTION_ANY);
	for (unsigned i = 0; i < 1000; i++)
		allocate(m, 1); /* where something was freed there is another object now */
	for (unsigned i = 0; i < KEPT; i++) {
		uintptr_t value = ((struct test_object *)kept)->slot[i];
		if (((struct test_object *)value)->slots != 0)
			return 0;
	}
	return 1;
}

static void begin(struct thread *t, struct gc_heap *heap, const struct thread *first,
    unsigned number)
{
	t->heap = heap;
	t->roots = (struct gc_mutator_roots){ 3, t->root, 0 };
	t->root[0] = first->root[0];
	t->root[1] = first->root[1];
	t->rounds = first->rounds;
	t->random = number;
}

int main(int argc, char **argv)
{
	struct gc_event_listener listener = GC_NULL_EVENT_LISTENER;
	static struct thread threads[16], first;
	struct gc_heap *heap;
	struct gc_mutator *m;
	long count = argc == 3 ? atol(argv[1]) : 0;
	if (count < 1 || count > 16 ||
	    !gc_init(NULL, gc_empty_stack_addr(), &heap, &m, listener, NULL))
		return 3;
	first.rounds = atol(argv[2]);
	first.roots = (struct gc_mutator_roots){ 3, first.root, 0 };
	gc_mutator_set_roots(m, &first.roots);
	first.root[0] = (uintptr_t)allocate(m, SHARED);
	first.root[1] = (uintptr_t)allocate(m, KEPT);
	for (unsigned i = 0; i < KEPT; i++)
		store(m, first.root[1], i, (uintptr_t)allocate(m, 0));
	for (long i = 0; i < count; i++) {
		begin(&threads[i], heap, &first, (unsigned)i + 1);
		if (pthread_create(&threads[i].os, NULL, run, &threads[i]) != 0)
			return 3;
	}
	gc_deactivate(m);
	for (long i = 0; i < count; i++)
		pthread_join(threads[i].os, NULL);
	gc_reactivate(m);
	return !all_there(m, first.root[1]);
}
