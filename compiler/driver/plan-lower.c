/* plan-lower.c: the IR of each cell.
 *
 * A model has no kernel that never runs in its scenario (compiler/ir/lower-idle.c).  Which ones run depends
 * on the options, and on the barriers that the mutators of the scenario run.  So scenarios that run the same barriers
 * share an IR. */
#include "compiler/driver/plan-internal.h"

#include <string.h>

static bool same_variant(const struct planner *p, const struct sem_variant *a,
    const struct sem_variant *b)
{
	if (a->mutant != b->mutant)
		return false;
	for (size_t i = 0; i < sem_option_count(p->plan->spec->sem); i++)
		if (a->values[i] != b->values[i])
			return false;
	return true;
}

static const struct lowered *find(const struct planner *p, const struct lowered *like)
{
	for (size_t i = 0; i < p->lowered.count; i++) {
		const struct lowered *old = &p->lowered.at[i];

		if (old->is_whole == like->is_whole && old->barriers == like->barriers &&
		    same_variant(p, old->variant, like->variant))
			return old;
	}
	return NULL;
}

/* The IR like NEW, with the scenarios NAMES. */
static const struct ir_spec *lower(struct planner *p, struct lowered new, const char *const *names,
    size_t count)
{
	struct sem_variant *ordered = GD_NEW(p->arena, struct sem_variant);

	*ordered = *new.variant;
	ordered->orders = p->filter->orders;
	ordered->order_count = p->filter->order_count;
	new.ir = ir_lower_for_models(p->context, p->plan->spec->sem, ordered, names, count);
	if (!new.ir)
		p->failed = true; /* the sink has the reason */
	GD_PUSH(p->arena, p->lowered, new);
	return new.ir;
}

static unsigned barriers_of(const struct ir_scenario *scenario)
{
	unsigned barriers = 0;

	for (unsigned when = 0; when < IR_BARRIER_COUNT; when++)
		if (ir_runs_barrier(scenario, (enum ir_barrier_when)when))
			barriers |= 1u << when;
	return barriers;
}

static const struct ir_spec *lower_like(struct planner *p, const struct ir_spec *whole,
    struct lowered new)
{
	const char **names = GD_NEW_ARRAY(p->arena, const char *, whole->scenario_count + 1);
	size_t count = 0;

	for (size_t i = 0; i < whole->scenario_count; i++)
		if (barriers_of(whole->scenarios[i]) == new.barriers)
			names[count++] = whole->scenarios[i]->name;
	if (count == whole->scenario_count)
		return whole;
	return lower(p, new, names, count);
}

const struct ir_scenario *plan_find_scenario(const struct ir_spec *ir, const char *name)
{
	for (size_t i = 0; i < ir->scenario_count; i++)
		if (strcmp(ir->scenarios[i]->name, name) == 0)
			return ir->scenarios[i];
	return NULL;
}

const struct ir_spec *plan_lower(struct planner *p, const struct sem_variant *variant,
    const char *scenario)
{
	struct lowered like = { .variant = variant, .is_whole = true };
	const struct lowered *old = find(p, &like);
	const struct ir_spec *whole = old ? old->ir : lower(p, like, NULL, 0);
	const struct ir_scenario *found =
	    whole && scenario ? plan_find_scenario(whole, scenario) : NULL;

	if (!found)
		return whole;
	like.is_whole = false;
	like.barriers = barriers_of(found);
	old = find(p, &like);
	return old ? old->ir : lower_like(p, whole, like);
}
