/* lower-idle.c: kernels of which no unit ever runs.
 *
 * Note [Idle kernels]: left out of models are the statements of kinds of which no unit is ever emitted, because the
 * options decide so: whatever emits one is in such a kind itself, or fills a bucket whose guard is constantly
 * false.  What a kind is, and who counts its units, stays.  So a model does not change with a kernel that
 * it never runs, and its result is kept when that kernel changes.  It also has no facts from such a kernel
 * (`it frees', `it stores a root'), which would prevent foldings.
 *
 * Emits of barriers count as if they always ran, and so does each emit in a kernel of which units are emitted.
 * So what counts as idle surely is.  A kind whose units are emitted, but whose buckets never open, is not idle here:
 * foldings need to know what its units would do.  Compared by: tests/differential (options), which gives the
 * explorer all statements; tests/run/idle.sh. */
#include "compiler/ir/lower-internal.h"

static bool never_opens(const struct ir_bucket *bucket)
{
	const struct ir_expr *guard = bucket->guard;

	return guard && guard->kind == IR_CONST && guard->number == 0;
}

/* Whether what emits along EDGE never runs. */
static bool is_idle(const struct ir_edge *edge, const bool *emitted)
{
	return (edge->producer && !emitted[edge->producer->index]) ||
	    (edge->bucket && never_opens(edge->bucket));
}

/* Adds the kinds that those of EMITTED, fills and barriers emit.  Whether there are any. */
static bool add_emitted(const struct ir_spec *spec, bool *emitted)
{
	bool more = false;

	for (size_t i = 0; i < spec->edge_count; i++)
		if (!emitted[spec->edges[i].product->index] && !is_idle(&spec->edges[i], emitted))
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
