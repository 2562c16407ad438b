/* run-json.h: a run of a litmus test for tools (doc/events.md). */
#ifndef LITMUS_RUN_JSON_H
#define LITMUS_RUN_JSON_H

#include <jansson.h>
#include "promela-backend/litmus/run.h"

struct litmus_heading { /* which run this is */
	const char *file;
	enum ir_memory memory;
	const char *command;    /* shows it again; NULL: no command does */
	bool fails;             /* the outcome contradicts the claims */
	const char *claim;      /* "allowed (overlap)"; NULL: no claim is about the outcome */
	const char *why;        /* a sentence */
	struct gd_loc where;    /* of the claim */
	const unsigned *needed; /* reorderings that such an end needs; NULL: not known */
};
/* An array: the heading, the steps and the last line. */
json_t *litmus_run_json(const struct litmus_run *run, const struct litmus_outcome *outcome,
    const struct litmus_heading *heading);

#endif
