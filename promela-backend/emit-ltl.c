/* emit-ltl.c: formulas as LTL, for `--strategy ltl'.
 *
 * A formula about every object is also about those that are allocated later: it holds for each from
 * the first state on in which the object exists (`held', which stays true).  That may be later than
 * the state in which the quantifier stands, so the formula about the object is moved there. */
#include "promela-backend/emit-ltl.h"
#include "promela-backend/steps/expr.h"
#include "promela-backend/facts/domain.h"
#include "promela-backend/facts/held.h"
#include "promela-backend/facts/look.h"
#include "promela-backend/facts/refusal.h"
#include "promela-backend/facts/request.h"
#include "compiler/ir/dump.h"

/* A formula that is being written. */
struct claim {
	struct pml_model *model;
	bool denied; /* the text is negated around: where it is true, the property is broken */
};

/* A run that is cut may still do later what it has not done.  So the formula accepts its end,
 * unless the property is broken already. */
static const char *always(const struct claim *claim, const char *state)
{
	return gd_arena_printf(claim->model->arena,
	    pml_is_cut(claim->model) && claim->denied ? "([] (%s && !finished))" : "([] %s)",
	    state);
}

static const char *eventually(const struct claim *claim, const char *state)
{
	return gd_arena_printf(claim->model->arena,
	    pml_is_cut(claim->model) && !claim->denied ? "(<> (%s || finished))" : "(<> %s)",
	    state);
}

static const char *until(const struct claim *claim, const char *stays, const char *ends)
{
	return gd_arena_printf(claim->model->arena,
	    pml_is_cut(claim->model) && !claim->denied ? "(%s U (%s || finished))" : "(%s U %s)",
	    stays, ends);
}

/* The quantifiers around a formula, and how they bind it. */
struct bound {
	bool all;         /* `forall', not `exists' */
	bool each_time;   /* `forall' under `always', `exists' under `eventually' */
	const char *held; /* the object exists; NULL: it always does */
};

static const char *formula(struct claim *claim, const struct pml_env *env,
    const struct ir_expr *expr);

static const char *formula(struct claim *claim, const struct pml_env *env,
    const struct ir_expr *expr);

static const char *under(struct claim *claim, const struct pml_env *env, const struct ir_expr *body,
    struct bound bound);

static const char *under(struct claim *claim, const struct pml_env *env, const struct ir_expr *body,
    struct bound bound);

/* A formula in which no further quantifier is moved inwards. */
static const char *leaf(struct claim *claim, const struct pml_env *env, const struct ir_expr *body,
    struct bound bound)
{
	const char *text = formula(claim, env, body), *later;

	if (!bound.held)
		return text;
	/* the formula is evaluated again at other times */
	if (bound.each_time || !pml_is_temporal(body))
		return gd_arena_printf(claim->model->arena,
		    bound.all ? "(!%s || %s)" : "(%s && %s)", bound.held, text);
	later = until(claim, gd_arena_printf(claim->model->arena, "!%s", bound.held),
	    gd_arena_printf(claim->model->arena, "(%s && %s)", bound.held, text));
	return !bound.all
	    ? later
	    : gd_arena_printf(claim->model->arena, "(%s || %s)",
		  always(claim, gd_arena_printf(claim->model->arena, "!%s", bound.held)), later);
}

static const char *each(struct claim *claim, const struct pml_env *env,
    const struct ir_expr *quantifier, struct bound bound)
{
	size_t count = pml_domain_size(claim->model, quantifier);
	bool asks = pml_asks_held(claim->model, quantifier);
	const char *text = NULL, *glue = bound.all ? "&&" : "||";

	for (size_t i = 0; i < count; i++) {
		struct pml_env inner = { .var = quantifier->var, .up = env };
		struct bound one = bound;
		const char *part;

		inner.text = pml_domain_at(claim->model, env, quantifier, i);
		if (!inner.text)
			continue;
		if (asks)
			one.held = bound.held
			    ? gd_arena_printf(claim->model->arena, "(%s && held[%s])", bound.held,
				  inner.text)
			    : gd_arena_printf(claim->model->arena, "held[%s]", inner.text);
		part = under(claim, &inner, quantifier->args[0], one);
		text = text ? gd_arena_printf(claim->model->arena, "%s %s %s", text, glue, part)
			    : part;
	}
	return text     ? gd_arena_printf(claim->model->arena, "(%s)", text)
	    : bound.all ? "true"
			: "false";
}

static const char *under(struct claim *claim, const struct pml_env *env, const struct ir_expr *body,
    struct bound bound)
{
	struct bound inner = bound;

	if (!pml_is_temporal(body))
		return leaf(claim, env, body, bound);
	if (body->kind == (bound.all ? IR_FORALL : IR_EXISTS))
		return each(claim, env, body, bound);
	if (body->kind == (bound.all ? IR_AND : IR_OR))
		return gd_arena_printf(claim->model->arena, "(%s %s %s)",
		    under(claim, env, body->args[0], bound), bound.all ? "&&" : "||",
		    under(claim, env, body->args[1], bound));
	inner.each_time = true;
	if (body->kind == IR_ALWAYS && bound.all)
		return always(claim, under(claim, env, body->args[0], inner));
	if (body->kind == IR_EVENTUALLY && !bound.all)
		return eventually(claim, under(claim, env, body->args[0], inner));
	return leaf(claim, env, body, bound);
}

static const char *temporal(struct claim *claim, const struct pml_env *env,
    const struct ir_expr *expr)
{
	if (expr->kind == IR_UNTIL)
		return until(claim, formula(claim, env, expr->args[0]),
		    formula(claim, env, expr->args[1]));
	return expr->kind == IR_ALWAYS
	    ? always(claim, under(claim, env, expr->args[0], (struct bound){ true, true, NULL }))
	    : eventually(claim,
		  under(claim, env, expr->args[0], (struct bound){ false, true, NULL }));
}

static const char *denied(struct claim *claim, const struct pml_env *env,
    const struct ir_expr *expr)
{
	const char *text;

	claim->denied = !claim->denied;
	text = formula(claim, env, expr);
	claim->denied = !claim->denied;
	return text;
}

static const char *formula(struct claim *claim, const struct pml_env *env,
    const struct ir_expr *expr)
{
	const struct ir_expr *a = expr->args[0], *b = expr->args[1];
	const char *left;

	if (!pml_is_temporal(expr))
		return pml_expr(claim->model, env, expr);
	if (ir_family(expr) == IR_FAMILY_QUANTIFIER)
		return each(claim, env, expr, (struct bound){ .all = expr->kind == IR_FORALL });
	if (ir_family(expr) == IR_FAMILY_TEMPORAL)
		return temporal(claim, env, expr);
	if (expr->kind == IR_NOT)
		return gd_arena_printf(claim->model->arena, "(!%s)", denied(claim, env, a));
	if (expr->kind == IR_IMPLIES) {
		left = denied(claim, env, a);
		return gd_arena_printf(claim->model->arena, "(!%s || %s)", left,
		    formula(claim, env, b));
	}
	left = formula(claim, env, a);
	return gd_arena_printf(claim->model->arena, "(%s %s %s)", left,
	    ir_operator(expr->kind)->target, formula(claim, env, b));
}

void pml_emit_ltl(struct pml_model *model, struct gd_out *out)
{
	struct claim claim = { .model = model };
	const struct ir_property *property = model->request->properties[0];

	gd_out_line(out, "// %s: property %s = %s;", pml_line_at(model, property->loc),
	    property->name, ir_expr_text(model->arena, property->formula));
	gd_out_line(out, "ltl %s_holds { %s }", property->name,
	    formula(&claim, NULL, property->formula));
}
