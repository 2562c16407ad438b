/* collections.c: which cycles a program asks for.
 *
 * Programs know two collections: the quick one, which an allocation without room asks for
 * first, and the full one.  Meant are cycles that can be asked for and lead to the freeing of
 * something: in kernels of their own, or of cycles that these request.  A cycle that frees for
 * another, which requests it and frees nothing itself, is a part of that one.  Of the rest the
 * quick one is called `minor', or else is the first; the full one is called `major', or else is
 * the last. */
#include "compiler/ir/ir.h"

#include <string.h>

static bool requests(const struct ir_stmt *list, const struct ir_cycle *cycle)
{
	for (; list; list = list->next)
		if ((list->op == IR_OP_request && list->cycle == cycle)
		    || requests(list->body, cycle) || requests(list->otherwise, cycle))
			return true;
	return false;
}

static bool frees(const struct ir_spec *spec, const struct ir_cycle *cycle)
{
	for (size_t i = 0; i < spec->bucket_count; i++) {
		const struct ir_bucket *bucket = spec->buckets[i];

		for (size_t k = 0; ir_takes_part(bucket, cycle) && k < bucket->kind_count; k++)
			if (ir_has(bucket->kinds[k]->kernel.body, IR_OP_free))
				return true;
	}
	return false;
}

static bool asks_for(const struct ir_spec *spec, const struct ir_cycle *who,
    const struct ir_cycle *cycle)
{
	for (size_t i = 0; i < spec->bucket_count; i++) {
		const struct ir_bucket *bucket = spec->buckets[i];

		for (size_t k = 0; ir_takes_part(bucket, who) && k < bucket->kind_count; k++)
			if (requests(bucket->kinds[k]->kernel.body, cycle))
				return true;
	}
	return false;
}

/* STEPS: so many cycles may come one after the other. */
static bool leads_to_free(const struct ir_spec *spec, const struct ir_cycle *cycle, size_t steps)
{
	if (frees(spec, cycle))
		return true;
	for (size_t i = 0; steps && i < spec->cycle_count; i++)
		if (asks_for(spec, cycle, spec->cycles[i])
		    && leads_to_free(spec, spec->cycles[i], steps - 1))
			return true;
	return false;
}

static bool is_part_of_another(const struct ir_spec *spec, const struct ir_cycle *cycle)
{
	for (size_t i = 0; i < spec->cycle_count; i++)
		if (spec->cycles[i] != cycle && ir_can_be_asked_for(spec->cycles[i])
		    && !frees(spec, spec->cycles[i]) && asks_for(spec, spec->cycles[i], cycle))
			return true;
	return false;
}

static bool is_meant(const struct ir_spec *spec, const struct ir_cycle *cycle)
{
	return leads_to_free(spec, cycle, spec->cycle_count) && !is_part_of_another(spec, cycle);
}

/* Where none is meant, any that can be asked for is. */
static void find(const struct ir_spec *spec, bool any, struct ir_collections *found)
{
	for (size_t i = 0; i < spec->cycle_count; i++) {
		const struct ir_cycle *cycle = spec->cycles[i];

		if (!ir_can_be_asked_for(cycle) || !(any || is_meant(spec, cycle)))
			continue;
		if (!found->count++)
			found->quick = cycle;
		found->full = cycle;
	}
}

static const struct ir_cycle *named(const struct ir_spec *spec, const char *name)
{
	for (size_t i = 0; i < spec->cycle_count; i++)
		if (strcmp(spec->cycles[i]->name, name) == 0
		    && ir_can_be_asked_for(spec->cycles[i]))
			return spec->cycles[i];
	return NULL;
}

struct ir_collections ir_collections(const struct ir_spec *spec)
{
	struct ir_collections found = { NULL, NULL, 0 };
	const struct ir_cycle *minor = named(spec, "minor"), *major = named(spec, "major");

	find(spec, false, &found);
	if (!found.count)
		find(spec, true, &found);
	found.quick = minor ? minor : found.quick;
	found.full = major ? major : found.full;
	if (minor && major)
		found.count = 2;
	return found;
}

const struct ir_cycle *ir_never_asked_for(const struct ir_spec *spec)
{
	struct ir_collections asked = ir_collections(spec);

	for (size_t i = 0; i < spec->cycle_count; i++) {
		const struct ir_cycle *cycle = spec->cycles[i];
		bool is_asked = !ir_can_be_asked_for(cycle) || cycle == asked.quick
		    || cycle == asked.full;

		for (size_t k = 0; k < spec->kind_count; k++)
			is_asked |= requests(spec->kinds[k]->kernel.body, cycle);
		for (size_t k = 0; k < IR_BARRIER_COUNT; k++)
			is_asked |= spec->barriers[k] && requests(spec->barriers[k]->kernel.body, cycle);
		if (!is_asked)
			return cycle;
	}
	return NULL;
}
