/* moving.h: `alloc' and `copy', with which kernels move objects. */
#ifndef PML_FACTS_MOVING_H
#define PML_FACTS_MOVING_H

#include "promela-backend/facts/model.h"

/* Finds out which of the two the specification has.  Comes before all that asks for them. */
void pml_plan_moving(struct pml_model *model);
/* Whether a unit of KIND waits for nothing before a copy: Note [Copies]. */
bool pml_copies_first(const struct ir_kind *kind);
/* Whether kernels copy objects, by `copy' or part by part. */
bool pml_makes_copies(const struct pml_model *model);
/* Whether the model knows which object a cell holds: Note [Origins]. */
bool pml_has_origins(const struct pml_model *model);
/* The `alloc' with which the step of PLACE begins.  NULL: it begins with something else. */
const struct ir_stmt *pml_alloc_at(const struct pml_place *place);
/* Whether a step that has come to STMT must end, because STMT is the first statement of another one. */
bool pml_begins_a_step(const struct ir_stmt *stmt);
/* The variables of KERNEL that hold the object to which NODE, a copy, copies, if no other thread can know that
 * object before.  0: others may, or NODE is no copy. */
uint64_t pml_fresh_copy(const struct pml_kernel *kernel, const struct pml_node *node);
/* Whether a kernel has an `alloc' whose result it does not test. */
bool pml_promises_room(const struct pml_model *model);
/* The condition under which an `alloc' in SPACE (NULL: the first one, or the heap is not divided) may take CELL. */
const char *pml_may_take_cell(const struct pml_model *model, const struct ir_space *space,
    size_t cell);
/* The condition under which it gives null.  TESTED: the kernel tests it. */
const char *pml_may_find_no_room(const struct pml_model *model, const struct ir_space *space,
    bool tested);
/* The condition under which a mutator may take CELL. */
const char *pml_is_free_for_mutators(const struct pml_model *model, size_t cell);
/* That OBJECT is in SPACE, as a condition: Note [Spaces]. */
const char *pml_is_in_space(const struct pml_model *model, const char *object,
    const struct ir_space *space);
/* The part of the heap in which CELL is: 0, 1, …. */
size_t pml_space_of_cell(const struct pml_model *model, size_t cell);

#endif
