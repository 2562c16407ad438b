/* gcrt-options.h: what gc-options.h sets. */
#ifndef GCRT_OPTIONS_H
#define GCRT_OPTIONS_H

#include "gc-options.h"

struct gc_options {
	int heap_size_policy;
	size_t heap_size, maximum_heap_size, heap_double_threshold;
	int parallelism;
	int safepoint_timeout, stress_allocations, stress_safepoints;
};

void gcrt_options_init(struct gc_options *options);

#endif
