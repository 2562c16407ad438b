/* stw.c: parallel stop-the-world mark-sweep, as the compiler would write it:
 * the pattern of generated C, and the collector of the runtime's own tests. */
#define GC_IMPL 1
#include "gcrt-embedder.h"
#include "stw.h"
#include "stw-attrs.h"
#include "gcrt-collector.h"

/* ------------------------------------------------------------------- emit */

static inline void stw_emit_start_gc(struct gcrt_worker *worker)
{
	gcrt_emit(worker, STW_QUEUE_start_start_gc, (uintptr_t[]){ 0 }, 1);
}

static inline void stw_emit_scan_stack(struct gcrt_worker *worker, struct gc_mutator *m)
{
	gcrt_emit(worker, STW_QUEUE_stacks_scan_stack, (uintptr_t[]){ (uintptr_t)m }, 1);
}

static inline void stw_emit_mark_obj(struct gcrt_worker *worker, struct gc_ref o)
{
	gcrt_emit(worker, STW_QUEUE_trace_mark_obj, (uintptr_t[]){ gc_ref_value(o) }, 1);
}

static inline void stw_emit_scan_obj(struct gcrt_worker *worker, struct gc_ref o)
{
	gcrt_emit(worker, STW_QUEUE_trace_scan_obj, (uintptr_t[]){ gc_ref_value(o) }, 1);
}

static inline void stw_emit_let_go(struct gcrt_worker *worker)
{
	gcrt_emit(worker, STW_QUEUE_go_let_go, (uintptr_t[]){ 0 }, 1);
}

/* ---------------------------------------------------------------- kernels */

static inline void stw_start_gc(struct gcrt_worker *worker)
{
	gcrt_stop_mutators(worker);
	gcrt_for_mutators(worker, m) stw_emit_scan_stack(worker, m);
}

struct stw_scan_stack_1 {
	struct gcrt_worker *worker;
};

static inline void stw_scan_stack_1(struct gc_edge s, struct gc_heap *heap, void *data)
{
	struct stw_scan_stack_1 *outer = data;
	(void)heap;
	struct gc_ref r = gcrt_load_slot(s, relaxed);
	if (!gc_ref_is_null(r))
		stw_emit_mark_obj(outer->worker, r);
}

static inline void stw_scan_stack(struct gcrt_worker *worker, struct gc_mutator *m)
{
	struct stw_scan_stack_1 outer = { worker };
	gcrt_for_roots(worker, m, stw_scan_stack_1, &outer);
}

static inline void stw_mark_obj(struct gcrt_worker *worker, struct gc_ref o)
{
	if (gcrt_fetch_or(gcrt_metadata(o, STW_META_mark), 1, relaxed) == 0)
		stw_emit_scan_obj(worker, o);
}

struct stw_scan_obj_1 {
	struct gcrt_worker *worker;
};

static inline void stw_scan_obj_1(struct gc_edge s, struct gc_heap *heap, void *data)
{
	struct stw_scan_obj_1 *outer = data;
	(void)heap;
	struct gc_ref target = gcrt_load_slot(s, relaxed);
	if (!gc_ref_is_null(target))
		stw_emit_mark_obj(outer->worker, target);
}

static inline void stw_scan_obj(struct gcrt_worker *worker, struct gc_ref o)
{
	struct stw_scan_obj_1 outer = { worker };
	gcrt_for_slots(worker, o, stw_scan_obj_1, &outer);
}

static inline void stw_sweep_obj(struct gcrt_worker *worker, struct gc_ref o)
{
	if (gcrt_load(gcrt_metadata(o, STW_META_mark), relaxed) == 0)
		gcrt_free(worker, o);
	else
		gcrt_store(gcrt_metadata(o, STW_META_mark), 0, relaxed);
}

static inline void stw_let_go(struct gcrt_worker *worker)
{
	gcrt_resume_mutators(worker);
}

/* ----------------------------------------------------------- packet runners */

static void stw_run_start_gc(struct gcrt_worker *worker, const uintptr_t *units, size_t count)
{
	(void)units;
	for (size_t i = 0; i < count; i++)
		stw_start_gc(worker);
}

static void stw_run_scan_stack(struct gcrt_worker *worker, const uintptr_t *units, size_t count)
{
	for (size_t i = 0; i < count; i++)
		stw_scan_stack(worker, (struct gc_mutator *)units[i]);
}

static void stw_run_mark_obj(struct gcrt_worker *worker, const uintptr_t *units, size_t count)
{
	for (size_t i = 0; i < count; i++)
		stw_mark_obj(worker, gc_ref(units[i]));
}

static void stw_run_scan_obj(struct gcrt_worker *worker, const uintptr_t *units, size_t count)
{
	for (size_t i = 0; i < count; i++)
		stw_scan_obj(worker, gc_ref(units[i]));
}

static void stw_run_sweep_obj(struct gcrt_worker *worker, const uintptr_t *units, size_t count)
{
	for (size_t i = 0; i < count; i++)
		stw_sweep_obj(worker, gc_ref(units[i]));
}

static void stw_run_blocks_sweep_obj(struct gcrt_worker *worker, const uintptr_t *blocks,
    size_t count)
{
	for (size_t i = 0; i < count; i++)
		gcrt_for_objects(worker, blocks[i], stw_sweep_obj);
}

static void stw_run_let_go(struct gcrt_worker *worker, const uintptr_t *units, size_t count)
{
	(void)units;
	for (size_t i = 0; i < count; i++)
		stw_let_go(worker);
}

/* --------------------------------------------------------- guards and fills */

static bool stw_open_stacks(struct gcrt_scheduler *s)
{
	return gcrt_drained(s, STW_BUCKET_start);
}

static bool stw_open_trace(struct gcrt_scheduler *s)
{
	return gcrt_drained(s, STW_BUCKET_stacks);
}

static bool stw_open_sweep(struct gcrt_scheduler *s)
{
	return gcrt_drained(s, STW_BUCKET_trace);
}

static bool stw_open_go(struct gcrt_scheduler *s)
{
	return gcrt_drained(s, STW_BUCKET_sweep);
}

static void stw_fill_start(struct gcrt_worker *worker)
{
	stw_emit_start_gc(worker);
}

static void stw_fill_sweep(struct gcrt_worker *worker)
{
	gcrt_emit_objects(worker, STW_QUEUE_sweep_sweep_obj);
}

static void stw_fill_go(struct gcrt_worker *worker)
{
	stw_emit_let_go(worker);
}

static bool stw_from_mark_sweep(struct gcrt_scheduler *s)
{
	return gcrt_requested(s, STW_CYCLE_mark_sweep);
}

static bool stw_to_mark_sweep(struct gcrt_scheduler *s)
{
	return gcrt_drained(s, STW_BUCKET_go);
}

/* ------------------------------------------------------------------- tables */

static const struct gcrt_kind stw_kinds[STW_KINDS] = {
	[STW_KIND_start_gc] = { "start_gc", 1, GCRT_ONCE, 0, stw_run_start_gc, NULL, false, false,
	    0 },
	[STW_KIND_scan_stack] = { "scan_stack", 1, GCRT_SET, 0, stw_run_scan_stack, NULL, true,
	    false, 0 },
	[STW_KIND_mark_obj] = { "mark_obj", 1, GCRT_BAG, 0, stw_run_mark_obj, NULL, false, false,
	    0 },
	[STW_KIND_scan_obj] = { "scan_obj", 1, GCRT_SET, 0, stw_run_scan_obj, NULL, false, false,
	    0 },
	[STW_KIND_sweep_obj] = { "sweep_obj", 1, GCRT_SET, 0, stw_run_sweep_obj,
	    stw_run_blocks_sweep_obj, .freeing = GCRT_FREES_IN_FILLS, .frees_unmarked = true },
	[STW_KIND_let_go] = { "let_go", 1, GCRT_ONCE, 0, stw_run_let_go, NULL, false, true, 0 },
};

static const struct gcrt_queue stw_queues[STW_QUEUES] = {
	[STW_QUEUE_start_start_gc] = { STW_KIND_start_gc, STW_BUCKET_start },
	[STW_QUEUE_stacks_scan_stack] = { STW_KIND_scan_stack, STW_BUCKET_stacks },
	[STW_QUEUE_trace_mark_obj] = { STW_KIND_mark_obj, STW_BUCKET_trace },
	[STW_QUEUE_trace_scan_obj] = { STW_KIND_scan_obj, STW_BUCKET_trace },
	[STW_QUEUE_sweep_sweep_obj] = { STW_KIND_sweep_obj, STW_BUCKET_sweep },
	[STW_QUEUE_go_let_go] = { STW_KIND_let_go, STW_BUCKET_go },
};

static const struct gcrt_bucket stw_buckets[STW_BUCKETS] = {
	[STW_BUCKET_start] = { "start", 1u << STW_CYCLE_mark_sweep, NULL, stw_fill_start, false,
	    NULL },
	[STW_BUCKET_stacks] = { "stacks", 1u << STW_CYCLE_mark_sweep, stw_open_stacks, NULL, false,
	    NULL },
	[STW_BUCKET_trace] = { "trace", 1u << STW_CYCLE_mark_sweep, stw_open_trace, NULL, false,
	    NULL },
	[STW_BUCKET_sweep] = { "sweep", 1u << STW_CYCLE_mark_sweep, stw_open_sweep, stw_fill_sweep,
	    false, NULL, .loops = true },
	[STW_BUCKET_go] = { "go", 1u << STW_CYCLE_mark_sweep, stw_open_go, stw_fill_go, false,
	    NULL },
};

static const struct gcrt_cycle stw_cycles[STW_CYCLES] = {
	[STW_CYCLE_mark_sweep] = { "mark_sweep", stw_from_mark_sweep, stw_to_mark_sweep },
};

static const struct gcrt_metadata stw_metadata[STW_METADATA] = {
	[STW_META_mark] = { "mark", 0, 0 },
};

const struct gcrt_collector gcrt_collector = { .name = "stw",
	.kinds = stw_kinds,
	.kind_count = STW_KINDS,
	.queues = stw_queues,
	.queue_count = STW_QUEUES,
	.buckets = stw_buckets,
	.bucket_count = STW_BUCKETS,
	.cycles = stw_cycles,
	.cycle_count = STW_CYCLES,
	.metadata = stw_metadata,
	.metadata_count = STW_METADATA,
	.mark = STW_META_mark,
	GCRT_EMBEDDER };
