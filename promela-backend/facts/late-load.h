/* late-load.h: loads that may be done after their place. */
#ifndef PML_FACTS_LATE_LOAD_H
#define PML_FACTS_LATE_LOAD_H

#include "promela-backend/facts/model.h"

/* Finds the loads of KERNEL, which does IR, that may be late. */
void pml_find_late_loads(struct pml_model *model, struct pml_kernel *kernel,
    const struct ir_kernel *ir);
/* The kernel with a variable for each of them. */
const struct ir_kernel *pml_with_late_loads(struct pml_model *model, struct pml_kernel *kernel);
/* When the nodes and what is live are known: finds where the loads may wait, and adds what they need to what is
 * live. */
void pml_find_late_loads_at(struct pml_model *model, struct pml_kernel *kernel);
/* NODE's loads.  NULL: none of its kernel may be late. */
const struct pml_late_load_at *pml_late_load_at(const struct pml_kernel *kernel,
    const struct pml_node *node);
/* The position of LOAD in KERNEL's late loads, or their count. */
size_t pml_late_load_number(const struct pml_kernel *kernel, const struct ir_stmt *load);
#endif
