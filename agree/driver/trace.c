/* trace.c: the runtime's events, in the order in which they happen, one on each line:
 *
 *	begin CYCLE, end CYCLE, request CYCLE, open BUCKET, close BUCKET, phase PHASE 0|1
 *	units KIND=COUNT …     how many units were run, the last line
 *	# …                    what no specification knows; who reads the events may skip it */
#include "driver.h"

#include <string.h>

enum { EVENTS = 4000, ACTION = 200, UNITS };
static struct event {
	uint8_t what, which;
	uint16_t detail;
} events[EVENTS];
static unsigned count;
static uint32_t phases;                 /* phases that are on */
static unsigned units[GCRT_MAX_QUEUES]; /* atomic; units that were run */

/* Only a change is an event. */
static bool is_news(enum gcrt_trace what, unsigned which)
{
	uint32_t before = phases;

	if (what == GCRT_TRACE_phase_on)
		phases |= 1u << which;
	else if (what == GCRT_TRACE_phase_off)
		phases &= ~(1u << which);
	else
		return true;
	return phases != before;
}

static void note(unsigned what, unsigned which, size_t detail)
{
	if (count >= EVENTS)
		return;
	events[count] = (struct event){ (uint8_t)what, (uint8_t)which, (uint16_t)detail };
	__atomic_fetch_add(&count, 1, __ATOMIC_SEQ_CST);
}

void driver_note_action(unsigned script, unsigned action)
{
	note(ACTION, script, action);
}

void driver_note_units(unsigned kind, size_t times)
{
	note(UNITS, kind, times);
}

static void note_units(unsigned kind, size_t times)
{
	__atomic_fetch_add(&units[kind], (unsigned)times, __ATOMIC_SEQ_CST);
	driver_units_ran(kind, times);
}

void gcrt_traced(enum gcrt_trace what, unsigned which, size_t times)
{
	if (what == GCRT_TRACE_units)
		note_units(which, times);
	else if (is_news(what, which))
		note(what, which, 0);
	if (what == GCRT_TRACE_begin || what == GCRT_TRACE_end)
		driver_cycles_changed();
}

bool driver_trace_is_full(void)
{
	return __atomic_load_n(&count, __ATOMIC_SEQ_CST) >= EVENTS;
}

void driver_ran(const char *kernel)
{
	const char *name = strstr(kernel, "_work_") + strlen("_work_");

	for (unsigned k = 0; k < gcrt_collector.kind_count; k++)
		if (strcmp(gcrt_collector.kinds[k].name, name) == 0)
			note_units(k, 1);
}

/* ------------------------------------------------------------------- printing */
static void put_event(const struct event *event)
{
	unsigned which = event->which;

	if (event->what >= ACTION) {
		driver_put(event->what == ACTION ? "# action " : "# units ");
		driver_put_number(which);
		driver_put(" ");
		driver_put_number(event->detail);
		driver_put("\n");
		return;
	}
	switch ((enum gcrt_trace)event->what) {
	case GCRT_TRACE_open:
		driver_put("open ");
		driver_put(gcrt_collector.buckets[which].name);
		break;
	case GCRT_TRACE_close:
		driver_put("close ");
		driver_put(gcrt_collector.buckets[which].name);
		break;
	case GCRT_TRACE_begin:
		driver_put("begin ");
		driver_put(gcrt_collector.cycles[which].name);
		break;
	case GCRT_TRACE_end:
		driver_put("end ");
		driver_put(gcrt_collector.cycles[which].name);
		break;
	case GCRT_TRACE_request:
		driver_put("request ");
		driver_put(gcrt_collector.cycles[which].name);
		break;
	case GCRT_TRACE_phase_on:
	case GCRT_TRACE_phase_off:
		driver_put("phase ");
		driver_put(gcrt_collector.phases[which].name);
		driver_put(event->what == GCRT_TRACE_phase_on ? " 1" : " 0");
		break;
	case GCRT_TRACE_stopped: driver_put("# all mutators have stopped"); break;
	case GCRT_TRACE_resume: driver_put("# mutators may go on"); break;
	case GCRT_TRACE_units: break;
	}
	driver_put("\n");
}

static void put_units(void)
{
	driver_put("units");
	for (unsigned k = 0; k < gcrt_collector.kind_count; k++) {
		driver_put(" ");
		driver_put(gcrt_collector.kinds[k].name);
		driver_put("=");
		driver_put_number(__atomic_load_n(&units[k], __ATOMIC_SEQ_CST));
	}
	driver_put("\n");
}

void driver_put_trace(void)
{
	unsigned until = __atomic_load_n(&count, __ATOMIC_SEQ_CST);

	for (unsigned i = 0; i < until; i++)
		put_event(&events[i]);
	if (until < EVENTS)
		put_units();
}
