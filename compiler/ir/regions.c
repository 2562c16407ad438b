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

static bool is_peek_of(const struct ir_expr *expr, const void *meta)
{
	return expr->kind == IR_PEEK && expr->place->meta == meta;
}

static bool changes_fit(const struct ir_stmt *stmt, const void *spec)
{
	const struct ir_placing *placing = ((const struct ir_spec *)spec)->placing;
	enum ir_effect effect = ir_op_info[stmt->op].effect;

	return ir_is_of_region(stmt->place) &&
	    (effect == IR_EFFECT_STORE || effect == IR_EFFECT_RMW) &&
	    ir_expr_any(placing->fits, is_peek_of, stmt->place->meta);
}

bool ir_has_holes(const struct ir_spec *spec)
{
	return spec->placing && ir_spec_any(spec, IR_OF_ALL, changes_fit, spec);
}

bool ir_is_of_objects(const struct ir_meta *meta)
{
	return !meta->region && !meta->is_word;
}

bool ir_is_of_region(const struct ir_place *place)
{
	return place && place->kind == IR_PLACE_META && place->meta->region;
}
