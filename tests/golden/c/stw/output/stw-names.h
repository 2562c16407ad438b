/* stw-names.h: the collector stw, made from stw.gc by gcdsl 0.1.0.
 *
 * options: twice=false
 * content: cea16f4e88553c3b */
#ifndef STW_NAMES_H
#define STW_NAMES_H

#ifdef __cplusplus
extern "C" {
#endif

enum stw_kind {
	STW_KIND_start_gc,
	STW_KIND_scan_stack,
	STW_KIND_mark_obj,
	STW_KIND_scan_obj,
	STW_KIND_sweep_obj,
	STW_KIND_let_go,
	STW_KINDS
};
enum stw_bucket {
	STW_BUCKET_start,
	STW_BUCKET_stacks,
	STW_BUCKET_trace,
	STW_BUCKET_sweep,
	STW_BUCKET_go,
	STW_BUCKETS
};
enum stw_queue { /* a kind in a bucket */
	STW_QUEUE_start_start_gc,
	STW_QUEUE_stacks_scan_stack,
	STW_QUEUE_trace_mark_obj,
	STW_QUEUE_trace_scan_obj,
	STW_QUEUE_sweep_sweep_obj,
	STW_QUEUE_go_let_go,
	STW_QUEUES
};
enum stw_cycle {
	STW_CYCLE_mark_sweep,
	STW_CYCLES
};
enum stw_metadata {
	STW_META_mark,
	STW_METADATA
};

#ifdef __cplusplus
}
#endif

#endif
