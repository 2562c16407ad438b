/* check-internal.h: what the files of the check share. */
#ifndef TRACE_CHECK_INTERNAL_H
#define TRACE_CHECK_INTERNAL_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include "trace/marks.h"
#include "trace/operations.h"
#include "trace/switches.h"

enum { EVENTS_MOST_SHOWN = 20 }; /* mistakes */
struct check {
	struct gd_arena *arena;
	const char *name;
	FILE *out;
	size_t line, mistakes;
	bool only_schema;      /* not what follows from the operations */
	json_t *heading;       /* NULL: not read yet, or no heading */
	json_t *state;         /* the state before the step: the start, or the last step */
	json_int_t step, time; /* of the step before */
	bool has_last;
	long last_object; /* of a program's trace: the number in the last name */
	bool no_heap;     /* a program's trace: it does not have the heap (any more) */
	bool asked;       /* the mutators are asked to stop */
	size_t returns;   /* of `stop mutators', that are still to come */
	struct marks *marks;
	struct switches switches;
	struct operations operations;
};
void events_mistake(struct check *check, const char *code, const char *member, const char *format,
    ...) __attribute__((format(printf, 4, 5)));
const char *events_text(const json_t *object, const char *key);
bool events_is(const json_t *object, const char *key, const char *text);
/* The object NAME of the heap of STATE.  NULL: it has none. */
const json_t *events_object(const json_t *state, const char *name);
bool events_is_collector(const struct check *check);
/* "worker 1": a worker whose stores wait, or one of a program. */
bool events_is_worker(const char *thread);
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

/* ---- check-stop.c: STEP stops mutators, and lets them go on, as the state before allows */
void events_check_stop(struct check *check, const json_t *step);

/* ---- check-heap.c: the objects of STATE, whose members begin with PATH, "" or "start." */
void events_check_heap(struct check *check, const json_t *state, const char *path);

/* ---- check-regions.c: the regions of STATE; those of STEP, and where its objects lie, follow from the state before */
void events_check_regions(struct check *check, const json_t *state, const char *path);
void events_check_same_regions(struct check *check, const json_t *step);

/* ---- check-program.c: a program's trace: heap, roots and what is held follow from those before */
bool events_is_program(const struct check *check);
void events_check_program(struct check *check, const json_t *step);

/* ---- check-litmus.c: what the operations of STEP find; the outcome in the last line */
void events_check_found(struct check *check, const json_t *step);
void events_check_outcome(struct check *check, const json_t *line);

/* ---- check-names.c: words of a trace of a collector or a litmus test */
void events_check_operations(struct check *check, const json_t *step);
void events_check_roles(struct check *check, const json_t *heading);

/* ---- check-property.c: how the property stands after STATE, a step or the start */
void events_check_property(struct check *check, const json_t *state);
/* The part of the property that the last line says is false. */
void events_check_broken(struct check *check, const json_t *line);

/* ---- check-marks.c: `waiting', `red', `observed' and numbers of stores follow from the operations */
void events_check_marks(struct check *check, json_t *step);

#endif
