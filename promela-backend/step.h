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

#endif
