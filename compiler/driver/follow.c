/* follow.c: gcdsl explore --follow: the C does what a run of the model does. */
#include "compiler/driver/follow.h"
#include "compiler/driver/seen-text.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include "promela-backend/pml.h"

/* ---------------------------------------------------------------------- the story */
static bool wrong(const char *path, const char *why)
{
	driver_error("write one with `gcdsl trace --json'", "the story `%s` cannot be followed: %s",
	    path, why);
	return false;
}

static bool open_story(struct agree_arguments *a, struct story *story)
{
	FILE *in = fopen(a->follow, "r");
	const char *why = "?";
	bool good;

	*story = (struct story){ 0 };
	if (!in)
		return wrong(a->follow, strerror(errno));
	good = story_read(story, a->verify.arena, in, &why);
	fclose(in);
	return good || wrong(a->follow, why);
}

/* The story says which cell it is of. */
static bool choose_cell(struct agree_arguments *a, const struct story *story)
{
	struct plan_filter *filter = &a->verify.filter;
	char *options = gd_arena_strdup(story->arena, story->options);

	if (filter->sets.count || filter->scenarios.count || filter->memories.count) {
		driver_error("leave out --scenario, --set and --memory",
		    "the story `%s` says which scenario, options and memory model it is of",
		    a->follow);
		return false;
	}
	if (strcmp(story->memory, ir_memory_name[IR_MEM_SC]) != 0) {
		driver_error(NULL,
		    "the story `%s` is under `%s`, and only those under `sc` are followed",
		    a->follow, story->memory);
		return false;
	}
	GD_PUSH(story->arena, filter->scenarios, story->scenario);
	GD_PUSH(story->arena, filter->memories, story->memory);
	for (char *one = strtok(options, " "); one; one = strtok(NULL, " "))
		GD_PUSH(story->arena, filter->sets, one);
	a->mutant = story->mutant;
	return true;
}

static bool make_guide(const struct agree_arguments *a, const struct story *story,
    struct agree_plan *plan)
{
	const char *why = "?";

	if (strcmp(plan->ir->name, story->collector) != 0)
		return wrong(a->follow,
		    gd_arena_printf(story->arena, "it is of the collector `%s', not of `%s'",
			story->collector, plan->ir->name));
	plan->cells.at[0].guide = story_guide(story, plan->ir, plan->cells.at[0].scenario, &why);
	return plan->cells.at[0].guide || wrong(a->follow, why);
}

/* ---------------------------------------------------------------------- the report */
static const char *event_text(const struct agree_plan *plan, const struct seen *e)
{
	return seen_text(plan->arena, plan->ir, plan->cells.at[0].scenario, e);
}

static unsigned first_not_done(const struct agree_cell *cell)
{
	unsigned g = 0;

	while (g < cell->guide->count && cell->found.way->is_done[g] == 1)
		g++;
	return g;
}

static void write_tasks(const struct agree_plan *plan, const struct agree_cell *cell, FILE *out)
{
	const struct way *way = cell->found.way;

	for (unsigned i = 0; i < WAY_TASKS; i++)
		if (way->waits[i])
			fprintf(out, "  %s: %s\n",
			    way->differs[i] ? "it has done, with another value"
				: way->next[i].is_extra
				? "it is about to do what the story does not"
				: "it waits with",
			    event_text(plan, &way->next[i]));
}

static void write_behind(const struct agree_plan *plan, const struct agree_cell *cell, FILE *out)
{
	const struct guide *guide = cell->guide;
	unsigned next = first_not_done(cell);

	fprintf(out, "The C comes up to event %u of %u (%u were done in all):\n", next,
	    guide->count, cell->found.way->done);
	for (unsigned g = next < 5 ? 0 : next - 5; g < next; g++)
		fprintf(out, "%4u  %s\n", g + 1, event_text(plan, &guide->at[g]));
	if (next < guide->count)
		fprintf(out, "The next would be\n%4u  %s\n", next + 1,
		    event_text(plan, &guide->at[next]));
	fprintf(out, "There the C cannot go on:\n");
	write_tasks(plan, cell, out);
}

static void write_again(const struct agree_arguments *a, const struct agree_plan *plan,
    const struct agree_cell *cell, FILE *out)
{
	const char *not_kept = strstr(cell->found.why, AGREE_NOT_KEPT);

	if (!a->follow || a->bounds.replay)
		return;
	if (!not_kept)
		fprintf(out,
		    "\nto see it again: gcdsl explore %s --follow %s --workers %u --replay %s\n",
		    plan->spec->path, a->follow, cell->workers, a->bounds.schedule);
	else if (cell->guide->until != GUIDE_FAIL) /* else it is part of how it fails */
		fprintf(out, "\nthe schedule is not kept: %s\n", not_kept + strlen(AGREE_NOT_KEPT));
}

/* The end of the program, in the form of other ends; NULL: it has none. */
static const char *end_of(const struct agree_plan *plan, const struct agree_cell *cell,
    const char *line)
{
	struct agree_ends ends = { 0 };
	const struct agree_end *end =
	    agree_add_end(plan->arena, &ends, plan->ir, cell->scenario, line);

	return end ? end->text : NULL;
}

static const char *last_end(const struct agree_plan *plan, const struct agree_cell *cell)
{
	const char *line = cell->found.trace ? strstr(cell->found.trace, "outcome ") : NULL;

	return line ? end_of(plan, cell, line + strlen("outcome ")) : NULL;
}

static void write_property(const struct story *story, FILE *out)
{
	fprintf(out, "%s%s%s: %s\n", story->property, story->binding ? ", with " : "",
	    story->binding ? story->binding : "", story->why_fails);
	if (story->formula)
		fprintf(out, "  %s = %s\n", story->property, story->formula);
}

static void write_ends(const char *c, const char *model, FILE *out)
{
	if (c && model && strcmp(c, model) == 0)
		fprintf(out, "its heap is as that of the model:\n  %s\n", c);
	else
		fprintf(out,
		    "its heap is not as that of the model:\n  the C:     %s\n  the model: %s\n",
		    c ? c : "?", model ? model : "?");
}

static int write_heap(const struct story *story, const struct agree_plan *plan,
    const struct agree_cell *cell, FILE *out)
{
	const char *model =
		       end_of(plan, cell, story_end(story, plan->ir, cell->scenario, cell->guide)),
		   *c = last_end(plan, cell),
		   *undecided = follow_undecided(story, plan, cell, c, model);

	if (cell->guide->until == GUIDE_END && c && model && strcmp(c, model) == 0)
		fprintf(out, "it ends as the model does:\n  %s\n", c);
	else if (!undecided)
		fprintf(out, "its heap is as that of the model:\n  %s\n", c);
	else
		write_ends(c, model, out);
	if (strcmp(story->property, PML_OUTCOME) == 0)
		return DRIVER_OK;
	if (undecided)
		fprintf(out,
		    "It is not decided whether the property fails in the C: %s.\nThe story says: ",
		    undecided);
	else
		fprintf(out, "VIOLATION: ");
	write_property(story, out);
	return undecided ? DRIVER_INCONCLUSIVE : DRIVER_OK;
}

/* Returns a driver_status. */
static int write_followed(const struct story *story, const struct agree_plan *plan,
    const struct agree_cell *cell, FILE *out)
{
	fprintf(out, "followed: the C does all %u events of the story, and then\n",
	    cell->guide->count);
	if (cell->guide->until != GUIDE_FAIL)
		return write_heap(story, plan, cell, out);
	fprintf(out, "it fails%s: %s\nThe story says: ",
	    follow_fails_alike(story, cell->found.why) ? "" : " in another way", cell->found.why);
	write_property(story, out);
	return follow_fails_alike(story, cell->found.why) ? DRIVER_OK : DRIVER_INCONCLUSIVE;
}

/* How it went.  Returns a driver_status. */
static int write_result(const struct agree_arguments *a, const struct story *story,
    const struct agree_plan *plan, FILE *out)
{
	const struct agree_cell *cell = &plan->cells.at[0];
	const struct agree_found *found = &cell->found;
	bool is_done = found->way->done == cell->guide->count;

	if (found->is == AGREE_WRONG && is_done) {
		int status = write_followed(story, plan, cell, out);

		write_again(a, plan, cell, out);
		return status;
	}
	if (found->is == AGREE_WRONG)
		fprintf(out, "not followed: the C fails before: %s\n", found->why);
	else if (is_done)
		fprintf(out,
		    "not followed: the C does all %u events of the story, but does not break %s\n",
		    cell->guide->count, story->property);
	else
		fprintf(out, "not followed%s%s\n",
		    found->is == AGREE_SOME ? ": " : " by any schedule",
		    found->is == AGREE_SOME ? found->why : "");
	if (!is_done)
		write_behind(plan, cell, out);
	return found->is == AGREE_SOME ? DRIVER_INCONCLUSIVE : DRIVER_DIFFERS;
}

static int write_report(const struct agree_arguments *a, const struct story *story,
    const struct agree_plan *plan, FILE *out)
{
	const struct agree_cell *cell = &plan->cells.at[0];

	if (cell->verdict == AGREE_UNDECIDED) {
		fprintf(out, "not followed: there is no C: %s\n", cell->why);
		return DRIVER_INCONCLUSIVE;
	}
	if (cell->verdict != AGREE_UNKNOWN || cell->found.is >= AGREE_REFUSED) {
		fprintf(out, "not followed: %s\n", cell->why ? cell->why : cell->found.why);
		return DRIVER_FAILED;
	}
	return write_result(a, story, plan, out);
}

/* ------------------------------------------------------------------------- JSON */
static const char *verdict_of(int status)
{
	return status == DRIVER_OK          ? "fails too"
	    : status == DRIVER_DIFFERS      ? "not followed"
	    : status == DRIVER_INCONCLUSIVE ? "inconclusive"
					    : "tool failed";
}

static void put_json(const struct agree_arguments *a, const struct story *story,
    const struct agree_plan *plan, const char *report, int status)
{
	const struct agree_cell *cell = &plan->cells.at[0];
	unsigned done = cell->found.way ? cell->found.way->done : 0;
	json_t *object = json_pack("{s:i, s:s, s:s, s:s, s:s, s:s?, s:s}", "version", 1, "file",
	    plan->spec->path, "collector", plan->ir->name, "scenario", cell->scenario->name,
	    "memory", ir_memory_name[cell->memory], "mutant", plan->ir->mutant, "story", a->follow);

	json_object_set_new(object, "property", json_string(story->property));
	json_object_set_new(object, "workers", json_integer(cell->workers));
	json_object_set_new(object, "events", json_integer(cell->guide->count));
	json_object_set_new(object, "done", json_integer(done));
	json_object_set_new(object, "verdict", json_string(verdict_of(status)));
	json_object_set_new(object, "report", json_string(report));
	json_dumpf(object, stdout, JSON_COMPACT);
	putchar('\n');
	json_decref(object);
}

/* The report is a member of the object. */
static int write_json(const struct agree_arguments *a, const struct story *story,
    const struct agree_plan *plan)
{
	char *report = NULL;
	size_t length = 0;
	FILE *out = open_memstream(&report, &length);
	int status = DRIVER_FAILED;

	if (!out)
		return status;
	status = write_report(a, story, plan, out);
	fclose(out);
	put_json(a, story, plan, report, status);
	free(report);
	return status;
}

static int follow_plan(const struct agree_arguments *a, const struct story *story,
    struct agree_plan *plan)
{
	if (!make_guide(a, story, plan))
		return DRIVER_WRONG;
	if (!agree_run_programs(a, plan, false))
		return DRIVER_FAILED;
	if (a->verify.json)
		return write_json(a, story, plan);
	printf("%s%s%s: %s%s%s\n\n", plan->spec->path, *plan->ir->options_text ? ", " : "",
	    plan->ir->options_text, plan->cells.at[0].name, plan->ir->mutant ? ", mutant " : "",
	    plan->ir->mutant ? plan->ir->mutant : "");
	return write_report(a, story, plan, stdout);
}

int follow_file(struct agree_arguments *a, const char *file)
{
	struct agree_plan plan = { 0 };
	struct story story;
	int status = DRIVER_WRONG;

	if (open_story(a, &story) && choose_cell(a, &story) && agree_plan_cells(a, file, &plan))
		status = follow_plan(a, &story, &plan);
	driver_close(plan.spec);
	story_free(&story);
	return status;
}

/* ------------------------------------------------------------- an end of the model */
void follow_model(const struct agree_arguments *a, const struct agree_plan *plan,
    const struct agree_cell *cell, FILE *in, FILE *out)
{
	struct agree_plan one = { plan->spec, plan->arena, plan->ir, { 0 }, { 0 } };
	struct agree_cell *c;
	struct story story;
	const char *why;

	if (cell->memory != IR_MEM_SC)
		return;
	GD_PUSH(plan->arena, one.cells,
	    ((struct agree_cell){ .scenario = cell->scenario,
		.memory = cell->memory,
		.name = cell->name }));
	c = &one.cells.at[0];
	if (story_read(&story, plan->arena, in, &why) &&
	    (c->guide = story_guide(&story, plan->ir, cell->scenario, &why)) &&
	    agree_run_programs(a, &one, false)) {
		fprintf(out, "\nthis run, with %u worker%s of the C:\n\n", c->workers,
		    c->workers == 1 ? "" : "s");
		write_report(a, &story, &one, out);
	}
	story_free(&story);
}
