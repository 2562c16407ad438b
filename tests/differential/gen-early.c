/* gen-early.c: random collectors whose kernels and barriers load several locations that others write, in
 * every memory order, for loads before their place (facts/early.c) and after it (facts/late-load.c). */
#include "tests/differential/gen.h"

#include <stdio.h>

#define OUT(...) gd_out_line(g->out, __VA_ARGS__)

enum { MOST_VALUES = 6 };

struct looking {
	struct gen *g;
	unsigned values[MOST_VALUES], count; /* numbers of the variables in scope */
	unsigned names, depth;
	const char *ghost;
};

static const char *meta(struct gen *g)
{
	return ONE_OF("a", "b", "b", "c");
}

static unsigned new_value(struct looking *l)
{
	unsigned number = l->names++;

	if (l->count < MOST_VALUES)
		l->values[l->count++] = number;
	return number;
}

static unsigned some_value(const struct looking *l)
{
	return l->values[gen_below(l->g, l->count)];
}

static void statements(struct looking *l, const char *ref, unsigned count);

static void body(struct looking *l, const char *ref)
{
	unsigned count = l->count;

	l->depth++;
	statements(l, ref, 1 + gen_below(l->g, 2));
	l->depth--;
	l->count = count;
	gen_close(l->g);
}

/* What a loaded reference refers to has an address that only the load gives. */
static void loop(struct looking *l, const char *ref)
{
	struct gen *g = l->g;
	unsigned number = l->names++;
	char name[16];

	snprintf(name, sizeof name, "r%u", number);
	gen_open(g, "for s%u in %s.field", number, ref);
	if (gen_chance(g, 60)) {
		OUT("let %s = load(s%u%s);", name, number, gen_order(g, GEN_LOADS));
		gen_open(g, "if %s != null", name);
		body(l, name);
		gen_close(g);
		return;
	}
	body(l, ref);
}

static void statement(struct looking *l, const char *ref)
{
	struct gen *g = l->g;
	unsigned number;

	switch (gen_below(g, 12)) {
	case 0: OUT("fence(%s);", gen_order(g, GEN_FENCES)); return;
	case 1:
		OUT("store(%s.%s, %u%s);", ref, meta(g), gen_below(g, 2), gen_order(g, GEN_STORES));
		return;
	case 2:
		number = new_value(l);
		OUT("let v%u = fetch_or(%s.%s, %u%s);", number, ref, meta(g), gen_below(g, 2),
		    gen_order(g, GEN_CHANGES));
		return;
	case 3:
		number = new_value(l);
		OUT("let v%u = cas(%s.%s, %u, 1, %s, %s);", number, ref, meta(g), gen_below(g, 2),
		    ONE_OF("relaxed", "acquire", "release"),
		    ONE_OF("relaxed", "relaxed", "acquire"));
		return;
	case 4:
		if (l->depth < 2) {
			loop(l, ref);
			return;
		}
		break;
	case 5:
	case 6:
		if (!l->count || l->depth > 1)
			break;
		gen_open(g, "if v%u == %u", some_value(l), gen_below(g, 2));
		body(l, ref);
		return;
	case 7:
		if (!l->count)
			break;
		OUT("ghost %s = v%u;", l->ghost, some_value(l));
		return;
	default: break;
	}
	number = new_value(l);
	OUT("let v%u = load(%s.%s%s);", number, ref, meta(g), gen_order(g, GEN_LOADS));
}

static void statements(struct looking *l, const char *ref, unsigned count)
{
	while (count--)
		statement(l, ref);
}

/* Says whether some slot is gone, and whether the last one is. */
static void told_loop(struct looking *l)
{
	struct gen *g = l->g;

	gen_open(g, "for t in o.field");
	OUT("let r = load(t%s);", gen_chance(g, 60) ? ", relaxed" : gen_order(g, GEN_LOADS));
	OUT("if r == null { ghost %s = 1;  ghost g2 = 0; } else ghost g2 = 1;", l->ghost);
	if (gen_chance(g, 30))
		statement(l, "o");
	gen_close(g);
	l->count = 0;
}

/* At the end the ghost has what some of the loads have found. */
static void put_looking(struct gen *g, const char *ghost, bool slots)
{
	struct looking l = { .g = g, .ghost = ghost };

	if (slots && gen_chance(g, 80)) {
		if (gen_chance(g, 30))
			statements(&l, "o", 1);
		told_loop(&l);
		gen_close(g);
		return;
	}
	statements(&l, "o", 3 + gen_below(g, 2));
	if (l.count > 1)
		OUT("ghost %s = v%u + v%u + v%u;", ghost, l.values[0], l.values[0],
		    l.values[l.count - 1]);
	gen_close(g);
}

/* If LOADS, two threads that load before they store may both find what the other one has stored: loads after
 * their place (facts/late-load.c).  If SLOTS, two slots change, for loops over them (compiler/ir/rounds.c). */
static void put_writing(struct gen *g, bool loads, bool slots)
{
	unsigned first = gen_below(g, 2);

	gen_open(g, "work put(o : ref) set");
	if (slots) {
		OUT("swap(o.field[%u], null, seq_cst);", first);
		OUT("swap(o.field[%u], %s, seq_cst);", 1 - first, ONE_OF("null", "null", "o"));
	}
	if (loads)
		OUT("let w = load(o.%s%s);", meta(g), gen_chance(g, 80) ? ", relaxed" : "");
	for (unsigned i = 2 + gen_below(g, 2 - loads); i > 0; i--)
		OUT("store(o.%s, %u%s);", meta(g), gen_chance(g, 80),
		    loads && gen_chance(g, 70) ? ", relaxed" : "");
	if (loads)
		OUT("if w == 1  ghost g2 = 1;");
	gen_close(g);
}

void gen_early(struct gd_out *out, uint64_t seed, uint64_t index, unsigned features)
{
	struct gen state = { .state = seed * 1000003 + index * 7919 + 12345,
		.out = out,
		.features = features,
		.extras = GEN_ORDERS };
	struct gen *g = &state;
	bool two = gen_chance(g, 40), barrier = gen_chance(g, 70), loads = gen_chance(g, 40),
	     slots = gen_chance(g, 30);

	for (unsigned i = 0; i < 4; i++)
		gen_next(g);
	OUT("collector early;");
	OUT("object { a : bit = 0;  b : bit = 0;  c : bit = 0;  field : ref[]; }");
	OUT("ghost g0 : 0..3 = 0;");
	OUT("ghost g1 : 0..3 = 0;");
	OUT("ghost g2 : 0..1 = 0;");
	put_writing(g, loads, slots);
	if (!barrier || gen_chance(g, 40)) {
		gen_open(g, "work look(o : ref) set");
		put_looking(g, "g0", slots);
	} else {
		OUT("work look(o : ref) set { }");
	}
	OUT("cycle gc from requested to drained(every);");
	OUT("bucket every { put, look } fill { for o : object { emit put(o);%s } }",
	    gen_chance(g, 80) ? "  emit look(o);" : "");
	if (barrier) {
		gen_open(g, "barrier %s",
		    ONE_OF("before_store(o, s, new)", "before_store(o, s, new)",
			"after_store(o, s, new)", "after_store(o, s, new, old) acquire"));
		put_looking(g, "g1", false);
	}
	OUT("scenario s {");
	OUT("objects a%s;", two ? ", b" : "");
	OUT("a.field = { %s%s };", two ? ONE_OF("a", "b") : ONE_OF("a", "null"),
	    slots ? ", a" : "");
	OUT("mutator m (stack = { a }) { %s}",
	    barrier || gen_chance(g, 50) ? "write(a.field[0], a); " : "");
	OUT("}");
}
