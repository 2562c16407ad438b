/* gen-asking.c: random collectors that ask policies.
 *
 * Their frame is a collector that visits each object that it finds once, and may free some.  What it does about an
 * object depends on answers, in all places where a kernel may ask: conditions, arguments, loops, functions. */
#include "tests/differential/gen.h"

#define OUT(...) gd_out_line(g->out, __VA_ARGS__)

struct asking {
	struct gen *g;
	bool stops, fences, lists, ghost, allocs;
	bool late;        /* units that only ask, when the object may be gone */
	const char *ways; /* the type of `way' */
	const char *way[2];
	unsigned names;
};

static const char *order(const struct asking *a)
{
	return a->fences ? ", release" : "";
}

/* Something that others may see, about the object o. */
static void act(struct asking *a)
{
	struct gen *g = a->g;

	switch (gen_below(g, a->ghost ? 7 : 6)) {
	case 0: OUT("swap(o.mark, %s%s);", ONE_OF("1", "2"), order(a)); break;
	case 1: OUT("emit scan(o);"); break;
	case 2: OUT(a->late ? "emit old(o);  emit late(o);" : "emit old(o);"); break;
	case 3: OUT("fence(seq_cst);"); break;
	case 4: OUT("if load(o.mark) == 2  emit scan(o);"); break;
	case 5: OUT(gen_chance(g, 40) ? "free(o);" : "emit scan(o);"); break;
	default: OUT("ghost told = %s;", ONE_OF("1", "0")); break;
	}
}

static void put_question(struct asking *a)
{
	struct gen *g = a->g;
	unsigned name = ++a->names;
	const char *way = a->way[gen_below(g, 2)];

	switch (gen_below(g, 8)) {
	case 0:
		OUT("let x%u = wanted(o);%s", name, a->ghost ? "  ghost told = 1;" : "");
		gen_open(g, "if x%u == 1", name);
		break;
	case 1: gen_open(g, "if wanted(o) == 1 and load(o.mark) == 1"); break;
	case 2: gen_open(g, "if load(o.mark) == 1 and way() == %s", way); break;
	case 3: gen_open(g, "if way() == %s and way() != %s", way, a->way[gen_below(g, 2)]); break;
	case 4: gen_open(g, "if both(o)"); break;
	case 5:
		OUT("for s in o.field { if wanted(o) == 1  emit visit(s); }");
		gen_open(g, "if sure(load(o.mark))");
		break;
	case 6: gen_open(g, "if sure(wanted(o)) or way() == %s", way); break;
	default:
		OUT("let y%u = load(o.mark);  let w%u = way();", name, name);
		gen_open(g, "if y%u == 2 or w%u == %s", name, name, way);
		break;
	}
	act(a);
	if (gen_chance(g, 30))
		act(a);
	gen_close(g);
	if (gen_chance(g, 30)) {
		gen_open(g, "else");
		act(a);
		gen_close(g);
	}
}

static void put_kernels(struct asking *a)
{
	struct gen *g = a->g;

	OUT("function both(o : ref) -> bool { if wanted(o) == 0  return false;  return way() == %s; }",
	    a->way[0]);
	OUT("work start() once { %s%sfor m : mutator  emit roots(m); }",
	    a->stops ? "stop mutators;  " : "",
	    gen_chance(g, 20) ? "if sure(0)  fence(seq_cst);  " : "");
	OUT("work roots(m : mutator) set { for s in m.roots  emit visit(s); }");
	OUT("work scan(o : ref) bag { %sfor s in o.field  emit visit(s); }",
	    gen_chance(g, 30) ? "if wanted(o) == 1 " : "");
	gen_open(g, "work visit(s : ref*) bag");
	if (gen_chance(g, a->ghost ? 60 : 20))
		OUT("let early = way();%s", a->ghost ? "  ghost told = 1;" : "");
	OUT("let o = load(s%s);", gen_chance(g, 40) ? ", acquire" : "");
	gen_open(g, "if o != null and swap(o.mark, 1%s) == 0", a->fences ? ", acq_rel" : "");
	if (a->ghost && gen_chance(g, 60)) /* only what is between the two shows the ghost */
		OUT("let shown = wanted(o);  ghost told = 1;  swap(o.mark, 2%s);  ghost told = 0;",
		    order(a));
	if (a->allocs)
		OUT("if wanted(o) == 1 { let n = alloc(o);  if n != null  swap(n.mark, 1); }");
	for (unsigned i = 1 + gen_below(g, 2); i > 0; i--)
		put_question(a);
	if (gen_chance(g, 60))
		OUT("emit scan(o);");
	gen_close(g);
	gen_close(g);
	OUT("work old(o : ref) set { %sfree(o); }",
	    gen_chance(g, 40) ? "if wanted(o) == 1  " : ONE_OF("", "if load(o.mark) == 0  "));
	if (a->late)
		OUT("work late(o : ref) bag { if wanted(o) == 1  fence(seq_cst); }");
	OUT("work finish() once { %s }", a->stops ? "resume mutators;" : "fence(seq_cst);");
}

static void put_buckets(struct asking *a)
{
	struct gen *g = a->g;

	OUT("bucket bs { start } fill emit start();");
	OUT("bucket br { roots } open when drained(bs);");
	OUT("bucket bt { visit, scan } open when drained(br);");
	OUT("bucket bd { old%s } open when %s%s;", a->late ? ", late" : "",
	    gen_chance(g, 80) ? "drained(bt)" : ONE_OF("open(bt)", "drained(bs)"),
	    a->lists ? " fill for o : object  emit old(o)" : "");
	OUT("bucket bf { finish } open when drained(bd) fill emit finish();");
	OUT("cycle gc from requested to drained(bf);");
}

static void put_scenario(struct asking *a)
{
	struct gen *g = a->g;
	bool second = gen_chance(g, 60);

	gen_open(g, "scenario s");
	if (g->features & GEN_CLIENT) {
		OUT("objects %s slots 1;", ONE_OF("2", "3"));
		OUT("mutators 1 roots 1 any%s steps;", ONE_OF(" 1", " 2"));
	} else {
		OUT("objects a%s;%s", second ? ", b" : "", a->allocs ? "  objects 1;" : "");
		OUT("a.field = { %s };",
		    second ? ONE_OF("b", "b", "a", "null") : ONE_OF("null", "a"));
		gen_open(g, "mutator m (stack = { a })");
		for (unsigned i = gen_below(g, 3); i > 0; i--)
			OUT("%s",
			    ONE_OF("let r = read(a.field[0]);", "write(a.field[0], null);",
				"write(a.field[0], a);", "yield;"));
		gen_close(g);
		if (gen_chance(g, 20))
			OUT("expected { a }");
	}
	gen_close(g);
}

static void put_properties(struct asking *a)
{
	struct gen *g = a->g;

	if (gen_chance(g, 60))
		OUT("property none_lost = always forall o (freed(o) implies not reachable(o));");
	if (gen_chance(g, 50))
		OUT("property q = always forall o (%s);",
		    ONE_OF("peek(o.mark) != 2 or not freed(o)", "peek(o.mark) == 0 or not open(bf)",
			"freed(o) implies not open(bf)"));
	if (a->ghost && gen_chance(g, 50))
		OUT("property r = always forall o (told == 0 or peek(o.mark) != 0 or %s);",
		    ONE_OF("freed(o)", "peek(o.mark) == 2", "not open(bt)"));
	if (a->ghost)
		OUT("property t = always (%s);",
		    ONE_OF("told == 0", "told == 0 or not open(bd)", "told == 1 or not drained(bt)",
			"told == 0 or not drained(br) or open(bd)"));
}

void gen_asking(struct gd_out *out, uint64_t seed, uint64_t index, unsigned features)
{
	struct gen gen = { .state = (seed * 0x2545f4914f6cdd1du + index) ^ 0x1f83d9ab,
		.out = out,
		.features = features },
		   *g = &gen;
	struct asking asking = { .g = g }, *a = &asking;
	unsigned type;

	gen_next(g);
	type = gen_below(g, 3);
	OUT("// asking %llu %llu", (unsigned long long)seed, (unsigned long long)index);
	a->ways = (const char *const[]){ "bool", "1 .. 3", "{ here, there, away }" }[type];
	a->way[0] = (const char *const[]){ "false", "1", "away" }[type];
	a->way[1] = (const char *const[]){ "true", "3", "there" }[type];
	a->stops = features & GEN_INTO || gen_chance(g, 70);
	a->fences = features & GEN_WEAK && gen_chance(g, 90);
	a->lists = gen_chance(g, 30);
	a->ghost = gen_chance(g, 30);
	a->allocs = gen_chance(g, 20);
	a->late = gen_chance(g, 40);
	OUT("collector asking;");
	OUT("object { mark : 0 .. 2 = 0;  field : ref[]; }");
	OUT("policy wanted(o : ref) -> bit;  policy way() -> %s;  policy sure(n : 0 .. 2) -> bool;",
	    a->ways);
	if (a->ghost)
		OUT("ghost told : bit = 0;");
	put_kernels(a);
	put_buckets(a);
	put_properties(a);
	put_scenario(a);
}
