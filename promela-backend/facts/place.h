/* place.h: places, where a token waits for its next step, and the number of its colours. */
#ifndef PML_FACTS_PLACE_H
#define PML_FACTS_PLACE_H

#include "promela-backend/facts/model.h"

size_t pml_radix(const struct pml_model *model, const struct pml_kernel *kernel, size_t var,
    uint64_t nonnull);
/* The place of the kernel; of a fill, that of its first statement. */
struct gd_loc pml_loc_of(const struct pml_kernel *kernel);
void pml_refuse_colours(struct pml_model *model, const struct pml_kernel *kernel);
struct pml_place *pml_place_at(struct pml_model *model, struct pml_kernel *kernel,
    const struct pml_node *node, enum pml_point point);
size_t pml_unit_colours(struct pml_model *model, const struct pml_kernel *kernel);
/* Whether the roots of a client may be sorted: no unit remembers where a root is. */
bool pml_client_sorts(const struct pml_model *model);

#endif
