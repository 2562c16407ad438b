/* promela-story.c: one line for each step, and one for each mark. */
#include "compiler/driver/promela-story.h"

#include <stdbool.h>
#include <string.h>

static const char *text(const json_t *object, const char *key)
{
	const char *value = json_string_value(json_object_get(object, key));

	return value ? value : "";
}

static void tell_operation(const json_t *operation, const char *before, FILE *out)
{
	const char *op = text(operation, "op"), *location = text(operation, "location");

	if (strcmp(op, "load") == 0)
		fprintf(out, "%s%s is %s", before, location, text(operation, "found"));
	else if (strcmp(op, "fence") == 0)
		fprintf(out, "%sfence", before);
	else
		fprintf(out, "%s%s = %s%s", before, location, text(operation, "stored"),
		    strcmp(op, "hold") == 0 ? " is held back" : "");
}

static bool is_about(const struct style *style, const json_t *step)
{
	const json_t *operations = json_object_get(step, "operations"), *operation;
	bool is = style_is_about(style, NULL);
	size_t i;

	json_array_foreach(operations, i, operation) is |=
	    style_is_about(style, text(operation, "location"));
	return is;
}

static bool is_shown(const struct style *style, const json_t *step)
{
	return style_shows_thread(style, text(step, "thread")) && is_about(style, step) &&
	    (!style->red || json_array_size(json_object_get(step, "red")));
}

/* Whether a store begins to wait. */
static bool holds(const json_t *step)
{
	const json_t *operation;
	size_t i;

	json_array_foreach(json_object_get(step, "operations"), i, operation)
	{
		if (strcmp(text(operation, "op"), "hold") == 0)
			return true;
	}
	return false;
}

static void tell_line(const json_t *step, FILE *out)
{
	const json_t *operations = json_object_get(step, "operations"), *operation;
	size_t i;

	fprintf(out, "%4lld  %-4lld  %-12s  ",
	    (long long)json_integer_value(json_object_get(step, "step")),
	    (long long)json_integer_value(json_object_get(json_object_get(step, "where"), "line")),
	    text(step, "thread"));
	fprintf(out, json_array_size(operations) ? "%-36s" : "%s", text(step, "statement"));
	json_array_foreach(operations, i, operation)
	    tell_operation(operation, i ? "; " : "  ", out);
	putc('\n', out);
}

static void tell_step(const json_t *step, const struct style *style, bool *repeats, FILE *out)
{
	const json_t *red;
	size_t i;

	if (json_is_true(json_object_get(step, "repeats")) && !*repeats)
		fprintf(out, "      -- from here the run repeats for ever --\n");
	*repeats = json_is_true(json_object_get(step, "repeats"));
	if (!is_shown(style, step))
		return;
	if (holds(step))
		fprintf(out, "%s", style_colour(style, STYLE_WAITS));
	tell_line(step, out);
	if (holds(step))
		fprintf(out, "%s", style_colour(style, STYLE_END));
	json_array_foreach(json_object_get(step, "red"), i, red)
	    style_write_marks(style, &(struct marks_red){ .why = text(red, "why") }, 1, out);
}

static void tell_end(const json_t *end, const char *command, FILE *out)
{
	const char *formula = text(end, "formula");

	fprintf(out, "\n%s: %s\n", text(end, "property"), text(end, "why"));
	if (*formula)
		fprintf(out, "  %s\n", formula);
	fprintf(out, "\nto see it again: %s\n", command);
}

void promela_tell(const json_t *lines, const struct style *style, FILE *out)
{
	const json_t *heading = json_array_get(lines, 0), *line;
	bool repeats = false;
	size_t i;

	json_array_foreach(lines, i, line)
	{
		if (i == 0)
			fprintf(out, "%s: memory %s\n\n", text(line, "file"), text(line, "memory"));
		else if (strcmp(text(line, "event"), "step") == 0)
			tell_step(line, style, &repeats, out);
		else
			tell_end(line, text(heading, "command"), out);
	}
}
