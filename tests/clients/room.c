/* room.c: a program that needs the room which is there, on a collector that moves objects.
 *
 *	room sizes HEAP     small objects until there is no room; every fourth stays; then larger ones, half as many bytes
 *	room dense HEAP     the same, but two of three stay, and a quarter is allocated
 *	room classes HEAP   the same, but the larger ones come first, and then again in the room of those that went
 *	room limited HEAP   until there is no room, in a process that gets less memory than the heap may have
 *	room mixed HEAP     objects of all sizes, until there is no room; then some are dropped, and others allocated
 *
 * Prints for how much there was room.  What there is must stay as it is. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "client.h"
#include "gc-null-event-listener.h"

enum { LIST, KEPT, OTHERS, NEW, ROOTS };
enum { NEXT, NEXT_KEPT, SLOTS };
static struct object *at[ROOTS];
static struct thread thread;

static void fail(const char *what)
{
	fprintf(stderr, "room: %s\n", what);
	exit(CLIENT_WRONG);
}

static struct object *root(unsigned i)
{
	return at[i];
}

/* Puts a new object, number N, of WORDS words before the list.  false: there is no room. */
static bool add(unsigned list, size_t words, uint64_t n)
{
	at[NEW] = client_allocate(&thread, SLOTS, words);
	if (!at[NEW])
		return false;
	for (size_t i = 0; i < words; i++)
		object_data(root(NEW))[i] = n + i;
	client_store(&thread, root(NEW), NEXT, root(list));
	at[list] = at[NEW];
	return true;
}

/* The list has COUNT objects, whose numbers fall by STEP. */
static void check(unsigned list, unsigned by, size_t count, uint64_t step)
{
	uint64_t n = 0;
	size_t i = 0;
	for (struct object *o = root(list); o; o = object_slots(o)[by], i++) {
		if (!object_is_valid(o) || (i && object_data(o)[0] != n - step))
			fail("an object is not what was put there");
		n = object_data(o)[0];
		for (size_t w = 0; w < object_words(o); w++)
			if (object_data(o)[w] != n + w)
				fail("a word is not what was put there");
	}
	if (i != count)
		fail("a list has another length");
}

static size_t fill(unsigned list, size_t words, size_t bytes)
{
	size_t count = 0;
	while (count * object_bytes(SLOTS, words) < bytes && add(list, words, count))
		count++;
	at[NEW] = NULL;
	return count;
}

/* Every object of LIST but each NTH goes (WHICH 0), or each NTH (WHICH 1); what stays is in KEPT. */
static size_t thin_out(size_t nth, bool which)
{
	size_t count = 0, i = 0;
	for (struct object *o = root(LIST), *next; o; o = next, i++) {
		next = object_slots(o)[NEXT];
		if ((i % nth == 0) == which)
			continue;
		client_store(&thread, o, NEXT, NULL);
		client_store(&thread, o, NEXT_KEPT, root(KEPT));
		at[KEPT] = o;
		count++;
	}
	at[LIST] = NULL;
	return count;
}

/* Small objects as far as there is room, of which some stay (as thin_out says); then others, a QUOTA of the bytes. */
static void sizes(size_t heap, size_t nth, bool which, size_t quota)
{
	size_t all = fill(LIST, 2, heap), kept = thin_out(nth, which);
	size_t wanted = all * object_bytes(SLOTS, 2) / quota, others = fill(OTHERS, 60, wanted);
	gc_collect(thread.mut, GC_COLLECTION_ANY);
	if (!which)
		check(KEPT, NEXT_KEPT, kept, -(uint64_t)nth);
	check(OTHERS, NEXT, others, 1);
	printf("%zu of %zu bytes\n", others * object_bytes(SLOTS, 60), wanted);
}

/* In each block of the larger ones one stays. */
static void classes(size_t heap)
{
	size_t all = fill(LIST, 1000, heap / 4), kept, small, others;
	small = fill(OTHERS, 2, heap);
	kept = thin_out(4, false);
	gc_collect(thread.mut, GC_COLLECTION_ANY);
	gc_collect(thread.mut, GC_COLLECTION_ANY);
	others = fill(LIST, 1000, (all - kept) * object_bytes(SLOTS, 1000));
	check(KEPT, NEXT_KEPT, kept, (uint64_t)-4);
	check(OTHERS, NEXT, small, 1);
	check(LIST, NEXT, others, 1);
	printf("%zu of %zu objects\n", others, all - kept);
}

static void limited(size_t heap)
{
	size_t count = fill(LIST, 60, heap);
	gc_collect(thread.mut, GC_COLLECTION_ANY);
	check(LIST, NEXT, count, 1);
	gc_collect(thread.mut, GC_COLLECTION_ANY);
	check(LIST, NEXT, count, 1);
	if (count * object_bytes(SLOTS, 60) >= heap / 2)
		fail("the limit limits nothing");
	printf("%zu\n", count);
}

/* Words of objects of all size classes, and of large ones. */
static size_t some_words(uint64_t n)
{
	static const size_t words[] = { 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 900,
		1500, 4000, 9000 };
	return words[n * 7 % (sizeof words / sizeof *words)];
}

static void mixed(size_t heap)
{
	size_t count = 0;
	(void)heap;
	for (int round = 0; round < 4; round++) {
		size_t before = count;
		while (add(LIST, some_words(count), count))
			count++;
		at[NEW] = NULL;
		check(LIST, NEXT, count, 1);
		printf("%zu\n", count - before);
		for (size_t drop = count / 3; drop; drop--, count--)
			at[LIST] = object_slots(root(LIST))[NEXT];
		gc_collect(thread.mut, GC_COLLECTION_ANY);
		check(LIST, NEXT, count, 1);
	}
}

int main(int argc, char **argv)
{
	struct frame frame;
	size_t heap = argc > 2 ? strtoul(argv[2], NULL, 10) : 0;
	struct heap_parameters parameters = { heap, 2, argc > 3 ? argv[3] : NULL,
		GC_NULL_EVENT_LISTENER, NULL };
	const struct rlimit little = { heap / 2, heap / 2 };

	if (!heap)
		return CLIENT_USAGE;
	client_start(&parameters, &thread);
	frame_enter(&thread.roots, &frame, at, ROOTS);
	if (strcmp(argv[1], "sizes") == 0)
		sizes(heap, 4, false, 2);
	else if (strcmp(argv[1], "dense") == 0)
		sizes(heap, 3, true, 4);
	else if (strcmp(argv[1], "classes") == 0)
		classes(heap);
	else if (strcmp(argv[1], "mixed") == 0)
		mixed(heap);
	else if (setrlimit(RLIMIT_DATA, &little) == 0)
		limited(heap);
	frame_leave(&thread.roots, &frame);
	return CLIENT_OK;
}
