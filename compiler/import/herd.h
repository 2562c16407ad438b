/* herd.h: litmus tests in C as herd reads them, said in this language. */
#ifndef HERD_HERD_H
#define HERD_HERD_H

#include "compiler/base/diag.h"

struct herd_options {
	bool split; /* loads are issued where they stand and received where their
	                            value is needed */
};

/* The text of a specification with the one test of SOURCE, in ARENA.  NULL after
 * errors, which are in SINK. */
const char *herd_translate(struct gd_arena *arena, struct gd_diag_sink *sink,
    const struct gd_source *source, const struct herd_options *options);

#endif
