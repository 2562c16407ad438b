/* psc.h: the order of seq_cst accesses and fences in C11: RC11's partial order psc. */
#ifndef GCX_PSC_H
#define GCX_PSC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "explore/src/clock.h"

/* One operation of an execution. */
struct psc_event {
	const struct clock *clock; /* what happens before it, and itself */
	uintptr_t at;              /* 0: no access */
	uint64_t place; /* accesses of a location in the order of what they read, or write */
	uint32_t number;
	uint16_t task;
	uint16_t joined;                  /* the task for which it waits; NO_TASK: none */
	bool writes, is_strong, is_fence; /* strong: seq_cst */
};

/* Whether psc has no cycle.  The events of a task are in their order. */
bool gcx_is_psc(const struct psc_event *events, size_t count);

#endif
