/* lower-internal.h: what the parts of lowering share, and nobody else sees. */
#ifndef IR_LOWER_INTERNAL_H
#define IR_LOWER_INTERNAL_H

#include "compiler/base/limits.h"
#include "compiler/ir/lower.h"
#include "compiler/sema/orders.h"

struct body;

/* An expression may be a call, a call is replaced by the statements of a function, and statements
 * contain expressions.  So that each file uses only files below it (expressions, calls,
 * statements), these pointers lead to what is above. lower.c sets them. */
struct lower_above {
	/* Lowers a call. is_used: its value is used.  NAME: of `let`, or NULL. */
	const struct ir_expr *(*call)(struct body *b, const struct syn_expr *call,
	    const struct syn_name *name, bool is_used);
	/* Lowers a function's body, which its `return`s end. */
	void (*body)(struct body *b, const struct syn_stmt *stmt);
};

/* The lowering of one variant.  The arrays are those of `ir`, while they can still be written. */
struct lower {
	const struct lower_above *above;
	struct syn_context *context;
	struct gd_arena *arena;
	const struct sem_spec *sem;
	const struct sem_variant *variant;
	struct ir_spec *ir;
	struct ir_kind **kinds;
	struct ir_bucket **buckets;
	struct ir_phase **phases;
	struct ir_cycle **cycles;
	struct ir_ghost **ghosts;
	struct ir_space **spaces;
	struct ir_policy **policies;
	struct syn_decl **functions;
	size_t function_count;
	struct sem_words words;
	bool is_for_models;
	bool is_for_code; /* how many words objects have is the program's affair */
	bool failed;
	bool unbuilt; /* something was found that this release does not build */
	GD_VEC(const struct syn_expr *) idle; /* implications whose left side is constantly false */
	GD_VEC(struct ir_point) points;
	GD_VEC(const char *) tags; /* that references may be, by number */
};

/* The meaning of a name in a kernel: a value or a location. */
struct binding {
	const char *name;
	const struct ir_expr *value;
	const struct ir_place *place;
	const struct ir_expr *base; /* a location of a loop over an object: this object; or NULL */
	struct binding *outer;
};

/* A variable that records whether a conditional `return` was taken, for the statements after it. */
struct returned {
	const struct ir_var *flag;
	struct returned *outer;
	bool by_loop; /* in one of its rounds */
};

/* A function being inlined. */
struct inlined {
	const struct syn_decl *function;
	struct gd_loc loc;           /* of the call */
	const struct ir_expr *value; /* its result, if a single `return` gives it */
	struct ir_var *result;       /* otherwise the variable that every `return` sets */
	struct returned *returned;
	unsigned branches; /* number of `if`s around the current statement */
	unsigned loops;
	struct inlined *outer;
};

/* One kernel, fill, guard or formula being lowered. */
struct body {
	struct lower *l;
	GD_VEC(struct ir_var *) vars;
	struct names {
		struct taken *at;
		size_t count, room;
	} names;                      /* of vars: lower-body.c */
	struct binding *scope;        /* innermost first */
	struct ir_stmt *first, **end; /* the statements so far, and where the next goes */
	struct gd_loc head;           /* of the declaration */
	struct gd_loc loc;            /* of the statement being lowered */
	struct inlined *call;
	unsigned inlinings; /* how many so far; there is a limit, because functions may multiply */
	bool observing;     /* in properties and assertions: a load is only an observation */
	const struct ir_begun *begun; /* statements that begin with the next one of the IR */
	const struct ir_bucket *filling;
	const struct ir_cycle *beginning; /* its `from` is lowered: `requested` is about it */
};

/* The IR of one variant, with these scenarios only (NULL: all).  It is usable unless L has failed.
 * NULL: there is nothing to lower. */
struct ir_spec *ir_lower_variant(struct lower *l, const char *const *scenarios, size_t count);

/* ---- reports of mistakes of this variant only, of what is not built yet, and of what sema should
 * have found */
struct gd_diag *ir_lower_error(struct lower *l, enum gd_code code, struct gd_loc loc,
    const char *format, ...) __attribute__((format(printf, 4, 5)));
/* Whether COUNT exceeds the limit; then reports it at LOC. */
bool ir_lower_is_over(struct lower *l, enum gd_limit limit, size_t count, struct gd_loc loc);
void ir_lower_not_yet(struct lower *l, enum gd_code code, struct gd_loc loc);
void ir_lower_unknown(struct lower *l, struct gd_loc loc, const char *name);

/* ---- by name; NULL when there is none */
const struct ir_meta *ir_lower_meta(struct lower *l, const char *name);
const struct ir_group *ir_lower_group(struct lower *l, const char *name);
/* Word NUMBER of the data words called GROUP. */
const struct ir_meta *ir_lower_word(struct lower *l, const char *group, size_t number);
const struct ir_kind *ir_lower_kind(struct lower *l, const char *name);
const struct ir_bucket *ir_lower_bucket(struct lower *l, const char *name);
const struct ir_phase *ir_lower_phase(struct lower *l, const char *name);
const struct ir_cycle *ir_lower_cycle(struct lower *l, const char *name);
const struct ir_ghost *ir_lower_ghost(struct lower *l, const char *name);
const struct ir_space *ir_lower_space(struct lower *l, const char *name);
const struct ir_policy *ir_lower_policy(struct lower *l, const char *name);

/* ---- regions (lower-region.c) */
const struct ir_region *ir_lower_region(struct lower *l, const char *name);
/* Whether NAME is that of a sort of regions; then *TYPE is their type. */
bool ir_lower_region_type(struct lower *l, const char *name, struct ir_type *type);
void ir_lower_regions(struct lower *l);
void ir_lower_placing(struct lower *l);
/* Where the places of SCENARIO are, by region index; how many there are. */
const struct ir_extent *ir_lower_layout(struct lower *l, const struct syn_decl *scenario);
size_t ir_lower_places(const struct syn_decl *scenario);

/* ---- types, variables, statements */
struct ir_type ir_lower_type(struct lower *l, const struct syn_type *type);
/* That of the number in a data word. */
struct ir_type ir_lower_word_type(const struct lower *l);
/* Whether NAME is a tag of TYPE; then *VALUE is its number as a constant of TYPE. */
bool ir_lower_tag(const struct ir_type *type, const char *name, long *value);
struct ir_type ir_lower_tags(struct gd_arena *arena, const char *const *tags, size_t count);
extern const struct ir_type ir_type_bool, ir_type_ref;
struct ir_var *ir_lower_var(struct body *b, const char *name, struct gd_loc loc,
    struct ir_type type);
/* Adds VAR, which has its name already, to the body. */
void ir_lower_adopt(struct body *b, struct ir_var *var);
void ir_lower_bind(struct body *b, const char *name, const struct ir_expr *value,
    const struct ir_place *place);
struct ir_stmt *ir_lower_add(struct body *b, enum ir_op op);
/* `let VAR = VALUE` */
void ir_lower_let(struct body *b, const struct ir_var *var, const struct ir_expr *value);
void ir_lower_begin(struct body *b, struct lower *l, struct gd_loc loc);
/* The kernel that was lowered, without statements that options have made empty. */
struct ir_kernel ir_lower_finish(struct body *b);

/* ---- points (lower-points.c): what of the specification runs may reach */
/* Adds the statements of all kernels, fills, barriers, and functions that they call, whatever options
 * remove of them. */
void ir_lower_list_code(struct lower *l);
/* STMT is lowered next.  Returns what ir_lower_end_stmt needs after it. */
const struct ir_begun *ir_lower_begin_stmt(struct body *b, const struct syn_stmt *stmt);
void ir_lower_end_stmt(struct body *b, const struct ir_begun *begun);
/* TEST is an `if' whose condition is at LOC. */
void ir_lower_note_branches(struct body *b, struct ir_stmt *test, struct gd_loc loc);
/* The condition at LOC has the same ANSWER in all runs, and no `if'. */
void ir_lower_note_answer(struct body *b, bool answer, struct gd_loc loc);
/* The branches or loop STMT, which are empty, are removed. */
void ir_lower_forget(struct body *b, const struct ir_stmt *stmt);
/* Adds the points that are no statements of kernels, when all else is lowered. */
void ir_lower_points(struct lower *l);

/* ---- lower-edges.c; lower-idle.c, which makes the graph again without kernels that never run */
void ir_lower_edges(struct lower *l);
void ir_lower_leave_out_idle(struct lower *l);

/* ---- expressions */
struct ir_expr *ir_expr_new(struct gd_arena *arena, enum ir_expr_kind kind, struct gd_loc loc,
    struct ir_type type);
const struct ir_expr *ir_expr_var(struct body *b, const struct ir_var *var, struct gd_loc loc);
const struct ir_expr *ir_expr_constant(struct body *b, long value, struct ir_type type,
    struct gd_loc loc);
const struct ir_expr *ir_expr_bool(struct body *b, bool value, struct gd_loc loc);
const struct ir_expr *ir_expr_not(struct body *b, const struct ir_expr *arg, struct gd_loc loc);
enum ir_expr_kind ir_kind_of(enum syn_expr_kind kind);
bool ir_expr_is(const struct ir_expr *expr, long constant);
/* The value of EXPR.  Its memory operations become statements, in the order of evaluation.  WANTED
 * (may be NULL): the type in which names of tags are searched. */
const struct ir_expr *ir_lower_expr(struct body *b, const struct syn_expr *expr,
    const struct ir_type *wanted);
const struct ir_place *ir_lower_place(struct body *b, const struct syn_expr *expr);
const struct ir_place *ir_lower_word_place(struct body *b, const struct ir_expr *object,
    const struct ir_meta *word, struct gd_loc loc);
/* Whether evaluating EXPR needs statements. */
bool ir_lower_has_effects(const struct syn_expr *expr);
/* Lowers EXPR, which must not be null.  A call with a null argument may make it null. */
const struct ir_expr *ir_lower_object(struct body *b, const struct syn_expr *expr);
/* Lowers a part of a unit: a value, or for `ref*` a slot that a variable names. */
const struct ir_expr *ir_lower_unit_part(struct body *b, const struct syn_expr *expr,
    const struct ir_type *type);
/* Reports a constant that is not a value of TYPE. */
void ir_lower_check_fits(struct body *b, const struct ir_expr *value, const struct ir_type *type);
/* VALUE, or a variable with its current value if VALUE reads collector state that may change. */
const struct ir_expr *ir_lower_keep(struct body *b, const struct ir_expr *value);
/* VALUE for NAME, a parameter or result of TYPE.  If it may be outside TYPE, it is put in a
 * variable of its own, where its range is checked. */
const struct ir_expr *ir_lower_take(struct body *b, const struct syn_name *name,
    const struct ir_expr *value, const struct ir_type *type);

/* The value of EXPR for NAME in this variant: a number, or the index of a tag. */
long ir_lower_constant(struct lower *l, struct syn_name name, const struct syn_expr *expr,
    const struct ir_type *type);

/* ---- calls: memory operations, operations on the collector's state, functions */
const struct ir_expr *ir_lower_call(struct body *b, const struct syn_expr *call,
    const struct syn_name *name, bool is_used); /* NAME: of `let`, or NULL */
/* `let NAME = AWAIT;': appends the load that waits, and binds NAME. */
void ir_lower_await(struct body *b, const struct syn_expr *await, const struct syn_name *name);
/* Finds the memory operation, or `free', with this NAME. */
bool ir_lower_find_memory(const char *name, enum ir_op *op);
enum ir_order ir_lower_order(enum syn_order order);
/* The order of a memory operation in the variant. */
enum ir_order ir_lower_order_at(const struct lower *l, const struct syn_expr *call);
enum ir_order ir_lower_order_on_failure(const struct lower *l, const struct syn_expr *call);
const struct ir_expr *ir_lower_inline(struct body *b, const struct syn_decl *function,
    const struct syn_expr *call);

/* ---- statements, formulas, scenarios */
void ir_lower_stmt(struct body *b, const struct syn_stmt *stmt);
/* Lowers a function's body: like ir_lower_stmt, but its `return`s end it. */
void ir_lower_body(struct body *b, const struct syn_stmt *stmt);
void ir_lower_properties(struct lower *l);
void ir_lower_scenarios(struct lower *l, const char *const *names, size_t count);
void ir_lower_litmus(struct lower *l);

#endif
