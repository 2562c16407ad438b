/* emit-region.c: regions: Notes [Regions] and [Holes] of the runtime.  In C a region is its first address. */
#include "c-backend/emit-region.h"
#include "c-backend/emit-expr.h"
#include "c-backend/emit-lines.h"
#include "c-backend/emit-uses.h"
#include "c-backend/region.h"
#include "compiler/ir/walk.h"

/* ------------------------------------------------------------------------ in kernels */

/* Whether all that a loop over objects does is to give a piece of their metadata, a byte, one value.  Note [Stores that change
 * nothing] of the runtime. */
static bool only_sets(const struct ir_stmt *loop)
{
	const struct ir_stmt *store = loop->body;
	const struct ir_place *place = store ? store->place : NULL;

	return store && store->op == IR_OP_store && !store->next && store->order == IR_RELAXED &&
	    store->args[0]->kind == IR_CONST && place->kind == IR_PLACE_META &&
	    ir_is_var(place->object, loop->dst) && !place->meta->is_word && !place->meta->region &&
	    !ir_holds_reference(place->meta);
}

/* ON: the region, and the shift of its size. */
static void begin_objects(struct cgen *c, const struct ir_stmt *loop, const char *on)
{
	const char *var = cgen_var(c, loop->dst);

	if (!only_sets(loop)) {
		cgen_spec_line(c, loop->loc, "gcrt_for_objects_on(%s, %s) {", on, var);
		return;
	}
	cgen_spec_line(c, loop->loc, "gcrt_for_objects_unlike(%s, %s, %s_META_%s, %s) {", on, var,
	    c->upper, loop->body->place->meta->name, cgen_expr(c, loop->body->args[0]));
}

void cgen_begin_regions(struct cgen *c, const struct ir_stmt *loop)
{
	const struct ir_expr *of = loop->args[0];
	const char *var = cgen_var(c, loop->dst), *text = of ? cgen_expr(c, of) : "";
	unsigned outer = of && of->type.kind == IR_REGION ? cgen_region_shift(of->type.region) : 0;
	unsigned shift = loop->domain == IR_DOMAIN_REGIONS ? cgen_region_shift(loop->region) : 0;

	if (loop->domain == IR_DOMAIN_OBJECTS)
		begin_objects(c, loop, gd_arena_printf(c->arena, "%s, %u", text, outer));
	else if (!of)
		cgen_spec_line(c, loop->loc, "gcrt_for_all_regions(worker, %u, %s) {", shift, var);
	else if (of->type.kind == IR_REF)
		cgen_spec_line(c, loop->loc, "gcrt_for_regions_of(%s, %u, %s) {", text, shift, var);
	else
		cgen_spec_line(c, loop->loc, "gcrt_for_regions_in(%s, %u, %u, %s) {", text, outer,
		    shift, var);
	if (!cgen_count_uses(loop->body, loop->dst, false))
		cgen_more(c, "\t(void)%s;", var);
}

/* -------------------------------------------------------------------------- the rest */

void cgen_placing(struct cgen *c)
{
	const struct ir_placing *placing = c->spec->placing;
	const struct ir_kernel nothing = { .var_count = 0 };
	struct cgen_function f = { .kernel = &nothing };
	const char *text;

	if (!placing)
		return;
	c->function = &f;
	c->is_placing = true;
	text = cgen_expr(c, placing->fits);
	cgen_spec_line(c, placing->loc, "static bool %s_line_fits(uintptr_t %s)", c->prefix,
	    cgen_var(c, placing->var));
	cgen_more(c, "{");
	c->out->indent++;
	if (!ir_expr_any(placing->fits, ir_is_var, placing->var))
		cgen_more(c, "(void)%s;", cgen_var(c, placing->var));
	cgen_spec_line(c, placing->loc, "return %s;", text);
	c->out->indent--;
	cgen_more(c, "}");
	cgen_more(c, "%s", "");
	c->is_placing = false;
	c->function = NULL;
}

void cgen_region_table(struct cgen *c)
{
	if (!c->region_meta_count)
		return;
	cgen_line(c, "static const struct gcrt_region_metadata %s_regions[] = {", c->prefix);
	for (size_t i = 0; i < c->region_meta_count; i++) {
		const struct ir_meta *meta = c->region_metas[i];
		cgen_more(c, "\t[%s] = { .name = \"%s.%s\", .shift = %u, .initial = %ld },",
		    cgen_region_name(c, meta), meta->region->name, meta->name,
		    cgen_region_shift(meta->region), meta->init);
	}
	cgen_more(c, "};");
	cgen_more(c, "%s", "");
}

void cgen_region_members(struct cgen *c)
{
	if (!c->smallest)
		return;
	cgen_more(c, "\t.line_shift = %u,", cgen_region_shift(c->smallest));
	if (c->spec->placing)
		cgen_more(c, "\t.line_fits = %s_line_fits,", c->prefix);
	if (c->region_meta_count)
		cgen_more(c, "\t.region_metadata = %s_regions, .region_metadata_count = %zu,",
		    c->prefix, c->region_meta_count);
}
