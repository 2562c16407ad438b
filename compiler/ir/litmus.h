/* litmus.h: a litmus test: a few locations, a few threads, what may come of it.
 *
 * Each value is a number of 0 … 255.  Registers are the threads' `let` names; no
 * two threads have one of the same name.  The memory operations are those of
 * ir.def, so a memory model is tested by the very operations that kernels use.
 * Everything is in one arena and read-only once made. */
#ifndef IR_LITMUS_H
#define IR_LITMUS_H

#include "compiler/ir/ir.h"

struct ir_location { /* shared, atomic */
	const char *name;
	struct gd_loc loc;
	long init;
	size_t index; /* within the test */
};

/* LET       dst = value, of registers and constants
 * ACCESS    `memory': a memory operation
 * ISSUE     begins a load of `at'; the value comes later
 * RECEIVE   dst = the value of the oldest load of `at' that was issued and not received
 * IF        value, body, otherwise
 * REPEAT    repeats body until value holds (NULL: `count' times)
 * CRITICAL  body; two threads may not be in it at once */
enum ir_litmus_op {
#define IR_LITMUS(name, ...) IR_LITMUS_##name,
#include "compiler/ir/litmus.def"
};
enum {
#define IR_LITMUS_MEMBER(NAME, ...) IR_LITMUS_MEMBER_##NAME,
#include "compiler/ir/members.def"
#define IR_LITMUS_MEMBER(NAME, ...) IR_LITMUS_HAS_##NAME = 1 << IR_LITMUS_MEMBER_##NAME,
#include "compiler/ir/members.def"
};
struct ir_litmus_info {
	const char *spelling;
	unsigned members;
	const char *text;
};
extern const struct ir_litmus_info ir_litmus_info[];
struct ir_litmus_stmt {
	enum ir_litmus_op op;
	struct gd_loc loc;
	struct ir_litmus_stmt *next;
	enum ir_op memory;             /* ACCESS */
	const struct ir_location *at;  /* ACCESS (not a fence), ISSUE, RECEIVE */
	const struct ir_var *dst;      /* LET, RECEIVE; ACCESS: NULL: the result is not used. cas:
				        * the value that was found */
	const struct ir_expr *args[2]; /* ACCESS: as in ir_stmt.  Others: args[0], the value */
	enum ir_order order, order_on_failure;
	long count;
	struct ir_litmus_stmt *body, *otherwise;
};
/* STMT has one of MEMBERS. */
bool ir_litmus_has(const struct ir_litmus_stmt *stmt, unsigned members);
/* TEST holds for a statement of LIST, or in a body. */
typedef bool ir_litmus_test(const struct ir_litmus_stmt *stmt, const void *about);
bool ir_litmus_any(const struct ir_litmus_stmt *list, ir_litmus_test *test, const void *about);
/* As the JSON writes what it does. */
const char *ir_litmus_spelling(const struct ir_litmus_stmt *stmt);
struct ir_litmus_thread {
	struct gd_loc loc;
	struct ir_litmus_stmt *body;
	struct ir_var *const *registers;
	size_t register_count; /* registers that the thread writes */
};

/* A part of an outcome: a register, a location's last value, or whether two threads were ever in
 * critical sections at once. */
enum ir_observed_kind { IR_OBSERVED_REGISTER, IR_OBSERVED_LOCATION, IR_OBSERVED_OVERLAP };
struct ir_observed {
	enum ir_observed_kind kind;
	const char *name; /* "a", "x", "overlap" */
	const struct ir_var *var;
	const struct ir_location *location;
};

/* `allowed cond under …`, `forbidden cond under …`.  In `condition` a register is
 * IR_VAR; a location and `overlap` are IR_OBSERVED with `number`, an index of
 * `observed`. */
struct ir_litmus_claim {
	struct gd_loc loc;
	bool allowed;
	const struct ir_expr *condition;
	const char *text;            /* as it is written */
	bool under[IR_MEMORY_COUNT]; /* by enum ir_memory */
};
struct ir_litmus {
	const char *name;
	struct gd_loc loc;
	const struct gd_source *source;
	const struct ir_location *const *locations;
	size_t location_count;
	const struct ir_litmus_thread *threads;
	size_t thread_count;
	struct ir_var *const *registers;
	size_t register_count; /* of all threads */
	/* The names in `observe`, or without it those in the claims. */
	const struct ir_observed *observed;
	size_t observed_count;
	bool complete; /* there is `observe`: a claim must allow each outcome that is reached */
	const struct ir_litmus_claim *claims;
	size_t claim_count;
	bool has_critical, is_split; /* there is `critical`; `issue` */
};

#endif
