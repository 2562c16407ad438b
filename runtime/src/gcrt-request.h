/* gcrt-request.h: asking for cycles, and waiting for their end. */
#ifndef GCRT_REQUEST_H
#define GCRT_REQUEST_H

#include "gcrt-scheduler.h"

/* What a request waits for: the NUMBER-th cycle of one kind. */
struct gcrt_ticket {
	unsigned cycle;
	uint64_t number;
};

/* Asks for a cycle.  SOON: one that has begun will do, if it is of that
 * kind or the full one, when it has not yet stopped the mutators, of which the
 * caller must be an active one. */
struct gcrt_ticket gcrt_request_cycle(struct gcrt_scheduler *s, unsigned cycle, bool soon);
/* Locked.  Nobody waits for it. */
void gcrt_ask_for_cycle(struct gcrt_scheduler *s, unsigned cycle);
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
/* Returns when that one has ended; the caller must be inactive. */
void gcrt_wait_for_cycle(struct gcrt_scheduler *s, struct gcrt_ticket ticket);
/* Debug builds: until a worker has looked at the whole heap, between two cycles. */
void gcrt_wait_for_verify(struct gcrt_scheduler *s);
/* The same, and nobody waits for it. */
void gcrt_verify_soon(struct gc_heap *heap);
/* Which cycle a collection of KIND is. */
unsigned gcrt_cycle_for(enum gc_collection_kind kind);

#endif
