/* releaser.c: buckets that open, cycles that begin and end, the last step. */
#include "promela-backend/steps/releaser.h"
#include "promela-backend/facts/request.h"
#include "promela-backend/steps/act.h"
#include "promela-backend/steps/assertion.h"
#include "promela-backend/steps/check.h"
#include "promela-backend/steps/late.h"

/* A bucket that opens at once, before any other step: a part of that step. */
static void open_at_once(struct pml_model *model, const struct ir_bucket *bucket,
    pml_inlines *inlines)
{
	struct pml_code *code = pml_code_new(model);
	struct pml_it it = { .bucket = bucket };
	struct pml_inline part = { .note = "", .code = code };

	part.head = gd_arena_printf(model->arena, "open_at_once_%s()", bucket->name);
	pml_if(code);
	/* not after the end of a run that is cut */
	pml_case(code, "%s%s", pml_cut(model), pml_guard(model, PML_RULE_open, &it));
	pml_open_event(code, bucket);
	pml_check_fill_stays(code, bucket);
	pml_order_opening(code, bucket->guard);
	pml_take(code, PML_RULE_first, &it);
	pml_else_skip(code);
	pml_end(code);
	pml_last(code);
	GD_PUSH(model->arena, *inlines, part);
}

enum pml_rule pml_opening_rule(const struct ir_bucket *bucket)
{
	return bucket->opening == IR_WHENEVER ? PML_RULE_reopen : PML_RULE_open;
}

static void open_bucket(struct pml_model *model, const struct ir_bucket *bucket,
    pml_inlines *inlines)
{
	struct pml_code *code = pml_code_new(model);

	PML_STEP(code, open, .thread = pml_text("releaser"), .bucket = pml_text(bucket->name),
	    .where = pml_at(model, bucket->loc));
	pml_order_opening(code, bucket->guard);
	pml_take(code, pml_opening_rule(bucket), &(struct pml_it){ .bucket = bucket });
	pml_put_step(inlines, code, gd_arena_printf(model->arena, "step_open_%s()", bucket->name));
}

static void close_bucket(struct pml_model *model, const struct ir_bucket *bucket,
    pml_inlines *inlines)
{
	struct pml_code *code = pml_code_new(model);

	PML_STEP(code, close, .thread = pml_text("releaser"), .bucket = pml_text(bucket->name),
	    .where = pml_at(model, bucket->loc));
	pml_mark_at(code, IR_POINT_CLOSES, bucket->loc);
	pml_take(code, PML_RULE_close, &(struct pml_it){ .bucket = bucket });
	pml_put_step(inlines, code, gd_arena_printf(model->arena, "step_close_%s()", bucket->name));
}

static struct pml_value number_of(struct pml_model *model, const struct ir_cycle *cycle)
{
	return pml_number(gd_arena_printf(model->arena, "number_%s", cycle->name));
}

static void begin_cycle(struct pml_model *model, const struct ir_cycle *cycle, pml_inlines *inlines)
{
	struct pml_code *code = pml_code_new(model);

	PML_DO(code, number_cycle, .of = PML_OF(cycle));
	PML_STEP(code, begin, .thread = pml_text("releaser"), .cycle = pml_text(cycle->name),
	    .number = number_of(model, cycle), .where = pml_at(model, cycle->loc));
	pml_take(code, PML_RULE_begin, &(struct pml_it){ .cycle = cycle });
	pml_put_step(inlines, code, gd_arena_printf(model->arena, "step_begin_%s()", cycle->name));
}

static void end_cycle(struct pml_model *model, const struct ir_cycle *cycle, pml_inlines *inlines)
{
	struct pml_code *code = pml_code_new(model);

	PML_STEP(code, end, .thread = pml_text("releaser"), .cycle = pml_text(cycle->name),
	    .number = number_of(model, cycle), .where = pml_at(model, cycle->loc));
	pml_acted_upon(code, cycle->to);
	pml_take(code, PML_RULE_end, &(struct pml_it){ .cycle = cycle });
	pml_put_step(inlines, code, gd_arena_printf(model->arena, "step_end_%s()", cycle->name));
}

static void change_phase(struct pml_model *model, const struct ir_phase *phase, bool begins,
    pml_inlines *inlines)
{
	struct pml_code *code = pml_code_new(model);

	PML_STEP(code, phase, .thread = pml_text("releaser"), .phase = pml_text(phase->name),
	    .where = pml_at(model, phase->loc));
	pml_take(code, pml_interval_rule(begins), &(struct pml_it){ .phase = phase });
	pml_settle_phases(code);
	pml_put_step(inlines, code,
	    gd_arena_printf(model->arena, "step_%s_%s()", begins ? "begin_phase" : "end_phase",
		phase->name));
}

static void finish(struct pml_model *model, pml_inlines *inlines)
{
	struct pml_code *code = pml_code_new(model);
	struct pml_inline step = { .head = "step_finish()", .note = "", .code = code };

	PML_STEP(code, finish, .thread = pml_text("environment"));
	if (!pml_is_cut(model)) /* a run that is cut may still do later what it owes */
		pml_final_checks(code);
	pml_outcome(code, "end");
	PML_DO(code, finish, PML_NOTHING);
	pml_last(code);
	GD_PUSH(model->arena, *inlines, step);
}

/* The steps call these, so they come first. */
void pml_openings(struct pml_model *model, pml_inlines *inlines)
{
	for (size_t i = 0; i < model->spec->bucket_count; i++)
		if (model->opens_at_once[i])
			open_at_once(model, model->spec->buckets[i], inlines);
}

void pml_releaser_steps(struct pml_model *model, pml_inlines *inlines)
{
	const struct ir_spec *spec = model->spec;

	for (size_t i = 0; i < spec->bucket_count; i++) {
		if (spec->buckets[i]->guard && !model->opens_at_once[i])
			open_bucket(model, spec->buckets[i], inlines);
		if (spec->buckets[i]->close_when)
			close_bucket(model, spec->buckets[i], inlines);
	}
	for (size_t i = 0; i < spec->cycle_count; i++) {
		begin_cycle(model, spec->cycles[i], inlines);
		end_cycle(model, spec->cycles[i], inlines);
	}
	for (size_t i = 0; i < spec->phase_count; i++) {
		if (spec->phases[i]->how != IR_INTERVAL)
			continue;
		change_phase(model, spec->phases[i], true, inlines);
		change_phase(model, spec->phases[i], false, inlines);
	}
	finish(model, inlines);
}
