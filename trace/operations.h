/* operations.h: the operations of a most general client in a run, and its objects (doc/events.md). */
#ifndef TRACE_OPERATIONS_H
#define TRACE_OPERATIONS_H

#include <stddef.h>

struct operations {     /* before the first step: no operations, and the objects that exist */
	size_t count;   /* that mutators of the client have begun */
	size_t objects; /* that existed at the start or that an operation has allocated */
};
/* The next step is IS ("client", "run", …), and does SUBJECT ("allocate", "load", …). */
void operations_step(struct operations *operations, const char *is, const char *subject);

#endif
