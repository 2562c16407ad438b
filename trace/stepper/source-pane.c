/* source-pane.c: the specification.  Before each line are the letters of the threads that did it last
 * (`>' for the thread of the step), its number, and `w' if a store of this line waits, `!' if the
 * step gives such a store a mark. */
#include "trace/stepper/panes.h"

#include <string.h>

#include "trace/stepper/words.h"

enum { LETTERS = 4, MARGIN = LETTERS + 7 };

/* ------------------------------------------------------------------------- lines */
static bool is_at(const struct step_row *row, const char *path, long line)
{
	return row->file && row->line_number == line && strcmp(row->file, path) == 0;
}

/* The step whose line is shown: the step itself, or the last one of its thread with a place. */
static size_t step_with_place(const struct step_view *v)
{
	size_t step = v->at;

	if (v->run->rows.at[step].lane != STEP_NO_LANE)
		step = step_run_place(v->run, v->run->rows.at[step].lane, step);
	if (step == 0)
		for (step = v->at; step > 0 && !v->run->rows.at[step].file;)
			step--;
	return step;
}

const char *step_source_shown(const struct step_view *v, long *line)
{
	size_t step = step_with_place(v);

	*line = step ? v->run->rows.at[step].line_number : 0;
	return step ? v->run->rows.at[step].file : step_text(v->run->heading, "file");
}

static void put_letters(const struct step_view *v, int y, int x, const char *path, long line)
{
	size_t own = v->run->rows.at[v->at].lane;
	char letters[LETTERS + 2];
	int count = 0;

	for (size_t i = 0; i < v->run->lanes.count && count < LETTERS; i++) {
		size_t step = step_run_place(v->run, i, v->at);

		if (step == 0 || !is_at(&v->run->rows.at[step], path, line))
			continue;
		if (i == own && count < LETTERS - 1)
			letters[count++] = '>';
		letters[count++] = step_lane_letter(i);
	}
	letters[count] = 0;
	step_put(v->canvas, y, x, x + LETTERS, STEP_TITLE, letters);
}

static bool is_place(const json_t *place, const char *path, long line)
{
	return json_integer_value(json_object_get(place, "line")) == line &&
	    strcmp(step_text(place, "file"), path) == 0;
}

static bool is_marked(const json_t *step, json_int_t store)
{
	const json_t *mark;
	size_t i;

	json_array_foreach(json_object_get(step, "red"), i,
	    mark) if (json_integer_value(json_object_get(mark, "store")) == store) return true;
	return false;
}

/* STEP_PLAIN, STEP_WAITS or STEP_RED: the stores of this line. */
static enum step_style line_style(const struct step_view *v, const char *path, long line)
{
	enum step_style style = STEP_PLAIN;
	const json_t *store;
	size_t i;

	json_array_foreach(json_object_get(v->now, "waiting"), i, store)
	{
		if (!is_place(json_object_get(store, "where"), path, line))
			continue;
		if (is_marked(v->now, json_integer_value(json_object_get(store, "store"))))
			return STEP_RED;
		style = STEP_WAITS;
	}
	return style;
}

/* Line LINE (from 1 on) without tabs. */
static const char *line_text(struct gd_arena *arena, const struct gd_source *source, long line)
{
	size_t from = source->line_start[line - 1], column = 0;
	size_t length = strcspn(source->text + from, "\r\n");
	char *text = gd_arena_alloc(arena, length * 8 + 1);

	for (size_t i = 0; i < length; i++) {
		bool is_tab = source->text[from + i] == '\t';

		do
			text[column++] = is_tab ? ' ' : source->text[from + i];
		while (is_tab && column % 8);
	}
	return text;
}

static void put_line(const struct step_view *v, const struct step_box *box, int y,
    const struct step_file *file, long line)
{
	enum step_style style = line_style(v, file->path, line);
	int end = box->left + box->width;
	long current;
	const char *path = step_source_shown(v, &current);

	put_letters(v, y, box->left, file->path, line);
	step_put(v->canvas, y, box->left + LETTERS, end, STEP_FAINT,
	    gd_arena_printf(v->arena, "%5ld", line));
	step_put(v->canvas, y, box->left + LETTERS + 5, end, style,
	    style == STEP_RED         ? "!"
		: style == STEP_WAITS ? "w"
				      : " ");
	step_put_from(v->canvas, y, box->left + MARGIN, end, style,
	    line_text(v->arena, file->source, line), v->shift);
	if (line == current && strcmp(path, file->path) == 0)
		step_restyle(v->canvas, y, box->left + MARGIN, box->width - MARGIN, STEP_CURRENT);
}

static long between(long low, long value, long high)
{
	return value > high ? high : value < low ? low : value;
}

/* The first line in a box of HEIGHT lines: the current one is in its middle, until keys move it. */
static long first_line(struct step_view *v, long line, long count, int height)
{
	long last = between(1, count - height + 1, count);
	long centred = between(1, line - height / 2, last);
	long first = between(1, centred + v->scroll, last);

	v->scroll = (int)(first - centred);
	return first;
}

int step_draw_source(struct step_view *v, const struct step_box *box)
{
	long current, line;
	const char *path = step_source_shown(v, &current);
	const struct step_file *file = step_file_named(v->stepper->files, path);

	if (!file->source)
		return step_put_wrapped(v->canvas, box, 0, 2, STEP_FAINT,
		    gd_arena_printf(v->arena, "%s is not shown: %s", path, file->why));
	line = first_line(v, current, (long)file->source->line_count, box->height);
	for (int y = 0; y < box->height && line <= (long)file->source->line_count; y++)
		put_line(v, box, box->top + y, file, line++);
	return 0;
}
