/* values-pane.c: a table with a line for each location: memory | each thread. */
#include "trace/stepper/panes.h"

#include <stdlib.h>
#include <string.h>

#include "trace/stepper/words.h"

enum { NAME = 18, VALUE = 12 };

struct table {
	const struct step_view *view;
	const struct step_box *box;
	int row;
};

/* ------------------------------------------------------------------------- values */
/* The value in memory of the location "a.mark" or "a.field[0]" of OBJECT; NULL: it has none such. */
static const json_t *member_of(const json_t *object, const char *member)
{
	const char *open = strchr(member, '[');
	const json_t *slots, *value = json_object_get(json_object_get(object, "metadata"), member);
	const char *name;

	if (value || !open)
		return value;
	json_object_foreach(json_object_get(object, "fields"), name,
	    slots) if (strlen(name) == (size_t)(open - member) &&
	    strncmp(name, member, strlen(name)) == 0) return json_array_get(slots,
	    (size_t)atoi(open + 1));
	return NULL;
}

/* NULL: the location is not there. */
static const char *value_at(const struct step_view *v, const json_t *step, const char *location)
{
	const json_t *value = json_object_get(json_object_get(step, "memory"), location), *object;
	size_t i;

	if (!value)
		value = json_object_get(json_object_get(step, "roots"), location);
	json_array_foreach(json_object_get(step, "heap"), i, object)
	{
		const char *name = step_text(object, "object");
		size_t length = strlen(name);

		if (!value && json_is_true(json_object_get(object, "live")) &&
		    strncmp(location, name, length) == 0 && location[length] == '.')
			value = member_of(object, location + length + 1);
	}
	return value ? step_value(v->arena, value) : NULL;
}

/* What THREAD observes; NULL: what memory has. */
static const char *observed_by(const struct step_view *v, const char *location, const char *thread)
{
	const json_t *value =
	    json_object_get(json_object_get(json_object_get(v->now, "observed"), location), thread);

	return value ? step_value(v->arena, value) : NULL;
}

/* -------------------------------------------------------------------------- table */
static void put(struct table *t, int column, enum step_style style, const char *text)
{
	int x = t->box->left + 2 + (column ? NAME + (column - 1) * VALUE : 0);

	if (t->row >= 0 && t->row < t->box->height)
		step_put(t->view->canvas, t->box->top + t->row, x,
		    column && x + VALUE - 1 < t->box->left + t->box->width
			? x + VALUE - 1
			: t->box->left + (column ? t->box->width : 2 + NAME - 1),
		    style, text);
}

/* Threads that can observe other values than memory has. */
static bool is_observer(const struct step_run *run, size_t lane)
{
	const char *role = run->lanes.at[lane].role, *name = run->lanes.at[lane].name;

	return run->has_observed &&
	    (strcmp(role, "thread") == 0 || strcmp(role, "mutator") == 0 ||
		strncmp(name, "worker ", strlen("worker ")) == 0); /* its stores wait */
}

static void put_head(struct table *t)
{
	const struct step_run *run = t->view->run;
	int column = 2;

	put(t, 0, STEP_FAINT, "location");
	put(t, 1, STEP_FAINT, "memory");
	for (size_t i = 0; i < run->lanes.count; i++)
		if (is_observer(run, i))
			put(t, column++, STEP_FAINT, run->lanes.at[i].name);
	t->row++;
}

static bool is_changed(const struct step_view *v, const char *location, const char *value)
{
	const char *old = value_at(v, v->before, location);

	return old && strcmp(old, value) != 0;
}

/* A value that the step has changed, and one that memory does not have, are also marked by `*'. */
static void put_location(struct table *t, const char *location, const char *value)
{
	const struct step_view *v = t->view;
	bool changed = is_changed(v, location, value);
	int column = 2;

	put(t, 0, STEP_PLAIN, location);
	put(t, 1, changed ? STEP_CHANGED : STEP_PLAIN,
	    gd_arena_printf(v->arena, "%s%s", value, changed ? " *" : ""));
	for (size_t i = 0; i < v->run->lanes.count; i++) {
		const char *own;

		if (!is_observer(v->run, i))
			continue;
		own = observed_by(v, location, v->run->lanes.at[i].name);
		put(t, column++, own ? STEP_WAITS : STEP_FAINT,
		    own ? gd_arena_printf(v->arena, "%s w", own) : value);
	}
	t->row++;
}

int step_draw_values(const struct step_view *v, const struct step_box *box, int row, bool all)
{
	struct table t = { v, box, row };
	const json_t *location, *observed = json_object_get(v->now, "observed");
	bool has_head = false;
	size_t i;

	json_array_foreach(json_object_get(v->run->heading, "locations"), i, location)
	{
		const char *name = json_string_value(location), *value = value_at(v, v->now, name);

		if (!value || !(all || json_object_get(observed, name)))
			continue;
		if (!has_head)
			put_head(&t);
		has_head = true;
		put_location(&t, name, value);
	}
	return t.row;
}
