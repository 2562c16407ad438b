/* model.h: what is known of a model before any of it is written. */
#ifndef PML_FACTS_MODEL_H
#define PML_FACTS_MODEL_H

#include <stdint.h>
#include "compiler/base/limits.h"
#include "promela-backend/pml.h"

struct pml_path;
struct pml_code; /* steps/code.h */

enum {
	PML_SET_CELLS = 4 + GD_MOST_members + GD_MOST_buckets + 2 * GD_MOST_kinds + GD_MOST_phases +
	    2 * GD_MOST_cycles + GD_MOST_ghosts + 1,
	PML_SET_BITS = (PML_SET_CELLS + 63) / 64 * 64
};

struct pml_set {
	uint64_t word[PML_SET_BITS / 64];
};

enum pml_cell { /* a part of the state; some have an index */
	PML_CELL_SLOTS,
	PML_CELL_ROOTS,
	PML_CELL_LIVE,
	PML_CELL_STOPPED,
	PML_CELL_META,
	PML_CELL_OPEN,
	PML_CELL_UNITS,
	PML_CELL_BUSY,
	PML_CELL_PHASE,
	PML_CELL_RUNNING,
	PML_CELL_REQUESTED,
	PML_CELL_GHOST,
	PML_CELL_SPACES
};
enum { PML_CELLS = PML_CELL_SPACES + 1 };

struct pml_node { /* one statement of a kernel */
	const struct ir_stmt *stmt;
	struct pml_node *parent; /* the `if` or `for` that it is in */
	bool own_shared;         /* it is a shared access, or its condition is */
	bool advances_apart;     /* a loop that finds its next element in a step of its own */
	bool inner_shared;       /* its bodies contain a shared access */
	bool emits;              /* it is an emit, or contains one */
	bool late;               /* a worker's store that may be late */
	bool takes_window;       /* … and enters a window, if there is a free one (late.c) */
	/* live variables, as bits; head: after a loop's body */
	uint64_t live_before, live_after, live_head;
	uint64_t nonnull; /* references that are known not to be null before it */
};

enum pml_point {
	PML_BEFORE,  /* before the statement */
	PML_HEAD,    /* after a loop's body: the next step continues with the loop */
	PML_STOPPED, /* `stop mutators': they have been asked to stop */
	PML_ACT,     /* after before_store: the program's own store */
	PML_ROOT,    /* after allocated: the new object's root is set */
	PML_OVER     /* after the last statement of a unit that ends apart */
};

struct pml_kernel;
struct pml_place;
struct pml_model;
/* " && …": when load NUMBER may be early, or late, in PLACE, where the value of each variable is the text that NAMES has
 * for it. */
typedef const char *pml_load_guard(struct pml_model *model, const struct pml_kernel *kernel,
    const struct pml_place *place, size_t number, const char *const *names);

struct pml_load_step { /* a load that is early is done, one that is late is passed by, or done */
	struct pml_code *code;
	const char *call;
	struct gd_loc loc;
	pml_load_guard *guard;
	size_t number;
};

struct pml_place {                   /* where a token waits for its next step */
	const struct pml_node *node; /* NULL: no statements, or after the last one */
	enum pml_point point;
	size_t number; /* within the kernel; of operations, op_at: from 1 */
	uint64_t live, nonnull;
	size_t colours;
	bool waits;   /* a step ends here; else the place is only passed within one */
	bool stepped; /* its step has been generated */
	struct gd_loc loc;
	struct pml_code *code;              /* of its step */
	struct pml_code *doubting;          /* the step if a left-out unit is unfinished; or NULL */
	struct pml_code *at_once;           /* the step whose stores do not wait; or NULL */
	GD_VEC(struct pml_load_step) loads; /* other steps from here */
};

/* A load of a kernel that may be done before its place (early.c).  Sets of such loads are bits, by the
 * position in pml_kernel.early. */
struct pml_early {
	const struct ir_stmt *load;
	const struct ir_var *issued, *value; /* whether it is done, and what it has found */
	uint64_t vars;                       /* both */
};
struct pml_early_at {     /* at one statement */
	uint64_t issue;   /* those that may be done just before it, in a step of their own */
	uint64_t pending; /* those that may be done by then */
	uint64_t head;    /* the same after the body of a loop */
	uint64_t drops;   /* those that must be done after it, whenever they were done */
	const uint64_t
	    *behind; /* for each of `issue`: the acquiring loads that must be done before */
};

/* A load of a kernel that may be done after its place (late-load.c).  Sets are bits, as above. */
struct pml_late_load {
	const struct ir_stmt *load;
	const struct ir_var *waits; /* whether its place has been passed and it is not done */
};
struct pml_late_load_at { /* at one statement */
	uint64_t pending; /* those that may wait when the unit comes to it */
	uint64_t head;    /* the same after the body of a loop */
	uint64_t needed;  /* those that must be done before it */
	uint64_t only;    /* references that are live only for them */
};

struct pml_kernel {
	const struct ir_kernel *ir;
	const struct ir_kind *kind; /* NULL: the fill of `bucket`, or `barrier` */
	const struct ir_bucket *bucket;
	const struct ir_barrier *barrier; /* it is a part of a mutator's operation */
	const char *name;
	struct pml_node *nodes;
	size_t node_count;
	const char **var_name;          /* v_…, by index */
	const struct ir_stmt **loop_of; /* by index: the loop that binds this slot, or NULL */
	const struct ir_var **listed;   /* by index of a loop's variable: the variable that
					 * remembers which mutators existed when the loop began;
					 * NULL: none joins */
	uint64_t nonnull_params, live_at_end;
	GD_VEC(struct pml_place *) places;
	GD_VEC(struct pml_early) early;
	struct pml_early_at *early_at; /* by node; NULL: no load may be early */
	GD_VEC(struct pml_late_load) late_loads;
	bool
	    keeps_loops; /* Note [Rounds]: its loops over slots are not written out, though loads may be early */
	struct pml_late_load_at *late_load_at; /* by node; NULL: no load may be late */
	const struct ir_var *window; /* of a worker: the number of its window, 0: none; or NULL */
	/* an operation's first step, up to its first place */
	struct pml_code *begin;
	bool holds;            /* counts each unit that is pending or running */
	bool by_mutators;      /* a barrier emits it … */
	bool buffered;         /* … into a buffer */
	bool ends_apart;       /* others may see the end of a unit later than its last access */
	bool ghosts_are_steps; /* PML_UNSOUND_GHOSTS */
	/* foldings (emit-fold.c) */
	bool claims_late; /* a unit is claimed in its first step */
	bool merges;      /* equal units are one; `done`: values on which it does nothing */
	const struct ir_meta *merges_by;
	bool done[256];
	bool doubted;           /* … and kernels or an `eventually' ask for its units */
	bool roots_are_private; /* its accesses to roots are no steps of their own … */
	bool asserts_stopped;   /* … because the mutators are stopped */
	bool frees_apart;       /* while it runs none frees, and no other resumes mutators */
	bool holds_back;        /* its stores are no steps: they wait in a window … */
	uint64_t atomic;        /* … except those to this metadata (pml_request) */
};

enum pml_check_kind { PML_ALWAYS, PML_UNTIL, PML_EVER_AFTER, PML_EVENTUALLY, PML_INITIALLY };
enum { PML_MAX_BINDERS = 4 };
struct pml_check {
	const struct ir_property *property;
	enum pml_check_kind kind;
	const char *name; /* of its inline: check_NAME */
	size_t number;    /* of the property: failed_property */
	const struct ir_expr *binder[PML_MAX_BINDERS];
	size_t binder_count;
	/* PML_UNTIL: when implies (stays until ends); PML_EVER_AFTER: when implies always stays, and
	 * ends is NULL */
	const struct ir_expr *when, *stays, *ends;
	const struct ir_expr *state; /* the other kinds of checks */
	size_t bindings;
	struct pml_set reads;
	bool reachable;
};

struct pml_premise_plan {            /* how the search finds out whether a premise is met */
	const struct pml_path *path; /* the way to it in the formula */
	bool initially;              /* it counts only in the initial state */
	bool unknown;                /* it cannot be found out: it counts as met */
	struct pml_set reads;
	bool reachable;
};

/* Flags of points (coverage.c): only those that this model can reach have one.  So their numbers do not
 * depend on the rest of the specification. */
struct pml_point_flags {
	const size_t *of_point; /* by point, less 1; SIZE_MAX: none */
	size_t count;
};

struct pml_model {
	struct gd_arena *arena;
	const struct pml_request *request;
	bool allocates; /* the step whose text is written is one of the barrier for new objects */
	const struct ir_spec *spec;
	const struct ir_scenario *scenario;
	const char *file;
	const char *why; /* the first reason why no model can be made */
	struct pml_refusal refusal, later_refusal;
	size_t objects, mutators, slots, roots;
	struct pml_kernel *kinds;                       /* by kind index */
	struct pml_kernel *fills;                       /* by bucket index */
	struct pml_kernel operations[IR_BARRIER_COUNT]; /* ir NULL: no such barrier */
	size_t op_places;                               /* how many values op_at has, except 0 */
	bool operates;                  /* some store or allocation is more than one step */
	bool handshakes, buffers, sees; /* there are kinds `on m`, buffers, views */
	bool comes_and_goes;            /* some mutators join, leave, or never run */
	bool *opens_at_once;            /* by bucket index: PML_FOLD_OPENINGS */
	bool takes_from_buffers;        /* PML_FOLD_BUFFERS */
	bool has_no_buffers;            /* the same: barriers emit into the pool */
	bool takes_cells_at_once;       /* PML_FOLD_CELLS */
	bool doubts_early;              /* PML_FOLD_DOUBTS */
	bool roots_are_seen;            /* of a mutator in the middle of an operation */
	bool allocs, copies;            /* some kernel does `alloc`, `copy` */
	bool swaps_spaces;              /* some kernel does `swap(a, b)' of spaces */
	bool slides, moves;             /* some kernel does `slide', `relocate' */
	bool cells_differ;              /* their order or the regions on which they lie count */
	bool fills_copies;              /* some kernel stores to n[s] */
	bool order_counts; /* cells differ, or lists_slowly: who allocates may take any free one */
	bool lists_slowly; /* a unit may wait in a loop over all objects */
	struct pml_point_flags flags; /* of a model that marks points */
	GD_VEC(const char *) scratch; /* every v_… */
	GD_VEC(const char *) unread;  /* variables that are no part of the state: PML_FOLD_UNREAD */
	GD_VEC(struct pml_check) checks;
	GD_VEC(struct pml_premise) premises;
	GD_VEC(struct pml_premise_plan) premise_plans; /* of those with a flag, in its order */
	bool tells_freed; /* x_freed: whether the search has freed some object */
	bool reach_used;
	bool reach_observed;    /* a ghost or an assert asks, perhaps within a step */
	bool tells_held;        /* a property asks which cells have held an object */
	bool in_doubt;          /* the text is for a left-out unit that is not over */
	size_t windows, window; /* mutators 0 … that hold back stores; entries of each */
	bool is_bounded;        /* they could hold back more */
	size_t
	    late_workers; /* windows of workers, of as many entries: Note [Late stores]; 0: none */
	bool wants_late;  /* it is no model, because workers have no windows in it */
	const char *begins_step; /* with which each step of the process begins; NULL: nothing */
	const struct pml_node **late;     /* by metadata: a store of it that may be late, or NULL */
	const struct pml_node *late_copy; /* a copy whose stores may be late, or NULL */
	bool any_memory;                  /* no store can be late, so all memory models are one */
	bool holds_plainly;               /* only relaxed stores, so entries need no kind */
	bool has_early;                   /* some load may be early, or late */
	bool has_rounds;                  /* some unit's loops over slots are written out */
	bool stops_differ, no_stop_releases; /* their `stop mutators' have different orders */
	struct gd_out *out;
};

#endif
