/* emit.h: what the parts of the Promela backend share.
 *
 *   emit.c           one model: what is put where
 *   emit-plan.c      kernels as control-flow graphs: liveness, places, colours
 *   emit-step.c      the text of one step
 *   emit-op.c        the text of one operation (one function a row of ir.def)
 *   emit-expr.c      expressions and locations as Promela, and what they read
 *   emit-property.c  properties as checks after steps
 *   emit-ltl.c       a property as an LTL formula
 *   emit-premise.c   whether a property ever says anything
 *   emit-fold.c      which foldings are sound here, and what is asserted of them: one of
 *                    fold_*.c each
 *   emit-look.c, emit-over.c, emit-apart.c   what that is decided by
 *   emit-process.c   kinds of work and the processes: one option a step and colour
 *   emit-pool.c      units: emitted, buffered, flushed, taken
 *   emit-releaser.c  buckets, cycles, phases with an interval, the last step
 *   emit-phase.c     phases, and what each mutator has seen of them
 *   emit-operation.c what barriers make of a mutator's store or allocation
 *   emit-mutator.c   mutators with their scripts, and the environment
 *   emit-client.c    mutators that do anything: the most general client
 *   emit-presence.c  mutators that join and leave, and what they hand over
 *   emit-canon.c     symmetric states merged, by generated C
 *   emit-garbage.c   whether objects that nothing refers to are wiped then
 *   emit-outcome.c   how runs end, for tests
 *   emit-held.c      cells that have never held an object
 *   emit-memory.c    weak memory: stores of mutators that are held back
 *   emit-flags.c     what cc and pan need, names of failures
 *
 * doc/model.md describes the encoding. */
#ifndef PML_EMIT_H
#define PML_EMIT_H

#include <stdint.h>
#include "compiler/base/limits.h"
#include "promela-backend/pml.h"

/* ---------------------------------------------- what steps write and checks read */
enum {
	PML_SET_CELLS = 4 + GD_MOST_members + GD_MOST_buckets + 2 * GD_MOST_kinds + GD_MOST_phases +
	    2 * GD_MOST_cycles + GD_MOST_ghosts,
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
	PML_CELL_GHOST
};

struct pml_model;
void pml_set_add(struct pml_model *model, struct pml_set *set, enum pml_cell cell, size_t index);
void pml_set_join(struct pml_set *set, const struct pml_set *other);
bool pml_set_meets(const struct pml_set *a, const struct pml_set *b);
void pml_set_fill(struct pml_set *set);

/* ----------------------------------------------------------------- kernels */
struct pml_node { /* one statement of a kernel */
	const struct ir_stmt *stmt;
	struct pml_node *parent; /* the `if` or `for` that it is in */
	bool own_shared;         /* it is a shared access, or its condition is */
	bool advances_apart;     /* a loop that looks for its next element in a step of its own */
	bool inner_shared;       /* its bodies contain one */
	bool emits;              /* it is an emit, or contains one */
	bool late;               /* a worker's store that may still be on its way later */
	/* variables, by index; head: behind a loop's body */
	uint64_t live_before, live_after, live_head;
	uint64_t nonnull; /* references that are known not to be null before it */
};
enum pml_point {
	PML_BEFORE,  /* before the statement */
	PML_HEAD,    /* behind a loop's body: the next step goes on with it */
	PML_STOPPED, /* `stop mutators`: they are asked to */
	PML_ACT,     /* behind before_store: the program's own store */
	PML_ROOT,    /* behind allocated: the new object's root is set */
	PML_OVER     /* behind the last statement of a unit that ends apart */
};
struct pml_place {                   /* where a token waits for its next step */
	const struct pml_node *node; /* NULL: a kernel without statements, or behind the last */
	enum pml_point point;
	size_t number; /* within the kernel; of operations, op_at: from 1 */
	uint64_t live, nonnull;
	size_t colours;
	bool waits;   /* a step ends there; else it is only looked at within one */
	bool stepped; /* its step has been generated */
	struct gd_loc loc;
	char *text;
	size_t text_length;   /* body of the step */
	const char *doubting; /* another, when a unit that was left out is not over; NULL */
	struct pml_set writes;
	const struct ir_stmt *access; /* its memory operation; NULL: none */
};
struct pml_kernel {
	const struct ir_kernel *ir;
	const struct ir_kind *kind; /* NULL: the fill of `bucket`, or `barrier` */
	const struct ir_bucket *bucket;
	const struct ir_barrier *barrier; /* a part of a mutator's operation */
	const char *name;
	struct pml_node *nodes;
	size_t node_count;
	const char **var_name;          /* v_…, by index */
	const struct ir_stmt **loop_of; /* by index: the loop that binds this slot, or NULL */
	const struct ir_var **listed;   /* by index of a loop's variable: who of those that join was
	                                * there when the loop began, or NULL: nobody joins */
	uint64_t nonnull_params, live_at_end;
	GD_VEC(struct pml_place *) places;
	/* an operation's first step, up to its first place */
	char *begin_text;
	size_t begin_length;
	struct pml_set begin_writes;
	bool holds;            /* keeps a count of each unit pending or running */
	bool buffered;         /* a barrier emits it */
	bool ends_apart;       /* that a unit has ended is seen later than its last access */
	bool ghosts_are_steps; /* PML_UNSOUND_GHOSTS */
	/* foldings (emit-fold.c) */
	bool claims_late; /* a unit is claimed in its first step */
	bool merges;      /* equal units are one; `done` says when it does nothing */
	const struct ir_meta *merges_by;
	bool done[256];
	bool doubted;           /* … and somebody asks whether its units are over */
	bool roots_are_private; /* its accesses to roots are no shared ones … */
	bool asserts_stopped;   /* … because the mutators are stopped */
	bool frees_apart;       /* while it runs nobody frees, nor lets mutators go on */
	bool holds_back;        /* its stores are no steps: they wait in a window */
};

/* --------------------------------------------------------------- properties */
enum pml_check_kind { PML_ALWAYS, PML_UNTIL, PML_EVENTUALLY, PML_INITIALLY };
enum { PML_MAX_BINDERS = 4 };
struct pml_check {
	const struct ir_property *property;
	enum pml_check_kind kind;
	const char *name; /* of its inline: check_NAME */
	size_t number;    /* of the property: failed_property */
	const struct ir_expr *binder[PML_MAX_BINDERS];
	size_t binder_count;
	/* PML_UNTIL: when implies (stays until ends) */
	const struct ir_expr *when, *stays, *ends;
	const struct ir_expr *state; /* the others */
	size_t bindings;
	struct pml_set reads;
	bool reachable;
};

struct pml_premise_plan {            /* how it is found out whether a premise is ever met */
	const struct pml_path *path; /* where it stands in the formula, and what it is */
	bool initially;              /* only the initial state counts */
	bool unknown;                /* it cannot be found out: taken to be met */
	struct pml_set reads;
	bool reachable;
};

struct pml_model {
	struct gd_arena *arena;
	const struct pml_request *request;
	const struct ir_spec *spec;
	const struct ir_scenario *scenario;
	const char *file;
	const char *why; /* the first thing that cannot be modelled */
	struct pml_refusal refusal, later_refusal;
	size_t objects, mutators, slots, roots;
	struct pml_kernel *kinds;                       /* by kind index */
	struct pml_kernel *fills;                       /* by bucket index */
	struct pml_kernel operations[IR_BARRIER_COUNT]; /* ir NULL: no such barrier */
	size_t op_places;                               /* how many values op_at has, without 0 */
	bool operates;                  /* some store or allocation is more than one step */
	bool handshakes, buffers, sees; /* there are kinds `on m`, buffers, views of phases */
	bool comes_and_goes;            /* some mutators join, leave, or never run */
	bool *opens_at_once;            /* by bucket index: PML_FOLD_OPENINGS */
	bool takes_from_buffers;        /* PML_FOLD_BUFFERS */
	bool takes_cells_at_once;       /* PML_FOLD_CELLS */
	bool roots_are_seen;            /* of a mutator in the middle of an operation */
	GD_VEC(const char *) scratch;   /* every v_… */
	GD_VEC(struct pml_check) checks;
	GD_VEC(struct pml_premise) premises;
	GD_VEC(struct pml_premise_plan) premise_plans; /* of those with a flag, in its order */
	bool tells_freed; /* x_freed: some object has been freed in the search */
	bool reach_used;
	bool reach_observed;          /* a ghost or an assert asks, maybe in the middle of a step */
	bool tells_held;              /* a property asks which cells have held an object */
	bool in_doubt;                /* now written: as it is while such a unit is not over */
	size_t windows, window;       /* mutators 0 … that hold back stores, and how many */
	bool is_bounded;              /* they would hold back more */
	const struct pml_node **late; /* by metadata: a store of it that may be late, or NULL */
	bool any_memory;              /* nobody's stores can be late: all memory models are one */
	bool holds_plainly;           /* relaxed stores only: entries need no kind */
	bool stops_differ, no_stop_releases; /* in the orders of their `stop mutators' */
	struct gd_out *out;
	size_t counted, lines; /* lines of `out` so far */
};
/* Number of PROPERTY in the request, 1 the first; 0: it is not checked. */
size_t pml_number_of(const struct pml_model *model, enum ir_builtin_property builtin);
/* What is done where BUILTIN is broken: EVENT, and the model fails.  Where it is not requested and a
 * folding relies on it the folding is not sound; else NULL: nobody looks. */
const char *pml_breach(const struct pml_model *model, enum ir_builtin_property builtin,
    const char *event);
/* Nothing is concluded from a model in which BUILTIN is broken: it is requested, or else asserted. */
bool pml_is_checked(const struct pml_model *model, enum ir_builtin_property builtin);
void pml_refuse(struct pml_model *model, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* … because of what stands at LOC; without it, because of the scenario. */
struct pml_refusal *pml_refuse_at(struct pml_model *model, struct gd_loc loc, const char *format,
    ...) __attribute__((format(printf, 3, 4)));
struct pml_refusal *pml_refuse_limit(struct pml_model *model, struct gd_loc loc,
    enum gd_limit limit);
void pml_refuse_colours(struct pml_model *model, const struct pml_kernel *kernel);

/* -------------------------------------------------------------- expressions */
struct pml_env { /* what names stand for */
	const struct pml_kernel *kernel;
	const struct ir_var *var;
	const char *text;
	const struct pml_env *up;
};
const char *pml_expr(struct pml_model *model, const struct pml_env *env,
    const struct ir_expr *expr);
void pml_expr_reads(struct pml_model *model, const struct ir_expr *expr, struct pml_set *reads,
    bool *reachable);
/* It looks at the collector's state, not only at locals and constants. */
bool pml_expr_is_shared(const struct pml_kernel *kernel, const struct ir_expr *expr);
uint64_t pml_expr_vars(const struct ir_expr *expr);
const char *pml_address(struct pml_model *model, const struct pml_env *env,
    const struct ir_place *place);
/* Numbers that a binder over DOMAIN takes. */
/* How many elements a quantifier has, at most; the text of one.  NULL: this mutator has not
 * so many roots. */
size_t pml_domain_size(const struct pml_model *model, const struct ir_expr *quantifier);
const char *pml_domain_at(struct pml_model *model, const struct pml_env *env,
    const struct ir_expr *quantifier, size_t index);
/* "&&" of a binary operator; NULL: it is none. */
const char *pml_operator(enum ir_expr_kind kind);
/* "FILE:LINE:COLUMN" for a printf format; "-" when there is no text. */
const char *pml_where(struct pml_model *model, struct gd_loc loc);
const char *pml_shown(struct pml_model *model, const struct ir_type *type, const char *text);

/* -------------------------------------------------------------------- plans */
void pml_plan(struct pml_model *model);
const struct pml_node *pml_node_of(const struct pml_kernel *kernel, const struct ir_stmt *stmt);
struct pml_place *pml_place_at(struct pml_model *model, struct pml_kernel *kernel,
    const struct pml_node *node, enum pml_point point);
size_t pml_radix(const struct pml_model *model, const struct pml_kernel *kernel, size_t var,
    uint64_t nonnull);
/* How many roots mutator M has, and the number of its first. */
size_t pml_root_count(const struct pml_model *model, size_t mutator);
size_t pml_first_root(const struct pml_model *model, size_t mutator);

/* -------------------------------------------------------------------- steps */
struct pml_step;
typedef void pml_step_end(struct pml_step *step);
struct pml_step {
	struct pml_model *model;
	struct pml_kernel *kernel;
	const struct pml_place *place; /* where it begins; NULL: a fill, an operation's begin */
	const char *who;               /* the thread, for the memory module */
	struct gd_out *out;
	struct pml_env env;
	struct pml_set *writes;
	const struct ir_stmt *access; /* the memory operation, once it is met */
	bool accessed, emitted;
	bool new_cell; /* a cell was just taken, in this step: PML_FOLD_CELLS */
	bool world;    /* the access was none of memory: see walk() */
	/* what comes when the kernel has no more statements */
	pml_step_end *end;
	/* loops entered, and how */
	struct {
		const struct pml_node *node;
		bool accessed;
	} heads[GD_MOST_loops];
	size_t head_count;
};
const char *pml_order(enum ir_order order); /* "MEM_ACQUIRE" */
/* What takes a number: metadata, or a local, a part of a unit, a ghost. */
struct pml_taker {
	const char *name;
	const struct ir_type *type;
	struct gd_loc loc;
	bool is_meta;
};
/* The result is inconclusive when VALUE is none of the type. */
void pml_check_fits(struct pml_model *model, struct gd_out *out, const struct pml_taker *taker,
    const struct pml_env *env, const struct ir_expr *value);
typedef void pml_op_function(struct pml_step *step, const struct ir_stmt *stmt);
extern pml_op_function *const pml_op[IR_OP_COUNT];
#define IR_OP(name, spelling, effect) pml_op_function pml_op_##name;
#include "compiler/ir/ir.def"
#undef IR_OP
void pml_generate_steps(struct pml_model *model, struct pml_kernel *kernel);
/* From the beginning of KERNEL, or behind its barrier's last statement. */
void pml_walk_kernel(struct pml_step *step);
void pml_go_to(struct pml_step *step, const struct pml_node *node, enum pml_point point);
/* A folding leaves out the state in which a mutator waits there: what had to be true of it. */
void pml_pass_through(struct pml_step *step, const struct pml_node *node, enum pml_point point);
/* GO_ON with a store when the mutator's window has room, else wait at NODE for it. */
void pml_hold_back(struct pml_step *step, const struct pml_node *node, enum pml_point point,
    void (*go_on)(struct pml_step *step, const struct pml_node *node));
bool pml_is_memory(const struct ir_stmt *stmt);
/* Statements without shared access: the fill of a bucket, bodies of an inlined if or for. */
void pml_inline_list(struct pml_step *step, const struct ir_stmt *list);
/* "v_o, v_s": the unit's parameters, or the variables that LIVE names. */
const char *pml_variables(const struct pml_model *model, const struct pml_kernel *kernel,
    uint64_t live, const char *prefix);

/* --------------------------------------------------------------- foldings */
bool pml_folds(const struct pml_model *model, enum pml_fold fold);
/* Finds the emits of KERNEL that are steps of their own, not one with what is before them. */
void pml_set_emits_apart(const struct pml_model *model, struct pml_kernel *kernel);
/* That a unit of KIND has ended can be told from its last access: a step of its own. */
bool pml_ends_apart(const struct pml_model *model, const struct ir_kind *kind);
bool pml_frees_apart(const struct pml_model *model, const struct pml_kernel *kernel);
bool pml_is_unsound(const struct pml_model *model, enum pml_fold fold);
void pml_plan_folds(struct pml_model *model);
bool pml_reads_ghost(const struct pml_model *model, const struct ir_ghost *ghost);
void pml_declare_folds(struct pml_model *model);  /* macros of what is asserted */
void pml_describe_folds(struct pml_model *model); /* for the header comment */
/* Behind a write of META: does it undo what a merged kind relies on?  VALUE is
 * its text; NULL: a cell is freed. */
void pml_merge_check(struct pml_step *step, const struct ir_meta *meta, const char *value,
    const struct ir_expr *operand);
/* A store that may be late reaches META: what was left out must be over. */
void pml_merge_check_late(struct pml_step *step, const struct ir_meta *meta);
/* A loop over all objects looks for the next: nobody may be about to take a cell. */
void pml_check_no_new_cell(struct pml_model *model, struct gd_out *out);
/* A bucket that opens at once: what its fill lists would be the same later. */
void pml_check_fill_stays(struct pml_model *model, const struct ir_bucket *bucket);
/* What COND, once it has been acted upon, says: these kinds were drained. */
void pml_acted_upon(struct pml_model *model, struct gd_out *out, const struct ir_expr *cond);
/* Opens the buckets whose guards WRITES may have made true. */
void pml_begin_handshake(struct pml_model *model, const struct pml_kernel *kernel,
    struct gd_out *out);
void pml_open_at_once(struct pml_model *model, struct gd_out *out, struct pml_set *writes);

/* -------------------------------------------------------------- the pool */
const char *pml_unit_args(struct pml_model *model, const struct pml_kernel *kernel,
    const char *prefix);
size_t pml_unit_colours(struct pml_model *model, const struct pml_kernel *kernel);
void pml_declare_buffers(struct pml_model *model, const struct pml_kernel *kernel);
void pml_emit_pool(struct pml_model *model); /* inlines: emit, buffer, take, flush */
/* "(V == 1 || …)": on the value V of its metadata a merging kind does nothing. */
const char *pml_does_nothing(struct pml_model *model, const struct pml_kernel *kernel,
    const char *value);
void pml_drop_copies(struct pml_step *step); /* of the unit that has just run */
void pml_flush_options(struct pml_model *model);
/* Units that are left out keep no object from being forgotten, and would fail on one that is freed.
 * What fails the folding where both may be: when BUCKET opens; behind a unit that is left out. */
void pml_check_none_left_out(struct pml_model *model, const struct ir_bucket *bucket);
const char *pml_check_nothing_frees(struct pml_model *model);
/* All that is freed is freed by units of buckets that are open meanwhile. */
bool pml_frees_when_open(const struct ir_spec *spec);
void pml_merge_check_new(struct pml_model *model); /* in allocate_cell(a_object) */
/* The colour of LIVE as a number, of names that begin with PREFIX. */
const char *pml_colour(struct pml_model *model, const struct pml_kernel *kernel, uint64_t live,
    uint64_t nonnull, const char *prefix);

/* --------------------------------------------------------------- phases */
void pml_declare_phases(struct pml_model *model);
void pml_emit_phases(struct pml_model *model); /* inlines */
void pml_phase_steps(struct pml_model *model); /* inlines, behind the checks */
void pml_phase_options(struct pml_model *model);
/* In a releaser's step: phases whose intervals begin or end with it. */
void pml_settle_phases(struct pml_model *model, struct gd_out *out, struct pml_set *writes);
/* PHASE begins, or ends. */
void pml_change_phase(struct pml_model *model, struct gd_out *out, const struct ir_phase *phase,
    bool begins, struct pml_set *writes);

/* --------------------------------------------------- operations of mutators */
void pml_plan_operations(struct pml_model *model);
void pml_declare_operations(struct pml_model *model);
void pml_declare_reach_now(struct pml_model *model);
void pml_emit_operations_reach(struct pml_model *model); /* inline, before the checks */
void pml_emit_operations(struct pml_model *model);       /* inlines */
void pml_operation_options(struct pml_model *model, size_t mutator);
/* The text of: MUTATOR begins to store VALUE to the slot at ADDRESS of OBJECT
 * (or does it at once when there is no barrier); or to use the new CELL. */
void pml_begin_store(struct pml_model *model, size_t mutator, const char *object,
    const char *address, const char *value, struct gd_loc loc, struct pml_set *writes);
void pml_begin_allocate(struct pml_model *model, size_t mutator, const char *cell, int root,
    struct gd_loc loc, struct pml_set *writes);
void pml_note_new_cell(struct pml_model *model, struct pml_set *writes);
/* MUTATOR asks for CYCLE and waits for its end. */
void pml_begin_collect(struct pml_model *model, size_t mutator, const struct ir_cycle *cycle,
    struct pml_set *writes);
bool pml_may_ask_for(const struct pml_model *model, const struct ir_cycle *cycle);
void pml_set_root(struct pml_model *model, size_t mutator, int root, const char *value,
    struct pml_set *writes);
void pml_end_operation(struct pml_step *step);  /* the kernel has no more statements */
void pml_act(struct pml_step *step);            /* the program's own store */
void pml_end_allocation(struct pml_step *step); /* the new object's root */
/* EXPR, or some ghost or assert, asks what is reachable. */
bool pml_asks_reachable(const struct ir_expr *expr);
bool pml_observes_reachable(const struct pml_model *model);
/* The step of an operation begins: what the operation has held until now. */
void pml_note_held(struct pml_step *step);
/* In the middle of a step: finds what is reachable at this moment, if EXPR asks. */
void pml_reach_now(struct pml_step *step, const struct ir_expr *expr);
/* What a mutator does next begins in the place that it is in: its variables. */
void pml_resume_operation(struct pml_step *step, const struct pml_place *place);
void pml_fail_if_freed(struct pml_model *model, struct gd_out *out, const char *cell,
    struct gd_loc loc);
/* "!op_at[m] && …": MUTATOR is at a yield point and runs. */
const char *pml_may_act(struct pml_model *model, size_t mutator);

/* ------------------------------------------------------------- weak memory */
void pml_plan_memory(struct pml_model *model); /* before kernels are planned */
void pml_check_workers_stores(struct pml_model *model);
/* STMT is a store that waits in its mutator's window. */
bool pml_holds_back(const struct pml_model *model, const struct pml_kernel *kernel,
    const struct ir_stmt *stmt);
/* … or a fence that leaves a mark there: it needs room. */
bool pml_needs_room(const struct pml_model *model, const struct pml_kernel *kernel,
    const struct ir_stmt *stmt);
/* A worker's store to metadata that may still be on its way when its unit goes on
 * or is over: accesses of others fail as `late' meanwhile. */
void pml_note_late(struct pml_step *step, const struct ir_stmt *stmt);
void pml_check_late(struct pml_step *step, const struct ir_stmt *stmt);
void pml_check_none_late(struct pml_step *step, const char *cell, const char *where);
/* All that workers stored is in memory; all that they stored in CELL is. */
void pml_none_late(struct pml_model *model, const char *cell);
/* A bucket opens: where all workers are parked then, what they stored is in memory. */
void pml_order_opening(struct pml_model *model);
/* What an operation writes that performs all that its mutator has held back. */
void pml_note_performed(const struct pml_model *model, struct pml_set *writes);
void pml_declare_memory(struct pml_model *model);
void pml_emit_memory(struct pml_model *model);  /* inlines, before the checks */
void pml_memory_steps(struct pml_model *model); /* inlines, behind the checks */
void pml_memory_options(struct pml_model *model);
/* A handshake of mutator WHO performs what it holds back when ORDER releases; one
 * with its stop as that `stop mutators' says. */
bool pml_releases(enum ir_order order);
void pml_order_handshake(struct pml_model *model, struct gd_out *out, const char *who,
    enum ir_order order);
void pml_order_stop(struct pml_model *model, const char *who, struct pml_set *writes);

/* ------------------------------------------------------- joining and leaving */
void pml_declare_presence(struct pml_model *model);
void pml_emit_presence(struct pml_model *model); /* inlines */
/* A loop over mutators meets those that are in the list when it begins. */
const struct ir_kernel *pml_with_listed(struct pml_model *model, struct pml_kernel *kernel);
const char *pml_listed(struct pml_model *model);
/* LISTED: the text of what pml_listed was then; NULL: it begins in this very step. */
void pml_skip_absent(struct pml_step *step, const char *var, const char *listed);
const char *pml_may_join(struct pml_model *model, size_t mutator);
void pml_join(struct pml_model *model, size_t mutator, struct pml_set *writes);
void pml_leave(struct pml_model *model, size_t mutator, struct pml_set *writes);
/* MUTATOR's ROOT gets what GIVER's root FROM holds, and `received' begins. */
void pml_begin_receive(struct pml_model *model, size_t mutator, int root, size_t giver, int from,
    struct pml_set *writes);

/* ------------------------------------------------- the most general client */
/* While a collection goes on the client may leave off, at any time: what the collector has
 * to do must then come to its end. */
bool pml_client_quits(const struct pml_request *request);
void pml_quit_process(struct pml_model *model);
void pml_client_operations(struct pml_model *model); /* inlines */
void pml_client_options(struct pml_model *model, size_t mutator);
void pml_client_initial(struct pml_model *model); /* in init: any heap, any roots */
/* The roots of a client are a set and may be sorted: nobody remembers where one is. */
bool pml_client_sorts(const struct pml_model *model);

/* ------------------------------------------------- cells never allocated */
enum pml_truth { PML_FALSE, PML_TRUE, PML_UNKNOWN };
enum pml_truth pml_negated(enum pml_truth a);
enum pml_truth pml_either(enum pml_truth a, enum pml_truth b);
void pml_plan_held(struct pml_model *model);
/* EXPR when VAR is a cell that has never held an object. */
enum pml_truth pml_of_unused(const struct ir_expr *expr, const struct ir_var *var);
/* QUANTIFIER could tell an object that was freed from a cell that never held one. */
bool pml_asks_held(const struct pml_model *model, const struct ir_expr *quantifier);

/* ------------------------------------------------------- symmetric states */
bool pml_forgets_garbage(const struct pml_model *model);
/* What the formula EXPR says is true only because TEST's atoms are: that units ABOUT something are
 * not there.  IS_GIVEN: it stands where more is asked for when it is true (left of `implies'). */
typedef bool pml_atom_test(const struct ir_expr *atom, const void *about);
bool pml_needs_none(const struct ir_expr *expr, pml_atom_test *test, const void *about,
    bool is_given);
bool pml_is_temporal(const struct ir_expr *expr);
/* Stores of an operation that its mutator holds back are no steps of their own. */
bool pml_folds_stores(const struct pml_model *model, const struct pml_kernel *kernel);
/* The merging kind of which somebody asks whether its units are over, or NULL; and what asks. */
const struct pml_kernel *pml_doubted(const struct pml_model *model);
bool pml_asks_of_doubted(const struct pml_model *model, const struct ir_expr *atom);
bool pml_asks_doubted(const struct pml_model *model, const struct ir_expr *expr);
const char *pml_none_in_doubt(struct pml_model *model, const struct pml_kernel *kernel);
/* None is left out any more: what must be true some time may be so now. */
void pml_check_seen(struct pml_model *model, struct gd_out *out);
/* COND says drained(b) of a bucket with KIND (or of KIND itself). */
bool pml_says_drained(const struct ir_expr *cond, const struct ir_kind *kind);
void pml_emit_canonical(struct pml_model *model); /* behind all declarations */
/* What each step ends with: "", or the call that brings the state into its least form. */
const char *pml_canonical(const struct pml_model *model);
/* EXPR when VAR is an object that is wiped. */
enum pml_truth pml_of_garbage(const struct pml_model *model, const struct ir_expr *expr,
    const struct ir_var *var);

/* --------------------------------------------------------- checks, processes */
void pml_plan_properties(struct pml_model *model);
void pml_plan_premises(struct pml_model *model);
void pml_emit_premises(struct pml_model *model); /* declarations and inlines */
/* A step that WRITES may meet it. */
bool pml_meets(const struct pml_premise_plan *plan, const struct pml_set *writes);
void pml_begin_premises(struct pml_model *model, struct gd_out *out);
void pml_emit_checks(struct pml_model *model); /* declarations and inlines */
void pml_after_step(struct pml_model *model, struct gd_out *out, struct pml_set *writes);
/* In the middle of a step that WRITES, where a folding leaves out a state. */
void pml_checks_between(struct pml_model *model, struct gd_out *out, const struct pml_set *writes);
bool pml_has_checks(const struct pml_model *model, const struct pml_set *writes);
void pml_final_checks(struct pml_model *model, struct gd_out *out);
void pml_initial_checks(struct pml_model *model, struct gd_out *out);
void pml_emit_ltl(struct pml_model *model);
void pml_declare_kind(struct pml_model *model, const struct pml_kernel *kernel);
void pml_declare_releaser(struct pml_model *model);
void pml_emit_kinds(struct pml_model *model);    /* inlines: the steps */
void pml_emit_openings(struct pml_model *model); /* inlines of PML_FOLD_OPENINGS */
void pml_emit_releaser(struct pml_model *model);
void pml_emit_mutators(struct pml_model *model);
void pml_emit_processes(struct pml_model *model);
void pml_releaser_options(struct pml_model *model);
void pml_mutator_processes(struct pml_model *model);
/* `:: d_step { GUARD -> STEP }`, with `#line` to LOC. */
void pml_option(struct pml_model *model, struct gd_loc loc, const char *guard, const char *step);
/* The same with a choice: PICK is set to the value whose guard holds. */
struct pml_pick {
	size_t value;
	const char *guard, *comment;
};
struct pml_choice {
	struct gd_loc loc;
	const char *guard; /* " && …", of every value */
	const char *step;
	GD_VEC(struct pml_pick) picks;
};
void pml_choose(struct pml_model *model, struct pml_choice *choice, size_t value, const char *guard,
    const char *comment);
void pml_put_choice(struct pml_model *model, const struct pml_choice *choice);
/* Sets the variables in LIVE from the colour that was picked. */
void pml_decode(struct pml_model *model, const struct pml_kernel *kernel, uint64_t live,
    uint64_t nonnull, struct gd_out *out);
void pml_end_process(struct pml_model *model);
/* What runs end with, for tests. */
void pml_declare_outcomes(struct pml_model *model);
void pml_put_outcome(struct pml_model *model, const char *how);
/* `#line` to LOC in the specification; back to the model. */
void pml_line(struct pml_model *model, struct gd_loc loc);
void pml_line_back(struct pml_model *model);
/* Runs end before the scenario is over. */
bool pml_is_cut(const struct pml_model *model);
/* What each guard begins with: "", or "!CUT && " when the run is cut. */
const char *pml_cut(const struct pml_model *model);

#endif
