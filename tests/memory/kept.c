/* kept.c: how much of a heap of 1 MB can be used where a collector frees without a loop over
 * all objects: free cells that nobody will use, and pages without objects, are no reason to fail.
 *
 *	kept own       one thread has an object of each of many sizes, and wants more of one
 *	kept inactive  likewise, but an inactive thread has these
 *	kept pages     most of what filled the heap has been dropped, but something is left in each
 *	               block; wanted is a large object
 *
 * Exit status 1: an allocation failed with more than an eighth of the heap free, or there was no
 * room for the large object. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gc-allocate.h"
#include "gc-barrier.h"
#include "gc-null-event-listener.h"
#include "gc-safepoint.h"
#include "test-embedder.h"

enum { HEAP = 1 << 20, SIZES = 40, CELL = 64, BLOCK = 32768 / CELL };

static struct gc_heap *heap;
static size_t kept; /* bytes */
static int state;   /* atomic; 1: the other thread has its objects; 2: it may end */

static void *failed(struct gc_heap *full, size_t size)
{
	(void)full;
	(void)size;
	return NULL;
}

static struct test_object *allocate(struct gc_mutator *m, size_t bytes, uint32_t slots)
{
	struct test_object *o = gc_allocate(m, bytes, GC_ALLOCATION_TAGGED);
	if (!o)
		return NULL;
	o->slots = slots;
	o->bytes = (uint32_t)bytes;
	kept += bytes;
	return o;
}

static void have_many_sizes(struct gc_mutator *m, uintptr_t *slot)
{
	for (size_t i = 0, bytes = 16; i < SIZES && bytes < 8192; i++, bytes += bytes / 5 + 8)
		slot[i] = (uintptr_t)allocate(m, bytes, 0);
}

/* Adds one object to the list in *FIRST. false: there is no room for it. */
static bool prepend(struct gc_mutator *m, uintptr_t *first)
{
	struct test_object *o = allocate(m, CELL, 1);
	if (!o)
		return false;
	gc_store_new(m, gc_ref((uintptr_t)o), CELL, gc_edge(&o->slot[0]), gc_ref(*first));
	*first = (uintptr_t)o;
	return true;
}

static int want_more(struct gc_mutator *m, uintptr_t *first)
{
	while (prepend(m, first))
		continue;
	printf("kept: %zu bytes of %d are in use, and there is no room for %d\n", kept, HEAP, CELL);
	return kept < HEAP - HEAP / 8;
}

/* Overwrites OWNER's slot, so that the objects of LIST die. */
static void drop(struct gc_mutator *m, struct test_object *owner, uintptr_t list)
{
	gc_store(m, gc_ref((uintptr_t)owner), owner->bytes, gc_edge(&owner->slot[0]), gc_ref(list));
	gc_store(m, gc_ref((uintptr_t)owner), owner->bytes, gc_edge(&owner->slot[0]),
	    gc_ref_null());
}

/* Keeps an eighth of each block: the cells of one page. */
static int want_large(struct gc_mutator *m, uintptr_t *slot)
{
	uintptr_t *stays = slot, *goes = slot + 1;
	struct test_object *owner = allocate(m, CELL, 1);
	slot[2] = (uintptr_t)owner;
	for (unsigned i = 0; prepend(m, i % BLOCK < BLOCK / 8 ? stays : goes); i++)
		continue;
	drop(m, owner, *goes);
	*goes = 0;
	gc_collect(m, GC_COLLECTION_ANY);
	slot[3] = (uintptr_t)allocate(m, HEAP / 4 * 3, 0);
	printf("kept: there is %s for a large object\n", slot[3] ? "room" : "no room");
	return !slot[3];
}

static void *wait_inactive(struct gc_mutator *m, void *data)
{
	(void)m;
	gcrt_store(&state, 1, release);
	while (gcrt_load(&state, acquire) != 2)
		usleep(1000);
	return data;
}

static void *have_and_wait(void *data)
{
	uintptr_t slot[SIZES] = { 0 };
	struct gc_mutator_roots roots = { SIZES, slot, 0 };
	struct gc_mutator *m = gc_init_for_thread(gc_empty_stack_addr(), heap);
	gc_mutator_set_roots(m, &roots);
	have_many_sizes(m, slot);
	gc_deactivate_for_call(m, wait_inactive, NULL);
	gc_finish_for_thread(m);
	return data;
}

static int beside_inactive(struct gc_mutator *m, uintptr_t *first)
{
	struct gcrt_thread thread;
	if (!gcrt_thread_create(&thread, have_and_wait, NULL))
		return 2;
	while (gcrt_load(&state, acquire) != 1)
		gc_safepoint(m);
	int status = want_more(m, first);
	gc_deactivate(m);
	gcrt_store(&state, 2, release);
	gcrt_thread_join(thread);
	return status;
}

int main(int argc, char **argv)
{
	static uintptr_t slot[SIZES + 1];
	struct gc_mutator_roots roots = { SIZES + 1, slot, 0 };
	struct gc_mutator *m;
	struct gc_options *options = gc_allocate_options();
	if (argc < 2 || !gc_options_parse_and_set_many(options, "heap-size=1m,parallelism=2") ||
	    !gc_init(options, gc_empty_stack_addr(), &heap, &m, GC_NULL_EVENT_LISTENER, NULL))
		return 2;
	gc_heap_set_allocation_failure_handler(heap, failed);
	gc_mutator_set_roots(m, &roots);
	if (!strcmp(argv[1], "inactive"))
		return beside_inactive(m, slot);
	if (!strcmp(argv[1], "pages"))
		return want_large(m, slot);
	have_many_sizes(m, slot + 1);
	return want_more(m, slot);
}
