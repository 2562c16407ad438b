/* live.h: what a campaign does now, in the last lines of a terminal. */
#ifndef CAMP_LIVE_H
#define CAMP_LIVE_H

#include <stdbool.h>
#include <stddef.h>

struct camp_live_row { /* a job that is under way */
	const char *name;
	const char *doing;   /* "compiling" …; NULL: it searches */
	double states, rate; /* states so far, and in a second; 0: not known yet */
	long memory;         /* MB */
	double left;         /* seconds, estimated; < 0: not known */
};
struct camp_live_total {
	size_t done, all, failures, waiting;
	long memory,
	    memory_total; /* MB: of all that run, and what they may have together (0: not here) */
	double left;      /* seconds, estimated; < 0: not known */
};

enum { CAMP_LIVE_LINES = 64 };
struct camp_live {
	bool on;
	double last;                     /* when it was drawn */
	size_t lines;                    /* that are on the screen */
	size_t lengths[CAMP_LIVE_LINES]; /* of each, in columns */
};

/* It is shown only if WANTED, standard error is a terminal that can move its cursor, and the environment does
 * not say that this is a build service (CI). */
void camp_live_init(struct camp_live *live, bool wanted);
/* Whether it is time to draw it again. */
bool camp_live_is_due(const struct camp_live *live);
void camp_live_show(struct camp_live *live, const struct camp_live_row *rows, size_t count,
    const struct camp_live_total *total);
/* Removes it from the screen.  To be called before anything else is written. */
void camp_live_clear(struct camp_live *live);

/* One line of it, of at most WIDTH columns.  Returns its length. */
size_t camp_live_text_of_row(const struct camp_live_row *row, size_t width, char *text,
    size_t size);
size_t camp_live_text_of_total(const struct camp_live_total *total, size_t width, char *text,
    size_t size);

#endif
