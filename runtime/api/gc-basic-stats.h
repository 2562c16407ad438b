/* gc-basic-stats.h: a listener that counts collections, times pauses, and
 * knows how large the heap and its live data have been.
 *
 * A stop has two parts: the wait until all mutators have come to a safepoint,
 * and the pause, from there until they go on.  A fallback pause is something
 * else: an allocation that had to wait for a cycle that runs beside mutators. */
#ifndef GC_BASIC_STATS_H
#define GC_BASIC_STATS_H

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "gc-null-event-listener.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Pauses are counted in microseconds, in 16 buckets for each doubling. */
#define GC_BASIC_STATS_PAUSES (28 * 16)

struct gc_basic_stats {
	uint64_t major_collection_count;
	uint64_t minor_collection_count;
	uint64_t last_time_usec;
	uint64_t last_cpu_time_usec;
	uint64_t elapsed_mutator_usec;
	uint64_t elapsed_collector_usec;
	uint64_t cpu_mutator_usec;
	uint64_t cpu_collector_usec;
	size_t heap_size;
	size_t max_heap_size;
	size_t live_data_size;
	size_t max_live_data_size;
	uint64_t allocation_counter_at_last_gc;
	uint64_t stop_count;
	uint64_t max_pause_usec, pause_usec; /* longest, total */
	uint64_t max_time_to_stop_usec, time_to_stop_usec;
	uint64_t stopped_at_usec;
	uint64_t fallback_count, max_fallback_usec, fallback_usec;
	uint32_t pauses[GC_BASIC_STATS_PAUSES];
};

static inline uint64_t gc_basic_stats_clock(clockid_t clock)
{
	struct timespec now;
	clock_gettime(clock, &now);
	return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

/* Adds the time since the last call to one pair of totals; returns it. */
static inline uint64_t gc_basic_stats_tick(struct gc_basic_stats *stats, uint64_t *elapsed,
    uint64_t *cpu)
{
	uint64_t now = gc_basic_stats_clock(CLOCK_MONOTONIC);
	uint64_t cpu_now = gc_basic_stats_clock(CLOCK_PROCESS_CPUTIME_ID);
	uint64_t passed = now - stats->last_time_usec;
	*elapsed += passed;
	*cpu += cpu_now - stats->last_cpu_time_usec;
	stats->last_time_usec = now;
	stats->last_cpu_time_usec = cpu_now;
	return passed;
}

static inline void gc_basic_stats_init(void *data, size_t heap_size)
{
	struct gc_basic_stats *stats = (struct gc_basic_stats *)data;
	memset(stats, 0, sizeof *stats);
	stats->last_time_usec = gc_basic_stats_clock(CLOCK_MONOTONIC);
	stats->last_cpu_time_usec = gc_basic_stats_clock(CLOCK_PROCESS_CPUTIME_ID);
	stats->heap_size = stats->max_heap_size = heap_size;
}

static inline void gc_basic_stats_requesting_stop(void *data)
{
	struct gc_basic_stats *stats = (struct gc_basic_stats *)data;
	gc_basic_stats_tick(stats, &stats->elapsed_mutator_usec, &stats->cpu_mutator_usec);
}

static inline void gc_basic_stats_mutators_stopped(void *data)
{
	struct gc_basic_stats *stats = (struct gc_basic_stats *)data;
	stats->stopped_at_usec = gc_basic_stats_clock(CLOCK_MONOTONIC);
	uint64_t waited = stats->stopped_at_usec - stats->last_time_usec;
	stats->time_to_stop_usec += waited;
	if (waited > stats->max_time_to_stop_usec)
		stats->max_time_to_stop_usec = waited;
}

static inline void gc_basic_stats_prepare_gc(void *data, enum gc_collection_kind kind,
    uint64_t allocation_counter)
{
	struct gc_basic_stats *stats = (struct gc_basic_stats *)data;
	if (kind == GC_COLLECTION_MINOR)
		stats->minor_collection_count++;
	else
		stats->major_collection_count++;
	stats->allocation_counter_at_last_gc = allocation_counter;
}

/* The first 16 buckets have one microsecond each; then each doubling has 16. */
static inline size_t gc_basic_stats_bucket(uint64_t usec)
{
	if (usec < 16)
		return (size_t)usec;
	unsigned shift = 59 - (unsigned)__builtin_clzll(usec);
	size_t bucket = shift * 16 + (size_t)(usec >> shift);
	return bucket < GC_BASIC_STATS_PAUSES ? bucket : GC_BASIC_STATS_PAUSES - 1;
}

/* The longest pause that falls in BUCKET. */
static inline uint64_t gc_basic_stats_bucket_limit(size_t bucket)
{
	if (bucket < 32)
		return bucket;
	unsigned shift = (unsigned)(bucket / 16) - 1;
	return (((uint64_t)(bucket % 16) + 17) << shift) - 1;
}

static inline void gc_basic_stats_restarting_mutators(void *data)
{
	struct gc_basic_stats *stats = (struct gc_basic_stats *)data;
	gc_basic_stats_tick(stats, &stats->elapsed_collector_usec, &stats->cpu_collector_usec);
	uint64_t pause = stats->last_time_usec - stats->stopped_at_usec;
	stats->stop_count++;
	stats->pause_usec += pause;
	stats->pauses[gc_basic_stats_bucket(pause)]++;
	if (pause > stats->max_pause_usec)
		stats->max_pause_usec = pause;
}

static inline void gc_basic_stats_heap_resized(void *data, size_t size)
{
	struct gc_basic_stats *stats = (struct gc_basic_stats *)data;
	stats->heap_size = size;
	if (size > stats->max_heap_size)
		stats->max_heap_size = size;
}

static inline void gc_basic_stats_live_data_size(void *data, size_t size)
{
	struct gc_basic_stats *stats = (struct gc_basic_stats *)data;
	stats->live_data_size = size;
	if (size > stats->max_live_data_size)
		stats->max_live_data_size = size;
}

static inline void gc_basic_stats_fallback_pause(void *data, uint64_t usec)
{
	struct gc_basic_stats *stats = (struct gc_basic_stats *)data;
	stats->fallback_count++;
	stats->fallback_usec += usec;
	if (usec > stats->max_fallback_usec)
		stats->max_fallback_usec = usec;
}

static inline void *gc_basic_stats_mutator_added(void *data)
{
	(void)data;
	return NULL;
}

#define GC_BASIC_STATS                                                                             \
	((struct gc_event_listener){                                                               \
	    .init = gc_basic_stats_init,                                                           \
	    .requesting_stop = gc_basic_stats_requesting_stop,                                     \
	    .waiting_for_stop = gc_null_event_listener_event,                                      \
	    .mutators_stopped = gc_basic_stats_mutators_stopped,                                   \
	    .prepare_gc = gc_basic_stats_prepare_gc,                                               \
	    .roots_traced = gc_null_event_listener_event,                                          \
	    .heap_traced = gc_null_event_listener_event,                                           \
	    .ephemerons_traced = gc_null_event_listener_event,                                     \
	    .finalizers_traced = gc_null_event_listener_event,                                     \
	    .restarting_mutators = gc_basic_stats_restarting_mutators,                             \
	    .mutator_added = gc_basic_stats_mutator_added,                                         \
	    .mutator_cause_gc = gc_null_event_listener_event,                                      \
	    .mutator_stopping = gc_null_event_listener_event,                                      \
	    .mutator_stopped = gc_null_event_listener_event,                                       \
	    .mutator_restarted = gc_null_event_listener_event,                                     \
	    .mutator_removed = gc_null_event_listener_event,                                       \
	    .heap_resized = gc_basic_stats_heap_resized,                                           \
	    .live_data_size = gc_basic_stats_live_data_size,                                       \
	    .fallback_pause = gc_basic_stats_fallback_pause,                                       \
	})

/* Stops counting.  Nothing in the heap uses STATS any longer, even if a cycle is running. */
static inline void gc_basic_stats_finish(struct gc_basic_stats *stats)
{
	gc_event_listener_finish(stats);
	gc_basic_stats_tick(stats, &stats->elapsed_mutator_usec, &stats->cpu_mutator_usec);
}

/* The pause, in microseconds, that the part P of all pauses do not exceed. */
static inline uint64_t gc_basic_stats_percentile(const struct gc_basic_stats *stats, double p)
{
	uint64_t count = 0, sum = 0;
	for (size_t i = 0; i < GC_BASIC_STATS_PAUSES; i++)
		count += stats->pauses[i];
	for (size_t i = 0; i < GC_BASIC_STATS_PAUSES && count; i++) {
		sum += stats->pauses[i];
		if ((double)sum >= p * (double)count) {
			uint64_t limit = gc_basic_stats_bucket_limit(i);
			return limit < stats->max_pause_usec ? limit : stats->max_pause_usec;
		}
	}
	return 0;
}

static inline double gc_basic_stats_mean(uint64_t usec, uint64_t count)
{
	return count ? (double)usec / 1e3 / (double)count : 0;
}

static inline void gc_basic_stats_print(struct gc_basic_stats *stats, FILE *file)
{
	uint64_t stopped = stats->elapsed_collector_usec;
	uint64_t cpu_stopped = stats->cpu_collector_usec;
	fprintf(file, "%" PRIu64 " major collections, %" PRIu64 " minor.\n",
	    stats->major_collection_count, stats->minor_collection_count);
	fprintf(file,
	    "Time %.3f ms, of which stopped %.3f ms; "
	    "processor time %.3f ms, of which stopped %.3f ms.\n",
	    (double)(stats->elapsed_mutator_usec + stopped) / 1e3, (double)stopped / 1e3,
	    (double)(stats->cpu_mutator_usec + cpu_stopped) / 1e3, (double)cpu_stopped / 1e3);
	fprintf(file,
	    "Pauses: %" PRIu64 ", median %.3f ms, 95%% within %.3f ms, "
	    "mean %.3f ms, longest %.3f ms, total %.3f ms.\n",
	    stats->stop_count, (double)gc_basic_stats_percentile(stats, 0.5) / 1e3,
	    (double)gc_basic_stats_percentile(stats, 0.95) / 1e3,
	    gc_basic_stats_mean(stats->pause_usec, stats->stop_count),
	    (double)stats->max_pause_usec / 1e3, (double)stats->pause_usec / 1e3);
	fprintf(file, "Time to safepoint: mean %.3f ms, longest %.3f ms, total %.3f ms.\n",
	    gc_basic_stats_mean(stats->time_to_stop_usec, stats->stop_count),
	    (double)stats->max_time_to_stop_usec / 1e3, (double)stats->time_to_stop_usec / 1e3);
	fprintf(file, "Fallback pauses: %" PRIu64 ", longest %.3f ms, total %.3f ms.\n",
	    stats->fallback_count, (double)stats->max_fallback_usec / 1e3,
	    (double)stats->fallback_usec / 1e3);
	fprintf(file, "Heap %.3f MB, at most %.3f MB; live data at most %.3f MB.\n",
	    (double)stats->heap_size / 1e6, (double)stats->max_heap_size / 1e6,
	    (double)stats->max_live_data_size / 1e6);
}

#ifdef __cplusplus
}
#endif

#endif
