/* request.c: what the request asks for. */
#include "promela-backend/facts/request.h"
#include "compiler/ir/walk.h"

static bool is_requested(const struct pml_request *request, enum ir_builtin_property builtin)
{
	for (size_t i = 0; i < request->property_count; i++)
		if (request->properties[i]->builtin == builtin)
			return true;
	return false;
}

size_t pml_number_of(const struct pml_model *model, enum ir_builtin_property builtin)
{
	const struct pml_request *request = model->request;

	for (size_t i = 0; i < request->property_count; i++)
		if (request->properties[i]->builtin == builtin)
			return i + 1;
	return 0;
}

bool pml_folds(const struct pml_model *model, enum pml_fold fold)
{
	return !model->spec->region_count && /* Note [Regions] in region.c */
	    !(model->request->no_fold >> fold & 1);
}

bool pml_is_unsound(const struct pml_model *model, enum pml_fold fold)
{
	return model->request->unsound >> fold & 1;
}

/* Whether a folding of the model is right only if nothing breaks BUILTIN. */
bool pml_is_relied_on(const struct pml_model *model, enum ir_builtin_property builtin)
{
	const struct pml_request *request = model->request;

	switch (builtin) {
	case IR_NO_FREED_ACCESS:
		return model->takes_cells_at_once && !(request->unsound >> PML_FOLD_CELLS & 1);
	case IR_NO_STRANDED: return request->no_fold != PML_NO_FOLD && !request->unsound;
	case IR_BUILTIN_NONE:
	case IR_UNIT_UNIQUE:
	case IR_FAITHFUL:
	case IR_CYCLE_ENDS: break;
	}
	return false;
}

bool pml_is_checked(const struct pml_model *model, enum ir_builtin_property builtin)
{
	return pml_number_of(model, builtin) || pml_is_relied_on(model, builtin);
}

static bool says_some_time(const struct ir_expr *expr, const void *unused)
{
	(void)unused;
	return ir_awaits(expr);
}

bool pml_is_owed(const struct pml_request *request)
{
	for (size_t i = 0; i < request->property_count; i++)
		if (ir_expr_any(request->properties[i]->formula, says_some_time, NULL))
			return true;
	return is_requested(request, IR_CYCLE_ENDS);
}

bool pml_client_quits(const struct pml_request *request)
{
	return request->strategy == PML_SAFETY && request->scenario->client &&
	    pml_is_owed(request) && !request->until && !request->until_phase;
}

bool pml_is_cut(const struct pml_model *model)
{
	return model->request->until || model->request->until_phase;
}

bool pml_has_late_stores(const struct pml_request *request)
{
	return request->late_stores && ir_memory_info[request->memory].has_windows;
}

bool pml_has_windows(const struct pml_model *model)
{
	return model->windows || model->late_workers;
}

bool pml_counts_held(const struct pml_model *model)
{
	return pml_has_windows(model) && model->request->counts_reorderings;
}

bool pml_counts_reorderings(const struct pml_model *model)
{
	return (pml_has_windows(model) || model->has_early) && model->request->counts_reorderings;
}

bool pml_is_bounded(const struct pml_model *model)
{
	return pml_counts_reorderings(model) || model->request->counts_switches ||
	    model->request->counts_operations || model->request->cuts_asserts;
}

bool pml_may_ask_for(const struct pml_model *model, const struct ir_cycle *cycle)
{
	const struct ir_scenario *scenario = model->scenario;

	for (size_t i = 0; i < scenario->of_cycle_count; i++)
		if (scenario->of_cycles[i] == cycle)
			return true;
	return scenario->of_cycle_count == 0;
}
