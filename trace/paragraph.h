/* paragraph.h: a trace (doc/events.md) in one paragraph: what fails, which reorderings that needs,
 * and how the run ends. */
#ifndef TRACE_PARAGRAPH_H
#define TRACE_PARAGRAPH_H

#include <jansson.h>
#include "compiler/base/arena.h"

/* The lines of a trace, as an array.  Lines that are no JSON are left out. */
json_t *paragraph_lines(const char *text, size_t length);
/* The paragraph, on one line, without the command.  LINES are those of a valid trace. */
const char *paragraph_text(struct gd_arena *arena, const json_t *lines);
/* What happens in STEP: "worker: sweep_obj(c): free(o)". */
const char *paragraph_step(struct gd_arena *arena, const json_t *step);

#endif
