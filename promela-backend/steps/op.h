/* op.h: one operation; one function a form of ir.def. */
#ifndef PML_STEPS_OP_H
#define PML_STEPS_OP_H

#include "promela-backend/steps/expr.h"
#include "promela-backend/facts/model.h"
#include "promela-backend/steps/step.h"

/* What takes a number: metadata, or a local, a part of a unit, a ghost. */
struct pml_taker {
	const char *name;
	const struct ir_type *type;
	struct gd_loc loc;
	bool is_meta;
};

typedef void pml_op_function(struct pml_step *step, const struct ir_stmt *stmt);

#define IR_OP(name, spelling, effect, form) pml_op_function pml_op_##form;
#include "compiler/ir/ir.def"
#undef IR_OP
const char *pml_order(enum ir_order order); /* "MEM_ACQUIRE" */
/* The cell that contains PLACE.  NULL: PLACE is a root, which is never freed. */
const char *pml_cell_of(struct pml_step *step, const struct ir_place *place);
/* Prints the event of a load that is early and has FOUND this; or, TAKES, of its place. */
void pml_early_event(struct pml_step *step, const struct ir_stmt *stmt, const char *found,
    bool takes);
/* Prints that the unit passes the load STMT, which is late. */
void pml_late_load_event(struct pml_step *step, const struct ir_stmt *stmt);
/* Prints that the unit comes to the load STMT, which waits. */
void pml_wait_event(struct pml_step *step, const struct ir_stmt *stmt);
/* Checks that LOAD, which is early, is not in the way of a copy. */
void pml_check_early_copied(struct pml_step *step, const struct ir_stmt *load);
void pml_fail_if_freed(struct pml_code *code, const char *cell, struct gd_loc loc);
/* The result is inconclusive when VALUE is none of the type. */
void pml_check_fits(struct pml_code *code, const struct pml_taker *taker, const struct pml_env *env,
    const struct ir_expr *value);
/* GHOST gets VALUE.  A property, a ghost or an assert reads GHOST. */
void pml_set_ghost(struct pml_code *code, const struct pml_env *env, const struct ir_ghost *ghost,
    const struct ir_expr *value, struct gd_loc loc);

/* A script asserts CONDITION.  NAME: of the assert, or NULL. */
void pml_assert_that(struct pml_code *code, const char *condition, const char *name,
    struct gd_loc loc);

#endif
