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
	bool written; /* by the loop's body: copied back */
};

/* One function under construction: a kernel, a fill, or the body of a loop
 * over slots, which C has as a function of its own. */
struct cgen_function {
	const struct ir_kernel *kernel;
	const char *name; /* of the kind or bucket */
	bool is_fill, is_barrier;
	const struct ir_stmt *loop;    /* whose body this is; NULL: none */
	unsigned number;               /* of the loop */
	struct cgen_capture *captured; /* what the body sees of its surroundings */
	size_t captured_count;
	bool needs_worker;
};

/* A condition of a kernel that is a function of its own. */
struct cgen_look {
	const struct ir_expr *piece;
	const char *name;
};

/* When a barrier has something to do: always, or when one of the phases is on. */
struct cgen_gate {
	bool always;
	uint32_t phases;
};

/* What a new object gets when all PHASES are on. */
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
	const char *spec_file;      /* "stw.gc", without folders, as C has it in a string */

	const char *attributes; /* names what is in x-attrs.h: "stw_" and its hash */

	size_t counted;     /* bytes of out whose lines are counted */
	unsigned line;      /* of x.c, of the line being written */
	unsigned presumed;  /* what the compiler will call it */
	bool presumed_spec; /* and whether in the .gc file */

	struct cgen_function *function;
	const struct ir_var *folded; /* a temporary whose only use is next */
	const char *folded_text;
	GD_VEC(struct cgen_function *) bodies; /* of the loops of the kernel */
	unsigned loops;                        /* of the kernel, so far */
	GD_VEC(struct cgen_look) looks;        /* of the kernel */
	GD_VEC(struct cgen_new_metadata) new_metadata;
	bool at_refill; /* the barrier for new objects is those */

	struct cgen_refusal refusal; /* why NULL: all is well */
};

/* -------------------------------------------------------------------- emit.c */
void cgen_refuse(struct cgen *c, struct gd_loc loc, const char *why);
/* What the runtime has no room for. */
void cgen_refuse_limit(struct cgen *c, struct gd_loc loc, enum gd_limit limit);

/* ------------------------------------------------------------- emit-lines.c */
/* One line of x.c, which the compiler will call the line of LOC. */
void cgen_spec_line(struct cgen *c, struct gd_loc loc, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* One line of x.c, which the compiler will call itself. */
void cgen_line(struct cgen *c, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* One line that has no place of its own: a brace, an else, a blank. */
void cgen_more(struct cgen *c, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The comment that stands before or behind the line of LOC in the specification,
 * fit for a C comment; "" if there is none. */
const char *cgen_comment(struct cgen *c, struct gd_loc loc);

/* -------------------------------------------------------------- emit-expr.c */
const char *cgen_type(const struct ir_type *type);
const char *cgen_var(struct cgen *c, const struct ir_var *var);
const char *cgen_expr(struct cgen *c, const struct ir_expr *expr);
/* VALUE, for what takes one of TYPE: a debug build stops where it is none. */
const char *cgen_taken(struct cgen *c, const struct ir_type *type, const struct ir_expr *value);
/* The word of a unit, and back. */
const char *cgen_to_word(struct cgen *c, const struct ir_type *type, const char *text);
const char *cgen_from_word(struct cgen *c, const struct ir_type *type, const char *word);

/* --------------------------------------------------------------- emit-uses.c */
typedef void cgen_use(void *data, const struct ir_var *var, bool defines);
/* Every mention of a local in the list STMT, nested ones too. */
void cgen_uses(const struct ir_stmt *stmt, cgen_use *use, void *data);
/* The same for the one statement. */
void cgen_uses_of(const struct ir_stmt *stmt, cgen_use *use, void *data);
size_t cgen_count_uses(const struct ir_stmt *stmt, const struct ir_var *var, bool defines);
/* Whether the list has an operation for which the C needs the worker. */
bool cgen_needs_worker(const struct ir_stmt *stmt);

/* ----------------------------------------------------------------- emit-op.c */
void cgen_statements(struct cgen *c, const struct ir_stmt *stmt);
/* Declarations of the function's locals that cannot stand where they get their value. */
void cgen_declare(struct cgen *c, const struct ir_stmt *body);

/* ------------------------------------------------------------- emit-kernel.c */
void cgen_kernels(struct cgen *c);
/* Locals and statements, in braces. */
void cgen_function_body(struct cgen *c, const struct ir_kernel *kernel, size_t param_count);
void cgen_fill(struct cgen *c, const struct ir_bucket *bucket);
const char *cgen_parameters(struct cgen *c, const struct ir_kind *kind);
/* The statement `for s in …` over slots, whose body is already a function. */
void cgen_slot_loop(struct cgen *c, const struct ir_stmt *stmt);

/* ------------------------------------------------------------- emit-tables.c */
const char *cgen_queue(struct cgen *c, const struct ir_kind *kind, const struct ir_bucket *bucket);
/* The function that emits into one queue: "emit_mark_obj". */
const char *cgen_emitter(struct cgen *c, const struct ir_kind *kind,
    const struct ir_bucket *bucket);
void cgen_emitters(struct cgen *c);
void cgen_guards(struct cgen *c);
void cgen_runners(struct cgen *c);
void cgen_tables(struct cgen *c);

/* --------------------------------------------------------------- emit-look.c */
bool cgen_looks_at_state(const struct ir_expr *e);
void cgen_look_functions(struct cgen *c, const struct ir_stmt *list, const char *name);
const char *cgen_look(struct cgen *c, const struct ir_expr *e);

/* ----------------------------------------------------------------- barrier.c */
/* What is known of a condition with the options bound; NULL, or by index which locals are
 * known to be null. */
enum cgen_truth { CGEN_FALSE, CGEN_TRUE, CGEN_OPEN };
enum cgen_truth cgen_truth(const struct ir_expr *e, const bool *null);
bool cgen_is_null(const struct ir_expr *e, const bool *null);
bool cgen_does_nothing(const struct ir_stmt *list);
struct cgen_gate cgen_gate(const struct ir_barrier *barrier);
/* Barriers read it in the mutator's view. */
bool cgen_is_viewed(const struct ir_spec *spec, const struct ir_phase *phase);
void cgen_pass_refill(struct cgen *c);

/* ------------------------------------------------------------ emit-barrier.c */
bool cgen_has_barrier(const struct cgen *c, enum ir_barrier_when when);
void cgen_barriers(struct cgen *c);
void cgen_barrier_tests(struct cgen *c, struct gd_out *out);

/* ------------------------------------------------------------ first-store.c */
/* Programs run the barriers for their first stores into new objects, too. */
bool cgen_first_store_needs_barrier(struct cgen *c);

/* ---------------------------------------------------------------- at-rest.c */
/* What META of every object holds between cycles; -1: it is not known. */
long cgen_at_rest(const struct ir_spec *spec, const struct ir_meta *meta);

/* -------------------------------------------------------------- collection.c */
/* The members of the collector that say which cycles programs ask for. */
void cgen_collections(struct cgen *c);

/* ----------------------------------------------------------------- freeing.c */
/* The runtime's enum gcrt_freeing, by the same names. */
enum cgen_freeing { CGEN_KEEPS, CGEN_FREES_IN_FILLS, CGEN_FREES };
enum cgen_freeing cgen_freeing(struct cgen *c, const struct ir_kind *kind);
bool cgen_fill_loops(const struct ir_bucket *bucket);
bool cgen_frees_unmarked(const struct ir_kind *kind, const struct ir_meta *mark);

/* ------------------------------------------------------------- emit-header.c */
void cgen_header(struct cgen *c, struct gd_out *out);
void cgen_attributes(struct cgen *c, struct gd_out *out);
void cgen_attributes_end(struct cgen *c, struct gd_out *out);

#endif
