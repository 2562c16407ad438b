/* gc-allocation-kind.h: what the collector may assume of a new object. */
#ifndef GC_ALLOCATION_KIND_H
#define GC_ALLOCATION_KIND_H

#ifdef __cplusplus
extern "C" {
#endif

enum gc_allocation_kind {
	GC_ALLOCATION_TAGGED,            /* gc_trace_object knows the object's fields */
	GC_ALLOCATION_TAGGED_POINTERLESS /* the same, and the object has no fields */
};

#ifdef __cplusplus
}
#endif

#endif
