/* agree-models.c: how the runs of models end. */
#include "compiler/driver/agree.h"

#include <stdlib.h>
#include <string.h>
#include "promela-backend/trail/trail.h"

/* --------------------------------------------------------------------- requests */
/* Where one of these breaks, the C may do anything.  That a cycle ends is seen by how runs end, and that what
 * scripts read is not as it would be without a collector by what they read. */
static bool is_required(const struct ir_property *property)
{
	return property->builtin && property->builtin != IR_CYCLE_ENDS &&
	    property->builtin != IR_FAITHFUL;
}

static void choose_properties(struct gd_arena *arena, const struct ir_spec *ir,
    struct pml_request *request)
{
	const struct ir_property **chosen =
	    GD_NEW_ARRAY(arena, const struct ir_property *, ir->property_count + 1);

	for (size_t i = 0; i < ir->property_count; i++)
		if (is_required(ir->properties[i]))
			chosen[request->property_count++] = ir->properties[i];
	request->properties = chosen;
}

struct pml_request agree_request(const struct agree_arguments *a, const struct agree_plan *plan,
    const struct agree_cell *cell)
{
	static const struct ir_workers any = { .any = true, .text = "any" };

	return (struct pml_request){ .spec = plan->ir,
		.scenario = cell->scenario,
		.memory = cell->memory,
		.workers = &any,
		.strategy = PML_SAFETY,
		.window = (unsigned)a->verify.filter.model.window,
		.marks_new = true,
		.file = pml_model_file(plan->arena, plan->ir->name) };
}

static const struct camp_run *one_search(struct gd_arena *arena)
{
	static const char *const cc[] = { "-DSAFETY", "-DNOREDUCE", "-DNOFAIR", NULL };
	static const char *const pan[] = { "-b", "-E", NULL }, *const shorter[] = { "-E", NULL };
	struct camp_run *run = GD_NEW(arena, struct camp_run);

	*run = (struct camp_run){ .cc_flags = cc,
		.pan_flags = pan,
		.assertions = true,
		.short_cc_flags = cc,
		.short_pan_flags = shorter };
	return run;
}

/* The model without reductions decides, unless it is too large. */
static struct camp_job job_of(const struct agree_plan *plan, const struct agree_cell *cell,
    const struct pml_request *request)
{
	struct camp_job job = { .name = cell->name,
		.file = request->file,
		.runs = one_search(plan->arena),
		.run_count = 1,
		.use_whole = CAMP_WHOLE_FIRST };
	struct pml_request whole = *request;
	const char *why = "?";

	job.model = plan_model_text(plan->arena, request, &why);
	if (!job.model)
		job.no_model = gd_arena_printf(plan->arena, "no model can be made: %s", why);
	whole.no_fold = PML_NO_FOLD;
	job.whole = plan_model_text(plan->arena, &whole, &why);
	if (job.whole && job.model && strcmp(job.whole, job.model) == 0)
		job.whole = NULL;
	plan_add_fallbacks(plan->arena, request, &job);
	return job;
}

static void add_model(const struct agree_arguments *a, struct agree_plan *plan,
    const struct agree_cell *cell)
{
	struct pml_request request = agree_request(a, plan, cell);
	struct camp_job job;

	choose_properties(plan->arena, plan->ir, &request);
	request.outcomes = true;
	job = job_of(plan, cell, &request);
	job.outcomes = true;
	GD_PUSH(plan->arena, plan->jobs, job);
}

/* ------------------------------------------------------------------------- ends */
static void decide(struct agree_cell *cell, enum agree_verdict verdict, const char *why)
{
	cell->verdict = verdict;
	cell->why = why;
}

/* "@ failed 3": a run breaks what the request numbers 3. */
static void note_failure(const struct agree_arguments *a, const struct agree_plan *plan,
    struct agree_cell *cell, const char *line)
{
	struct pml_request request = agree_request(a, plan, cell);
	const char *name;

	choose_properties(plan->arena, plan->ir, &request);
	name = pml_failure_name(&request, (unsigned)strtoul(line, NULL, 10));
	decide(cell, AGREE_UNDECIDED,
	    gd_arena_printf(plan->arena,
		"the model breaks %s, and then its C may do anything: see `gcdsl verify'",
		name ? name : "a check"));
}

static void read_ends(const struct agree_arguments *a, const struct agree_plan *plan,
    struct agree_cell *cell, const char *lines)
{
	for (; *lines; lines += strcspn(lines, "\n"), lines += *lines == '\n') {
		if (strncmp(lines, "@ failed ", 9) == 0)
			note_failure(a, plan, cell, lines + 9);
		else if (strncmp(lines, "@ outcome stuck", 15) == 0)
			decide(cell, AGREE_UNDECIDED,
			    "a run of the model gets stuck: see `gcdsl verify'");
		else if (strncmp(lines, "@ outcome ", 10) == 0)
			agree_add_end(plan->arena, &cell->model, plan->ir, cell->scenario,
			    lines + 10);
	}
}

/* The job of CELL has its result. */
static void read_result(const struct agree_arguments *a, const struct agree_plan *plan,
    struct agree_cell *cell, const struct camp_result *result)
{
	if (result->verdict == CAMP_NOT_RUN && agree_was_interrupted(plan))
		return;
	switch (result->verdict) {
	case CAMP_FAILS: read_ends(a, plan, cell, result->events); return;
	case CAMP_INCONCLUSIVE:
	case CAMP_BOUNDED:
	case CAMP_NOT_RUN:
		decide(cell, AGREE_UNDECIDED,
		    gd_arena_printf(plan->arena, "the model: %s",
			result->reason ? result->reason : "not run"));
		return;
	case CAMP_HOLDS:
	case CAMP_TOOL_FAILED: break;
	}
	decide(cell, AGREE_FAILED, result->reason ? result->reason : "a tool failed");
}

bool agree_run_jobs(const struct agree_arguments *a, const struct agree_plan *plan,
    struct camp_job *jobs, size_t count, struct camp_summary *summary)
{
	struct camp_options options = a->verify.campaign;

	options.jobs = (unsigned)a->verify.common.jobs;
	options.results = a->verify.results ? a->verify.results : camp_default_results(plan->arena);
	camp_run_jobs(plan->arena, jobs, count, &options, summary);
	if (summary->status == CAMP_INTERRUPTED)
		agree_note_signal(plan, summary->interrupted_by);
	if (summary->status != CAMP_CANNOT)
		return summary->status == CAMP_DONE;
	driver_error(NULL, "%s: no model could be searched: %s", plan->spec->path, summary->why);
	return false;
}

bool agree_run_models(const struct agree_arguments *a, struct agree_plan *plan,
    struct camp_summary *summary)
{
	for (size_t i = 0; i < plan->cells.count; i++)
		add_model(a, plan, &plan->cells.at[i]);
	if (!agree_run_jobs(a, plan, plan->jobs.at, plan->jobs.count, summary) &&
	    !agree_was_interrupted(plan))
		return false;
	for (size_t i = 0; i < plan->cells.count; i++)
		read_result(a, plan, &plan->cells.at[i], &plan->jobs.at[i].result);
	return true;
}

struct camp_job agree_one_search(const struct agree_plan *plan, const struct agree_cell *cell,
    const struct pml_request *request, const char *text)
{
	return (struct camp_job){ .name = cell->name,
		.file = request->file,
		.model = text,
		.runs = one_search(plan->arena),
		.run_count = 1,
		.outcomes = request->outcomes,
		.shortest = !request->outcomes };
}

/* ------------------------------------------------------------------------- a run */
static void follow(const struct agree_arguments *a, const struct agree_plan *plan,
    const struct agree_cell *cell, const struct trail *trail, const struct trail_heading *heading,
    FILE *out)
{
	char *text = NULL;
	size_t length = 0;
	FILE *story = open_memstream(&text, &length);

	if (!story)
		return;
	trail_write_json(trail, heading, story);
	fclose(story);
	story = fmemopen(text, length, "r");
	if (story)
		follow_model(a, plan, cell, story, out);
	if (story)
		fclose(story);
	free(text);
}

const struct trail *agree_find_model_run(const struct agree_arguments *a,
    const struct agree_plan *plan, const struct agree_cell *cell, const struct agree_end *end)
{
	struct pml_request request = agree_request(a, plan, cell);
	struct camp_summary summary;
	struct camp_job job;
	const char *why;

	request.seeks = end->line;
	job = job_of(plan, cell, &request);
	job.shortest = true;
	if (!agree_run_jobs(a, plan, &job, 1, &summary) || job.result.verdict != CAMP_FAILS)
		return NULL;
	return trail_read(plan->arena, plan->ir, cell->scenario, PML_OUTCOME, job.result.events,
	    &why);
}

void agree_show_model(const struct agree_arguments *a, const struct agree_plan *plan,
    const struct agree_cell *cell, FILE *out)
{
	struct trail_heading heading = { .file = plan->spec->path,
		.memory = ir_memory_name[cell->memory],
		.workers = "any" };

	trail_write_text(cell->model_run, &heading, out);
	follow(a, plan, cell, cell->model_run, &heading, out);
}
