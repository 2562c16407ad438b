/* check-internal.h: what the files of the check share. */
#ifndef TRACE_CHECK_INTERNAL_H
#define TRACE_CHECK_INTERNAL_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include "trace/marks.h"

enum { EVENTS_MOST_SHOWN = 20 }; /* mistakes */
struct check {
	struct gd_arena *arena;
	const char *name;
	FILE *out;
	size_t line, mistakes;
	bool only_schema; /* not what follows from the operations */
	json_t *heading;  /* NULL: not read yet, or no heading */
	json_t *state;    /* the state before the step: the start, or the last step */
	json_int_t step;
	bool has_last;
	struct marks *marks;
};
void events_mistake(struct check *check, const char *code, const char *member, const char *format,
    ...) __attribute__((format(printf, 4, 5)));
const char *events_text(const json_t *object, const char *key);
bool events_is(const json_t *object, const char *key, const char *text);
bool events_is_collector(const struct check *check);
/* Whose operation it is: "memory of m" performs those of "mutator m". */
const char *events_owner(struct check *check, const json_t *step, const json_t *operation);

/* ---- check-schema.c: members and their types.  false: what follows cannot be read. */
bool events_check_heading(struct check *check, json_t *line);
bool events_check_step(struct check *check, json_t *line);
bool events_check_last(struct check *check, json_t *line);

/* ---- check-state.c: STEP is right, and its state follows from the one before and its operations */
void events_check_state(struct check *check, json_t *step);
/* The heading's locations are those of the start. */
void events_check_start(struct check *check, const json_t *start);
/* By location: the value in memory, as text. */
json_t *events_memory(const struct check *check, const json_t *state);

/* ---- check-marks.c: `waiting', `red', `observed' and numbers of stores follow from the operations */
void events_check_marks(struct check *check, json_t *step);

#endif
