/* satb.c: marking beside mutators from a snapshot, as the compiler would write
 * it: the pattern of generated C with barriers, phases and a bucket that opens
 * again; one more collector of the runtime's own tests. */
#define GC_IMPL 1
#include "gcrt-embedder.h"
#include "satb.h"
#include "satb-attrs.h"
#include "gcrt-collector.h"

/* ------------------------------------------------------------------- emit */

static inline void satb_emit_start_gc(struct gcrt_worker *worker)
{
	gcrt_emit(worker, SATB_QUEUE_start_start_gc, (uintptr_t[]){ 0 }, 1);
}

static inline void satb_emit_scan_stack(struct gcrt_worker *worker, struct gc_mutator *m)
{
	gcrt_emit(worker, SATB_QUEUE_stacks_scan_stack, (uintptr_t[]){ (uintptr_t)m }, 1);
}

static inline void satb_emit_mark_obj(struct gcrt_worker *worker, struct gc_ref o)
{
	gcrt_emit(worker, SATB_QUEUE_trace_mark_obj, (uintptr_t[]){ gc_ref_value(o) }, 1);
}

static inline void satb_emit_scan_obj(struct gcrt_worker *worker, struct gc_ref o)
{
	gcrt_emit(worker, SATB_QUEUE_trace_scan_obj, (uintptr_t[]){ gc_ref_value(o) }, 1);
}

static inline void satb_barrier_emit_mark_obj(struct gc_mutator *mutator, struct gc_ref o)
{
	gcrt_buffer(mutator, SATB_QUEUE_trace_mark_obj, (uintptr_t[]){ gc_ref_value(o) }, 1);
}

static inline void satb_emit_end_marking(struct gcrt_worker *worker)
{
	gcrt_emit_now(worker, SATB_QUEUE_finish_end_marking, (uintptr_t[]){ 0 }, 1);
}

static inline void satb_emit_let_go(struct gcrt_worker *worker)
{
	gcrt_emit(worker, SATB_QUEUE_go_let_go, (uintptr_t[]){ 0 }, 1);
}

/* ---------------------------------------------------------------- kernels */

static inline void satb_start_gc(struct gcrt_worker *worker)
{
	gcrt_stop_mutators(worker);
	gcrt_begin_phase(worker, SATB_PHASE_marking);
	gcrt_for_mutators(worker, m) satb_emit_scan_stack(worker, m);
}

struct satb_scan_stack_1 {
	struct gcrt_worker *worker;
};

static inline void satb_scan_stack_1(struct gc_edge s, struct gc_heap *heap, void *data)
{
	struct satb_scan_stack_1 *outer = data;
	(void)heap;
	struct gc_ref r = gcrt_load_slot(s, relaxed);
	if (!gc_ref_is_null(r))
		satb_emit_mark_obj(outer->worker, r);
}

static inline void satb_scan_stack(struct gcrt_worker *worker, struct gc_mutator *m)
{
	struct satb_scan_stack_1 outer = { worker };
	gcrt_for_roots(worker, m, satb_scan_stack_1, &outer);
}

static inline void satb_mark_obj(struct gcrt_worker *worker, struct gc_ref o)
{
	if (gcrt_fetch_or(gcrt_metadata(o, SATB_META_mark), 1, relaxed) == 0)
		satb_emit_scan_obj(worker, o);
}

struct satb_scan_obj_1 {
	struct gcrt_worker *worker;
};

static inline void satb_scan_obj_1(struct gc_edge s, struct gc_heap *heap, void *data)
{
	struct satb_scan_obj_1 *outer = data;
	(void)heap;
	struct gc_ref target = gcrt_load_slot(s, relaxed);
	if (!gc_ref_is_null(target))
		satb_emit_mark_obj(outer->worker, target);
}

static inline void satb_scan_obj(struct gcrt_worker *worker, struct gc_ref o)
{
	struct satb_scan_obj_1 outer = { worker };
	gcrt_for_slots(worker, o, satb_scan_obj_1, &outer);
}

static inline void satb_sweep_obj(struct gcrt_worker *worker, struct gc_ref o)
{
	if (gcrt_load(gcrt_metadata(o, SATB_META_mark), relaxed) == 0)
		gcrt_free(worker, o);
	else
		gcrt_store(gcrt_metadata(o, SATB_META_mark), 0, relaxed);
}

static inline void satb_let_go(struct gcrt_worker *worker)
{
	gcrt_resume_mutators(worker);
}

static bool satb_look_end_marking_1(struct gcrt_scheduler *s)
{
	return gcrt_drained(s, SATB_BUCKET_trace);
}

static inline void satb_end_marking(struct gcrt_worker *worker)
{
	gcrt_stop_mutators(worker);
	if (gcrt_look(worker, satb_look_end_marking_1)) {
		gcrt_end_phase(worker, SATB_PHASE_marking);
		gcrt_emit_objects(worker, SATB_QUEUE_sweep_sweep_obj);
	}
	gcrt_resume_mutators(worker);
}

/* ---------------------------------------------------------------- barriers */

static inline void satb_before_store(struct gc_mutator *mutator, struct gc_edge s)
{
	if (gcrt_in_view(mutator, SATB_PHASE_marking)) {
		struct gc_ref old = gcrt_load_slot(s, relaxed);
		if (!gc_ref_is_null(old) &&
		    gcrt_load(gcrt_metadata(old, SATB_META_mark), relaxed) == 0)
			satb_barrier_emit_mark_obj(mutator, old);
	}
}

void gc_write_barrier_slow(struct gc_mutator *mutator, struct gc_ref object, size_t object_size,
    struct gc_edge edge, struct gc_ref new_value)
{
	(void)object;
	(void)object_size;
	(void)new_value;
	satb_before_store(mutator, edge);
}

/* ----------------------------------------------------------- packet runners */

static void satb_run_start_gc(struct gcrt_worker *worker, const uintptr_t *units, size_t count)
{
	(void)units;
	for (size_t i = 0; i < count; i++)
		satb_start_gc(worker);
}

static void satb_run_scan_stack(struct gcrt_worker *worker, const uintptr_t *units, size_t count)
{
	for (size_t i = 0; i < count; i++)
		satb_scan_stack(worker, (struct gc_mutator *)units[i]);
}

static void satb_run_mark_obj(struct gcrt_worker *worker, const uintptr_t *units, size_t count)
{
	for (size_t i = 0; i < count; i++)
		satb_mark_obj(worker, gc_ref(units[i]));
}

static void satb_run_scan_obj(struct gcrt_worker *worker, const uintptr_t *units, size_t count)
{
	for (size_t i = 0; i < count; i++)
		satb_scan_obj(worker, gc_ref(units[i]));
}

static void satb_run_sweep_obj(struct gcrt_worker *worker, const uintptr_t *units, size_t count)
{
	for (size_t i = 0; i < count; i++)
		satb_sweep_obj(worker, gc_ref(units[i]));
}

static void satb_run_blocks_sweep_obj(struct gcrt_worker *worker, const uintptr_t *blocks,
    size_t count)
{
	for (size_t i = 0; i < count; i++)
		gcrt_for_objects(worker, blocks[i], satb_sweep_obj);
}

static void satb_run_let_go(struct gcrt_worker *worker, const uintptr_t *units, size_t count)
{
	(void)units;
	for (size_t i = 0; i < count; i++)
		satb_let_go(worker);
}

static void satb_run_end_marking(struct gcrt_worker *worker, const uintptr_t *units, size_t count)
{
	(void)units;
	for (size_t i = 0; i < count; i++)
		satb_end_marking(worker);
}

/* --------------------------------------------------------- guards and fills */

static bool satb_open_stacks(struct gcrt_scheduler *s)
{
	return gcrt_drained(s, SATB_BUCKET_start);
}

static bool satb_open_trace(struct gcrt_scheduler *s)
{
	return gcrt_drained(s, SATB_BUCKET_stacks);
}

static bool satb_open_go(struct gcrt_scheduler *s)
{
	return gcrt_drained(s, SATB_BUCKET_stacks);
}

static bool satb_open_finish(struct gcrt_scheduler *s)
{
	return gcrt_in_phase(s, SATB_PHASE_marking) && gcrt_drained(s, SATB_BUCKET_go) &&
	    gcrt_idle(s, SATB_BUCKET_trace);
}

static bool satb_open_sweep(struct gcrt_scheduler *s)
{
	return gcrt_drained(s, SATB_BUCKET_go) && !gcrt_in_phase(s, SATB_PHASE_marking);
}

static void satb_fill_start(struct gcrt_worker *worker)
{
	satb_emit_start_gc(worker);
}

static void satb_fill_go(struct gcrt_worker *worker)
{
	satb_emit_let_go(worker);
}

static void satb_fill_finish(struct gcrt_worker *worker)
{
	satb_emit_end_marking(worker);
}

static bool satb_from_mark_sweep(struct gcrt_scheduler *s)
{
#ifdef TEST_WHILE_TRACING
	if (gcrt_load(&test_no_cycle, seq_cst))
		return false;
#endif
	return gcrt_requested(s, SATB_CYCLE_mark_sweep);
}

static bool satb_to_mark_sweep(struct gcrt_scheduler *s)
{
	return gcrt_drained(s, SATB_BUCKET_sweep) && gcrt_drained(s, SATB_BUCKET_finish);
}

/* ------------------------------------------------------------------- tables */

static const struct gcrt_kind satb_kinds[SATB_KINDS] = {
	[SATB_KIND_start_gc] = { "start_gc", 1, GCRT_ONCE, 0, satb_run_start_gc, NULL, false, false,
	    0 },
	[SATB_KIND_scan_stack] = { "scan_stack", 1, GCRT_SET, 0, satb_run_scan_stack, NULL, true,
	    false, 0 },
	[SATB_KIND_mark_obj] = { "mark_obj", 1, GCRT_BAG, 0, satb_run_mark_obj, NULL, false, false,
	    0 },
	[SATB_KIND_scan_obj] = { "scan_obj", 1, GCRT_SET, 0, satb_run_scan_obj, NULL, false, false,
	    0 },
	[SATB_KIND_sweep_obj] = { "sweep_obj", 1, GCRT_SET, 0, satb_run_sweep_obj,
	    satb_run_blocks_sweep_obj, .freeing = GCRT_FREES, .frees_unmarked = true },
	[SATB_KIND_end_marking] = { "end_marking", 1, GCRT_ONCE, 0, satb_run_end_marking, NULL,
	    false, true, 0, .freeing = GCRT_FREES },
	[SATB_KIND_let_go] = { "let_go", 1, GCRT_ONCE, 0, satb_run_let_go, NULL, false, true, 0 },
};

static const struct gcrt_queue satb_queues[SATB_QUEUES] = {
	[SATB_QUEUE_start_start_gc] = { SATB_KIND_start_gc, SATB_BUCKET_start },
	[SATB_QUEUE_stacks_scan_stack] = { SATB_KIND_scan_stack, SATB_BUCKET_stacks },
	[SATB_QUEUE_trace_mark_obj] = { SATB_KIND_mark_obj, SATB_BUCKET_trace },
	[SATB_QUEUE_trace_scan_obj] = { SATB_KIND_scan_obj, SATB_BUCKET_trace },
	[SATB_QUEUE_sweep_sweep_obj] = { SATB_KIND_sweep_obj, SATB_BUCKET_sweep },
	[SATB_QUEUE_finish_end_marking] = { SATB_KIND_end_marking, SATB_BUCKET_finish },
	[SATB_QUEUE_go_let_go] = { SATB_KIND_let_go, SATB_BUCKET_go },
};

#define CYCLES (1u << SATB_CYCLE_mark_sweep)
static const struct gcrt_bucket satb_buckets[SATB_BUCKETS] = {
	[SATB_BUCKET_start] = { "start", CYCLES, NULL, satb_fill_start, false, NULL },
	[SATB_BUCKET_stacks] = { "stacks", CYCLES, satb_open_stacks, NULL, false, NULL },
	[SATB_BUCKET_go] = { "go", CYCLES, satb_open_go, satb_fill_go, false, NULL },
	[SATB_BUCKET_trace] = { "trace", CYCLES, satb_open_trace, NULL, false, NULL },
	[SATB_BUCKET_finish] = { "finish", CYCLES, satb_open_finish, satb_fill_finish, true, NULL,
	    true },
	[SATB_BUCKET_sweep] = { "sweep", CYCLES, satb_open_sweep, NULL, false, NULL },
};

static const struct gcrt_cycle satb_cycles[SATB_CYCLES] = {
	[SATB_CYCLE_mark_sweep] = { "mark_sweep", satb_from_mark_sweep, satb_to_mark_sweep },
};

static const struct gcrt_metadata satb_metadata[SATB_METADATA] = {
	[SATB_META_mark] = { "mark", 0, 0 },
};

static const struct gcrt_phase satb_phases[SATB_PHASES] = {
	[SATB_PHASE_marking] = { "marking", true, NULL, NULL },
};

static const struct gcrt_new_metadata satb_new_metadata[] = {
	{ 1u << SATB_PHASE_marking, SATB_META_mark, 1 },
};

const struct gcrt_collector gcrt_collector = { .name = "satb",
	.kinds = satb_kinds,
	.kind_count = SATB_KINDS,
	.queues = satb_queues,
	.queue_count = SATB_QUEUES,
	.buckets = satb_buckets,
	.bucket_count = SATB_BUCKETS,
	.cycles = satb_cycles,
	.cycle_count = SATB_CYCLES,
	.metadata = satb_metadata,
	.metadata_count = SATB_METADATA,
	.phases = satb_phases,
	.phase_count = SATB_PHASES,
	.new_metadata = satb_new_metadata,
	.new_metadata_count = 1,
	.buffered = 1u << SATB_QUEUE_trace_mark_obj,
	.concurrent = true,
	.store_barrier = true,
	.mark = SATB_META_mark,
	GCRT_EMBEDDER };
