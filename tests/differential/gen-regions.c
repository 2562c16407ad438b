/* gen-regions.c: random mark-region collectors.
 *
 * Their frame is a collector that marks objects and their lines, moves objects of some blocks, and frees lines on
 * which nothing was marked.  Much of it is left out, done elsewhere, or done to another region. */
#include "tests/differential/gen.h"

#define OUT(...) gd_out_line(g->out, __VA_ARGS__)

struct regions {
	struct gen *g;
	bool blocks; /* lines lie in blocks */
	bool moves, words, places, asks, pins;
	bool marks,
	    probes; /* a unit about each object at the start, and about each line at the end */
};

/* An expression or loop over what lies on something. */
static const char *lines_of(struct regions *m)
{
	struct gen *g = m->g;

	return gen_chance(g, 75) ? "for l in o.lines"
	    : !m->blocks
	    ? ONE_OF("for l : line", "for l in o.lines")
	    : ONE_OF("for l : line in o.block", "for l : line in o.line.block", "for l : line");
}

static void put_declarations(struct regions *m, unsigned choice)
{
	struct gen *g = m->g;

	if (m->blocks)
		OUT("region block : 32 KiB { evac : bit = 0;  n : 0 .. 3 = 0; }");
	OUT("region line : 128 B%s { live : bit = %s;  was : { no, yes } = no; }",
	    m->blocks ? " in block" : "", ONE_OF("0", "0", "0", "1"));
	if (m->places)
		OUT("space heap of %s : bump over line l if %s;", m->blocks ? "block" : "line",
		    m->blocks ? ONE_OF("load(l.live) == 0 and load(l.block.evac) == 0",
				    "load(l.live) == 0 and load(l.was) != yes",
				    "load(l.block.evac) == load(l.live)",
				    "not load(l.was) == yes or load(l.block.n) > 1")
			      : ONE_OF("load(l.live) == 0", "load(l.was) == no",
				    "load(l.live) == 0 or load(l.was) == yes"));
	if (m->asks && m->blocks)
		OUT("policy chosen(b : block) -> bit;");
	OUT("object { mark : bit = 0;%s  field : ref[];%s }", m->pins ? "  pin : bit = 0;" : "",
	    m->words ? "  data : word[];" : "");
	if (m->pins)
		OUT("barrier pinned(o) { %s }",
		    choice < 5       ? "swap(o.pin, 1);"
			: choice < 7 ? "swap(o.line.live, 1);"
				     : "swap(o.pin, 1);  emit scan(o);");
}

static void put_prepare(struct regions *m)
{
	struct gen *g = m->g;
	const char *old = ONE_OF("store(l.was, no);", "swap(l.was, yes);", "");

	OUT("work start() once { stop mutators;  %s%s }",
	    m->blocks ? "for b : block  emit prepare(b);" : "for l : line  emit prepare(l);",
	    m->marks ? "  for o : object  emit mark(o);" : "");
	if (!m->blocks) {
		OUT("work prepare(l : line) set { %s swap(l.live, 0); }", old);
		return;
	}
	gen_open(g, "work prepare(b : block) set");
	if (m->asks)
		OUT("swap(b.evac, chosen(b));");
	else if (m->moves)
		OUT("swap(b.evac, %s);", ONE_OF("1", "0", "1"));
	if (gen_chance(g, 90))
		OUT("for l : line in b { %s swap(l.live, 0); }", old);
	if (gen_chance(g, 80))
		OUT("for o : object in b  swap(o.mark, 0);");
	gen_close(g);
}

static void put_move(struct regions *m)
{
	struct gen *g = m->g;

	OUT("let n = alloc(%so);", m->places ? "heap, " : "");
	gen_open(g, "if n != null");
	if (gen_chance(g, 92))
		OUT("copy(o, n);");
	if (gen_chance(g, 90))
		OUT("swap(n.mark, 1, release);");
	if (gen_chance(g, 90))
		OUT("for l in n.lines  swap(l.live, 1);");
	if (gen_chance(g, 94))
		OUT("swap(s, n, acq_rel);");
	OUT("emit scan(n);");
	gen_close(g);
	OUT("else { for l in o.lines  swap(l.live, 1);  emit scan(o); }");
}

static void put_fix(struct regions *m)
{
	struct gen *g = m->g;

	gen_open(g, "work fix(s : ref*) bag");
	OUT("let o = load(s);");
	gen_open(g, "if o != null");
	if (m->moves && m->blocks)
		gen_open(g, "if load(o.block.evac) == 1 and load(o.mark) == 0%s",
		    m->pins ? " and load(o.pin) == 0" : "");
	else if (m->moves)
		gen_open(g, "if load(o.line.was) == %s and load(o.mark) == 0", ONE_OF("yes", "no"));
	if (m->moves) {
		put_move(m);
		gen_close(g);
		gen_open(g, "else");
	}
	OUT("if fetch_or(o.mark, 1) == 0 { %s  swap(l.live, 1);  emit scan(o); }", lines_of(m));
	if (m->moves)
		gen_close(g);
	gen_close(g);
	gen_close(g);
}

static void put_sweep(struct regions *m)
{
	struct gen *g = m->g;
	const char *line =
	    ONE_OF("if load(l.live) == 0  free(l);", "if load(l.live) == 0  free(l);",
		"if load(l.live) == 0  free(l);  else  swap(l.was, yes);", "free(l);",
		"for o : object in l  if load(o.mark) == 0  free(o);");

	if (!m->blocks)
		OUT("work sweep(l : line) set { %s }", line);
	else if (gen_chance(g, 85))
		OUT("work sweep(b : block) set { for l : line in b { %s }  %s }", line,
		    ONE_OF("", "swap(b.evac, 0);", "fetch_add(b.n, 1);"));
	else
		OUT("work sweep(b : block) set { if load(b.evac) == 1  free(b); }");
}

static void put_kernels(struct regions *m)
{
	struct gen *g = m->g;

	put_prepare(m);
	OUT("work roots(m : mutator) set { for s in m.roots  emit fix(s); }");
	OUT("work scan(o : ref) bag { for s in o.field  emit fix(s); }");
	if (m->marks)
		OUT("work mark(o : ref) bag { if o != null and fetch_or(o.mark, 1) == 0  %s  swap(l.live, 1); }",
		    lines_of(m));
	put_fix(m);
	put_sweep(m);
	if (m->probes)
		OUT("work probe(l : line) set { %s }",
		    ONE_OF("swap(l.was, yes);", "for o : object in l  swap(o.mark, 0);",
			"assert load(l.live) == 1 or load(l.was) == no;",
			"if load(l.live) == 1  emit probe(l);"));
	OUT("work go() once { resume mutators; }");
}

static void put_buckets(struct regions *m)
{
	struct gen *g = m->g;
	const char *of =
	    m->blocks ? "for b : block  emit sweep(b);" : "for l : line  emit sweep(l);";

	OUT("bucket bs { start } fill emit start();");
	OUT("bucket bp { prepare } open when drained(bs);");
	OUT("bucket br { roots } open when drained(bp) fill for m : mutator  emit roots(m);");
	OUT("bucket bt { fix, scan%s } open when drained(%s);", m->marks ? ", mark" : "",
	    ONE_OF("br", "br", "br", "br", "bs"));
	OUT("bucket bf { sweep%s } open when %s fill { %s%s }", m->probes ? ", probe" : "",
	    gen_chance(g, 88) ? "drained(bt)" : ONE_OF("open(bt)", "drained(br)"), of,
	    m->probes ? "  for l : line  emit probe(l);" : "");
	OUT("bucket bg { go } open when drained(bf) fill emit go();");
	OUT("cycle gc from requested to drained(bg);");
}

static void put_properties(struct regions *m)
{
	struct gen *g = m->g;

	if (gen_chance(g, 60))
		OUT("property none_lost = always forall o (freed(o) implies not reachable(o));");
	if (gen_chance(g, 50))
		OUT("property lines = always forall l : line (%s);",
		    ONE_OF("peek(l.live) == 0 or not open(bs)", "peek(l.was) == no",
			"not open(bf) or peek(l.live) == 1 or peek(l.was) == no",
			"exists o (o.line == l)"));
	if (gen_chance(g, 40))
		OUT("property first = always forall o (%s);",
		    ONE_OF("open(bf) and reachable(o) implies peek(o.line.live) == 1",
			"peek(o.mark) == 1 implies peek(o.line.live) == 1",
			"forall l : line (l == o.line implies peek(l.was) == no)"));
	if (m->pins)
		OUT("property pins_fixed = always forall n forall k (peek(k.pin) == 1 and origin(n) == origin(k) implies n == k);");
	if (gen_chance(g, 30) && m->blocks)
		OUT("property blocks = always forall b : block (%s);",
		    ONE_OF("peek(b.evac) == 0", "exists l : line (l.block == b)", "peek(b.n) < 2",
			"forall o (o.block == b implies peek(o.mark) == 0)"));
}

static void put_layout(struct regions *m, bool second)
{
	struct gen *g = m->g;
	const char *a = second ? ONE_OF("[a b]", "[a] [b -]", "[a b] [b -]", "[a] [a b]") : "[a -]";
	const char *rest = ONE_OF("[-]", "[- -]", "[-] [-]");

	if (!m->blocks)
		OUT("heap { %s %s }", a, rest);
	else if (second && gen_chance(g, 40))
		OUT("heap { block [a -] block %s }", ONE_OF("[b -]", "[b] [-]"));
	else
		OUT("heap { block %s block %s }", a, rest);
}

static void put_scenario(struct regions *m)
{
	struct gen *g = m->g;
	bool second = gen_chance(g, 65);

	gen_open(g, "scenario s");
	put_layout(m, second);
	OUT("a.field = { %s };", second ? ONE_OF("b", "b", "a", "null") : ONE_OF("null", "a"));
	if (m->words)
		OUT("a.data = { 1 };");
	gen_open(g, "mutator m (stack = { a })");
	if (m->pins)
		OUT("pin(a);");
	for (unsigned i = gen_below(g, 3); i > 0; i--)
		OUT("%s",
		    ONE_OF("let r = read(a.field[0]);", "write(a.field[0], null);", "collect;",
			"let x = allocate();  write(a.field[0], x);  drop x;", "yield;"));
	if (m->words && gen_chance(g, 60))
		OUT("collect;  let v = read(a.data[0]);  assert v == 1;");
	gen_close(g);
	gen_close(g);
}

void gen_regions(struct gd_out *out, uint64_t seed, uint64_t index, unsigned features)
{
	struct gen gen = { .state = (seed * 0x2545f4914f6cdd1du + index) ^ 0x5be0cd19,
		.out = out,
		.features = features },
		   *g = &gen;
	struct gen aside = { .state = gen.state ^
		    0x70696e }; /* of which everything else is independent */
	struct regions regions = { .g = g }, *m = &regions;

	gen_next(g);
	OUT("// regions %llu %llu", (unsigned long long)seed, (unsigned long long)index);
	m->blocks = gen_chance(g, 75);
	m->moves = gen_chance(g, 55);
	m->words = gen_chance(g, 30);
	m->places = gen_chance(g, 75);
	m->asks = gen_chance(g, 30);
	m->marks = gen_chance(g, 12);
	m->probes = gen_chance(g, 15);
	OUT("collector regions;");
	m->pins = gen_chance(&aside, 50) && m->moves;
	put_declarations(m, gen_below(&aside, 8));
	put_kernels(m);
	put_buckets(m);
	put_properties(m);
	put_scenario(m);
	if (gen_chance(g, 50))
		OUT("verify { expect faithful hold; }");
}
