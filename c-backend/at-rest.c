/* at-rest.c: the value that metadata has between cycles, if the specification shows it.
 *
 * A kernel settles a piece of metadata if on each of its paths it frees its object or leaves the
 * metadata at its initial value.  Suppose that in each cycle a loop over all objects surely emits
 * units of such a kernel, and that everything else that changes the metadata is over before that
 * loop begins.  Then every object has the initial value when the cycle ends; debug builds check it.
 * Barriers must change the metadata only in phases that end before the loop, while mutators are
 * stopped, and do not begin again. */
#include "c-backend/at-rest.h"
#include "compiler/ir/walk.h"
#include "c-backend/barrier.h"
#include "c-backend/emit-expr.h"

static uint64_t bit(size_t index)
{
	return UINT64_C(1) << index;
}

/* --------------------------------------------------------------- what a kernel leaves */

static bool is_change(const struct ir_stmt *s, const void *meta)
{
	return s->place && s->place->kind == IR_PLACE_META && s->place->meta == meta &&
	    s->op != IR_OP_load && s->op != IR_OP_await;
}

static bool changes(const struct ir_kernel *kernel, const struct ir_meta *meta)
{
	return ir_list_any(kernel->body, is_change, meta);
}

/* Metadata of other objects than one. */
struct others {
	const struct ir_meta *meta;
	const struct ir_var *but;
};

static bool is_change_of_others(const struct ir_stmt *s, const void *about)
{
	const struct others *others = about;

	return is_change(s, others->meta) && !ir_is_var(s->place->object, others->but);
}

static bool is_value(const struct ir_expr *expr, long value)
{
	return (expr->kind == IR_CONST && expr->number == value) ||
	    (expr->kind == IR_NULL && value == IR_NO_OBJECT);
}

/* Whether LIST surely frees OBJECT or leaves META of OBJECT at its initial value.  SETTLED: META
 * has that value before LIST. */
static bool leaves(const struct ir_stmt *list, const struct ir_var *object,
    const struct ir_meta *meta, bool settled)
{
	for (const struct ir_stmt *s = list; s; s = s->next) {
		if (s->op == IR_OP_free && ir_is_var(s->args[0], object))
			return true;
		if (is_change(s, meta))
			settled = s->op == IR_OP_store && is_value(s->args[0], meta->init);
		else if (s->op == IR_OP_if)
			settled = leaves(s->body, object, meta, settled) &&
			    leaves(s->otherwise, object, meta, settled);
		else if (s->op == IR_OP_for)
			settled = settled && leaves(s->body, object, meta, true);
	}
	return settled;
}

static bool settles(const struct ir_kind *kind, const struct ir_meta *meta)
{
	const struct ir_var *object = kind->param_count ? kind->kernel.vars[0] : NULL;
	const struct others others = { meta, object };
	return object && !ir_list_any(kind->kernel.body, is_change_of_others, &others) &&
	    leaves(kind->kernel.body, object, meta, false);
}

/* ------------------------------------------------------------------------- one cycle */

/* The analysis of one cycle.  Sets of kinds contain only kinds that run in it. */
struct asked {
	const struct ir_spec *spec;
	struct ir_course course;
	uint64_t settling, changing; /* kinds that settle the metadata; others that change it */
	uint32_t phases;             /* barriers change the metadata only when one of these is on */
	uint64_t ran;                /* kinds of which a unit has run by the end of the cycle */
};

/* What is known at a place in a kernel or a fill. */
struct point {
	const struct ir_kind *kind; /* NULL: a fill */
	struct ir_instant known;
	uint64_t drained; /* kinds that were drained at a look; no mutator has run since */
	uint32_t ended;   /* phases that have ended for good, while mutators were stopped */
	bool stopped;
};

static bool begins(const struct ir_stmt *s, const void *phase)
{
	return s->op == IR_OP_begin_phase && s->phase == phase;
}

/* Whether PHASE cannot begin in the cycle any more once the kinds of OVER are over. */
static bool begins_no_more(const struct asked *a, const struct ir_phase *phase, uint64_t over)
{
	for (size_t i = 0; i < a->spec->kind_count; i++)
		if (!(over >> i & 1) && ir_runs_in(a->spec->kinds[i], a->course.cycle) &&
		    ir_list_any(a->spec->kinds[i]->kernel.body, begins, phase))
			return false;
	return !ir_spec_any(a->spec, IR_OF_FILLS, begins, phase);
}

/* The set of barriers that do nothing when PHASES are off. */
static unsigned silent(const struct asked *a, uint32_t phases)
{
	unsigned barriers = 0;
	for (int when = 0; when < IR_BARRIER_COUNT; when++) {
		struct cgen_gate gate = cgen_gate(a->spec->barriers[when]);
		if (!gate.always && !(gate.phases & ~phases))
			barriers |= 1u << when;
	}
	return barriers;
}

/* Adds what follows from a look that found the kinds of DRAINED drained. */
static void look(const struct asked *a, struct point *at, uint64_t drained)
{
	at->known.over = ir_over_then(&a->course, at->known, drained, silent(a, at->ended));
	if (drained && at->stopped)
		at->drained = drained;
}

/* Whether a unit of KIND may run while the kernel at AT does. */
static bool may_run_beside(const struct asked *a, const struct ir_kind *kind,
    const struct point *at)
{
	if (kind == at->kind)
		return kind->multiplicity != IR_ONCE;
	if (at->known.over >> kind->index & 1)
		return false;
	for (size_t i = 0; i < kind->bucket_count; i++) {
		const struct ir_bucket *bucket = kind->buckets[i];
		bool waits =
		    at->kind && a->course.opening[bucket->index].over >> at->kind->index & 1;
		if (ir_takes_part(bucket, a->course.cycle) && !waits)
			return true;
	}
	return false;
}

/* Whether mutators that the kernel stops stay stopped until the kernel itself resumes them. */
static bool stay_stopped(const struct asked *a, const struct point *at)
{
	for (size_t i = 0; i < a->spec->kind_count; i++)
		if (ir_has(a->spec->kinds[i]->kernel.body, IR_OP_resume) &&
		    may_run_beside(a, a->spec->kinds[i], at))
			return false;
	return true;
}

/* Changes AT from what is known before S to what is known after S. */
static void pass(const struct asked *a, const struct ir_stmt *s, struct point *at)
{
	if (s->op == IR_OP_stop)
		at->stopped = stay_stopped(a, at);
	if (s->op == IR_OP_resume || ir_has(s->body, IR_OP_resume) ||
	    ir_has(s->otherwise, IR_OP_resume)) {
		at->stopped = false;
		at->drained = 0;
	}
	if (s->op == IR_OP_end_phase && at->stopped && begins_no_more(a, s->phase, at->known.over))
		at->ended |= UINT32_C(1) << s->phase->index;
}

/* Whether after AT only kernels that settle the metadata change it. */
static bool is_last(const struct asked *a, const struct point *at)
{
	uint64_t over = ir_over_then(&a->course, at->known, at->drained, silent(a, at->ended));
	return !(a->phases & ~at->ended) && !(a->changing & ~over);
}

/* Phases that a kernel has ended for good before BUCKET opens. */
static uint32_t ended_before(const struct asked *a, const struct ir_bucket *bucket)
{
	uint64_t ran = ir_surely_ran(&a->course, a->course.opening[bucket->index]);
	uint32_t ended = 0;
	for (size_t i = 0; i < a->spec->kind_count; i++) {
		const struct ir_kind *kind = a->spec->kinds[i];
		if (!(ran >> i & 1) || kind->bucket_count != 1)
			continue;
		struct point at = { kind, .known = a->course.opening[kind->buckets[0]->index] };
		for (const struct ir_stmt *s = kind->kernel.body; s; s = s->next)
			pass(a, s, &at);
		ended |= at.ended;
	}
	return ended;
}

/* What is known when BUCKET opens, before its fill: KIND NULL; or when a unit of KIND in it can begin.  The
 * mutators are stopped then if the guard says so, and if nobody resumes them before KIND does. */
static struct point opening(const struct asked *a, const struct ir_bucket *bucket,
    const struct ir_kind *kind)
{
	struct point at = { kind, .known = a->course.opening[bucket->index],
		.ended = ended_before(a, bucket) };
	at.known.opened &= ~bit(bucket->index);
	at.stopped = ir_says_stopped(bucket->guard) && (!kind || stay_stopped(a, &at));
	look(a, &at, ir_said_drained(&a->course, bucket->guard));
	return at;
}

static bool begins_always(const struct ir_stmt *list, const struct ir_phase *phase)
{
	for (const struct ir_stmt *s = list; s; s = s->next)
		if (begins(s, phase))
			return true;
	return false;
}

/* Whether PHASE has begun in the cycle and is off again at the instant AT. */
static bool is_off_again(const struct asked *a, const struct ir_phase *phase, struct ir_instant at)
{
	uint64_t ran = at.off >> phase->index & 1 ? ir_surely_ran(&a->course, at) : 0;
	for (size_t i = 0; i < a->spec->kind_count; i++)
		if (ran >> i & 1 && begins_always(a->spec->kinds[i]->kernel.body, phase))
			return true;
	return false;
}

/* Whether PHASE surely begins and then ends in the cycle. */
static bool surely_ends(const struct asked *a, const struct ir_phase *phase)
{
	if (phase->how != IR_BY_KERNELS)
		return false;
	for (size_t i = 0; i < a->spec->bucket_count; i++)
		if (a->course.end.opened >> i & 1 && is_off_again(a, phase, a->course.opening[i]))
			return true;
	return is_off_again(a, phase, a->course.end);
}

struct ends {
	const struct ir_phase *phase;
	unsigned count;
};

static void count_end(const struct ir_stmt *s, void *data)
{
	struct ends *ends = data;

	ends->count += s->op == IR_OP_end_phase && s->phase == ends->phase;
}

static bool ends_only_once(const struct ir_spec *spec, const struct ir_phase *phase)
{
	struct ends ends = { phase, 0 };
	for (size_t i = 0; i < spec->kind_count; i++)
		ir_list_each(spec->kinds[i]->kernel.body, count_end, &ends);
	for (size_t i = 0; i < spec->bucket_count; i++)
		ir_list_each(spec->buckets[i]->fill.body, count_end, &ends);
	return ends.count == 1;
}

/* Whether the cycle surely runs LIST, because LIST has the only end of a phase, and the phase
 * surely ends in the cycle. */
static bool ends_a_phase(const struct asked *a, const struct ir_stmt *list)
{
	for (const struct ir_stmt *s = list; s; s = s->next)
		if (s->op == IR_OP_end_phase && ends_only_once(a->spec, s->phase) &&
		    surely_ends(a, s->phase))
			return true;
	return false;
}

static bool list_settles(const struct asked *a, const struct ir_stmt *list, bool is_sure,
    struct point *at);

static bool branch_settles(const struct asked *a, const struct ir_stmt *s, const struct point *at)
{
	struct point held = *at, failed = *at;
	look(a, &held, ir_said_drained(&a->course, s->args[0]));
	return list_settles(a, s->body, false, &held) ||
	    list_settles(a, s->otherwise, false, &failed);
}

/* Whether LIST surely has a loop over all objects after which the metadata of each is settled. */
static bool list_settles(const struct asked *a, const struct ir_stmt *list, bool is_sure,
    struct point *at)
{
	is_sure = is_sure || ends_a_phase(a, list);
	for (const struct ir_stmt *s = list; s; s = s->next) {
		const struct ir_kind *kind = ir_object_loop(s);
		if (kind && is_sure && a->settling >> kind->index & 1 && is_last(a, at))
			return true;
		if (s->op == IR_OP_if && branch_settles(a, s, at))
			return true;
		pass(a, s, at);
	}
	return false;
}

static bool bucket_settles(const struct asked *a, const struct ir_bucket *bucket)
{
	struct point at = opening(a, bucket, NULL);
	bool is_sure = a->course.end.opened >> bucket->index & 1;
	if (list_settles(a, bucket->fill.body, is_sure, &at))
		return true;
	for (size_t k = 0; k < bucket->kind_count; k++) {
		const struct ir_kind *kind = bucket->kinds[k];
		at = opening(a, bucket, kind);
		if (kind->bucket_count == 1 &&
		    list_settles(a, kind->kernel.body, a->ran >> kind->index & 1, &at))
			return true;
	}
	return false;
}

/* Whether the cycle leaves the metadata of every object at its initial value. */
static bool cycle_settles(const struct asked *a)
{
	for (size_t i = 0; i < a->spec->bucket_count; i++)
		if (ir_takes_part(a->spec->buckets[i], a->course.cycle) &&
		    bucket_settles(a, a->spec->buckets[i]))
			return true;
	return false;
}

static bool is_settled_in(const struct ir_spec *spec, const struct ir_cycle *cycle,
    const struct ir_meta *meta, uint32_t phases)
{
	struct asked a = { .spec = spec, .phases = phases };
	ir_follow_cycle(spec, cycle, &a.course);
	if (!a.course.is_known)
		return false;
	a.ran = ir_surely_ran(&a.course, a.course.end);
	for (size_t i = 0; i < spec->kind_count; i++) {
		const struct ir_kind *kind = spec->kinds[i];
		if (!ir_runs_in(kind, cycle))
			continue;
		if (settles(kind, meta))
			a.settling |= bit(i);
		else if (changes(&kind->kernel, meta))
			a.changing |= bit(i);
	}
	return cycle_settles(&a);
}

/* ------------------------------------------------------------------------- all cycles */

/* The phases on which barriers that change META depend. *always: some barrier depends on none. */
static uint32_t barrier_phases(const struct ir_spec *spec, const struct ir_meta *meta, bool *always)
{
	uint32_t phases = 0;
	*always = false;
	for (int when = 0; when < IR_BARRIER_COUNT; when++) {
		const struct ir_barrier *barrier = spec->barriers[when];
		if (!barrier || !changes(&barrier->kernel, meta))
			continue;
		struct cgen_gate gate = cgen_gate(barrier);
		*always |= gate.always;
		phases |= gate.phases;
	}
	return phases;
}

/* -1: the specification does not show it. */
long cgen_at_rest(const struct ir_spec *spec, const struct ir_meta *meta)
{
	bool always;
	uint32_t phases = barrier_phases(spec, meta, &always);

	if (meta->when) /* before the first store the object's own word is there */
		return -1;
	for (size_t i = 0; i < spec->bucket_count; i++)
		always |= changes(&spec->buckets[i]->fill, meta);
	for (size_t i = 0; i < spec->cycle_count; i++)
		if (always || !is_settled_in(spec, spec->cycles[i], meta, phases))
			return -1;
	return spec->cycle_count ? cgen_known(&meta->type, meta->init) : -1;
}
