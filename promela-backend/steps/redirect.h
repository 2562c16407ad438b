/* redirect.h: accesses of mutators that a barrier redirects to the object that it answers. */
#ifndef PML_STEPS_REDIRECT_H
#define PML_STEPS_REDIRECT_H

#include "promela-backend/steps/step.h"

/* An access to x_object, which is an object that exists. */
struct pml_access {
	const struct ir_meta *word; /* NULL: to SLOT, of all slots of an object */
	size_t slot;
	const char *value; /* what is stored: a reference, or a number; NULL: it is a load … */
	int target;        /* … for this root or number; -1: for none */
};

/* Whether the barrier before ACCESS has a result. */
bool pml_is_redirected(const struct pml_model *model, const struct pml_access *access);
/* MUTATOR begins it: the barrier runs first. */
void pml_begin_redirected(struct pml_code *code, size_t mutator, const struct pml_access *access);
/* The barrier has ended: the access itself. */
void pml_act_redirected(struct pml_step *step);

#endif
