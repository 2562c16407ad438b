/* gcrt-scheduler.c: the scheduler's beginning and end. */
#define GC_IMPL 1
#include "gcrt-scheduler.h"

#include <stdlib.h>
#include <string.h>

#include "gcrt-heap.h"
#include "gcrt-packets.h"
#include "gcrt-workers.h"

static void init_threads(struct gcrt_scheduler *s)
{
	gcrt_mutex_init(&s->lock);
	gcrt_cond_init(&s->work);
	gcrt_cond_init(&s->cycle_ended);
	gcrt_cond_init(&s->settled);
	gcrt_cond_init(&s->looped_some);
}

bool gcrt_scheduler_init(struct gcrt_scheduler *s, struct gc_heap *heap, unsigned workers)
{
	memset(s, 0, sizeof *s);
	s->heap = heap;
	s->cycle = -1;
	s->latest = gcrt_collector.cycle_count - 1;
	s->worker_count = workers;
	for (unsigned q = 0; q < gcrt_collector.queue_count; q++)
		s->resumes |= (uint32_t)gcrt_kind_of(q)->resumes << q;
	s->workers = calloc(workers, sizeof *s->workers);
	if (!s->workers)
		return false;
	if (!gcrt_reserve_init(&s->reserve, heap->space.maximum_pages * GCRT_PAGE)) {
		free(s->workers);
		return false;
	}
	init_threads(s);
	if (gcrt_start_workers(s))
		return true;
	gcrt_scheduler_destroy(s);
	return false;
}

void gcrt_scheduler_destroy(struct gcrt_scheduler *s)
{
	gcrt_stop_workers(s);
	gcrt_free_spares(s, true);
	gcrt_reserve_destroy(&s->reserve);
	free(s->workers);
	gcrt_cond_destroy(&s->looped_some);
	gcrt_cond_destroy(&s->settled);
	gcrt_cond_destroy(&s->cycle_ended);
	gcrt_cond_destroy(&s->work);
	gcrt_mutex_destroy(&s->lock);
}
