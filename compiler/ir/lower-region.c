/* lower-region.c: regions, what names them, and which places an allocation may take. */
#include "compiler/ir/lower-internal.h"

#include <string.h>

static struct ir_type region_type(const struct ir_region *region)
{
	return (struct ir_type){ .kind = IR_REGION, .region = region };
}

/* ----------------------------------------------------------------- declarations */
static long bytes_of(const struct syn_decl *region)
{
	const char *unit = region->unit.text ? region->unit.text : "";

	return !strcmp(unit, "MiB") ? region->size * 1024 * 1024
	    : !strcmp(unit, "KiB")  ? region->size * 1024
				    : region->size;
}

void ir_lower_regions(struct lower *l)
{
	struct syn_decl **decls;
	size_t count = sem_decls(l->sem, l->variant, SYN_DECL_REGION, l->arena, &decls);
	struct ir_region **regions = GD_NEW_ARRAY(l->arena, struct ir_region *, count + 1);

	for (size_t i = 0; i < count; i++) {
		regions[i] = GD_NEW(l->arena, struct ir_region);
		*regions[i] = (struct ir_region){ .name = decls[i]->name.text,
			.loc = decls[i]->head,
			.index = i,
			.bytes = bytes_of(decls[i]) };
	}
	l->ir->regions = (const struct ir_region *const *)regions;
	l->ir->region_count = count;
	for (size_t i = 0; i < count; i++)
		regions[i]->inside = ir_lower_region(l, decls[i]->inside.text);
}

void ir_lower_placing(struct lower *l)
{
	struct syn_decl **decls;
	size_t count = sem_decls(l->sem, l->variant, SYN_DECL_SPACE, l->arena, &decls);

	for (size_t i = 0; i < count; i++) {
		const struct syn_decl *decl = decls[i];
		const struct ir_region *over = ir_lower_region(l, decl->over.text);
		struct ir_placing *placing = GD_NEW(l->arena, struct ir_placing);
		struct body b;

		if (!over)
			continue;
		ir_lower_begin(&b, l, decl->head);
		b.observing = true;
		placing->name = decl->name.text;
		placing->loc = decl->head;
		placing->var =
		    ir_lower_var(&b, decl->binder.text, decl->binder.loc, region_type(over));
		ir_lower_bind(&b, decl->binder.text,
		    ir_expr_var(&b, placing->var, decl->binder.loc), NULL);
		placing->fits = ir_lower_expr(&b, decl->expr, NULL);
		l->ir->placing = placing;
	}
}

/* ------------------------------------------------------------------ where places are */
/* What has been read of `heap { … }'. */
struct reading {
	const struct syn_decl *scenario;
	struct ir_extent *lines, *blocks; /* blocks: NULL, there are none */
	size_t *first_line, *last_line, *first_block, *begin, *end, *around;
	size_t cells; /* named objects, and free places so far */
};

static size_t number_of(const struct syn_decl *scenario, const char *name)
{
	size_t i = 0;

	while (i < scenario->objects.count && scenario->objects.at[i].text != name)
		i++;
	return i;
}

static void read_place(struct reading *r, const struct syn_place *place, bool *placed)
{
	size_t cell, line = r->lines->count - 1;

	if (place->kind == SYN_PLACE_OUTER) {
		r->begin[r->blocks->count] = r->end[r->blocks->count] = r->lines->count;
		r->blocks->count++;
		return;
	}
	if (place->kind == SYN_PLACE_LINE) {
		if (r->blocks) {
			r->around[r->lines->count] = r->blocks->count - 1;
			r->end[r->blocks->count - 1] = r->lines->count + 1;
		}
		r->lines->count++;
		return;
	}
	cell =
	    place->kind == SYN_PLACE_FREE ? r->cells++ : number_of(r->scenario, place->name.text);
	if (!placed[cell])
		r->first_line[cell] = line;
	placed[cell] = true;
	r->last_line[cell] = line;
	if (r->blocks)
		r->first_block[cell] = r->blocks->count - 1;
}

size_t ir_lower_places(const struct syn_decl *scenario)
{
	size_t count = scenario->objects.count;

	for (size_t i = 0; i < scenario->layout.count; i++)
		count += scenario->layout.at[i].kind == SYN_PLACE_FREE;
	return count;
}

const struct ir_extent *ir_lower_layout(struct lower *l, const struct syn_decl *scenario)
{
	struct ir_extent *extents =
	    GD_NEW_ARRAY(l->arena, struct ir_extent, l->ir->region_count + 1);
	size_t room = scenario->layout.count + scenario->objects.count + 1;
	struct reading r = { .scenario = scenario, .cells = scenario->objects.count };
	bool *placed = GD_NEW_ARRAY(l->arena, bool, room);
	size_t **arrays[] = { &r.first_line, &r.last_line, &r.first_block, &r.begin, &r.end,
		&r.around };

	if (!l->ir->region_count)
		return NULL;
	for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
		*arrays[i] = GD_NEW_ARRAY(l->arena, size_t, room);
	for (size_t i = 0; i < l->ir->region_count; i++)
		*(l->ir->regions[i]->inside || l->ir->region_count == 1 ? &r.lines : &r.blocks) =
		    &extents[i];
	for (size_t i = 0; i < scenario->layout.count; i++)
		read_place(&r, &scenario->layout.at[i], placed);
	*r.lines = (struct ir_extent){ .count = r.lines->count,
		.first = r.first_line,
		.last = r.last_line,
		.around = r.blocks ? r.around : NULL };
	if (r.blocks)
		*r.blocks = (struct ir_extent){ .count = r.blocks->count,
			.first = r.first_block,
			.last = r.first_block,
			.begin = r.begin,
			.end = r.end };
	return extents;
}
