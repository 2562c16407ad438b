/* looks.c: one thread collects, and one looks at the heap (gc_verify), so many times:
 *
 *	looks TIMES WORKERS */
#include <stdlib.h>

#include "gc-allocate.h"
#include "gc-null-event-listener.h"
#include "test-embedder.h"

static struct gc_heap *heap;
static int times;

static void *look(void *nothing)
{
	struct gc_mutator *m = gc_init_for_thread(gc_empty_stack_addr(), heap);
	for (int i = 0; i < times; i++)
		gc_verify(m);
	gc_finish_for_thread(m);
	return nothing;
}

static void *wait_for(struct gc_mutator *m, void *thread)
{
	(void)m;
	gcrt_thread_join(*(struct gcrt_thread *)thread);
	return NULL;
}

int main(int argc, char **argv)
{
	struct gc_mutator *m;
	struct gcrt_thread thread;
	struct gc_options *options = gc_allocate_options();
	if (argc < 3 ||
	    !gc_options_parse_and_set(options, gc_option_from_string("parallelism"), argv[2]) ||
	    !gc_init(options, gc_empty_stack_addr(), &heap, &m, GC_NULL_EVENT_LISTENER, NULL))
		return 2;
	times = atoi(argv[1]);
	if (!gcrt_thread_create(&thread, look, NULL))
		return 2;
	for (int i = 0; i < times; i++)
		gc_collect(m, GC_COLLECTION_ANY);
	gc_deactivate_for_call(m, wait_for, &thread);
	gc_finish_for_thread(m);
	return 0;
}
