/* report-json.c: what was found, as one JSON object (doc/verify-json.md). */
#include "compiler/driver/report.h"
#include "compiler/driver/counterexample.h"
#include "compiler/driver/litmus.h"
#include "trace/marks-json.h"

#include <jansson.h>
#include <string.h>

static const char *const outcome_name[] = { [PLAN_AS_EXPECTED] = "as expected",
	[PLAN_DIFFERS] = "differs",
	[PLAN_INCONCLUSIVE] = "inconclusive",
	[PLAN_TOOL_FAILED] = "tool failed",
	[PLAN_NOT_RUN] = "not run" };

static json_t *properties(const struct plan_check *check)
{
	json_t *names = json_array();

	for (size_t i = 0; i < check->property_count; i++)
		json_array_append_new(names, json_string(check->properties[i]->name));
	return names;
}

static void append_unmet(void *array, const struct pml_premise *premise)
{
	json_array_append_new(array,
	    json_pack("{s:s, s:s, s:o, s:i, s:i}", "property", premise->property->name, "part",
		premise->is_reading     ? "reading"
		    : premise->is_range ? "range"
					: "antecedent",
		"file", marks_text_json(premise->loc.source ? premise->loc.source->path : ""),
		"line", (int)premise->loc.line, "column", (int)premise->loc.column));
}

static json_t *check_json(const struct plan *plan, const struct plan_check *check)
{
	const struct camp_result *result = &plan->jobs.at[check->job].result;
	json_t *vacuous = json_array();
	json_t *object = json_pack("{s:o, s:s, s:s, s:s, s:o, s:o}", "properties",
	    properties(check), "expected", check->expected == SEM_HOLDS ? "holds" : "fails",
	    "verdict", camp_verdict_name[result->verdict], "outcome",
	    outcome_name[plan_check_outcome(plan, check)], "property",
	    marks_text_json(result->property), "reason", marks_text_json(result->reason));

	json_object_set_new(object, "states", json_integer((json_int_t)result->states));
	json_object_set_new(object, "transitions", json_integer((json_int_t)result->transitions));
	json_object_set_new(object, "depth", json_integer((json_int_t)result->depth));
	json_object_set_new(object, "seconds", json_real(result->seconds));
	json_object_set_new(object, "memory_mb", json_real(result->memory));
	json_object_set_new(object, "kept", json_boolean(result->kept));
	json_object_set_new(object, "reduced", json_boolean(result->reduced));
	json_object_set_new(object, "window",
	    check->window ? json_integer((json_int_t)check->window) : json_null());
	json_object_set_new(object, "late_workers",
	    result->late ? json_integer((json_int_t)result->late) : json_null());
	report_each_unmet(plan, check, append_unmet, vacuous);
	json_object_set_new(object, "vacuous", vacuous);
	return object;
}

static json_t *options_json(const struct plan_cell *cell)
{
	json_t *options = json_object();

	for (size_t i = 0; i < cell->ir->option_count; i++)
		json_object_set_new(options, cell->ir->options[i].name,
		    json_string(cell->ir->options[i].value));
	return options;
}

static void append_note(void *array, const char *text)
{
	json_array_append_new(array, marks_text_json(text));
}

static json_t *cell_json(const struct plan *plan, const struct plan_cell *cell)
{
	json_t *checks = json_array(), *notes = json_array();

	report_each_note(plan, cell, append_note, notes);
	for (size_t i = 0; i < cell->checks.count; i++)
		json_array_append_new(checks, check_json(plan, &cell->checks.at[i]));
	return json_pack("{s:s, s:o, s:s, s:s, s:s?, s:s, s:o, s:o, s:o, s:o}", "scenario",
	    cell->scenario->name, "options", options_json(cell), "memory", cell->cell->memory,
	    "workers", cell->workers->text, "property", cell->property, "outcome",
	    outcome_name[plan_cell_outcome(plan, cell)], "checks", checks, "rests_on", notes,
	    "trace", marks_text_json(report_command(plan, cell)), "counterexample",
	    counterexample_json(cell->counterexample));
}

static json_t *mutant_json(const struct plan *plan, size_t first, size_t last)
{
	const struct plan_cell *caught;
	enum plan_outcome outcome = plan_mutant_outcome(plan, first, last, &caught);
	json_t *cells = json_array();
	json_t *object =
	    json_pack("{s:s, s:b, s:s}", "mutant", plan->cells.at[first].cell->mutant->name.text,
		"caught", caught != NULL, "outcome", outcome_name[outcome]);

	for (size_t i = first; i < last; i++)
		if (plan->cells.at[i].ir &&
		    plan_cell_outcome(plan, &plan->cells.at[i]) != PLAN_NOT_RUN)
			json_array_append_new(cells, cell_json(plan, &plan->cells.at[i]));
	json_object_set_new(object, "by",
	    caught
		? json_string(caught->ir ? plan->jobs.at[caught->checks.at[0].job].result.property
					 : "check")
		: json_null());
	json_object_set_new(object, "report",
	    marks_text_json(caught ? caught->first_report : NULL));
	json_object_set_new(object, "cells", cells);
	return object;
}

static json_t *summary_json(const struct report_counts *counts, const struct camp_summary *summary)
{
	json_t *object = json_pack("{s:i, s:i, s:i, s:i, s:i, s:i}", "cells", (int)counts->cells,
	    "as_expected", (int)counts->as_expected, "not_as_expected", (int)counts->differ,
	    "inconclusive", (int)counts->inconclusive, "tool_failed", (int)counts->tool_failed,
	    "not_run", (int)counts->not_run);

	json_object_set_new(object, "mutants", json_integer((json_int_t)counts->mutants));
	json_object_set_new(object, "caught", json_integer((json_int_t)counts->caught));
	json_object_set_new(object, "kept", json_integer((json_int_t)counts->kept));
	json_object_set_new(object, "interrupted",
	    json_boolean(summary->status == CAMP_INTERRUPTED));
	json_object_set_new(object, "status", json_integer(report_status(counts)));
	return object;
}

json_t *report_json(const struct plan *plan, const struct report_counts *counts,
    const struct camp_summary *summary)
{
	json_t *cells = json_array(), *mutants = json_array(), *remarks = json_array(), *object;

	for (size_t i = 0; i < plan->cells.count; i++)
		if (!plan->cells.at[i].cell->mutant)
			json_array_append_new(cells, cell_json(plan, &plan->cells.at[i]));
	for (size_t i = 0; i < plan->cells.count; i = plan_mutant_end(plan, i))
		if (plan->cells.at[i].cell->mutant)
			json_array_append_new(mutants,
			    mutant_json(plan, i, plan_mutant_end(plan, i)));
	object = json_pack("{s:i, s:o, s:o, s:o, s:o}", "version", 1, "file",
	    marks_text_json(plan->file), "collector", marks_text_json(plan->collector), "spin",
	    marks_text_json(summary->spin_version), "cc", marks_text_json(summary->cc_version));
	json_object_set_new(object, "part", marks_text_json(plan->title));
	json_object_set_new(object, "cells", cells);
	json_object_set_new(object, "mutants", mutants);
	json_object_set_new(object, "litmus", litmus_json(plan, false));
	for (size_t i = 0; i < plan->remarks.count; i++)
		json_array_append_new(remarks, marks_text_json(plan->remarks.at[i]));
	json_object_set_new(object, "remarks", remarks);
	json_object_set_new(object, "summary", summary_json(counts, summary));
	return object;
}
