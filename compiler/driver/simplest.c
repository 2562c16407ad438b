/* simplest.c: searches with at most 0, 1, 2 … reorderings, then for few context switches, and then for few
 * operations of the client and few objects.  Only if no run with few switches is found is there a search
 * for one with few steps: each search needs a verifier of its own. */
#include "compiler/driver/simplest.h"

#include "promela-backend/trail/trail.h"

#include <limits.h>
#include <string.h>

enum {
	MOST_REORDERINGS = 8,
	MOST_SWITCHES = 40,
	MOST_OPERATIONS = 20,
	SECONDS = 60,
	BOUND_MEMORY = 256
};

/* One of the two is there. */
struct search {
	const struct verify_arguments *arguments;
	const struct plan *plan;
	const struct plan_cell *cell;
	const struct plan_check *check;
	const struct plan_litmus *litmus;
	const struct litmus_sought *sought;
	enum ir_memory memory; /* of the cell */
};
/* What a model counts. */
struct bounds {
	enum ir_memory memory;
	bool counts_reorderings, counts_switches, counts_operations;
	unsigned reorderings;
	unsigned least_switches, most_switches;
	unsigned least_operations, most_operations, least_objects;
	bool operations_first;
};

/* ------------------------------------------------------------------------ jobs */
static const char *job_name(const struct search *s, const struct bounds *bounds)
{
	const char *name = s->cell ? s->cell->name : s->litmus->name;

	if (bounds->counts_operations)
		return gd_arena_printf(s->plan->arena, "%s, operations%s", name,
		    !bounds->operations_first     ? ""
			: bounds->counts_switches ? ", switches"
						  : " first");
	if (bounds->counts_switches)
		return gd_arena_printf(s->plan->arena, "%s, switches", name);
	return gd_arena_printf(s->plan->arena, "%s, reorderings %u", name, bounds->reorderings);
}

static struct bounds bounds_of(const struct search *s, unsigned reorderings)
{
	return (struct bounds){ .memory = reorderings ? s->memory : IR_MEM_SC,
		.counts_reorderings = reorderings > 0,
		.reorderings = reorderings };
}

/* Whether the search is for the smallest numbers. */
static bool is_fewest(const struct bounds *bounds)
{
	return bounds->counts_switches || bounds->counts_operations;
}

static void make_check(const struct search *s, const struct bounds *bounds, struct camp_job *job)
{
	struct gd_arena *arena = s->plan->arena;
	struct pml_request request = plan_request(s->plan, s->cell, s->check);
	const char *why = "?";

	request.memory = bounds->memory;
	request.counts_reorderings = bounds->counts_reorderings;
	request.reorderings = bounds->reorderings;
	request.counts_switches = bounds->counts_switches;
	request.least_switches = bounds->least_switches;
	request.most_switches = bounds->most_switches;
	request.counts_operations = bounds->counts_operations;
	request.least_operations = bounds->least_operations;
	request.most_operations = bounds->most_operations;
	request.least_objects = bounds->least_objects;
	request.operations_first = bounds->operations_first;
	job->file = request.file;
	job->model = plan_model_text(arena, &request, &why);
	job->no_model = gd_arena_printf(arena, "no model can be made: %s", why);
	job->large = s->cell->scenario->client != NULL && !is_fewest(bounds);
	plan_add_fallbacks(arena, &request, job);
	if (is_fewest(bounds))
		plan_add_safety_run(arena, job);
	else
		plan_add_runs(arena, &request, job);
}

static void make_litmus(const struct search *s, const struct bounds *bounds, struct camp_job *job)
{
	static const char *const short_pan[] = { "-E", NULL };
	struct gd_arena *arena = s->plan->arena;
	struct litmus_request request = { .test = s->litmus->test,
		.memory = bounds->memory,
		.file = pml_model_file(arena, s->litmus->test->name),
		.seeks = s->sought,
		.counts_reorderings = bounds->counts_reorderings,
		.reorderings = bounds->reorderings,
		.counts_switches = bounds->counts_switches,
		.most_switches = bounds->most_switches };
	struct camp_run *run = GD_NEW(arena, struct camp_run);
	struct pml_refusal refusal;
	const char *why = "?";
	struct gd_out out;

	*run = (struct camp_run){ .cc_flags = pml_litmus_cc_flags,
		.pan_flags = short_pan,
		.assertions = true,
		.short_cc_flags = pml_litmus_cc_flags,
		.short_pan_flags = short_pan };
	gd_out_init(&out, 0);
	if (pml_litmus_emit(arena, &request, &out, &refusal, &why))
		job->model = gd_arena_strndup(arena, out.text, out.length);
	gd_out_free(&out);
	job->no_model = gd_arena_printf(arena, "no model can be made: %s", why);
	job->file = request.file;
	job->has_code = true;
	job->runs = run;
	job->run_count = 1;
}

static void make_job(const struct search *s, const struct bounds *bounds, struct camp_job *job)
{
	if (s->cell)
		make_check(s, bounds, job);
	else
		make_litmus(s, bounds, job);
}

/* -------------------------------------------------------------------- searches */
static bool run_job(const struct search *s, struct camp_job *job, long megabytes,
    struct simplest *simplest)
{
	return verify_run_one(s->arguments, s->plan, job, SECONDS, megabytes,
	    &simplest->interrupted_by);
}

static void note_result(const struct search *s, unsigned reorderings,
    const struct camp_result *result, struct simplest *simplest)
{
	simplest->needed = reorderings;
	simplest->memory = bounds_of(s, reorderings).memory;
	simplest->result = *result;
	switch (result->verdict) {
	case CAMP_FAILS: simplest->is = SIMPLEST_FOUND; return;
	case CAMP_HOLDS: simplest->is = SIMPLEST_NOT_FOUND; return;
	case CAMP_INCONCLUSIVE:
	case CAMP_BOUNDED:
	case CAMP_TOOL_FAILED:
	case CAMP_NOT_RUN: break;
	}
	simplest->is = SIMPLEST_UNKNOWN;
	simplest->why = result->reason ? result->reason : "the search failed";
}

static bool search_with(const struct search *s, unsigned reorderings, struct simplest *simplest)
{
	struct bounds bounds = bounds_of(s, reorderings);
	struct camp_job job = { .name = job_name(s, &bounds) };

	make_job(s, &bounds, &job);
	if (!run_job(s, &job, LONG_MAX, simplest))
		return false;
	note_result(s, reorderings, &job.result, simplest);
	return true;
}

/* Where answers have no tag, a load can get the answer of another one without any reordering. */
static bool is_counted(const struct search *s)
{
	const struct ir_memory_info *memory = &ir_memory_info[s->memory];

	if (s->litmus && s->litmus->test->is_split && memory->late && !memory->tagged)
		return false;
	return memory->has_windows && !(s->check && s->check->strategy == PML_LTL);
}

/* Where nothing is known of reorderings, all runs count. */
static struct bounds found_bounds(const struct search *s, const struct simplest *simplest)
{
	return simplest->is == SIMPLEST_FOUND ? bounds_of(s, simplest->needed)
					      : (struct bounds){ .memory = s->memory };
}

/* The job of the first search.  NULL: it is a litmus test, of which outcomes are collected. */
static const struct camp_job *first_job(const struct search *s)
{
	return s->check ? &s->plan->jobs.at[s->check->job] : NULL;
}

/* A run that repeats for ever switches as often as it repeats. */
static bool switches_are_counted(const struct search *s, const struct simplest *simplest)
{
	const struct camp_job *first = first_job(s);
	const struct camp_result *result = simplest->is == SIMPLEST_FOUND ? &simplest->result
	    : first                                                       ? &first->result
									  : NULL;

	if (s->check && s->check->strategy == PML_LTL)
		return false;
	return !(result && result->events && strstr(result->events, "START OF CYCLE"));
}

static void take_run(const struct camp_job *job, const struct bounds *bounds,
    struct simplest *simplest)
{
	simplest->result = job->result;
	simplest->memory = bounds->memory;
	simplest->has_run = simplest->is_short = true;
}

/* One search for the smallest numbers.  The limit is memory, so that the run does not depend on what else
 * the machine does. */
static bool search_fewest(const struct search *s, const struct bounds *bounds,
    struct simplest *simplest)
{
	struct camp_job job = { .name = job_name(s, bounds), .shortest = true, .smallest = true };

	make_job(s, bounds, &job);
	if (!run_job(s, &job, BOUND_MEMORY, simplest))
		return false;
	if (job.result.verdict == CAMP_FAILS)
		take_run(&job, bounds, simplest);
	return true;
}

/* Of the runs with so many reorderings, one with few context switches. */
static bool search_switches(const struct search *s, struct simplest *simplest)
{
	struct bounds bounds = found_bounds(s, simplest);

	bounds.counts_switches = true;
	bounds.most_switches = MOST_SWITCHES;
	simplest->counts_switches = true;
	return search_fewest(s, &bounds, simplest);
}

/* The run that was found last.  NULL: it cannot be read. */
static const struct trail *run_so_far(const struct search *s, const struct simplest *simplest)
{
	const struct camp_result *result =
	    simplest->has_run ? &simplest->result : &first_job(s)->result;
	const char *why;

	return result->property && result->events
	    ? trail_read(s->plan->arena, s->cell->ir, s->cell->scenario, result->property,
		  result->events, &why)
	    : NULL;
}

/* The fewest switches are known: of the runs with so many, one with few operations. */
static bool after_switches(const struct search *s, struct simplest *simplest,
    const struct trail *trail)
{
	struct bounds bounds = found_bounds(s, simplest);

	bounds.counts_switches = bounds.counts_operations = true;
	bounds.least_switches = bounds.most_switches = (unsigned)trail->switches;
	bounds.most_operations = (unsigned)trail->operations.count;
	return search_fewest(s, &bounds, simplest);
}

/* They are not known: of all runs one with few operations, and of these one with few switches. */
static bool before_switches(const struct search *s, struct simplest *simplest,
    const struct trail *trail)
{
	struct bounds bounds = found_bounds(s, simplest);

	bounds.counts_operations = bounds.operations_first = true;
	bounds.most_operations = (unsigned)trail->operations.count;
	if (!search_fewest(s, &bounds, simplest))
		return false;
	trail = run_so_far(s, simplest);
	if (!trail || !trail_has_fewest_operations(trail))
		return true;
	bounds.least_operations = bounds.most_operations = (unsigned)trail->operations.count;
	bounds.least_objects = (unsigned)trail->operations.objects;
	bounds.counts_switches = true;
	bounds.most_switches = MOST_SWITCHES;
	return search_fewest(s, &bounds, simplest);
}

/* The run that is there shows how many operations are enough. */
static bool search_operations(const struct search *s, struct simplest *simplest)
{
	const struct trail *trail;

	if (!s->cell || !s->cell->scenario->client)
		return true;
	simplest->counts_operations = true;
	trail = run_so_far(s, simplest);
	if (!trail || trail->operations.count > MOST_OPERATIONS)
		return true;
	return trail_has_fewest(trail) || simplest->needed ? after_switches(s, simplest, trail)
							   : before_switches(s, simplest, trail);
}

static bool search_reorderings(const struct search *s, struct simplest *simplest)
{
	const struct verify_simplest *options = &s->arguments->simplest;
	unsigned first = options->is_limited ? options->limit : 0,
		 last = options->is_limited ? options->limit : MOST_REORDERINGS;

	*simplest =
	    (struct simplest){ .is = SIMPLEST_NOT_COUNTED, .is_limited = options->is_limited };
	if (!is_counted(s))
		return true;
	simplest->is = SIMPLEST_NOT_FOUND;
	for (unsigned i = first; simplest->is == SIMPLEST_NOT_FOUND && i <= last; i++)
		if (!search_with(s, i, simplest))
			return false;
	simplest->has_run = simplest->is == SIMPLEST_FOUND;
	return true;
}

/* The run so far is the first that was found, and may have many steps.  Takes a short one, if it ends in the
 * same way. */
static bool shorten(const struct search *s, struct simplest *simplest)
{
	struct bounds bounds = found_bounds(s, simplest);
	const struct camp_job *first = first_job(s);
	const struct camp_result *result =
	    simplest->is == SIMPLEST_FOUND ? &simplest->result : &first->result;
	struct camp_job job = { .shortest = true };

	job.name = gd_arena_printf(s->plan->arena, "%s, short", job_name(s, &bounds));
	make_job(s, &bounds, &job);
	if (!run_job(s, &job, LONG_MAX, simplest))
		return false;
	if (job.result.verdict == result->verdict && job.result.events)
		take_run(&job, &bounds, simplest);
	return true;
}

static bool is_short(const struct search *s, const struct simplest *simplest)
{
	const struct camp_job *first = first_job(s);

	return simplest->is_short || !switches_are_counted(s, simplest) ||
	    (simplest->is != SIMPLEST_FOUND && (!first || first->shortest));
}

static bool search_all(const struct search *s, struct simplest *simplest)
{
	if (s->arguments->simplest.raw) {
		*simplest = (struct simplest){ .is = SIMPLEST_NOT_COUNTED };
		return true;
	}
	if (!search_reorderings(s, simplest))
		return false;
	simplest->asked = s->memory;
	if (simplest->is == SIMPLEST_NOT_FOUND && simplest->is_limited)
		return true; /* no run is shown */
	if (simplest->is != SIMPLEST_NOT_FOUND && switches_are_counted(s, simplest) &&
	    !search_switches(s, simplest))
		return false;
	if (!is_short(s, simplest) && !shorten(s, simplest))
		return false;
	return !simplest->counts_switches || search_operations(s, simplest);
}

bool simplest_of_check(const struct verify_arguments *a, const struct plan *plan,
    const struct plan_cell *cell, const struct plan_check *check, struct simplest *simplest)
{
	struct search search = { a, plan, cell, check, NULL, NULL, cell->memory };

	if (first_job(&search)->result.verdict == CAMP_FAILS)
		return search_all(&search, simplest);
	*simplest = (struct simplest){ .is = SIMPLEST_NOT_COUNTED };
	return is_short(&search, simplest) || shorten(&search, simplest);
}

bool simplest_of_litmus(const struct verify_arguments *a, const struct plan *plan,
    const struct plan_litmus *cell, const struct litmus_sought *sought, struct simplest *simplest)
{
	struct search search = { a, plan, NULL, NULL, cell, sought, cell->memory };

	return search_all(&search, simplest);
}

/* ------------------------------------------------------------------------ text */
static const char *count_text(struct gd_arena *arena, unsigned count)
{
	return gd_arena_printf(arena, "%u reordering%s", count, count == 1 ? "" : "s");
}

static const char *needed_text(struct gd_arena *arena, const struct simplest *simplest,
    const char *fails)
{
	unsigned needed = simplest->needed;

	if (needed == 0)
		return gd_arena_printf(arena, "no reordering is needed: it %s under sc, too",
		    fails);
	if (simplest->is_limited)
		return gd_arena_printf(arena, "it %s with at most %s", fails,
		    count_text(arena, needed));
	return gd_arena_printf(arena, "%s %s needed", count_text(arena, needed),
	    needed == 1 ? "is" : "are");
}

static const char *unknown_text(struct gd_arena *arena, const struct simplest *simplest)
{
	if (simplest->needed == 0 || simplest->is_limited)
		return gd_arena_printf(arena, "how many reorderings are needed is not known: %s",
		    simplest->why);
	return gd_arena_printf(arena,
	    "at least %s %s needed; whether that is enough is not known: %s",
	    count_text(arena, simplest->needed), simplest->needed == 1 ? "is" : "are",
	    simplest->why);
}

const char *simplest_text(struct gd_arena *arena, const struct simplest *simplest,
    const char *fails)
{
	switch (simplest->is) {
	case SIMPLEST_FOUND: return needed_text(arena, simplest, fails);
	case SIMPLEST_UNKNOWN: return unknown_text(arena, simplest);
	case SIMPLEST_NOT_FOUND:
		return gd_arena_printf(arena, "no run with at most %s %s",
		    count_text(arena, simplest->needed), fails);
	case SIMPLEST_NOT_COUNTED: break;
	}
	return NULL;
}

/* Under a weak memory model a store that waits can save switches, though nothing overtakes it.  A run
 * that needs no reordering is searched under sc. */
static const char *under_sc(const struct simplest *simplest)
{
	return simplest->has_run && simplest->asked != IR_MEM_SC && simplest->memory == IR_MEM_SC
	    ? " under sc"
	    : "";
}

const char *simplest_switches(struct gd_arena *arena, const struct simplest *simplest,
    size_t switches, bool is_fewest)
{
	if (!simplest->counts_switches)
		return NULL;
	return gd_arena_printf(arena, "%zu context switch%s: %s%s%s", switches,
	    switches == 1 ? "" : "es", is_fewest ? "no such run" : "whether such a run",
	    is_fewest ? under_sc(simplest) : "",
	    is_fewest ? " has fewer" : " can have fewer is not known");
}

const char *simplest_operations(struct gd_arena *arena, const struct simplest *simplest,
    const struct operations *operations, bool is_fewest)
{
	if (!simplest->counts_operations)
		return NULL;
	return gd_arena_printf(arena, "%zu operation%s of mutators, %zu object%s: %s%s%s",
	    operations->count, operations->count == 1 ? "" : "s", operations->objects,
	    operations->objects == 1 ? "" : "s", is_fewest ? "no such run" : "whether such a run",
	    is_fewest ? under_sc(simplest) : "",
	    is_fewest ? " has fewer operations, or as many and fewer objects"
		      : " can have fewer is not known");
}

/* ------------------------------------------------------------------- which ones */
void simplest_add(struct simplest_stores *stores, const struct marks_red *red, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		size_t known = 0;

		while (known < stores->count && stores->at[known] != red[i].store)
			known++;
		if (red[i].rule == 'A' && known == stores->count && known < SIMPLEST_STORES)
			stores->at[stores->count++] = red[i].store;
	}
}

static const char *store_text(struct gd_arena *arena, const struct marks_store *store)
{
	const struct marks_access *access = &store->access;
	const char *what = access->stored
	    ? gd_arena_printf(arena, "`%s = %s`", access->location, access->stored)
	    : gd_arena_printf(arena, "the %s of %s", access->op, access->location);

	return gd_arena_printf(arena, "%s of %s (step %ld), which %s overtakes", what,
	    access->thread, store->began, store->overtaken_by);
}

const char *simplest_which(struct gd_arena *arena, const struct simplest_stores *stores,
    size_t needed)
{
	const char *text = "";

	if (stores->count != needed)
		return "";
	for (size_t i = 0; i < stores->count; i++)
		text = gd_arena_printf(arena, "%s%s%s", text, i ? "; " : ": ",
		    store_text(arena, stores->at[i]));
	return text;
}
