/* fail.c: an execution that fails, and what all files know of the one that is under way. */
#include <stdarg.h>
#include <stdio.h>

#include "explore/src/explorer.h"

struct explorer *gcx_explorer;
unsigned gcx_clock_width;

static void fail(struct explorer *x, enum gcx_failure failure, const void *place,
    const char *format, va_list args)
{
	if (x->end == FAILED)
		return;
	x->end = FAILED;
	x->result->failure = failure;
	x->result->places[0] = place;
	x->result->places[1] = NULL;
	vsnprintf(x->result->message, sizeof x->result->message, format, args);
}

void gcx_fail(struct explorer *x, enum gcx_failure failure, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fail(x, failure, NULL, format, args);
	va_end(args);
}

void gcx_fail_at(struct explorer *x, enum gcx_failure failure, const void *place,
    const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fail(x, failure, place, format, args);
	va_end(args);
}
