/* emit-phase.c: phases, and what each mutator has seen of them.
 *
 * phase_P is 1 while P is on; for a phase with an interval, 2 when it has been
 * on in this cycle, so that it begins once.  A phase that mutators see at a
 * handshake has a copy for each of them, seen_P. */
#include "promela-backend/emit-phase.h"
#include "promela-backend/emit-code.h"
#include "promela-backend/emit-option.h"
#include "promela-backend/facts/refusal.h"
#include "promela-backend/steps/machine.h"

static bool is_copied(const struct ir_phase *phase)
{
	return phase->visible == IR_AT_HANDSHAKE;
}

static bool is_cut(const struct pml_model *model, const struct ir_phase *phase)
{
	return model->request->until_phase == phase;
}

void pml_declare_phases(struct pml_model *model, struct gd_out *out)
{
	for (size_t i = 0; i < model->spec->phase_count; i++) {
		const struct ir_phase *phase = model->spec->phases[i];

		gd_out_line(out, "// %s: phase %s", pml_line_at(model, phase->loc), phase->name);
		gd_out_line(out, "%s phase_%s;", phase->how == IR_INTERVAL ? "byte" : "bool",
		    phase->name);
		if (is_copied(phase))
			gd_out_line(out, "byte seen_%s[MUTATORS];", phase->name);
		if (is_cut(model, phase))
			gd_out_line(out, "bool ended_%s;", phase->name);
	}
	gd_out_line(out, "%s", "");
}

/* Stopped mutators see at once that PHASE has changed. */
static void show_inline(struct gd_out *out, const struct ir_phase *phase)
{
	gd_out_line(out, "inline show_%s() {", phase->name);
	out->indent++;
	gd_out_line(out, "x_mutator = 0;");
	gd_out_line(out, "do");
	gd_out_line(out, ":: x_mutator < MUTATORS ->");
	gd_out_line(out,
	    "\tseen_%s[x_mutator] = (is_stopped[x_mutator] -> (phase_%s == 1) : "
	    "seen_%s[x_mutator]);",
	    phase->name, phase->name, phase->name);
	gd_out_line(out, "\tx_mutator++");
	gd_out_line(out, ":: else -> break");
	gd_out_line(out, "od;");
	gd_out_line(out, "x_mutator = 0");
	out->indent--;
	gd_out_line(out, "}\n");
}

static void set_inline(struct pml_model *model, struct gd_out *out, const struct ir_phase *phase)
{
	struct pml_code *code = pml_code_new(model);

	gd_out_line(out, "inline set_%s(a_on) {", phase->name);
	out->indent++;
	pml_pass(code, PML_RULE_change, &(struct pml_it){ .phase = phase });
	pml_put_code(code, out);
	if (is_cut(model, phase))
		gd_out_line(out, "ended_%s = (phase_%s != 1);", phase->name, phase->name);
	out->indent--;
	gd_out_line(out, "}\n");
}

/* Mutator x_who is at a handshake: its view becomes the current phases. */
static void see_inline(struct pml_model *model, struct gd_out *out)
{
	gd_out_line(out, "inline see_phases() {          // x_who");
	out->indent++;
	for (size_t i = 0; i < model->spec->phase_count; i++)
		if (is_copied(model->spec->phases[i]))
			gd_out_line(out, "seen_%s[x_who] = (phase_%s == 1);",
			    model->spec->phases[i]->name, model->spec->phases[i]->name);
	out->indent--;
	gd_out_line(out, "}\n");
}

void pml_emit_phases(struct pml_model *model, struct gd_out *out)
{
	for (size_t i = 0; i < model->spec->phase_count; i++) {
		const struct ir_phase *phase = model->spec->phases[i];

		if (is_copied(phase))
			show_inline(out, phase);
		set_inline(model, out, phase);
	}
	if (model->sees)
		see_inline(model, out);
}

/* The releaser notices later what a worker has made true. */
void pml_phase_options(struct pml_model *model, struct gd_out *out)
{
	for (size_t i = 0; i < model->spec->phase_count; i++) {
		const struct ir_phase *phase = model->spec->phases[i];
		struct pml_it it = { .phase = phase };

		if (phase->how != IR_INTERVAL)
			continue;
		pml_option(model, out, phase->loc, pml_guard(model, PML_RULE_begin_interval, &it),
		    gd_arena_printf(model->arena, "step_begin_phase_%s()", phase->name));
		pml_option(model, out, phase->loc, pml_guard(model, PML_RULE_end_interval, &it),
		    gd_arena_printf(model->arena, "step_end_phase_%s()", phase->name));
	}
}
