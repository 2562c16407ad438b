/* faithful.c: how a mutator finds something else than without a collector, in words. */
#include "promela-backend/trail/internal.h"

#include <string.h>

/* "a.data[0]", "a.field[1]": where the program's load was. */
static const char *place_of(struct gd_arena *arena, const struct trail *trail,
    const struct trail_event *access)
{
	const char *at = trail_value(access, TRAIL_KEY_at);
	const char *object =
	    trail_object_name(arena, trail->scenario, trail_number(access, TRAIL_KEY_object, -1));
	const struct ir_group *group = trail_find_group(trail->spec, at);

	return group && group->is_array ? gd_arena_printf(arena, "%s.%s[%ld]", object, at,
					      trail_number(access, TRAIL_KEY_slot, 0))
					: gd_arena_printf(arena, "%s.%s", object, at);
}

static const char *text_of(struct gd_arena *arena, const struct trail *trail, bool is_word,
    long value)
{
	if (is_word)
		return gd_arena_printf(arena, "%ld", value);
	if (value == -2)
		return "an object that the collector has freed";
	return trail_object_name(arena, trail->scenario, value);
}

const char *trail_unfaithful(struct gd_arena *arena, const struct trail *trail,
    const struct trail_event *events, size_t fails)
{
	const struct trail_event *event = &events[fails];
	const char *what = trail_value(event, TRAIL_KEY_meta);
	bool is_word = what && strcmp(what, "word") == 0;
	const char *meant =
	    text_of(arena, trail, is_word, trail_number(event, TRAIL_KEY_value, -1));
	long root = trail_number(event, TRAIL_KEY_root, -1);
	size_t at = fails;

	if (root >= 0 && (size_t)root < trail->root_count)
		return gd_arena_printf(arena, "a mutator uses %s; without a collector it is %s",
		    trail->root_names[root], meant);
	while (at > 0 && events[at].is != TRAIL_EVENT_access)
		at--;
	if (events[at].is != TRAIL_EVENT_access)
		return NULL;
	const char *found =
	    text_of(arena, trail, is_word, trail_number(&events[at], TRAIL_KEY_found, -1));
	if (strcmp(found, meant) == 0) /* the cell's name, and that of the object that was in it */
		found = gd_arena_printf(arena, "a cell in which %s is no longer", meant);
	return gd_arena_printf(arena, "a mutator reads %s: %s; without a collector it is %s",
	    place_of(arena, trail, &events[at]), found, meant);
}
