/* tree.h: random kernels, as trees that are printed as a specification and run by an
 * interpreter of their own.  Nothing here knows the compiler. */
#ifndef KERNELS_TREE_H
#define KERNELS_TREE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include "compiler/base/arena.h"
#include "compiler/base/out.h"

enum {
	OBJECTS = 5,
	SLOTS = 3,
	MUTATORS = 2,
	ROOTS = 2,
	METAS = 4,
	PHASES = 3,
	KINDS = 18,
	SWEEPS = 2,
	BUCKETS = 4,
	FUNCTIONS = 8,
	PARAMS = 4,
	OPTIONS = 4,
	STATES = 5,
	BARRIERS = 3,
	BODIES = KINDS + 2
}; /* kernels, a store, an allocation */
/* Values of slots: 0 is null, 1 … OBJECTS is an object. */
#define IMMEDIATE (-1)

enum type { NOTHING, BOOLEAN, NUMBER, TAG, REF, MUTATOR, SLOT };

/* X(enumerator, how it is written) */
/* clang-format off */
#define BINARY(X) \
	X(AND, "and") X(OR, "or") X(EQ, "==") X(NE, "!=") X(LT, "<") X(LE, "<=") X(GT, ">") \
	X(GE, ">=") X(ADD, "+") X(SUB, "-")
#define MEMORY(X) \
	X(LOAD, "load") X(SWAP, "swap") X(CAS, "cas") X(FETCH_ADD, "fetch_add") \
	X(FETCH_SUB, "fetch_sub") X(FETCH_AND, "fetch_and") X(FETCH_OR, "fetch_or") X(STORE, "store")
/* clang-format on */
enum expr_kind {
	CONSTANT,
	NULL_REF,
	LOCAL,
	OPTION,
	NOT,
	NEGATE,
	STATE,
	CALL,
#define X(name, text) name,
	BINARY(X) MEMORY(X)
#undef X
	    EXPR_KINDS
};
extern const char *const expr_text[EXPR_KINDS];

struct local {
	char name[24];
	enum type type;
	bool is_null; /* it may be null */
	long low, high;
	long value; /* the interpreter's */
};

struct function;
struct expr {
	enum expr_kind kind;
	enum type type;
	long low, high;      /* of a number */
	long number;         /* CONSTANT; OPTION, STATE: which */
	struct local *local; /* LOCAL; memory: the object, or the slot */
	int meta;            /* memory: -1 for a slot */
	int order, order_on_failure;
	struct function *function; /* CALL */
	struct expr *args[PARAMS];
};

enum stmt_kind {
	LET,
	IF,
	FOR_SLOTS,
	FOR_ROOTS,
	FOR_MUTATORS,
	FOR_OBJECTS,
	EVALUATE,
	FENCE,
	EMIT,
	FREE,
	BEGIN,
	END,
	ASSERT,
	GHOST,
	RETURN,
	REQUEST,
	STOP,
	RESUME
};
struct stmt {
	enum stmt_kind kind;
	struct local *local; /* LET, FOR …; of what FOR_SLOTS, FOR_ROOTS loop over: */
	struct local *over;
	struct expr *expr;         /* LET, IF, EVALUATE, FREE, ASSERT, GHOST, RETURN */
	struct expr *args[PARAMS]; /* EMIT */
	int number;                /* EMIT, FOR_OBJECTS: kind; FENCE: order; BEGIN, END: phase */
	int bucket;                /* EMIT, FOR_OBJECTS */
	struct stmt *body, *otherwise, *next;
};

struct function {
	char name[16];
	enum type result;
	long low, high;
	struct local *params[PARAMS];
	unsigned param_count;
	struct stmt *body;
};

struct kind {
	char name[16];
	struct local *params[PARAMS];
	unsigned param_count;
	int buckets[2];
	unsigned bucket_count;
	struct stmt *body;
};

struct program {
	struct gd_arena *arena;
	struct function functions[FUNCTIONS];
	struct kind kinds[KINDS];
	struct function barriers[BARRIERS]; /* no body: there is none */
	long options[OPTIONS];
	bool with_refill, with_asserts;
	bool is_calm; /* only the first kernel changes phases */
	bool frees;   /* objects; if not, kernels have loops over all objects (E0923) */
};

/* The collector's state at the beginning or end of a kernel. */
struct world {
	bool live[OBJECTS];
	uint8_t meta[OBJECTS][METAS];
	int field[OBJECTS][SLOTS], root[MUTATORS][ROOTS];
	uint32_t phases, view;
	unsigned states;   /* bit n: state n holds */
	long args[PARAMS]; /* of the kernel */
	int created;       /* of barrier `allocated', in the place of args[0] */
};
enum { WORLDS = 20 };

extern const char *const meta_name[METAS], *const tag_name[3], *const phase_name[PHASES];
extern const char *const option_name[OPTIONS], *const state_text[STATES];
extern const char *const order_text[5], *const barrier_name[BARRIERS];
extern const long meta_high[METAS], meta_initial[METAS];
extern const long option_low[OPTIONS], option_high[OPTIONS];
enum { META_TAGS = 2 }; /* the metadata that holds a tag */
extern const enum type barrier_param[PARAMS];

uint64_t random_next(uint64_t *state);
unsigned below(uint64_t *state, unsigned limit);

void grow(struct program *program, uint64_t seed);
void random_world(struct world *world, const struct program *program, unsigned body, uint64_t seed);
void print_program(struct gd_out *out, const struct program *program);
/* Runs body BODY in WORLD, and prints the result like the stage (stage.h). */
void interpret(struct gd_out *out, const struct program *program, unsigned body,
    const struct world *world);
/* Writes the C that runs all bodies in all their worlds. */
void print_stage(struct gd_out *out, const struct program *program, uint64_t seed);
uint64_t world_seed(uint64_t seed, unsigned body, unsigned number);

#endif
