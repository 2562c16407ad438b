/* plan.c: all facts of a model. */
#include "promela-backend/facts/plan.h"
#include "promela-backend/facts/apart.h"
#include "promela-backend/facts/coverage.h"
#include "promela-backend/facts/domain.h"
#include "promela-backend/facts/early.h"
#include "promela-backend/facts/fold-cells.h"
#include "promela-backend/facts/fold-private.h"
#include "promela-backend/facts/folds.h"
#include "promela-backend/facts/held.h"
#include "promela-backend/facts/kernel.h"
#include "promela-backend/facts/late-load.h"
#include "promela-backend/facts/late.h"
#include "promela-backend/facts/listed.h"
#include "promela-backend/facts/live.h"
#include "promela-backend/facts/look.h"
#include "promela-backend/facts/memory.h"
#include "promela-backend/facts/moving.h"
#include "promela-backend/facts/nonnull.h"
#include "promela-backend/facts/operation.h"
#include "promela-backend/facts/place.h"
#include "promela-backend/facts/premise.h"
#include "promela-backend/facts/property.h"
#include "promela-backend/facts/reads.h"
#include "promela-backend/facts/refusal.h"
#include "promela-backend/facts/request.h"
#include "promela-backend/facts/words.h"

#include <string.h>

/* Two variables of a kernel may have the same name, in different scopes or from inlined functions.
 * So their names in the model differ. */
static const char *name_variable(struct pml_model *model, const struct ir_kernel *ir, size_t var)
{
	const char *name = gd_arena_printf(model->arena, "v_%s", ir->vars[var]->name);

	for (size_t i = 0; i < ir->var_count; i++) {
		if (i != var && (i < var || name[strlen(name) - 1] == '_') &&
		    strcmp(name + 2, ir->vars[i]->name) == 0) {
			name = gd_arena_printf(model->arena, "%s_%zu_", name, var);
			i = (size_t)-1;
		}
	}
	for (size_t i = 0; i < model->scratch.count; i++)
		if (strcmp(model->scratch.at[i], name) == 0)
			return model->scratch.at[i];
	GD_PUSH(model->arena, model->scratch, name);
	return name;
}

/* The variables that have a value when KERNEL begins: its parameters, and what the model adds to a kernel. */
static uint64_t given_at_beginning(const struct pml_kernel *kernel)
{
	const struct ir_barrier *barrier = kernel->barrier;
	uint64_t own = 0;

	if (kernel->kind)
		return pml_params(kernel) | pml_var_bit(kernel->window);
	for (size_t i = barrier ? barrier->param_count : 0; i < kernel->ir->var_count; i++)
		if (!barrier || i < barrier->kernel.var_count)
			own |= UINT64_C(1) << i;
	return ~own;
}

/* A variable that is LIVE at the beginning has whatever was there before.  That would tell states apart that are one, and
 * a replay would find something else. */
static void refuse_without_value(struct pml_model *model, const struct pml_kernel *kernel,
    uint64_t live)
{
	live &= ~given_at_beginning(kernel);
	if (live)
		pml_refuse_at(model, pml_loc_of(kernel),
		    "`%s' reads `%s' where it may have no value: gcdsl has made a mistake",
		    kernel->name, kernel->ir->vars[__builtin_ctzll(live)]->name);
}

static void plan_kernel(struct pml_model *model, struct pml_kernel *kernel)
{
	size_t stmts = pml_count_stmts(kernel->ir->body);
	const struct ir_kernel *ir;

	kernel->ir = pml_with_listed(model, kernel);
	kernel->ir = pml_with_early(model, kernel);
	kernel->ir = pml_with_late_loads(model, kernel);
	ir = kernel->ir = pml_with_window(model, kernel);

	if (ir->var_count > GD_MOST_variables) {
		pml_refuse_limit(model, pml_loc_of(kernel), GD_LIMIT_variables);
		return;
	}
	kernel->ghosts_are_steps = model->request->unsound >> PML_UNSOUND_GHOSTS & 1;
	kernel->nodes = GD_NEW_ARRAY(model->arena, struct pml_node, stmts + 1);
	kernel->loop_of = GD_NEW_ARRAY(model->arena, const struct ir_stmt *, ir->var_count + 1);
	kernel->var_name = GD_NEW_ARRAY(model->arena, const char *, ir->var_count + 1);
	for (size_t i = 0; i < ir->var_count; i++)
		kernel->var_name[i] = name_variable(model, ir, i);
	kernel->frees_apart = pml_frees_apart(model, kernel);
	pml_find_nodes(kernel, ir->body, NULL, false);
	pml_set_emits_apart(model, kernel);
	refuse_without_value(model, kernel, pml_find_live(kernel, ir->body, kernel->live_at_end));
	pml_find_late_loads_at(model, kernel);
	pml_find_early_live(kernel);
}

static void find_buffers(struct pml_model *model, const struct pml_kernel *barrier)
{
	for (size_t i = 0; i < barrier->node_count; i++)
		if (barrier->nodes[i].stmt->op == IR_OP_emit) {
			struct pml_kernel *kernel =
			    &model->kinds[barrier->nodes[i].stmt->kind->index];

			kernel->by_mutators = true;
			kernel->buffered = !model->has_no_buffers;
			model->buffers |= kernel->buffered;
		}
}

static void find_moved_loads(struct pml_model *model, struct pml_kernel *kernel,
    const struct ir_kernel *ir, size_t params)
{
	kernel->early.count = kernel->late_loads.count = 0;
	pml_find_early(model, kernel, ir, params);
	pml_find_late_loads(model, kernel, ir);
}

/* Note [Rounds]: where loads may be early, the rounds of a unit's loops over slots are written out (compiler/ir/rounds.c),
 * so that loads of later rounds can be.  But each such load multiplies the states of a unit: by the values that it can have, and one
 * more for not being done.  Without a limit the models of wide objects would be many times as large, and most loads
 * with them.  So a unit with too many such states keeps its loops.  A model says which (PML_KEEPS_LOOPS), and so does the row of the
 * verdict.  Compared by: tests/differential/known-early (rounds*.gc), tests/run/early.sh. */
enum { MOST_STATES_OF_LOADS = 128, VARIABLES_OF_A_LOAD = 3 };

static void count_load(const struct ir_stmt *stmt, void *count)
{
	*(size_t *)count += stmt->op == IR_OP_load;
}

static bool are_too_many(const struct pml_model *model, const struct pml_kernel *kernel)
{
	size_t states = 1, loads = 0;

	ir_list_each(kernel->ir->body, count_load, &loads);
	if (kernel->ir->var_count + VARIABLES_OF_A_LOAD * loads > GD_MOST_variables)
		return true;
	for (size_t i = 0; i < kernel->early.count && states <= MOST_STATES_OF_LOADS; i++)
		states *= 1 + pml_radix(model, kernel, kernel->early.at[i].load->dst->index, 0);
	for (size_t i = 0; i < kernel->late_loads.count && states <= MOST_STATES_OF_LOADS; i++)
		states *= 2;
	return states > MOST_STATES_OF_LOADS;
}

/* Note [Rounds].  Finds the loads of a unit.  false: it must keep its loops. */
static bool find_moved_loads_of_rounds(struct pml_model *model, struct pml_kernel *kernel)
{
	const struct ir_kernel *loops = kernel->ir;
	struct ir_kernel *rounds = GD_NEW(model->arena, struct ir_kernel);

	*rounds = *loops;
	rounds->body = ir_with_rounds(model->arena, loops->body, model->scenario);
	if (!pml_moves_loads(model) || rounds->body == loops->body)
		return false;
	kernel->ir = rounds;
	find_moved_loads(model, kernel, rounds, kernel->kind->param_count);
	if (!kernel->early.count && !kernel->late_loads.count) {
		kernel->ir = loops;
		return true;
	}
	if (!model->request->keeps_loops && !are_too_many(model, kernel)) {
		model->has_rounds = true;
		return true;
	}
	kernel->ir = loops;
	kernel->keeps_loops = true;
	return false;
}

static void find_moved_loads_of_unit(struct pml_model *model, struct pml_kernel *kernel)
{
	bool has_early = model->has_early;

	if (find_moved_loads_of_rounds(model, kernel))
		return;
	model->has_early = has_early;
	find_moved_loads(model, kernel, kernel->ir, kernel->kind->param_count);
}

static void plan_kernels(struct pml_model *model)
{
	const struct ir_spec *spec = model->spec;

	for (size_t i = 0; i < spec->kind_count; i++) {
		struct pml_kernel *kernel = &model->kinds[i];

		kernel->kind = spec->kinds[i];
		kernel->name = spec->kinds[i]->name;
		kernel->ir = &spec->kinds[i]->kernel;
		kernel->nonnull_params = (UINT64_C(1) << spec->kinds[i]->param_count) - 1;
		kernel->live_at_end = kernel->holds ? kernel->nonnull_params : 0;
		if (kernel->kind->on)
			kernel->live_at_end |= pml_var_bit(kernel->kind->on);
		kernel->ends_apart = pml_ends_apart(model, kernel->kind);
		if (spec->kinds[i]->bucket_count > 1)
			pml_refuse_at(model, kernel->kind->loc, "`%s' is in several buckets",
			    kernel->name)
			    ->help = "declare one kind for each bucket";
		model->handshakes |= kernel->kind->on != NULL;
		find_moved_loads_of_unit(model, kernel);
	}
	for (size_t i = 0; i < IR_BARRIER_COUNT; i++) {
		const struct ir_barrier *barrier = spec->barriers[i];

		model->operations[i].barrier = barrier;
		if (barrier)
			find_moved_loads(model, &model->operations[i], &barrier->kernel,
			    barrier->param_count);
	}
	for (size_t i = 0; i < spec->phase_count; i++)
		model->sees |= spec->phases[i]->visible == IR_AT_HANDSHAKE;
	pml_plan_folds(model);
	for (size_t i = 0; i < spec->kind_count; i++)
		plan_kernel(model, &model->kinds[i]);
	for (size_t i = 0; i < spec->bucket_count; i++) {
		model->fills[i].bucket = spec->buckets[i];
		model->fills[i].name = spec->buckets[i]->name;
		model->fills[i].ir = &spec->buckets[i]->fill;
		plan_kernel(model, &model->fills[i]);
	}
	pml_plan_operations(model);
	for (size_t i = 0; i < IR_BARRIER_COUNT; i++)
		if (model->operations[i].ir) {
			model->operations[i].holds_back =
			    pml_folds_stores(model, &model->operations[i]);
			model->operations[i].atomic = model->request->atomic;
			plan_kernel(model, &model->operations[i]);
			find_buffers(model, &model->operations[i]);
		}
	if (!model->why)
		pml_find_nonnull(model);
}

static void refuse_unbuilt(struct pml_model *model)
{
	const struct ir_spec *spec = model->spec;

	if (spec->cycle_count == 0)
		pml_refuse(model, "the specification has no cycle");
	for (size_t i = 0; i < spec->bucket_count; i++) {
		if (spec->buckets[i]->across_cycles)
			pml_refuse_at(model, spec->buckets[i]->loc,
			    "bucket `%s' is `across cycles', which has no model yet",
			    spec->buckets[i]->name);
	}
	if (model->request->strategy == PML_LTL &&
	    (model->request->property_count != 1 || !model->request->properties[0]->formula))
		pml_refuse(model, "--strategy ltl is for one property with a formula");
}

/* Whether a check needs to know how many copies of each unit exist. */
static bool needs_holds(const struct pml_model *model, const struct ir_kind *kind)
{
	return pml_look(model, pml_is_pending_of, kind) ||
	    (kind->multiplicity != IR_BAG && pml_number_of(model, IR_UNIT_UNIQUE));
}

static void leave_out_barrier(struct gd_arena *arena, struct ir_spec *spec,
    const struct ir_barrier *barrier)
{
	struct ir_edge *edges = GD_NEW_ARRAY(arena, struct ir_edge, spec->edge_count + 1);
	size_t count = 0;

	for (size_t i = 0; i < spec->edge_count; i++)
		if (spec->edges[i].barrier != barrier)
			edges[count++] = spec->edges[i];
	spec->barriers[barrier->when] = NULL;
	spec->edges = edges;
	spec->edge_count = count;
}

/* Barriers that no mutator of the scenario runs are no part of the model: no fact follows from them.  Nor are
 * words that nothing reads (Note [Unread words]). */
static const struct ir_spec *without_idle_barriers(const struct pml_model *model)
{
	struct ir_spec *spec = GD_NEW(model->arena, struct ir_spec);

	*spec = *model->spec;
	if (!pml_reads_words(model)) {
		spec->meta_count -= spec->word_count;
		spec->word_count = 0;
	}
	for (size_t i = 0; i < IR_BARRIER_COUNT; i++)
		if (spec->barriers[i] && !ir_runs_barrier(model->scenario, i))
			leave_out_barrier(model->arena, spec, spec->barriers[i]);
	return spec;
}

static void set_up(struct pml_model *model)
{
	const struct ir_spec *spec = model->spec = without_idle_barriers(model);

	model->objects = model->scenario->object_count;
	model->mutators = model->scenario->mutator_count;
	model->slots = model->scenario->slots_per_object;
	model->comes_and_goes = ir_comes_and_goes(model->scenario);
	for (size_t i = 0; i < model->mutators; i++)
		model->roots += pml_root_count(model, i);
	model->kinds = GD_NEW_ARRAY(model->arena, struct pml_kernel, spec->kind_count + 1);
	model->fills = GD_NEW_ARRAY(model->arena, struct pml_kernel, spec->bucket_count + 1);
	for (size_t i = 0; i < spec->kind_count; i++)
		model->kinds[i].holds = needs_holds(model, spec->kinds[i]);
	if (model->request->marks_points)
		model->flags = pml_point_flags(model->arena, spec, model->scenario);
	model->reach_used = model->reach_observed = pml_observes_reachable(model);
	refuse_unbuilt(model);
	pml_plan_moving(model);
	pml_plan_memory(model);
}

void pml_find_facts(struct pml_model *model)
{
	set_up(model);
	if (!model->why)
		plan_kernels(model);
	if (!model->why)
		pml_check_workers_stores(model);
	if (!model->why)
		pml_check_own_loads(model);
	pml_plan_held(model);
	if (!model->why)
		pml_plan_properties(model);
	if (!model->why)
		pml_plan_premises(model);
}
