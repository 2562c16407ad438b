/* region.h: regions of the heap, as tables of the model. */
#ifndef PML_FACTS_REGION_H
#define PML_FACTS_REGION_H

#include "promela-backend/facts/model.h"

/* Whether the heap has regions: Note [Regions]. */
bool pml_has_regions(const struct pml_model *model);
/* How many regions of this sort there are.  This is also the number of none. */
size_t pml_region_count(const struct pml_model *model, const struct ir_region *region);
/* The first region of this sort of OF, an object or a region in it; TEXT is its number. */
const char *pml_region_of(const struct pml_model *model, const struct ir_type *of, const char *text,
    const struct ir_region *region);
/* The numbers of regions that a loop visits, whose variable is a REGION, in OF (NULL: the heap); TEXT is the number
 * of that.  END is the first that is not visited. */
void pml_region_bounds(const struct pml_model *model, const struct ir_region *region,
    const struct ir_type *of, const char *text, const char **first, const char **end);
/* Whether CELL lies on a region, at least in part, as a condition. */
const char *pml_lies_on(const struct pml_model *model, const char *cell, const struct ir_type *type,
    const char *region);

/* Whether CELL, which has what PLACE is a part of, is there: the object exists, or the region is one. */
const char *pml_is_there(const struct pml_model *model, const struct ir_place *place,
    const char *cell);
/* "… && ": that the location AT is no metadata of a region. */
const char *pml_outside_regions(const struct pml_model *model, const char *at);

#endif
