/* gcrt-scheduler.h: workers, the queues of units, and when buckets open.
 *
 * Note [Last to park]: a worker parks, under the lock, when it has published
 * every packet it had and finds no unit that it may run.  So when all workers
 * are parked, and no mutator runs units, every unit there is lies in a queue or
 * in a mutator's buffer: none in a packet of a worker, none in a hand.  Only then, by the last to park and still under the
 * lock, are guards evaluated, buckets opened and closed, cycles begun and
 * ended.  A guard thus never sees `drained` while a unit is anywhere, and
 * what it decides on cannot change while it decides.  A wake-up for no reason
 * makes a worker look and park again; if it was the last, guards are evaluated
 * once more, which is harmless because they are pure.
 *
 * Note [No lost wake-up]: everything a parked worker waits for (a unit in a
 * queue of an open bucket, a request, shutdown) is changed under the lock that
 * it looked under, and signalled after; it waits in a loop on that condition.
 *
 * Note [Units in hand]: a mutator that runs units (a handshake of its own, or
 * part of a loop over all objects) is counted in `helping`, and wakes a worker
 * when it is done, so that somebody is the last to park after it.
 *
 * Note [Looking]: a kernel may ask for what guards ask for.  Its answer is that of one
 * moment, under the lock.  A queue that has units answers at once.  Else the answer
 * depends on what other workers have in hand, so it waits until each of them is
 * parked, looks too, or rests: a worker that sees that somebody looks publishes its
 * packets, between two packets or when one that it emits into is full, and rests until
 * nobody looks any more.  So who looks waits for what each does between two of these, and
 * knows then that only lookers, and who rests midway, are in the middle of units (`at').
 * Who waits is woken by all that may end the waiting: a worker that parks,
 * rests or looks, a mutator that stops helping.
 *
 * Note [Buffers]: a mutator's buffer moves to a queue when it is full, and
 * always before the mutator becomes inactive or runs a handshake: the buffers of
 * one that is not active are empty.  Moving needs the lock; so while a guard
 * looks, buffers can only grow, and if each is empty when it is looked at, all
 * were empty at the moment of the first look.  A guard that is held up by
 * buffers has them asked for (GCRT_POLL_FLUSH); what arrives wakes a worker.
 *
 * Note [Flush before whenever]: a bucket that opens again and again to stop
 * mutators and see whether they still have units would stop them in vain while
 * their buffers are known to have some.  So these are asked for first, a few
 * times; to open later than one could is always allowed.
 *
 * Note [Open buckets]: workers read `open` without the lock.  A bucket is opened, and closed
 * by its `close when`, only when all workers are parked, so each takes the lock after the
 * write, to unpark.  A bucket `whenever` also closes while workers run; but its units are
 * only taken under the lock (Note [Exact buckets]), and so is all that is read for them.
 *
 * Note [Opening]: one step under the lock, in this order: the bucket is open; its fill
 * runs; a bucket `whenever` of which nothing is left closes again; phases with an interval
 * change.  So a fill does not see a phase that its own opening begins, and a phase that
 * lasts until the bucket is drained does not end before the fill.  A cycle that begins
 * opens its buckets so, each with its fill, and then changes the phases.
 *
 * Note [Turns]: of several cycles whose `from' holds any may begin.  They take turns, in the order
 * of the file, from the one that began last on: so one that is asked for waits for at most one of each
 * other kind, however often those are asked for.
 *
 * Note [Exact buckets]: in most buckets a unit counts as running until its whole packet
 * has been handed back; nobody can tell that from a unit that takes long.  It can be told
 * where a bucket `whenever` closes, in the step in which its last unit ends: what is
 * emitted into it later has to wait.  And `empty(b)` in a kernel looks at units that have
 * not begun.  Units of such buckets are published in the step that emits them, taken one by
 * one from the queue, and handed back one by one, all under the lock; `running` counts
 * those in hand.  A loop over all objects is the exception: its packets of blocks count as
 * one unit each. */
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

struct gcrt_scheduler {
	struct gc_heap *heap;
	struct gcrt_mutex lock;
	struct gcrt_cond work;        /* parked workers wait */
	struct gcrt_cond cycle_ended; /* or has begun, or fewer units wait; mutators wait */
	struct gcrt_cond settled;     /* workers that look wait */
	struct gcrt_cond looped_some; /* mutators wait for a part of a loop to be done */
	struct gcrt_worker *workers;
	unsigned worker_count, started;
	unsigned parked; /* atomic; written under the lock */
	bool shutdown;   /* no cycle begins, and workers end after the last */

	struct gcrt_packet *pending[GCRT_MAX_QUEUES];
	unsigned running[GCRT_MAX_QUEUES]; /* packets of queues that are counted, in hand */
	size_t for_mutators;               /* atomic; units in queues of kinds that mutators run */
	unsigned helping;                  /* mutators that run units */
	unsigned looking;                  /* atomic, written under the lock; workers that look */
	unsigned resting;                  /* workers that wait for those */
	unsigned loop_waiters;             /* atomic; written under the lock */
	bool unquiet;                      /* looking, and others have units in hand */
	bool unsure;                       /* what was looked at depends on those */
	bool flush;                        /* buffers are in the way */
	unsigned flushes;                  /* Note [Flush before whenever] */
	size_t waiting;                    /* packets, in all queues: Note [Packets] */
	size_t by_barriers; /* of them, those that barriers emitted: Note [Waiting units] */
	size_t by_barriers_in[GCRT_MAX_QUEUES]; /* of these, in each */
	size_t left_by_barriers; /* when the last cycle ended, and programs ask for none that
	                                  has their bucket */
	bool units_awaited;      /* a mutator waits until fewer of these do */
	uint32_t resumes;        /* constant; bit q: units of queue q resume mutators */
	uint32_t resuming;       /* atomic, written under the lock; of these, that wait */
	struct gcrt_packet *spare;
	unsigned spares;
	struct gcrt_reserve reserve;
	uint32_t open;           /* bit b; atomic, written under the lock; Note [Open buckets] */
	uint32_t opened;         /* bit b; in this cycle */
	uint32_t settled_phases; /* bit p: Note [Settled phases] */
	uint32_t phases;         /* the same, as others see it; atomic, written under the lock */
	uint32_t begun_phases;   /* intervals that have begun in this cycle */

	uint32_t requested;    /* bit c */
	int cycle;             /* that runs; -1: none */
	unsigned latest;       /* the one that began last: Note [Turns] */
	uint64_t begun, ended; /* cycles; begun - ended is 0 or 1 */
	uint64_t begun_of[GCRT_MAX_CYCLES], ended_of[GCRT_MAX_CYCLES]; /* of each kind */
	bool stopped;                     /* the running cycle has completed a stop */
	bool counted;                     /* its census has been taken */
	bool let_go;                      /* mutators have gone on before that */
	bool to_verify, verifying;        /* a cycle has ended: debug builds look at the heap */
	uint64_t verify_wanted, verified; /* so often by programs: gc_verify */
	bool to_pause;                    /* a fill loops over all objects, and mutators run */
	bool hold;                        /* mutators are held until a cycle has ended that */
	unsigned hold_for;                /* is this one and */
	bool held;                        /* has begun when none was active any more */
	unsigned hold_cycles;             /* such cycles so far */
	unsigned hold_followers;          /* so many more cycles may belong to the last of them */
	size_t hold_pages, hold_live;     /* what they are for; bytes live after the last */
	struct gcrt_pause paused;         /* what the last of these have found */
	bool cycle_told, roots_told, heap_told; /* to the listener */
	size_t loop_blocks;                     /* atomic; of loops, still to be done */
};

/* false, with nothing left behind: no threads or memory. */
bool gcrt_scheduler_init(struct gcrt_scheduler *s, struct gc_heap *heap, unsigned workers);
/* Waits for the workers: the cycle that runs is the last. */
void gcrt_scheduler_destroy(struct gcrt_scheduler *s);

/* What a request waits for: the NUMBER-th cycle of one kind. */
struct gcrt_ticket {
	unsigned cycle;
	uint64_t number;
};

/* gcrt-request.c.  Asks for a cycle.  SOON: one that has begun will do, if it is of that
 * kind or the full one, when it has not yet stopped the mutators, of which the
 * caller must be an active one. */
struct gcrt_ticket gcrt_request_cycle(struct gcrt_scheduler *s, unsigned cycle, bool soon);
/* Locked: a cycle that begins from now on. */
struct gcrt_ticket gcrt_request_locked(struct gcrt_scheduler *s, unsigned cycle);
/* One in which no mutator is active from its beginning to its end (Note [Hold]), and
 * more of them, until PAGES are free or a second or later one has freed nothing: so the
 * ticket is of the first, and mutators go on after the last. */
struct gcrt_ticket gcrt_request_pause(struct gcrt_scheduler *s, unsigned cycle, size_t pages);
/* Of the last such cycles, after one has been waited for. */
struct gcrt_pause gcrt_last_pause(struct gcrt_scheduler *s);
/* The cycle that runs has stopped mutators: it. */
bool gcrt_stopped_cycle(struct gcrt_scheduler *s, struct gcrt_ticket *ticket);
/* Locked: the cycle ENDED has ended while mutators are held; whether they still are. */
bool gcrt_holds_on(struct gcrt_scheduler *s, unsigned ended);
/* A cycle may wait for that. */
void gcrt_all_are_held(struct gcrt_scheduler *s);
/* Locked: the listener is told of the cycle that runs, unless it has been. */
void gcrt_tell_cycle_once(struct gcrt_scheduler *s);
/* Returns when that one has ended; the caller must be inactive. */
void gcrt_wait_for_cycle(struct gcrt_scheduler *s, struct gcrt_ticket ticket);
/* Debug builds: until a worker has looked at the whole heap, between two cycles. */
void gcrt_wait_for_verify(struct gcrt_scheduler *s);
/* Which cycle a collection of KIND is. */
unsigned gcrt_cycle_for(enum gc_collection_kind kind);

/* ------------------------------------------- for the parts of the scheduler */
/* Locked: */
/* gcrt-packets.c.  false: no address space. */
bool gcrt_reserve_init(struct gcrt_reserve *reserve, size_t heap_bytes);
void gcrt_reserve_destroy(struct gcrt_reserve *reserve);
/* NULL: no memory, but for the reserve. */
struct gcrt_packet *gcrt_try_packet(struct gcrt_scheduler *s, unsigned queue);
struct gcrt_packet *gcrt_get_packet(struct gcrt_scheduler *s, unsigned queue);
void gcrt_put_packet(struct gcrt_scheduler *s, struct gcrt_packet *packet);
void gcrt_free_packet(struct gcrt_scheduler *s, struct gcrt_packet *packet);
/* Those that are kept between cycles stay, but for ALL. */
void gcrt_free_spares(struct gcrt_scheduler *s, bool all);
/* So many packets may wait: Note [Packets]. */
size_t gcrt_budget(const struct gcrt_scheduler *s);
/* gcrt-pace.c.  So many WORDS more that M's barriers emitted wait: Note [Waiting units]. */
void gcrt_pace_emitted(struct gc_mutator *m, size_t words);
/* A packet of them has been taken. */
void gcrt_pace_taken(struct gcrt_scheduler *s);
/* A cycle has ended. */
void gcrt_pace_end(struct gcrt_scheduler *s);
/* M has emitted so many that it is to wait. */
bool gcrt_is_to_await_units(const struct gc_mutator *m);
/* Not locked, M is inactive: until fewer do, for a while. */
void gcrt_await_units(struct gc_mutator *m);
/* The packet at *LINK, from its queue. */
struct gcrt_packet *gcrt_unlink(struct gcrt_scheduler *s, struct gcrt_packet **link);
/* Afterwards the worker, or the mutator's buffers, hold no unit. */
void gcrt_publish_all(struct gcrt_scheduler *s, struct gcrt_worker *worker);
/* The unit at AT of *LINK, alone; the packet goes when it was the last. */
struct gcrt_packet *gcrt_take_unit(struct gcrt_scheduler *s, struct gcrt_packet **link,
    unsigned at);
/* Whether one unit more of QUEUE may run: `at most n`. */
bool gcrt_has_room(const struct gcrt_scheduler *s, unsigned queue);
/* After a packet of QUEUE that `running` counts: a bucket `whenever` may close. */
void gcrt_unit_over(struct gcrt_scheduler *s, unsigned queue);
/* Around what a mutator runs. */
void gcrt_begin_helping(struct gcrt_scheduler *s, struct gc_mutator *m);
void gcrt_end_helping(struct gcrt_scheduler *s, struct gc_mutator *m);

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

static inline const struct gcrt_kind *gcrt_kind_of(unsigned queue)
{
	return &gcrt_collector.kinds[gcrt_collector.queues[queue].kind];
}

static inline bool gcrt_queue_is_open(const struct gcrt_scheduler *s, unsigned queue)
{
	return gcrt_load(&s->open, relaxed) >> gcrt_collector.queues[queue].bucket & 1;
}

/* gcrt-handshake.c.  Locked: */
bool gcrt_buffers_have(const struct gcrt_scheduler *s, uint32_t queues);
void gcrt_ask_for_buffers(struct gcrt_scheduler *s);
/* A unit of QUEUE, for ONLY, or (NULL) for a mutator that is not active, which
 * then is claimed.  NULL: there is none. */
struct gcrt_packet *gcrt_take_for_mutator(struct gcrt_scheduler *s, unsigned queue,
    struct gc_mutator *only);
bool gcrt_may_take_for_mutator(const struct gcrt_scheduler *s, unsigned queue);
struct gc_mutator *gcrt_unit_mutator(const struct gcrt_packet *packet);
/* Who can run the units of QUEUE, or of all queues of BUCKET, is asked to. */
void gcrt_deal(struct gcrt_scheduler *s, unsigned queue);
void gcrt_deal_bucket(struct gcrt_scheduler *s, unsigned bucket);
/* Not locked: */
bool gcrt_units_wait_for_mutators(const struct gc_heap *heap);
void gcrt_flush(struct gc_mutator *m);
void gcrt_handshakes(struct gc_mutator *m);
/* After M has become inactive: workers may run its units now. */
void gcrt_offer_handshakes(struct gc_mutator *m);

/* gcrt-phase.c.  Locked: */
bool gcrt_settle_phases(struct gcrt_scheduler *s);
void gcrt_end_intervals(struct gcrt_scheduler *s);
/* Not locked: M sees the phases as they are.  It is inactive, or calls this. */
void gcrt_see_phases(struct gc_mutator *m);
void gcrt_all_see_phases(struct gc_heap *heap);

#endif
