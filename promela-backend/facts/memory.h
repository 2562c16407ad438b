/* memory.h: weak memory: stores of mutators that are held back. */
#ifndef PML_FACTS_MEMORY_H
#define PML_FACTS_MEMORY_H

#include "promela-backend/facts/model.h"

/* Whether STMT is about metadata of ATOMIC (pml_request). */
bool pml_is_atomic(uint64_t atomic, const struct ir_stmt *stmt);
/* Whether STMT may be performed later: a store, or a read-modify-write whose result is not used. */
bool pml_may_wait(enum ir_memory memory, const struct ir_stmt *stmt);
/* Whether STMT is a store that waits in its mutator's window. */
bool pml_holds_back(const struct pml_model *model, const struct pml_kernel *kernel,
    const struct ir_stmt *stmt);
/* Whether STMT is a store of a worker that may enter a window. */
bool pml_may_be_late(const struct pml_model *model, const struct pml_kernel *kernel,
    const struct ir_stmt *stmt);
/* Whether STMT needs room there: such a store, or a fence that leaves a mark. */
bool pml_needs_room(const struct pml_model *model, const struct pml_kernel *kernel,
    const struct ir_stmt *stmt);
void pml_plan_memory(struct pml_model *model); /* before kernels are planned */
void pml_check_workers_stores(struct pml_model *model);
/* Adds to WRITES what an operation writes that performs everything that its mutator has held
 * back. */
void pml_note_performed(const struct pml_model *model, struct pml_set *writes);

#endif
