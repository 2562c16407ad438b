/* emit-operation.h: what barriers make of a mutator's store or allocation. */
#ifndef PML_EMIT_OPERATION_H
#define PML_EMIT_OPERATION_H

#include "promela-backend/facts/model.h"
#include "promela-backend/machine.h"
#include "promela-backend/step.h"

void pml_end_operation(struct pml_step *step); /* the kernel has no more statements */
/* Prints the event of a store of VALUE to the slot AT. */
void pml_store_event(struct pml_step *step, const char *at, const char *value);
void pml_act(struct pml_step *step);            /* the program's own store */
void pml_end_allocation(struct pml_step *step); /* the new object's root */
void pml_declare_operations(struct pml_model *model);
void pml_emit_operations(struct pml_model *model);       /* inlines */
void pml_emit_operations_reach(struct pml_model *model); /* inline, before the checks */
void pml_operation_options(struct pml_model *model, size_t mutator);
/* Writes that MUTATOR begins to store VALUE to the slot at ADDRESS of OBJECT, or stores at once if
 * there is no barrier; or that it begins to use the new CELL. */
void pml_begin_store(struct pml_model *model, size_t mutator, const char *object,
    const char *address, const char *value, struct gd_loc loc, struct pml_set *writes);
void pml_begin_allocate(struct pml_model *model, size_t mutator, const char *cell, int root,
    struct gd_loc loc, struct pml_set *writes);

#endif
