/* asked.h: whether a run has what --only and --heap ask for. */
#ifndef DRIVER_ASKED_H
#define DRIVER_ASKED_H

#include <jansson.h>
#include <stdbool.h>
#include "trace/style.h"

struct asked_of { /* what can be asked for of a run */
	style_names threads, names;
	long last; /* the number of its last step; 0: its states have no heap */
};

/* Whether STYLE asks for something that a run need not have. */
bool asked_for_something(const struct style *style);
/* What can be asked for of a trace: LINES is an array of its events.  The names are in ARENA. */
struct asked_of asked_of_trace(struct gd_arena *arena, const json_t *lines);
/* Adds a name that can be asked for, unless it is there. */
void asked_add(struct gd_arena *arena, style_names *names, const char *name);
/* Reports on standard error the first thing that STYLE asks for and OF does not have.  true: there is
 * no such thing. */
bool asked_is_there(struct gd_arena *arena, const struct style *style, const struct asked_of *of);
/* The same of the trace TEXT.  STYLE may be NULL: it asks for nothing. */
bool asked_is_in(struct gd_arena *arena, const struct style *style, const char *text,
    size_t length);

#endif
