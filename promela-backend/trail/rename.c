/* rename.c: stable names, whatever the model calls things.
 *
 * A model of the most general client begins with any heap, keeps the roots of a
 * mutator in order, and may give objects and mutators other numbers at the end
 * of each step (`@ renamed').  Here each event gets the numbers that the story
 * uses: those that things had when the run began, and new ones for objects that
 * are allocated.  Slots that are known by their address are resolved too. */
#include "promela-backend/trail/internal.h"

#include <stdlib.h>
#include <string.h>

struct trail_names {
	struct gd_arena *arena;
	const struct ir_spec *spec;
	const struct ir_scenario *model; /* the scenario with the model's numbers */
	size_t roots;
	size_t objects; /* of the story */
	bool client;
	long first_slot; /* the address in the model of the first slot: metadata comes before it */
	/* indexed by the numbers that the model has now */
	long *object, *mutator, *root;
	long next; /* of an object that is allocated */
};

/* -------------------------------------------------------------------- numbers */
static long lookup(const long *list, size_t count, long number)
{
	return number >= 0 && (size_t)number < count ? list[number] : number;
}

static long object_of(const struct trail_names *names, long number)
{
	return lookup(names->object, names->model->object_count, number);
}

/* --------------------------------------------------------- the story's scenario */
static size_t count_roots(const struct ir_scenario *scenario)
{
	size_t count = 0;

	for (size_t i = 0; i < scenario->mutator_count; i++)
		count += scenario->mutators[i].root_count;
	return count;
}

static const char *letter(struct gd_arena *arena, size_t index)
{
	return index < 26 ? gd_arena_printf(arena, "%c", (char)('a' + index))
			  : gd_arena_printf(arena, "o%zu", index);
}

struct beginning { /* the state with which the run began */
	int *slots, *roots;
	long *metas;
	bool *is_live; /* by cell */
	size_t live, allocated;
	GD_VEC(size_t) cells; /* those of objects that are allocated, in their order */
};

static void note_given(const struct trail_names *names, struct beginning *from,
    const struct trail_event *event)
{
	long object = trail_number(event, TRAIL_KEY_object, -1),
	     slot = trail_number(event, TRAIL_KEY_slot, -1);
	long root = trail_number(event, TRAIL_KEY_root, -1),
	     value = trail_number(event, TRAIL_KEY_value, -1);
	const struct ir_meta *meta =
	    trail_find_meta(names->spec, trail_value(event, TRAIL_KEY_meta));
	size_t slots = names->model->slots_per_object;

	if (root >= 0 && (size_t)root < names->roots)
		from->roots[root] = (int)value;
	if (object < 0 || (size_t)object >= names->model->object_count)
		return;
	if (slot >= 0 && (size_t)slot < slots)
		from->slots[(size_t)object * slots + (size_t)slot] = (int)value;
	else if (meta)
		from->metas[(size_t)object * names->spec->meta_count + meta->index] = value;
	else if (trail_number(event, TRAIL_KEY_live, 0))
		from->is_live[object] = true;
}

static void note_allocated(const struct trail_names *names, struct beginning *from,
    const struct trail_event *event)
{
	long cell = trail_number(event, TRAIL_KEY_object, 0);

	from->allocated++;
	GD_PUSH(names->arena, from->cells, (size_t)cell);
}

static void look_ahead(const struct trail_names *names, const char *output, struct beginning *from)
{
	struct gd_arena *arena = gd_arena_new();
	struct trail_event event;

	while (*output) {
		if (!trail_read_line(arena, &output, &event))
			continue;
		if (event.is == TRAIL_EVENT_given)
			note_given(names, from, &event);
		if (event.is == TRAIL_EVENT_allocate || event.is == TRAIL_EVENT_made)
			note_allocated(names, from, &event);
	}
	for (size_t i = 0; i < names->model->object_count; i++)
		from->live += from->is_live[i];
	gd_arena_free(arena);
}

static const struct ir_mutator *story_mutators(const struct trail_names *names,
    const struct beginning *from)
{
	const struct ir_scenario *model = names->model;
	struct ir_mutator *mutators =
	    GD_NEW_ARRAY(names->arena, struct ir_mutator, model->mutator_count + 1);
	size_t root = 0;

	for (size_t i = 0; i < model->mutator_count; i++) {
		struct ir_root *roots =
		    GD_NEW_ARRAY(names->arena, struct ir_root, model->mutators[i].root_count + 1);

		mutators[i] = model->mutators[i];
		for (size_t j = 0; j < mutators[i].root_count; j++, root++) {
			roots[j] = model->mutators[i].roots[j];
			roots[j].initial = from->roots[root];
		}
		mutators[i].roots = roots;
	}
	return mutators;
}

/* The objects of the story that are there at the start, in the order of their cells.  Their slots have the
 * numbers of the story. */
static const struct ir_cell_object *story_objects(const struct trail_names *names,
    const struct beginning *from, size_t count)
{
	struct ir_cell_object *objects =
	    GD_NEW_ARRAY(names->arena, struct ir_cell_object, count + 1);
	size_t at = 0, slots = names->model->slots_per_object;

	for (size_t i = 0; i < names->model->object_count; i++) {
		if (!from->is_live[i])
			continue;
		objects[at].name = letter(names->arena, at);
		objects[at].slots = from->slots + i * slots;
		objects[at++].metas = from->metas + i * names->spec->meta_count;
	}
	return objects;
}

/* Each object of the story lies where its cell lies. */
static const struct ir_extent *story_extents(const struct trail_names *names,
    const struct beginning *from, size_t count)
{
	size_t regions = names->spec->region_count;
	struct ir_extent *extents = GD_NEW_ARRAY(names->arena, struct ir_extent, regions + 1);

	for (size_t r = 0; r < regions; r++) {
		const struct ir_extent *model = &names->model->extents[r];
		size_t *first = GD_NEW_ARRAY(names->arena, size_t, count + 1),
		       *last = GD_NEW_ARRAY(names->arena, size_t, count + 1);

		for (size_t i = 0; i < names->model->object_count; i++) {
			first[names->object[i]] = model->first[i];
			last[names->object[i]] = model->last[i];
		}
		for (size_t i = 0; i < from->allocated; i++) {
			first[from->live + i] = model->first[from->cells.at[i]];
			last[from->live + i] = model->last[from->cells.at[i]];
		}
		extents[r] = *model;
		extents[r].first = first;
		extents[r].last = last;
	}
	return extents;
}

/* Objects are named by letters.  After them come objects that are allocated, and cells that are
 * mentioned without ever having held an object. */
static const struct ir_scenario *story_scenario(const struct trail_names *names,
    const struct beginning *from)
{
	struct ir_scenario *story = GD_NEW(names->arena, struct ir_scenario);
	size_t count = from->live + from->allocated + names->model->object_count;

	*story = *names->model;
	story->objects = story_objects(names, from, count);
	story->object_count = count;
	story->named = from->live;
	story->mutators = story_mutators(names, from);
	if (names->model->extents)
		story->extents = story_extents(names, from, count);
	return story;
}

/* The numbers of the cells at the start. */
static void number_cells(struct trail_names *names, const struct beginning *from)
{
	size_t live = 0, free = from->live + from->allocated;

	for (size_t i = 0; i < names->model->object_count; i++)
		names->object[i] = (long)(from->is_live[i] ? live++ : free++);
	names->next = (long)from->live;
}

/* From the numbers of the model to those of the story. */
static void number_given(const struct trail_names *names, const struct beginning *from)
{
	size_t slots = names->model->object_count * names->model->slots_per_object;

	for (size_t i = 0; i < slots; i++)
		from->slots[i] = (int)object_of(names, from->slots[i]);
	for (size_t i = 0; i < names->roots; i++)
		from->roots[i] = (int)object_of(names, from->roots[i]);
	for (size_t i = 0; i < names->model->object_count * names->spec->meta_count; i++)
		if (ir_holds_reference(names->spec->metas[i % names->spec->meta_count]))
			from->metas[i] = object_of(names, from->metas[i]);
}

static long *identity(struct gd_arena *arena, size_t count)
{
	long *list = GD_NEW_ARRAY(arena, long, count + 1);

	for (size_t i = 0; i < count; i++)
		list[i] = (long)i;
	return list;
}

static long *metas_at_allocation(const struct trail_names *names)
{
	size_t count = names->spec->meta_count, cells = names->model->object_count;
	long *metas = GD_NEW_ARRAY(names->arena, long, cells *count + 1);

	for (size_t i = 0; i < cells * count; i++)
		metas[i] = names->spec->metas[i % count]->init;
	return metas;
}

struct trail_names *trail_names_new(struct gd_arena *arena, const struct ir_spec *spec,
    const struct ir_scenario *scenario, const char *output, const struct ir_scenario **story)
{
	struct trail_names *names = GD_NEW(arena, struct trail_names);
	struct beginning from = { 0 };

	names->arena = arena;
	names->spec = spec;
	names->model = *story = scenario;
	names->roots = count_roots(scenario);
	names->client = scenario->client != NULL;
	names->objects = scenario->object_count;
	names->object = identity(arena, scenario->object_count);
	names->mutator = identity(arena, scenario->mutator_count);
	names->root = identity(arena, names->roots);
	names->first_slot = (long)(spec->meta_count * (scenario->object_count + 1));
	if (!names->client)
		return names;
	from.slots =
	    GD_NEW_ARRAY(arena, int, scenario->object_count * scenario->slots_per_object + 1);
	from.roots = GD_NEW_ARRAY(arena, int, names->roots + 1);
	from.metas = metas_at_allocation(names);
	from.is_live = GD_NEW_ARRAY(arena, bool, scenario->object_count + 1);
	look_ahead(names, output, &from);
	number_cells(names, &from);
	number_given(names, &from);
	*story = story_scenario(names, &from);
	names->objects = (*story)->object_count;
	return names;
}

/* --------------------------------------------------------------------- events */
static void set(struct trail_names *names, struct trail_event *event, enum trail_key key,
    long value)
{
	event->value[key] = gd_arena_printf(names->arena, "%ld", value);
}

/* Renames the number at KEY, if there is one: an object, mutator or root. */
static void rename_key(struct trail_names *names, struct trail_event *event, enum trail_key key,
    const long *list, size_t count)
{
	long number = trail_number(event, key, -1);

	if (number >= 0)
		set(names, event, key, lookup(list, count, number));
}

static void rename_object(struct trail_names *names, struct trail_event *event, enum trail_key key)
{
	rename_key(names, event, key, names->object, names->model->object_count);
}

/* at=slot address=9: metadata of all cells, then their slots, then the roots.  Where the slots begin the model says: words
 * that nothing reads are not in it. */
static void resolve(struct trail_names *names, struct trail_event *event)
{
	size_t cells = names->model->object_count + 1, slots = names->model->slots_per_object;
	long address = trail_number(event, TRAIL_KEY_address, -1), slot;

	if (address < names->first_slot)
		return;
	address -= names->first_slot;
	if ((size_t)address >= cells * slots) {
		set(names, event, TRAIL_KEY_root, address - (long)(cells * slots));
		return;
	}
	set(names, event, TRAIL_KEY_object, address / (long)slots);
	slot = address % (long)slots;
	for (size_t i = 0; i < names->spec->group_count; i++) {
		long begin = (long)names->model->group_first[i];

		if (slot < begin || slot >= begin + (long)names->model->group_size[i])
			continue;
		set(names, event, TRAIL_KEY_slot, slot - begin);
		event->value[TRAIL_KEY_at] = names->spec->groups[i]->name;
		return;
	}
}

/* The same as one number: the index of a slot, or of a root after all slots.  -1: a slot of no object. */
static long location_at(const struct trail_names *names, long address)
{
	long cells = (long)names->model->object_count + 1,
	     slots = (long)names->model->slots_per_object, slot = address - names->first_slot;

	if (slot >= cells * slots)
		return (long)names->objects * slots +
		    lookup(names->root, names->roots, slot - cells * slots);
	if (slot < 0 || slot >= (cells - 1) * slots)
		return -1;
	return object_of(names, slot / slots) * slots + slot % slots;
}

/* Whether the location holds references. */
static bool is_reference(const struct trail_names *names, const struct trail_event *event)
{
	const struct ir_meta *meta = trail_find_meta(names->spec, trail_value(event, TRAIL_KEY_at));

	return trail_value(event, TRAIL_KEY_root) || !meta || meta->type.kind == IR_REF;
}

/* Whether `object' is the number of a region, which has the metadata. */
static bool is_of_region(const struct trail_names *names, const struct trail_event *event)
{
	const struct ir_meta *meta = trail_find_meta(names->spec, trail_value(event, TRAIL_KEY_at));

	return meta && meta->region;
}

static void rename_unit(struct trail_names *names, struct trail_event *event)
{
	const struct ir_kind *kind =
	    trail_find_kind(names->spec, trail_value(event, TRAIL_KEY_kind));
	const char **parts, *text = "";
	size_t count = trail_split(names->arena, trail_value(event, TRAIL_KEY_unit), &parts);

	if (!kind || count == 0)
		return;
	for (size_t i = 0; i < count; i++) {
		const char *part = parts[i];
		enum ir_type_kind type =
		    i < kind->param_count ? kind->kernel.vars[i]->type.kind : IR_INT;
		char *end;
		long number = strtol(part, &end, 10);

		if (*end == 0 && type == IR_REF)
			part = gd_arena_printf(names->arena, "%ld", object_of(names, number));
		if (*end == 0 && type == IR_MUTATOR)
			part = gd_arena_printf(names->arena, "%ld",
			    lookup(names->mutator, names->model->mutator_count, number));
		if (*end == 0 && type == IR_SLOT)
			part = gd_arena_printf(names->arena, "%ld", location_at(names, number));
		text = gd_arena_printf(names->arena, "%s%s%s", text, i ? "," : "", part);
	}
	event->value[TRAIL_KEY_unit] = text;
}

/* The type over which the property's outermost quantifier ranges. */
static enum ir_type_kind bound_type(const struct ir_expr *formula)
{
	enum ir_type_kind type;

	if (!formula)
		return IR_INT;
	if (formula->kind == IR_FORALL || formula->kind == IR_EXISTS)
		return formula->var->type.kind;
	type = bound_type(formula->args[0]);
	return type != IR_INT ? type : bound_type(formula->args[1]);
}

static void rename_binding(struct trail_names *names, struct trail_event *event)
{
	const struct ir_property *property =
	    trail_find_property(names->spec, trail_value(event, TRAIL_KEY_property));
	enum ir_type_kind type = !property            ? IR_INT
	    : property->builtin == IR_NO_FREED_ACCESS ? IR_REF
						      : bound_type(property->formula);

	if (property && property->builtin == IR_FAITHFUL &&
	    strcmp(trail_value(event, TRAIL_KEY_meta), "word") != 0)
		rename_object(names, event, TRAIL_KEY_value);
	if (type == IR_REF)
		rename_object(names, event, TRAIL_KEY_binding);
	if (type == IR_MUTATOR)
		rename_key(names, event, TRAIL_KEY_binding, names->mutator,
		    names->model->mutator_count);
}

/* Reorders LIST as `key=2,0,1' says: LIST[new number] = LIST[old number]. */
static void permute(struct trail_names *names, const struct trail_event *event, enum trail_key key,
    long *list, size_t count)
{
	const char **parts;
	size_t found = trail_split(names->arena, trail_value(event, key), &parts);
	long *before = GD_NEW_ARRAY(names->arena, long, count + 1);

	if (found != count)
		return;
	memcpy(before, list, count * sizeof *before);
	for (size_t i = 0; i < count; i++) {
		long to = strtol(parts[i], NULL, 10);

		if (to >= 0 && (size_t)to < count)
			list[to] = before[i];
	}
}

/* Whether EVENT has a location, and what it has found or stored there. */
static bool accesses(const struct trail_event *event)
{
	return event->is == TRAIL_EVENT_access || event->is == TRAIL_EVENT_early ||
	    event->is == TRAIL_EVENT_taken;
}

bool trail_rename(struct trail_names *names, struct trail_event *event)
{
	if (event->is == TRAIL_EVENT_given)
		return false;
	if (event->is == TRAIL_EVENT_renamed) {
		permute(names, event, TRAIL_KEY_objects, names->object, names->model->object_count);
		permute(names, event, TRAIL_KEY_mutators, names->mutator,
		    names->model->mutator_count);
		permute(names, event, TRAIL_KEY_roots, names->root, names->roots);
		return false;
	}
	if (event->is == TRAIL_EVENT_model) {
		names->first_slot = trail_number(event, TRAIL_KEY_address, names->first_slot);
		return true;
	}
	if ((event->is == TRAIL_EVENT_allocate || event->is == TRAIL_EVENT_made) && names->client) {
		long cell = trail_number(event, TRAIL_KEY_object, -1);

		if (cell >= 0 && (size_t)cell < names->model->object_count)
			names->object[cell] = names->next++;
	}
	if (accesses(event) || event->is == TRAIL_EVENT_hold || event->is == TRAIL_EVENT_variable)
		resolve(names, event);
	if (event->is == TRAIL_EVENT_hold && is_reference(names, event))
		rename_object(names, event, TRAIL_KEY_value);
	if (accesses(event)) {
		if (is_reference(names, event)) {
			rename_object(names, event, TRAIL_KEY_found);
			rename_object(names, event, TRAIL_KEY_stored);
		}
	}
	if (event->is == TRAIL_EVENT_root)
		rename_object(names, event, TRAIL_KEY_value);
	if (!is_of_region(names, event))
		rename_object(names, event, TRAIL_KEY_object);
	rename_key(names, event, TRAIL_KEY_mutator, names->mutator, names->model->mutator_count);
	rename_key(names, event, TRAIL_KEY_root, names->root, names->roots);
	rename_unit(names, event);
	rename_binding(names, event);
	return true;
}
