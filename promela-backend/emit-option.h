/* emit-option.h: options of processes. */
#ifndef PML_EMIT_OPTION_H
#define PML_EMIT_OPTION_H

#include "promela-backend/facts/model.h"

/* The same with a choice: PICK is set to the value whose guard holds. */
struct pml_pick {
	size_t value;
	const char *guard, *comment;
};

/* A cell for the object of an `alloc', and when it may be taken.  The text is that of `x_taken'.  Or the answer of
 * a policy, that of `x_answer'. */
struct pml_cell_choice {
	const char *cell, *guard;
};

struct pml_choice {
	struct gd_loc loc;
	const char *guard;                    /* " && …", of every value */
	GD_VEC(struct pml_cell_choice) cells; /* none: the step allocates nothing */
	bool asks;                            /* they are answers */
	const char *step;
	GD_VEC(struct pml_pick) picks;
};

void pml_choose(struct pml_model *model, struct pml_choice *choice, size_t value, const char *guard,
    const char *comment);
/* The step of CHOICE begins with ALLOC, of a kernel with this BODY: it takes any cell that it may. */
void pml_choose_cells(struct pml_model *model, struct pml_choice *choice,
    const struct ir_stmt *body, const struct ir_stmt *alloc);
/* The step of CHOICE begins with ASK: the policy answers with any of its values. */
void pml_choose_answer(struct pml_model *model, struct pml_choice *choice,
    const struct ir_stmt *ask);
void pml_put_choice(struct pml_model *model, struct gd_out *out, const struct pml_choice *choice);
/* `:: d_step { GUARD -> STEP }`, with `#line` to LOC. */
void pml_option(struct pml_model *model, struct gd_out *out, struct gd_loc loc, const char *guard,
    const char *step);
void pml_end_process(struct pml_model *model, struct gd_out *out);
/* The text with which each step ends: "", or the call that replaces the state by its least form. */
const char *pml_canonical(const struct pml_model *model);

#endif
