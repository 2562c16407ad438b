/* herd.h: litmus tests in C as herd reads them, said in this language. */
#ifndef HERD_HERD_H
#define HERD_HERD_H

#include "compiler/base/diag.h"

struct herd_options {
	bool split; /* loads are issued at their place, received where needed */
};

/* Returns the text of a specification with one test, that of SOURCE, in ARENA.  NULL: there were
 * errors, which are in SINK. */
const char *herd_translate(struct gd_arena *arena, struct gd_diag_sink *sink,
    const struct gd_source *source, const struct herd_options *options);

#endif
