/* ends.h: how runs end, as models and programs print it, in terms of the specification.
 *
 * An object that a script has allocated may get any free cell.  A model tries all of them, and the
 * C's allocator takes one.  So such objects are numbered in the order in which they are found from
 * the roots, and ends that differ only in their cells are the same. */
#ifndef AGREE_ENDS_H
#define AGREE_ENDS_H

#include "compiler/base/arena.h"
#include "compiler/base/out.h"
#include "compiler/ir/ir.h"

struct agree_end {
	const char *text;  /* equal texts are equal ends */
	const char *line;  /* as it was printed */
	const char *trace; /* what a program has printed before it; or NULL */
};
struct agree_ends { /* each once, sorted by text */
	GD_VEC(struct agree_end) at;
};

/* Adds the end that LINE describes, from its second word on ("end a:mark=1 …"), unless there is an
 * equal one.  Returns the new end, which is valid until the next call; NULL if there was an equal
 * one, or if LINE does not describe an end. */
struct agree_end *agree_add_end(struct gd_arena *arena, struct agree_ends *ends,
    const struct ir_spec *spec, const struct ir_scenario *scenario, const char *line);
const struct agree_end *agree_find_end(const struct agree_ends *ends, const char *text);

#endif
