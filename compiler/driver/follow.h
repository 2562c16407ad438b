/* follow.h: what the C has done that has followed a story. */
#ifndef DRIVER_FOLLOW_H
#define DRIVER_FOLLOW_H

#include "compiler/driver/agree.h"
#include "compiler/driver/story.h"

/* ---- follow-directed.c */
/* NULL: *WHY says what is wrong with the story. */
const struct guide *follow_guide(const struct story *story, const struct agree_plan *plan,
    const struct ir_scenario *scenario, bool directed, const char **why);
/* Whether the C is to follow the story with the story as its scheduler, as the runtime has not: STATUS. */
bool follow_is_to_direct(const struct agree_arguments *a, const struct story *story,
    const struct agree_plan *plan, int status);
/* Has it do so.  false: nothing could be built, and a message was written. */
bool follow_direct(const struct agree_arguments *a, const struct story *story,
    const struct agree_plan *plan, struct agree_plan *directed);

/* ---- follow-property.c */
/* C and MODEL are the heaps after the last event; or NULL.  Returns NULL if the story's property fails
 * in the C, too; otherwise why that is not decided. */
const char *follow_undecided(const struct story *story, const struct agree_plan *plan,
    const struct agree_cell *cell, const char *c, const char *model);
/* Whether a program that fails with this message fails as the story does, which is not about a heap. */
bool follow_fails_alike(const struct story *story, const char *said);

/* ---- follow-report.c */
/* How it went with the only cell of PLAN.  Returns a driver_status. */
int follow_write_report(const struct agree_arguments *a, const struct story *story,
    const struct agree_plan *plan, FILE *out);
/* Whether the C has done all of the story, and its heap is as that of the model. */
bool follow_ends_alike(const struct story *story, const struct agree_plan *plan);
/* Steps of the story that the C has something of. */
unsigned follow_compared_steps(const struct guide *guide);
/* VALUE of the part of the state that differs. */
const char *follow_part_value(const struct agree_plan *plan, const struct agree_cell *cell,
    int16_t value);

#endif
