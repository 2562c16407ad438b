/* gcrt-scheduler.h: what the parts of the scheduler share.
 *
 *	gcrt-queues      units that wait, and who may take them
 *	gcrt-packets     memory for them
 *	gcrt-buffers     units in mutators' buffers, and who is asked for them
 *	gcrt-handshake   units that mutators run
 *	gcrt-workers     threads that run units, and park when there are none
 *	gcrt-states      what may be asked of the machine (gcrt-machine.def)
 *	gcrt-releaser    the steps that it takes by itself (gcrt-machine.def)
 *	gcrt-life        what mutators do for the collector at which points (gcrt-machine.def)
 *	gcrt-phase       phases, and what mutators see of them
 *	gcrt-look        guards in kernels
 *	gcrt-kernel      what else kernels ask of the machine
 *	gcrt-request     what programs ask of it
 *	gcrt-pace        when cycles begin by themselves
 *	gcrt-waiting     units of barriers that wait, and who waits for them
 *	gcrt-census      what a cycle has found
 *	gcrt-room        what mutators do for room
 *
 * Each field says who reads and writes it.  `lock' is held for what has no other word; `atomic'
 * is written under the lock, and read without it too. */
#ifndef GCRT_SCHEDULER_H
#define GCRT_SCHEDULER_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gcrt-collector.h"
#include "gcrt-space.h"
#include "gcrt-sync.h"
#include "gcrt-worker.h"

/* Memory for packets when malloc has none: Note [Packets]. */
struct gcrt_reserve {
	uintptr_t at;
	size_t size, usable, used; /* bytes */
	size_t taken;              /* packets */
	struct gcrt_packet *free;
};

/* The result of cycles during which no mutator was active. */
struct gcrt_pause {
	struct gcrt_census census; /* after the last of them */
	bool freed;                /* it may have freed something, so a further one may, too */
};

/* Cycles during which mutators are held: Note [Hold]. */
struct gcrt_hold {
	bool on;
	bool begun;              /* a cycle has begun after all mutators had become inactive */
	unsigned cycle;          /* the cycle that was requested */
	unsigned cycles;         /* how many of these have ended */
	unsigned followers;      /* how many more cycles may follow the last of them */
	size_t pages, live;      /* pages: to be free at the end; live: bytes live after the last */
	size_t most_free;        /* pages after any of them */
	struct gcrt_pause found; /* result of the last of them */
};

struct gcrt_scheduler {
	/* constant, once the workers have started */
	struct gc_heap *heap;
	struct gcrt_worker *workers;
	unsigned worker_count, started;
	uint32_t resumes; /* bit q: units of queue q resume mutators */

	struct gcrt_mutex lock;
	struct gcrt_cond work;        /* parked workers wait for it */
	struct gcrt_cond cycle_ended; /* mutators wait: for this, a begin, or fewer units */
	struct gcrt_cond settled;     /* workers that look wait for it */
	struct gcrt_cond looped_some; /* mutators wait for it: part of a loop has been done */

	/* gcrt-queues */
	struct gcrt_packet *pending[GCRT_MAX_QUEUES];
	unsigned running[GCRT_MAX_QUEUES]; /* packets in hand, in queues that are counted */
	size_t for_mutators;               /* atomic; units in queues of kinds that mutators run */
	uint32_t resuming;                 /* atomic; the queues of `resumes' in which units wait */
	size_t waiting;                    /* packets, in all queues: Note [Packets] */
	size_t by_barriers; /* how many of them barriers emitted: Note [Waiting units] */
	size_t by_barriers_in[GCRT_MAX_QUEUES]; /* of these, in each */

	/* gcrt-packets */
	struct gcrt_packet *spare;
	unsigned spares;
	struct gcrt_reserve reserve;

	/* gcrt-workers */
	unsigned parked;  /* atomic */
	bool shutdown;    /* no cycle begins any more, and workers end after the last */
	unsigned helping; /* mutators that run units */

	/* gcrt-look: Note [Looking] */
	unsigned looking; /* atomic; workers that look */
	unsigned resting; /* workers that wait for those that look */
	bool unquiet;     /* others have units in hand while one worker looks */
	bool unsure;      /* what was looked at depends on those units */

	/* gcrt-states, gcrt-releaser: the machine */
	uint32_t open;         /* bit b; atomic: Note [Open buckets] */
	uint32_t opened;       /* bit b; in the running cycle */
	uint32_t requested;    /* bit c */
	int cycle;             /* the running cycle; -1: none */
	unsigned latest;       /* the cycle that began last: Note [Turns] */
	uint64_t begun, ended; /* cycles; begun - ended is 0 or 1 */
	uint64_t begun_of[GCRT_MAX_CYCLES], ended_of[GCRT_MAX_CYCLES]; /* of each kind */
	bool flush;       /* units in buffers prevent a guard from holding */
	unsigned flushes; /* Note [Flush before whenever] */
	bool to_pause;    /* a fill must loop over all objects, and mutators run */

	/* gcrt-phase */
	uint32_t settled_phases; /* bit p: Note [Settled phases] */
	uint32_t phases;         /* the same, as other threads see it; atomic */
	uint32_t begun_phases;   /* intervals that have begun in the running cycle */

	/* gcrt-kernel: of the running cycle */
	bool stopped;                           /* it has completed a stop */
	bool counted;                           /* its census has been taken */
	bool let_go;                            /* mutators were resumed before the census */
	bool cycle_told, roots_told, heap_told; /* reported to the listener */
	size_t loop_blocks;    /* to visit; written without the lock: Note [Loop blocks] */
	unsigned loop_waiters; /* atomic */

	/* gcrt-request */
	struct gcrt_hold hold;
	bool to_verify, verifying;        /* debug builds must check the heap, or do */
	uint64_t verify_wanted, verified; /* checks that gc_verify requested; those done */

	/* gcrt-pace */
	size_t left_by_barriers; /* at the end of the last cycle, in buckets that neither the quick
				  * nor the full cycle has */
	bool units_awaited;      /* a mutator waits until fewer units wait */
};

/* false, with nothing left allocated: there are no threads, or there is no memory. */
bool gcrt_scheduler_init(struct gcrt_scheduler *s, struct gc_heap *heap, unsigned workers);
/* Waits until the workers have ended.  The running cycle is the last. */
void gcrt_scheduler_destroy(struct gcrt_scheduler *s);

/* Whether WORKER is a mutator's: it runs units for the mutator, and none in the middle of
 * others. */
static inline bool gcrt_is_mutators(const struct gcrt_worker *worker)
{
	return worker->ahead == UINT_MAX;
}

/* Whether a barrier emits what WORKER emits now. */
static inline bool gcrt_is_in_barrier(const struct gcrt_worker *worker)
{
	return gcrt_is_mutators(worker) && !worker->awaited;
}

/* Whether units wait that mutators run. */
static inline bool gcrt_units_wait_for_mutators(const struct gcrt_scheduler *s)
{
	return gcrt_load(&s->for_mutators, relaxed) != 0;
}

static inline const struct gcrt_kind *gcrt_kind_of(unsigned queue)
{
	return &gcrt_collector.kinds[gcrt_collector.queues[queue].kind];
}

#endif
