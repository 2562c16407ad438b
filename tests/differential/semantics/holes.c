/* holes.c: the lines on which allocations place objects, and who has taken which. */
#include "tests/differential/semantics/internal.h"

/* What BY has taken stays its own, whatever the condition says now. */
static bool is_in_hole(const struct machine *machine, const struct state *s, enum taker by,
    int line)
{
	const struct sx_spec *spec = machine->spec;
	struct frame frame = { .mutator = -1 };

	frame.var[spec->fits_of] = line;
	return s->at[spec->at_taken + by * spec->regions[spec->fits_sort].count + (unsigned)line] ||
	    sx_eval(machine, (struct state *)s, &frame, spec->fits);
}

bool sx_fits(const struct machine *machine, const struct state *s, enum taker by, int object)
{
	const struct sx_spec *spec = machine->spec;

	for (unsigned k = 0; spec->fits && k < spec->regions[spec->fits_sort].count; k++)
		if (sx_lies_on(spec, object, (int)spec->fits_sort, (int)k) &&
		    !is_in_hole(machine, s, by, (int)k))
			return false;
	return true;
}

/* From the place of OBJECT in both directions, to a line of another block or one that cannot be taken. */
void sx_take_hole(struct making *making, enum taker by, int object)
{
	const struct sx_spec *spec = making->machine->spec;
	const struct region *lines = &spec->regions[spec->fits_sort];

	if (!spec->fits)
		return;
	for (int way = -1; way <= 1; way += 2)
		for (int k = lines->first[object]; k >= 0 && k < (int)lines->count; k += way) {
			bool same = !lines->around ||
			    lines->around[k] == lines->around[lines->first[object]];

			if (!same || !is_in_hole(making->machine, making->state, by, k))
				break;
			making->state->at[spec->at_taken + by * lines->count + (unsigned)k] = 1;
		}
}

void sx_give_back(struct making *making, enum taker by)
{
	const struct sx_spec *spec = making->machine->spec;

	for (unsigned k = 0; spec->fits && k < spec->regions[spec->fits_sort].count; k++)
		making->state->at[spec->at_taken + by * spec->regions[spec->fits_sort].count + k] =
		    0;
}
