/* operation.h: what barriers make of a mutator's store or allocation. */
#ifndef PML_STEPS_OPERATION_H
#define PML_STEPS_OPERATION_H

#include "promela-backend/steps/step.h"

void pml_end_operation(struct pml_step *step); /* the kernel has no more statements */
void pml_act(struct pml_step *step);           /* the program's own store */
/* In it: the store to SLOT of the object that before_store answers, and what comes after that. */
void pml_store_redirected(struct pml_step *step, size_t slot, struct gd_loc loc);
void pml_go_on_after_store(struct pml_step *step, size_t slot);
void pml_end_allocation(struct pml_step *step); /* the new object's root */
/* The steps of operations, which are built. */
void pml_operation_steps(struct pml_model *model, pml_inlines *inlines);
/* MUTATOR begins to store VALUE to the slot at ADDRESS (or does it at once when there is no
 * barrier); or to use the new CELL. */
void pml_begin_store(struct pml_code *code, size_t mutator, const char *address, const char *value,
    struct gd_loc loc);
void pml_begin_allocate(struct pml_code *code, size_t mutator, const char *cell, int root);

#endif
