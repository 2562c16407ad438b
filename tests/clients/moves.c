/* moves.c: a program whose objects move: a list, a shared object and a large one.  In each cycle objects with one
 * referrer go somewhere else, and have what they had.  With an argument, a heap that is too small for copies. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client.h"
#include "gc-null-event-listener.h"

enum { NODES = 200, WORDS = 2, LARGE = 5000, ROUNDS = 4 };

static void fail(const char *what)
{
	fprintf(stderr, "moves: %s\n", what);
	exit(CLIENT_WRONG);
}

static struct object *new_object(struct thread *thread, size_t references, size_t words)
{
	struct object *object = client_allocate(thread, references, words);
	if (!object)
		exit(CLIENT_NO_MEMORY);
	return object;
}

/* at: the list, the shared object twice, the large object, and the node that is new. */
static void build(struct thread *thread, struct object **at)
{
	for (uint64_t i = 0; i < NODES; i++) {
		at[4] = new_object(thread, 2, WORDS);
		object_data(at[4])[0] = i;
		object_data(at[4])[1] = ~i;
		client_store(thread, at[4], 0, at[0]);
		at[0] = at[4];
	}
	at[4] = NULL;
	at[1] = at[2] = new_object(thread, 1, 1);
	object_data(at[1])[0] = 77;
	at[3] = new_object(thread, 0, LARGE);
	for (uint64_t i = 0; i < LARGE; i++)
		object_data(at[3])[i] = i * 3;
}

static void check(struct object **at)
{
	uint64_t i = NODES;
	for (struct object *node = at[0]; node; node = object_slots(node)[0])
		if (!object_is_valid(node) || object_data(node)[0] != --i ||
		    object_data(node)[1] != ~i || object_slots(node)[1])
			fail("a node is not what was put there");
	if (i)
		fail("the list is too short");
	if (at[1] != at[2] || object_data(at[1])[0] != 77)
		fail("the shared object is not what it was");
	for (i = 0; i < LARGE; i++)
		if (object_data(at[3])[i] != i * 3)
			fail("the large object is not what was put there");
}

static size_t moved(struct object **at, uintptr_t *before)
{
	size_t count = 0, i = 0;
	for (struct object *node = at[0]; node; node = object_slots(node)[0], i++) {
		count += before[i] != (uintptr_t)node;
		before[i] = (uintptr_t)node;
	}
	count += before[NODES] != (uintptr_t)at[3];
	before[NODES] = (uintptr_t)at[3];
	return count;
}

int main(int argc, char **argv)
{
	struct heap_parameters parameters = { argc > 1 ? strtoul(argv[1], NULL, 10) : 1 << 21, 2,
		argc > 2 ? argv[2] : NULL, GC_NULL_EVENT_LISTENER, NULL };
	struct object *at[5] = { NULL };
	uintptr_t before[NODES + 1] = { 0 };
	struct frame frame;
	struct thread thread;
	struct gc_heap *heap = client_start(&parameters, &thread);

	frame_enter(&thread.roots, &frame, at, 5);
	build(&thread, at);
	moved(at, before);
	for (int round = 0; round < ROUNDS; round++) {
		struct object *shared = at[1];
		gc_collect(thread.mut, GC_COLLECTION_ANY);
		check(at);
		if (at[1] != shared)
			fail("the shared object has moved");
		printf("moved %zu of %d\n", moved(at, before), NODES + 1);
	}
	frame_leave(&thread.roots, &frame);
	(void)heap;
	return CLIENT_OK;
}
