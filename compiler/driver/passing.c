/* passing.c: the nearest run in which nothing fails.
 *
 * The lines that the failing run prints in its first steps are the guide of a model (emit-guide.c): its
 * runs print the same lines, and then do as they like.  If one of them ends and has broken nothing, the
 * failing run could still have been saved after these steps.  That is so after fewer steps, too, so the
 * largest number of steps is found by halving. */
#include "compiler/driver/passing.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include "compiler/driver/asked.h"
#include "promela-backend/trail/trail.h"

enum { SECONDS = 60 };

enum found { YES, NO, UNKNOWN };

struct search {
	const struct verify_arguments *arguments;
	const struct plan *plan;
	const struct plan_cell *cell;
	const struct plan_check *check;
	const struct camp_result *failing;
	enum ir_memory memory; /* of the failing run's model */
	GD_VEC(const char *) lines;
	GD_VEC(size_t) steps; /* by step: its first line */
	unsigned no_fold;
	struct camp_result result; /* of the last search */
	const char *why;           /* UNKNOWN */
	int interrupted_by;
};

/* ------------------------------------------------------------ what the failing run prints */
static bool is_key(const char *word, const char *key)
{
	size_t length = strlen(key);

	return strncmp(word, key, length) == 0 && word[length] == '=';
}

/* The line without its `@', as the guide of a model has it: "step:claim kind=mark unit=0".  The file of
 * `where' is its last part, and may have spaces. */
static const char *as_told(struct gd_arena *arena, const char *line, size_t length)
{
	const char *end = line + length, *text = "";

	while (line < end && !is_key(line, "where")) {
		size_t word = strcspn(line, " \n");

		if (is_key(line, "do"))
			text = gd_arena_printf(arena, "step:%.*s", (int)word - 3, line + 3);
		else if (!is_key(line, "thread"))
			text = gd_arena_printf(arena, "%s%s%.*s", text, *text ? " " : "", (int)word,
			    line);
		line += word + strspn(line + word, " ");
	}
	return text;
}

static void read_line(struct search *s, const char *line, size_t length)
{
	struct gd_arena *arena = s->plan->arena;
	const char *told = as_told(arena, line, length);

	if (!pml_is_in_guide(gd_arena_strndup(arena, told, strcspn(told, " "))))
		return;
	if (strncmp(told, "step:", 5) == 0)
		GD_PUSH(arena, s->steps, s->lines.count);
	GD_PUSH(arena, s->lines, told);
}

static void read_lines(struct search *s)
{
	for (const char *at = s->failing->events; *at; at += *at == '\n') {
		size_t length;

		at += strspn(at, " \t");
		length = strcspn(at, "\n");
		if (strncmp(at, "@ ", 2) == 0)
			read_line(s, at + 2, length - 2);
		at += length;
	}
}

/* ------------------------------------------------------------------------- searches */
static struct pml_request request_of(const struct search *s, size_t steps, bool passes)
{
	struct pml_request request = plan_request(s->plan, s->cell, s->check);

	request.memory = s->memory;
	request.no_fold |= s->no_fold;
	request.guide = s->lines.at;
	request.guide_count = s->steps.at[steps];
	request.guide_has_all = true;
	request.seeks_pass = passes;
	return request;
}

static enum found verdict(struct search *s)
{
	switch (s->result.verdict) {
	case CAMP_FAILS: return YES;
	case CAMP_HOLDS: return NO;
	case CAMP_INCONCLUSIVE:
	case CAMP_BOUNDED:
	case CAMP_TOOL_FAILED:
	case CAMP_NOT_RUN: break;
	}
	s->why = s->result.reason ? s->result.reason : "the search failed";
	return UNKNOWN;
}

/* Whether there is a run that begins with so many steps of the failing one, and, if it PASSES, ends and
 * breaks nothing. */
static enum found look(struct search *s, size_t steps, bool passes, bool shortest)
{
	struct pml_request request = request_of(s, steps, passes);
	struct camp_job job = { .name = gd_arena_printf(s->plan->arena,
				    "%s, %s %zu steps, without %x", s->cell->name,
				    passes ? "passing after" : "like", steps, s->no_fold),
		.file = request.file,
		.shortest = shortest };
	const char *why = "?";

	job.model = plan_model_text(s->plan->arena, &request, &why);
	job.no_model = gd_arena_printf(s->plan->arena, "no model can be made: %s", why);
	plan_add_safety_run(s->plan->arena, &job);
	if (!verify_run_one(s->arguments, s->plan, &job, SECONDS, LONG_MAX, &s->interrupted_by)) {
		s->why = "no model could be searched";
		return UNKNOWN;
	}
	s->result = job.result;
	return verdict(s);
}

/* The failing run can be one of a model with fewer foldings.  Chooses the foldings with which its steps
 * before the last are those of some run. */
static enum found choose_foldings(struct search *s)
{
	enum found found = NO;

	if (s->steps.count == 1)
		return YES;
	for (size_t i = 0; found == NO && plan_fewer_foldings(i, &s->no_fold); i++)
		found = look(s, s->steps.count - 1, false, false);
	if (found == NO)
		s->why = "no model has this run line by line";
	return found == YES ? YES : UNKNOWN;
}

/* The most steps of the failing run with which a passing one begins.  YES: *MOST. */
static enum found find_most(struct search *s, size_t *most)
{
	size_t all = s->steps.count, fails = all, passes = all;
	enum found found = NO;

	for (size_t back = 1; found == NO && fails > 0; back *= 2) {
		passes = back < all ? all - back : 0;
		found = look(s, passes, true, false);
		fails = found == NO ? passes : fails;
	}
	while (found == YES && passes + 1 < fails) {
		size_t middle = passes + (fails - passes) / 2;
		enum found here = look(s, middle, true, false);

		if (here == UNKNOWN)
			return UNKNOWN;
		*(here == YES ? &passes : &fails) = middle;
	}
	*most = passes;
	return found;
}

static enum found find(struct search *s)
{
	size_t most;
	enum found found;

	if (s->check->strategy == PML_LTL) {
		s->why =
		    "its formula is checked as LTL, and whether a run satisfies it is not searched for";
		return UNKNOWN;
	}
	read_lines(s);
	if (s->steps.count == 0) {
		s->why = "it fails before its first step";
		return NO;
	}
	found = choose_foldings(s);
	if (found == YES)
		found = find_most(s, &most);
	return found == YES ? look(s, most, true, true) : found;
}

/* ------------------------------------------------------------------------ the report */
static struct trail *read_run(const struct search *s, const struct camp_result *result,
    const char *property, const char **why)
{
	return trail_read(s->plan->arena, s->cell->ir, s->cell->scenario, property, result->events,
	    why);
}

static bool is_same_step(const struct trail_step *a, const struct trail_step *b)
{
	return a->is == b->is && a->where.line == b->where.line &&
	    a->where.column == b->where.column && strcmp(a->thread, b->thread) == 0 &&
	    strcmp(a->subject, b->subject) == 0;
}

static size_t shared_steps(const struct trail *a, const struct trail *b)
{
	size_t shared = 0;

	while (shared < a->step_count && shared < b->step_count &&
	    is_same_step(&a->steps[shared], &b->steps[shared]))
		shared++;
	return shared;
}

static const char *checked(const struct search *s)
{
	const char *text = "";

	for (size_t i = 0; i < s->check->property_count; i++)
		text = gd_arena_printf(s->plan->arena, "%s%s%s", text, i ? ", " : "",
		    s->check->properties[i]->name);
	return text;
}

/* What is said of the run: how much of the failing one it has, and which step of that one decides. */
static const char *shared_text(const struct search *s, const struct trail *passing,
    const struct trail *failing)
{
	struct gd_arena *arena = s->plan->arena;
	size_t shared = shared_steps(passing, failing);
	const struct trail_step *next =
	    shared < failing->step_count ? &failing->steps[shared] : NULL;
	const char *text = gd_arena_printf(arena,
	    "its first %zu step%s those of the run in which %s fails, which has %zu: no passing run "
	    "has more of them",
	    shared, shared == 1 ? " is" : "s are", failing->failure.property, failing->step_count);

	return next
	    ? gd_arena_printf(arena, "%s\nafter step %ld of that run, at %u:%u, none passes", text,
		  next->number, next->where.line, next->where.column)
	    : text;
}

static int write_in_style(const struct search *s, const struct trail *passing,
    const struct trail_heading *heading, FILE *out)
{
	char *text = NULL;
	size_t length = 0;
	FILE *events = open_memstream(&text, &length);
	bool has;

	if (!events)
		return DRIVER_FAILED;
	trail_write_json(passing, heading, events);
	fclose(events);
	has = asked_is_in(s->plan->arena, heading->style, text, length);
	if (has && heading->style)
		trail_write_text(passing, heading, out);
	else if (has)
		fwrite(text, 1, length, out);
	free(text);
	return has ? DRIVER_OK : DRIVER_WRONG;
}

static int write_run(const struct search *s, const struct style *style, FILE *out)
{
	struct gd_arena *arena = s->plan->arena;
	const char *why, *failed = s->failing->property ? s->failing->property : TRAIL_LIMIT;
	const struct trail *passing = read_run(s, &s->result, PML_OUTCOME, &why),
			   *failing = passing ? read_run(s, s->failing, failed, &why) : NULL;
	struct trail_heading heading = { .file = s->plan->file,
		.memory = s->cell->cell->memory,
		.workers = s->cell->workers->text,
		.command = gd_arena_printf(arena, "%s --passing",
		    plan_trace_command(arena, s->plan, s->cell, NULL)),
		.style = style };

	if (!failing) {
		driver_error(NULL, "%s: %s", s->cell->name, why);
		return DRIVER_FAILED;
	}
	heading.passes =
	    gd_arena_printf(arena, "nothing fails in this run; checked: %s", checked(s));
	heading.needs = shared_text(s, passing, failing);
	return write_in_style(s, passing, &heading, out);
}

/* No run passes, however it begins. */
static int none_passes(const struct search *s)
{
	driver_error(NULL, "%s: no run passes%s: %s", s->cell->name,
	    s->cell->scenario->client ? " that begins with this heap" : "",
	    s->why ? s->why : "after each schedule something fails, or the run does not end");
	return DRIVER_DIFFERS;
}

int passing_write(const struct verify_arguments *a, const struct plan *plan,
    const struct plan_cell *cell, const struct plan_check *check, const struct simplest *simplest,
    const struct style *style, FILE *out, int *interrupted_by)
{
	bool is_simpler = simplest->has_run;
	struct search s = { .arguments = a,
		.plan = plan,
		.cell = cell,
		.check = check,
		.failing = is_simpler ? &simplest->result : &plan->jobs.at[check->job].result,
		.memory = is_simpler ? simplest->memory : cell->memory };

	switch (find(&s)) {
	case YES: return write_run(&s, style, out);
	case NO: return none_passes(&s);
	case UNKNOWN: break;
	}
	*interrupted_by = s.interrupted_by;
	if (!s.interrupted_by)
		driver_error(check->strategy == PML_LTL || plan->model.no_fold == PML_NO_FOLD
			? NULL
			: "--no-fold shows both runs without foldings",
		    "%s: which run passes is not known: %s", cell->name, s.why);
	return s.interrupted_by ? DRIVER_FAILED : DRIVER_INCONCLUSIVE;
}
