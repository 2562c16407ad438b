/* memory.c: allocation, and what happens when there is no room. */
#include "memory.h"

#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "machine.h"

enum { SHADOW_SLOTS = 1 << 20 };
#define MOST_SLOTS ((size_t)1 << 40)

bool memory_begin(struct thread *t, struct machine *machine)
{
	value *base = malloc(SHADOW_SLOTS * sizeof *base);

	memset(t, 0, sizeof *t);
	t->machine = machine;
	t->until_collection = machine->collect_every;
	t->roots.base = t->roots.top = base;
	t->roots.end = base ? base + SHADOW_SLOTS : NULL;
	return base != NULL;
}

void memory_end(struct thread *t)
{
	free(t->roots.base);
}

void too_deep(struct thread *t)
{
	raise_error(t, "this is nested too deeply, or a recursion does not end");
}

/* For measuring what lives, and for finding what is not in a root. */
static void collect_now_and_then(struct thread *t, size_t bytes)
{
	t->until_collection -= (intptr_t)bytes;
	if (t->until_collection > 0)
		return;
	t->until_collection = t->machine->collect_every;
	gc_collect(t->mutator, GC_COLLECTION_ANY);
}

value allocate(struct thread *t, enum kind kind, size_t count)
{
	size_t bytes = bytes_for(kind, count);
	struct object *o = NULL;

	if (t->machine->collect_every)
		collect_now_and_then(t, bytes);
	if (count < MOST_SLOTS)
		o = gc_allocate(t->mutator, bytes,
		    kind == STRING ? GC_ALLOCATION_TAGGED_POINTERLESS : GC_ALLOCATION_TAGGED);
	if (!o)
		raise_error(t, "out of memory: no room for %zu bytes", bytes);
	o->header = (uint64_t)count << HEADER_KIND_BITS | kind;
	return (value)o;
}

value build(struct thread *t, enum kind kind, value *from)
{
	size_t count = (size_t)(t->roots.top - from);
	value v = allocate(t, kind, count);

	for (size_t i = 0; i < count; i++)
		fill(t, v, i, from[i]);
	leave(t, from);
	return v;
}

value cons(struct thread *t, value car, value cdr)
{
	value *at = enter(t, 2);

	at[CAR] = car;
	at[CDR] = cdr;
	return build(t, PAIR, at);
}

value make_string(struct thread *t, const char *bytes, size_t length)
{
	value v = allocate(t, STRING, length);

	memcpy(string_bytes(v), bytes, length);
	return v;
}

value make_vector(struct thread *t, size_t count, value element)
{
	value *at = enter(t, 1);

	at[0] = element;
	value v = allocate(t, VECTOR, count);
	for (size_t i = 0; i < count; i++)
		fill(t, v, i, at[0]);
	leave(t, at);
	return v;
}
