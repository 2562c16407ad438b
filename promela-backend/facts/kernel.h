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
/* OLD with MORE variables; OLD itself, if there are none.  The caller makes them: they are at *ADDED. */
const struct ir_kernel *pml_with_more(struct pml_model *model, const struct ir_kernel *old,
    size_t more, struct ir_var ***added);
const struct pml_node *pml_node_of(const struct pml_kernel *kernel, const struct ir_stmt *stmt);

#endif
