/* over.h: what is over when a bucket opens. */
#ifndef PML_FACTS_OVER_H
#define PML_FACTS_OVER_H

#include "promela-backend/facts/model.h"

/* By kind: whether its units are over, and none can come any more, when BUCKET opens. */
bool *pml_find_over(const struct pml_model *model, const struct ir_bucket *bucket);
/* Whether the guard drained(x) and … of BUCKET stays true: the kinds of each x are over. */
bool pml_guard_stays(const struct pml_model *model, const struct ir_bucket *bucket);
/* Whether units of KIND are over whenever a bucket of OTHER opens. */
bool pml_is_over_before(const struct pml_model *model, const struct ir_kind *kind,
    const struct ir_kind *other);
/* Whether units of KIND can begin only after BUCKET has opened, in each cycle. */
bool pml_begins_behind(const struct pml_model *model, const struct ir_kind *kind,
    const struct ir_bucket *bucket);
/* Whether units of KIND and of OTHER may run at once. */
bool pml_may_run_beside(const struct pml_model *model, const struct ir_kind *kind,
    const struct ir_kind *other);
/* Whether in each cycle in which units of KIND run, BUCKET takes part, and opens only when they are
 * over. */
bool pml_opens_later(const struct pml_model *model, const struct ir_bucket *bucket,
    const struct ir_kind *kind);

#endif
