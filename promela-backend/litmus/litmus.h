/* litmus.h: models of litmus tests, and what their runs tell.
 *
 * One search of such a model meets every outcome that a test has under a memory
 * model.  The first run to each is an error of pan's, so it leaves a trail; its
 * replay prints
 *
 *	@ access thread=0 op=store order=relaxed at=x stored=1 where=…
 *	@ performed thread=0 at=0 value=1
 *	@ outcome values=0,1          in the order of the test's `observed'
 *
 * A search that prints "@ partial" has met a run that its model has no room for: what
 * is reached is reached, and there may be more. */
#ifndef PML_LITMUS_H
#define PML_LITMUS_H

#include <stdio.h>
#include "compiler/base/out.h"
#include "compiler/ir/litmus.h"
#include "trace/style.h"

struct pml_refusal;
struct litmus_outcome;
/* An end of runs that a search looks for: an outcome with which CONDITION is true, or the OUTCOME. */
struct litmus_sought {
	const struct ir_expr *condition;      /* or NULL */
	const struct litmus_outcome *outcome; /* where there is no condition */
};
struct litmus_request {
	const struct ir_litmus *test;
	enum ir_memory memory;
	const char *file;
	/* The only error is a run that ends so: it prints `@ fail property=outcome' after its
	 * outcome.  NULL: each outcome is one. */
	const struct litmus_sought *seeks;
	bool counts_reorderings; /* cut runs with more than this number of reorderings; without */
	unsigned reorderings;    /* effect where nothing is late, and under c11 */
	bool counts_switches;    /* with `seeks': runs with 0, 1, 2 … context switches, in this */
	unsigned most_switches;  /* order, up to this number (emit-bound.c) */
};
/* Writes the model of REQUEST. false: there is no model; *REFUSAL and *why have the reason. */
bool pml_litmus_emit(struct gd_arena *arena, const struct litmus_request *request,
    struct gd_out *out, struct pml_refusal *refusal, const char **why);
extern const char *const pml_litmus_cc_flags[], *const pml_litmus_pan_flags[];

/* The outcomes that were reached, with the runs: from the replays of all trails, one after the
 * other. */
struct litmus_outcome {
	const unsigned char *values; /* by index of `observed' */
	const char *events;          /* the replay of a run to this outcome */
};
struct litmus_outcomes {
	struct litmus_outcome *at;
	size_t count;
	bool partial; /* there may be more outcomes */
};
/* false: EVENTS is not the output of such a model. */
bool litmus_read_outcomes(struct gd_arena *arena, const struct ir_litmus *test, const char *events,
    struct litmus_outcomes *outcomes);
/* "a=0 b=1" */
const char *litmus_outcome_text(struct gd_arena *arena, const struct ir_litmus *test,
    const struct litmus_outcome *outcome);
bool litmus_satisfies(const struct ir_litmus *test, const struct ir_expr *condition,
    const struct litmus_outcome *outcome);
/* Writes the run to OUTCOME, one line for each step. */
void litmus_write_story(struct gd_arena *arena, const struct ir_litmus *test, enum ir_memory memory,
    const struct litmus_outcome *outcome, const struct style *style, FILE *out);

#endif
