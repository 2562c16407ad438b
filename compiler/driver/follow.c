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
	if (!story_is_followed_under(story->memory)) {
		driver_error(NULL,
		    "the story `%s` is under `%s`, and only those under `sc`, `tso` and `pso` are followed",
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
	plan->cells.at[0].guide =
	    follow_guide(story, plan, plan->cells.at[0].scenario, false, &why);
	return plan->cells.at[0].guide || wrong(a->follow, why);
}

/* What was done, and how it went. */
struct reported {
	int status;                 /* of the runtime as it is: a driver_status */
	struct agree_plan directed; /* with the story as the scheduler; or nothing */
	int directed_status;
};

static struct reported report(const struct agree_arguments *a, const struct story *story,
    const struct agree_plan *plan, FILE *out)
{
	struct reported r = { follow_write_report(a, story, plan, out), { 0 }, DRIVER_FAILED };

	if (!follow_is_to_direct(a, story, plan, r.status))
		return r;
	if (follow_direct(a, story, plan, &r.directed)) {
		fputc('\n', out);
		r.directed_status = follow_write_report(a, story, &r.directed, out);
	}
	return r;
}

/* ------------------------------------------------------------------------- JSON */
static const char *verdict_of(int status)
{
	return status == DRIVER_OK          ? "fails too"
	    : status == DRIVER_DIFFERS      ? "not followed"
	    : status == DRIVER_INCONCLUSIVE ? "inconclusive"
					    : "tool failed";
}

static json_t *difference_json(const struct agree_plan *plan, const struct agree_cell *cell)
{
	const struct difference *d = cell->found.way ? &cell->found.way->difference : NULL;

	if (!d || !d->is)
		return json_null();
	return json_pack("{s:i, s:i, s:s, s:s, s:s}", "step", (int)cell->guide->step[d->event],
	    "event", (int)d->event + 1, "part",
	    seen_part_text(plan->arena, plan->ir, cell->scenario, d->part), "model",
	    follow_part_value(plan, cell, d->story), "c",
	    follow_part_value(plan, cell, d->program));
}

/* How far the C has come. */
static void add_way(json_t *object, const struct story *story, const struct agree_plan *plan,
    int status)
{
	const struct agree_cell *cell = &plan->cells.at[0];
	const struct way *way = cell->found.way;

	json_object_set_new(object, "workers", json_integer(cell->workers));
	json_object_set_new(object, "events", json_integer(cell->guide->count));
	json_object_set_new(object, "done", json_integer(way ? way->done : 0));
	json_object_set_new(object, "steps", json_integer((json_int_t)story_steps(story)));
	json_object_set_new(object, "compared", json_integer(follow_compared_steps(cell->guide)));
	json_object_set_new(object, "unread", json_integer(way ? way->unread : 0));
	json_object_set_new(object, "difference", difference_json(plan, cell));
	json_object_set_new(object, "verdict", json_string(verdict_of(status)));
}

static json_t *directed_json(const struct story *story, const struct agree_plan *directed,
    int status)
{
	json_t *object = json_object();

	if (!directed->spec) {
		json_decref(object);
		return json_null();
	}
	add_way(object, story, directed, status);
	return object;
}

static void put_json(const struct agree_arguments *a, const struct story *story,
    const struct agree_plan *plan, const struct reported *reported, const char *report)
{
	const struct agree_cell *cell = &plan->cells.at[0];
	json_t *object = json_pack("{s:i, s:s, s:s, s:s, s:s, s:s?, s:s}", "version", 1, "file",
	    plan->spec->path, "collector", plan->ir->name, "scenario", cell->scenario->name,
	    "memory", ir_memory_name[cell->memory], "mutant", plan->ir->mutant, "story", a->follow);

	json_object_set_new(object, "property", json_string(story->property));
	json_object_set_new(object, "scheduler",
	    json_string(cell->guide->directed ? "story" : "runtime"));
	add_way(object, story, plan, reported->status);
	json_object_set_new(object, "directed",
	    directed_json(story, &reported->directed, reported->directed_status));
	json_object_set_new(object, "report", json_string(report));
	json_dumpf(object, stdout, JSON_COMPACT);
	putchar('\n');
	json_decref(object);
}

/* The report is a member of the object. */
static int write_json(const struct agree_arguments *a, const struct story *story,
    const struct agree_plan *plan)
{
	char *text = NULL;
	size_t length = 0;
	FILE *out = open_memstream(&text, &length);
	struct reported reported;

	if (!out)
		return DRIVER_FAILED;
	reported = report(a, story, plan, out);
	fclose(out);
	put_json(a, story, plan, &reported, text);
	free(text);
	return reported.status;
}

/* Runs the C.  false: a message was written. */
static bool follow_run(const struct agree_arguments *a, const struct story *story,
    struct agree_plan *plan)
{
	struct agree_plan directed;

	if (!a->directs)
		return agree_run_programs(a, plan, false);
	if (!follow_direct(a, story, plan, &directed))
		return false;
	plan->cells = directed.cells;
	return true;
}

static int follow_plan(const struct agree_arguments *a, const struct story *story,
    struct agree_plan *plan)
{
	if (!make_guide(a, story, plan))
		return DRIVER_WRONG;
	if (!follow_run(a, story, plan))
		return DRIVER_FAILED;
	if (a->verify.json)
		return write_json(a, story, plan);
	printf("%s%s%s: %s%s%s\n\n", plan->spec->path, *plan->ir->options_text ? ", " : "",
	    plan->ir->options_text, plan->cells.at[0].name, plan->ir->mutant ? ", mutant " : "",
	    plan->ir->mutant ? plan->ir->mutant : "");
	return report(a, story, plan, stdout).status;
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
	struct agree_plan one = { plan->spec, plan->arena, plan->ir, plan->code, { 0 }, { 0 },
		plan->interrupted_by };
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
	    (c->guide = follow_guide(&story, plan, cell->scenario, false, &why)) &&
	    agree_run_programs(a, &one, false)) {
		fprintf(out, "\nthis run, with %u worker%s of the C:\n\n", c->workers,
		    c->workers == 1 ? "" : "s");
		follow_write_report(a, &story, &one, out);
	}
	story_free(&story);
}
