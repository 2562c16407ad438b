/* pml.h: from the IR to a Promela model of one cell. */
#ifndef PML_PML_H
#define PML_PML_H

#include "compiler/base/out.h"
#include "compiler/ir/ir.h"

enum pml_strategy { PML_SAFETY, PML_LTL };

/* Reductions of the model, each where its side condition is proved
 * (doc/model.md); a bit of no_fold switches it off. */
enum pml_fold {
	PML_FOLD_CLAIMS,   /* a unit is claimed in its first step */
	PML_FOLD_SETS,     /* equal units of an idempotent kind are one */
	PML_FOLD_OPENINGS, /* a bucket opens in the step that lets it */
	PML_FOLD_PRIVATE,  /* accesses that nobody can disturb are one step */
	PML_FOLD_BUFFERS,  /* units are taken from buffers directly */
	PML_FOLD_CELLS,    /* a new cell is taken in the barrier's first step */
	PML_FOLDS
};
extern const char *const pml_fold_name[PML_FOLDS]; /* "claims", … */
#define PML_NO_FOLD ((1u << PML_FOLDS) - 1)
/* Further bits of `unsound': errors of encoding that the tests put back. */
enum {
	PML_UNSOUND_GATES = PML_FOLDS, /* a stop blocks operations half way */
	PML_UNSOUND_GHOSTS
}; /* a ghost is set in a step of its own */

/* Why there is no model: what it is about, what to write instead, what else matters. */
struct pml_refusal {
	struct gd_loc loc, note_at;
	const char *help, *note; /* or NULL */
};

/* A part of a property without which it says nothing: what stands before an `implies',
 * or what a quantifier ranges over. */
struct pml_premise {
	const struct ir_property *property;
	struct gd_loc loc; /* of the implication, or of the quantifier */
	bool is_range;     /* there is nothing to range over */
	size_t flag;       /* the search finds out whether it is ever met, and this is
	                                  its number there, from 1; 0: it never is */
	size_t outer;      /* the premise that it stands under, 1 the first; 0: none */
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
	enum pml_strategy strategy;    /* LTL: exactly one property with a formula */
	const struct ir_bucket *until; /* cut the run when this bucket is drained; NULL: do not */
	const struct ir_phase *until_phase; /* cut it when this phase has ended; or NULL */
	unsigned window;                    /* stores that a mutator can hold back; 0: a default */
	unsigned no_fold;                   /* bits 1 << enum pml_fold: not this one */
	unsigned unsound;                   /* these bits: without side condition (tests only) */
	size_t *window_bound;        /* set, when not NULL: how many stores a mutator can hold back
	                                  in the model, when it could hold back more; else 0 */
	struct pml_refusal *refusal; /* set, when not NULL and there is no model */
	struct pml_premises *premises; /* set, when not NULL */
	bool canonical;                /* states are merged by generated C (emit-canon.c) */
	const char *file;              /* what the model will be called; NULL: model.pml */
	bool check_everywhere;         /* check every property after every step (tests only) */
	bool outcomes; /* print how runs end, stop at nothing: emit-outcome.c (tests only) */
};

/* The model stands alone: it includes its support files by their plain names,
 * which pml_support_files lists.  Returns false when the request cannot be
 * modelled; *why says so. */
bool pml_emit(struct gd_arena *arena, const struct pml_request *request, struct gd_out *out,
    const char **why);

struct pml_support_file {
	const char *name;
	const char *text;
	size_t length;
};
/* The files of promela-backend/support, embedded in the program. */
const struct pml_support_file *pml_support_files(size_t *count);
/* What the file of the model NAME is called: NAME.pml, or NAME-model.pml where that is a support
 * file's name. */
const char *pml_model_file(struct gd_arena *arena, const char *name);

/* What cc and pan need for this request (for verify and for the model's own
 * header comment): NULL-terminated arrays. */
const char *const *pml_cc_flags(struct gd_arena *arena, const struct pml_request *request);
const char *const *pml_pan_flags(struct gd_arena *arena, const struct pml_request *request);
/* It asks for something that must happen some time: an endless run matters. */
bool pml_is_owed(const struct pml_request *request);

/* What operations wait for where they may be late (doc/memory.md): memory-rules.c.
 *
 * A read-modify-write with ORDER whose result is not used may be performed later than what
 * follows it. */
bool pml_rmw_waits(enum ir_memory memory, enum ir_order order);
/* A fence with ORDER waits for all before it; or leaves a mark behind which some wait. */
bool pml_fence_is_full(enum ir_memory memory, enum ir_order order);
bool pml_fence_marks(enum ir_memory memory, enum ir_order order);
/* WRITE may be late; ACCESS, which follows it and may be to another location, is performed after
 * it all the same.  Not for fences. */
bool pml_comes_after(enum ir_memory memory, const struct ir_stmt *write,
    const struct ir_stmt *access);
/* Do earlier stores wait that would not wait without the release half of an operation, or
 * without the fence that is REMOVED? */
bool pml_shows_release(enum ir_memory memory, enum ir_effect effect, bool removed);
/* Does something wait for a `seq_cst' operation that else would not? */
bool pml_shows_total(enum ir_memory memory, enum ir_effect effect);

/* C that the verifier is to be compiled with (cc -include), for its exit to print PML_MET
 * and a digit for each flag; NULL: there are none. */
const char *pml_premises_source(struct gd_arena *arena, const struct pml_premises *premises);
#define PML_MET "@ met "
/* MET: these digits, when the search has held; premise INDEX is not met, and none that it
 * stands under is. */
bool pml_is_unmet(const struct pml_premises *premises, size_t index, const char *met);

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
	PML_FAILED_FULL = 250,
	PML_FAILED_LATE = 251,
	PML_FAILED_FOLD = 252,
	PML_FAILED_BOUND = 253,
	PML_FAILED_ASSERT = 254
};
const char *pml_failure_name(const struct pml_request *request, unsigned number);
/* What a replay calls an assert of a kernel: this and its name, which may be
 * that of a property, and is not meant by it. */
#define PML_ASSERT_PREFIX "assert:"
/* … and a use that the runtime stops the program for: this and `stop', `resume', `phase'. */
#define PML_USE_PREFIX "use:"
/* NAME is one of these. */
bool pml_is_assert(const char *name);

#endif
