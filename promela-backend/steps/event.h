/* event.h: the lines that a model prints in a replay, as data.
 *
 * Each row of promela-backend/events.def is a structure whose members are the row's keys: a key
 * that the row does not have cannot be written. */
#ifndef PML_STEPS_EVENT_H
#define PML_STEPS_EVENT_H

#include "promela-backend/facts/model.h"

/* What printf is called with: "%d" and the number that it prints, or the text alone. */
struct pml_value {
	const char *format, *args; /* format NULL: the line does not have this key */
};

#define K(key) struct pml_value key;
#define EVENT(name, keys, told)                                                                    \
	struct pml_event_##name {                                                                  \
		struct pml_value where;                                                            \
		keys                                                                               \
	};
#define STEP(name, keys, told)                                                                     \
	struct pml_step_##name {                                                                   \
		struct pml_value where, thread;                                                    \
		keys                                                                               \
	};
#include "promela-backend/events.def"
#undef K

enum pml_event {
#define EVENT(name, keys, told) PML_EVENT_##name,
#define STEP(name, keys, told)  PML_STEP_##name,
#include "promela-backend/events.def"
};

struct pml_line { /* of a replay */
	enum pml_event event;
	const struct pml_value *values; /* `where', then those of the row in its order */
};

struct pml_value pml_text(const char *text);
struct pml_value pml_number(const char *expression);
struct pml_value pml_count(struct pml_model *model, size_t number);
struct pml_value pml_at(struct pml_model *model, struct gd_loc loc);

/* A copy of an event or a step with these VALUES. */
struct pml_line pml_line_of(struct pml_model *model, enum pml_event event, const void *values);
#define PML_LINE(model, name, ...)                                                                 \
	pml_line_of(model, PML_EVENT_##name, &(const struct pml_event_##name){ __VA_ARGS__ })
#define PML_STEP_LINE(model, name, ...)                                                            \
	pml_line_of(model, PML_STEP_##name, &(const struct pml_step_##name){ __VA_ARGS__ })

/* "access", or of a step "step:claim" */
const char *pml_line_name(struct pml_model *model, const struct pml_line *line);
/* The value of the key whose name is KEY; NULL: the line has none. */
const struct pml_value *pml_line_value(const struct pml_line *line, const char *key);
bool pml_is_same_line(const struct pml_line *a, const struct pml_line *b);
/* "@ done kind=k unit=%d\n", as it stands in a string of the model. */
const char *pml_line_format(struct pml_model *model, const struct pml_line *line);
/* printf("@ done kind=k unit=%d\n", v_o) */
const char *pml_line_text(struct pml_model *model, const struct pml_line *line);

#endif
