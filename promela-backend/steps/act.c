/* act.c: what the rules of the collector's machine do (runtime/src/gcrt-machine.def). */
#include "promela-backend/steps/act.h"
#include "promela-backend/steps/assertion.h"
#include "promela-backend/steps/failure.h"
#include "promela-backend/steps/late.h"
#include "promela-backend/steps/walk.h"
#include "promela-backend/facts/look.h"
#include "promela-backend/facts/reads.h"
#include "promela-backend/facts/request.h"
#include "promela-backend/steps/machine.h"
#include "promela-backend/steps/step.h"
#include "promela-backend/steps/window.h"

/* Of the rules of runtime/src/gcrt-machine.def: each adds to the step what it does. */
struct act {
	struct pml_model *model;
	struct pml_code *code;
	const struct pml_it *it;
};

void pml_open_event(struct pml_code *code, const struct ir_bucket *bucket)
{
	PML_EVENT(code, open, .bucket = pml_text(bucket->name),
	    .where = pml_at(code->model, bucket->loc));
}

static void act_set_open(const struct act *act)
{
	const struct ir_bucket *bucket = act->it->bucket;

	pml_mark_at(act->code, IR_POINT_OPENS, bucket->loc);
	pml_acted_upon(act->code, bucket->guard);
	pml_check_none_left_out(act->code, bucket);
	PML_DO(act->code, open, .of = PML_OF(bucket));
	if (pml_opens_again(bucket))
		PML_DO(act->code, note_opening, .of = PML_OF(bucket));
}

static void act_run_fill(const struct act *act)
{
	const struct ir_bucket *bucket = act->it->bucket;
	struct pml_kernel *fill = &act->model->fills[bucket->index];
	struct pml_step step = { .model = act->model,
		.kernel = fill,
		.code = act->code,
		.env = { .kernel = fill } };

	pml_inline_list(&step, bucket->fill.body);
}

static void act_shut_if_drained(const struct act *act)
{
	const struct ir_bucket *bucket = act->it->bucket;

	pml_if(act->code);
	pml_case(act->code, "%s", pml_guard(act->model, PML_RULE_shut, act->it));
	pml_take(act->code, PML_RULE_shut, act->it);
	PML_EVENT(act->code, close, .bucket = pml_text(bucket->name),
	    .where = pml_at(act->model, bucket->loc));
	pml_last(act->code);
	pml_else_skip(act->code);
	pml_end(act->code);
}

static void act_set_closed(const struct act *act)
{
	PML_DO(act->code, close, .of = PML_OF(act->it->bucket));
}

/* A unit that was claimed in time could continue after the end of the cycle.  Then facts about what
 * is over, and a claim in the first step, would be wrong. */
static void stranded_check(const struct act *act, const struct ir_kind *kind)
{
	struct pml_model *model = act->model;
	const char *left_out =
	    model->kinds[kind->index].merges_by && pml_number_of(model, IR_NO_STRANDED)
	    ? gd_arena_printf(model->arena, " + doubt_%s", kind->name)
	    : "";

	pml_breach_when(act->code, IR_NO_STRANDED,
	    gd_arena_printf(model->arena, "units_%s%s%s > 0", kind->name,
		pml_and_waiting(model, &model->kinds[kind->index]), left_out),
	    PML_LINE(model, fail, .property = pml_text("no_stranded"), .binding = pml_text("-"),
		.where = pml_at(model, act->it->cycle->loc)));
}

static void act_none_left(const struct act *act)
{
	for (size_t i = 0; i < act->it->bucket->kind_count; i++)
		stranded_check(act, act->it->bucket->kinds[i]);
}

static void act_forget_opening(const struct act *act)
{
	if (pml_opens_again(act->it->bucket))
		PML_DO(act->code, forget_opening, .of = PML_OF(act->it->bucket));
}

static void act_use_up_request(const struct act *act)
{
	PML_DO(act->code, use_up_request, .of = PML_OF(act->it->cycle));
}

static const char *number_of(const struct act *act)
{
	return gd_arena_printf(act->model->arena, "%zu", act->it->cycle->index);
}

static void act_set_running(const struct act *act)
{
	pml_mark_at(act->code, IR_POINT_BEGINS, act->it->cycle->loc);
	PML_DO(act->code, begin_cycle, .of = PML_OF(act->it->cycle));
}

/* No store that a worker made in an earlier cycle is late any more. */
static void act_note_begin(const struct act *act)
{
	PML_DO(act->code, waiters_see_begin, .cycle = number_of(act));
	pml_none_late(act->code, NULL);
	pml_rest_workers(act->code);
}

/* The buckets of the cycle of ACT: all, or only those without a condition. */
static void each_bucket(const struct act *act, enum pml_rule rule, bool conditional)
{
	for (size_t i = 0; i < act->model->spec->bucket_count; i++) {
		struct pml_it it = { .bucket = act->model->spec->buckets[i],
			.cycle = act->it->cycle };

		if (!ir_takes_part(it.bucket, it.cycle) || (it.bucket->guard && !conditional))
			continue;
		if (rule == PML_RULE_first)
			pml_open_event(act->code, it.bucket);
		pml_take(act->code, rule, &it);
	}
}

static void act_open_first(const struct act *act)
{
	each_bucket(act, PML_RULE_first, false);
}

static void act_end_buckets(const struct act *act)
{
	each_bucket(act, PML_RULE_last, true);
}

static void act_end_intervals(const struct act *act)
{
	const struct ir_spec *spec = act->model->spec;

	for (size_t i = 0; i < spec->phase_count; i++)
		if (spec->phases[i]->how == IR_INTERVAL)
			PML_DO(act->code, set_phase, .of = PML_OF(spec->phases[i]), .on = "0");
}

static void act_set_not_running(const struct act *act)
{
	pml_mark_at(act->code, IR_POINT_ENDS, act->it->cycle->loc);
	PML_DO(act->code, end_cycle, .of = PML_OF(act->it->cycle));
	if (ir_has_holes(act->model->spec))
		PML_DO(act->code, workers_give_back, PML_NOTHING);
}

static void act_note_end(const struct act *act)
{
	PML_DO(act->code, waiters_see_end, .cycle = number_of(act));
	pml_rest_workers(act->code);
}

static void act_forget_left(const struct act *act)
{
	if (act->model->comes_and_goes)
		PML_DO(act->code, forget_left, PML_NOTHING);
}

static void act_settle_phases(const struct act *act)
{
	pml_settle_phases(act->code);
}

static void change_phase(const struct act *act, bool begins)
{
	const struct ir_phase *phase = act->it->phase;

	pml_mark_at(act->code, begins ? IR_POINT_BEGINS : IR_POINT_ENDS, phase->loc);
	pml_acted_upon(act->code, begins ? phase->from : phase->to);
	PML_DO(act->code, set_phase, .of = PML_OF(phase), .on = begins ? "1" : "2");
	PML_EVENT(act->code, phase, .phase = pml_text(phase->name),
	    .on = pml_text(begins ? "1" : "0"), .where = pml_at(act->model, phase->loc));
}

static void act_set_on(const struct act *act)
{
	change_phase(act, true);
}

static void act_set_off(const struct act *act)
{
	change_phase(act, false);
}

enum pml_rule pml_interval_rule(bool begins)
{
	return begins ? PML_RULE_begin_interval : PML_RULE_end_interval;
}

static void settle(struct pml_code *code, const struct ir_phase *phase, bool begins)
{
	struct pml_it it = { .phase = phase };

	pml_if(code);
	pml_case(code, "%s", pml_guard(code->model, pml_interval_rule(begins), &it));
	pml_take(code, pml_interval_rule(begins), &it);
	pml_else_skip(code);
	pml_end(code);
}

void pml_settle_phases(struct pml_code *code)
{
	const struct ir_spec *spec = code->model->spec;

	for (size_t i = 0; i < spec->phase_count; i++) {
		const struct ir_phase *phase = spec->phases[i];

		if (phase->how != IR_INTERVAL)
			continue;
		if (!pml_waits_for_work(phase->from))
			settle(code, phase, true);
		if (!pml_waits_for_work(phase->to))
			settle(code, phase, false);
	}
}

void pml_do_act(struct pml_code *code, enum pml_act act, const struct pml_it *it)
{
	static void (*const acts[PML_ACTS])(const struct act *) = {
#define GCRT_ROWS           GCRT_ROWS_OF_COLLECTOR
#define ACT(name, of, what) [PML_ACT_##name] = act_##name,
#include "runtime/src/gcrt-machine.def"
	};

	acts[act](&(struct act){ code->model, code, it });
}

void pml_take(struct pml_code *code, enum pml_rule rule, const struct pml_it *it)
{
	for (const enum pml_act *act = pml_acts(rule); *act != PML_ACTS; act++)
		pml_do_act(code, *act, it);
}
