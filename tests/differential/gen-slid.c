/* gen-slid.c: random collectors that slide objects to the beginning of the heap.
 *
 * Their frame marks, computes places, updates what refers to objects, and moves them in the order of their addresses.
 * Much of it is left out, done elsewhere, or done at another time. */
#include "tests/differential/gen.h"

#define OUT(...) gd_out_line(g->out, __VA_ARGS__)

struct slid {
	struct gen *g;
	bool stops, words, sweeps, one_by_one, spaces, late, probes, asks;
};

/* What selects the objects; as a rule, that they are marked. */
static const char *selects(struct slid *m)
{
	struct gen *g = m->g;

	if (gen_chance(g, 75))
		return "load(o.mark) == 1";
	return m->spaces
	    ? ONE_OF("o in here", "load(o.mark) == 1 and o in here",
		  "o in there or load(o.mark) != 0")
	    : ONE_OF("load(o.mark) == 0", "true", "load(o.mark) == 1 and load(o.to) == null",
		  "load(o.to) == null or load(o.mark) != 0", "not (load(o.mark) == 0)");
}

static void put_marking(struct slid *m)
{
	struct gen *g = m->g;

	OUT("work start() once { %s%sfor m : mutator  emit roots(m); }",
	    m->stops ? "stop mutators;  " : "", gen_chance(g, 5) ? "slide o.to where true;  " : "");
	OUT("work roots(m : mutator) set { for s in m.roots { let r = load(s);  if r != null  emit mark(r); } }");
	gen_open(g, "work mark(o : ref) bag");
	OUT("if %s", gen_chance(g, 90) ? "fetch_or(o.mark, 1) == 0" : "swap(o.mark, 1) == 0");
	OUT("  %sfor s in o.field { let t = load(s);  if t != null  emit mark(t); }%s",
	    m->late ? "{ " : "", m->late ? "  emit mend(o); }" : "");
	gen_close(g);
}

static void put_places(struct slid *m)
{
	struct gen *g = m->g;

	if (m->late)
		OUT("work mend(o : ref) set { if load(o.mark) == %s  store(o.mark, %s); }",
		    ONE_OF("0", "1"), ONE_OF("0", "1"));
	gen_open(g, "work places() once");
	if (m->asks)
		OUT("emit probe();");
	OUT("slide o.to where %s;", selects(m));
	if (gen_chance(g, 10))
		OUT("%s",
		    ONE_OF("slide p.to where load(p.mark) == 1;", "fence(seq_cst);",
			"ghost seen = true;"));
	gen_close(g);
	if (m->probes)
		OUT("work probe() once { %s }",
		    ONE_OF("fence(seq_cst);", "ghost seen = true;",
			"for o : object  swap(o.mark, 1);", "fence(seq_cst);"));
}

/* Updates what the slot s holds. */
static const char *update(struct slid *m)
{
	struct gen *g = m->g;

	if (gen_chance(g, 85))
		return "{ let t = load(s);  if t != null  store(s, load(t.to)); }";
	return ONE_OF(
	    "{ let t = load(s);  if t != null { let n = load(t.to);  if n != null  swap(s, n); } }",
	    "{ let t = load(s);  if t != null  cas(s, t, load(t.to)); }",
	    "{ let t = load(s);  if t != null and load(t.mark) == 1  store(s, load(t.to)); }");
}

static void put_updates(struct slid *m)
{
	struct gen *g = m->g;

	OUT("work fix_roots(m : mutator) set { for s in m.roots %s }", update(m));
	OUT("work fix(o : ref) set { %sfor s in o.field %s }",
	    gen_chance(g, 80) ? "if load(o.mark) == 1  " : "", update(m));
}

/* Moves o, or frees it. */
static void put_move(struct slid *m)
{
	struct gen *g = m->g;
	const char *test = gen_chance(g, 90) ? "load(o.mark) == 0"
					     : ONE_OF("load(o.to) == null", "load(o.mark) == 1");

	if (!m->sweeps || gen_chance(g, 40))
		OUT("if %s  free(o);", test);
	else
		OUT("if %s { }", test);
	gen_open(g, "else");
	OUT("let n = load(o.to);");
	OUT("%s%s", gen_chance(g, 70) ? "if n != null  " : "",
	    gen_chance(g, 93) ? "relocate(o, n);" : ONE_OF("relocate(n, o);", "relocate(o, o);"));
	if (gen_chance(g, 10))
		OUT("%s",
		    ONE_OF("if n != null  store(n.mark, 1);", "ghost seen = true;",
			"swap(o.mark, 1);"));
	gen_close(g);
}

static void put_moves(struct slid *m)
{
	struct gen *g = m->g;

	if (m->sweeps)
		OUT("work sweep(o : ref) set { if load(o.mark) == 0  free(o); }");
	gen_open(g, m->one_by_one ? "work moves(o : ref) set" : "work moves() once");
	if (!m->one_by_one)
		gen_open(g, "for o : object");
	put_move(m);
	if (!m->one_by_one)
		gen_close(g);
	gen_close(g);
	OUT("work go() once { %s }", m->stops ? "resume mutators;" : "fence(seq_cst);");
}

/* As a rule, that BUCKET is drained. */
static const char *when(struct slid *m, const char *bucket)
{
	struct gen *g = m->g;

	return gen_chance(g, 93) ? bucket : ONE_OF("bs", "br", "bm");
}

static void put_buckets(struct slid *m)
{
	struct gen *g = m->g;

	OUT("bucket bs { start } fill emit start();");
	OUT("bucket br { roots } open when drained(bs);");
	OUT("bucket bm { mark%s } open when drained(%s);", m->late ? ", mend" : "", "br");
	OUT("bucket bp { places%s } open when drained(%s) fill %s", m->probes ? ", probe" : "",
	    when(m, "bm"),
	    m->probes && !m->asks ? "{ emit places();  emit probe(); }" : "emit places();");
	OUT("bucket bf { fix_roots, fix } open when drained(%s) fill %s", when(m, "bp"),
	    gen_chance(g, 90)
		? "{ for m : mutator  emit fix_roots(m);  for o : object  emit fix(o); }"
		: "{ for o : object  emit fix(o);  for m : mutator  emit fix_roots(m); }");
	if (m->sweeps)
		OUT("bucket bw { sweep } open when drained(%s) fill for o : object  emit sweep(o);",
		    when(m, "bf"));
	OUT("bucket bv { moves } open when drained(%s) fill %s", when(m, m->sweeps ? "bw" : "bf"),
	    m->one_by_one ? "for o : object  emit moves(o);" : "emit moves();");
	OUT("bucket bg { go } open when drained(%s) fill emit go();", when(m, "bv"));
	OUT("cycle gc from requested to drained(bg);");
}

static void put_script(struct slid *m)
{
	struct gen *g = m->g;

	gen_open(g, "mutator m (stack = { %s })", ONE_OF("a", "b", "b"));
	for (unsigned i = 1 + gen_below(g, 3); i > 0; i--)
		OUT("%s",
		    ONE_OF("collect;", "collect;", "yield;",
			"let x = allocate();  drop x;  collect;"));
	gen_close(g);
}

static void put_scenario(struct slid *m)
{
	struct gen *g = m->g;

	gen_open(g, "scenario s");
	if (g->features & GEN_CLIENT) {
		OUT(m->words ? "objects %s of 1 field, 1 word { 0, 1 };" : "objects %s slots 1;",
		    ONE_OF("1", "2", "2"));
		OUT("mutators 1 roots 1 any%s steps;", ONE_OF(" 1", " 2"));
	} else {
		OUT("objects a, b%s;", gen_chance(g, 60) ? ", c" : "");
		if (gen_chance(g, 25))
			OUT("objects 1;");
		OUT("a.field = { %s };  b.field = { %s };", ONE_OF("a", "b", "null"),
		    ONE_OF("a", "b", "null"));
		if (m->words)
			OUT("b.data = { 1 };");
		put_script(m);
	}
	gen_close(g);
}

static void put_properties(struct slid *m)
{
	struct gen *g = m->g;

	if (gen_chance(g, 60))
		OUT("property none_lost = always forall o (freed(o) and not open(bf) and not open(bv) implies not reachable(o));");
	if (gen_chance(g, 40))
		OUT("property placed = always forall o %s;",
		    ONE_OF("(open(bg) and not freed(o) implies peek(o.to) == null)",
			"(open(bf) implies peek(o.to) != o)",
			"(reachable(o) and open(bg) implies not freed(o))"));
	if (gen_chance(g, 30))
		OUT("property one = always forall o forall p (not freed(o) and not freed(p) and origin(o) == origin(p) implies o == p);");
}

void gen_slid(struct gd_out *out, uint64_t seed, uint64_t index, unsigned features)
{
	struct gen gen = { .state = (seed * 0x2545f4914f6cdd1du + index) ^ 0x7b1dcd39,
		.out = out,
		.features = features },
		   *g = &gen;
	struct slid slid = { .g = g }, *m = &slid;

	gen_next(g);
	OUT("// slid %llu %llu", (unsigned long long)seed, (unsigned long long)index);
	m->stops = gen_chance(g, 92);
	m->words = gen_chance(g, 30);
	m->sweeps = gen_chance(g, 35);
	m->one_by_one = gen_chance(g, 25);
	m->spaces = gen_chance(g, 15);
	m->late = gen_chance(g, 15);
	m->probes = gen_chance(g, 15);
	m->asks = m->probes && gen_chance(g, 40);
	OUT("collector slid;");
	if (m->spaces)
		OUT("space here, there;");
	OUT("ghost seen : bool = false;");
	OUT("object { mark : bit = 0;  %sto : ref = null;  field : ref[];%s }",
	    gen_chance(g, 30) ? "header " : "", m->words ? "  data : word[];" : "");
	put_marking(m);
	put_places(m);
	put_updates(m);
	put_moves(m);
	put_buckets(m);
	put_properties(m);
	put_scenario(m);
	if (gen_chance(g, 60))
		OUT("verify { expect faithful hold; }");
}
