/* gcrt-look.c: guards in kernels: Note [Looking]. */
#define GC_IMPL 1
#include "gcrt-look.h"

#include "gcrt-heap.h"
#include "gcrt-queues.h"

/* A worker that looks may have been waiting for this worker: Note [Looking]. */
void gcrt_wake_lookers(struct gcrt_scheduler *s)
{
	if (gcrt_load(&s->looking, relaxed))
		gcrt_cond_broadcast(&s->settled);
}

/* Locked.  Waits until no worker looks: Note [Looking]. */
static void rest(struct gcrt_scheduler *s, struct gcrt_worker *worker)
{
	gcrt_publish_all(s, worker);
	s->resting++;
	gcrt_wake_lookers(s);
	while (gcrt_load(&s->looking, relaxed))
		gcrt_cond_wait(&s->settled, &s->lock);
	s->resting--;
}

void gcrt_rest_between(struct gcrt_scheduler *s, struct gcrt_worker *worker)
{
	gcrt_fence_atomics(acquire); /* Note [Units in buffers] */
	gcrt_mutex_lock(&s->lock);
	gcrt_store(&worker->at, 0, relaxed);
	rest(s, worker);
	gcrt_mutex_unlock(&s->lock);
}

/* Locked.  A mutator may run this kernel as well; then it does not rest. */
void gcrt_rest_midway(struct gcrt_scheduler *s, struct gcrt_worker *worker)
{
	if (!s->looking || worker->locked || gcrt_is_mutators(worker))
		return;
	worker->midway = true;
	rest(s, worker);
	worker->midway = false;
}

/* Locked. */
static void begin_looking(struct gcrt_scheduler *s, struct gcrt_worker *worker)
{
	gcrt_publish_all(s, worker);
	worker->looking = true;
	gcrt_store(&s->looking, s->looking + 1, relaxed);
	gcrt_cond_broadcast(&s->settled);
}

/* Locked. */
static void end_looking(struct gcrt_scheduler *s, struct gcrt_worker *worker)
{
	worker->looking = false;
	gcrt_store(&s->looking, s->looking - 1, relaxed);
	gcrt_cond_broadcast(&s->settled);
}

bool gcrt_look(struct gcrt_worker *worker, bool (*guard)(struct gcrt_scheduler *s))
{
	struct gcrt_scheduler *s = &worker->heap->scheduler;
	bool result;
	if (worker->locked) {
		gcrt_publish_all(s, worker); /* the guard sees the fill's units */
		return guard(s);
	}
	gcrt_fence_atomics(acquire); /* Note [Units in buffers] */
	gcrt_mutex_lock(&s->lock);
	begin_looking(s, worker);
	for (;;) {
		s->unsure = false;
		s->unquiet = s->parked + s->looking + s->resting != s->worker_count || s->helping;
		result = guard(s);
		bool sure = !s->unsure;
		s->unquiet = false;
		if (sure)
			break;
		gcrt_cond_wait(&s->settled, &s->lock);
	}
	end_looking(s, worker);
	gcrt_mutex_unlock(&s->lock);
	return result;
}
