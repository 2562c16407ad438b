/* event.h: one line that a replayed model printed (doc/model.md, "Events"). */
#ifndef TRAIL_EVENT_H
#define TRAIL_EVENT_H

#include <stdbool.h>
#include <stddef.h>
#include "compiler/base/arena.h"

enum { TRAIL_MAX_KEYS = 12 };
struct trail_place { /* of the specification; path NULL: none */
	const char *path;
	unsigned line, column;
};
struct trail_event {
	const char *name; /* "step", "access", … */
	const char *key[TRAIL_MAX_KEYS], *value[TRAIL_MAX_KEYS];
	size_t count;
	struct trail_place where;
};

/* Reads the line at *text and moves *text past it.  false: it is no event. */
bool trail_read_line(struct gd_arena *arena, const char **text, struct trail_event *event);
/* The value of KEY; NULL: there is none. */
const char *trail_value(const struct trail_event *event, const char *key);
/* The same as a number; OTHERWISE when there is none. */
long trail_number(const struct trail_event *event, const char *key, long otherwise);
bool trail_is(const struct trail_event *event, const char *name);
/* Splits "a,b,-" at commas; an empty string or "-" alone is no part. */
size_t trail_split(struct gd_arena *arena, const char *list, const char ***parts);

#endif
