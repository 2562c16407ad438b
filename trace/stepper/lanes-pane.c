/* lanes-pane.c: one line for each step.  Before the text of a lane is a column for each store of its
 * thread that waits at the same time: `o' where it begins, `|' while it waits, `!' where it gets a
 * mark by rule A, and `*' where it reaches memory. */
#include "trace/stepper/panes.h"

#include <string.h>

enum { NUMBER = 6, NARROWEST = 20, MOST_COLUMNS = 6 };

char step_lane_letter(size_t lane)
{
	return "123456789abcdefghijklmnopqrstuvwxyz+"[lane < 35 ? lane : 35];
}

/* Which lanes are on the screen, and where. */
struct lanes {
	struct step_view *view;
	size_t *at; /* those whose thread is shown */
	size_t count, first, shown;
	int width;
	struct step_box box;
};

static void find_lanes(struct lanes *l)
{
	const struct step_run *run = l->view->run;

	l->at = GD_NEW_ARRAY(l->view->arena, size_t, run->lanes.count + 1);
	for (size_t i = 0; i < run->lanes.count; i++)
		if (style_shows_thread(&l->view->stepper->filter, run->lanes.at[i].name))
			l->at[l->count++] = i;
}

static long between(long value, long high)
{
	return value > high ? high : value < 0 ? 0 : value;
}

/* The lane of the step is among those on the screen, until keys move them. */
static void choose_lanes(struct lanes *l)
{
	size_t room = (size_t)(l->box.width - NUMBER) / NARROWEST, own = 0;
	long first, last;

	l->shown = room < 1 ? 1 : room;
	if (l->shown > l->count)
		l->shown = l->count;
	if (l->shown == 0)
		return;
	for (size_t i = 0; i < l->count; i++)
		if (l->at[i] == l->view->run->rows.at[l->view->at].lane)
			own = i;
	last = (long)(l->count - l->shown);
	first = between((long)own - (long)l->shown / 2, last);
	l->first = (size_t)between(first + l->view->shift, last);
	l->view->shift = (int)((long)l->first - first);
	l->width = (l->box.width - NUMBER) / (int)l->shown;
}

static int lane_left(const struct lanes *l, size_t i)
{
	return l->box.left + NUMBER + (int)(i - l->first) * l->width;
}

static bool is_on_screen(const struct lanes *l, size_t i)
{
	return i >= l->first && i < l->first + l->shown;
}

static int columns_of(const struct lanes *l, size_t lane)
{
	size_t columns = l->view->run->lanes.at[lane].columns;

	return columns > MOST_COLUMNS ? MOST_COLUMNS : (int)columns;
}

static void put_names(const struct lanes *l)
{
	const struct step_run *run = l->view->run;

	for (size_t i = l->first; i < l->first + l->shown; i++)
		step_put(l->view->canvas, l->box.top, lane_left(l, i),
		    lane_left(l, i) + l->width - 1, STEP_TITLE,
		    gd_arena_printf(l->view->arena, "%c %s", step_lane_letter(l->at[i]),
			run->lanes.at[l->at[i]].name));
	if (l->shown < l->count)
		step_put(l->view->canvas, l->box.top, l->box.left, l->box.left + NUMBER, STEP_FAINT,
		    l->first == 0                        ? "   >"
			: l->first + l->shown < l->count ? " < >"
							 : " <");
}

/* ------------------------------------------------------------------------- stores */
static const char *bar(const struct step_view *v, const struct step_store *store, size_t step)
{
	bool ascii = v->canvas->ascii;

	if (step == store->overtaken)
		return "!";
	if (step == store->began)
		return ascii ? "o" : "○";
	if (step == store->took)
		return ascii ? "*" : "■";
	return ascii ? "|" : "│";
}

static void put_stores(const struct lanes *l, size_t i, int y, size_t step)
{
	const struct step_view *v = l->view;

	for (size_t j = 0; j < v->run->stores.count; j++) {
		const struct step_store *store = &v->run->stores.at[j];

		if (store->lane != l->at[i] || store->began > step || store->took < step ||
		    store->column >= MOST_COLUMNS)
			continue;
		step_put(v->canvas, y, lane_left(l, i) + (int)store->column,
		    lane_left(l, i) + l->width, store->overtaken <= step ? STEP_RED : STEP_WAITS,
		    bar(v, store, step));
	}
}

/* -------------------------------------------------------------------------- rows */
static bool begins_store(const struct step_run *run, size_t step)
{
	for (size_t i = 0; i < run->stores.count; i++)
		if (run->stores.at[i].began == step)
			return true;
	return false;
}

static const char *row_text(const struct lanes *l, const struct step_row *row)
{
	return gd_arena_printf(l->view->arena, "%s%s%s%s", row->has[STEP_RED_MARK] ? "! " : "",
	    row->words, *row->effects ? ": " : "", row->effects);
}

static void put_words(const struct lanes *l, int y, size_t step)
{
	const struct step_row *row = &l->view->run->rows.at[step];
	enum step_style style = row->has[STEP_RED_MARK] ? STEP_RED
	    : begins_store(l->view->run, step)          ? STEP_WAITS
							: STEP_PLAIN;

	if (row->lane == STEP_NO_LANE)
		step_put(l->view->canvas, y, l->box.left + NUMBER, l->box.left + l->box.width,
		    STEP_FAINT, row->words);
	for (size_t i = 0; i < l->count; i++)
		if (l->at[i] == row->lane && is_on_screen(l, i))
			step_put(l->view->canvas, y,
			    lane_left(l, i) + columns_of(l, row->lane) + !!columns_of(l, row->lane),
			    lane_left(l, i) + l->width - 1, style, row_text(l, row));
}

static void put_row(const struct lanes *l, int y, size_t step)
{
	const struct step_view *v = l->view;
	const struct step_row *row = &v->run->rows.at[step];

	step_put(v->canvas, y, l->box.left, l->box.left + NUMBER, STEP_FAINT,
	    gd_arena_printf(v->arena, "%c%4zu",
		step == v->at                      ? '>'
		    : step && step == v->run->loop ? '@'
		    : row->repeats                 ? ':'
						   : ' ',
		step));
	put_words(l, y, step);
	for (size_t i = l->first; i < l->first + l->shown; i++)
		put_stores(l, i, y, step);
	if (step == v->at)
		step_restyle(v->canvas, y, l->box.left, l->box.width, STEP_CURRENT);
}

int step_draw_lanes(struct step_view *v, const struct step_box *box)
{
	struct lanes l = { .view = v, .box = *box };
	const struct step_list *list = &v->stepper->shown;
	size_t position = step_position(list, v->at), half = (size_t)box->height / 2,
	       first = position > half ? position - half : 0;

	find_lanes(&l);
	choose_lanes(&l);
	put_names(&l);
	for (int y = 1; y < box->height && first < list->count; y++)
		put_row(&l, box->top + y, list->at[first++]);
	return 0;
}
