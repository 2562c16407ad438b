/* gcrt-record-collector.c: what mutators and the collector's machine do, as steps of a trace. */
#define GC_IMPL 1
#include <stdio.h>
#include <stdlib.h>

#include "gcrt-heap.h"
#include "gcrt-record-step.h"
#include "gcrt-record.h"
#include "gcrt-trace.h"

#if GCRT_DEBUG
/* --------------------------------------------------------------------- mutators */

static void set_mutator(struct gcrt_record *r, unsigned number, enum gcrt_record_mutator state)
{
	if (number > r->mutator_count) {
		void *more = realloc(r->mutators, number * sizeof *r->mutators);
		r->lost |= !more;
		if (!more)
			return;
		r->mutators = more;
		for (; r->mutator_count < number; r->mutator_count++)
			r->mutators[r->mutator_count] = GCRT_RECORD_AWAY;
	}
	r->mutators[number - 1] = state;
}

/* M is at a safepoint. */
static void begin_act(struct gcrt_record *r, struct gc_mutator *m)
{
	char name[GCRT_RECORD_NAME];
	gcrt_record_mutator_name(m, name);
	r->at_safepoint = m;
	gcrt_record_join(r, name, "mutator");
	gcrt_record_step(r, "script", name, "", NULL);
}

static void act(struct gcrt_record *r, struct gc_mutator *m, const char *op)
{
	begin_act(r, m);
	gcrt_record_operation(r, op, NULL, NULL, NULL);
}

static void come_or_go(struct gc_mutator *m, const char *op, enum gcrt_record_mutator state)
{
	struct gcrt_record *r = gcrt_record_enter(m->heap);
	if (!r)
		return;
	act(r, m, op);
	set_mutator(r, m->number, state);
	if (state == GCRT_RECORD_AWAY)
		gcrt_record_heap_left(r, m);
	gcrt_record_leave(r);
}

void gcrt_record_joined(struct gc_mutator *m)
{
	come_or_go(m, "joined", GCRT_RECORD_RUNNING);
}

void gcrt_record_left(struct gc_mutator *m)
{
	come_or_go(m, "left", GCRT_RECORD_AWAY);
}

void gcrt_record_collect(struct gc_mutator *m)
{
	struct gcrt_record *r = gcrt_record_enter(m->heap);
	if (!r)
		return;
	act(r, m, "collect");
	gcrt_record_leave(r);
}

void gcrt_record_allocated(struct gc_mutator *m, uintptr_t object)
{
	struct gcrt_record *r = gcrt_record_enter(m->heap);
	char name[GCRT_RECORD_NAME];
	if (!r)
		return;
	size_t number = gcrt_record_is_over(r) ? 0 : gcrt_record_object(r, object);
	snprintf(name, sizeof name, "o%zu", number);
	if (number && (r->shown.on || number <= (size_t)m->heap->settings.trace_objects)) {
		begin_act(r, m);
		gcrt_record_heap_allocated(r, m, object, number);
		gcrt_record_operation(r, "allocate", NULL, name, NULL);
	}
	gcrt_record_leave(r);
}

void gcrt_record_store(struct gc_mutator *m, uintptr_t slot, uintptr_t value)
{
	struct gcrt_record *r = gcrt_record_enter(m->heap);
	char name[GCRT_RECORD_NAME];
	if (!r)
		return;
	if (!gcrt_record_is_over(r) && gcrt_record_heap_knows(r, slot)) {
		gcrt_record_step(r, "script", gcrt_record_mutator_name(m, name), "", NULL);
		gcrt_record_heap_store(r, slot, value);
	}
	gcrt_record_leave(r);
}

static void mutators_stopped(struct gcrt_record *r)
{
	char name[GCRT_RECORD_NAME];
	for (unsigned i = 0; i < r->mutator_count; i++)
		if (r->mutators[i] == GCRT_RECORD_RUNNING) {
			snprintf(name, sizeof name, "mutator m%u", i + 1);
			gcrt_record_step(r, "stopped", name, "", NULL);
			r->mutators[i] = GCRT_RECORD_STOPPED;
		}
}

static void all_go_on(struct gcrt_record *r)
{
	for (unsigned i = 0; i < r->mutator_count; i++)
		if (r->mutators[i] == GCRT_RECORD_STOPPED)
			r->mutators[i] = GCRT_RECORD_RUNNING;
}

/* ---------------------------------------------------------------- the collector */

/* The step of what is about the whole heap: that of the unit that does it, if there is one. */
static void begin_common(struct gcrt_record *r, const char *does, const char *thread,
    const char *subject)
{
	if (r->does)
		return;
	if (gcrt_record_unit_in_hand)
		gcrt_record_step_about(r, "run", gcrt_record_unit_in_hand->thread,
		    gcrt_record_unit_in_hand);
	else
		gcrt_record_step(r, does, thread, subject, NULL);
}

static void ask_for_cycle(struct gcrt_record *r, const char *cycle)
{
	bool by_unit = r->does || gcrt_record_unit_in_hand;
	begin_common(r, "request", "environment", cycle);
	if (by_unit)
		gcrt_record_operation(r, "request", cycle, NULL, NULL);
}

/* Mutators are asked to stop, have stopped, or may go on. */
static void note_stop(struct gcrt_record *r, const char *op)
{
	begin_common(r, "operation", "environment", "");
	gcrt_record_operation(r, op, NULL, NULL, NULL);
}

static void change_bucket(struct gcrt_record *r, const char *does, unsigned bucket,
    const char *because)
{
	const char *name = gcrt_collector.buckets[bucket].name;
	if (r->does)
		gcrt_record_operation(r, does, name, NULL, because);
	else
		gcrt_record_step(r, does, "releaser", name, because);
}

static void change_phase(struct gcrt_record *r, unsigned phase, bool on)
{
	if ((r->phases >> phase & 1) == on)
		return;
	const char *name = gcrt_collector.phases[phase].name;
	begin_common(r, "phase", "releaser", name);
	gcrt_record_operation(r, "phase", name, on ? "1" : "0", NULL);
	r->phases ^= 1u << phase;
}

static void note(struct gcrt_record *r, enum gcrt_trace event, unsigned which)
{
	const struct gcrt_collector *c = &gcrt_collector;
	switch (event) {
	case GCRT_TRACE_open:
		change_bucket(r, "open", which, c->buckets[which].opens);
		r->open |= 1u << which;
		break;
	case GCRT_TRACE_close:
		change_bucket(r, "close", which,
		    c->buckets[which].whenever ? NULL : c->buckets[which].closes);
		r->open &= ~(1u << which);
		break;
	case GCRT_TRACE_begin:
		gcrt_record_step(r, "begin", "releaser", c->cycles[which].name, NULL);
		break;
	case GCRT_TRACE_end:
		gcrt_record_step(r, "end", "releaser", c->cycles[which].name, NULL);
		r->open = 0;
		break;
	case GCRT_TRACE_phase_on: change_phase(r, which, true); break;
	case GCRT_TRACE_phase_off: change_phase(r, which, false); break;
	case GCRT_TRACE_request: ask_for_cycle(r, c->cycles[which].name); break;
	case GCRT_TRACE_stopped:
		mutators_stopped(r);
		gcrt_record_end_step(r);
		note_stop(r, "all_stopped");
		break;
	case GCRT_TRACE_resume:
		note_stop(r, "resume");
		all_go_on(r);
		break;
	}
}

void gcrt_record_event(struct gc_heap *heap, enum gcrt_trace event, unsigned which)
{
	struct gcrt_record *r = gcrt_record_enter(heap);
	if (!r)
		return;
	note(r, event, which);
	gcrt_record_leave(r);
}

void gcrt_record_stop(struct gcrt_worker *worker)
{
	struct gcrt_record *r = gcrt_record_enter(worker->heap);
	if (!r)
		return;
	note_stop(r, "stop");
	gcrt_record_leave(r);
}
#endif
