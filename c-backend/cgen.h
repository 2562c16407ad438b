/* cgen.h: from the IR to C for the work-packet runtime. */
#ifndef CGEN_CGEN_H
#define CGEN_CGEN_H

#include "compiler/base/out.h"
#include "compiler/ir/ir.h"

struct cgen_files { struct gd_out source, header, attrs; }; /* x.c, x.h, x-attrs.h */

/* IR passes, by name; each can be switched off. */
extern const char *const cgen_passes[];         /* NULL ends them */
enum { CGEN_PASS_REFILL = 1 };

/* PASSES: bit n for pass n.
 * false when the spec uses what C cannot express; *why and *where say so. */
bool cgen_emit(struct gd_arena *arena, const struct ir_spec *spec,
    unsigned passes, struct cgen_files *files, const char **why, struct gd_loc *where);

#endif
