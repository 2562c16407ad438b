/* gen-new.c: mutators that allocate, beside what can tell when a cell is taken: ghosts of `allocated',
 * properties that follow states, and properties about several objects. */
#include "tests/differential/gen.h"

#include <stdio.h>

#define OUT(...) gd_out_line(g->out, __VA_ARGS__)

/* ------------------------------------------------------------------- the barrier */
/* The model takes the cell in the first step only if the barrier has no variables but its object. */
static void access_new(struct gen *g)
{
	const struct gen_meta *meta = &g->metas[gen_below(g, g->meta_count)];
	const char *value = meta->value[gen_below(g, meta->count)];

	if (gen_chance(g, 70))
		OUT("store(o.mark, 1%s);", gen_order(g, GEN_STORES));
	else
		OUT("store(o.%s, %s%s);", meta->name, value, gen_order(g, GEN_STORES));
}

static void ghost_of_new(struct gen *g, unsigned percent)
{
	if (!g->ghost || !gen_chance(g, percent))
		return;
	if (gen_chance(g, 50))
		OUT("ghost g0 = %u;", gen_below(g, 3));
	else
		OUT("ghost g1 = %s;", ONE_OF("true", "false", "not g1"));
}

void gen_new_barrier(struct gen *g)
{
	ghost_of_new(g, 60);
	if (!g->phase || gen_chance(g, 40)) {
		access_new(g);
	} else {
		gen_open(g, "if %sp0", gen_chance(g, 70) ? "" : "not ");
		access_new(g);
		gen_close(g);
		if (gen_chance(g, 40)) {
			gen_open(g, "else");
			access_new(g);
			ghost_of_new(g, 40);
			gen_close(g);
		}
	}
	ghost_of_new(g, 40);
}

/* --------------------------------------------------------------------- properties */
enum { OF_COLLECTOR = 200, ROOM = 500 };

/* A question whose answer changes while the collector works. */
static void some_condition(struct gen *g, const char *otherwise, char text[OF_COLLECTOR])
{
	const char *bucket = g->buckets[gen_below(g, g->bucket_count)].name;

	if (gen_chance(g, 20))
		snprintf(text, OF_COLLECTOR, "%s", otherwise);
	else if (g->phase && gen_chance(g, 15))
		snprintf(text, OF_COLLECTOR, "%s", ONE_OF("p0", "not p0"));
	else
		snprintf(text, OF_COLLECTOR, "%s(%s)",
		    ONE_OF("not open", "not open", "open", "drained", "not drained"), bucket);
}

/* Something about o, sometimes together with CONDITION, which is about the collector. */
static void about_object(struct gen *g, const char *condition, char text[ROOM])
{
	const char *object =
	    ONE_OF("not freed(o) and not marked(o)", "not freed(o) and not marked(o)",
		"not freed(o)", "freed(o)", "marked(o)", "not marked(o)", "reachable(o)",
		"not reachable(o)", "exists q (q != o and not freed(q) and not marked(q))");
	const char *ghost = ONE_OF("g0 == 0", "g0 == 1", "g0 == 2", "g1", "not g1");

	if (g->ghost && gen_chance(g, 20))
		object = ghost;
	if (gen_chance(g, 55))
		snprintf(text, ROOM, "(%s and %s)", object, condition);
	else
		snprintf(text, ROOM, "(%s)", object);
}

/* A new object often triggers it, and its barrier often fulfils it. */
static void until_of_new(struct gen *g, const char *a, const char *b)
{
	char when[ROOM], stays[ROOM], ends[ROOM];

	if (gen_chance(g, 50)) {
		OUT("always forall o (not freed(o) and not marked(o)%s%s implies (%s until (%s%s)));",
		    gen_chance(g, 70) ? " and " : " or ", a, a, ONE_OF("", "freed(o) or "),
		    ONE_OF("marked(o)", "marked(o)", "reachable(o) and marked(o)",
			"not exists q (not freed(q) and not marked(q))"));
		return;
	}
	about_object(g, a, when);
	about_object(g, a, ends);
	if (gen_chance(g, 60))
		snprintf(stays, ROOM, "(%s%s)", gen_chance(g, 70) ? "" : "freed(o) or ", a);
	else
		about_object(g, b, stays);
	if (gen_chance(g, 25)) {
		OUT("always forall o (%s implies always %s);", when, stays);
		return;
	}
	OUT("always forall o (%s implies (%s until (%s%s)));", when, stays,
	    ONE_OF("", "", "marked(o) or ", "freed(o) or "), ends);
}

static void eventually_of_new(struct gen *g, const char *a, const char *b)
{
	char one[ROOM];

	about_object(g, b, one);
	OUT("eventually (%s and (%s or %s o %s));", a, b, ONE_OF("forall", "exists"), one);
}

void gen_new_property(struct gen *g, const char *otherwise)
{
	char a[OF_COLLECTOR], b[OF_COLLECTOR], one[ROOM];

	some_condition(g, otherwise, a);
	some_condition(g, otherwise, b);
	switch (gen_below(g, 10)) {
	case 0:
		OUT("always not exists o (not freed(o) and not marked(o) and "
		    "exists q (q != o and not freed(q) and not marked(q)));");
		break;
	case 1:
		about_object(g, a, one);
		OUT("always (%s implies %s o %s);", b, ONE_OF("forall", "exists"), one);
		break;
	case 2: eventually_of_new(g, a, b); break;
	case 3:
		OUT("eventually (%s and forall o in expected %smarked(o));", a,
		    gen_chance(g, 50) ? "" : "not ");
		break;
	default: until_of_new(g, a, b);
	}
}
