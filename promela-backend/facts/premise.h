/* premise.h: whether a property ever says anything. */
#ifndef PML_FACTS_PREMISE_H
#define PML_FACTS_PREMISE_H

#include "promela-backend/facts/model.h"

/* The parts of the way from the top of a property to a premise. */
enum pml_part { PML_BINDER, PML_TRUE_HERE, PML_LATER };
struct pml_path {
	enum pml_part part;
	const struct ir_expr *expr; /* the quantifier; or a condition at the premise */
	struct pml_path *up;
};

/* Whether a cell of BINDER's domain that has never held an object would count for the premise at
 * PATH. */
bool pml_counts_unused(const struct pml_model *model, const struct pml_path *path,
    const struct ir_expr *binder);
void pml_plan_premises(struct pml_model *model);
/* Whether a step with WRITES may meet the premise. */
bool pml_meets(const struct pml_premise_plan *plan, const struct pml_set *writes);

#endif
