/* marks.c: which stores of a run wait, and the marks of its steps. */
#include "trace/marks.h"

#include <string.h>

struct load { /* that waits */
	struct marks_access access;
	long turn;
};
struct effect { /* in the current step */
	struct marks_access access;
	long turn;
	long began;                    /* the step in which it was executed */
	const struct marks_store *own; /* the store whose value the load finds; NULL: memory's */
	bool waited;
};
struct marks {
	struct gd_arena *arena;
	long step, turn, stores;
	size_t reorderings;
	GD_VEC(struct marks_store *) waiting;
	GD_VEC(struct load) loads;
	GD_VEC(struct effect) effects;
};

struct marks *marks_new(struct gd_arena *arena)
{
	struct marks *marks = GD_NEW(arena, struct marks);

	marks->arena = arena;
	return marks;
}

/* ------------------------------------------------------------------ what happens */
void marks_step(struct marks *marks, long number)
{
	marks->step = number;
	marks->effects.count = 0;
}

long marks_hold(struct marks *marks, const struct marks_access *access)
{
	struct marks_store *store = GD_NEW(marks->arena, struct marks_store);

	*store = (struct marks_store){ .number = ++marks->stores,
		.began = marks->step,
		.turn = ++marks->turn,
		.access = *access };
	GD_PUSH(marks->arena, marks->waiting, store);
	return store->number;
}

static bool is_at(const struct marks_access *access, const char *thread, const char *location)
{
	return (!thread || strcmp(access->thread, thread) == 0) && access->location && location &&
	    strcmp(access->location, location) == 0;
}

/* The youngest write of THREAD to LOCATION that waits. */
static const struct marks_store *own(const struct marks *marks, const char *thread,
    const char *location)
{
	for (size_t i = marks->waiting.count; i > 0; i--)
		if (is_at(&marks->waiting.at[i - 1]->access, thread, location))
			return marks->waiting.at[i - 1];
	return NULL;
}

const struct marks_store *marks_reach(struct marks *marks, const char *thread, const char *location,
    const char *found, const char *stored)
{
	struct marks_store *store = NULL;
	struct effect effect = { .waited = true };

	for (size_t i = 0; i < marks->waiting.count; i++)
		if (store)
			marks->waiting.at[i - 1] = marks->waiting.at[i];
		else if (is_at(&marks->waiting.at[i]->access, thread, location))
			store = marks->waiting.at[i];
	if (!store)
		return NULL;
	marks->waiting.count--;
	effect.access = store->access;
	effect.access.found = found;
	effect.access.stored = stored;
	effect.turn = store->turn;
	effect.began = store->began;
	GD_PUSH(marks->arena, marks->effects, effect);
	return store;
}

static void take_effect(struct marks *marks, const struct marks_access *access, long turn)
{
	struct effect effect = { .access = *access, .turn = turn, .began = marks->step };

	if (access->reads && !access->writes)
		effect.own = own(marks, access->thread, access->location);
	GD_PUSH(marks->arena, marks->effects, effect);
}

void marks_ask(struct marks *marks, const struct marks_access *access)
{
	const struct marks_store *store = own(marks, access->thread, access->location);
	struct load load = { *access, ++marks->turn };

	if (store && !store->access.reads)
		take_effect(marks, access, load.turn);
	else
		GD_PUSH(marks->arena, marks->loads, load);
}

bool marks_answer(struct marks *marks, const char *thread, const char *location, const char *found)
{
	for (size_t i = 0; i < marks->loads.count; i++) {
		struct load load = marks->loads.at[i];
		struct effect effect = { .access = load.access, .turn = load.turn };

		if (!is_at(&load.access, thread, location))
			continue;
		for (size_t j = i + 1; j < marks->loads.count; j++)
			marks->loads.at[j - 1] = marks->loads.at[j];
		marks->loads.count--;
		effect.access.found = found;
		effect.began = marks->step;
		GD_PUSH(marks->arena, marks->effects, effect);
		return true;
	}
	return false;
}

void marks_do(struct marks *marks, const struct marks_access *access)
{
	take_effect(marks, access, ++marks->turn);
}

/* --------------------------------------------------------------------- sentences */
/* "thread 2", "the worker" */
static const char *whom(struct gd_arena *arena, const char *thread)
{
	return strchr(thread, ' ') ? thread : gd_arena_printf(arena, "the %s", thread);
}

/* "`want1 = 1`", "the swap of turn", "the stop" */
static const char *name_of(struct gd_arena *arena, const struct marks_access *access)
{
	if (access->location && access->stored && !access->reads)
		return gd_arena_printf(arena, "`%s = %s`", access->location, access->stored);
	if (access->location)
		return gd_arena_printf(arena, "the %s of %s", access->op, access->location);
	return gd_arena_printf(arena, "the %s", access->op);
}

/* "its later load of want0 (step 5)"; STEP 0: without the step. */
static const char *later(struct gd_arena *arena, const struct marks_access *access, long step)
{
	const char *name = name_of(arena, access);

	if (strncmp(name, "the ", 4) == 0)
		name += 4;
	return step ? gd_arena_printf(arena, "its later %s (step %ld)", name, step)
		    : gd_arena_printf(arena, "its later %s", name);
}

static const char *overtaking(struct gd_arena *arena, const struct marks_store *store,
    const struct effect *effect)
{
	const char *what = later(arena, &effect->access, effect->waited ? effect->began : 0);

	if (!effect->access.writes && effect->access.reads && effect->own == store)
		return gd_arena_printf(arena,
		    "%s finds its value: for other threads the load comes first", what);
	if (!effect->access.writes && effect->access.reads && effect->own)
		return gd_arena_printf(arena,
		    "%s finds %s, which waits as well: for other threads the load comes first",
		    what, name_of(arena, &effect->own->access));
	if (!effect->access.writes && effect->access.reads)
		return gd_arena_printf(arena,
		    "%s takes effect: for other threads the load comes first", what);
	if (effect->waited)
		return gd_arena_printf(arena, "%s reaches memory: other threads see that first",
		    what);
	return gd_arena_printf(arena, "%s takes effect: other threads see that first", what);
}

static const char *why_overtaken(const struct marks *marks, const struct marks_store *store,
    const struct effect *effect)
{
	return gd_arena_printf(marks->arena, "%s of %s (step %ld) is not in memory yet when %s.",
	    name_of(marks->arena, &store->access), whom(marks->arena, store->access.thread),
	    store->began, overtaking(marks->arena, store, effect));
}

/* "finds 0: it misses", "finds 1, but misses" (the same value). */
static const char *how_missed(struct gd_arena *arena, const struct marks_store *store,
    const struct marks_access *read)
{
	if (!read->found)
		return "misses";
	if (store->access.stored && strcmp(read->found, store->access.stored) == 0)
		return gd_arena_printf(arena, "finds %s, but misses", read->found);
	return gd_arena_printf(arena, "finds %s: it misses", read->found);
}

static const char *why_missed(const struct marks *marks, const struct marks_store *store,
    const struct marks_access *read)
{
	struct gd_arena *arena = marks->arena;
	const char *reader = whom(arena, read->thread), *writer = whom(arena, store->access.thread);

	return gd_arena_printf(arena,
	    "the %s of %s by %s %s %s, which %s executed in step %ld and which %s has overtaken; "
	    "%s goes on as if %s had not executed it.",
	    read->op, read->location, reader, how_missed(arena, store, read),
	    name_of(arena, &store->access), writer, store->began, store->overtaken_by, reader,
	    writer);
}

/* ------------------------------------------------------------------------- marks */
struct red_list {
	GD_VEC(struct marks_red) marks;
};

static void add(struct marks *marks, struct red_list *list, const struct marks_store *store,
    char rule, const struct marks_access *access, const char *why)
{
	struct marks_red red = { store, rule, access->thread, access->op, access->location, why };

	for (size_t i = 0; i < list->marks.count; i++)
		if (list->marks.at[i].store == store && strcmp(list->marks.at[i].why, why) == 0)
			return;
	GD_PUSH(marks->arena, list->marks, red);
}

/* The access that sentences of rule B name: the first one that others can see before the store.  A load
 * that finds a store of its own thread does not read memory, so it is named only as long as there is no
 * other access. */
static void note_overtaking(struct marks *marks, struct marks_store *store,
    const struct effect *effect)
{
	const char *what = later(marks->arena, &effect->access, marks->step);

	if (!store->overtaken_in || (store->overtaken_unseen && !effect->own)) {
		store->overtaken_by = effect->own
		    ? gd_arena_printf(marks->arena, "%s, which finds a store that waits as well,",
			  what)
		    : what;
		store->overtaken_unseen = effect->own;
	}
	if (!store->overtaken_in) {
		store->overtaken_in = marks->step;
		marks->reorderings++;
	}
}

static void add_overtaken(struct marks *marks, struct red_list *list, struct marks_store *store,
    const struct effect *effect)
{
	note_overtaking(marks, store, effect);
	add(marks, list, store, 'A', &effect->access, why_overtaken(marks, store, effect));
}

static bool misses(const struct marks *marks, const struct effect *effect,
    const struct marks_store *store)
{
	return effect->access.reads && !effect->own && store->overtaken_in &&
	    store->overtaken_in < marks->step &&
	    is_at(&effect->access, NULL, store->access.location);
}

size_t marks_end(struct marks *marks, const struct marks_red **red)
{
	struct red_list list = { 0 };

	for (size_t i = 0; i < marks->waiting.count; i++)
		for (size_t j = 0; j < marks->effects.count; j++) {
			struct marks_store *store = marks->waiting.at[i];
			const struct effect *effect = &marks->effects.at[j];
			bool same = strcmp(store->access.thread, effect->access.thread) == 0;

			if (same && store->turn < effect->turn)
				add_overtaken(marks, &list, store, effect);
			else if (!same && misses(marks, effect, store))
				add(marks, &list, store, 'B', &effect->access,
				    why_missed(marks, store, &effect->access));
		}
	*red = list.marks.at;
	return list.marks.count;
}

/* ----------------------------------------------------------------------- the rest */
size_t marks_waiting(const struct marks *marks, const struct marks_store *const **stores)
{
	*stores = (const struct marks_store *const *)marks->waiting.at;
	return marks->waiting.count;
}

const char *marks_observed(const struct marks *marks, const char *thread, const char *location)
{
	const struct marks_store *store = own(marks, thread, location);

	return store && !store->access.reads ? store->access.stored : NULL;
}

void marks_early(struct marks *marks)
{
	marks->reorderings++;
}

size_t marks_reorderings(const struct marks *marks)
{
	return marks->reorderings;
}
