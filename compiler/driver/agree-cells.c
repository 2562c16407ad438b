/* agree-cells.c: which scenarios under which memory models, and their C. */
#include "compiler/driver/agree.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "agree/build.h"
#include "agree/interrupt.h"
#include "promela-backend/campaign/files.h"

/* ---------------------------------------------------------------------- the cells */
static bool admits(const plan_words *words, const char *word)
{
	for (size_t i = 0; i < words->count; i++)
		if (strcmp(words->at[i], word) == 0)
			return true;
	return words->count == 0;
}

static void add_cell(struct agree_plan *plan, const struct ir_scenario *scenario,
    enum ir_memory memory)
{
	struct agree_cell cell = { .scenario = scenario, .memory = memory };

	cell.name = gd_arena_printf(plan->arena, "%s %s", scenario->name, ir_memory_name[memory]);
	GD_PUSH(plan->arena, plan->cells, cell);
}

/* Reports a word of --scenario that names no scenario with scripts. */
static bool check_scenarios(const struct agree_arguments *a, const struct agree_plan *plan)
{
	const plan_words *wanted = &a->verify.filter.scenarios;
	plan_words known = { 0 };

	for (size_t i = 0; i < plan->ir->scenario_count; i++)
		if (!plan->ir->scenarios[i]->client)
			GD_PUSH(plan->arena, known, plan->ir->scenarios[i]->name);
	for (size_t i = 0; i < wanted->count; i++) {
		if (known.count && admits(&known, wanted->at[i]))
			continue;
		driver_error(driver_suggest(plan->arena, wanted->at[i], known.at, known.count),
		    "%s has no scenario `%s` with scripts", plan->spec->path, wanted->at[i]);
		return false;
	}
	return true;
}

/* Under which memory models programs can be explored. */
static const enum ir_memory explored[] = { IR_MEM_SC, IR_MEM_TSO, IR_MEM_PSO };
enum { EXPLORED = sizeof explored / sizeof *explored };

/* Preemptions are counted without store buffers only. */
static bool check_preemptions(const struct agree_arguments *a)
{
	const plan_words *wanted = &a->verify.filter.memories;

	for (size_t i = 0; a->bounds.preemptions >= 0 && i < wanted->count; i++)
		if (strcmp(wanted->at[i], ir_memory_name[IR_MEM_SC]) != 0) {
			driver_error("--seconds bounds it, too",
			    "--preemptions cannot be used with --memory `%s`", wanted->at[i]);
			return false;
		}
	return true;
}

static bool check_memories(const struct agree_arguments *a, struct gd_arena *arena)
{
	const plan_words *wanted = &a->verify.filter.memories;
	plan_words known = { 0 };

	for (size_t i = 0; i < EXPLORED; i++)
		GD_PUSH(arena, known, ir_memory_name[explored[i]]);
	for (size_t i = 0; i < wanted->count; i++) {
		if (admits(&known, wanted->at[i]))
			continue;
		driver_error(driver_suggest(arena, wanted->at[i], known.at, known.count),
		    "no program can be explored under --memory `%s`", wanted->at[i]);
		return false;
	}
	return true;
}

static bool add_cells(const struct agree_arguments *a, struct agree_plan *plan)
{
	const struct plan_filter *filter = &a->verify.filter;

	if (!check_scenarios(a, plan) || !check_memories(a, plan->arena) || !check_preemptions(a))
		return false;
	for (size_t i = 0; i < plan->ir->scenario_count; i++) {
		const struct ir_scenario *scenario = plan->ir->scenarios[i];

		if (scenario->client || !admits(&filter->scenarios, scenario->name))
			continue;
		for (size_t m = 0; m < EXPLORED; m++)
			if (filter->memories.count
				? admits(&filter->memories, ir_memory_name[explored[m]])
				: explored[m] == IR_MEM_SC)
				add_cell(plan, scenario, explored[m]);
	}
	if (plan->cells.count == 0)
		driver_error("a scenario with scripts is needed: `scenario s { objects a; mutator "
			     "m (stack = { a }) { collect; } }`",
		    "%s: there is nothing to compare", plan->spec->path);
	return plan->cells.count > 0;
}

/* Objects have the data words that the scenarios need.  A story is of one scenario, and has those of this one. */
static struct ir_spec *lower(const struct agree_arguments *a, const struct agree_plan *plan,
    const struct sem_variant *variant)
{
	const plan_words *only = &a->verify.filter.scenarios;

	return ir_lower_only(&plan->spec->context, plan->spec->sem, variant,
	    a->follow ? only->at : NULL, a->follow ? only->count : 0);
}

/* For models, what a loop over data words does is written out for each word of the scenarios. */
static const struct ir_spec *lower_code(const struct agree_plan *plan,
    const struct sem_variant *variant)
{
	return ir_word_access(plan->ir)
	    ? ir_lower_for_code(&plan->spec->context, plan->spec->sem, variant, NULL, 0)
	    : plan->ir;
}

bool agree_plan_cells(const struct agree_arguments *a, const char *file, struct agree_plan *plan)
{
	const struct plan_filter *filter = &a->verify.filter;
	const struct sem_variant *variant;

	memset(plan, 0, sizeof *plan);
	plan->spec = driver_open(&a->verify.common, file);
	plan->arena = plan->spec->arena;
	if (!plan->spec->sem)
		return false;
	variant = driver_variant(plan->spec, filter->sets.at, filter->sets.count, a->mutant);
	if (variant)
		plan->ir = lower(a, plan, variant);
	if (plan->ir)
		plan->code = lower_code(plan, variant);
	driver_write_diagnostics(plan->spec, &a->verify.common);
	return plan->code && add_cells(a, plan);
}

/* ----------------------------------------------------------------------------- C */
/* What one worker cannot follow, two may: a model has any number of them. */
enum { FOLLOWING_WORKERS = 2 };

static bool is_enough(const struct agree_arguments *a, const struct agree_cell *cell)
{
	return !cell->guide || a->chose_workers || cell->workers == FOLLOWING_WORKERS ||
	    cell->found.is == AGREE_WRONG;
}

const char *agree_schedule_of(const struct agree_arguments *a, const struct agree_plan *plan,
    const struct agree_cell *cell)
{
	if (!a->bounds.schedule || plan->cells.count == 1)
		return a->bounds.schedule;
	return gd_arena_printf(plan->arena, "%s.%s-%s", a->bounds.schedule, cell->scenario->name,
	    ir_memory_name[cell->memory]);
}

/* Main is the first mutator.  It makes the workers before all other threads (agree/driver/explored.c). */
static const char *task_name(struct gd_arena *arena, const struct agree_cell *cell, unsigned task)
{
	size_t first = task ? task - (size_t)cell->workers : 0;

	if (task && task <= cell->workers)
		return cell->workers == 1 ? "the worker"
					  : gd_arena_printf(arena, "worker %u", task);
	if (first < cell->scenario->mutator_count)
		return gd_arena_printf(arena, "mutator %s", cell->scenario->mutators[first].name);
	return "the environment";
}

/* WHY, with names in place of `task 1'. */
static const char *name_tasks(struct gd_arena *arena, const struct agree_cell *cell,
    const char *why)
{
	static const char word[] = "task ";
	const char *text = "", *at;
	char *end;

	while ((at = strstr(why, word))) {
		unsigned task = (unsigned)strtoul(at + strlen(word), &end, 10);
		bool is_number = end > at + strlen(word);

		text = gd_arena_printf(arena, "%s%.*s%s", text, (int)(at - why), why,
		    is_number ? task_name(arena, cell, task) : word);
		why = is_number ? end : at + strlen(word);
	}
	return gd_arena_printf(arena, "%s%s", text, why);
}

static void explore_cell(const struct agree_arguments *a, const struct agree_plan *plan,
    struct agree_build *build, struct agree_cell *cell, bool compares)
{
	struct agree_bounds bounds = a->bounds;
	const char *program =
	    agree_build_program(build, plan->ir, plan->code, cell->scenario, cell->guide);

	if (!program && agree_is_interrupted())
		return;
	if (!program) {
		cell->verdict = build->said ? AGREE_FAILED : AGREE_UNDECIDED;
		cell->why = build->why;
		return;
	}
	bounds.memory = cell->memory;
	bounds.schedule = agree_schedule_of(a, plan, cell);
	bounds.known = compares ? &cell->model : NULL;
	bounds.guide = cell->guide;
	do {
		cell->workers = bounds.workers;
		agree_explore(plan->arena, program, &bounds, plan->ir, cell->scenario, &cell->c,
		    &cell->found);
		if (cell->found.is == AGREE_WRONG)
			cell->found.why = name_tasks(plan->arena, cell, cell->found.why);
		bounds.workers++;
	} while (!is_enough(a, cell) && !agree_is_interrupted());
	cell->explored = !agree_is_interrupted() || cell->found.is == AGREE_WRONG;
}

/* What all programs share is kept beside the results. */
static const char *kept_folder(const struct agree_arguments *a, struct gd_arena *arena)
{
	const char *results = a->verify.results ? a->verify.results : camp_default_results(arena),
		   *slash;

	if (!results || a->verify.campaign.ignore_kept || a->verify.campaign.keep)
		return NULL;
	slash = strrchr(results, '/');
	return slash ? gd_arena_strndup(arena, results, (size_t)(slash - results)) : NULL;
}

/* In a folder of its own, which *DIRECTORY names. */
static bool begin_build(const struct agree_arguments *a, struct gd_arena *arena, bool weak,
    struct agree_build *build)
{
	const char *parent = getenv("TMPDIR"), *cc = getenv("GCDSL_CC");
	char *path =
	    gd_arena_printf(arena, "%s/gcdsl-agree.XXXXXX", parent && *parent ? parent : "/tmp");

	*build = (struct agree_build){ .arena = arena,
		.directory = path,
		.cc = cc && *cc ? cc : "gcc",
		.weak = weak,
		.kept = kept_folder(a, arena) };
	if (a->verify.campaign.keep)
		build->directory = gd_arena_printf(arena, "%s/program%s", a->verify.campaign.keep,
		    weak ? "-weak" : "");
	else if (!mkdtemp(path)) {
		driver_error(NULL, "cannot make a folder in %s", parent ? parent : "/tmp");
		return false;
	}
	if (build->directory[0] != '/') {
		char *here = getcwd(NULL, 0);

		build->directory = gd_arena_printf(arena, "%s/%s", here, build->directory);
		free(here);
	}
	if (agree_build_runtime(build))
		return true;
	if (agree_is_interrupted())
		return false;
	driver_error(cc && *cc ? "the environment variable GCDSL_CC names the C compiler" : NULL,
	    "%s", build->why);
	if (build->said)
		fputs(build->said, stderr);
	return false;
}

void agree_note_signal(const struct agree_plan *plan, int number)
{
	if (number && !plan->interrupted_by)
		verify_die_of(number);
	else if (number)
		*plan->interrupted_by = number;
}

bool agree_was_interrupted(const struct agree_plan *plan)
{
	return plan->interrupted_by && *plan->interrupted_by;
}

static bool is_unknown(const struct agree_cell *cell, bool weak)
{
	return cell->verdict == AGREE_UNKNOWN && (cell->memory != IR_MEM_SC) == weak;
}

/* The cells under sequential consistency, or the others: their programs are built in another way. */
static bool run_some(const struct agree_arguments *a, struct agree_plan *plan, bool compares,
    bool weak)
{
	struct agree_build build;
	bool any = false, good;

	for (size_t i = 0; i < plan->cells.count; i++)
		any |= is_unknown(&plan->cells.at[i], weak);
	if (!any)
		return true;
	agree_hold_signals();
	good = begin_build(a, plan->arena, weak, &build);
	for (size_t i = 0; good && i < plan->cells.count && !agree_is_interrupted(); i++)
		if (is_unknown(&plan->cells.at[i], weak))
			explore_cell(a, plan, &build, &plan->cells.at[i], compares);
	if (!a->verify.campaign.keep)
		camp_remove_tree(build.directory);
	agree_note_signal(plan, agree_release_signals());
	return good || agree_was_interrupted(plan);
}

/* What is not known of them is no result. */
static void leave_rest(struct agree_plan *plan)
{
	for (size_t i = 0; agree_was_interrupted(plan) && i < plan->cells.count; i++) {
		struct agree_cell *cell = &plan->cells.at[i];

		if (cell->verdict != AGREE_UNKNOWN || cell->explored)
			continue;
		cell->verdict = AGREE_UNDECIDED;
		cell->why = "interrupted";
	}
}

bool agree_run_programs(const struct agree_arguments *a, struct agree_plan *plan, bool compares)
{
	bool good = agree_was_interrupted(plan) || run_some(a, plan, compares, false);

	if (good && !agree_was_interrupted(plan))
		good = run_some(a, plan, compares, true);
	leave_rest(plan);
	return good;
}
