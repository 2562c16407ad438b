/* emit-property.c: checks of properties as Promela. */
#include "promela-backend/emit-property.h"
#include "promela-backend/emit-code.h"
#include "promela-backend/emit-coverage.h"
#include "promela-backend/emit-premise.h"
#include "promela-backend/facts/refusal.h"
#include "promela-backend/steps/check.h"
#include "compiler/ir/dump.h"

static void emit_check(struct pml_model *model, struct gd_out *out, const struct pml_check *check)
{
	size_t bits = check->bindings ? check->bindings : 1;

	gd_out_line(out, "// %s: property %s = %s;", pml_line_at(model, check->property->loc),
	    check->property->name, ir_expr_text(model->arena, check->property->formula));
	if (check->kind == PML_UNTIL || check->kind == PML_EVER_AFTER)
		gd_out_line(out, "byte owes_%s[%zu];", check->name, bits);
	if (check->kind == PML_EVENTUALLY)
		gd_out_line(out, "byte seen_%s[%zu];", check->name, bits);
	gd_out_line(out, "inline check_%s() {", check->name);
	out->indent++;
	pml_put_code(pml_check_code(model, check), out);
	out->indent--;
	gd_out_line(out, "}\n");
}

void pml_emit_checks(struct pml_model *model, struct gd_out *out)
{
	for (size_t i = 0; i < PML_MAX_BINDERS; i++)
		gd_out_line(out, "hidden short %s;", pml_binder_variable[i]);
	for (size_t i = 0; i < model->checks.count; i++)
		emit_check(model, out, &model->checks.at[i]);
}

void pml_put_initial_checks(struct pml_model *model, struct gd_out *out)
{
	struct pml_code *code = pml_code_new(model);

	pml_initial_checks(code);
	pml_put_code(code, out);
	pml_begin_premises(model, out);
	pml_begin_coverage(model, out);
}

void pml_put_final_checks(struct pml_model *model, struct gd_out *out)
{
	struct pml_code *code = pml_code_new(model);

	pml_final_checks(code);
	pml_put_code(code, out);
}
