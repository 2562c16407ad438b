/* emit-act.c: what the rules of the collector's machine do (runtime/src/gcrt-machine.def), and what that writes. */
#include "promela-backend/emit-act.h"
#include "promela-backend/emit-assertion.h"
#include "promela-backend/emit-failure.h"
#include "promela-backend/emit-late.h"
#include "promela-backend/emit-walk.h"
#include "promela-backend/facts/reads.h"
#include "promela-backend/facts/refusal.h"
#include "promela-backend/facts/request.h"
#include "promela-backend/facts/sets.h"
#include "promela-backend/machine.h"
#include "promela-backend/step.h"

/* Of the rules of runtime/src/gcrt-machine.def: each says what it does, and adds what it writes. */
struct act {
	struct pml_model *model;
	struct gd_out *out;
	const struct pml_it *it;
	struct pml_set *writes;
};

void pml_open_event(struct pml_model *model, const struct ir_bucket *bucket)
{
	gd_out_line(model->out, "printf(\"@ open bucket=%s where=%s\\n\");", bucket->name,
	    pml_where(model, bucket->loc));
}

static void act_set_open(const struct act *act)
{
	const struct ir_bucket *bucket = act->it->bucket;

	pml_acted_upon(act->model, act->out, bucket->guard);
	pml_check_none_left_out(act->model, bucket);
	gd_out_line(act->out, "open_%s = true;", bucket->name);
	if (pml_opens_again(bucket))
		gd_out_line(act->out, "opened_%s = true;", bucket->name);
	pml_set_add(act->model, act->writes, PML_CELL_OPEN, bucket->index);
}

static void act_run_fill(const struct act *act)
{
	const struct ir_bucket *bucket = act->it->bucket;
	struct pml_kernel *fill = &act->model->fills[bucket->index];
	struct pml_step step = { .model = act->model,
		.kernel = fill,
		.out = act->out,
		.env = { .kernel = fill },
		.writes = act->writes };

	pml_inline_list(&step, bucket->fill.body);
}

static void act_shut_if_drained(const struct act *act)
{
	const struct ir_bucket *bucket = act->it->bucket;

	gd_out_line(act->out, "if");
	gd_out_line(act->out, ":: %s ->", pml_guard(act->model, PML_RULE_shut, act->it));
	act->out->indent++;
	pml_take(act->model, act->out, PML_RULE_shut, act->it, act->writes);
	gd_out_line(act->out, "printf(\"@ close bucket=%s where=%s\\n\")", bucket->name,
	    pml_where(act->model, bucket->loc));
	act->out->indent--;
	gd_out_line(act->out, ":: else -> skip");
	gd_out_line(act->out, "fi;");
}

static void act_set_closed(const struct act *act)
{
	gd_out_line(act->out, "open_%s = false;", act->it->bucket->name);
	pml_set_add(act->model, act->writes, PML_CELL_OPEN, act->it->bucket->index);
}

/* A unit that was claimed in time could continue after the end of the cycle.  Then facts about what
 * is over, and a claim in the first step, would be wrong. */
static void stranded_check(struct pml_model *model, const struct ir_cycle *cycle,
    const struct ir_kind *kind)
{
	const char *breach = pml_breach(model, IR_NO_STRANDED,
	    gd_arena_printf(model->arena,
		"printf(\"@ fail property=no_stranded binding=- where=%s\\n\")",
		pml_where(model, cycle->loc)));
	const char *left_out =
	    model->kinds[kind->index].merges_by && pml_number_of(model, IR_NO_STRANDED)
	    ? gd_arena_printf(model->arena, " + doubt_%s", kind->name)
	    : "";

	if (!breach)
		return;
	gd_out_line(model->out, "WHEN(units_%s%s%s > 0, %s);", kind->name,
	    pml_and_waiting(model, &model->kinds[kind->index]), left_out, breach);
}

static void act_none_left(const struct act *act)
{
	for (size_t i = 0; i < act->it->bucket->kind_count; i++)
		stranded_check(act->model, act->it->cycle, act->it->bucket->kinds[i]);
}

static void act_forget_opening(const struct act *act)
{
	if (pml_opens_again(act->it->bucket))
		gd_out_line(act->out, "opened_%s = false;", act->it->bucket->name);
	pml_set_add(act->model, act->writes, PML_CELL_OPEN, act->it->bucket->index);
}

static void act_use_up_request(const struct act *act)
{
	gd_out_line(act->out, "requested_%s = false;", act->it->cycle->name);
	pml_set_add(act->model, act->writes, PML_CELL_REQUESTED, act->it->cycle->index);
}

static void act_set_running(const struct act *act)
{
	gd_out_line(act->out, "running_%s = true;", act->it->cycle->name);
	pml_set_add(act->model, act->writes, PML_CELL_RUNNING, act->it->cycle->index);
}

/* No store that a worker made in an earlier cycle is late any more. */
static void act_note_begin(const struct act *act)
{
	gd_out_line(act->out, "waiters_see_begin(%zu);", act->it->cycle->index);
	pml_none_late(act->model, NULL);
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
			pml_open_event(act->model, it.bucket);
		pml_take(act->model, act->out, rule, &it, act->writes);
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
		if (spec->phases[i]->how == IR_INTERVAL) {
			gd_out_line(act->out, "set_%s(0);", spec->phases[i]->name);
			pml_set_add(act->model, act->writes, PML_CELL_PHASE, i);
		}
}

static void act_set_not_running(const struct act *act)
{
	gd_out_line(act->out, "running_%s = false;", act->it->cycle->name);
	pml_set_add(act->model, act->writes, PML_CELL_RUNNING, act->it->cycle->index);
}

static void act_note_end(const struct act *act)
{
	gd_out_line(act->out, "waiters_see_end(%zu);", act->it->cycle->index);
}

static void act_forget_left(const struct act *act)
{
	if (act->model->comes_and_goes)
		gd_out_line(act->out, "forget_left();");
}

static void act_settle_phases(const struct act *act)
{
	pml_settle_phases(act->model, act->out, act->writes);
}

static void act_set_on(const struct act *act)
{
	pml_change_phase(act->model, act->out, act->it->phase, true, act->writes);
}

static void act_set_off(const struct act *act)
{
	pml_change_phase(act->model, act->out, act->it->phase, false, act->writes);
}

void pml_change_phase(struct pml_model *model, struct gd_out *out, const struct ir_phase *phase,
    bool begins, struct pml_set *writes)
{
	pml_acted_upon(model, out, begins ? phase->from : phase->to);
	gd_out_line(out, "set_%s(%d);", phase->name, begins ? 1 : 2);
	gd_out_line(out, "printf(\"@ phase phase=%s on=%d where=%s\\n\");", phase->name, begins,
	    pml_where(model, phase->loc));
	pml_set_add(model, writes, PML_CELL_PHASE, phase->index);
}

enum pml_rule pml_interval_rule(bool begins)
{
	return begins ? PML_RULE_begin_interval : PML_RULE_end_interval;
}

/* Whether EXPR asks for work.  The releaser notices its answer in a step of its own, which need not
 * be the one that opens the next bucket. */
static bool waits_for_work(const struct ir_expr *expr)
{
	if (!expr)
		return false;
	return ir_asks_for_units(expr) || waits_for_work(expr->args[0]) ||
	    waits_for_work(expr->args[1]);
}

static void settle(struct pml_model *model, struct gd_out *out, const struct ir_phase *phase,
    bool begins, struct pml_set *writes)
{
	struct pml_it it = { .phase = phase };

	gd_out_line(out, "if");
	gd_out_line(out, ":: %s ->", pml_guard(model, pml_interval_rule(begins), &it));
	out->indent++;
	pml_take(model, out, pml_interval_rule(begins), &it, writes);
	out->indent--;
	gd_out_line(out, ":: else -> skip");
	gd_out_line(out, "fi;");
}

void pml_settle_phases(struct pml_model *model, struct gd_out *out, struct pml_set *writes)
{
	for (size_t i = 0; i < model->spec->phase_count; i++) {
		const struct ir_phase *phase = model->spec->phases[i];

		if (phase->how != IR_INTERVAL)
			continue;
		if (!waits_for_work(phase->from))
			settle(model, out, phase, true, writes);
		if (!waits_for_work(phase->to))
			settle(model, out, phase, false, writes);
	}
}

void pml_do(struct pml_model *model, struct gd_out *out, enum pml_act act, const struct pml_it *it,
    struct pml_set *writes)
{
	static void (*const texts[PML_ACTS])(const struct act *) = {
#define GCRT_ROWS           GCRT_ROWS_OF_COLLECTOR
#define ACT(name, of, what) [PML_ACT_##name] = act_##name,
#include "runtime/src/gcrt-machine.def"
	};

	texts[act](&(struct act){ model, out, it, writes });
}

void pml_take(struct pml_model *model, struct gd_out *out, enum pml_rule rule,
    const struct pml_it *it, struct pml_set *writes)
{
	for (const enum pml_act *act = pml_acts(rule); *act != PML_ACTS; act++)
		pml_do(model, out, *act, it, writes);
}
