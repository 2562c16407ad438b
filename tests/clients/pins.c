/* pins.c: what a program does for an object that must keep its address; the argument says what.
 *
 *	pins object     pins one without asking whether the collector can
 *	pins root       has a pinned root
 *	pins both       pins every other object of a list, and prints how many of each sort have moved */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client.h"
#include "gc-null-event-listener.h"

enum { NODES = 500, ROUNDS = 6 };

static uintptr_t address[NODES];

static size_t moved(const struct object *list, size_t first)
{
	size_t count = 0, i = 0;
	for (const struct object *o = list; o; o = object_slots((struct object *)o)[0], i++) {
		if (!object_is_valid(o) || object_data((struct object *)o)[0] != NODES - 1 - i)
			exit(CLIENT_WRONG);
		count += i % 2 == first && address[i] != (uintptr_t)o;
	}
	return i == NODES ? count : NODES;
}

static void note(const struct object *list, bool pinned)
{
	size_t i = 0;
	for (const struct object *o = list; o; o = object_slots((struct object *)o)[0], i++)
		if (i % 2 == 0 || !pinned)
			address[i] = (uintptr_t)o;
}

/* Objects of odd numbers are pinned. */
static void both(struct thread *thread, struct object **at)
{
	size_t others = 0;
	for (uint64_t n = 0; n < NODES; n++) {
		at[1] = client_allocate(thread, 1, 1);
		object_data(at[1])[0] = n;
		client_store(thread, at[1], 0, at[0]);
		at[0] = at[1];
		if (n % 2 == 0)
			gc_pin_object(thread->mut, gc_ref_from_heap_object(at[0]));
	}
	note(at[0], false);
	for (int round = 0; round < ROUNDS; round++) {
		gc_collect(thread->mut, GC_COLLECTION_ANY);
		others += moved(at[0], 0);
		note(at[0], true);
	}
	printf("pinned: %zu moved; others: %zu moved\n", moved(at[0], 1), others);
}

int main(int argc, char **argv)
{
	struct heap_parameters parameters = { 1 << 20, 2, NULL, GC_NULL_EVENT_LISTENER, NULL };
	const char *what = argc > 1 ? argv[1] : "";
	struct object *at[2] = { NULL };
	struct frame frame;
	struct thread thread;

	client_start(&parameters, &thread);
	/* pins-embedder.h: the second root of a frame with two is a pinned one */
	frame_enter(&thread.roots, &frame, at, strcmp(what, "root") == 0 ? 2 : 1);
	if (strcmp(what, "both") == 0) {
		both(&thread, at);
		return CLIENT_OK;
	}
	at[0] = client_allocate(&thread, 0, 1);
	at[1] = at[0];
	if (strcmp(what, "object") == 0)
		gc_pin_object(thread.mut, gc_ref_from_heap_object(at[0]));
	gc_collect(thread.mut, GC_COLLECTION_ANY);
	return CLIENT_OK;
}
