/* early.h: loads that may be done before their place. */
#ifndef PML_FACTS_EARLY_H
#define PML_FACTS_EARLY_H

#include "promela-backend/facts/model.h"

/* Finds the loads of KERNEL that may be early.  IR: what it does; PARAMS: the number of its parameters. */
void pml_find_early(struct pml_model *model, struct pml_kernel *kernel, const struct ir_kernel *ir,
    size_t params);
/* Whether in MODEL loads of units and operations may be early and late. */
bool pml_moves_loads(const struct pml_model *model);
/* The kernel with variables for what such loads have found. */
const struct ir_kernel *pml_with_early(struct pml_model *model, struct pml_kernel *kernel);
/* Adds these variables to what is live. */
void pml_find_early_live(struct pml_kernel *kernel);
/* NODE's loads.  NULL: none of its kernel may be early. */
const struct pml_early_at *pml_early_at(const struct pml_kernel *kernel,
    const struct pml_node *node);
/* Its position in KERNEL's early loads, or their count. */
size_t pml_early_number(const struct pml_kernel *kernel, const struct ir_stmt *load);

/* Whether the runtime has a lock where KERNEL does STMT. */
bool pml_is_under_lock(const struct pml_kernel *kernel, const struct ir_stmt *stmt);

/* Refuses a model in which the load after a barrier with a result could be early. */
void pml_check_own_loads(struct pml_model *model);

#endif
