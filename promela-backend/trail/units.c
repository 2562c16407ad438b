/* units.c: units, as the events change them. */
#include "promela-backend/trail/units.h"

#include <stdlib.h>
#include <string.h>

#include "compiler/ir/walk.h"

struct place { /* in a run */
	struct gd_arena *arena;
	const struct trail *trail;
	struct trail_heap *heap;
	const struct trail_events *events;
	size_t now;
	long mutator;
};

/* -------------------------------------------------------------------- lists */
static void add(struct gd_arena *arena, struct trail_unit **list, size_t *count,
    struct trail_unit unit)
{
	struct trail_unit *longer = GD_NEW_ARRAY(arena, struct trail_unit, *count + 1);

	for (size_t i = 0; i < *count; i++)
		longer[i] = (*list)[i];
	longer[(*count)++] = unit;
	*list = longer;
}

static void remove_at(struct trail_unit *list, size_t *count, size_t at)
{
	for (size_t i = at + 1; i < *count; i++)
		list[i - 1] = list[i];
	(*count)--;
}

static bool is_equal(const struct trail_unit *a, const struct trail_unit *b)
{
	return strcmp(a->kind, b->kind) == 0 && strcmp(a->unit, b->unit) == 0;
}

static bool is_known(const struct trail_unit *unit)
{
	return !strchr(unit->unit, '?');
}

/* The unit's place in the list, or that of one of its kind if the model no longer knows which. */
static size_t find(const struct trail_unit *list, size_t count, const struct trail_unit *unit)
{
	size_t found = count;

	for (size_t i = count; i-- > 0;) {
		if (is_equal(&list[i], unit))
			return i;
		if (!is_known(unit) && strcmp(list[i].kind, unit->kind) == 0)
			found = i;
	}
	return found;
}

static struct trail_unit unit_of(struct gd_arena *arena, const struct trail *trail,
    const struct trail_event *event)
{
	const char *kind = trail_value(event, TRAIL_KEY_kind);
	struct trail_unit unit = { .kind = kind ? kind : "?", .buffer = TRAIL_POOL };

	unit.parts = trail_value(event, TRAIL_KEY_unit);
	unit.parts = unit.parts ? unit.parts : "";
	unit.unit = trail_unit_args(arena, trail->spec, trail->scenario, kind, unit.parts);
	return unit;
}

static const struct trail_event *event_at(const struct place *p)
{
	return &p->events->at[p->now];
}

/* ------------------------------------------------------------------- taken */
/* A unit that a worker can take, best from the pool. */
static size_t find_ready(const struct trail_heap *heap, const struct trail_unit *unit)
{
	size_t found = heap->pending_count;

	for (size_t i = 0; i < heap->pending_count; i++) {
		if (heap->pending[i].left_out || !is_equal(&heap->pending[i], unit))
			continue;
		if (heap->pending[i].buffer == TRAIL_POOL)
			return i;
		found = i;
	}
	return found < heap->pending_count ? found : find(heap->pending, heap->pending_count, unit);
}

static void take(struct place *p, struct trail_unit unit)
{
	size_t at = find_ready(p->heap, &unit);

	if (at < p->heap->pending_count)
		remove_at(p->heap->pending, &p->heap->pending_count, at);
	add(p->arena, &p->heap->running, &p->heap->running_count, unit);
}

/* A mutator's buffers become empty. */
static void flush_all(struct trail_heap *heap, long mutator)
{
	for (size_t i = 0; i < heap->pending_count; i++)
		if (heap->pending[i].buffer == mutator)
			heap->pending[i].buffer = TRAIL_POOL;
}

/* Mutators run units of such a kind themselves, with empty buffers. */
static void begin_handshake(struct place *p)
{
	const struct trail_event *event = event_at(p);
	const struct ir_kind *kind =
	    trail_find_kind(p->trail->spec, trail_value(event, TRAIL_KEY_kind));
	const char **parts;
	size_t count = trail_split(p->arena, trail_value(event, TRAIL_KEY_unit), &parts);

	if (kind && kind->on && kind->on->index < count)
		flush_all(p->heap, strtol(parts[kind->on->index], NULL, 10));
}

/* Whether the event takes a unit: *at is where it waits.  With the folding `claims', a unit is taken
 * in its first step. */
static bool takes(const struct place *p, size_t *at)
{
	const struct trail_event *event = event_at(p);
	struct trail_heap *heap = p->heap;
	struct trail_unit unit;

	if (event->step != TRAIL_DO_claim && event->step != TRAIL_DO_run)
		return false;
	unit = unit_of(p->arena, p->trail, event);
	if (event->step == TRAIL_DO_run &&
	    (trail_is_found(p->events, p->now) ||
		find(heap->running, heap->running_count, &unit) < heap->running_count))
		return false;
	*at = find_ready(heap, &unit);
	return *at < heap->pending_count;
}

static void take_late(struct place *p)
{
	size_t at;

	if (!takes(p, &at))
		return;
	begin_handshake(p);
	take(p, unit_of(p->arena, p->trail, event_at(p)));
}

/* ------------------------------------------------------------------ flushed */
static size_t in_pool(const struct trail_heap *heap, const struct trail_unit *unit)
{
	size_t count = 0;

	for (size_t i = 0; i < heap->pending_count; i++)
		count += heap->pending[i].buffer == TRAIL_POOL && is_equal(&heap->pending[i], unit);
	return count;
}

/* How often the unit is taken after this event.  *at: when that is more often than it is in the
 * pool. */
static bool is_needed(const struct place *p, const struct trail_unit *unit, size_t *at)
{
	size_t taken = 0, ready = in_pool(p->heap, unit);

	for (size_t i = p->now + 1; i < p->events->count; i++) {
		const struct trail_event *event = &p->events->at[i];
		struct trail_unit other;

		if (event->step != TRAIL_DO_claim && event->step != TRAIL_DO_run)
			continue;
		other = unit_of(p->arena, p->trail, event);
		if (is_equal(&other, unit) && ++taken > ready) {
			*at = i;
			return true;
		}
	}
	return false;
}

/* Which unit moves, of those of its kind that MUTATOR has buffered: the one that is needed first. If
 * an equal one is in the pool already, the model says so in the next event. */
static size_t flushed(const struct place *p, const char *kind, long mutator)
{
	const struct trail_heap *heap = p->heap;
	bool is_copy = p->now + 1 < p->events->count && event_at(p)[1].is == TRAIL_EVENT_needless;
	size_t found = heap->pending_count, first = (size_t)-1;

	for (size_t i = 0; i < heap->pending_count; i++) {
		size_t at = (size_t)-2;

		if (heap->pending[i].buffer != mutator || heap->pending[i].left_out ||
		    strcmp(heap->pending[i].kind, kind) != 0)
			continue;
		if (is_copy && in_pool(heap, &heap->pending[i]))
			return i;
		if (is_needed(p, &heap->pending[i], &at) || found == heap->pending_count) {
			found = at < first ? i : found;
			first = at < first ? at : first;
		}
	}
	return found;
}

static void flush(struct place *p)
{
	const struct trail_event *event = event_at(p);
	const char *kind = trail_value(event, TRAIL_KEY_kind);
	size_t at = flushed(p, kind ? kind : "?", trail_number(event, TRAIL_KEY_mutator, -1));

	if (at < p->heap->pending_count)
		p->heap->pending[at].buffer = TRAIL_POOL;
}

bool trail_units_flush(struct gd_arena *arena, const struct trail *trail, struct trail_heap *heap,
    const struct trail_events *events, size_t now, struct trail_event *flush)
{
	struct place p = { arena, trail, heap, events, now, TRAIL_POOL };
	const struct ir_kind *kind;
	struct trail_unit *unit;
	size_t at;

	if (!takes(&p, &at) || heap->pending[at].buffer == TRAIL_POOL)
		return false;
	unit = &heap->pending[at];
	kind = trail_find_kind(trail->spec, unit->kind);
	*flush = (struct trail_event){ .is = TRAIL_EVENT_step,
		.step = TRAIL_DO_flush,
		.name = "step",
		.where = { kind->loc.source->path, kind->loc.line, kind->loc.column } };
	flush->value[TRAIL_KEY_do] = "flush";
	flush->value[TRAIL_KEY_thread] = "mutator";
	flush->value[TRAIL_KEY_mutator] = gd_arena_printf(arena, "%ld", unit->buffer);
	flush->value[TRAIL_KEY_kind] = unit->kind;
	unit->buffer = TRAIL_POOL;
	return true;
}

/* ----------------------------------------------------------------- left out */
static bool asks_drained(const struct ir_expr *atom, const void *kind)
{
	const struct ir_kind *of = kind;
	bool found = atom->kind_of_work == of;

	for (size_t i = 0; atom->bucket && i < atom->bucket->kind_count; i++)
		found |= atom->bucket->kinds[i] == of;
	return atom->kind == IR_DRAINED && found;
}

/* Whether the event needs that no unit of KIND is left. */
static bool ends_doubt(const struct place *p, const struct trail_event *event,
    const struct ir_kind *kind)
{
	const struct ir_bucket *bucket = NULL;

	if (event->step == TRAIL_DO_end)
		return true;
	if (event->is == TRAIL_EVENT_open || event->step == TRAIL_DO_open)
		bucket = trail_find_bucket(p->trail->spec, trail_value(event, TRAIL_KEY_bucket));
	return bucket && bucket->guard && ir_expr_any(bucket->guard, asks_drained, kind);
}

static bool has_kind(const struct trail_event *event, const char *kind)
{
	return trail_value(event, TRAIL_KEY_kind) &&
	    strcmp(trail_value(event, TRAIL_KEY_kind), kind) == 0;
}

/* Whether somebody finds the left-out UNIT later (doubt_k): no later one is there that it could be.
 * `idle' may have been true in between of a unit in a buffer alone, so that one comes first. */
static bool is_found_later(const struct place *p, const struct trail_unit *unit)
{
	const struct ir_kind *kind = trail_find_kind(p->trail->spec, unit->kind);
	bool by_mutator = unit->buffer != TRAIL_POOL;

	for (size_t i = 0; i < p->heap->pending_count; i++)
		if (p->heap->pending[i].found_later &&
		    strcmp(p->heap->pending[i].kind, unit->kind) == 0)
			return false;
	for (size_t i = p->now + 1; i < p->events->count; i++) {
		const struct trail_event *event = &p->events->at[i];

		if (event->is == TRAIL_EVENT_step)
			by_mutator = trail_number(event, TRAIL_KEY_mutator, -1) >= 0;
		if (event->is == TRAIL_EVENT_left_out && has_kind(event, unit->kind))
			return true;
		if (event->is == TRAIL_EVENT_needless && has_kind(event, unit->kind) &&
		    (unit->buffer == TRAIL_POOL || by_mutator))
			return false;
		if (ends_doubt(p, event, kind))
			return false;
	}
	return false;
}

/* The unit that the event names: the one in that buffer, or the youngest. */
static size_t find_needless(const struct place *p)
{
	struct trail_heap *heap = p->heap;
	struct trail_unit unit = unit_of(p->arena, p->trail, event_at(p));
	long buffer = trail_number(event_at(p), TRAIL_KEY_mutator, TRAIL_POOL);

	for (size_t i = heap->pending_count; i-- > 0;)
		if (!heap->pending[i].left_out && is_equal(&heap->pending[i], &unit) &&
		    (buffer == TRAIL_POOL || heap->pending[i].buffer == buffer))
			return i;
	return heap->pending_count;
}

/* Of a kind whose left-out unit was found: it runs. */
static void run_found(struct place *p)
{
	struct trail_heap *heap = p->heap;

	for (size_t i = 0; i < heap->pending_count; i++)
		if (heap->pending[i].found_later && has_kind(event_at(p), heap->pending[i].kind)) {
			heap->pending[i].found_later = false;
			return;
		}
}

static void leave_out(struct place *p)
{
	struct trail_unit unit = unit_of(p->arena, p->trail, event_at(p));
	size_t at = find_needless(p);

	if (!is_known(&unit)) {
		run_found(p);
	} else if (at < p->heap->pending_count) {
		p->heap->pending[at].found_later = is_found_later(p, &p->heap->pending[at]);
		p->heap->pending[at].left_out = true;
	}
}

static bool can_run(const struct trail *trail, const struct trail_heap *heap,
    const struct trail_unit *unit)
{
	const struct ir_kind *kind = trail_find_kind(trail->spec, unit->kind);
	bool is_open = false;

	for (size_t i = 0; kind && i < kind->bucket_count; i++)
		is_open |= heap->open[kind->buckets[i]->index];
	for (size_t i = 0; i < heap->pending_count; i++)
		if (!heap->pending[i].left_out && is_equal(&heap->pending[i], unit))
			return false; /* one of them does something */
	return is_open && find(heap->running, heap->running_count, unit) == heap->running_count;
}

bool trail_run_needless(const struct trail *trail, struct trail_heap *heap, struct trail_unit *unit)
{
	for (size_t i = 0; i < heap->pending_count; i++)
		if (heap->pending[i].left_out && !heap->pending[i].found_later &&
		    can_run(trail, heap, &heap->pending[i])) {
			*unit = heap->pending[i];
			remove_at(heap->pending, &heap->pending_count, i);
			return true;
		}
	return false;
}

/* ------------------------------------------------------------------- events */
/* The unit of this step has got here. */
static void run(struct place *p)
{
	size_t at;

	take_late(p);
	at = trail_which_runs(p->arena, p->heap, p->events, p->now);
	if (at < p->heap->running_count)
		p->heap->running[at].last = event_at(p)->where;
}

static void apply_step(struct place *p)
{
	const struct trail_event *event = event_at(p);

	if (event->step == TRAIL_DO_claim) {
		begin_handshake(p);
		take(p, unit_of(p->arena, p->trail, event));
	} else if (event->step == TRAIL_DO_run) {
		run(p);
	} else if (event->step == TRAIL_DO_flush) {
		flush(p);
	} else if (event->step == TRAIL_DO_stopped) {
		flush_all(p->heap, trail_number(event, TRAIL_KEY_mutator, -1));
	}
}

static void emit(struct place *p)
{
	struct trail_unit unit = unit_of(p->arena, p->trail, event_at(p));

	unit.buffer = p->mutator; /* of a barrier; otherwise the pool */
	add(p->arena, &p->heap->pending, &p->heap->pending_count, unit);
}

static void finish(struct place *p)
{
	struct trail_unit unit = unit_of(p->arena, p->trail, event_at(p));
	size_t at = find(p->heap->running, p->heap->running_count, &unit);

	if (at < p->heap->running_count)
		remove_at(p->heap->running, &p->heap->running_count, at);
}

void trail_units_apply(struct gd_arena *arena, const struct trail *trail, struct trail_heap *heap,
    const struct trail_events *events, size_t now, long mutator)
{
	struct place p = { arena, trail, heap, events, now, mutator };
	const struct trail_event *event = event_at(&p);

	if (event->is == TRAIL_EVENT_step)
		apply_step(&p);
	else if (event->is == TRAIL_EVENT_emit)
		emit(&p);
	else if (event->is == TRAIL_EVENT_needless)
		leave_out(&p);
	else if (event->is == TRAIL_EVENT_done)
		finish(&p);
	else if (event->is == TRAIL_EVENT_left)
		flush_all(heap, trail_number(event, TRAIL_KEY_mutator, -1));
}
