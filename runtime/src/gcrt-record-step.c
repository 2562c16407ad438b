/* gcrt-record-step.c: the recorder's lock, and whose step it is. */
#define GC_IMPL 1
#include "gcrt-record-step.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "gcrt-heap.h"
#include "gcrt-record.h"

#if GCRT_DEBUG
_Thread_local struct gcrt_record_unit *gcrt_record_unit_in_hand;

/* ---------------------------------------------------------------------- the lock */

/* The address stands for the thread. */
static bool has_lock(const struct gcrt_record *r)
{
	return gcrt_load(&r->owner, relaxed) == &gcrt_record_unit_in_hand;
}

static void own(struct gcrt_record *r)
{
	gcrt_store(&r->owner, (const void *)&gcrt_record_unit_in_hand, relaxed);
	r->depth = 1;
}

struct gcrt_record *gcrt_record_enter(struct gc_heap *heap)
{
	struct gcrt_record *r = heap->record;
	if (!r || r->forks != gcrt_forks())
		return NULL;
	if (has_lock(r)) {
		r->depth++;
	} else {
		gcrt_mutex_lock(&r->lock);
		own(r);
	}
	return r;
}

void gcrt_record_leave(struct gcrt_record *r)
{
	if (--r->depth)
		return;
	gcrt_record_end_step(r);
	r->at_safepoint = NULL;
	gcrt_store(&r->owner, NULL, relaxed);
	gcrt_mutex_unlock(&r->lock);
}

/* The thread that has the lock may wait for what this one has, so this one does not wait long. */
bool gcrt_record_enter_soon(struct gcrt_record *r)
{
	for (int tries = 0; !has_lock(r); tries++) {
		if (gcrt_mutex_try(&r->lock)) {
			own(r);
			return true;
		}
		if (tries == 1000)
			return false;
		usleep(1000);
	}
	r->depth++;
	return true;
}

void gcrt_record_begin(struct gc_heap *heap)
{
	gcrt_record_enter(heap);
}

void gcrt_record_end(struct gc_heap *heap)
{
	if (heap->record && has_lock(heap->record))
		gcrt_record_leave(heap->record);
}

/* ------------------------------------------------------------------- who, and what */

const char *gcrt_record_mutator_name(const struct gc_mutator *m, char name[GCRT_RECORD_NAME])
{
	snprintf(name, GCRT_RECORD_NAME, "mutator m%u", m->number);
	return name;
}

static bool is_known(const struct gcrt_record *r, const char *thread)
{
	char name[60];
	snprintf(name, sizeof name, "\"%s\"", thread);
	return r->threads.lost || strstr(r->threads.at, name);
}

void gcrt_record_join(struct gcrt_record *r, const char *name, const char *role)
{
	if (gcrt_record_is_over(r) || is_known(r, name))
		return;
	gcrt_record_add_thread(r, name, role);
	gcrt_record_heading(r);
	if (r->heading.lost || !gcrt_record_file_first(&r->file, &r->heading))
		gcrt_record_last(r, false, "the heading has no room for more threads");
}

void gcrt_record_note_safepoint(struct gcrt_record *r, struct gcrt_worker *worker)
{
	if (gcrt_is_mutators(worker) && !gcrt_is_in_barrier(worker))
		r->at_safepoint = gcrt_mutator_of(worker);
}

const char *gcrt_record_worker_name(struct gcrt_record *r, const struct gcrt_worker *worker,
    char name[GCRT_RECORD_NAME])
{
	const struct gc_mutator *m =
	    (const struct gc_mutator *)(const void *)((const char *)worker -
		offsetof(struct gc_mutator, buffers));
	if (gcrt_is_in_barrier(worker))
		return gcrt_record_mutator_name(m, name);
	if (!gcrt_is_mutators(worker)) {
		snprintf(name, GCRT_RECORD_NAME, "worker %u", worker->index + 1);
		return name;
	}
	snprintf(name, GCRT_RECORD_NAME, "worker of m%u", m->number);
	gcrt_record_join(r, name, "worker");
	return name;
}

static void unit_text(const struct gcrt_record_unit *of, struct gcrt_text *text)
{
	gcrt_text_add(text, "%s(%s)", gcrt_collector.kinds[of->kind].name, of->arguments);
}

void gcrt_record_step_about(struct gcrt_record *r, const char *does, const char *thread,
    const struct gcrt_record_unit *of)
{
	struct gcrt_text text = { 0 };
	unit_text(of, &text);
	gcrt_record_step(r, does, thread, text.lost ? "" : text.at, NULL);
	r->lost |= text.lost;
	gcrt_text_destroy(&text);
}

void gcrt_record_operation_about(struct gcrt_record *r, const char *op,
    const struct gcrt_record_unit *of)
{
	struct gcrt_text text = { 0 };
	unit_text(of, &text);
	gcrt_record_operation(r, op, text.lost ? "" : text.at, NULL, NULL);
	r->lost |= text.lost;
	gcrt_text_destroy(&text);
}

void gcrt_record_begin_own(struct gcrt_record *r, struct gcrt_worker *worker)
{
	char name[GCRT_RECORD_NAME];
	if (r->does)
		return;
	gcrt_record_worker_name(r, worker, name);
	gcrt_record_note_safepoint(r, worker);
	if (gcrt_record_unit_in_hand && !gcrt_is_in_barrier(worker))
		gcrt_record_step_about(r, "run", name, gcrt_record_unit_in_hand);
	else
		gcrt_record_step(r, "operation", name, "", NULL);
}
#endif
