/* check-heap.c: each object of a heap is there once, and is reachable as roots and fields say. */
#include "trace/check-internal.h"

#include <string.h>

/* Traces of earlier releases do not say which fields are weak. */
static bool is_weak(const json_t *weak, const char *field)
{
	const json_t *one;
	size_t i;

	json_array_foreach(weak, i,
	    one) if (strcmp(json_string_value(one), field) == 0) return true;
	return false;
}

/* Adds the object NAME to REACHED, and to TODO if it is new there. */
static void reach(const json_t *state, const json_t *name, json_t *reached, json_t *todo)
{
	const char *text = json_string_value(name);

	if (!text || !events_object(state, text) || json_object_get(reached, text))
		return;
	json_object_set_new(reached, text, json_true());
	json_array_append_new(todo, json_string(text));
}

static void reach_from(const struct check *c, const json_t *state, const json_t *object,
    json_t *reached, json_t *todo)
{
	const json_t *weak = json_object_get(c->heading, "weak"), *slots, *slot, *name;
	const char *field;
	size_t i;

	json_array_foreach(json_object_get(c->heading, "references"), i, name) reach(state,
	    json_object_get(json_object_get(object, "metadata"), json_string_value(name)), reached,
	    todo);

	json_object_foreach(json_object_get(object, "fields"), field, slots)
	{
		if (is_weak(weak, field))
			continue;
		json_array_foreach(slots, i, slot) reach(state, slot, reached, todo);
	}
}

/* By object: true, if the roots and the objects that are held lead there. */
static json_t *all_reached(const struct check *c, const json_t *state)
{
	json_t *reached = json_object(), *todo = json_array(), *value;
	const char *root;
	size_t i;

	json_object_foreach(json_object_get(state, "roots"), root, value)
	    reach(state, value, reached, todo);
	json_array_foreach(json_object_get(state, "held"), i, value)
	    reach(state, value, reached, todo);
	for (i = 0; i < json_array_size(todo); i++)
		reach_from(c, state,
		    events_object(state, json_string_value(json_array_get(todo, i))), reached,
		    todo);
	json_decref(todo);
	return reached;
}

static void check_reachable(struct check *c, const json_t *state, const char *path)
{
	const json_t *weak = json_object_get(c->heading, "weak"), *object;
	json_t *reached = all_reached(c, state);
	size_t i;

	json_array_foreach(json_object_get(state, "heap"), i, object)
	{
		bool is = json_object_get(reached, events_text(object, "object")) != NULL;
		bool said = json_is_true(json_object_get(object, "reachable"));

		/* without `held', or if a field may be weak, not all is known */
		if (is == said || (is ? !weak : !json_object_get(state, "held")))
			continue;
		events_mistake(c, "state",
		    gd_arena_printf(c->arena, "%sheap[%zu].reachable", path, i),
		    is ? "roots and fields lead to `%s'" : "nothing leads to `%s'",
		    events_text(object, "object"));
	}
	json_decref(reached);
}

void events_check_heap(struct check *c, const json_t *state, const char *path)
{
	const json_t *heap = json_object_get(state, "heap"), *object;
	size_t i;

	json_array_foreach(heap, i, object)
	{
		const char *name = events_text(object, "object");

		if (events_object(state, name) != object)
			events_mistake(c, "value",
			    gd_arena_printf(c->arena, "%sheap[%zu].object", path, i),
			    "`%s' is there twice", name);
	}
	check_reachable(c, state, path);
	events_check_regions(c, state, path);
}
