/* gen-moved.c: random collectors that allocate and copy objects, for `alloc' and `copy'.
 *
 * Their frame is a collector that moves each object which it finds, and frees the original.  What it does
 * about an object is in a random order, and some of it is left out, done twice, or done by another unit. */
#include "tests/differential/gen.h"

#include <string.h>

#define OUT(...) gd_out_line(g->out, __VA_ARGS__)

struct moved {
	struct gen *g;
	bool stops, tests,
	    fences; /* it stops the mutators; tests for null; puts fences after stores */
	bool apart; /* the copy is a unit of its own */
	bool lists, frees, marks, words;
	bool by_parts; /* objects are copied part by part */
	bool lies;     /* where its copy is lies over an object in the end */
	bool heads;    /* each has a reference to itself in its header, which its copy has not */
	bool pins;
};

/* The barrier `pinned', and what a pin is to mean. */
static void put_pins(struct moved *m)
{
	struct gen *g = m->g;

	if (m->pins)
		OUT("barrier pinned(o) { %s }",
		    ONE_OF("swap(o.pin, 1);", "swap(o.pin, 1);", "store(o.pin, 1);",
			"if load(o.mark) == 0  swap(o.pin, 1);", "let p = fetch_or(o.mark, 1);",
			"swap(o.pin, 1);  emit scan(o);", ""));
	if (m->pins && gen_chance(g, 70))
		OUT("property pins_fixed = always forall n forall k (peek(k.pin) == 1 and %sorigin(n) == origin(k) implies n == k);",
		    ONE_OF("", "not freed(n) and ", "not freed(k) and "));
}

static const char *fence(const struct moved *m)
{
	return m->fences ? "  fence(seq_cst);" : "";
}

/* n becomes what o is; now and then some of it is left out, or the two are exchanged. */
static const char *copy(struct moved *m)
{
	struct gen *g = m->g;

	if (!m->by_parts || gen_chance(g, 10))
		return "copy(o, n);";
	if (m->fences)
		return "for p in o { store(n[p], load(p));  fence(seq_cst); }";
	return gen_chance(g, 60)
	    ? "for p in o  store(n[p], load(p));"
	    : ONE_OF("for p in o { let v = load(p, acquire);  swap(n[p], v, release); }",
		  "for p in o.field  store(n[p], load(p));",
		  "for p in o { let v = load(p);  if load(n[p]) != v { let w = cas(n[p], load(n[p]), v); } }",
		  "for p in n { let v = load(o[p]);  store(p, v);  if load(p) == v  swap(n[p], load(p)); }",
		  "for p in n  store(o[p], load(p));", "for p in o  store(o[p], load(p));");
}

/* One of the things that are done with the object o and its copy n. */
static void act(struct moved *m, const char *what)
{
	struct gen *g = m->g;

	if (strcmp(what, "copy") == 0 && m->apart)
		OUT("emit do_copy(o, n);");
	else if (strcmp(what, "copy") == 0)
		OUT("%s", copy(m));
	else if (strcmp(what, "store") == 0)
		OUT("store(s, n%s);%s", gen_chance(g, 60) ? ", release" : "", fence(m));
	else if (strcmp(what, "mark") == 0)
		OUT("%s(n.mark, 1);", gen_chance(g, 70) || m->fences ? "swap" : "store");
	else if (strcmp(what, "scan") == 0)
		OUT("emit scan(%s);", gen_chance(g, 90) ? "n" : "o");
	else if (m->lies && gen_chance(g, 80))
		OUT("store(o.over, n);%s  swap(o.mark, 1, release);%s", fence(m),
		    gen_chance(g, 60) ? "  emit old(o);" : "");
	else if (m->frees && gen_chance(g, 12))
		OUT("free(o);");
	else
		OUT("emit old(o);");
}

static void exchange(const char **a, const char **b)
{
	const char *other = *a;

	*a = *b;
	*b = other;
}

/* Copy, store, scan, free, in this order as a rule. */
static void put_acts(struct moved *m)
{
	struct gen *g = m->g;
	const char *acts[] = { "copy", m->marks ? "mark" : "copy", "store", "scan", "old" };

	for (unsigned i = 0; i < 4; i++)
		if (gen_chance(g, 12))
			exchange(&acts[i], &acts[i + 1]);
	for (unsigned i = 0; i < 5; i++)
		if (gen_chance(g, 95) && (i != 1 || m->marks || gen_chance(g, 6)))
			act(m, acts[i]);
}

static void put_fix(struct moved *m)
{
	struct gen *g = m->g;

	/* No set: the last emits of a unit are one step of a model, and several of the explorer, which may find
	 * the unit between them. */
	gen_open(g, "work fix(s : ref*) bag");
	OUT("let o = load(s%s);", gen_chance(g, 30) ? ", acquire" : "");
	gen_open(g, "if o != null%s%s", m->pins ? " and load(o.pin) == 0" : "",
	    m->marks ? " and load(o.mark) == 0" : "");
	if (m->heads)
		OUT("store(o.link, o);");
	OUT("let n = %s;", gen_chance(g, 20) ? "place(o)" : "alloc(o)");
	if (!m->tests) {
		put_acts(m);
	} else if (gen_chance(g, 70)) {
		gen_open(g, "if n != null");
		put_acts(m);
		gen_close(g);
		if (gen_chance(g, 60))
			OUT("else  emit scan(o);");
	} else {
		gen_open(g, "if n == null");
		OUT("%s", gen_chance(g, 60) ? "emit scan(o);" : "fence(seq_cst);");
		gen_close(g);
		gen_open(g, "else");
		put_acts(m);
		gen_close(g);
	}
	gen_close(g);
	gen_close(g);
}

static void put_kernels(struct moved *m)
{
	struct gen *g = m->g;

	OUT("function place(o : ref) -> ref { %sreturn alloc(o); }",
	    gen_chance(g, 50) ? "if load(o.mark) == 1  return null;  " : "");
	OUT("work start() once { %sfor m : mutator  emit roots(m); }",
	    m->stops ? "stop mutators;  " : "");
	OUT("work roots(m : mutator) set { for s in m.roots  emit fix(s); }");
	OUT("work scan(o : ref) %s { %sfor s in o.field  emit fix(s); }",
	    gen_chance(g, 70) ? "set" : "bag",
	    m->words && gen_chance(g, 15) ? "swap(o.data[0], 1);  " : "");
	put_fix(m);
	if (m->apart)
		OUT("work do_copy(o : ref; n : ref) bag { %s%s%s }",
		    gen_chance(g, 30) ? "if load(o.mark) == 0  " : "", copy(m),
		    gen_chance(g, 30) ? "  swap(n.mark, 1);" : "");
	OUT("work old(o : ref) %s { %s%sfree(o); }", gen_chance(g, 70) ? "set" : "bag",
	    m->words && gen_chance(g, 25)
		? ONE_OF("let w = load(o.data[0]);  if w == 0  fence(seq_cst);  ",
		      "swap(o.data[0], 1);  ")
		: "",
	    m->lies
		? ONE_OF(
		      "if load(o.mark) == 1 { let v = load(o.over);  if v == o  fence(seq_cst); }  ",
		      "if load(o.mark) == 1 { let v = load(o.over);  swap(v.mark, 1); }  ",
		      "let v = load(o.over);  ", "")
		: gen_chance(g, 30) ? "if load(o.mark) == 0  "
				    : "");
	if (m->lists)
		OUT("work twin(o : ref) set { let n = alloc(o);  if n != null  copy(o, n);%s }",
		    gen_chance(g, 50) ? "  if n != null  swap(n.mark, 1);" : "");
	OUT("work finish() once { %s }", m->stops ? "resume mutators;" : "fence(seq_cst);");
}

static void put_buckets(struct moved *m)
{
	struct gen *g = m->g;
	const char *late = gen_chance(g, 80) ? "drained(bt)" : ONE_OF("open(bt)", "drained(bs)");

	OUT("bucket bs { start } fill emit start();");
	OUT("bucket br { roots } open when drained(bs);");
	OUT("bucket bt { fix, scan%s } open when drained(br);", m->apart ? ", do_copy" : "");
	OUT("bucket bd { old } open when %s;", late);
	if (m->lists)
		OUT("bucket bl { twin } open when %s fill for o : object  emit twin(o);",
		    ONE_OF("drained(bd)", "drained(bt)", "drained(br)"));
	OUT("bucket bf { finish } open when drained(bd)%s fill emit finish();",
	    m->lists ? " and drained(bl)" : "");
	OUT("cycle gc from requested to drained(bf);");
}

static void put_script(struct moved *m)
{
	struct gen *g = m->g;

	gen_open(g, "mutator m (stack = { a })");
	if (m->pins)
		OUT("pin(a);");
	for (unsigned i = gen_below(g, 3); i > 0; i--)
		OUT("%s",
		    ONE_OF("let r = read(a.field[0]);", "write(a.field[0], null);",
			"write(a.field[0], a);",
			"let x = allocate();  write(a.field[0], x);  drop x;", "yield;"));
	if (m->words)
		for (unsigned i = gen_below(g, 3); i > 0; i--)
			OUT("%s",
			    ONE_OF("let v = read(a.data[0]);  assert v == 1;",
				"write(a.data[0], 0);", "write(a.data[0], 1);  yield;",
				"collect;"));
	gen_close(g);
}

static void put_scenario(struct moved *m)
{
	struct gen *g = m->g;

	gen_open(g, "scenario s");
	if (g->features & GEN_CLIENT) {
		OUT(m->words ? "objects %s of 1 field, 1 word { 0, 1 };" : "objects %s slots 1;",
		    ONE_OF("2", "3"));
		OUT("mutators 1 roots 1 any%s steps;", ONE_OF(" 1", " 2"));
	} else {
		bool second = gen_chance(g, 60);

		OUT("objects a%s;", second ? ", b" : "");
		OUT("objects %s;", ONE_OF("1", "2", "2"));
		OUT("a.field = { %s };",
		    second ? ONE_OF("b", "b", "a", "null") : ONE_OF("null", "a"));
		if (second && gen_chance(g, 30))
			OUT("b.field = { a };");
		if (m->words)
			OUT("a.data = { 1 };");
		put_script(m);
		if (gen_chance(g, 20))
			OUT("expected { a }");
	}
	gen_close(g);
}

void gen_moved(struct gd_out *out, uint64_t seed, uint64_t index, unsigned features)
{
	struct gen gen = { .state = (seed * 0x2545f4914f6cdd1du + index) ^ 0x510e527f,
		.out = out,
		.features = features },
		   *g = &gen;
	struct gen aside = { .state = gen.state ^
		    0x70696e }; /* of which everything else is independent */
	struct moved moved = { .g = g }, *m = &moved;

	gen_next(g);
	OUT("// moved %llu %llu", (unsigned long long)seed, (unsigned long long)index);
	m->stops = features & GEN_INTO || gen_chance(g, 60);
	m->tests = gen_chance(g, 65);
	m->fences = features & GEN_WEAK && gen_chance(g, 90);
	m->apart = gen_chance(g, 30);
	m->lists = gen_chance(g, 20);
	m->frees = gen_chance(g, 60);
	m->marks = gen_chance(g, 50);
	OUT("collector moved;");
	m->words = gen_chance(g, 50);
	m->by_parts = gen_chance(g, 40);
	m->heads = gen_chance(g, 25);
	m->pins = gen_chance(&aside, 25);
	m->lies = features & GEN_INTO ? gen_chance(&aside, 30) : gen_chance(g, 15);
	if (features & GEN_INTO && m->lies) /* C has no such loops, and `old' frees */
		m->by_parts = m->lists = false;
	OUT("object { mark : bit = 0;%s%s%s  field : ref[];%s }", m->pins ? "  pin : bit = 0;" : "",
	    m->heads ? "  header link : ref = null;" : "",
	    m->lies ? "  overlay over : ref when mark == 1;" : "",
	    m->words ? "  data : word[];" : "");
	put_pins(m);
	put_kernels(m);
	put_buckets(m);
	if (gen_chance(g, 60))
		OUT("property none_lost = always forall o (freed(o) implies not reachable(o));");
	if (gen_chance(g, 30))
		OUT("property q = always forall o (%s);",
		    ONE_OF("peek(o.mark) == 0 or not freed(o)", "reachable(o) or peek(o.mark) == 0",
			"freed(o) implies not open(bf)"));
	if (gen_chance(g, 30))
		OUT("property one = always forall n forall k (origin(n) == origin(k) implies %s);",
		    ONE_OF("n == k", "n == k or not open(bf)",
			"n == k or peek(n.mark) != peek(k.mark)"));
	put_scenario(m);
	if (gen_chance(g, 60))
		OUT("verify { expect faithful hold; }");
}
