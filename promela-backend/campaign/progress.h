/* progress.h: one line that is written over and over, on a terminal. */
#ifndef CAMP_PROGRESS_H
#define CAMP_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

struct camp_progress {
	bool on, shown;
	size_t total;
	double started, last;
};

/* Progress is shown only if WANTED and standard error is a terminal. */
void camp_progress_init(struct camp_progress *progress, size_t total, bool wanted);
void camp_progress_show(struct camp_progress *progress, size_t done, size_t kept, const char *name,
    double states, double memory);
void camp_progress_clear(struct camp_progress *progress);

#endif
