/* style.h: how a trace is shown as text: colours, and which steps. */
#ifndef TRACE_STYLE_H
#define TRACE_STYLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include "trace/marks.h"

enum { STYLE_NO_HEAP = -1, STYLE_EACH_HEAP = 0 };
typedef GD_VEC(const char *) style_names;
struct style {
	bool colour, lanes;
	long heap; /* draw it after this step; STYLE_EACH_HEAP: after each; STYLE_NO_HEAP: never */
	bool red;  /* only steps with marks */
	style_names threads, objects; /* only steps of, about these; empty: of all, about all */
};
extern const struct style style_plain;

/* "thread=mutator m", "object=a", "red".  false: it is none of these. */
bool style_add_only(struct gd_arena *arena, struct style *style, const char *only);
/* What is shown of a step.  Short names will do: `m' for `mutator m' and `memory of m', `worker' for `worker 1', too. */
bool style_shows_thread(const struct style *style, const char *thread);
/* NAME is an object, a location or a unit: "a", "a.field[0]", "mark_obj(a)". */
bool style_is_about(const struct style *style, const char *name);

/* Colours of a terminal; empty if there are none. */
enum style_colour { STYLE_WAITS, STYLE_RED, STYLE_FAINT, STYLE_END };
const char *style_colour(const struct style *style, enum style_colour colour);

/* One line for each mark. */
void style_write_marks(const struct style *style, const struct marks_red *red, size_t count,
    FILE *out);

#endif
