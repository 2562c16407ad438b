/* expr.c: expressions and locations as Promela, and what they read. */
#include "promela-backend/steps/expr.h"
#include "promela-backend/facts/moving.h"
#include "promela-backend/facts/reference.h"
#include "promela-backend/facts/domain.h"
#include "promela-backend/facts/fold-sets.h"
#include "promela-backend/facts/held.h"
#include "promela-backend/facts/moving.h"
#include "promela-backend/facts/reads.h"
#include "promela-backend/facts/region.h"
#include "promela-backend/facts/refusal.h"
#include "promela-backend/steps/machine.h"

#include <stdlib.h>

/* ---------------------------------------------------------------- domains */
/* Only a quantifier can have bound the mutator, so its number is known. */
static const char *root_at(struct pml_model *model, const char *mutator, size_t index)
{
	size_t number = strtoul(mutator, NULL, 10);

	return index >= pml_root_count(model, number)
	    ? NULL
	    : gd_arena_printf(model->arena, "(FIRST_ROOT + %zu)",
		  pml_first_root(model, number) + index);
}

const char *pml_domain_element(struct pml_model *model, const struct pml_env *env,
    const struct ir_expr *quantifier, const char *index)
{
	size_t number = strtoul(index, NULL, 10);

	switch (quantifier->domain) {
	case IR_DOMAIN_MUTATORS:
	case IR_DOMAIN_PAYLOAD:
	case IR_DOMAIN_WORDS:
	case IR_DOMAIN_REGIONS:
	case IR_DOMAIN_OBJECTS: break;
	case IR_DOMAIN_EXPECTED:
		return gd_arena_printf(model->arena, "%d", model->scenario->expected[number]);
	case IR_DOMAIN_SLOTS:
		return gd_arena_printf(model->arena, "(FIRST_OF_%s(%s) + %s)",
		    quantifier->group->name, pml_expr(model, env, quantifier->args[1]), index);
	case IR_DOMAIN_ROOTS:
		return root_at(model, pml_expr(model, env, quantifier->args[1]), number);
	}
	return index;
}

const char *pml_domain_at(struct pml_model *model, const struct pml_env *env,
    const struct ir_expr *quantifier, size_t index)
{
	return pml_domain_element(model, env, quantifier,
	    gd_arena_printf(model->arena, "%zu", index));
}

/* ------------------------------------------------------------------ places */
const char *pml_shown(struct pml_model *model, const struct ir_type *type, const char *text)
{
	return type->kind != IR_REF
	    ? text
	    : gd_arena_printf(model->arena, ir_is_tagged(type) ? "SHOWN_TAGGED(%s)" : "SHOWN(%s)",
		  text);
}

static const char *variable(struct pml_model *model, const struct pml_env *env,
    const struct ir_var *var)
{
	(void)model;
	for (; env; env = env->up) {
		if (env->var == var)
			return env->text;
		if (env->kernel && var->index < env->kernel->ir->var_count &&
		    env->kernel->ir->vars[var->index] == var)
			return env->kernel->var_name[var->index];
	}
	pml_refuse(model, "the name `%s' has no value here", var->name);
	return "0";
}

bool pml_misses_slot(const struct pml_model *model, const struct ir_place *place)
{
	return place->kind == IR_PLACE_FIELD &&
	    (size_t)place->index->number >= model->scenario->group_size[place->group->index];
}

const char *pml_address(struct pml_model *model, const struct pml_env *env,
    const struct ir_place *place)
{
	switch (place->kind) {
	case IR_PLACE_META:
		return gd_arena_printf(model->arena, "AT_%s(%s)", place->meta->id,
		    pml_expr(model, env, place->object));
	case IR_PLACE_SLOT: return variable(model, env, place->slot);
	case IR_PLACE_LIKE:
		return gd_arena_printf(model->arena,
		    "SLOT_OF(%s, (%s - FIRST_SLOT) %% SLOTS_PER_OBJECT)",
		    pml_expr(model, env, place->object), variable(model, env, place->slot));
	case IR_PLACE_FIELD:
		return gd_arena_printf(model->arena, "FIRST_OF_%s(%s) + %s", place->group->name,
		    pml_expr(model, env, place->object), pml_expr(model, env, place->index));
	}
	return "0";
}

/* ------------------------------------------------------------- expressions */

/* A quantifier is spelt out: one conjunct or disjunct an element. */
static const char *quantifier(struct pml_model *model, const struct pml_env *env,
    const struct ir_expr *expr)
{
	bool all = expr->kind == IR_FORALL;
	size_t count = pml_domain_size(model, expr);
	const char *text = NULL;

	for (size_t i = 0; i < count; i++) {
		struct pml_env inner = { .var = expr->var, .up = env };
		const char *part;

		inner.text = pml_domain_at(model, env, expr, i);
		if (!inner.text)
			continue;
		part = pml_expr(model, &inner, expr->args[0]);
		if (pml_asks_held(model, expr)) /* an object, whose text is its number */
			part = gd_arena_printf(model->arena,
			    all ? "(!held[%s] || %s)" : "(held[%s] && %s)", inner.text, part);
		text = text
		    ? gd_arena_printf(model->arena, "%s %s %s", text, all ? "&&" : "||", part)
		    : part;
	}
	return text ? gd_arena_printf(model->arena, "(%s)", text) : all ? "true" : "false";
}

static const char *all_running(struct pml_model *model, const struct ir_cycle *cycle)
{
	const char *text = NULL;

	if (cycle)
		return gd_arena_printf(model->arena, "running_%s", cycle->name);
	for (size_t i = 0; i < model->spec->cycle_count; i++) {
		const char *name = model->spec->cycles[i]->name;

		text = text ? gd_arena_printf(model->arena, "%s || running_%s", text, name)
			    : gd_arena_printf(model->arena, "(running_%s", name);
	}
	return text ? gd_arena_printf(model->arena, "%s)", text) : "false";
}

/* Whether a quantifier has bound the value, so that it is an object. */
static bool is_bound(const struct pml_env *env, const struct ir_expr *value)
{
	for (; env; env = env->up)
		if (value->kind == IR_VAR && env->var == value->var)
			return true;
	return false;
}

/* "VALUE … && ": the condition that a unit of KERNEL's kind can have VALUE as a part. "": it always
 * can. */
static const char *can_be_part(struct pml_model *model, const struct pml_kernel *kernel,
    size_t part, const struct pml_env *env, const struct ir_expr *value)
{
	const struct ir_type *type = &kernel->kind->kernel.vars[part]->type;
	const char *text = pml_expr(model, env, value);
	struct ir_range range = ir_range_of(type);

	if (!ir_fits(type, value))
		return gd_arena_printf(model->arena, "%s >= %ld && %s <= %ld && ", text, range.low,
		    text, range.high);
	if (type->kind == IR_REF && kernel->nonnull_params >> part & 1 && !is_bound(env, value))
		return gd_arena_printf(model->arena, "%s < OBJECTS && ", text);
	return "";
}

static const char *pending(struct pml_model *model, const struct pml_env *env,
    const struct ir_expr *expr)
{
	const struct pml_kernel *kernel = &model->kinds[expr->kind_of_work->index];
	const char *units = "", *can_be = "";

	for (size_t i = 0; i < expr->unit_count; i++) {
		units = gd_arena_printf(model->arena, "%s%s%s", units, i ? ", " : "",
		    pml_expr(model, env, expr->units[i]));
		can_be = gd_arena_printf(model->arena, "%s%s", can_be,
		    can_be_part(model, kernel, i, env, expr->units[i]));
	}
	return gd_arena_printf(model->arena, "(%sholds_%s[UNIT_%s(%s)] > 0)", can_be, kernel->name,
	    kernel->name, units);
}

static const char *phase_text(struct pml_model *model, const struct pml_env *env,
    const struct ir_expr *expr)
{
	const struct pml_kernel *kernel = NULL;

	for (; env && !kernel; env = env->up)
		kernel = env->kernel;
	if (pml_is_own_view(kernel, expr))
		return gd_arena_printf(model->arena, "seen_%s[x_who]", expr->phase->name);
	return gd_arena_printf(model->arena, "(phase_%s == 1)", expr->phase->name);
}

/* An expression about the collector's state, in a guard or property. */
static const char *state_expr(struct pml_model *model, const struct pml_env *env,
    const struct ir_expr *expr)
{
	struct pml_it it = { .bucket = expr->bucket, .kind = expr->kind_of_work };

	if (model->in_doubt && pml_asks_of_doubted(model, expr))
		return "false";
	if (ir_family(expr) == IR_FAMILY_QUANTIFIER)
		return quantifier(model, env, expr);
	switch (expr->kind) {
	case IR_DRAINED:
	case IR_IDLE:
	case IR_EMPTY: return pml_state(model, pml_state_asked(expr), &it);
	case IR_IS_OPEN: return gd_arena_printf(model->arena, "open_%s", expr->bucket->name);
	case IR_IN_PHASE: return phase_text(model, env, expr);
	case IR_IN_CYCLE: return all_running(model, expr->cycle);
	case IR_REQUESTED: return gd_arena_printf(model->arena, "requested_%s", expr->cycle->name);
	case IR_ALL_STOPPED: return "ALL_STOPPED";
	case IR_GHOST: return gd_arena_printf(model->arena, "ghost_%s", expr->ghost->name);
	case IR_PEEK:
		if (pml_misses_slot(model, expr->place))
			return "NIL";
		return gd_arena_printf(model->arena, "mem_peek(%s)",
		    pml_address(model, env, expr->place));
	case IR_FREED:
	case IR_REACHABLE:
		return gd_arena_printf(model->arena, "%s(%s)",
		    expr->kind == IR_FREED ? "FREED" : "REACHABLE",
		    pml_expr(model, env, expr->args[0]));
	case IR_REGION_OF:
		return pml_region_of(model, &expr->args[0]->type,
		    pml_expr(model, env, expr->args[0]), expr->region);
	case IR_IN_SPACE:
		return pml_is_in_space(model, pml_expr(model, env, expr->args[0]), expr->space);
	case IR_SAME_ORIGIN:
		return gd_arena_printf(model->arena,
		    pml_makes_copies(model) ? "SAME_ORIGIN(%s, %s)" : "(%s == %s)",
		    pml_expr(model, env, expr->args[0]), pml_expr(model, env, expr->args[1]));
	case IR_PENDING: return pending(model, env, expr);
	case IR_CONST:
	case IR_NULL:
	case IR_VAR:
	case IR_OBSERVED:
#define OPERATOR(name, ...) case IR_##name:
#include "compiler/base/operators.def"
		break;
	}
	pml_refuse(model,
	    "a formula with `always', `eventually' or `until' inside needs "
	    "--strategy ltl");
	return "true";
}

/* An operator of Promela, or `implies', which Promela does not have. */
static const char *plain_operator(struct pml_model *model, const struct pml_env *env,
    const struct ir_expr *expr)
{
	const char *op = ir_operator(expr->kind)->target, *left, *right;

	left = pml_expr(model, env, expr->args[0]);
	if (ir_operator(expr->kind)->form == GD_FORM_PREFIX)
		/* SPIN reads `!!' as an operator of its own */
		return gd_arena_printf(model->arena, "(%s%s)", op, left);
	right = pml_expr(model, env, expr->args[1]);
	return op ? gd_arena_printf(model->arena, "(%s %s %s)", left, op, right)
		  : gd_arena_printf(model->arena, "(!%s || %s)", left, right);
}

const char *pml_expr(struct pml_model *model, const struct pml_env *env, const struct ir_expr *expr)
{
	if (ir_is_computed(expr))
		return plain_operator(model, env, expr);
	if (expr->kind == IR_CONST)
		return gd_arena_printf(model->arena, "%ld",
		    pml_known(model, &expr->type, expr->number));
	if (expr->kind == IR_NULL)
		return "NIL";
	if (expr->kind == IR_VAR)
		return variable(model, env, expr->var);
	return state_expr(model, env, expr);
}
