/* promela-story.h: the events of a model's run, as text. */
#ifndef DRIVER_PROMELA_STORY_H
#define DRIVER_PROMELA_STORY_H

#include <jansson.h>
#include <stdio.h>
#include "trace/style.h"

/* LINES: an array of the events.  Of STYLE, colours and the choice of steps count. */
void promela_tell(const json_t *lines, const struct style *style, FILE *out);

#endif
