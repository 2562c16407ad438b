/* gcrt-world.h: the mutators of a heap, stopping them and letting them go.
 *
 * Note [Stop]: the flag asks; the lock orders.  A mutator that stops, leaves
 * or becomes inactive takes itself out of `running` under the world's lock,
 * after its last access to the heap and to its roots; stop waits under the same lock until
 * `running` is 0.  So all that mutators did happens before all that follows
 * the stop, and, the other way round, all that the collector did before resume
 * (which takes the lock) happens before what a mutator does after it: a
 * mutator adds itself to `running` again, under the lock, only when none stops
 * or holds it.  What asks is each mutator's poll, written under the lock and
 * read without it by polls, relaxed (Note [Safepoint poll]).
 *
 * Note [Hold]: a mutator may take as long as it likes between two operations.  `hold`
 * makes all that come to a safepoint wait there, from before a cycle begins to
 * its end, so that no mutator runs in it: one of the runs of any specification.
 *
 * Note [Pause]: for the same reason the runtime may have all mutators wait at
 * safepoints for a moment of its own.  No specification can tell, so this is not
 * a stop: `all mutators stopped` stays as it is.
 *
 * Note [Readers of roots]: a kernel may loop over the roots of a mutator that is not stopped.  The
 * program may change these roots in any way between two safepoints (frames come and go).  So while
 * a worker reads them, the mutator waits at a safepoint.  No specification can tell (Note [Hold]
 * says why).  A mutator that leaves waits likewise, because its roots are the program's again when
 * gc_finish_for_thread returns.  It waits inactive, because the kernel that reads its roots may
 * stop the mutators meanwhile.  When nobody reads its roots any more, it has none.  Whoever reads
 * them later finds none, and may still be reading when the mutator has left.  That is safe: kernels
 * run only in a cycle, and a mutator that leaves in a cycle stays in the list until the cycle ends.
 * A kernel that a mutator runs itself does not wait: it reads the roots of others as they are.
 *
 * Note [Patience]: in a debug build, a thread that has waited for a mutator for some seconds
 * reports which mutator that is.  It goes on waiting, since the mutator may only be slow.  The
 * thread that waits may itself be active in another heap, whose collections wait for it; then it
 * reports that. */
#ifndef GCRT_WORLD_H
#define GCRT_WORLD_H

#include <stdbool.h>
#include <stddef.h>

#include "gcrt-collector.h"
#include "gcrt-mutator.h"
#include "gcrt-sync.h"

/* A debug build remembers the last mutators that were freed, to recognise a later use. */
#define GCRT_GRAVES 64

struct gcrt_world {
	struct gcrt_mutex lock;
	struct gcrt_cond stopped; /* workers that stop or pause mutators wait for it */
	struct gcrt_cond resumed; /* mutators wait for it */
	bool stopping;            /* a stop has been requested, or is complete */
	bool hold;                /* Note [Hold] */
	unsigned pauses;          /* Note [Pause] */
	bool all_stopped;         /* a stop is complete */
	size_t running;           /* mutators that the stop still waits for */
	struct gc_mutator *mutators;
	unsigned joined;   /* mutators that have ever joined */
	unsigned patience; /* debug builds: milliseconds, 0: no limit; Note [Patience] */
	uint64_t told_at;  /* when slow mutators were last reported */
	struct gc_mutator *graves[GCRT_GRAVES]; /* debug builds: the last freed mutators, */
	unsigned buried;                        /* of so many */
};

void gcrt_world_init(struct gcrt_world *world);
void gcrt_world_destroy(struct gcrt_world *world);

/* Locked.  The rows of gcrt-machine.def that are about mutators (with GCRT_ROWS). */
#define stop_asked(it)  (world->stopping)
#define all_stopped(it) (world->all_stopped)
bool gcrt_at_yield(const struct gcrt_world *world, const struct gc_mutator *m);
bool gcrt_may_act(const struct gcrt_world *world, const struct gc_mutator *m);
bool gcrt_is_wrong_stop(const struct gcrt_world *world);
bool gcrt_is_wrong_resume(const struct gcrt_world *world);
bool gcrt_is_wrong_phase(const struct gcrt_world *world);

/* Locked. */
bool gcrt_world_keeps(const struct gcrt_world *world, const struct gc_mutator *m);
void gcrt_world_add(struct gcrt_world *world, struct gc_mutator *m);
/* Waits while the world is being stopped or is stopped. */
void gcrt_world_activate(struct gcrt_world *world, struct gc_mutator *m);
/* Never waits.  Returns whether all mutators are held now, and none is active. */
bool gcrt_world_deactivate(struct gcrt_world *world, struct gc_mutator *m);
/* M is not active.  Returns when no thread reads its roots. */
void gcrt_world_await_readers(struct gcrt_world *world, struct gc_mutator *m);
/* The same; then M has no roots. */
void gcrt_world_forget_roots(struct gcrt_world *world, struct gc_mutator *m);
/* M is not active and has no roots.  It stays in the list until gcrt_world_bury. */
void gcrt_world_leave(struct gcrt_world *world, struct gc_mutator *m);
/* Whether some mutators have not left. */
bool gcrt_world_has_mutators(struct gcrt_world *world);
/* Frees the mutators that have left.  No kernel runs, so no thread reads their roots. */
void gcrt_world_bury(struct gcrt_world *world);

/* Locked.  Asks all mutators to stop; returns when they have; lets them go on. */
void gcrt_world_ask(struct gcrt_world *world);
void gcrt_world_wait(struct gcrt_world *world);
void gcrt_world_resume(struct gcrt_world *world);

/* Returns when no mutator is active; none becomes so until gcrt_world_unpause. */
void gcrt_world_pause(struct gcrt_world *world);
/* The same without waiting. false: some are active, and nothing has been done. */
bool gcrt_world_try_pause(struct gcrt_world *world);
void gcrt_world_unpause(struct gcrt_world *world);
/* Debug builds: the same if none is active but M, whose thread calls this; M may be NULL. */
bool gcrt_world_try_alone(struct gcrt_world *world, const struct gc_mutator *m);
/* Debug builds: returns the mutator NUMBER if it is not active and has roots: it stays so until gcrt_leave_roots.
 * NULL: there is none, or *ACTIVE. */
struct gc_mutator *gcrt_world_try_roots(struct gcrt_world *world, unsigned number, bool *active);

void gcrt_world_begin_hold(struct gcrt_world *world);
void gcrt_world_end_hold(struct gcrt_world *world);
/* Whether all mutators are held, and none is active. */
bool gcrt_world_all_held(struct gcrt_world *world);

/* If M is active, requests WHY (GCRT_POLL_…) at its next poll.  Otherwise returns false. */
bool gcrt_world_poke(struct gcrt_world *world, struct gc_mutator *m, int why);
/* Locked; M is active. */
void gcrt_world_ask_locked(struct gc_mutator *m, int why);
/* M calls this: returns what M has been asked for, and clears it, except for GCRT_POLL_STOP and
 * GCRT_POLL_STRESS. */
int gcrt_world_polled(struct gcrt_world *world, struct gc_mutator *m);
/* If M is neither active nor claimed, prevents it from becoming active until gcrt_world_unclaim. */
bool gcrt_world_claim(struct gcrt_world *world, struct gc_mutator *m);
void gcrt_world_unclaim(struct gcrt_world *world, struct gc_mutator *m);
bool gcrt_world_may_claim(struct gcrt_world *world, struct gc_mutator *m);
bool gcrt_world_all_stopped(struct gcrt_world *world);
/* Note [Patience]: reports which mutators have not reacted for that time, at most once in that
 * time, and what is wrong with the caller. */
void gcrt_world_tell_slow(struct gcrt_world *world);

/* Whether M must wait, because it has emitted too many units that still wait: Note [Waiting
 * units]. */
static inline bool gcrt_is_to_await_units(const struct gc_mutator *m)
{
	return m->emitted > GCRT_PACKET_WORDS - GCRT_MAX_UNIT_WORDS;
}

#endif
