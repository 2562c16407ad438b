/* at-rest.c: what metadata holds between cycles, where that can be seen.
 *
 * If a kernel that is run for every object leaves, on each of its paths, the
 * object freed or the metadata at its initial value, then that is what every
 * object has when the cycle ends; debug builds check it.  Kernels of later
 * buckets must not touch the metadata again, and barriers only in phases that end
 * before the loop over the objects begins. */
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

/* Whether LIST has a loop over all objects that emits KIND, somewhere after the
 * end of all of PHASES; *ended are those that have ended so far. */
static bool loops(const struct ir_stmt *list, const struct ir_kind *kind, uint32_t phases,
    uint32_t ended)
{
	for (const struct ir_stmt *s = list; s; s = s->next) {
		if (s->op == IR_OP_end_phase)
			ended |= 1u << s->phase->index;
		else if (s->op == IR_OP_begin_phase)
			ended &= ~(1u << s->phase->index);
		if ((ir_object_loop(s) == kind && (phases & ~ended) == 0) ||
		    loops(s->body, kind, phases, ended) || loops(s->otherwise, kind, phases, ended))
			return true;
	}
	return false;
}

/* Whether units of KIND come from nothing but such a loop. */
static bool is_for_every_object(const struct ir_spec *spec, const struct ir_kind *kind,
    uint32_t phases)
{
	bool found = false;
	for (size_t i = 0; i < spec->edge_count; i++)
		if (spec->edges[i].product == kind) {
			const struct ir_edge *e = &spec->edges[i];
			const struct ir_stmt *list = e->producer ? e->producer->kernel.body
			    : e->bucket ? e->bucket->fill.body : NULL;
			if (found || !loops(list, kind, phases, 0))
				return false;
			found = true;
		}
	return found;
}

/* The phases outside of which barriers leave META alone; *always: there is no such. */
static uint32_t barrier_phases(const struct ir_spec *spec, const struct ir_meta *meta,
    bool *always)
{
	uint32_t phases = 0;
	*always = false;
	for (int when = 0; when < IR_BARRIER_COUNT; when++) {
		const struct ir_barrier *barrier = spec->barriers[when];
		if (!barrier || !changes(barrier->kernel.body, meta))
			continue;
		struct cgen_gate gate = cgen_gate(barrier);
		*always |= gate.always;
		phases |= gate.phases;
	}
	return phases;
}

/* -1: cannot be seen. */
long cgen_at_rest(const struct ir_spec *spec, const struct ir_meta *meta)
{
	long value = -1;
	bool always;
	uint32_t phases = barrier_phases(spec, meta, &always);
	for (size_t i = 0; i < spec->bucket_count; i++) {
		const struct ir_bucket *bucket = spec->buckets[i];
		const struct ir_kind *kind = bucket->kinds[0];
		if (!always && bucket->kind_count == 1 && bucket->cycle_count == 0 &&
		    is_for_every_object(spec, kind, phases) &&
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
