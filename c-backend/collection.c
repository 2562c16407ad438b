/* collection.c: the cycles that programs ask for, in the collector's table. */
#include "c-backend/collection.h"
#include "c-backend/emit-lines.h"
#include "c-backend/refuse.h"

void cgen_collections(struct cgen *c)
{
	struct ir_collections asked = ir_collections(c->spec);
	const struct ir_cycle *never = ir_never_asked_for(c->spec);

	if (!asked.count)
		return;
	if (asked.count > 2)
		cgen_refuse(c, asked.full->loc,
		    "more than two cycles that programs may ask for, when "
		    "none are called `minor` and `major`");
	if (never)
		cgen_refuse(c, never->loc,
		    "a cycle that nobody asks for: programs ask for those that "
		    "lead to freeing, or for `minor` and `major`");
	cgen_more(c, "\t.quick = %s_CYCLE_%s, .full = %s_CYCLE_%s,", c->upper, asked.quick->name,
	    c->upper, asked.full->name);
}
