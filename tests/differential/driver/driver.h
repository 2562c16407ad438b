/* driver.h: the parts of the net's program. */
#ifndef DRIVER_H
#define DRIVER_H

#define GC_IMPL 1
#include <stdbool.h>
#include <stdint.h>
#include "program.h"
#include "gcrt-heap.h"
#include "gcrt-trace.h"
#include "noise.h"
#include "driver-embedder.h"

/* The parameters of a run. */
struct schedule {
	uint64_t seed;
	unsigned workers, gap;
	unsigned joiners; /* mutators that join and leave */
	unsigned room;    /* objects the heap has room for; 0: it never gets full */
	bool large;       /* objects are large ones */
};
extern struct schedule schedule;

enum { DRIVER_SCRIPTS = 8, DRIVER_CELLS = 32 };
struct run {
	struct gc_heap *heap;
	struct gc_mutator_roots roots[DRIVER_SCRIPTS];
	uintptr_t cell[DRIVER_CELLS]; /* addresses of the objects; 0: never allocated */
	unsigned joined, done, left;  /* mutators; atomic */
	bool go, environment_done;    /* atomic */
	int environment;              /* the system's number of its thread; atomic */
	bool no_room;                 /* an allocation failed, … */
	unsigned there;               /* … and so many objects were there */
	struct gcrt_mutex lock;       /* of `cell` */
};
extern struct run run;

unsigned below(unsigned limit); /* at random */
void start(void *(*body)(void *), void *argument);

/* script.c */
void *be_mutator(void *number); /* mutator 0 makes the heap */
void *be_environment(void *nothing);
void *be_joiner(void *nothing);

/* trace.c: what happened, in order */
void print_trace(void);   /* async-signal-safe */
bool trace_is_full(void); /* nothing more is noted */

/* outcome.c */
void print_outcome(const char *how);
bool is_over(void); /* nothing runs, and everything is done */
/* No other thread has run since the last call, and the environment, which always requests again,
 * cannot. */
bool is_asleep(void);

#endif
