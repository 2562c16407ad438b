/* simplest.c: searches with at most 0, 1, 2 … reorderings. */
#include "compiler/driver/simplest.h"

#include <string.h>

enum { MOST_REORDERINGS = 8, SECONDS = 60 };

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

/* ------------------------------------------------------------------------ jobs */
static const char *job_name(const struct search *s, unsigned reorderings)
{
	const char *name = s->cell ? s->cell->name : s->litmus->name;

	return gd_arena_printf(s->plan->arena, "%s, reorderings %u", name, reorderings);
}

static enum ir_memory memory_with(const struct search *s, unsigned reorderings)
{
	return reorderings ? s->memory : IR_MEM_SC;
}

static void make_check(const struct search *s, unsigned reorderings, struct camp_job *job)
{
	struct gd_arena *arena = s->plan->arena;
	struct pml_request request = plan_request(s->plan, s->cell, s->check);
	const char *why = "?";

	request.memory = memory_with(s, reorderings);
	request.counts_reorderings = reorderings > 0;
	request.reorderings = reorderings;
	job->file = request.file;
	job->model = plan_model_text(arena, &request, &why);
	job->no_model = gd_arena_printf(arena, "no model can be made: %s", why);
	job->large = s->cell->scenario->client != NULL;
	plan_add_fallbacks(arena, &request, job);
	plan_add_runs(arena, &request, job);
}

static void make_litmus(const struct search *s, unsigned reorderings, struct camp_job *job)
{
	static const char *const short_pan[] = { "-E", NULL };
	struct gd_arena *arena = s->plan->arena;
	struct litmus_request request = { .test = s->litmus->test,
		.memory = memory_with(s, reorderings),
		.file = pml_model_file(arena, s->litmus->test->name),
		.seeks = s->sought,
		.counts_reorderings = reorderings > 0,
		.reorderings = reorderings };
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

/* -------------------------------------------------------------------- searches */
static bool run_job(const struct search *s, struct camp_job *job)
{
	struct camp_options options = s->arguments->campaign;
	struct camp_summary summary;

	options.jobs = 1;
	options.results =
	    s->arguments->results ? s->arguments->results : camp_default_results(s->plan->arena);
	if (options.time_limit > SECONDS)
		options.time_limit = SECONDS;
	camp_run_jobs(s->plan->arena, job, 1, &options, &summary);
	verify_die(&summary);
	if (summary.status != CAMP_CANNOT)
		return true;
	driver_error(NULL, "%s: nothing could be searched: %s", s->plan->file, summary.why);
	return false;
}

static void note_result(const struct search *s, unsigned reorderings,
    const struct camp_result *result, struct simplest *simplest)
{
	simplest->needed = reorderings;
	simplest->memory = memory_with(s, reorderings);
	simplest->result = *result;
	switch (result->verdict) {
	case CAMP_FAILS: simplest->is = SIMPLEST_FOUND; return;
	case CAMP_HOLDS: simplest->is = SIMPLEST_NOT_FOUND; return;
	case CAMP_INCONCLUSIVE:
	case CAMP_TOOL_FAILED:
	case CAMP_NOT_RUN: break;
	}
	simplest->is = SIMPLEST_UNKNOWN;
	simplest->why = result->reason ? result->reason : "the search failed";
}

static bool search_with(const struct search *s, unsigned reorderings, struct simplest *simplest)
{
	struct camp_job job = { .name = job_name(s, reorderings), .shortest = true };

	if (s->cell)
		make_check(s, reorderings, &job);
	else
		make_litmus(s, reorderings, &job);
	if (!run_job(s, &job))
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

static bool search_all(const struct search *s, struct simplest *simplest)
{
	const struct verify_simplest *options = &s->arguments->simplest;
	unsigned first = options->is_limited ? options->limit : 0,
		 last = options->is_limited ? options->limit : MOST_REORDERINGS;

	*simplest =
	    (struct simplest){ .is = SIMPLEST_NOT_COUNTED, .is_limited = options->is_limited };
	if (options->raw || !is_counted(s))
		return true;
	simplest->is = SIMPLEST_NOT_FOUND;
	for (unsigned i = first; simplest->is == SIMPLEST_NOT_FOUND && i <= last; i++)
		if (!search_with(s, i, simplest))
			return false;
	return true;
}

bool simplest_of_check(const struct verify_arguments *a, const struct plan *plan,
    const struct plan_cell *cell, const struct plan_check *check, struct simplest *simplest)
{
	struct search search = { a, plan, cell, check, NULL, NULL, cell->memory };

	return search_all(&search, simplest);
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
