/* region.h: what C has of regions: their sizes, their metadata, and their names. */
#ifndef CGEN_REGION_H
#define CGEN_REGION_H

#include "c-backend/emit.h"

/* Takes metadata of regions out of the metadata of C's specification, into C; refuses what the runtime does not have. */
void cgen_take_regions(struct cgen *c);
/* The logarithm of the bytes of REGION. */
unsigned cgen_region_shift(const struct ir_region *region);
/* X_REGION_line_live, and all of them, for x-names.h. */
const char *cgen_region_name(struct cgen *c, const struct ir_meta *meta);
void cgen_region_names(struct cgen *c, struct gd_out *out);
/* The location of metadata of a region; the region that E is, of the object or in the region OF.  REGION and OF are C. */
const char *cgen_region_place(struct cgen *c, const struct ir_meta *meta, const char *region);
const char *cgen_region_of(struct cgen *c, const struct ir_expr *e, const char *of);

#endif
