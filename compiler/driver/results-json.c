/* results-json.c: runs, rows and differences as JSON (doc/results.md). */
#include "compiler/driver/results.h"

#include <jansson.h>

#include "trace/marks-json.h"

enum { FORMAT = 1 };

static void set_text(json_t *object, const char *name, const char *text)
{
	json_object_set_new(object, name, marks_text_json(text));
}

static void set_count(json_t *object, const char *name, size_t count)
{
	json_object_set_new(object, name, json_integer((json_int_t)count));
}

static json_t *counts_json(const struct camp_past_counts *c)
{
	json_t *object = json_object();

	set_count(object, "cells", c->cells);
	set_count(object, "as_expected", c->as_expected);
	set_count(object, "not_as_expected", c->differ);
	set_count(object, "inconclusive", c->inconclusive);
	set_count(object, "tool_failed", c->tool_failed);
	set_count(object, "not_run", c->not_run);
	set_count(object, "mutants", c->mutants);
	set_count(object, "caught", c->caught);
	set_count(object, "kept", c->kept);
	return object;
}

static json_t *costs_json(const struct camp_past_costs *c)
{
	json_t *object = json_object();

	set_count(object, "searches", c->searches);
	set_count(object, "states", (size_t)c->states);
	json_object_set_new(object, "seconds", json_real(c->seconds));
	json_object_set_new(object, "memory_mb", json_real(c->memory));
	return object;
}

static json_t *run_json(const struct camp_past_run *run)
{
	json_t *object = json_object(), *files = json_array();

	for (size_t i = 0; i < run->files.count; i++)
		json_array_append_new(files, marks_text_json(run->files.at[i]));
	json_object_set_new(object, "run", json_integer(run->number));
	set_text(object, "started", run->started);
	set_text(object, "command", run->command);
	json_object_set_new(object, "files", files);
	set_text(object, "selection", run->selection);
	set_text(object, "settings", run->settings);
	set_text(object, "gcdsl", run->gcdsl);
	set_text(object, "spin", run->spin);
	set_text(object, "cc", run->cc);
	set_text(object, "machine", run->machine);
	json_object_set_new(object, "seconds", json_real(run->seconds));
	json_object_set_new(object, "status",
	    run->status < 0 ? json_null() : json_integer(run->status));
	json_object_set_new(object, "interrupted_by",
	    run->interrupted_by ? json_integer(run->interrupted_by) : json_null());
	json_object_set_new(object, "summary", counts_json(&run->counts));
	json_object_set_new(object, "costs", costs_json(&run->costs));
	return object;
}

static json_t *row_json(const struct camp_past_row *row)
{
	json_t *object = json_object();

	set_text(object, "file", row->file);
	set_text(object, "kind", row->kind);
	set_text(object, "cell", row->cell);
	set_text(object, "properties", row->properties);
	set_text(object, "expected", row->expected);
	set_text(object, "verdict", row->verdict);
	set_text(object, "outcome", row->outcome);
	set_text(object, "property", row->property);
	set_text(object, "reason", row->reason);
	set_text(object, "key", row->key);
	set_count(object, "states", (size_t)row->states);
	set_count(object, "transitions", (size_t)row->transitions);
	set_count(object, "depth", (size_t)row->depth);
	json_object_set_new(object, "seconds", json_real(row->seconds));
	json_object_set_new(object, "memory_mb", json_real(row->memory));
	json_object_set_new(object, "kept", json_boolean(row->kept));
	return object;
}

json_t *results_list_json(const camp_past_runs *runs)
{
	json_t *list = json_array();

	for (size_t i = 0; i < runs->count; i++)
		json_array_append_new(list, run_json(&runs->at[i]));
	return json_pack("{s:i, s:o}", "version", FORMAT, "runs", list);
}

json_t *results_rows_json(const struct results_past *past)
{
	json_t *list = json_array(), *object = run_json(past->run);

	for (size_t i = 0; i < past->rows.count; i++)
		json_array_append_new(list, row_json(&past->rows.at[i]));
	json_object_set_new(object, "version", json_integer(FORMAT));
	json_object_set_new(object, "rows", list);
	return object;
}

/* ------------------------------------------------------------------------ differences */
static json_t *verdict_json(const struct results_verdict *v)
{
	static const char *const way[] = { [RESULTS_WORSE] = "worse",
		[RESULTS_OTHER] = "other",
		[RESULTS_BETTER] = "better" };
	json_t *object = json_object();

	set_text(object, "way", way[v->way]);
	set_text(object, "property", v->property);
	set_text(object, "was", v->was);
	set_text(object, "is", v->is);
	json_object_set_new(object, "before", row_json(v->before));
	json_object_set_new(object, "after", row_json(v->after));
	return object;
}

static json_t *pairs_json(const struct results_pair *pairs, size_t count)
{
	json_t *list = json_array();

	for (size_t i = 0; i < count; i++)
		json_array_append_new(list,
		    json_pack("{s:o, s:o}", "before", row_json(pairs[i].before), "after",
			row_json(pairs[i].after)));
	return list;
}

static json_t *lone_json(const struct results_lone *lone, size_t count)
{
	json_t *list = json_array();

	for (size_t i = 0; i < count; i++)
		json_array_append_new(list,
		    json_pack("{s:o, s:b, s:o}", "property", marks_text_json(lone[i].property),
			"not_run", lone[i].not_run, "row", row_json(lone[i].row)));
	return list;
}

static json_t *sums_json(const struct results_changes *c)
{
	json_t *object = json_object();

	set_count(object, "compared", c->compared);
	set_count(object, "worse", c->worse);
	set_count(object, "better", c->better);
	set_count(object, "timed", c->timed);
	json_object_set_new(object, "seconds_before", json_real(c->seconds_before));
	json_object_set_new(object, "seconds_after", json_real(c->seconds_after));
	return object;
}

json_t *results_changes_json(const struct results_changes *c)
{
	json_t *object = json_object(), *verdicts = json_array(), *notes = json_array();

	for (size_t i = 0; i < c->verdicts.count; i++)
		json_array_append_new(verdicts, verdict_json(&c->verdicts.at[i]));
	for (size_t i = 0; i < c->notes.count; i++)
		json_array_append_new(notes, marks_text_json(c->notes.at[i]));
	json_object_set_new(object, "version", json_integer(FORMAT));
	json_object_set_new(object, "before", run_json(c->before.run));
	json_object_set_new(object, "after", run_json(c->after.run));
	json_object_set_new(object, "notes", notes);
	json_object_set_new(object, "verdicts", verdicts);
	json_object_set_new(object, "gone", lone_json(c->gone.at, c->gone.count));
	json_object_set_new(object, "new", lone_json(c->added.at, c->added.count));
	json_object_set_new(object, "states", pairs_json(c->states.at, c->states.count));
	json_object_set_new(object, "slower", pairs_json(c->slower.at, c->slower.count));
	json_object_set_new(object, "faster", pairs_json(c->faster.at, c->faster.count));
	json_object_set_new(object, "summary", sums_json(c));
	json_object_set_new(object, "status", json_integer(results_status(c)));
	return object;
}
