/* gcrt-pace.h: when cycles begin by themselves, and who waits for them. */
#ifndef GCRT_PACE_H
#define GCRT_PACE_H

#include "gcrt-scheduler.h"

void gcrt_pace_init(struct gc_heap *heap);
void gcrt_pace_begin(struct gc_heap *heap);
void gcrt_pace_census(struct gc_heap *heap); /* the space's lock is held */
/* M has been given memory: is it time to begin a cycle beside it? */
void gcrt_pace_allocated(struct gc_mutator *m);
/* M will ask for memory: is it time for a cycle that it waits for?  Note [Fresh memory]. */
void gcrt_pace_before(struct gc_mutator *m);
/* Part of a loop over all objects, done by M or waited for; false: no loop runs. */
bool gcrt_help_loop(struct gc_mutator *m);
/* Waits for the end of a cycle that has stopped mutators and let them go on;
 * false: none runs. */
bool gcrt_fall_back(struct gc_mutator *m);
/* M has waited for room SINCE then. */
void gcrt_fell_back(struct gc_mutator *m, uint64_t since);
uint64_t gcrt_now_usec(void);

/* Locked: */
/* So many WORDS more that M's barriers emitted wait: Note [Waiting units]. */
void gcrt_pace_emitted(struct gc_mutator *m, size_t words);
/* A packet of them has been taken. */
void gcrt_pace_taken(struct gcrt_scheduler *s);
/* A cycle has ended. */
void gcrt_pace_end(struct gcrt_scheduler *s);
/* M has emitted so many that it is to wait. */
bool gcrt_is_to_await_units(const struct gc_mutator *m);
/* Not locked, M is inactive: until fewer do, for a while. */
void gcrt_await_units(struct gc_mutator *m);

#endif
