/* internal.h: what the parts of sema share, and nobody else sees.
 *
 * A checker looks at one list of declarations: the specification's own, or the
 * same with a mutant applied.  It reports through sem_error and sem_warning. */
#ifndef SEM_INTERNAL_H
#define SEM_INTERNAL_H

#include "compiler/base/limits.h"
#include "compiler/base/memory.h"
#include "compiler/sema/sema.h"

/* ------------------------------------------------------------ specification */
typedef GD_VEC(struct syn_decl *) sem_decl_list;

struct sem_spec {
	struct syn_context *context;
	struct syn_spec *tree;
	sem_decl_list decls; /* with those of imports, in order */
	struct sem_option *options;
	size_t option_count;
	const struct syn_decl **option_decls;
};

/* ------------------------------------------------------------------ checker */
struct sem_scope;
struct sem_operation;

struct sem_checker {
	struct syn_context *context;
	struct sem_spec *spec;
	sem_decl_list decls; /* with the mutant applied */
	const struct syn_decl *mutant;
	bool mute_warnings;       /* for a mutant, which is wrong on purpose */
	bool after_syntax_errors; /* there were syntax errors, so declarations may be missing */
	/* names that were reported as missing, so that each is reported only once */
	struct sem_missed *missed;
	/* sem_operation: an expression may be an operation, and its arguments are expressions.
	 * expr.c calls operation.c through this pointer, so that it uses only files below it. */
	struct sem_type (*check_operation)(struct sem_scope *s, const struct syn_expr *call,
	    const struct sem_operation *operation);
};

struct gd_diag *sem_error(struct sem_checker *c, enum gd_code code, struct gd_loc loc,
    const char *format, ...) __attribute__((format(printf, 4, 5)));
/* The same as sem_error.  Returns NULL when warnings are muted, which sem_note and sem_help
 * allow. */
struct gd_diag *sem_warning(struct sem_checker *c, enum gd_code code, struct gd_loc loc,
    const char *format, ...) __attribute__((format(printf, 4, 5)));
void sem_note(struct gd_diag *diag, struct gd_loc loc, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void sem_help(struct gd_diag *diag, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Whether COUNT exceeds the limit; then reports it at LOC. */
bool sem_is_over(struct sem_checker *c, enum gd_limit limit, long count, struct gd_loc loc);

/* -------------------------------------------------------------------- names */
/* Whether a WHAT called NAME was reported as missing before.  Then a note adds that it is missing
 * at LOC, too.  Otherwise DIAG, if given, is remembered. */
struct sem_missed {
	const char *name;
	unsigned things;
	struct gd_diag *diag;
	unsigned count;
	struct sem_missed *next;
};
bool sem_missed_before(struct sem_checker *c, const char *name, unsigned things, struct gd_loc loc);
void sem_remember_missed(struct sem_checker *c, const char *name, unsigned things,
    struct gd_diag *diag);

/* The sorts of things that a name can mean.  Sets of these say what is allowed at a place. */
enum sem_thing {
	SEM_OPTION = 1 << 0,
	SEM_PHASE = 1 << 1,
	SEM_KIND = 1 << 2,
	SEM_CYCLE = 1 << 3,
	SEM_BUCKET = 1 << 4,
	SEM_FUNCTION = 1 << 5,
	SEM_GHOST = 1 << 6,
	SEM_PROPERTY = 1 << 7,
	SEM_SCENARIO = 1 << 8,
	SEM_MUTANT = 1 << 9,
	SEM_LITMUS = 1 << 10,
	SEM_BARRIER = 1 << 11,
	SEM_LOCAL = 1 << 12,
	SEM_OPERATION = 1 << 13,
	SEM_TAG = 1 << 14,
	SEM_OBJECT_NAME = 1 << 15,
	SEM_MEMORY = 1 << 16,
	SEM_MEMBER = 1 << 17,
	SEM_SPACE = 1 << 18,
	SEM_POLICY = 1 << 19,
	SEM_REGION = 1 << 20
};
#define SEM_STATE_NAMES (SEM_OPTION | SEM_PHASE | SEM_CYCLE | SEM_GHOST)

enum sem_thing sem_thing_of(const struct syn_decl *decl);
const char *sem_thing_text(enum sem_thing thing); /* "a bucket" */
/* "a bucket or a kind of work" */
const char *sem_things_text(struct gd_arena *arena, unsigned things);

/* The declaration of one of THINGS called NAME, or NULL.  Reports nothing. */
struct syn_decl *sem_lookup(struct sem_checker *c, const char *name, unsigned things);
/* The same, but reports an unknown name, or one that means something else. */
struct syn_decl *sem_resolve(struct sem_checker *c, struct syn_name name, unsigned things);

typedef GD_VEC(const char *) sem_candidates;
void sem_candidates_decls(struct sem_checker *c, sem_candidates *names, unsigned things);
void sem_candidates_members(struct sem_checker *c, sem_candidates *names);
const char *sem_list(struct sem_checker *c, const sem_candidates *names); /* "`a`, `b`" */
void sem_unknown(struct sem_checker *c, struct syn_name name, unsigned things,
    const sem_candidates *candidates);
void sem_check_names(struct sem_checker *c); /* duplicates */
void sem_check_duplicates(struct sem_checker *c, const syn_names *names, const char *what);
/* Whether NAME may have been declared in a part of the text that could not be parsed. */
bool sem_maybe_lost(struct sem_checker *c, const char *name);

/* ------------------------------------------------------------ local scopes */
struct sem_type {
	enum sem_type_kind {
		SEM_POISON, /* already reported: fits everywhere */
		SEM_VOID,
		SEM_BOOL,
		SEM_INT, /* low..high; a bit is 0..1 */
		SEM_TAGS,
		SEM_REF,
		SEM_WORD,
		SEM_IDENTITY, /* origin(o): it can only be compared */
		SEM_PAYLOAD,  /* in a location that `for s in o` visits: a reference, or a word */
		SEM_MUTATOR,
		SEM_IN_REGION, /* a region: a block, a line */
		SEM_LOCATION,  /* holds an `inside` */
		SEM_GROUP,     /* o.field: a group of locations */
		SEM_ROOTS      /* m.roots */
	} kind;
	long low, high;
	const syn_names *tags;         /* TAGS, and REF with tags */
	const struct syn_decl *region; /* IN_REGION: which sort */
	bool is_null;                  /* the literal */
	const struct sem_type *inside; /* LOCATION, GROUP */
	bool is_slot; /* LOCATION, GROUP: a reference slot or data word, not metadata */
	bool
	    has_base; /* LOCATION: of a loop over an object, so n[s] has a meaning; GROUP: of an object */
};

struct sem_local {
	struct syn_name name;
	struct sem_type type;      /* without the tags that tests exclude here */
	const syn_names *declared; /* all tags of its type */
	struct gd_loc dropped;     /* scripts: where, when it was */
	bool is_dropped;
	struct sem_local *outer;
};

/* Where an expression or statement stands. */
enum sem_place {
	SEM_IN_KERNEL = 1,
	SEM_IN_FUNCTION = 2,
	SEM_IN_BARRIER = 4,
	SEM_IN_FILL = 8,
	SEM_IN_GUARD = 16,
	SEM_IN_PROPERTY = 32,
	SEM_IN_CONSTANT = 64,
	SEM_IN_SCRIPT = 128,
	SEM_IN_LITMUS = 256,
	SEM_IN_GHOST = 512,
	SEM_IN_ASSERT = 1024
};
enum { SEM_IN_WORKER = 2048 }; /* added to a statement's places: not in kernels that mutators run */
#define SEM_IN_CODE (SEM_IN_KERNEL | SEM_IN_FUNCTION | SEM_IN_BARRIER)

struct sem_scope {
	struct sem_checker *c;
	enum sem_place place;
	const struct syn_decl *decl; /* whose body this is */
	struct sem_local *locals;    /* innermost first */
	struct sem_type result;      /* of the function or barrier */
	bool is_ghostly;             /* the place may read ghosts */
	unsigned loops, repeats;
	unsigned payloads; /* loops over whole objects around this */
	const struct syn_script *script;
	const struct syn_name *object_names;
	size_t object_name_count; /* scripts */
};

struct sem_local *sem_local_find(struct sem_scope *s, const char *name);
/* Declares a local.  Reports one that hides another local or the name of an expression. */
struct sem_local *sem_local_add(struct sem_scope *s, struct syn_name name, struct sem_type type);

/* -------------------------------------------------------------------- types */
struct sem_type sem_type_simple(enum sem_type_kind kind);
struct sem_type sem_type_int(long low, long high);
struct sem_type sem_type_location(struct sem_checker *c, struct sem_type inside, bool is_slot);
struct sem_type sem_type_of(struct sem_checker *c, const struct syn_type *type);
const char *sem_type_text(struct gd_arena *arena, const struct sem_type *type);
/* Whether GOT may be used where WANTED is needed.  If not, reports it. */
bool sem_assignable(struct sem_checker *c, struct gd_loc loc, const struct sem_type *wanted,
    const struct sem_type *got, const char *what);
/* Reports that WHAT needs a reference, and that GOT may be a tag. */
void sem_may_be_tag(struct sem_checker *c, struct gd_loc loc, const struct sem_type *got,
    const char *what);
int sem_tag_index(const syn_names *tags, const char *name); /* -1: none */
void sem_check_objects(struct sem_checker *c);
void sem_check_member(struct sem_checker *c, const struct syn_member *member);
/* Whether CALL, a memory operation, may work on its location, if that is an overlay.  WAITS: it is an `await'. */
void sem_check_overlay_use(struct sem_checker *c, const struct syn_expr *call, bool waits);
/* Checks the range of a type of metadata or of a parameter. */
void sem_check_range(struct sem_checker *c, const struct syn_type *type, bool is_metadata);
void sem_check_params(struct sem_checker *c, const syn_params *params);
/* The member NAME of objects, or NULL. */
const struct syn_member *sem_member_find(struct sem_checker *c, const char *name);
bool sem_member_is_metadata(const struct syn_member *member);
/* Checks VALUE, the initial value of MEMBER: it must be a constant of its type. */
void sem_check_metadata(struct sem_checker *c, const struct syn_member *member,
    const struct syn_expr *value);

/* -------------------------------------------------------------- expressions */
/* Checks any expression.  WANTED (may be NULL) is only used to find names of tags. */
struct sem_type sem_expr(struct sem_scope *s, const struct syn_expr *expr,
    const struct sem_type *wanted);
/* Checks an expression whose value is used: a location is an error. */
struct sem_type sem_value(struct sem_scope *s, const struct syn_expr *expr,
    const struct sem_type *wanted);
/* Checks an expression whose value must be assignable to WANTED. */
void sem_wants(struct sem_scope *s, const struct syn_expr *expr, const struct sem_type *wanted,
    const char *what);
void sem_condition(struct sem_scope *s, const struct syn_expr *expr);
void sem_guard(struct sem_checker *c, const struct syn_expr *expr);
bool sem_is_tag_name(const struct syn_expr *expr, const struct sem_type *type);
void sem_no_location(struct sem_scope *s, const struct syn_expr *expr, const struct sem_type *type);

/* ------------------------------------------------ references that may be a tag */
/* The tags that locals may be, at some place. */
struct sem_known {
	struct sem_local *local;
	const syn_names *tags;
	struct sem_known *next;
};
struct sem_known *sem_known(struct sem_scope *s);
/* Locals may be again what they might be at the place of KNOWN. */
void sem_forget(const struct sem_known *known);
/* From here on EXPR has the value TRUTH. */
void sem_assume(struct sem_scope *s, const struct syn_expr *expr, bool truth);

/* ------------------------------------------------------------ loads that wait */
/* Checks `slide o.to where …': slide.c. */
void sem_slide(struct sem_scope *s, const struct syn_stmt *slide);
/* Checks `let x = await load(…) where …', and adds its local. */
void sem_await(struct sem_scope *s, const struct syn_stmt *let);
/* Reports waiting loads in code that a mutator runs. */
void sem_check_awaits(struct sem_checker *c);

/* ------------------------------------------------------------------- spaces */
/* Whether EXPR is the name of a space.  No local has such a name. */
bool sem_names_space(struct sem_checker *c, const struct syn_expr *expr);
bool sem_has_spaces(struct sem_checker *c);
/* Whether NAME is that of a part of the heap, so that objects may be in it or not. */
bool sem_divides(struct sem_checker *c, const char *name);
/* Checks `swap(a, b)' of spaces. */
struct sem_type sem_swap_spaces(struct sem_scope *s, const struct syn_expr *call);
void sem_check_spaces(struct sem_checker *c);

/* ------------------------------------------------------------------ regions */
bool sem_has_regions(struct sem_checker *c);
struct sem_type sem_type_region(const struct syn_decl *region);
/* The type of a region of the sort NAME.  false: there is no such sort. */
bool sem_region_type(struct sem_checker *c, const char *name, struct sem_type *type);
/* The type of `x.name', if BASE, that of x, is a region, or the name is that of a region.  false: neither. */
bool sem_member_of_region(struct sem_scope *s, const struct syn_expr *expr,
    const struct sem_type *base, struct sem_type *type);
/* Whether EXPR has the form `o.lines'; TYPE becomes that of a line. */
bool sem_names_regions(struct sem_checker *c, const struct syn_expr *expr, struct sem_type *type);
/* The type of l in `for l in o.lines'.  false: it is no such loop. */
bool sem_regions_loop(struct sem_scope *s, const struct syn_stmt *loop, struct sem_type *type);
/* Checks the `in b' of a loop whose variable has TYPE. */
void sem_loop_in_region(struct sem_scope *s, const struct syn_stmt *loop,
    const struct sem_type *type);
void sem_check_regions(struct sem_checker *c);
/* Checks what `heap { … }' of a scenario says (layout.c). */
void sem_check_layout(struct sem_checker *c, const struct syn_decl *scenario);
/* How many places `heap { … }' has; 0 if it is not written. */
size_t sem_places(const struct syn_decl *scenario);

/* ----------------------------------------------------- built-in operations */
enum sem_operation_class {
	SEM_OP_MEMORY,
	SEM_OP_FREE,
	SEM_OP_ALLOC,
	SEM_OP_COPY,
	SEM_OP_MOVE,
	/* queries.def */
	SEM_OP_BUCKET,
	SEM_OP_OBSERVE,
	SEM_OP_PENDING,
	SEM_OP_PEEK,
	SEM_OP_ORIGIN,
	SEM_OP_READ,
	SEM_OP_WRITE,
	SEM_OP_ALLOCATE,
	SEM_OP_RECEIVE,
	SEM_OP_PIN
};
struct sem_operation {
	const char *name;
	enum sem_operation_class class;
	size_t arguments;
	unsigned places;
	bool has_result;
	const struct gd_operation *memory; /* MEMORY; else NULL */
};
const struct sem_operation *sem_operation_find(const char *name); /* or NULL */
const struct sem_operation *sem_operation_at(size_t index);       /* NULL after the last */
struct sem_type sem_operation(struct sem_scope *s, const struct syn_expr *call,
    const struct sem_operation *operation);
/* Whether the operation reads memory and does nothing else. */
bool sem_operation_is_load(const struct sem_operation *operation);
const char *sem_place_text(enum sem_place place); /* "a guard" */

/* --------------------------------------------------------------- statements */
void sem_stmt(struct sem_scope *s, const struct syn_stmt *stmt);
/* The type of the variable of a loop over the slots of DOMAIN: o.field or m.roots.  If DOMAIN has
 * no slots, reports it, with HELP. */
struct sem_type sem_slot_of(struct sem_scope *s, const struct syn_expr *domain, const char *help);
/* The type of n[s], where BASE is that of n. */
struct sem_type sem_place_like(struct sem_scope *s, const struct syn_expr *expr,
    const struct sem_type *base);
/* The type of s in `for s in o`; reports what such a loop cannot be.  false: it is no such loop. */
bool sem_payload_loop(struct sem_scope *s, const struct syn_stmt *loop, struct sem_type *type);
/* Whether STMT is allowed at this place.  If not, reports it. */
bool sem_stmt_allowed(struct sem_scope *s, const struct syn_stmt *stmt);
/* The barrier of this name.  NULL: there is none. */
const struct syn_decl *sem_barrier(const struct sem_checker *c, const char *name);
void sem_check_bodies(struct sem_checker *c); /* kernels, functions, barriers */
void sem_check_recursion(struct sem_checker *c);
void sem_arguments(struct sem_scope *s, const struct syn_decl *callee, struct gd_loc loc,
    struct syn_expr *const *args, size_t count);
bool sem_stmt_returns(const struct syn_stmt *stmt); /* on every path */

/* ------------------------------------------------------ whole declarations */
void sem_check_options(struct sem_checker *c);
void sem_check_policies(struct sem_checker *c);
void sem_check_buckets(struct sem_checker *c); /* kinds, buckets, cycles, phases, ghosts */
void sem_check_properties(struct sem_checker *c);
void sem_check_scenarios(struct sem_checker *c);
void sem_check_verify(struct sem_checker *c);
void sem_check_blocks(struct sem_checker *c);
/* Resolves a cycle that a scenario requests. */
void sem_resolve_asked(struct sem_checker *c, struct syn_name name);
void sem_check_collect(struct sem_checker *c, const struct syn_stmt *collect);
void sem_check_mutants(struct sem_checker *c);       /* their form and names */
void sem_check_mutant_bodies(struct sem_checker *c); /* each as a specification */
void sem_check_litmus(struct sem_checker *c);
void sem_check_graph(struct sem_checker *c); /* producer graph */
/* Checks a list of declarations, except for verify and mutants. */
void sem_check_declarations(struct sem_checker *c);

/* ---------------------------------------------------------------- constants */
bool sem_fold(const struct sem_spec *spec, const long *values, const struct syn_expr *expr,
    long *value);
int sem_option_index(const struct sem_spec *spec, const char *name); /* -1: none */
/* EXPR as a value of OPTION: number, true, false or tag. */
bool sem_option_value(const struct sem_option *option, const struct syn_expr *expr, long *value);
const long *sem_default_values(const struct sem_spec *spec, struct gd_arena *arena);

/* ------------------------------------------------------------------ mutants */
/* DECLS with the changes of MUTANT.  The clauses of buckets are merged. */
sem_decl_list sem_apply_mutant(struct gd_arena *arena, const sem_decl_list *decls,
    const struct syn_decl *mutant);
bool sem_same_decl(const struct syn_decl *a, const struct syn_decl *b);

/* ------------------------------------------------------------------ walking */
/* Calls VISIT for every expression under EXPR, or under STMT, outermost first. */
typedef void (*sem_expr_visitor)(void *data, const struct syn_expr *expr);
typedef void (*sem_stmt_visitor)(void *data, const struct syn_stmt *stmt);
void sem_walk_expr(const struct syn_expr *expr, sem_expr_visitor visit, void *data);
/* Either visitor may be NULL. */
void sem_walk_stmt(const struct syn_stmt *stmt, sem_stmt_visitor visit_stmt,
    sem_expr_visitor visit_expr, void *data);

/* The memory models, in order; NULL-terminated. */
extern const char *const sem_memory_models[];
bool sem_is_memory_model(const char *name);

#endif
