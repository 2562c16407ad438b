/* request.h: what the request asks for. */
#ifndef PML_FACTS_REQUEST_H
#define PML_FACTS_REQUEST_H

#include "promela-backend/facts/model.h"

/* The number of PROPERTY in the request; the first is 1. 0: it is not checked. */
size_t pml_number_of(const struct pml_model *model, enum ir_builtin_property builtin);
bool pml_folds(const struct pml_model *model, enum pml_fold fold);
bool pml_is_unsound(const struct pml_model *model, enum pml_fold fold);
/* Whether a folding of the model is right only if nothing breaks BUILTIN. */
bool pml_is_relied_on(const struct pml_model *model, enum ir_builtin_property builtin);
/* Whether the search ends where BUILTIN is broken, because it is requested or asserted. */
bool pml_is_checked(const struct pml_model *model, enum ir_builtin_property builtin);
/* Whether the client may stop acting at any time during a collection.  The collector must still
 * finish its work then. */
bool pml_client_quits(const struct pml_request *request);
/* Whether runs are cut before the scenario is over. */
bool pml_is_cut(const struct pml_model *model);
/* Whether workers have windows in the model of REQUEST. */
bool pml_has_late_stores(const struct pml_request *request);
/* Whether some thread has a window. */
bool pml_has_windows(const struct pml_model *model);
/* Whether runs with too many reorderings are cut: something can be late, and there is a bound. */
bool pml_counts_reorderings(const struct pml_model *model);
/* Whether stores that wait are among them. */
bool pml_counts_held(const struct pml_model *model);
/* Whether runs are cut that have too many reorderings, context switches or operations, or in which an
 * assert fails. */
bool pml_is_bounded(const struct pml_model *model);
bool pml_may_ask_for(const struct pml_model *model, const struct ir_cycle *cycle);

#endif
