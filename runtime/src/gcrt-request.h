/* gcrt-request.h: asking for cycles, and waiting for their end. */
#ifndef GCRT_REQUEST_H
#define GCRT_REQUEST_H

#include "gcrt-scheduler.h"

/* A ticket is what a requester waits for: the end of the NUMBER-th cycle of one kind. */
struct gcrt_ticket {
	unsigned cycle;
	uint64_t number;
};

/* Requests a cycle.  SOON: a running cycle suffices if it is of that kind or the full one and has
 * not stopped the mutators yet.  The caller must be active then. */
struct gcrt_ticket gcrt_request_cycle(struct gcrt_scheduler *s, unsigned cycle, bool soon);
/* Locked.  Requests a cycle that begins from now on, and for which the caller does not wait. */
void gcrt_ask_for_cycle(struct gcrt_scheduler *s, unsigned cycle);
/* Requests a cycle during which no mutator is active (Note [Hold]).  More cycles follow until PAGES
 * are free, or until the second or a later one has freed nothing.  The ticket is that of the first,
 * and mutators continue after the last. */
struct gcrt_ticket gcrt_request_pause(struct gcrt_scheduler *s, unsigned cycle, size_t pages);
/* What the last such cycles found.  To be called after waiting for one. */
struct gcrt_pause gcrt_last_pause(struct gcrt_scheduler *s);
/* Whether a cycle runs that has stopped mutators; if so, *TICKET is for its end. */
bool gcrt_stopped_cycle(struct gcrt_scheduler *s, struct gcrt_ticket *ticket);
/* Locked.  The cycle ENDED has ended while mutators are held.  Returns whether they are still
 * held. */
bool gcrt_holds_on(struct gcrt_scheduler *s, unsigned ended);
/* All mutators are inactive and held: a cycle may wait for that. */
void gcrt_all_are_held(struct gcrt_scheduler *s);
/* Returns when the ticket's cycle has ended.  The caller's mutator must be inactive. */
void gcrt_wait_for_cycle(struct gcrt_scheduler *s, struct gcrt_ticket ticket);
/* Debug builds: returns when a worker has checked the whole heap, between two cycles. */
void gcrt_wait_for_verify(struct gcrt_scheduler *s);
/* The same, but does not wait. */
void gcrt_verify_soon(struct gc_heap *heap);
/* The cycle that a collection of KIND runs. */
unsigned gcrt_cycle_for(enum gc_collection_kind kind);

#endif
