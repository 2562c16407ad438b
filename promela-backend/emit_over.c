/* emit_over.c: what is over when a bucket opens. */
#include "promela-backend/fold.h"

#include <string.h>

void pml_add_opened(const struct ir_expr *guard, const struct ir_bucket **opened, size_t *count,
    size_t room)
{
	if (!guard)
		return;
	if (guard->kind == IR_AND) {
		pml_add_opened(guard->args[0], opened, count, room);
		pml_add_opened(guard->args[1], opened, count, room);
		return;
	}
	if (guard->kind != IR_DRAINED || !guard->bucket)
		return;
	for (size_t i = 0; i < *count; i++)
		if (opened[i] == guard->bucket)
			return;
	if (*count == room)
		return;
	opened[(*count)++] = guard->bucket;
	pml_add_opened(guard->bucket->guard, opened, count, room);
}

bool pml_is_among(const struct ir_bucket *bucket, const struct ir_bucket **list, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (list[i] == bucket)
			return true;
	return false;
}

/* No unit of KIND can come any more: its producers are over, and fills that
 * make it have run. */
static bool is_over(const struct ir_spec *spec, const struct ir_kind *kind, const bool *over,
    const struct ir_bucket **opened, size_t count)
{
	for (size_t i = 0; i < spec->edge_count; i++) {
		const struct ir_edge *edge = &spec->edges[i];

		if (edge->product != kind)
			continue;
		if (edge->producer ? !over[edge->producer->index]
		    : !edge->bucket || edge->bucket->opening == IR_WHENEVER
			|| !pml_is_among(edge->bucket, opened, count))
			return false;
	}
	return true;
}

/* By kind: when BUCKET opens its units are over, and none can come any more. */
bool *pml_find_over(const struct pml_model *model, const struct ir_bucket *bucket)
{
	const struct ir_spec *spec = model->spec;
	const struct ir_bucket **opened = GD_NEW_ARRAY(model->arena, const struct ir_bucket *,
	    spec->bucket_count + 1);
	bool *over = GD_NEW_ARRAY(model->arena, bool, spec->kind_count + 1);
	size_t count = 0;
	bool changed = true;

	pml_add_opened(bucket->guard, opened, &count, spec->bucket_count);
	for (size_t i = 0; i < count; i++)
		for (size_t j = 0; j < opened[i]->kind_count; j++)
			over[opened[i]->kinds[j]->index] = true;
	while (changed) {
		changed = false;
		for (size_t i = 0; i < spec->kind_count; i++) {
			if (over[i] && !is_over(spec, spec->kinds[i], over, opened, count)) {
				over[i] = false;
				changed = true;
			}
		}
	}
	return over;
}

/* The guard drained(x) and … of BUCKET stays true: each x's kinds are over. */
bool pml_guard_stays(const struct pml_model *model, const struct ir_bucket *bucket)
{
	const struct ir_spec *spec = model->spec;
	const bool *over = pml_find_over(model, bucket);

	for (size_t i = 0; i < spec->kind_count; i++)
		if (pml_says_drained(bucket->guard, spec->kinds[i]) && !over[i])
			return false;
	return true;
}

/* Units of KIND are over whenever a bucket of OTHER opens. */
bool pml_is_over_before(const struct pml_model *model, const struct ir_kind *kind,
    const struct ir_kind *other)
{
	for (size_t i = 0; i < other->bucket_count; i++)
		if (!pml_find_over(model, other->buckets[i])[kind->index])
			return false;
	return true;
}
