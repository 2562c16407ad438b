/* gen-redirect.c: random collectors with barriers that answer with the object to access.
 *
 * A worker claims objects by a tag.  While the mutators are stopped they are copied, and their originals refer to the
 * copies; until the slots are changed, barriers send the mutators to the copies.  Most collectors are right or nearly
 * so: some barriers forget a case, answer with another object, or are missing. */
#include "tests/differential/gen.h"

#include <stdio.h>

#define OUT(...) gd_out_line(g->out, __VA_ARGS__)

struct redirecting {
	struct gen *g;
	bool words, phased, late, sweeps;
	unsigned names;
};

/* ----------------------------------------------------------------------- kernels */
static void put_kernels(struct redirecting *r)
{
	struct gen *g = r->g;
	const char *change = g->features & GEN_WEAK ? ", acq_rel" : gen_order(g, GEN_CHANGES);
	const char *found = g->features & GEN_WEAK ? ", acquire" : gen_order(g, GEN_LOADS);

	OUT("work claim(o : ref) set { cas(o.fwd, null, busy%s); }", change);
	OUT("work halt() once { stop mutators;%s }", r->phased ? "  begin moving;" : "");
	gen_open(g, "work move(o : ref) set");
	gen_open(g, "if load(o.fwd%s) == busy", found);
	OUT("let n = alloc(o);");
	OUT("if n == null  swap(o.fwd, null%s);", change);
	OUT("else { copy(o, n);  %s }",
	    r->late                 ? "emit commit(o, n);"
		: gen_chance(g, 90) ? "swap(o.fwd, n, acq_rel);"
				    : "store(o.fwd, null);");
	gen_close(g);
	gen_close(g);
	if (r->late)
		OUT("work commit(o : ref, n : ref) set { if cas(o.fwd, busy, n, acq_rel) != busy  %s; }",
		    gen_chance(g, 90) ? "free(n)" : "free(o)");
	OUT("work go() once { resume mutators; }");
	OUT("work second() once { stop mutators;  for m : mutator  emit roots(m); }");
	OUT("work roots(m : mutator) set { for s in m.roots  emit fix(s); }");
	OUT("work scan(o : ref) set { for s in o.field  emit fix(s); }");
	gen_open(g, "work fix(s : ref*) set");
	OUT("let o = load(s);");
	gen_open(g, "if o != null");
	OUT("let n = home(o, load(o.fwd%s));", found);
	OUT("if n != o  swap(s, n%s);", change);
	OUT("if fetch_or(n.live, 1%s) == 0  emit scan(n);", change);
	gen_close(g);
	gen_close(g);
	OUT("work sweep(o : ref) set { if load(o.live) == 0  free(o);  else { %sswap(o.live, 0%s); } }",
	    gen_chance(g, 92) ? "swap(o.fwd, null, acq_rel);  " : "", change);
	OUT("work finish() once { %sresume mutators; }", r->phased ? "end moving;  " : "");
}

static void put_buckets(struct redirecting *r)
{
	struct gen *g = r->g;

	OUT("bucket b0 { claim } fill for o : object  emit claim(o);");
	OUT("bucket b1 { halt } open when drained(b0) fill emit halt();");
	OUT("bucket b2 { move } open when drained(b1) fill for o : object  emit move(o);");
	OUT("bucket b3 { go } open when drained(b2) fill emit go();");
	if (r->late)
		OUT("bucket b4 { commit } open when drained(b3);");
	OUT("bucket b5 { second } open when drained(%s) fill emit second();",
	    r->late ? "b4" : "b3");
	OUT("bucket b6 { roots, fix, scan } open when drained(b5);");
	if (r->sweeps)
		OUT("bucket b7 { sweep } open when drained(b6) fill for o : object  emit sweep(o);");
	OUT("bucket b8 { finish } open when drained(%s) fill emit finish();",
	    r->sweeps ? "b7" : "b6");
	OUT("cycle gc from requested to drained(b8);");
}

/* ---------------------------------------------------------------------- barriers */
static void put_functions(struct redirecting *r)
{
	struct gen *g = r->g;

	(void)r;
	OUT("function home(o : ref, f : ref | { busy }) -> ref { if f == null or f == busy  return o;  return f; }");
	OUT("function take_back(o : ref) -> ref | { busy } { return %s; }",
	    gen_chance(g, 85) ? "cas(o.fwd, busy, null, acq_rel)" : "load(o.fwd, acquire)");
}

static void put_load_barrier(struct redirecting *r)
{
	struct gen *g = r->g;

	gen_open(g, "barrier before_load(o, s) -> ref");
	if (r->phased)
		OUT("if not moving  return o;");
	if (gen_chance(g, 15))
		OUT("ghost g0 = 1;");
	if (gen_chance(g, 10))
		OUT("store(o.live, 0);");
	switch (gen_below(g, 9)) {
	case 0: OUT("return o;"); break;
	case 1:
		OUT("let f = load(o.fwd, acquire);");
		OUT("if f == busy  return o;  if f == null  return o;  return f;");
		break;
	case 2:
		if (!r->words)
			OUT("let t = load(s, acquire);  if t != null and load(t.live, acquire) == 1  return t;");
		OUT("return home(o, load(o.fwd, acquire));");
		break;
	default: OUT("return home(o, load(o.fwd, acquire));");
	}
	gen_close(g);
}

static void put_store_barrier(struct redirecting *r)
{
	struct gen *g = r->g;

	gen_open(g, "barrier before_store(o, s, new) -> ref");
	if (r->phased)
		OUT("if not moving  return o;");
	if (!r->words && gen_chance(g, 30))
		OUT("let old = load(s, acquire);  if old != null  ghost g0 = 1;");
	if (gen_chance(g, 10))
		OUT("if new != null  return new;");
	OUT("let f = load(o.fwd, acquire);");
	OUT("if f != busy  return %s;", gen_chance(g, 90) ? "home(o, f)" : "o");
	OUT("return %s;", gen_chance(g, 90) ? "home(o, take_back(o))" : "o");
	gen_close(g);
}

static void put_barriers(struct redirecting *r)
{
	struct gen *g = r->g;

	if (gen_chance(g, 88))
		put_load_barrier(r);
	if (gen_chance(g, 88))
		put_store_barrier(r);
	if (gen_chance(g, 15))
		OUT("barrier after_store(o, s, new) { %s }",
		    ONE_OF("if new != null  store(new.live, 0);", "ghost g0 = 2;",
			"if load(s) == new  ghost g0 = 1;"));
	if (gen_chance(g, 15))
		OUT("barrier allocated(o) { store(o.live, %u); }", gen_below(g, 2));
}

/* ----------------------------------------------------------------------- scripts */
static void access_word(struct redirecting *r, const char *root, unsigned *numbers)
{
	struct gen *g = r->g;
	unsigned at = gen_below(g, 2);

	if (gen_chance(g, 40))
		OUT("let q%u = read(%s.data[%u]);", (*numbers)++, root, at);
	else if (*numbers && gen_chance(g, 30))
		OUT("write(%s.data[%u], q%u);", root, at, gen_below(g, *numbers));
	else if (gen_chance(g, 60))
		OUT("write(%s.data[%u], %u);", root, at, gen_below(g, 3));
	else
		OUT("assert t%u: read(%s.data[%u]) <= %u;", r->names++, root, at, gen_below(g, 2));
}

static void action(struct redirecting *r, char roots[3][8], unsigned *count, unsigned *numbers)
{
	struct gen *g = r->g;
	const char *root = roots[gen_below(g, *count)];

	switch (gen_below(g, 8)) {
	case 0:
	case 1:
		if (*count < 3) {
			OUT("let x%u = read(%s.field[0]);", *count, root);
			snprintf(roots[*count], 8, "x%u", *count);
			++*count;
		}
		break;
	case 2:
	case 3:
		OUT("write(%s.field[0], %s);", root,
		    gen_chance(g, 30) ? "null" : roots[gen_below(g, *count)]);
		break;
	case 4:
		OUT("assert t%u: read(%s.field[0]) == %s;", r->names++, root,
		    gen_chance(g, 50) ? "null" : roots[gen_below(g, *count)]);
		break;
	case 5:
		if (gen_chance(g, 40))
			OUT("%s", ONE_OF("collect;", "yield;", "ghost g0 = 0;"));
		break;
	default:
		if (r->words)
			access_word(r, root, numbers);
	}
}

static void put_scenario(struct redirecting *r)
{
	struct gen *g = r->g;
	char roots[3][8] = { "a", "b" };
	unsigned count = 1 + gen_chance(g, 40), numbers = 0;

	gen_open(g, "scenario s");
	if (g->features & GEN_CLIENT) {
		OUT("objects 2 of 1 field%s;", r->words ? ", 1 word { 0, 1 }" : "");
		OUT("mutators 1 roots %u any %s steps;", 1 + gen_chance(g, 30), ONE_OF("1", "2"));
	} else {
		OUT("objects a, b;  objects %u;", 1 + gen_chance(g, 20));
		OUT("a.field = { %s };", ONE_OF("b", "a", "null"));
		if (r->words)
			OUT("a.data = { %s };  b.data = { 0, 2 };", ONE_OF("0", "1", "2, 1"));
		gen_open(g, "mutator m (stack = { a%s })", count > 1 ? ", b" : "");
		for (unsigned i = 1 + gen_below(g, 4); i > 0; i--)
			action(r, roots, &count, &numbers);
		gen_close(g);
		if (gen_chance(g, 20))
			OUT("mutator n (stack = { a }) { %s }",
			    ONE_OF("write(a.field[0], null);", "let y = read(a.field[0]);",
				"yield;"));
	}
	gen_close(g);
}

void gen_redirect(struct gd_out *out, uint64_t seed, uint64_t index, unsigned features)
{
	struct gen state = { .state = seed * 1000033 + index * 7919 + 9173,
		.out = out,
		.features = features,
		.extras = features & GEN_WEAK ? GEN_ORDERS : 0 };
	struct gen *g = &state;
	struct redirecting redirecting = { .g = g }, *r = &redirecting;

	for (unsigned i = 0; i < 4; i++)
		gen_next(g);
	r->words = gen_chance(g, 60);
	r->phased = gen_chance(g, 60);
	r->late = gen_chance(g, 50);
	r->sweeps = gen_chance(g, 85);
	OUT("// redirect %llu %llu", (unsigned long long)seed, (unsigned long long)index);
	OUT("collector redirect;");
	OUT("object { live : bit = 0;  %sfwd : ref | { busy } = null;  field : ref[];%s }",
	    gen_chance(g, 30) ? "header " : "", r->words ? "  data : word[];" : "");
	OUT("ghost g0 : 0 .. 2 = 0;");
	if (r->phased)
		OUT("phase moving%s;", gen_chance(g, 70) ? " at handshake" : "");
	put_functions(r);
	put_kernels(r);
	put_buckets(r);
	put_barriers(r);
	if (gen_chance(g, 50))
		OUT("property q0 = always forall o (freed(o) implies not reachable(o));");
	if (gen_chance(g, 30))
		OUT("property q1 = always (g0 == 0 or gc);");
	put_scenario(r);
	if (gen_chance(g, 75))
		OUT("verify { expect faithful hold; }");
}
