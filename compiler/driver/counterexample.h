/* counterexample.h: for each failing cell a trace, a page that shows it, and one paragraph. */
#ifndef DRIVER_COUNTEREXAMPLE_H
#define DRIVER_COUNTEREXAMPLE_H

#include "compiler/driver/verify.h"

struct counterexample {
	const char *trace, *page; /* the files; NULL: not written */
	const char *run;          /* in the page of --report: "x.html#run-3"; or NULL */
	const char *explanation;  /* one paragraph; NULL: there is none */
	const char *command;      /* shows the run again; NULL: no command does */
	const char *why;          /* the reason why one of these is NULL; else NULL */
	const char *property;     /* that the run breaks; NULL: none */
	const char
	    *other; /* the property that the cell's verdict names, if it is another one; or NULL */
	bool expected;      /* the cell's failure is the expected one */
	const char *events; /* the lines of the trace; or NULL */
	size_t length;
};

/* ---- counterexample.c: of a verification */
/* Fills in `counterexample' of each failing cell of PLAN, if an option asks for it.  Writes messages
 * where that is not possible.  A signal ends it early, and *SUMMARY says so. */
void counterexample_find_all(const struct verify_arguments *a, struct plan *plan,
    struct camp_summary *summary);

/* ---- counterexample-files.c */
/* Fills in the other members of C, whose `events' are the run of CELL of FILE: explains it, and writes
 * what the options ask for.  Texts are in ARENA.  Writes messages. */
void counterexample_keep(const struct verify_arguments *a, struct gd_arena *arena, const char *file,
    const char *cell, struct counterexample *c);

/* ---- counterexample-text.c */
/* The paragraph of the cell NAME, and where its files are.  C may be NULL: nothing is written. */
void counterexample_write_one(const char *name, const struct counterexample *c, FILE *out);
/* The same of all cells, below the table. */
void counterexample_write_text(const struct plan *plan, FILE *out);
/* An object of doc/verify-json.md, or null. */
struct json_t *counterexample_json(const struct counterexample *counterexample);

#endif
