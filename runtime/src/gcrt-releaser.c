/* gcrt-releaser.c: the steps that the machine takes by itself.
 *
 * Here are the acts of gcrt-machine.def, one function each; which of them a step does, in which
 * order, and when it may be taken, is said there.  Below them is which step is taken next. */
#define GC_IMPL 1
#include "gcrt-releaser.h"

#include "gcrt-buffers.h"
#include "gcrt-census.h"
#include "gcrt-debug.h"
#include "gcrt-heap.h"
#include "gcrt-pace.h"
#include "gcrt-packets.h"
#include "gcrt-phase.h"
#include "gcrt-queues.h"
#include "gcrt-request.h"
#include "gcrt-states.h"
#include "gcrt-trace.h"
#include "gcrt-waiting.h"
/* after all others */
#include "gcrt-machine-words.h"

/* A step about bucket, cycle or phase IT, taken by WORKER. */
struct step {
	struct gcrt_scheduler *s;
	struct gcrt_worker *worker;
	unsigned it;
};

#define GCRT_ROWS           GCRT_ROWS_OF_COLLECTOR
#define ACT(name, of, what) static void act_##name(struct step step);
#define RULE(name, of, what, guard, acts)                                                          \
	static bool may_##name(struct gcrt_scheduler *s, unsigned it);                             \
	static void take_##name(struct step step);
#include "gcrt-machine.def"

#define GCRT_ROWS GCRT_ROWS_OF_COLLECTOR
#define DO(act)   act_##act(step);
#define RULE(name, of, what, guard, acts)                                                          \
	static bool may_##name(struct gcrt_scheduler *s, unsigned it)                              \
	{                                                                                          \
		return guard;                                                                      \
	}                                                                                          \
	static void take_##name(struct step step)                                                  \
	{                                                                                          \
		acts                                                                               \
	}
#include "gcrt-machine.def"

/* ---------------------------------------------------------- acts about buckets */

static void act_set_open(struct step step)
{
	struct gcrt_scheduler *s = step.s;
	uint32_t bit = 1u << step.it;
	gcrt_store(&s->open, s->open | bit, relaxed);
	s->opened |= bit;
	gcrt_trace(s, open, step.it);
	s->flushes = 0;
	gcrt_deal_bucket(s, step.it);
}

static void act_run_fill(struct step step)
{
	void (*fill)(struct gcrt_worker *) = gcrt_collector.buckets[step.it].fill;
	if (!fill)
		return;
	step.worker->locked = true;
	fill(step.worker);
	step.worker->locked = false;
	gcrt_publish_all(step.s, step.worker);
}

static void shut_if_drained(struct step step)
{
	if (!may_shut(step.s, step.it))
		return;
	take_shut(step);
	gcrt_trace(step.s, close, step.it);
}

static void act_shut_if_drained(struct step step)
{
	shut_if_drained(step);
}

static void act_set_closed(struct step step)
{
	gcrt_store(&step.s->open, step.s->open & ~(1u << step.it), relaxed);
}

static void act_none_left(struct step step)
{
	if (!gcrt_none_pending(step.s, step.it))
		gcrt_fatal("cycle %s ends while units are left in bucket %s",
		    gcrt_collector.cycles[step.s->cycle].name,
		    gcrt_collector.buckets[step.it].name);
}

static void act_forget_opening(struct step step)
{
	step.s->opened &= ~(1u << step.it);
}

/* ----------------------------------------------------------- acts about cycles */

static void act_use_up_request(struct step step)
{
	step.s->requested &= ~(1u << step.it);
}

static void act_set_running(struct step step)
{
	struct gcrt_scheduler *s = step.s;
	s->cycle = (int)step.it;
	s->latest = step.it;
	s->begun++;
	s->stopped = s->counted = s->let_go = false;
	s->cycle_told = s->roots_told = s->heap_told = false;
	gcrt_pace_begin(s->heap);
}

/* Tickets are numbers of cycles: act begin_waiting. */
static void act_note_begin(struct step step)
{
	step.s->begun_of[step.it]++;
}

static void act_open_first(struct step step)
{
	for (unsigned b = 0; b < gcrt_collector.bucket_count; b++)
		if (!gcrt_has_condition(b) && may_first(step.s, b))
			take_first((struct step){ step.s, step.worker, b });
}

static void act_end_buckets(struct step step)
{
	for (unsigned b = 0; b < gcrt_collector.bucket_count; b++)
		if (may_last(step.s, b))
			take_last((struct step){ step.s, step.worker, b });
}

static void act_end_intervals(struct step step)
{
	for (unsigned p = 0; p < gcrt_collector.phase_count; p++)
		if (gcrt_collector.phases[p].from && gcrt_in_phase(step.s, p))
			act_set_off((struct step){ step.s, step.worker, p });
	step.s->begun_phases = 0;
	gcrt_show_phases(step.s);
}

static void act_set_not_running(struct step step)
{
	struct gcrt_scheduler *s = step.s;
	s->cycle = -1;
	s->ended++;
}

static void act_note_end(struct step step)
{
	step.s->ended_of[step.it]++;
	gcrt_cond_broadcast(&step.s->cycle_ended);
}

static void act_forget_left(struct step step)
{
	gcrt_world_bury(&step.s->heap->world);
}

/* ----------------------------------------------------------- acts about phases */

static void act_set_on(struct step step)
{
	step.s->begun_phases |= 1u << step.it;
	gcrt_change_phase(step.s, step.it, true);
}

static void act_set_off(struct step step)
{
	gcrt_change_phase(step.s, step.it, false);
}

static bool settle_phase(struct step step)
{
	bool begins = may_begin_interval(step.s, step.it), ends;
	if (begins)
		take_begin_interval(step);
	ends = may_end_interval(step.s, step.it);
	if (ends)
		take_end_interval(step);
	return begins || ends;
}

/* Whether any has changed. */
static bool settle_phases(struct gcrt_scheduler *s)
{
	bool any = false;
	for (unsigned p = 0; p < gcrt_collector.phase_count; p++)
		if (gcrt_collector.phases[p].from)
			any |= settle_phase((struct step){ s, NULL, p });
	gcrt_show_phases(s);
	return any;
}

static void act_settle_phases(struct step step)
{
	settle_phases(step.s);
}

/* ------------------------------------------------------------- the end of a unit */

/* The limit of a kind counts the units of all its queues.  A mutator that found the limit reached
 * is asked again, for each queue. */
static void deal_kind(struct gcrt_scheduler *s, unsigned kind)
{
	for (unsigned q = 0; q < gcrt_collector.queue_count; q++)
		if (gcrt_collector.queues[q].kind == kind && gcrt_queue_is_open(s, q))
			gcrt_deal(s, q);
}

void gcrt_unit_over(struct gcrt_scheduler *s, unsigned queue)
{
	unsigned bucket = gcrt_collector.queues[queue].bucket;
	gcrt_assert(s->running[queue]);
	s->running[queue]--;
	gcrt_record_begin(s->heap);
	if (gcrt_collector.buckets[bucket].whenever)
		shut_if_drained((struct step){ s, NULL, bucket });
	gcrt_record_end(s->heap);
	if (gcrt_kind_of(queue)->at_most && gcrt_kind_of(queue)->on)
		deal_kind(s, gcrt_collector.queues[queue].kind);
}

/* ------------------------------------------------ which step is taken: buckets */

/* Note [Flush before whenever]. */
#define FLUSHES 3
static bool flushes_first(struct gcrt_scheduler *s, unsigned bucket)
{
	if (!gcrt_collector.buckets[bucket].whenever || s->flushes >= FLUSHES ||
	    !gcrt_buffers_have(s, UINT32_MAX))
		return false;
	s->flushes++;
	s->flush = true;
	return true;
}

/* A fill that loops over all objects needs all mutators at safepoints, and cannot wait for them
 * under the lock. false: the worker that parks must pause the mutators and try again. */
static bool may_loop(struct gcrt_scheduler *s)
{
	return !(s->to_pause = !gcrt_world_try_pause(&s->heap->world));
}

static bool may_open_some_way(struct gcrt_scheduler *s, unsigned bucket)
{
	return gcrt_has_condition(bucket) &&
	    (gcrt_collector.buckets[bucket].whenever ? may_reopen(s, bucket) : may_open(s, bucket));
}

/* false: the fill cannot loop over all objects yet. */
static bool open_if_may_loop(struct step step)
{
	const struct gcrt_bucket *bucket = &gcrt_collector.buckets[step.it];
	if (bucket->loops && !may_loop(step.s))
		return false;
	if (bucket->whenever)
		take_reopen(step);
	else
		take_open(step);
	if (bucket->loops)
		gcrt_world_unpause(&step.s->heap->world);
	return true;
}

static void close_bucket(struct step step)
{
	gcrt_trace(step.s, close, step.it);
	take_close(step);
}

/* Opens or closes one bucket, in one step. false: no bucket can. */
static bool open_or_close_some(struct gcrt_scheduler *s, struct gcrt_worker *worker)
{
	for (unsigned b = 0; b < gcrt_collector.bucket_count; b++) {
		struct step step = { s, worker, b };
		if (may_close(s, b)) {
			close_bucket(step);
			return true;
		}
		if (!may_open_some_way(s, b) || flushes_first(s, b))
			continue;
		bool again = gcrt_opened(s, b);
		if (!open_if_may_loop(step))
			return false;
		/* a bucket that opens again and again and finds nothing is no progress */
		if (gcrt_is_open(s, b) || !again)
			return true;
	}
	return false;
}

/* ------------------------------------------------- which step is taken: cycles */

static bool begins_with_loop(unsigned cycle)
{
	for (unsigned b = 0; b < gcrt_collector.bucket_count; b++)
		if (gcrt_collector.buckets[b].cycles >> cycle & 1 &&
		    gcrt_collector.buckets[b].loops && !gcrt_has_condition(b))
			return true;
	return false;
}

static void begin_cycle(struct gcrt_scheduler *s, struct gcrt_worker *worker, unsigned cycle)
{
	gcrt_trace(s, begin, cycle);
	take_begin((struct step){ s, worker, cycle });
	gcrt_cond_broadcast(&s->cycle_ended);
}

static bool begin_if_not_held(struct gcrt_scheduler *s, struct gcrt_worker *worker, unsigned cycle)
{
	bool loops = begins_with_loop(cycle);
	s->hold.begun = s->hold.on && gcrt_world_all_held(&s->heap->world);
	if ((s->hold.on && !s->hold.begun) || (loops && !may_loop(s)))
		return false;
	begin_cycle(s, worker, cycle);
	if (loops)
		gcrt_world_unpause(&s->heap->world);
	return true;
}

/* Note [Turns]. */
static bool begin_some(struct gcrt_scheduler *s, struct gcrt_worker *worker)
{
	for (unsigned i = 1; i <= gcrt_collector.cycle_count && !s->shutdown; i++) {
		unsigned cycle = (s->latest + i) % gcrt_collector.cycle_count;
		if (may_begin(s, cycle))
			return begin_if_not_held(s, worker, cycle);
	}
	return false;
}

/* What the runtime does at the end of a cycle in addition to the specification; no specification
 * can see it. */
static void after_cycle(struct gcrt_scheduler *s, unsigned ended)
{
	gcrt_units_left(s);
	if (s->hold.begun && !gcrt_holds_on(s, ended)) {
		s->hold.on = false;
		gcrt_world_end_hold(&s->heap->world);
	}
	gcrt_free_spares(s, false);
}

static void end_cycle(struct gcrt_scheduler *s, struct gcrt_worker *worker)
{
	unsigned cycle = (unsigned)s->cycle;
	gcrt_moving_hold(s->heap);
	gcrt_moving_release(s->heap);
	if (s->heap->space.line_shift)
		gcrt_space_renew_holes(&s->heap->space);
	if (!s->counted)
		gcrt_heap_census(s->heap);
	gcrt_trace(s, end, cycle);
	s->to_verify = GCRT_DEBUG && (s->counted || s->let_go) && !gcrt_all_stopped(s);
	take_end((struct step){ s, worker, cycle });
	after_cycle(s, cycle);
}

/* ------------------------------------------------------ which step is taken */

static void tell_roots_traced(struct gcrt_scheduler *s)
{
	bool any = false;
	for (unsigned k = 0; k < gcrt_collector.kind_count; k++)
		if (gcrt_collector.kinds[k].takes_mutator) {
			any = true;
			if (!gcrt_kind_drained(s, k))
				return;
		}
	if (any && !s->roots_told) {
		s->roots_told = true;
		gcrt_tell(&s->heap->events, s->heap->events.to.roots_traced);
	}
}

/* Takes one step, if one is possible.  A cycle ends only when no unit can run.  The model may end
 * it earlier, and then reports that units are left. */
static bool take_some(struct gcrt_scheduler *s, struct gcrt_worker *worker)
{
	if (s->cycle < 0)
		return begin_some(s, worker);
	tell_roots_traced(s);
	if (settle_phases(s) || open_or_close_some(s, worker))
		return true;
	if (gcrt_work_waits(s) || !may_end(s, (unsigned)s->cycle))
		return false;
	end_cycle(s, worker);
	return true;
}

/* Note [One order] in gcrt-record.h. */
static bool take_recorded(struct gcrt_scheduler *s, struct gcrt_worker *worker)
{
	gcrt_record_begin(s->heap);
	bool taken = take_some(s, worker);
	gcrt_record_end(s->heap);
	return taken;
}

/* Only between cycles, when all metadata have their values between cycles.  A cycle may stop the
 * mutators for the next cycle to resume; then only after the next one. */
static bool verify_now(struct gcrt_scheduler *s)
{
	s->to_verify |= s->cycle < 0 && s->verify_wanted != s->verified && !gcrt_all_stopped(s);
	return s->to_verify;
}

/* No unit can run, with two exceptions.  The mutator of a unit may have become inactive just now,
 * without the lock; it wakes a worker as soon as it gets the lock (gcrt_offer_handshakes).  And
 * mutators that were paused have published their buffers; guards see those units like all units
 * that wait. */
void gcrt_last_to_park(struct gcrt_scheduler *s, struct gcrt_worker *worker)
{
	for (unsigned q = 0; q < gcrt_collector.queue_count; q++)
		gcrt_assert(!s->running[q]);
	s->flush = false;
	while (!verify_now(s) && take_recorded(s, worker))
		continue;
	if (s->flush)
		gcrt_ask_for_buffers(s);
	if (s->cycle >= 0 && !gcrt_work_waits(s) && gcrt_all_stopped(s))
		gcrt_fatal(
		    "cycle %s is stuck: mutators are stopped, no unit can run and no guard holds",
		    gcrt_collector.cycles[s->cycle].name);
}

#ifdef GCRT_TRACE
/* --------------------------------------------------------- steps that others choose */

static bool reopens_or_opens(struct step step)
{
	return !gcrt_is_open(step.s, step.it) && may_open_some_way(step.s, step.it) &&
	    open_if_may_loop(step);
}

static bool closes(struct step step)
{
	bool may = may_close(step.s, step.it);
	if (may)
		close_bucket(step);
	return may;
}

static bool begins(struct step step)
{
	return may_begin(step.s, step.it) && begin_if_not_held(step.s, step.worker, step.it);
}

static bool ends(struct step step)
{
	bool may = may_end(step.s, step.it);
	if (may)
		end_cycle(step.s, step.worker);
	return may;
}

bool gcrt_take_step(struct gcrt_scheduler *s, struct gcrt_worker *worker, enum gcrt_trace what,
    unsigned it)
{
	struct step step = { s, worker, it };
	switch (what) {
	case GCRT_TRACE_open: return reopens_or_opens(step);
	case GCRT_TRACE_close: return closes(step);
	case GCRT_TRACE_begin: return begins(step);
	case GCRT_TRACE_end: return ends(step);
	case GCRT_TRACE_phase_on:
	case GCRT_TRACE_phase_off: return settle_phases(s);
	case GCRT_TRACE_request:
	case GCRT_TRACE_stopped:
	case GCRT_TRACE_resume: break;
	}
	return false;
}

static bool may_step_about_bucket(struct gcrt_scheduler *s, unsigned b)
{
	return may_close(s, b) || (!gcrt_is_open(s, b) && may_open_some_way(s, b));
}

static bool may_step_about_phase(struct gcrt_scheduler *s, unsigned p)
{
	return gcrt_collector.phases[p].from &&
	    (may_begin_interval(s, p) || may_end_interval(s, p));
}

bool gcrt_may_step(struct gcrt_scheduler *s)
{
	bool may = false;
	for (unsigned b = 0; b < gcrt_collector.bucket_count; b++)
		may |= may_step_about_bucket(s, b);
	for (unsigned p = 0; p < gcrt_collector.phase_count; p++)
		may |= may_step_about_phase(s, p);
	for (unsigned c = 0; c < gcrt_collector.cycle_count; c++)
		may |= may_begin(s, c) || may_end(s, c);
	return may;
}
#endif
