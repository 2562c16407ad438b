/* gcrt-record-unit.c: units that are emitted, run and finished, as steps of a trace. */
#define GC_IMPL 1
#include <stdio.h>

#include "gcrt-heap.h"
#include "gcrt-record-heap.h"
#include "gcrt-record-step.h"
#include "gcrt-record.h"
#include "gcrt-trace.h"

#if GCRT_DEBUG
static _Thread_local unsigned blocks_queue; /* whose blocks this thread runs */

/* Locked. */
static void emit(struct gcrt_record *r, struct gcrt_worker *worker, unsigned queue,
    const uintptr_t *words)
{
	struct gcrt_record_unit *new = gcrt_record_is_over(r)
	    ? NULL
	    : gcrt_record_new_unit(r, gcrt_collector.queues[queue].kind, queue, words);
	if (!new)
		return;
	gcrt_record_begin_own(r, worker);
	if (gcrt_is_in_barrier(worker))
		new->buffer = gcrt_mutator_of(worker);
	gcrt_record_put(&r->pending, new);
	gcrt_record_operation_about(r, "emit", new);
}

void gcrt_record_emit(struct gcrt_worker *worker, unsigned queue, const uintptr_t *words)
{
	struct gcrt_record *r = gcrt_record_enter(worker->heap);
	if (r)
		emit(r, worker, queue, words);
}

void gcrt_record_emitted(struct gcrt_worker *worker)
{
	gcrt_record_end(worker->heap);
}

void gcrt_record_emit_block(struct gcrt_worker *worker, unsigned queue, size_t block)
{
	struct gcrt_record *r = gcrt_record_enter(worker->heap);
	if (!r)
		return;
	struct gcrt_cells cells = gcrt_space_looped_cells(&worker->heap->space, block);
	for (size_t i = 0; i < cells.count; i++) {
		uintptr_t cell = cells.first + i * cells.stride;
		if (gcrt_load(gcrt_object_byte(cell), relaxed))
			emit(r, worker, queue, &cell);
	}
	gcrt_record_leave(r);
}

void gcrt_record_flush(struct gc_mutator *m, unsigned queue)
{
	struct gcrt_record *r = gcrt_record_enter(m->heap);
	char name[GCRT_RECORD_NAME];
	if (!r)
		return;
	gcrt_record_step(r, "flush", gcrt_record_mutator_name(m, name), gcrt_kind_of(queue)->name,
	    NULL);
	for (struct gcrt_record_unit *u = r->pending.first; u; u = u->next)
		if (u->buffer == m && u->queue == queue)
			u->buffer = NULL;
	gcrt_record_leave(r);
}

/* The unit as it waits; if nothing was recorded about it, a new one, and the trace shows that. */
static struct gcrt_record_unit *take(struct gcrt_record *r, unsigned kind, const uintptr_t *words)
{
	struct gcrt_record_unit *like = gcrt_record_new_unit(r, kind, 0, words), *taken;
	if (!like || !(taken = gcrt_record_take(&r->pending, like)))
		return like;
	gcrt_record_free_unit(like);
	return taken;
}

/* false: it is not recorded, and neither is its end. */
static bool begin_unit(struct gcrt_worker *worker, unsigned kind, const uintptr_t *words)
{
	struct gcrt_record *r = gcrt_record_enter(worker->heap);
	if (!r)
		return false;
	struct gcrt_record_unit *taken = gcrt_record_is_over(r) ? NULL : take(r, kind, words);
	if (taken) {
		taken->outer = gcrt_record_unit_in_hand;
		gcrt_record_worker_name(r, worker, taken->thread);
		gcrt_record_note_safepoint(r, worker);
		gcrt_record_put(&r->running, taken);
		gcrt_record_unit_in_hand = taken;
		gcrt_record_step_about(r, "claim", taken->thread, taken);
	}
	gcrt_record_leave(r);
	return taken;
}

static void end_unit(struct gcrt_worker *worker)
{
	struct gcrt_record *r = gcrt_record_enter(worker->heap);
	struct gcrt_record_unit *done = gcrt_record_unit_in_hand;
	if (!r)
		return;
	if (!gcrt_record_is_over(r)) {
		gcrt_record_note_safepoint(r, worker);
		gcrt_record_step_about(r, "run", done->thread, done);
		gcrt_record_operation_about(r, "done", done);
	}
	gcrt_record_unit_in_hand = done->outer;
	gcrt_record_remove(&r->running, done);
	gcrt_record_free_unit(done);
	gcrt_record_leave(r);
}

void gcrt_record_run(unsigned kind, struct gcrt_worker *worker, const uintptr_t *units,
    size_t count)
{
	const struct gcrt_kind *of = &gcrt_collector.kinds[kind];
	if (!worker->heap->record) {
		of->run(worker, units, count);
		return;
	}
	for (size_t i = 0; i < count; i++) {
		bool recorded = begin_unit(worker, kind, units + i * of->words);
		of->run(worker, units + i * of->words, 1);
		if (recorded)
			end_unit(worker);
	}
}

void gcrt_record_run_blocks(unsigned queue, struct gcrt_worker *worker, const uintptr_t *blocks,
    size_t count)
{
	blocks_queue = queue;
	gcrt_kind_of(queue)->run_blocks(worker, blocks, count);
}

bool gcrt_record_object_begin(struct gcrt_worker *worker, struct gc_ref o)
{
	uintptr_t word = gc_ref_value(o);
	return begin_unit(worker, gcrt_collector.queues[blocks_queue].kind, &word);
}

void gcrt_record_object_end(struct gcrt_worker *worker)
{
	end_unit(worker);
}

void gcrt_record_made(struct gcrt_worker *worker, uintptr_t object)
{
	struct gcrt_record *r = gcrt_record_enter(worker->heap);
	char name[GCRT_RECORD_NAME];
	if (!r)
		return;
	size_t number = gcrt_record_is_over(r) ? 0 : gcrt_record_object(r, object);
	snprintf(name, sizeof name, "o%zu", number);
	if (number) {
		gcrt_record_begin_own(r, worker);
		gcrt_record_heap_allocated(r, NULL, object, number);
		gcrt_record_operation(r, "allocate", NULL, name, NULL);
	}
	gcrt_record_leave(r);
}

void gcrt_record_free(struct gcrt_worker *worker, struct gc_ref o)
{
	struct gcrt_record *r = gcrt_record_enter(worker->heap);
	char name[GCRT_RECORD_NAME];
	if (!r)
		return;
	if (!gcrt_record_is_over(r)) {
		snprintf(name, sizeof name, "o%zu", gcrt_record_object(r, gc_ref_value(o)));
		gcrt_record_begin_own(r, worker);
		gcrt_record_operation(r, "free", name, NULL, NULL);
	}
	gcrt_record_heap_freed(r, gc_ref_value(o));
	gcrt_record_forget(r, gc_ref_value(o));
	gcrt_record_leave(r);
}
#endif
