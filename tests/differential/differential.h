/* differential.h: one specification, modelled with and without foldings; or as C,
 * run, and compared with what it means. */
#ifndef DIFFERENTIAL_H
#define DIFFERENTIAL_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include "compiler/base/arena.h"
#include "compiler/ir/ir.h"
#include "promela-backend/pml.h"

/* How a specification is looked at. */
struct variant {
	unsigned number;       /* 0: every property, any number of workers */
	unsigned unsound;      /* of the folded model */
	unsigned no_fold;      /* of the folded model */
	enum ir_memory memory; /* of both */
	bool c;                /* its C, and not two models */
	unsigned runs;         /* of the C */
	bool explored;         /* the plain model beside the explorer instead */
};

enum status { RAN, REFUSED, BROKEN, TOO_BIG };
struct result { /* what one model does */
	enum status status;
	const char *why;
	const char *text; /* the model */
	bool failed[256]; /* by the number of the property in the request */
	bool any_failed;
	bool out_of_range; /* … or a counter is full: then it is TOO_BIG */
	const char **outcomes;
	size_t outcome_count; /* sorted, each once */
	unsigned long states;
};

/* Emits, compiles and searches; everything is in DIRECTORY.  With REUSED, a
 * text that is that one's is not searched again. */
void run_model(struct gd_arena *arena, const struct pml_request *request, const char *directory,
    const struct result *other, struct result *result);

/* ---- shared by the legs */
/* Runs ARGV in DIRECTORY, its output in the file OUTPUT there. */
int run_tool(const char *directory, const char *const *argv, const char *output, unsigned seconds);
char *read_output(struct gd_arena *arena, const char *directory, const char *name);
/* NULL: it is none, ERRORS says why.  The number says which values its options have, and whether
 * it is the mutant that it has. */
const struct ir_spec *lower_file(struct gd_arena *arena, const char *file, unsigned number,
    FILE *errors);

/* ---- the leg of the C: program.c */
/* A program of the first scenario, in DIRECTORY; false: a diagnostic refuses it. */
bool write_program(struct gd_arena *arena, const struct ir_spec *spec, const char *directory,
    const char **why);
/* false: the compiler has something to say. */
bool build_program(struct gd_arena *arena, const char *directory, const char **why);
/* What it prints (driver/driver.c) of so many runs; TIGHT: in heaps that get full. */
char *run_program(struct gd_arena *arena, const char *directory, unsigned long seed, unsigned runs,
    bool tight);
/* Mutators without roots make no difference to anybody. */
bool rootless_are_alike(const struct ir_spec *spec);

enum comparison {
	SAME,      /* … as far as they can be compared */
	ALIKE,     /* nothing folds here */
	INVALID,   /* no specification at all */
	UNDECIDED, /* refused, too big, a counter is full */
	BREAKS,    /* some run breaks something: its C may do anything */
	NO_C,      /* a diagnostic refuses to make C of it */
	DIFFERENT
};
extern const char *const comparison_name[];
struct report {
	enum comparison is;
	char text[6000];
	unsigned models, runs, unsure;
	unsigned long states;
};

/* The plain model of SPEC's first scenario, and what the explorer finds. */
void compare_explored(struct gd_arena *arena, const struct ir_spec *spec,
    const struct variant *variant, const char *directory, struct report *report);

/* Both models of the specification in FILE, or its C as the variant says; DIRECTORY is for them. */
void compare_file(const char *file, const struct variant *variant, const char *directory,
    struct report *report);

char *read_text(const char *file); /* "" when there is none */
/* The specification TEXT in another order, with other names. */
char *say_otherwise(struct gd_arena *arena, const char *text);

/* Runs of its C, and what the specification allows. */
void compare_c(struct gd_arena *arena, const struct ir_spec *spec, const struct variant *variant,
    const char *directory, struct report *report);

/* Makes FILE smaller while its models stay different; for SECONDS at most. */
void shrink(const char *file, const struct variant *variant, const char *directory,
    unsigned seconds, struct report *report);

#endif
