/* variables.c: variables that a model has and the specification has not. */
#include "promela-backend/facts/variables.h"

const struct ir_kernel *pml_with_more(struct pml_model *model, const struct ir_kernel *old,
    size_t more, struct ir_var ***added)
{
	struct ir_kernel *ir;
	struct ir_var **vars;

	*added = NULL;
	if (!more)
		return old;
	ir = GD_NEW(model->arena, struct ir_kernel);
	vars = GD_NEW_ARRAY(model->arena, struct ir_var *, old->var_count + more);
	for (size_t i = 0; i < old->var_count; i++)
		vars[i] = old->vars[i];
	*ir = (struct ir_kernel){ vars, old->var_count + more, old->body };
	*added = &vars[old->var_count];
	return ir;
}

const struct ir_var *pml_variable_of(struct pml_model *model, struct ir_var **at, size_t index,
    const struct ir_var *dst, const char *suffix, struct ir_type type)
{
	*at = GD_NEW(model->arena, struct ir_var);
	**at = (struct ir_var){ .name = gd_arena_printf(model->arena, "%s_%s", dst->name, suffix),
		.loc = dst->loc,
		.index = index,
		.type = type };
	return *at;
}
