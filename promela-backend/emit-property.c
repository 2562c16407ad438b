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
/* The binding of a check: values of its binders. */
struct binding {
	struct pml_model *model;
	struct gd_out *out;
	const struct pml_check *check;
	const struct pml_env *env;
	const char *index; /* index of its bit: a number, or an expression */
	const char *outer,
	    *outer_value;    /* the outermost binder's value: for printf, "" or ", x_a" */
	const char *objects; /* "held[1] && …": it speaks of objects; NULL: it always does */
};

static const char *const loop_variable[PML_MAX_BINDERS] = { "x_a", "x_b", "x_c", "x_d" };

/* Whether the check loops over its bindings in the model: if no number of a mutator or object must
 * be known in the text. */
static bool is_looped(const struct pml_check *check)
{
	for (size_t i = 0; i < check->binder_count; i++)
		if (check->binder[i]->domain != IR_DOMAIN_OBJECTS &&
		    check->binder[i]->domain != IR_DOMAIN_SLOTS)
			return false;
	return check->bindings > 1;
}

/* Binds BINDER, the next one of B, to element INDEX of its domain.  The domain of an inner binder
 * may be slots of an outer one. */
static void bind(struct binding *b, const struct ir_expr *binder, const char *index)
{
	struct pml_model *model = b->model;
	struct pml_env *inner = GD_NEW(model->arena, struct pml_env);

	inner->var = binder->var;
	inner->text = pml_domain_element(model, b->env, binder, index);
	inner->up = b->env;
	b->env = inner;
	b->index = b->index ? gd_arena_printf(model->arena, "(%s) * %zu + %s", b->index,
				  pml_domain_size(model, binder), index)
			    : index;
	if (pml_asks_held(model, binder)) /* an object: its number is its name */
		b->objects = gd_arena_printf(model->arena, "%s%sheld[%s]",
		    b->objects ? b->objects : "", b->objects ? " && " : "", index);
}

/* Calls DO_IT for each binding, in loops of the model. */
static void loop_over(struct binding *b, void (*do_it)(const struct binding *b))
{
	const struct pml_check *check = b->check;

	b->outer = "%d";
	b->outer_value = gd_arena_printf(b->model->arena, ", %s", loop_variable[0]);
	for (size_t i = 0; i < check->binder_count; i++) {
		gd_out_line(b->out, "for (%s : 0 .. %zu) {", loop_variable[i],
		    pml_domain_size(b->model, check->binder[i]) - 1);
		b->out->indent++;
		bind(b, check->binder[i], loop_variable[i]);
	}
	do_it(b);
	for (size_t i = check->binder_count; i-- > 0;) {
		b->out->indent--;
		gd_out_line(b->out, "}");
		/* SPIN takes a break at the end of a d_step for a jump out of it */
		gd_out_line(b->out, "%s = 0;", loop_variable[i]);
	}
}

static void each_binding(struct pml_model *model, struct gd_out *out, const struct pml_check *check,
    void (*do_it)(const struct binding *b))
{
	struct binding none = { .model = model, .out = out, .check = check, .outer_value = "" };

	if (is_looped(check)) {
		loop_over(&none, do_it);
		return;
	}
	for (size_t i = 0; i < check->bindings; i++) {
		struct binding b = none;
		size_t rest = i, each = check->bindings;

		for (size_t j = 0; j < check->binder_count; j++) {
			each /= pml_domain_size(model, check->binder[j]);
			bind(&b, check->binder[j],
			    gd_arena_printf(model->arena, "%zu", rest / each));
			rest %= each;
			if (j == 0)
				b.outer = b.env->text;
		}
		b.outer = b.outer ? b.outer : "-";
		b.index = gd_arena_printf(model->arena, "%zu", i);
		do_it(&b);
	}
}

/* The statement for a broken check. */
static const char *failure(const struct binding *b)
{
	const struct pml_check *check = b->check;

	return gd_arena_printf(b->model->arena,
	    "printf(\"@ fail property=%s binding=%s where=%s\\n\"%s); FAIL(%zu)",
	    check->property->name, b->outer, pml_where(b->model, check->property->loc),
	    b->outer_value, check->number);
}

static void check_always(const struct binding *b)
{
	const char *state = pml_expr(b->model, b->env, b->check->state);

	gd_out_line(b->out, "WHEN(%s%s!%s, %s);", b->objects ? b->objects : "",
	    b->objects ? " && " : "", state, failure(b));
}

/* owes_P[i]: `when` was true and `ends` not yet, so `stays` must be true. */
static void check_until(const struct binding *b)
{
	const struct pml_check *check = b->check;
	struct pml_model *model = b->model;
	const char *when = check->when ? pml_expr(model, b->env, check->when) : "true";
	const char *stays = pml_expr(model, b->env, check->stays);
	const char *ends = pml_expr(model, b->env, check->ends);
	const char *owes = gd_arena_printf(model->arena, "owes_%s[%s]", check->name, b->index);

	if (b->objects)
		ends = gd_arena_printf(model->arena, "!(%s) || %s", b->objects, ends);
	gd_out_line(b->out, "if");
	gd_out_line(b->out, ":: %s -> %s = 0", ends, owes);
	gd_out_line(b->out, ":: else ->");
	b->out->indent++;
	gd_out_line(b->out, "%s = (%s || %s);", owes, owes, when);
	gd_out_line(b->out, "WHEN(%s && !%s, %s)", owes, stays, failure(b));
	b->out->indent--;
	gd_out_line(b->out, "fi;");
}

/* The condition that the state is true with both answers about a left-out unit. */
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

static void check_seen(const struct binding *b)
{
	const char *seen =
	    gd_arena_printf(b->model->arena, "seen_%s[%s]", b->check->name, b->index);
	const char *state = without_doubt(b->model, b->env, b->check->state);

	if (b->objects)
		state = gd_arena_printf(b->model->arena, "(%s && %s)", b->objects, state);
	gd_out_line(b->out, "%s = (%s || %s);", seen, seen, state);
}

/* In the last state: fails if what was promised has not happened. */
static void check_promise(const struct binding *b)
{
	bool until = b->check->kind == PML_UNTIL;

	gd_out_line(b->out, "WHEN(%s%s%s_%s[%s], %s);", b->objects && !until ? b->objects : "",
	    b->objects && !until ? " && " : "", until ? "owes" : "!seen", b->check->name, b->index,
	    failure(b));
}

/* --------------------------------------------------------- the text of checks */
static void emit_check(struct pml_model *model, const struct pml_check *check)
{
	size_t bits = check->bindings ? check->bindings : 1;

	gd_out_line(model->out, "// %s: property %s = %s;",
	    pml_line_at(model, check->property->loc), check->property->name,
	    ir_expr_text(model->arena, check->property->formula));
	if (check->kind == PML_UNTIL)
		gd_out_line(model->out, "byte owes_%s[%zu];", check->name, bits);
	if (check->kind == PML_EVENTUALLY)
		gd_out_line(model->out, "byte seen_%s[%zu];", check->name, bits);
	gd_out_line(model->out, "inline check_%s() {", check->name);
	model->out->indent++;
	switch (check->kind) {
	case PML_INITIALLY:
	case PML_ALWAYS: each_binding(model, model->out, check, check_always); break;
	case PML_UNTIL: each_binding(model, model->out, check, check_until); break;
	case PML_EVENTUALLY: each_binding(model, model->out, check, check_seen); break;
	}
	if (!check->bindings)
		gd_out_line(model->out, "skip");
	model->out->indent--;
	gd_out_line(model->out, "}\n");
}

void pml_emit_checks(struct pml_model *model)
{
	for (size_t i = 0; i < PML_MAX_BINDERS; i++)
		gd_out_line(model->out, "hidden short %s;", loop_variable[i]);
	for (size_t i = 0; i < model->checks.count; i++)
		emit_check(model, &model->checks.at[i]);
}

/* What is reachable is computed once in a step, if a check asks for it. */
static void reach(struct gd_out *out, bool asked, bool *reached)
{
	if (asked && !*reached)
		gd_out_printf(out, "heap_reach(); ");
	*reached |= asked;
}

/* The checks are put on one line, which began at BEGIN. */
static void end_checks(struct gd_out *out, size_t begin)
{
	if (out->length == begin)
		return;
	out->length--;
	gd_out_printf(out, "\n");
}

static void put_checks(struct pml_model *model, struct gd_out *out, const struct pml_set *writes,
    bool initially)
{
	size_t begin = out->length;
	bool reached = model->request->strategy == PML_LTL; /* then it is part of the state */

	for (size_t i = 0; i < model->premise_plans.count; i++) {
		const struct pml_premise_plan *plan = &model->premise_plans.at[i];

		if (plan->unknown || (!initially && !pml_meets(plan, writes)))
			continue;
		reach(out, plan->reachable, &reached);
		gd_out_printf(out, "meet_%zu(); ", i + 1);
	}
	for (size_t i = 0; i < model->checks.count; i++) {
		const struct pml_check *check = &model->checks.at[i];

		if (!initially && !pml_is_affected(model, check, writes))
			continue;
		reach(out, check->reachable, &reached);
		gd_out_printf(out, "check_%s(); ", check->name);
	}
	end_checks(out, begin);
}

/* After a step with WRITES: opens the buckets whose guards it made true.  One opening may cause the
 * next. */
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
	size_t begin = out->length;
	bool reached = false;

	for (size_t i = 0; i < model->checks.count; i++) {
		const struct pml_check *check = &model->checks.at[i];

		if (check->kind != PML_EVENTUALLY || !pml_asks_doubted(model, check->state))
			continue;
		reach(out, check->reachable, &reached);
		gd_out_printf(out, "check_%s(); ", check->name);
	}
	end_checks(out, begin);
}

void pml_checks_between(struct pml_model *model, struct gd_out *out, const struct pml_set *writes)
{
	if (model->request->strategy == PML_SAFETY) /* the claim of LTL is not checked there */
		put_checks(model, out, writes, false);
}

void pml_initial_checks(struct pml_model *model, struct gd_out *out)
{
	struct pml_set none = { { 0 } };

	/* only now has the client chosen its heap */
	if (model->request->strategy == PML_LTL && model->reach_used && model->scenario->client)
		gd_out_line(out, "heap_reach();");
	put_checks(model, out, &none, true);
	pml_begin_premises(model, out);
}

/* In the last state everything promised has happened. */
void pml_final_checks(struct pml_model *model, struct gd_out *out)
{
	for (size_t i = 0; i < model->checks.count; i++) {
		const struct pml_check *check = &model->checks.at[i];

		if (check->kind == PML_UNTIL || check->kind == PML_EVENTUALLY)
			each_binding(model, out, check, check_promise);
	}
}
