/* words.c: objects of many sizes, with data before and after their slots, and a collector that adds 1 to each data
 * word in each cycle: words.gc.  An argument: a large object, whose slots are asked for in several parts; or `short',
 * an object without the second word, which the collector looks at. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gc-allocate.h"
#include "gc-api.h"
#include "gc-barrier.h"
#include "gc-null-event-listener.h"
#include "test-embedder.h"

enum { OBJECTS = 64, CYCLES = 3, LARGE = 300000 };
enum { FIRST = sizeof(struct test_object) + TEST_WORDS_BEFORE * sizeof(uintptr_t) };

static struct gc_mutator *m;

static unsigned char *bytes_of(struct test_object *o)
{
	return (unsigned char *)o;
}

/* At the end of an object: all bits, so that the sum leaves its bytes. */
static uintptr_t initial(size_t at, size_t bytes)
{
	return at == sizeof(struct test_object) ? 100
	    : bytes - at < sizeof(uintptr_t)    ? ~(uintptr_t)0
						: at * UINT64_C(0x0123456789abcdef);
}

/* The word of the object at byte AT; if it is the last one, as many bytes as the object has. */
static uintptr_t word_at(struct test_object *o, size_t at)
{
	uintptr_t word = 0;
	memcpy(&word, bytes_of(o) + at, o->bytes - at < sizeof word ? o->bytes - at : sizeof word);
	return word;
}

static int is_slot(struct test_object *o, size_t at)
{
	return at >= FIRST && at < FIRST + o->slots * sizeof(uintptr_t);
}

static struct test_object *allocate(size_t bytes, uint32_t slots)
{
	struct test_object *o = gc_allocate(m, bytes, GC_ALLOCATION_TAGGED);
	o->slots = slots;
	o->bytes = (uint32_t)bytes;
	for (size_t at = sizeof *o; at < bytes; at += sizeof(uintptr_t)) {
		uintptr_t word = initial(at, bytes);
		if (!is_slot(o, at))
			memcpy(bytes_of(o) + at, &word,
			    bytes - at < sizeof word ? bytes - at : sizeof word);
	}
	return o;
}

static void check(struct test_object *o, struct test_object *target)
{
	for (size_t at = sizeof *o; at < o->bytes; at += sizeof(uintptr_t)) {
		size_t left = o->bytes - at;
		uintptr_t word = initial(at, o->bytes) + CYCLES;
		if (is_slot(o, at))
			word = (uintptr_t)target;
		else if (left < sizeof word)
			word &= (UINT64_C(1) << 8 * left) - 1;
		if (word_at(o, at) != word) {
			fprintf(stderr, "words: %u slots, %u bytes, byte %zu\n", o->slots, o->bytes,
			    at);
			exit(1);
		}
	}
}

int main(int argc, char **argv)
{
	static uintptr_t slots[OBJECTS + 1];
	struct gc_mutator_roots roots = { OBJECTS + 1, slots, 0 };
	struct gc_options *options = gc_allocate_options();
	struct gc_heap *heap;

	gc_options_parse_and_set_many(options, "heap-size=64m,parallelism=3");
	if (!gc_init(options, gc_empty_stack_addr(), &heap, &m, GC_NULL_EVENT_LISTENER, NULL))
		return 2;
	gc_mutator_set_roots(m, &roots);
	slots[OBJECTS] = (uintptr_t)allocate(sizeof(struct test_object) + 16, 0);
	for (uint32_t i = 0; i < OBJECTS; i++) {
		size_t large = argc > 1 && *argv[1] != 's' && i % 8 == 5 ? LARGE : 0;
		struct test_object *o = allocate(FIRST + 9 + i + i % 5 * sizeof(uintptr_t) + large,
		    i % 5 + (uint32_t)large / 16);
		slots[i] = (uintptr_t)o;
		for (uint32_t k = 0; k < o->slots; k++)
			gc_store(m, gc_ref_from_heap_object(o), o->bytes,
			    gc_edge(&o->slot[TEST_WORDS_BEFORE + k]), gc_ref(slots[OBJECTS]));
	}
	if (argc > 1 && *argv[1] == 's')
		slots[0] = (uintptr_t)allocate(sizeof(struct test_object) + 8, 0);
	for (int i = 0; i < CYCLES; i++)
		gc_collect(m, GC_COLLECTION_ANY);
	for (int i = 0; i < OBJECTS; i++)
		check((struct test_object *)slots[i], (struct test_object *)slots[OBJECTS]);
	puts("each word is 3 more");
	return 0;
}
