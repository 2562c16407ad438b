#include "part.h"

#include "gc-barrier.h"

void set_next(struct gc_mutator *m, struct pair *pair, struct pair *next)
{
	gc_store(m, gc_ref_from_heap_object(pair), sizeof *pair, gc_edge(&pair->next),
	    gc_ref_from_heap_object_or_null(next));
}
