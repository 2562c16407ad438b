/* weaken-meaning.c: would a model show what a weaker order lets happen?
 *
 * Of each operation with a weaker order, the halves that it has lost are looked at: acquire, release, and the place in
 * the order of all `seq_cst' operations.  Under tso and pso most of these have no effect at all.  Where one has an
 * effect, a model shows it if its stores may be late, and if its loads may be early and late, as far as models of collectors
 * have that (weaken-reads.c).  Otherwise a search with the weaker order would find what it has found before. Litmus
 * tests leave nothing out. */
#include "compiler/driver/weaken.h"
#include "compiler/ir/walk.h"

#include <string.h>

/* The comparison of two lists of statements.  The second has weaker orders or fewer fences. */
struct comparing {
	enum ir_memory memory;
	struct weaken_code code;
	bool shown, not_shown, no_effect; /* result: what is true of some half that was lost */
	struct weaken_gap
	    gap; /* result: of the first that is not shown, in no scenario if there is such a one */
};

static const struct weaken_gap no_gap,
    in_no_model = { "no model has what this order does besides acquiring and releasing", NULL,
	    false };

static void note(struct comparing *c, bool is_lost, bool has_effect, struct weaken_gap gap)
{
	if (!is_lost)
		return;
	if (has_effect && gap.why && (!c->not_shown || (c->gap.elsewhere && !gap.elsewhere)))
		c->gap = gap;
	c->no_effect |= !has_effect;
	c->shown |= has_effect && !gap.why;
	c->not_shown |= has_effect && gap.why;
}

static bool is_fewer(bool was, bool now)
{
	return was && !now;
}

static struct weaken_gap acquire_gap(const struct comparing *c, const struct ir_stmt *was)
{
	static const struct weaken_gap all_in_order = {
		"in models of this memory model no load is early", NULL, false
	};

	return pml_loads_early(c->memory) ? weaken_acquire_gap(&c->code, was) : all_in_order;
}

/* FENCE: it is one that is removed. */
static struct weaken_gap release_gap(const struct comparing *c, const struct ir_stmt *was,
    bool fence)
{
	static const struct weaken_gap all_release = {
		"in models of this memory model each store waits for all before it", NULL, false
	};

	if (!pml_shows_release(c->memory, ir_op_info[was->op].effect, fence))
		return all_release;
	return pml_loads_move(c->memory)
	    ? weaken_release_gap(&c->code, was, pml_loads_early(c->memory))
	    : no_gap;
}

static bool asks_of_work(const struct ir_expr *expr, const void *unused)
{
	return ir_is_state(expr, unused) && expr->kind != IR_IN_PHASE;
}

static bool orders_all(const struct ir_stmt *stmt, const void *was)
{
	return stmt != was &&
	    (ir_op_info[stmt->op].effect == IR_EFFECT_RMW ||
		ir_stmt_any_expr(stmt, asks_of_work, NULL));
}

/* In a model everything after a read-modify-write that acquires waits for all of it, and all before it is in memory if it
 * releases.  On machines whose loads move, neither is so for what it reads and what it writes.  The lock of a question is to them
 * an acquiring and a releasing operation, between which accesses from both sides may meet. */
static struct weaken_gap total_gap(const struct comparing *c, const struct ir_stmt *was)
{
	static const struct weaken_gap beside_others = {
		"a read-modify-write, or a lock, of the same code orders more in a model than in C",
		NULL, false
	};

	if (!pml_shows_total(c->memory, ir_op_info[was->op].effect))
		return in_no_model;
	return pml_loads_move(c->memory) && ir_list_any(c->code.body, orders_all, was)
	    ? beside_others
	    : no_gap;
}

/* NOW is NULL if the fence is removed. */
static void compare_halves(struct comparing *c, const struct ir_stmt *was, const enum ir_order *now)
{
	enum ir_effect effect = ir_op_info[was->op].effect;
	enum ir_memory memory = c->memory;

	note(c,
	    effect != IR_EFFECT_STORE &&
		is_fewer(ir_acquires(was->order), now && ir_acquires(*now)),
	    pml_loads_move(memory), acquire_gap(c, was));
	note(c,
	    effect != IR_EFFECT_LOAD && is_fewer(ir_releases(was->order), now && ir_releases(*now)),
	    pml_loads_move(memory) || pml_shows_release(memory, effect, !now),
	    release_gap(c, was, !now));
	note(c, is_fewer(ir_is_total(was->order), now && ir_is_total(*now)),
	    effect != IR_EFFECT_RMW || pml_loads_move(memory), total_gap(c, was));
}

/* A `cas' that fails is a load with an order of its own. */
static void compare_failures(struct comparing *c, const struct ir_stmt *was,
    const struct ir_stmt *now)
{
	bool moves = pml_loads_move(c->memory);

	note(c, is_fewer(ir_acquires(was->order_on_failure), ir_acquires(now->order_on_failure)),
	    moves, acquire_gap(c, was));
	note(c, is_fewer(ir_is_total(was->order_on_failure), ir_is_total(now->order_on_failure)),
	    moves, in_no_model);
}

static void compare_orders(struct comparing *c, const struct ir_stmt *was,
    const struct ir_stmt *now)
{
	enum ir_effect effect = ir_op_info[was->op].effect;

	if (effect != IR_EFFECT_LOAD && effect != IR_EFFECT_STORE && effect != IR_EFFECT_RMW &&
	    effect != IR_EFFECT_FENCE)
		return;
	if (!now && effect != IR_EFFECT_FENCE)
		note(c, true, true, in_no_model); /* the text has changed in another way */
	else if (!now || was->order != now->order)
		compare_halves(c, was, now ? &now->order : NULL);
	if (now && was->op == IR_OP_cas)
		compare_failures(c, was, now);
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

		compare_orders(c, was, same);
		compare(c, was->body, same ? same->body : NULL);
		compare(c, was->otherwise, same ? same->otherwise : NULL);
		if (same)
			now = now->next;
	}
}

/* A memory model and a scenario's models under it. */
struct models {
	struct gd_arena *arena;
	enum ir_memory memory;
	const struct ir_scenario *scenario;
	bool any_workers, keep_loops;
};

static void compare_barriers(struct comparing *c, const struct models *models,
    const struct ir_spec *was, const struct ir_spec *now)
{
	for (size_t i = 0; i < IR_BARRIER_COUNT; i++) {
		const struct ir_barrier *barrier = was->barriers[i];

		if (!barrier || !now->barriers[i] || !ir_runs_barrier(models->scenario, i))
			continue;
		c->code = (struct weaken_code){ was, barrier, barrier->kernel.body,
			barrier->param_count, models->scenario, models->arena, false };
		compare(c, barrier->kernel.body, now->barriers[i]->kernel.body);
	}
}

/* What a unit of KIND does there. */
static const struct ir_stmt *body_of(const struct models *models, const struct ir_kind *kind)
{
	return pml_loads_early(models->memory) && !models->keep_loops
	    ? ir_with_rounds(models->arena, kind->kernel.body, models->scenario)
	    : kind->kernel.body;
}

/* What MODELS show of the orders that NOW has weaker than WAS. */
static enum weaken_meaning meaning_in(const struct models *models, const struct ir_spec *was,
    const struct ir_spec *now, struct weaken_gap *gap)
{
	struct comparing c = { .memory = models->memory };

	for (size_t i = 0; i < was->kind_count; i++) {
		const struct ir_kind *kind = was->kinds[i];
		const struct ir_stmt *body = body_of(models, kind);

		/* after a unit on a mutator the program goes on */
		c.code = (struct weaken_code){ was, NULL, body, kind->param_count, models->scenario,
			models->arena, models->any_workers && !kind->on };
		compare(&c, body, body_of(models, now->kinds[i]));
	}
	compare_barriers(&c, models, was, now);
	*gap = c.gap;
	if (c.not_shown)
		return WEAKEN_NOT_SHOWN;
	if (c.no_effect)
		return c.shown ? WEAKEN_PARTLY : WEAKEN_WITHOUT_EFFECT;
	return WEAKEN_SHOWN;
}

static const struct camp_job *job_of(const struct plan *plan, const struct weaken_cell *cell)
{
	struct weaken_cell copy = *cell;

	return &plan->jobs.at[*weaken_cell_job(&copy, 0)];
}

/* Whether no store can be late in this cell, and no load early: then its model is that of sc. */
static bool is_of_sc(const struct camp_job *job)
{
	return !job->late && strstr(job->model, "#include \"memory-sc.pml\"") != NULL &&
	    strstr(job->model, "inline early_") == NULL &&
	    strstr(job->model, "inline late_") == NULL;
}

/* Whether MODELS, or those of some other memory model that a collector can have, show all of it. */
static bool some_show(struct models models, const struct ir_spec *was, const struct ir_spec *now)
{
	struct weaken_gap gap;

	models.any_workers = true;
	for (models.memory = 0; models.memory < IR_MEMORY_COUNT; models.memory++)
		if (ir_memory_info[models.memory].has_windows &&
		    meaning_in(&models, was, now, &gap) == WEAKEN_SHOWN)
			return true;
	return false;
}

enum weaken_meaning weaken_cell_meaning(const struct plan *base, const struct weaken_cell *was,
    const struct plan *plan, const struct weaken_cell *now, struct weaken_gap *gap)
{
	static const struct weaken_gap of_sc = { "no store is late in this cell, and no load early",
		NULL, true };
	const struct camp_job *job, *base_job;
	struct models models;
	enum weaken_meaning meaning;

	if (now->litmus)
		return WEAKEN_SHOWN;
	job = job_of(plan, now);
	base_job = job_of(base, was);
	models = (struct models){ plan->arena, now->cell->memory, now->cell->scenario,
		now->cell->workers->any, plan_keeps_loops(job) || plan_keeps_loops(base_job) };
	meaning = meaning_in(&models, was->cell->ir, now->cell->ir, gap);
	if (meaning == WEAKEN_WITHOUT_EFFECT)
		return meaning;
	if (meaning == WEAKEN_NOT_SHOWN && !gap->elsewhere &&
	    !some_show(models, was->cell->ir, now->cell->ir))
		return WEAKEN_NEVER_SHOWN;
	if (!is_of_sc(job) || !is_of_sc(base_job))
		return meaning;
	if (meaning != WEAKEN_NOT_SHOWN)
		*gap = of_sc;
	return WEAKEN_NOT_SHOWN;
}
