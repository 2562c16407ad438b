/* collection.c: which cycle a program asks for.
 *
 * Programs know collections that are minor and major.  A cycle that can be asked for
 * (its `from` looks at `requested`) is the full one if it is the only such cycle or
 * is called `major`, and the quick one if it is called `minor`; where none is called so,
 * the full one is quick enough. */
#include "c-backend/emit.h"

#include <string.h>

static bool looks_at_request(const struct ir_expr *e, const struct ir_cycle *cycle)
{
	if (!e)
		return false;
	if (e->kind == IR_REQUESTED && (!e->cycle || e->cycle == cycle))
		return true;
	return looks_at_request(e->args[0], cycle) || looks_at_request(e->args[1], cycle);
}

static const struct ir_cycle *named(const struct ir_spec *spec, const char *name)
{
	for (size_t i = 0; i < spec->cycle_count; i++)
		if (strcmp(spec->cycles[i]->name, name) == 0 &&
		    looks_at_request(spec->cycles[i]->from, spec->cycles[i]))
			return spec->cycles[i];
	return NULL;
}

static const struct ir_cycle *full_cycle(struct cgen *c)
{
	const struct ir_cycle *full = named(c->spec, "major"), *only = NULL;

	for (size_t i = 0; !full && i < c->spec->cycle_count; i++) {
		const struct ir_cycle *cycle = c->spec->cycles[i];
		if (!looks_at_request(cycle->from, cycle))
			continue;
		if (only)
			cgen_refuse(c, cycle->loc, "a second cycle that can be requested, when none is"
			                           " called `major`: which one makes room is not known");
		only = cycle;
	}
	return full ? full : only;
}

void cgen_collections(struct cgen *c)
{
	const struct ir_cycle *full = full_cycle(c), *quick = named(c->spec, "minor");

	if (full)
		cgen_more(c, "\t.quick = %s_CYCLE_%s, .full = %s_CYCLE_%s,", c->upper,
		    (quick ? quick : full)->name, c->upper, full->name);
}
