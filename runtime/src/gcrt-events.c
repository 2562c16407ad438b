#include "gcrt-events.h"

/* A listener's data is often a variable of the function that made the heap, and the heap may live
 * longer: a cycle beside mutators continues while the program ends.  So a program can say that it
 * wants no more calls.  After that no call uses the data. */

static struct gcrt_events *list; /* of the process; under the process's lock */
static unsigned list_forks;      /* gcrt_forks when the heaps in the list were made */

/* In a forked child the list begins empty: the parent's workers do not exist there, and may have
 * held the heaps' locks. */
static void lock_list(void)
{
	gcrt_lock_process();
	if (list_forks != gcrt_forks())
		list = NULL;
	list_forks = gcrt_forks();
}

void gcrt_events_init(struct gcrt_events *events, struct gc_event_listener listener, void *data)
{
	events->to = listener;
	events->data = data;
	events->finished = false;
	gcrt_mutex_init(&events->lock);
	lock_list();
	events->next = list;
	list = events;
	gcrt_unlock_process();
}

void gcrt_events_destroy(struct gcrt_events *events)
{
	lock_list();
	struct gcrt_events **link = &list;
	while (*link != events)
		link = &(*link)->next;
	*link = events->next;
	gcrt_unlock_process();
	gcrt_mutex_destroy(&events->lock);
}

void gc_event_listener_finish(void *data)
{
	lock_list();
	for (struct gcrt_events *events = list; events; events = events->next) {
		if (events->data != data)
			continue;
		gcrt_mutex_lock(&events->lock);
		events->finished = true;
		gcrt_mutex_unlock(&events->lock);
	}
	gcrt_unlock_process();
}

void gcrt_tell(struct gcrt_events *events, void (*what)(void *))
{
	gcrt_mutex_lock(&events->lock);
	if (!events->finished)
		what(events->data);
	gcrt_mutex_unlock(&events->lock);
}

void gcrt_tell_size(struct gcrt_events *events, void (*what)(void *, size_t), size_t size)
{
	gcrt_mutex_lock(&events->lock);
	if (!events->finished)
		what(events->data, size);
	gcrt_mutex_unlock(&events->lock);
}

void gcrt_tell_usec(struct gcrt_events *events, void (*what)(void *, uint64_t), uint64_t usec)
{
	gcrt_mutex_lock(&events->lock);
	if (!events->finished)
		what(events->data, usec);
	gcrt_mutex_unlock(&events->lock);
}

void gcrt_tell_cycle(struct gcrt_events *events, enum gc_collection_kind kind,
    uint64_t allocation_counter)
{
	gcrt_mutex_lock(&events->lock);
	if (!events->finished)
		events->to.prepare_gc(events->data, kind, allocation_counter);
	gcrt_mutex_unlock(&events->lock);
}

void *gcrt_tell_added(struct gcrt_events *events)
{
	void *data = NULL;
	gcrt_mutex_lock(&events->lock);
	if (!events->finished)
		data = events->to.mutator_added(events->data);
	gcrt_mutex_unlock(&events->lock);
	return data;
}
