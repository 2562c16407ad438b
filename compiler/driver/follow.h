/* follow.h: what the C has done that has followed a story. */
#ifndef DRIVER_FOLLOW_H
#define DRIVER_FOLLOW_H

#include "compiler/driver/agree.h"
#include "compiler/driver/story.h"

/* ---- follow-property.c */
/* C and MODEL are the heaps after the last event; or NULL.  Returns NULL if the story's property fails
 * in the C, too; otherwise why that is not decided. */
const char *follow_undecided(const struct story *story, const struct agree_plan *plan,
    const struct agree_cell *cell, const char *c, const char *model);
/* Whether a program that fails with this message fails as the story does, which is not about a heap. */
bool follow_fails_alike(const struct story *story, const char *said);

#endif
