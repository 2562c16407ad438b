/* event.h: one line that a replayed model printed (doc/model.md, "Events"). */
#ifndef TRAIL_EVENT_H
#define TRAIL_EVENT_H

#include <stdbool.h>
#include <stddef.h>
#include "compiler/base/arena.h"

enum trail_name { /* of an event */
	TRAIL_NO_EVENT,
#define EVENT(name, keys, told) TRAIL_EVENT_##name,
#include "promela-backend/events.def"
	TRAIL_EVENTS
};
enum trail_do { /* what a step does */
	TRAIL_NO_STEP,
#define STEP(name, keys, told) TRAIL_DO_##name,
#include "promela-backend/events.def"
	TRAIL_STEPS
};
enum trail_key {
#define KEY(name) TRAIL_KEY_##name,
#include "promela-backend/events.def"
	TRAIL_KEYS
};

struct trail_place { /* a place in the specification; path NULL: none */
	const char *path;
	unsigned line, column;
};
struct trail_event {
	enum trail_name is;
	enum trail_do step; /* of a step */
	const char *name;   /* "step", "access", … */
	const char *value[TRAIL_KEYS];
	struct trail_place where;
	const char *unknown; /* a word that events.def does not have; NULL: none */
};

/* Reads the line at *text and moves *text past it. false: the line is not an event. */
bool trail_read_line(struct gd_arena *arena, const char **text, struct trail_event *event);
/* The value of KEY; NULL: there is none. */
const char *trail_value(const struct trail_event *event, enum trail_key key);
/* The same as a number.  OTHERWISE: there is none. */
long trail_number(const struct trail_event *event, enum trail_key key, long otherwise);
/* The words of a story for an event or step without names.  NULL: there are none. */
const char *trail_event_told(enum trail_name name);
const char *trail_step_told(enum trail_do step);
/* Splits "a,b,-" at commas.  An empty string, or "-" alone, has no parts. */
size_t trail_split(struct gd_arena *arena, const char *list, const char ***parts);

#endif
