/* gen-doubted.c: random collectors whose kernels ask whether marking is done, for what early doubts can
 * lose (facts/fold-doubts.c).
 *
 * In other random collectors such kernels are rare.  Here a kernel finds out whether there are units
 * left, and does one thing if there are, and another one if not.  All else is as small as it can be, so that the
 * plain model can be searched. */
#include "tests/differential/gen.h"

#define OUT(...) gd_out_line(g->out, __VA_ARGS__)

struct doubted {
	struct gen *g;
	bool phase;   /* barriers act in p0 only */
	bool running; /* mutators run while objects are marked */
	bool sweeps;  /* there are units that sweep */
	bool apart;   /* units that scan are in a bucket of their own */
	bool again;   /* the kernel that asks comes again */
};

/* ----------------------------------------------------------------------- kernels */
/* What is done with an answer. */
static void act(struct doubted *d)
{
	struct gen *g = d->g;

	switch (gen_below(g, 9)) {
	case 0: OUT("ghost g0 = 1;"); break;
	case 1: OUT("for x : object  store(x.flag, 1);"); break;
	case 2: OUT("for x : object  fetch_or(x.flag, 1);"); break;
	case 3:
		if (d->phase) {
			OUT("end p0;");
			break;
		}
		OUT("ghost g0 = 1 - g0;");
		break;
	case 4: OUT("assert %s;", ONE_OF("drained(br)", "not drained(bt)")); break;
	case 5: OUT("for m : mutator  emit roots(m);"); break;
	case 6:
	case 7:
		d->sweeps = true;
		OUT("for x : object  emit sweep(x);");
		break;
	default: OUT("for x : object  { if load(x.flag) == 1  ghost g0 = 1; }");
	}
}

static void put_asking(struct doubted *d)
{
	struct gen *g = d->g;
	bool stops = gen_chance(g, 70);

	gen_open(g, "work ask() once");
	if (stops)
		OUT("stop mutators;");
	if (gen_chance(g, 20))
		OUT("for x : object  fetch_or(x.flag, 0);");
	gen_open(g, "if %sdrained(br)", ONE_OF("", "", "not "));
	act(d);
	gen_close(g);
	if (gen_chance(g, 60)) {
		gen_open(g, "else");
		act(d);
		gen_close(g);
	}
	if (gen_chance(g, 15))
		OUT("if drained(br)  ghost g0 = 1;");
	if (stops)
		OUT("resume mutators;");
	gen_close(g);
}

/* Only units that access their object's metadata once, and may then emit, are left out. */
static void put_mark(struct doubted *d)
{
	struct gen *g = d->g;

	OUT("work mark(o : ref) bag { if %s == 0  emit scan(o); }",
	    ONE_OF("fetch_or(o.mark, 1)", "swap(o.mark, 1)", "fetch_or(o.mark, 1, relaxed)"));
	gen_open(g, "work scan(o : ref) set");
	if (gen_chance(g, 60))
		OUT("for s in o.field { let t = load(s);  if t != null  emit mark(t); }");
	else
		OUT("%s", ONE_OF("ghost g0 = 1;", "fetch_or(o.flag, 1);", "fence(seq_cst);"));
	gen_close(g);
}

static void put_kernels(struct doubted *d)
{
	struct gen *g = d->g;

	OUT("work start() once { stop mutators;%s  for m : mutator  emit roots(m); }",
	    d->phase ? "  begin p0;" : "");
	OUT("work roots(m : mutator) set");
	OUT("{ for s in m.roots { let r = load(s);  if r != null  emit mark(r); } }");
	OUT("work go() once { %s }", d->running ? "resume mutators;" : "fence(seq_cst);");
	put_mark(d);
	put_asking(d);
	if (d->sweeps)
		OUT("work sweep(o : ref) set { if load(o.mark) == 0  free(o);%s }",
		    ONE_OF("", "  else  store(o.mark, 0);", "  else  store(o.mark, 0);"));
	if (!d->running)
		OUT("work finish() once { resume mutators; }");
}

/* Units of barriers lie in buffers. */
static void put_barriers(struct doubted *d)
{
	struct gen *g = d->g;
	const char *when = d->phase ? "if p0  " : "";

	if (gen_chance(g, 75))
		OUT("barrier before_store(o, s, new) { %s{ let old = load(s);  if old != null%s  emit mark(old); } }",
		    when, ONE_OF("", " and load(old.mark) == 0"));
	if (gen_chance(g, 50))
		OUT("barrier allocated(o) { %sstore(o.mark, 1); }", when);
}

static void put_buckets(struct doubted *d)
{
	struct gen *g = d->g;

	OUT("bucket bs { start } fill { emit start(); }");
	OUT("bucket bt { roots } open when drained(bs);");
	OUT("bucket bg { go } open when drained(bt) fill { emit go(); }");
	OUT("bucket br { %s } open when %s;", d->apart ? "mark" : "mark, scan",
	    ONE_OF("drained(bt)", "drained(bt)", "drained(bg)"));
	if (d->apart)
		OUT("bucket bx { scan } open when drained(bs);");
	OUT("bucket bf { ask } open %s fill { emit ask(); }",
	    d->again ? "whenever p0 and drained(bg) and idle(br)"
		     : ONE_OF("when drained(bg) and idle(br)", "when drained(bg)",
			   "when drained(bt) and idle(br)"));
	if (d->sweeps)
		OUT("bucket bw { sweep } open when drained(bg)%s;",
		    d->again ? " and not p0" : ONE_OF("", " and drained(bf)"));
	if (!d->running)
		OUT("bucket be { finish } open when drained(br) and drained(bf)%s fill { emit finish(); }",
		    d->sweeps ? " and drained(bw)" : "");
	OUT("cycle gc from requested to drained(br) and drained(bf)%s%s%s;",
	    d->apart ? " and drained(bx)" : "", d->sweeps ? " and drained(bw)" : "",
	    d->running ? "" : " and drained(be)");
}

/* -------------------------------------------------------------------- properties */
static void put_property(struct gen *g, unsigned number)
{
	gd_out_printf(g->out, "property q%u = ", number);
	switch (gen_below(g, 7)) {
	case 0: OUT("always g0 == %s;", ONE_OF("0", "0", "1")); break;
	case 1: OUT("always forall o (freed(o) implies not reachable(o));"); break;
	case 2: OUT("always forall o peek(o.flag) == 0;"); break;
	case 3:
		OUT("always forall o (reachable(o) and open(bf) implies peek(o.mark) == 1);");
		break;
	case 4: OUT("always (g0 == 1 implies %s);", ONE_OF("gc", "open(bf)", "not gc")); break;
	case 5: OUT("always forall o (peek(o.flag) == 1 implies peek(o.mark) == 1);"); break;
	default: OUT("always forall o (peek(o.flag) == 1 implies %sg0 == 0);", ONE_OF("", "not "));
	}
}

void gen_doubted(struct gd_out *out, uint64_t seed, uint64_t index, unsigned features)
{
	struct gen gen = { .state = (seed * 0x2545f4914f6cdd1du + index) ^ 0x1f83d9ab,
		.out = out,
		.features = features },
		   *g = &gen;
	struct doubted doubted = { .g = g }, *d = &doubted;

	gen_next(g);
	d->phase = gen_chance(g, 60);
	d->running = gen_chance(g, 65);
	d->apart = gen_chance(g, 20);
	d->again = d->phase && gen_chance(g, 50);
	OUT("// doubted %llu %llu", (unsigned long long)seed, (unsigned long long)index);
	OUT("collector doubted;");
	OUT("object { mark : bit = 0;  flag : bit = 0;  field : ref[]; }");
	OUT("ghost g0 : 0 .. 1 = 0;");
	if (d->phase)
		OUT("phase p0;");
	put_kernels(d);
	put_barriers(d);
	put_buckets(d);
	for (unsigned i = 1 + gen_chance(g, 40); i > 0; i--)
		put_property(g, i);
	gen_open(g, "scenario s");
	OUT("objects %s;", ONE_OF("1 slots 1", "2 slots 1", "2 slots 1"));
	OUT("mutators 1 roots 1 any %s steps;", ONE_OF("0", "1", "2"));
	gen_close(g);
}
