/* lanes.h: a trace with a column for each thread. */
#ifndef TRACE_LANES_H
#define TRACE_LANES_H

#include "trace/style.h"

struct lanes {
	style_names names;
	FILE *out;
};
/* The thread gets the next column, if it has none. */
void lanes_add(struct gd_arena *arena, struct lanes *lanes, const char *name);
void lanes_head(const struct lanes *lanes);
/* TEXT, on as many lines as it needs, in the column of the thread NAME. */
void lanes_write(const struct lanes *lanes, long step, const char *name, const char *text);

#endif
