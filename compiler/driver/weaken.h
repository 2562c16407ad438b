/* weaken.h: which memory orders of a specification could be weaker.
 *
 *   weaken.c         the command
 *   weaken-cell.c    cells of scenarios and of litmus tests, seen as one kind
 *   weaken-meaning.c would a model show what a weaker order lets happen?
 *   weaken-reads.c   … by loads that come early or late
 *   weaken-program.c … by what the program does after a barrier
 *   weaken-try.c     one try: other orders, the cells whose models they change
 *   weaken-search.c  which orders are tried, and what all of them are together
 *   weaken-report.c  what was found, for people and for tools
 *   weaken-apply.c   the specification's text with what was found
 *   weaken-remark.c  what verify says of it, later */
#ifndef DRIVER_WEAKEN_H
#define DRIVER_WEAKEN_H

#include "compiler/driver/verify.h"
#include "compiler/sema/orders.h"

enum weaken_outcome {
	WEAKEN_SAME,  /* no cell has the operation in its model */
	WEAKEN_HOLDS, /* every verdict is the expected one */
	WEAKEN_FAILS,
	WEAKEN_UNKNOWN,      /* a limit, a tool, or no model can be made */
	WEAKEN_NOT_MODELLED, /* no model would show the effect of the weaker order */
	WEAKEN_NO_EFFECT,    /* under this memory model the weaker order is the same */
	WEAKEN_STOPPED       /* by a signal */
};
extern const char *const weaken_outcome_name[];

struct weaken_try {
	enum syn_order order;
	bool must_show; /* input: NOT_MODELLED unless some model would show the weaker order */
	enum weaken_outcome outcome;
	bool by_none;         /* NOT_MODELLED: no other memory model shows it either */
	bool partly;          /* a part of what is lost has no effect under this memory model */
	bool by_all;          /* HOLDS: checked with all other sites as weak as they can be */
	size_t cells;         /* number of cells whose models it changes */
	plan_words failed;    /* FAILS, UNKNOWN: the cells */
	const char *cell;     /* the first of them; NULL: no models were made */
	const char *property; /* FAILS: the property; NULL: something else failed */
	const char *what;     /* FAILS: "none_lost fails" */
	const char *story;    /* FAILS: the run, as text; NULL: there is none */
	const char *reason;   /* UNKNOWN, NOT_MODELLED */
	bool tool_failed;
};
struct weaken_result { /* one site under one memory model */
	GD_VEC(struct weaken_try) tries;
	bool has_candidate; /* for the search: there is an order to try next */
	enum syn_order candidate;
	bool candidate_partly;
};
struct weaken_site {
	struct sem_site site;
	struct weaken_result *under; /* by index of `memories` */
	enum syn_order together;     /* allowed by all models and all other sites */
	bool is_apart;               /* for the search: whether it holds depends on other sites */
};

struct weaken {
	struct verify_arguments arguments; /* first, because argp gets it */
	bool apply, stories;
	struct gd_arena *arena; /* for the results */
	const char *file;
	struct plan base;
	struct camp_summary summary;
	plan_words memories; /* memory models of the cells, in their order */
	bool *means_nothing; /* by memory model: true for sc, where no order makes a difference */
	struct weaken_site *sites;
	size_t site_count;
	plan_words killers;         /* by memory model: the last cell that failed */
	struct weaken_try together; /* all sites at the weakest orders that hold alone */
	bool greedy;                /* the weakest orders do not all hold together */
	bool applied;
	int interrupted_by;
	bool broken; /* nothing can be run, and a message was written */
	size_t tries;
};

struct weaken_cell {
	const char *name;     /* "chain any sc", "litmus sb tso" */
	const char *scenario; /* or litmus test */
	const char *memory;
	struct plan_cell *cell; /* one of the two */
	struct plan_litmus *litmus;
};
size_t weaken_cell_count(const struct plan *plan);
struct weaken_cell weaken_cell_at(const struct plan *plan, size_t index);
bool weaken_cell_find(const struct plan *plan, const char *name, struct weaken_cell *cell);
size_t weaken_cell_jobs(const struct weaken_cell *cell);
size_t *weaken_cell_job(const struct weaken_cell *cell, size_t index);
enum camp_verdict weaken_cell_unwanted(const struct weaken_cell *cell, size_t index);
enum plan_outcome weaken_cell_outcome(const struct plan *plan, const struct weaken_cell *cell);
/* Of a cell that differs: the run, the words, and the property (or NULL). */
const char *weaken_cell_story(struct gd_arena *arena, const struct plan *plan,
    const struct weaken_cell *cell);
const char *weaken_cell_what(struct gd_arena *arena, const struct plan *plan,
    const struct weaken_cell *cell, const char *story);
const char *weaken_cell_property(const struct plan *plan, const struct weaken_cell *cell);

/* Whether the model of a cell shows the effect of weaker orders. */
enum weaken_meaning {
	WEAKEN_SHOWN,
	WEAKEN_PARTLY,         /* all that has an effect under this memory model, but not all has */
	WEAKEN_WITHOUT_EFFECT, /* none has */
	WEAKEN_NOT_SHOWN,      /* under this memory model, in this scenario */
	WEAKEN_NEVER_SHOWN     /* in no model of a collector */
};
/* Why a model does not show the effect. */
struct weaken_gap {
	const char *why;         /* may have one %s, for the place BY; NULL: the model shows it */
	const struct gd_loc *by; /* NULL: nothing to name */
	bool elsewhere;          /* the model of another scenario may show it */
};
/* The cell WAS of BASE has become the cell NOW of PLAN, with weaker orders.  GAP: why some of it is not shown. */
enum weaken_meaning weaken_cell_meaning(const struct plan *base, const struct weaken_cell *was,
    const struct plan *plan, const struct weaken_cell *now, struct weaken_gap *gap);

/* Checks the cells (those of MEMORY and SCENARIO; NULL: all) whose models ORDERS change, the
 * likeliest and quickest first, until one of them differs.  LABEL names the try.  ONLY: check just
 * this cell; WEAKEN_NO_CELL: only make the models; NULL: check all. */
#define WEAKEN_NO_CELL ""
void weaken_try_orders(struct weaken *w, const struct sem_order *orders, size_t count,
    const char *memory, const char *scenario, const char *only, const char *label,
    struct weaken_try *try);

/* Fills in `sites`, `together`.  The base's cells are as expected. */
void weaken_search(struct weaken *w);
/* The weakest orders that hold in RESULT; none is weaker than another.  If nothing weaker holds or
 * can be decided, SITE's own order. */
size_t weaken_weakest(const struct weaken_site *site, const struct weaken_result *result,
    enum syn_order weakest[SEM_ORDERS]);

/* Whether the model of some cell has the site. */
bool weaken_is_in_model(const struct weaken_result *result);
/* Whether some weaker order is not the same under this memory model. */
bool weaken_has_effect(const struct weaken_result *result);

/* Whether the tries show that ORDER is enough under this memory model. */
bool weaken_accepts(const struct weaken_result *result, enum syn_order order);
/* Orders that may be enough, because no model shows their effect and no stronger order has
 * failed. */
size_t weaken_undecided(const struct weaken_result *result, enum syn_order undecided[SEM_ORDERS]);

/* "examples/satb.gc:29:3" */
const char *weaken_place(struct gd_arena *arena, const struct sem_site *site);
/* "29:3"; with the file, unless it is the one that the command was given. */
const char *weaken_short_place(const struct weaken *w, const struct gd_loc *loc);
void weaken_report_text(const struct weaken *w, FILE *out);
void weaken_report_json(const struct weaken *w, FILE *out);
/* 4, 3 or 0. */
int weaken_status(const struct weaken *w);

/* Writes the specification's files with the orders `together`.  Returns a driver_status, after a
 * message. */
int weaken_apply(struct weaken *w);

/* Stores the results for verify, and adds what was stored to PLAN's `remarks`. */
void weaken_keep_remarks(struct weaken *w);
void weaken_find_remarks(const struct verify_arguments *arguments, struct plan *plan);

/* ---- weaken-reads.c */
struct weaken_code { /* of a kernel or barrier */
	const struct ir_spec *spec;
	const struct ir_barrier *barrier; /* NULL: of a kernel */
	const struct ir_stmt *body;
	size_t params;
	const struct ir_scenario *scenario;
	struct gd_arena *arena; /* for working */
	bool any_workers;       /* another worker may run whatever the unit's worker runs next */
};
/* What a model in which loads may be early and late does not show of what AT, a read or a fence, orders by acquiring. */
struct weaken_gap weaken_acquire_gap(const struct weaken_code *code, const struct ir_stmt *at);
/* What a model, in which loads MOVE or are all in order, does not show of the reads that AT, a write or a fence, orders by
 * releasing. */
struct weaken_gap weaken_release_gap(const struct weaken_code *code, const struct ir_stmt *at,
    bool moves);

/* ---- weaken-program.c */
/* Whether the operation for which CODE, a barrier, runs uses its result, or reads something after its store. */
bool weaken_operation_goes_on(const struct weaken_code *code);
/* Whether the C of STMT reads the collector's state; a mutator's own view of a phase is none. */
bool weaken_asks(const struct ir_stmt *stmt, bool in_barrier);
/* The gap of an order that may be about what the program does after the barrier. */
extern const struct weaken_gap weaken_in_order;
/* What the model of CODE's scenario does not show of what READ, in a barrier, orders after that barrier. */
struct weaken_gap weaken_program_gap(const struct weaken_code *code, const struct ir_stmt *read);

#endif
