/* region.c: regions of the heap, as tables of the model, and holes.
 *
 * Note [Regions]: the places of a scenario and the regions on which they lie are fixed; they are in tables that no
 * step changes.  So `o.line' is no access, and is done in the step in which it stands.  Metadata of
 * regions are locations, as those of objects are.  The number of a region after the last one is none: null lies there,
 * and an access to its metadata breaks `no_freed_access'.
 *
 * Cells are not alike if they lie on different regions, and a loop visits regions in the order of their numbers.  So
 * there is no canonical form, and no folding is made: nobody has shown yet that one is sound here.  Each cell that is free
 * and fits may be taken: Note [Taken cells] in moving.c leaves none out here.  A most general client begins with objects
 * in any cells, and allocates in each that is free and fits.  Whether it fits is decided in the step that takes
 * it, by what memory holds then.  Compared by: tests/differential (semantics, which looks at the lines by itself).
 *
 * Note [Holes]: an allocator of C takes a run of lines, and places objects in it one after the other.  It looks at the
 * condition of a line only when it takes it.  In a model an allocation takes the run of lines around its place
 * (`taken_by_mutators', `taken_by_workers'), and what is taken may be used further.  All mutators share what one of
 * them has taken, and so do all workers: so a model has more runs.  In C the run is as long or shorter.  C gives back at least
 * what a model gives back: what mutators have taken, when all are stopped and before the unit that stopped them
 * goes on; what workers have taken, at the end of a cycle, when no unit runs.  C gives back at other moments, too, which a
 * model need not do.  It does not give back what workers have taken at a stop, because others may allocate
 * between the stop and the next step of the unit.  If no kernel and no barrier stores what the condition loads,
 * lines that were taken satisfy it for ever, and there is nothing to note (ir_has_holes).
 * Compared by: tests/differential (semantics). */
#include "promela-backend/facts/region.h"

bool pml_has_regions(const struct pml_model *model)
{
	return model->spec->region_count > 0;
}

size_t pml_region_count(const struct pml_model *model, const struct ir_region *region)
{
	return ir_regions_of(model->scenario, region);
}

const char *pml_region_of(const struct pml_model *model, const struct ir_type *of, const char *text,
    const struct ir_region *region)
{
	return gd_arena_printf(model->arena, "%s_%s[%s]",
	    of->kind == IR_REGION ? "around" : "first",
	    of->kind == IR_REGION ? of->region->name : region->name, text);
}

void pml_region_bounds(const struct pml_model *model, const struct ir_region *region,
    const struct ir_type *of, const char *text, const char **first, const char **end)
{
	*first = "0";
	*end = gd_arena_printf(model->arena, "%zu", pml_region_count(model, region));
	if (!of)
		return;
	*first =
	    gd_arena_printf(model->arena, "%s_%s[%s]", of->kind == IR_REGION ? "begin" : "first",
		of->kind == IR_REGION ? of->region->name : region->name, text);
	*end = gd_arena_printf(model->arena, "%s_%s[%s]", of->kind == IR_REGION ? "end" : "past",
	    of->kind == IR_REGION ? of->region->name : region->name, text);
}

const char *pml_lies_on(const struct pml_model *model, const char *cell, const struct ir_type *type,
    const char *region)
{
	return gd_arena_printf(model->arena, "(first_%s[%s] <= %s && %s < past_%s[%s])",
	    type->region->name, cell, region, region, type->region->name, cell);
}

const char *pml_is_there(const struct pml_model *model, const struct ir_place *place,
    const char *cell)
{
	return ir_is_of_region(place) ? gd_arena_printf(model->arena, "(%s < %zu)", cell,
					    pml_region_count(model, place->meta->region))
				      : gd_arena_printf(model->arena, "live[%s]", cell);
}

/* Metadata of regions follow each other. */
const char *pml_outside_regions(const struct pml_model *model, const char *at)
{
	size_t first = 0, end, cells = model->objects + 1;

	while (first < model->spec->meta_count && !model->spec->metas[first]->region)
		first++;
	for (end = first; end < model->spec->meta_count && model->spec->metas[end]->region; end++)
		;
	return first == end ? ""
			    : gd_arena_printf(model->arena, "(%s < %zu || %s >= %zu) && ", at,
				  first * cells, at, end * cells);
}
