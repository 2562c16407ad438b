/* ast.h: a .gc file as the designer wrote it.
 *
 * The parser builds this tree and nothing else knows its tokens.  Names are
 * interned (compare by pointer) and not yet resolved; `sem` members are filled
 * in by sema and are NULL or zero before.  Every node knows its span. */
#ifndef SYN_AST_H
#define SYN_AST_H

#include "compiler/base/arena.h"
#include "compiler/base/diag.h"
#include "compiler/base/intern.h"
#include "compiler/base/operators.h"
#include "compiler/base/source.h"

struct syn_name {
	const char *text; /* interned; NULL: absent */
	struct gd_loc loc;
};
typedef GD_VEC(struct syn_name) syn_names;

struct syn_comment {
	const char *text; /* with slashes or stars, without the newline */
	struct gd_loc loc;
};
typedef GD_VEC(struct syn_comment) syn_comments;
/* A comment belongs to the declaration, member or statement after it (`leading`), or to the one
 * that ends on its line (`trailing`). */
struct syn_trivia {
	syn_comments leading, trailing;
};

/* ------------------------------------------------------------ memory orders */
enum syn_order { /* SYN_ORDER_NONE: not written, which means relaxed */
	SYN_ORDER_NONE,
#define MEMORY_ORDER(NAME, ...) SYN_##NAME,
#include "compiler/base/memory-orders.def"
#undef MEMORY_ORDER
};

/* -------------------------------------------------------------------- types */
enum syn_type_kind {
	SYN_TYPE_NONE, /* not written */
	SYN_TYPE_BOOL,
	SYN_TYPE_BIT,
	SYN_TYPE_RANGE, /* low..high */
	SYN_TYPE_TAGS,  /* { a, b } */
	SYN_TYPE_REF,   /* ref, also `ref | { tags }`, `weak ref` */
	SYN_TYPE_WORD,
	SYN_TYPE_MUTATOR,
	SYN_TYPE_SLOT, /* ref*: a location that holds a reference */
	SYN_TYPE_DATUM /* word* */
};
struct syn_type {
	enum syn_type_kind kind;
	struct gd_loc loc;
	long low, high;              /* SYN_TYPE_RANGE */
	syn_names tags;              /* SYN_TYPE_TAGS, and the tags beside a ref */
	bool is_array;               /* ref[], word[] */
	bool is_weak;                /* weak ref */
	struct syn_name object_kind; /* REF written as the name of a kind of objects */
};

/* -------------------------------------------------------------- expressions */
enum syn_expr_kind {
	SYN_EXPR_ERROR, /* of a mistake; already reported */
	SYN_EXPR_NUMBER,
	SYN_EXPR_BOOL,
	SYN_EXPR_NULL,
	SYN_EXPR_NAME,
	SYN_EXPR_MEMBER,      /* args[0] . name */
	SYN_EXPR_INDEX,       /* args[0] [ args[1] ] */
	SYN_EXPR_CALL,        /* name ( args ), maybe with orders */
	SYN_EXPR_SET,         /* { args }: an enumeration of values, in scenarios */
	SYN_EXPR_AWAIT,       /* await args[0] where args[1] */
	SYN_EXPR_ALL_STOPPED, /* all mutators stopped */
	SYN_EXPR_IN_SPACE,    /* args[0] in name */
#define OPERATOR(name, ...) SYN_EXPR_##name,
#include "compiler/base/operators.def"
};
enum { SYN_EXPR_FIRST_OPERATOR = SYN_EXPR_IN_SPACE + 1 };
/* The row of operators.def.  NULL: it is not an operator. */
const struct gd_operator_info *syn_operator(enum syn_expr_kind kind);
enum gd_family syn_family(enum syn_expr_kind kind);
struct syn_expr {
	enum syn_expr_kind kind;
	struct gd_loc loc;
	struct gd_loc op_loc; /* the operator, or the called name */
	unsigned depth;       /* depth of this tree; it is limited, so that passes may recurse */
	struct syn_name name; /* NAME, MEMBER, CALL, IN_SPACE */
	long number;          /* NUMBER; BOOL as 0 or 1 */
	GD_VEC(struct syn_expr *) args;
	enum syn_order order, order_on_failure; /* CALL: from trailing order names */
	struct gd_loc order_loc, failure_loc;   /* those names */
	/* FORALL, EXISTS: args[0] is the body.  If args[1] is not NULL, they range over the slots
	 * o.field or m.roots.  Otherwise domain.text is the domain: NULL for objects, "expected",
	 * or the name of a type such as mutator. */
	syn_names binders;
	struct syn_name domain;
};

/* --------------------------------------------------------------- statements */
/* let name = expr;  for name in expr stmt  for name : name2 [in expr] stmt
 * for name2(name) in into stmt  emit name(args) [into into];  begin name;  end name;
 * request name;  assert [name :] expr;  expr; (CALL)  issue load(l);  receive name = l;
 * ghost name = expr;  drop name;  collect [name];  choose block or block … (body of each in
 * `stmts`)  repeat number block (in litmus tests also: until expr)  critical block */
enum syn_stmt_kind {
#define STATEMENT(name, text, places)   SYN_STMT_##name,
#define SIMPLE(name, text, places, ...) SYN_STMT_##name,
#include "compiler/base/statements.def"
};
enum {
	SYN_STMT_COUNT = 0
#define STATEMENT(...) +1
#define SIMPLE(...)    +1
#include "compiler/base/statements.def"
};
struct syn_stmt {
	enum syn_stmt_kind kind;
	struct gd_loc loc;
	struct gd_loc head; /* the place for messages: `if cond`, `for …` */
	struct syn_trivia trivia;
	struct syn_name name, name2, into;
	struct syn_expr *expr;
	GD_VEC(struct syn_expr *) args;
	GD_VEC(struct syn_stmt *) stmts; /* BLOCK, CHOOSE */
	struct syn_stmt *body, *otherwise;
	long number;
	enum syn_order order; /* STOP: of the handshake with each mutator */
	struct gd_loc order_loc;
};

/* ------------------------------------------------------------- declarations */
enum syn_decl_kind {
	SYN_DECL_ERROR,
	SYN_DECL_COLLECTOR,
	SYN_DECL_IMPORT,
	SYN_DECL_OPTION,
	SYN_DECL_OBJECT,
	SYN_DECL_PHASE,
	SYN_DECL_WORK,
	SYN_DECL_CYCLE,
	SYN_DECL_BUCKET,
	SYN_DECL_FUNCTION,
	SYN_DECL_BARRIER,
	SYN_DECL_PROPERTY,
	SYN_DECL_SCENARIO,
	SYN_DECL_VERIFY,
	SYN_DECL_MUTANT,
	SYN_DECL_LITMUS,
	SYN_DECL_GHOST,
	SYN_DECL_SPACE,
	SYN_DECL_POLICY,
	SYN_DECL_REGION
};

struct syn_param {
	struct syn_name name;
	struct syn_type type;
	bool is_payload; /* comes after the `;` of work k(key; payload) */
};
typedef GD_VEC(struct syn_param) syn_params;

struct syn_member { /* of object */
	struct syn_name name;
	struct gd_loc loc;
	struct syn_type type;
	struct syn_expr *init; /* metadata: value at allocation; NULL: not written */
	bool is_in_header;     /* in C, in a word of the object; the word `header' is there */
	struct syn_expr *
	    when; /* in C, over the object's first word, under this condition; NULL: `overlay' is not there */
	struct gd_loc header; /* the word `header' or `overlay' */
	struct syn_trivia trivia;
};

enum syn_multiplicity {
#define MULTIPLICITY(NAME, text) SYN_##NAME,
#include "compiler/base/kinds.def"
};
enum syn_visibility { SYN_VISIBLE_NONE, SYN_AT_HANDSHAKE, SYN_AT_ONCE };
enum syn_opening { SYN_OPEN_FROM_START, SYN_OPEN_WHEN, SYN_OPEN_WHENEVER };

/* scenario */
struct syn_object_init { /* a.field = { b, null };  a.count = 1;  object.count = any; */
	struct syn_name object, field;
	struct syn_expr *value; /* a SET for slots */
	bool of_all;            /* for every object that exists at the start */
};
/* A part of `heap { block [a -] … }`: a region begins, or there is a place in the region that began last. */
struct syn_place {
	enum syn_place_kind {
		SYN_PLACE_OUTER,  /* name: a region in which others lie */
		SYN_PLACE_LINE,   /* `[`: one of the smallest regions */
		SYN_PLACE_OBJECT, /* name */
		SYN_PLACE_FREE    /* `-` */
	} kind;
	struct syn_name name; /* its text may be NULL; its place is always there */
};
struct syn_script {
	struct syn_name name;
	syn_names stack;       /* `null` allowed as text "null" */
	struct syn_stmt *body; /* NULL: idle */
	struct gd_loc loc;
};
/* Operations of such a client's mutators in addition to those that all have. */
enum { SYN_WITH_RECEIVE = 1, SYN_WITH_JOIN = 2, SYN_WITH_LEAVE = 4, SYN_WITH_COLLECT = 8 };
struct syn_any_client {
	struct gd_loc loc;
	long mutators; /* 0: the item is not written */
	long roots;    /* of each mutator */
	long steps;    /* -1: any number */
	long with;     /* SYN_WITH_… */
};
/* verify */
struct syn_workers {
	struct gd_loc loc;
	enum { SYN_WORKERS_ANY, SYN_WORKERS_EACH, SYN_WORKERS_OF_ONE, SYN_WORKERS_IN_TURN } kind;
	long count; /* EACH: n of every kind.  OF_ONE: n of `of`, 1 of the others.
	                           IN_TURN: n of one kind, 1 of the others, each kind in turn */
	struct syn_name of;
};
struct syn_option_values { /* options again = false, true;  or  options again; (all) */
	struct syn_name option;
	GD_VEC(struct syn_expr *) values;
};
struct syn_expect {
	struct gd_loc loc;
	syn_names properties;
	syn_names scenarios; /* empty: all */
	syn_names memories;  /* empty: all */
	bool holds;
	struct syn_expr *when; /* NULL: always */
};
/* litmus */
struct syn_outcome {
	struct gd_loc loc;
	bool is_allowed;
	struct syn_expr *condition;
	syn_names memories; /* empty: all */
};

struct syn_decl {
	enum syn_decl_kind kind;
	struct gd_loc loc;
	struct gd_loc head; /* keyword and name, for messages */
	struct syn_trivia trivia;
	struct syn_name name;

	/* OPTION: type, expr (default).  GHOST: type, expr. */
	struct syn_type type;
	struct syn_expr *expr; /* also PROPERTY's formula */

	/* OBJECT (name: a further object kind; absent: what every object has) */
	GD_VEC(struct syn_member) members;

	/* SPACE: how its cells are handed out, `list' or `bump'; text NULL: not written */
	struct syn_name sort;

	/* REGION: its members are metadata.  SPACE of a region: inside, over, binder, and the condition in expr. */
	long size;
	struct syn_name unit;   /* of the size: `KiB' */
	struct syn_name inside; /* REGION: the region around it, or no text; SPACE: `of block' */
	struct syn_name over, binder;

	/* PHASE: visibility; begins/ends NULL: by kernels.  CYCLE: from, to. */
	enum syn_visibility visibility;
	struct syn_expr *from, *to;

	/* WORK, FUNCTION, BARRIER */
	syn_params params; /* BARRIER: names only */
	struct syn_stmt *body;
	enum syn_order exchange_order; /* BARRIER: of the store that it follows */
	struct gd_loc exchange_order_loc;
	enum syn_multiplicity multiplicity;
	struct gd_loc multiplicity_loc;
#define KIND_FLAG(name, text)               bool name;
#define KIND_NUMBER(name, text, one, label) long name;
#define KIND_MUTATOR(name, text)                                                                   \
	struct syn_name name;                                                                      \
	enum syn_order name##_order;                                                               \
	struct gd_loc name##_order_loc;
#include "compiler/base/kinds.def"

	/* BUCKET.  In a mutant the absent clauses stay as they were. */
	bool has_kinds;
	syn_names kinds;
	bool has_cycles;
	syn_names cycles; /* in minor, full */
	bool has_opening;
	enum syn_opening opening;
	struct syn_expr *guard;
#define BUCKET_FLAG(name, text)            bool name;
#define BUCKET_NUMBER(name, text)          long name;
#define BUCKET_GUARD(name, text, function) struct syn_expr *name;
#include "compiler/base/buckets.def"
	struct syn_stmt *fill; /* NULL: none */

	/* SCENARIO */
	bool has_objects;
	syn_names objects; /* named ones */
	long more_objects; /* `objects 3;` */
	long slots;        /* `objects 3 slots 2;`; 0: not written */
	long words;        /* `objects 3 of 1 word { 0, 1 };`; 0: not written */
	struct gd_loc words_loc;
	struct syn_expr *word_values; /* a SET; NULL: not written */
	GD_VEC(struct syn_object_init) inits;
	GD_VEC(struct syn_place) layout;
	struct gd_loc layout_loc; /* line 0: not written */
	GD_VEC(struct syn_script) scripts;
	struct syn_any_client any_client;
	long globals;
	struct gd_loc globals_loc; /* 0: not written */
	long cycle_count;
	struct gd_loc cycle_count_loc; /* 0: not written */
	syn_names cycle_names;
	bool has_expected;
	syn_names expected;

	/* VERIFY */
	syn_names memories;
	GD_VEC(struct syn_workers) workers;
	GD_VEC(struct syn_option_values) options;
	syn_names verify_scenarios; /* empty: all */
	GD_VEC(struct syn_expect) expects;

	/* MUTANT */
	GD_VEC(struct syn_decl *) changes;
	bool caught_by_check;
	syn_names caught_by, caught_in, caught_under;

	/* LITMUS: locations are members; threads are scripts */
	GD_VEC(struct syn_outcome) outcomes;
	syn_names observed; /* empty: what the outcomes mention */

	/* IMPORT */
	const char *path;
	struct gd_loc path_loc;
	struct syn_spec *imported; /* filled in when it was loaded */
};

struct syn_spec {
	struct gd_source *source;
	GD_VEC(struct syn_decl *) decls; /* in order; imports' own are in `imported` */
	syn_comments rest;               /* comments after the last declaration */
};

#endif
