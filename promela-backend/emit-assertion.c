/* emit-assertion.c: what the model asserts of its foldings. */
#include "promela-backend/emit-assertion.h"
#include "promela-backend/emit-property.h"
#include "promela-backend/facts/fold-openings.h"
#include "promela-backend/facts/fold-sets.h"
#include "promela-backend/facts/garbage.h"
#include "promela-backend/facts/look.h"
#include "promela-backend/facts/request.h"
#include "promela-backend/step.h"

const char *pml_none_in_doubt(struct pml_model *model, const struct pml_kernel *kernel)
{
	return kernel == pml_doubted(model)
	    ? gd_arena_printf(model->arena, " && doubt_%s < 3", kernel->name)
	    : "";
}

/* "(v == 1 || …)": the values V of its metadata on which the kind does nothing. */
const char *pml_does_nothing(struct pml_model *model, const struct pml_kernel *kernel,
    const char *value)
{
	const char *text = NULL;

	for (long i = 0; i < 256; i++)
		if (kernel->done[i])
			text = text
			    ? gd_arena_printf(model->arena, "%s || %s == %ld", text, value, i)
			    : gd_arena_printf(model->arena, "(%s == %ld", value, i);
	return text ? gd_arena_printf(model->arena, "%s)", text) : "false";
}

const char *pml_and_waiting(struct pml_model *model, const struct pml_kernel *kernel)
{
	return kernel->buffered ? gd_arena_printf(model->arena, " + waiting_%s", kernel->name) : "";
}

void pml_merge_check(struct pml_step *step, const struct ir_meta *meta, const char *value,
    const struct ir_expr *operand)
{
	struct pml_model *model = step->model;

	for (size_t i = 0; i < model->spec->kind_count; i++) {
		const struct pml_kernel *kernel = &model->kinds[i];
		const char *when;

		if (!kernel->merges_by || (meta && kernel->merges_by != meta) ||
		    step->kernel == kernel)
			continue;
		if (operand && operand->kind == IR_CONST && operand->number >= 0 &&
		    operand->number < 256 && kernel->done[operand->number])
			continue;
		when = value ? gd_arena_printf(model->arena, " && !%s",
				   pml_does_nothing(model, kernel, value))
			     : "";
		gd_out_line(step->out, "WHEN(units_%s%s + doubt_%s > 0%s, FAIL(FAILED_FOLD));",
		    kernel->name, pml_and_waiting(model, kernel), kernel->name, when);
	}
}

/* A left-out unit that may not be over would access the location while the store is late. */
void pml_merge_check_late(struct pml_step *step, const struct ir_meta *meta)
{
	for (size_t i = 0; i < step->model->spec->kind_count; i++) {
		const struct pml_kernel *kernel = &step->model->kinds[i];

		if (kernel->merges_by != meta)
			continue;
		gd_out_line(step->out, "WHEN(doubt_%s > 0, FAIL(FAILED_FOLD));", kernel->name);
	}
}

void pml_acted_upon(struct pml_model *model, struct gd_out *out, const struct ir_expr *cond)
{
	for (size_t i = 0; i < model->spec->kind_count; i++) {
		const struct pml_kernel *kernel = &model->kinds[i];

		if (!kernel->merges_by)
			continue;
		if (pml_says(cond, IR_IDLE, kernel->kind))
			gd_out_line(out, "doubt_%s = (doubt_%s == 1 -> 0 : doubt_%s);",
			    kernel->name, kernel->name, kernel->name);
		if (!pml_says_drained(cond, kernel->kind))
			continue;
		gd_out_line(out, "doubt_%s = 0;", kernel->name);
		if (kernel == pml_doubted(model))
			pml_check_seen(model, out);
	}
}

void pml_check_none_left_out(struct pml_model *model, const struct ir_bucket *bucket)
{
	if (!pml_bucket_frees(bucket) || !pml_leaves_out_and_forgets(model))
		return;
	for (size_t i = 0; i < model->spec->kind_count; i++)
		if (model->kinds[i].merges_by) {
			gd_out_line(model->out, "WHEN(doubt_%s > 0, FAIL(FAILED_FOLD));",
			    model->kinds[i].name);
		}
}

const char *pml_check_nothing_frees(struct pml_model *model)
{
	const char *open = NULL;

	if (!pml_leaves_out_and_forgets(model))
		return "";
	for (size_t i = 0; i < model->spec->bucket_count; i++)
		if (pml_bucket_frees(model->spec->buckets[i]))
			open = gd_arena_printf(model->arena, "%s%sopen_%s", open ? open : "",
			    open ? " || " : "", model->spec->buckets[i]->name);
	return open ? gd_arena_printf(model->arena,
			  "; if :: %s -> FAIL(FAILED_FOLD) :: else -> skip fi", open)
		    : "";
}

void pml_check_no_new_cell(struct pml_model *model, struct gd_out *out)
{
	if (!model->takes_cells_at_once || pml_is_unsound(model, PML_FOLD_CELLS))
		return;
	gd_out_line(out, "WHEN(MAY_ALLOCATE, FAIL(FAILED_FOLD));");
}

/* "(RUNS(m) && (script_at[m] == 1 || …)) || …": whether the next step of a mutator may take a
 * cell. */
static void declare_may_allocate(struct pml_model *model)
{
	const char *text = "false";

	for (size_t i = 0; i < model->mutators; i++) {
		const struct ir_mutator *m = &model->scenario->mutators[i];
		const char *at = model->scenario->client ? "true" : "false";

		for (size_t j = 0; j < m->action_count; j++)
			if (m->actions[j].op == IR_SCRIPT_ALLOCATE)
				at = gd_arena_printf(model->arena, "%s || script_at[%zu] == %zu",
				    at, i, j);
		text = gd_arena_printf(model->arena, "%s || (RUNS(%zu) && (%s))", text, i, at);
	}
	gd_out_line(model->out, "#define MAY_ALLOCATE (%s)", text);
}

void pml_declare_folds(struct pml_model *model)
{
	if (model->takes_cells_at_once)
		declare_may_allocate(model);
}

void pml_check_fill_stays(struct pml_model *model, const struct ir_bucket *bucket)
{
	if (!pml_lists_objects(bucket->fill.body) || !pml_allocates(model) ||
	    pml_is_unsound(model, PML_FOLD_OPENINGS))
		return;
	gd_out_line(model->out, "WHEN(!ALL_STOPPED, FAIL(FAILED_FOLD));");
}
