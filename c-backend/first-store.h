/* first-store.h: whether programs may make first stores without the barriers. */
#ifndef CGEN_FIRST_STORE_H
#define CGEN_FIRST_STORE_H

#include "c-backend/emit.h"

/* Whether programs must run the barriers for their first stores into new objects, too. */
bool cgen_first_store_needs_barrier(struct cgen *c);

#endif
