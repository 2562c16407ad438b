/* root.c: the roots of mutators. */
#include "promela-backend/steps/root.h"
#include "promela-backend/facts/domain.h"
#include "promela-backend/steps/faithful.h"

const char *pml_root_at(struct pml_model *model, size_t mutator, int root)
{
	return gd_arena_printf(model->arena, "FIRST_ROOT + %zu",
	    pml_first_root(model, mutator) + (size_t)root);
}

void pml_set_root(struct pml_code *code, size_t mutator, int root, const char *value)
{
	struct pml_model *model = code->model;

	PML_DO(code, set_root, .at = pml_root_at(model, mutator, root), .value = value);
	pml_mean_root(code, pml_root_at(model, mutator, root), value);
	PML_EVENT(code, root,
	    .root = pml_count(model, pml_first_root(model, mutator) + (size_t)root),
	    .value = pml_number(gd_arena_printf(model->arena, "SHOWN(%s)", value)));
}
