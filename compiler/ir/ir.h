/* ir.h: what a specification means, with options bound and names resolved.
 *
 * One ir_spec is made for one assignment of the options and at most one
 * mutant.  Everything is in one arena and read-only once made.  Functions are
 * inlined; memory operations are statements of their own (never inside an
 * expression), so an expression only reads locals and the collector's state.
 * Both backends work from this and from nothing else. */
#ifndef IR_IR_H
#define IR_IR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "compiler/base/arena.h"
#include "compiler/base/memory.h"
#include "compiler/base/operators.h"
#include "compiler/base/source.h"

enum ir_op {
#define IR_OP(name, ...) IR_OP_##name,
#include "compiler/ir/ir.def"
#undef IR_OP
	IR_OP_COUNT
};
enum ir_effect {
	IR_EFFECT_NONE,
	IR_EFFECT_CONTROL,
	IR_EFFECT_LOAD,
	IR_EFFECT_STORE,
	IR_EFFECT_RMW,
	IR_EFFECT_FENCE,
	IR_EFFECT_POOL,
	IR_EFFECT_WORLD,
	IR_EFFECT_COPY,
	IR_EFFECT_CHOICE
};
/* Which members a row of ir.def says that there are: bits. */
enum {
#define IR_STMT_MEMBER(NAME, ...) IR_STMT_MEMBER_##NAME,
#include "compiler/ir/members.def"
#define IR_STMT_MEMBER(NAME, ...) IR_STMT_HAS_##NAME = 1 << IR_STMT_MEMBER_##NAME,
#include "compiler/ir/members.def"
};
struct ir_op_info {
	const char *name, *spelling;
	enum ir_effect effect;
	unsigned members;
	const char *text; /* see ir.def */
};
extern const struct ir_op_info ir_op_info[IR_OP_COUNT];
/* The operation's row in the table of memory operations.  NULL: it is not a memory operation.  A load
 * that waits (await) has that of `load'. */
const struct gd_operation *ir_memory(enum ir_op op);

enum ir_order {
#define MEMORY_ORDER(NAME, ...) IR_##NAME,
#include "compiler/base/memory-orders.def"
#undef MEMORY_ORDER
};
extern const char *const ir_order_name[]; /* "relaxed", … */
bool ir_acquires(enum ir_order order);
bool ir_releases(enum ir_order order);
bool ir_is_total(enum ir_order order);
/* The order for the success of a cas in C.  C requires that it is not weaker than the order for
 * failure; the language does not. */
enum ir_order ir_order_on_success(enum ir_order success, enum ir_order failure);

/* -------------------------------------------------------------------- types */
enum ir_type_kind {
	IR_BOOL, /* also bit: 0 or 1 */
	IR_INT,  /* low..high */
	IR_TAGS, /* one of named values */
	IR_REF,  /* an object or null, or a tag */
	IR_MUTATOR,
	IR_SLOT,  /* a location that holds a reference: `ref*` */
	IR_REGION /* a region, or none */
};
struct ir_region;
struct ir_type {
	enum ir_type_kind kind;
	long low, high; /* IR_INT; tags are 0..tag_count-1 */
	/* IR_TAGS; of IR_REF the tags that it may be, by their numbers in the specification.  NULL: it is
	 * never the tag with this number. */
	const char *const *tags;
	size_t tag_count;
	const struct ir_region *region; /* IR_REGION: which sort */
	bool is_bit;                    /* IR_BOOL: written as 0 and 1, not as false and true */
	bool
	    is_word; /* in an IR for C.  IR_SLOT: the location of a data word; IR_INT: the number in one */
};

/* A reference that is known, as a number: an object's number in the scenario, null, or the tag with
 * number k, from 0 on.  So are metadata at allocation and at the start, and constants. */
enum { IR_NO_OBJECT = -1 };
long ir_tag_as_reference(size_t k);
/* The tag that a reference of TYPE with this NUMBER is.  NULL: it is none. */
const char *ir_tag_of(const struct ir_type *type, long number);
bool ir_is_tagged(const struct ir_type *type);

/* ---------------------------------------------------------- layout of objects */
/* A sort of regions, into which the heap is divided: blocks, and lines in each block. */
struct ir_region {
	const char *name;
	struct gd_loc loc;
	size_t index;
	long bytes;
	const struct ir_region *inside; /* the sort around it; NULL: none */
};
/* The heap as regions, and which places an allocation may take: those of which all smallest regions satisfy
 * `fits'.  VAR is the region in it.  Its `PEEK's are read at one moment. */
struct ir_placing {
	const char *name;
	struct gd_loc loc;
	const struct ir_var *var;
	const struct ir_expr *fits;
};
struct ir_meta { /* metadata of every object, atomic; or of every region */
	const char *name;
	struct gd_loc loc;
	struct ir_type type;
	long init; /* value at allocation */
	size_t index;
	/* A word of the program's data, `data[1]': mutators read and write it, without barriers.  The
	 * collector gives it no meaning.  It is 0 at allocation. */
	bool is_word;
	const char *words; /* its group: `data' */
	size_t number;     /* there */
	const struct ir_region
	    *region;       /* it is metadata of regions of this sort; NULL: of objects */
	const char *id;    /* a name without brackets: that of metadata, or `data_1' */
	bool is_in_header; /* a reference, which in C lies in the object; models do not care */
	/* A reference that in C lies over the object, and has a meaning only if WHEN, other metadata of the object, is
	 * WHEN_VALUE; NULL: it is none.  It is null until it is stored. */
	const struct ir_meta *when;
	long when_value;
};
bool ir_holds_reference(const struct ir_meta *meta);
/* A part of the heap, by its name.  The cells of the heap are divided among the spaces once and for all: with n
 * spaces and k cells, those of the i-th are at first k/n * i and the ones that follow. */
struct ir_space {
	const char *name;
	struct gd_loc loc;
	size_t index;
	bool is_bump; /* its cells are handed out one after the other, in C */
};
enum ir_strength { IR_STRONG, IR_WEAK };
struct ir_group { /* a group of reference slots: field : ref[] */
	const char *name;
	struct gd_loc loc;
	bool is_array; /* false: exactly one slot */
	enum ir_strength strength;
	size_t index;
};

/* -------------------------------------------------------------- expressions */
/* A local: a parameter, a let, or the variable of a loop.  On every path (of one iteration of the
 * loop around it) it gets a value once, before its uses.  After an `if` either branch may have
 * given it one.  If a function returns from within a loop, its result has a value before the loop, too, and so
 * has the variable that says that it has returned. */
struct ir_var {
	const char *name; /* no two of a kernel are the same */
	struct gd_loc loc;
	struct ir_type type;
	size_t index; /* within its kernel; unique */
};
enum ir_expr_kind {
#define IR_EXPR(name, ...) IR_##name,
#include "compiler/ir/expressions.def"
};
enum {
	IR_FIRST_OPERATOR = IR_VAR + 1,
	IR_EXPR_COUNT = 0
#define IR_EXPR(...) +1
#include "compiler/ir/expressions.def"
};
enum ir_family {
	IR_FAMILY_ATOM,
	IR_FAMILY_LOGIC,
	IR_FAMILY_COMPARISON,
	IR_FAMILY_ARITHMETIC,
	IR_FAMILY_TEMPORAL,
	IR_FAMILY_QUANTIFIER, /* binder over domain, args[0] body; args[1] whose slots or roots */
	IR_FAMILY_STATE,
	IR_FAMILY_GHOST,
	IR_FAMILY_OBSERVER
};
/* Which members a row says that there are: bits. */
enum {
#define IR_EXPR_MEMBER(NAME, ...) IR_EXPR_MEMBER_##NAME,
#include "compiler/ir/members.def"
#define IR_EXPR_MEMBER(NAME, ...) IR_EXPR_HAS_##NAME = 1 << IR_EXPR_MEMBER_##NAME,
#include "compiler/ir/members.def"
};
struct ir_expr_info {
	const char *key;
	enum ir_family family;
	unsigned members;
};
extern const struct ir_expr_info ir_expr_info[IR_EXPR_COUNT];
struct ir_expr;
/* EXPR has one of MEMBERS. */
bool ir_expr_has(const struct ir_expr *expr, unsigned members);

/* A domain that loops and quantifiers range over. */
enum ir_domain {
	IR_DOMAIN_SLOTS,   /* slots of group in object args[0] (of a quantifier: args[1]):
	                        for s in o.field */
	IR_DOMAIN_ROOTS,   /* root slots of mutator args[0]: for s in m.roots; the same */
	IR_DOMAIN_OBJECTS, /* for o : object: every allocated object; forall o: every
	                        cell, allocated or not.  A loop may have args[0]: only those that lie on this
	                        region, at least in part */
	IR_DOMAIN_REGIONS, /* regions of the sort of the variable: all of them, those of object args[0], or
	                        those in region args[0]; quantifiers: all of them */
	IR_DOMAIN_MUTATORS, /* for m : mutator */
	IR_DOMAIN_EXPECTED, /* quantifiers: the scenario's expected objects */
	IR_DOMAIN_PAYLOAD,  /* in an IR for C: slots and data words of object args[0] */
	IR_DOMAIN_WORDS /* in an IR for C: data words of object args[0].  Elsewhere the body of such a
	                        loop is written out for each word */
};
extern const char *const ir_domain_name[];

/* A location on which memory operations work. */
enum ir_place_kind {
	IR_PLACE_META,  /* object . meta */
	IR_PLACE_SLOT,  /* the slot, or word, that the variable `slot` denotes */
	IR_PLACE_FIELD, /* object . group [ index ] */
	IR_PLACE_LIKE /* object [ slot ]: where the slot, or word, that `slot' denotes is in its own object */
};
struct ir_place {
	enum ir_place_kind kind;
	struct gd_loc loc;
	const struct ir_expr *object; /* META, FIELD, LIKE */
	/* n[s]: the object of s, or NULL.  Who stores there makes `object' a copy of it.  LIKE has it, and META of
	 * a word may have it. */
	const struct ir_expr *from;
	const struct ir_meta *meta;
	const struct ir_group *group;
	const struct ir_expr *index; /* FIELD */
	const struct ir_var *slot;
};

struct ir_expr {
	enum ir_expr_kind kind;
	struct gd_loc loc;
	struct ir_type type;
	long number;              /* CONST; OBSERVED: index of the test's `observed` */
	const char *name;         /* OBSERVED */
	const struct ir_var *var; /* VAR; binder of FORALL, EXISTS */
	const struct ir_expr *args[2];
	const struct ir_bucket *bucket;
	const struct ir_kind *kind_of_work;
	const struct ir_phase *phase;
	const struct ir_cycle *cycle;
	const struct ir_ghost *ghost;
	const struct ir_space *space; /* IN_SPACE */
	const struct ir_region
	    *region; /* REGION_OF; a quantifier over regions: that of the variable */
	const struct ir_place *place; /* PEEK */
	enum ir_domain domain;        /* FORALL, EXISTS */
	const struct ir_group *group; /* the same, over slots */
	const struct ir_expr *const *units;
	size_t unit_count; /* PENDING */
};

/* ------------------------------------------------------------------- coverage */
/* What of the specification runs may reach (compiler/ir/points.c).  Numbers of points count from 1, in
 * the order of ir_spec.points; 0: none. */
enum ir_point_kind {
	IR_POINT_STATEMENT, /* it begins; also an action of a script */
	IR_POINT_TRUE,      /* the condition at loc is true where it decides what runs next */
	IR_POINT_FALSE,
	IR_POINT_OPENS, /* a bucket with a guard */
	IR_POINT_CLOSES,
	IR_POINT_BEGINS, /* a cycle, or a phase with an interval */
	IR_POINT_ENDS
};
struct ir_point {
	enum ir_point_kind kind;
	struct gd_loc loc; /* of the statement, the condition, the declaration */
	/* It is reached somewhere without a statement of the IR that shows it: then nobody knows in which
	 * runs. */
	bool unseen;
	bool is_of_script; /* a statement of a scenario, and of no other */
};
struct ir_begun { /* statements of the specification that begin with one of the IR */
	size_t point;
	const struct ir_begun *outer;
};

/* --------------------------------------------------------------- statements */
struct ir_stmt {
	enum ir_op op;
	struct gd_loc loc;             /* of the statement in the specification */
	const struct ir_begun *begins; /* NULL: it only goes on with one */
	size_t when_true, when_false;  /* if: points */
	struct ir_stmt *next;
	const struct ir_var *dst;      /* let, load, RMWs (NULL: result unused), for */
	const struct ir_place *place;  /* memory operations */
	const struct ir_expr *args[2]; /* let: value.  store, swap, fetch_*: operand.
	                                     cas: expected, new.  if, assert, await: condition.
	                                     free: object.  for: the object or mutator */
	enum ir_order order, order_on_failure;
	const struct ir_kind *kind;   /* emit */
	const struct ir_bucket *into; /* emit: NULL, its only bucket */
	const struct ir_expr *const *units;
	size_t unit_count;              /* emit; ask: the arguments */
	const struct ir_policy *policy; /* ask */
	const struct ir_phase *phase;
	const struct ir_cycle *cycle; /* request */
	const struct ir_ghost *ghost; /* ghost */
	const struct ir_space *space,
	    *other_space;                 /* alloc: NULL, the first; free_space; swap_spaces */
	enum ir_domain domain;            /* for */
	const struct ir_region *region;   /* for over regions: that of the variable */
	const struct ir_group *group;     /* for over slots */
	struct ir_stmt *body, *otherwise; /* if, for */
	const char *name;                 /* assert */
};

/* STMT has one of MEMBERS. */
bool ir_stmt_has(const struct ir_stmt *stmt, unsigned members);

/* ------------------------------------------------------------ work and guards */
enum ir_multiplicity {
#define MULTIPLICITY(NAME, text) IR_##NAME,
#include "compiler/base/kinds.def"
};
extern const char *const ir_multiplicity_name[];
struct ir_kernel {
	struct ir_var *const *vars;
	size_t var_count; /* all locals, parameters first */
	struct ir_stmt *body;
};
struct ir_kind {
	const char *name;
	struct gd_loc loc;
	enum ir_multiplicity multiplicity;
	size_t param_count; /* its unit: the first params of the kernel */
	/* `on m': the parameter that names the mutator.  The mutator runs the unit itself at a
	 * yield point, or a worker runs it while the mutator is stopped; the order is that of
	 * this handshake, on both sides.  NULL: any worker runs it. */
#define KIND_FLAG(name, text)               bool name;
#define KIND_NUMBER(name, text, one, label) long name;
#define KIND_MUTATOR(name, text)                                                                   \
	const struct ir_var *name;                                                                 \
	enum ir_order name##_order;
#include "compiler/base/kinds.def"
	struct ir_kernel kernel;
	/* In an IR for models: the statements of a kernel that never runs, whose body is NULL. */
	const struct ir_stmt *idle;
	const struct ir_bucket *const *buckets;
	size_t bucket_count;
	size_t index;
};
enum ir_opening { IR_FROM_START, IR_WHEN, IR_WHENEVER };
struct ir_bucket {
	const char *name;
	struct gd_loc loc;
	const struct ir_kind *const *kinds;
	size_t kind_count;
	enum ir_opening opening;
	const struct ir_expr *guard; /* NULL: open from the cycle's beginning */
#define BUCKET_FLAG(name, text)            bool name;
#define BUCKET_NUMBER(name, text)          long name;
#define BUCKET_GUARD(name, text, function) const struct ir_expr *name;
#include "compiler/base/buckets.def"
	struct ir_kernel fill; /* body NULL: it does nothing */
	const struct ir_cycle *const *cycles;
	size_t cycle_count; /* 0: in every cycle */
	size_t index;
};
struct ir_phase {
	const char *name;
	struct gd_loc loc;
	enum { IR_BY_KERNELS, IR_INTERVAL } how;
	enum { IR_AT_HANDSHAKE, IR_AT_ONCE } visible;
	const struct ir_expr *from, *to;
	size_t index;
};
struct ir_cycle {
	const char *name;
	struct gd_loc loc;
	const struct ir_expr *from, *to;
	size_t index;
};
/* A variable that only properties and assertions read.  A `ghost` statement sets it in the step of
 * the statement before it. */
struct ir_ghost {
	const char *name;
	struct gd_loc loc;
	struct ir_type type;
	long init;
	size_t index;
};

/* A decision that is left to the embedder.  A model answers with any value of the type, each time anew. */
struct ir_policy {
	const char *name;
	struct gd_loc loc;
	struct ir_kernel params; /* its variables; no statements */
	struct ir_type type;     /* of the answer: IR_BOOL, IR_INT or IR_TAGS */
	size_t index;
};
/* Number I of the values that POLICY may answer with; how many there are. */
long ir_policy_value(const struct ir_policy *policy, size_t i);
size_t ir_policy_values(const struct ir_policy *policy);

/* Code that a mutator runs around its own accesses.  The first parameters of the kernel are those
 * of the barrier.  Its emits go to the mutator's buffer. */
enum ir_barrier_when {
	IR_BEFORE_STORE, /* (o : ref, s : ref*, new : ref), s a slot of o */
	IR_AFTER_STORE,  /* the same, and maybe old : ref, what the store has overwritten */
	IR_ALLOCATED,    /* (o : ref), before another thread sees it */
	IR_RECEIVED,     /* (o : ref), after a root has got it from a root of another mutator */
	IR_BEFORE_LOAD,  /* (o : ref, s : ref*), s a slot of o; it has a result */
	IR_PINNED        /* (o : ref), when the program pins o */
};
enum { IR_BARRIER_COUNT = 6 };
extern const char *const ir_barrier_name[]; /* as the language writes them */
struct ir_barrier {
	enum ir_barrier_when when;
	struct gd_loc loc;
	size_t param_count;
	/* The object to which the mutator's access goes: o, or a copy of it.  Then the barrier also runs before
	 * accesses to words: `s' is no slot, and `new' is null.  NULL: the access goes to o. */
	const struct ir_var *result;
	/* AFTER_STORE: the parameter that gets what the mutator's store has overwritten.  Then this store is an
	 * exchange, of that order.  NULL: a store, relaxed. */
	const struct ir_var *old;
	enum ir_order order;
	struct ir_kernel kernel;
};

/* which kind generates which: an edge of the producer graph */
struct ir_edge {
	const struct ir_kind *producer; /* NULL: the fill of `bucket`, or `barrier` */
	const struct ir_bucket *bucket;
	const struct ir_barrier *barrier;
	const struct ir_kind *product;
	struct gd_loc loc;
};

/* ------------------------------------------- scenarios, properties, verification */
enum ir_script_op {
	IR_SCRIPT_READ,     /* dst = field of object */
	IR_SCRIPT_WRITE,    /* field of object = source (NULL: null) */
	IR_SCRIPT_ALLOCATE, /* dst = a new object */
	IR_SCRIPT_DROP,     /* dst = null */
	IR_SCRIPT_PIN,      /* the object of root `source' is pinned */
	IR_SCRIPT_COLLECT,  /* requests a cycle and waits for its end */
	IR_SCRIPT_YIELD,
	IR_SCRIPT_CHOOSE,     /* continues with any one of `targets` */
	IR_SCRIPT_GHOST,      /* ghost = value */
	IR_SCRIPT_RECEIVE,    /* dst = source, a root of the mutator `giver` */
	IR_SCRIPT_JOIN,       /* the first action; without it the mutator exists from the start */
	IR_SCRIPT_LEAVE,      /* the last action */
	IR_SCRIPT_READ_WORD,  /* number `dst' = word of object */
	IR_SCRIPT_WRITE_WORD, /* word of object = `value' */
	IR_SCRIPT_ASSERT      /* `value' is true; then those of `forgotten' are null or 0 */
};
struct ir_number { /* a name of a script that holds a data word: no root */
	const char *name;
	struct gd_loc loc;
	const struct ir_var *var;
};
struct ir_root { /* a name of a script: one root slot */
	const char *name;
	struct gd_loc loc;
	int initial; /* object index, or -1: null */
};
struct ir_action {
	enum ir_script_op op;
	struct gd_loc loc;
	int dst, object, source; /* indices of the mutator's roots; -1: none, or null */
	size_t giver;            /* RECEIVE */
	const struct ir_group *group;
	long slot;
	const struct ir_cycle *cycle;
	size_t next; /* the next action; action_count: the end */
	const size_t *targets;
	size_t target_count; /* CHOOSE */
	const struct ir_ghost *ghost;
	const struct ir_expr
	    *value; /* GHOST; no variables.  WRITE_WORD, ASSERT: with the mutator's own */
	const struct ir_meta *word;
	bool redirected;  /* WRITE_WORD: `before_store' has a result, so it runs before this, too */
	const char *name; /* ASSERT, or NULL */
	const struct ir_var *const *forgotten;
	size_t forgotten_count;
};
struct ir_mutator {
	const char *name;
	struct gd_loc loc;
	const struct ir_root *roots;
	size_t root_count;
	/* Variables of the script's expressions: of the type IR_REF a root, otherwise a number; the
	 * index is that of the root or number. */
	const struct ir_var *const *root_vars; /* NULL: no expression names a root */
	const struct ir_number *numbers;
	size_t number_count;
	/* The script begins with actions[0].  A mutator of the most general client has no
	 * actions. */
	const struct ir_action *actions;
	size_t action_count;
	bool joins, leaves; /* it may not exist at the start, or not until the end */
	bool of_heap;       /* does not run: it stands for the heap's own roots */
};
struct ir_cell_object {
	const char *name;  /* NULL: a cell that exists only after an allocation */
	const int *slots;  /* slot_count values, group after group: object or -1 */
	const long *metas; /* at the start, by meta index */
};
/* The most general client: any heap of the scenario's cells, any roots, and for each mutator any
 * sequence of load, store, drop and allocate, and of the other operations that it is given. */
struct ir_client {
	struct gd_loc loc;
	long steps;              /* of each mutator; -1: any number */
	bool receives, collects; /* also from roots of other mutators; also waits for a cycle */
	size_t globals;          /* roots of the heap itself, which belong to the last mutator */
	bool one_slot;           /* the number of slots of an array is not written, so it is one */
	const bool *any_meta;    /* by meta index: objects begin with any value */
	const long *word_values; /* what its mutators write to words */
	size_t word_value_count;
};
/* Where the regions of a sort are.  They are numbered from 0 on; those of one region around them follow each
 * other, and so do those of an object. */
struct ir_extent {
	size_t count;
	const size_t *first, *last; /* by cell: the regions on which it lies */
	const size_t *around;       /* by region: the one around it; NULL: there is none */
	const size_t *begin, *end;  /* by region: the regions in it; NULL: it has none */
};
struct ir_scenario {
	const char *name;
	struct gd_loc loc;
	const struct ir_cell_object *objects; /* cells; the first `named` exist at the start */
	size_t object_count, named;
	size_t slots_per_object;                /* of every cell, all groups together */
	const size_t *group_first, *group_size; /* by group index */
	const struct ir_extent *extents;        /* by region index; NULL: the heap has no regions */
	const struct ir_mutator *mutators;
	size_t mutator_count;
	const struct ir_client *client; /* NULL: the heap above and the scripts */
	long cycles;                    /* how many may be run in all */
	const struct ir_cycle *const *of_cycles;
	size_t of_cycle_count; /* 0: any of them */
	bool collects;         /* scripts request cycles; else the environment does */
	const int *expected;
	size_t expected_count;
	bool has_expected;
};
enum ir_builtin_property { /* properties.def */
	IR_BUILTIN_NONE,
#define BUILTIN_PROPERTY(NAME, text) IR_##NAME,
#include "compiler/base/properties.def"
};
struct ir_property {
	const char *name;
	struct gd_loc loc;
	enum ir_builtin_property builtin;
	const struct ir_expr *formula; /* builtin: NULL */
	const struct gd_loc *idle;
	size_t idle_count; /* its implications whose left side the options make false */
	size_t index;
};
/* doc/memory.md: `paper` is exactly the framework paper's model, `c11` is the model of C11
 * (RC11). */
enum ir_memory {
#define MEMORY_MODEL(NAME, ...) IR_MEM_##NAME,
#include "compiler/base/memory-models.def"
#undef MEMORY_MODEL
	IR_MEMORY_COUNT
};
/* One row of memory-models.def, whose head describes the members. */
struct ir_memory_info {
	const char *macro, *module;
	bool has_windows; /* has the module `buffers' */
	bool in_order, late, tagged, ordered, weak_fences;
};
extern const struct ir_memory_info ir_memory_info[IR_MEMORY_COUNT];
extern const char *const ir_memory_name[];
struct ir_workers {
	bool any;
	const long *of_kind; /* by kind index; when not `any` */
	const char *text;    /* "any", "1", "2 mark_obj" */
};

struct ir_option {
	const char *name, *value;
};

struct ir_spec {
	const char *name;   /* of the collector */
	bool has_collector; /* false: litmus tests only; `name` is the file's */
	const struct gd_source *source;
	const char *options_text; /* "again=false shading=none", in order; "" if none */
	const char *mutant;       /* NULL: the specification itself */
	const struct ir_option *options;
	size_t option_count;
	const char *const *tags; /* that references may be, by number */
	size_t tag_count;
	const struct ir_meta *const *metas;
	size_t meta_count, word_count; /* the last word_count of them are words of the program */
	const struct ir_group *const *groups;
	size_t group_count;
	const struct ir_space *const *spaces;
	size_t space_count; /* 0: the heap is not divided */
	const struct ir_region *const *regions;
	size_t region_count;
	const struct ir_placing *placing; /* NULL: an allocation may take any free place */
	const struct ir_phase *const *phases;
	size_t phase_count;
	const struct ir_kind *const *kinds;
	size_t kind_count;
	const struct ir_bucket *const *buckets;
	size_t bucket_count;
	const struct ir_cycle *const *cycles;
	size_t cycle_count;
	const struct ir_barrier *barriers[IR_BARRIER_COUNT]; /* by `when`; NULL: none */
	const struct ir_ghost *const *ghosts;
	size_t ghost_count;
	const struct ir_policy *const *policies;
	size_t policy_count;
	const struct ir_edge *edges;
	size_t edge_count;
	const struct ir_property *const *properties;
	size_t property_count; /* builtins first */
	const struct ir_scenario *const *scenarios;
	size_t scenario_count;
	const struct ir_litmus *const *litmus;
	size_t litmus_count; /* compiler/ir/litmus.h */
	const struct ir_point *points;
	size_t point_count;
	size_t *point_table, point_room; /* for ir_point_at */
};
/* The number of this point; 0: SPEC has none. */
size_t ir_point_at(const struct ir_spec *spec, enum ir_point_kind kind, struct gd_loc loc);
/* The element of TABLE, with ROOM elements (a power of two), that has the number of this one of POINTS, or the 0
 * where it belongs. */
size_t *ir_find_point(size_t *table, size_t room, const struct ir_point *points,
    enum ir_point_kind kind, struct gd_loc loc);
/* Marks in LIVE, by point less 1, those that some statement of SPEC, script of SCENARIO, bucket, cycle or phase
 * shows when a run reaches them.  The others are left out by the options, or unseen. */
void ir_live_points(const struct ir_spec *spec, const struct ir_scenario *scenario, bool *live);
/* Adds those of kernels that never run (lower-idle.c), and of barriers that no mutator runs. */
void ir_add_idle_points(const struct ir_spec *spec, bool *live);

/* The row of operators.def.  NULL: it is not an operator. */
const struct gd_operator_info *ir_operator(enum ir_expr_kind kind);
/* Whether BUCKET has none of the clauses of buckets.def.  Code that is not known to be right for
 * such a clause asks this. */
bool ir_is_plain(const struct ir_bucket *bucket);
/* Whether KIND has a flag of kinds.def.  Code that is not known to be right for such a flag asks
 * this. */
bool ir_has_flag(const struct ir_kind *kind);
/* Condition NUMBER of BUCKET besides its guard.  NULL: it has no such condition. */
const struct ir_expr *ir_bucket_guard(const struct ir_bucket *bucket, size_t number);
enum {
	IR_BUCKET_GUARDS = 0
#define BUCKET_GUARD(name, text, function) +1
#include "compiler/base/buckets.def"
};
/* The value of a LOGIC, COMPARISON or ARITHMETIC operator for A and B. */
long ir_compute(enum ir_expr_kind kind, long a, long b);
enum ir_family ir_family(const struct ir_expr *expr);
/* Whether its value follows from the values of its arguments: ir_compute. */
bool ir_is_computed(const struct ir_expr *expr);
/* Whether it demands something of later states: `until', `eventually'. */
bool ir_awaits(const struct ir_expr *expr);
/* It is a condition about a bucket or kind that depends on units: `drained', `idle', `empty'. */
bool ir_asks_for_units(const struct ir_expr *expr);
bool ir_is_comparison(const struct ir_expr *expr);
/* How the truth of a LOGIC operator depends on its argument NUMBER. 1: it never becomes false when
 * that becomes true. -1: it never becomes true then. 0: neither. */
int ir_direction(enum ir_expr_kind kind, size_t number);
/* LIST, with the rounds of loops over slots written out as SCENARIO has them, where that can be (rounds.c).  In ARENA; LIST
 * itself, if there is no such loop. */
struct ir_stmt *ir_with_rounds(struct gd_arena *arena, struct ir_stmt *list,
    const struct ir_scenario *scenario);

/* The kind of `for o : object emit k(o);`, or NULL; whether some such loop emits KIND (loops.c). */
const struct ir_kind *ir_object_loop(const struct ir_stmt *stmt);
bool ir_is_listed(const struct ir_spec *spec, const struct ir_kind *kind);
/* Whether the `from` of CYCLE depends on `requested` (requests.c). */
bool ir_can_be_asked_for(const struct ir_cycle *cycle);
/* The cycles that programs request, out of COUNT that may be meant.  NULL: none can be requested
 * (collections.c). */
struct ir_collections {
	const struct ir_cycle *quick, *full;
	size_t count;
};
const struct ir_meta *ir_header_meta(const struct ir_spec *spec); /* NULL: none lies in headers */
const struct ir_meta *ir_overlay(const struct ir_spec *spec);     /* NULL: none lies over objects */
struct ir_collections ir_collections(const struct ir_spec *spec);
/* A cycle that can be requested, but that no program, kernel or barrier requests.  NULL: there is
 * none. */
const struct ir_cycle *ir_never_asked_for(const struct ir_spec *spec);
/* Whether BODY, of a kernel, tests what ALLOC has given against null (room.c).  If it does not, there
 * must be room. */
bool ir_handles_no_room(const struct ir_stmt *body, const struct ir_stmt *alloc);
/* How many of SCENARIO's cells are in each space.  Objects begin in the first one, where mutators allocate. */
size_t ir_cells_of_space(const struct ir_spec *spec, const struct ir_scenario *scenario);
/* How many regions of this sort SCENARIO has. */
size_t ir_regions_of(const struct ir_scenario *scenario, const struct ir_region *region);
/* The sort in which no other lies.  NULL: the heap has no regions. */
const struct ir_region *ir_smallest_region(const struct ir_spec *spec);
/* Whether lines may stop satisfying the condition of the space, so that it matters who took them before. */
bool ir_has_holes(const struct ir_spec *spec);
/* Whether META is metadata of objects, and no word: what a new object has initial values of, and what moves leave behind. */
bool ir_is_of_objects(const struct ir_meta *meta);
/* Whether PLACE is metadata of a region.  PLACE may be NULL. */
bool ir_is_of_region(const struct ir_place *place);
/* Whether BODY tests in which space an object is. */
bool ir_tests_spaces(const struct ir_stmt *body);
/* Whether it does, or does something with a space.  An `alloc' without a space does: it uses the first one. */
bool ir_looks_at_spaces(const struct ir_spec *spec, const struct ir_stmt *body);
/* Whether BODY frees an object, or all objects of a space or region. */
bool ir_frees(const struct ir_stmt *body);
/* Whether objects may move: kernels allocate, for copies, or objects slide. */
bool ir_moves(const struct ir_spec *spec);
/* Whether an object can be kept where it is: Note [Pinned objects] (pins.c). */
bool ir_pins(const struct ir_spec *spec);
/* Whether a kernel of SPEC has such a statement. */
bool ir_kernels_have(const struct ir_spec *spec, enum ir_op op);
/* A statement that emits the place of a root which may still be used after its mutator has been
 * resumed.  NULL: there is none (roots.c). */
const struct ir_stmt *ir_outliving_root(const struct ir_spec *spec);
/* A loop over all objects that emits LISTED for each, and a kind that may free an object before its unit
 * has run.  All NULL: there is none (freed-first.c). */
struct ir_freed_first {
	const struct ir_stmt *loop;
	const struct ir_kind *listed, *freeing;
};
struct ir_freed_first ir_freed_first(const struct ir_spec *spec);
/* Whether the units of BUCKET must be counted one by one (exact.c). */
bool ir_is_exact(const struct ir_spec *spec, const struct ir_bucket *bucket);
/* What is sure at an instant of a cycle (over.c).  Bits are indices. */
struct ir_instant {
	uint64_t opened; /* these buckets have opened */
	uint64_t over;   /* no unit of these kinds is left, and none comes any more in the cycle */
	uint32_t off;    /* these phases are off at this instant */
};
struct ir_course {
	const struct ir_spec *spec;
	const struct ir_cycle *cycle;
	bool is_known;                 /* false: more kinds or buckets than bits */
	struct ir_instant opening[64]; /* by bucket: when it opens, before its fill */
	struct ir_instant end;         /* no unit of any kind is left */
};
void ir_follow_cycle(const struct ir_spec *spec, const struct ir_cycle *cycle,
    struct ir_course *course);
bool ir_takes_part(const struct ir_bucket *bucket, const struct ir_cycle *cycle);
bool ir_runs_in(const struct ir_kind *kind, const struct ir_cycle *cycle);
/* The kinds of which no unit is left if COND holds. */
uint64_t ir_said_drained(const struct ir_course *course, const struct ir_expr *cond);
/* The kinds that are over if those of DRAINED are drained and BEFORE holds.  SILENT: barriers that
 * do not run from then to the end of the cycle; bits are `when`. */
uint64_t ir_over_then(const struct ir_course *course, struct ir_instant before, uint64_t drained,
    unsigned silent);
/* Whether no unit of FIRST is left, and none comes, when a unit of THEN can begin. */
bool ir_is_over_before(const struct ir_course *course, const struct ir_kind *first,
    const struct ir_kind *then);
/* Whether BUCKET has opened when a unit of THEN can begin.  For THEN's own bucket that is the step
 * in which it opens. */
bool ir_has_opened_before(const struct ir_course *course, const struct ir_bucket *bucket,
    const struct ir_kind *then);
/* The kinds of which the cycle's condition shows that no unit is left when the cycle ends. */
uint64_t ir_ended_with(const struct ir_course *course);
/* Whether there are never two units of KIND at once, without relying on `unit_unique': one is
 * emitted when its bucket opens, and the bucket does not open again before that unit is over. */
bool ir_is_single(const struct ir_spec *spec, const struct ir_kind *kind);
/* The kinds of which a unit has surely run by the instant AT, whatever kernels read. */
uint64_t ir_surely_ran(const struct ir_course *course, struct ir_instant at);
/* Whether all mutators are stopped when GUARD holds, because it says so (beside.c).  GUARD may be NULL. */
bool ir_says_stopped(const struct ir_expr *guard);
/* Whether units of KIND may loop over roots while mutators run (beside.c). */
bool ir_scans_beside(const struct ir_spec *spec, const struct ir_kind *kind);
/* The same of loops over objects, and of `alloc`. */
bool ir_visits_beside(const struct ir_spec *spec, const struct ir_kind *kind);
bool ir_allocates_beside(const struct ir_spec *spec, const struct ir_kind *kind);
/* Whether somebody may store an overlay while mutators run (beside.c). */
bool ir_overlays_beside(const struct ir_spec *spec);
/* Whether LIST, or a list nested in it, has such a statement. */
bool ir_has(const struct ir_stmt *list, enum ir_op op);
/* Whether some mutators of SCENARIO join or leave, or stand for the heap's roots. */
bool ir_comes_and_goes(const struct ir_scenario *scenario);
/* Whether ACTION runs the barrier; whether some mutator of SCENARIO does. */
bool ir_action_runs(const struct ir_action *action, enum ir_barrier_when when);
bool ir_runs_barrier(const struct ir_scenario *scenario, enum ir_barrier_when when);
/* Whether the barrier answers with the object to which the access goes. */
bool ir_redirects(const struct ir_spec *spec, enum ir_barrier_when when);
/* The barrier after stores, if it gets what they have overwritten.  NULL: stores are no exchanges. */
const struct ir_barrier *ir_exchange(const struct ir_spec *spec);
/* The range of a number (range.c).  A truth value is 0 or 1. */
struct ir_range {
	long low, high;
};
struct ir_range ir_range_of(const struct ir_type *type);
/* Whether every number that VALUE can be is a number of TYPE.  Other values always fit. */
bool ir_fits(const struct ir_type *type, const struct ir_expr *value);
/* Whether STMT may store a number outside the type of the target (metadata, a local, a part of a
 * unit, a ghost). */
bool ir_may_leave_range(const struct ir_stmt *stmt);
/* Whether PLACE is a data word (words.c). */
bool ir_is_word(const struct ir_place *place);
/* The first statement of a kernel or barrier that accesses a data word.  NULL: there is none. */
const struct ir_stmt *ir_word_access(const struct ir_spec *spec);
/* SPEC without the data words, for those to whom only metadata are numbered. */
const struct ir_spec *ir_without_words(struct gd_arena *arena, const struct ir_spec *spec);
/* Whether kernels change PHASE only after a `stop mutators' of their own (phases.c). */
bool ir_only_stopped(const struct ir_spec *spec, const struct ir_phase *phase);

#endif
