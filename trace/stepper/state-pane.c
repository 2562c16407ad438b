/* state-pane.c: the state after the step.  What the step has changed has a star. */
#include "trace/stepper/panes.h"

#include <string.h>

#include "trace/stepper/words.h"

struct writer {
	const struct step_view *view;
	const struct step_box *box;
	int row;
};

static void put(struct writer *w, enum step_style style, const char *text)
{
	w->row = step_put_wrapped(w->view->canvas, w->box, w->row, 10, style, text);
}

/* A line "TITLE  text"; nothing if the text is empty. */
static void put_line(struct writer *w, const char *title, const char *text, bool changed)
{
	if (*text)
		put(w, changed ? STEP_CHANGED : STEP_PLAIN,
		    gd_arena_printf(w->view->arena, "%-9s %s%s", title, text,
			changed ? "  *" : ""));
}

static bool is_changed(const struct writer *w, const char *member)
{
	const json_t *now = json_object_get(w->view->now, member),
		     *before = json_object_get(w->view->before, member);

	return now && before && !json_equal(now, before);
}

static const char *joined(struct writer *w, const char *text, const char *more)
{
	return *text ? gd_arena_printf(w->view->arena, "%s, %s", text, more) : more;
}

/* ------------------------------------------------------------------------ stores */
static void put_waiting(struct writer *w)
{
	const json_t *wait;
	size_t i;

	json_array_foreach(json_object_get(w->view->now, "waiting"), i, wait)
	{
		const struct step_store *store = step_run_store(w->view->run,
		    (long)json_integer_value(json_object_get(wait, "store")));
		bool overtaken = store && store->overtaken <= w->view->at;

		put(w, overtaken ? STEP_RED : STEP_WAITS,
		    gd_arena_printf(w->view->arena,
			"%-9s %s = %s of %s, since step %" JSON_INTEGER_FORMAT "%s",
			overtaken ? "waits !" : "waits w", step_text(wait, "location"),
			step_value(w->view->arena, json_object_get(wait, "value")),
			step_text(wait, "thread"),
			json_integer_value(json_object_get(wait, "began")),
			overtaken ? ", overtaken" : ""));
	}
}

/* -------------------------------------------------------------------------- work */
static bool is_of_kind(const json_t *units, const char *kind)
{
	const json_t *unit;
	size_t i;

	json_array_foreach(units, i,
	    unit) if (strcmp(step_text(unit, "kind"), kind) == 0) return true;
	return false;
}

/* A bucket is drained if no unit of its kinds waits or is being run. */
static bool is_drained(const struct step_view *v, const char *bucket)
{
	const json_t *kind;
	size_t i;

	json_array_foreach(json_object_get(json_object_get(v->run->heading, "work"), bucket), i,
	    kind) if (is_of_kind(json_object_get(v->now, "pending"), json_string_value(kind)) ||
	    is_of_kind(json_object_get(v->now, "running"), json_string_value(kind))) return false;
	return true;
}

static void put_buckets(struct writer *w)
{
	const json_t *open;
	const char *name, *text = "";

	json_object_foreach(json_object_get(w->view->now, "buckets"), name, open) text =
	    joined(w, text,
		gd_arena_printf(w->view->arena, "%s %s", name,
		    json_is_false(open)             ? "closed"
			: is_drained(w->view, name) ? "open (drained)"
						    : "OPEN"));
	put_line(w, "buckets", text, is_changed(w, "buckets"));
}

static size_t count_equal(const json_t *units, size_t count, const json_t *unit)
{
	size_t found = 0;

	for (size_t i = 0; i < count; i++)
		found += (size_t)json_equal(json_array_get(units, i), unit);
	return found;
}

/* Equal units are one entry. */
static void put_units(struct writer *w, const char *member)
{
	const json_t *units = json_object_get(w->view->now, member), *unit;
	const char *text = "";
	size_t i;

	json_array_foreach(units, i, unit)
	{
		size_t copies = count_equal(units, json_array_size(units), unit);

		if (count_equal(units, i, unit) == 0)
			text = joined(w, text,
			    gd_arena_printf(w->view->arena, "%s%s", step_unit(w->view->arena, unit),
				copies > 1 ? gd_arena_printf(w->view->arena, " %zu times", copies)
					   : ""));
	}
	put_line(w, member, text, is_changed(w, member));
}

/* "marking on", "m running" */
static void put_names(struct writer *w, const char *member, const char *between)
{
	const json_t *value;
	const char *name, *text = "";

	json_object_foreach(json_object_get(w->view->now, member), name, value) text =
	    joined(w, text,
		gd_arena_printf(w->view->arena, "%s%s%s", name, between,
		    json_is_true(value)        ? "on"
			: json_is_false(value) ? "off"
					       : step_value(w->view->arena, value)));
	put_line(w, member, text, is_changed(w, member));
}

static void put_registers(struct writer *w)
{
	const json_t *value;
	const char *thread, *name;
	json_t *registers;

	json_object_foreach(json_object_get(w->view->now, "registers"), thread, registers)
	{
		const char *text = "";

		json_object_foreach(registers, name, value) text = joined(w, text,
		    gd_arena_printf(w->view->arena, "%s = %s", name,
			step_value(w->view->arena, value)));
		put_line(w, thread, text,
		    !json_equal(registers,
			json_object_get(json_object_get(w->view->before, "registers"), thread)));
	}
}

/* ---------------------------------------------------------------------- property */
static const char *since_text(struct writer *w, const json_t *object)
{
	json_int_t since = json_integer_value(json_object_get(object, "since"));

	return since ? gd_arena_printf(w->view->arena, "since step %" JSON_INTEGER_FORMAT, since)
		     : "from the start";
}

/* Of traces that say it: "waiting since step 6", and what it waits for. */
static void put_property(struct writer *w)
{
	const json_t *property = json_object_get(w->view->now, "property"), *wait;
	bool changed = is_changed(w, "property");
	size_t i;

	if (!json_is_object(property))
		return;
	put_line(w, "property",
	    gd_arena_printf(w->view->arena, "%s %s", step_text(property, "state"),
		since_text(w, property)),
	    changed);
	json_array_foreach(json_object_get(property, "waits"), i, wait)
	{
		const char *binding = step_text(wait, "binding");

		put_line(w, "waits for",
		    gd_arena_printf(w->view->arena, "%s%s%s, %s", step_text(wait, "for"),
			*binding ? ", for " : "", binding, since_text(w, wait)),
		    changed);
	}
}

/* ----------------------------------------------------------------------- regions */
/* "a, b (freed)": what lies on the region, and what still refers there. */
static const char *objects_on(struct writer *w, const char *region)
{
	const json_t *object, *line;
	const char *text = "";
	size_t i, k;

	json_array_foreach(json_object_get(w->view->now, "heap"), i, object)
	{
		bool live = json_is_true(json_object_get(object, "live"));

		if (!live && !json_is_true(json_object_get(object, "reachable")))
			continue;
		json_array_foreach(json_object_get(object, "on"), k,
		    line) if (strcmp(json_string_value(line), region) == 0) text = joined(w, text,
		    gd_arena_printf(w->view->arena, "%s%s", step_text(object, "object"),
			live ? "" : " (freed)"));
	}
	return text;
}

/* "live 1  was 0  a, b" for each region.  Its metadata is what can change. */
static void put_regions(struct writer *w)
{
	const json_t *before = json_object_get(w->view->before, "regions"), *one;
	json_t *value;
	const char *name;
	size_t i;

	json_array_foreach(json_object_get(w->view->now, "regions"), i, one)
	{
		const char *text = "";

		json_object_foreach(json_object_get(one, "metadata"), name, value) text =
		    gd_arena_printf(w->view->arena, "%s%s %s  ", text, name,
			step_value(w->view->arena, value));
		put_line(w, step_text(one, "region"),
		    gd_arena_printf(w->view->arena, "%s%s", text,
			objects_on(w, step_text(one, "region"))),
		    before && !json_equal(one, json_array_get(before, i)));
	}
}

int step_draw_state(struct step_view *v, const struct step_box *box)
{
	struct writer w = { v, box, -v->scroll };
	bool has_heap = json_array_size(json_object_get(v->now, "heap")) > 0;

	put_waiting(&w);
	if (has_heap && v->stepper->heap)
		w.row = step_draw_heap(v, box, w.row);
	w.row = step_draw_values(v, box, w.row, !has_heap || !v->stepper->heap);
	if (!v->stepper->heap)
		put_names(&w, "roots", " = ");
	put_regions(&w);
	put_buckets(&w);
	put_units(&w, "pending");
	put_units(&w, "running");
	put_names(&w, "phases", " ");
	put_names(&w, "mutators", " ");
	put_registers(&w);
	put_property(&w);
	return w.row + v->scroll;
}
