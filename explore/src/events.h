/* events.h: what happens in an execution that is replayed. */
#ifndef GCX_EVENTS_H
#define GCX_EVENTS_H

#include <stdint.h>

struct explorer;
struct node;

void gcx_event_begin(struct explorer *x);
/* The operation was done, and the task gets RESULT. */
void gcx_event_step(struct explorer *x, const struct node *node, uint64_t result);
void gcx_event_end(struct explorer *x);

#endif
