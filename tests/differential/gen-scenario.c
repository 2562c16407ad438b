/* gen-scenario.c: heaps, scripts and properties of random specifications. */
#include "tests/differential/gen.h"

#include <stdio.h>
#include <string.h>

#define OUT(...) gd_out_line(g->out, __VA_ARGS__)

static const char *const object_name[] = { "a", "b", "c" };

/* ------------------------------------------------------------------------ scripts */
struct script {
	char names[GEN_REFS][8];
	unsigned count;
	bool collects;
};

static const char *some_name(struct gen *g, const struct script *script)
{
	return script->names[gen_below(g, script->count)];
}

static void add_name(struct gen *g, struct script *script, const char *what)
{
	char *name = script->names[script->count++];

	snprintf(name, 8, "x%u", g->names++ % 100000);
	OUT("let %s = %s;", name, what);
}

static void drop(struct gen *g, struct script *script)
{
	unsigned at = gen_below(g, script->count);

	OUT("drop %s;", script->names[at]);
	script->count--;
	memmove(script->names[at], script->names[at + 1], (script->count - at) * 8);
}

static void collect(struct gen *g, struct script *script)
{
	OUT(g->two_cycles ? gen_chance(g, 50) ? "collect minor;" : "collect major;" : "collect;");
	script->collects = true;
}

static void action(struct gen *g, struct script *script)
{
	unsigned what = gen_below(g, 100), slot = gen_chance(g, 80) ? 0 : 1;
	char text[32];

	if (g->focus == GEN_BUFFERS && gen_chance(g, 40))
		what = 0;
	/* a reference that is found in a root may have been in no root just before */
	if (g->focus == GEN_PRIVATE)
		what = what < 50 ? 50 : what < 85 ? 80 : what;
	if (gen_has(g, GEN_NEW) && gen_chance(g, 45))
		what = 60;
	if (what < 45 && script->count) {
		OUT("write(%s.field[%u], %s);", some_name(g, script), slot,
		    gen_chance(g, 50) ? "null" : some_name(g, script));
	} else if (what < 60 && script->count && script->count < GEN_REFS) {
		snprintf(text, sizeof text, "read(%s.field[%u])", some_name(g, script), slot);
		add_name(g, script, text);
	} else if (what < 75 && script->count < GEN_REFS) {
		add_name(g, script, "allocate()");
	} else if (what < 90 && script->count > 1) {
		drop(g, script);
	} else if (what < 96 && !script->collects) {
		collect(g, script);
	} else {
		OUT("yield;");
	}
	if (g->ghost && gen_chance(g, 15))
		gen_ghost_looks(g, "");
}

/* Names that a branch declares are not known after it. */
static void choose(struct gen *g, struct script *script)
{
	struct script copy = *script;

	gen_open(g, "choose");
	OUT("write(%s.field[0], null);", some_name(g, script));
	gen_close(g);
	gen_open(g, "or");
	OUT("write(%s.field[0], %s);", some_name(g, &copy), some_name(g, &copy));
	gen_close(g);
}

/* What the second mutator does in addition: it joins, receives a root of the first one, and
 * leaves. */
struct handing {
	bool joins, receives, leaves;
};

static struct handing some_handing(struct gen *g, unsigned number)
{
	uint64_t state = g->state; /* so that everything else is as without it */
	struct handing handing = { false, false, false };

	if (number == 1 && gen_chance(g, 60))
		handing =
		    (struct handing){ gen_chance(g, 50), gen_chance(g, 70), gen_chance(g, 50) };
	g->state = state;
	return handing;
}

static void receive(struct gen *g, struct script *script)
{
	OUT("let h = receive(m0.a);");
	snprintf(script->names[script->count++], 8, "h");
}

static void mutator(struct gen *g, unsigned number, unsigned actions)
{
	struct handing handing = some_handing(g, number);
	struct script script = { .count = 0 };
	char stack[32] = "";

	for (unsigned i = 0; i < g->objects; i++) {
		if (!gen_chance(g,
			g->focus == GEN_PRIVATE ? 80
			    : number            ? 40
						: 60) &&
		    !(number == 0 && i == 0))
			continue;
		snprintf(script.names[script.count++], 8, "%s", object_name[i]);
		snprintf(stack + strlen(stack), sizeof stack - strlen(stack), "%s%s",
		    *stack ? ", " : "", object_name[i]);
	}
	if (handing.joins)
		script.count = 0;
	gen_open(g, "mutator m%u (stack = { %s })", number, handing.joins ? "" : stack);
	if (handing.joins)
		OUT("join;");
	if (handing.receives)
		receive(g, &script);
	/* what comes after it is seen to come after the cycle */
	if (actions && gen_chance(g, g->collects ? 50 : 12))
		collect(g, &script);
	g->collects |= script.collects;
	for (; actions > 0; actions--) {
		if (g->features & GEN_CHOOSE && script.count && gen_chance(g, 8))
			choose(g, &script);
		else
			action(g, &script);
	}
	if (handing.leaves)
		OUT("leave;");
	gen_close(g);
}

static void fields(struct gen *g, unsigned object)
{
	char text[32] = "";

	for (unsigned i = 1 + gen_chance(g, 25); i > 0; i--)
		snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s", *text ? ", " : "",
		    gen_chance(g, 15) ? "null" : object_name[gen_below(g, g->objects)]);
	OUT("%s.field = { %s };", object_name[object], text);
}

/* Some objects begin with metadata of their own, as a former collection may have left them. */
static void metadata(struct gen *g)
{
	uint64_t state = g->state; /* so that everything else is as without it */

	for (unsigned i = !g->meta_count || !gen_chance(g, 25) ? 0 : 1 + gen_chance(g, 30); i > 0;
	     i--) {
		const struct gen_meta *meta = &g->metas[gen_below(g, g->meta_count)];
		const char *name = i == 2 ? "object" : object_name[gen_below(g, g->objects)];

		OUT("%s.%s = %s;", name, meta->name, meta->value[gen_below(g, meta->count)]);
	}
	g->state = state;
}

/* The client is small, because its plain model is searched, too. */
static void client(struct gen *g)
{
	bool two = gen_chance(g, 15);
	const char *steps = gen_chance(g, 50) ? "any" : gen_chance(g, 60) ? "any 2" : "any 3";

	gen_open(g, "scenario s");
	OUT("objects %u slots 1;", two || gen_chance(g, 35) ? 1 : 2);
	OUT("mutators %u roots 1 %s steps%s;", two ? 2 : 1, steps,
	    gen_chance(g, 75)              ? ""
		: two && gen_chance(g, 70) ? " with receive"
					   : " with collect");
	if (g->two_cycles)
		OUT("cycles 2 of minor, major;");
	else if (gen_chance(g, 25))
		OUT("cycles 2;");
	gen_close(g);
}

void gen_scenario(struct gen *g)
{
	bool two;

	if (g->features & GEN_CLIENT) {
		client(g);
		return;
	}
	two = gen_chance(g, gen_has(g, GEN_NEW) ? 45 : 30);
	g->objects = 2 + gen_chance(g, g->focus == GEN_PRIVATE ? 75 : 25);
	gen_open(g, "scenario s");
	OUT("objects %s;", g->objects == 2 ? "a, b" : "a, b, c");
	for (unsigned i = 0; i < g->objects; i++)
		if (i == 0 || gen_chance(g, g->focus == GEN_PRIVATE ? 80 : 35))
			fields(g, i);
	if (gen_has(g, GEN_NEW) && gen_chance(g, 60))
		OUT("object.mark = 1;"); /* only new objects are unmarked */
	else
		metadata(g);
	mutator(g, 0,
	    g->focus == GEN_PRIVATE   ? 3
		: gen_has(g, GEN_NEW) ? 1 + gen_below(g, 3)
				      : gen_below(g, two ? 4 : 5));
	if (two)
		mutator(g, 1, gen_below(g, 3));
	if (gen_chance(g, g->reopens ? 40 : 10))
		OUT("cycles 2;");
	else if (g->two_cycles && gen_chance(g, gen_has(g, GEN_CYCLES) ? 60 : 100))
		OUT("cycles 2 of minor, major;");
	else if (g->two_cycles)
		OUT("cycles 1 of %s;", gen_cycle_name(g));
	OUT("expected { a };");
	gen_close(g);
}

/* --------------------------------------------------------------------- properties */
static const char *some_bucket(struct gen *g)
{
	return g->buckets[gen_below(g, g->bucket_count)].name;
}

static const char *some_object_kind(struct gen *g)
{
	unsigned first = gen_below(g, g->kind_count);

	for (unsigned i = 0; i < g->kind_count; i++)
		if (g->kinds[(first + i) % g->kind_count].param == GEN_OBJECT)
			return g->kinds[(first + i) % g->kind_count].name;
	return NULL;
}

/* A property about what canonical forms and foldings of clients may hide. */
static void property_of_client(struct gen *g, const char *condition, const char *kind)
{
	unsigned what = gen_below(g, 4);
	char unit[64];

	gen_asked_unit(g, kind ? kind : "", "o", unit, sizeof unit);
	if (what == 0)
		OUT("always forall o (marked(o) and reachable(o) implies exists m : mutator "
		    "exists s in m.roots (peek(s) == o));");
	else if (what == 1)
		OUT("always (all mutators stopped implies not %s);", condition);
	else if (what == 2 && kind)
		OUT("always forall o (pending(%s) implies reachable(o));", unit);
	else
		OUT("always ((exists o freed(o)) implies %s);", condition);
}

/* A property about what the focus is about. false: any property will do. */
static bool property_of_focus(struct gen *g, const char *kind, const char *a)
{
	if (g->features & GEN_CLIENT && gen_chance(g, 30)) {
		property_of_client(g, a, kind);
		return true;
	}
	if (g->ghost && gen_chance(g, 25)) {
		OUT("%s g1;", gen_chance(g, 75) ? "always not" : "eventually");
		return true;
	}
	if (gen_chance(g, 12)) {
		OUT("always forall o (%s implies reachable(o) or freed(o) or %s);",
		    gen_chance(g, 50) ? "not marked(o)" : "marked(o)", a);
		return true;
	}
	if (g->focus == GEN_GHOST_STEPS && gen_chance(g, 50)) {
		OUT("always forall o (marked(o) implies g0 == 1);");
		return true;
	}
	if (g->focus == GEN_BUFFERS && g->buffered < GEN_BUCKETS && gen_chance(g, 50)) {
		OUT("always (open(b%u) and %s implies idle(b%u));", g->buffered,
		    gen_chance(g, 50) ? "true" : a, g->buffered);
		return true;
	}
	return false;
}

/* Properties 12 to 14 are about a ghost. */
static void property_of_ghost(struct gen *g, unsigned which, const struct gen_meta *meta,
    const char *a)
{
	switch (which) {
	case 12:
		OUT("always (g0 == %u implies exists o (peek(o.%s) == %s));", gen_below(g, 3),
		    meta->name, meta->value[gen_below(g, meta->count)]);
		break;
	case 13:
		OUT("always forall o (peek(o.%s) == %s implies g0 %s %u);", meta->name,
		    meta->value[meta->count - 1], gen_chance(g, 50) ? "==" : "!=", gen_below(g, 3));
		break;
	case 14: OUT("eventually (g0 == %u and %s);", gen_below(g, 3), a); break;
	}
}

static void property_numbered(struct gen *g, unsigned which, unsigned number, const char *kind,
    const struct gen_meta *meta, char a[160], const char *b)
{
	switch (which) {
	case 0: OUT("always forall o (freed(o) implies not reachable(o));"); break;
	case 1:
		if (gen_chance(g, 30))
			OUT("always forall o (marked(o) implies always (marked(o) or %s));", a);
		else
			OUT("always forall o (marked(o) implies (marked(o) until %s));", a);
		break;
	case 2: OUT("eventually (%s and forall o in expected marked(o));", a); break;
	case 3: OUT("eventually (open(%s) and %s);", some_bucket(g), a); break;
	case 4: OUT("always (%s implies %s);", a, b); break;
	case 5:
		OUT("always (open(%s) implies not open(%s));", some_bucket(g), some_bucket(g));
		break;
	case 6:
		OUT("always (open(%s) and drained(%s) implies forall o (marked(o) or freed(o)));",
		    some_bucket(g), some_bucket(g));
		break;
	case 7:
		OUT("always forall o (peek(o.%s) == %s implies not %s);", meta->name,
		    meta->value[meta->count - 1], a);
		break;
	case 8:
		if (number == 0)
			OUT("always forall o forall s in o.field (%s and marked(o) implies peek(s) == null "
			    "or marked(peek(s)));",
			    a);
		else
			OUT("eventually exists o freed(o);");
		break;
	case 9: OUT("always (%s implies not (%s));", a, g->ghost ? "g0 == 1" : b); break;
	case 10:
		if (kind) {
			gen_asked_unit(g, kind, "o", a, 160);
			OUT("always forall o (pending(%s) implies not marked(o));", a);
			break;
		}
		OUT("always (%s implies open(%s));", a, some_bucket(g));
		break;
	case 12:
	case 13:
	case 14: property_of_ghost(g, which, meta, a); break;
	default: OUT("eventually (%s and %s);", a, b);
	}
}

static void property(struct gen *g, unsigned number)
{
	char a[160], b[160];
	const struct gen_meta *meta = &g->metas[gen_below(g, g->meta_count)];
	const char *kind = some_object_kind(g);
	unsigned which;

	gen_condition(g, g->bucket_count, a, sizeof a);
	gen_condition(g, g->bucket_count, b, sizeof b);
	gd_out_printf(g->out, "property q%u = ", number);
	if (gen_has(g, GEN_NEW) && gen_chance(g, 75)) {
		gen_new_property(g, a);
		return;
	}
	if (gen_extra_property(g, kind, a) || property_of_focus(g, kind, a))
		return;
	which = g->focus == GEN_GHOST_STEPS                ? 11 + gen_below(g, 4)
	    : g->focus == GEN_BUFFERS && gen_chance(g, 50) ? 4
							   : gen_below(g, 12);
	property_numbered(g, which, number, kind, meta, a, b);
}

void gen_properties(struct gen *g)
{
	unsigned count = 1 + gen_below(g, 3);

	for (unsigned i = 0; i < count; i++)
		property(g, i);
}
