/* beside.c: the collector beside, made from in.gc by gcdsl 0.1.0.
 *
 * options: none
 * content: 37d3035d0c3f80c6 */
#define GC_IMPL 1
#include "gcrt-embedder.h"
#include "beside-names.h"
#include "beside-attrs.h"
#include "gcrt-collector.h"
#pragma GCC diagnostic ignored "-Wtautological-compare"
#pragma GCC diagnostic ignored "-Wsign-compare"
#ifdef __clang__
#pragma clang diagnostic ignored "-Wtautological-overlap-compare"
#pragma clang diagnostic ignored "-Wtautological-constant-out-of-range-compare"
#endif

/* ---------------------------------------------------------------------- emit */

static inline void beside_emit_begin_gc(struct gcrt_worker *worker)
{
	gcrt_emit(worker, BESIDE_QUEUE_start_begin_gc, GCRT_BARE_UNIT);
}

static inline void beside_emit_shake(struct gcrt_worker *worker, struct gc_mutator *m_)
{
	gcrt_emit(worker, BESIDE_QUEUE_shakes_shake, (uintptr_t[]){ (uintptr_t)m_ }, 1);
}

static inline void beside_emit_mark_obj(struct gcrt_worker *worker, struct gc_ref o_)
{
	gcrt_emit(worker, BESIDE_QUEUE_trace_mark_obj, (uintptr_t[]){ gc_ref_value(o_) }, 1);
}

static inline void beside_barrier_emit_mark_obj(struct gc_mutator *mutator, struct gc_ref o_)
{
	gcrt_buffer(mutator, BESIDE_QUEUE_trace_mark_obj, (uintptr_t[]){ gc_ref_value(o_) }, 1);
}

static inline void beside_emit_finish(struct gcrt_worker *worker)
{
	gcrt_emit_now(worker, BESIDE_QUEUE_ends_finish, GCRT_BARE_UNIT);
}

/* ------------------------------------------------------------------- kernels */

/* work begin_gc() once */
#line 11 "in.gc"
static inline void beside_work_begin_gc(struct gcrt_worker *worker)
{
#line 12
	gcrt_stop_mutators(worker);
	gcrt_begin_phase(worker, BESIDE_PHASE_stopped);
	gcrt_for_mutators(worker, m_) {
#line 14
		beside_emit_shake(worker, m_);
	}
#line 15
	gcrt_resume_mutators(worker);
}

#line 62 "beside.c"
/* work shake(m) set */
struct beside_each_shake_1 {
	struct gcrt_worker *worker;
};

#line 19 "in.gc"
static inline void beside_each_shake_1(struct gc_edge s_, struct gc_heap *heap, void *data)
{
	struct beside_each_shake_1 *outer = data;
	struct gcrt_worker *worker = outer->worker;
	(void)heap;
#line 20
	struct gc_ref r_ = gcrt_load_slot(s_, relaxed);
	if (!gc_ref_is_null(r_)) {
#line 21
		beside_emit_mark_obj(worker, r_);
	}
}

#line 18
static inline void beside_work_shake(struct gcrt_worker *worker, struct gc_mutator *m_)
{
#line 19
	struct beside_each_shake_1 each_1 = { worker };
#line 19
	gcrt_for_roots(worker, m_, beside_each_shake_1, &each_1);
}

#line 91 "beside.c"
/* work mark_obj(o) bag: marks an object, and all that it refers to */
struct beside_each_mark_obj_1 {
	struct gcrt_worker *worker;
};

#line 28 "in.gc"
static inline void beside_each_mark_obj_1(struct gc_edge s_, struct gc_heap *heap, void *data)
{
	struct beside_each_mark_obj_1 *outer = data;
	struct gcrt_worker *worker = outer->worker;
	(void)heap;
#line 29
	struct gc_ref target_ = gcrt_load_slot(s_, relaxed);
	if (!gc_ref_is_null(target_)) {
#line 30
		beside_emit_mark_obj(worker, target_);
	}
}

#line 25
static inline void beside_work_mark_obj(struct gcrt_worker *worker, struct gc_ref o_)
{
	if (gcrt_modify(fetch_or, gcrt_metadata(o_, BESIDE_META_mark), 1, relaxed) == 0) {
		struct beside_each_mark_obj_1 each_1 = { worker };
#line 28
		gcrt_for_slots(worker, o_, beside_each_mark_obj_1, &each_1);
	}
}

#line 121 "beside.c"
/* work finish() once */
#line 37 "in.gc"
static bool beside_look_finish_1(struct gcrt_scheduler *s)
{
#line 37
	return gcrt_drained(s, BESIDE_BUCKET_trace);
}

#line 34
static inline void beside_work_finish(struct gcrt_worker *worker)
{
#line 35
	gcrt_stop_mutators(worker);
	long turn_ = 1;
	if (turn_ == 1 && gcrt_look(worker, beside_look_finish_1)) {
		gcrt_end_phase(worker, BESIDE_PHASE_stopped);
		gcrt_emit_objects(worker, BESIDE_QUEUE_sweep_sweep_obj);
	}
	gcrt_resume_mutators(worker);
}

#line 143 "beside.c"
/* work sweep_obj(o) set */
#line 44 "in.gc"
static inline void beside_work_sweep_obj(struct gcrt_worker *worker, struct gc_ref o_)
{
#line 45
	if (gcrt_load(gcrt_metadata(o_, BESIDE_META_mark), relaxed) == 0) {
#line 45
		gcrt_free(worker, o_);
	} else {
#line 45
		gcrt_store(gcrt_metadata(o_, BESIDE_META_mark), 0, relaxed);
	}
}

#line 158 "beside.c"
/* ------------------------------------------------------------------ barriers */

/* barrier before_store(o, s, new): one flag of the mutator */
#line 56 "in.gc"
static inline void beside_barrier_before_store(struct gc_mutator *mutator, struct gc_ref o_, struct gc_edge s_, struct gc_ref new_)
{
	(void)o_;
	(void)new_;
#line 57
	if (gcrt_in_view(mutator, BESIDE_PHASE_stopped) || gcrt_in_view(mutator, BESIDE_PHASE_told)) {
		struct gc_ref old_ = gcrt_load_slot(s_, relaxed);
		if (!gc_ref_is_null(old_)) {
#line 59
			beside_barrier_emit_mark_obj(mutator, old_);
		}
	}
}

#line 177 "beside.c"
void gc_write_barrier_slow(struct gc_mutator *mutator, struct gc_ref object,
    size_t object_size, struct gc_edge edge, struct gc_ref new_value)
{
	(void)object_size;
	beside_barrier_before_store(mutator, object, edge, gcrt_strip_immediate(new_value));
}

/* barrier after_store(o, s, new): one flag of the heap */
#line 63 "in.gc"
static inline void beside_barrier_after_store(struct gc_mutator *mutator, struct gc_ref o_, struct gc_edge s_, struct gc_ref new_)
{
	(void)o_;
	(void)s_;
#line 64
	if (gcrt_in_phase_now(mutator, BESIDE_PHASE_known) && !gc_ref_is_null(new_)) {
#line 64
		beside_barrier_emit_mark_obj(mutator, new_);
	}
}

#line 198 "beside.c"
void gc_after_store_barrier_slow(struct gc_mutator *mutator, struct gc_ref object,
    size_t object_size, struct gc_edge edge, struct gc_ref new_value)
{
	(void)object_size;
	beside_barrier_after_store(mutator, object, edge, gcrt_strip_immediate(new_value));
}

/* ------------------------------------------------------------------- packets */

static void beside_run_begin_gc(struct gcrt_worker *worker, const uintptr_t *units, size_t count)
{
	(void)units;
	for (size_t i = 0; i < count; i++)
		beside_work_begin_gc(worker);
}

static void beside_run_shake(struct gcrt_worker *worker, const uintptr_t *units, size_t count)
{
	for (size_t i = 0; i < count; i++)
		beside_work_shake(worker, (struct gc_mutator *)units[i]);
}

static void beside_run_mark_obj(struct gcrt_worker *worker, const uintptr_t *units, size_t count)
{
	for (size_t i = 0; i < count; i++)
		beside_work_mark_obj(worker, gc_ref(units[i]));
}

static void beside_run_finish(struct gcrt_worker *worker, const uintptr_t *units, size_t count)
{
	(void)units;
	for (size_t i = 0; i < count; i++)
		beside_work_finish(worker);
}

static void beside_run_sweep_obj(struct gcrt_worker *worker, const uintptr_t *units, size_t count)
{
	for (size_t i = 0; i < count; i++)
		beside_work_sweep_obj(worker, gc_ref(units[i]));
}

static void beside_blocks_sweep_obj(struct gcrt_worker *worker, const uintptr_t *blocks,
    size_t count)
{
	for (size_t i = 0; i < count; i++)
		gcrt_for_objects(worker, blocks[i], beside_work_sweep_obj);
}

/* ---------------------------------------------------------- guards and fills */

#line 50 "in.gc"
static void beside_fill_start(struct gcrt_worker *worker)
{
#line 50
	beside_emit_begin_gc(worker);
}

#line 51
static bool beside_open_shakes(struct gcrt_scheduler *s)
{
#line 51
	return gcrt_drained(s, BESIDE_BUCKET_start);
}

#line 51
static bool beside_close_shakes(struct gcrt_scheduler *s)
{
#line 51
	return gcrt_drained(s, BESIDE_BUCKET_shakes);
}

#line 53
static bool beside_open_ends(struct gcrt_scheduler *s)
{
#line 53
	return gcrt_in_phase(s, BESIDE_PHASE_stopped) && gcrt_idle(s, BESIDE_BUCKET_trace);
}

#line 53
static void beside_fill_ends(struct gcrt_worker *worker)
{
#line 53
	beside_emit_finish(worker);
}

#line 54
static bool beside_open_sweep(struct gcrt_scheduler *s)
{
#line 54
	return gcrt_drained(s, BESIDE_BUCKET_trace) && gcrt_kind_drained(s, BESIDE_KIND_mark_obj) && !gcrt_in_phase(s, BESIDE_PHASE_stopped);
}

#line 48
static bool beside_from_gc(struct gcrt_scheduler *s)
{
#line 48
	return gcrt_requested(s, BESIDE_CYCLE_gc);
}

#line 48
static bool beside_to_gc(struct gcrt_scheduler *s)
{
#line 48
	return gcrt_drained(s, BESIDE_BUCKET_sweep) && gcrt_drained(s, BESIDE_BUCKET_ends);
}

#line 8
static bool beside_begin_told(struct gcrt_scheduler *s)
{
#line 8
	return gcrt_is_open(s, BESIDE_BUCKET_shakes);
}

#line 312 "beside.c"
/* -------------------------------------------------------------------- tables */

static const struct gcrt_kind beside_kinds[BESIDE_KINDS] = {
	[BESIDE_KIND_begin_gc] = {
		.name = "begin_gc", .words = GCRT_BARE_WORDS, .multiplicity = GCRT_ONCE, .at_most = 0,
		.run = beside_run_begin_gc,
		.parameters = "",
		.resumes = true,
	},
	[BESIDE_KIND_shake] = {
		.name = "shake", .words = 1, .multiplicity = GCRT_SET, .at_most = 0,
		.run = beside_run_shake,
		.parameters = "m",
		.takes_mutator = true,
		.on = 1,
		.scans_beside = true,
	},
	[BESIDE_KIND_mark_obj] = {
		.name = "mark_obj", .words = 1, .multiplicity = GCRT_BAG, .at_most = 0,
		.run = beside_run_mark_obj,
		.parameters = "o",
	},
	[BESIDE_KIND_finish] = {
		.name = "finish", .words = GCRT_BARE_WORDS, .multiplicity = GCRT_ONCE, .at_most = 0,
		.run = beside_run_finish,
		.parameters = "",
		.resumes = true,
		.freeing = GCRT_FREES,
	},
	[BESIDE_KIND_sweep_obj] = {
		.name = "sweep_obj", .words = 1, .multiplicity = GCRT_SET, .at_most = 0,
		.run = beside_run_sweep_obj, .run_blocks = beside_blocks_sweep_obj,
		.parameters = "o",
		.freeing = GCRT_FREES,
		.frees_unmarked = true,
	},
};

static const struct gcrt_queue beside_queues[BESIDE_QUEUES] = {
	[BESIDE_QUEUE_start_begin_gc] = { .kind = BESIDE_KIND_begin_gc, .bucket = BESIDE_BUCKET_start },
	[BESIDE_QUEUE_shakes_shake] = { .kind = BESIDE_KIND_shake, .bucket = BESIDE_BUCKET_shakes },
	[BESIDE_QUEUE_trace_mark_obj] = { .kind = BESIDE_KIND_mark_obj, .bucket = BESIDE_BUCKET_trace },
	[BESIDE_QUEUE_ends_finish] = { .kind = BESIDE_KIND_finish, .bucket = BESIDE_BUCKET_ends },
	[BESIDE_QUEUE_sweep_sweep_obj] = { .kind = BESIDE_KIND_sweep_obj, .bucket = BESIDE_BUCKET_sweep },
};

static const struct gcrt_bucket beside_buckets[BESIDE_BUCKETS] = {
	[BESIDE_BUCKET_start] = {
		.name = "start", .cycles = 1u << BESIDE_CYCLE_gc,
		.fill = beside_fill_start,
	},
	[BESIDE_BUCKET_shakes] = {
		.name = "shakes", .cycles = 1u << BESIDE_CYCLE_gc,
		.open_when = beside_open_shakes, .opens = "drained(start)",
		.close_when = beside_close_shakes, .closes = "drained(shakes)",
	},
	[BESIDE_BUCKET_trace] = {
		.name = "trace", .cycles = 1u << BESIDE_CYCLE_gc,
		.open_when = beside_close_shakes, .opens = "drained(shakes)",
	},
	[BESIDE_BUCKET_ends] = {
		.name = "ends", .cycles = 1u << BESIDE_CYCLE_gc,
		.open_when = beside_open_ends, .opens = "stopped and idle(trace)",
		.fill = beside_fill_ends,
		.whenever = true,
		.exact = true,
	},
	[BESIDE_BUCKET_sweep] = {
		.name = "sweep", .cycles = 1u << BESIDE_CYCLE_gc,
		.open_when = beside_open_sweep, .opens = "drained(trace) and drained(mark_obj) and not stopped",
	},
};

static const struct gcrt_cycle beside_cycles[BESIDE_CYCLES] = {
	[BESIDE_CYCLE_gc] = {
		.name = "gc", .from = beside_from_gc, .to = beside_to_gc,
	},
};

static const struct gcrt_metadata beside_metadata[BESIDE_METADATA] = {
	[BESIDE_META_mark] = { .name = "mark", .initial = 0, .at_rest = -1 },
	[BESIDE_META_age] = { .name = "age", .initial = 0, .at_rest = -1 },
};

static const struct gcrt_phase beside_phases[BESIDE_PHASES] = {
	[BESIDE_PHASE_stopped] = { .name = "stopped", .only_stopped = true },
	[BESIDE_PHASE_told] = { .name = "told", .from = beside_begin_told, .to = beside_look_finish_1 },
	[BESIDE_PHASE_known] = { .name = "known", .from = beside_begin_told, .to = beside_look_finish_1 },
};

/* barrier allocated, when a mutator gets free cells */
static const struct gcrt_new_metadata beside_new_metadata[] = {
	{ .phases = 1u << BESIDE_PHASE_stopped | 1u << BESIDE_PHASE_told, .metadata = BESIDE_META_mark, .value = 1 },
	{ .phases = 0, .metadata = BESIDE_META_age, .value = 2 },
};

const struct gcrt_collector gcrt_collector = {
	.name = "beside", .file = "in.gc",
	.kinds = beside_kinds, .kind_count = BESIDE_KINDS,
	.queues = beside_queues, .queue_count = BESIDE_QUEUES,
	.buckets = beside_buckets, .bucket_count = BESIDE_BUCKETS,
	.cycles = beside_cycles, .cycle_count = BESIDE_CYCLES,
	.metadata = beside_metadata, .metadata_count = BESIDE_METADATA,
	.quick = BESIDE_CYCLE_gc, .full = BESIDE_CYCLE_gc,
	.phases = beside_phases, .phase_count = BESIDE_PHASES,
	.new_metadata = beside_new_metadata, .new_metadata_count = 2,
	.buffered = 1u << BESIDE_QUEUE_trace_mark_obj,
	.concurrent = true,
	.store_barrier = true,
	.first_store_barrier = true,
	.mark = BESIDE_META_mark,
	GCRT_EMBEDDER
};
GCRT_DEFINE_ATTRIBUTES(beside_45bd06ce3872549c)
