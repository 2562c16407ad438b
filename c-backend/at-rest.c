/* at-rest.c: what metadata holds between cycles, where that can be seen.
 *
 * If a kernel that is run for every object leaves, on each of its paths, the
 * object freed or the metadata at its initial value, then that is what every
 * object has when the cycle ends; debug builds check it.  Kernels of later
 * buckets must not touch the metadata again. */
#include "c-backend/emit.h"

static bool is_object(const struct ir_expr *expr, const struct ir_var *object)
{
	return expr && expr->kind == IR_VAR && expr->var == object;
}

/* Whether the list leaves META of OBJECT as it is at allocation, or frees OBJECT. */
static bool settles(const struct ir_stmt *list, const struct ir_var *object,
    const struct ir_meta *meta)
{
	bool settled = false;
	for (const struct ir_stmt *s = list; s; s = s->next) {
		bool on_meta = s->place && s->place->kind == IR_PLACE_META && s->place->meta == meta;
		if (s->op == IR_OP_free && is_object(s->args[0], object))
			return true;
		if (s->op == IR_OP_store && on_meta && is_object(s->place->object, object))
			settled = s->args[0]->kind == IR_CONST && s->args[0]->number == meta->init;
		else if (on_meta && ir_op_info[s->op].effect == IR_EFFECT_RMW)
			settled = false;
		else if (s->op == IR_OP_if)
			settled = s->body && s->otherwise
			    ? settles(s->body, object, meta) && settles(s->otherwise, object, meta)
			    : settled && !s->body && !s->otherwise;
		else if (s->op == IR_OP_for)
			settled = false;
	}
	return settled;
}

static bool changes(const struct ir_stmt *list, const struct ir_meta *meta)
{
	for (const struct ir_stmt *s = list; s; s = s->next)
		if ((s->place && s->place->kind == IR_PLACE_META && s->place->meta == meta &&
		        s->op != IR_OP_load) ||
		    changes(s->body, meta) || changes(s->otherwise, meta))
			return true;
	return false;
}

/* The kind that the bucket is filled with, one unit for each object. */
static const struct ir_kind *filled_with(const struct ir_bucket *bucket)
{
	const struct ir_stmt *fill = bucket->fill.body;
	return fill && !fill->next ? cgen_object_loop(fill) : NULL;
}

/* -1: cannot be seen. */
long cgen_at_rest(const struct ir_spec *spec, const struct ir_meta *meta)
{
	long value = -1;
	for (size_t i = 0; i < spec->bucket_count; i++) {
		const struct ir_bucket *bucket = spec->buckets[i];
		const struct ir_kind *kind = filled_with(bucket);
		if (kind && bucket->kind_count == 1 && bucket->cycle_count == 0 &&
		    settles(kind->kernel.body, kind->kernel.vars[0], meta)) {
			value = meta->init;
			continue;
		}
		for (size_t k = 0; k < bucket->kind_count; k++)
			if (changes(bucket->kinds[k]->kernel.body, meta))
				value = -1;
	}
	return value;
}
