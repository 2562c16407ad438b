/* gen-swept.c: random collectors that stop, mark and sweep, for what garbage can show.
 *
 * Models in canonical form forget objects that nothing refers to where nobody can tell.  What
 * tells is rare in other random collectors, and then there are several of it.  Here it is one or
 * two things, in what is done with objects that are swept, in who waits for it, or in a property.
 * All else is as small as it can be, so that the plain model can be searched. */
#include "tests/differential/gen.h"

#include <string.h>

#define OUT(...) gd_out_line(g->out, __VA_ARGS__)

enum listing { IN_A_FILL, IN_A_KERNEL, AT_ONCE }; /* where the loop over all objects is */
struct swept {
	struct gen *g;
	enum listing listing;
	bool twice;     /* a second loop, which emits units of another kind */
	bool reaps;     /* there are units of that kind */
	bool sometimes; /* the loop emits only for unmarked objects */
	bool early;     /* the second loop does not wait for the first */
};

/* ----------------------------------------------------------------------- kernels */
/* An access to an object that is not marked. */
static void touch(struct swept *w)
{
	struct gen *g = w->g;

	switch (gen_below(g, 12)) {
	case 0:
	case 1: OUT("store(o.age, %s);", ONE_OF("0", "1", "load(o.age) + 1")); break;
	case 2: OUT("fetch_add(o.age, 1);%s", ONE_OF("", "  fetch_add(o.age, 1);")); break;
	case 3: OUT("fetch_or(o.flag, 1);"); break;
	case 4: OUT("if load(o.age) == %s  free(o);", ONE_OF("0", "1")); break;
	case 5: OUT("if load(o.flag) == 0  store(o.flag, 1);  else  store(o.age, 1);"); break;
	case 6: OUT("assert load(o.%s) == 0;", ONE_OF("age", "flag")); break;
	case 7: OUT("ghost g0 = 1;"); break;
	case 8:
		w->reaps = true;
		OUT("if load(o.%s) == %s  emit reap(o);", ONE_OF("age", "flag"), ONE_OF("0", "1"));
		break;
	case 9:
		w->reaps = true;
		OUT("for s in o.field { let t = load(s);  %semit reap(t); }",
		    gen_has(g, GEN_STALE) && gen_chance(g, 50) ? "" : "if t != null  ");
		break;
	default: w->reaps = true; OUT("emit reap(o);");
	}
}

/* Whether marks are cleared for the next cycle: if all marked objects come last. */
static bool clears(const struct swept *w, bool second)
{
	return !w->sometimes && !w->early && w->twice == second;
}

static void sweep_object(struct swept *w)
{
	struct gen *g = w->g;
	bool frees = gen_chance(g, 65), first = gen_chance(g, 50);

	if (gen_chance(g, 15))
		touch(w);
	gen_open(g, "if load(o.mark) == 0");
	if (frees && first)
		OUT("free(o);");
	if (!frees || gen_chance(g, 35))
		touch(w);
	if (gen_chance(g, 25))
		touch(w);
	if (frees && !first)
		OUT("free(o);");
	gen_close(g);
	if (clears(w, false))
		OUT("else  store(o.mark, 0);");
}

static void put_trace(struct gen *g)
{
	OUT("work roots(m : mutator) set");
	OUT("{ for s in m.roots { let r = load(s);  if r != null  emit mark(r); } }");
	OUT("work mark(o : ref) bag");
	OUT("{ if fetch_or(o.mark, 1) == 0");
	OUT("    for s in o.field { let t = load(s);  if t != null  emit mark(t); } }");
}

static void put_reap(struct swept *w)
{
	struct gen *g = w->g;

	gen_open(g, "work reap(o : ref) %s%s", ONE_OF("set", "bag"), gen_limit(g, ""));
	if (w->twice)
		gen_open(g, "if load(o.mark) == 0");
	OUT("%s",
	    ONE_OF("free(o);", "if load(o.age) == 1  free(o);", "store(o.age, 1);",
		"fetch_add(o.age, 1);", "if load(o.flag) == 0  store(o.flag, 1);"));
	if (w->twice)
		gen_close(g);
	if (clears(w, true))
		OUT("else  store(o.mark, 0);");
	gen_close(g);
}

static void put_kernels(struct swept *w)
{
	struct gen *g = w->g;

	OUT("work start() once { stop mutators;  for m : mutator  emit roots(m); }");
	put_trace(g);
	if (w->listing == AT_ONCE) {
		gen_open(g, "work sweeper() once");
		gen_open(g, "for o : object");
		sweep_object(w);
		gen_close(g);
		gen_close(g);
	} else {
		gen_open(g, "work sweep(o : ref) %s%s", ONE_OF("set", "set", "bag"),
		    gen_limit(g, ""));
		sweep_object(w);
		gen_close(g);
	}
	if (w->listing == IN_A_KERNEL)
		OUT("work sweeper() once { for o : object%s  emit sweep(o); }",
		    w->sometimes ? "  if load(o.mark) == 0" : "");
	if (w->twice || w->reaps) {
		w->reaps = true;
		put_reap(w);
	}
	OUT("work finish() once { %sresume mutators; }",
	    gen_chance(g, 75) ? ""
		: w->listing != AT_ONCE && gen_chance(g, 50)
		? "assert drained(sweep);  "
		: ONE_OF("assert drained(bw);  ", "if not empty(bw)  ghost g0 = 1;  "));
}

/* ----------------------------------------------------------------------- buckets */
static const char *kinds_swept(const struct swept *w)
{
	if (w->listing == AT_ONCE)
		return w->reaps && !w->twice ? "sweeper, reap" : "sweeper";
	if (w->listing == IN_A_KERNEL)
		return w->reaps && !w->twice ? "sweeper, sweep, reap" : "sweeper, sweep";
	return w->reaps && !w->twice ? "sweep, reap" : "sweep";
}

static void put_buckets(struct swept *w)
{
	struct gen *g = w->g;
	bool waits = gen_chance(g, 85);

	OUT("bucket bs { start } fill { emit start(); }");
	OUT("bucket bt { roots } open when drained(bs);");
	OUT("bucket br { mark } open when drained(bt);");
	OUT("bucket bw { %s } open %s%s fill { %s }", kinds_swept(w),
	    gen_chance(g, 90) ? "when drained(br)" : "whenever drained(br) and not drained(bw)",
	    gen_chance(g, 90) ? "" : ONE_OF(" close when empty(bw)", " close when drained(bf)"),
	    w->listing == IN_A_FILL ? "for o : object  emit sweep(o);" : "emit sweeper();");
	if (w->twice)
		OUT("bucket bx { reap } open when %s fill { for o : object  emit reap(o); }",
		    w->early ? ONE_OF("drained(br)", "open(bw)") : "drained(bw)");
	OUT("bucket bf { finish } open when %s%s fill { emit finish(); }",
	    waits ? "drained(bw)"
		  : ONE_OF("drained(br)", "open(bw)", "drained(br) and empty(bw)",
			"drained(br) and not empty(bw)", "drained(bt) and idle(bw)"),
	    w->twice && gen_chance(g, 80) ? " and drained(bx)" : "");
	OUT("cycle gc from requested to drained(bf)%s;", ONE_OF("", " and drained(bw)"));
}

/* -------------------------------------------------------------------- properties */
static void put_property(struct swept *w, unsigned number)
{
	struct gen *g = w->g;
	const char *kind = w->reaps && (w->listing == AT_ONCE || gen_chance(g, 40)) ? "reap"
	    : w->listing == AT_ONCE                                                 ? "mark"
										    : "sweep";

	gd_out_printf(g->out, "property q%u = ", number);
	switch (gen_below(g, 13)) {
	case 9:
	case 10:
		OUT("always forall o (reachable(o) and %s implies (%s until %s));",
		    ONE_OF("gc", "open(br)", "peek(o.mark) == 1"),
		    ONE_OF("peek(o.age) == 0", "not freed(o)", "peek(o.flag) == 0"),
		    ONE_OF("not gc", "open(bf)", "freed(o)", "not reachable(o)"));
		break;
	case 12:
		OUT("always forall o (%s implies always %s);",
		    ONE_OF("peek(o.mark) == 1", "reachable(o) and gc", "freed(o)"),
		    ONE_OF("peek(o.mark) == 1", "reachable(o)", "not freed(o)",
			"(freed(o) or gc)"));
		break;
	case 11:
		OUT("always forall o (reachable(o) implies eventually %s);",
		    ONE_OF("freed(o)", "peek(o.mark) == 1", "not reachable(o)"));
		break;
	case 0: OUT("always forall o (pending(%s(o)) implies reachable(o));", kind); break;
	case 1: OUT("always not exists o (pending(%s(o)) and not reachable(o));", kind); break;
	case 2: OUT("always forall o (reachable(o) or peek(o.age) == 0);"); break;
	case 3: OUT("always not exists o (freed(o) and not drained(bw));"); break;
	case 4:
		OUT("always (open(%s) implies %sempty(bw));", ONE_OF("bw", "bf"),
		    ONE_OF("", "not "));
		break;
	case 5: OUT("always (drained(%s) implies not open(bf));", kind); break;
	case 6: OUT("always forall o (pending(%s(o)) implies peek(o.mark) == 1);", kind); break;
	case 7: OUT("eventually exists o (pending(%s(o)));", kind); break;
	default: OUT("always forall o (freed(o) implies not reachable(o));");
	}
}

void gen_swept(struct gd_out *out, uint64_t seed, uint64_t index, unsigned features)
{
	struct gen gen = { .state = (seed * 0x2545f4914f6cdd1du + index) ^ 0x3c6ef372,
		.out = out,
		.features = features },
		   *g = &gen;
	struct swept swept = { .g = g }, *w = &swept;

	gen_next(g);
	gen_plan_extras(g);
	OUT("// swept %llu %llu", (unsigned long long)seed, (unsigned long long)index);
	w->listing = (enum listing)gen_below(g, 3);
	w->twice = gen_chance(g, 20);
	w->early = w->twice && gen_chance(g, 50);
	w->sometimes = w->listing == IN_A_KERNEL && gen_chance(g, 50);
	OUT("collector swept;");
	OUT("object { mark : bit = 0;  flag : bit = 0;  age : 0 .. 1 = 0;  field : ref[]; }");
	OUT("ghost g0 : 0 .. 1 = 0;");
	put_kernels(w);
	put_buckets(w);
	for (unsigned i = gen_chance(g, 35) ? 0 : 1 + gen_chance(g, 25); i > 0; i--)
		put_property(w, i);
	gen_open(g, "scenario s");
	OUT("objects 2 slots 1;");
	OUT("mutators 1 roots 1 any%s steps;", ONE_OF("", " 2", " 3"));
	if ((clears(w, false) || clears(w, true)) && gen_chance(g, 60))
		OUT("cycles 2;");
	gen_close(g);
}
