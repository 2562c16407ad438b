/* assertion.c: what the model asserts of its foldings. */
#include "promela-backend/steps/assertion.h"
#include "promela-backend/steps/check.h"
#include "promela-backend/steps/failure.h"
#include "promela-backend/facts/fold-cells.h"
#include "promela-backend/facts/fold-openings.h"
#include "promela-backend/facts/fold-sets.h"
#include "promela-backend/facts/garbage.h"
#include "promela-backend/facts/look.h"
#include "promela-backend/facts/property.h"
#include "promela-backend/facts/request.h"
#include "promela-backend/steps/step.h"

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
		pml_fold_fails_when(step->code,
		    gd_arena_printf(model->arena, "units_%s%s + doubt_%s > 0%s", kernel->name,
			pml_and_waiting(model, kernel), kernel->name, when));
	}
}

static void fail_if_left_out(struct pml_code *code, const struct pml_kernel *kernel)
{
	pml_fold_fails_when(code,
	    gd_arena_printf(code->model->arena, "doubt_%s > 0", kernel->name));
}

/* A left-out unit that may not be over would access the location while the store is late. */
void pml_merge_check_late(struct pml_step *step, const struct ir_meta *meta)
{
	for (size_t i = 0; i < step->model->spec->kind_count; i++)
		if (step->model->kinds[i].merges_by == meta)
			fail_if_left_out(step->code, &step->model->kinds[i]);
}

void pml_acted_upon(struct pml_code *code, const struct ir_expr *cond)
{
	pml_answered(code, cond, true);
}

void pml_answered(struct pml_code *code, const struct ir_expr *cond, bool answer)
{
	struct pml_model *model = code->model;

	for (size_t i = 0; i < model->spec->kind_count; i++) {
		const struct pml_kernel *kernel = &model->kinds[i];
		bool idle, drained;

		if (!kernel->merges_by)
			continue;
		idle = pml_answers(cond, answer, IR_IDLE, kernel->kind);
		drained = pml_answers(cond, answer, IR_DRAINED, kernel->kind);
		if (idle)
			PML_DO(code, none_left_out_in_pool, .of = PML_OF(kernel->kind));
		if (drained)
			PML_DO(code, none_left_out, .of = PML_OF(kernel->kind));
		if ((idle || drained) && kernel == pml_doubted(model))
			pml_check_seen(code);
	}
}

void pml_check_none_left_out(struct pml_code *code, const struct ir_bucket *bucket)
{
	struct pml_model *model = code->model;

	if (!pml_bucket_frees(bucket) || !pml_leaves_out_and_forgets(model))
		return;
	for (size_t i = 0; i < model->spec->kind_count; i++)
		if (model->kinds[i].merges_by)
			fail_if_left_out(code, &model->kinds[i]);
}

void pml_check_nothing_frees(struct pml_code *code)
{
	struct pml_model *model = code->model;
	const char *open = NULL;

	if (!pml_leaves_out_and_forgets(model))
		return;
	for (size_t i = 0; i < model->spec->bucket_count; i++)
		if (pml_bucket_frees(model->spec->buckets[i]))
			open = gd_arena_printf(model->arena, "%s%sopen_%s", open ? open : "",
			    open ? " || " : "", model->spec->buckets[i]->name);
	if (!open)
		return;
	pml_if(code);
	pml_flat(code);
	pml_case(code, "%s", open);
	pml_fail(code, "FAILED_FOLD");
	pml_else_skip(code);
	pml_end(code);
}

void pml_check_no_new_cell(struct pml_code *code)
{
	if (code->model->takes_cells_at_once && !pml_is_unsound(code->model, PML_FOLD_CELLS))
		pml_fold_fails_when(code, "MAY_ALLOCATE");
}

/* Objects that the scenario expects are never new (Note [New cells]). */
static void check_not_expected(struct pml_code *code, const char *cell)
{
	const struct ir_scenario *scenario = code->model->scenario;
	const char *any = NULL;

	if (!pml_expects_cells(code->model))
		return;
	for (size_t i = 0; i < scenario->expected_count; i++)
		any = gd_arena_printf(code->model->arena, "%s%s%s == %d", any ? any : "",
		    any ? " || " : "", cell, scenario->expected[i]);
	pml_fold_fails_when(code, any);
}

void pml_check_nothing_owed(struct pml_code *code, const char *cell, const struct pml_set *writes)
{
	struct pml_model *model = code->model;

	if (pml_is_unsound(model, PML_FOLD_CELLS))
		return;
	check_not_expected(code, cell);
	for (size_t i = 0; i < model->checks.count; i++) {
		const struct pml_check *check = &model->checks.at[i];

		if ((check->kind == PML_UNTIL || check->kind == PML_EVER_AFTER) &&
		    check->binder_count == 1 && check->binder[0]->domain == IR_DOMAIN_OBJECTS &&
		    pml_is_affected(model, check, writes))
			pml_fold_fails_when(code,
			    gd_arena_printf(model->arena, "owes_%s[%s]", check->name, cell));
	}
}

void pml_check_fill_stays(struct pml_code *code, const struct ir_bucket *bucket)
{
	if (pml_lists_objects(bucket->fill.body) && pml_allocates(code->model) &&
	    !pml_is_unsound(code->model, PML_FOLD_OPENINGS))
		pml_fold_fails_when(code, "!ALL_STOPPED");
}
