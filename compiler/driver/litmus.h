/* litmus.h: litmus tests as cells: each test under each memory model is one job. */
#ifndef DRIVER_LITMUS_H
#define DRIVER_LITMUS_H

#include "compiler/driver/plan.h"
#include "promela-backend/litmus/litmus.h"

/* Adds the job of TEST under MEMORY to PLAN.  false: there is no model; *REFUSAL and *why have the
 * reason. */
bool litmus_add(struct plan *plan, const struct ir_litmus *test, enum ir_memory memory,
    struct pml_refusal *refusal, const char **why);
/* Lets the jobs of the tests of COUNT plans share verifiers, where they can.  Their models are in the arena of the
 * first plan, which must not be freed before the others are run. */
void litmus_share(struct plan *const *plans, size_t count);
/* Whether the specification has a litmus test. */
bool litmus_is_any(struct driver_spec *spec);
bool litmus_has_claims(const struct ir_litmus *test, enum ir_memory memory);

/* The result for a claim.  If there may be unknown outcomes, an outcome that was not reached
 * decides nothing. */
enum litmus_judgement { LITMUS_AS_CLAIMED, LITMUS_NOT_AS_CLAIMED, LITMUS_UNDECIDED };
struct litmus_count {
	size_t positive, negative;
};
enum litmus_judgement litmus_judge(const struct ir_litmus *test,
    const struct ir_litmus_claim *claim, const struct litmus_outcomes *outcomes,
    struct litmus_count *count);
/* The first outcome that no claim allows, if the test says that the claims are complete.  Otherwise
 * NULL. */
const struct litmus_outcome *litmus_unclaimed(const struct ir_litmus *test, enum ir_memory memory,
    const struct litmus_outcomes *outcomes);

/* An outcome of CELL that should not be reached.  NULL: there is none. */
const struct litmus_outcome *litmus_wrong_outcome(const struct plan_litmus *cell);

/* Fills in `outcomes' of each cell whose job is finished. */
void litmus_collect(struct plan *plan);
enum plan_outcome plan_litmus_outcome(const struct plan *plan, const struct plan_litmus *cell);
/* The reason why there is no result, or only a part of it.  NULL: the result is complete. */
const char *litmus_reason(const struct plan *plan, const struct plan_litmus *cell);

/* Parts of reports: rows of the table, elements of "litmus", and the reason why a cell differs from
 * its claims. */
int litmus_width(const struct plan *plan);
void litmus_write_head(int width, FILE *out);
void litmus_write_row(const struct plan *plan, const struct plan_litmus *cell, int width,
    FILE *out);
struct json_t;
struct json_t *litmus_json(const struct plan *plan, bool witnesses);
/* "allowed (overlap)" */
const char *litmus_claim_text(const struct plan *plan, const struct ir_litmus_claim *claim);
/* The run to an outcome that is told. */
struct litmus_told {
	const struct litmus_outcome *outcome; /* NULL: none is told */
	enum ir_memory memory;                /* of the run */
	const char *text;                     /* what is said of it; or NULL */
	const unsigned *needed;               /* reorderings; NULL: not known */
	bool is_witness; /* of an outcome that gcdsl trace need not show: no command does */
};
struct litmus_teller {
	/* Changes *TOLD to a run that ends as SOUGHT, where there is a simpler one. */
	void (*choose)(const struct litmus_teller *teller, const struct plan_litmus *cell,
	    const struct litmus_sought *sought, struct litmus_told *told);
};
struct litmus_telling {
	const struct plan *plan;
	const struct plan_litmus *cell;
	const struct litmus_teller *teller; /* NULL: what the search has found is told */
	const struct style *style;
	FILE *out;
};
/* The run that is told instead of that to OUTCOME, with which CONDITION is true.  CONDITION may be
 * NULL: the run ends in the same outcome. */
struct litmus_told litmus_choose(const struct litmus_telling *telling,
    const struct ir_expr *condition, const struct litmus_outcome *outcome);
/* Writes WHAT, and the run if OUTCOME is not NULL. */
void litmus_tell(const struct litmus_telling *telling, const char *what,
    const struct ir_expr *condition, const struct litmus_outcome *outcome);
/* TELLER may be NULL. */
void litmus_explain(const struct plan *plan, const struct plan_litmus *cell,
    const struct litmus_teller *teller, const struct style *style, FILE *out);
/* The run that is TOLD: an array of the events of doc/events.md. */
struct json_t *litmus_events(const struct plan *plan, const struct plan_litmus *cell,
    const struct litmus_told *told);
/* Writes a run to an outcome that should not be reached, or if there is none, to one that a claim
 * allows, as text, or if STYLE is NULL as lines of JSON.  false: there is none. */
bool litmus_trace(const struct plan *plan, const struct litmus_teller *teller,
    const struct style *style, FILE *out);

/* gcdsl litmus --import PATH: writes the translation to OUTPUT ("-": standard output).  If OUTPUT
 * is NULL, calls RUN_FILE with a file of the translation and the name that messages use for it.
 * Returns a driver_status. */
typedef int driver_litmus_file(void *data, const char *file, const char *name);
int driver_litmus_import(const struct driver_common *common, const char *path, const char *output,
    bool split, driver_litmus_file *run_file, void *data);

#endif
