/* emit-root.c: the roots of mutators. */
#include "promela-backend/emit-root.h"
#include "promela-backend/facts/domain.h"
#include "promela-backend/facts/sets.h"

const char *pml_root_at(struct pml_model *model, size_t mutator, int root)
{
	return gd_arena_printf(model->arena, "FIRST_ROOT + %zu",
	    pml_first_root(model, mutator) + (size_t)root);
}

void pml_set_root(struct pml_model *model, size_t mutator, int root, const char *value,
    struct pml_set *writes)
{
	gd_out_line(model->out, "mem_poke(%s, %s);", pml_root_at(model, mutator, root), value);
	gd_out_line(model->out, "printf(\"@ root root=%zu value=%%d\\n\", SHOWN(%s));",
	    pml_first_root(model, mutator) + (size_t)root, value);
	pml_set_add(model, writes, PML_CELL_ROOTS, 0);
}
