/* gcrt-record.c: how the traces of a process begin and end. */
#define GC_IMPL 1
#include "gcrt-record.h"

#include <stdio.h>
#include <stdlib.h>

#include "gcrt-heap.h"
#include "gcrt-record-step.h"

#if GCRT_DEBUG
static struct gcrt_record *list; /* of the process; under the process's lock */

enum { LATER = 16384 }; /* bytes for threads that the heading does not have yet */

static void end_all(void)
{
	gcrt_lock_process();
	for (struct gcrt_record *r = list; r; r = r->next)
		if (r->forks == gcrt_forks() && gcrt_record_enter_soon(r)) {
			gcrt_record_last(r, false, "the program has ended");
			gcrt_record_leave(r);
		}
	gcrt_unlock_process();
}

/* The program is stopped.  Without the process's lock, which the thread may have. */
static void end_failed(const char *message)
{
	for (struct gcrt_record *r = list; r; r = r->next)
		if (r->forks == gcrt_forks() && gcrt_record_enter_soon(r))
			gcrt_record_last(r, true, message);
}

static void add_to_list(struct gcrt_record *r)
{
	static bool registered;
	gcrt_lock_process();
	if (!registered)
		atexit(end_all);
	gcrt_when_stopped(end_failed);
	registered = true;
	r->next = list;
	list = r;
	gcrt_unlock_process();
}

static void add_threads(struct gcrt_record *r)
{
	char name[GCRT_RECORD_NAME];
	for (int i = 1; i <= r->heap->settings.parallelism; i++) {
		snprintf(name, sizeof name, "worker %d", i);
		gcrt_record_add_thread(r, name, "worker");
	}
	gcrt_record_add_thread(r, "releaser", "releaser");
	gcrt_record_add_thread(r, "environment", "environment");
}

bool gcrt_record_init(struct gc_heap *heap)
{
	const struct gc_options *settings = &heap->settings;
	struct gcrt_record *r;
	if (!*settings->trace)
		return true;
	if (!(r = calloc(1, sizeof *r))) {
		fprintf(stderr, "gcdsl runtime: no memory for a trace\n");
		return false;
	}
	r->heap = heap;
	r->forks = gcrt_forks();
	r->most = settings->trace_size;
	gcrt_mutex_init(&r->lock);
	gcrt_record_lines_init(r);
	add_threads(r);
	gcrt_record_heading(r);
	if (r->heading.lost ||
	    !gcrt_record_file_begin(&r->file, settings->trace, &r->heading, LATER)) {
		gcrt_record_lines_destroy(r);
		gcrt_mutex_destroy(&r->lock);
		free(r);
		return false;
	}
	heap->record = r;
	add_to_list(r);
	return true;
}

void gcrt_record_destroy(struct gc_heap *heap)
{
	struct gcrt_record *r = heap->record, **link = &list;
	if (!r)
		return;
	gcrt_lock_process();
	while (*link != r)
		link = &(*link)->next;
	*link = r->next;
	gcrt_unlock_process();
	gcrt_record_last(r, false, "the heap has been destroyed");
	heap->record = NULL;
	gcrt_record_lines_destroy(r);
	gcrt_mutex_destroy(&r->lock);
	free(r);
}
#endif
