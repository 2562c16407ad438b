/* region.c: what C has of regions: their sizes, their metadata, and their names. */
#include "c-backend/region.h"
#include "c-backend/refuse.h"
#include "compiler/ir/walk.h"

#define BLOCK_BYTES     32768 /* of the runtime: gcrt-layout.h */
#define LEAST_BYTES     128
#define REGION_METADATA 8

/* -------------------------------------------------------------------- declarations */

unsigned cgen_region_shift(const struct ir_region *region)
{
	unsigned shift = 0;

	while (1L << shift < region->bytes)
		shift++;
	return shift;
}

static void check_size(struct cgen *c, const struct ir_region *region)
{
	bool is_block = c->spec->region_count > 1 && !region->inside;
	long least = is_block ? BLOCK_BYTES : LEAST_BYTES;

	if (region->bytes >= least && region->bytes <= BLOCK_BYTES)
		return;
	cgen_refuse(c, region->loc,
	    gd_arena_printf(c->arena, "regions of %ld bytes", region->bytes));
	c->refusal.help = is_block
	    ? "the larger of two sorts of regions has 32 KiB, as the blocks of the runtime have"
	    : "a region has at least 128 B, and at most 32 KiB, as the blocks of the runtime have";
}

static void check_meta(struct cgen *c, const struct ir_meta *meta)
{
	long high = meta->type.kind == IR_TAGS ? (long)meta->type.tag_count - 1 : meta->type.high;
	long low = meta->type.kind == IR_TAGS ? 0 : meta->type.low;

	if (ir_holds_reference(meta))
		cgen_refuse(c, meta->loc, "metadata of regions that are references");
	else if (meta->type.kind != IR_BOOL && (low < 0 || high > 255))
		cgen_refuse(c, meta->loc, "metadata outside 0 to 255");
}

static void check_slide(const struct ir_stmt *stmt, void *data)
{
	if (stmt->op == IR_OP_slide || stmt->op == IR_OP_move)
		cgen_refuse(data, stmt->loc, "objects that slide in a heap with regions");
}

void cgen_take_regions(struct cgen *c)
{
	struct ir_spec *spec = GD_NEW(c->arena, struct ir_spec);
	size_t count = c->spec->meta_count;

	*spec = *c->spec;
	while (spec->meta_count && spec->metas[spec->meta_count - 1]->region)
		spec->meta_count--;
	c->spec = spec;
	c->region_metas = spec->metas + spec->meta_count;
	c->region_meta_count = count - spec->meta_count;
	for (size_t i = 0; i < spec->region_count; i++) {
		check_size(c, spec->regions[i]);
		if (spec->regions[i]->inside || spec->region_count == 1)
			c->smallest = spec->regions[i];
	}
	for (size_t i = 0; i < c->region_meta_count; i++)
		check_meta(c, c->region_metas[i]);
	if (c->region_meta_count > REGION_METADATA)
		cgen_refuse(c, c->region_metas[REGION_METADATA]->loc,
		    "more than 8 pieces of metadata of regions");
	for (size_t i = 0; spec->region_count && i < spec->kind_count; i++)
		ir_list_each(spec->kinds[i]->kernel.body, check_slide, c);
}

const char *cgen_region_name(struct cgen *c, const struct ir_meta *meta)
{
	return gd_arena_printf(c->arena, "%s_REGION_%s_%s", c->upper, meta->region->name,
	    meta->name);
}

void cgen_region_names(struct cgen *c, struct gd_out *out)
{
	if (!c->region_meta_count)
		return;
	gd_out_line(out, "enum %s_region {", c->prefix);
	for (size_t i = 0; i < c->region_meta_count; i++)
		gd_out_line(out, "\t%s%s", cgen_region_name(c, c->region_metas[i]),
		    i + 1 < c->region_meta_count ? "," : "");
	gd_out_line(out, "};");
}

const char *cgen_region_place(struct cgen *c, const struct ir_meta *meta, const char *region)
{
	return gd_arena_printf(c->arena, "gcrt_region(%s, %u, %s)", region,
	    cgen_region_shift(meta->region), cgen_region_name(c, meta));
}

const char *cgen_region_of(struct cgen *c, const struct ir_expr *e, const char *of)
{
	return gd_arena_printf(c->arena, "%s(%s, %u)",
	    e->args[0]->type.kind == IR_REF ? "gcrt_region_of" : "gcrt_around", of,
	    cgen_region_shift(e->region));
}
