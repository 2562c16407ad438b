/* seen-text.h: what a program of a scenario does, in the words of the specification. */
#ifndef DRIVER_SEEN_TEXT_H
#define DRIVER_SEEN_TEXT_H

#include "agree/seen.h"
#include "compiler/ir/ir.h"

/* An event: "scan_obj(a): load a.field[0]: b". */
const char *seen_text(struct gd_arena *arena, const struct ir_spec *spec,
    const struct ir_scenario *scenario, const struct seen *e);
/* A part of the state that is compared, "a.mark", and a value that it can have. */
const char *seen_part_text(struct gd_arena *arena, const struct ir_spec *spec,
    const struct ir_scenario *scenario, unsigned part);
const char *seen_part_value(struct gd_arena *arena, const struct ir_spec *spec,
    const struct ir_scenario *scenario, unsigned part, long number);
/* Reads what a program has printed.  false: LINE is no event ("# seen …"). */
bool seen_read(const char *line, struct seen *e);

#endif
