/* weaken-meaning.c: would a model show what a weaker order lets happen?
 *
 * In models of collectors stores of mutators and workers may be late, and under `relaxed' a load may come before
 * earlier reads of its unit or operation (weaken-early.c).  No load is late, and none comes before its unit or
 * operation begins (doc/model.md).  So a search with a weaker order shows nothing of the rest: that what was
 * read comes before a store that releases.  It would find what it has found before.  Litmus tests leave
 * nothing out. */
#include "compiler/driver/weaken.h"
#include "compiler/ir/walk.h"

#include <string.h>

/* The comparison of two lists of statements.  The second has weaker orders or fewer fences. */
struct comparing {
	enum ir_memory memory;
	struct weaken_code code;
	bool has_read;      /* a load may have run before this place */
	bool nothing_shown; /* result: an order was weakened in a way that no search shows */
};

/* NOW is NULL if the fence is removed. */
static bool is_shown(const struct comparing *c, const struct ir_stmt *was, const enum ir_order *now)
{
	enum ir_effect effect = ir_op_info[was->op].effect;
	bool fewer_acquire =
	    effect != IR_EFFECT_STORE && ir_acquires(was->order) && !(now && ir_acquires(*now));
	bool fewer_release =
	    effect != IR_EFFECT_LOAD && ir_releases(was->order) && !(now && ir_releases(*now));

	if (fewer_acquire && !(pml_loads_early(c->memory) && weaken_shows_acquire(&c->code, was)))
		return false;
	if (fewer_release && (c->has_read || !pml_shows_release(c->memory, effect, !now)))
		return false;
	return !ir_is_total(was->order) || pml_shows_total(c->memory, effect);
}

static void compare_orders(struct comparing *c, const struct ir_stmt *was,
    const struct ir_stmt *now)
{
	enum ir_effect effect = ir_op_info[was->op].effect;

	if (effect != IR_EFFECT_LOAD && effect != IR_EFFECT_STORE && effect != IR_EFFECT_RMW &&
	    effect != IR_EFFECT_FENCE)
		return;
	/* no model of a collector has the order of a `cas' that fails */
	if (now && was->order_on_failure != now->order_on_failure)
		c->nothing_shown = true;
	if (!now || was->order != now->order)
		c->nothing_shown |= (!now && effect != IR_EFFECT_FENCE) ||
		    !is_shown(c, was, now ? &now->order : NULL);
}

static bool reads(const struct ir_stmt *stmt, const void *unused)
{
	enum ir_effect effect = ir_op_info[stmt->op].effect;

	(void)unused;
	return effect == IR_EFFECT_LOAD || effect == IR_EFFECT_RMW;
}

static bool is_same(const struct ir_stmt *a, const struct ir_stmt *b)
{
	return a && b && a->op == b->op && a->loc.source == b->loc.source &&
	    a->loc.line == b->loc.line && a->loc.column == b->loc.column;
}

static void compare(struct comparing *c, const struct ir_stmt *was, const struct ir_stmt *now)
{
	for (; was; was = was->next) {
		const struct ir_stmt *same = is_same(was, now) ? now : NULL;

		if (was->op == IR_OP_for)
			c->has_read |= ir_list_any(was->body, reads, NULL);
		compare_orders(c, was, same);
		c->has_read |= reads(was, NULL);
		compare(c, was->body, same ? same->body : NULL);
		compare(c, was->otherwise, same ? same->otherwise : NULL);
		if (same)
			now = now->next;
	}
}

/* Whether MEMORY's models of SCENARIO show every order that NOW has weaker than WAS. */
static bool shows_all(enum ir_memory memory, const struct ir_scenario *scenario,
    const struct ir_spec *was, const struct ir_spec *now)
{
	bool nothing_shown = false;

	for (size_t i = 0; i < was->kind_count; i++) {
		const struct ir_kind *kind = was->kinds[i];
		struct comparing c = { .memory = memory,
			.code = { was, NULL, kind->kernel.body, kind->param_count } };

		compare(&c, was->kinds[i]->kernel.body, now->kinds[i]->kernel.body);
		nothing_shown |= c.nothing_shown;
	}
	for (size_t i = 0; i < IR_BARRIER_COUNT; i++) {
		const struct ir_barrier *barrier = was->barriers[i];
		struct comparing c = { .memory = memory };

		if (barrier)
			c.code = (struct weaken_code){ was, barrier, barrier->kernel.body,
				barrier->param_count };
		if (barrier && now->barriers[i] && ir_runs_barrier(scenario, i))
			compare(&c, barrier->kernel.body, now->barriers[i]->kernel.body);
		nothing_shown |= c.nothing_shown;
	}
	return !nothing_shown;
}

/* Whether no store can be late in this cell, and no load early: then its model is that of sc. */
static bool is_of_sc(const struct plan *plan, const struct weaken_cell *cell)
{
	struct weaken_cell copy = *cell;
	const struct camp_job *job = &plan->jobs.at[*weaken_cell_job(&copy, 0)];
	const char *model = job->model;

	return !job->late && strstr(model, "#include \"memory-sc.pml\"") != NULL &&
	    strstr(model, "inline early_") == NULL;
}

/* The same for some memory model that a collector can have. */
static bool some_shows(const struct ir_scenario *scenario, const struct ir_spec *was,
    const struct ir_spec *now)
{
	for (enum ir_memory memory = 0; memory < IR_MEMORY_COUNT; memory++)
		if (ir_memory_info[memory].has_windows && shows_all(memory, scenario, was, now))
			return true;
	return false;
}

enum weaken_meaning weaken_cell_meaning(const struct plan *base, const struct weaken_cell *was,
    const struct plan *plan, const struct weaken_cell *now)
{
	const struct ir_scenario *scenario;

	if (now->litmus)
		return WEAKEN_SHOWN;
	scenario = now->cell->scenario;
	if (!some_shows(scenario, was->cell->ir, now->cell->ir))
		return WEAKEN_NEVER_SHOWN;
	if (is_of_sc(plan, now) && is_of_sc(base, was))
		return WEAKEN_NOT_SHOWN;
	return shows_all(now->cell->memory, scenario, was->cell->ir, now->cell->ir)
	    ? WEAKEN_SHOWN
	    : WEAKEN_NOT_SHOWN;
}
