/* coverage.h: which points of the specification a search reaches. */
#ifndef PML_FACTS_COVERAGE_H
#define PML_FACTS_COVERAGE_H

#include "promela-backend/facts/model.h"

struct pml_point_flags pml_point_flags(struct gd_arena *arena, const struct ir_spec *spec,
    const struct ir_scenario *scenario);
/* How many flags a model of SPEC has whose points have FLAGS. */
size_t pml_flag_count(const struct ir_spec *spec, struct pml_point_flags flags);
/* The first flag for units of KIND that are left out; one for each value of their metadata. */
size_t pml_left_out_flag(const struct ir_spec *spec, struct pml_point_flags flags,
    const struct ir_kind *kind);
/* By point, less 1: whether runs that the model leaves out may reach it.  NULL: none may. */
const bool *pml_points_in_doubt(const struct pml_model *model);

#endif
