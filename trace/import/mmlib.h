/* mmlib.h: the variables of models that are written with MMLib, a library of weak memory models.
 *
 * In such a model the shared variables are the elements of `shared_memory`.  Process P keeps the
 * stores that are not in memory yet in `queue`: one channel for each variable (pso.h: P * variables +
 * variable), or one for all (tso.h: P, with messages variable and value).  `buffer` has its own last
 * values, `lcounter` (tso.h: `counter`) how many stores wait.  The process `mem` moves stores from
 * the queues to `shared_memory`. */
#ifndef TRACE_IMPORT_MMLIB_H
#define TRACE_IMPORT_MMLIB_H

#include <jansson.h>
#include <stdbool.h>
#include "compiler/base/arena.h"

struct mmlib {
	size_t variables;
	bool one_queue; /* for each process, with all its stores */
	const char *counter;
	const char **names; /* of the variables */
};

/* GLOBALS: the values of all variables, as text, by name.  NULL: the model has no MMLib. */
struct mmlib *mmlib_find(struct gd_arena *arena, const json_t *globals);
/* Takes names from MAPPING: lines `want0 at 0', `want1 at next want0', `flag[2] at 3'. false: *why
 * says which line is wrong. */
bool mmlib_name(struct gd_arena *arena, struct mmlib *mmlib, const char *mapping, const char **why);
/* Whether the variable NAME is the library's. */
bool mmlib_has(const char *name);

#endif
