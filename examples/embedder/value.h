/* value.h: the values of the tiny language, and where its roots are.
 *
 * A value is nil (NULL), a number (an odd address that points nowhere), or an
 * object of the heap.  Every object begins with a word that says its kind. */
#ifndef VALUE_H
#define VALUE_H

#include <stddef.h>
#include <stdint.h>

struct object {
	uintptr_t kind;
};
typedef struct object *value;

enum kind { PAIR = 1, SYMBOL, CLOSURE };

struct pair {
	struct object head;
	value car, cdr;
};
struct closure {
	struct object head;
	value parameters, body, environment;
};
struct symbol {
	struct object head;
	size_t length;
	char name[];
};

static inline int is_number(value v)
{
	return (uintptr_t)v & 1;
}
static inline value number(long n)
{
	return (value)((uintptr_t)n << 1 | 1);
}
static inline long number_value(value v)
{
	return (long)((intptr_t)v >> 1);
}
static inline int is_kind(value v, enum kind kind)
{
	return v && !is_number(v) && v->kind == kind;
}

/* The locals of the interpreter that hold values: frames on the C stack. */
struct frame {
	struct frame *next;
	value *at;
	size_t count;
};
struct gc_mutator_roots {
	struct frame *frames;
};

/* What every thread can reach. */
struct gc_heap_roots {
	value symbols, globals;
};

#endif
