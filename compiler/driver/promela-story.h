/* promela-story.h: the events of a model's run, as text. */
#ifndef DRIVER_PROMELA_STORY_H
#define DRIVER_PROMELA_STORY_H

#include <stdio.h>

/* EVENTS: one JSON object a line. */
void promela_tell(const char *events, FILE *out);

#endif
