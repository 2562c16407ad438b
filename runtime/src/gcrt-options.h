/* gcrt-options.h: what gc-options.h sets. */
#ifndef GCRT_OPTIONS_H
#define GCRT_OPTIONS_H

#include "gc-options.h"
#include "gcrt-record-file.h"

struct gc_options {
	int heap_size_policy;
	size_t heap_size, maximum_heap_size, heap_double_threshold;
	int parallelism;
	int safepoint_timeout, stress_allocations, stress_safepoints, trace_objects, trace_heap;
	size_t trace_size;
	char trace[GCRT_RECORD_PATH]; /* "": none */
};

void gcrt_options_init(struct gc_options *options);

#endif
