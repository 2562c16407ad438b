/* garbage.h: may objects that nothing refers to be wiped? */
#ifndef PML_FACTS_GARBAGE_H
#define PML_FACTS_GARBAGE_H

#include "promela-backend/facts/held.h"
#include "promela-backend/facts/model.h"

bool pml_forgets_garbage(const struct pml_model *model);
/* The value of EXPR if VAR is an object that is wiped. */
enum pml_truth pml_of_garbage(const struct pml_model *model, const struct ir_expr *expr,
    const struct ir_var *var);
/* By kind: whether its units may be about an object that is wiped. */
const bool *pml_kinds_of_garbage(const struct pml_model *model);
/* Whether units of BUCKET free objects. */
bool pml_bucket_frees(const struct ir_bucket *bucket);
/* Whether objects are freed only by units of buckets that stay open meanwhile. */
bool pml_frees_when_open(const struct ir_spec *spec);

#endif
