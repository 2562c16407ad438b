/* emit-ltl.c: formulas as LTL, for `--strategy ltl'.
 *
 * What is said of every object is said of those that are allocated later, too: of each from
 * the first state on in which it is there (`held', which stays true).  That may be later than
 * the state that the quantifier stands in: what is said of the object has to be moved there. */
#include "promela-backend/emit.h"
#include "compiler/ir/dump.h"

/* What a run that is cut has not done yet it may do: it is taken for whatever does not break
 * the property. */
static const char *always(struct pml_model *model, const char *state)
{
	return gd_arena_printf(model->arena,
	    pml_is_cut(model) && model->denied ? "([] (%s && !finished))" : "([] %s)", state);
}

static const char *eventually(struct pml_model *model, const char *state)
{
	return gd_arena_printf(model->arena,
	    pml_is_cut(model) && !model->denied ? "(<> (%s || finished))" : "(<> %s)", state);
}

static const char *until(struct pml_model *model, const char *stays, const char *ends)
{
	return gd_arena_printf(model->arena,
	    pml_is_cut(model) && !model->denied ? "(%s U (%s || finished))" : "(%s U %s)", stays,
	    ends);
}

/* Quantifiers around a formula: how they bind it. */
struct bound {
	bool all;         /* `forall', not `exists' */
	bool each_time;   /* `forall' under `always', `exists' under `eventually' */
	const char *held; /* what they speak of is there; NULL: it always is */
};

static const char *under(struct pml_model *model, const struct pml_env *env,
    const struct ir_expr *body, struct bound bound);

/* A formula that goes no further towards the quantifiers' inside. */
static const char *leaf(struct pml_model *model, const struct pml_env *env,
    const struct ir_expr *body, struct bound bound)
{
	const char *text = pml_expr(model, env, body), *later;

	if (!bound.held)
		return text;
	/* at another time it is looked at again */
	if (bound.each_time || !pml_is_temporal(body))
		return gd_arena_printf(model->arena, bound.all ? "(!%s || %s)" : "(%s && %s)",
		    bound.held, text);
	later = until(model, gd_arena_printf(model->arena, "!%s", bound.held),
	    gd_arena_printf(model->arena, "(%s && %s)", bound.held, text));
	return !bound.all
	    ? later
	    : gd_arena_printf(model->arena, "(%s || %s)",
		  always(model, gd_arena_printf(model->arena, "!%s", bound.held)), later);
}

static const char *each(struct pml_model *model, const struct pml_env *env,
    const struct ir_expr *quantifier, struct bound bound)
{
	size_t count = pml_domain_size(model, quantifier);
	bool asks = pml_asks_held(model, quantifier);
	const char *text = NULL, *glue = bound.all ? "&&" : "||";

	for (size_t i = 0; i < count; i++) {
		struct pml_env inner = { .var = quantifier->var, .up = env };
		struct bound one = bound;
		const char *part;

		inner.text = pml_domain_at(model, env, quantifier, i);
		if (!inner.text)
			continue;
		if (asks)
			one.held = bound.held
			    ? gd_arena_printf(model->arena, "(%s && held[%s])", bound.held,
				  inner.text)
			    : gd_arena_printf(model->arena, "held[%s]", inner.text);
		part = under(model, &inner, quantifier->args[0], one);
		text = text ? gd_arena_printf(model->arena, "%s %s %s", text, glue, part) : part;
	}
	return text ? gd_arena_printf(model->arena, "(%s)", text) : bound.all ? "true" : "false";
}

static const char *under(struct pml_model *model, const struct pml_env *env,
    const struct ir_expr *body, struct bound bound)
{
	struct bound inner = bound;

	if (!pml_is_temporal(body))
		return leaf(model, env, body, bound);
	if (body->kind == (bound.all ? IR_FORALL : IR_EXISTS))
		return each(model, env, body, bound);
	if (body->kind == (bound.all ? IR_AND : IR_OR))
		return gd_arena_printf(model->arena, "(%s %s %s)",
		    under(model, env, body->args[0], bound), bound.all ? "&&" : "||",
		    under(model, env, body->args[1], bound));
	inner.each_time = true;
	if (body->kind == IR_ALWAYS && bound.all)
		return always(model, under(model, env, body->args[0], inner));
	if (body->kind == IR_EVENTUALLY && !bound.all)
		return eventually(model, under(model, env, body->args[0], inner));
	return leaf(model, env, body, bound);
}

const char *pml_ltl_quantifier(struct pml_model *model, const struct pml_env *env,
    const struct ir_expr *expr)
{
	return each(model, env, expr, (struct bound){ .all = expr->kind == IR_FORALL });
}

const char *pml_ltl_temporal(struct pml_model *model, const struct pml_env *env,
    const struct ir_expr *expr)
{
	if (expr->kind == IR_UNTIL)
		return until(model, pml_expr(model, env, expr->args[0]),
		    pml_expr(model, env, expr->args[1]));
	return expr->kind == IR_ALWAYS
	    ? always(model, under(model, env, expr->args[0], (struct bound){ true, true, NULL }))
	    : eventually(model,
		  under(model, env, expr->args[0], (struct bound){ false, true, NULL }));
}

void pml_emit_ltl(struct pml_model *model)
{
	const struct ir_property *property = model->request->properties[0];

	gd_out_line(model->out, "// %s: property %s = %s;", pml_where(model, property->loc),
	    property->name, ir_expr_text(model->arena, property->formula));
	gd_out_line(model->out, "ltl %s_holds { %s }", property->name,
	    pml_expr(model, NULL, property->formula));
}
