/* primitives.h: functions of the language that are written in C. */
#ifndef LISP_PRIMITIVES_H
#define LISP_PRIMITIVES_H

#include "memory.h"

enum { ANY_NUMBER = -1 };

/* The arguments lie on the shadow stack, and may be changed there. */
struct primitive {
	const char *name;
	value (*run)(struct thread *t, value *argument, size_t count);
	int least, most; /* arguments */
};

extern const struct primitive data_primitives[], text_primitives[], thread_primitives[];

/* All of them get their names. */
void define_primitives(struct thread *t);
value call_primitive(struct thread *t, value function, value *argument, size_t count);

/* What arguments must be; raised if they are not. */
intptr_t want_integer(struct thread *t, value v);
void want_kind(struct thread *t, value v, enum kind kind);
/* An integer from 0 on, below LIMIT. */
size_t want_index(struct thread *t, value v, size_t limit);

#endif
