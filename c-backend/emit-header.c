/* emit-header.c: x-names.h, the names of kinds, buckets, queues, cycles and metadata;
 * and x-attrs.h, what the inline paths of the program must know. */
#include "c-backend/emit-header.h"
#include "c-backend/emit-barrier.h"
#include "c-backend/emit-policy.h"
#include "c-backend/queues.h"
#include "c-backend/region.h"

static void open_guard(struct cgen *c, struct gd_out *out, const char *suffix)
{
	gd_out_line(out, "#ifndef %s_%s", c->upper, suffix);
	gd_out_line(out, "#define %s_%s", c->upper, suffix);
	gd_out_line(out, "%s", "");
}

static void begin_extern_c(struct gd_out *out)
{
	gd_out_line(out, "#ifdef __cplusplus\nextern \"C\" {\n#endif\n");
}

static void end_extern_c(struct gd_out *out)
{
	gd_out_line(out, "%s", "");
	gd_out_line(out, "#ifdef __cplusplus\n}\n#endif\n");
	gd_out_line(out, "#endif");
}

void cgen_header(struct cgen *c, struct gd_out *out)
{
	const struct ir_spec *spec = c->spec;

	open_guard(c, out, "NAMES_H");
	begin_extern_c(out);
	gd_out_line(out, "enum %s_kind {", c->prefix);
	for (size_t i = 0; i < spec->kind_count; i++)
		gd_out_line(out, "\t%s_KIND_%s,", c->upper, spec->kinds[i]->name);
	gd_out_line(out, "\t%s_KINDS\n};", c->upper);
	gd_out_line(out, "enum %s_bucket {", c->prefix);
	for (size_t i = 0; i < spec->bucket_count; i++)
		gd_out_line(out, "\t%s_BUCKET_%s,", c->upper, spec->buckets[i]->name);
	gd_out_line(out, "\t%s_BUCKETS\n};", c->upper);
	gd_out_line(out, "enum %s_queue { /* a kind in a bucket */", c->prefix);
	for (size_t i = 0; i < spec->bucket_count; i++)
		for (size_t k = 0; k < spec->buckets[i]->kind_count; k++)
			gd_out_line(out, "\t%s,",
			    cgen_queue(c, spec->buckets[i]->kinds[k], spec->buckets[i]));
	gd_out_line(out, "\t%s_QUEUES\n};", c->upper);
	gd_out_line(out, "enum %s_cycle {", c->prefix);
	for (size_t i = 0; i < spec->cycle_count; i++)
		gd_out_line(out, "\t%s_CYCLE_%s,", c->upper, spec->cycles[i]->name);
	gd_out_line(out, "\t%s_CYCLES\n};", c->upper);
	if (spec->phase_count) {
		gd_out_line(out, "enum %s_phase {", c->prefix);
		for (size_t i = 0; i < spec->phase_count; i++)
			gd_out_line(out, "\t%s_PHASE_%s,", c->upper, spec->phases[i]->name);
		gd_out_line(out, "\t%s_PHASES\n};", c->upper);
	}
	gd_out_line(out, "enum %s_metadata {", c->prefix);
	for (size_t i = 0; i < spec->meta_count; i++)
		gd_out_line(out, "\t%s_META_%s,", c->upper, spec->metas[i]->name);
	gd_out_line(out, "\t%s_METADATA\n};", c->upper);
	cgen_region_names(c, out);
	cgen_policy_names(c, out);
	end_extern_c(out);
}

static void constant(struct gd_out *out, const char *name, bool value)
{
	gd_out_line(out, "static inline int %s(void)", name);
	gd_out_line(out, "{");
	gd_out_line(out, "\treturn %d;", value);
	gd_out_line(out, "}");
	gd_out_line(out, "%s", "");
}

/* Also in x.c, before the embedder's header, which looks for it. */
void cgen_header_attribute(const struct ir_spec *spec, struct gd_out *out)
{
	if (ir_header_meta(spec))
		gd_out_line(out, "#define GC_COLLECTOR_HAS_WORD 1 /* in each object */");
	if (!ir_overlay(spec))
		return;
	if (ir_overlays_beside(spec))
		gd_out_line(out,
		    "#define GC_COLLECTOR_OVERLAYS 2 /* also while the program runs */");
	else
		gd_out_line(out,
		    "#define GC_COLLECTOR_OVERLAYS 1 /* while the program is stopped */");
}

/* The allocator and the safepoints are those of the runtime. */
void cgen_attributes(struct cgen *c, struct gd_out *out)
{
	open_guard(c, out, "ATTRS_H");
	if (c->smallest)
		gd_out_line(out, "#define GCRT_HAS_REGIONS 1");
	cgen_header_attribute(c->spec, out);
	gd_out_line(out,
	    "#include \"gcrt-attrs.h\" /* the allocator and safepoints of the runtime */");
	gd_out_line(out, "%s", "");
	begin_extern_c(out);
	cgen_barrier_tests(c, out);
	constant(out, "gc_can_pin_objects", ir_pins(c->spec));
	constant(out, "gc_can_move_objects", ir_moves(c->spec));
}

/* To be called after all attributes were written: the name contains their hash (Note
 * [Attributes]). */
void cgen_attributes_end(struct cgen *c, struct gd_out *out)
{
	gd_out_line(out, "GCRT_NEED_ATTRIBUTES(%s)", c->attributes);
	end_extern_c(out);
}
