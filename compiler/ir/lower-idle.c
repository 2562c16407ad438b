/* lower-idle.c: kernels of which no unit ever runs.
 *
 * Note [Idle kernels]: left out of models are the statements of kinds that no unit of can run, because the
 * options decide so: nothing that can run emits the kind, or the guards of its buckets are constantly
 * false.  What a kind is, and who counts its units, stays.  So a model does not change with a kernel that
 * it never runs, and its result is kept when that kernel changes.  It also has no facts from such a kernel
 * (`it frees', `it stores a root'), which would prevent foldings.
 *
 * Emits of barriers and fills count as if they always ran, and so does each emit in a kernel that can
 * run.  So what counts as idle surely is.  Compared by: tests/differential (options), which gives the
 * explorer all statements; tests/run/idle.sh. */
#include "compiler/ir/lower-internal.h"

static bool can_open(const struct ir_bucket *bucket)
{
	const struct ir_expr *guard = bucket->guard;

	return !guard || guard->kind != IR_CONST || guard->number != 0;
}

static bool can_hold_units(const struct ir_kind *kind)
{
	for (size_t i = 0; i < kind->bucket_count; i++)
		if (can_open(kind->buckets[i]))
			return true;
	return false;
}

/* Adds the kinds that those of RUNS, fills and barriers emit.  Whether there are any. */
static bool add_emitted(const struct ir_spec *spec, bool *runs)
{
	bool more = false;

	for (size_t i = 0; i < spec->edge_count; i++) {
		const struct ir_edge *edge = &spec->edges[i];

		if (runs[edge->product->index] || !can_hold_units(edge->product) ||
		    (edge->producer && !runs[edge->producer->index]))
			continue;
		runs[edge->product->index] = more = true;
	}
	return more;
}

void ir_lower_leave_out_idle(struct lower *l)
{
	bool *runs = GD_NEW_ARRAY(l->arena, bool, l->ir->kind_count + 1);

	while (add_emitted(l->ir, runs))
		continue;
	for (size_t i = 0; i < l->ir->kind_count; i++)
		if (!runs[i]) {
			l->kinds[i]->idle = l->kinds[i]->kernel.body;
			l->kinds[i]->kernel.body = NULL;
			l->kinds[i]->kernel.var_count = l->kinds[i]->param_count;
		}
	ir_lower_edges(l);
}
