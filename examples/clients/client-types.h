/* client-types.h: what the client programs keep in the heap, and their roots.
 *
 * An object is a header word, then references, then data words.  The header
 * says how many of each there are, and carries a magic number, so that the
 * collector or a client that follows a stale reference stops at once. */
#ifndef CLIENT_TYPES_H
#define CLIENT_TYPES_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "gc-attrs.h" /* whether the collector has a word in each object */

struct object {
	uint64_t header; /* magic : 16, references : 24, data words : 24 */
#ifdef GC_COLLECTOR_HAS_WORD
	uintptr_t collector;
#endif
	/* references, then data words */
};

#define CLIENT_MAGIC      ((uint64_t)0x6cd5)
#define CLIENT_COUNT_BITS 24
#define CLIENT_COUNT_MASK (((uint64_t)1 << CLIENT_COUNT_BITS) - 1)

static inline uint64_t object_header(size_t references, size_t words)
{
	return CLIENT_MAGIC << 48 | (uint64_t)references << CLIENT_COUNT_BITS | (uint64_t)words;
}

static inline int object_is_valid(const struct object *object)
{
	return object->header >> 48 == CLIENT_MAGIC;
}

static inline size_t object_references(const struct object *object)
{
	return (size_t)(object->header >> CLIENT_COUNT_BITS & CLIENT_COUNT_MASK);
}

static inline size_t object_words(const struct object *object)
{
	return (size_t)(object->header & CLIENT_COUNT_MASK);
}

static inline struct object **object_slots(struct object *object)
{
	return (struct object **)(object + 1);
}

static inline uint64_t *object_data(struct object *object)
{
	return (uint64_t *)(object + 1) + object_references(object);
}

static inline size_t object_bytes(size_t references, size_t words)
{
	return sizeof(struct object) + (references + words) * sizeof(uint64_t);
}

/* The roots of a thread: frames, each an array of references on the C stack. */
struct frame {
	struct frame *next;
	struct object **at;
	size_t count;
};

struct gc_mutator_roots {
	struct frame *frames;
};

/* The roots that belong to no thread. */
struct gc_heap_roots {
	struct object **at;
	size_t count;
};

static inline void frame_enter(struct gc_mutator_roots *roots, struct frame *frame,
    struct object **at, size_t count)
{
	frame->next = roots->frames;
	frame->at = at;
	frame->count = count;
	roots->frames = frame;
}

static inline void frame_leave(struct gc_mutator_roots *roots, struct frame *frame)
{
	roots->frames = frame->next;
}

#endif
