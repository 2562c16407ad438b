/* counterexample-text.c: what is said of the run of a failing cell, and where its files are. */
#include "compiler/driver/counterexample.h"

#include <string.h>

#include "compiler/driver/litmus.h"
#include "trace/marks-json.h"

enum { COLUMNS = 92 };

/* A paragraph, in lines. */
static void write_wrapped(const char *text, FILE *out)
{
	size_t column = 0;

	while (*text) {
		size_t length = strcspn(text, " ");

		if (column && column + 1 + length > COLUMNS)
			column = 0;
		fprintf(out, "%s%.*s", column ? " " : "\n    ", (int)length, text);
		column += (column > 0) + length;
		text += length;
		text += strspn(text, " ");
	}
	putc('\n', out);
}

void counterexample_write_one(const char *name, const struct counterexample *c, FILE *out)
{
	if (!c)
		return;
	fprintf(out, "\n%s%s", name, c->expected ? " (as expected)" : "");
	write_wrapped(c->explanation ? c->explanation : "", out);
	if (c->trace)
		fprintf(out, "    trace: %s\n", c->trace);
	if (c->page)
		fprintf(out, "    page: %s\n", c->page);
	if (c->run)
		fprintf(out, "    in the report: %s\n", c->run);
	if (c->why)
		fprintf(out, "    not all could be made: %s\n", c->why);
	if (c->command)
		fprintf(out, "    to see it again: %s\n", c->command);
}

void counterexample_write_text(const struct plan *plan, FILE *out)
{
	for (size_t i = 0; i < plan->cells.count; i++)
		counterexample_write_one(plan->cells.at[i].name, plan->cells.at[i].counterexample,
		    out);
	for (size_t i = 0; i < plan->litmus.count; i++)
		counterexample_write_one(plan->litmus.at[i].name, plan->litmus.at[i].counterexample,
		    out);
}

json_t *counterexample_json(const struct counterexample *c)
{
	if (!c)
		return json_null();
	return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o}", "trace", marks_text_json(c->trace),
	    "page", marks_text_json(c->page), "run", marks_text_json(c->run), "explanation",
	    marks_text_json(c->explanation), "command", marks_text_json(c->command), "why",
	    marks_text_json(c->why));
}
