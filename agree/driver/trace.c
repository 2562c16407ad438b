/* trace.c: what the program does, in the order in which it happens, one event on each line:
 *
 *	begin CYCLE, end CYCLE, request CYCLE, open BUCKET, close BUCKET, phase PHASE 0|1
 *	units KIND=COUNT …     how many units were run, the last line
 *	# …                    what no specification knows; who reads the events may skip it
 *	# seen …               each event as numbers: the members of struct seen */
#include "driver.h"

#include <string.h>

enum { EVENTS = 4000 };
static struct seen events[EVENTS];
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

void driver_note(const struct seen *event)
{
	if (count >= EVENTS)
		return;
	events[count] = *event;
	__atomic_fetch_add(&count, 1, __ATOMIC_SEQ_CST);
}

static bool is_alike(const struct seen *a, const struct seen *b)
{
	bool same = a->what == b->what && a->is_extra == b->is_extra && a->which == b->which &&
	    a->detail == b->detail && a->who == b->who;

	for (unsigned i = 0; i < SEEN_ARGUMENTS; i++)
		same &= a->argument[i] == b->argument[i];
	return same;
}

/* Without memmove, which would be a step of the program. */
void driver_forget(const struct seen *event)
{
	unsigned at = count;

	while (at > 0 && !is_alike(event, &events[at - 1]))
		at--;
	if (!at)
		return;
	for (; at < count; at++)
		events[at - 1] = events[at];
	__atomic_fetch_sub(&count, 1, __ATOMIC_SEQ_CST);
}

static void note_units(unsigned kind, size_t times)
{
	__atomic_fetch_add(&units[kind], (unsigned)times, __ATOMIC_SEQ_CST);
	driver_units_ran(kind, times);
}

static enum seen_what machine_event(enum gcrt_trace what)
{
	switch (what) {
	case GCRT_TRACE_open: return SEEN_OPEN;
	case GCRT_TRACE_close: return SEEN_CLOSE;
	case GCRT_TRACE_begin: return SEEN_BEGIN;
	case GCRT_TRACE_end: return SEEN_END;
	case GCRT_TRACE_phase_on:
	case GCRT_TRACE_phase_off: return SEEN_PHASE;
	case GCRT_TRACE_request: return SEEN_REQUEST;
	case GCRT_TRACE_stopped: return SEEN_STOPPED;
	case GCRT_TRACE_resume: break;
	}
	return SEEN_RESUME;
}

void gcrt_traced(enum gcrt_trace what, unsigned which)
{
	if (is_news(what, which))
		driver_machine(machine_event(what), which, what == GCRT_TRACE_phase_on);
	if (what == GCRT_TRACE_stopped)
		driver_give_back_holes(DRIVER_MUTATORS);
	if (what == GCRT_TRACE_end)
		driver_give_back_holes(DRIVER_WORKERS);
	if (what == GCRT_TRACE_begin || what == GCRT_TRACE_end)
		driver_cycles_changed();
}

void gcrt_traced_run(unsigned kind, struct gcrt_worker *worker, const uintptr_t *at, size_t times)
{
	const struct gcrt_kind *of = &gcrt_collector.kinds[kind];

	note_units(kind, times);
	for (size_t i = 0; i < times; i++) {
		struct seen before = driver_begin_unit(kind, at + i * of->words);

		of->run(worker, at + i * of->words, 1);
		driver_end_unit(before);
	}
}

bool driver_trace_is_full(void)
{
	return __atomic_load_n(&count, __ATOMIC_SEQ_CST) >= EVENTS;
}

struct seen driver_ran(const char *kernel, uintptr_t object)
{
	const char *name = strstr(kernel, "_work_") + strlen("_work_");
	unsigned k = 0;

	while (k + 1 < gcrt_collector.kind_count && strcmp(gcrt_collector.kinds[k].name, name) != 0)
		k++;
	note_units(k, 1);
	return driver_begin_unit(k, &object);
}

/* ------------------------------------------------------------------- printing */
static void put_numbers(const struct seen *event)
{
	const int16_t more[] = { event->which, event->detail, event->found, event->stored,
		event->who };

	driver_put("# seen ");
	driver_put_number(event->what);
	for (unsigned i = 0; i < sizeof more / sizeof *more; i++)
		driver_put_signed(more[i]);
	for (unsigned i = 0; i < SEEN_ARGUMENTS; i++)
		driver_put_signed(event->argument[i]);
	driver_put("\n");
}

static void put_named(const char *what, const char *name)
{
	driver_put(what);
	driver_put(name);
}

static void put_event(const struct seen *event)
{
	unsigned which = (unsigned)event->which;

	switch ((enum seen_what)event->what) {
	case SEEN_OPEN: put_named("open ", gcrt_collector.buckets[which].name); break;
	case SEEN_CLOSE: put_named("close ", gcrt_collector.buckets[which].name); break;
	case SEEN_BEGIN: put_named("begin ", gcrt_collector.cycles[which].name); break;
	case SEEN_END: put_named("end ", gcrt_collector.cycles[which].name); break;
	case SEEN_REQUEST: put_named("request ", gcrt_collector.cycles[which].name); break;
	case SEEN_PHASE:
		put_named("phase ", gcrt_collector.phases[which].name);
		driver_put(event->detail ? " 1" : " 0");
		break;
	case SEEN_STOPPED: driver_put("# all mutators have stopped"); break;
	case SEEN_RESUME: driver_put("# mutators may go on"); break;
	case SEEN_ACTION:
		driver_put("# action ");
		driver_put_number((unsigned)(-1 - event->who));
		driver_put(" ");
		driver_put_number((unsigned)event->detail);
		break;
	case SEEN_COUNT:
		driver_put("# units ");
		driver_put_number(which);
		driver_put(" ");
		driver_put_number((unsigned)event->detail);
		break;
	case SEEN_INTERVALS:
	case SEEN_STOP:
	case SEEN_FLUSH:
	case SEEN_NEEDLESS:
	case SEEN_ASK:
	case SEEN_EMIT:
	case SEEN_LOOK:
	case SEEN_UNIT:
	case SEEN_DONE:
	case SEEN_ACCESS:
	case SEEN_FREE:
	case SEEN_ALLOCATE:
	case SEEN_FULL:
	case SEEN_ANSWER: return;
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

	for (unsigned i = 0; i < until; i++) {
		put_event(&events[i]);
		put_numbers(&events[i]);
	}
	if (until < EVENTS)
		put_units();
}
