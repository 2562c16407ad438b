/* gen-condition.c: conditions on the collector's state. */
#include "tests/differential/gen.h"

#include <stdio.h>
#include <string.h>

void gen_atom(struct gen *g, unsigned below, char *text, size_t room)
{
	const char *bucket = g->buckets[gen_below(g, below)].name;
	unsigned what = gen_below(g, 100);

	if (gen_has(g, GEN_KIND_GUARDS) && gen_chance(g, 40) && gen_kind_atom(g, below, text, room))
		return;
	if (gen_has(g, GEN_CYCLES) && gen_chance(g, 15)) {
		snprintf(text, room, "%s", gen_cycle_name(g));
		return;
	}
	if (g->focus == GEN_OPENINGS && gen_chance(g, 55))
		snprintf(text, room, "open(%s)", bucket);
	else if (g->focus == GEN_BUFFERS && gen_chance(g, 60))
		snprintf(text, room, "idle(%s)", bucket);
	else if (g->focus == GEN_CLAIMS && gen_chance(g, 30))
		snprintf(text, room, "empty(%s)", bucket);
	else if (g->phase && what < 25)
		snprintf(text, room, "p0");
	else if (what < 55)
		snprintf(text, room, "drained(%s)", bucket);
	else if (what < 80)
		snprintf(text, room, "open(%s)", bucket);
	else if (what < 90)
		snprintf(text, room, "%s(%s)", g->features & GEN_IDLE ? "idle" : "drained", bucket);
	else if (what < 95)
		snprintf(text, room, "empty(%s)", bucket);
	else
		snprintf(text, room, "all mutators stopped");
}

void gen_condition(struct gen *g, unsigned below, char *text, size_t room)
{
	char one[64], other[64];

	gen_atom(g, below, one, sizeof one);
	if (gen_chance(g, 25)) {
		gen_atom(g, g->bucket_count, other, sizeof other);
		snprintf(text, room, "%s and not %s", one, other);
	} else if (gen_chance(g, 15)) {
		gen_atom(g, g->bucket_count, other, sizeof other);
		snprintf(text, room, "not %s", other);
	} else {
		snprintf(text, room, "%s", one);
	}
}
