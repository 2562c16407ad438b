/* emit-life.c: what is done at the points of runtime/src/gcrt-machine.def.
 *
 * Which acts are done at which point, and in which order, is said in the table.  Here is the text of
 * each. */
#include "promela-backend/emit-presence.h"
#include "promela-backend/emit-root.h"
#include "promela-backend/facts/domain.h"
#include "promela-backend/facts/sets.h"
#include "promela-backend/machine.h"

struct act {
	struct pml_model *model;
	struct gd_out *out;
	const struct pml_it *it;
	struct pml_set *writes;
};

/* ----------------------------------------------------------------- requests */
static void act_set_requested(const struct act *act)
{
	gd_out_line(act->out, "requested_%s = true;", act->it->cycle->name);
	pml_set_add(act->model, act->writes, PML_CELL_REQUESTED, act->it->cycle->index);
}

static void act_begin_waiting(const struct act *act)
{
	gd_out_line(act->out, "waits[%zu] = ASKED(%zu);", act->it->mutator, act->it->cycle->index);
}

/* ------------------------------------------------------------------- phases */
static void act_set_value(const struct act *act)
{
	gd_out_line(act->out, "phase_%s = a_on;", act->it->phase->name);
}

static void act_show_to_stopped(const struct act *act)
{
	if (act->it->phase->visible == IR_AT_HANDSHAKE)
		gd_out_line(act->out, "show_%s();", act->it->phase->name);
}

/* -------------------------------------------------------------------- stops */
static void act_ask_to_stop(const struct act *act)
{
	gd_out_line(act->out, "stop_requested = true;");
	pml_set_add(act->model, act->writes, PML_CELL_STOPPED, 0); /* nobody may be there to stop */
}

static void act_end_stop(const struct act *act)
{
	gd_out_line(act->out, "resume_mutators();");
	pml_set_add(act->model, act->writes, PML_CELL_STOPPED, 0);
}

/* -------------------------------------------------------- mutators, as x_who */
static void act_flush_buffers(const struct act *act)
{
	if (!act->model->buffers)
		return;
	gd_out_line(act->out, "flush_mutator();");
	for (size_t i = 0; act->writes && i < act->model->spec->kind_count; i++)
		pml_set_add(act->model, act->writes, PML_CELL_UNITS, i);
}

static void act_see_phases(const struct act *act)
{
	if (act->model->sees)
		gd_out_line(act->out, "see_phases();");
}

static void act_come(const struct act *act)
{
	gd_out_line(act->out, "there[%zu] = HERE;", act->it->mutator);
	pml_set_add(act->model, act->writes, PML_CELL_STOPPED, 0);
}

static void act_drop_roots(const struct act *act)
{
	for (size_t i = 0; i < pml_root_count(act->model, act->it->mutator); i++)
		pml_set_root(act->model, act->it->mutator, (int)i, "NIL", act->writes);
}

static void act_go(const struct act *act)
{
	const struct ir_spec *spec = act->model->spec;
	const char *runs = "false";

	for (size_t i = 0; i < spec->cycle_count; i++)
		runs = gd_arena_printf(act->model->arena, "%s || running_%s", runs,
		    spec->cycles[i]->name);
	gd_out_line(act->out, "there[%zu] = (%s -> LEFT : AWAY);", act->it->mutator, runs);
	pml_forget_phases(act->model, gd_arena_printf(act->model->arena, "%zu", act->it->mutator));
	pml_set_add(act->model, act->writes, PML_CELL_STOPPED, 0);
}

/* --------------------------------------------------------- cells, as a_object */
static void act_set_metadata(const struct act *act)
{
	for (size_t i = 0; i < act->model->spec->meta_count; i++)
		gd_out_line(act->out, "mem_poke(AT_%s(a_object), %ld);",
		    act->model->spec->metas[i]->name, act->model->spec->metas[i]->init);
}

static void act_clear_slots(const struct act *act)
{
	gd_out_line(act->out, "heap_clear_slots(a_object);");
}

/* ---------------------------------------------------------------- the table */
void pml_pass(struct pml_model *model, struct gd_out *out, enum pml_rule point,
    const struct pml_it *it, struct pml_set *writes)
{
	static void (*const texts[PML_ACTS])(const struct act *) = {
#define GCRT_ROWS           (~GCRT_ROWS_OF_COLLECTOR)
#define ACT(name, of, what) [PML_ACT_##name] = act_##name,
#include "runtime/src/gcrt-machine.def"
	};

	for (const enum pml_act *act = pml_acts(point); *act != PML_ACTS; act++)
		texts[*act](&(struct act){ model, out, it, writes });
}
