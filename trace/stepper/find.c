/* find.c: walks along the steps that are shown. */
#include "trace/stepper/find.h"

#include <string.h>

static bool is_shown(const struct step_run *run, const struct style *style, size_t step)
{
	const struct step_row *row = &run->rows.at[step];

	if (row->lane == STEP_NO_LANE)
		return step == 0;
	return style_shows_thread(style, run->lanes.at[row->lane].name) &&
	    style_is_about(style, row->names) && (!style->red || row->has[STEP_RED_MARK]);
}

struct step_list step_shown(struct gd_arena *arena, const struct step_run *run,
    const struct style *style)
{
	struct step_list list = { GD_NEW_ARRAY(arena, size_t, run->rows.count), 0 };

	for (size_t i = 0; i < run->rows.count; i++)
		if (is_shown(run, style, i))
			list.at[list.count++] = i;
	return list;
}

size_t step_position(const struct step_list *list, size_t step)
{
	size_t low = 0, high = list->count;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (list->at[middle] < step)
			low = middle + 1;
		else
			high = middle;
	}
	return low < list->count ? low : list->count - 1;
}

/* What is looked for in a step. */
struct sought {
	const struct step_run *run;
	enum step_change change;
	const char *text; /* NULL: CHANGE counts */
};

static bool has(const struct sought *sought, size_t step)
{
	const struct step_row *row = &sought->run->rows.at[step];

	return sought->text ? strcasestr(row->search, sought->text) != NULL
			    : row->has[sought->change];
}

static size_t next(const struct sought *sought, const struct step_list *list, size_t step,
    bool forward)
{
	for (size_t i = 0; i < list->count; i++) {
		size_t other = list->at[forward ? i : list->count - 1 - i];

		if ((forward ? other > step : other < step) && has(sought, other))
			return other;
	}
	return STEP_NONE;
}

size_t step_next_change(const struct step_run *run, const struct step_list *list, size_t step,
    bool forward, enum step_change change)
{
	const struct sought sought = { run, change, NULL };

	return next(&sought, list, step, forward);
}

size_t step_next_match(const struct step_run *run, const struct step_list *list, size_t step,
    bool forward, const char *text)
{
	const struct sought sought = { run, STEP_RED_MARK, text };

	return next(&sought, list, step, forward);
}

size_t step_count_matches(const struct step_run *run, const struct step_list *list,
    const char *text, size_t step, size_t *up_to)
{
	const struct sought sought = { run, STEP_RED_MARK, text };
	size_t count = 0;

	*up_to = 0;
	for (size_t i = 0; i < list->count; i++)
		if (has(&sought, list->at[i])) {
			count++;
			*up_to += list->at[i] <= step;
		}
	return count;
}
