/* life.c: how the acts are done at the points of runtime/src/gcrt-machine.def.
 *
 * The table says which acts are done at which point, and in which order.  A point of a mutator is
 * about x_who; the cell that a mutator takes is a_object. */
#include "promela-backend/facts/domain.h"
#include "promela-backend/facts/reference.h"
#include "promela-backend/steps/machine.h"
#include "promela-backend/steps/presence.h"
#include "promela-backend/steps/root.h"

struct act {
	struct pml_model *model;
	struct pml_code *code;
	const struct pml_it *it;
};

static const char *number(const struct act *act, size_t number)
{
	return gd_arena_printf(act->model->arena, "%zu", number);
}

/* ----------------------------------------------------------------- requests */
static void act_set_requested(const struct act *act)
{
	PML_DO(act->code, request, .of = PML_OF(act->it->cycle));
}

static void act_begin_waiting(const struct act *act)
{
	PML_DO(act->code, wait_for, .mutator = number(act, act->it->mutator),
	    .cycle = number(act, act->it->cycle->index));
}

/* ------------------------------------------------------------------- phases */
static void act_set_value(const struct act *act)
{
	PML_DO(act->code, set_value, .of = PML_OF(act->it->phase));
}

static void act_show_to_stopped(const struct act *act)
{
	if (act->it->phase->visible == IR_AT_HANDSHAKE)
		PML_DO(act->code, show_to_stopped, .of = PML_OF(act->it->phase));
}

/* -------------------------------------------------------------------- stops */
static void act_ask_to_stop(const struct act *act)
{
	PML_DO(act->code, request_stop, PML_NOTHING);
}

static void act_end_stop(const struct act *act)
{
	PML_DO(act->code, resume, PML_NOTHING);
}

/* ----------------------------------------------------------------- mutators */
static void act_flush_buffers(const struct act *act)
{
	if (act->model->buffers)
		PML_DO(act->code, flush_mutator, PML_NOTHING);
}

static void act_see_phases(const struct act *act)
{
	if (act->model->sees)
		PML_DO(act->code, see_phases, PML_NOTHING);
}

static void act_come(const struct act *act)
{
	PML_DO(act->code, presence, .mutator = number(act, act->it->mutator), .presence = "HERE");
}

static void act_drop_roots(const struct act *act)
{
	for (size_t i = 0; i < pml_root_count(act->model, act->it->mutator); i++)
		pml_set_root(act->code, act->it->mutator, (int)i, "NIL");
}

static void act_go(const struct act *act)
{
	const struct ir_spec *spec = act->model->spec;
	const char *who = number(act, act->it->mutator), *runs = "false";

	for (size_t i = 0; i < spec->cycle_count; i++)
		runs = gd_arena_printf(act->model->arena, "%s || running_%s", runs,
		    spec->cycles[i]->name);
	PML_DO(act->code, presence, .mutator = who,
	    .presence = gd_arena_printf(act->model->arena, "(%s -> LEFT : AWAY)", runs));
	pml_forget_phases(act->code, who);
}

/* -------------------------------------------------------------------- cells */
static void act_set_metadata(const struct act *act)
{
	const struct ir_spec *spec = act->model->spec;

	for (size_t i = 0; i < spec->meta_count; i++)
		if (!spec->metas[i]->region)
			PML_DO(act->code, set_metadata, .of = PML_OF_META(spec->metas[i]),
			    .value = gd_arena_printf(act->model->arena, "%ld",
				pml_known(act->model, &spec->metas[i]->type,
				    spec->metas[i]->init)));
}

static void act_clear_slots(const struct act *act)
{
	PML_DO(act->code, clear_slots, PML_NOTHING);
}

/* ---------------------------------------------------------------- the table */
void pml_pass(struct pml_code *code, enum pml_rule point, const struct pml_it *it)
{
	static void (*const acts[PML_ACTS])(const struct act *) = {
#define GCRT_ROWS           (~GCRT_ROWS_OF_COLLECTOR)
#define ACT(name, of, what) [PML_ACT_##name] = act_##name,
#include "runtime/src/gcrt-machine.def"
	};

	for (const enum pml_act *act = pml_acts(point); *act != PML_ACTS; act++)
		acts[*act](&(struct act){ code->model, code, it });
}
