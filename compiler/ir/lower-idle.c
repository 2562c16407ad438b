/* lower-idle.c: kernels of which no unit ever runs.
 *
 * Note [Idle kernels]: left out of models are the statements of kinds of which no unit is ever emitted, because the
 * options or the scenarios decide so: whatever emits one is in such a kind itself, or is a barrier that no mutator runs,
 * or fills a bucket whose guard is constantly false.  What a kind is, and who counts its units, stays.  So a model
 * does not change with a kernel that it never runs, and its result is kept when that kernel changes.  It also has no
 * facts from such a kernel (`it frees', `it stores a root'), which would prevent foldings.
 *
 * Each emit in a kernel of which units are emitted, or in a barrier that a mutator of some scenario of the IR runs,
 * counts as if it ran.  So what counts as idle surely is.  The IR of a model has only scenarios that run the same
 * barriers.  A kind whose units are emitted, but whose buckets never open, is not idle here: foldings need to
 * know what its units would do.  Compared by: tests/differential (options, barriers), which gives the explorer all
 * statements; tests/run/idle.sh. */
#include "compiler/ir/lower-internal.h"
#include "compiler/ir/walk.h"

static bool never_opens(const struct ir_bucket *bucket)
{
	const struct ir_expr *guard = bucket->guard;

	return guard && guard->kind == IR_CONST && guard->number == 0;
}

static bool some_scenario_runs(const struct ir_spec *spec, enum ir_barrier_when when)
{
	for (size_t i = 0; i < spec->scenario_count; i++)
		if (ir_runs_barrier(spec->scenarios[i], when))
			return true;
	return false;
}

/* Whether what emits along EDGE never runs. */
static bool is_idle(const struct ir_spec *spec, const struct ir_edge *edge, const bool *emitted)
{
	return (edge->producer && !emitted[edge->producer->index]) ||
	    (edge->barrier && !some_scenario_runs(spec, edge->barrier->when)) ||
	    (edge->bucket && never_opens(edge->bucket));
}

/* Adds the kinds that those of EMITTED, fills and barriers emit.  Whether there are any. */
static bool add_emitted(const struct ir_spec *spec, bool *emitted)
{
	bool more = false;

	for (size_t i = 0; i < spec->edge_count; i++)
		if (!emitted[spec->edges[i].product->index] &&
		    !is_idle(spec, &spec->edges[i], emitted))
			emitted[spec->edges[i].product->index] = more = true;
	return more;
}

void ir_lower_leave_out_idle(struct lower *l)
{
	bool *emitted = GD_NEW_ARRAY(l->arena, bool, l->ir->kind_count + 1);

	while (add_emitted(l->ir, emitted))
		continue;
	for (size_t i = 0; i < l->ir->kind_count; i++)
		if (!emitted[i]) {
			l->kinds[i]->idle = l->kinds[i]->kernel.body;
			l->kinds[i]->kernel.body = NULL;
			l->kinds[i]->kernel.var_count = l->kinds[i]->param_count;
		}
	ir_lower_edges(l);
}
