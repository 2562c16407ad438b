/* sarif.c: the log of one command, over all its files. */
#include "compiler/driver/sarif.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "trace/marks-json.h"
#include "trace/paragraph.h"

struct sarif_log {
	json_t *rules, *results, *notifications;
};

/* ---------------------------------------------------------------------- places */
/* PATH as a reference: what cannot be in one is %XX.  An absolute path has a scheme. */
static json_t *artifact(const char *path)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
				    "-._~/";
	struct gd_out uri;
	json_t *object;

	gd_out_init(&uri, 0);
	gd_out_puts(&uri, *path == '/' ? "file://" : "");
	for (; *path; path++)
		if (strchr(plain, *path))
			gd_out_raw(&uri, path, 1);
		else
			gd_out_printf(&uri, "%%%02X", (unsigned)(unsigned char)*path);
	object = json_pack("{s:s}", "uri", uri.text ? uri.text : "");
	gd_out_free(&uri);
	return object;
}

static json_t *physical(const char *file, json_int_t line, json_int_t column)
{
	json_t *place = json_pack("{s:o}", "artifactLocation", artifact(file));

	if (line > 0)
		json_object_set_new(place, "region",
		    json_pack("{s:I, s:I}", "startLine", line, "startColumn",
			column > 0 ? column : 1));
	return json_pack("{s:o}", "physicalLocation", place);
}

static json_t *place_of(const struct sarif_finding *f)
{
	const struct gd_loc *loc = f->loc;

	return physical(loc && loc->source ? loc->source->path : f->file,
	    loc && loc->line ? loc->line : 1, loc ? loc->column : 1);
}

/* The member `where' of a line of a trace.  NULL: it has none.  If the name of the specification is not UTF-8,
 * the trace has it with other bytes. */
static json_t *place_of_line(const struct sarif_finding *f, const json_t *line)
{
	const json_t *where = json_object_get(line, "where");
	const char *file = json_string_value(json_object_get(where, "file"));
	json_t *own = marks_text_json(f->file);

	if (file && strcmp(file, json_string_value(own)) == 0)
		file = f->file;
	json_decref(own);
	return file ? physical(file, json_integer_value(json_object_get(where, "line")),
			  json_integer_value(json_object_get(where, "column")))
		    : NULL;
}

/* A brace would begin a placeholder. */
static json_t *message(const char *text)
{
	struct gd_out out;
	json_t *object;

	gd_out_init(&out, 0);
	for (; *text; text++) {
		gd_out_raw(&out, text, 1);
		if (*text == '{' || *text == '}')
			gd_out_raw(&out, text, 1);
	}
	object = json_pack("{s:o}", "text", marks_text_json(out.text ? out.text : ""));
	gd_out_free(&out);
	return object;
}

/* ----------------------------------------------------------------------- rules */
/* The index of the rule ID, which is new or known. */
static size_t rule(const struct sarif_log *log, const char *id, const char *text)
{
	json_t *known;
	size_t i;

	json_array_foreach(log->rules, i, known)
	{
		if (strcmp(json_string_value(json_object_get(known, "id")), id) == 0)
			return i;
	}
	json_array_append_new(log->rules,
	    json_pack("{s:s, s:o}", "id", id, "shortDescription", message(text)));
	return i;
}

/* PLACE: its reference is taken. */
static json_t *add_result(const struct sarif_log *log, const struct sarif_finding *f, json_t *place)
{
	json_t *result = json_pack("{s:s, s:i, s:s, s:s, s:o, s:[o]}", "ruleId", f->rule,
	    "ruleIndex", (int)rule(log, f->rule, f->rule_text), "kind",
	    f->expected ? "informational" : "fail", "level",
	    f->expected      ? "none"
		: f->certain ? "error"
			     : "warning",
	    "message", message(f->text), "locations", place);

	json_array_append_new(log->results, result);
	if (!f->name)
		return result;
	json_object_set_new(place, "logicalLocations",
	    json_pack("[{s:s}]", "fullyQualifiedName", f->name));
	json_object_set_new(result, "partialFingerprints",
	    json_pack("{s:o}", "cell/v1",
		marks_text_json(
		    gd_arena_printf(f->arena, "%s: %s: %s", f->file, f->name, f->rule))));
	return result;
}

void sarif_add_result(struct sarif_log *log, const struct sarif_finding *finding)
{
	add_result(log, finding, place_of(finding));
}

/* ------------------------------------------------------------------------ runs */
/* The steps with a place, as one flow: the order in which they happened. */
static void add_flow(const struct sarif_finding *f, const json_t *lines, json_t *result)
{
	json_t *locations = json_array(), *line;
	size_t i;

	json_array_foreach(lines, i, line)
	{
		json_t *place = json_object_get(line, "step") ? place_of_line(f, line) : NULL;

		if (!place)
			continue;
		json_object_set_new(place, "message", message(paragraph_step(f->arena, line)));
		json_array_append_new(locations,
		    json_pack("{s:o, s:O}", "location", place, "executionOrder",
			json_object_get(line, "step")));
	}
	if (json_array_size(locations)) /* a flow without a place is not valid */
		json_object_set_new(result, "codeFlows",
		    json_pack("[{s:[{s:O}]}]", "threadFlows", "locations", locations));
	json_decref(locations);
}

static void add_file(json_t *result, const char *path, const char *what)
{
	json_t *related = json_object_get(result, "relatedLocations"), *place;

	if (!path)
		return;
	place = physical(path, 0, 0);
	json_object_set_new(place, "id", json_integer((json_int_t)json_array_size(related) + 1));
	json_object_set_new(place, "message", message(what));
	json_array_append_new(related, place);
	json_array_append_new(json_object_get(result, "attachments"),
	    json_pack("{s:o, s:o}", "description", message(what), "artifactLocation",
		artifact(path)));
}

static const char *rule_of(const json_t *last)
{
	const char *property = json_string_value(json_object_get(last, "property"));

	if (json_object_get(last, "outcome"))
		return "litmus-claim";
	return property ? property : "model-limit";
}

static json_t *place_of_run(const struct sarif_finding *f, const json_t *lines)
{
	size_t count = json_array_size(lines);
	json_t *place = place_of_line(f, json_array_get(lines, count - 1));

	if (!place)
		place = place_of_line(f, json_array_get(lines, count - 2));
	return place ? place : place_of(f);
}

void sarif_add_run(struct sarif_log *log, struct sarif_finding *f, const struct counterexample *c)
{
	struct gd_arena *arena = f->arena;
	json_t *lines = paragraph_lines(c->events, c->length), *result;
	const json_t *last = json_array_get(lines, json_array_size(lines) - 1);

	f->rule = gd_arena_strdup(arena, rule_of(last));
	f->rule_text = json_object_get(last, "outcome")
	    ? "a claim about the outcomes of a litmus test is not true"
	    : gd_arena_printf(arena, "%s fails", f->rule);
	f->text = c->command
	    ? gd_arena_printf(arena, "%s To see it again: %s", c->explanation, c->command)
	    : c->explanation;
	result = add_result(log, f, place_of_run(f, lines));
	add_flow(f, lines, result);
	json_object_set_new(result, "relatedLocations", json_array());
	json_object_set_new(result, "attachments", json_array());
	add_file(result, c->page, "a page that shows the run");
	add_file(result, c->trace, "the trace of the run");
	json_decref(lines);
}

/* ---------------------------------------------------------------------- the log */
static json_t *invocation(json_t *notifications, int status, int interrupted_by)
{
	json_t *object = json_pack("{s:b, s:O}", "executionSuccessful",
	    !interrupted_by && status != DRIVER_WRONG && status != DRIVER_FAILED,
	    "toolExecutionNotifications", notifications);

	if (interrupted_by) {
		json_object_set_new(object, "exitSignalNumber", json_integer(interrupted_by));
		json_object_set_new(object, "exitSignalName",
		    json_string(strsignal(interrupted_by)));
	} else {
		json_object_set_new(object, "exitCode", json_integer(status));
	}
	return object;
}

static json_t *log_json(const struct sarif_log *log, int status, int interrupted_by)
{
	json_t *run = json_pack("{s:{s:{s:s, s:s, s:O}}, s:[o], s:O}", "tool", "driver", "name",
	    "gcdsl", "version", PACKAGE_VERSION, "rules", log->rules, "invocations",
	    invocation(log->notifications, status, interrupted_by), "results", log->results);

	return json_pack("{s:s, s:s, s:[o]}", "$schema",
	    "https://json.schemastore.org/sarif-2.1.0.json", "version", "2.1.0", "runs", run);
}

void sarif_add_note(struct sarif_log *log, bool is_error, const char *text)
{
	json_array_append_new(log->notifications,
	    json_pack("{s:s, s:o}", "level", is_error ? "error" : "warning", "message",
		message(text)));
}

/* Without this, no result would look like success. */
static void note_wrong(struct sarif_log *log)
{
	sarif_add_note(log, true,
	    "A specification or an option is wrong, so not all was checked: the diagnostics are on "
	    "standard error.");
}

void sarif_begin(struct verify_arguments *a)
{
	if (!a->sarif)
		return;
	a->sarif_log = GD_NEW(a->arena, struct sarif_log);
	*a->sarif_log = (struct sarif_log){ json_array(), json_array(), json_array() };
}

static void release(struct verify_arguments *a)
{
	json_decref(a->sarif_log->rules);
	json_decref(a->sarif_log->results);
	json_decref(a->sarif_log->notifications);
	a->sarif_log = NULL;
}

bool sarif_write(struct verify_arguments *a, int status, int interrupted_by)
{
	json_t *log;
	char *text;
	bool written;

	if (!a->sarif_log)
		return true;
	if (status == DRIVER_WRONG)
		note_wrong(a->sarif_log);
	log = log_json(a->sarif_log, status, interrupted_by);
	text = json_dumps(log, JSON_INDENT(1));
	written = text && gd_write_file(a->sarif, text, strlen(text));
	if (!written)
		driver_error(NULL, "cannot write %s: %s", a->sarif, strerror(errno));
	free(text);
	json_decref(log);
	release(a);
	return written;
}
