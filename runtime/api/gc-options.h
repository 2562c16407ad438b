/* gc-options.h: options of a heap.
 *
 *	name in a string       set_int / set_size        default
 *	heap-size-policy       GC_OPTION_HEAP_SIZE_POLICY     fixed
 *	heap-size              GC_OPTION_HEAP_SIZE            6 MB (k, m, g, t: powers of 1024)
 *	maximum-heap-size      GC_OPTION_MAXIMUM_HEAP_SIZE    0: no other limit than addresses
 *	heap-double-threshold  GC_OPTION_HEAP_DOUBLE_THRESHOLD 60 MB
 *	parallelism            GC_OPTION_PARALLELISM          processors, at most 8
 *	safepoint-timeout      GC_OPTION_SAFEPOINT_TIMEOUT    5000 milliseconds; 0: none
 *	stress-allocations     GC_OPTION_STRESS_ALLOCATIONS   0: none
 *	stress-safepoints      GC_OPTION_STRESS_SAFEPOINTS    0: none
 *	trace                  GC_OPTION_TRACE                none (a file name, only as a string)
 *	trace-size             GC_OPTION_TRACE_SIZE           64 MB
 *	trace-objects          GC_OPTION_TRACE_OBJECTS        64
 *	trace-heap             GC_OPTION_TRACE_HEAP           64
 *
 * fixed: the heap never grows.  growable: after each collection the heap is
 * made as large as needed for used + sqrt(live * threshold), where the pages of
 * live data are used: so about twice the live
 * data when that is `threshold`; it never shrinks, and it grows rather than
 * fail an allocation, up to the maximum.
 * safepoint-timeout: the debug build says on stderr which mutator the collector has
 * waited for so long, or which cycle has not begun for so long, and goes on waiting.
 *
 * stress-allocations=n, stress-safepoints=n: a mutator collects before every n-th allocation,
 * at every n-th safepoint (an allocation that takes the slow path is one), in all builds.
 * 1 finds references that are not in a root when they should be: soon, and each time.
 *
 * trace=FILE: the debug build records there what the collector does, as events for gcdsl events,
 * gcdsl view and gcdsl trace --step.  Other builds refuse the option.  trace-size: a trace that is
 * larger ends; the program goes on.
 * trace-heap=n: the objects, with metadata and fields, and the roots are in the trace until the heap has
 * more than n objects, or 8 n roots and fields.
 * trace-objects=n: the allocations of the first n objects are in the trace, also without the heap.
 *
 * The size of a heap counts the memory of objects, in pages
 * of 4 kB; side tables (an eighth of that for one piece of
 * metadata) come on top. */
#ifndef GC_OPTIONS_H
#define GC_OPTIONS_H

#include <stddef.h>

#include "gc-visibility.h"

#ifdef __cplusplus
extern "C" {
#endif

enum gc_heap_size_policy { GC_HEAP_SIZE_FIXED, GC_HEAP_SIZE_GROWABLE };

enum {
	GC_OPTION_HEAP_SIZE_POLICY,
	GC_OPTION_HEAP_SIZE,
	GC_OPTION_MAXIMUM_HEAP_SIZE,
	GC_OPTION_HEAP_DOUBLE_THRESHOLD,
	GC_OPTION_PARALLELISM,
	GC_OPTION_SAFEPOINT_TIMEOUT,
	GC_OPTION_STRESS_ALLOCATIONS,
	GC_OPTION_STRESS_SAFEPOINTS,
	GC_OPTION_TRACE,
	GC_OPTION_TRACE_SIZE,
	GC_OPTION_TRACE_OBJECTS,
	GC_OPTION_TRACE_HEAP
};

struct gc_options;

/* Returns the defaults, or NULL if there is no memory.  A heap keeps a pointer to its options.  So
 * free them (with free()) only after gc_heap_destroy, or if no heap was made with them. */
GC_API_ struct gc_options *gc_allocate_options(void);

/* -1: no such option. */
GC_API_ int gc_option_from_string(const char *name);

/* Each returns 1 on success.  Returns 0, and leaves the options unchanged, if there is no such
 * option of that type, or if the value is malformed or out of range.  A size that no heap can have
 * (more than 17 GB, or 15 in a debug build, as the runtime is built: GCRT_ARENA_SHIFT in
 * gcrt-layout.h) is refused with a line on stderr. */
GC_API_ int gc_options_set_int(struct gc_options *options, int option, int value);
GC_API_ int gc_options_set_size(struct gc_options *options, int option, size_t value);
GC_API_ int gc_options_parse_and_set(struct gc_options *options, int option, const char *value);
/* Parses "name=value,name=value…".  Returns 0 at the first wrong setting: those before it have been
 * made, and a line on stderr names it and the values that are allowed. */
GC_API_ int gc_options_parse_and_set_many(struct gc_options *options, const char *text);

#ifdef __cplusplus
}
#endif

#endif
