/* emit-presence.c: mutators that join and leave, the one that stands for the heap's own
 * roots, and what one mutator takes from another's roots.
 *
 * If all mutators exist all the time, nothing of this is in the model.  Otherwise there[m] says
 * whether m exists.  A mutator that leaves while a cycle runs stays in the list until the cycle
 * ends; it does not run and has no roots. */
#include "promela-backend/emit-presence.h"
#include "promela-backend/emit-code.h"
#include "promela-backend/steps/presence.h"

void pml_declare_presence(struct pml_model *model, struct gd_out *out)
{
	const char *initial = "";

	if (!model->comes_and_goes) {
		gd_out_line(out, "#define THERE(m) true");
		return;
	}
	for (size_t i = 0; i < model->mutators; i++) {
		const struct ir_mutator *m = &model->scenario->mutators[i];

		initial = gd_arena_printf(model->arena, "%s%s%s", initial, i ? ", " : "",
		    m->of_heap                                 ? "OF_HEAP"
			: m->joins && !model->scenario->client ? "AWAY"
							       : "HERE");
	}
	gd_out_line(out, "#define AWAY 0");
	gd_out_line(out, "#define HERE 1");
	gd_out_line(out, "#define LEFT 2                  // in the list until the cycle ends");
	gd_out_line(out, "#define OF_HEAP 3               // in the list, and never runs");
	gd_out_line(out, "#define THERE(m) (there[m] == HERE)");
	gd_out_line(out, "byte there[MUTATORS] = { %s };\n", initial);
}

void pml_emit_presence(struct pml_model *model, struct gd_out *out)
{
	pml_inlines inlines = { 0 };

	if (!model->comes_and_goes)
		return;
	GD_PUSH(model->arena, inlines,
	    ((struct pml_inline){ "a cycle has ended: who has left is not in the list any more",
		"forget_left()", "", pml_forget_left(model) }));
	pml_put_inlines(out, &inlines);
}
