/* assertion.h: what the model asserts of its foldings. */
#ifndef PML_STEPS_ASSERTION_H
#define PML_STEPS_ASSERTION_H

#include "promela-backend/facts/model.h"
#include "promela-backend/steps/step.h"

const char *pml_none_in_doubt(struct pml_model *model, const struct pml_kernel *kernel);
/* "(V == 1 || …)": the values V of its metadata on which a merged kind does nothing. */
const char *pml_does_nothing(struct pml_model *model, const struct pml_kernel *kernel,
    const char *value);
/* To be called after a write of META: asserts that the write undoes nothing on which a merged kind
 * relies.  VALUE is the text of the value; NULL: a cell is freed. */
void pml_merge_check(struct pml_step *step, const struct ir_meta *meta, const char *value,
    const struct ir_expr *operand);
/* To be called at a store to META that may be late: asserts that no left-out unit may still
 * exist. */
void pml_merge_check_late(struct pml_step *step, const struct ir_meta *meta);
/* A step has acted because COND holds: the kinds that COND says are drained are. */
void pml_acted_upon(struct pml_code *code, const struct ir_expr *cond);
/* The same because COND holds or, if not ANSWER, does not. */
void pml_answered(struct pml_code *code, const struct ir_expr *cond, bool answer);
/* A left-out unit does not keep its object from being forgotten, and would fail on a freed object.
 * So the folding fails where both are possible: when BUCKET opens; and after a unit was left
 * out. */
void pml_check_none_left_out(struct pml_code *code, const struct ir_bucket *bucket);
void pml_check_nothing_frees(struct pml_code *code);
/* To be called where a loop over all objects finds its next object: asserts that no mutator is
 * about to take a cell. */
void pml_check_no_new_cell(struct pml_code *code);
/* CELL has been taken in the middle of a step, and the checks of what that WRITES have been made. */
void pml_check_nothing_owed(struct pml_code *code, const char *cell, const struct pml_set *writes);
/* For a bucket that opens at once: asserts that its fill would list the same objects later. */
void pml_check_fill_stays(struct pml_code *code, const struct ir_bucket *bucket);

/* " + waiting_k": the units of KERNEL in buffers. "" if there cannot be any. */
const char *pml_and_waiting(struct pml_model *model, const struct pml_kernel *kernel);

#endif
