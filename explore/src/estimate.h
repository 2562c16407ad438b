/* estimate.h: how many executions there are, from a few of them. */
#ifndef GCX_ESTIMATE_H
#define GCX_ESTIMATE_H

#include <stdbool.h>

struct explorer;
struct node;

/* Adds branches to a new node of a probe, the chosen one first.  Returns whether some task can go
 * on. */
bool gcx_probe_node(struct explorer *x, struct node *node);

#endif
