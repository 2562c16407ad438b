/* emit-premise.c: flags that say whether a property ever says anything.
 *
 * facts/premise.c says what they are about. The verifier prints the flags when it exits
 * (pml_premises_source); the model prints nothing, and a replay takes no notice of them. */
#include "promela-backend/emit-premise.h"
#include "promela-backend/steps/expr.h"
#include "promela-backend/facts/domain.h"
#include "promela-backend/facts/held.h"
#include "promela-backend/facts/premise.h"
#include "promela-backend/facts/refusal.h"

/* The path from the top: the text after STEP, of which there are COUNT. */
struct text {
	struct pml_model *model;
	const struct pml_premise_plan *plan;
	const struct pml_path **steps;
	size_t count, first_here; /* conditions before this one are about another state */
};

static const char *from(const struct text *text, size_t at, const struct pml_env *env);

static const char *one_of(const struct text *text, size_t at, const struct pml_env *env,
    size_t index)
{
	struct pml_model *model = text->model;
	const struct ir_expr *binder = text->steps[at]->expr;
	struct pml_env inner = { .var = binder->var, .up = env };
	const char *part, *guard = NULL;

	inner.text = pml_domain_at(model, env, binder, index);
	if (!inner.text)
		return NULL;
	part = from(text, at + 1, &inner);
	if (pml_asks_held(model, binder))
		guard = gd_arena_printf(model->arena, "held[%s]", inner.text);
	else if (pml_counts_unused(model, text->plan->path, binder) &&
	    (model->scenario->client || index >= model->scenario->named))
		guard = gd_arena_printf(model->arena, "(live[%s] || x_freed)", inner.text);
	return guard ? gd_arena_printf(model->arena, "(%s && %s)", guard, part) : part;
}

static const char *any_of(const struct text *text, size_t at, const struct pml_env *env)
{
	struct gd_arena *arena = text->model->arena;
	size_t count = pml_domain_size(text->model, text->steps[at]->expr);
	const char *all = NULL;

	for (size_t i = 0; i < count; i++) {
		const char *part = one_of(text, at, env, i);

		if (part)
			all = all ? gd_arena_printf(arena, "%s || %s", all, part) : part;
	}
	return all ? gd_arena_printf(arena, "(%s)", all) : "false";
}

static const char *from(const struct text *text, size_t at, const struct pml_env *env)
{
	const char *here;

	if (text->steps[at]->part == PML_BINDER)
		return any_of(text, at, env);
	if (text->steps[at]->part == PML_LATER || at < text->first_here)
		return from(text, at + 1, env);
	here = pml_expr(text->model, env, text->steps[at]->expr);
	return at + 1 == text->count
	    ? here
	    : gd_arena_printf(text->model->arena, "(%s && %s)", here, from(text, at + 1, env));
}

static const char *premise_text(struct pml_model *model, const struct pml_premise_plan *plan)
{
	struct text text = { .model = model, .plan = plan };
	size_t at;

	for (const struct pml_path *step = plan->path; step; step = step->up)
		text.count++;
	text.steps = GD_NEW_ARRAY(model->arena, const struct pml_path *, text.count);
	at = text.count;
	for (const struct pml_path *step = plan->path; step; step = step->up)
		text.steps[--at] = step;
	for (size_t i = 0; i < text.count; i++)
		if (text.steps[i]->part == PML_LATER)
			text.first_here = i;
	return from(&text, 0, NULL);
}

void pml_emit_premises(struct pml_model *model, struct gd_out *out)
{
	if (model->premise_plans.count == 0)
		return;
	gd_out_line(out,
	    "// Has the condition of a property ever been true?  Hidden: once set, it stays set in the "
	    "whole search, and gcdsl reads it when pan ends.");
	for (size_t i = 0; i < model->premises.count; i++) {
		const struct pml_premise *premise = &model->premises.at[i];

		if (!premise->flag)
			continue;
		gd_out_line(out, "hidden byte x_met_%zu; // %s: of %s", premise->flag,
		    pml_line_at(model, premise->loc), premise->property->name);
		gd_out_line(out, "inline meet_%zu() { x_met_%zu = (x_met_%zu || %s) }",
		    premise->flag, premise->flag, premise->flag,
		    premise_text(model, &model->premise_plans.at[premise->flag - 1]));
	}
	gd_out_line(out, "%s", "");
}

/* To be called after the checks of the initial state. */
void pml_begin_premises(struct pml_model *model, struct gd_out *out)
{
	for (size_t i = 0; i < model->premise_plans.count; i++)
		if (model->premise_plans.at[i].unknown)
			gd_out_line(out, "x_met_%zu = 1; // what is forgotten might be such",
			    i + 1);
}

/* The output of a replay by the verifier must stay the same. */
const char *pml_premises_source(struct gd_arena *arena, const struct pml_premises *premises)
{
	const char *names = "", *shown = "", *values = "";

	if (premises->flags == 0)
		return NULL;
	for (size_t i = 1; i <= premises->flags; i++) {
		names = gd_arena_printf(arena, "%s%sx_met_%zu", names, i > 1 ? ", " : "", i);
		shown = gd_arena_printf(arena, "%s%%d", shown);
		values = gd_arena_printf(arena, "%s, x_met_%zu", values, i);
	}
	return gd_arena_printf(arena,
	    "extern int printf(const char *, ...);\n"
	    "extern int readtrail;\n"
	    "extern unsigned char %s;\n"
	    "__attribute__((destructor)) static void tell_premises(void)\n"
	    "{\n"
	    "\tif (!readtrail)\n"
	    "\t\tprintf(\"" PML_MET "%s\\n\"%s);\n"
	    "}\n",
	    names, shown, values);
}
