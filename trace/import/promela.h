/* promela.h: the trace (doc/events.md) of a Promela model that was written by hand.
 *
 * Each step of a process is a step of the trace.  Where the model uses MMLib, the steps of one of its
 * operations are one step, shared variables have their names, and stores wait as in other traces. */
#ifndef TRACE_IMPORT_PROMELA_H
#define TRACE_IMPORT_PROMELA_H

#include <stdio.h>
#include "trace/import/spin.h"

struct promela_request {
	const char *file, *path;           /* the model, and what SPIN calls it */
	const char *text;                  /* its text */
	const struct spin_replay *replay;  /* of the trail */
	const struct spin_replay *initial; /* of a trail without steps: the first values */
	const char *mapping;               /* names of MMLib's variables, or NULL */
	const char *command;               /* shows it again */
};

/* Writes one JSON object on each line. false: *why says what is wrong with the mapping. */
bool promela_write(struct gd_arena *arena, const struct promela_request *request, FILE *out,
    const char **why);

#endif
