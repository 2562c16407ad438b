/* replay.c: what a replay shows must be the error that the verifier has found. */
#include "promela-backend/campaign/replay.h"

#include <string.h>

#include "compiler/base/limits.h"
#include "promela-backend/campaign/command.h"
#include "promela-backend/campaign/files.h"
#include "promela-backend/campaign/panout.h"
#include "promela-backend/campaign/settle.h"

/* The value of the first "@ fail property=…" in OUTPUT, where the run ended.  NULL: there is
 * none. */
static const char *failed_property(struct camp_task *task, const char *output)
{
	static const char mark[] = "@ fail property=";
	const char *at = strstr(output, mark);

	if (!at)
		return NULL;
	at += strlen(mark);
	return gd_arena_strndup(task->arena, at, strcspn(at, " \n"));
}

/* SPIN translates a safety formula to an assertion in the claim. */
static bool is_of_claim(const struct camp_task *task, const char *output)
{
	return task->error == CAMP_CLAIM ||
	    (task->error == CAMP_ASSERTION && strstr(output, "spin: _spin_nvr.tmp:") &&
		strstr(output, "Error: assertion violated"));
}

/* What the replay shows where pan met an assertion and no property failed. */
static const char *no_property(struct camp_task *task, const char *output)
{
	static const char says[] = ", Error: assertion violated";
	const char *end = strstr(output, says), *begin = end;

	if (!end)
		return "met no error on the way that pan took: gcdsl has made a mistake";
	while (begin > output && begin[-1] != ' ' && begin[-1] != '\n')
		begin--;
	return gd_arena_printf(task->arena,
	    "met an assertion of the model's own at %.*s, not a property: gcdsl has made a mistake",
	    (int)(end - begin), begin);
}

/* The property that the replayed error breaks.  NULL: the replay shows another error, and *how
 * describes it. */
static const char *replayed_property(struct camp_task *task, const char *output, const char **how)
{
	const struct camp_run *run = &task->job->runs[task->run];
	const char *failed = failed_property(task, output);

	*how = NULL;
	if (!strstr(output, "spin: trail ends after"))
		*how = "did not get to the end of the trail that pan wrote";
	else if (task->error == CAMP_ASSERTION && !failed && !is_of_claim(task, output))
		*how = no_property(task, output);
	else if (task->error == CAMP_CYCLE && !strstr(output, "START OF CYCLE"))
		*how = "did not find the cycle again";
	else if (task->error == CAMP_END_STATE && failed)
		*how = "met a property where pan met a deadlock";
	else if (task->error == CAMP_OTHER_ERROR)
		*how = "cannot show an error of this kind";
	if (*how)
		return NULL;
	if (!failed && (task->error == CAMP_CYCLE || is_of_claim(task, output)))
		return run->on_cycle;
	return task->error == CAMP_END_STATE ? run->on_end_state : failed;
}

/* "@ fail property=store-late binding=- store=FILE:LINE:COLUMN where=…": in this
 * model nothing that a worker writes is late, and here that would make a difference. */
static bool met_late_store(struct camp_task *task)
{
	const char *line = strstr(task->process.output, "@ fail property=store-late ");
	const char *store = line ? strstr(line, "store=") : NULL;
	const char *where = store ? strstr(store, " where=") : NULL;

	task->job->result.property = NULL;
	if (camp_late_model(task))
		return camp_change_folding(task, camp_late_model(task));
	if (!where)
		return camp_tool_failed(task, "pan, replaying,",
		    "does not say which store is late");
	store += strlen("store=");
	return camp_finish(task, CAMP_INCONCLUSIVE,
	    gd_arena_printf(task->arena,
		"a store of a worker's, at %.*s, may still be on its way when its location is met at "
		"%.*s: put `fence(seq_cst);' after it",
		(int)(where - store), store, (int)strcspn(where + strlen(" where="), "\n"),
		where + strlen(" where=")));
}

/* The value of KEY in LINE: up to the next blank, or for `where' up to the end of the line. */
static const char *said(struct camp_task *task, const char *line, const char *key)
{
	const char *at = strstr(line, gd_arena_printf(task->arena, " %s=", key));
	size_t length = strcspn(line, "\n");

	if (!at || (size_t)(at - line) >= length)
		return NULL;
	at += strlen(key) + 2;
	return gd_arena_strndup(task->arena, at, strcspn(at, strcmp(key, "where") ? " \n" : "\n"));
}

/* "@ fail property=over-bound binding=- kind=K where=FILE:LINE:COLUMN", or meta=M, or value=V (a
 * local, a part of a unit, a ghost). */
static bool met_bound(struct camp_task *task)
{
	const char *line = strstr(task->process.output, "@ fail property=over-bound ");
	const char *kind = line ? said(task, line, "kind") : NULL;
	const char *meta = line ? said(task, line, "meta") : NULL;
	const char *value = meta ? meta : line ? said(task, line, "value") : NULL;
	const char *where = line ? said(task, line, "where") : NULL;

	task->job->result.property = NULL;
	if (kind && where)
		return camp_finish(task, CAMP_INCONCLUSIVE,
		    gd_arena_printf(task->arena,
			"more than %d units of `%s', at %s, exist at once, and a model cannot "
			"count more: either units emit units for ever, or a barrier emits them "
			"while nobody runs them "
			"(make the kind a single read-modify-write, so that a model keeps one of each, or "
			"bound the client's steps)",
			GD_MOST_units, kind, where));
	if (value && where)
		return camp_finish(task, CAMP_INCONCLUSIVE,
		    gd_arena_printf(task->arena,
			"`%s' leaves the range of its type at %s: test before whether the number "
			"fits, or give `%s' a larger range",
			value, where, value));
	return camp_tool_failed(task, "pan, replaying,", "does not say which bound was met");
}

bool camp_after_replay(struct camp_task *task)
{
	struct camp_result *result = &task->job->result;
	const char *tool = camp_has_code(task) ? "pan, replaying," : "spin, replaying,",
		   *how = NULL;
	bool went = camp_went_well(&task->process);
	const char *fallback;

	result->property = went ? replayed_property(task, task->process.output, &how) : NULL;
	/* The shortest error is an assertion of a folding.  A model without that folding may have
	 * shorter ones. */
	if (went && !result->property &&
	    camp_is_about(task, task->process.output, PML_FAILED_FOLD) &&
	    (fallback = camp_next_fallback(task)))
		return camp_change_folding(task, fallback);
	if (!result->property && strcmp(task->trail, camp_first_trail) != 0) {
		task->trail =
		    camp_first_trail; /* the search for a shorter one was stopped in between */
		return camp_begin_replay(task);
	}
	if (!went)
		return camp_child_failed(task, tool);
	if (!result->property)
		return camp_tool_failed(task, tool,
		    how ? how : "met an error that was not looked for");
	result->events = gd_arena_strdup(task->arena, task->process.output);
	if (strcmp(result->property, "over-bound") == 0)
		return met_bound(task);
	if (strcmp(result->property, "store-late") == 0)
		return met_late_store(task);
	return camp_finish(task, CAMP_FAILS, NULL);
}
