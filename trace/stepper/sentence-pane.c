/* sentence-pane.c: the step in words. */
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
	w->row = step_put_wrapped(w->view->canvas, w->box, w->row, 2, style, text);
}

static void put_head(struct writer *w)
{
	const struct step_view *v = w->view;
	const json_t *where = json_object_get(v->now, "where");
	const char *thread = step_text(v->now, "thread"), *file = step_text(where, "file");
	json_int_t line = json_integer_value(json_object_get(where, "line"));
	json_int_t column = json_integer_value(json_object_get(where, "column"));

	put(w, STEP_TITLE,
	    gd_arena_printf(v->arena, "Step %zu of %zu%s%s%s", v->at, step_run_last(v->run),
		*thread ? ", " : "", thread,
		*file
		    ? gd_arena_printf(v->arena,
			  ", %s:%" JSON_INTEGER_FORMAT ":%" JSON_INTEGER_FORMAT, file, line, column)
		    : ""));
	put(w, STEP_PLAIN, v->run->rows.at[v->at].words);
}

static void put_operations(struct writer *w)
{
	const struct step_view *v = w->view;
	const json_t *operation;
	size_t i;

	json_array_foreach(json_object_get(v->now, "operations"), i, operation)
	{
		const char *words = step_operation(v->arena, operation);
		const char *order = step_text(operation, "order");

		if (*words)
			put(w, STEP_PLAIN,
			    gd_arena_printf(v->arena, "- %s  (%s%s%s)", words,
				step_text(operation, "op"), *order ? " " : "", order));
	}
}

static void put_marks(struct writer *w)
{
	const json_t *mark;
	size_t i;

	json_array_foreach(json_object_get(w->view->now, "red"), i, mark) put(w, STEP_RED,
	    gd_arena_printf(w->view->arena, "! %s  %s", step_text(mark, "rule"),
		step_text(mark, "why")));
}

/* "fails, with o = a" */
static const char *verdict(const struct step_view *v)
{
	const json_t *end = v->run->end;
	const char *binding = step_text(end, "binding"), *claim = step_text(end, "claim");

	if (strcmp(step_text(end, "event"), "fail") != 0)
		return *claim ? claim : "the run ends";
	return gd_arena_printf(v->arena, "%s fails%s%s", step_text(end, "property"),
	    *binding ? ", with " : "", binding);
}

static void put_outcome(struct writer *w)
{
	const json_t *value;
	const char *name, *text = "";

	json_object_foreach(json_object_get(w->view->run->end, "outcome"), name, value) text =
	    gd_arena_printf(w->view->arena, "%s%s%s = %s", text, *text ? ", " : "", name,
		step_value(w->view->arena, value));
	if (*text)
		put(w, STEP_PLAIN, gd_arena_printf(w->view->arena, "  outcome: %s", text));
}

/* ": b.mark = 0, reachable(b) = true" */
static const char *values(const struct step_view *v, const json_t *object)
{
	const json_t *value;
	const char *name, *text = "";

	json_object_foreach(json_object_get(object, "values"), name, value) text =
	    gd_arena_printf(v->arena, "%s%s%s = %s", text, *text ? ", " : ": ", name,
		step_value(v->arena, value));
	return text;
}

/* "after step 3", "at the start" */
static const char *when(const struct step_view *v, const json_t *step)
{
	return json_integer_value(step)
	    ? gd_arena_printf(v->arena, "after step %" JSON_INTEGER_FORMAT,
		  json_integer_value(step))
	    : "at the start";
}

/* Since when the part must be true, or come true: "step 3 on", "the start" */
static const char *from(const struct step_view *v, const json_t *broken)
{
	json_int_t since = json_integer_value(json_object_get(broken, "since"));

	return since ? gd_arena_printf(v->arena, "step %" JSON_INTEGER_FORMAT " on", since)
		     : "the start";
}

/* Until when the part must be true, if that depends on no condition. */
static void put_promise(struct writer *w, const json_t *broken)
{
	const char *until = step_text(broken, "until");

	if (*until && !json_array_size(json_object_get(broken, "given")))
		put(w, STEP_PLAIN,
		    gd_arena_printf(w->view->arena, "  must be true: from %s until %s",
			from(w->view, broken), until));
}

/* Why the part that is false must be true. */
static void put_given(struct writer *w, const json_t *broken)
{
	struct gd_arena *arena = w->view->arena;
	const json_t *given;
	const char *until = step_text(broken, "until");
	size_t i;

	json_array_foreach(json_object_get(broken, "given"), i, given)
	{
		const json_t *own = json_object_get(given, "since"),
			     *since = own ? own : json_object_get(broken, "since");

		put(w, STEP_PLAIN,
		    gd_arena_printf(arena, "  because: %s%s%s%s%s", step_text(given, "text"),
			json_is_integer(since)
			    ? gd_arena_printf(arena, " (%s)", when(w->view, since))
			    : "",
			values(w->view, given), *until ? "; until " : "", until));
	}
}

/* After which step the part is false; "": after the last one. */
static const char *when_false(const struct step_view *v, const json_t *broken)
{
	const json_t *step = json_object_get(broken, "step");

	if (json_is_true(json_object_get(broken, "never")))
		return gd_arena_printf(v->arena, "; never true from %s (these values are those %s)",
		    from(v, broken), when(v, step));
	return (size_t)json_integer_value(step) == step_run_last(v->run)
	    ? ""
	    : gd_arena_printf(v->arena, " (%s)", when(v, step));
}

/* The part of the formula that is false. */
static void put_broken(struct writer *w)
{
	const json_t *broken = json_object_get(w->view->run->end, "broken");
	const char *binding = step_text(broken, "binding");

	if (!json_is_object(broken))
		return;
	put(w, STEP_RED,
	    gd_arena_printf(w->view->arena, "  false: %s%s%s%s%s", step_text(broken, "text"),
		*binding ? ", for " : "", binding, values(w->view, broken),
		when_false(w->view, broken)));
	put_promise(w, broken);
	put_given(w, broken);
}

/* How the run ends, at its last step. */
static void put_end(struct writer *w)
{
	const struct step_view *v = w->view;
	const json_t *end = v->run->end;
	const char *formula = step_text(end, "formula"), *why = step_text(end, "why");

	if (v->at != step_run_last(v->run))
		return;
	put(w, STEP_RED, gd_arena_printf(v->arena, "%s%s%s", verdict(v), *why ? ": " : "", why));
	if (*formula)
		put(w, STEP_PLAIN,
		    gd_arena_printf(v->arena, "  %s = %s", step_text(end, "property"), formula));
	put_broken(w);
	put_outcome(w);
	put(w, STEP_PLAIN,
	    gd_arena_printf(v->arena, "  reorderings: %" JSON_INTEGER_FORMAT,
		json_integer_value(json_object_get(end, "reorderings"))));
	if (v->run->loop)
		put(w, STEP_PLAIN,
		    gd_arena_printf(v->arena,
			"  after it comes step %zu again: the run repeats forever", v->run->loop));
}

/* What the start says of the run. */
static void put_run(struct writer *w)
{
	const char *command = step_text(w->view->run->heading, "command");

	if (w->view->at == 0) {
		put(w, STEP_PLAIN,
		    gd_arena_printf(w->view->arena, "the run ends with: %s", verdict(w->view)));
		if (*command)
			put(w, STEP_FAINT,
			    gd_arena_printf(w->view->arena, "this run again: %s", command));
	}
}

int step_draw_sentence(struct step_view *v, const struct step_box *box)
{
	struct writer w = { v, box, -v->scroll };

	put_head(&w);
	put_marks(&w);
	put_operations(&w);
	put_run(&w);
	put_end(&w);
	return w.row + v->scroll;
}
