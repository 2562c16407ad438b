/* gc-null-event-listener.h: a listener that does nothing; copy the member
 * functions that are wanted over its own. */
#ifndef GC_NULL_EVENT_LISTENER_H
#define GC_NULL_EVENT_LISTENER_H

#include "gc-event-listener.h"

#ifdef __cplusplus
extern "C" {
#endif

static inline void gc_null_event_listener_event(void *data)
{
	(void)data;
}

static inline void gc_null_event_listener_size(void *data, size_t size)
{
	(void)data;
	(void)size;
}

static inline void gc_null_event_listener_prepare_gc(void *data, enum gc_collection_kind kind,
    uint64_t allocation_counter)
{
	(void)data;
	(void)kind;
	(void)allocation_counter;
}

static inline void gc_null_event_listener_usec(void *data, uint64_t usec)
{
	(void)data;
	(void)usec;
}

static inline void *gc_null_event_listener_mutator_added(void *data)
{
	(void)data;
	return NULL;
}

#define GC_NULL_EVENT_LISTENER                                                                     \
	((struct gc_event_listener){                                                               \
	    .init = gc_null_event_listener_size,                                                   \
	    .requesting_stop = gc_null_event_listener_event,                                       \
	    .waiting_for_stop = gc_null_event_listener_event,                                      \
	    .mutators_stopped = gc_null_event_listener_event,                                      \
	    .prepare_gc = gc_null_event_listener_prepare_gc,                                       \
	    .roots_traced = gc_null_event_listener_event,                                          \
	    .heap_traced = gc_null_event_listener_event,                                           \
	    .ephemerons_traced = gc_null_event_listener_event,                                     \
	    .finalizers_traced = gc_null_event_listener_event,                                     \
	    .restarting_mutators = gc_null_event_listener_event,                                   \
	    .mutator_added = gc_null_event_listener_mutator_added,                                 \
	    .mutator_cause_gc = gc_null_event_listener_event,                                      \
	    .mutator_stopping = gc_null_event_listener_event,                                      \
	    .mutator_stopped = gc_null_event_listener_event,                                       \
	    .mutator_restarted = gc_null_event_listener_event,                                     \
	    .mutator_removed = gc_null_event_listener_event,                                       \
	    .heap_resized = gc_null_event_listener_size,                                           \
	    .live_data_size = gc_null_event_listener_size,                                         \
	    .fallback_pause = gc_null_event_listener_usec,                                         \
	})

#ifdef __cplusplus
}
#endif

#endif
