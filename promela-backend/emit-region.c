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

/* Note [Holes] in facts/region.c: whether WHOM may place objects on a line, and on all lines of a cell. */
static void put_fits(struct pml_model *model, struct gd_out *out, const char *whom)
{
	const struct ir_placing *placing = model->spec->placing;
	struct pml_env env = { .var = placing->var, .text = "(a_line)" };
	const char *lines = placing->var->type.region->name;
	size_t most = 1;

	for (size_t i = 0; i < model->objects; i++) {
		const struct ir_extent *extent =
		    &model->scenario->extents[placing->var->type.region->index];

		if (most < extent->last[i] - extent->first[i] + 1)
			most = extent->last[i] - extent->first[i] + 1;
	}
	gd_out_printf(out, "#define IN_HOLE_%s(a_line) (%s%s)\n", whom,
	    pml_expr(model, &env, placing->fits),
	    ir_has_holes(model->spec)
		? gd_arena_printf(model->arena, " || taken_by_%s[a_line]", whom)
		: "");
	gd_out_printf(out, "#define FITS_%s(a_cell) (IN_HOLE_%s(first_%s[a_cell])", whom, whom,
	    lines);
	for (size_t i = 1; i < most; i++)
		gd_out_printf(out,
		    " && (first_%s[a_cell] + %zu >= past_%s[a_cell] || IN_HOLE_%s(first_%s[a_cell] + %zu))",
		    lines, i, lines, whom, lines, i);
	gd_out_puts(out, ")\n");
}

/* The lines of a cell, and those before and after them in their block, as far as the hole goes. */
static void put_take_hole(struct pml_model *model, struct gd_out *out, const char *whom)
{
	const struct ir_region *region = model->spec->placing->var->type.region;
	const char *line = region->name, *first, *end;
	const struct ir_type in = { .kind = IR_REGION, .region = region->inside };
	const char *block = region->inside
	    ? gd_arena_printf(model->arena, "around_%s[first_%s[a_cell]]", line, line)
	    : NULL;

	pml_region_bounds(model, region, block ? &in : NULL, block, &first, &end);
	gd_out_printf(out,
	    "inline take_hole_for_%s(a_cell) {\n"
	    "\tx_line = first_%s[a_cell];\n"
	    "\tdo\n"
	    "\t:: x_line < past_%s[a_cell] || (x_line < %s && IN_HOLE_%s(x_line)) ->\n"
	    "\t\ttaken_by_%s[x_line] = true; x_line++\n"
	    "\t:: else -> break\n"
	    "\tod;\n"
	    "\tx_line = first_%s[a_cell];\n"
	    "\tdo\n"
	    "\t:: x_line > %s && IN_HOLE_%s(x_line - 1) -> x_line--; taken_by_%s[x_line] = true\n"
	    "\t:: else -> break\n"
	    "\tod;\n"
	    "\tx_line = 0\n"
	    "}\n",
	    whom, line, line, end, whom, whom, line, first, whom, whom);
}

/* Those of mutators stay if another unit has let the mutators go on already. */
static void put_give_back(struct pml_model *model, struct gd_out *out, const char *whom,
    const char *still)
{
	gd_out_printf(out, "inline give_back_of_%s() {\n", whom);
	for (size_t i = 0; i < pml_region_count(model, model->spec->placing->var->type.region); i++)
		gd_out_printf(out, "\ttaken_by_%s[%zu] = taken_by_%s[%zu] && %s;\n", whom, i, whom,
		    i, still);
	gd_out_puts(out, "\tskip\n}\n");
}

static void put_holes(struct pml_model *model, struct gd_out *out)
{
	static const char *const whom[] = { "mutators", "workers" };
	static const char *const still[] = { "!ALL_STOPPED", "false" };
	size_t lines = pml_region_count(model, model->spec->placing->var->type.region);
	bool has_holes = ir_has_holes(model->spec);

	if (has_holes)
		gd_out_line(out, "hidden byte x_line;");
	for (size_t i = 0; i < 2; i++) {
		if (has_holes)
			gd_out_line(out, "bool taken_by_%s[%zu];", whom[i], lines + 1);
		put_fits(model, out, whom[i]);
		if (!has_holes)
			continue;
		put_take_hole(model, out, whom[i]);
		put_give_back(model, out, whom[i], still[i]);
	}
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
	if (model->spec->placing)
		put_holes(model, out);
}
