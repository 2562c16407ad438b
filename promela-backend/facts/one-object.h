/* one-object.h: which formulas speak of new objects one at a time. */
#ifndef PML_FACTS_ONE_OBJECT_H
#define PML_FACTS_ONE_OBJECT_H

#include "promela-backend/facts/model.h"

/* What the step that takes a cell changes, beside what is said about the object in the cell. */
struct pml_taking {
	const bool *ghosts; /* by index: it may set this one */
	bool drops;         /* it may drop a root, so other objects may be unreachable after it */
};

/* Whether FORMULA is a conjunction of formulas each of which can tell only when one cell, the same
 * one all the time, is taken.  Objects that the scenario expects do not count: see
 * pml_expects_cells. */
bool pml_is_of_one_object(const struct pml_taking *taking, const struct ir_expr *formula);
/* Whether EXPR quantifies over the objects that the scenario expects. */
bool pml_is_of_expected(const struct ir_expr *expr);

#endif
