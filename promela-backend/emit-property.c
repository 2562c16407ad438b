/* emit-property.c: checks of properties, and what comes after each step. */
#include "promela-backend/emit-property.h"
#include "promela-backend/emit-expr.h"
#include "promela-backend/emit-premise.h"
#include "promela-backend/facts/domain.h"
#include "promela-backend/facts/fold-sets.h"
#include "promela-backend/facts/held.h"
#include "promela-backend/facts/premise.h"
#include "promela-backend/facts/property.h"
#include "promela-backend/facts/reads.h"
#include "promela-backend/facts/refusal.h"
#include "promela-backend/facts/sets.h"
#include "compiler/ir/dump.h"

#include <string.h>

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

		if (!initially && !pml_is_affected(model, check, writes))
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

/* Behind a step that WRITES: what it lets open.  One bucket may let the next. */
void pml_open_at_once(struct pml_model *model, struct gd_out *out, struct pml_set *writes)
{
	const struct ir_spec *spec = model->spec;
	bool *done = GD_NEW_ARRAY(model->arena, bool, spec->bucket_count + 1), changed = true;

	while (changed) {
		changed = false;
		for (size_t i = 0; i < spec->bucket_count; i++) {
			struct pml_set reads = { { 0 } };
			bool reachable = false;

			if (done[i] || !model->opens_at_once[i])
				continue;
			pml_expr_reads(model, spec->buckets[i]->guard, &reads, &reachable);
			if (!pml_set_meets(&reads, writes))
				continue;
			gd_out_line(out, "open_at_once_%s();", spec->buckets[i]->name);
			pml_set_add(model, writes, PML_CELL_OPEN, i);
			for (size_t j = 0; j < spec->buckets[i]->kind_count; j++)
				pml_set_add(model, writes, PML_CELL_UNITS,
				    spec->buckets[i]->kinds[j]->index);
			done[i] = changed = true;
		}
	}
}
