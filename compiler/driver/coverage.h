/* coverage.h: which parts of a specification no cell has reached (doc/coverage.md). */
#ifndef DRIVER_COVERAGE_H
#define DRIVER_COVERAGE_H

#include "compiler/driver/verify.h"

/* In how many cells. */
struct coverage_cells {
	size_t reached; /* it is reached */
	size_t never;   /* all states were searched, and it is not */
	size_t open; /* the search ended before it was reached, or leaves out what might reach it */
	size_t left_out; /* the options leave it out */
	size_t unseen;   /* it has become nothing, so nobody knows */
};
enum coverage_state {
	COVERAGE_REACHED,  /* in some cell */
	COVERAGE_NEVER,    /* in none, and all were searched completely */
	COVERAGE_SO_FAR,   /* in none, but some search was not complete */
	COVERAGE_LEFT_OUT, /* it is in no cell at all */
	COVERAGE_UNKNOWN   /* nothing is claimed */
};
struct coverage_place { /* a point of some cell's specification, or a premise of a property */
	enum ir_point_kind kind;
	const char *
	    property; /* whose premise it is: `left' of an `implies', or a quantifier; NULL: a point */
	bool is_range;
	const char *path;
	unsigned line, column;
	const char *text; /* what is there, up to the end of its line */
	struct coverage_cells cells;
};
struct coverage_checks {
	const char *property;
	size_t count; /* checks that ask for it */
};
struct coverage {         /* of a file, for all its cells so far */
	const char *file; /* as the command line has it */
	struct coverage *next;
	GD_VEC(struct coverage_place) points;   /* in the order of the text */
	GD_VEC(struct coverage_place) premises; /* of properties, in the order of the cells */
	GD_VEC(struct coverage_checks) checks;
	size_t *table, room;    /* finds points */
	size_t cells, complete; /* cells without mutants; those that were searched to the end */
};
struct coverage_counts {
	size_t places,
	    missing; /* points about which something is claimed; those that no cell reaches */
	size_t of[COVERAGE_UNKNOWN + 1];
	size_t vacuous; /* premises that no cell meets */
};

/* Before the first coverage_add, and after it is known that the file may be written. */
void coverage_begin(struct verify_arguments *a);
bool coverage_has_begun(const struct verify_arguments *a);
/* The files' coverages, in the order in which they were added; NULL: none. */
const struct coverage *coverage_first(const struct verify_arguments *a);
/* Adds what the cells of PLAN, without those of mutants, have reached to the coverage of its file, which lives
 * in the arena of A. */
const struct coverage *coverage_add(struct verify_arguments *a, const struct plan *plan);
enum coverage_state coverage_state(const struct coverage_place *place);
void coverage_count(const struct coverage *coverage, struct coverage_counts *counts);
/* The exit status that --require-coverage asks for: of all files together. */
int coverage_status(const struct verify_arguments *a);
/* Whether an option asks for coverage. */
bool coverage_is_wanted(const struct verify_arguments *a);
/* Whether the options of the command line select some of the cells. */
bool coverage_is_filtered(const struct plan_filter *filter);

/* ---- coverage-text.c, coverage-files.c */
/* What such a place never does ("never runs"), and what it does ("runs"). */
extern const char *const coverage_never[], *const coverage_does[];
/* Writes what no cell reaches.  WHOLE: also if there is nothing. */
void coverage_text(const struct coverage *coverage, bool whole, FILE *out);
struct json_t *coverage_json(const struct coverage *coverage);
/* Adds the lines of the file of PLAN to what coverage_json has made, for the page of --report. */
void coverage_add_source(const struct plan *plan, struct json_t *object);
/* Writes the tracefile of --coverage.  false: a message was written. */
bool coverage_write(const struct verify_arguments *a);

#endif
