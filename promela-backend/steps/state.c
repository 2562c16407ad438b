/* state.c: the names that models give the states of runtime/src/gcrt-machine.def. */
#include "promela-backend/steps/machine.h"

#include <ctype.h>

const char *pml_state(struct pml_model *model, enum pml_state state, const struct pml_it *it)
{
	const char *of = pml_states[state].of == PML_OF_bucket ? it->bucket->name : it->kind->name;
	char *name = gd_arena_strdup(model->arena, pml_states[state].name);

	for (char *at = name; *at; at++)
		*at = (char)toupper((unsigned char)*at);
	return gd_arena_printf(model->arena, "%s_%s", name, of);
}
