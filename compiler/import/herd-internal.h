/* herd-internal.h: what the files of the importer share.
 *
 * One pass: what is read is written at once, so there is no tree.  The first
 * mistake ends the file: from there on the scanner says that it is over. */
#ifndef HERD_INTERNAL_H
#define HERD_INTERNAL_H

#include "compiler/base/limits.h"
#include "compiler/base/out.h"
#include "compiler/import/herd.h"

enum {
	HERD_DEPTH = 40,  /* nested parentheses and blocks */
	HERD_TEXT = 2000, /* bytes of an expression's text */
	/* open brackets of an expression; the translation adds some for each block */
	HERD_BRACKETS = GD_MOST_brackets / 2
};

enum herd_token { HERD_END, HERD_NAME, HERD_NUMBER, HERD_STRING, HERD_SIGN };

struct herd_name {
	const char *name; /* in the file */
	const char *text; /* in the translation */
	long init;
	bool is_spoken_of;               /* of a register: the translation has a `let` for it */
	const struct herd_name *pending; /* of a register: location of a load not yet received */
	unsigned serial;                 /* of that load */
	long low, high;                  /* bounds of its value; low > high: none yet */
	const struct herd_flow *flows;   /* the values that it gets */
	unsigned walk;                   /* herd-values.c */
};
typedef GD_VEC(struct herd_name *) herd_names;

/* A value.  TEXT can be put into other expressions without parentheses.  The value is that of the
 * register FROM, or a truth value, or the number. */
struct herd_value {
	const char *text;
	bool is_bool;
	struct herd_name *from;
	long number;
};

/* INTO may get LEFT, or the result of LEFT and RIGHT. */
enum herd_flow_kind { HERD_COPY, HERD_SUM, HERD_DIFFERENCE, HERD_BITS };
struct herd_flow {
	struct herd_name *into;
	enum herd_flow_kind kind;
	struct herd_value left, right;
	struct gd_loc loc;
	size_t thread;                /* the thread that does it */
	unsigned block;               /* the block; 0: in no block, so it is surely done */
	const struct herd_flow *next; /* the next one with the same INTO */
};

struct herd_thread {
	herd_names registers, parameters;
};

struct herd {
	struct gd_arena *arena;
	struct gd_diag_sink *sink;
	const struct gd_source *source;
	struct herd_options options;

	/* scanner */
	size_t at;
	unsigned line, column;
	bool in_code; /* `(*` begins no comment */
	bool failed;

	/* the token */
	enum herd_token token;
	const char *text; /* of names, strings and signs */
	long number;
	struct gd_loc loc;

	const char *name;
	herd_names locations, taken; /* taken: every name of the translation */
	GD_VEC(struct herd_thread) threads;
	struct herd_thread *thread; /* the thread that is being read, and its number */
	size_t number_of_thread;
	struct gd_out start, body;   /* of that thread: text that must come first; the rest */
	struct gd_out all;           /* of all threads */
	unsigned depth, blocks;      /* depth of nesting, and of nested blocks */
	unsigned block, block_count; /* the block that is being read; blocks so far */
	unsigned no_memory;          /* in operands that need not be evaluated */
	unsigned temporaries, serial;
	size_t registers; /* of all threads, with those not in the file */
	bool told_of_plain;
	GD_VEC(const char *) observed; /* what outcomes consist of */
	GD_VEC(struct herd_flow) flows;

	/* herd_call: a value may be an operation, and its arguments are values. herd-expression.c
	 * calls herd-operation.c through this pointer, so that it uses only files below it. */
	struct herd_value (*call)(struct herd *h, const char *name, struct gd_loc loc,
	    struct herd_name *into, bool wanted);
};

/* ------------------------------------------------------------- herd-scan.c */
void herd_next(struct herd *h);
bool herd_is(const struct herd *h, const char *text); /* a name or a sign */
bool herd_take(struct herd *h, const char *text);     /* the same; skips it */
bool herd_want(struct herd *h, const char *text, const char *where);
/* Reads what is before the braces of the initial state. */
void herd_header(struct herd *h);
/* Reports the first mistake.  Afterwards the next token is the end. */
struct gd_diag *herd_error(struct herd *h, enum gd_code code, struct gd_loc loc, const char *format,
    ...) __attribute__((format(printf, 4, 5)));
void herd_expected(struct herd *h, const char *what);
bool herd_enter(struct herd *h); /* goes one level deeper; false: too deep */

/* ------------------------------------------------------------ herd-names.c */
struct herd_name *herd_find(const herd_names *names, const char *name);
/* Whether an expression or condition of the translation is too long. */
bool herd_is_too_long(const char *text);
/* Reports that the translation exceeds a limit of the language. */
void herd_too_many(struct herd *h, enum gd_limit limit);
/* Adds a name, with a name for the translation that is similar to HINT and that nothing else
 * has. */
struct herd_name *herd_add_location(struct herd *h, const char *name, const char *hint);
struct herd_name *herd_add_register(struct herd *h, herd_names *registers, const char *name,
    const char *hint);
const char *herd_fresh(struct herd *h, const char *hint);
/* A register for a value that has no register in the file. */
struct herd_name *herd_temporary(struct herd *h);
/* Skips the words of a type. false: there are none. */
bool herd_type(struct herd *h);
/* Reads a number that a location can hold. */
long herd_constant(struct herd *h);

/* ----------------------------------------------------------- herd-access.c */
/* Reads the name of a register. */
struct herd_name *herd_register(struct herd *h);
/* Writes the `let' that gives REG its first value, at the start of the thread. */
void herd_say(struct herd *h, struct herd_name *reg);
/* The next line assigns REG. */
void herd_assigned(struct herd *h, struct herd_name *reg);
/* Receives the loads that REG (NULL: any register) waits for. */
void herd_receive(struct herd *h, struct herd_name *reg);
struct herd_name *herd_location(struct herd *h); /* the parameter that is named */
/* A load.  INTO: the register that gets the result; NULL: it is a value. */
struct herd_value herd_load(struct herd *h, struct herd_name *at, const char *order,
    struct herd_name *into);
void herd_plain(struct herd *h, struct gd_loc loc); /* reports a plain access; only once */
/* Reports a memory operation at LOC if none is allowed there. */
void herd_may_be_here(struct herd *h, struct gd_loc loc);

/* ------------------------------------------------------- herd-expression.c */
struct herd_value herd_expression(struct herd *h);
struct herd_value herd_number(struct herd *h, struct herd_value value); /* not a truth value */
const char *herd_truth(struct herd *h, struct herd_value value);
/* TEXT without a pair of parentheses around all of it. */
const char *herd_bare(struct herd *h, const char *text);

/* -------------------------------------------------------- herd-operation.c */
/* Reads NAME(…) at the token `(`.  INTO: the register that gets the result.  If it is NULL and a
 * result is needed, the result is a value. */
struct herd_value herd_call(struct herd *h, const char *name, struct gd_loc loc,
    struct herd_name *into, bool wanted);

/* ----------------------------------------------------------- herd-values.c */
/* The value of the register NAME; a value with TEXT, which is a truth value; the value NUMBER. */
struct herd_value herd_holds(struct herd_name *name);
struct herd_value herd_is_true(const char *text);
struct herd_value herd_is_number(struct herd *h, long number);
/* INTO may have this value from here on; the assignment is at LOC. */
void herd_flow(struct herd *h, struct herd_name *into, struct herd_value value, struct gd_loc loc);
/* The same for the result of two values.  INTO NULL: an intermediate value, which is returned. */
struct herd_name *herd_combined(struct herd *h, struct herd_name *into, enum herd_flow_kind kind,
    struct herd_value left, struct herd_value right, struct gd_loc loc);
/* Refuses a test in which a value may be outside 0 to 255. */
void herd_bound(struct herd *h);

/* -------------------------------------------------------- herd-statement.c */
void herd_thread(struct herd *h);

/* -------------------------------------------------------- herd-condition.c */
/* Reads `locations`, `exists` and everything else after the threads. */
void herd_final(struct herd *h, struct gd_out *out);

#endif
