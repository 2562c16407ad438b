/* event.c: the lines that a model prints in a replay, as data. */
#include "promela-backend/steps/event.h"
#include "promela-backend/facts/refusal.h"

#include <string.h>

#define K(key) #key,
#define EVENT(name, keys, told)                                                                    \
	static const char *const keys_of_event_##name[] = { "where", keys NULL };
#define STEP(name, keys, told)                                                                     \
	static const char *const keys_of_step_##name[] = { "where", "thread", keys NULL };
#include "promela-backend/events.def"
#undef K

static const struct {
	const char *name, *step; /* step NULL: it is no step */
	const char *const *keys; /* in the order of the values */
} rows[] = {
#define EVENT(name, keys, told) { #name, NULL, keys_of_event_##name },
#define STEP(name, keys, told)  { "step", #name, keys_of_step_##name },
#include "promela-backend/events.def"
};

struct pml_value pml_text(const char *text)
{
	return (struct pml_value){ text, NULL };
}

struct pml_value pml_number(const char *expression)
{
	return (struct pml_value){ "%d", expression };
}

struct pml_value pml_count(struct pml_model *model, size_t number)
{
	return pml_text(gd_arena_printf(model->arena, "%zu", number));
}

struct pml_value pml_at(struct pml_model *model, struct gd_loc loc)
{
	return pml_text(pml_where(model, loc));
}

static size_t value_count(enum pml_event event)
{
	size_t count = 0;

	while (rows[event].keys[count])
		count++;
	return count;
}

struct pml_line pml_line_of(struct pml_model *model, enum pml_event event, const void *values)
{
	size_t count = value_count(event);
	struct pml_value *copy = GD_NEW_ARRAY(model->arena, struct pml_value, count);

	memcpy(copy, values, count * sizeof *copy);
	return (struct pml_line){ event, copy };
}

const char *pml_line_name(struct pml_model *model, const struct pml_line *line)
{
	const char *step = rows[line->event].step;

	return step ? gd_arena_printf(model->arena, "step:%s", step) : rows[line->event].name;
}

const struct pml_value *pml_line_value(const struct pml_line *line, const char *key)
{
	for (size_t i = 0; i < value_count(line->event); i++)
		if (strcmp(rows[line->event].keys[i], key) == 0)
			return line->values[i].format ? &line->values[i] : NULL;
	return NULL;
}

static bool is_same(const char *a, const char *b)
{
	return a == b || (a && b && strcmp(a, b) == 0);
}

bool pml_is_same_line(const struct pml_line *a, const struct pml_line *b)
{
	if (a->event != b->event)
		return false;
	for (size_t i = 0; i < value_count(a->event); i++)
		if (!is_same(a->values[i].format, b->values[i].format) ||
		    !is_same(a->values[i].args, b->values[i].args))
			return false;
	return true;
}

/* " key=format"; "" when the line does not have key number INDEX. */
static const char *part(struct pml_model *model, const struct pml_line *line, size_t index)
{
	const char *format = line->values[index].format;

	return format
	    ? gd_arena_printf(model->arena, " %s=%s", rows[line->event].keys[index], format)
	    : "";
}

const char *pml_line_format(struct pml_model *model, const struct pml_line *line)
{
	const char *step = rows[line->event].step;
	const char *text = gd_arena_printf(model->arena, "@ %s%s%s", rows[line->event].name,
	    step ? " do=" : "", step ? step : "");

	for (size_t i = 1; i < value_count(line->event); i++)
		text = gd_arena_printf(model->arena, "%s%s", text, part(model, line, i));
	return gd_arena_printf(model->arena, "%s%s", text, part(model, line, 0));
}

const char *pml_line_text(struct pml_model *model, const struct pml_line *line)
{
	const char *args = "";

	for (size_t i = 0; i < value_count(line->event); i++)
		if (line->values[i].format && line->values[i].args && *line->values[i].args)
			args = gd_arena_printf(model->arena, "%s, %s", args, line->values[i].args);
	return gd_arena_printf(model->arena, "printf(\"%s\\n\"%s)", pml_line_format(model, line),
	    args);
}
