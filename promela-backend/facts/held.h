/* held.h: cells that have never held an object. */
#ifndef PML_FACTS_HELD_H
#define PML_FACTS_HELD_H

#include "promela-backend/facts/model.h"

enum pml_truth { PML_FALSE, PML_TRUE, PML_UNKNOWN };

/* The value of a LOGIC operator, given what is known of its arguments A and B. */
enum pml_truth pml_connected(enum ir_expr_kind kind, enum pml_truth a, enum pml_truth b);
/* The value of EXPR if VAR is a cell that has never held an object. */
enum pml_truth pml_of_unused(const struct ir_expr *expr, const struct ir_var *var);
/* Whether QUANTIFIER could distinguish a freed object from a cell that never held one. */
bool pml_asks_held(const struct pml_model *model, const struct ir_expr *quantifier);
void pml_plan_held(struct pml_model *model);

#endif
