/* code.h: what a step does, as a tree of items.
 *
 * Steps are built with these functions, and emit-code.c prints them.  All that changes the state of
 * the model is an effect, a row of effects.def, which says what it writes: what a step writes
 * follows from its items.  Everything else is local to a step: assignments to variables that are no
 * part of the state, lines of a replay, checks, choices and loops. */
#ifndef PML_STEPS_CODE_H
#define PML_STEPS_CODE_H

#include "promela-backend/steps/event.h"

struct pml_object { /* what an effect is about */
	const char *name;
	size_t index;
	unsigned place;                  /* PLACE: parts of the state, as in effects.def */
	bool by_mutator;                 /* WINDOW */
	const struct ir_bucket *bucket;  /* KINDS */
	const struct pml_kernel *kernel; /* BEGUN */
};

#define A(argument) const char *argument;
#define EFFECT(name, arguments, writes, text)                                                      \
	struct pml_effect_##name {                                                                 \
		struct pml_object of;                                                              \
		arguments                                                                          \
	};
#include "promela-backend/steps/effects.def"
#undef A

enum pml_effect {
#define EFFECT(name, arguments, writes, text) PML_EFFECT_##name,
#include "promela-backend/steps/effects.def"
	PML_EFFECTS
};

enum pml_item_kind {
	PML_ITEM_COMMENT, /* // text */
	PML_ITEM_EFFECT,
	PML_ITEM_EVENT,   /* a line of a replay */
	PML_ITEM_SET,     /* target = text */
	PML_ITEM_ADVANCE, /* target++ */
	PML_ITEM_CALL,    /* text: skip, break, a check */
	PML_ITEM_OUTCOME, /* how a run ends: emit-outcome.c */
	PML_ITEM_WHEN,    /* the body, when text holds */
	PML_ITEM_IF,      /* the body: alternatives */
	PML_ITEM_LOOP,    /* the body: alternatives, one of which breaks it */
	PML_ITEM_CASE,    /* an alternative: its guard is the text */
	PML_ITEM_FOR,     /* the body, for each value that text says of target */
	PML_ITEM_ROW      /* the body, on one line */
};

struct pml_item {
	enum pml_item_kind kind;
	bool is_last; /* no semicolon after it */
	bool is_flat; /* on one line */
	enum pml_effect effect;
	struct pml_object of;
	const char *const *arguments;
	struct pml_line line;
	const char *target, *text;
	struct pml_item *body, *next;
};

struct pml_open { /* a block that is being built */
	struct pml_item *block;
	struct pml_item **end;
	struct pml_open *up;
};

struct pml_code { /* where the next item comes */
	struct pml_model *model;
	struct pml_item *first, *last; /* LAST: the item that was put last */
	struct pml_item **end;
	struct pml_open *open;
};

struct pml_inline {          /* one step as a whole: an inline of the model */
	const char *comment; /* before it; NULL: none */
	const char *head;    /* step_open_b() */
	const char *note;    /* after its brace; "" */
	struct pml_code *code;
};
typedef GD_VEC(struct pml_inline) pml_inlines;

struct pml_code *pml_code_new(struct pml_model *model);

/* ---- effects */
void pml_put_effect(struct pml_code *code, enum pml_effect effect,
    const void *effect_and_arguments);
#define PML_DO(code, effect, ...)                                                                  \
	pml_put_effect(code, PML_EFFECT_##effect,                                                  \
	    &(const struct pml_effect_##effect){ __VA_ARGS__ })
#define PML_OF(thing)                                                                              \
	{                                                                                          \
		.name = (thing)->name, .index = (thing)->index                                     \
	}
#define PML_OF_META(meta)                                                                          \
	{                                                                                          \
		.name = (meta)->id, .index = (meta)->index                                         \
	}
#define PML_NOTHING                                                                                \
	{                                                                                          \
		.name = NULL                                                                       \
	}
/* What CODE writes, all of it or as far as it is built. */
struct pml_set pml_writes_of(const struct pml_code *code);
/* Adds to WRITES what EFFECT of such an object writes. */
void pml_add_writes(struct pml_model *model, enum pml_effect effect, const struct pml_object *of,
    struct pml_set *writes);
enum { PML_PLACE_META = 1, PML_PLACE_SLOTS = 2, PML_PLACE_ROOTS = 4 }; /* pml_object.place */

/* ---- what changes nothing */
void pml_put_event(struct pml_code *code, struct pml_line line);
#define PML_EVENT(code, name, ...) pml_put_event(code, PML_LINE((code)->model, name, __VA_ARGS__))
#define PML_STEP(code, name, ...)                                                                  \
	pml_put_event(code, PML_STEP_LINE((code)->model, name, __VA_ARGS__))
void pml_comment(struct pml_code *code, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* VARIABLE is local to a step: v_…, x_… or pick. */
void pml_set(struct pml_code *code, const char *variable, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void pml_advance(struct pml_code *code, const char *variable);
void pml_skip(struct pml_code *code);
void pml_break(struct pml_code *code);
void pml_reach(struct pml_code *code); /* what is reachable now */
void pml_check(struct pml_code *code, const struct pml_check *check);
void pml_meet(struct pml_code *code, size_t premise); /* is it met now? */
void pml_mark(struct pml_code *code, size_t point);   /* the search has reached it.  0: none */
void pml_mark_flag(struct pml_code *code, const char *flag); /* its number, as an expression */
void pml_mark_at(struct pml_code *code, enum ir_point_kind kind, struct gd_loc loc);
void pml_fail(struct pml_code *code, const char *number);
void pml_outcome(struct pml_code *code, const char *how);

/* ---- blocks: each is open until its pml_end */
void pml_when(struct pml_code *code, const char *format, ...) __attribute__((format(printf, 2, 3)));
void pml_if(struct pml_code *code);
void pml_loop(struct pml_code *code);
void pml_for(struct pml_code *code, const char *variable, size_t last);
void pml_row(struct pml_code *code);
void pml_end(struct pml_code *code);
/* The next alternative of the `if' or loop that is open; or on one line. */
void pml_case(struct pml_code *code, const char *format, ...) __attribute__((format(printf, 2, 3)));
void pml_flat_case(struct pml_code *code, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void pml_else_skip(struct pml_code *code);  /* :: else -> skip */
void pml_else_break(struct pml_code *code); /* :: else -> break */
/* The block that is open, with its alternatives, stands on one line. */
void pml_flat(struct pml_code *code);
/* No semicolon after the item, or the block, that was put last. */
void pml_last(struct pml_code *code);
/* Nothing has been put into the block that is open. */
bool pml_is_empty(const struct pml_code *code);

/* SPIN takes a break at the end of a d_step for a jump out of it: no step ends with a loop. */
bool pml_ends_with_loop(const struct pml_code *code);
bool pml_is_same_code(const struct pml_code *a, const struct pml_code *b);

#endif
