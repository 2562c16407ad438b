/* collections.c: which cycles a program asks for.
 *
 * Programs know two collections: the quick one, which an allocation without room asks for
 * first, and the full one.  Meant are cycles that can be asked for and lead to the freeing of
 * something: in kernels of their own, or of cycles that these request.  A cycle that frees for
 * another, which requests it and frees nothing itself, is a part of that one.  Of the rest the
 * quick one is called `minor', or else is the first; the full one is called `major', or else is
 * the last. */
#include "compiler/ir/ir.h"
#include "compiler/ir/walk.h"

#include <string.h>

static bool requests(const struct ir_stmt *stmt, const void *cycle)
{
	return stmt->op == IR_OP_request && stmt->cycle == cycle;
}

/* Whether a kernel of CYCLE requests WANTED.  If that is NULL: whether one frees. */
static bool has_kernel(const struct ir_spec *spec, const struct ir_cycle *cycle,
    const struct ir_cycle *wanted)
{
	for (size_t i = 0; i < spec->kind_count; i++) {
		const struct ir_stmt *body = spec->kinds[i]->kernel.body;

		if ((wanted ? ir_list_any(body, requests, wanted) : ir_frees(body)) &&
		    ir_runs_in(spec->kinds[i], cycle))
			return true;
	}
	return false;
}

/* The set of cycles that free objects, or that request a cycle in the set. */
static uint32_t leading_to_free(const struct ir_spec *spec)
{
	uint32_t leading = 0, before;

	for (size_t i = 0; i < spec->cycle_count; i++)
		leading |= (uint32_t)has_kernel(spec, spec->cycles[i], NULL) << i;
	do {
		before = leading;
		for (size_t i = 0; i < spec->cycle_count; i++)
			for (size_t j = 0; !(leading >> i & 1) && j < spec->cycle_count; j++)
				if (leading >> j & 1 &&
				    has_kernel(spec, spec->cycles[i], spec->cycles[j]))
					leading |= UINT32_C(1) << i;
	} while (leading != before);
	return leading;
}

static bool is_part_of_another(const struct ir_spec *spec, const struct ir_cycle *cycle)
{
	for (size_t i = 0; i < spec->cycle_count; i++)
		if (spec->cycles[i] != cycle && ir_can_be_asked_for(spec->cycles[i]) &&
		    !has_kernel(spec, spec->cycles[i], NULL) &&
		    has_kernel(spec, spec->cycles[i], cycle))
			return true;
	return false;
}

/* Finds the cycles that are meant for programs.  ANY: all that can be requested. */
static void find(const struct ir_spec *spec, bool any, struct ir_collections *found)
{
	uint32_t leading = leading_to_free(spec);

	for (size_t i = 0; i < spec->cycle_count; i++) {
		const struct ir_cycle *cycle = spec->cycles[i];
		bool is_meant = leading >> i & 1 && !is_part_of_another(spec, cycle);

		if (!ir_can_be_asked_for(cycle) || !(any || is_meant))
			continue;
		if (!found->count++)
			found->quick = cycle;
		found->full = cycle;
	}
}

static const struct ir_cycle *named(const struct ir_spec *spec, const char *name)
{
	for (size_t i = 0; i < spec->cycle_count; i++)
		if (strcmp(spec->cycles[i]->name, name) == 0 &&
		    ir_can_be_asked_for(spec->cycles[i]))
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

		if (ir_can_be_asked_for(cycle) && cycle != asked.quick && cycle != asked.full &&
		    !ir_spec_any(spec, IR_OF_ALL, requests, cycle))
			return cycle;
	}
	return NULL;
}
