/* The objects of the program. */
#ifndef PART_H
#define PART_H

#include "gc-api.h"

struct pair {
	struct pair *next;
	void *value;
};
struct gc_mutator_roots {
	struct pair *list;
};

#ifdef __cplusplus
extern "C"
#endif
    void
    set_next(struct gc_mutator *m, struct pair *pair, struct pair *next);

#endif
