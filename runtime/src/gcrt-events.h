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
	struct gcrt_mutex lock;      /* taken last; held during the calls */
	bool finished;               /* under the lock */
	struct gcrt_events *next;    /* of another heap; under the list's lock */
};

/* Calls LISTENER with DATA from now on, until gcrt_events_destroy or
 * gc_event_listener_finish(DATA). */
void gcrt_events_init(struct gcrt_events *events, struct gc_event_listener listener, void *data);
void gcrt_events_destroy(struct gcrt_events *events);

/* Calls WHAT, a member of `to`.  (The functions about mutators are called directly.) Any thread may
 * call this, with any other lock held. */
void gcrt_tell(struct gcrt_events *events, void (*what)(void *));
void gcrt_tell_size(struct gcrt_events *events, void (*what)(void *, size_t), size_t size);
void gcrt_tell_usec(struct gcrt_events *events, void (*what)(void *, uint64_t), uint64_t usec);
void gcrt_tell_cycle(struct gcrt_events *events, enum gc_collection_kind kind,
    uint64_t allocation_counter);
/* A mutator's data; NULL when the listener has finished. */
void *gcrt_tell_added(struct gcrt_events *events);

#endif
