/* emit.h: what the files of the C backend share.
 *
 * Emission goes on after something that C cannot express was met, so that no
 * function has to stop half way; cgen_emit then throws the text away and
 * reports the first such place. */
#ifndef CGEN_EMIT_H
#define CGEN_EMIT_H

#include <stdint.h>
#include "compiler/base/limits.h"
#include "c-backend/cgen.h"

struct cgen_capture {
	const struct ir_var *var;
	bool written; /* the loop's body gives it a value, which is copied back */
};

/* The C function that is being written: a kernel, a fill, or the body of a loop over slots, which
 * is a function of its own in C. */
struct cgen_function {
	const struct ir_kernel *kernel;
	const char *name; /* of the kind or bucket */
	bool is_fill, is_barrier;
	const struct ir_var *result;   /* what the function returns; NULL: nothing */
	const struct ir_stmt *loop;    /* the loop, if this is a loop's body, or NULL */
	unsigned number;               /* of the loop */
	struct cgen_capture *captured; /* locals that the body shares with the code around it */
	size_t captured_count;
	bool needs_worker;
};

/* A condition of a kernel that is a function of its own. */
struct cgen_look {
	const struct ir_expr *piece;
	const char *name;
};

/* A condition that the runtime evaluates, and its function.  Equal conditions share a function. */
struct cgen_guard {
	const struct ir_expr *condition;
	const char *text, *name;
};

/* When a barrier has something to do: always, or when one of the phases is on. */
struct cgen_gate {
	bool always;
	uint32_t phases;
};

/* The metadata of a new object when all PHASES are on. */
struct cgen_new_metadata {
	uint32_t phases;
	const struct ir_meta *meta;
	long value;
};

struct cgen {
	struct gd_arena *arena;
	const struct ir_spec *spec;
	struct gd_out *out;         /* of x.c */
	const char *prefix, *upper; /* "stw", "STW" */
	const char *spec_file;      /* "stw.gc", without folders, escaped for a C string */

	const char *attributes; /* the name for the contents of x-attrs.h: "stw_" and their hash */

	size_t counted;     /* bytes of out whose lines are counted */
	unsigned line;      /* of x.c: the line being written */
	unsigned presumed;  /* the line that the compiler will report for it */
	bool presumed_spec; /* whether it will report the .gc file */

	struct cgen_function *function;
	const struct ir_var *folded; /* a temporary whose only use is in the next statement */
	const char *folded_text;
	GD_VEC(struct cgen_function *) bodies; /* of the loops of the kernel */
	const struct ir_kernel *mentioned_in;  /* whose locals are counted: */
	const struct cgen_mentions *mentions;  /* by their indexes (emit-uses.h) */
	unsigned loops;                        /* of the kernel, so far */
	unsigned numbered;                     /* places by their numbers, of the kernel, so far */
	unsigned walks;                        /* loops over words, the same */
	unsigned visits;                       /* loops over all objects, the same */
	size_t word_groups;                    /* of data words, in the specification */
	GD_VEC(struct cgen_look) looks;        /* of the kernel */
	const struct ir_stmt *selecting;       /* the `slide' whose condition is being written */
	bool is_placing;                  /* what is written says where objects can be placed */
	const struct ir_region *smallest; /* of regions; NULL: the heap has none */
	const struct ir_meta *const *region_metas;
	size_t region_meta_count;
	GD_VEC(struct cgen_guard) guards; /* of the collector */
	GD_VEC(struct cgen_new_metadata) new_metadata;
	bool at_refill; /* the barrier for new objects is new_metadata */
	bool all_exact; /* units are counted one by one in all buckets */

	struct cgen_refusal refusal; /* if its reason is NULL, nothing was refused */
};

#endif
