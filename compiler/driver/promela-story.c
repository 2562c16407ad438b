/* promela-story.c: one line for each step, and one for each mark. */
#include "compiler/driver/promela-story.h"

#include <jansson.h>
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

static void tell_step(const json_t *step, bool *repeats, FILE *out)
{
	const json_t *operations = json_object_get(step, "operations"), *operation, *red;
	const char *statement = text(step, "statement");
	size_t i;

	if (json_is_true(json_object_get(step, "repeats")) && !*repeats)
		fprintf(out, "      -- from here the run repeats for ever --\n");
	*repeats = json_is_true(json_object_get(step, "repeats"));
	fprintf(out, "%4lld  %-4lld  %-12s  ",
	    (long long)json_integer_value(json_object_get(step, "step")),
	    (long long)json_integer_value(json_object_get(json_object_get(step, "where"), "line")),
	    text(step, "thread"));
	fprintf(out, json_array_size(operations) ? "%-36s" : "%s", statement);
	json_array_foreach(operations, i, operation)
	    tell_operation(operation, i ? "; " : "  ", out);
	putc('\n', out);
	json_array_foreach(json_object_get(step, "red"), i, red)
	    fprintf(out, "          ! %s\n", text(red, "why"));
}

static void tell_end(const json_t *end, const char *command, FILE *out)
{
	const char *formula = text(end, "formula");

	fprintf(out, "\n%s: %s\n", text(end, "property"), text(end, "why"));
	if (*formula)
		fprintf(out, "  %s\n", formula);
	fprintf(out, "\nto see it again: %s\n", command);
}

void promela_tell(const char *events, FILE *out)
{
	json_t *heading = NULL;
	bool repeats = false;

	while (*events) {
		size_t length = strcspn(events, "\n");
		json_t *line = json_loadb(events, length, 0, NULL);
		const char *is = text(line, "event");

		if (strcmp(is, "trace") == 0) {
			fprintf(out, "%s: memory %s\n\n", text(line, "file"), text(line, "memory"));
			heading = json_incref(line);
		} else if (strcmp(is, "step") == 0) {
			tell_step(line, &repeats, out);
		} else {
			tell_end(line, text(heading, "command"), out);
		}
		json_decref(line);
		events += length + (events[length] == '\n');
	}
	json_decref(heading);
}
