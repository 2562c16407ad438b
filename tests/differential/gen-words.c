/* gen-words.c: random collectors of objects with data words, which kernels may read and write, and
 * mutators that use words and compare what they read.
 *
 * Most collectors are right or nearly so: they mark and sweep, with at most a few mistakes, so that what
 * mutators find depends on what the collector does. */
#include "tests/differential/gen.h"

#include <stdio.h>

#define OUT(...) gd_out_line(g->out, __VA_ARGS__)

struct worded {
	struct gen *g;
	bool beside; /* it marks and sweeps while mutators run */
	bool single; /* there is a word that is in no group */
	unsigned names;
};

static const char *word(struct worded *w)
{
	struct gen *g = w->g;

	return w->single && gen_chance(g, 40) ? "key" : ONE_OF("data[0]", "data[0]", "data[1]");
}

/* ----------------------------------------------------------------------- kernels */
static void touch(struct worded *w)
{
	struct gen *g = w->g;
	unsigned number = w->names++;

	switch (gen_below(g, 9)) {
	case 0: OUT("store(o.%s, %u);", word(w), gen_below(g, 3)); break;
	case 1:
		OUT("let v%u = load(o.%s%s);  if v%u == %u  ghost g0 = 1;", number, word(w),
		    gen_order(g, GEN_LOADS), number, gen_below(g, 2));
		break;
	case 2: OUT("let v%u = load(o.data[0]);  store(o.data[1], v%u);", number, number); break;
	case 3:
		OUT("for d%u in o.data  if load(d%u) == 1  store(d%u, 1);", number, number, number);
		break;
	case 4: OUT("let v%u = cas(o.%s, 0, 1);  ghost g0 = v%u;", number, word(w), number); break;
	case 5:
		OUT("let v%u = swap(o.%s, 0);  store(o.data[0], v%u);", number, word(w), number);
		break;
	case 6:
		OUT("for s%u in o.field  store(s%u, %s);", number, number, ONE_OF("null", "o"));
		break;
	case 7: OUT("fetch_or(o.flag, 1);"); break;
	default: OUT("let v%u = load(o.%s);  ghost g0 = v%u;", number, word(w), number);
	}
}

static void sometimes_touch(struct worded *w, unsigned percent)
{
	if (gen_chance(w->g, percent))
		touch(w);
}

static void put_kernels(struct worded *w)
{
	struct gen *g = w->g;

	OUT("work start() once { stop mutators;  for m : mutator  emit roots(m); }");
	OUT("work roots(m : mutator) set");
	OUT("{ for s in m.roots { let r = load(s);  if r != null  emit mark(r);%s } }",
	    gen_chance(g, 94) ? "" : "  store(s, null);");
	OUT("work let_go() once { resume mutators; }");
	gen_open(g, "work mark(o : ref) bag");
	gen_open(g, "if fetch_or(o.mark, 1%s) == 0", gen_order(g, GEN_CHANGES));
	sometimes_touch(w, 25);
	if (gen_chance(g, 88))
		OUT("for s in o.field { let t = load(s);  if t != null  emit mark(t); }");
	gen_close(g);
	gen_close(g);
	gen_open(g, "work sweep(o : ref) set");
	sometimes_touch(w, 10);
	OUT("if load(o.mark) == 0  %s  else  store(o.mark, 0%s);",
	    gen_chance(g, 92) ? "free(o);" : "store(o.data[0], 0);", gen_order(g, GEN_STORES));
	gen_close(g);
}

static void put_buckets(struct worded *w)
{
	struct gen *g = w->g;
	const char *go = w->beside ? ONE_OF("bt", "br") : "bw";

	OUT("bucket bs { start } fill { emit start(); }");
	OUT("bucket bt { roots } open when drained(bs);");
	OUT("bucket br { mark } open when drained(bt);");
	OUT("bucket bw { sweep } open when drained(%s) fill { for o : object  emit sweep(o); }",
	    gen_chance(g, 92) ? "br" : "bt");
	OUT("bucket bg { let_go } open when drained(%s) fill { emit let_go(); }", go);
	OUT("cycle gc from requested to drained(bw) and drained(bg);");
}

static void put_barriers(struct worded *w)
{
	struct gen *g = w->g;

	if (w->beside ? gen_chance(g, 75) : gen_chance(g, 15)) {
		gen_open(g, "barrier before_store(o, s, new)");
		OUT("let old = load(s);  if old != null  %s;",
		    ONE_OF("emit mark(old)", "store(old.mark, 1)", "ghost g0 = 1"));
		sometimes_touch(w, 30);
		gen_close(g);
	}
	if (w->beside ? gen_chance(g, 75) : gen_chance(g, 15)) {
		gen_open(g, "barrier allocated(o)");
		OUT("store(o.mark, 1);");
		sometimes_touch(w, 20);
		gen_close(g);
	}
}

/* ----------------------------------------------------------------------- scripts */
static void action(struct worded *w, char roots[4][8], unsigned *count, unsigned *numbers)
{
	struct gen *g = w->g;
	const char *root = roots[gen_below(g, *count)];

	switch (gen_below(g, 13)) {
	case 0:
	case 1: OUT("let q%u = read(%s.%s);", (*numbers)++, root, word(w)); break;
	case 2: OUT("write(%s.%s, %u);", root, word(w), gen_below(g, 3)); break;
	case 3:
		if (*numbers)
			OUT("write(%s.%s, q%u);", root, word(w), gen_below(g, *numbers));
		break;
	case 4:
	case 5:
		if (*count < 4) {
			OUT("let x%u = read(%s.field[0]);", *count, root);
			snprintf(roots[*count], 8, "x%u", *count);
			++*count;
		}
		break;
	case 6:
		OUT("write(%s.field[0], %s);", root,
		    gen_chance(g, 40) ? "null" : roots[gen_below(g, *count)]);
		break;
	case 7:
		if (*count < 4) {
			OUT("let x%u = allocate();", *count);
			snprintf(roots[*count], 8, "x%u", *count);
			++*count;
		}
		break;
	case 8:
		if (*numbers)
			OUT("assert t%u: q%u %s %u;", w->names++, gen_below(g, *numbers),
			    ONE_OF("==", "!=", "<="), gen_below(g, 3));
		break;
	case 9:
		OUT("assert t%u: read(%s.%s) <= %u or %s == %s;", w->names++, root, word(w),
		    gen_below(g, 2), root, roots[gen_below(g, *count)]);
		break;
	case 10:
		if (*count > 1)
			OUT("drop %s;", roots[--*count]);
		break;
	case 11: OUT("collect;"); break;
	default: OUT("yield;");
	}
}

static void mutator(struct worded *w, unsigned number, unsigned actions)
{
	struct gen *g = w->g;
	char roots[4][8] = { "a", "b" };
	unsigned count = 1 + gen_chance(g, 40), numbers = 0;

	gen_open(g, "mutator m%u (stack = { a%s })", number, count > 1 ? ", b" : "");
	while (actions--)
		action(w, roots, &count, &numbers);
	gen_close(g);
}

static void put_scenario(struct worded *w)
{
	struct gen *g = w->g;
	bool two = gen_chance(g, 25);

	gen_open(g, "scenario s");
	if (g->features & GEN_CLIENT) {
		OUT("objects %u of 1 field, 1 word { %s };", two ? 1 : 2,
		    ONE_OF("0, 1", "1", "0, 1, 2"));
		OUT("mutators %u roots 1 any %s steps%s;", two ? 2 : 1, ONE_OF("2", "3"),
		    two && gen_chance(g, 60) ? " with receive" : "");
		if (gen_chance(g, 30))
			OUT("cycles 2;");
	} else {
		OUT("objects a, b%s;", gen_chance(g, 25) ? ", c" : "");
		OUT("a.field = { %s };  a.data = { %s };", ONE_OF("b", "a", "null"),
		    ONE_OF("0", "1", "2, 1"));
		if (gen_chance(g, 50))
			OUT("b.field = { %s };  b.data = { 1 };", ONE_OF("a", "b"));
		mutator(w, 0, 2 + gen_below(g, 4));
		if (two)
			mutator(w, 1, 1 + gen_below(g, 3));
		if (gen_chance(g, 20))
			OUT("cycles 2;");
	}
	gen_close(g);
}

static void put_property(struct worded *w, unsigned number)
{
	struct gen *g = w->g;

	gd_out_printf(g->out, "property q%u = ", number);
	switch (gen_below(g, 8)) {
	case 5: OUT("always forall o forall p (origin(o) == origin(p) implies o == p);"); break;
	case 6:
		OUT("always exists o exists p (reachable(o) and reachable(p) and origin(o) != origin(p) or "
		    "o == p);");
		break;
	case 0: OUT("always forall o (freed(o) implies not reachable(o));"); break;
	case 1:
		OUT("always forall o (reachable(o) implies peek(o.%s) <= %u);", word(w),
		    gen_below(g, 2));
		break;
	case 2: OUT("always forall o forall d in o.data (peek(d) == 0 or not freed(o));"); break;
	case 3:
		OUT("always forall o (peek(o.%s) == 1 implies reachable(o) or gc);", word(w));
		break;
	case 4:
		OUT("always forall o forall p (peek(o.data[0]) == peek(p.data[0]) or not gc);");
		break;
	default: OUT("always (g0 == 0 or gc);");
	}
}

void gen_words(struct gd_out *out, uint64_t seed, uint64_t index, unsigned features)
{
	struct gen state = { .state = seed * 1000033 + index * 7919 + 4711,
		.out = out,
		.features = features,
		.extras = features & GEN_WEAK ? GEN_ORDERS : 0 };
	struct gen *g = &state;
	struct worded worded = { .g = g }, *w = &worded;

	for (unsigned i = 0; i < 4; i++)
		gen_next(g);
	w->beside = gen_chance(g, 55);
	w->single = gen_chance(g, 30);
	OUT("// words %llu %llu", (unsigned long long)seed, (unsigned long long)index);
	OUT("collector words;");
	OUT("object { mark : bit = 0;  flag : bit = 0;  field : ref[];  data : word[];%s }",
	    w->single ? "  key : word;" : "");
	OUT("ghost g0 : 0 .. 2 = 0;");
	put_kernels(w);
	put_buckets(w);
	put_barriers(w);
	for (unsigned i = gen_below(g, 3); i > 0; i--)
		put_property(w, i);
	put_scenario(w);
	if (gen_chance(g, 70))
		OUT("verify { expect faithful hold; }");
}
