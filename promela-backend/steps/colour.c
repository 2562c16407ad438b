/* colour.c: the values of a token's live variables as one number. */
#include "promela-backend/steps/colour.h"
#include "promela-backend/facts/place.h"
#include "promela-backend/facts/reads.h"

const char *pml_variables(const struct pml_model *model, const struct pml_kernel *kernel,
    uint64_t live, const char *prefix)
{
	const char *text = "";

	for (size_t i = 0; i < kernel->ir->var_count; i++)
		if (live >> i & 1)
			text = gd_arena_printf(model->arena, "%s%s%s%s", text, *text ? ", " : "",
			    prefix, kernel->var_name[i] + 2);
	return text;
}

const char *pml_unit_args(struct pml_model *model, const struct pml_kernel *kernel,
    const char *prefix)
{
	return pml_variables(model, kernel, pml_params(kernel), prefix);
}

static const char *slot_base_of(struct pml_model *model, const struct ir_stmt *loop,
    const char *owner)
{
	return loop->domain == IR_DOMAIN_SLOTS
	    ? gd_arena_printf(model->arena, "FIRST_OF_%s(%s)", loop->group->name, owner)
	    : gd_arena_printf(model->arena, "FIRST_ROOT_OF(%s)", owner);
}

/* The location from which a slot's digit counts. */
static const char *slot_base(struct pml_model *model, const struct pml_kernel *kernel, size_t var,
    const char *prefix)
{
	const struct ir_stmt *loop = kernel->loop_of[var];

	if (!loop)
		return "FIRST_SLOT";
	return slot_base_of(model, loop,
	    gd_arena_printf(model->arena, "%s%s", prefix,
		kernel->var_name[loop->args[0]->var->index] + 2));
}

/* The digit of variable VAR, written with names that start with PREFIX. */
static const char *digit(struct pml_model *model, const struct pml_kernel *kernel, size_t var,
    const char *prefix)
{
	const struct ir_var *v = kernel->ir->vars[var];
	const char *name = gd_arena_printf(model->arena, *prefix == 'a' ? "(%s%s)" : "%s%s", prefix,
	    kernel->var_name[var] + 2);

	if (v->type.kind == IR_INT && v->type.low != 0)
		return gd_arena_printf(model->arena, "(%s - %ld)", name, v->type.low);
	if (v->type.kind == IR_SLOT)
		return gd_arena_printf(model->arena, "(%s - %s)", name,
		    slot_base(model, kernel, var, prefix));
	return name;
}

/* The colour as a number: mixed radix, the first variable the highest digit. */
const char *pml_colour(struct pml_model *model, const struct pml_kernel *kernel, uint64_t live,
    uint64_t nonnull, const char *prefix)
{
	const char *text = NULL;

	for (size_t i = 0; i < kernel->ir->var_count; i++) {
		if (!(live >> i & 1))
			continue;
		text = text
		    ? gd_arena_printf(model->arena, "(%s * %zu + %s)", text,
			  pml_radix(model, kernel, i, nonnull), digit(model, kernel, i, prefix))
		    : digit(model, kernel, i, prefix);
	}
	return text ? text : "0";
}

const char *pml_unit_number(struct pml_model *model, const struct pml_kernel *kernel,
    const char *prefix)
{
	return kernel->kind->param_count < 2
	    ? pml_colour(model, kernel, pml_params(kernel), kernel->nonnull_params, prefix)
	    : gd_arena_printf(model->arena, "UNIT_%s(%s)", kernel->name,
		  pml_unit_args(model, kernel, prefix));
}

const char *pml_colour_number(struct pml_model *model, const struct pml_kernel *kernel,
    const struct pml_place *place)
{
	return place->live & (place->live - 1)
	    ? gd_arena_printf(model->arena, "VALUES_%s_%zu(%s)", kernel->name, place->number,
		  pml_variables(model, kernel, place->live, "v_"))
	    : pml_colour(model, kernel, place->live, place->nonnull, "v_");
}

/* "pick / 4 % 2": the value of TYPE for this digit of the COLOUR `pick'. */
static const char *digit_of(struct pml_model *model, const char *colour, const struct ir_type *type,
    size_t weight, size_t radix)
{
	const char *text = weight == 1
	    ? gd_arena_printf(model->arena, "%s %% %zu", colour, radix)
	    : gd_arena_printf(model->arena, "%s / %zu %% %zu", colour, weight, radix);

	if (radix == 1)
		text = "0";
	return type->kind == IR_INT && type->low != 0
	    ? gd_arena_printf(model->arena, "%s + %ld", text, type->low)
	    : text;
}

/* Whether the digit counts from the first slot of all.  Other slots count from the first one of
 * their object. */
static bool counts_from_first(const struct pml_kernel *kernel, size_t var)
{
	return kernel->ir->vars[var]->type.kind == IR_SLOT && !kernel->loop_of[var];
}

/* Sets the live variables from the colour that was picked, from the last digit on. */
void pml_decode(struct pml_model *model, const struct pml_kernel *kernel, uint64_t live,
    uint64_t nonnull, struct pml_code *code)
{
	size_t weight = 1;

	for (size_t i = kernel->ir->var_count; i-- > 0;) {
		size_t radix = live >> i & 1 ? pml_radix(model, kernel, i, nonnull) : 1;

		if (!(live >> i & 1))
			continue;
		pml_set(code, kernel->var_name[i], "%s%s",
		    counts_from_first(kernel, i) ? "FIRST_SLOT + " : "",
		    digit_of(model, "pick", &kernel->ir->vars[i]->type, weight, radix));
		weight *= radix;
	}
	for (size_t i = 0; i < kernel->ir->var_count; i++)
		if (live >> i & 1 && kernel->ir->vars[i]->type.kind == IR_SLOT &&
		    !counts_from_first(kernel, i))
			pml_set(code, kernel->var_name[i], "%s + %s", kernel->var_name[i],
			    slot_base(model, kernel, i, "v_"));
	if (live) /* without live variables nothing was chosen */
		pml_set(code, "pick", "0");
}

const char *const *pml_values_in(struct pml_model *model, const struct pml_kernel *kernel,
    const struct pml_place *place, const char *colour)
{
	const char **values = GD_NEW_ARRAY(model->arena, const char *, kernel->ir->var_count + 1);
	size_t weight = 1;

	for (size_t i = kernel->ir->var_count; i-- > 0;) {
		size_t radix = pml_radix(model, kernel, i, place->nonnull);

		values[i] = "0";
		if (!(place->live >> i & 1))
			continue;
		values[i] = gd_arena_printf(model->arena, "(%s%s)",
		    counts_from_first(kernel, i) ? "FIRST_SLOT + " : "",
		    digit_of(model, colour, &kernel->ir->vars[i]->type, weight, radix));
		weight *= radix;
	}
	for (size_t i = 0; i < kernel->ir->var_count; i++) {
		const struct ir_stmt *loop = kernel->loop_of[i];

		if (!(place->live >> i & 1) || !loop || kernel->ir->vars[i]->type.kind != IR_SLOT)
			continue;
		values[i] = gd_arena_printf(model->arena, "(%s + %s)", values[i],
		    slot_base_of(model, loop, values[loop->args[0]->var->index]));
	}
	return values;
}
