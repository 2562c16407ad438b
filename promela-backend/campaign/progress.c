/* progress.c: done/total, what is being searched, and how long it may take. */
#include "promela-backend/campaign/progress.h"

#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "promela-backend/campaign/process.h"

void camp_progress_init(struct camp_progress *progress, size_t total, bool wanted)
{
	memset(progress, 0, sizeof *progress);
	progress->on = wanted && isatty(STDERR_FILENO);
	progress->total = total;
	progress->started = camp_now();
}

static size_t width(void)
{
	struct winsize size;

	if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 10)
		return size.ws_col;
	return 80;
}

/* Results from the store took no time, so they are not used for the estimate of the rest. */
static double left(const struct camp_progress *progress, size_t done, size_t kept)
{
	if (done <= kept)
		return -1;
	return (camp_now() - progress->started) / (double)(done - kept) *
	    (double)(progress->total - done);
}

void camp_progress_show(struct camp_progress *progress, size_t done, size_t kept, const char *name,
    double states, double memory)
{
	char line[512], more[128] = "", time[64] = "";
	double seconds = left(progress, done, kept);

	if (!progress->on || camp_now() - progress->last < 0.2)
		return;
	progress->last = camp_now();
	if (states > 0)
		snprintf(more, sizeof more, " (%.3g states, %.0f MB)", states, memory);
	if (seconds >= 0)
		snprintf(time, sizeof time, ", about %.0f s left", seconds);
	snprintf(line, sizeof line, "%zu/%zu%s  %s%s", done, progress->total, time,
	    name ? name : "", more);
	fprintf(stderr, "\r\033[K%.*s", (int)width() - 1, line);
	fflush(stderr);
	progress->shown = true;
}

void camp_progress_clear(struct camp_progress *progress)
{
	if (!progress->shown)
		return;
	fprintf(stderr, "\r\033[K");
	fflush(stderr);
	progress->shown = false;
}
