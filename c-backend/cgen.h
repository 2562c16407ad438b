/* cgen.h: from the IR to C for the work-packet runtime. */
#ifndef CGEN_CGEN_H
#define CGEN_CGEN_H

#include "compiler/base/out.h"
#include "compiler/ir/ir.h"

struct cgen_files {
	struct gd_out source, header, attrs;
}; /* x.c, x-names.h, x-attrs.h */

/* The prefix of a collector's names and files: `x'.  It cannot clash with names of the runtime or
 * of the C library, which have no file x-names.h or x-attrs.h. */
const char *cgen_prefix(struct gd_arena *arena, const char *collector);

/* IR passes, by name; each can be switched off. */
extern const char *const cgen_passes[]; /* NULL ends them */
enum { CGEN_PASS_REFILL = 1, CGEN_ALL_PASSES = 1, CGEN_COUNTED = 2 };

/* PASSES: bit n for pass n.  With CGEN_COUNTED units are counted one by one in all buckets, not only
 * where a program can tell (compiler/ir/exact.c).  Returns false if the spec uses something that C cannot
 * express; *refusal has the reason. */
struct cgen_refusal {
	const char *why, *help;
	struct gd_loc where;
}; /* help may be NULL */
bool cgen_emit(struct gd_arena *arena, const struct ir_spec *spec, unsigned passes,
    struct cgen_files *files, struct cgen_refusal *refusal);

/* The litmus tests of SPEC as one program, which includes litmus-run.h. */
void cgen_litmus(struct gd_arena *arena, const struct ir_spec *spec, struct gd_out *out);

struct cgen_support_file {
	const char *name;
	const char *text;
	size_t length;
};
/* The files of c-backend/support, embedded in the program. */
const struct cgen_support_file *cgen_support_files(size_t *count);

#endif
