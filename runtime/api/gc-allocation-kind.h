/* gc-allocation-kind.h: what the collector may assume of a new object. */
#ifndef GC_ALLOCATION_KIND_H
#define GC_ALLOCATION_KIND_H

#ifdef __cplusplus
extern "C" {
#endif

enum gc_allocation_kind {
	GC_ALLOCATION_TAGGED,            /* gc_trace_object knows its fields */
	GC_ALLOCATION_TAGGED_POINTERLESS /* the same, and it has none */
};

#ifdef __cplusplus
}
#endif

#endif
