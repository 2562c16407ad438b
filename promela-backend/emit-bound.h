/* emit-bound.h: models whose runs have at most so many reorderings, context switches, operations of the
 * most general client, and objects. */
#ifndef PML_EMIT_BOUND_H
#define PML_EMIT_BOUND_H

#include "promela-backend/facts/model.h"

/* Threads, as context switches count them: all workers are one. */
enum { PML_WORKER = 1, PML_RELEASER, PML_ENVIRONMENT, PML_FIRST_MUTATOR };

/* After pool.pml: nothing fails in a step with one reordering or switch too many. */
void pml_declare_bounds(struct pml_model *model, struct gd_out *out);
/* The variable that says that the numbers need not be larger. */
void pml_declare_found(struct gd_out *out);
/* What counts switches. */
void pml_declare_switches(struct gd_out *out);
/* Chooses how many switches a run may have, from LEAST on. */
void pml_choose_switches(unsigned least, unsigned most, struct gd_out *out);
/* Prints this number, where no run has fewer. */
void pml_tell_switches(struct pml_model *model, struct gd_out *out);
/* Chooses all numbers that the request counts, and prints them. */
void pml_choose_bounds(struct pml_model *model, struct gd_out *out);
/* With which each step of THREAD begins.  NULL: nothing. */
const char *pml_step_of(struct pml_model *model, size_t thread);
/* The condition that the run has no more than it may, in a model for which pml_is_bounded. */
const char *pml_within(const struct pml_model *model);

#endif
