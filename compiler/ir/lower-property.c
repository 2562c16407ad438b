/* lower-property.c: what must be true: the built-in properties, then the
 * specification's own. */
#include "compiler/ir/lower-internal.h"

#include <string.h>

/* ------------------------------------------------- what says nothing under the options */
struct idle {
	GD_VEC(struct gd_loc) locs;
};

/* Whether lowering found the left side constantly false.  A formula that is constant as a whole was
 * never lowered. */
static bool is_idle(const struct lower *l, const struct syn_expr *implies)
{
	long value;

	for (size_t i = 0; i < l->idle.count; i++)
		if (l->idle.at[i] == implies)
			return true;
	return sem_constant(l->sem, l->variant, implies->args.at[0], &value) && !value;
}

static void find_idle(struct lower *l, const struct syn_expr *expr, bool positive,
    struct idle *found)
{
	const struct gd_operator_info *info = syn_operator(expr->kind);
	size_t end = expr->args.count;

	if (expr->kind == SYN_EXPR_IMPLIES && positive && is_idle(l, expr)) {
		GD_PUSH(l->arena, found->locs, expr->loc);
		return;
	}
	switch (syn_family(expr->kind)) {
	case GD_FAMILY_NONE:
	case GD_FAMILY_COMPARISON:
	case GD_FAMILY_ARITHMETIC: return;
	case GD_FAMILY_QUANTIFIER: end = 1; break;
	case GD_FAMILY_LOGIC:
	case GD_FAMILY_TEMPORAL: break;
	}
	for (size_t i = expr->kind == SYN_EXPR_IMPLIES; i < end; i++) {
		if (info->family == GD_FAMILY_LOGIC && ir_direction(ir_kind_of(expr->kind), i) == 0)
			continue;
		find_idle(l, expr->args.at[i], expr->kind == SYN_EXPR_NOT ? !positive : positive,
		    found);
	}
}

static void lower_formula(struct lower *l, const struct syn_decl *decl,
    struct ir_property *property)
{
	struct idle found = { 0 };
	struct body b;

	ir_lower_begin(&b, l, decl->head);
	b.observing = true;
	property->formula = ir_lower_expr(&b, decl->expr, NULL);
	find_idle(l, decl->expr, true, &found);
	property->idle = found.locs.at;
	property->idle_count = found.locs.count;
}

static bool is_optional(const char *name)
{
	static const char *const optional[] = {
#define OPTIONAL_PROPERTY(NAME, text) text,
#define BUILTIN_PROPERTY(NAME, text)
#include "compiler/base/properties.def"
	};

	for (size_t i = 0; i < sizeof optional / sizeof *optional; i++)
		if (!strcmp(optional[i], name))
			return true;
	return false;
}

void ir_lower_properties(struct lower *l)
{
	static const char *const builtin[] = {
#define BUILTIN_PROPERTY(NAME, text) text,
#include "compiler/base/properties.def"
	};
	const size_t builtins = sizeof builtin / sizeof *builtin;
	GD_VEC(const struct ir_property *) properties = { 0 };
	struct syn_decl **decls;
	size_t count = sem_decls(l->sem, l->variant, SYN_DECL_PROPERTY, l->arena, &decls);

	for (size_t i = 0; i < builtins + count; i++) {
		struct ir_property *property;
		const struct syn_decl *decl = i < builtins ? NULL : decls[i - builtins];

		if (!decl && is_optional(builtin[i]) && !sem_expects(l->sem, builtin[i]))
			continue;
		property = GD_NEW(l->arena, struct ir_property);
		property->index = properties.count;
		if (!decl) {
			property->builtin = (enum ir_builtin_property)(i + 1);
			property->name = builtin[i];
		} else {
			property->name = decl->name.text;
			property->loc = decl->head;
			lower_formula(l, decl, property);
		}
		GD_PUSH(l->arena, properties, property);
	}
	l->ir->properties = properties.at;
	l->ir->property_count = properties.count;
}
