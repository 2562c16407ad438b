/* client.h: what both client programs need: a heap, threads, allocation, and accesses to objects. */
#ifndef CLIENT_CLIENT_H
#define CLIENT_CLIENT_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

/* Objects are accessed by the functions below, except for the header, which never changes. */
#define GC_CHECKED_ACCESSES 1
#include "client-types.h"
#include "gc-access.h"
#include "gc-allocate.h"
#include "gc-api.h"
#include "gc-barrier.h"

/* Exit statuses of the clients. */
enum { CLIENT_OK = 0, CLIENT_WRONG = 1, CLIENT_USAGE = 2, CLIENT_NO_MEMORY = 3 };

struct heap_parameters {
	size_t bytes;
	long workers;           /* 0: as many as the runtime thinks right */
	const char *gc_options; /* "name=value,…" or NULL */
	struct gc_event_listener listener;
	void *listener_data;
};

struct thread {
	struct gc_mutator *mut;
	struct gc_mutator_roots roots;
};

/* A heap, and the calling thread as its first mutator; exits when that fails. */
struct gc_heap *client_start(const struct heap_parameters *parameters, struct thread *thread);

/* Runs BODY in THREAD as a mutator of HEAP: joins, runs, leaves. */
void *client_as_mutator(struct gc_heap *heap, struct thread *thread,
    void *(*body)(struct thread *, void *), void *data);

/* Waits for OTHER, while the calling mutator is inactive. */
void client_join(struct thread *thread, pthread_t other);

/* Parse a number of an option, or say what is wrong and exit. */
long client_integer(const char *option, const char *text, long low, long high);
double client_double(const char *option, const char *text, double low, double high);

/* An object whose references are null and whose data words are 0; NULL when
 * there is no memory.  Nothing may happen between the allocation and the
 * header: the collector reads it at the next safepoint. */
static inline struct object *client_allocate(struct thread *thread, size_t references, size_t words)
{
	enum gc_allocation_kind kind =
	    references ? GC_ALLOCATION_TAGGED : GC_ALLOCATION_TAGGED_POINTERLESS;
	struct object *object = gc_allocate(thread->mut, object_bytes(references, words), kind);
	if (object)
		object->header = object_header(references, words);
	return object;
}

static inline struct object *client_load(struct thread *thread, struct object *object, size_t slot)
{
	struct object **location = &object_slots(object)[slot];
	return (struct object *)gc_ref_value(
	    gc_load(thread->mut, gc_ref_from_heap_object(object), gc_edge(location)));
}

static inline uint64_t client_word(struct thread *thread, struct object *object, size_t word)
{
	return gc_load_word(thread->mut, gc_ref_from_heap_object(object),
	    &object_data(object)[word]);
}

static inline void client_set_word(struct thread *thread, struct object *object, size_t word,
    uint64_t value)
{
	gc_store_word(thread->mut, gc_ref_from_heap_object(object), &object_data(object)[word],
	    value);
}

/* Whether A and B, which may be NULL, are the same object. */
static inline bool client_same(struct thread *thread, struct object *a, struct object *b)
{
	return gc_is_same_object(thread->mut, gc_ref_from_heap_object_or_null(a),
	    gc_ref_from_heap_object_or_null(b));
}

static inline void client_store(struct thread *thread, struct object *object, size_t slot,
    struct object *value)
{
	struct object **location = &object_slots(object)[slot];
	gc_store(thread->mut, gc_ref_from_heap_object(object),
	    object_bytes(object_references(object), object_words(object)), gc_edge(location),
	    gc_ref_from_heap_object_or_null(value));
}

/* The first store there, before the next safepoint. */
static inline void client_store_new(struct thread *thread, struct object *object, size_t slot,
    struct object *value)
{
	struct object **location = &object_slots(object)[slot];
	gc_store_new(thread->mut, gc_ref_from_heap_object(object),
	    object_bytes(object_references(object), object_words(object)), gc_edge(location),
	    gc_ref_from_heap_object_or_null(value));
}

#endif
