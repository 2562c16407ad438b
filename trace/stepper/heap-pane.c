/* heap-pane.c: the heap as a tree of what the roots reach, as `gcdsl trace --heap' draws it, with the
 * colour of each object in brackets, and the units about it.
 *
 *	m.a --> a [black]  mark 1
 *	    field[0] --> c [white]  mark 0
 *	m.b --> c, above
 */
#include "trace/stepper/panes.h"

#include <string.h>

#include "trace/stepper/words.h"

struct drawer {
	const struct step_view *view;
	const struct step_box *box;
	const json_t *heap;
	bool *drawn; /* by place in the heap */
	int row;
};

static const json_t *object_named(const json_t *heap, const char *name, size_t *place)
{
	for (*place = 0; *place < json_array_size(heap); ++*place) {
		const json_t *object = json_array_get(heap, *place);

		if (strcmp(step_text(object, "object"), name) == 0)
			return object;
	}
	return NULL;
}

static bool is_live(const json_t *object)
{
	return json_is_true(json_object_get(object, "live"));
}

/* ------------------------------------------------------------------------ colours */
static bool is_unset(const json_t *value)
{
	return !value || json_is_null(value) || json_is_false(value) ||
	    (json_is_integer(value) && json_integer_value(value) == 0) ||
	    (json_is_string(value) && strcmp(json_string_value(value), "0") == 0);
}

static bool is_marking(const struct step_run *run, const char *kind)
{
	for (size_t i = 0; i < run->marking.count; i++)
		if (strcmp(run->marking.at[i], kind) == 0)
			return true;
	return false;
}

static bool has_marking_unit(const struct step_view *v, const char *member, const char *name)
{
	const json_t *unit;
	size_t i;

	json_array_foreach(json_object_get(v->now, member), i,
	    unit) if (step_unit_is_about(unit, name) &&
	    is_marking(v->run, step_text(unit, "kind"))) return true;
	return false;
}

/* Of collectors whose metadata has a `mark'. */
static enum step_style colour(const struct step_view *v, const json_t *object)
{
	const json_t *mark = json_object_get(json_object_get(object, "metadata"), "mark");
	const char *name = step_text(object, "object");

	if (!mark || !is_live(object))
		return STEP_PLAIN;
	if (is_unset(mark))
		return STEP_WHITE;
	return has_marking_unit(v, "pending", name) || has_marking_unit(v, "running", name)
	    ? STEP_GREY
	    : STEP_BLACK;
}

static const char *colour_name(enum step_style style)
{
	return style == STEP_WHITE ? " [white]"
	    : style == STEP_GREY   ? " [grey]"
	    : style == STEP_BLACK  ? " [black]"
				   : "";
}

/* -------------------------------------------------------------------------- text */
static const char *units_about(struct drawer *d, const char *member, const char *name)
{
	const json_t *unit;
	const char *text = "";
	size_t i;

	json_array_foreach(json_object_get(d->view->now, member), i,
	    unit) if (step_unit_is_about(unit, name)) text =
	    gd_arena_printf(d->view->arena, "%s, %s %s", text, member, step_text(unit, "kind"));
	return text;
}

static const char *metadata(struct drawer *d, const json_t *object)
{
	const json_t *value;
	const char *name, *text = "";

	json_object_foreach(json_object_get(object, "metadata"), name, value) text =
	    gd_arena_printf(d->view->arena, "%s  %s %s", text, name,
		step_value(d->view->arena, value));
	return text;
}

/* Metadata or fields are others than after the step before. */
static bool is_changed(struct drawer *d, const json_t *object)
{
	size_t place;
	const json_t *before = object_named(json_object_get(d->view->before, "heap"),
	    step_text(object, "object"), &place);

	return before && !json_equal(before, object);
}

static const char *object_text(struct drawer *d, const json_t *object)
{
	const char *name = step_text(object, "object");

	if (!is_live(object))
		return gd_arena_printf(d->view->arena, "%s, %s", name,
		    json_is_true(json_object_get(object, "reachable")) ? "FREED, and reachable"
								       : "FREED");
	return gd_arena_printf(d->view->arena, "%s%s%s%s%s%s", name,
	    colour_name(colour(d->view, object)), metadata(d, object),
	    units_about(d, "pending", name), units_about(d, "running", name),
	    is_changed(d, object) ? "  *" : "");
}

static void put(struct drawer *d, int depth, enum step_style style, const char *text)
{
	if (d->row >= 0 && d->row < d->box->height)
		step_put(d->view->canvas, d->box->top + d->row, d->box->left + 2 + depth * 4,
		    d->box->left + d->box->width, style, text);
	d->row++;
}

/* -------------------------------------------------------------------------- tree */
static void draw_fields(struct drawer *d, const json_t *object, int depth);

/* "LABEL --> a  mark 1", and what a refers to. */
static void draw(struct drawer *d, const char *label, const char *name, int depth)
{
	size_t place;
	const json_t *object = object_named(d->heap, name, &place);
	const char *text = name;
	bool again = object && is_live(object) && d->drawn[place];
	enum step_style style = STEP_PLAIN;

	if (again)
		text = gd_arena_printf(d->view->arena, "%s, above", name);
	else if (object) {
		text = object_text(d, object);
		style = !is_live(object)    ? STEP_RED
		    : is_changed(d, object) ? STEP_CHANGED
					    : colour(d->view, object);
		d->drawn[place] = true;
	}
	put(d, depth, style, gd_arena_printf(d->view->arena, "%s --> %s", label, text));
	if (object && is_live(object) && !again)
		draw_fields(d, object, depth + 1);
}

/* Fields that hold null are left out. */
static void draw_fields(struct drawer *d, const json_t *object, int depth)
{
	const json_t *slots, *slot;
	const char *name;
	size_t i;

	json_object_foreach(json_object_get(object, "fields"), name, slots)
	{
		json_array_foreach(slots, i, slot) if (json_is_string(slot))
		    draw(d, gd_arena_printf(d->view->arena, "%s[%zu]", name, i),
			json_string_value(slot), depth);
	}
}

/* Roots that hold null are on one line. */
static void draw_roots(struct drawer *d)
{
	const json_t *root;
	const char *name, *nulls = "";

	json_object_foreach(json_object_get(d->view->now, "roots"), name, root)
	{
		if (json_is_string(root))
			draw(d, name, json_string_value(root), 0);
		else
			nulls = gd_arena_printf(d->view->arena, "%s%s%s", nulls, *nulls ? ", " : "",
			    name);
	}
	if (*nulls)
		put(d, 0, STEP_PLAIN, gd_arena_printf(d->view->arena, "%s: null", nulls));
}

static void draw_others(struct drawer *d)
{
	const json_t *object;
	size_t i;

	json_array_foreach(d->heap, i, object) if (is_live(object) && !d->drawn[i])
	    draw(d, json_is_true(json_object_get(object, "reachable")) ? "(held)" : "(unreachable)",
		step_text(object, "object"), 0);
}

int step_draw_heap(const struct step_view *v, const struct step_box *box, int row)
{
	const json_t *heap = json_object_get(v->now, "heap");
	struct drawer d = { v, box, heap, GD_NEW_ARRAY(v->arena, bool, json_array_size(heap) + 1),
		row };

	if (json_array_size(heap) == 0)
		return row;
	if (row >= 0 && row < box->height)
		step_put(v->canvas, box->top + row, box->left, box->left + box->width, STEP_TITLE,
		    "heap");
	d.row++;
	draw_roots(&d);
	draw_others(&d);
	return d.row;
}
