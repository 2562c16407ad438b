/* error.c: raising errors, and catching them. */
#include "error.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine.h"
#include "monitor.h"

enum { COLUMN_BITS = 10, LINE_BITS = 24 };

intptr_t make_place(size_t file, size_t line, size_t column)
{
	size_t most = ((size_t)1 << COLUMN_BITS) - 1;

	if (column > most)
		column = most;
	return (intptr_t)(((file + 1) << LINE_BITS | line) << COLUMN_BITS | column);
}

static int print_place(const struct thread *t, intptr_t place, char *text, size_t room)
{
	size_t line = (size_t)place >> COLUMN_BITS, file = line >> LINE_BITS;
	size_t column = (size_t)place & (((size_t)1 << COLUMN_BITS) - 1);

	if (!file)
		return snprintf(text, room, "lisp: ");
	return snprintf(text, room, "%s:%zu:%zu: ", t->machine->files[file - 1],
	    line & (((size_t)1 << LINE_BITS) - 1), column);
}

static _Noreturn void escape(struct thread *t)
{
	struct escape *to = t->escape;

	if (t->in_monitor)
		monitor_leave(t);
	t->escape = to->outer;
	t->roots.top = to->top;
	longjmp(to->to, 1);
}

static _Noreturn void raise_list(struct thread *t, intptr_t place, const char *format,
    va_list arguments)
{
	size_t used = (size_t)print_place(t, place, t->message, sizeof t->message);

	if (used < sizeof t->message)
		vsnprintf(t->message + used, sizeof t->message - used, format, arguments);
	escape(t);
}

void raise_at(struct thread *t, intptr_t place, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	raise_list(t, place, format, arguments);
}

void raise_error(struct thread *t, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	raise_list(t, t->place, format, arguments);
}

void raise_again(struct thread *t, const char *text, size_t length)
{
	snprintf(t->message, sizeof t->message, "%.*s", (int)length, text);
	escape(t);
}

bool attempt(struct thread *t, void (*body)(struct thread *t, void *data), void *data)
{
	struct escape here = { .outer = t->escape, .top = t->roots.top };

	if (setjmp(here.to) != 0)
		return false;
	t->escape = &here;
	body(t, data);
	t->escape = here.outer;
	return true;
}
