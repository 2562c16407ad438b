/* gcrt-states.c: what may be asked of the collector's machine.
 *
 * Here is what the runtime knows by itself, the primitives of gcrt-machine.def; what follows from them
 * is said there. */
#define GC_IMPL 1
#include "gcrt-states.h"
#include "gcrt-buffers.h"
#include "gcrt-heap.h"
#include "gcrt-queues.h"

/* ------------------------------------------------------------------- buckets */

bool gcrt_is_open(struct gcrt_scheduler *s, unsigned bucket)
{
	return gcrt_load(&s->open, relaxed) >> bucket & 1;
}

bool gcrt_opened(struct gcrt_scheduler *s, unsigned bucket)
{
	return s->opened >> bucket & 1;
}

bool gcrt_takes_part(struct gcrt_scheduler *s, unsigned bucket)
{
	return s->cycle >= 0 && gcrt_collector.buckets[bucket].cycles >> s->cycle & 1;
}

bool gcrt_open_when(struct gcrt_scheduler *s, unsigned bucket)
{
	return (gcrt_collector.buckets[bucket].open_when)(s);
}

bool gcrt_close_when(struct gcrt_scheduler *s, unsigned bucket)
{
	bool (*condition)(struct gcrt_scheduler *) = gcrt_collector.buckets[bucket].close_when;
	return condition && condition(s);
}

/* --------------------------------------------------------------------- units */

static uint32_t queues_of_bucket(unsigned bucket)
{
	uint32_t queues = 0;
	for (unsigned q = 0; q < gcrt_collector.queue_count; q++)
		if (gcrt_collector.queues[q].bucket == bucket)
			queues |= 1u << q;
	return queues;
}

static uint32_t queues_of_kind(unsigned kind)
{
	uint32_t queues = 0;
	for (unsigned q = 0; q < gcrt_collector.queue_count; q++)
		if (gcrt_collector.queues[q].kind == kind)
			queues |= 1u << q;
	return queues;
}

/* A worker that looks, or rests midway, is in the middle of a unit: Note [Looking].  Returns
 * whether one is, of QUEUE. */
static bool is_midway(const struct gcrt_scheduler *s, unsigned queue)
{
	for (unsigned i = 0; s->looking && i < s->started; i++)
		if ((s->workers[i].looking || s->workers[i].midway) &&
		    gcrt_load(&s->workers[i].at, relaxed) >> queue & 1)
			return true;
	return false;
}

/* Whether no unit of QUEUE is pending or running, as far as is known: others may have units of it
 * in hand. */
static bool is_idle(struct gcrt_scheduler *s, unsigned queue)
{
	if (s->pending[queue])
		return false;
	if (gcrt_is_exact(queue))
		return !s->running[queue];
	if (is_midway(s, queue))
		return false;
	s->unsure |= s->unquiet;
	return true;
}

static bool are_idle(struct gcrt_scheduler *s, uint32_t queues)
{
	for (unsigned q = 0; q < gcrt_collector.queue_count; q++)
		if (queues >> q & 1 && !is_idle(s, q))
			return false;
	return true;
}

static bool buffers_have_none(struct gcrt_scheduler *s, uint32_t queues)
{
	bool have = gcrt_buffers_have(s, queues);
	s->flush |= have;
	return !have;
}

bool gcrt_none_unfinished(struct gcrt_scheduler *s, unsigned bucket)
{
	return are_idle(s, queues_of_bucket(bucket));
}

bool gcrt_none_pending(struct gcrt_scheduler *s, unsigned bucket)
{
	uint32_t queues = queues_of_bucket(bucket);
	for (unsigned q = 0; q < gcrt_collector.queue_count; q++)
		if (queues >> q & 1 && s->pending[q])
			return false;
	return true;
}

bool gcrt_none_buffered(struct gcrt_scheduler *s, unsigned bucket)
{
	return buffers_have_none(s, queues_of_bucket(bucket));
}

bool gcrt_kind_has_opened(struct gcrt_scheduler *s, unsigned kind)
{
	for (unsigned q = 0; q < gcrt_collector.queue_count; q++)
		if (gcrt_collector.queues[q].kind == kind &&
		    gcrt_has_opened(s, gcrt_collector.queues[q].bucket))
			return true;
	return false;
}

bool gcrt_kind_none_unfinished(struct gcrt_scheduler *s, unsigned kind)
{
	return are_idle(s, queues_of_kind(kind));
}

bool gcrt_kind_none_buffered(struct gcrt_scheduler *s, unsigned kind)
{
	return buffers_have_none(s, queues_of_kind(kind));
}

/* -------------------------------------------------------------------- cycles */

bool gcrt_runs(struct gcrt_scheduler *s, unsigned cycle)
{
	return s->cycle == (int)cycle;
}

bool gcrt_none_runs(struct gcrt_scheduler *s, unsigned cycle)
{
	(void)cycle;
	return s->cycle < 0;
}

bool gcrt_cycle_from(struct gcrt_scheduler *s, unsigned cycle)
{
	return gcrt_collector.cycles[cycle].from(s);
}

bool gcrt_cycle_to(struct gcrt_scheduler *s, unsigned cycle)
{
	return gcrt_collector.cycles[cycle].to(s);
}

bool gcrt_in_cycle(struct gcrt_scheduler *s, unsigned cycle)
{
	return gcrt_runs(s, cycle);
}

bool gcrt_requested(struct gcrt_scheduler *s, unsigned cycle)
{
	return s->requested >> cycle & 1;
}

bool gcrt_all_stopped(struct gcrt_scheduler *s)
{
	return gcrt_world_all_stopped(&s->heap->world);
}

/* -------------------------------------------------------------------- phases */

bool gcrt_some_runs(struct gcrt_scheduler *s, unsigned phase)
{
	(void)phase;
	return s->cycle >= 0;
}

bool gcrt_is_on(struct gcrt_scheduler *s, unsigned phase)
{
	return s->settled_phases >> phase & 1;
}

bool gcrt_in_phase(struct gcrt_scheduler *s, unsigned phase)
{
	return gcrt_is_on(s, phase);
}

bool gcrt_has_begun(struct gcrt_scheduler *s, unsigned phase)
{
	return s->begun_phases >> phase & 1;
}

bool gcrt_phase_from(struct gcrt_scheduler *s, unsigned phase)
{
	return gcrt_collector.phases[phase].from(s);
}

bool gcrt_phase_to(struct gcrt_scheduler *s, unsigned phase)
{
	return gcrt_collector.phases[phase].to(s);
}

/* ------------------------------------------------------- what follows from them */

#include "gcrt-machine-words.h"
#define GCRT_ROWS GCRT_ROWS_OF_COLLECTOR
#define STATE(name, of, meaning)                                                                   \
	bool gcrt_##name(struct gcrt_scheduler *s, unsigned it)                                    \
	{                                                                                          \
		return meaning;                                                                    \
	}
#include "gcrt-machine.def"
