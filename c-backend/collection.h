/* collection.h: the cycles that programs ask for. */
#ifndef CGEN_COLLECTION_H
#define CGEN_COLLECTION_H

#include "c-backend/emit.h"

/* The members of the collector that say which cycles programs ask for. */
void cgen_collections(struct cgen *c);

#endif
