/* over.c: what is over at an instant of a cycle, whatever the order of the file.
 *
 * A bucket opens when its guard holds.  Where that says `drained(b)', b has opened before
 * (if it takes part in the cycle), and what was over when b opened is over still.  Of the
 * kinds that are drained at the instant those are over whose producers are over, or are
 * among them: that is the largest such set.  Less may be known here than is so, never more. */
#include "compiler/base/states.h"
#include "compiler/ir/ir.h"

enum { MOST = 64 };

static uint64_t bit(size_t index)
{
	return UINT64_C(1) << index;
}

bool ir_takes_part(const struct ir_bucket *bucket, const struct ir_cycle *cycle)
{
	for (size_t i = 0; i < bucket->cycle_count; i++)
		if (bucket->cycles[i] == cycle)
			return true;
	return !bucket->cycle_count;
}

bool ir_runs_in(const struct ir_kind *kind, const struct ir_cycle *cycle)
{
	for (size_t i = 0; i < kind->bucket_count; i++)
		if (ir_takes_part(kind->buckets[i], cycle))
			return true;
	return false;
}

/* ------------------------------------------------------------- what a condition says */
struct said {
	uint64_t opened; /* these have opened */
	uint64_t drained_buckets, drained_kinds;
	uint32_t off; /* these phases are off */
};

/* Whether EXPR has the value VALUE whenever CYCLE runs. */
static bool is_always(const struct ir_expr *expr, const struct ir_cycle *cycle, bool value)
{
	if (expr->kind == IR_CONST)
		return !expr->number != value;
	if (expr->kind == IR_IN_CYCLE)
		return (expr->cycle == cycle) == value;
	if (expr->kind == IR_NOT)
		return is_always(expr->args[0], cycle, !value);
	if (expr->kind != IR_AND && expr->kind != IR_OR)
		return false;
	bool left = is_always(expr->args[0], cycle, value);
	bool right = is_always(expr->args[1], cycle, value);
	return (expr->kind == IR_AND) == value ? left && right : left || right;
}

/* What the language calls each. */
static const char *const word[] = {
#define IR_EXPR(name, key, ...) [IR_##name] = key,
#include "compiler/ir/expressions.def"
};

bool ir_asks_for_units(const struct ir_expr *expr)
{
	return gd_state_asks_for_units(word[expr->kind]);
}

static void read_atom(const struct ir_course *course, const struct ir_expr *atom, struct said *said)
{
	const struct ir_bucket *bucket = atom->bucket;
	const struct ir_kind *kind = atom->kind_of_work;

	const char *state = word[atom->kind];
	bool is_over = gd_state_says_none_left(state);

	if (is_over && bucket)
		said->drained_buckets |= bit(bucket->index);
	else if (is_over && kind)
		said->drained_kinds |= bit(kind->index);
	if (!bucket && kind && kind->bucket_count == 1)
		bucket = kind->buckets[0];
	if (bucket && gd_state_says_opened(state) && ir_takes_part(bucket, course->cycle))
		said->opened |= bit(bucket->index);
}

static void read_condition(const struct ir_course *course, const struct ir_expr *expr, bool negated,
    struct said *said);

/* One of two conditions holds.  Reads what follows from both, or from one if the other is
 * impossible in this cycle. */
static void read_either(const struct ir_course *course, const struct ir_expr *expr, bool negated,
    struct said *said)
{
	bool impossible = expr->kind == IR_AND;
	struct said side[2] = { { 0 }, { 0 } };

	for (int i = 0; i < 2; i++)
		read_condition(course, expr->args[i], negated, &side[i]);
	for (int i = 0; i < 2; i++)
		if (is_always(expr->args[i], course->cycle, impossible))
			side[i] = side[!i];
	said->opened |= side[0].opened & side[1].opened;
	said->drained_buckets |= side[0].drained_buckets & side[1].drained_buckets;
	said->drained_kinds |= side[0].drained_kinds & side[1].drained_kinds;
	said->off |= side[0].off & side[1].off;
}

static void read_condition(const struct ir_course *course, const struct ir_expr *expr, bool negated,
    struct said *said)
{
	if (!expr)
		return;
	if (expr->kind == IR_NOT) {
		read_condition(course, expr->args[0], !negated, said);
	} else if (expr->kind == (negated ? IR_OR : IR_AND)) {
		read_condition(course, expr->args[0], negated, said);
		read_condition(course, expr->args[1], negated, said);
	} else if (expr->kind == IR_AND || expr->kind == IR_OR) {
		read_either(course, expr, negated, said);
	} else if (expr->kind == IR_IN_PHASE && negated) {
		said->off |= UINT32_C(1) << expr->phase->index;
	} else if (!negated) {
		read_atom(course, expr, said);
	}
}

/* The kinds of which no unit is left at the instant at which SAID holds. */
static uint64_t kinds_drained(const struct ir_course *course, const struct said *said)
{
	uint64_t kinds = said->drained_kinds;

	for (size_t i = 0; i < course->spec->kind_count; i++) {
		const struct ir_kind *kind = course->spec->kinds[i];
		bool all = ir_runs_in(kind, course->cycle);

		for (size_t b = 0; b < kind->bucket_count; b++)
			all = all &&
			    (said->drained_buckets >> kind->buckets[b]->index & 1 ||
				!ir_takes_part(kind->buckets[b], course->cycle));
		if (all)
			kinds |= bit(i);
	}
	return kinds;
}

uint64_t ir_said_drained(const struct ir_course *course, const struct ir_expr *cond)
{
	struct said said = { 0 };

	read_condition(course, cond, false, &said);
	return kinds_drained(course, &said);
}

/* ------------------------------------------------------------------ what is over then */
static bool may_make(const struct ir_course *course, const struct ir_edge *edge, uint64_t opened,
    uint64_t over, unsigned silent)
{
	if (edge->producer)
		return ir_runs_in(edge->producer, course->cycle) &&
		    !(over >> edge->producer->index & 1);
	if (edge->barrier)
		return !(silent >> edge->barrier->when & 1);
	return ir_takes_part(edge->bucket, course->cycle) &&
	    (edge->bucket->opening == IR_WHENEVER || !(opened >> edge->bucket->index & 1));
}

uint64_t ir_over_then(const struct ir_course *course, struct ir_instant before, uint64_t drained,
    unsigned silent)
{
	bool changed = true;

	while (changed) {
		changed = false;
		for (size_t i = 0; i < course->spec->edge_count; i++) {
			const struct ir_edge *edge = &course->spec->edges[i];

			if (!(drained >> edge->product->index & 1) ||
			    !may_make(course, edge, before.opened, before.over | drained, silent))
				continue;
			drained &= ~bit(edge->product->index);
			changed = true;
		}
	}
	return before.over | drained;
}

/* ------------------------------------------------------------------- from opening to end */
/* What is sure once these buckets have opened.  It stays true until the end of the cycle. */
static struct ir_instant after(const struct ir_course *course, uint64_t opened)
{
	struct ir_instant at = { .opened = opened };

	for (size_t i = 0; i < course->spec->bucket_count; i++)
		if (opened >> i & 1) {
			at.opened |= course->opening[i].opened;
			at.over |= course->opening[i].over;
		}
	return at;
}

static uint64_t open_from_start(const struct ir_course *course)
{
	uint64_t opened = 0;

	for (size_t i = 0; i < course->spec->bucket_count; i++)
		if (!course->spec->buckets[i]->guard &&
		    ir_takes_part(course->spec->buckets[i], course->cycle))
			opened |= bit(i);
	return opened;
}

static struct ir_instant instant_of(const struct ir_course *course, const struct ir_expr *guard,
    uint64_t self)
{
	struct said said = { .opened = open_from_start(course) };
	struct ir_instant at;

	read_condition(course, guard, false, &said);
	at = after(course, said.opened & ~self);
	at.opened &= ~self; /* its fill has not run yet */
	at.over = ir_over_then(course, at, kinds_drained(course, &said), 0);
	at.opened |= self;
	at.off = said.off;
	return at;
}

void ir_follow_cycle(const struct ir_spec *spec, const struct ir_cycle *cycle,
    struct ir_course *course)
{
	bool changed = spec->bucket_count <= MOST && spec->kind_count <= MOST;

	*course = (struct ir_course){ .spec = spec, .cycle = cycle };
	course->is_known = changed; /* if false there are more kinds or buckets than bits */
	while (changed) {
		changed = false;
		for (size_t i = 0; i < spec->bucket_count; i++) {
			const struct ir_bucket *bucket = spec->buckets[i];
			struct ir_instant at = { .opened = bit(i) }, *was = &course->opening[i];

			if (!ir_takes_part(bucket, cycle))
				continue;
			if (bucket->guard)
				at = instant_of(course, bucket->guard, bit(i));
			changed |= at.opened != was->opened || at.over != was->over;
			*was = at;
		}
	}
	if (!course->is_known)
		return;
	course->end = instant_of(course, cycle->to, 0);
	course->end.over = UINT64_MAX; /* a cycle ends only when no unit is left */
}

/* What is sure whichever bucket of KIND opens.  Nothing, if the course is not known. */
static struct ir_instant when_it_can_begin(const struct ir_course *course,
    const struct ir_kind *kind)
{
	struct ir_instant so = { 0 };

	if (course->is_known)
		so.opened = so.over = UINT64_MAX;
	for (size_t i = 0; i < kind->bucket_count; i++)
		if (ir_takes_part(kind->buckets[i], course->cycle)) {
			so.opened &= course->opening[kind->buckets[i]->index].opened;
			so.over &= course->opening[kind->buckets[i]->index].over;
		}
	return so;
}

bool ir_is_over_before(const struct ir_course *course, const struct ir_kind *first,
    const struct ir_kind *then)
{
	return when_it_can_begin(course, then).over >> first->index & 1;
}

bool ir_has_opened_before(const struct ir_course *course, const struct ir_bucket *bucket,
    const struct ir_kind *then)
{
	return when_it_can_begin(course, then).opened >> bucket->index & 1;
}

/* Does not rely on `no_stranded'. */
uint64_t ir_ended_with(const struct ir_course *course)
{
	return ir_said_drained(course, course->cycle->to) |
	    instant_of(course, course->cycle->to, 0).over;
}

static size_t count_emits(const struct ir_stmt *list, const struct ir_kind *kind)
{
	size_t count = 0;

	for (; list; list = list->next) {
		size_t inside = count_emits(list->body, kind) + count_emits(list->otherwise, kind);

		count += (list->op == IR_OP_emit && list->kind == kind) +
		    (list->op == IR_OP_for ? 2 * inside : inside);
	}
	return count;
}

bool ir_is_single(const struct ir_spec *spec, const struct ir_kind *kind)
{
	const struct ir_bucket *bucket = kind->bucket_count == 1 ? kind->buckets[0] : NULL;

	if (!bucket || !ir_is_plain(bucket) || count_emits(bucket->fill.body, kind) > 1)
		return false;
	for (size_t i = 0; i < spec->edge_count; i++)
		if (spec->edges[i].product == kind && spec->edges[i].bucket != bucket)
			return false;
	for (size_t i = 0; i < spec->cycle_count; i++) {
		struct ir_course course;

		ir_follow_cycle(spec, spec->cycles[i], &course);
		if (ir_runs_in(kind, spec->cycles[i]) &&
		    !(ir_ended_with(&course) >> kind->index & 1))
			return false;
	}
	return true;
}

/* ----------------------------------------------------------------------- what surely ran */
static bool emits_always(const struct ir_stmt *list, const struct ir_kind *kind)
{
	for (; list; list = list->next)
		if (list->op == IR_OP_emit && list->kind == kind)
			return true;
	return false;
}

static bool was_made(const struct ir_course *course, const struct ir_kind *kind,
    struct ir_instant at, uint64_t ran)
{
	const struct ir_spec *spec = course->spec;

	for (size_t i = 0; i < spec->bucket_count; i++)
		if (at.opened >> i & 1 && emits_always(spec->buckets[i]->fill.body, kind))
			return true;
	for (size_t i = 0; i < spec->kind_count; i++)
		if (ran >> i & 1 && emits_always(spec->kinds[i]->kernel.body, kind))
			return true;
	return false;
}

uint64_t ir_surely_ran(const struct ir_course *course, struct ir_instant at)
{
	uint64_t ran = 0, before;

	do {
		before = ran;
		for (size_t i = 0; i < course->spec->kind_count; i++)
			if (at.over >> i & 1 && was_made(course, course->spec->kinds[i], at, ran))
				ran |= bit(i);
	} while (ran != before);
	return ran;
}
