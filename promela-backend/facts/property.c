/* property.c: properties as checks, and what these read.
 *
 * A check is an inline of its own, and stands after every step that writes a part of the
 * state that the formula reads. doc/model.md argues why that is the property. */
#include "promela-backend/facts/property.h"
#include "promela-backend/facts/domain.h"
#include "promela-backend/facts/held.h"
#include "promela-backend/facts/look.h"
#include "promela-backend/facts/premise.h"
#include "promela-backend/facts/reads.h"
#include "promela-backend/facts/refusal.h"
#include "promela-backend/facts/sets.h"

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
	    "property `%s' is neither `always P', `eventually P', "
	    "`always (A implies (B until C))' nor `always (A implies always B)'",
	    property->name)
	    ->help = gd_arena_printf(model->arena,
	    "check it alone, with --property %s --strategy ltl", property->name);
}

/* Plans a check of [A implies] (B until C), or of A implies always B, the body of an `always`. */
static bool plan_promise(struct pml_model *model, struct pml_check *check,
    const struct ir_expr *body)
{
	const struct ir_expr *promise = body;

	check->when = NULL;
	if (body->kind == IR_IMPLIES) {
		check->when = body->args[0];
		promise = body->args[1];
	}
	if ((promise->kind != IR_UNTIL && promise->kind != IR_ALWAYS) ||
	    pml_is_temporal(check->when) || pml_is_temporal(promise->args[0]) ||
	    pml_is_temporal(promise->args[1]))
		return false;
	check->kind = promise->kind == IR_UNTIL ? PML_UNTIL : PML_EVER_AFTER;
	check->stays = promise->args[0];
	check->ends = promise->args[1];
	add_check(model, check);
	return true;
}

/* Plans checks of BODY, under the binders in CHECK.  EVER: there was an `always`. */
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
	} else if (!ever || !plan_promise(model, &check, body)) {
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

bool pml_is_affected(const struct pml_model *model, const struct pml_check *check,
    const struct pml_set *writes)
{
	if (check->kind == PML_INITIALLY)
		return false;
	return model->request->check_everywhere || pml_set_meets(&check->reads, writes);
}

bool pml_has_checks(const struct pml_model *model, const struct pml_set *writes)
{
	for (size_t i = 0; i < model->checks.count; i++)
		if (pml_is_affected(model, &model->checks.at[i], writes))
			return true;
	for (size_t i = 0; i < model->premise_plans.count; i++)
		if (model->request->strategy == PML_SAFETY &&
		    pml_meets(&model->premise_plans.at[i], writes))
			return true;
	return false;
}

bool pml_changes_reachable(struct pml_model *model, const struct pml_set *writes)
{
	struct pml_set reads = { { 0 } };

	pml_reachable_reads(model, &reads);
	return pml_set_meets(&reads, writes);
}
