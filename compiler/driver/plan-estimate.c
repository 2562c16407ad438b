/* plan-estimate.c: from past runs, and if there are none, from the size of the specification.
 *
 * The first of these that exists is taken:
 *
 *	measured  the last complete search of the same cell and properties
 *	guessed   the largest one of the cell with other properties, or of the cell itself for a mutant
 *	guessed   the largest one of the same scenario with other options, workers or memory models
 *	guessed   from the size of the scenario and of the model's text
 *
 * doc/scheduling.md says how far off they are. */
#include "compiler/driver/plan-estimate.h"

#include <math.h>
#include <string.h>

#include "promela-backend/campaign/past.h"

/* ------------------------------------------------------------------------ from the past */
static struct camp_estimate from_row(const struct camp_past_row *row,
    enum camp_estimate_source source)
{
	return (struct camp_estimate){ source, row->states, row->depth, row->seconds, row->memory };
}

static void take_larger(struct camp_estimate *estimate, const struct camp_past_row *row)
{
	if (estimate->source == CAMP_UNKNOWN || row->states > estimate->states)
		*estimate = from_row(row, CAMP_GUESSED);
}

/* The name of CELL in the specification itself: without its mutant. */
static const char *own_name(const struct plan_cell *cell)
{
	return cell->cell->mutant ? strchr(cell->name, ':') + 2 : cell->name;
}

static bool is_same_scenario(const char *name, const char *scenario)
{
	size_t length = strlen(scenario);

	return strncmp(name, scenario, length) == 0 && name[length] == ' ';
}

static struct camp_estimate past_of_check(const struct plan *plan, const struct plan_cell *cell,
    const struct plan_check *check, const camp_past_rows *rows)
{
	const char *properties = plan_properties_of(plan, check), *name = own_name(cell);
	struct camp_estimate alike = { .source = CAMP_UNKNOWN }, near = alike;

	for (size_t i = 0; i < rows->count; i++) {
		const struct camp_past_row *row = &rows->at[i];

		if (strcmp(row->kind, "cell") != 0)
			continue;
		if (!cell->cell->mutant && strcmp(row->cell, name) == 0 &&
		    strcmp(row->properties, properties) == 0)
			return from_row(row, CAMP_MEASURED);
		if (strcmp(row->cell, name) == 0)
			take_larger(&alike, row);
		else if (is_same_scenario(row->cell, cell->scenario->name))
			take_larger(&near, row);
	}
	return alike.source != CAMP_UNKNOWN ? alike : near;
}

static struct camp_estimate past_of_test(const struct plan_litmus *test, const camp_past_rows *rows)
{
	struct camp_estimate near = { .source = CAMP_UNKNOWN };
	const char *prefix = "litmus ";

	for (size_t i = 0; i < rows->count; i++) {
		const struct camp_past_row *row = &rows->at[i];

		if (strcmp(row->kind, "litmus") != 0)
			continue;
		if (strcmp(row->cell, test->name) == 0)
			return from_row(row, CAMP_MEASURED);
		if (is_same_scenario(row->cell + strlen(prefix), test->test->name))
			take_larger(&near, row);
	}
	return near;
}

/* ------------------------------------------------------------------ from the specification */
/* Fitted to 471 cells of the examples and of the paper's campaign, whose states went from 35 to 2.9 million
 * (doc/scheduling.md says how far the guesses are off).  The model's text is longer if there are more kernels,
 * steps of scripts, or ways to reorder stores. */
static struct camp_estimate guess(const struct camp_job *job, double log_states)
{
	static const double STATE = 170e-6, PROGRAM = 1.7, /* MB */
	    OF_STATE = 1.06e-5, OF_BYTE = 1.06e-5;         /* seconds: search, and compiler */
	double states = pow(10, log_states);

	return (struct camp_estimate){ .source = CAMP_GUESSED,
		.states = states,
		.seconds = states * OF_STATE + (double)strlen(job->model) * OF_BYTE,
		.memory = PROGRAM + states * STATE };
}

static struct camp_estimate guess_check(const struct plan_cell *cell, const struct camp_job *job)
{
	const struct ir_scenario *s = cell->scenario;
	double objects = (double)s->object_count, mutators = (double)s->mutator_count, actions = 0,
	       length = log10((double)strlen(job->model) / 30000);

	for (size_t i = 0; i < s->mutator_count; i++)
		actions += (double)s->mutators[i].action_count;
	if (s->client)
		return guess(job, fmin(2 + 1.5 * objects + 0.5 * mutators, 9));
	return guess(job,
	    fmin(1.5 + 0.05 * actions + 0.42 * mutators + 0.25 * objects + 3.8 * length, 9));
}

static struct camp_estimate guess_test(const struct camp_job *job)
{
	static const double LOG_STATES = 2.5;

	return guess(job, LOG_STATES);
}

/* ------------------------------------------------------------------------------------- */
static camp_past_rows past_rows(const struct plan *plan, const char *results)
{
	const char *why;
	struct camp_past *past = results ? camp_past_open(plan->arena, results, &why) : NULL;
	camp_past_rows rows = { 0 };

	/* a file that cannot be read is reported when results are to be kept there */
	if (past && !camp_past_last_of(past, plan->arena, plan_subject(plan), &rows, &why))
		rows.count = 0;
	camp_past_close(past);
	return rows;
}

/* Job INDEX of PLAN.  NULL: it is not searched now (`weaken' leaves out jobs), or has no model. */
static struct camp_job *searched_job(struct plan *plan, size_t index)
{
	struct camp_job *job = index < plan->jobs.count ? &plan->jobs.at[index] : NULL;

	return job && job->model ? job : NULL;
}

void plan_estimate(struct plan *plan, const char *results)
{
	camp_past_rows rows = past_rows(plan, results);

	for (size_t i = 0; i < plan->cells.count; i++) {
		const struct plan_cell *cell = &plan->cells.at[i];

		for (size_t j = 0; j < cell->checks.count; j++) {
			struct camp_job *job = searched_job(plan, cell->checks.at[j].job);

			if (!job)
				continue;
			job->estimate = past_of_check(plan, cell, &cell->checks.at[j], &rows);
			if (job->estimate.source == CAMP_UNKNOWN)
				job->estimate = guess_check(cell, job);
		}
	}
	for (size_t i = 0; i < plan->litmus.count; i++) {
		struct camp_job *job = searched_job(plan, plan->litmus.at[i].job);

		if (!job)
			continue;
		job->estimate = past_of_test(&plan->litmus.at[i], &rows);
		if (job->estimate.source == CAMP_UNKNOWN)
			job->estimate = guess_test(job);
	}
}

struct camp_estimate plan_estimate_of_job(const struct camp_job *job)
{
	const struct camp_result *result = &job->result;

	if (!result->kept)
		return job->estimate;
	return (struct camp_estimate){ CAMP_MEASURED, result->states, result->depth,
		result->seconds, result->memory };
}

struct camp_estimate plan_estimate_of(const struct plan *plan, const struct plan_cell *cell)
{
	struct camp_estimate all = { .source = CAMP_MEASURED };

	for (size_t i = 0; i < cell->checks.count; i++) {
		struct camp_estimate one =
		    plan_estimate_of_job(&plan->jobs.at[cell->checks.at[i].job]);

		if (one.source < all.source)
			all.source = one.source;
		all.states += one.states;
		all.seconds += one.seconds;
		if (one.memory > all.memory)
			all.memory = one.memory;
		if (one.depth > all.depth)
			all.depth = one.depth;
	}
	return all;
}
