/* gc-event-listener.h: what a heap tells the program about itself.
 *
 * The first ten and the last three are called with the data given to gc_init,
 * one at a time, until gc_event_listener_finish: init from gc_init, the others by a thread of the collector,
 * requesting_stop, waiting_for_stop, mutators_stopped and restarting_mutators in this order in
 * each stop, and prepare_gc once in a cycle: when it stops the mutators for the first time, or before
 * live_data_size when it has not stopped them until then.  What is traced is told once in a cycle,
 * when it is so: roots_traced when no unit for a mutator is left, which is before any stop where
 * a collector scans roots at handshakes; heap_traced and those after it when a loop
 * over all objects begins that may free some.  live_data_size, and heap_resized if it
 * was, come before mutators restart that were stopped until all objects were looked at, else when the
 * cycle ends.  Two cycles may share one stop: each tells its own.
 * The mutator_* ones are called by the mutator's own thread: mutator_added with the data
 * given to gc_init, likewise, and the others with what it returned, or NULL.  None may use the heap or wait for it. */
#ifndef GC_EVENT_LISTENER_H
#define GC_EVENT_LISTENER_H

#include <stddef.h>
#include <stdint.h>

#include "gc-collection-kind.h"
#include "gc-visibility.h"

#ifdef __cplusplus
extern "C" {
#endif

struct gc_event_listener {
	void (*init)(void *data, size_t heap_size);
	void (*requesting_stop)(void *data);
	void (*waiting_for_stop)(void *data);
	void (*mutators_stopped)(void *data);
	void (*prepare_gc)(void *data, enum gc_collection_kind kind, uint64_t allocation_counter);
	void (*roots_traced)(void *data);
	void (*heap_traced)(void *data);
	void (*ephemerons_traced)(void *data); /* right after heap_traced: collectors have none */
	void (*finalizers_traced)(void *data); /* the same */
	void (*restarting_mutators)(void *data);

	void *(*mutator_added)(void *data);
	void (*mutator_cause_gc)(void *mutator_data);
	void (*mutator_stopping)(void *mutator_data);
	void (*mutator_stopped)(void *mutator_data);
	void (*mutator_restarted)(void *mutator_data);
	void (*mutator_removed)(void *mutator_data);

	void (*heap_resized)(void *data, size_t size);
	void (*live_data_size)(void *data, size_t size);

	/* Not in Whippet; may be NULL.  A mutator found no room and had to wait USEC microseconds
	 * for a cycle, although the collector runs beside mutators.  The mutator's thread calls
	 * this, with the data given to gc_init. */
	void (*fallback_pause)(void *data, uint64_t usec);
};

/* Not in Whippet.  DATA is the data given to gc_init.  When this returns, no listener function that
 * gets DATA is running, and none will be called.  Mutators that are added later get NULL.  Only
 * then may DATA be used by other threads, or be freed.  Any thread may call this, but a listener
 * may not. */
GC_API_ void gc_event_listener_finish(void *data);

#ifdef __cplusplus
}
#endif

#endif
