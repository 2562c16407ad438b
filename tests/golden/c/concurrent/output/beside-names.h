/* beside-names.h: the collector beside, made from in.gc by gcdsl 0.1.0.
 *
 * options: none
 * content: 37d3035d0c3f80c6 */
#ifndef BESIDE_NAMES_H
#define BESIDE_NAMES_H

#ifdef __cplusplus
extern "C" {
#endif

enum beside_kind {
	BESIDE_KIND_begin_gc,
	BESIDE_KIND_shake,
	BESIDE_KIND_mark_obj,
	BESIDE_KIND_finish,
	BESIDE_KIND_sweep_obj,
	BESIDE_KINDS
};
enum beside_bucket {
	BESIDE_BUCKET_start,
	BESIDE_BUCKET_shakes,
	BESIDE_BUCKET_trace,
	BESIDE_BUCKET_ends,
	BESIDE_BUCKET_sweep,
	BESIDE_BUCKETS
};
enum beside_queue { /* a kind in a bucket */
	BESIDE_QUEUE_start_begin_gc,
	BESIDE_QUEUE_shakes_shake,
	BESIDE_QUEUE_trace_mark_obj,
	BESIDE_QUEUE_ends_finish,
	BESIDE_QUEUE_sweep_sweep_obj,
	BESIDE_QUEUES
};
enum beside_cycle {
	BESIDE_CYCLE_gc,
	BESIDE_CYCLES
};
enum beside_phase {
	BESIDE_PHASE_stopped,
	BESIDE_PHASE_told,
	BESIDE_PHASE_known,
	BESIDE_PHASES
};
enum beside_metadata {
	BESIDE_META_mark,
	BESIDE_META_age,
	BESIDE_METADATA
};

#ifdef __cplusplus
}
#endif

#endif
