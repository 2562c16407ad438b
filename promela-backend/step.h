/* step.h: one step, while it is written. */
#ifndef PML_STEP_H
#define PML_STEP_H

#include "promela-backend/emit-expr.h"
#include "promela-backend/facts/model.h"

struct pml_step;
typedef void pml_step_end(struct pml_step *step);
struct pml_step {
	struct pml_model *model;
	struct pml_kernel *kernel;
	const struct pml_place *place; /* where it begins; NULL: a fill, or an operation */
	const char *who;               /* the thread, for the memory module */
	struct gd_out *out;
	struct pml_env env;
	struct pml_set *writes;
	const struct ir_stmt *access; /* its memory operation, once the walk met it */
	bool accessed, emitted;
	bool new_cell; /* this step has just taken a cell: PML_FOLD_CELLS */
	bool world;    /* the access is not to memory: see walk() */
	/* writes what comes after the kernel's last statement */
	pml_step_end *end;
	/* the loops that the walk has entered, and how */
	struct {
		const struct pml_node *node;
		bool accessed;
	} heads[GD_MOST_loops];
	size_t head_count;
};

#endif
