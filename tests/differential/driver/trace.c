/* trace.c: the runtime's events, in the order in which they happen, in the words of
 * tests/differential/semantics/semantics.h. */
#include "driver.h"

#include <string.h>
#include <unistd.h>

enum { EVENTS = 4000 };
static struct event {
	uint8_t what, which;
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

void gcrt_traced(enum gcrt_trace what, unsigned which, size_t times)
{
	if (what == GCRT_TRACE_units) {
		__atomic_fetch_add(&units[which], (unsigned)times, __ATOMIC_SEQ_CST);
	} else if (count < EVENTS && is_news(what, which)) {
		events[count] = (struct event){ .what = (uint8_t)what, .which = (uint8_t)which };
		__atomic_fetch_add(&count, 1, __ATOMIC_SEQ_CST);
	}
}

bool trace_is_full(void)
{
	return __atomic_load_n(&count, __ATOMIC_SEQ_CST) >= EVENTS;
}

void driver_ran(const char *kernel)
{
	const char *name = strstr(kernel, "_work_") + strlen("_work_");

	for (unsigned k = 0; k < gcrt_collector.kind_count; k++)
		if (strcmp(gcrt_collector.kinds[k].name, name) == 0)
			__atomic_fetch_add(&units[k], 1, __ATOMIC_SEQ_CST);
}

/* ------------------------------------------------------------------- printing */
static char text[1 << 19]; /* names of buckets are not that long */
static size_t used;

static void put(const char *s)
{
	while (*s && used < sizeof text - 1)
		text[used++] = *s++;
}

static void put_number(unsigned n)
{
	char digits[12], *at = digits + sizeof digits - 1;

	*at = '\0';
	do
		*--at = (char)('0' + n % 10);
	while (n /= 10);
	put(at);
}

static void put_event(const struct event *event)
{
	unsigned which = event->which;

	switch ((enum gcrt_trace)event->what) {
	case GCRT_TRACE_open:
		put("open ");
		put(gcrt_collector.buckets[which].name);
		break;
	case GCRT_TRACE_close:
		put("close ");
		put(gcrt_collector.buckets[which].name);
		break;
	case GCRT_TRACE_begin:
		put("begin ");
		put(gcrt_collector.cycles[which].name);
		break;
	case GCRT_TRACE_end:
		put("end ");
		put(gcrt_collector.cycles[which].name);
		break;
	case GCRT_TRACE_request:
		put("request ");
		put(gcrt_collector.cycles[which].name);
		break;
	case GCRT_TRACE_phase_on:
	case GCRT_TRACE_phase_off:
		put("phase ");
		put(gcrt_collector.phases[which].name);
		put(event->what == GCRT_TRACE_phase_on ? " 1" : " 0");
		break;
	case GCRT_TRACE_stopped: put("# all mutators have stopped"); break;
	case GCRT_TRACE_resume: put("# mutators may go on"); break;
	case GCRT_TRACE_units: break;
	}
	put("\n");
}

static void put_units(void)
{
	put("units");
	for (unsigned k = 0; k < gcrt_collector.kind_count; k++) {
		put(" ");
		put(gcrt_collector.kinds[k].name);
		put("=");
		put_number(__atomic_load_n(&units[k], __ATOMIC_SEQ_CST));
	}
	put("\n");
}

void print_trace(void)
{
	unsigned until = __atomic_load_n(&count, __ATOMIC_SEQ_CST);
	size_t at = 0;

	for (unsigned i = 0; i < until; i++)
		put_event(&events[i]);
	if (until < EVENTS)
		put_units();
	while (at < used) {
		ssize_t written = write(1, text + at, used - at);

		if (written <= 0)
			return;
		at += (size_t)written;
	}
}
