/* regions.c: who looks at regions. */
#include "compiler/ir/ir.h"
#include "compiler/ir/walk.h"

size_t ir_regions_of(const struct ir_scenario *scenario, const struct ir_region *region)
{
	return scenario->extents ? scenario->extents[region->index].count : 0;
}

const struct ir_region *ir_smallest_region(const struct ir_spec *spec)
{
	for (size_t i = 0; i < spec->region_count; i++)
		if (spec->regions[i]->inside || spec->region_count == 1)
			return spec->regions[i];
	return NULL;
}

bool ir_is_of_objects(const struct ir_meta *meta)
{
	return !meta->region && !meta->is_word;
}

bool ir_is_of_region(const struct ir_place *place)
{
	return place && place->kind == IR_PLACE_META && place->meta->region;
}
