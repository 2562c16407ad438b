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
 * valid; its mistakes have been written to standard error, and *WHY (in ARENA) names it. */
bool view_page(struct gd_arena *arena, const struct view_trace *traces, size_t count,
    struct gd_out *page, const char **why);

#endif
