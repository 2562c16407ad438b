/* satb.h: the collector satb, as the compiler would write it. */
#ifndef SATB_H
#define SATB_H

enum satb_kind {
	SATB_KIND_start_gc,
	SATB_KIND_scan_stack,
	SATB_KIND_mark_obj,
	SATB_KIND_scan_obj,
	SATB_KIND_sweep_obj,
	SATB_KIND_end_marking,
	SATB_KIND_let_go,
	SATB_KINDS
};
enum satb_bucket {
	SATB_BUCKET_start,
	SATB_BUCKET_stacks,
	SATB_BUCKET_go,
	SATB_BUCKET_trace,
	SATB_BUCKET_finish,
	SATB_BUCKET_sweep,
	SATB_BUCKETS
};
enum satb_queue {
	SATB_QUEUE_start_start_gc,
	SATB_QUEUE_stacks_scan_stack,
	SATB_QUEUE_go_let_go,
	SATB_QUEUE_trace_mark_obj,
	SATB_QUEUE_trace_scan_obj,
	SATB_QUEUE_finish_end_marking,
	SATB_QUEUE_sweep_sweep_obj,
	SATB_QUEUES
};
enum satb_cycle { SATB_CYCLE_mark_sweep, SATB_CYCLES };
enum satb_phase { SATB_PHASE_marking, SATB_PHASES };
enum satb_metadata { SATB_META_mark, SATB_METADATA };

#endif
