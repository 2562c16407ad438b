/* memory.h: a thread's shadow stack, and objects.
 *
 * The rules of the whole interpreter:
 *   - Any function that allocates may find its caller's values moved into garbage, if they
 *     are nowhere but in C variables: so it enters a frame of the shadow stack, and keeps
 *     there what it needs afterwards.
 *   - An object is filled right after it was allocated (`build` does it), before anything else is
 *     allocated.  These stores go through `fill`, later ones through `set`: they tell the
 *     collector what it must know.
 *   - Errors leave by longjmp; the shadow stack is then cut back to where they are caught. */
#ifndef LISP_MEMORY_H
#define LISP_MEMORY_H

#include "gc-allocate.h"
#include "gc-api.h"
#include "gc-barrier.h"
#include "value.h"

enum { MESSAGE_BYTES = 400 };

struct machine;
struct escape;

/* A thread of the Lisp, and a mutator of the heap. */
struct thread {
	struct gc_mutator *mutator;
	struct gc_mutator_roots roots;
	struct machine *machine;
	char *c_stack_end;     /* below this the C stack is not used */
	struct escape *escape; /* where errors go */
	intptr_t place;        /* of the call that runs */
	bool in_monitor;
	intptr_t until_collection;   /* bytes, when the machine collects every so often */
	char message[MESSAGE_BYTES]; /* of the error that is under way */
};

/* Gives THREAD a shadow stack; false: there is no memory.  memory_end takes it back. */
bool memory_begin(struct thread *t, struct machine *machine);
void memory_end(struct thread *t);

_Noreturn void too_deep(struct thread *t);

/* COUNT slots more, empty; C's own stack is watched here too. */
static inline value *enter(struct thread *t, size_t count)
{
	value *at = t->roots.top;
	if ((size_t)(t->roots.end - at) < count ||
	    (char *)__builtin_frame_address(0) < t->c_stack_end)
		too_deep(t);
	for (size_t i = 0; i < count; i++)
		at[i] = 0;
	t->roots.top = at + count;
	return at;
}

static inline void push(struct thread *t, value v)
{
	*enter(t, 1) = v;
}

/* The frame that begins AT is left. */
static inline void leave(struct thread *t, value *at)
{
	t->roots.top = at;
}

/* A new object; its slots are empty, and its caller fills them at once. */
value allocate(struct thread *t, enum kind kind, size_t count);
/* A new object whose slots are what is on the shadow stack from FROM on; which is left. */
value build(struct thread *t, enum kind kind, value *from);

value cons(struct thread *t, value car, value cdr);
value make_string(struct thread *t, const char *bytes, size_t length);
value make_vector(struct thread *t, size_t count, value element);

/* The first store into a slot of a new object, before anything else is allocated. */
static inline void fill(struct thread *t, value v, size_t slot, value new)
{
	struct object *o = object(v);
	gc_store_new(t->mutator, gc_ref_from_heap_object(o),
	    bytes_for(object_kind(o), object_count(o)), gc_edge(&o->slot[slot]), gc_ref(new));
}

/* Stores NEW in an object that others may know. */
static inline void set(struct thread *t, value v, size_t slot, value new)
{
	struct object *o = object(v);
	gc_store(t->mutator, gc_ref_from_heap_object(o), bytes_for(object_kind(o), object_count(o)),
	    gc_edge(&o->slot[slot]), gc_ref(new));
}

#endif
