/* plan.h: from a specification's cells to models that the campaign checks. */
#ifndef DRIVER_PLAN_H
#define DRIVER_PLAN_H

#include "compiler/driver/driver.h"
#include "compiler/ir/litmus.h"
#include "promela-backend/campaign/campaign.h"

typedef GD_VEC(const char *) plan_words;
struct counterexample;

struct plan_filter { /* selects cells; an empty list selects all */
	plan_words scenarios, memories, workers, properties, mutants;
	plan_words sets; /* "option=value" */
	bool no_mutants;
	bool only_litmus; /* only litmus tests, under all memory models */
	const struct sem_order *orders;
	size_t order_count;        /* orders to use instead of those in the text */
	struct driver_model model; /* how models are made */
	const char *until;         /* cut each run at this bucket or phase; or NULL */
	enum pml_strategy strategy;
	bool shortest;      /* search for short counterexamples in all cells */
	bool cuts_asserts;  /* not in runs in which an assert fails (pml_is_assert) */
	bool each_property; /* a cell, and a model, for each property */
	/* Its lists select as well, and may select nothing; or NULL.  Then `fitting', if it is not NULL, gets
	 * the words of its lists that fit some cell of the specification; they are in `fitting_arena'. */
	const struct plan_filter *within;
	plan_words *fitting;
	struct gd_arena *fitting_arena;
};

struct plan_check { /* one job and the expected result */
	size_t job;
	enum sem_expectation expected;
	const struct ir_property *const *properties;
	size_t property_count;
	enum pml_strategy strategy;
	bool sees_all; /* if it finds nothing, it has looked at all states of the model */
	size_t window; /* most stores that a mutator holds back; 0: all runs */
	struct pml_premises premises;
};
/* What a cell is about that has only built-in properties. */
extern const char plan_built_in[];
struct plan_cell {
	const struct sem_cell *cell;
	const struct ir_spec *ir; /* NULL: a mutant that the static checks must catch */
	const struct ir_scenario *scenario;
	const struct ir_workers *workers;
	enum ir_memory memory;
	GD_VEC(struct plan_check) checks;
	const char *name;     /* "chain again=false sc any" */
	const char *property; /* the one that the cell is about, or plan_built_in; NULL: all */
	bool is_failing;      /* … and it is expected to fail */
	size_t reports;
	const char *first_report; /* of the static checks, for mutants `caught by check` */
	const struct counterexample *counterexample; /* NULL: there is none, or nobody asked */
};
struct plan_litmus { /* a litmus test under a memory model: litmus.h */
	const struct ir_litmus *test;
	enum ir_memory memory;
	size_t job;
	const char *name;                            /* "litmus sb tso" */
	const struct litmus_outcomes *outcomes;      /* NULL until the job has its result */
	const struct counterexample *counterexample; /* as above */
};
struct plan {
	struct gd_arena *arena;
	struct driver_spec *spec;
	const char *file;
	const char *title; /* of the part of a campaign; NULL: none */
	const char *collector;
	struct driver_model model; /* this and the next three: as in the filter */
	const char *until;
	enum pml_strategy strategy;
	bool cuts_asserts;
	plan_words properties; /* that the filter names */
	long memory_limit;     /* of a search, in MB.  0: the default */
	const char *simplest;  /* " --raw": which runs `trace' was asked for; or NULL */
	GD_VEC(struct plan_cell) cells;
	GD_VEC(struct plan_litmus) litmus;
	GD_VEC(struct camp_job) jobs;
	size_t unmodelled;  /* number of jobs without a model */
	plan_words remarks; /* other facts about the specification, one line each */
};

/* Fills in PLAN for FILE. false: the specification or the filter is wrong, and messages were
 * written to standard error.  Release with plan_free in both cases. */
bool plan_make(struct plan *plan, const struct driver_common *common, const char *file,
    const struct plan_filter *filter);
void plan_free(struct plan *plan);
/* Checks the words of FILTER, and notes which fit (`fitting'), without making models.  false: the specification
 * or a word is wrong, and messages were written. */
bool plan_check_words(const struct driver_common *common, const char *file,
    const struct plan_filter *filter);
/* Fills in PLAN, in ARENA, with cells of the specification that BASE has open.  Writes no messages:
 * returns false and *why if no models can be made.  There is nothing to release. */
bool plan_again(struct plan *plan, const struct plan *base, struct gd_arena *arena,
    const struct plan_filter *filter, const char **why);

/* The text of REQUEST's model.  NULL: there is none, and *why has the reason. */
const char *plan_model_text(struct gd_arena *arena, const struct pml_request *request,
    const char **why);
/* What the model of CHECK is of. */
struct pml_request plan_request(const struct plan *plan, const struct plan_cell *cell,
    const struct plan_check *check);
/* Gives JOB the run of its verifier that only searches for assertions that fail. */
void plan_add_safety_run(struct gd_arena *arena, struct camp_job *job);
/* Gives JOB, whose model is of REQUEST, the runs of its verifier. */
void plan_add_runs(struct gd_arena *arena, const struct pml_request *request, struct camp_job *job);
/* The foldings that model INDEX of them is without; 0: none more than the request says.  false: there is
 * no such model. */
bool plan_fewer_foldings(size_t index, unsigned *no_fold);
/* Whether some model of JOB has loops over slots that are not written out, so that no load is early before its round. */
bool plan_keeps_loops(const struct camp_job *job);
/* Gives JOB, whose model is of REQUEST, the models with fewer foldings. */
void plan_add_fallbacks(struct gd_arena *arena, const struct pml_request *request,
    struct camp_job *job);

/* What rows and suites call PLAN: its file, after the part of the campaign: "idle: marking.gc". */
const char *plan_subject(const struct plan *plan);
/* "none_lost, ends": how rows of the past name the properties of CHECK. */
const char *plan_properties_of(const struct plan *plan, const struct plan_check *check);
/* WORD as a shell reads it.  It is the name of a file or a number, so what begins with `-' is a file. */
const char *plan_quoted(struct gd_arena *arena, const char *word);
/* The command that shows the counterexample of CELL.  CHECK: that of this check; NULL: whichever `trace'
 * shows. */
const char *plan_trace_command(struct gd_arena *arena, const struct plan *plan,
    const struct plan_cell *cell, const struct plan_check *check);
/* The command that shows a run of a litmus test. */
const char *plan_litmus_command(const struct plan *plan, const struct plan_litmus *cell);

/* The result of a cell, compared with what is expected. */
enum plan_outcome {
	PLAN_AS_EXPECTED,
	PLAN_DIFFERS,
	PLAN_INCONCLUSIVE,
	PLAN_TOOL_FAILED,
	PLAN_NOT_RUN
};
enum plan_outcome plan_check_outcome(const struct plan *plan, const struct plan_check *check);
enum plan_outcome plan_cell_outcome(const struct plan *plan, const struct plan_cell *cell);
/* The outcome of a mutant, whose cells are FIRST … LAST-1. *caught: the cell that caught it, or
 * NULL. */
enum plan_outcome plan_mutant_outcome(const struct plan *plan, size_t first, size_t last,
    const struct plan_cell **caught);
/* One past the last cell of the mutant that begins with cell FIRST. */
size_t plan_mutant_end(const struct plan *plan, size_t first);

#endif
