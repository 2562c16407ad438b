/* emit-property.c: properties as checks after steps, or as an LTL formula.
 *
 * A check is an inline of its own, and stands after every step that writes a
 * part of the state that the formula reads.  doc/model.md argues why that is
 * the property. */
#include "promela-backend/emit.h"
#include "compiler/ir/dump.h"

#include <string.h>

/* ------------------------------------------------------------ normal forms */
bool pml_is_temporal(const struct ir_expr *expr)
{
	if (!expr)
		return false;
	if (expr->kind == IR_UNTIL || expr->kind == IR_ALWAYS || expr->kind == IR_EVENTUALLY)
		return true;
	return pml_is_temporal(expr->args[0]) || pml_is_temporal(expr->args[1]);
}

static void add_check(struct pml_model *model, struct pml_check *check)
{
	const struct ir_expr *read[] = { check->when, check->stays, check->ends, check->state };
	bool several = false;

	check->bindings = 1;
	for (size_t i = 0; i < check->binder_count; i++) {
		check->bindings *= pml_domain_size(model, check->binder[i]);
		if (pml_asks_held(model, check->binder[i]))
			pml_set_add(model, &check->reads, PML_CELL_LIVE, 0);
	}
	for (size_t i = 0; i < 4; i++)
		pml_expr_reads(model, read[i], &check->reads, &check->reachable);
	model->reach_used |= check->reachable;
	for (size_t i = 0; i < model->checks.count; i++)
		several |= model->checks.at[i].property == check->property;
	check->name = several ? gd_arena_printf(model->arena, "%s_part%zu", check->property->name,
				    model->checks.count)
			      : check->property->name;
	GD_PUSH(model->arena, model->checks, *check);
}

static void refuse_formula(struct pml_model *model, const struct ir_property *property)
{
	pml_refuse_at(model, property->formula->loc,
	    "property `%s' is neither `always P', `eventually P' "
	    "nor `always (A implies (B until C))'",
	    property->name)
	    ->help = gd_arena_printf(model->arena,
	    "check it alone, with --property %s --strategy ltl", property->name);
}

/* [A implies] (B until C), the body of an `always`. */
static bool plan_until(struct pml_model *model, struct pml_check *check, const struct ir_expr *body)
{
	const struct ir_expr *until = body;

	check->when = NULL;
	if (body->kind == IR_IMPLIES) {
		check->when = body->args[0];
		until = body->args[1];
	}
	if (until->kind != IR_UNTIL || pml_is_temporal(check->when) ||
	    pml_is_temporal(until->args[0]) || pml_is_temporal(until->args[1]))
		return false;
	check->kind = PML_UNTIL;
	check->stays = until->args[0];
	check->ends = until->args[1];
	add_check(model, check);
	return true;
}

/* BODY under the binders in CHECK; EVER: `always` has been seen. */
static void plan_formula(struct pml_model *model, struct pml_check check,
    const struct ir_expr *body, bool ever)
{
	if (body->kind == IR_FORALL && body->domain != IR_DOMAIN_ROOTS /* of each so many */
	    && (pml_is_temporal(body) || check.binder_count == 0) &&
	    check.binder_count < PML_MAX_BINDERS) {
		check.binder[check.binder_count++] = body;
		plan_formula(model, check, body->args[0], ever);
	} else if (body->kind == IR_ALWAYS) {
		plan_formula(model, check, body->args[0], true);
	} else if (body->kind == IR_AND && pml_is_temporal(body)) {
		plan_formula(model, check, body->args[0], ever);
		plan_formula(model, check, body->args[1], ever);
	} else if (!pml_is_temporal(body)) {
		check.kind = ever ? PML_ALWAYS : PML_INITIALLY;
		check.state = body;
		add_check(model, &check);
	} else if (body->kind == IR_EVENTUALLY && !ever && !pml_is_temporal(body->args[0])) {
		check.kind = PML_EVENTUALLY;
		check.state = body->args[0];
		add_check(model, &check);
	} else if (!ever || !plan_until(model, &check, body)) {
		refuse_formula(model, check.property);
	}
}

void pml_plan_properties(struct pml_model *model)
{
	const struct pml_request *request = model->request;

	for (size_t i = 0; i < request->property_count; i++) {
		const struct ir_property *property = request->properties[i];
		struct pml_check check = { .property = property, .number = i + 1 };

		if (!property->formula)
			continue;
		if (request->strategy == PML_LTL) {
			pml_expr_reads(model, property->formula, &check.reads, &check.reachable);
			model->reach_used |= check.reachable;
		} else {
			plan_formula(model, check, property->formula, false);
		}
	}
}

/* ---------------------------------------------------------------- bindings */
/* The environment of binding number INDEX; the outermost binder's value in *OUTER.  What
 * an inner one ranges over may be slots of what an outer one is. */
static const struct pml_env *binding(struct pml_model *model, const struct pml_check *check,
    size_t index, const char **outer)
{
	const struct pml_env *env = NULL;
	size_t at[PML_MAX_BINDERS];

	for (size_t i = check->binder_count; i-- > 0;) {
		size_t size = pml_domain_size(model, check->binder[i]);

		at[i] = index % size;
		index /= size;
	}
	*outer = "-";
	for (size_t i = 0; i < check->binder_count; i++) {
		struct pml_env *inner = GD_NEW(model->arena, struct pml_env);

		inner->var = check->binder[i]->var;
		inner->text = pml_domain_at(model, env, check->binder[i], at[i]);
		inner->up = env;
		env = inner;
		*outer = i == 0 ? inner->text : *outer;
	}
	return env;
}

/* "held[1] && …": what binding number INDEX speaks of are objects. */
static const char *are_objects(struct pml_model *model, const struct pml_check *check, size_t index)
{
	const char *text = NULL;

	for (size_t i = check->binder_count; i-- > 0;) {
		const struct ir_expr *binder = check->binder[i];
		size_t size = pml_domain_size(model, binder);

		if (pml_asks_held(model, binder)) /* an object: its number is its name */
			text = gd_arena_printf(model->arena, "%s%sheld[%zu]", text ? text : "",
			    text ? " && " : "", index % size);
		index /= size;
	}
	return text;
}

static void fail_line(struct pml_model *model, const struct pml_check *check, const char *guard,
    const char *outer)
{
	gd_out_line(model->out,
	    ":: %s -> printf(\"@ fail property=%s binding=%s where=%s\\n\"); "
	    "FAIL(%zu)",
	    guard, check->property->name, outer, pml_where(model, check->property->loc),
	    check->number);
}

static void check_always(struct pml_model *model, const struct pml_check *check,
    const struct pml_env *env, const char *outer, size_t index)
{
	const char *state = pml_expr(model, env, check->state);
	const char *objects = are_objects(model, check, index);

	gd_out_line(model->out, "if");
	fail_line(model, check,
	    gd_arena_printf(model->arena, objects ? "%s && !%s" : "%s!%s", objects ? objects : "",
		state),
	    outer);
	gd_out_line(model->out, ":: else -> skip");
	gd_out_line(model->out, "fi;");
}

/* owes_P[i]: `when` was seen, `ends` not yet; so `stays` must hold on. */
static void check_until(struct pml_model *model, const struct pml_check *check,
    const struct pml_env *env, const char *outer, size_t index)
{
	const char *when = check->when ? pml_expr(model, env, check->when) : "true";
	const char *stays = pml_expr(model, env, check->stays);
	const char *ends = pml_expr(model, env, check->ends);
	const char *owes = gd_arena_printf(model->arena, "owes_%s[%zu]", check->name, index);
	const char *objects = are_objects(model, check, index);

	if (objects)
		ends = gd_arena_printf(model->arena, "!(%s) || %s", objects, ends);
	gd_out_line(model->out, "if");
	gd_out_line(model->out, ":: %s -> %s = 0", ends, owes);
	gd_out_line(model->out, ":: else ->");
	model->out->indent++;
	gd_out_line(model->out, "if");
	fail_line(model, check,
	    gd_arena_printf(model->arena, "(%s || %s) && !%s", owes, when, stays), outer);
	gd_out_line(model->out, ":: else -> %s = (%s || %s)", owes, owes, when);
	gd_out_line(model->out, "fi");
	model->out->indent--;
	gd_out_line(model->out, "fi;");
}

/* True whether or not a unit that was left out is over. */
static const char *without_doubt(struct pml_model *model, const struct pml_env *env,
    const struct ir_expr *state)
{
	const char *text = pml_expr(model, env, state), *doubting;

	if (!pml_doubted(model))
		return text;
	model->in_doubt = true;
	doubting = pml_expr(model, env, state);
	model->in_doubt = false;
	return strcmp(text, doubting) == 0
	    ? text
	    : gd_arena_printf(model->arena, "(%s && (doubt_%s == 0 || %s))", text,
		  pml_doubted(model)->name, doubting);
}

static void check_seen(struct pml_model *model, const struct pml_check *check,
    const struct pml_env *env, size_t index)
{
	const char *objects = are_objects(model, check, index);

	gd_out_line(model->out,
	    objects ? "seen_%s[%zu] = (seen_%s[%zu] || (%s && %s));"
		    : "seen_%s[%zu] = (seen_%s[%zu] || %s%s);",
	    check->name, index, check->name, index, objects ? objects : "",
	    without_doubt(model, env, check->state));
}

/* --------------------------------------------------------- the text of checks */
static void emit_check(struct pml_model *model, const struct pml_check *check)
{
	size_t bits = check->bindings ? check->bindings : 1;

	gd_out_line(model->out, "// %s: property %s = %s;", pml_where(model, check->property->loc),
	    check->property->name, ir_expr_text(model->arena, check->property->formula));
	if (check->kind == PML_UNTIL)
		gd_out_line(model->out, "byte owes_%s[%zu];", check->name, bits);
	if (check->kind == PML_EVENTUALLY)
		gd_out_line(model->out, "byte seen_%s[%zu];", check->name, bits);
	gd_out_line(model->out, "inline check_%s() {", check->name);
	model->out->indent++;
	for (size_t i = 0; i < check->bindings; i++) {
		const char *outer;
		const struct pml_env *env = binding(model, check, i, &outer);

		switch (check->kind) {
		case PML_INITIALLY:
		case PML_ALWAYS: check_always(model, check, env, outer, i); break;
		case PML_UNTIL: check_until(model, check, env, outer, i); break;
		case PML_EVENTUALLY: check_seen(model, check, env, i); break;
		}
	}
	gd_out_line(model->out, "x_found = 0");
	model->out->indent--;
	gd_out_line(model->out, "}\n");
}

void pml_emit_checks(struct pml_model *model)
{
	for (size_t i = 0; i < model->checks.count; i++)
		emit_check(model, &model->checks.at[i]);
}

static bool is_affected(const struct pml_model *model, const struct pml_check *check,
    const struct pml_set *writes)
{
	if (check->kind == PML_INITIALLY)
		return false;
	return model->request->check_everywhere || pml_set_meets(&check->reads, writes);
}

/* What is reachable is worked out once a step, when somebody asks. */
static void reach(struct gd_out *out, bool asked, bool *reached)
{
	if (asked && !*reached)
		gd_out_line(out, "heap_reach();");
	*reached |= asked;
}

static void put_checks(struct pml_model *model, struct gd_out *out, const struct pml_set *writes,
    bool initially)
{
	bool reached = model->request->strategy == PML_LTL; /* it is a part of the state then */

	for (size_t i = 0; i < model->premise_plans.count; i++) {
		const struct pml_premise_plan *plan = &model->premise_plans.at[i];

		if (plan->unknown || (!initially && !pml_meets(plan, writes)))
			continue;
		reach(out, plan->reachable, &reached);
		gd_out_line(out, "meet_%zu();", i + 1);
	}
	for (size_t i = 0; i < model->checks.count; i++) {
		const struct pml_check *check = &model->checks.at[i];

		if (!initially && !is_affected(model, check, writes))
			continue;
		reach(out, check->reachable, &reached);
		gd_out_line(out, "check_%s();", check->name);
	}
}

void pml_after_step(struct pml_model *model, struct gd_out *out, struct pml_set *writes)
{
	struct pml_set reads = { { 0 } };

	pml_open_at_once(model, out, writes);

	if (model->request->strategy == PML_LTL && model->reach_used) {
		pml_set_add(model, &reads, PML_CELL_SLOTS, 0);
		pml_set_add(model, &reads, PML_CELL_ROOTS, 0);
		if (pml_set_meets(&reads, writes))
			gd_out_line(out, "heap_reach();");
	}
	put_checks(model, out, writes, false);
}

void pml_check_seen(struct pml_model *model, struct gd_out *out)
{
	bool reached = false;

	for (size_t i = 0; i < model->checks.count; i++) {
		const struct pml_check *check = &model->checks.at[i];

		if (check->kind != PML_EVENTUALLY || !pml_asks_doubted(model, check->state))
			continue;
		reach(out, check->reachable, &reached);
		gd_out_line(out, "check_%s();", check->name);
	}
}

bool pml_has_checks(const struct pml_model *model, const struct pml_set *writes)
{
	for (size_t i = 0; i < model->checks.count; i++)
		if (is_affected(model, &model->checks.at[i], writes))
			return true;
	for (size_t i = 0; i < model->premise_plans.count; i++)
		if (model->request->strategy == PML_SAFETY &&
		    pml_meets(&model->premise_plans.at[i], writes))
			return true;
	return false;
}

void pml_checks_between(struct pml_model *model, struct gd_out *out, const struct pml_set *writes)
{
	if (model->request->strategy == PML_SAFETY) /* a claim does not look there */
		put_checks(model, out, writes, false);
}

void pml_initial_checks(struct pml_model *model, struct gd_out *out)
{
	struct pml_set none = { { 0 } };

	/* the client has chosen its heap only now */
	if (model->request->strategy == PML_LTL && model->reach_used && model->scenario->client)
		gd_out_line(out, "heap_reach();");
	put_checks(model, out, &none, true);
	pml_begin_premises(model, out);
}

/* In the last state everything promised has happened. */
void pml_final_checks(struct pml_model *model, struct gd_out *out)
{
	struct gd_out *saved = model->out;

	model->out = out;
	for (size_t i = 0; i < model->checks.count; i++) {
		const struct pml_check *check = &model->checks.at[i];
		bool until = check->kind == PML_UNTIL;

		if (!until && check->kind != PML_EVENTUALLY)
			continue;
		for (size_t j = 0; j < check->bindings; j++) {
			const char *outer, *objects = until ? NULL : are_objects(model, check, j);

			binding(model, check, j, &outer);
			gd_out_line(out, "if");
			fail_line(model, check,
			    gd_arena_printf(model->arena,
				until ? "%s%sowes_%s[%zu]" : "%s%s!seen_%s[%zu]",
				objects ? objects : "", objects ? " && " : "", check->name, j),
			    outer);
			gd_out_line(out, ":: else -> skip");
			gd_out_line(out, "fi;");
		}
	}
	model->out = saved;
}
