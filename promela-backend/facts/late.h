/* late.h: windows of workers. */
#ifndef PML_FACTS_LATE_H
#define PML_FACTS_LATE_H

#include "promela-backend/facts/model.h"

/* Fills in what the windows of workers are; comes after those of mutators are known. */
void pml_plan_late(struct pml_model *model);
/* NODE is something that a worker stores.  OVERTAKEN: an access of its unit may come first; OUTLIVES: it may be
 * late when its unit is over.  Whether no more is to be said of it, because workers have windows, or must have. */
bool pml_takes_late(struct pml_model *model, struct pml_node *node, bool overtaken, bool outlives);
/* KERNEL with a variable for its window. */
const struct ir_kernel *pml_with_window(struct pml_model *model, struct pml_kernel *kernel);
/* A test: whether STMT emits a unit of KIND. */
bool pml_is_emit_of(const struct ir_stmt *stmt, const void *kind);
/* Whether others may take a unit of KIND before the emit is ordered: it is in a packet of the worker. */
bool pml_keeps_units(const struct pml_model *model, const struct pml_kernel *kernel);
/* Whether a worker takes a unit of KIND, or hands it back, under the scheduler's lock. */
bool pml_is_taken_under_lock(const struct pml_model *model, const struct ir_kind *kind);
bool pml_ends_under_lock(const struct pml_model *model, const struct ir_kind *kind);
/* Whether everything that the unit has stored is in memory when it does STMT. */
bool pml_orders_stores(const struct pml_model *model, const struct ir_stmt *stmt);
/* A test: whether EXPR is a guard for which a kernel waits until other workers have no packet. */
bool pml_waits_for_others(const struct ir_expr *expr, const void *unused);

#endif
