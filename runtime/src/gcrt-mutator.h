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
	GCRT_POLL_STOP = 1,      /* all mutators are to stop */
	GCRT_POLL_FLUSH = 2,     /* its buffers keep a bucket from being drained */
	GCRT_POLL_HANDSHAKE = 4, /* a unit waits that it is to run itself */
	GCRT_POLL_STRESS = 8,    /* always, to count safepoints: GC_OPTION_STRESS_SAFEPOINTS */
	GCRT_POLL_UNITS = 16,    /* too many wait: Note [Waiting units] */
	/* Those for which the collector waits. */
	GCRT_POLL_AWAITED = GCRT_POLL_STOP | GCRT_POLL_FLUSH | GCRT_POLL_HANDSHAKE
};

/* Who may touch a field: own, the thread itself while active, and workers
 * while it is stopped; world, under the world's lock.
 *
 * Note [View]: view is the phases as this mutator's barriers see them.  It is
 * written under the world's lock, by the mutator at its handshake or by a
 * worker while the mutator is not active; the barriers' relaxed load is so
 * ordered by the lock that the mutator took to become active.  What the phase
 * stands for (that all mutators shade from now on) is never concluded from
 * this flag: it is concluded by the collector from a handshake or a stop.
 *
 * Note [Every allocation]: where each allocation is to be looked at (debug builds, the address
 * sanitizer, GC_OPTION_STRESS_ALLOCATIONS) the free cells are in lists that the
 * program's inline path does not know: it always finds its own empty. */
struct gc_mutator {
	void *freelist[GCRT_SIZE_CLASSES];  /* own; gc_allocator_freelist_offset */
	uint32_t view;                      /* atomic, world; GCRT_VIEW_OFFSET */
	int poll;                           /* atomic; written: world */
	const uint32_t *phases;             /* constant; GCRT_PHASES_OFFSET: the heap's, atomic */
	struct gc_heap *heap;               /* constant */
	struct gc_mutator_roots *roots;     /* world */
	unsigned readers;                   /* world; of them: Note [Readers of roots] */
	void *listener_data;                /* constant */
	struct gc_mutator *next, *previous; /* world */
	bool active;                        /* world */
	bool claimed;                       /* world; a worker runs a unit for it */
	bool left;                          /* world; to be freed when the cycle has ended */
	uint32_t owned[GCRT_SIZE_CLASSES];  /* own; the blocks of the free cells; 0: none */
	struct gcrt_worker buffers;         /* own */
	size_t emitted; /* own; words, since it last waited: Note [Waiting units] */
	void **lists;   /* constant: freelist or hidden */
	void *hidden[GCRT_SIZE_CLASSES]; /* own; Note [Every allocation] */
	unsigned number;                 /* constant; of the heap's, from 1 */
	int thread;                      /* constant; the system's number of its thread */
	uint64_t asked_at;               /* world; debug builds: GCRT_POLL_AWAITED since then */
};

/* Whose buffers BUFFERS are. */
static inline struct gc_mutator *gcrt_mutator_of(struct gcrt_worker *buffers)
{
	return (struct gc_mutator *)((char *)buffers - offsetof(struct gc_mutator, buffers));
}

#ifdef __cplusplus
}
#endif

#endif
