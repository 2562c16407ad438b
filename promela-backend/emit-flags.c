/* emit-flags.c: what cc and pan need for a model, and the names of failures. */
#include "promela-backend/facts/request.h"

#include <string.h>

const char *const pml_fold_name[PML_FOLDS] = { [PML_FOLD_CLAIMS] = "claims",
	[PML_FOLD_SETS] = "sets",
	[PML_FOLD_OPENINGS] = "openings",
	[PML_FOLD_PRIVATE] = "private",
	[PML_FOLD_BUFFERS] = "buffers",
	[PML_FOLD_CELLS] = "cells",
	[PML_FOLD_DOUBTS] = "doubts",
	[PML_FOLD_PICKS] = "picks",
	[PML_FOLD_UNREAD] = "unread" };

const char *pml_failure_name(const struct pml_request *request, unsigned number)
{
	if (number == PML_FAILED_OUTCOME)
		return PML_OUTCOME;
	if (number == PML_FAILED_LATE)
		return "store-late";
	if (number == PML_FAILED_FOLD)
		return "fold";
	if (number == PML_FAILED_BOUND || number == PML_FAILED_FULL)
		return "over-bound";
	if (number == PML_FAILED_ASSERT)
		return "assert";
	if (number == 0 || number > request->property_count)
		return NULL;
	return request->properties[number - 1]->name;
}

static const char *const *copy(struct gd_arena *arena, const char *const *flags, size_t count)
{
	const char **list = GD_NEW_ARRAY(arena, const char *, count + 1);

	memcpy(list, flags, count * sizeof *flags);
	return list;
}

/* REACHED[k]: some unit of kind FROM leads to a unit of kind k. */
static void reach(const struct ir_spec *spec, const struct ir_kind *from, bool *reached)
{
	for (size_t i = 0; i < spec->edge_count; i++) {
		const struct ir_edge *edge = &spec->edges[i];

		if (edge->producer != from || reached[edge->product->index])
			continue;
		reached[edge->product->index] = true;
		reach(spec, edge->product, reached);
	}
}

/* Does FROM hold only when CYCLE was asked for?  Beginning uses the request up. */
static bool needs_request(const struct ir_cycle *cycle, const struct ir_expr *from)
{
	if (!from)
		return false;
	if (from->kind == IR_AND)
		return needs_request(cycle, from->args[0]) || needs_request(cycle, from->args[1]);
	return from->kind == IR_REQUESTED && from->cycle == cycle;
}

/* Whether some kernel that may run requests a cycle.  Its own next cycle may be that one. */
static bool asks_for_cycles(const struct ir_spec *spec, const struct ir_scenario *scenario)
{
	for (size_t i = 0; i < spec->kind_count; i++)
		if (ir_has(spec->kinds[i]->kernel.body, IR_OP_request))
			return true;
	for (size_t i = 0; i < spec->bucket_count; i++)
		if (ir_has(spec->buckets[i]->fill.body, IR_OP_request))
			return true;
	for (size_t i = 0; i < IR_BARRIER_COUNT; i++)
		if (spec->barriers[i] && ir_runs_barrier(scenario, i) &&
		    ir_has(spec->barriers[i]->kernel.body, IR_OP_request))
			return true;
	return false;
}

/* Whether a run may be endless.  Kernels and scripts are finite, and no step polls.  So only these
 * can make a run endless: a kind that leads to itself, a cycle that begins without a request, and a
 * kernel that requests cycles. */
static bool may_go_on(struct gd_arena *arena, const struct ir_spec *spec,
    const struct ir_scenario *scenario)
{
	for (size_t i = 0; i < spec->cycle_count; i++)
		if (!needs_request(spec->cycles[i], spec->cycles[i]->from))
			return true;
	if (asks_for_cycles(spec, scenario))
		return true;
	for (size_t i = 0; i < spec->bucket_count; i++)
		if (spec->buckets[i]->opening == IR_WHENEVER)
			return true;
	for (size_t i = 0; i < spec->kind_count; i++) {
		bool *reached = GD_NEW_ARRAY(arena, bool, spec->kind_count);

		reach(spec, spec->kinds[i], reached);
		if (reached[i])
			return true;
	}
	return false;
}

/* Whether a run of this request may be endless, and a property asks for that. */
static bool seeks_endless_runs(struct gd_arena *arena, const struct pml_request *request)
{
	const struct ir_client *client = request->scenario->client;

	/* a client with `any steps' may continue forever, whatever the collector does */
	return request->strategy == PML_SAFETY && pml_is_owed(request) &&
	    (!client || client->steps >= 0 || pml_client_quits(request)) &&
	    may_go_on(arena, request->spec, request->scenario);
}

/* Under fairness pan has bits for four processes in each byte of its vector, minus two. */
static const char *fairness_flag(struct gd_arena *arena, const struct pml_request *request)
{
	const struct ir_scenario *scenario = request->scenario;
	size_t processes = 4 /* the formula, init, collector and rest */ + scenario->mutator_count +
	    !scenario->collects + pml_client_quits(request);

	return gd_arena_printf(arena, "-DNFAIR=%zu", processes / 4 + 1 + (processes % 4 > 2));
}

/* All data is global, so partial order reduction finds nothing to reduce and only takes time. */
const char *const *pml_cc_flags(struct gd_arena *arena, const struct pml_request *request)
{
	static const char *const safety[] = { "-DSAFETY", "-DNOREDUCE", "-DNOFAIR" };
	static const char *const endless[] = { "-DNP", "-DNOREDUCE", "-DNOFAIR" };
	const char *ltl[] = { "-DNOREDUCE", NULL };

	if (request->strategy == PML_LTL) {
		ltl[1] = fairness_flag(arena, request);
		return copy(arena, ltl, 2);
	}
	return copy(arena, seeks_endless_runs(arena, request) ? endless : safety, 3);
}

/* -w18: a small hash table, which grows. -b: a search that reaches its depth limit is an error and
 * not a verdict. -E: at the end processes stay where they are, and a deadlock breaks an assertion
 * of the model. */
const char *const *pml_pan_flags(struct gd_arena *arena, const struct pml_request *request)
{
	static const char *const all[] = { "-w18", "-m1000000", "-b", "-E" };
	static const char *const endless[] = { "-w18", "-m1000000", "-b", "-E", "-l" };
	static const char *const ltl[] = { "-w18", "-m1000000", "-b", "-a", "-f" };

	if (request->strategy == PML_LTL)
		return copy(arena, ltl, 5);
	if (seeks_endless_runs(arena, request))
		return copy(arena, endless, 5);
	return copy(arena, all, 4);
}

bool pml_is_assert(const char *name)
{
	return strncmp(name, PML_ASSERT_PREFIX, strlen(PML_ASSERT_PREFIX)) == 0 ||
	    strncmp(name, PML_USE_PREFIX, strlen(PML_USE_PREFIX)) == 0;
}
