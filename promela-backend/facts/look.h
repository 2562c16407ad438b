/* look.h: who looks at what of the collector's state, and where. */
#ifndef PML_FACTS_LOOK_H
#define PML_FACTS_LOOK_H

#include "compiler/ir/walk.h"
#include "promela-backend/facts/model.h"

/* A test of an atom, about a kind, a bucket or another thing. */
typedef ir_expr_test pml_atom_test;

/* The places where an atom such as drained(b) may be. */
enum place_of_atom {
	IN_GUARD = 1,         /* of a bucket or a cycle's end: the releaser only waits for it */
	IN_GUARD_NEGATED = 2, /* the same, under a negation or in a `close when` */
	IN_PHASE = 4,         /* the interval of a phase */
	IN_KERNEL = 8,        /* a kernel's or barrier's condition */
	IN_PROPERTY = 16,
	IN_OBSERVER = 32 /* `ghost' and `assert', in kernels, barriers and scripts: evaluated at
			  * that place, like a condition */
};

/* The places of atoms for which TEST is true: in EXPR, which is at the place AT; in STMT, without
 * its bodies; in LIST; in the scenario's scripts; anywhere in the model.  No other code walks over
 * all questions. */
unsigned pml_look_expr(const struct ir_expr *expr, pml_atom_test *test, const void *about,
    unsigned at, bool negated);
unsigned pml_look_stmt(const struct ir_stmt *stmt, pml_atom_test *test, const void *about);
unsigned pml_look_list(const struct ir_stmt *list, pml_atom_test *test, const void *about);
unsigned pml_look_scripts(const struct pml_model *model, pml_atom_test *test, const void *about);
unsigned pml_look(const struct pml_model *model, pml_atom_test *test, const void *about);
/* Whether EXPR may be true only because some atom is for which TEST is true.  IS_GIVEN: whether EXPR
 * may be false only because of that. */
bool pml_needs_none(const struct ir_expr *expr, pml_atom_test *test, const void *about,
    bool is_given);
bool pml_bucket_has(const struct ir_bucket *bucket, const struct ir_kind *kind);
/* Tests.  They are about a kind, or about a bucket. */
bool pml_is_about_kind(const struct ir_expr *atom, const struct ir_kind *kind);
bool pml_is_empty_of(const struct ir_expr *atom, const void *kind);
bool pml_is_pending_of(const struct ir_expr *atom, const void *kind);
bool pml_looks_past_buffers(const struct ir_expr *atom, const void *unused);
bool pml_is_reachable(const struct ir_expr *atom, const void *unused);
/* Whether EXPR, or some ghost or assert, asks what is reachable. */
bool pml_asks_reachable(const struct ir_expr *expr);
bool pml_observes_reachable(const struct pml_model *model);
bool pml_sees_objects(const struct ir_expr *atom, const void *unused);
bool pml_sees_open(const struct ir_expr *atom, const void *bucket);
bool pml_sees_open_directly(const struct ir_expr *atom, const void *bucket);
bool pml_reads_ghost(const struct pml_model *model, const struct ir_ghost *ghost);
bool pml_sees_none_of(const struct ir_expr *atom, const void *kind);
/* Whether COND (or its negation, if not ANSWER) implies STATE of a bucket with KIND, or of KIND. */
bool pml_answers(const struct ir_expr *cond, bool answer, enum ir_expr_kind state,
    const struct ir_kind *kind);
bool pml_says(const struct ir_expr *cond, enum ir_expr_kind state, const struct ir_kind *kind);
/* Whether COND implies drained(b) of a bucket with KIND (or of KIND itself). pml_only_says_drained:
 * it is nothing but `drained(b) and …'. */
bool pml_says_drained(const struct ir_expr *cond, const struct ir_kind *kind);
bool pml_only_says_drained(const struct ir_expr *cond);
/* Whether FORMULA follows states: with an `eventually', an `until', or an `always' within another formula. */
bool pml_awaits(const struct ir_expr *formula);
/* Whether the CONDITION of an interval (or NULL: no) asks whether work is left.  The releaser notices
 * that in a step of its own, which need not be the one that opens the next bucket. */
bool pml_waits_for_work(const struct ir_expr *condition);
/* Whether a property can tell when units are emitted. */
bool pml_units_are_told(const struct pml_model *model);
bool pml_is_temporal(const struct ir_expr *expr);

#endif
