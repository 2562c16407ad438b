/* emit-option.c: options of processes. */
#include "promela-backend/emit-option.h"
#include "promela-backend/emit-line.h"
#include "promela-backend/facts/moving.h"
#include "promela-backend/facts/refusal.h"
#include "promela-backend/facts/request.h"
#include "promela-backend/steps/machine.h"

static const char *begin(const struct pml_model *model)
{
	return model->begins_step ? model->begins_step : "";
}

void pml_choose(struct pml_model *model, struct pml_choice *choice, size_t value, const char *guard,
    const char *comment)
{
	struct pml_pick pick = { value, guard, comment };

	if (value > INT16_MAX) /* `pick' is a short */
		pml_refuse_limit(model, choice->loc, GD_LIMIT_picks);
	GD_PUSH(model->arena, choice->picks, pick);
}

/* Note [One option a unit]: left out is the state in which a unit has been chosen and its step not been
 * taken.  SPIN does not store such a state, but visits it, and counts it.  Instead, each unit that
 * can be chosen has an option of its own, which sets `pick' in its d_step.  It has the guard that the
 * choice had, and nothing can happen between the two.  So the steps are the same.  The step's text is
 * repeated for each unit, which takes the C compiler longer.  So only models in canonical form, which
 * may be large, have this, and only for choices of few units.  Compared by: tests/differential
 * (clients). */
enum { FEW_PICKS = 32 };

static bool has_an_option_each(const struct pml_model *model, const struct pml_choice *choice)
{
	return pml_folds(model, PML_FOLD_PICKS) && model->request->canonical &&
	    choice->picks.count <= FEW_PICKS;
}

static void put_options(struct pml_model *model, struct gd_out *out,
    const struct pml_choice *choice)
{
	size_t count = pml_is_unsound(model, PML_FOLD_PICKS) ? 1 : choice->picks.count;

	for (size_t i = 0; i < count; i++) {
		const struct pml_pick *pick = &choice->picks.at[i];

		pml_option(model, out, choice->loc,
		    gd_arena_printf(model->arena, "%s%s", pick->guard, choice->guard),
		    gd_arena_printf(model->arena, "pick = %zu; %s", pick->value, choice->step));
	}
}

void pml_choose_cells(struct pml_model *model, struct pml_choice *choice,
    const struct ir_stmt *body, const struct ir_stmt *alloc)
{
	bool tested = ir_handles_no_room(body, alloc);

	for (size_t i = 0; i <= model->objects; i++) {
		bool is_null = i == model->objects;
		struct pml_cell_choice cell = { is_null ? "NIL"
							: gd_arena_printf(model->arena, "%zu", i),
			is_null ? pml_may_find_no_room(model, alloc->space, tested)
				: pml_may_take_cell(model, alloc->space, i) };

		GD_PUSH(model->arena, choice->cells, cell);
	}
}

void pml_choose_answer(struct pml_model *model, struct pml_choice *choice,
    const struct ir_stmt *ask)
{
	choice->asks = true;
	for (size_t i = 0; i < ir_policy_values(ask->policy); i++) {
		struct pml_cell_choice answer = { gd_arena_printf(model->arena, "%ld",
						      ir_policy_value(ask->policy, i)),
			"true" };

		GD_PUSH(model->arena, choice->cells, answer);
	}
}

/* A second choice.  It has always an option, so nothing waits between the two. */
static void put_cells(struct gd_out *out, const struct pml_choice *choice)
{
	if (!choice->cells.count)
		return;
	gd_out_line(out, "fi; if");
	out->indent++;
	for (size_t i = 0; i < choice->cells.count; i++)
		gd_out_line(out, ":: %s -> %s = %s", choice->cells.at[i].guard,
		    choice->asks ? "x_answer" : "x_taken", choice->cells.at[i].cell);
	out->indent--;
}

/* A choice is in an atomic sequence, and never in a d_step, which would silently take the first
 * branch.  No state is stored between the choice and the step. */
void pml_put_choice(struct pml_model *model, struct gd_out *out, const struct pml_choice *choice)
{
	if (choice->picks.count == 0)
		return;
	if (!choice->cells.count && choice->picks.count == 1 && choice->picks.at[0].value == 0) {
		pml_option(model, out, choice->loc,
		    gd_arena_printf(model->arena, "%s%s", choice->picks.at[0].guard, choice->guard),
		    choice->step);
		return;
	}
	if (!choice->cells.count && has_an_option_each(model, choice)) {
		put_options(model, out, choice);
		return;
	}
	pml_line(out, choice->loc);
	gd_out_line(out, ":: atomic { if");
	out->indent++;
	for (size_t i = 0; i < choice->picks.count; i++) {
		const struct pml_pick *pick = &choice->picks.at[i];

		gd_out_line(out, ":: %s%s%s -> pick = %zu    // %s", pml_cut(model), pick->guard,
		    choice->guard, pick->value, pick->comment);
	}
	out->indent--;
	put_cells(out, choice);
	gd_out_line(out, "fi; d_step { %s%s%s } }", begin(model), choice->step,
	    pml_canonical(model));
}

void pml_option(struct pml_model *model, struct gd_out *out, struct gd_loc loc, const char *guard,
    const char *step)
{
	pml_line(out, loc);
	gd_out_line(out, ":: d_step { %s%s -> %s%s%s }", pml_cut(model), guard, begin(model), step,
	    pml_canonical(model));
}

void pml_end_process(struct pml_model *model, struct gd_out *out)
{
	pml_line_back(model, out);
	gd_out_line(out, "od");
	out->indent--;
	gd_out_line(out, "}\n");
}

const char *pml_canonical(const struct pml_model *model)
{
	return model->request->canonical ? "; c_code { canonical_state(); }" : "";
}
