/* regions.c: blocks and lines, what lies on them, and which places an allocation may take. */
#include "tests/differential/semantics/reader.h"

#include <string.h>

/* ------------------------------------------------------------------ declarations */
void sx_read_regions(struct sx_spec *spec, const json_t *root)
{
	const json_t *json = json_object_get(root, "regions");

	spec->region_count = (unsigned)json_array_size(json);
	spec->regions = GD_NEW_ARRAY(spec->arena, struct region, spec->region_count + 1);
	for (unsigned i = 0; i < spec->region_count; i++)
		spec->regions[i].name =
		    gd_arena_strdup(spec->arena, sx_string(json_array_get(json, i), "name"));
}

/* Metadata of regions stand in the list of all metadata. */
void sx_read_region_metas(struct sx_spec *spec, const json_t *metas)
{
	for (unsigned i = 0; i < spec->meta_count; i++)
		spec->metas[i].region = sx_named(spec, json_array_get(metas, i), "region");
}

static int *numbers(struct sx_spec *spec, const json_t *json)
{
	int *list = GD_NEW_ARRAY(spec->arena, int, json_array_size(json) + 1);

	for (size_t i = 0; i < json_array_size(json); i++)
		list[i] = (int)json_integer_value(json_array_get(json, i));
	return list;
}

void sx_read_extents(struct sx_spec *spec, const json_t *extents)
{
	for (unsigned i = 0; i < spec->region_count; i++) {
		struct region *region = &spec->regions[i];
		const json_t *json = json_object_get(extents, region->name);

		region->count = (unsigned)json_integer_value(json_object_get(json, "count"));
		region->first = numbers(spec, json_object_get(json, "first"));
		region->last = numbers(spec, json_object_get(json, "last"));
		if (json_object_get(json, "around"))
			region->around = numbers(spec, json_object_get(json, "around"));
	}
	for (unsigned i = 0; i < spec->meta_count; i++) {
		if (spec->metas[i].region < 0)
			continue;
		spec->metas[i].first = spec->region_cells;
		spec->region_cells += spec->regions[spec->metas[i].region].count;
	}
}

void sx_initial_regions(const struct sx_spec *spec, struct state *s)
{
	for (unsigned i = 0; i < spec->meta_count; i++)
		for (unsigned k = 0;
		     spec->metas[i].region >= 0 && k < spec->regions[spec->metas[i].region].count;
		     k++)
			s->at[spec->at_regions + spec->metas[i].first + k] =
			    (cell)spec->metas[i].initial;
}

/* ------------------------------------------------------------------------- where */
int sx_sort_of(const struct code *code, const struct expr *expr)
{
	return expr->op == E_REGION_OF ? (int)expr->index
	    : expr->op == E_VAR        ? code->region[expr->index] - 1
				       : -1;
}

bool sx_lies_on(const struct sx_spec *spec, int object, int sort, int region)
{
	return region >= 0 && spec->regions[sort].first[object] <= region &&
	    region <= spec->regions[sort].last[object];
}

int sx_region_of(const struct sx_spec *spec, const struct expr *expr, int of)
{
	const struct region *region = &spec->regions[expr->index];

	if (of < 0)
		return -1;
	if (expr->of_sort < 0)
		return region->first[of];
	return spec->regions[expr->of_sort].around[of];
}

int sx_next_region(const struct sx_spec *spec, int sort, int in_sort, int of, int at)
{
	const struct region *region = &spec->regions[sort];

	for (at++; at < (int)region->count; at++) {
		bool is_there = of == NOWHERE ||
		    (of >= 0 && in_sort >= 0 && region->around[at] == of) ||
		    (of >= 0 && in_sort < 0 && sx_lies_on(spec, of, sort, at));

		if (is_there)
			return at;
	}
	return -1;
}

cell *sx_region_cell(const struct sx_spec *spec, struct state *s, unsigned meta, int region)
{
	return &s->at[spec->at_regions + spec->metas[meta].first + (unsigned)region];
}
