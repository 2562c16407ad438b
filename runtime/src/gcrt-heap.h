/* gcrt-heap.h: a heap, whole.
 *
 * Locks: the scheduler's, then the world's, then the space's, then the events';
 * never the other way round. */
#ifndef GCRT_HEAP_H
#define GCRT_HEAP_H

#include "gc-api.h"
#include "gcrt-events.h"
#include "gcrt-mutator.h"
#include "gcrt-options.h"
#include "gcrt-scheduler.h"
#include "gcrt-shadow.h"
#include "gcrt-space.h"
#include "gcrt-world.h"

struct gcrt_ticket;

struct gc_heap {
	struct gcrt_scheduler scheduler;
	struct gcrt_world world;
	struct gcrt_space space;
	const struct gcrt_collector *collector;
	const struct gc_options *options; /* the program's, kept; may be NULL */
	struct gc_options settings;       /* a copy */
	struct gcrt_events events;
	struct gc_heap_roots *roots;
	struct gc_mutator roots_mutator; /* stands for them; never runs */
	unsigned forks;                  /* of the process, when the heap was made */
	struct {
		uint64_t allocations, safepoints;
	} stress;                  /* atomic; so many, ever */
	bool every_allocation;     /* Note [Every allocation] */
	struct gcrt_shadow shadow; /* debug builds */
	void *(*allocation_failure)(struct gc_heap *heap, size_t size);
};

/* GC_OPTION_STRESS_…: M collects at every NTH of what AT counts. */
void gcrt_stress(struct gc_mutator *m, uint64_t *at, int nth);
/* Waits, as an inactive mutator: gcrt_wait_for_cycle. */
void gcrt_heap_await(struct gc_mutator *m, struct gcrt_ticket ticket);

/* gcrt-phase.c: what new objects of M have as metadata; and, as metadata of free
 * cells may have to be others, M's cells are taken back. */
void gcrt_new_metadata(const struct gc_mutator *m, uint8_t metadata[GCRT_MAX_METADATA]);
void gcrt_give_back_cells(struct gc_mutator *m);
void gcrt_all_give_back_cells(struct gc_heap *heap); /* none of its mutators is active */

#if GCRT_DEBUG
/* The heaps there are: gcrt_check_object.  false, and a line on stderr: too many. */
bool gcrt_verify_add(struct gc_heap *heap);
void gcrt_verify_remove(struct gc_heap *heap);
/* It was added, and not removed: for this, HEAP itself is not looked at. */
bool gcrt_verify_has(const struct gc_heap *heap);

/* The world is stopped.  Stop the program with a message when not so: */
void gcrt_verify_marks(struct gc_heap *heap); /* what is reachable is marked */
/* And is live, and, AT_REST, has the metadata that it has between cycles; the rest is poison. */
void gcrt_verify_heap(struct gc_heap *heap, bool at_rest);
#endif

#endif
