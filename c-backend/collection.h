/* collection.h: the cycles that programs ask for. */
#ifndef CGEN_COLLECTION_H
#define CGEN_COLLECTION_H

#include "c-backend/emit.h"

/* The members of the collector's table that name the cycles that programs request. */
void cgen_collections(struct cgen *c);

#endif
