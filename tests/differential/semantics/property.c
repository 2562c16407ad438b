/* property.c: properties that every state must have. */
#include "tests/differential/semantics/internal.h"

#include <string.h>

/* ------------------------------------------------------------------- which they are */
static bool looks_at(const struct expr *expr, bool (*at)(enum expr_op op))
{
	return expr && (at(expr->op) || looks_at(expr->args[0], at) || looks_at(expr->args[1], at));
}

static bool is_temporal(enum expr_op op)
{
	return op == E_ALWAYS || op == E_EVENTUALLY || op == E_UNTIL;
}

static bool is_of_units(enum expr_op op)
{
	return op == E_DRAINED || op == E_IDLE || op == E_EMPTY || op == E_PENDING;
}

/* `always P`, or a combination of such by `and` and `forall`. */
static bool is_always(const struct expr *formula)
{
	if (formula->op == E_ALWAYS)
		return !looks_at(formula->args[0], is_temporal);
	if (formula->op == E_AND)
		return is_always(formula->args[0]) && is_always(formula->args[1]);
	return formula->op == E_FORALL && is_always(formula->args[0]);
}

static const struct property *find(const struct sx_spec *spec, const char *name)
{
	for (unsigned i = 0; i < spec->property_count; i++)
		if (strcmp(spec->properties[i].name, name) == 0)
			return &spec->properties[i];
	return NULL;
}

bool sx_can_check(const struct sx_spec *spec, const char *name)
{
	const struct property *property = find(spec, name);

	return property && property->formula && !looks_at(property->formula, is_of_units) &&
	    (is_always(property->formula) || !looks_at(property->formula, is_temporal));
}

void sx_choose_properties(struct gd_arena *arena, struct machine *machine)
{
	size_t count = machine->options.property_count;

	machine->properties = GD_NEW_ARRAY(arena, const struct property *, count + 1);
	for (size_t i = 0; i < count; i++)
		if (sx_can_check(machine->spec, machine->options.properties[i]))
			machine->properties[machine->property_count++] =
			    find(machine->spec, machine->options.properties[i]);
}

/* ------------------------------------------------------------------- whether they hold */
/* A property without `always` is about the first state. */
const struct property *sx_broken(const struct machine *machine, struct state *s, bool initially)
{
	for (size_t i = 0; i < machine->property_count; i++) {
		const struct property *property = machine->properties[i];

		if ((initially || is_always(property->formula)) &&
		    !sx_eval(machine, s, NULL, property->formula))
			return property;
	}
	return NULL;
}
