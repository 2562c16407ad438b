/* fold.h: what the foldings are decided by. */
#ifndef PROMELA_BACKEND_FOLD_H
#define PROMELA_BACKEND_FOLD_H

#include "promela-backend/emit.h"

/* ------------------------------------- who looks at what of the state: emit-look.c */
/* Where an atom such as drained(b) stands. */
enum place_of_atom {
	IN_GUARD = 1,         /* of a bucket or a cycle's end: only waited for */
	IN_GUARD_NEGATED = 2, /* the same, under a negation or in a `close when` */
	IN_PHASE = 4,         /* the interval of a phase */
	IN_KERNEL = 8,        /* a kernel's or barrier's condition */
	IN_PROPERTY = 16,
	IN_OBSERVER = 32 /* `ghost' and `assert', in kernels, barriers and scripts:
	                                * as a condition, somebody looks there in his own time */
};

/* Where an atom stands that TEST is true of: in EXPR, which is AT; in STMT, without its bodies; in
 * LIST; in the scenario's scripts; anywhere in the model.  Nothing else walks over what is asked. */
unsigned pml_look_expr(const struct ir_expr *expr, pml_atom_test *test, const void *about,
    unsigned at, bool negated);
unsigned pml_look_stmt(const struct ir_stmt *stmt, pml_atom_test *test, const void *about);
unsigned pml_look_list(const struct ir_stmt *list, pml_atom_test *test, const void *about);
unsigned pml_look_scripts(const struct pml_model *model, pml_atom_test *test, const void *about);
unsigned pml_look(const struct pml_model *model, pml_atom_test *test, const void *about);

/* Tests; what they are about is a kind, or a bucket. */
bool pml_is_about_kind(const struct ir_expr *atom, const struct ir_kind *kind);
bool pml_is_empty_of(const struct ir_expr *atom, const void *kind);
bool pml_is_pending_of(const struct ir_expr *atom, const void *kind);
bool pml_sees_none_of(const struct ir_expr *atom, const void *kind);
bool pml_looks_past_buffers(const struct ir_expr *atom, const void *unused);
bool pml_sees_objects(const struct ir_expr *atom, const void *unused);
bool pml_is_reachable(const struct ir_expr *atom, const void *unused);
bool pml_sees_open(const struct ir_expr *atom, const void *bucket);
bool pml_sees_open_directly(const struct ir_expr *atom, const void *bucket);

bool pml_bucket_has(const struct ir_bucket *bucket, const struct ir_kind *kind);
/* COND says STATE of a bucket with KIND (or of KIND itself); nothing but drained(b). */
bool pml_says(const struct ir_expr *cond, enum ir_expr_kind state, const struct ir_kind *kind);
bool pml_only_says_drained(const struct ir_expr *cond);

/* ---------------------------------------- what is over when a bucket opens: emit-over.c */
/* By kind: when BUCKET opens its units are over, and none can come any more. */
bool *pml_find_over(const struct pml_model *model, const struct ir_bucket *bucket);
/* The guard drained(x) and … of BUCKET stays true: each x's kinds are over. */
bool pml_guard_stays(const struct pml_model *model, const struct ir_bucket *bucket);
/* Units of KIND are over whenever a bucket of OTHER opens. */
bool pml_is_over_before(const struct pml_model *model, const struct ir_kind *kind,
    const struct ir_kind *other);
/* Units of KIND can only begin when BUCKET has opened, in whichever cycle. */
bool pml_begins_behind(const struct pml_model *model, const struct ir_kind *kind,
    const struct ir_bucket *bucket);
/* Units of KIND and of OTHER may run at once. */
bool pml_may_run_beside(const struct pml_model *model, const struct ir_kind *kind,
    const struct ir_kind *other);
/* In each cycle in which units of KIND run BUCKET takes part, and opens when they are over. */
bool pml_opens_later(const struct pml_model *model, const struct ir_bucket *bucket,
    const struct ir_kind *kind);

/* ------------------------------------------------------------- the foldings: fold_*.c */
bool pml_claims_late(struct pml_model *model, const struct ir_kind *kind);
bool pml_merges(struct pml_model *model, struct pml_kernel *kernel);
void pml_plan_private(struct pml_model *model, struct pml_kernel *kernel);
bool pml_opens_at_once(struct pml_model *model, const struct ir_bucket *bucket);
bool pml_lists_objects(const struct ir_stmt *list);
bool pml_roots_are_seen(struct pml_model *model);
bool pml_takes_cells_at_once(const struct pml_model *model);

#endif
