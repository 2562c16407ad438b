/* assertion.h: what the model asserts of its foldings. */
#ifndef PML_STEPS_ASSERTION_H
#define PML_STEPS_ASSERTION_H

#include "promela-backend/facts/model.h"
#include "promela-backend/steps/step.h"

const char *pml_none_in_doubt(struct pml_model *model, const struct pml_kernel *kernel);
/* "(V == 1 || …)": on the value V of its metadata a merging kind does nothing. */
const char *pml_does_nothing(struct pml_model *model, const struct pml_kernel *kernel,
    const char *value);
/* Behind a write of META: does it undo what a merged kind relies on?  VALUE is
 * its text; NULL: a cell is freed. */
void pml_merge_check(struct pml_step *step, const struct ir_meta *meta, const char *value,
    const struct ir_expr *operand);
/* A store that may be late reaches META: what was left out must be over. */
void pml_merge_check_late(struct pml_step *step, const struct ir_meta *meta);
/* A step has acted because COND holds: the kinds that COND says are drained are. */
void pml_acted_upon(struct pml_code *code, const struct ir_expr *cond);
/* The same because COND holds or, if not ANSWER, does not. */
void pml_answered(struct pml_code *code, const struct ir_expr *cond, bool answer);
/* Units that are left out keep no object from being forgotten, and would fail on one that is freed.
 * What fails the folding where both may be: when BUCKET opens; behind a unit that is left out. */
void pml_check_none_left_out(struct pml_code *code, const struct ir_bucket *bucket);
void pml_check_nothing_frees(struct pml_code *code);
/* A loop over all objects looks for the next: nobody may be about to take a cell. */
void pml_check_no_new_cell(struct pml_code *code);
/* A bucket that opens at once: what its fill lists would be the same later. */
void pml_check_fill_stays(struct pml_code *code, const struct ir_bucket *bucket);

/* " + waiting_k": units of KERNEL that lie in buffers; "" where none can. */
const char *pml_and_waiting(struct pml_model *model, const struct pml_kernel *kernel);

#endif
