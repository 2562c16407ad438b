/* gen-spaces.c: random collectors whose heap is divided into spaces.
 *
 * Their frame is a collector that exchanges two spaces, copies what it finds in the old one into the new one, and
 * frees the old one at once.  Much of it is left out, done elsewhere, or done with another space. */
#include "tests/differential/gen.h"

#define OUT(...) gd_out_line(g->out, __VA_ARGS__)

struct spaces {
	struct gen *g;
	bool three, stops, swaps, late_swap, tests, words, lists, claims;
};

/* One of the spaces; as a rule the I-th. */
static const char *space(struct spaces *m, unsigned i)
{
	static const char *const names[] = { "to", "from", "old" };
	struct gen *g = m->g;

	if (gen_chance(g, 15))
		i = gen_below(g, m->three ? 3 : 2);
	return names[i];
}

static const char *swap(struct spaces *m)
{
	struct gen *g = m->g;

	return m->three
	    ? ONE_OF("swap(from, to);  ", "swap(to, old);  ", "swap(from, to);  swap(to, old);  ")
	    : "swap(from, to);  ";
}

/* Whether o is where objects are moved from. */
static const char *test(struct spaces *m)
{
	struct gen *g = m->g;

	return gen_chance(g, 80) ? gen_chance(g, 30) ? "o != null and o in from" : "o in from"
	    : m->three && gen_chance(g, 50)
	    ? "o in from or o in old"
	    : ONE_OF("o != null and not o in to", "o in to", "not (o == null or o in to)");
}

static void put_move(struct spaces *m)
{
	struct gen *g = m->g;
	const char *store =
	    ONE_OF("swap(s, n, acq_rel);", "swap(s, n, acq_rel);", "store(s, n, release);");

	if (gen_chance(g, 90))
		OUT("let n = alloc(%s, o);", space(m, 0));
	else
		OUT("let n = alloc(o);");
	if (m->tests)
		gen_open(g, "if n != null");
	if (gen_chance(g, 95))
		OUT("copy(o, n);");
	if (gen_chance(g, 93))
		OUT("%s", store);
	if (gen_chance(g, 90))
		OUT("emit scan(n);");
	if (gen_chance(g, 20))
		OUT("assert n in %s;", space(m, 0));
	if (m->tests)
		gen_close(g);
}

static void put_fix(struct spaces *m)
{
	struct gen *g = m->g;

	gen_open(g, "work fix(s : ref*) bag");
	OUT("let o = load(s);");
	if (gen_chance(g, 10))
		OUT("emit scan(o);");
	if (gen_chance(g, 90))
		gen_open(g, "if %s", test(m));
	else
		gen_open(g, "if o != null");
	if (m->claims)
		gen_open(g, "if fetch_or(o.mark, 1) == 0");
	put_move(m);
	if (m->claims)
		gen_close(g);
	gen_close(g);
	if (gen_chance(g, 15))
		OUT("else if o in %s  swap(o.mark, 1);", space(m, 0));
	gen_close(g);
}

static void put_kernels(struct spaces *m)
{
	struct gen *g = m->g;
	const char *stop = m->stops ? "stop mutators;  " : "", *now = m->swaps ? swap(m) : "";
	bool first = gen_chance(g, 8), emits_first = gen_chance(g, 6);

	OUT("work start() once { %s%s%s%s%s}", first ? now : stop,
	    emits_first ? "emit probe();  " : "", first ? stop : now,
	    "for m : mutator  emit roots(m);  ", emits_first ? "" : "emit probe();  ");
	OUT("work probe() once { %s }",
	    ONE_OF("fence(seq_cst);", "fence(seq_cst);", "free(from);", "ghost seen = true;"));
	OUT("work roots(m : mutator) set { for s in m.roots  emit fix(s); }");
	OUT("work scan(o : ref) bag { for s in o.field  emit fix(s); }");
	put_fix(m);
	if (m->lists)
		OUT("work each(o : ref) set { %s }",
		    ONE_OF("if o in from  free(o);", "if o in to  swap(o.mark, 0);",
			"if not o in from { let n = alloc(from, o);  if n != null  swap(n.mark, 1); }"));
	OUT("work finish() once { free(%s);  %s%s}", space(m, 1), m->late_swap ? swap(m) : "",
	    m->stops ? "resume mutators; " : "");
}

static void put_buckets(struct spaces *m)
{
	struct gen *g = m->g;
	const char *late =
	    gen_chance(g, 85) ? "drained(bt)" : ONE_OF("open(bt)", "drained(bs)", "drained(br)");

	OUT("bucket bs { start } fill emit start();");
	OUT("bucket br { roots, probe } open when drained(bs);");
	OUT("bucket bt { fix, scan } open when drained(br);");
	if (m->lists)
		OUT("bucket bl { each } open when %s fill for o : object  %semit each(o);",
		    ONE_OF("drained(bt)", "drained(bt)", "drained(br)", "drained(bs)"),
		    gen_chance(g, 30) ? ONE_OF("if o in from  ", "if not o in to  ") : "");
	OUT("bucket bf { finish } open when %s%s fill emit finish();", late,
	    m->lists ? " and drained(bl)" : "");
	OUT("cycle gc from requested to drained(bf);");
}

static void put_script(struct spaces *m)
{
	struct gen *g = m->g;

	gen_open(g, "mutator m (stack = { a })");
	for (unsigned i = gen_below(g, 4); i > 0; i--)
		OUT("%s",
		    ONE_OF("let r = read(a.field[0]);", "write(a.field[0], null);",
			"write(a.field[0], a);", "collect;", "collect;",
			"let x = allocate();  write(a.field[0], x);  drop x;", "yield;"));
	if (m->words && gen_chance(g, 60))
		OUT("%s",
		    ONE_OF("let v = read(a.data[0]);  assert v == 1;",
			"write(a.data[0], 0);  collect;"));
	gen_close(g);
}

static void put_scenario(struct spaces *m)
{
	struct gen *g = m->g;

	gen_open(g, "scenario s");
	if (g->features & GEN_CLIENT) {
		OUT(m->words ? "objects %s of 1 field, 1 word { 0, 1 };" : "objects %s slots 1;",
		    ONE_OF("1", "2", "2"));
		OUT("mutators 1 roots 1 any%s steps;", ONE_OF(" 1", " 2"));
	} else {
		bool second = gen_chance(g, 60);

		OUT("objects a%s;", second ? ", b" : "");
		if (gen_chance(g, 30))
			OUT("objects 1;");
		OUT("a.field = { %s };",
		    second ? ONE_OF("b", "b", "a", "null") : ONE_OF("null", "a"));
		if (m->words)
			OUT("a.data = { 1 };");
		put_script(m);
	}
	gen_close(g);
}

static void put_properties(struct spaces *m)
{
	struct gen *g = m->g;

	if (gen_chance(g, 60))
		OUT("property none_lost = always forall o (freed(o) implies not reachable(o));");
	if (gen_chance(g, 50))
		OUT("property placed = always forall o %s;",
		    ONE_OF("(reachable(o) and open(bf) implies o in to)",
			"in from (freed(o) or not open(bf))", "in to (peek(o.mark) == 0)",
			"(o in from or o in to)"));
	if (gen_chance(g, 30))
		OUT("property some = always (open(bt) implies exists o in %s (%s));", space(m, 0),
		    ONE_OF("not freed(o)", "reachable(o)", "peek(o.mark) == 1"));
	if (gen_chance(g, 30))
		OUT("property one = always forall n in to forall k in to (origin(n) == origin(k) implies n == k);");
}

void gen_spaces(struct gd_out *out, uint64_t seed, uint64_t index, unsigned features)
{
	struct gen gen = { .state = (seed * 0x2545f4914f6cdd1du + index) ^ 0x1f83d9ab,
		.out = out,
		.features = features },
		   *g = &gen;
	struct spaces spaces = { .g = g }, *m = &spaces;

	gen_next(g);
	OUT("// spaces %llu %llu", (unsigned long long)seed, (unsigned long long)index);
	m->three = gen_chance(g, 25);
	m->stops = gen_chance(g, 85);
	m->swaps = gen_chance(g, 85);
	m->late_swap = gen_chance(g, 12);
	m->tests = gen_chance(g, 40);
	m->words = gen_chance(g, 40);
	m->lists = gen_chance(g, 25);
	m->claims = gen_chance(g, 40);
	OUT("collector spaces;");
	OUT("space to%s, from;", m->three ? ", old" : "");
	OUT("ghost seen : bool = false;");
	OUT("object { mark : bit = 0;  field : ref[];%s }", m->words ? "  data : word[];" : "");
	put_kernels(m);
	put_buckets(m);
	put_properties(m);
	put_scenario(m);
	if (gen_chance(g, 50))
		OUT("verify { expect faithful hold; }");
}
