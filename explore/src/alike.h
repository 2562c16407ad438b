/* alike.h: tasks that can be exchanged without a difference (gcx_options.symmetry).  Of executions that differ only in
 * which of them does what, one is explored: that in which they begin in the order of their numbers. */
#ifndef GCX_ALIKE_H
#define GCX_ALIKE_H

#include <stdbool.h>
#include <stdint.h>

struct explorer;
struct labels;

/* Task NUMBER was just made: to which tasks it is alike. */
void gcx_find_alike(struct explorer *x, unsigned number);
/* Whether the task has not begun, and one that is alike is to begin before it. */
bool gcx_begins_later(const struct explorer *x, unsigned task);
/* Exchanges tasks in a SEQUENCE of steps that is to be explored from the node at DEPTH: those that are
 * alike, and have not begun there, begin in the order of their numbers. */
void gcx_exchange_alike(struct explorer *x, uint32_t depth, struct labels *sequence);

#endif
