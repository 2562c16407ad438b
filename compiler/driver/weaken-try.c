/* weaken-try.c: one try.
 *
 * A cell whose model is the same text as without the try has the result that it
 * has already.  Of the others, the one in which the last try failed comes first,
 * then the quick ones: most tries fail, and so they fail soon. */
#include "compiler/driver/weaken.h"

#include <stdlib.h>
#include <string.h>

const char *const weaken_outcome_name[] = { "same", "holds", "fails", "unknown", "not modelled",
	"no effect", "stopped" };

static const double COMPILING = 1e5;

/* --------------------------------------------------------------- which cells */
/* The cost is in states, so it is the same on each machine.  Compiling a verifier takes as long as
 * searching COMPILING states. */
static double cost_of(const struct weaken *w, const struct weaken_cell *base)
{
	double cost = 0;

	for (size_t i = 0; i < weaken_cell_jobs(base); i++)
		cost += COMPILING + w->base.jobs.at[*weaken_cell_job(base, i)].result.states;
	return cost;
}

static bool same_job(const struct camp_job *a, const struct camp_job *b)
{
	return strcmp(a->model, b->model) == 0 && !a->whole == !b->whole &&
	    (!a->whole || strcmp(a->whole, b->whole) == 0);
}

static bool same_cell(const struct weaken *w, const struct plan *plan,
    const struct weaken_cell *cell, const struct weaken_cell *base)
{
	for (size_t i = 0; i < weaken_cell_jobs(cell); i++)
		if (!same_job(&plan->jobs.at[*weaken_cell_job(cell, i)],
			&w->base.jobs.at[*weaken_cell_job(base, i)]))
			return false;
	return true;
}

/* -------------------------------------------------------------------- in order */
struct chosen {
	struct weaken_cell cell;
	double cost;
	bool killer;
	size_t index;
};
typedef GD_VEC(struct chosen) chosen_list;

static int compare(const void *left, const void *right)
{
	const struct chosen *a = left, *b = right;

	if (a->killer != b->killer)
		return a->killer ? -1 : 1;
	if (a->cost != b->cost)
		return a->cost < b->cost ? -1 : 1;
	return (a->index > b->index) - (a->index < b->index);
}

static bool is_killer(const struct weaken *w, const char *name)
{
	for (size_t i = 0; i < w->killers.count; i++)
		if (w->killers.at[i] && strcmp(w->killers.at[i], name) == 0)
			return true;
	return false;
}

static void note_killer(struct weaken *w, const struct weaken_cell *cell)
{
	for (size_t i = 0; i < w->memories.count; i++)
		if (strcmp(w->memories.at[i], cell->memory) == 0)
			w->killers.at[i] = gd_arena_strdup(w->arena, cell->name);
}

/* The cells of PLAN whose models the try changes. */
static chosen_list choose(struct weaken *w, const struct plan *plan, const char *only,
    struct weaken_try *try)
{
	chosen_list chosen = { 0 };

	for (size_t i = 0; i < weaken_cell_count(plan); i++) {
		struct weaken_cell cell = weaken_cell_at(plan, i), base;
		struct chosen one = { .cell = cell, .index = i, .killer = is_killer(w, cell.name) };

		if (!weaken_cell_find(&w->base, cell.name, &base) ||
		    same_cell(w, plan, &cell, &base))
			continue;
		one.cost = cost_of(w, &base);
		try->cells++;
		if (!only || strcmp(only, cell.name) == 0)
			GD_PUSH(plan->arena, chosen, one);
	}
	if (chosen.count)
		qsort(chosen.at, chosen.count, sizeof *chosen.at, compare);
	return chosen;
}

/* Puts the jobs of CHOSEN in a row, and makes their cells point to them.  Other cells of litmus
 * tests have no job any more. */
static void put_in_order(struct plan *plan, const chosen_list *chosen, const char *label,
    bool for_stories)
{
	GD_VEC(struct camp_job) jobs = { 0 };
	size_t total = 0;

	for (size_t i = 0; i < chosen->count; i++)
		total += weaken_cell_jobs(&chosen->at[i].cell);
	for (size_t i = 0; i < chosen->count; i++) {
		const struct weaken_cell *cell = &chosen->at[i].cell;

		for (size_t j = 0; j < weaken_cell_jobs(cell); j++) {
			struct camp_job job = plan->jobs.at[*weaken_cell_job(cell, j)];

			job.name = gd_arena_printf(plan->arena, "%s: %s", label, job.name);
			job.shortest = for_stories; /* searching for a short run takes time */
			job.unwanted = weaken_cell_unwanted(cell, j);
			GD_PUSH(plan->arena, jobs, job);
		}
	}
	for (size_t i = 0; i < plan->litmus.count; i++)
		plan->litmus.at[i].job = total;
	for (size_t i = 0, next = 0; i < chosen->count; i++)
		for (size_t j = 0; j < weaken_cell_jobs(&chosen->at[i].cell); j++)
			*weaken_cell_job(&chosen->at[i].cell, j) = next++;
	plan->jobs.at = (void *)jobs.at;
	plan->jobs.count = jobs.count;
}

/* ------------------------------------------------------------------- outcomes */
static void note_failure(struct weaken *w, const struct plan *plan, const struct weaken_cell *cell,
    struct weaken_try *try)
{
	const char *name = gd_arena_strdup(w->arena, cell->name), *property;

	GD_PUSH(w->arena, try->failed, name);
	if (try->outcome == WEAKEN_FAILS)
		return;
	property = weaken_cell_property(plan, cell);
	try->outcome = WEAKEN_FAILS;
	try->cell = name;
	try->property = property ? gd_arena_strdup(w->arena, property) : NULL;
	try->story = weaken_cell_story(w->arena, plan, cell);
	try->what = weaken_cell_what(w->arena, plan, cell, try->story);
	note_killer(w, cell);
}

static void note_unknown(struct weaken *w, const struct plan *plan, const struct weaken_cell *cell,
    enum plan_outcome outcome, struct weaken_try *try)
{
	const char *reason = NULL, *name = gd_arena_strdup(w->arena, cell->name);

	for (size_t i = 0; i < weaken_cell_jobs(cell); i++)
		if (plan->jobs.at[*weaken_cell_job(cell, i)].result.reason)
			reason = plan->jobs.at[*weaken_cell_job(cell, i)].result.reason;
	if (try->outcome != WEAKEN_UNKNOWN) {
		try->cell = name;
		try->reason = gd_arena_strdup(w->arena, reason ? reason : "it was not checked");
	}
	GD_PUSH(w->arena, try->failed, name);
	try->outcome = WEAKEN_UNKNOWN;
	try->tool_failed |= outcome == PLAN_TOOL_FAILED;
}

/* A failure counts even if other cells are unknown. */
static void judge(struct weaken *w, const struct plan *plan, const chosen_list *chosen,
    const struct camp_summary *summary, struct weaken_try *try)
{
	try->outcome = try->cells ? WEAKEN_HOLDS : WEAKEN_SAME;
	for (size_t i = 0; i < chosen->count; i++)
		if (weaken_cell_outcome(plan, &chosen->at[i].cell) == PLAN_DIFFERS)
			note_failure(w, plan, &chosen->at[i].cell, try);
	if (try->outcome == WEAKEN_FAILS)
		return;
	if (summary->status == CAMP_INTERRUPTED) {
		try->outcome = WEAKEN_STOPPED;
		w->interrupted_by = summary->interrupted_by;
		return;
	}
	for (size_t i = 0; i < chosen->count; i++) {
		enum plan_outcome outcome = weaken_cell_outcome(plan, &chosen->at[i].cell);

		if (outcome != PLAN_AS_EXPECTED)
			note_unknown(w, plan, &chosen->at[i].cell, outcome, try);
	}
}

static const char *gap_text(const struct weaken *w, const struct weaken_gap *gap)
{
	const char *mark = strstr(gap->why, "%s");

	if (!mark)
		return gap->why;
	return gd_arena_printf(w->arena, "%.*s%s%s", (int)(mark - gap->why), gap->why,
	    weaken_short_place(w, gap->by), mark + 2);
}

/* What a search of CHOSEN would show of the weaker order: WEAKEN_HOLDS if it is worth while.  CHOSEN has all cells whose
 * models change. */
static enum weaken_outcome worth(struct weaken *w, const struct plan *plan,
    const chosen_list *chosen, struct weaken_try *try)
{
	bool shown = false, has_effect = false, elsewhere = false;

	for (size_t i = 0; i < chosen->count; i++) {
		const struct weaken_cell *cell = &chosen->at[i].cell;
		struct weaken_cell base;
		enum weaken_meaning meaning = WEAKEN_SHOWN;
		struct weaken_gap gap = { 0 };

		if (weaken_cell_find(&w->base, cell->name, &base))
			meaning = weaken_cell_meaning(&w->base, &base, plan, cell, &gap);
		if (gap.why && (!try->reason || (elsewhere && !gap.elsewhere))) {
			try->reason = gap_text(w, &gap);
			elsewhere = gap.elsewhere;
		}
		shown |= meaning == WEAKEN_SHOWN || meaning == WEAKEN_PARTLY;
		has_effect |= meaning != WEAKEN_WITHOUT_EFFECT;
		try->partly |= meaning == WEAKEN_PARTLY;
		try->by_none |= meaning == WEAKEN_NEVER_SHOWN;
	}
	return !has_effect           ? WEAKEN_NO_EFFECT
	    : shown && !try->by_none ? WEAKEN_HOLDS
				     : WEAKEN_NOT_MODELLED;
}

static void try_cells(struct weaken *w, struct plan *plan, const char *only, const char *label,
    struct weaken_try *try)
{
	chosen_list chosen = choose(w, plan, try->must_show ? NULL : only, try);
	struct camp_summary summary = { .status = CAMP_DONE };

	if (try->must_show && try->cells) {
		try->outcome = worth(w, plan, &chosen, try);
		if (try->outcome != WEAKEN_HOLDS)
			return;
		try->reason = NULL;
	}
	if (try->must_show && only)
		chosen.count = 0;
	put_in_order(plan, &chosen, label, w->stories);
	if (chosen.count && !verify_run(&w->arguments, plan, &summary)) {
		try->outcome = WEAKEN_UNKNOWN;
		try->reason = gd_arena_strdup(w->arena, summary.why);
		try->tool_failed = w->broken = true;
		return;
	}
	judge(w, plan, &chosen, &summary, try);
}

/* Selects the cells to make: those of one memory model and of one scenario or litmus test, if these
 * are known. */
static struct plan_filter narrow(struct weaken *w, struct gd_arena *arena, const char *memory,
    const char *scenario)
{
	struct plan_filter filter = w->arguments.filter;

	memset(&filter.memories, 0, sizeof filter.memories);
	for (size_t i = 0; i < w->memories.count; i++)
		if (memory ? strcmp(memory, w->memories.at[i]) == 0 : !w->means_nothing[i])
			GD_PUSH(arena, filter.memories, w->memories.at[i]);
	if (scenario) {
		memset(&filter.scenarios, 0, sizeof filter.scenarios);
		GD_PUSH(arena, filter.scenarios, scenario);
	}
	return filter;
}

static bool is_any_cell(const struct weaken *w, const char *memory, const char *scenario)
{
	for (size_t i = 0; i < weaken_cell_count(&w->base); i++) {
		struct weaken_cell cell = weaken_cell_at(&w->base, i);

		if ((!memory || strcmp(memory, cell.memory) == 0) &&
		    (!scenario || strcmp(scenario, cell.scenario) == 0))
			return true;
	}
	return false;
}

void weaken_try_orders(struct weaken *w, const struct sem_order *orders, size_t count,
    const char *memory, const char *scenario, const char *only, const char *label,
    struct weaken_try *try)
{
	struct gd_arena *arena = gd_arena_new();
	struct plan_filter filter = narrow(w, arena, memory, scenario);
	struct plan plan;
	const char *why;

	filter.orders = orders;
	filter.order_count = count;
	try->cells = 0;
	w->tries++;
	if (!is_any_cell(w, memory, scenario)) {
		try->outcome = WEAKEN_SAME;
	} else if (plan_again(&plan, &w->base, arena, &filter, &why)) {
		try_cells(w, &plan, only, label, try);
	} else {
		try->outcome = try->must_show ? WEAKEN_NOT_MODELLED : WEAKEN_UNKNOWN;
		try->by_none = try->must_show;
		try->reason = gd_arena_strdup(w->arena, why);
	}
	gd_arena_free(arena);
}
