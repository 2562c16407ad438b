/* live.h: which variables of a kernel are live where. */
#ifndef PML_FACTS_LIVE_H
#define PML_FACTS_LIVE_H

#include "promela-backend/facts/model.h"

/* Finds which variables are live before each statement of LIST.  OUT is live after it. */
uint64_t pml_find_live(struct pml_kernel *kernel, const struct ir_stmt *list, uint64_t out);

/* VARS, and what a step needs beside them: a slot of a loop is stored as its position in its object. */
uint64_t pml_with_owners(const struct pml_kernel *kernel, uint64_t vars);

#endif
