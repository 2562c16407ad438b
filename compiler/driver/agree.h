/* agree.h: scenarios under memory models, as models and as C. */
#ifndef DRIVER_AGREE_H
#define DRIVER_AGREE_H

#include "agree/explore.h"
#include "compiler/driver/counterexample.h"

struct agree_arguments {
	struct verify_arguments verify; /* first, as for every subcommand */
	struct agree_bounds bounds;     /* of the exploration of C */
	bool chose_workers;             /* --workers was given */
	const char *mutant;             /* of the specification, or NULL */
	bool retraces;                  /* the model shall do what the C has done */
	const char *trace;              /* the file for the trace of a failure; or NULL */
	const char *follow;             /* the file of the story that is to be followed; or NULL */
	bool directs;                   /* the story is the scheduler of the C at once */
};

enum agree_verdict {
	AGREE_UNKNOWN,
	AGREE_EQUAL,     /* each end is one of the other, and nothing was left out */
	AGREE_WITHIN,    /* each end of the C is one of the model; not all schedules were tried */
	AGREE_DIFFERENT, /* an end that the other does not have, or the C fails: `why' */
	AGREE_UNDECIDED, /* `why' */
	AGREE_FAILED     /* a tool failed: `why' */
};
extern const char *const agree_verdict_name[];

struct trail;
struct agree_retraced;
struct agree_cell { /* a scenario under a memory model */
	const struct ir_scenario *scenario;
	enum ir_memory memory;
	const char *name; /* "two_roots sc" */
	struct agree_ends model, c;
	const struct guide *guide; /* what the C has to follow; or NULL */
	struct agree_found found;  /* of the C */
	unsigned workers;          /* of the C */
	bool explored;             /* to an end: no signal came */
	enum agree_verdict verdict;
	const char *why;
	const struct agree_end *only_c, *only_model; /* DIFFERENT: ends that differ, or NULL */
	const struct agree_retraced
	    *retraced;                 /* what the model does of a failure or `only_c'; or NULL */
	const struct trail *model_run; /* that ends as `only_model'; or NULL */
	const struct counterexample *counterexample; /* or NULL */
};

/* All cells of a file. */
struct agree_plan {
	struct driver_spec *spec;
	struct gd_arena *arena;
	const struct ir_spec *ir;
	const struct ir_spec
	    *code; /* the same, of which C is made: loops over data words are loops */
	GD_VEC(struct agree_cell) cells;
	GD_VEC(struct camp_job) jobs; /* of the models: the job of a cell has its index */
	int *
	    interrupted_by; /* takes the signal that ends a search; NULL: this process dies of it */
};

/* ---- agree-options.c */
/* Options of agree and explore, for argp's children.  Their input is a struct agree_arguments. */
extern const struct argp agree_common_argp;
/* Parses the command line.  Returns a driver_status. */
int agree_parse_arguments(const struct argp *argp, int argc, char **argv,
    struct agree_arguments *arguments);

/* ---- agree-cells.c */
/* The signal NUMBER, unless it is 0, has ended a search. */
void agree_note_signal(const struct agree_plan *plan, int number);
bool agree_was_interrupted(const struct agree_plan *plan);
/* Fills in the cells for FILE. false: a message was written. */
bool agree_plan_cells(const struct agree_arguments *arguments, const char *file,
    struct agree_plan *plan);
/* The file for the schedule of a failure of the cell: where there are several, each has its own. */
const char *agree_schedule_of(const struct agree_arguments *arguments,
    const struct agree_plan *plan, const struct agree_cell *cell);
/* Explores the C of the cells that are still unknown.  COMPARES: until an end is none of the
 * model's. false: nothing could be built, and a message
 * was written.  Cells that a signal keeps from being explored are undecided. */
bool agree_run_programs(const struct agree_arguments *arguments, struct agree_plan *plan,
    bool compares);

/* ---- agree-models.c */
/* Finds the ends of the models' runs. false: nothing could be run, and a message was written. */
bool agree_run_models(const struct agree_arguments *arguments, struct agree_plan *plan,
    struct camp_summary *summary);
/* A run of the model of CELL that ends as END does.  NULL: none was found. */
const struct trail *agree_find_model_run(const struct agree_arguments *arguments,
    const struct agree_plan *plan, const struct agree_cell *cell, const struct agree_end *end);
/* Shows the `model_run' of CELL, and how far the C follows it. */
void agree_show_model(const struct agree_arguments *arguments, const struct agree_plan *plan,
    const struct agree_cell *cell, FILE *out);

struct pml_request agree_request(const struct agree_arguments *arguments,
    const struct agree_plan *plan, const struct agree_cell *cell);
/* One search of the model TEXT for a short run that fails. */
struct camp_job agree_one_search(const struct agree_plan *plan, const struct agree_cell *cell,
    const struct pml_request *request, const char *text);
/* false: none could be run, and a message was written, or a signal ended it. */
bool agree_run_jobs(const struct agree_arguments *arguments, const struct agree_plan *plan,
    struct camp_job *jobs, size_t count, struct camp_summary *summary);

/* ---- retrace.c */
enum agree_retraced_is {
	RETRACED_NOTHING,        /* no event of the C is one of the model; or not under sc */
	RETRACED_UNKNOWN,        /* how far the model comes: `why' */
	RETRACED_PART,           /* no run does event `followed' */
	RETRACED_ENDS,           /* `run' does all events, and ends as the C */
	RETRACED_ENDS_OTHERWISE, /* no run does all events and ends as the C */
	RETRACED_FAILS,          /* the C fails, and `failing' fails when it has done all events */
	RETRACED_FAILS_EARLY,    /* `failing' fails before it has done them */
	RETRACED_HOLDS,          /* no run that does all events fails */
	RETRACED_UNDECIDED       /* whether one fails: `why' */
};
struct agree_retraced {
	enum agree_retraced_is is;
	struct trail *run;     /* does the first `followed' events, or all; or NULL */
	struct trail *failing; /* or NULL */
	const char **events;   /* of the C, as text */
	size_t count, followed;
	const char *why;
};
/* Has the model of CELL do what its C has done: TRACE is what the program has printed, and END how
 * it has ended, or NULL if it has failed. */
void agree_retrace(const struct agree_arguments *arguments, const struct agree_plan *plan,
    const struct agree_cell *cell, const char *trace, const struct agree_end *end,
    struct agree_retraced *found);
/* Fills in `retraced' of CELL, whose C fails, or has `only_c'. */
void agree_retrace_cell(const struct agree_arguments *arguments, const struct agree_plan *plan,
    struct agree_cell *cell);
/* Whether only the end of a run, or a run without end, can break the property. */
bool agree_is_owed(const struct ir_property *property);

/* ---- retrace-text.c */
/* Reports how far the model comes. */
void agree_write_retraced(const struct agree_plan *plan, const struct agree_cell *cell,
    const struct agree_retraced *found, FILE *out);

/* ---- explore-trace.c */
/* The property of a trace of an execution that fails in C only.  It is no name of a property. */
#define AGREE_THE_C "the C"
/* Writes the trace of the failing execution of CELL, which the model repeats as FOUND says.  Reports to
 * OUT, unless NULL, whether the C has the states of the trace.  false: no trace was written, but a message. */
bool explore_write_trace(const struct agree_arguments *arguments, const struct agree_plan *plan,
    const struct agree_cell *cell, const struct agree_retraced *found, FILE *out);
/* The run of the model that repeats CELL's execution as far as FOUND says, with what the C says at its end.
 * FOUND has such a run. */
struct trail explore_trail(const struct agree_plan *plan, const struct agree_cell *cell,
    const struct agree_retraced *found);
/* A command that repeats the failure of CELL; NULL: its schedule was not kept. */
const char *explore_command(const struct agree_arguments *arguments, const struct agree_plan *plan,
    const struct agree_cell *cell);
/* `gcdsl COMMAND' for this cell alone. */
const char *explore_cell_command(const struct agree_arguments *arguments,
    const struct agree_plan *plan, const struct agree_cell *cell, const char *command);

/* ---- follow.c */
/* Has the C of FILE do what a story says, and reports how far it comes.  Returns a driver_status. */
int follow_file(struct agree_arguments *arguments, const char *file);
/* The same for a run of the model of CELL, of which STORY is what `gcdsl trace --json' writes. */
void follow_model(const struct agree_arguments *arguments, const struct agree_plan *plan,
    const struct agree_cell *cell, FILE *story, FILE *out);

/* ---- agree-counterexample.c */
/* Fills in `counterexample' of each cell that FAILS, if an option asks for it.  Its `retraced' and `model_run'
 * are there.  COMMAND: what shows the failure of a cell again, or NULL. */
void agree_find_counterexamples(const struct agree_arguments *arguments, struct agree_plan *plan,
    bool (*fails)(const struct agree_cell *cell),
    const char *(*command)(const struct agree_arguments *a, const struct agree_plan *plan,
	const struct agree_cell *cell));
/* Below the table: the paragraphs, and where the files are. */
void agree_write_counterexamples(const struct agree_plan *plan, FILE *out);
/* What was found for --json, --sarif and --report.  OBJECT: what --json writes; its reference is taken. */
struct json_t;
void agree_write_for_tools(const struct agree_arguments *arguments, const struct agree_plan *plan,
    const char *command, struct json_t *object,
    const char *(*verdict)(const struct agree_cell *cell));

/* ---- agree-report.c */
void agree_report_text(const struct agree_arguments *arguments, const struct agree_plan *plan,
    FILE *out);
/* If a signal has ended a search: writes how much was done, and the files that the options ask for, and dies of
 * the signal. */
void agree_end_if_interrupted(struct agree_arguments *arguments, const struct agree_plan *plan,
    int status);
/* The object of doc/agree.md, with CELLS. */
struct json_t *agree_report_json(const struct agree_plan *plan,
    struct json_t *(*cell)(const struct agree_cell *cell));
struct json_t *agree_cell_json(const struct agree_cell *cell);
struct json_t *agree_ends_json(const struct agree_ends *ends);
void agree_add_counts(const struct agree_cell *cell, struct json_t *object);
/* Writes what a program has reported, one line for each event. */
void agree_tell_program(const struct agree_plan *plan, const struct agree_cell *cell,
    const char *trace, FILE *out);

#endif
