/* emit-region.c: the tables of regions. */
#include "promela-backend/emit-region.h"
#include "promela-backend/facts/region.h"
#include "promela-backend/steps/expr.h"

/* NAME_REGION: VALUES, each with MORE added, and NONE for null or for no region. */
static void table(struct gd_out *out, const char *name, const struct ir_region *region,
    const size_t *values, size_t count, size_t more, size_t none)
{
	gd_out_printf(out, "hidden byte %s_%s[%zu] = { ", name, region->name, count + 1);
	for (size_t i = 0; i < count; i++)
		gd_out_printf(out, "%zu, ", values[i] + more);
	gd_out_printf(out, "%zu };\n", none);
}

/* Whether an allocation may take CELL, as far as its lines say. */
static void put_fits(struct pml_model *model, struct gd_out *out, size_t cell)
{
	const struct ir_placing *placing = model->spec->placing;
	const struct ir_extent *lines = &model->scenario->extents[placing->var->type.region->index];

	gd_out_printf(out, "#define FITS_%zu (true", cell);
	for (size_t i = lines->first[cell]; i <= lines->last[cell]; i++) {
		struct pml_env env = { .var = placing->var,
			.text = gd_arena_printf(model->arena, "%zu", i) };

		gd_out_printf(out, " && %s", pml_expr(model, &env, placing->fits));
	}
	gd_out_puts(out, ")\n");
}

void pml_put_regions(struct pml_model *model, struct gd_out *out)
{
	for (size_t i = 0; i < model->spec->region_count; i++) {
		const struct ir_region *region = model->spec->regions[i];
		const struct ir_extent *extent = &model->scenario->extents[i];

		gd_out_line(out, "// %s: those of each object; %zu is none", region->name,
		    extent->count);
		table(out, "first", region, extent->first, model->objects, 0, extent->count);
		table(out, "past", region, extent->last, model->objects, 1, 0);
		if (extent->around)
			table(out, "around", region, extent->around, extent->count, 0,
			    pml_region_count(model, region->inside));
		if (extent->begin) {
			table(out, "begin", region, extent->begin, extent->count, 0, 0);
			table(out, "end", region, extent->end, extent->count, 0, 0);
		}
	}
	for (size_t i = 0; model->spec->placing && i < model->objects; i++)
		put_fits(model, out, i);
}
