/* client.h: steps of mutators that do anything: the most general client. */
#ifndef PML_STEPS_CLIENT_H
#define PML_STEPS_CLIENT_H

#include "promela-backend/steps/code.h"

struct pml_client { /* one of its mutators */
	struct pml_model *model;
	size_t mutator, roots;
	struct gd_loc loc;
};

struct pml_client pml_client_of(struct pml_model *model, size_t mutator);
/* "mem[FIRST_ROOT + 1]": its root NUMBER. */
const char *pml_client_root(const struct pml_client *c, size_t number);
/* A name for the step `load' from SLOT of the object at root FROM to root TO, and so on. */
const char *pml_client_step(const struct pml_client *c, const char *op, size_t from, size_t slot,
    size_t to);
/* It may take references from roots of GIVER. */
bool pml_client_gives(const struct pml_client *c, size_t giver);
/* "!live[1] && …": CELL is free, and has HELD an object or not, where that is asked. */
const char *pml_is_free_cell(const struct pml_model *model, size_t cell, size_t held);
void pml_client_steps(struct pml_model *model, pml_inlines *inlines);

#endif
