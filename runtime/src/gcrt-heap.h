/* gcrt-heap.h: a heap, whole.
 *
 * Locks: the scheduler's, then the world's, then that of workers' cells, then the space's, then the events';
 * never the other way round. */
#ifndef GCRT_HEAP_H
#define GCRT_HEAP_H

#include "gc-api.h"
#include "gcrt-copied.h"
#include "gcrt-events.h"
#include "gcrt-moving.h"
#include "gcrt-mutator.h"
#include "gcrt-options.h"
#include "gcrt-scheduler.h"
#include "gcrt-shadow.h"
#include "gcrt-space.h"
#include "gcrt-world.h"

struct gcrt_record;
struct gcrt_ticket;

struct gc_heap {
	struct gcrt_scheduler scheduler;
	struct gcrt_world world;
	struct gcrt_space space;
	struct gcrt_moving moving;
	const struct gcrt_collector *collector;
	const struct gc_options *options; /* the program's; kept, may be NULL */
	struct gc_options settings;       /* copies of their values */
	struct gcrt_events events;
	struct gc_heap_roots *roots;
	struct gc_mutator roots_mutator; /* stands for the heap's roots; never runs */
	unsigned forks;                  /* gcrt_forks when the heap was made */
	struct {
		uint64_t allocations, safepoints;
	} stress;                   /* atomic; numbers since gc_init */
	bool every_allocation;      /* Note [Every allocation] */
	struct gcrt_shadow shadow;  /* debug builds */
	struct gcrt_copied copied;  /* debug builds */
	bool slid;                  /* debug builds: references may name places of objects */
	struct gcrt_record *record; /* constant; debug builds: NULL without the option `trace' */
	void *(*allocation_failure)(struct gc_heap *heap, size_t size);
};

/* GC_OPTION_STRESS_…: M collects each time that the count AT reaches a multiple of NTH. */
void gcrt_stress(struct gc_mutator *m, uint64_t *at, int nth);
/* Waits like gcrt_wait_for_cycle, with M inactive. */
void gcrt_heap_await(struct gc_mutator *m, struct gcrt_ticket ticket);

/* gcrt-phase.c: gcrt_new_metadata gives the metadata that new objects of M get.
 * gcrt_give_back_cells takes back M's free cells, because their metadata may have to change. */
void gcrt_new_metadata(const struct gc_mutator *m, uint8_t metadata[GCRT_MAX_METADATA]);
void gcrt_give_back_cells(struct gc_mutator *m);
void gcrt_all_give_back_cells(struct gc_heap *heap); /* no mutator of the heap is active */

#if GCRT_DEBUG
/* Adds HEAP to the heaps that gcrt_check_object knows. false: there are too many, and a line on
 * stderr says so. */
bool gcrt_verify_add(struct gc_heap *heap);
void gcrt_verify_remove(struct gc_heap *heap);
/* Whether HEAP was added and not yet removed.  Does not access HEAP itself. */
bool gcrt_verify_has(const struct gc_heap *heap);
/* The heap that was added, and in whose arena ADDRESS is; NULL: there is none. */
struct gc_heap *gcrt_checked_heap(uintptr_t address);

/* The mutators are stopped.  Each stops the program with a message if the heap is not as said: */
void gcrt_verify_marks(struct gc_heap *heap); /* what is reachable is marked */
/* Each reachable object is live.  AT_REST: it has the metadata that it must have between cycles,
 * and all else is poison. */
void gcrt_verify_heap(struct gc_heap *heap, bool at_rest);
/* M comes to a place where it may stop, so its newest object is what the program has made of it.  If the collector has a
 * word in objects, this object has it beside its slots (Note [Headers]). */
void gcrt_check_newest(struct gc_mutator *m);
#else
#define gcrt_check_newest(m) ((void)0)
#endif

#endif
