/* gcrt-events.h: what a heap tells the program about itself, one at a time and
 * not after the program has had enough. */
#ifndef GCRT_EVENTS_H
#define GCRT_EVENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gc-event-listener.h"
#include "gcrt-sync.h"

struct gcrt_events {
	struct gc_event_listener to; /* constant */
	void *data;                  /* constant */
	struct gcrt_mutex lock;      /* innermost; held during the calls */
	bool finished;               /* under it */
	struct gcrt_events *next;    /* the other heaps'; under the list's lock */
};

/* The calls go to LISTENER with DATA until gcrt_events_destroy, or until
 * gc_event_listener_finish(DATA). */
void gcrt_events_init(struct gcrt_events *events, struct gc_event_listener listener, void *data);
void gcrt_events_destroy(struct gcrt_events *events);

/* Calls WHAT, a member of `to` (the mutators' are called directly).  Any thread,
 * with any other lock. */
void gcrt_tell(struct gcrt_events *events, void (*what)(void *));
void gcrt_tell_size(struct gcrt_events *events, void (*what)(void *, size_t), size_t size);
void gcrt_tell_usec(struct gcrt_events *events, void (*what)(void *, uint64_t), uint64_t usec);
void gcrt_tell_cycle(struct gcrt_events *events, enum gc_collection_kind kind,
    uint64_t allocation_counter);
/* A mutator's data; NULL when the listener has finished. */
void *gcrt_tell_added(struct gcrt_events *events);

#endif
