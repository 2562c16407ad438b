/* gcrt-scheduler.h: workers, the queues of units, and when buckets open.
 *
 * Note [Last to park]: a worker parks, under the lock, when it has published
 * every packet it had and finds no unit that it may run.  So when all workers
 * are parked every unit there is lies in a queue: none in a packet of a
 * worker, none in a hand.  Only then, by the last to park and still under the
 * lock, are guards evaluated, buckets opened and closed, cycles begun and
 * ended.  A guard thus never sees `drained` while a unit is anywhere, and
 * what it decides on cannot change while it decides.  A wake-up for no reason
 * makes a worker look and park again; if it was the last, guards are evaluated
 * once more, which is harmless because they are pure and a bucket opens once.
 *
 * Note [No lost wake-up]: everything a parked worker waits for (a unit in a
 * queue of an open bucket, a request, shutdown) is changed under the lock that
 * it looked under, and signalled after; it waits in a loop on that condition.
 *
 * Note [Open buckets]: workers read `open` without the lock.  It is written only when all
 * workers are parked, so each takes the lock after the write, to unpark. */
#ifndef GCRT_SCHEDULER_H
#define GCRT_SCHEDULER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gcrt-collector.h"
#include "gcrt-sync.h"
#include "gcrt-worker.h"

struct gcrt_scheduler {
	struct gc_heap *heap;
	struct gcrt_mutex lock;
	struct gcrt_cond work;         /* parked workers wait */
	struct gcrt_cond cycle_ended;  /* mutators wait */
	struct gcrt_worker *workers;
	unsigned worker_count, started;
	unsigned parked;               /* atomic; written under the lock */
	bool shutdown;

	struct gcrt_packet *pending[GCRT_MAX_QUEUES];
	unsigned running[GCRT_MAX_QUEUES];   /* workers at a kind that is limited */
	struct gcrt_packet *spare;
	unsigned spares;
	uint32_t open;                 /* bit b; Note [Open buckets] */

	uint32_t requested;            /* bit c */
	int cycle;                     /* that runs; -1: none */
	uint64_t begun, ended;         /* cycles; begun - ended is 0 or 1 */
	bool stopped;                  /* the running cycle has completed a stop */
	bool looped;                   /* it has begun a loop over all objects */
	bool counted;                  /* its census has been taken */
	bool roots_told, heap_told;    /* to the listener */
	size_t loop_blocks;            /* atomic; of loops, still to be done */
};

/* false, with nothing left behind: no threads or memory. */
bool gcrt_scheduler_init(struct gcrt_scheduler *s, struct gc_heap *heap, unsigned workers);
/* Waits for the workers, which must have nothing to do. */
void gcrt_scheduler_destroy(struct gcrt_scheduler *s);

/* Asks for a cycle; the number of the one to wait for.  SOON: one that has
 * begun will do when it has not yet stopped the mutators, of which the caller
 * must be an active one. */
uint64_t gcrt_request_cycle(struct gcrt_scheduler *s, unsigned cycle, bool soon);
/* Returns when that one has ended; the caller must be inactive. */
void gcrt_wait_for_cycle(struct gcrt_scheduler *s, uint64_t number);

#endif
