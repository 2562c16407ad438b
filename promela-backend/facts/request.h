/* request.h: what the request asks for. */
#ifndef PML_FACTS_REQUEST_H
#define PML_FACTS_REQUEST_H

#include "promela-backend/facts/model.h"

/* Number of PROPERTY in the request, 1 the first; 0: it is not checked. */
size_t pml_number_of(const struct pml_model *model, enum ir_builtin_property builtin);
bool pml_folds(const struct pml_model *model, enum pml_fold fold);
bool pml_is_unsound(const struct pml_model *model, enum pml_fold fold);
/* A folding of the model is only right where nothing breaks BUILTIN. */
bool pml_is_relied_on(const struct pml_model *model, enum ir_builtin_property builtin);
/* Nothing is concluded from a model in which BUILTIN is broken: it is requested, or else asserted. */
bool pml_is_checked(const struct pml_model *model, enum ir_builtin_property builtin);
/* While a collection goes on the client may leave off, at any time: what the collector has
 * to do must then come to its end. */
bool pml_client_quits(const struct pml_request *request);
/* Runs end before the scenario is over. */
bool pml_is_cut(const struct pml_model *model);
bool pml_may_ask_for(const struct pml_model *model, const struct ir_cycle *cycle);

#endif
