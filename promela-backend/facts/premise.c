/* premise.c: whether a property ever says anything.
 *
 * `A implies B' says nothing when A is never true, and `forall' says nothing when there is nothing
 * to range over.  The second is known from the scenario.  For the first there is a flag for each A
 * (`x_met_1' and so on).  A step sets it if A is true after the step.  The flag is hidden: it is no
 * part of the state, and it stays set when pan backtracks.  The verifier prints the flags when it
 * exits (pml_premises_source).  The model prints nothing about them, and a replay ignores them. */
#include "promela-backend/facts/premise.h"
#include "compiler/ir/walk.h"
#include "promela-backend/facts/domain.h"
#include "promela-backend/facts/fold-sets.h"
#include "promela-backend/facts/garbage.h"
#include "promela-backend/facts/held.h"
#include "promela-backend/facts/look.h"
#include "promela-backend/facts/reads.h"
#include "promela-backend/facts/sets.h"

#include <string.h>

#define EACH_CONDITION(c, path)                                                                    \
	(const struct pml_path *c = next_condition(path); c; c = next_condition(c->up))

struct search { /* the search for premises of one property */
	struct pml_model *model;
	const struct ir_property *property;
	bool initially; /* no temporal operator is on the way */
	bool flags;     /* the search can find them out */
};

/* --------------------------------------------------------------------- who looks */
static bool is_of(const struct ir_expr *expr, const void *var)
{
	return ir_is_var(expr, var) || (expr->place && expr->place->slot == var);
}

static bool mentions(const struct ir_expr *expr, const struct ir_var *var)
{
	return ir_expr_any(expr, is_of, var);
}

/* Whether EXPR is about VAR, or about a slot of it.  PATH binds the variables of EXPR. */
static bool is_about(const struct pml_path *path, const struct ir_expr *expr,
    const struct ir_var *var)
{
	for (; path; path = path->up)
		if (path->part == PML_BINDER && mentions(path->expr->args[1], var) &&
		    mentions(expr, path->expr->var))
			return true;
	return mentions(expr, var);
}

/* STEP or the next step above it, if that is a condition that must hold in the premise's own state. */
static const struct pml_path *next_condition(const struct pml_path *step)
{
	while (step && step->part == PML_BINDER)
		step = step->up;
	return step && step->part == PML_TRUE_HERE ? step : NULL;
}

/* A cell that has never held an object is not an object.  No `held' excludes it, because the
 * formula is always true of it.  But its premise may be true, so the cell must be excluded
 * there. */
bool pml_counts_unused(const struct pml_model *model, const struct pml_path *path,
    const struct ir_expr *binder)
{
	bool about = false;

	if (binder->domain != IR_DOMAIN_OBJECTS || pml_asks_held(model, binder) ||
	    (!model->scenario->client && model->objects == model->scenario->named))
		return false;
	for
		EACH_CONDITION(c, path)
		{
			if (pml_of_unused(c->expr, binder->var) == PML_FALSE)
				return false;
			about |= is_about(path, c->expr, binder->var);
		}
	return about;
}

/* Whether the premise might be true of an object of PML_BINDER's domain that the model has
 * forgotten. */
static bool may_be_forgotten(const struct pml_model *model, const struct pml_path *path,
    const struct ir_expr *binder)
{
	bool about = false;

	if (binder->domain != IR_DOMAIN_OBJECTS || !model->request->canonical ||
	    !pml_forgets_garbage(model))
		return false;
	for
		EACH_CONDITION(c, path)
		{
			if (pml_of_garbage(model, c->expr, binder->var) == PML_FALSE)
				return false;
			about |= is_about(path, c->expr, binder->var);
		}
	return about;
}

/* ------------------------------------------------------------------------ plans */
static void plan_reads(struct pml_model *model, struct pml_premise_plan *plan)
{
	for
		EACH_CONDITION(c, plan->path)
		{
			pml_expr_reads(model, c->expr, &plan->reads, &plan->reachable);
			/* it may be true while a left-out unit is not over */
			plan->unknown |= pml_doubted(model) && pml_asks_doubted(model, c->expr);
		}
	for (const struct pml_path *step = plan->path; step; step = step->up) {
		if (step->part != PML_BINDER)
			continue;
		plan->unknown |= may_be_forgotten(model, plan->path, step->expr);
		model->tells_freed |= pml_counts_unused(model, plan->path, step->expr);
		if (pml_counts_unused(model, plan->path, step->expr) ||
		    pml_asks_held(model, step->expr))
			pml_set_add(model, &plan->reads, PML_CELL_LIVE, 0);
	}
	model->reach_used |= plan->reachable;
}

static struct pml_premise *add_premise(struct search *search, const struct ir_expr *expr,
    size_t outer)
{
	struct pml_premise premise = { .property = search->property,
		.loc = expr->loc,
		.outer = outer };

	GD_PUSH(search->model->arena, search->model->premises, premise);
	return &search->model->premises.at[search->model->premises.count - 1];
}

static void add_range(struct search *search, const struct ir_expr *quantifier, size_t outer)
{
	add_premise(search, quantifier, outer)->is_range = true;
}

static struct pml_path *below(struct search *search, struct pml_path *up, enum pml_part part,
    const struct ir_expr *expr)
{
	struct pml_path *path = GD_NEW(search->model->arena, struct pml_path);

	*path = (struct pml_path){ part, expr, up };
	return path;
}

/* Adds the left side of the `implies' EXPR as a premise.  PATH ends with it. */
static size_t add_antecedent(struct search *search, const struct ir_expr *expr,
    const struct pml_path *path, size_t outer)
{
	struct pml_model *model = search->model;
	struct pml_premise_plan plan = { .path = path, .initially = search->initially };

	plan_reads(model, &plan);
	GD_PUSH(model->arena, model->premise_plans, plan);
	add_premise(search, expr, outer)->flag = model->premise_plans.count;
	return model->premises.count;
}

static void find_implication(struct search *search, const struct ir_expr *expr,
    struct pml_path *path, size_t outer, bool positive);
static void find_later(struct search *search, const struct ir_expr *expr, struct pml_path *path,
    size_t outer, bool positive);
static void find_quantifier(struct search *search, const struct ir_expr *expr,
    struct pml_path *path, size_t outer, bool positive);

static void find(struct search *search, const struct ir_expr *expr, struct pml_path *path,
    size_t outer, bool positive);

static void find_connected(struct search *search, const struct ir_expr *expr, struct pml_path *path,
    size_t outer, bool positive)
{
	for (size_t i = 0; i < 2 && expr->args[i]; i++)
		if (ir_direction(expr->kind, i))
			find(search, expr->args[i], path, outer,
			    (ir_direction(expr->kind, i) > 0) == positive);
}

static void find(struct search *search, const struct ir_expr *expr, struct pml_path *path,
    size_t outer, bool positive)
{
	switch (ir_family(expr)) {
	case IR_FAMILY_QUANTIFIER: find_quantifier(search, expr, path, outer, positive); break;
	case IR_FAMILY_TEMPORAL: find_later(search, expr, path, outer, positive); break;
	case IR_FAMILY_LOGIC:
		if (expr->kind == IR_IMPLIES)
			find_implication(search, expr, path, outer, positive);
		else
			find_connected(search, expr, path, outer, positive);
		break;
	case IR_FAMILY_ATOM:
	case IR_FAMILY_COMPARISON:
	case IR_FAMILY_ARITHMETIC:
	case IR_FAMILY_STATE:
	case IR_FAMILY_GHOST:
	case IR_FAMILY_OBSERVER: break;
	}
}

static void find_quantifier(struct search *search, const struct ir_expr *expr,
    struct pml_path *path, size_t outer, bool positive)
{
	if (pml_domain_size(search->model, expr) > 0)
		find(search, expr->args[0], below(search, path, PML_BINDER, expr), outer, positive);
	else if ((expr->kind == IR_FORALL) == positive)
		add_range(search, expr, outer);
}

/* A promise within a left side is not a promise of the property. */
static void find_implication(struct search *search, const struct ir_expr *expr,
    struct pml_path *path, size_t outer, bool positive)
{
	if (positive && search->flags && !pml_is_temporal(expr->args[0])) {
		path = below(search, path, PML_TRUE_HERE, expr->args[0]);
		outer = add_antecedent(search, expr, path, outer);
	}
	find(search, expr->args[1], path, outer, positive);
}

static void find_later(struct search *search, const struct ir_expr *expr, struct pml_path *path,
    size_t outer, bool positive)
{
	bool initially = search->initially;

	search->initially = false;
	path = below(search, path, PML_LATER, expr);
	find(search, expr->args[0], path, outer, positive);
	if (expr->args[1])
		find(search, expr->args[1], path, outer, positive);
	search->initially = initially;
}

/* Whether the claim of FORMULA looks at every state: its negation waits for the first state that
 * breaks it. */
static bool sees_all(const struct ir_expr *formula)
{
	if (formula->kind == IR_AND)
		return sees_all(formula->args[0]) && sees_all(formula->args[1]);
	return formula->kind == IR_ALWAYS ||
	    (formula->kind == IR_FORALL && sees_all(formula->args[0]));
}

bool pml_sees_all_states(const struct pml_request *request)
{
	return request->strategy == PML_SAFETY ||
	    (request->properties[0]->formula && sees_all(request->properties[0]->formula));
}

/* Whether a mutator of the scenario may read a slot or a word, or compare references. */
static bool reads(const struct pml_model *model)
{
	for (size_t i = 0; i < model->scenario->mutator_count; i++) {
		const struct ir_mutator *m = &model->scenario->mutators[i];

		for (size_t j = 0; j < m->action_count; j++)
			if (m->actions[j].op == IR_SCRIPT_READ ||
			    m->actions[j].op == IR_SCRIPT_READ_WORD ||
			    m->actions[j].op == IR_SCRIPT_ASSERT)
				return true;
	}
	return model->scenario->client != NULL;
}

void pml_plan_premises(struct pml_model *model)
{
	const struct pml_request *request = model->request;

	for (size_t i = 0; i < request->property_count; i++) {
		const struct ir_property *property = request->properties[i];
		struct search search = { .model = model, .property = property, .initially = true };

		for (size_t j = 0; j < property->idle_count; j++) {
			struct ir_expr idle = { .loc = property->idle[j] };

			add_premise(&search, &idle, 0);
		}
		if (property->builtin == IR_FAITHFUL && !reads(model))
			add_premise(&search, &(struct ir_expr){ .loc = model->scenario->loc }, 0)
			    ->is_reading = true;
		if (!property->formula)
			continue;
		search.flags = request->strategy == PML_SAFETY || sees_all(property->formula);
		find(&search, property->formula, NULL, 0, true);
	}
	if (request->premises)
		*request->premises = (struct pml_premises){ model->premises.at,
			model->premises.count, model->premise_plans.count };
}

/* ------------------------------------------------------------------------- text */
bool pml_meets(const struct pml_premise_plan *plan, const struct pml_set *writes)
{
	return !plan->initially && !plan->unknown && pml_set_meets(&plan->reads, writes);
}

static bool is_met(const struct pml_premises *premises, const struct pml_premise *premise,
    const char *met)
{
	if (premise->flag == 0)
		return false;
	return !met || strlen(met) != premises->flags || met[premise->flag - 1] == '1';
}

bool pml_is_met(const struct pml_premises *premises, size_t index, const char *met)
{
	return is_met(premises, &premises->at[index], met);
}

bool pml_is_unmet(const struct pml_premises *premises, size_t index, const char *met)
{
	const struct pml_premise *premise = &premises->at[index];

	for (size_t outer = premise->outer; outer; outer = premises->at[outer - 1].outer)
		if (!is_met(premises, &premises->at[outer - 1], met))
			return false;
	return !is_met(premises, premise, met);
}
