/* expr.h: expressions and locations as Promela, and what they read. */
#ifndef PML_STEPS_EXPR_H
#define PML_STEPS_EXPR_H

#include "promela-backend/facts/model.h"

struct pml_env { /* what names stand for */
	const struct pml_kernel *kernel;
	const struct ir_var *var;
	const char *text;
	const struct pml_env *up;
};

/* Element number INDEX of QUANTIFIER's domain.  For objects and slots INDEX may be a variable of
 * the model. */
const char *pml_domain_element(struct pml_model *model, const struct pml_env *env,
    const struct ir_expr *quantifier, const char *index);
const char *pml_domain_at(struct pml_model *model, const struct pml_env *env,
    const struct ir_expr *quantifier, size_t index);
const char *pml_shown(struct pml_model *model, const struct ir_type *type, const char *text);
/* Whether the objects of the scenario have fewer slots than PLACE, which is one by its number, names.  Then PLACE
 * has no address. */
bool pml_misses_slot(const struct pml_model *model, const struct ir_place *place);
const char *pml_address(struct pml_model *model, const struct pml_env *env,
    const struct ir_place *place);
const char *pml_expr(struct pml_model *model, const struct pml_env *env,
    const struct ir_expr *expr);

#endif
