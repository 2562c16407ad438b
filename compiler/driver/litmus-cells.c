/* litmus-cells.c: litmus tests under memory models: jobs, and what they say. */
#include "compiler/driver/litmus.h"

#include <stdlib.h>
#include <string.h>

#include "promela-backend/litmus/group.h"

bool litmus_is_any(struct driver_spec *spec)
{
	const struct sem_variant *variant = driver_variant(spec, NULL, 0, NULL);
	struct syn_decl **decls;

	return variant && sem_decls(spec->sem, variant, SYN_DECL_LITMUS, spec->arena, &decls) > 0;
}

bool litmus_has_claims(const struct ir_litmus *test, enum ir_memory memory)
{
	for (size_t i = 0; i < test->claim_count; i++)
		if (test->claims[i].under[memory])
			return true;
	return false;
}

bool litmus_add(struct plan *plan, const struct ir_litmus *test, enum ir_memory memory,
    struct pml_refusal *refusal, const char **why)
{
	struct plan_litmus cell = { .test = test, .memory = memory, .job = plan->jobs.count };
	struct camp_run *run = GD_NEW(plan->arena, struct camp_run);
	struct camp_job job = { .collects = true, .has_code = true, .runs = run, .run_count = 1 };
	struct litmus_request request = { .test = test, .memory = memory };
	struct gd_out out;

	cell.name = job.name =
	    gd_arena_printf(plan->arena, "litmus %s %s", test->name, ir_memory_name[memory]);
	job.file = request.file = pml_model_file(plan->arena, test->name);
	gd_out_init(&out, 0);
	if (pml_litmus_emit(plan->arena, &request, &out, refusal, why))
		job.model = gd_arena_strndup(plan->arena, out.text, out.length);
	gd_out_free(&out);
	if (!job.model)
		return false;
	run->cc_flags = pml_litmus_cc_flags;
	run->pan_flags = pml_litmus_pan_flags;
	run->assertions = true;
	GD_PUSH(plan->arena, plan->jobs, job);
	GD_PUSH(plan->arena, plan->litmus, cell);
	return true;
}

/* ---------------------------------------------------------- tests that share a verifier */
struct sharer { /* a cell that may share a verifier */
	struct plan *plan;
	const struct plan_litmus *cell;
	const char *kind; /* NULL: it has no model */
	bool is_shared;   /* it is in a group */
};
typedef GD_VEC(struct sharer) sharers;

static void find_sharers(struct plan *plan, struct gd_arena *arena, sharers *all)
{
	for (size_t i = 0; i < plan->litmus.count; i++) {
		const struct plan_litmus *cell = &plan->litmus.at[i];

		GD_PUSH(arena, *all,
		    ((struct sharer){ plan, cell, litmus_kind(arena, cell->test, cell->memory),
			false }));
	}
}

/* Those from FIRST on that can be in one group. */
static size_t find_group(sharers *all, size_t first, struct sharer *members[LITMUS_MOST_TESTS])
{
	const char *kind = all->at[first].kind;
	size_t count = 0;

	for (size_t i = first; kind && i < all->count && count < LITMUS_MOST_TESTS; i++)
		if (!all->at[i].is_shared && all->at[i].kind && strcmp(all->at[i].kind, kind) == 0)
			members[count++] = &all->at[i];
	return count;
}

/* The model of COUNT cells.  NULL: there is none. */
static struct camp_shared *group_of(struct gd_arena *arena, struct sharer *const *members,
    size_t count)
{
	const struct ir_litmus *tests[LITMUS_MOST_TESTS];
	struct camp_shared *shared = GD_NEW(arena, struct camp_shared);
	struct litmus_group group = { tests, count, members[0]->cell->memory, NULL };
	struct gd_out out;

	for (size_t i = 0; i < count; i++)
		tests[i] = members[i]->cell->test;
	shared->file = group.file = pml_model_file(arena, "tests");
	gd_out_init(&out, 0);
	if (litmus_emit_group(arena, &group, &out))
		shared->model = gd_arena_strndup(arena, out.text, out.length);
	gd_out_free(&out);
	return shared->model ? shared : NULL;
}

void litmus_share(struct plan *const *plans, size_t count)
{
	struct gd_arena *arena = count ? plans[0]->arena : NULL;
	struct sharer *members[LITMUS_MOST_TESTS];
	sharers all = { 0 };

	for (size_t i = 0; i < count; i++)
		find_sharers(plans[i], arena, &all);
	for (size_t i = 0; i < all.count; i++) {
		size_t size = all.at[i].is_shared ? 0 : find_group(&all, i, members);
		struct camp_shared *shared = size > 1 ? group_of(arena, members, size) : NULL;

		for (size_t j = 0; shared && j < size; j++) {
			struct camp_job *job = &members[j]->plan->jobs.at[members[j]->cell->job];

			members[j]->is_shared = true;
			job->shared = shared;
			job->choice = litmus_choice(arena, j);
		}
	}
}

/* -------------------------------------------------------------------- claims */
enum litmus_judgement litmus_judge(const struct ir_litmus *test,
    const struct ir_litmus_claim *claim, const struct litmus_outcomes *outcomes,
    struct litmus_count *count)
{
	*count = (struct litmus_count){ 0, 0 };
	for (size_t i = 0; i < outcomes->count; i++)
		if (litmus_satisfies(test, claim->condition, &outcomes->at[i]))
			count->positive++;
		else
			count->negative++;
	if (!count->positive && outcomes->partial)
		return LITMUS_UNDECIDED;
	return claim->allowed == (count->positive > 0) ? LITMUS_AS_CLAIMED : LITMUS_NOT_AS_CLAIMED;
}

static bool is_allowed(const struct ir_litmus *test, enum ir_memory memory,
    const struct litmus_outcome *outcome)
{
	for (size_t i = 0; i < test->claim_count; i++) {
		const struct ir_litmus_claim *claim = &test->claims[i];

		if (claim->allowed && claim->under[memory] &&
		    litmus_satisfies(test, claim->condition, outcome))
			return true;
	}
	return false;
}

const struct litmus_outcome *litmus_unclaimed(const struct ir_litmus *test, enum ir_memory memory,
    const struct litmus_outcomes *outcomes)
{
	for (size_t i = 0; test->complete && i < outcomes->count; i++)
		if (litmus_has_claims(test, memory) && !is_allowed(test, memory, &outcomes->at[i]))
			return &outcomes->at[i];
	return NULL;
}

/* ------------------------------------------------------------------- outcomes */
static int by_values(const void *a, const void *b, void *size)
{
	return memcmp(((const struct litmus_outcome *)a)->values,
	    ((const struct litmus_outcome *)b)->values, *(size_t *)size);
}

void litmus_collect(struct plan *plan)
{
	for (size_t i = 0; i < plan->litmus.count; i++) {
		struct plan_litmus *cell = &plan->litmus.at[i];
		const struct camp_result *result = &plan->jobs.at[cell->job].result;
		struct litmus_outcomes *outcomes;
		size_t size = cell->test->observed_count;

		if (cell->job >= plan->jobs.count || !plan->jobs.at[cell->job].collects ||
		    result->verdict != CAMP_FAILS || cell->outcomes)
			continue;
		outcomes = GD_NEW(plan->arena, struct litmus_outcomes);
		if (!litmus_read_outcomes(plan->arena, cell->test, result->events, outcomes))
			continue;
		if (outcomes->count)
			qsort_r(outcomes->at, outcomes->count, sizeof *outcomes->at, by_values,
			    &size);
		cell->outcomes = outcomes;
	}
}

const char *litmus_reason(const struct plan *plan, const struct plan_litmus *cell)
{
	if (cell->outcomes && cell->outcomes->partial)
		return "a thread can hold back more stores than the model has room for: there may "
		       "be more outcomes";
	return plan->jobs.at[cell->job].result.reason;
}

/* The outcome of CELL from its claims, each judged by itself. */
static enum plan_outcome outcome_of_claims(const struct plan_litmus *cell)
{
	enum plan_outcome outcome = PLAN_AS_EXPECTED;
	struct litmus_count count;

	for (size_t i = 0; i < cell->test->claim_count; i++) {
		const struct ir_litmus_claim *claim = &cell->test->claims[i];

		if (!claim->under[cell->memory])
			continue;
		switch (litmus_judge(cell->test, claim, cell->outcomes, &count)) {
		case LITMUS_AS_CLAIMED: break;
		case LITMUS_NOT_AS_CLAIMED: return PLAN_DIFFERS;
		case LITMUS_UNDECIDED: outcome = PLAN_INCONCLUSIVE; break;
		}
	}
	return outcome;
}

enum plan_outcome plan_litmus_outcome(const struct plan *plan, const struct plan_litmus *cell)
{
	const struct camp_result *result = &plan->jobs.at[cell->job].result;
	bool says_all = cell->test->complete || !litmus_has_claims(cell->test, cell->memory);
	enum plan_outcome outcome;

	if (result->verdict == CAMP_NOT_RUN)
		return PLAN_NOT_RUN;
	if (result->verdict == CAMP_INCONCLUSIVE || result->verdict == CAMP_BOUNDED)
		return PLAN_INCONCLUSIVE;
	if (result->verdict != CAMP_FAILS || !cell->outcomes)
		return PLAN_TOOL_FAILED;
	outcome = outcome_of_claims(cell);
	if (outcome == PLAN_DIFFERS || litmus_unclaimed(cell->test, cell->memory, cell->outcomes))
		return PLAN_DIFFERS;
	return cell->outcomes->partial && says_all ? PLAN_INCONCLUSIVE : outcome;
}
