/* failure.c: what is done where something is wrong. */
#include "promela-backend/steps/failure.h"
#include "promela-backend/facts/request.h"

void pml_fold_fails_when(struct pml_code *code, const char *condition)
{
	pml_when(code, "%s", condition);
	pml_fail(code, "FAILED_FOLD");
	pml_end(code);
}

void pml_breach_when(struct pml_code *code, enum ir_builtin_property builtin, const char *condition,
    struct pml_line line)
{
	size_t number = pml_number_of(code->model, builtin);

	if (!number) {
		if (pml_is_relied_on(code->model, builtin))
			pml_fold_fails_when(code, condition);
		return;
	}
	pml_when(code, "%s", condition);
	pml_put_event(code, line);
	pml_fail(code, gd_arena_printf(code->model->arena, "%zu", number));
	pml_end(code);
}
