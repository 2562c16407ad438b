/* moves.c: a program whose objects move: a list, a shared object and a large one.  In each cycle objects with one
 * referrer go somewhere else, and have what they had.
 *
 *	moves [BYTES [OPTIONS [all]]]
 *
 * BYTES is the size of the heap: too small for copies, for example.  With `all', the shared object moves, too. */
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
		client_set_word(thread, at[4], 0, i);
		client_set_word(thread, at[4], 1, ~i);
		client_store(thread, at[4], 0, at[0]);
		at[0] = at[4];
	}
	at[4] = NULL;
	at[1] = at[2] = new_object(thread, 1, 1);
	client_set_word(thread, at[1], 0, 77);
	at[3] = new_object(thread, 0, LARGE);
	for (uint64_t i = 0; i < LARGE; i++)
		client_set_word(thread, at[3], i, i * 3);
}

static void check(struct thread *thread, struct object **at)
{
	uint64_t i = NODES;
	for (struct object *node = at[0]; node; node = client_load(thread, node, 0))
		if (!object_is_valid(node) || client_word(thread, node, 0) != --i ||
		    client_word(thread, node, 1) != ~i || client_load(thread, node, 1))
			fail("a node is not what was put there");
	if (i)
		fail("the list is too short");
	if (!client_same(thread, at[1], at[2]) || client_word(thread, at[1], 0) != 77)
		fail("the shared object is not what it was");
	for (i = 0; i < LARGE; i++)
		if (client_word(thread, at[3], i) != i * 3)
			fail("the large object is not what was put there");
}

static size_t moved(struct thread *thread, struct object **at, uintptr_t *before)
{
	size_t count = 0, i = 0;
	for (struct object *node = at[0]; node; node = client_load(thread, node, 0), i++) {
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
	moved(&thread, at, before);
	for (int round = 0; round < ROUNDS; round++) {
		struct object *shared = at[1];
		gc_collect(thread.mut, GC_COLLECTION_ANY);
		check(&thread, at);
		if (at[1] != shared && argc <= 3)
			fail("the shared object has moved");
		printf("moved %zu of %d\n", moved(&thread, at, before), NODES + 1);
	}
	frame_leave(&thread.roots, &frame);
	(void)heap;
	return CLIENT_OK;
}
