/* names.c: numbers of the model as names of the specification. */
#include "promela-backend/trail/internal.h"

#include "compiler/base/out.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* The name of an object.  A cell without a name is one that scripts allocate. */
const char *trail_object_name(struct gd_arena *arena, const struct ir_scenario *scenario,
    long object)
{
	if (object < 0)
		return "null";
	if ((size_t)object < scenario->object_count && scenario->objects[object].name)
		return scenario->objects[object].name;
	return gd_arena_printf(arena, "new%ld", object - (long)scenario->named + 1);
}

const char *trail_mutator_name(const struct ir_scenario *scenario, long mutator)
{
	if (mutator >= 0 && (size_t)mutator < scenario->mutator_count)
		return scenario->mutators[mutator].name;
	return "?";
}

#define FIND(function, type, list, count)                                                          \
	const struct type *function(const struct ir_spec *spec, const char *name)                  \
	{                                                                                          \
		for (size_t i = 0; name && i < spec->count; i++)                                   \
			if (strcmp(spec->list[i]->name, name) == 0)                                \
				return spec->list[i];                                              \
		return NULL;                                                                       \
	}
FIND(trail_find_kind, ir_kind, kinds, kind_count)
FIND(trail_find_bucket, ir_bucket, buckets, bucket_count)
FIND(trail_find_property, ir_property, properties, property_count)
FIND(trail_find_meta, ir_meta, metas, meta_count)
FIND(trail_find_ghost, ir_ghost, ghosts, ghost_count)
FIND(trail_find_policy, ir_policy, policies, policy_count)
FIND(trail_find_group, ir_group, groups, group_count)

const char *trail_region_name(struct gd_arena *arena, const struct ir_scenario *scenario,
    const struct ir_region *region, long number)
{
	return number < 0 || (size_t)number >= ir_regions_of(scenario, region)
	    ? gd_arena_printf(arena, "no %s", region->name)
	    : gd_arena_printf(arena, "%s%ld", region->name, number);
}

const char *trail_owner_name(struct gd_arena *arena, const struct ir_scenario *scenario,
    const struct ir_meta *meta, long number)
{
	return meta && meta->region ? trail_region_name(arena, scenario, meta->region, number)
				    : trail_object_name(arena, scenario, number);
}

const char *trail_value_text(struct gd_arena *arena, const struct ir_scenario *scenario,
    const struct ir_type *type, const char *value)
{
	char *end;
	long number = strtol(value, &end, 10);

	if (end == value || *end)
		return value; /* "?" */
	switch (type->kind) {
	case IR_REF:
		return ir_tag_of(type, number) ? ir_tag_of(type, number)
					       : trail_object_name(arena, scenario, number);
	case IR_MUTATOR: return trail_mutator_name(scenario, number);
	case IR_TAGS:
		return number >= 0 && (size_t)number < type->tag_count ? type->tags[number] : value;
	case IR_BOOL: return type->is_bit ? value : number ? "true" : "false";
	case IR_REGION: return trail_region_name(arena, scenario, type->region, number);
	case IR_INT:
	case IR_SLOT: break;
	}
	return value;
}

static const char *slot_name(struct gd_arena *arena, const struct ir_spec *spec,
    const struct ir_scenario *scenario, long object, size_t slot)
{
	const char *name = trail_object_name(arena, scenario, object);

	for (size_t i = 0; i < spec->group_count; i++) {
		const struct ir_group *group = spec->groups[i];
		size_t first = scenario->group_first[i];

		if (slot >= first && slot < first + scenario->group_size[i])
			return group->is_array
			    ? gd_arena_printf(arena, "%s.%s[%zu]", name, group->name, slot - first)
			    : gd_arena_printf(arena, "%s.%s", name, group->name);
	}
	return "?";
}

const char *trail_location_name(struct gd_arena *arena, const struct ir_spec *spec,
    const struct ir_scenario *scenario, long location)
{
	size_t at = (size_t)location, slots = scenario->slots_per_object;

	if (location < 0)
		return "null";
	if (at < scenario->object_count * slots)
		return slot_name(arena, spec, scenario, (long)(at / slots), at % slots);
	at -= scenario->object_count * slots;
	for (size_t i = 0; i < scenario->mutator_count; i++) {
		const struct ir_mutator *mutator = &scenario->mutators[i];

		if (at < mutator->root_count)
			return gd_arena_printf(arena, "%s.%s", mutator->name,
			    mutator->roots[at].name);
		at -= mutator->root_count;
	}
	return "?";
}

static const char *argument_text(struct gd_arena *arena, const struct ir_spec *spec,
    const struct ir_scenario *scenario, const struct ir_type *type, const char *value)
{
	if (type->kind == IR_SLOT && strcmp(value, "?") != 0)
		return trail_location_name(arena, spec, scenario, strtol(value, NULL, 10));
	return trail_value_text(arena, scenario, type, value);
}

const char *trail_unit_args(struct gd_arena *arena, const struct ir_spec *spec,
    const struct ir_scenario *scenario, const char *kind_name, const char *unit)
{
	const struct ir_kind *kind = trail_find_kind(spec, kind_name);
	const char **parts, *text = "";
	size_t count = trail_split(arena, unit, &parts);

	for (size_t i = 0; i < count; i++) {
		const char *part = parts[i];

		if (kind && i < kind->param_count)
			part =
			    argument_text(arena, spec, scenario, &kind->kernel.vars[i]->type, part);
		text = gd_arena_printf(arena, "%s%s%s", text, i ? ", " : "", part);
	}
	return text;
}

/* --------------------------------------------------------------- source text */
/* Models print names of files as gd_harmless() writes them. */
static bool is_called(struct gd_arena *arena, const struct gd_source *source, const char *path)
{
	return source &&
	    (strcmp(source->path, path) == 0 ||
		strcmp(gd_harmless(arena, source->path), path) == 0);
}

/* The source with PATH: the specification's own, or one that it imports. */
static const struct gd_source *find_source(struct gd_arena *arena, const struct ir_spec *spec,
    const char *path)
{
	if (is_called(arena, spec->source, path))
		return spec->source;
	for (size_t i = 0; i < spec->kind_count; i++)
		if (is_called(arena, spec->kinds[i]->loc.source, path))
			return spec->kinds[i]->loc.source;
	for (size_t i = 0; i < spec->bucket_count; i++)
		if (is_called(arena, spec->buckets[i]->loc.source, path))
			return spec->buckets[i]->loc.source;
	for (size_t i = 0; i < spec->scenario_count; i++)
		if (is_called(arena, spec->scenarios[i]->loc.source, path))
			return spec->scenarios[i]->loc.source;
	return NULL;
}

const char *trail_path(struct gd_arena *arena, const struct ir_spec *spec, const char *printed)
{
	const struct gd_source *source = printed ? find_source(arena, spec, printed) : NULL;

	return source ? source->path : printed;
}

const char *trail_text_of(struct gd_arena *arena, const struct gd_loc *loc)
{
	const char *at, *end;
	char *text, *to;

	if (!loc->source || loc->line == 0 || loc->end_line > loc->source->line_count)
		return NULL;
	at = loc->source->text + loc->source->line_start[loc->line - 1] + loc->column - 1;
	end = loc->source->text + loc->source->line_start[loc->end_line - 1] + loc->end_column;
	if (at >= end || end > loc->source->text + loc->source->length)
		return NULL;
	text = to = gd_arena_alloc(arena, (size_t)(end - at) + 1);
	for (; at < end; at++)
		if (!isspace((unsigned char)*at) || (to > text && to[-1] != ' '))
			*to++ = isspace((unsigned char)*at) ? ' ' : *at;
	return text;
}

const char *trail_statement(struct gd_arena *arena, const struct ir_spec *spec,
    const struct trail_place *place)
{
	const struct gd_source *source = place->path ? find_source(arena, spec, place->path) : NULL;
	const char *at, *end;
	char *text, *to;

	if (!source || place->line == 0 || place->line > source->line_count || place->column == 0)
		return "";
	at = source->text + source->line_start[place->line - 1] + place->column - 1;
	end = source->text + source->length;
	text = to = gd_arena_alloc(arena, 82);
	for (; at < end && *at != ';' && *at != '{' && *at != '\n' && to - text < 80; at++)
		if (!isspace((unsigned char)*at) || (to > text && to[-1] != ' '))
			*to++ = isspace((unsigned char)*at) ? ' ' : *at;
	while (to > text && to[-1] == ' ')
		to--;
	*to = 0;
	return text;
}
