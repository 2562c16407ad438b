/* counterexample.c: the runs of failing cells of a verification, as `gcdsl trace' and `gcdsl view' show
 * them.
 *
 * A cell's run is searched as `gcdsl trace' does with the options that choose this cell alone, so
 * that the command in the trace shows the same run. */
#include "compiler/driver/counterexample.h"

#include <stdlib.h>
#include <string.h>

#include "compiler/driver/litmus.h"
#include "compiler/driver/outputs.h"

enum { SECONDS = 60 };

/* ------------------------------------------------------------------ which run */
/* One of the two cells is there. */
struct search {
	const struct verify_arguments *arguments;
	const struct plan *plan;
	const struct plan_cell *cell;
	const struct plan_litmus *litmus;
	struct counterexample *found;
	struct camp_summary *summary;
};

static void add_word(struct gd_arena *arena, plan_words *words, const char *word)
{
	*words = (plan_words){ 0 };
	GD_PUSH(arena, *words, word);
}

/* The property that the run breaks, if the cell's checks have it; of a run to a limit, all of its check. */
static void choose_property(const struct search *s, struct plan_filter *filter)
{
	const struct plan_check *check = report_told(s->plan, s->cell);
	const char *property = s->plan->jobs.at[check->job].result.property;
	plan_words names = { 0 };

	for (size_t i = 0; i < check->property_count; i++)
		if (!property || strcmp(check->properties[i]->name, property) == 0)
			GD_PUSH(s->plan->arena, names, check->properties[i]->name);
	if (names.count)
		filter->properties = names;
}

static void choose_cell(const struct search *s, struct plan_filter *filter)
{
	struct gd_arena *arena = s->plan->arena;
	const struct ir_spec *ir = s->cell->ir;

	filter->no_mutants = !ir->mutant;
	filter->mutants = filter->sets = (plan_words){ 0 };
	if (ir->mutant)
		add_word(arena, &filter->mutants, ir->mutant);
	for (size_t i = 0; i < ir->option_count; i++)
		GD_PUSH(arena, filter->sets,
		    gd_arena_printf(arena, "%s=%s", ir->options[i].name, ir->options[i].value));
	add_word(arena, &filter->workers, s->cell->workers->text);
	choose_property(s, filter);
}

/* The options of the command that shows this cell's run. */
static struct plan_filter filter_of(const struct search *s)
{
	struct plan_filter filter = s->arguments->filter;
	struct gd_arena *arena = s->plan->arena;

	filter.shortest = s->arguments->simplest.raw;
	filter.each_property = false;
	filter.within = NULL;
	filter.fitting = NULL;
	filter.only_litmus = s->litmus != NULL;
	add_word(arena, &filter.scenarios,
	    s->litmus ? s->litmus->test->name : s->cell->scenario->name);
	add_word(arena, &filter.memories,
	    s->litmus ? ir_memory_name[s->litmus->memory] : s->cell->cell->memory);
	if (s->cell)
		choose_cell(s, &filter);
	return filter;
}

/* ---------------------------------------------------------------- searching it */
static void take_text(const struct search *s, char *text, size_t length)
{
	s->found->events = gd_arena_strndup(s->plan->arena, text ? text : "", length);
	s->found->length = length;
	free(text);
}

/* As `gcdsl trace'. false: *WHY says why there is no run. */
static bool search(const struct search *s, const char **why)
{
	struct verify_arguments arguments = *s->arguments;
	char *text = NULL;
	size_t length = 0;
	FILE *out = open_memstream(&text, &length);
	struct trace_end end = { 0 };
	struct plan plan;
	int status = DRIVER_FAILED;

	arguments.filter = filter_of(s);
	arguments.campaign.keep = NULL; /* the folder of the cell's own job has the same name */
	if (arguments.campaign.time_limit > SECONDS)
		arguments.campaign.time_limit = SECONDS;
	*why = "no run was found";
	if (out && plan_again(&plan, s->plan, s->plan->arena, &arguments.filter, why))
		status = driver_trace_plan(&arguments, &plan, NULL, out, &end);
	if (out)
		fclose(out);
	if (end.interrupted_by) {
		s->summary->status = CAMP_INTERRUPTED;
		s->summary->interrupted_by = end.interrupted_by;
		*why = "interrupted";
	}
	take_text(s, text, status == DRIVER_OK ? length : 0);
	return s->found->length > 0;
}

/* The run that the verification has found, which may have more reorderings than necessary. */
static bool take_known(const struct search *s)
{
	char *text = NULL;
	size_t length = 0;
	FILE *out = s->cell ? open_memstream(&text, &length) : NULL;
	bool known = out && report_story(s->plan, s->cell, NULL, NULL, NULL, out);

	if (out)
		fclose(out);
	take_text(s, text, known ? length : 0);
	return known;
}

/* -------------------------------------------------------------------- all of it */
static void find(const struct search *s)
{
	const char *why = NULL;

	if (!search(s, &why) && (s->summary->status == CAMP_INTERRUPTED || !take_known(s))) {
		s->found->why = why;
		return;
	}
	counterexample_keep(s->arguments, s->plan->arena, s->plan->file,
	    s->cell ? s->cell->name : s->litmus->name, s->found);
}

/* An outcome that is claimed to be allowed is not reached. */
static void explain_without_run(const struct search *s)
{
	char *text = NULL;
	size_t length = 0;
	FILE *out = open_memstream(&text, &length);

	s->found->why = "no run shows that an outcome is not reached";
	if (!out)
		return;
	litmus_explain(s->plan, s->litmus, NULL, &style_plain, out);
	fclose(out);
	s->found->explanation = gd_arena_strndup(s->plan->arena, text, strcspn(text, "\n"));
	free(text);
}

/* A simple run can break another property than the run that decided the verdict. */
static void compare_with_verdict(const struct search *s)
{
	struct counterexample *c = s->found;
	const struct plan_check *check = report_told(s->plan, s->cell);
	const char *named = s->plan->jobs.at[check->job].result.property;

	if (!named || !c->property || strcmp(named, c->property) == 0)
		return;
	c->other = named;
	c->explanation = gd_arena_printf(s->plan->arena,
	    "%s The verdict of the cell names %s, which another run breaks.", c->explanation,
	    named);
}

static void find_of_cell(struct search *s, struct plan_cell *cell)
{
	if (!cell->ir || !report_told(s->plan, cell))
		return;
	s->cell = cell;
	s->litmus = NULL;
	cell->counterexample = s->found = GD_NEW(s->plan->arena, struct counterexample);
	s->found->expected = cell->cell->mutant || !report_has_story(s->plan, cell);
	find(s);
	compare_with_verdict(s);
}

static void find_of_litmus(struct search *s, struct plan_litmus *litmus)
{
	if (plan_litmus_outcome(s->plan, litmus) != PLAN_DIFFERS)
		return;
	s->cell = NULL;
	s->litmus = litmus;
	litmus->counterexample = s->found = GD_NEW(s->plan->arena, struct counterexample);
	if (litmus_wrong_outcome(litmus))
		find(s);
	else
		explain_without_run(s);
}

void counterexample_find_all(const struct verify_arguments *a, struct plan *plan,
    struct camp_summary *summary)
{
	struct search s = { .arguments = a, .plan = plan, .summary = summary };

	if (!outputs_want_runs(a))
		return;
	for (size_t i = 0; i < plan->cells.count && summary->status == CAMP_DONE; i++)
		find_of_cell(&s, &plan->cells.at[i]);
	for (size_t i = 0; i < plan->litmus.count && summary->status == CAMP_DONE; i++)
		find_of_litmus(&s, &plan->litmus.at[i]);
}
