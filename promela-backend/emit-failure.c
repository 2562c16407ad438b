/* emit-failure.c: what stands where something is wrong. */
#include "promela-backend/emit-failure.h"
#include "promela-backend/facts/request.h"

const char *pml_breach(const struct pml_model *model, enum ir_builtin_property builtin,
    const char *event)
{
	size_t number = pml_number_of(model, builtin);

	if (number)
		return gd_arena_printf(model->arena, "%s; FAIL(%zu)", event, number);
	return pml_is_relied_on(model, builtin) ? "FAIL(FAILED_FOLD)" : NULL;
}
