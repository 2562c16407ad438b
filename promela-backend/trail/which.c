/* which.c: which running unit a line is about.
 *
 * A model forgets parameters that the rest of a kernel does not read, and prints `?' for them: `unit=0,?'.
 * Units that differ only in them are equal from there on, where they are at the same place.  So the line is
 * about a running unit that agrees in all other parts and can be at this place. */
#include "promela-backend/trail/which.h"

#include <string.h>
#include "compiler/ir/walk.h"
#include "promela-backend/trail/internal.h"

struct search {
	struct gd_arena *arena;
	const struct trail_heap *heap;
	const struct trail_events *events;
	size_t now;
	const char *kind;
	const char **parts; /* of the event */
	size_t count;
};

static bool is_of_kind(const struct trail_event *event, const char *kind)
{
	const char *of = trail_value(event, TRAIL_KEY_kind);

	return of && strcmp(of, kind) == 0 && trail_value(event, TRAIL_KEY_unit);
}

static bool agrees(const struct search *s, const char *unit)
{
	const char **parts;
	bool good = trail_split(s->arena, unit, &parts) == s->count;

	for (size_t i = 0; good && i < s->count; i++)
		good = strcmp(s->parts[i], "?") == 0 || strcmp(s->parts[i], parts[i]) == 0;
	return good;
}

/* Whether a run of the kind prints part number PART. */
static bool is_ever_known(const struct search *s, size_t part)
{
	for (size_t i = 0; i < s->events->count; i++) {
		const struct trail_event *event = &s->events->at[i];
		const char **parts;

		if (event->step == TRAIL_DO_run && is_of_kind(event, s->kind) &&
		    trail_split(s->arena, trail_value(event, TRAIL_KEY_unit), &parts) > part &&
		    strcmp(parts[part], "?") != 0)
			return true;
	}
	return false;
}

/* Whether UNIT has its first step to do still, in which the model knows what it has forgotten here. */
static bool must_begin(const struct search *s, const struct trail_unit *unit)
{
	for (size_t i = 0; unit->last.line == 0 && i < s->count; i++)
		if (strcmp(s->parts[i], "?") == 0 && is_ever_known(s, i))
			return true;
	return false;
}

static bool is_equal(const struct trail_unit *a, const struct trail_unit *b)
{
	return strcmp(a->kind, b->kind) == 0 && strcmp(a->parts, b->parts) == 0;
}

static size_t copies(const struct trail_unit *list, size_t count, const struct trail_unit *unit)
{
	size_t found = 0;

	for (size_t i = 0; i < count; i++)
		found += is_equal(&list[i], unit);
	return found;
}

/* Whether the model knows UNIT in full in a later step of it, and so has not forgotten anything yet. */
static bool is_known_later(const struct search *s, const struct trail_unit *unit)
{
	const struct trail_heap *heap = s->heap;

	if (copies(heap->running, heap->running_count, unit) +
		copies(heap->pending, heap->pending_count, unit) >
	    1)
		return false; /* it may be another one */
	for (size_t i = s->now + 1; i < s->events->count; i++) {
		const struct trail_event *event = &s->events->at[i];

		if (!is_of_kind(event, s->kind) ||
		    strcmp(trail_value(event, TRAIL_KEY_unit), unit->parts) != 0)
			continue;
		if (event->step == TRAIL_DO_run)
			return true;
		if (event->is == TRAIL_EVENT_emit)
			return false;
	}
	return false;
}

/* ------------------------------------------------------------------------- places */
/* The statements at a place in a kernel, as numbers in the order in which they are done. */
struct sought {
	const struct trail_place *place;
	long now, first, last; /* -1: there is none */
};

static void look_at(const struct ir_stmt *stmt, void *data)
{
	struct sought *sought = data;

	if (stmt->loc.line == (unsigned)sought->place->line &&
	    stmt->loc.column == (unsigned)sought->place->column) {
		sought->last = sought->now;
		if (sought->first < 0)
			sought->first = sought->now;
	}
	sought->now++;
}

static struct sought find_place(const struct search *s, const struct trail_place *place)
{
	const struct ir_kind *kind = trail_find_kind(s->events->spec, s->kind);
	struct sought sought = { place, 0, -1, -1 };

	if (kind)
		ir_list_each(kind->kernel.body, look_at, &sought);
	return sought;
}

static int order_of_text(const struct trail_place *a, const struct trail_place *b)
{
	if (a->line != b->line)
		return a->line < b->line ? -1 : 1;
	return a->column < b->column ? -1 : a->column > b->column;
}

/* Less than 0: a unit that is at A may go on to B without going back.  The statements of a function are where
 * it is called, perhaps in several places. */
static int order(const struct search *s, const struct trail_place *a, const struct trail_place *b)
{
	struct sought from = find_place(s, a), to = find_place(s, b);
	int text = order_of_text(a, b);

	if (from.first < 0 || to.first < 0 || text == 0)
		return text;
	return from.first < to.last ? -1 : 1;
}

enum rank { RANK_NEVER, RANK_UNLIKELY, RANK_AFTER, RANK_AT, RANK_BEFORE };
/* How well UNIT fits: a unit goes on to a later place, stays where it is or, in a loop, goes back. */
static enum rank rank_of(const struct search *s, const struct trail_unit *unit)
{
	int from;

	if (strcmp(unit->kind, s->kind) != 0 || !agrees(s, unit->parts))
		return RANK_NEVER;
	if (must_begin(s, unit) || is_known_later(s, unit))
		return RANK_UNLIKELY;
	from = order(s, &unit->last, &s->events->at[s->now].where);
	return from < 0 ? RANK_BEFORE : from == 0 ? RANK_AT : RANK_AFTER;
}

size_t trail_which_runs(struct gd_arena *arena, const struct trail_heap *heap,
    const struct trail_events *events, size_t now)
{
	const struct trail_event *event = &events->at[now];
	struct search s = { arena, heap, events, now, trail_value(event, TRAIL_KEY_kind), NULL, 0 };
	size_t found = heap->running_count;
	enum rank best = RANK_NEVER;

	s.count = trail_split(arena, trail_value(event, TRAIL_KEY_unit), &s.parts);
	for (size_t i = 0; s.kind && i < heap->running_count; i++) {
		enum rank rank = rank_of(&s, &heap->running[i]);

		if (rank > best ||
		    (rank == best && rank != RANK_NEVER &&
			order(&s, &heap->running[i].last, &heap->running[found].last) > 0)) {
			best = rank;
			found = i;
		}
	}
	return found;
}

bool trail_is_found(const struct trail_events *events, size_t now)
{
	const struct trail_event *next = now + 1 < events->count ? &events->at[now + 1] : NULL;

	return next && next->is == TRAIL_EVENT_needless && trail_value(next, TRAIL_KEY_unit) &&
	    strcmp(trail_value(next, TRAIL_KEY_unit), "?") == 0;
}

/* The unit whose step this is, if it can be that of the event. */
static const char *unit_of_step(const struct search *s)
{
	for (size_t i = s->now; i-- > 0;) {
		const struct trail_event *step = &s->events->at[i];

		if (step->is == TRAIL_EVENT_step)
			return is_of_kind(step, s->kind) &&
				agrees(s, trail_value(step, TRAIL_KEY_unit))
			    ? trail_value(step, TRAIL_KEY_unit)
			    : NULL;
	}
	return NULL;
}

const char *trail_which_unit(struct gd_arena *arena, const struct trail_heap *heap,
    const struct trail_events *events, size_t now)
{
	const struct trail_event *event = &events->at[now];
	const char *unit = trail_value(event, TRAIL_KEY_unit), *own = NULL;
	struct search s = { arena, heap, events, now, trail_value(event, TRAIL_KEY_kind), NULL, 0 };
	size_t at;

	if (!unit || !s.kind || !strchr(unit, '?') || trail_is_found(events, now) ||
	    (event->step != TRAIL_DO_run && event->is != TRAIL_EVENT_done))
		return unit;
	s.count = trail_split(arena, unit, &s.parts);
	if (event->is == TRAIL_EVENT_done)
		own = unit_of_step(&s);
	at = trail_which_runs(arena, heap, events, now);
	return own ? own : at < heap->running_count ? heap->running[at].parts : unit;
}
