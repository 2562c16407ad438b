/* check.c: checks of properties, and what comes after each step. */
#include "promela-backend/steps/check.h"
#include "promela-backend/facts/domain.h"
#include "promela-backend/facts/fold-sets.h"
#include "promela-backend/facts/held.h"
#include "promela-backend/facts/premise.h"
#include "promela-backend/facts/property.h"
#include "promela-backend/facts/reads.h"
#include "promela-backend/facts/refusal.h"
#include "promela-backend/facts/sets.h"
#include "promela-backend/steps/expr.h"

#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- bindings */
/* The binding of a check: values of its binders. */
struct binding {
	struct pml_model *model;
	struct pml_code *code;
	const struct pml_check *check;
	const struct pml_env *env;
	const char *index;      /* of its bit: a number, or made of variables */
	struct pml_value outer; /* the outermost binder's value; format NULL: not known yet */
	const char *objects;    /* "held[1] && …": it speaks of objects; NULL: it always does */
};

const char *const pml_binder_variable[PML_MAX_BINDERS] = { "x_a", "x_b", "x_c", "x_d" };

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

	b->outer = pml_number(pml_binder_variable[0]);
	for (size_t i = 0; i < check->binder_count; i++) {
		pml_for(b->code, pml_binder_variable[i],
		    pml_domain_size(b->model, check->binder[i]) - 1);
		bind(b, check->binder[i], pml_binder_variable[i]);
	}
	do_it(b);
	for (size_t i = check->binder_count; i-- > 0;) {
		pml_end(b->code);
		/* SPIN takes a break at the end of a d_step for a jump out of it */
		pml_set(b->code, pml_binder_variable[i], "0");
	}
}

static void each_binding(struct pml_code *code, const struct pml_check *check,
    void (*do_it)(const struct binding *b))
{
	struct pml_model *model = code->model;
	struct binding none = { .model = model, .code = code, .check = check };

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
				b.outer = pml_text(b.env->text);
		}
		if (!b.outer.format)
			b.outer = pml_text("-");
		b.index = gd_arena_printf(model->arena, "%zu", i);
		do_it(&b);
	}
}

/* Where CONDITION holds it is broken. */
static void fail_when(const struct binding *b, const char *condition)
{
	const struct pml_check *check = b->check;

	pml_when(b->code, "%s", condition);
	PML_EVENT(b->code, fail, .property = pml_text(check->property->name), .binding = b->outer,
	    .where = pml_at(b->model, check->property->loc));
	pml_fail(b->code, gd_arena_printf(b->model->arena, "%zu", check->number));
	pml_end(b->code);
}

static void check_always(const struct binding *b)
{
	const char *state = pml_expr(b->model, b->env, b->check->state);

	fail_when(b,
	    gd_arena_printf(b->model->arena, "%s%s!%s", b->objects ? b->objects : "",
		b->objects ? " && " : "", state));
}

/* When a promise of CHECK ends; NULL: never. */
static const char *end_of_promise(const struct binding *b)
{
	struct pml_model *model = b->model;
	const char *ends = b->check->ends ? pml_expr(model, b->env, b->check->ends) : NULL;

	if (!b->objects)
		return ends;
	return gd_arena_printf(model->arena, "!(%s)%s%s", b->objects, ends ? " || " : "",
	    ends ? ends : "");
}

/* owes_P[i]: `when` was true and the promise has not ended yet, so `stays` must be true. */
static void check_promised(const struct binding *b)
{
	const struct pml_check *check = b->check;
	struct pml_model *model = b->model;
	const char *when = check->when ? pml_expr(model, b->env, check->when) : "true";
	const char *stays = pml_expr(model, b->env, check->stays);
	const char *ends = end_of_promise(b);
	const char *owes = gd_arena_printf(model->arena, "owes_%s[%s]", check->name, b->index);

	if (ends) {
		pml_if(b->code);
		pml_flat_case(b->code, "%s", ends);
		PML_DO(b->code, owe, .owes = owes, .value = "0");
		pml_case(b->code, "else");
	}
	PML_DO(b->code, owe, .owes = owes,
	    .value = gd_arena_printf(model->arena, "(%s || %s)", owes, when));
	fail_when(b, gd_arena_printf(model->arena, "%s && !%s", owes, stays));
	pml_last(b->code);
	if (ends)
		pml_end(b->code);
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
	PML_DO(b->code, owe, .owes = seen,
	    .value = gd_arena_printf(b->model->arena, "(%s || %s)", seen, state));
}

/* In the last state: fails if what was promised has not happened. */
static void check_promise(const struct binding *b)
{
	bool until = b->check->kind == PML_UNTIL;

	fail_when(b,
	    gd_arena_printf(b->model->arena, "%s%s%s_%s[%s]",
		b->objects && !until ? b->objects : "", b->objects && !until ? " && " : "",
		until ? "owes" : "!seen", b->check->name, b->index));
}

struct pml_code *pml_check_code(struct pml_model *model, const struct pml_check *check)
{
	struct pml_code *code = pml_code_new(model);

	switch (check->kind) {
	case PML_INITIALLY:
	case PML_ALWAYS: each_binding(code, check, check_always); break;
	case PML_UNTIL:
	case PML_EVER_AFTER: each_binding(code, check, check_promised); break;
	case PML_EVENTUALLY: each_binding(code, check, check_seen); break;
	}
	if (!check->bindings) {
		pml_skip(code);
		pml_last(code);
	}
	return code;
}

/* ---------------------------------------------------------------- after steps */
/* What is reachable is computed once in a step, if a check asks for it. */
static void reach(struct pml_code *code, bool asked, bool *reached)
{
	if (asked && !*reached)
		pml_reach(code);
	*reached |= asked;
}

static void put_checks(struct pml_code *code, const struct pml_set *writes, bool initially)
{
	struct pml_model *model = code->model;
	bool reached = model->request->strategy == PML_LTL; /* then it is part of the state */

	pml_row(code);
	for (size_t i = 0; i < model->premise_plans.count; i++) {
		const struct pml_premise_plan *plan = &model->premise_plans.at[i];

		if (plan->unknown || (!initially && !pml_meets(plan, writes)))
			continue;
		reach(code, plan->reachable, &reached);
		pml_meet(code, i + 1);
	}
	for (size_t i = 0; i < model->checks.count; i++) {
		const struct pml_check *check = &model->checks.at[i];

		if (!initially && !pml_is_affected(model, check, writes))
			continue;
		reach(code, check->reachable, &reached);
		pml_check(code, check);
	}
	pml_end(code);
}

/* BUCKET opens at once after a step that WRITES: its guard may hold now. */
static bool may_open(struct pml_model *model, const struct ir_bucket *bucket,
    const struct pml_set *writes)
{
	struct pml_set reads = { { 0 } };
	bool reachable = false;

	if (!model->opens_at_once[bucket->index])
		return false;
	pml_expr_reads(model, bucket->guard, &reads, &reachable);
	return pml_set_meets(&reads, writes);
}

/* After a step: what it lets open.  One bucket may let the next. */
static void open_at_once(struct pml_code *code)
{
	const struct ir_spec *spec = code->model->spec;
	bool *done = GD_NEW_ARRAY(code->model->arena, bool, spec->bucket_count + 1), changed = true;

	while (changed) {
		changed = false;
		for (size_t i = 0; i < spec->bucket_count; i++) {
			const struct ir_bucket *bucket = spec->buckets[i];
			struct pml_set writes = pml_writes_of(code);

			if (done[i] || !may_open(code->model, bucket, &writes))
				continue;
			PML_DO(code, open_at_once,
			    .of = { .name = bucket->name, .index = i, .bucket = bucket });
			done[i] = changed = true;
		}
	}
}

/* Whether the LTL formula asks what is reachable. */
static bool is_reach_asked(const struct pml_model *model)
{
	return model->request->strategy == PML_LTL && model->reach_used;
}

static void after_step(struct pml_code *code)
{
	struct pml_set writes;

	open_at_once(code);
	writes = pml_writes_of(code);
	if (is_reach_asked(code->model) && pml_changes_reachable(code->model, &writes))
		pml_reach(code);
	put_checks(code, &writes, false);
}

void pml_put_step(pml_inlines *inlines, struct pml_code *code, const char *head)
{
	struct pml_inline step = { .head = head, .note = "", .code = code };

	after_step(code);
	if (pml_ends_with_loop(code))
		abort();
	GD_PUSH(code->model->arena, *inlines, step);
}

void pml_check_seen(struct pml_code *code)
{
	const struct pml_model *model = code->model;
	bool reached = false;

	pml_row(code);
	for (size_t i = 0; i < model->checks.count; i++) {
		const struct pml_check *check = &model->checks.at[i];

		if (check->kind != PML_EVENTUALLY || !pml_asks_doubted(model, check->state))
			continue;
		reach(code, check->reachable, &reached);
		pml_check(code, check);
	}
	pml_end(code);
}

void pml_checks_between(struct pml_code *code, const struct pml_set *writes)
{
	if (code->model->request->strategy == PML_SAFETY) /* a claim does not look there */
		put_checks(code, writes, false);
}

void pml_initial_checks(struct pml_code *code)
{
	struct pml_set none = { { 0 } };

	/* only now has the client chosen its heap */
	if (is_reach_asked(code->model) && code->model->scenario->client)
		pml_reach(code);
	put_checks(code, &none, true);
}

/* In the last state everything promised has happened. */
void pml_final_checks(struct pml_code *code)
{
	for (size_t i = 0; i < code->model->checks.count; i++) {
		const struct pml_check *check = &code->model->checks.at[i];

		if (check->kind == PML_UNTIL || check->kind == PML_EVENTUALLY)
			each_binding(code, check, check_promise);
	}
}
