/* fold-cells.h: the cell of a new object is taken in the first step of `allocated'. */
#ifndef PML_FACTS_FOLD_CELLS_H
#define PML_FACTS_FOLD_CELLS_H

#include "promela-backend/facts/model.h"

bool pml_frees_apart(const struct pml_model *model, const struct pml_kernel *kernel);
bool pml_takes_cells_at_once(struct pml_model *model);
/* Whether a formula relies on the cells of objects that the scenario expects: no allocation may take
 * one, where *cells* is applied. */
bool pml_expects_cells(const struct pml_model *model);

#endif
