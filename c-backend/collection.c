/* collection.c: which cycles a program asks for.
 *
 * Programs know collections that are minor and major: the quick cycle, and the full
 * one.  Of the cycles that can be asked for (`from` looks at `requested`) and that may free
 * something, the full one is called `major`, or else is the last, and the quick one is
 * called `minor`, or else is the first.  Of more than two without such names it is not
 * known which are meant. */
#include "c-backend/emit.h"

#include <string.h>

static bool frees_in(struct cgen *c, const struct ir_cycle *cycle)
{
	for (size_t i = 0; i < c->spec->bucket_count; i++) {
		const struct ir_bucket *bucket = c->spec->buckets[i];
		bool in = bucket->cycle_count == 0;
		for (size_t k = 0; k < bucket->cycle_count; k++)
			in |= bucket->cycles[k] == cycle;
		for (size_t k = 0; in && k < bucket->kind_count; k++)
			if (cgen_freeing(c, bucket->kinds[k]) != CGEN_KEEPS)
				return true;
	}
	return false;
}

/* The cycles that may be meant: those that free, or, if none does, all that can be asked
 * for; how many. */
static size_t candidates(struct cgen *c, bool freeing, const struct ir_cycle **first,
    const struct ir_cycle **last)
{
	size_t count = 0;

	for (size_t i = 0; i < c->spec->cycle_count; i++) {
		const struct ir_cycle *cycle = c->spec->cycles[i];
		if (!ir_can_be_asked_for(cycle) || (freeing && !frees_in(c, cycle)))
			continue;
		if (!count++)
			*first = cycle;
		*last = cycle;
	}
	return count;
}

static const struct ir_cycle *named(const struct ir_spec *spec, const char *name)
{
	for (size_t i = 0; i < spec->cycle_count; i++)
		if (strcmp(spec->cycles[i]->name, name) == 0 &&
		    ir_can_be_asked_for(spec->cycles[i]))
			return spec->cycles[i];
	return NULL;
}

void cgen_collections(struct cgen *c)
{
	const struct ir_cycle *quick = NULL, *full = NULL;
	const struct ir_cycle *minor = named(c->spec, "minor"), *major = named(c->spec, "major");
	size_t count = candidates(c, true, &quick, &full);

	if (!count)
		count = candidates(c, false, &quick, &full);
	if (!count)
		return;
	if (count > 2 && !(minor && major))
		cgen_refuse(c, full->loc, "more than two cycles that programs may ask for, when none"
		                          " are called `minor` and `major`");
	cgen_more(c, "\t.quick = %s_CYCLE_%s, .full = %s_CYCLE_%s,", c->upper,
	    (minor ? minor : quick)->name, c->upper, (major ? major : full)->name);
}
