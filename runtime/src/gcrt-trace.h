/* gcrt-trace.h: what a test build reports, in the order in which it happens.
 *
 * Each line is where the runtime does what doc/model.md calls by the same name.
 * The scheduler's lock is held.  With GCRT_TRACE whoever links the runtime has a function
 * gcrt_traced, and gcrt_traced_run, which runs the units.  Otherwise debug builds record it
 * (gcrt-record.h), and there is nothing in others. */
#ifndef GCRT_TRACE_H
#define GCRT_TRACE_H

#include <stddef.h>
#include <stdint.h>

#include "gcrt-record.h"

enum gcrt_trace {
	GCRT_TRACE_open,
	GCRT_TRACE_close, /* a bucket */
	GCRT_TRACE_begin,
	GCRT_TRACE_end, /* a cycle */
	GCRT_TRACE_phase_on,
	GCRT_TRACE_phase_off,
	GCRT_TRACE_request, /* of a cycle */
	GCRT_TRACE_stopped,
	GCRT_TRACE_resume /* all mutators: 0 */
};

struct gcrt_worker;

/* gcrt_run_units runs COUNT units of KIND, which are one after the other in UNITS. */
#ifdef GCRT_TRACE
void gcrt_traced(enum gcrt_trace event, unsigned which);
void gcrt_traced_run(unsigned kind, struct gcrt_worker *worker, const uintptr_t *units,
    size_t count);
#define gcrt_trace(s, event, which) gcrt_traced(GCRT_TRACE_##event, (which))
#define gcrt_trace_phase(s, phase, on)                                                             \
	gcrt_traced((on) ? GCRT_TRACE_phase_on : GCRT_TRACE_phase_off, (phase))
#define gcrt_run_units(kind, worker, units, count)                                                 \
	gcrt_traced_run((kind), (worker), (units), (count))
#elif GCRT_DEBUG
struct gc_heap;
void gcrt_record_event(struct gc_heap *heap, enum gcrt_trace event, unsigned which);
void gcrt_record_run(unsigned kind, struct gcrt_worker *worker, const uintptr_t *units,
    size_t count);
#define gcrt_trace(s, event, which) gcrt_record_event((s)->heap, GCRT_TRACE_##event, (which))
#define gcrt_trace_phase(s, phase, on)                                                             \
	gcrt_record_event((s)->heap, (on) ? GCRT_TRACE_phase_on : GCRT_TRACE_phase_off, (phase))
#define gcrt_run_units(kind, worker, units, count)                                                 \
	gcrt_record_run((kind), (worker), (units), (count))
#else
#define gcrt_trace(s, event, which)    ((void)0)
#define gcrt_trace_phase(s, phase, on) ((void)0)
#define gcrt_run_units(kind, worker, units, count)                                                 \
	gcrt_collector.kinds[kind].run((worker), (units), (count))
#endif

#endif
