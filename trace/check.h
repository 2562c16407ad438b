/* check.h: whether a text is a trace as doc/events.md says. */
#ifndef TRACE_CHECK_H
#define TRACE_CHECK_H

#include <stdbool.h>
#include <stdio.h>

/* Checks the lines, and that states, stores that wait and marks follow from the operations.  Writes
 * NAME:LINE: MEMBER: MESSAGE [CODE] for each mistake, but no more than a few.  Returns the number of
 * mistakes. */
size_t events_check(const char *name, const char *text, size_t length, FILE *out);
/* The same, but checks only that all members are there, and their types. */
size_t events_check_schema(const char *name, const char *text, size_t length, FILE *out);
/* Whether the trace can be shown: its mistakes of schema are written to standard error.  What does not
 * follow from the operations is no hindrance, but gives a warning. */
bool events_can_be_shown(const char *name, const char *text, size_t length);

#endif
