/* gcrt-trace.h: what a test build reports, in the order in which it happens.
 *
 * Each line is where the runtime does what doc/model.md calls by the same name.
 * The scheduler's lock is held, but for units.  Without GCRT_TRACE there is
 * nothing; with it whoever links the runtime has a function gcrt_traced. */
#ifndef GCRT_TRACE_H
#define GCRT_TRACE_H

#include <stddef.h>

enum gcrt_trace {
	GCRT_TRACE_open,
	GCRT_TRACE_close, /* a bucket */
	GCRT_TRACE_begin,
	GCRT_TRACE_end, /* a cycle */
	GCRT_TRACE_phase_on,
	GCRT_TRACE_phase_off,
	GCRT_TRACE_request, /* of a cycle */
	GCRT_TRACE_stopped,
	GCRT_TRACE_resume, /* all mutators: 0 */
	GCRT_TRACE_units   /* of a kind, COUNT of them; not locked */
};

#ifdef GCRT_TRACE
void gcrt_traced(enum gcrt_trace event, unsigned which, size_t count);
#define gcrt_trace(event, which) gcrt_traced(GCRT_TRACE_##event, (which), 1)
#define gcrt_trace_phase(phase, on)                                                                \
	gcrt_traced((on) ? GCRT_TRACE_phase_on : GCRT_TRACE_phase_off, (phase), 1)
#define gcrt_trace_units(kind, count) gcrt_traced(GCRT_TRACE_units, (kind), (count))
#else
#define gcrt_trace(event, which)      ((void)0)
#define gcrt_trace_phase(phase, on)   ((void)0)
#define gcrt_trace_units(kind, count) ((void)0)
#endif

#endif
