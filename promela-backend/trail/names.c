/* names.c: numbers of the model as names of the specification. */
#include "promela-backend/trail/internal.h"

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
FIND(trail_find_group, ir_group, groups, group_count)

const char *trail_value_text(struct gd_arena *arena, const struct ir_scenario *scenario,
    const struct ir_type *type, const char *value)
{
	char *end;
	long number = strtol(value, &end, 10);

	if (end == value || *end)
		return value; /* "?" */
	switch (type->kind) {
	case IR_REF: return trail_object_name(arena, scenario, number);
	case IR_MUTATOR: return trail_mutator_name(scenario, number);
	case IR_TAGS:
		return number >= 0 && (size_t)number < type->tag_count ? type->tags[number] : value;
	case IR_BOOL: return type->is_bit ? value : number ? "true" : "false";
	case IR_INT:
	case IR_SLOT: break;
	}
	return value;
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
			part = trail_value_text(arena, scenario, &kind->kernel.vars[i]->type, part);
		text = gd_arena_printf(arena, "%s%s%s", text, i ? ", " : "", part);
	}
	return text;
}

/* --------------------------------------------------------------- source text */
static const struct gd_source *consider(const struct gd_loc *loc, const char *path)
{
	return loc->source && strcmp(loc->source->path, path) == 0 ? loc->source : NULL;
}

/* The source with PATH: the specification's own, or one that it imports. */
static const struct gd_source *find_source(const struct ir_spec *spec, const char *path)
{
	const struct gd_source *found = NULL;

	if (spec->source && strcmp(spec->source->path, path) == 0)
		return spec->source;
	for (size_t i = 0; i < spec->kind_count && !found; i++)
		found = consider(&spec->kinds[i]->loc, path);
	for (size_t i = 0; i < spec->bucket_count && !found; i++)
		found = consider(&spec->buckets[i]->loc, path);
	for (size_t i = 0; i < spec->scenario_count && !found; i++)
		found = consider(&spec->scenarios[i]->loc, path);
	return found;
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
	const struct gd_source *source = place->path ? find_source(spec, place->path) : NULL;
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
