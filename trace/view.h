/* view.h: a page for a browser that shows a trace (doc/events.md), or compares two. */
#ifndef TRACE_VIEW_H
#define TRACE_VIEW_H

#include "compiler/base/out.h"

/* One trace: its lines, and the name by which messages and the page call it. */
struct view_trace {
	const char *name, *text;
	size_t length;
	bool trusted; /* gcdsl has made it just now: all files that it names are embedded */
};

/* Appends the whole page to PAGE: everything that it needs is inside it.  The specifications that
 * the traces name are read; those that are not embedded are named on standard error.  false: a trace is not
 * valid; its mistakes have been written to standard error, and *WHY (in ARENA) names it.  NAMED (or
 * NULL) gets the paths of the files that the traces name, in ARENA. */
typedef GD_VEC(const char *) view_paths;
bool view_page(struct gd_arena *arena, const struct view_trace *traces, size_t count,
    struct gd_out *page, view_paths *named, const char **why);

/* Appends a page that shows VERDICTS, an object of JSON (compiler/driver/report-page.c), and the runs TRACES,
 * which gcdsl has made.  A member `run` of VERDICTS that ends in "#run-N" is trace number N, from 1 on.  All
 * runs share one copy of the viewer and of each specification. */
void view_report(struct gd_arena *arena, const char *verdicts, const struct view_trace *traces,
    size_t count, struct gd_out *page);

#endif
