/* internal.h: a specification as code, and its states as vectors of small numbers. */
#ifndef SEMANTICS_INTERNAL_H
#define SEMANTICS_INTERNAL_H

#include <stdint.h>
#include "tests/differential/semantics/semantics.h"

typedef int16_t cell;

/* ------------------------------------------------------------------- expressions */
enum expr_op {
	E_CONST,
	E_VAR,
	E_NOT,
	E_NEGATE,
	E_AND,
	E_OR,
	E_EQ,
	E_NE,
	E_LT,
	E_LE,
	E_GT,
	E_GE,
	E_ADD,
	E_SUB,
	E_IMPLIES,
	E_DRAINED,
	E_IDLE,
	E_EMPTY,
	E_OPEN,
	E_IN_PHASE,
	E_IN_CYCLE,
	E_REQUESTED,
	E_ALL_STOPPED,
	E_GHOST,
	E_PEEK,
	E_FREED,
	E_REACHABLE,
	E_PENDING,
	E_SAME_ORIGIN,
	E_IN_SPACE,
	E_REGION_OF,
	E_FORALL,
	E_EXISTS,
	E_ALWAYS,
	E_EVENTUALLY,
	E_UNTIL,
	E_OPS
};
enum domain { IN_SLOTS, IN_ROOTS, IN_OBJECTS, IN_MUTATORS, IN_EXPECTED, IN_REGIONS, DOMAINS };

/* A location on which memory operations work. */
enum place_kind {
	NO_PLACE,
	AT_SLOT /* a variable */,
	AT_FIELD,
	AT_META,
	AT_LIKE /* object[variable] */
};
struct place {
	enum place_kind kind;
	unsigned var, meta, group;
	const struct expr *object, *index;
	const struct expr *from; /* who stores there makes `object' a copy of this */
};
struct expr {
	enum expr_op op;
	int value;      /* E_CONST; null is -1 */
	unsigned index; /* of the variable, bucket, phase, cycle, ghost or kind */
	bool of_kind;   /* drained, idle, empty: index is that of a kind */
	int of_sort; /* E_REGION_OF: of a region of this sort, or -1: of an object; quantifiers: over this sort */
	enum domain domain;
	unsigned group;
	const struct expr *args[2];
	const struct expr *const *unit;
	unsigned unit_count;
	struct place place;
};

/* -------------------------------------------------------------------------- code */
enum op {
	DO_LET,
	DO_LOAD,
	DO_AWAIT, /* a load that waits for a value: args[0] */
	DO_STORE,
	DO_SWAP,
	DO_CAS,
	DO_ADD,
	DO_SUB,
	DO_AND,
	DO_OR,
	DO_FENCE,
	DO_IF,
	DO_JUMP,
	DO_BEFORE_FIRST,
	DO_NEXT,
	DO_EMIT,
	DO_FREE,
	DO_ALLOC,
	DO_ASK,    /* a policy answers */
	DO_COPY,   /* it begins */
	DO_COPIED, /* … and ends */
	DO_FREE_SPACE,
	DO_FREE_REGION,
	DO_SWAP_SPACES,
	DO_SLIDE, /* args[1]: whether the object DST is selected */
	DO_MOVE,
	DO_STOP,
	DO_STOPPED,
	DO_RESUME,
	DO_BEGIN,
	DO_END,
	DO_REQUEST,
	DO_GHOST,
	DO_ASSERT,
	DO_DONE, /* a kernel's end */
	DO_ACT,
	DO_ROOT,   /* the program's own store; the new object in its root */
	DO_ACCESS, /* of the object args[0], which a barrier has answered; INDEX: it is a load */
	DO_RETURN  /* an operation's end */
};
struct insn {
	enum op op;
	const char *text;                             /* as the specification has it */
	struct sx_reached *runs, *is_true, *is_false; /* NULL: no statement begins here */
	int dst;                                      /* -1: none */
	int listed; /* of a loop over mutators: variable with those it visits */
	const struct expr *args[2];
	struct place place;
	enum domain domain; /* DO_NEXT */
	int sort,
	    in_sort; /* DO_NEXT over regions, DO_FREE_REGION: of this sort; args[0] is a region of that one, or -1: an object */
	unsigned index;        /* of the group, kind, phase, cycle or ghost */
	int into;              /* DO_EMIT: bucket */
	unsigned space, other; /* of DO_ALLOC, and of what is done with spaces */
	const struct expr *const *unit;
	unsigned unit_count;
	unsigned target; /* DO_IF, when it is false; DO_NEXT, behind the loop; DO_JUMP */
	bool shared;     /* a step of its own */
	bool tested;     /* DO_ALLOC: the code compares its result with null */
	bool acquires, acquires_on_failure, releases, is_total; /* the memory order */
	const struct policy *policy;                            /* DO_ASK */
	int load;      /* DO_LOAD: its number in the code, for early.c; -1: it is never early */
	uint64_t live; /* the variables that are read from here on */
};
struct policy {
	const char *name;
	int low, high;    /* its answers */
	uint32_t objects; /* bits: which parameters are references */
};
enum { VARS = 48, PARAMS = 5, OLD = PARAMS, EARLY = 16, EARLY_CELLS = EARLY + 1, LATE = 2 };
struct numbers {
	bool is_number;
	int low, high;
};
struct code {
	struct insn *at;
	unsigned count;
	unsigned var_count;
	unsigned loads;             /* with a number */
	struct numbers range[VARS]; /* of variables that are declared with a type */
	bool is_ref[VARS], is_slot[VARS];
	int region[VARS]; /* 1 + the sort of region that it is, or 0 */
	const char *var[VARS];
};

/* ------------------------------------------------------------------ declarations */
enum multiplicity { ONCE, SET, BAG };
struct kind {
	const char *name;
	enum multiplicity multiplicity;
	unsigned at_most; /* 0: no limit */
	int on;           /* the parameter that is its mutator, or -1 */
	unsigned params;
	uint32_t buckets;
	bool of_loop; /* only a loop over all objects emits it */
	bool exact;   /* its units end in a step of their own (ends.c) */
	struct code code;
};
enum opening { FROM_BEGINNING, WHEN, WHENEVER };
struct bucket {
	const char *name;
	uint32_t kinds, cycles;
	enum opening opening;
	const struct expr *guard, *close_when;
	struct sx_reached *opens, *closes;
	struct code fill;
};
struct phase {
	const char *name;
	bool at_handshake, is_interval;
	bool only_stopped; /* kernels change it only after a stop of their own */
	const struct expr *from, *to;
	bool from_waits, to_waits;        /* asks for work: noticed in a later step */
	struct sx_reached *begins, *ends; /* an interval */
};
struct space {
	const char *name;
};
struct cycle {
	const char *name;
	const struct expr *from, *to;
	struct sx_reached *begins, *ends;
};
/* What an early load has found is kept as this much more: 0 is none.  References are tags below -1. */
enum { EARLY_MORE = 1000 };
struct value {
	const char *name;
	bool is_word; /* the program's: not the collector's metadata */
	int when; /* it lies over its object, and means something if the metadata WHEN is WHEN_IS; -1: it does not */
	int when_is;
	int initial;
	int region;     /* it is metadata of this sort of regions, or -1 */
	unsigned first; /* its first cell among those of regions */
	struct numbers range;
	bool is_ref; /* an object's number, -1 for null, or less: a tag, from -2 down */
	const struct json_t *tags; /* only while the specification is read */
};
struct region {
	const char *name;
	unsigned count;
	const int *first, *last; /* by object */
	const int *around;       /* by region: that in which it lies; NULL: there is none */
};
struct group {
	const char *name;
	unsigned first, size;
	bool weak;
};
struct property {
	const char *name;
	const struct expr *formula;
};

enum action_kind {
	A_READ,
	A_WRITE,
	A_ALLOCATE,
	A_DROP,
	A_PIN,
	A_COLLECT,
	A_YIELD,
	A_GHOST,
	A_CHOOSE,
	A_RECEIVE,
	A_JOIN,
	A_LEAVE,
	A_READ_WORD,
	A_WRITE_WORD,
	A_ASSERT
};
enum { ACTIONS = A_ASSERT + 1 };
struct action {
	enum action_kind kind;
	struct sx_reached *runs;
	int to, object, value; /* roots; -1: null */
	unsigned slot, cycle, ghost, giver, next;
	const struct expr *expr;
	const unsigned *targets;
	unsigned target_count;
	unsigned word;      /* its metadata */
	const char *name;   /* of an assert */
	uint64_t forgotten; /* names of the script, as bits: null or 0 after the action */
};
struct mutator {
	const char *name;
	const struct action *script;
	unsigned actions;
	unsigned first_root, roots;
	const char **root_names;
	const int *initial;
	/* its names: roots, then data words */
	struct code names;
	unsigned first_number, numbers;
};

/* client.c: a most general client.  All that each mutator may do, by mutator. */
struct offers {
	const struct action *at;
	unsigned count;
};
/* What metadata begin with: one of so many values.  References may also be to any object. */
struct beginning {
	int *values;
	unsigned count;
	bool any_object;
};
struct client {
	int steps; /* of each mutator; -1: any number */
	bool receives, collects;
	const struct beginning *begins, *words; /* what metadata begin with, and data words are */
	struct offers *offers;
};

struct sx_spec {
	struct gd_arena *arena;
	const char *why;
	GD_VEC(struct sx_reached *) reached;
	GD_VEC(const char *) ref_tags; /* as they are declared */
	struct value *metas;
	unsigned meta_count;
	struct group *groups;
	unsigned group_count;
	struct value *ghosts;
	unsigned ghost_count;
	struct policy *policies;
	unsigned policy_count;
	struct kind *kinds;
	unsigned kind_count;
	struct bucket *buckets;
	unsigned bucket_count;
	struct phase *phases;
	unsigned phase_count;
	struct cycle *cycles;
	unsigned cycle_count;
	struct space *spaces;
	unsigned space_count; /* 0: the heap is not divided */
	struct region *regions;
	unsigned region_count, region_cells;
	const struct expr *fits;     /* of a line, the variable FITS_OF; NULL: any free place */
	unsigned fits_of, fits_sort; /* the variable, the sort of the regions */
	struct property *properties;
	unsigned property_count;
	/* operations of mutators around their own accesses: a store begins at 0, an allocation … */
	struct code operations; /* … and what a mutator does after a `receive' */
	bool stores_in_steps, allocates_in_steps, receives_in_steps;
	bool exchanges; /* the program's own store is an exchange */
	unsigned first_of_allocate, first_of_receive;
	/* barriers that answer with the object to access; a load begins at … */
	bool redirects_stores, redirects_loads;
	unsigned first_of_load, first_of_pin;
	bool pins; /* programs pin objects */
	/* the scenario */
	const char **objects;
	unsigned object_count, named;
	unsigned slots;          /* of each object */
	const int *initial;      /* slots, by object */
	const int *initial_meta; /* the same for metadata */
	struct mutator *mutators;
	unsigned mutator_count, root_count, number_count;
	struct client *client;    /* NULL: mutators have scripts */
	unsigned asks, cycles_of; /* the environment: how often, for which (bits) */
	bool environment;
	const int *expected;
	unsigned expected_count;
	/* the positions of everything in a state */
	unsigned at_live, at_meta, at_slots, at_roots, at_requested, at_running, at_buckets,
	    at_held, at_numbers, at_phases, at_ghosts, at_stop, at_asked, at_mutators, at_counts,
	    at_units, at_spaces, at_regions, at_taken;
	unsigned unit_cells, mutator_cells, op_vars;
	/* faithful.c: identities of objects, and the heap without a collector */
	bool has_identities, asks_faithful;
	unsigned identities, at_origin, at_meant_roots, at_meant_operands, at_meant_slots,
	    at_meant_metas, at_racing;
	bool loads_race; /* others may store between the beginning of a load and what it finds */
};

/* ------------------------------------------------------------------------ states */
enum { CELLS = 2000 };
/* A state has at_units cells, then units of unit_cells each, sorted. */
struct state {
	unsigned count;
	cell at[CELLS];
};

/* A unit: where it is, and its variables.  Variables that are not live are 0. */
enum { U_WHERE, U_KIND, U_BUCKET, U_PC, U_VARS };
enum { RUNNING, POOL, BUFFER /* + mutator */ };
/* A mutator.  M_PC is 0 at a yield point, otherwise 1 + the place in `operations`. */
enum { M_SCRIPT, M_WAITS, M_STOPPED, M_HANDSHAKES, M_PC, M_TRIES, M_PRESENT, M_VARS };
enum { AWAY, HERE, LEFT };
enum { NOT_STOPPED, STOPPING, STOPPED };
enum { OPEN = 1, OPENED = 2 };

/* What is explored: the specification, perhaps with further mutators. */
struct machine {
	const struct sx_spec *spec;
	struct sx_options options;
	unsigned mutators; /* the scenario's, then idle ones, then joiners */
	bool joins;        /* some mutator joins */
	const struct property **properties;
	size_t property_count; /* that are checked */
	bool counts;           /* counts how many units of each kind have run */
	/* positions that depend on the number of mutators */
	unsigned at_seen, at_counts, at_units, mutator_cells, unit_cells;
	unsigned
	    early; /* after the variables of each unit and mutator: so many cells for early and late loads */
	unsigned
	    at_late; /* late.c; each unit ends with its worker, and the stores before its emit */
};

static inline cell *mutator_at(const struct machine *machine, struct state *s, unsigned m)
{
	return s->at + machine->spec->at_mutators + m * machine->mutator_cells;
}
static inline bool is_idle_mutator(const struct machine *machine, unsigned m)
{
	return m >= machine->spec->mutator_count &&
	    m < machine->spec->mutator_count + machine->options.idle_mutators;
}
static inline unsigned units_of(const struct machine *machine, const struct state *s)
{
	return (s->count - machine->at_units) / machine->unit_cells;
}
static inline cell *unit_at(const struct machine *machine, struct state *s, unsigned n)
{
	return s->at + machine->at_units + n * machine->unit_cells;
}

/* ------------------------------------------------------------------------- steps */
enum step_kind {
	S_CLAIM,
	S_RUN,
	S_FLUSH,
	S_SCRIPT,
	S_OPERATION,
	S_STOP,
	S_JOIN,
	S_LEAVE,
	S_OPEN,
	S_CLOSE,
	S_BEGIN,
	S_END,
	S_PHASE,
	S_REQUEST,
	S_PERFORM
};
struct event {
	enum sx_seen seen;
	const char *verb, *name;
	int value; /* -1: none */
};
enum { EVENTS = 40 };
struct step {
	enum step_kind kind;
	unsigned who; /* mutator, bucket, cycle or phase */
	cell unit[U_VARS + VARS + EARLY_CELLS + LATE];
	const struct insn *insn; /* the shared one */
	const char *action;
	struct event events[EVENTS];
	unsigned event_count;
	bool failed;
	enum sx_check check;
	const char *name; /* of an assert or property */
};

/* A step that is being made: STATE becomes the state after it. */
struct making {
	const struct machine *machine;
	struct state *state;
	struct step *step;
};
typedef void sx_visit(void *context, const struct step *step, const struct state *state);

void sx_initial(const struct machine *machine, struct state *s);
/* heaps.c.  Calls BEGINS for each state in which a run may begin. */
typedef void sx_begins(void *context, const struct state *s);
void sx_begin_each(const struct machine *machine, sx_begins *begins, void *context);
/* client.c.  Whether the mutator of a client can do this, and it is not nothing. */
bool sx_may_do(const struct machine *machine, const struct state *s, unsigned m,
    const struct action *action);
void sx_steps(const struct machine *machine, const struct state *s, sx_visit *visit, void *context);
bool sx_is_over(const struct machine *machine, struct state *s);

/* reached.c */
struct json_t;
struct sx_reached *sx_reached_at(struct sx_spec *spec, const struct json_t *object,
    enum sx_reached_what what);
void sx_reach(struct sx_reached *reached); /* NULL: nothing */
void sx_forget_reached(const struct sx_spec *spec);

/* look.c */
struct frame {
	int var[VARS];
	int early[EARLY]; /* by load: 0, or what it has found already, plus EARLY_MORE */
	unsigned waiting; /* loads, as bits, that have been passed by and are not done */
	unsigned pc;
	int mutator;
	int kind,
	    worker; /* of a unit: its kind, or -1, and 1 + the worker with a store buffer, or 0 */
	const struct code *code;
	int taken; /* the cell for an `alloc`, or -1; or the answer of a policy */
	bool allocates, may_not_take; /* set by an `alloc`; it may not take this one */
	const struct policy *asked;   /* set by a question */
};
int sx_eval(const struct machine *machine, struct state *s, const struct frame *frame,
    const struct expr *expr);
bool sx_is_reachable(const struct machine *machine, struct state *s, int object);
bool sx_drained_bucket(const struct machine *machine, struct state *s, unsigned bucket);
bool sx_all_stopped(const struct machine *machine, struct state *s);
bool sx_in_cycle(const struct machine *machine, struct state *s, unsigned bucket);
unsigned sx_units(const struct machine *machine, struct state *s, unsigned kind, int bucket,
    unsigned where);
bool sx_visible_mutator(const struct machine *machine, struct state *s, unsigned m);
/* Whether the unit has done its last statement and has not ended yet. */
bool sx_unit_is_over(const struct machine *machine, const cell *unit);

/* run.c */
void sx_fail(struct making *making, enum sx_check check, const char *name);
/* If NUMBER is outside RANGE, reports it for NAME.  Then the run has no further meaning. */
void sx_take_number(struct making *making, const struct numbers *range, int number,
    const char *name);
void sx_set_ghost(struct making *making, unsigned index, int value);
void sx_event(struct making *making, enum sx_seen seen, const char *verb, const char *name,
    int value);
bool sx_can_go_on(const struct machine *machine, struct state *s, const struct frame *frame);
/* Whether STEP, from S, takes up a unit and needs a worker that runs none; whether some unit waits for a value in S. */
bool sx_needs_worker(const struct machine *machine, struct state *s, const struct step *step);
bool sx_some_unit_awaits(const struct machine *machine, struct state *s);
/* Runs instructions that others cannot notice, up to the next shared one. */
void sx_run_private(struct making *making, struct frame *frame);
void sx_go_on(struct making *making, struct frame *frame);
void sx_access_memory(struct making *making, struct frame *frame, const struct insn *insn);
void sx_begin_store(struct making *making, struct frame *frame);
void sx_fill(struct making *making, const struct code *code);
void sx_flush_buffers(struct making *making, unsigned m);
void sx_see_phases(struct making *making, unsigned m);
void sx_set_phase(struct making *making, unsigned phase, int value);
void sx_access_cell(struct making *making, int object);

/* moving.c: `alloc' and `copy'.
 *
 * A copy has a step in which it begins and one in which it ends.  Fails if an access to a slot of OBJECT
 * gets in the way of one that goes on. */
void sx_access_slots(struct making *making, int object, bool stores);
/* INSN, a load or a store, has found or stores VALUE.  It may be of an overlay. */
void sx_check_overlay(struct making *making, const struct frame *frame, const struct insn *insn,
    int value);
void sx_access_overlay(struct making *making, unsigned meta, int object, bool stores, int value);
/* A policy answers what FRAME has taken. */
void sx_ask(struct making *making, struct frame *frame, const struct insn *insn);
/* Whether all lines of the place let an allocation take it. */
/* To place objects, a thread takes a run of lines, and keeps it until it gives it back. */
enum taker { BY_MUTATORS, BY_WORKERS, TAKERS };
bool sx_fits(const struct machine *machine, const struct state *s, enum taker by, int object);
void sx_take_hole(struct making *making, enum taker by, int object);
void sx_give_back(struct making *making, enum taker by);
void sx_alloc(struct making *making, struct frame *frame, const struct insn *insn);
/* look.c.  The part of the cells in which OBJECT is; whether that is SPACE now. */
unsigned sx_part(const struct sx_spec *spec, unsigned object);
bool sx_is_in_space(const struct machine *machine, const struct state *s, int object,
    unsigned space);
/* regions.c.  Regions are numbered from 0; -1 is none. */
enum { NOWHERE = -2 };
void sx_initial_regions(const struct sx_spec *spec, struct state *s);
/* The sort of region that EXPR is; -1: it is none. */
int sx_sort_of(const struct code *code, const struct expr *expr);
bool sx_lies_on(const struct sx_spec *spec, int object, int sort, int region);
int sx_region_of(const struct sx_spec *spec, const struct expr *expr, int of);
/* The region after AT in OF, a region of IN_SORT or (-1) an object; NOWHERE: of all. */
int sx_next_region(const struct sx_spec *spec, int sort, int in_sort, int of, int at);
cell *sx_region_cell(const struct sx_spec *spec, struct state *s, unsigned meta, int region);
/* The cell holds a new object; it holds none any more. */
void sx_take_cell(struct making *making, unsigned object);
void sx_free_cell(struct making *making, int object);
/* sliding.c */
void sx_slide(struct making *making, const struct frame *frame, const struct insn *insn);
void sx_move(struct making *making, const struct frame *frame, const struct insn *insn);
/* spaces.c */
void sx_swap_spaces(struct making *making, const struct insn *insn);
void sx_begin_copy(struct making *making, const struct frame *frame, const struct insn *insn);
void sx_end_copy(struct making *making, const struct frame *frame, const struct insn *insn);
/* For each `alloc' of CODE, whether its result is tested.  The code has been read. */
void sx_find_tested(struct code *code);
void sx_sort_units(const struct machine *machine, struct state *s);
void sx_remove_unit(struct making *making, unsigned n);

/* faithful.c.  M: a mutator; roots are numbers of its own, -1: null. */
void sx_lay_out_identities(struct sx_spec *spec, unsigned *at);
void sx_first_identities(const struct machine *machine, struct state *s);
void sx_number_identities(const struct machine *machine, struct state *s);
void sx_new_identity(struct making *making, unsigned object);
/* The cell TO gets a copy of the object in FROM. */
void sx_copy_identity(struct making *making, int from, int to);
void sx_lose_identity(struct making *making, int object);
int sx_origin(const struct machine *machine, const struct state *s, int object);
void sx_use_root(struct making *making, unsigned m, int root);
void sx_meant_copy(struct making *making, unsigned m, int root, unsigned giver, int from);
void sx_meant_new(struct making *making, unsigned m, int root, int object);
void sx_meant_read(struct making *making, unsigned m, int object, unsigned slot, int to, int found);
void sx_meant_read_word(struct making *making, unsigned m, int object, unsigned meta, int found);
void sx_meant_write_word(struct making *making, unsigned m, int object, unsigned meta, int value);
void sx_meant_load(struct making *making, unsigned m, unsigned number);
void sx_meant_begin(struct making *making, unsigned m, int object, int value);
void sx_meant_hold(struct making *making, unsigned m, int object);
void sx_meant_store(struct making *making, unsigned m, unsigned slot);
void sx_meant_redirected(struct making *making, unsigned m, int object);
void sx_meant_access(struct making *making, unsigned m, unsigned number, bool loads, int value,
    int target);
void sx_meant_rooted(struct making *making, unsigned m, unsigned root);

/* early.c: loads before their place.
 *
 * LOAD is to be done before its place, which is ahead of FRAME.  Returns false if it cannot be. */
bool sx_load_early(struct making *making, struct frame *frame, const struct insn *load);
/* Whether INSN is a load that is done already: then its variable gets what it has found. */
bool sx_take_early(struct frame *frame, const struct insn *insn);
/* What is dropped because FRAME is about to execute INSN; and after that. */
void sx_drop_early(const struct machine *machine, struct state *s, struct frame *frame,
    const struct insn *insn);
/* Keeps only what may still be read from where FRAME is. */
void sx_keep_early(struct frame *frame);
void sx_get_early(const struct machine *machine, struct frame *frame, const cell *from);
void sx_put_early(const struct machine *machine, const struct frame *frame, cell *to);

/* location.c.  The number of the location, or -1 if it is in no object. */
int sx_location(const struct machine *machine, struct state *s, const struct frame *frame,
    const struct place *place);
cell *sx_cell(const struct machine *machine, struct state *s, int location);

/* late-load.c: loads after their place.
 *
 * FRAME passes by the load at which it is.  Returns false if that load cannot be late, or nobody could tell. */
bool sx_pass_by(struct making *making, struct frame *frame);
/* FRAME does the load NUMBER, which it has passed by.  Returns false if it has not. */
bool sx_do_late_load(struct making *making, struct frame *frame, unsigned number);

/* waiting.c: these loads.
 *
 * Load NUMBER of FRAME's code; whether it waits; whether LOAD must be done before INSN. */
const struct insn *sx_load_number(const struct frame *frame, unsigned number);
bool sx_is_waiting(const struct frame *frame, unsigned number);
bool sx_needs(const struct insn *insn, const struct insn *load);
/* Whether such a load must be done before FRAME goes on. */
bool sx_is_held(const struct machine *machine, struct state *s, const struct frame *frame);
/* Whether one of the location AT waits. */
bool sx_waits_at(const struct machine *machine, struct state *s, const struct frame *frame, int at);
/* The variables that FRAME still needs.  Forgets loads whose values nobody reads. */
uint64_t sx_needed(struct frame *frame);
/* reads.c.  The variables that INSN reads. */
uint64_t sx_reads(const struct insn *insn);
/* late.c: stores of workers that reach memory later. */
unsigned sx_late_cells(void);
/* What FRAME's thread sees AT. */
cell *sx_seen(const struct machine *machine, struct state *s, const struct frame *frame, cell *at);
/* What INSN, an access AT, waits for is done. */
void sx_late_load(struct making *making, const struct frame *frame, const struct insn *insn);
void sx_late_change(struct making *making, const struct frame *frame, const struct insn *insn,
    cell *at);
void sx_late_fence(struct making *making, const struct frame *frame, const struct insn *insn);
/* The store waits.  false: it is done at once. */
bool sx_late_store(struct making *making, struct frame *frame, const struct insn *insn, cell *at,
    int value);
bool sx_late_room(const struct machine *machine, struct state *s, const struct frame *frame);
/* What the unit has stored is done, where it has a lock: before INSN; when a bucket opens; when all workers are
 * parked that run no unit. */
void sx_late_order(struct making *making, const struct frame *frame, const struct insn *insn);
void sx_late_opening(struct making *making, const struct expr *guard);
void sx_late_parked(struct making *making);
/* A step of the unit ends, IS_OVER: and it has done its last statement. */
void sx_late_rest(struct making *making, struct frame *frame, bool is_over);
void sx_late_emit(struct making *making, const struct frame *frame, cell *unit);
/* How many workers run no unit and ran one of KIND before. */
unsigned sx_late_resting(const struct machine *machine, struct state *s, unsigned kind);
/* Whether the worker, 0 one without stores, may take the unit; it does. */
bool sx_late_may_claim(const struct machine *machine, struct state *s, const cell *unit,
    unsigned w);
void sx_late_claim(struct making *making, cell *unit, unsigned w);
/* Whether store number E can reach memory; it does. */
bool sx_late_is_ready(const struct machine *machine, struct state *s, unsigned e);
void sx_late_perform(struct making *making, unsigned e);
bool sx_holds_back(const struct machine *machine, struct state *s);

/* offer.c, mutator.c, releaser.c */
bool sx_joins(const struct mutator *mutator); /* it exists only from its script on */
struct offer {
	const struct machine *machine;
	const struct state *from;
	sx_visit *visit;
	void *context;
	struct state state;
	struct step step;
};
struct making sx_begin(struct offer *offer, enum step_kind kind, unsigned who);
void sx_take(struct offer *offer);
void sx_mutator_steps(struct offer *offer);
void sx_releaser_steps(struct offer *offer);

/* states.c: a set of states */
struct states;
struct states *sx_states_new(const struct machine *machine);
void sx_states_free(struct states *states);
/* Adds S and returns its number. *is_new: it was not there. */
uint32_t sx_states_add(struct states *states, const struct state *s, unsigned position,
    bool *is_new);
void sx_states_get(const struct states *states, uint32_t number, struct state *s,
    unsigned *position);
uint32_t sx_states_count(const struct states *states);

/* text.c */
const char *sx_outcome(struct gd_arena *arena, const struct machine *machine, struct state *s,
    const char *how);
const char *sx_step_text(struct gd_arena *arena, const struct machine *machine,
    const struct step *step, struct state *before, struct state *after);
const char *sx_event_text(struct gd_arena *arena, const struct event *event);

/* property.c */
void sx_choose_properties(struct gd_arena *arena, struct machine *machine);
/* The first property that does not hold in S.  NULL: all hold. */
const struct property *sx_broken(const struct machine *machine, struct state *s, bool initially);

/* steps.c */
void sx_set_up(struct machine *machine, const struct sx_spec *spec,
    const struct sx_options *options, bool counts);

#endif
