/* emit-state.c: the names that models give the states of runtime/src/gcrt-machine.def. */
#include "promela-backend/machine.h"

#include <ctype.h>

static const struct {
	const char *name;
	enum { OF_bucket, OF_kind } of;
} states[] = {
#define STATE(name, of, meaning) { #name, OF_##of },
#include "runtime/src/gcrt-machine.def"
};

const char *pml_state(struct pml_model *model, enum pml_state state, const struct pml_it *it)
{
	const char *of = states[state].of == OF_bucket ? it->bucket->name : it->kind->name;
	char *name = gd_arena_strdup(model->arena, states[state].name);

	for (char *at = name; *at; at++)
		*at = (char)toupper((unsigned char)*at);
	return gd_arena_printf(model->arena, "%s_%s", name, of);
}
