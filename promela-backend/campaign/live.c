/* live.c: a line for each job that is under way, and one for all.
 *
 * The lines are the last ones of the screen, and the cursor stays at the end of the last.  They are removed
 * before anything else is written.  A terminal that becomes narrower breaks lines that are too long now, so
 * the rows to remove are counted with the width that it has then.  Nothing of the terminal's state is changed,
 * so a program that is killed leaves at most these lines. */
#include "promela-backend/campaign/live.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "promela-backend/campaign/process.h"

enum { SHORTEST_NAME = 12, LEAST_COLUMNS = 10 };
static const double EVERY = 0.2; /* seconds */

static bool is_set(const char *name)
{
	const char *value = getenv(name);

	return value && *value && strcmp(value, "0") != 0 && strcmp(value, "false") != 0;
}

void camp_live_init(struct camp_live *live, bool wanted)
{
	const char *term = getenv("TERM");

	memset(live, 0, sizeof *live);
	live->on = wanted && isatty(STDERR_FILENO) && term && *term && strcmp(term, "dumb") != 0 &&
	    !is_set("CI");
}

bool camp_live_is_due(const struct camp_live *live)
{
	return live->on && camp_now() - live->last >= EVERY;
}

struct screen {
	size_t columns, rows;
};

static struct screen screen(void)
{
	struct winsize size;
	struct screen is = { 80, 24 };

	if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0)
		return is;
	if (size.ws_col > LEAST_COLUMNS)
		is.columns = size.ws_col;
	if (size.ws_row > 1)
		is.rows = size.ws_row;
	return is;
}

/* ------------------------------------------------------------------------ lines */
/* "3 s", "12 min", "5.1 h" */
static void put_time(double seconds, char *text, size_t size)
{
	if (seconds < 100)
		snprintf(text, size, "%.0f s", seconds);
	else if (seconds < 100 * 60)
		snprintf(text, size, "%.0f min", seconds / 60);
	else
		snprintf(text, size, "%.1f h", seconds / 3600);
}

/* Writes WIDTH columns of NAME.  If there are more, the middle is left out: cells of a scenario differ at the
 * end. */
static void put_name(const char *name, size_t width, char *text, size_t size)
{
	size_t length = strlen(name), begin = width / 3;

	if (length <= width)
		snprintf(text, size, "%-*s", (int)width, name);
	else
		snprintf(text, size, "%.*s~%s", (int)begin, name,
		    name + length - (width - begin - 1));
}

static size_t fit(char *text, size_t width)
{
	size_t length = strlen(text);

	if (length > width)
		text[length = width] = '\0';
	while (length && text[length - 1] == ' ')
		text[--length] = '\0';
	return length;
}

static void put_state(const struct camp_live_row *row, char *text, size_t size)
{
	char left[32] = "";

	if (row->doing) {
		snprintf(text, size, "%s", row->doing);
		return;
	}
	if (row->left >= 0)
		put_time(row->left, left, sizeof left);
	if (row->states > 0)
		snprintf(text, size, "%8.3g states %8.2g/s %6ld MB%s%s%s", row->states, row->rate,
		    row->memory, *left ? "  about " : "", left, *left ? " left" : "");
	else
		snprintf(text, size, "searching %22s %6ld MB", "", row->memory);
}

size_t camp_live_text_of_row(const struct camp_live_row *row, size_t width, char *text, size_t size)
{
	enum { MOST_NAME = 40, STATE = 52 };
	char name[256], state[128];
	size_t room = width > STATE + SHORTEST_NAME ? width - STATE : SHORTEST_NAME;

	if (room > MOST_NAME)
		room = MOST_NAME;
	put_name(row->name, room, name, sizeof name);
	put_state(row, state, sizeof state);
	snprintf(text, size, "  %s  %s", name, state);
	return fit(text, width);
}

size_t camp_live_text_of_total(const struct camp_live_total *total, size_t width, char *text,
    size_t size)
{
	char waiting[64] = "", left[32] = "", at[32] = "", memory[64] = "";
	time_t end = time(NULL) + (time_t)total->left;
	struct tm tm;

	if (total->waiting)
		snprintf(waiting, sizeof waiting, ", %zu waiting for memory", total->waiting);
	if (total->left >= 0) {
		put_time(total->left, left, sizeof left);
		if (localtime_r(&end, &tm))
			strftime(at, sizeof at, ", until %H:%M:%S", &tm);
	}
	if (total->memory_total)
		snprintf(memory, sizeof memory, "; %ld of %ld MB", total->memory,
		    total->memory_total);
	snprintf(text, size, "%zu/%zu done, %zu not as expected%s%s%s%s%s%s", total->done,
	    total->all, total->failures, waiting, *left ? "; about " : "", left,
	    *left ? " left" : "", *left ? at : "", memory);
	return fit(text, width);
}

/* ------------------------------------------------------------------------ the screen */
/* How many rows of a screen of COLUMNS the lines take now. */
static size_t rows_of(const struct camp_live *live, size_t columns)
{
	size_t rows = 0;

	for (size_t i = 0; i < live->lines; i++)
		rows += live->lengths[i] > columns ? (live->lengths[i] + columns - 1) / columns : 1;
	return rows;
}

/* Moves the cursor to the first row of what is shown, and removes all from there on. */
static void erase(struct camp_live *live, size_t columns)
{
	size_t rows = rows_of(live, columns);

	if (!rows)
		return;
	if (rows > 1)
		fprintf(stderr, "\033[%zuA", rows - 1);
	fputs("\r\033[J", stderr);
	live->lines = 0;
}

void camp_live_show(struct camp_live *live, const struct camp_live_row *rows, size_t count,
    const struct camp_live_total *total)
{
	struct screen is = screen();
	size_t room = is.rows > 2 ? is.rows - 2 : 0;
	char text[1024];

	if (!live->on)
		return;
	live->last = camp_now();
	erase(live, is.columns);
	if (room > CAMP_LIVE_LINES - 1)
		room = CAMP_LIVE_LINES - 1;
	for (size_t i = 0; i < count && i < room; i++) {
		live->lengths[live->lines++] =
		    camp_live_text_of_row(&rows[i], is.columns - 1, text, sizeof text);
		fprintf(stderr, "%s\n", text);
	}
	live->lengths[live->lines++] =
	    camp_live_text_of_total(total, is.columns - 1, text, sizeof text);
	fputs(text, stderr);
	fflush(stderr);
}

void camp_live_clear(struct camp_live *live)
{
	if (!live->lines)
		return;
	erase(live, screen().columns);
	fflush(stderr);
}
