/* kernel.h: kernels as control-flow graphs. */
#ifndef PML_FACTS_KERNEL_H
#define PML_FACTS_KERNEL_H

#include "promela-backend/facts/model.h"

/* Adds the nodes of LIST, which are in PARENT.  STOPPED: the kernel itself has stopped the mutators
 * before.  Returns whether it has after them. */
bool pml_find_nodes(struct pml_kernel *kernel, const struct ir_stmt *list, struct pml_node *parent,
    bool stopped);
/* The number of statements in LIST, with those in bodies. */
size_t pml_count_stmts(const struct ir_stmt *list);
const struct pml_node *pml_node_of(const struct pml_kernel *kernel, const struct ir_stmt *stmt);

#endif
