/* check-regions.c: the regions of a heap stay where they are, and so does what lies on them. */
#include "trace/check-internal.h"

#include <string.h>

static const json_t *region_named(const json_t *state, const char *name)
{
	const json_t *one;
	size_t i;

	json_array_foreach(json_object_get(state, "regions"), i,
	    one) if (events_is(one, "region", name)) return one;
	return NULL;
}

/* A region lies in one that comes before it, and has a name of its own. */
void events_check_regions(struct check *c, const json_t *state, const char *path)
{
	const json_t *one;
	size_t i;

	json_array_foreach(json_object_get(state, "regions"), i, one)
	{
		const char *name = events_text(one, "region"), *in = events_text(one, "in");

		if (region_named(state, name) != one)
			events_mistake(c, "value",
			    gd_arena_printf(c->arena, "%sregions[%zu].region", path, i),
			    "`%s' is there twice", name);
		if (in && !region_named(state, in))
			events_mistake(c, "value",
			    gd_arena_printf(c->arena, "%sregions[%zu].in", path, i),
			    "there is no region `%s'", in);
	}
}

static void check_same(struct check *c, const json_t *before, const json_t *now, size_t i)
{
	static const char *const members[] = { "region", "sort", "in" };

	for (size_t k = 0; k < sizeof members / sizeof *members; k++)
		if (!json_equal(json_object_get(before, members[k]),
			json_object_get(now, members[k])))
			events_mistake(c, "state",
			    gd_arena_printf(c->arena, "regions[%zu].%s", i, members[k]),
			    "regions stay as they are");
}

/* An object gets its place when it is first allocated. */
static void check_places(struct check *c, const json_t *step)
{
	const json_t *object, *line;
	size_t i, k;

	json_array_foreach(json_object_get(step, "heap"), i, object)
	{
		const json_t *before = json_object_get(events_object(c->state,
							   events_text(object, "object")),
				 "on"),
			     *on = json_object_get(object, "on");
		const char *part = gd_arena_printf(c->arena, "heap[%zu].on", i);

		if (before && !json_equal(before, on) && json_array_size(before))
			events_mistake(c, "state", part, "the place of an object does not change");
		if (json_is_true(json_object_get(object, "live")) && !json_array_size(on))
			events_mistake(c, "state", part, "an object lies on a region");
		json_array_foreach(on, k, line) if (!region_named(step, json_string_value(line)))
		    events_mistake(c, "state", part, "there is no region `%s'",
			json_string_value(line));
	}
}

void events_check_same_regions(struct check *c, const json_t *step)
{
	const json_t *before = json_object_get(c->state, "regions"),
		     *now = json_object_get(step, "regions");

	if (json_array_size(before) != json_array_size(now)) {
		events_mistake(c, "state", "regions", "before this step there were %zu",
		    json_array_size(before));
		return;
	}
	for (size_t i = 0; i < json_array_size(now); i++)
		check_same(c, json_array_get(before, i), json_array_get(now, i), i);
	if (now)
		check_places(c, step);
}
