/* gcrt-mutator.h: a thread that uses the heap. */
#ifndef GCRT_MUTATOR_H
#define GCRT_MUTATOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gcrt-size-class.h"
#include "gcrt-worker.h"

#ifdef __cplusplus
extern "C" {
#endif

struct gc_heap;
struct gc_mutator_roots;

/* Why a mutator's poll is not 0. */
enum {
	GCRT_POLL_STOP = 1,      /* all mutators must stop */
	GCRT_POLL_FLUSH = 2,     /* its buffers keep a bucket from being drained */
	GCRT_POLL_HANDSHAKE = 4, /* a unit waits that the mutator must run itself */
	GCRT_POLL_STRESS = 8,    /* always, to count safepoints: GC_OPTION_STRESS_SAFEPOINTS */
	GCRT_POLL_UNITS = 16,    /* too many units wait: Note [Waiting units] */
	/* The collector waits until the mutator has reacted to these. */
	GCRT_POLL_AWAITED = GCRT_POLL_STOP | GCRT_POLL_FLUSH | GCRT_POLL_HANDSHAKE
};

/* Memory in which an allocator places one object after the other: Note [Holes] in gcrt-hole.c. */
struct gcrt_hole {
	uintptr_t at, end; /* what is left; equal: nothing */
	size_t block;      /* which the allocator owns; 0: none */
};
/* The second one is for objects that are larger than a line and do not fit into the first. */
#define GCRT_HOLES 2

/* Which threads may access a field. own: the mutator's thread while it is active, and workers while
 * it is stopped. world: the thread that holds the world's lock.
 *
 * Note [View]: view has the phases as this mutator's barriers see them.  It is written under the
 * world's lock, by the mutator at its handshake, or by a worker while the mutator is not active.
 * The mutator takes that lock to become active, and this orders the relaxed load in its barriers.
 * Nothing concludes from this flag that all mutators have seen the phase (that all shade from now
 * on).  The collector concludes it from a handshake or from a stop.
 *
 * Note [Every allocation]: debug builds, the address sanitizer and GC_OPTION_STRESS_ALLOCATIONS
 * must check each allocation.  There the free cells are in lists that the program's inline path
 * does not know, so it always finds its own lists empty. */
struct gc_mutator {
	union {
		void *freelist[GCRT_SIZE_CLASSES]; /* own; gc_allocator_freelist_offset */
		struct gcrt_hole
		    inline_holes[GCRT_HOLES]; /* own; of a heap with regions: Note [Holes] */
	};
	uint32_t view;                      /* atomic, world; GCRT_VIEW_OFFSET */
	int poll;                           /* atomic; written: world */
	const uint32_t *phases;             /* constant; GCRT_PHASES_OFFSET: the heap's, atomic */
	struct gc_heap *heap;               /* constant */
	struct gc_mutator_roots *roots;     /* world */
	unsigned readers;                   /* world; that read roots: Note [Readers of roots] */
	void *listener_data;                /* constant */
	struct gc_mutator *next, *previous; /* world */
	bool active;                        /* world */
	bool claimed;                       /* world; a worker runs a unit for it */
	bool left;                          /* world; to be freed at the end of the cycle */
	uint32_t owned[GCRT_SIZE_CLASSES];  /* own; the blocks of the free cells; 0: none */
	struct gcrt_worker buffers;         /* own */
	size_t emitted;          /* own; words emitted since it last waited: Note [Waiting units] */
	void **lists;            /* constant: freelist or hidden */
	struct gcrt_hole *holes; /* constant: those of the same union as lists */
	union {
		void *hidden[GCRT_SIZE_CLASSES]; /* own; Note [Every allocation] */
		struct gcrt_hole hidden_holes[GCRT_HOLES];
	};
	unsigned number;   /* constant; among the heap's mutators, from 1 */
	int thread;        /* constant; the system's number of its thread */
	uint64_t asked_at; /* world; debug builds: when GCRT_POLL_AWAITED was set */
	uintptr_t newest;  /* own; debug builds: an object that is yet to be looked at; 0: none */
};

/* The mutator whose buffers BUFFERS are. */
static inline struct gc_mutator *gcrt_mutator_of(struct gcrt_worker *buffers)
{
	return (struct gc_mutator *)((char *)buffers - offsetof(struct gc_mutator, buffers));
}

#ifdef __cplusplus
}
#endif

#endif
