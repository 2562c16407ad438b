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

/* How a specification is compared. */
struct variant {
	unsigned number;       /* 0: every property, any number of workers */
	unsigned unsound;      /* of the folded model */
	unsigned no_fold;      /* of the folded model */
	enum ir_memory memory; /* of both */
	bool c;                /* compares its C instead of two models */
	unsigned runs;         /* of the C */
	bool explored;         /* compares the plain model with the explorer */
	const char *command;   /* of the shell: its status decides, 1 is a difference; or NULL */
};

enum status { RAN, REFUSED, BROKEN, TOO_BIG };
struct result { /* what one model does */
	enum status status;
	const char *why;
	const char *text; /* the model */
	bool failed[256]; /* by the number of the property in the request */
	bool any_failed;
	bool out_of_range; /* … or a counter is full: then its status is TOO_BIG */
	const char **outcomes;
	size_t outcome_count; /* sorted, each once */
	const char *reached;  /* what it prints about points; NULL: nothing */
	unsigned long states;
};

/* Emits, compiles and searches a model, all in DIRECTORY.  If its text is that of REUSED, uses that
 * result. */
void run_model(struct gd_arena *arena, const struct pml_request *request, const char *directory,
    const struct result *other, struct result *result);

/* ---- shared by the legs */
/* Runs ARGV in DIRECTORY.  Its output goes to the file OUTPUT there. */
int run_tool(const char *directory, const char *const *argv, const char *output, unsigned seconds);
char *read_output(struct gd_arena *arena, const char *directory, const char *name);
/* NULL: FILE is not a specification, and ERRORS has the reason.  The number determines the values
 * of its options, and whether its mutant is used.  for_models: without kernels that never run. */
const struct ir_spec *lower_file(struct gd_arena *arena, const char *file, unsigned number,
    bool for_models, FILE *errors);
/* Whether `gcdsl check' accepts this specification. */
bool is_accepted(const char *text, size_t length);

/* ---- points.c: which points of SPEC are reached, in models whose searches found nothing */
/* The first points, at most some, about which FOLDED says something wrong. "": there are none.
 * FOLDED is the result for a model of for_folded, which is SPEC, perhaps without kernels that never run.
 * may_do_more: the folded model has runs that the plain one does not have. */
const char *wrong_points(struct gd_arena *arena, const struct ir_spec *spec,
    const struct ir_spec *for_folded, const struct result *plain, const struct result *folded,
    bool may_do_more);
struct sx_exploration;
/* The same of a plain MODEL, compared with what the explorer found. */
const char *wrong_beside(struct gd_arena *arena, const struct ir_spec *spec,
    const struct result *model, const struct sx_exploration *explored);

/* ---- the leg of the C: program.c */
/* Writes a program of the first scenario in DIRECTORY. false: a diagnostic refuses it. */
bool write_program(struct gd_arena *arena, const struct ir_spec *spec, const char *directory,
    const char **why);
/* false: the compiler reports something. */
bool build_program(struct gd_arena *arena, const char *directory, const char **why);
/* What it prints (driver/driver.c) about so many runs.  TIGHT: in heaps that get full. */
char *run_program(struct gd_arena *arena, const char *directory, unsigned long seed, unsigned runs,
    bool tight);

enum comparison {
	SAME,      /* … as far as they can be compared */
	ALIKE,     /* both models are the same: nothing is folded */
	INVALID,   /* not a specification */
	UNDECIDED, /* refused, too big, a counter is full */
	BREAKS,    /* some run breaks something: its C may do anything */
	NO_C,      /* a diagnostic refuses its C */
	DIFFERENT
};
extern const char *const comparison_name[];
struct report {
	enum comparison is;
	char text[6000];
	unsigned models, runs, unsure;
	unsigned in_doubt,
	    sure; /* models with early doubts; those that show that a property holds */
	unsigned long states;
};

/* Compares the plain model of SPEC's first scenario with what the explorer finds. */
void compare_explored(struct gd_arena *arena, const struct ir_spec *spec,
    const struct variant *variant, const char *directory, struct report *report);

/* Compares both models of the specification in FILE, or its C, as the variant requests.  DIRECTORY
 * is for their files. */
void compare_file(const char *file, const struct variant *variant, const char *directory,
    struct report *report);

char *read_text(const char *file); /* "" if there is no file */
/* The specification TEXT in another order, with other names. */
char *say_otherwise(struct gd_arena *arena, const char *text);

/* Compares runs of its C with what the specification allows. */
void compare_c(struct gd_arena *arena, const struct ir_spec *spec, const struct variant *variant,
    const char *directory, struct report *report);

/* Makes FILE smaller while its models still differ.  Takes at most SECONDS. */
void shrink(const char *file, const struct variant *variant, const char *directory,
    unsigned seconds, struct report *report);

#endif
