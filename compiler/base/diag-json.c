/* Diagnostics for tools, in the shape of rustc's: one object a line. */
#include "compiler/base/diag-internal.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* The text of a specification may have any bytes, but JSON must be UTF-8.  Each byte that is not
 * UTF-8 becomes a question mark. */
static json_t *json_text(const char *text)
{
	json_t *value = json_string(text);
	char *copy;

	if (value != NULL)
		return value;
	copy = strdup(text);
	if (copy == NULL)
		return json_string("");
	for (char *c = copy; *c; c++)
		if ((unsigned char)*c >= 0x80)
			*c = '?';
	value = json_string(copy);
	free(copy);
	return value;
}

static json_t *span_of(const struct gd_loc *loc, bool is_primary, const char *replacement)
{
	json_t *span = json_object();

	json_object_set_new(span, "file_name", json_text(loc->source->path));
	json_object_set_new(span, "line_start", json_integer(loc->line));
	json_object_set_new(span, "line_end", json_integer(loc->end_line));
	json_object_set_new(span, "column_start", json_integer(loc->column));
	json_object_set_new(span, "column_end", json_integer((json_int_t)loc->end_column + 1));
	json_object_set_new(span, "is_primary", json_boolean(is_primary));
	if (replacement != NULL)
		json_object_set_new(span, "suggested_replacement", json_text(replacement));
	return span;
}

static json_t *spans_of(const struct gd_loc *loc, bool is_primary, const char *replacement)
{
	json_t *spans = json_array();

	if (loc->source != NULL)
		json_array_append_new(spans, span_of(loc, is_primary, replacement));
	return spans;
}

static json_t *children_of(const struct gd_diag *diag)
{
	json_t *children = json_array();

	for (size_t i = 0; i < diag->children.count; i++) {
		const struct gd_diag_child *child = &diag->children.at[i];
		json_t *object = json_object();

		json_object_set_new(object, "message", json_text(child->message));
		json_object_set_new(object, "level",
		    json_string(child->kind == GD_CHILD_NOTE ? "note" : "help"));
		json_object_set_new(object, "spans",
		    spans_of(&child->loc, true, child->replacement));
		json_array_append_new(children, object);
	}
	return children;
}

static json_t *rendered(const struct gd_diag *diag)
{
	char *text = NULL;
	size_t size = 0;
	FILE *memory = open_memstream(&text, &size);
	json_t *value;

	if (memory == NULL)
		return json_string("");
	gd_diag_write_text(diag, memory, false);
	fclose(memory);
	value = json_text(text);
	free(text);
	return value;
}

void gd_diag_write_json(const struct gd_diag *diag, FILE *out)
{
	json_t *object = json_object(), *code = json_object();

	json_object_set_new(object, "message", json_text(diag->message));
	json_object_set_new(code, "code", json_string(diag->info->name));
	json_object_set_new(code, "slug", json_string(diag->info->slug));
	json_object_set_new(object, "code", code);
	json_object_set_new(object, "level",
	    json_string(diag->info->is_error ? "error" : "warning"));
	json_object_set_new(object, "spans", spans_of(&diag->loc, true, NULL));
	json_object_set_new(object, "children", children_of(diag));
	json_object_set_new(object, "rendered", rendered(diag));
	json_dumpf(object, out, JSON_COMPACT);
	fputc('\n', out);
	json_decref(object);
}
