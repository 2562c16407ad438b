/* pml.h: from the IR to a Promela model of one cell. */
#ifndef PML_PML_H
#define PML_PML_H

#include "compiler/base/out.h"
#include "compiler/ir/ir.h"

enum pml_strategy { PML_SAFETY, PML_LTL };

/* Reductions of the model.  Each is applied where its side condition holds (doc/model.md).  A bit
 * of no_fold switches it off. */
enum pml_fold {
	PML_FOLD_CLAIMS,   /* a unit is claimed in its first step */
	PML_FOLD_SETS,     /* equal units of an idempotent kind are one */
	PML_FOLD_OPENINGS, /* a bucket opens in the step that makes its guard true */
	PML_FOLD_PRIVATE,  /* loads and stores that no other thread can notice join other steps */
	PML_FOLD_BUFFERS,  /* workers take units from buffers directly */
	PML_FOLD_CELLS,    /* a new cell is taken in the barrier's first step */
	PML_FOLD_DOUBTS,   /* a unit may have been left out as soon as one was emitted */
	PML_FOLD_PICKS,    /* the choice of a unit is in the same step as what it does */
	PML_FOLD_UNREAD,   /* variables that nothing reads are no part of the state */
	PML_FOLDS
};
extern const char *const pml_fold_name[PML_FOLDS]; /* "claims", … */
#define PML_NO_FOLD ((1u << PML_FOLDS) - 1)
/* More bits of `unsound': mistakes of the encoding that tests can put back. */
enum {
	PML_UNSOUND_GATES = PML_FOLDS, /* a stop blocks operations in the middle */
	PML_UNSOUND_GHOSTS
}; /* a ghost is set in a step of its own */

/* Why there is no model: the cause, a help, and a note. */
struct pml_refusal {
	struct gd_loc loc, note_at;
	const char *help, *note; /* or NULL */
};

/* A part of a property without which the property holds trivially: the left side of an `implies',
 * or the domain of a quantifier. */
struct pml_premise {
	const struct ir_property *property;
	struct gd_loc loc; /* of the implication, or of the quantifier */
	bool is_range;     /* the quantifier ranges over nothing */
	bool is_reading; /* no mutator reads anything, of `faithful'; loc is that of the scenario */
	size_t flag;     /* its number in the search, which finds out whether it is ever met, from
			    * 1; 0: it never is */
	size_t outer;    /* the premise around it, 1 is the first; 0: none */
};
struct pml_premises {
	const struct pml_premise *at;
	size_t count, flags;
};

struct pml_request { /* what the model is of */
	const struct ir_spec *spec;
	const struct ir_scenario *scenario;
	enum ir_memory memory;
	const struct ir_workers *workers;
	const struct ir_property *const *properties;
	size_t property_count;
	enum pml_strategy strategy;         /* LTL: exactly one property with a formula */
	const struct ir_bucket *until;      /* cut runs when this bucket is drained; or NULL */
	const struct ir_phase *until_phase; /* cut runs when this phase has ended; or NULL */
	unsigned window;                    /* stores that a mutator can hold back; 0: a default */
	uint64_t
	    atomic; /* bits 1 << index of metadata: no store to it is ever held back (a premise:
			  * facts/memory.c) */
	bool
	    late_stores; /* what workers store may be late: they have windows, too (facts/late.c).  Without it
			   * a model whose runs would show the difference says so (PML_FAILED_LATE) */
	bool only_workers_late; /* … and mutators have none (tests) */
	bool *has_late;   /* if not NULL, it is set: whether workers have windows in the model */
	bool early_loads; /* loads may be early also under a memory model that has none (tests) */
	bool
	    keeps_loops; /* no rounds are written out.  It is set where there is no model with them */
	bool counts_reorderings; /* cut runs with more than this number of reorderings */
	unsigned reorderings;    /* (memory-buffers.pml); for PML_SAFETY */
	bool counts_switches;    /* runs with so many context switches, the fewest first */
	unsigned least_switches, most_switches; /* (emit-bound.c); for PML_SAFETY */
	bool counts_operations; /* of a client: the same of its operations, and of objects */
	unsigned least_operations, most_operations, least_objects;
	bool operations_first; /* few operations rather than few switches */
	bool
	    cuts_asserts; /* cut runs in which an assert or a use (pml_is_assert) fails: emit-bound.c;
			    * for PML_SAFETY */
	unsigned no_fold;              /* bits 1 << enum pml_fold: foldings that are off */
	unsigned unsound;              /* bits of foldings without side condition (tests) */
	size_t *window_bound;          /* if not NULL, it is set: the most stores that a mutator can
				      * hold back in the model, if it could hold back more; else
				      * 0 */
	struct pml_refusal *refusal;   /* if not NULL, set when there is no model */
	struct pml_premises *premises; /* if not NULL, set */
	bool marks_points;             /* the search finds out which points it reaches */
	bool canonical;                /* states are merged by generated C (emit-canon.c) */
	const char *file;              /* the model's file name; NULL: model.pml */
	bool check_everywhere;         /* check every property after every step (tests only) */
	bool outcomes;                 /* print how runs end, stop at no error */
	const char *seeks;             /* fail where a run ends like this, a line of `outcomes' from
				      * its second word on; or NULL */
	bool marks_new;                /* ends say which objects a script has allocated */
	/* What runs must do, event by event, or NULL: an event is a line of a replay, with the
	 * values that matter ("access at=mark object=0 found=1"; of a step "step:claim kind=k"), or
	 * several lines with | between them, one of which it is.  The run fails after the last
	 * event, or with `seeks' where it ends so after the last event.  With `outcomes' none fails,
	 * and PML_GUIDED and the number of each event that happens is printed. */
	const char *const *guide;
	size_t guide_count;
	/* The run fails not after the last event, but where it breaks a check of the model when at
	 * least so many events have happened. */
	bool seeks_failure;
	size_t fails_from;
	/* The guide has all lines that the first steps of a run print, without `where' and `thread'.
	 * The run fails after the last of them; with `seeks_pass', where it ends after them and
	 * has broken nothing.  pml_is_in_guide says which lines. */
	bool guide_has_all;
	bool seeks_pass;
};

/* Writes the model.  It includes its support files by their plain names, which pml_support_files
 * lists.  Returns false if the request cannot be modelled; *why has the reason. */
bool pml_emit(struct gd_arena *arena, const struct pml_request *request, struct gd_out *out,
    const char **why);

struct pml_support_file {
	const char *name;
	const char *text;
	size_t length;
};
/* The files of promela-backend/support, embedded in the program. */
const struct pml_support_file *pml_support_files(size_t *count);
/* The file of the model NAME: NAME.pml, or NAME-model.pml if NAME.pml is a support file. */
const char *pml_model_file(struct gd_arena *arena, const char *name);

/* The options of cc and pan for this request (for verify, and for the comment at the head of the
 * model): NULL-terminated arrays. */
const char *const *pml_cc_flags(struct gd_arena *arena, const struct pml_request *request);
const char *const *pml_pan_flags(struct gd_arena *arena, const struct pml_request *request);
/* Whether a property demands that something happens some time, so that an endless run matters. */
bool pml_is_owed(const struct pml_request *request);

/* When operations wait for each other, if they may be late (doc/memory.md): memory-rules.c.
 *
 * Whether a read-modify-write with ORDER whose result is not used may be performed later than what
 * follows it. */
bool pml_rmw_waits(enum ir_memory memory, enum ir_order order);
/* Whether a fence with ORDER waits for everything before it.  Otherwise it leaves a mark, and
 * operations after the mark wait. */
bool pml_fence_is_full(enum ir_memory memory, enum ir_order order);
bool pml_fence_marks(enum ir_memory memory, enum ir_order order);
/* WRITE may be late.  Whether ACCESS, which follows it, perhaps on another location, is always
 * performed after it.  Not for fences. */
bool pml_comes_after(enum ir_memory memory, const struct ir_stmt *write,
    const struct ir_stmt *access);
/* Whether in models of collectors a load may be done before an earlier load of its thread. */
bool pml_loads_early(enum ir_memory memory);
/* There: whether STMT holds later loads back because of a lock of the runtime, or because it reads a phase. */
bool pml_asks_under_lock(const struct ir_stmt *stmt);
/* In the head of a model in which no load of some loop over slots is early before its round, because the model would be too
 * large otherwise (Note [Rounds]). */
#define PML_KEEPS_LOOPS "loops over slots that are not written out"
/* Whether the memory model lets a thread's loads pass each other, or be passed by stores. */
bool pml_loads_move(enum ir_memory memory);
/* There: whether LOAD always comes after EARLIER, which is a fence, or an access to another location. */
bool pml_holds_load(const struct ir_stmt *earlier, const struct ir_stmt *load);
/* Note [Late loads]: whether all loads before STMT of KERNEL (NULL: of any) must be done before it, whatever they load.  Whether accesses to
 * A and B may be to one location: then loads there must be done, too. */
struct pml_kernel;
bool pml_needs_loads(const struct pml_kernel *kernel, const struct ir_stmt *stmt);
bool pml_may_be_same_place(const struct ir_place *a, const struct ir_place *b);
/* Whether both are certainly one location, if their variables have the same values. */
bool pml_is_same_place(const struct ir_place *a, const struct ir_place *b);
/* Whether some earlier store waits only because of the release part of an operation, or because of
 * the fence that is REMOVED. */
bool pml_shows_release(enum ir_memory memory, enum ir_effect effect, bool removed);
/* Whether an operation waits only because another one is `seq_cst'. */
bool pml_shows_total(enum ir_memory memory, enum ir_effect effect);

/* C with which the verifier must be compiled (cc -include), so that at its exit it prints PML_MET
 * and a digit for each flag.  NULL: there are no flags. */
const char *pml_premises_source(struct gd_arena *arena, const struct pml_premises *premises);
#define PML_MET "@ met "
/* MET: these digits of a search that has held.  Whether premise INDEX is not met, but the premises
 * around it are. */
bool pml_is_unmet(const struct pml_premises *premises, size_t index, const char *met);
/* Whether it is met, or nobody knows. */
bool pml_is_met(const struct pml_premises *premises, size_t index, const char *met);

/* C with which the verifier of a model that marks points must be compiled, so that at its exit it prints
 * PML_REACHED and a digit for each flag (facts/coverage.c).  NULL: there are no flags. */
const char *pml_coverage_source(struct gd_arena *arena, const struct ir_spec *spec,
    const struct ir_scenario *scenario);
#define PML_REACHED "@ reached "
/* What these DIGITS say of each point of SPEC, in the order of ir_spec.points: a string of the
 * characters below.  NULL: they are not the digits of such a model. */
enum { PML_POINT_NOT_REACHED = '0', PML_POINT_REACHED = '1', PML_POINT_UNKNOWN = '2' };
const char *pml_points_reached(struct gd_arena *arena, const struct ir_spec *spec,
    const struct ir_scenario *scenario, const char *digits);
/* Whether a search that finds no error looks at all states of the model. */
bool pml_sees_all_states(const struct pml_request *request);

/* Which property pan's message is about.  An assertion's text ends with
 * `(failed_property!=N)`, N from 1 the position in the request; a deadlock is
 * such an assertion too.  An invalid end state or a non-progress cycle is
 * cycle_ends.  "over-bound" is a limit of the model (the result is inconclusive): a number that
 * leaves its range, or a counter that is full, which more reductions may prevent.  So is
 * "store-late" (an access that a worker's store may not have reached yet),
 * "assert" an assert of a kernel; NULL for a number that no model prints. */
/* "fold": a side condition of a folding does not hold; the model says nothing,
 * another one with less folding is to be made (`no_fold` with PML_FOLD_SETS). */
enum {
	PML_FAILED_OUTCOME = 249, /* "outcome": the end that the request seeks */
	PML_FAILED_FULL = 250,
	PML_FAILED_LATE = 251,
	PML_FAILED_FOLD = 252,
	PML_FAILED_BOUND = 253,
	PML_FAILED_ASSERT = 254
};
const char *pml_failure_name(const struct pml_request *request, unsigned number);
#define PML_OUTCOME "outcome"
#define PML_GUIDED  "@ outcome guided "
/* Whether a guide that has all lines has the one that begins with NAME.  It has none about the model, and none
 * that says what is broken, or that objects get other names, which follows from the other lines. */
bool pml_is_in_guide(const char *name);
/* Whether a guide says when a script does this.  A program requests a cycle, joins and leaves after it
 * has begun to. */
bool pml_guides_action(enum ir_script_op op);
/* A replay names an assert of a kernel by this prefix and its name.  The name may also be that of a
 * property, which is not meant. */
#define PML_ASSERT_PREFIX "assert:"
/* The prefix for a use at which the runtime stops the program, followed by `stop', `resume' or
 * `phase'. */
#define PML_USE_PREFIX "use:"
/* Whether NAME has one of these prefixes. */
bool pml_is_assert(const char *name);

#endif
