/* weaken-try.c: one try.
 *
 * A cell whose model is the same text as without the try has the result that it
 * has already.  Of the others, the one in which the last try failed comes first,
 * then the quick ones: most tries fail, and so they fail soon. */
#include "compiler/driver/weaken.h"

#include <stdlib.h>
#include <string.h>

const char *const weaken_outcome_name[] = { "same", "holds", "fails", "unknown", "stopped" };

static const double COMPILING = 1e5;

/* --------------------------------------------------------------- which cells */
static const struct plan_cell *base_cell(const struct weaken *w, const struct plan_cell *cell)
{
	for (size_t i = 0; i < w->base.cells.count; i++)
		if (strcmp(w->base.cells.at[i].name, cell->name) == 0)
			return &w->base.cells.at[i];
	return NULL;
}

/* In states: the same on each machine.  To compile a verifier lasts as long as to
 * search COMPILING of them. */
static double base_cost(const struct weaken *w, const struct plan_cell *cell)
{
	double cost = 0;

	for (size_t i = 0; i < cell->checks.count; i++)
		cost += COMPILING + w->base.jobs.at[cell->checks.at[i].job].result.states;
	return cost;
}

static bool same_job(const struct camp_job *a, const struct camp_job *b)
{
	if (strcmp(a->model, b->model) != 0 || a->fallback_count != b->fallback_count)
		return false;
	for (size_t i = 0; i < a->fallback_count; i++)
		if (strcmp(a->fallbacks[i], b->fallbacks[i]) != 0)
			return false;
	return true;
}

static bool same_cell(const struct weaken *w, const struct plan *plan,
    const struct plan_cell *cell, const struct plan_cell *base)
{
	for (size_t i = 0; i < cell->checks.count; i++)
		if (!same_job(&plan->jobs.at[cell->checks.at[i].job],
		    &w->base.jobs.at[base->checks.at[i].job]))
			return false;
	return true;
}

/* -------------------------------------------------------------------- in order */
struct chosen {
	const struct plan_cell *cell;
	double cost;
	bool killer;
};
typedef GD_VEC(struct chosen) chosen_list;

static int compare(const void *left, const void *right)
{
	const struct chosen *a = left, *b = right;

	if (a->killer != b->killer)
		return a->killer ? -1 : 1;
	if (a->cost != b->cost)
		return a->cost < b->cost ? -1 : 1;
	return (a->cell > b->cell) - (a->cell < b->cell);
}

static bool is_killer(const struct weaken *w, const char *name)
{
	for (size_t i = 0; i < w->killers.count; i++)
		if (w->killers.at[i] && strcmp(w->killers.at[i], name) == 0)
			return true;
	return false;
}

static void note_killer(struct weaken *w, const struct plan_cell *cell)
{
	for (size_t i = 0; i < w->memories.count; i++)
		if (strcmp(w->memories.at[i], cell->cell->memory) == 0)
			w->killers.at[i] = gd_arena_strdup(w->arena, cell->name);
}

/* The cells of PLAN that the try is about. */
static chosen_list choose(struct weaken *w, const struct plan *plan, const char *only,
    struct weaken_try *try)
{
	chosen_list chosen = { 0 };

	for (size_t i = 0; i < plan->cells.count; i++) {
		const struct plan_cell *cell = &plan->cells.at[i], *base = base_cell(w, cell);
		struct chosen one = { cell, base_cost(w, base), is_killer(w, cell->name) };

		if (same_cell(w, plan, cell, base))
			continue;
		try->cells++;
		if (!only || strcmp(only, cell->name) == 0)
			GD_PUSH(plan->arena, chosen, one);
	}
	if (chosen.count)
		qsort(chosen.at, chosen.count, sizeof *chosen.at, compare);
	return chosen;
}

/* The jobs of CHOSEN in a row; checks of the cells then point there. */
static void put_in_order(struct plan *plan, const chosen_list *chosen, const char *label,
    bool for_stories)
{
	GD_VEC(struct camp_job) jobs = { 0 };

	for (size_t i = 0; i < chosen->count; i++) {
		struct plan_cell *cell = (struct plan_cell *)chosen->at[i].cell;

		for (size_t j = 0; j < cell->checks.count; j++) {
			struct plan_check *check = &cell->checks.at[j];
			struct camp_job job = plan->jobs.at[check->job];

			job.name = gd_arena_printf(plan->arena, "%s: %s", label, job.name);
			job.shortest = for_stories; /* to look for one lasts */
			job.unwanted = check->expected == SEM_HOLDS ? CAMP_FAILS : CAMP_HOLDS;
			check->job = jobs.count;
			GD_PUSH(plan->arena, jobs, job);
		}
	}
	plan->jobs.at = (void *)jobs.at;
	plan->jobs.count = jobs.count;
}

/* ------------------------------------------------------------------- outcomes */
static const char *story_of(struct weaken *w, const struct plan *plan,
    const struct plan_cell *cell)
{
	char *text = NULL, *copy = NULL;
	size_t length = 0;
	FILE *memory = open_memstream(&text, &length);

	if (!memory)
		return NULL;
	if (report_story(plan, cell, false, memory) && fflush(memory) == 0)
		copy = gd_arena_strndup(w->arena, text, length);
	fclose(memory);
	free(text);
	return copy;
}

static void note_failure(struct weaken *w, const struct plan *plan, const struct plan_cell *cell,
    struct weaken_try *try)
{
	try->outcome = WEAKEN_FAILS;
	try->cell = gd_arena_strdup(w->arena, cell->name);
	for (size_t i = 0; i < cell->checks.count; i++) {
		const struct plan_check *check = &cell->checks.at[i];

		if (plan_check_outcome(plan, check) != PLAN_DIFFERS)
			continue;
		if (plan->jobs.at[check->job].result.property)
			try->property = gd_arena_strdup(w->arena,
			    plan->jobs.at[check->job].result.property);
	}
	try->story = story_of(w, plan, cell);
	note_killer(w, cell);
}

static void note_unknown(struct weaken *w, const struct plan *plan, const struct plan_cell *cell,
    enum plan_outcome outcome, struct weaken_try *try)
{
	const char *reason = NULL;

	for (size_t i = 0; i < cell->checks.count; i++)
		if (plan->jobs.at[cell->checks.at[i].job].result.reason)
			reason = plan->jobs.at[cell->checks.at[i].job].result.reason;
	if (try->outcome != WEAKEN_UNKNOWN) {
		try->cell = gd_arena_strdup(w->arena, cell->name);
		try->reason = gd_arena_strdup(w->arena, reason ? reason : "it was not checked");
	}
	try->outcome = WEAKEN_UNKNOWN;
	try->tool_failed |= outcome == PLAN_TOOL_FAILED;
}

/* A failure is one even when other cells are not known. */
static void judge(struct weaken *w, const struct plan *plan, const chosen_list *chosen,
    const struct camp_summary *summary, struct weaken_try *try)
{
	try->outcome = try->cells ? WEAKEN_HOLDS : WEAKEN_SAME;
	for (size_t i = 0; i < chosen->count; i++)
		if (plan_cell_outcome(plan, chosen->at[i].cell) == PLAN_DIFFERS) {
			note_failure(w, plan, chosen->at[i].cell, try);
			return;
		}
	if (summary->status == CAMP_INTERRUPTED) {
		try->outcome = WEAKEN_STOPPED;
		w->interrupted_by = summary->interrupted_by;
		return;
	}
	for (size_t i = 0; i < chosen->count; i++) {
		enum plan_outcome outcome = plan_cell_outcome(plan, chosen->at[i].cell);

		if (outcome != PLAN_AS_EXPECTED)
			note_unknown(w, plan, chosen->at[i].cell, outcome, try);
	}
}

static void try_cells(struct weaken *w, struct plan *plan, const char *only,
    const char *label, struct weaken_try *try)
{
	chosen_list chosen = choose(w, plan, only, try);
	struct camp_summary summary = { .status = CAMP_DONE };

	put_in_order(plan, &chosen, label, w->stories);
	if (chosen.count && !verify_run(&w->arguments, plan, &summary)) {
		try->outcome = WEAKEN_UNKNOWN;
		try->reason = gd_arena_strdup(w->arena, summary.why);
		try->tool_failed = w->broken = true;
		return;
	}
	judge(w, plan, &chosen, &summary, try);
}

void weaken_try_orders(struct weaken *w, const struct sem_order *orders, size_t count,
    const char *memory, const char *only, const char *label, struct weaken_try *try)
{
	struct gd_arena *arena = gd_arena_new();
	struct plan_filter filter = w->arguments.filter;
	struct plan plan;
	const char *why;

	filter.orders = orders;
	filter.order_count = count;
	memset(&filter.memories, 0, sizeof filter.memories);
	for (size_t i = 0; i < w->memories.count; i++)
		if (memory ? strcmp(memory, w->memories.at[i]) == 0 : !w->means_nothing[i])
			GD_PUSH(arena, filter.memories, w->memories.at[i]);
	try->cells = 0;
	w->tries++;
	if (plan_again(&plan, &w->base, arena, &filter, &why)) {
		try_cells(w, &plan, only, label, try);
	} else {
		try->outcome = WEAKEN_UNKNOWN;
		try->reason = gd_arena_strdup(w->arena, why);
	}
	gd_arena_free(arena);
}
