/* locations.c: the shared locations of a story by name, and what they contain. */
#include "promela-backend/trail/internal.h"

#include <string.h>

static const char *field_name(struct gd_arena *arena, const struct trail *trail, size_t object,
    const struct ir_group *group, size_t slot)
{
	const char *name = trail_object_name(arena, trail->scenario, (long)object);

	return group->is_array ? gd_arena_printf(arena, "%s.%s[%zu]", name, group->name, slot)
			       : gd_arena_printf(arena, "%s.%s", name, group->name);
}

void trail_name_locations(struct gd_arena *arena, struct trail *trail)
{
	const struct ir_spec *spec = trail->spec;
	GD_VEC(struct trail_location) list = { 0 };

	for (size_t o = 0; o < trail->scenario->object_count; o++) {
		for (size_t i = 0; i < spec->meta_count; i++) {
			if (spec->metas[i]->region &&
			    o >= ir_regions_of(trail->scenario, spec->metas[i]->region))
				continue;
			GD_PUSH(arena, list,
			    ((struct trail_location){ gd_arena_printf(arena, "%s.%s",
							  trail_owner_name(arena, trail->scenario,
							      spec->metas[i], (long)o),
							  spec->metas[i]->name),
				spec->metas[i], o * spec->meta_count + i }));
		}
		for (size_t g = 0; g < spec->group_count; g++)
			for (size_t i = 0; i < trail->scenario->group_size[g]; i++)
				GD_PUSH(arena, list,
				    ((struct trail_location){
					field_name(arena, trail, o, spec->groups[g], i), NULL,
					o * trail->scenario->slots_per_object +
					    trail->scenario->group_first[g] + i }));
	}
	trail->locations = list.at;
	trail->location_count = list.count;
}

static const char *value_of(struct gd_arena *arena, const struct trail *trail,
    const struct trail_heap *heap, const struct trail_location *location)
{
	if (!location->meta)
		return trail_object_name(arena, trail->scenario, heap->slot[location->index]);
	return trail_value_text(arena, trail->scenario, &location->meta->type,
	    gd_arena_printf(arena, "%ld", heap->meta[location->index]));
}

const char *trail_memory(struct gd_arena *arena, const struct trail *trail,
    const struct trail_heap *heap, const char *location)
{
	for (size_t i = 0; i < trail->location_count; i++)
		if (strcmp(trail->locations[i].name, location) == 0)
			return value_of(arena, trail, heap, &trail->locations[i]);
	for (size_t i = 0; i < trail->root_count; i++)
		if (strcmp(trail->root_names[i], location) == 0)
			return trail_object_name(arena, trail->scenario, heap->root[i]);
	return NULL;
}
