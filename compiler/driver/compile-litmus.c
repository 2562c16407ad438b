/* compile-litmus.c: gcdsl compile --target promela, of litmus tests: one model for
 * each test and memory model. */
#include "compiler/driver/compile.h"

#include <string.h>

#include "compiler/ir/litmus.h"
#include "promela-backend/litmus/litmus.h"

static bool compile_test(struct compile *c, struct driver_spec *spec, const struct ir_litmus *test,
    enum ir_memory memory)
{
	const char *name = pml_model_file(c->arena,
	    gd_arena_printf(c->arena, "%s-%s-%s", driver_base_name(c->arena, spec->path),
		test->name, ir_memory_name[memory]));
	struct litmus_request request = { .test = test, .memory = memory, .file = name };
	struct gd_out out;
	struct pml_refusal refusal = { 0 };
	const char *why = "";

	gd_out_init(&out, 0);
	if (pml_litmus_emit(spec->arena, &request, &out, &refusal, &why)) {
		compile_add(c, spec->path, name, &out);
		return true;
	}
	gd_out_free(&out);
	driver_no_litmus_model(spec->context.sink, test, memory, &refusal, why);
	driver_write_diagnostics(spec, &c->common);
	return false;
}

int compile_litmus_models(struct compile *c, struct driver_spec *spec, const struct ir_spec *ir)
{
	enum ir_memory memory;

	if (c->memory && !driver_memory(c->arena, c->memory, &memory))
		return DRIVER_WRONG;
	for (size_t i = 0; i < ir->litmus_count; i++) {
		if (c->scenario && strcmp(c->scenario, ir->litmus[i]->name) != 0)
			continue;
		for (int m = 0; m < IR_MEMORY_COUNT; m++)
			if ((!c->memory || memory == (enum ir_memory)m) &&
			    !compile_test(c, spec, ir->litmus[i], m))
				return DRIVER_WRONG;
	}
	return DRIVER_OK;
}
