/* promela.h: runs of Promela models that were written by hand, for trace and view. */
#ifndef DRIVER_PROMELA_H
#define DRIVER_PROMELA_H

#include <argp.h>
#include <stdio.h>
#include "compiler/base/arena.h"
#include "trace/style.h"

struct promela_arguments {
	const char *model; /* NULL: not asked for */
	const char *trail; /* NULL: MODEL.trail */
	const char *names; /* of MMLib's variables; or NULL */
};
/* For argp's children; the input is a struct promela_arguments. */
extern const struct argp promela_argp;

/* Replays the trail with SPIN, and writes the events of the run, one a line. */
int driver_promela(struct gd_arena *arena, const struct promela_arguments *a, FILE *out);
/* The same as text.  Of STYLE, colours and the choice of steps count. */
int driver_promela_story(struct gd_arena *arena, const struct promela_arguments *a,
    const struct style *style, FILE *out);

#endif
