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

/* What cycles have found in which no mutator was active. */
struct gcrt_pause {
	struct gcrt_census census; /* of the last of them */
	bool freed;                /* it may have freed something, and a further one may */
};

/* Cycles during which mutators are held: Note [Hold]. */
struct gcrt_hold {
	bool on;
	bool begun;              /* a cycle has begun when no mutator was active any more */
	unsigned cycle;          /* the one that was asked for */
	unsigned cycles;         /* so many of these have ended */
	unsigned followers;      /* so many more cycles may belong to the last of them */
	size_t pages, live;      /* what they are for; bytes live after the last */
	struct gcrt_pause found; /* by the last of them */
};

struct gcrt_scheduler {
	/* constant, once the workers have started */
	struct gc_heap *heap;
	struct gcrt_worker *workers;
	unsigned worker_count, started;
	uint32_t resumes; /* bit q: units of queue q resume mutators */

	struct gcrt_mutex lock;
	struct gcrt_cond work;        /* parked workers wait */
	struct gcrt_cond cycle_ended; /* or has begun, or fewer units wait; mutators wait */
	struct gcrt_cond settled;     /* workers that look wait */
	struct gcrt_cond looped_some; /* mutators wait for a part of a loop to be done */

	/* gcrt-queues */
	struct gcrt_packet *pending[GCRT_MAX_QUEUES];
	unsigned running[GCRT_MAX_QUEUES]; /* packets of queues that are counted, in hand */
	size_t for_mutators;               /* atomic; units in queues of kinds that mutators run */
	uint32_t resuming;                 /* atomic; of `resumes', those that wait */
	size_t waiting;                    /* packets, in all queues: Note [Packets] */
	size_t by_barriers; /* of them, those that barriers emitted: Note [Waiting units] */
	size_t by_barriers_in[GCRT_MAX_QUEUES]; /* of these, in each */

	/* gcrt-packets */
	struct gcrt_packet *spare;
	unsigned spares;
	struct gcrt_reserve reserve;

	/* gcrt-workers */
	unsigned parked;  /* atomic */
	bool shutdown;    /* no cycle begins, and workers end after the last */
	unsigned helping; /* mutators that run units */

	/* gcrt-look: Note [Looking] */
	unsigned looking; /* atomic; workers that look */
	unsigned resting; /* workers that wait for those */
	bool unquiet;     /* others have units in hand while one looks */
	bool unsure;      /* what was looked at depends on those */

	/* gcrt-states, gcrt-releaser: the machine */
	uint32_t open;         /* bit b; atomic: Note [Open buckets] */
	uint32_t opened;       /* bit b; in the cycle that runs */
	uint32_t requested;    /* bit c */
	int cycle;             /* that runs; -1: none */
	unsigned latest;       /* the one that began last: Note [Turns] */
	uint64_t begun, ended; /* cycles; begun - ended is 0 or 1 */
	uint64_t begun_of[GCRT_MAX_CYCLES], ended_of[GCRT_MAX_CYCLES]; /* of each kind */
	bool flush;       /* buffers are in the way of a guard */
	unsigned flushes; /* Note [Flush before whenever] */
	bool to_pause;    /* a fill loops over all objects, and mutators run */

	/* gcrt-phase */
	uint32_t settled_phases; /* bit p: Note [Settled phases] */
	uint32_t phases;         /* the same, as others see it; atomic */
	uint32_t begun_phases;   /* intervals that have begun in the cycle that runs */

	/* gcrt-kernel: of the cycle that runs */
	bool stopped;                           /* it has completed a stop */
	bool counted;                           /* its census has been taken */
	bool let_go;                            /* mutators have gone on before that */
	bool cycle_told, roots_told, heap_told; /* to the listener */
	size_t
	    loop_blocks; /* written without the lock; of loops, still to be done: Note [Loop blocks] */
	unsigned loop_waiters; /* atomic */

	/* gcrt-request */
	struct gcrt_hold hold;
	bool to_verify, verifying;        /* a cycle has ended: debug builds look at the heap */
	uint64_t verify_wanted, verified; /* so often by programs: gc_verify */

	/* gcrt-pace */
	size_t left_by_barriers; /* when the last cycle ended, and programs ask for none that
	                            has their bucket */
	bool units_awaited;      /* a mutator waits until fewer of these do */
};

/* false, with nothing left behind: no threads or memory. */
bool gcrt_scheduler_init(struct gcrt_scheduler *s, struct gc_heap *heap, unsigned workers);
/* Waits for the workers: the cycle that runs is the last. */
void gcrt_scheduler_destroy(struct gcrt_scheduler *s);

/* It runs units for a mutator, and none in the middle of others. */
static inline bool gcrt_is_mutators(const struct gcrt_worker *worker)
{
	return worker->ahead == UINT_MAX;
}

/* What it emits now is emitted by a barrier. */
static inline bool gcrt_is_in_barrier(const struct gcrt_worker *worker)
{
	return gcrt_is_mutators(worker) && !worker->awaited;
}

/* Units wait that mutators run. */
static inline bool gcrt_units_wait_for_mutators(const struct gcrt_scheduler *s)
{
	return gcrt_load(&s->for_mutators, relaxed) != 0;
}

static inline const struct gcrt_kind *gcrt_kind_of(unsigned queue)
{
	return &gcrt_collector.kinds[gcrt_collector.queues[queue].kind];
}

#endif
