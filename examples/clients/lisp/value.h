/* value.h: the values of the Lisp, how they lie in the heap, and the roots.
 *
 * A value is one word: the address of an object, or an immediate, which has one of its
 * low three bits set: an integer (the lowest bit), a constant or a primitive.  0 is no
 * value: what a new slot holds.
 *
 * An object is a header and slots, all of them values; but a string's are bytes.  So one loop
 * finds every reference of every kind (lisp-embedder.h).  What the header says never changes. */
#ifndef LISP_VALUE_H
#define LISP_VALUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uintptr_t value;

enum kind {
	NOTHING,
	INTEGER,
	CONSTANT,
	PRIMITIVE, /* not in the heap */
	PAIR,
	SYMBOL,
	STRING,
	VECTOR,
	TABLE,
	ENTRY,
	CLOSURE,
	ENVIRONMENT,
	NODE,
	THREAD,
	CHANNEL,
	KINDS
};

struct object {
	uint64_t header; /* count : 56, kind : 8 */
	value slot[];
};

/* Which slot is what. */
enum { CAR, CDR, PAIR_PLACE }; /* the place only in what was read */
enum { SYMBOL_NAME, SYMBOL_VALUE };
enum { TABLE_COUNT, TABLE_BUCKETS };
enum { ENTRY_KEY, ENTRY_VALUE, ENTRY_NEXT, ENTRY_HASH };
enum { CLOSURE_ENVIRONMENT, CLOSURE_LAMBDA };
enum { ENVIRONMENT_OUTER, ENVIRONMENT_FIRST };
enum { NODE_OPERATION, NODE_PLACE, NODE_FIRST };
enum { THREAD_NUMBER, THREAD_THUNK, THREAD_RESULT, THREAD_STATE, THREAD_NEXT };
enum { CHANNEL_ROOM, CHANNEL_FIRST, CHANNEL_LAST }; /* how many more it can hold */
enum { WORLD_SYMBOLS, WORLD_THREADS, WORLD_SLOTS }; /* a vector: all that threads share */

/* ------------------------------------------------------------------- immediates */

#define CONSTANT_VALUE(n) ((value)(n) << 3 | 2)
#define NIL               CONSTANT_VALUE(0)
#define FALSE             CONSTANT_VALUE(1)
#define TRUE              CONSTANT_VALUE(2)
#define UNSPECIFIED       CONSTANT_VALUE(3)

static inline value integer(intptr_t n)
{
	return (value)n << 1 | 1;
}

static inline bool is_integer(value v)
{
	return v & 1;
}

static inline intptr_t integer_value(value v)
{
	return (intptr_t)v >> 1;
}

static inline value primitive(size_t index)
{
	return (value)index << 3 | 4;
}

static inline size_t primitive_index(value v)
{
	return v >> 3;
}

static inline value boolean(bool b)
{
	return b ? TRUE : FALSE;
}

/* ---------------------------------------------------------------------- objects */

#define HEADER_KIND_BITS 8

static inline struct object *object(value v)
{
	return (struct object *)v;
}

static inline enum kind object_kind(const struct object *o)
{
	return (enum kind)(o->header & ((1 << HEADER_KIND_BITS) - 1));
}

/* Slots, or a string's bytes. */
static inline size_t object_count(const struct object *o)
{
	return (size_t)(o->header >> HEADER_KIND_BITS);
}

static inline size_t bytes_for(enum kind kind, size_t count)
{
	return sizeof(struct object) + (kind == STRING ? count : count * sizeof(value));
}

static inline enum kind kind_of(value v)
{
	if (v & 1)
		return INTEGER;
	if (v & 2)
		return CONSTANT;
	if (v & 4)
		return PRIMITIVE;
	return v ? object_kind(object(v)) : NOTHING;
}

static inline bool is(value v, enum kind kind)
{
	return kind_of(v) == kind;
}

static inline size_t count_of(value v)
{
	return object_count(object(v));
}

/* Atomic, as another thread may store at the same time: a program with a race reads the one
 * value or the other. */
static inline value get(value v, size_t slot)
{
	return __atomic_load_n(&object(v)->slot[slot], __ATOMIC_RELAXED);
}

static inline char *string_bytes(value v)
{
	return (char *)object(v)->slot;
}

/* ------------------------------------------------------------------------ roots */

/* What a thread holds: the values on its shadow stack, what all threads share, and its own
 * object.  C code holds a value across an allocation only in one of these places. */
struct gc_mutator_roots {
	value *base, *top, *end;
	value world, self;
};

/* None: a collector need not scan roots that belong to no thread. */
struct gc_heap_roots {
	char none;
};

#endif
