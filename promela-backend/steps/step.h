/* step.h: one step of a kernel, while it is built. */
#ifndef PML_STEPS_STEP_H
#define PML_STEPS_STEP_H

#include "promela-backend/steps/code.h"
#include "promela-backend/steps/expr.h"
#include "promela-backend/facts/model.h"

struct pml_step;
typedef void pml_step_end(struct pml_step *step);
struct pml_step {
	struct pml_model *model;
	struct pml_kernel *kernel;
	const struct pml_place *place; /* where it begins; NULL: a fill, or an operation */
	const char *who;               /* the thread, for the memory module */
	struct pml_code *code;
	struct pml_env env;
	bool accessed, emitted;
	bool new_cell; /* this step has just taken a cell: PML_FOLD_CELLS */
	bool world;    /* the access is not to memory: see walk() */
	bool
	    stores_at_once; /* a worker's store that may wait is performed in this step, if it can be */
	const struct pml_node *waited_before; /* late loads have been looked at before this one */
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
