/* monitor.c: waiting without holding up a collection.
 *
 * A thread that waits for the lock while it is active would hold up a collection, and the
 * lock's holder may be waiting for just that collection.  So it is inactive while it waits,
 * and touches nothing of the heap. */
#include "monitor.h"

#include "error.h"
#include "machine.h"

static void *lock(struct gc_mutator *mutator, void *data)
{
	(void)mutator;
	pthread_mutex_lock(data);
	return NULL;
}

void monitor_enter(struct thread *t)
{
	struct machine *machine = t->machine;

	if (pthread_mutex_trylock(&machine->lock) != 0)
		gc_deactivate_for_call(t->mutator, lock, &machine->lock);
	t->in_monitor = true;
}

void monitor_leave(struct thread *t)
{
	t->in_monitor = false;
	pthread_mutex_unlock(&t->machine->lock);
}

static void *wait_for_change(struct gc_mutator *mutator, void *data)
{
	struct machine *machine = data;
	unsigned long seen = machine->changes;

	(void)mutator;
	while (machine->changes == seen)
		pthread_cond_wait(&machine->changed, &machine->lock);
	return NULL;
}

void monitor_wait(struct thread *t)
{
	struct machine *machine = t->machine;

	if (machine->waiting + 1 == machine->threads)
		raise_error(t, "every thread waits for another%s%s",
		    *machine->failure ? "; one has ended with: " : "", machine->failure);
	machine->waiting++;
	gc_deactivate_for_call(t->mutator, wait_for_change, machine);
}

/* Who waited looks again, and so does not wait any more from now on. */
static void say_changed(struct machine *machine)
{
	machine->changes++;
	machine->waiting = 0;
	pthread_cond_broadcast(&machine->changed);
}

void monitor_changed(struct thread *t)
{
	say_changed(t->machine);
}

void monitor_begin_thread(struct machine *machine)
{
	machine->threads++;
}

void monitor_end_thread(struct machine *machine)
{
	pthread_mutex_lock(&machine->lock);
	machine->threads--;
	say_changed(machine);
	pthread_mutex_unlock(&machine->lock);
}
