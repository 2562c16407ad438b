/* error.h: errors of the language: a sentence, and the place that it is about. */
#ifndef LISP_ERROR_H
#define LISP_ERROR_H

#include <setjmp.h>

#include "memory.h"

/* Where errors go while it is the thread's. */
struct escape {
	struct escape *outer;
	value *top; /* of the shadow stack */
	jmp_buf to;
};

/* The sentence, with the place of the call that runs before it, is in t->message. */
_Noreturn void raise_error(struct thread *t, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The same at PLACE. */
_Noreturn void raise_at(struct thread *t, intptr_t place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* TEXT is a message already. */
_Noreturn void raise_again(struct thread *t, const char *text, size_t length);

/* BODY (T, DATA), and true; false when it raised an error. */
bool attempt(struct thread *t, void (*body)(struct thread *t, void *data), void *data);

/* A place is a file's number, a line, and a column. */
intptr_t make_place(size_t file, size_t line, size_t column);

#endif
