/* gcrt-phase.c: phases, and what mutators see of them.
 *
 * A phase is a bit of scheduler.phases.  Barriers read it there when mutators
 * see it at once; else in the mutator's own view, which is brought up to date
 * while all mutators are stopped and at the mutator's handshakes.
 *
 * Note [Phases at once]: such a phase has one place, for all threads.  It is written with seq_cst,
 * and read by barriers with acquire, in the inline test too.  So a mutator that sees the phase on
 * (or off) sees all that was done before it began (or ended; litmus test phases_at_once).  A phase
 * that changes only while all mutators are stopped is read in the view as well.  That gives the
 * same value, because every view is written before any mutator goes on.  The compiler finds these
 * phases in the specification; that they change only then is checked here.
 *
 * Note [Allocation buffers]: where the barrier for new objects only stores
 * constants in their metadata, on conditions that are phases of the mutator's
 * view, this is done when a mutator gets free cells, for all of them, and not
 * when it takes one.  It is the same to everybody: until an object is allocated
 * nobody has a reference to its cell, and no loop over objects meets it, so
 * nobody can see when the metadata were written; and the value is the one that
 * the barrier would have written, because the mutator gives its cells back
 * whenever its view changes.  It is even a little stronger: one release fence
 * after the cells were marked orders the marks before every later store of the
 * mutator, so whoever finds a reference to a new object finds its mark. */
#define GC_IMPL 1
#include "gcrt-phase.h"

#include "gcrt-debug.h"
#include "gcrt-heap.h"
#include "gcrt-sanitize.h"
#include "gcrt-trace.h"

/* The phases on which metadata of new objects depend. */
static uint32_t allocation_phases(void)
{
	uint32_t phases = 0;
	for (unsigned i = 0; i < gcrt_collector.new_metadata_count; i++)
		phases |= gcrt_collector.new_metadata[i].phases;
	return phases;
}

void gcrt_new_metadata(const struct gc_mutator *m, uint8_t metadata[GCRT_MAX_METADATA])
{
	uint32_t view = gcrt_load(&m->view, relaxed);
	for (unsigned k = 0; k < gcrt_collector.metadata_count; k++)
		metadata[k] = gcrt_collector.metadata[k].initial;
	for (unsigned i = 0; i < gcrt_collector.new_metadata_count; i++) {
		const struct gcrt_new_metadata *new = &gcrt_collector.new_metadata[i];
		if ((view & new->phases) == new->phases)
			metadata[new->metadata] = new->value;
	}
}

void gcrt_give_back_cells(struct gc_mutator *m)
{
	if (m->holes && m->heap->space.line_shift)
		gcrt_space_return_holes(&m->heap->space, m->holes);
	for (size_t c = 0; m->lists && c < GCRT_SIZE_CLASSES; c++) /* that of the heap has none */
		gcrt_space_return(&m->heap->space,
		    (struct gcrt_free_cells){ &m->lists[c], &m->owned[c] });
}

/* Takes the world's lock, because another worker may do the same, for a loop of its own or for a
 * phase that changes. */
void gcrt_all_give_back_cells(struct gc_heap *heap)
{
	gcrt_mutex_lock(&heap->world.lock);
	for (struct gc_mutator *m = heap->world.mutators; m; m = m->next)
		gcrt_give_back_cells(m);
	gcrt_moving_hold(heap);
	gcrt_moving_release(heap);
	gcrt_mutex_unlock(&heap->world.lock);
}

/* The phases are read under the lock: who changes one does that under it too, so the view that is
 * written last is the newest. */
void gcrt_see_phases(struct gc_mutator *m)
{
	uint32_t phases = gcrt_load(&m->heap->scheduler.phases, acquire);
	uint32_t before = gcrt_load(&m->view, relaxed);
	gcrt_store(&m->view, phases, relaxed);
	if ((before ^ phases) & allocation_phases())
		gcrt_give_back_cells(m);
}

/* The scheduler's lock is held, so guards and kernels see the change. */
void gcrt_change_phase(struct gcrt_scheduler *s, unsigned phase, bool on)
{
	uint32_t bit = 1u << phase;
	s->settled_phases = on ? s->settled_phases | bit : s->settled_phases & ~bit;
	gcrt_trace_phase(s, phase, on);
}

/* Note [Settled phases]: one step can change several phases, or one phase twice, and barriers read
 * phases without a lock.  So one store publishes the phases as they are after the step.  Stopped
 * mutators see them, too, even if the stop is completed at the same time: all of this is done
 * under the world's lock. */
#define GCRT_ROWS           GCRT_ROWS_OF_PHASES
#define ACT(name, of, what) static void act_##name(struct gcrt_scheduler *s);
#include "gcrt-machine.def"

#define GCRT_ROWS GCRT_ROWS_OF_PHASES
#define DO(act)   act_##act(s);
#define POINT(name, of, what, acts)                                                                \
	static void take_##name(struct gcrt_scheduler *s)                                          \
	{                                                                                          \
		acts                                                                               \
	}
#include "gcrt-machine.def"

static void act_set_value(struct gcrt_scheduler *s)
{
	gcrt_say_release(&s->phases);
	gcrt_store(&s->phases, s->settled_phases, seq_cst);
}

static void act_show_to_stopped(struct gcrt_scheduler *s)
{
	const struct gcrt_world *world = &s->heap->world;
	for (struct gc_mutator *m = world->mutators; world->all_stopped && m; m = m->next)
		gcrt_see_phases(m);
}

/* ONLY_STOPPED is the changed phase that may change only while mutators are stopped, or NULL. */
static void show(struct gcrt_scheduler *s, const struct gcrt_phase *only_stopped)
{
	struct gcrt_world *world = &s->heap->world;
	if (!only_stopped && s->settled_phases == gcrt_load(&s->phases, relaxed))
		return;
	gcrt_mutex_lock(&world->lock);
	if (only_stopped && gcrt_is_wrong_phase(world))
		gcrt_fatal("phase %s changes while mutators run", only_stopped->name);
	take_change(s);
	gcrt_mutex_unlock(&world->lock);
}

static void change_in_kernel(struct gcrt_worker *worker, unsigned phase, bool on)
{
	struct gcrt_scheduler *s = &worker->heap->scheduler;
	const struct gcrt_phase *p = &gcrt_collector.phases[phase];
	if (!worker->locked)
		gcrt_mutex_lock(&s->lock);
	gcrt_change_phase(s, phase, on);
	show(s, p->only_stopped ? p : NULL);
	if (!worker->locked)
		gcrt_mutex_unlock(&s->lock);
}

void gcrt_begin_phase(struct gcrt_worker *worker, unsigned phase)
{
	change_in_kernel(worker, phase, true);
}

void gcrt_end_phase(struct gcrt_worker *worker, unsigned phase)
{
	change_in_kernel(worker, phase, false);
}

void gcrt_show_phases(struct gcrt_scheduler *s)
{
	show(s, NULL);
}
