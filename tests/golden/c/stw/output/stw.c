/* stw.c: the collector stw, made from stw.gc by gcdsl 0.1.0.
 *
 * options: twice=false
 * content: cea16f4e88553c3b */
#define GC_IMPL 1
#include "gcrt-embedder.h"
#include "stw-names.h"
#include "stw-attrs.h"
#include "gcrt-collector.h"
#pragma GCC diagnostic ignored "-Wtautological-compare"
#pragma GCC diagnostic ignored "-Wsign-compare"
#ifdef __clang__
#pragma clang diagnostic ignored "-Wtautological-overlap-compare"
#pragma clang diagnostic ignored "-Wtautological-constant-out-of-range-compare"
#endif

/* ---------------------------------------------------------------------- emit */

static inline void stw_emit_start_gc(struct gcrt_worker *worker)
{
	gcrt_emit(worker, STW_QUEUE_start_start_gc, GCRT_BARE_UNIT);
}

static inline void stw_emit_scan_stack(struct gcrt_worker *worker, struct gc_mutator *m_)
{
	gcrt_emit(worker, STW_QUEUE_stacks_scan_stack, (uintptr_t[]){ (uintptr_t)m_ }, 1);
}

static inline void stw_emit_mark_obj(struct gcrt_worker *worker, struct gc_ref o_)
{
	gcrt_emit(worker, STW_QUEUE_trace_mark_obj, (uintptr_t[]){ gc_ref_value(o_) }, 1);
}

static inline void stw_emit_scan_obj(struct gcrt_worker *worker, struct gc_ref o_)
{
	gcrt_emit(worker, STW_QUEUE_trace_scan_obj, (uintptr_t[]){ gc_ref_value(o_) }, 1);
}

static inline void stw_emit_let_go(struct gcrt_worker *worker)
{
	gcrt_emit(worker, STW_QUEUE_go_let_go, GCRT_BARE_UNIT);
}

/* ------------------------------------------------------------------- kernels */

/* work start_gc() once */
#line 19 "stw.gc"
static inline void stw_work_start_gc(struct gcrt_worker *worker)
{
#line 20
	gcrt_stop_mutators(worker);
	gcrt_for_mutators(worker, m_) {
#line 21
		stw_emit_scan_stack(worker, m_);
	}
}

#line 59 "stw.c"
/* work scan_stack(m) set */
struct stw_each_scan_stack_1 {
	struct gcrt_worker *worker;
};

#line 25 "stw.gc"
static inline void stw_each_scan_stack_1(struct gc_edge s_, struct gc_heap *heap, void *data)
{
	struct stw_each_scan_stack_1 *outer = data;
	struct gcrt_worker *worker = outer->worker;
	(void)heap;
#line 26
	struct gc_ref r_ = gcrt_load_slot(s_, relaxed);
	if (!gc_ref_is_null(r_)) {
#line 27
		stw_emit_mark_obj(worker, r_);
	}
}

#line 24
static inline void stw_work_scan_stack(struct gcrt_worker *worker, struct gc_mutator *m_)
{
#line 25
	struct stw_each_scan_stack_1 each_1 = { worker };
#line 25
	gcrt_for_roots(worker, m_, stw_each_scan_stack_1, &each_1);
}

#line 88 "stw.c"
/* work mark_obj(o) bag: an object may be found many times */
#line 31 "stw.gc"
static inline void stw_work_mark_obj(struct gcrt_worker *worker, struct gc_ref o_)
{
#line 32
	if (gcrt_modify(fetch_or, gcrt_metadata(o_, STW_META_mark), 1, relaxed) == 0) {
#line 32
		stw_emit_scan_obj(worker, o_);
	}
}

#line 100 "stw.c"
/* work scan_obj(o) set: and is scanned once */
struct stw_each_scan_obj_1 {
	struct gcrt_worker *worker;
};

#line 36 "stw.gc"
static inline void stw_each_scan_obj_1(struct gc_edge s_, struct gc_heap *heap, void *data)
{
	struct stw_each_scan_obj_1 *outer = data;
	struct gcrt_worker *worker = outer->worker;
	(void)heap;
#line 37
	struct gc_ref target_ = gcrt_load_slot(s_, relaxed);
	if (!gc_ref_is_null(target_)) {
#line 38
		stw_emit_mark_obj(worker, target_);
	}
}

#line 35
static inline void stw_work_scan_obj(struct gcrt_worker *worker, struct gc_ref o_)
{
#line 36
	struct stw_each_scan_obj_1 each_1 = { worker };
#line 36
	gcrt_for_slots(worker, o_, stw_each_scan_obj_1, &each_1);
}

#line 129 "stw.c"
/* work sweep_obj(o) set: in C: block by block, no packet per object */
#line 42 "stw.gc"
static inline void stw_work_sweep_obj(struct gcrt_worker *worker, struct gc_ref o_)
{
#line 43
	if (gcrt_load(gcrt_metadata(o_, STW_META_mark), relaxed) == 0) {
#line 43
		gcrt_free(worker, o_);
	} else {
#line 43
		gcrt_store(gcrt_metadata(o_, STW_META_mark), 0, relaxed);
	}
}

#line 144 "stw.c"
/* work let_go() once */
#line 46 "stw.gc"
static inline void stw_work_let_go(struct gcrt_worker *worker)
{
#line 46
	gcrt_resume_mutators(worker);
}

#line 153 "stw.c"
/* ------------------------------------------------------------------- packets */

static void stw_run_start_gc(struct gcrt_worker *worker, const uintptr_t *units, size_t count)
{
	(void)units;
	for (size_t i = 0; i < count; i++)
		stw_work_start_gc(worker);
}

static void stw_run_scan_stack(struct gcrt_worker *worker, const uintptr_t *units, size_t count)
{
	for (size_t i = 0; i < count; i++)
		stw_work_scan_stack(worker, (struct gc_mutator *)units[i]);
}

static void stw_run_mark_obj(struct gcrt_worker *worker, const uintptr_t *units, size_t count)
{
	for (size_t i = 0; i < count; i++)
		stw_work_mark_obj(worker, gc_ref(units[i]));
}

static void stw_run_scan_obj(struct gcrt_worker *worker, const uintptr_t *units, size_t count)
{
	for (size_t i = 0; i < count; i++)
		stw_work_scan_obj(worker, gc_ref(units[i]));
}

static void stw_run_sweep_obj(struct gcrt_worker *worker, const uintptr_t *units, size_t count)
{
	for (size_t i = 0; i < count; i++)
		stw_work_sweep_obj(worker, gc_ref(units[i]));
}

static void stw_blocks_sweep_obj(struct gcrt_worker *worker, const uintptr_t *blocks, size_t count)
{
	for (size_t i = 0; i < count; i++)
		gcrt_for_objects(worker, blocks[i], stw_work_sweep_obj);
}

static void stw_run_let_go(struct gcrt_worker *worker, const uintptr_t *units, size_t count)
{
	(void)units;
	for (size_t i = 0; i < count; i++)
		stw_work_let_go(worker);
}

/* ---------------------------------------------------------- guards and fills */

#line 52 "stw.gc"
static void stw_fill_start(struct gcrt_worker *worker)
{
#line 52
	stw_emit_start_gc(worker);
}

#line 53
static bool stw_open_stacks(struct gcrt_scheduler *s)
{
#line 53
	return gcrt_drained(s, STW_BUCKET_start);
}

#line 54
static bool stw_open_trace(struct gcrt_scheduler *s)
{
#line 54
	return gcrt_drained(s, STW_BUCKET_stacks);
}

#line 55
static bool stw_open_sweep(struct gcrt_scheduler *s)
{
#line 55
	return gcrt_drained(s, STW_BUCKET_trace);
}

#line 56
static void stw_fill_sweep(struct gcrt_worker *worker)
{
#line 56
	gcrt_emit_objects(worker, STW_QUEUE_sweep_sweep_obj);
}

#line 57
static bool stw_open_go(struct gcrt_scheduler *s)
{
#line 57
	return gcrt_drained(s, STW_BUCKET_sweep);
}

#line 57
static void stw_fill_go(struct gcrt_worker *worker)
{
#line 57
	stw_emit_let_go(worker);
}

#line 50
static bool stw_from_mark_sweep(struct gcrt_scheduler *s)
{
#line 50
	return gcrt_requested(s, STW_CYCLE_mark_sweep);
}

#line 50
static bool stw_to_mark_sweep(struct gcrt_scheduler *s)
{
#line 50
	return gcrt_drained(s, STW_BUCKET_go);
}

#line 265 "stw.c"
/* -------------------------------------------------------------------- tables */

static const struct gcrt_kind stw_kinds[STW_KINDS] = {
	[STW_KIND_start_gc] = {
		.name = "start_gc", .words = GCRT_BARE_WORDS, .multiplicity = GCRT_ONCE, .at_most = 0,
		.run = stw_run_start_gc,
		.parameters = "",
	},
	[STW_KIND_scan_stack] = {
		.name = "scan_stack", .words = 1, .multiplicity = GCRT_SET, .at_most = 0,
		.run = stw_run_scan_stack,
		.parameters = "m",
		.takes_mutator = true,
	},
	[STW_KIND_mark_obj] = {
		.name = "mark_obj", .words = 1, .multiplicity = GCRT_BAG, .at_most = 0,
		.run = stw_run_mark_obj,
		.parameters = "o",
	},
	[STW_KIND_scan_obj] = {
		.name = "scan_obj", .words = 1, .multiplicity = GCRT_SET, .at_most = 0,
		.run = stw_run_scan_obj,
		.parameters = "o",
	},
	[STW_KIND_sweep_obj] = {
		.name = "sweep_obj", .words = 1, .multiplicity = GCRT_SET, .at_most = 0,
		.run = stw_run_sweep_obj, .run_blocks = stw_blocks_sweep_obj,
		.parameters = "o",
		.freeing = GCRT_FREES_IN_FILLS,
		.frees_unmarked = true,
	},
	[STW_KIND_let_go] = {
		.name = "let_go", .words = GCRT_BARE_WORDS, .multiplicity = GCRT_ONCE, .at_most = 0,
		.run = stw_run_let_go,
		.parameters = "",
		.resumes = true,
	},
};

static const struct gcrt_queue stw_queues[STW_QUEUES] = {
	[STW_QUEUE_start_start_gc] = { .kind = STW_KIND_start_gc, .bucket = STW_BUCKET_start },
	[STW_QUEUE_stacks_scan_stack] = { .kind = STW_KIND_scan_stack, .bucket = STW_BUCKET_stacks },
	[STW_QUEUE_trace_mark_obj] = { .kind = STW_KIND_mark_obj, .bucket = STW_BUCKET_trace },
	[STW_QUEUE_trace_scan_obj] = { .kind = STW_KIND_scan_obj, .bucket = STW_BUCKET_trace },
	[STW_QUEUE_sweep_sweep_obj] = { .kind = STW_KIND_sweep_obj, .bucket = STW_BUCKET_sweep },
	[STW_QUEUE_go_let_go] = { .kind = STW_KIND_let_go, .bucket = STW_BUCKET_go },
};

static const struct gcrt_bucket stw_buckets[STW_BUCKETS] = {
	[STW_BUCKET_start] = {
		.name = "start", .cycles = 1u << STW_CYCLE_mark_sweep,
		.fill = stw_fill_start,
	},
	[STW_BUCKET_stacks] = {
		.name = "stacks", .cycles = 1u << STW_CYCLE_mark_sweep,
		.open_when = stw_open_stacks, .opens = "drained(start)",
	},
	[STW_BUCKET_trace] = {
		.name = "trace", .cycles = 1u << STW_CYCLE_mark_sweep,
		.open_when = stw_open_trace, .opens = "drained(stacks)",
	},
	[STW_BUCKET_sweep] = {
		.name = "sweep", .cycles = 1u << STW_CYCLE_mark_sweep,
		.open_when = stw_open_sweep, .opens = "drained(trace)",
		.fill = stw_fill_sweep,
		.loops = true,
	},
	[STW_BUCKET_go] = {
		.name = "go", .cycles = 1u << STW_CYCLE_mark_sweep,
		.open_when = stw_open_go, .opens = "drained(sweep)",
		.fill = stw_fill_go,
	},
};

static const struct gcrt_cycle stw_cycles[STW_CYCLES] = {
	[STW_CYCLE_mark_sweep] = {
		.name = "mark_sweep", .from = stw_from_mark_sweep, .to = stw_to_mark_sweep,
	},
};

static const struct gcrt_metadata stw_metadata[STW_METADATA] = {
	[STW_META_mark] = { .name = "mark", .initial = 0, .at_rest = 0 },
};

const struct gcrt_collector gcrt_collector = {
	.name = "stw", .file = "stw.gc",
	.kinds = stw_kinds, .kind_count = STW_KINDS,
	.queues = stw_queues, .queue_count = STW_QUEUES,
	.buckets = stw_buckets, .bucket_count = STW_BUCKETS,
	.cycles = stw_cycles, .cycle_count = STW_CYCLES,
	.metadata = stw_metadata, .metadata_count = STW_METADATA,
	.quick = STW_CYCLE_mark_sweep, .full = STW_CYCLE_mark_sweep,
	.mark = STW_META_mark,
	GCRT_EMBEDDER
};
GCRT_DEFINE_ATTRIBUTES(stw_5a9a374bd542ce55)
