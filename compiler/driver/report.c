/* report.c: the table. */
#include "compiler/driver/report.h"
#include "compiler/driver/litmus.h"
#include "compiler/driver/simplest.h"

#include <string.h>

#include "promela-backend/trail/trail.h"

/* ------------------------------------------------------------------- counts */
static void count_cell(enum plan_outcome outcome, struct report_counts *counts)
{
	counts->cells++;
	switch (outcome) {
	case PLAN_AS_EXPECTED: counts->as_expected++; break;
	case PLAN_DIFFERS: counts->differ++; break;
	case PLAN_INCONCLUSIVE: counts->inconclusive++; break;
	case PLAN_TOOL_FAILED: counts->tool_failed++; break;
	case PLAN_NOT_RUN: counts->not_run++; break;
	}
}

static void count_mutant(const struct plan *plan, size_t first, size_t last,
    struct report_counts *counts)
{
	const struct plan_cell *caught;

	counts->mutants++;
	switch (plan_mutant_outcome(plan, first, last, &caught)) {
	case PLAN_AS_EXPECTED: counts->caught++; break;
	case PLAN_DIFFERS: counts->missed++; break;
	case PLAN_INCONCLUSIVE: counts->mutants_inconclusive++; break;
	case PLAN_TOOL_FAILED: counts->mutants_failed++; break;
	case PLAN_NOT_RUN: counts->mutants_not_run++; break;
	}
}

void report_count(const struct plan *plan, struct report_counts *counts)
{
	memset(counts, 0, sizeof *counts);
	counts->unmodelled = plan->unmodelled;
	for (size_t i = 0; i < plan->jobs.count; i++)
		counts->kept += plan->jobs.at[i].result.kept;
	for (size_t i = 0; i < plan->cells.count;) {
		size_t end = plan_mutant_end(plan, i);

		if (plan->cells.at[i].cell->mutant)
			count_mutant(plan, i, end, counts);
		for (size_t j = i; j < end && !plan->cells.at[i].cell->mutant; j++)
			count_cell(plan_cell_outcome(plan, &plan->cells.at[j]), counts);
		i = end;
	}
	for (size_t i = 0; i < plan->litmus.count; i++)
		count_cell(plan_litmus_outcome(plan, &plan->litmus.at[i]), counts);
}

int report_status(const struct report_counts *counts)
{
	if (counts->unmodelled)
		return DRIVER_WRONG;
	if (counts->tool_failed || counts->mutants_failed)
		return DRIVER_FAILED;
	if (counts->differ || counts->missed)
		return DRIVER_DIFFERS;
	if (counts->inconclusive || counts->mutants_inconclusive || counts->not_run ||
	    counts->mutants_not_run)
		return DRIVER_INCONCLUSIVE;
	return DRIVER_OK;
}

/* --------------------------------------------------------------------- cells */
static const struct camp_result *result_of(const struct plan *plan, const struct plan_check *check)
{
	return &plan->jobs.at[check->job].result;
}

static const char *append(struct gd_arena *arena, const char *text, const char *more)
{
	return *text ? gd_arena_printf(arena, "%s, %s", text, more) : more;
}

/* Whether a property holds that is expected to fail. */
static bool holds_instead(const struct plan *plan, const struct plan_check *check)
{
	return check->expected == SEM_FAILS && result_of(plan, check)->verdict == CAMP_HOLDS;
}

/* "holds", "none_lost holds", "none_lost fails", "inconclusive" … */
static const char *check_text(const struct plan *plan, const struct plan_check *check)
{
	const struct camp_result *result = result_of(plan, check);

	if (result->verdict == CAMP_FAILS)
		return gd_arena_printf(plan->arena, "%s fails", result->property);
	if (holds_instead(plan, check))
		return gd_arena_printf(plan->arena, "%s holds", check->properties[0]->name);
	return camp_verdict_name[result->verdict];
}

/* The verdict of all checks of a cell together. */
static const char *verdict_text(const struct plan *plan, const struct plan_cell *cell)
{
	const char *text = "";

	for (size_t i = 0; i < cell->checks.count; i++)
		text = append(plan->arena, text, check_text(plan, &cell->checks.at[i]));
	return text;
}

static const char *expected_text(const struct plan *plan, const struct plan_cell *cell)
{
	const char *text = "";

	for (size_t i = 0; i < cell->checks.count; i++) {
		const struct plan_check *check = &cell->checks.at[i];

		text = append(plan->arena, text,
		    check->expected == SEM_HOLDS
			? "holds"
			: gd_arena_printf(plan->arena, "%s fails", check->properties[0]->name));
	}
	return text;
}

static void sum(const struct plan *plan, const struct plan_cell *cell, struct camp_result *total)
{
	memset(total, 0, sizeof *total);
	total->kept = true;
	for (size_t i = 0; i < cell->checks.count; i++) {
		const struct camp_result *result = result_of(plan, &cell->checks.at[i]);

		total->states += result->states;
		total->seconds += result->seconds;
		total->kept = total->kept && result->kept;
		if (result->memory > total->memory)
			total->memory = result->memory;
	}
}

static void widen(int *width, const char *text)
{
	if ((int)strlen(text) > *width)
		*width = (int)strlen(text);
}

static const char *property_text(const struct plan_cell *cell)
{
	return cell->property ? cell->property : "";
}

void report_measure(const struct plan *plan, struct report_widths *widths)
{
	*widths = (struct report_widths){ 8, 7, 7, 6, 0, 7, 8 };
	for (size_t i = 0; i < plan->cells.count; i++) {
		const struct plan_cell *cell = &plan->cells.at[i];

		if (cell->cell->mutant)
			continue;
		widen(&widths->scenario, cell->scenario->name);
		widen(&widths->options, cell->ir->options_text);
		widen(&widths->workers, cell->workers->text);
		widen(&widths->memory, cell->cell->memory);
		if (cell->property && !widths->property)
			widths->property = (int)strlen("property");
		widen(&widths->property, property_text(cell));
		widen(&widths->verdict, expected_text(plan, cell));
		widen(&widths->expected, expected_text(plan, cell));
	}
}

static void write_reason(const struct camp_result *result, FILE *out)
{
	if (result->reason && result->verdict != CAMP_NOT_RUN)
		fprintf(out, "    %s: %s\n", camp_verdict_name[result->verdict], result->reason);
	for (const char *line = result->detail; line && *line;) {
		size_t length = strcspn(line, "\n");

		fprintf(out, "    | %.*s\n", (int)length, line);
		line += length + (line[length] == '\n');
	}
}

static bool is_same_text(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) == 0 : a == b;
}

static bool is_same_reason(const struct camp_result *a, const struct camp_result *b)
{
	return a->verdict == b->verdict && is_same_text(a->reason, b->reason) &&
	    is_same_text(a->detail, b->detail);
}

typedef GD_VEC(const struct camp_result *) result_list;

/* Writes below its row why a check has no verdict, unless one of WRITTEN has the same reason. */
static void write_reasons(const struct plan *plan, const struct plan_cell *cell,
    result_list *written, FILE *out)
{
	for (size_t i = 0; i < cell->checks.count; i++) {
		const struct camp_result *result = result_of(plan, &cell->checks.at[i]);
		size_t same = 0;

		while (same < written->count && !is_same_reason(written->at[same], result))
			same++;
		if (same < written->count)
			continue;
		write_reason(result, out);
		GD_PUSH(plan->arena, *written, result);
	}
}

static void write_holding(const struct plan *plan, const struct plan_cell *cell, FILE *out)
{
	for (size_t i = 0; i < cell->checks.count; i++)
		if (holds_instead(plan, &cell->checks.at[i]))
			fprintf(out, "    %s holds, and was expected to fail\n",
			    cell->checks.at[i].properties[0]->name);
}

/* The bound on the stores that a mutator holds back. 0: there is none, or it makes no
 * difference. */
static size_t window_of(const struct plan *plan, const struct plan_cell *cell)
{
	size_t window = 0;

	for (size_t i = 0; i < cell->checks.count; i++)
		if (result_of(plan, &cell->checks.at[i])->verdict == CAMP_HOLDS)
			window = cell->checks.at[i].window;
	return window;
}

/* The same of each worker that holds back some. */
static size_t late_window_of(const struct plan *plan, const struct plan_cell *cell)
{
	size_t window = 0;

	for (size_t i = 0; i < cell->checks.count; i++)
		if (result_of(plan, &cell->checks.at[i])->verdict == CAMP_HOLDS &&
		    result_of(plan, &cell->checks.at[i])->late > window)
			window = result_of(plan, &cell->checks.at[i])->late;
	return window;
}

static bool is_reduced(const struct plan *plan, const struct plan_cell *cell)
{
	for (size_t i = 0; i < cell->checks.count; i++)
		if (result_of(plan, &cell->checks.at[i])->verdict == CAMP_HOLDS &&
		    result_of(plan, &cell->checks.at[i])->reduced)
			return true;
	return false;
}

static bool keeps_loops(const struct plan *plan, const struct plan_cell *cell)
{
	for (size_t i = 0; i < cell->checks.count; i++)
		if (result_of(plan, &cell->checks.at[i])->verdict == CAMP_HOLDS &&
		    plan_keeps_loops(&plan->jobs.at[cell->checks.at[i].job]))
			return true;
	return false;
}

/* An assumption of the verdict of CELL beside the model: words for its row, and their meaning. */
struct note {
	const char *text, *meaning;
};
typedef GD_VEC(struct note) note_list;

static void add_note(const struct plan *plan, note_list *notes, const char *text,
    const char *meaning)
{
	struct note note = { text, meaning };

	GD_PUSH(plan->arena, *notes, note);
}

void report_each_unmet(const struct plan *plan, const struct plan_check *check,
    void (*unmet)(void *data, const struct pml_premise *premise), void *data)
{
	const struct camp_result *result = result_of(plan, check);

	for (size_t i = 0; result->verdict == CAMP_HOLDS && i < check->premises.count; i++)
		if (pml_is_unmet(&check->premises, i, result->met))
			unmet(data, &check->premises.at[i]);
}

/* "61:45", or "kinds.gc:61:45" if it is in another file than the one that is verified. */
static const char *position(const struct plan *plan, struct gd_loc loc)
{
	const char *path = loc.source ? loc.source->path : plan->file;

	return strcmp(path, plan->file) == 0
	    ? gd_arena_printf(plan->arena, "%u:%u", loc.line, loc.column)
	    : gd_arena_printf(plan->arena, "%s:%u:%u", gd_harmless(plan->arena, path), loc.line,
		  loc.column);
}

struct unmet_notes {
	const struct plan *plan;
	note_list *notes;
};

static void add_unmet(void *data, const struct pml_premise *premise)
{
	static const char never[] =
	    "antecedent never true: the left side of this `implies' is false in every state that "
	    "the property looks at, so its right side was never checked";
	static const char nothing[] =
	    "ranges over nothing: the scenario has nothing that this quantifier ranges over, so "
	    "nothing was checked";
	static const char unread[] =
	    "no mutator reads: the scripts of the scenario read no slot and no word, and compare "
	    "nothing, so nothing was checked";
	struct unmet_notes *to = data;
	const char *at = position(to->plan, premise->loc), *name = premise->property->name;

	if (premise->is_reading)
		add_note(to->plan, to->notes,
		    gd_arena_printf(to->plan->arena, "%s: no mutator reads", name), unread);
	else if (premise->is_range)
		add_note(to->plan, to->notes,
		    gd_arena_printf(to->plan->arena, "%s: quantifier at %s ranges over nothing",
			name, at),
		    nothing);
	else
		add_note(to->plan, to->notes,
		    gd_arena_printf(to->plan->arena, "%s: antecedent at %s never true", name, at),
		    never);
}

static note_list notes_of(const struct plan *plan, const struct plan_cell *cell)
{
	size_t window = window_of(plan, cell), late = late_window_of(plan, cell);
	note_list notes = { 0 };
	struct unmet_notes to = { plan, &notes };
	bool holds = false;

	for (size_t i = 0; i < cell->checks.count; i++)
		holds |= result_of(plan, &cell->checks.at[i])->verdict == CAMP_HOLDS;
	if (is_reduced(plan, cell))
		add_note(plan, &notes, "reduced",
		    "reduced: not the whole model was searched, but a "
		    "reduced one (doc/model.md, \"Foldings\"); --no-fold searches the whole one");
	if (window)
		add_note(plan, &notes, gd_arena_printf(plan->arena, "window %zu", window),
		    "window N: runs in which a mutator holds back more than N stores are not "
		    "searched (--window)");
	if (late)
		add_note(plan, &notes, gd_arena_printf(plan->arena, "late workers %zu", late),
		    "late workers N: runs in which a worker holds back more than N stores, or more "
		    "than two workers hold back some, are not searched (--window)");
	if (holds && cell->scenario->client && cell->scenario->client->one_slot)
		add_note(plan, &notes, "slots 1",
		    "slots 1: heaps of objects with more slots are not searched (`slots n' in the "
		    "scenario)");
	if (holds && pml_loads_early(cell->memory))
		add_note(plan, &notes, "loads within units",
		    "loads within units: a load may come before earlier loads of its unit or "
		    "operation, and after later stores until its value is used, but not before these "
		    "begin (doc/memory.md, \"What models of collectors do not have\")");
	if (holds && keeps_loops(plan, cell))
		add_note(plan, &notes, "loads within rounds",
		    "loads within rounds: nor does a load come before its round of some loops over slots, as "
		    "the model would be too large");
	if (holds && !pml_loads_early(cell->memory) && ir_memory_info[cell->memory].late)
		add_note(plan, &notes, "loads in order",
		    "loads in order: these models never reorder loads, so no verdict shows that an "
		    "acquire is needed (doc/model.md, \"Weak memory\")");
	if (holds && plan->model.atomic)
		add_note(plan, &notes,
		    gd_arena_printf(plan->arena, "atomic %s", plan->model.atomic),
		    "atomic M: runs in which a store to this metadata is held back are not searched "
		    "(--atomic)");
	if (cell->cell->is_unexpected)
		add_note(plan, &notes, "no expect",
		    "no expect: no `expect' names this cell, so all that is checked is expected to "
		    "hold");
	for (size_t i = 0; i < cell->checks.count; i++)
		report_each_unmet(plan, &cell->checks.at[i], add_unmet, &to);
	return notes;
}

static const char *notes_text(const struct plan *plan, const struct plan_cell *cell)
{
	note_list notes = notes_of(plan, cell);
	const char *text = "";

	for (size_t i = 0; i < notes.count; i++)
		text =
		    gd_arena_printf(plan->arena, "%s%s%s", text, i ? ", " : "  ", notes.at[i].text);
	return text;
}

void report_each_note(const struct plan *plan, const struct plan_cell *cell,
    void (*note)(void *data, const char *text), void *data)
{
	note_list notes = notes_of(plan, cell);

	for (size_t i = 0; i < notes.count; i++)
		note(data, notes.at[i].text);
}

/* Writes each meaning once, in the order in which the words are in the table. */
void report_meanings(const struct plan *plan, FILE *out)
{
	plan_words said = { 0 };

	for (size_t i = 0; i < plan->cells.count; i++) {
		const struct plan_cell *cell = &plan->cells.at[i];
		note_list notes = { 0 };

		if (!cell->cell->mutant)
			notes = notes_of(plan, cell);
		for (size_t j = 0; j < notes.count; j++) {
			size_t k = 0;

			while (k < said.count && said.at[k] != notes.at[j].meaning)
				k++;
			if (k < said.count)
				continue;
			GD_PUSH(plan->arena, said, notes.at[j].meaning);
			fprintf(out, "%s\n", notes.at[j].meaning);
		}
	}
	if (said.count)
		putc('\n', out);
}

void report_cell_row(const struct plan *plan, const struct plan_cell *cell,
    const struct report_widths *w, FILE *out)
{
	enum plan_outcome outcome = plan_cell_outcome(plan, cell);
	struct camp_result total;
	result_list reasons = { 0 };

	sum(plan, cell, &total);
	fprintf(out, "%-*s  %-*s  %-*s  %-*s  %-*s%*s%-*s  %-*s  %10.0f %8.2f %7.1f%s%s%s\n",
	    w->scenario, cell->scenario->name, w->options, cell->ir->options_text, w->workers,
	    cell->workers->text, w->memory, cell->cell->memory, w->property, property_text(cell),
	    w->property ? 2 : 0, "", w->verdict, verdict_text(plan, cell), w->expected,
	    expected_text(plan, cell), total.states, total.seconds, total.memory,
	    total.kept ? "  kept" : "", notes_text(plan, cell),
	    outcome == PLAN_DIFFERS ? "  NOT AS EXPECTED" : "");
	write_holding(plan, cell, out);
	write_reasons(plan, cell, &reasons, out);
}

void report_cell_head(const struct report_widths *w, FILE *out)
{
	fprintf(out, "%-*s  %-*s  %-*s  %-*s  %-*s%*s%-*s  %-*s  %10s %8s %7s\n", w->scenario,
	    "scenario", w->options, "options", w->workers, "workers", w->memory, "memory",
	    w->property, w->property ? "property" : "", w->property ? 2 : 0, "", w->verdict,
	    "verdict", w->expected, "expected", "states", "seconds", "MB");
}

/* ------------------------------------------------------------------- mutants */
static void write_caught(const struct plan *plan, const struct plan_cell *cell, FILE *out)
{
	struct camp_result total;

	if (!cell->ir) {
		fprintf(out, "caught by check: %s\n", cell->first_report ? cell->first_report : "");
		return;
	}
	sum(plan, cell, &total);
	fprintf(out, "caught by %s in %s (%.0f states%s)\n",
	    result_of(plan, &cell->checks.at[0])->property, strchr(cell->name, ':') + 2,
	    total.states, total.kept ? ", kept" : "");
}

/* Writes what ended the search of CELL before the property that should catch the mutant could
 * fail. */
static void write_met(const struct plan *plan, const struct plan_cell *cell, FILE *out)
{
	for (size_t i = 0; i < cell->checks.count; i++) {
		const struct camp_result *result = result_of(plan, &cell->checks.at[i]);

		if (result->verdict == CAMP_FAILS && pml_is_assert(result->property))
			fprintf(out, "    %s fails first in %s\n", result->property,
			    strchr(cell->name, ':') + 2);
	}
}

void report_mutant_row(const struct plan *plan, size_t first, size_t last, int width, FILE *out)
{
	static const char *const missed[] = { [PLAN_AS_EXPECTED] = "",
		[PLAN_DIFFERS] = "NOT CAUGHT: nothing that should catch it fails",
		[PLAN_INCONCLUSIVE] = "inconclusive",
		[PLAN_TOOL_FAILED] = "tool failed",
		[PLAN_NOT_RUN] = "not run" };
	const struct plan_cell *caught;
	result_list reasons = { 0 };
	enum plan_outcome outcome = plan_mutant_outcome(plan, first, last, &caught);

	fprintf(out, "%-*s  ", width, plan->cells.at[first].cell->mutant->name.text);
	if (caught) {
		write_caught(plan, caught, out);
		return;
	}
	fprintf(out, "%s\n", missed[outcome]);
	for (size_t i = first; i < last; i++) {
		write_reasons(plan, &plan->cells.at[i], &reasons, out);
		write_met(plan, &plan->cells.at[i], out);
	}
}

int report_mutant_width(const struct plan *plan)
{
	int width = 6;

	for (size_t i = 0; i < plan->cells.count; i++)
		if (plan->cells.at[i].cell->mutant)
			widen(&width, plan->cells.at[i].cell->mutant->name.text);
	return width;
}

void report_mutant_head(int width, FILE *out)
{
	fprintf(out, "%-*s  verdict\n", width, "mutant");
}

/* ------------------------------------------------------------------- summary */
void report_summary(const struct report_counts *counts, FILE *out)
{
	fprintf(out, "%zu cell%s: %zu as expected, %zu not, %zu inconclusive", counts->cells,
	    counts->cells == 1 ? "" : "s", counts->as_expected, counts->differ,
	    counts->inconclusive);
	if (counts->tool_failed + counts->mutants_failed)
		fprintf(out, ", %zu where a tool failed",
		    counts->tool_failed + counts->mutants_failed);
	if (counts->not_run)
		fprintf(out, ", %zu not run", counts->not_run);
	if (counts->mutants)
		fprintf(out, "; mutation score %zu/%zu", counts->caught, counts->mutants);
	if (counts->mutants_not_run)
		fprintf(out, ", %zu mutant%s not run", counts->mutants_not_run,
		    counts->mutants_not_run == 1 ? "" : "s");
	putc('\n', out);
}

void report_title(const struct plan *plan, FILE *out)
{
	fprintf(out, "%s%s%s\n\n", plan->title ? plan->title : "", plan->title ? ": " : "",
	    plan->file);
}

/* --------------------------------------------------------------------- story */
static bool has_run(const struct plan *plan, const struct plan_check *check)
{
	return result_of(plan, check)->events;
}

/* The first check with a run whose result is not the expected one.  NULL: there is none. */
static const struct plan_check *surprise(const struct plan *plan, const struct plan_cell *cell)
{
	for (size_t i = 0; i < cell->checks.count; i++) {
		const struct plan_check *check = &cell->checks.at[i];

		if (has_run(plan, check) && plan_check_outcome(plan, check) != PLAN_AS_EXPECTED)
			return check;
	}
	return NULL;
}

bool report_has_story(const struct plan *plan, const struct plan_cell *cell)
{
	enum plan_outcome outcome = plan_cell_outcome(plan, cell);

	return (outcome == PLAN_DIFFERS || outcome == PLAN_INCONCLUSIVE) && surprise(plan, cell);
}

const struct plan_check *report_told(const struct plan *plan, const struct plan_cell *cell)
{
	const struct plan_check *check = surprise(plan, cell);

	for (size_t i = 0; !check && i < cell->checks.count; i++)
		if (has_run(plan, &cell->checks.at[i]))
			check = &cell->checks.at[i];
	return check;
}

/* `trace' shows a failure rather than a run to a limit. */
const char *report_command(const struct plan *plan, const struct plan_cell *cell)
{
	const struct plan_check *told = report_told(plan, cell);
	bool is_limit = told && result_of(plan, told)->verdict == CAMP_INCONCLUSIVE, fails = false;

	for (size_t i = 0; i < cell->checks.count; i++)
		fails |= result_of(plan, &cell->checks.at[i])->verdict == CAMP_FAILS;
	return plan_trace_command(plan->arena, plan, cell, is_limit && fails ? told : NULL);
}

/* Whether the model has counted more reorderings in the run than the run has: it also counts a store that waits when
 * its unit goes on without an access, and no mark is there.  Then a run with fewer may have been cut. */
static bool model_counts_more(const struct simplest *simplest, const struct trail *trail)
{
	return simplest && simplest->is == SIMPLEST_FOUND && trail->reorderings < simplest->needed;
}

/* How many reorderings the failure needs, and which the run has.  NULL: there is nothing to say. */
static const char *reorderings_text(const struct plan *plan, const struct simplest *simplest,
    const struct trail *trail)
{
	const char *text = simplest_text(plan->arena, simplest, "fails");
	struct simplest_stores stores = { .count = 0 };

	if (!text || simplest->is != SIMPLEST_FOUND)
		return text;
	if (model_counts_more(simplest, trail))
		return gd_arena_printf(plan->arena,
		    "%zu reordering%s, and stores that wait while their units go on without an "
		    "access; how many are needed is not known",
		    trail->reorderings, trail->reorderings == 1 ? "" : "s");
	for (size_t i = 0; i < trail->step_count; i++)
		simplest_add(&stores, trail->steps[i].red, trail->steps[i].red_count);
	return gd_arena_printf(plan->arena, "%s%s", text,
	    simplest_which(plan->arena, &stores, simplest->needed));
}

/* What is known of simpler runs.  NULL: there is nothing to say. */
static const char *needs_text(const struct plan *plan, const struct simplest *simplest,
    const struct trail *trail)
{
	const char *lines[3], *text = NULL;

	if (!simplest)
		return NULL;
	lines[0] = reorderings_text(plan, simplest, trail);
	lines[1] =
	    simplest_switches(plan->arena, simplest, trail->switches, trail_has_fewest(trail));
	lines[2] = simplest_operations(plan->arena, simplest, &trail->operations,
	    trail_has_fewest_operations(trail));
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
		if (lines[i])
			text = text ? gd_arena_printf(plan->arena, "%s\n%s", text, lines[i])
				    : lines[i];
	return text;
}

/* A run to a limit: which limit, and what to do. */
static void explain_limit(const struct plan *plan, const struct camp_result *result,
    struct trail *trail)
{
	if (!result->property && result->reason)
		trail->failure.why = gd_arena_printf(plan->arena,
		    "the model meets a limit of its own here, and what follows is not known: %s",
		    result->reason);
}

/* "no_stranded was", "lost, w were" */
static const char *asked_text(const struct plan *plan)
{
	const char *text = plan->properties.at[0];

	for (size_t i = 1; i < plan->properties.count; i++)
		text = gd_arena_printf(plan->arena, "%s, %s", text, plan->properties.at[i]);
	return gd_arena_printf(plan->arena, "%s %s", text,
	    plan->properties.count == 1 ? "was" : "were");
}

/* Every model has the assertions of kernels, so a run can break one of them before any property that
 * was asked for. */
bool report_is_other(const struct plan *plan, const struct camp_result *result)
{
	if (!result->property || !plan->properties.count)
		return false;
	for (size_t i = 0; i < plan->properties.count; i++)
		if (strcmp(plan->properties.at[i], result->property) == 0)
			return false;
	return true;
}

static void explain_other(const struct plan *plan, const struct camp_result *result,
    struct trail *trail)
{
	if (!report_is_other(plan, result))
		return;
	trail->failure.why =
	    gd_arena_printf(plan->arena, "%s; %s searched for, but this failure ends the run first",
		trail->failure.why, asked_text(plan));
}

bool report_story(const struct plan *plan, const struct plan_cell *cell,
    const struct plan_check *chosen, const struct simplest *simplest, const struct style *style,
    FILE *out)
{
	const struct plan_check *check = chosen ? chosen : report_told(plan, cell);
	bool is_found = simplest && simplest->is == SIMPLEST_FOUND;
	const struct camp_result *result = simplest && simplest->has_run ? &simplest->result
	    : check                                                      ? result_of(plan, check)
									 : NULL;
	struct trail_heading heading = { .file = plan->file,
		.memory = cell->cell->memory,
		.workers = cell->workers->text,
		.command = chosen ? plan_trace_command(plan->arena, plan, cell, NULL)
				  : report_command(plan, cell),
		.style = style,
		.needed = is_found && !simplest->is_limited ? &simplest->needed : NULL };
	struct trail *trail;
	const char *why;

	if (!check)
		return false;
	trail = trail_read(plan->arena, cell->ir, cell->scenario,
	    result->property ? result->property : TRAIL_LIMIT, result->events, &why);
	if (!trail) {
		driver_error(NULL, "%s: %s", cell->name, why);
		return false;
	}
	explain_limit(plan, result, trail);
	explain_other(plan, result, trail);
	heading.needs = needs_text(plan, simplest, trail);
	if (model_counts_more(simplest, trail))
		heading.needed = NULL;
	if (!style)
		trail_write_json(trail, &heading, out);
	else
		trail_write_text(trail, &heading, out);
	return true;
}
