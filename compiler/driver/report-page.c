/* report-page.c: collects what --json writes about each file, and the runs; trace/view.c makes the page. */
#include "compiler/driver/report-page.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "trace/marks-json.h"
#include "trace/view.h"

struct report_pages {
	json_t *files; /* in the order of the command line */
	GD_VEC(struct view_trace) runs;
};

void report_page_begin(struct verify_arguments *a)
{
	if (!a->report)
		return;
	a->report_pages = GD_NEW(a->arena, struct report_pages);
	*a->report_pages = (struct report_pages){ .files = json_array() };
}

/* The arena of a file's plan is released before the page is written. */
const char *report_page_add_run(const struct verify_arguments *a, const char *cell,
    const struct counterexample *c)
{
	struct report_pages *pages = a->report_pages;
	struct view_trace trace = { gd_arena_strdup(a->arena, cell),
		gd_arena_strndup(a->arena, c->events, c->length), c->length, true };

	GD_PUSH(a->arena, pages->runs, trace);
	return gd_arena_printf(a->arena, "%s#run-%zu", a->report, pages->runs.count);
}

void report_page_add(const struct verify_arguments *a, const char *command, json_t *object)
{
	if (a->report) {
		json_object_set_new(object, "command", json_string(command));
		json_array_append_new(a->report_pages->files, object);
	} else {
		json_decref(object);
	}
}

static char *data_of(const struct report_pages *pages, int status, int interrupted_by)
{
	json_t *data = json_pack("{s:s, s:O, s:i, s:o}", "gcdsl", PACKAGE_VERSION, "files",
	    pages->files, "status", status, "interrupted",
	    marks_text_json(interrupted_by ? strsignal(interrupted_by) : NULL));
	char *text = json_dumps(data, JSON_INDENT(1));

	json_decref(data);
	return text;
}

bool report_page_write(struct verify_arguments *a, int status, int interrupted_by)
{
	struct report_pages *pages = a->report_pages;
	struct gd_out page;
	char *data;
	bool written;

	if (!pages)
		return true;
	data = data_of(pages, status, interrupted_by);
	gd_out_init(&page, 0);
	view_report(a->arena, data, pages->runs.at, pages->runs.count, &page);
	written = gd_write_file(a->report, page.text, page.length);
	if (!written)
		driver_error(NULL, "cannot write %s: %s", a->report, strerror(errno));
	gd_out_free(&page);
	free(data);
	json_decref(pages->files);
	a->report_pages = NULL;
	return written;
}
