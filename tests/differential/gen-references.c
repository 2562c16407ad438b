/* gen-references.c: random collectors whose metadata refers to objects, or is a tag.
 *
 * Kernels and barriers load, store, exchange and claim such references, test them, and go on with the
 * object that they find.  Properties look at them, and at what is reachable through them. */
#include "tests/differential/gen.h"

#include <stdio.h>
#include <string.h>

#define OUT(...) gd_out_line(g->out, __VA_ARGS__)

enum { MOST_REFS = 5, MOST_TAGS = 2, MOST_KINDS = 3 };

struct linking {
	struct gen *g;
	const char *tags[MOST_TAGS];
	unsigned tag_count;
	bool other;               /* a second reference, without tags */
	char refs[MOST_REFS][12]; /* objects in scope */
	unsigned ref_count, names, depth;
	unsigned owner; /* the kind that is written; MOST_KINDS: a barrier */
	bool claimed;   /* a mark was used up, so units may lead to their own kind */
	bool in_barrier, emitted[MOST_KINDS];
};

static const char *some_ref(const struct linking *l)
{
	return l->refs[gen_below(l->g, l->ref_count)];
}

static void add_ref(struct linking *l, const char *name)
{
	if (l->ref_count < MOST_REFS)
		snprintf(l->refs[l->ref_count++], sizeof *l->refs, "%s", name);
}

static const char *member(const struct linking *l)
{
	return l->other && gen_chance(l->g, 30) ? "other" : "fwd";
}

static const char *some_tag(const struct linking *l)
{
	return l->tag_count ? l->tags[gen_below(l->g, l->tag_count)] : "null";
}

/* A value for MEMBER: null, a tag, or an object in scope. */
static const char *value(const struct linking *l, const char *member)
{
	unsigned what = gen_below(l->g, 10);

	if (what < 3)
		return "null";
	return what < 5 && strcmp(member, "fwd") == 0 ? some_tag(l) : some_ref(l);
}

static void statements(struct linking *l, unsigned count);

static void block(struct linking *l, const char *ref)
{
	unsigned refs = l->ref_count;

	if (ref)
		add_ref(l, ref);
	l->depth++;
	statements(l, 1 + gen_below(l->g, 2));
	l->depth--;
	l->ref_count = refs;
	gen_close(l->g);
}

/* ------------------------------------------------------------------- what is found */
/* "f != null and f != busy": f is an object there. */
static void is_object(const struct linking *l, const char *member, const char *name, char *text,
    size_t room)
{
	snprintf(text, room, "%s != null", name);
	for (unsigned i = 0; strcmp(member, "fwd") == 0 && i < l->tag_count; i++)
		snprintf(text + strlen(text), room - strlen(text), " and %s != %s", name,
		    l->tags[i]);
}

static void use(struct linking *l, const char *member, const char *name)
{
	struct gen *g = l->g;
	char test[120];

	switch (gen_below(g, 4)) {
	case 0: gen_open(g, "if %s == %s", name, value(l, member)); break;
	case 1: gen_open(g, "if %s != %s", name, value(l, member)); break;
	default:
		is_object(l, member, name, test, sizeof test);
		gen_open(g, "if %s", test);
		block(l, name);
		if (gen_chance(g, 70))
			return;
		gen_open(g, "else");
	}
	block(l, NULL);
}

static void find(struct linking *l)
{
	struct gen *g = l->g;
	const char *at = member(l), *ref = some_ref(l);
	char name[12];

	snprintf(name, sizeof name, "f%u", l->names++);
	switch (gen_below(g, 5)) {
	case 0:
		OUT("let %s = swap(%s.%s, %s%s);", name, ref, at, value(l, at),
		    gen_order(g, GEN_CHANGES));
		break;
	case 1:
	case 2:
		OUT("let %s = cas(%s.%s, %s, %s%s);", name, ref, at,
		    gen_chance(g, 60) ? "null" : value(l, at), value(l, at),
		    gen_order(g, GEN_CHANGES));
		break;
	default: OUT("let %s = load(%s.%s%s);", name, ref, at, gen_order(g, GEN_LOADS));
	}
	if (l->depth < 3)
		use(l, at, name);
}

/* Few models under a weak memory allow an access after a store of a worker. */
static void put_store(struct linking *l)
{
	struct gen *g = l->g;
	const char *at = member(l), *ref = some_ref(l);

	if (g->features & GEN_WEAK && !l->in_barrier && gen_chance(g, 75))
		OUT("swap(%s.%s, %s%s);", ref, at, value(l, at), gen_order(g, GEN_CHANGES));
	else
		OUT("store(%s.%s, %s%s);", ref, at, value(l, at), gen_order(g, GEN_STORES));
}

/* ----------------------------------------------------------------------- statements */
static void emit(struct linking *l)
{
	struct gen *g = l->g;
	unsigned first = l->in_barrier ? 0 : l->claimed ? l->owner : l->owner + 1, kind;

	if (first >= MOST_KINDS) {
		put_store(l);
		return;
	}
	kind = first + gen_below(g, MOST_KINDS - first);
	l->emitted[kind] = true;
	OUT("emit k%u(%s);", kind, some_ref(l));
}

static void scan(struct linking *l)
{
	struct gen *g = l->g;
	unsigned number = l->names++;
	char name[12];

	snprintf(name, sizeof name, "t%u", number);
	gen_open(g, "for s%u in %s.field", number, some_ref(l));
	OUT("let %s = load(s%u);", name, number);
	gen_open(g, "if %s != null", name);
	if (!(g->features & GEN_WEAK) && gen_chance(g, 25))
		OUT("store(s%u, %s);", number, some_ref(l));
	block(l, name);
	gen_close(g);
}

static void mark(struct linking *l)
{
	struct gen *g = l->g;
	bool claimed = l->claimed;

	gen_open(g, "if fetch_or(%s.mark, 1) == 0", some_ref(l));
	l->claimed = true;
	emit(l);
	block(l, NULL);
	l->claimed = claimed;
}

static void sweep(struct linking *l)
{
	struct gen *g = l->g;
	const char *ref = some_ref(l);

	OUT("if load(%s.%s) == %s  free(%s);", ref, member(l), gen_chance(g, 70) ? "null" : ref,
	    ref);
}

static void look(struct linking *l)
{
	struct gen *g = l->g;
	const char *ref = some_ref(l);

	switch (gen_below(g, 5)) {
	case 0: OUT("ghost g1 = peek(%s.fwd) == %s;", ref, value(l, "fwd")); break;
	case 1: OUT("ghost g1 = reachable(%s);", ref); break;
	case 2: OUT("ghost g1 = peek(%s.%s) != null;", ref, member(l)); break;
	case 3:
		if (!(g->features & GEN_INTO)) { /* C has no such assert */
			OUT("assert peek(%s.fwd) != %s;", ref, some_tag(l));
			break;
		}
		/* fall through */
	default: OUT("ghost g0 = %u;", gen_below(g, 3));
	}
}

static void statement(struct linking *l)
{
	struct gen *g = l->g;
	unsigned what = gen_below(g, 20);

	if (what < 8)
		find(l);
	else if (what < 11)
		put_store(l);
	else if (what < 13)
		emit(l);
	else if (what < 15 && l->depth < 2 && !l->in_barrier)
		scan(l);
	else if (what < 17 && l->depth < 2)
		mark(l);
	else if (what < 18 && !l->in_barrier && gen_chance(g, g->features & GEN_INTO ? 15 : 40))
		sweep(l);
	else if (what < 19)
		look(l);
	else
		OUT("fence(seq_cst);");
}

static void statements(struct linking *l, unsigned count)
{
	while (count--)
		statement(l);
}

/* -------------------------------------------------------------------- declarations */
static void put_objects(struct linking *l)
{
	struct gen *g = l->g;
	const char *init = gen_chance(g, 80) ? "null" : some_tag(l);
	const char *where =
	    (!l->tag_count || strcmp(init, "null") == 0) && gen_chance(g, 30) ? "header " : "";

	gen_open(g, "object");
	if (!l->tag_count)
		OUT("%sfwd : ref = null;", where);
	else if (l->tag_count == 1)
		OUT("%sfwd : ref | { %s } = %s;", where, l->tags[0], init);
	else
		OUT("%sfwd : ref | { %s, %s } = %s;", where, l->tags[0], l->tags[1], init);
	OUT("mark : bit = 0;");
	if (l->other)
		OUT("other : ref = null;");
	OUT("field : ref[];");
	gen_close(g);
	OUT("ghost g0 : 0 .. 2 = 0;");
	OUT("ghost g1 : bool = false;");
}

static void put_kernel(struct linking *l, unsigned kind)
{
	struct gen *g = l->g;

	gen_open(g, "work k%u(o : ref) %s", kind, ONE_OF("bag", "bag", "set"));
	l->owner = kind;
	l->ref_count = 0;
	add_ref(l, "o");
	statements(l, 1 + gen_below(g, 2));
	gen_close(g);
}

static void put_barrier(struct linking *l)
{
	struct gen *g = l->g;

	l->in_barrier = true;
	l->owner = MOST_KINDS;
	l->depth = 1;
	l->ref_count = 0;
	add_ref(l, "o");
	if (gen_chance(g, 50)) {
		gen_open(g, "barrier allocated(o)");
		statements(l, 1);
		gen_close(g);
	}
	if (gen_chance(g, 60)) {
		bool exchanges = false, before = gen_chance(g, 50);

		if (!before)
			exchanges = gen_chance(g, 50);
		gen_open(g, "barrier %s(o, s, new%s", before ? "before_store" : "after_store",
		    exchanges ? ", old) acq_rel" : ")");
		statements(l, 1);
		if (gen_chance(g, exchanges ? 70 : 30)) {
			if (!exchanges)
				OUT("let old = load(s);");
			gen_open(g, "if old != null");
			block(l, "old");
		}
		gen_close(g);
	}
	l->in_barrier = false;
	l->depth = 0;
}

/* ---------------------------------------------------------------------- properties */
static void put_property(struct linking *l, unsigned number)
{
	struct gen *g = l->g;

	gd_out_printf(g->out, "property q%u = ", number);
	switch (gen_below(g, 11)) {
	case 0: OUT("always forall o (freed(o) implies not reachable(o));"); return;
	case 1: OUT("always forall o, p (peek(o.fwd) == p implies reachable(p));"); return;
	case 2: OUT("always forall o (open(b2) implies peek(o.fwd) != %s);", some_tag(l)); return;
	case 3: OUT("always not exists o (peek(o.%s) == o);", member(l)); return;
	case 4: OUT("always forall o, p (peek(o.fwd) == p implies peek(p.fwd) != null);"); return;
	case 5:
		OUT("always forall o (peek(o.fwd) == %s implies (%s until peek(o.fwd) != %s));",
		    some_tag(l), ONE_OF("not freed(o)", "reachable(o)"), some_tag(l));
		return;
	case 6: OUT("eventually exists o (peek(o.%s) != null);", member(l)); return;
	case 7:
		if (!l->other)
			break;
		OUT("always forall o (peek(o.other) != null implies %s(peek(o.other)));",
		    ONE_OF("reachable", "freed", "marked"));
		return;
	case 8: OUT("always forall o (peek(o.fwd) == null or reachable(o));"); return;
	case 9:
		OUT("always (drained(b1) implies not exists o (marked(o) and peek(o.fwd) == null));");
		return;
	default: break;
	}
	OUT("always forall o (reachable(o) implies peek(o.mark) == 0);");
}

/* ------------------------------------------------------------------------- scenario */
static void put_metadata(struct linking *l, unsigned objects)
{
	struct gen *g = l->g;
	static const char *const names[] = { "a", "b", "c" };

	for (unsigned i = 0; i < objects; i++)
		if (gen_chance(g, 35))
			OUT("%s.fwd = %s;", names[i],
			    gen_chance(g, 60) ? names[gen_below(g, objects)] : some_tag(l));
	if (l->other && gen_chance(g, 30))
		OUT("a.other = %s;", names[gen_below(g, objects)]);
}

static void put_client(struct linking *l)
{
	struct gen *g = l->g;

	gen_open(g, "scenario s");
	OUT("objects %u slots 1;", gen_chance(g, 60) ? 2 : 1);
	OUT("mutators 1 roots 1 any%s steps;", ONE_OF("", " 2", " 3"));
	if (gen_chance(g, 40))
		OUT("object.fwd = %s;", gen_chance(g, 60) ? "any" : some_tag(l));
	if (l->other && gen_chance(g, 30))
		OUT("object.other = any;");
	if (gen_chance(g, 25))
		OUT("cycles 2;");
	gen_close(g);
}

static void put_scenario(struct linking *l)
{
	struct gen *g = l->g;
	unsigned objects = 2 + gen_chance(g, 40);

	gen_open(g, "scenario s");
	OUT("objects a, b%s;", objects > 2 ? ", c" : "");
	OUT("a.field = { %s };", ONE_OF("b", "a", "null"));
	OUT("b.field = { %s };", ONE_OF("b", "a", "null"));
	put_metadata(l, objects);
	gen_open(g, "mutator m (stack = { a%s })", gen_chance(g, 40) ? ", b" : "");
	if (gen_chance(g, 50))
		OUT("write(a.field[0], %s);", ONE_OF("a", "null"));
	if (gen_chance(g, 40))
		OUT("let n = allocate();  write(n.field[0], a);");
	if (gen_chance(g, 50))
		OUT("drop a;");
	gen_close(g);
	if (gen_chance(g, 25))
		OUT("cycles 2;");
	gen_close(g);
}

static void put_collector(struct linking *l)
{
	struct gen *g = l->g;
	bool stops = gen_chance(g, 50);

	OUT("work start() once { %sfor m : mutator  emit roots(m); }",
	    stops ? "stop mutators;  " : "");
	OUT("work roots(m : mutator) set");
	OUT("{ for s in m.roots { let r = load(s);  if r != null  emit k0(r); } }");
	for (unsigned i = 0; i < MOST_KINDS; i++)
		put_kernel(l, i);
	put_barrier(l);
	OUT("work finish() once { %s }", stops ? "resume mutators;" : "fence(seq_cst);");
	OUT("cycle gc from requested to drained(b3);");
	OUT("bucket b0 { start, roots } fill { emit start(); }");
	OUT("bucket b1 { k0, k1 } open when drained(b0)%s",
	    l->emitted[1] && gen_chance(g, 60) ? ";" : " fill { for o : object  emit k1(o); }");
	OUT("bucket b2 { k2 } open when drained(b1)%s",
	    l->emitted[2] && gen_chance(g, 40) ? ";" : " fill { for o : object  emit k2(o); }");
	OUT("bucket b3 { finish } open when drained(b2) fill { emit finish(); }");
}

void gen_references(struct gd_out *out, uint64_t seed, uint64_t index, unsigned features)
{
	struct gen gen = { .state = (seed * 0x2545f4914f6cdd1du + index) ^ 0x5be0cd19,
		.out = out,
		.features = features },
		   *g = &gen;
	struct linking linking = { .g = g, .tags = { "busy", "kept" } }, *l = &linking;

	gen_next(g);
	gen_plan_extras(g);
	l->tag_count = gen_below(g, MOST_TAGS + 1);
	l->other = gen_chance(g, 35);
	OUT("// references %llu %llu", (unsigned long long)seed, (unsigned long long)index);
	OUT("collector references;");
	put_objects(l);
	put_collector(l);
	for (unsigned i = gen_chance(g, 20) ? 0 : 1 + gen_chance(g, 30); i > 0; i--)
		put_property(l, i);
	if (features & GEN_CLIENT)
		put_client(l);
	else
		put_scenario(l);
}
