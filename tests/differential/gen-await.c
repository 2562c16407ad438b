/* gen-await.c: random collectors whose kernels wait for what other units, barriers and mutators set. */
#include "tests/differential/gen.h"

#include <stdio.h>

#define OUT(...) gd_out_line(g->out, __VA_ARGS__)

enum { MOST_VALUES = 6, KINDS = 3 };
struct value { /* a variable in scope */
	unsigned number;
	bool is_state; /* else a number */
};
struct waiting {
	struct gen *g;
	struct value values[MOST_VALUES];
	unsigned count, names, depth, kind, kinds;
	bool is_barrier;
};

static const char *state(struct gen *g)
{
	return ONE_OF("fresh", "busy", "busy", "done", "done");
}

static unsigned new_value(struct waiting *w, bool is_state)
{
	unsigned number = w->names++;

	if (w->count < MOST_VALUES)
		w->values[w->count++] = (struct value){ number, is_state };
	return number;
}

/* Where stores of workers have no models, what is stored is seen at once. */
static void put_store(struct waiting *w, const char *ref)
{
	struct gen *g = w->g;
	bool plainly = !(g->features & GEN_WEAK) || gen_chance(g, 30);
	bool is_state = gen_chance(g, 60);
	const char *what = is_state ? "state" : ONE_OF("info", "turn");
	const char *value = is_state ? state(g) : ONE_OF("0", "1", "1");

	if (plainly || w->is_barrier) {
		OUT("store(%s.%s, %s%s);", ref, what, value, gen_order(g, GEN_STORES));
		if (g->features & GEN_WEAK && !w->is_barrier)
			OUT("fence(seq_cst);");
		return;
	}
	OUT("let v%u = swap(%s.%s, %s%s);", new_value(w, is_state), ref, what, value,
	    gen_order(g, GEN_CHANGES));
	OUT("ghost g0 = g0;");
}

/* A condition for the value v NUMBER. */
static void put_await(struct waiting *w, const char *ref)
{
	struct gen *g = w->g;
	unsigned other = w->count ? w->values[gen_below(g, w->count)].number : 0, number;
	bool is_state = gen_chance(g, 60), has_other = w->count && gen_chance(g, 15);
	const char *order = gen_order(g, GEN_LOADS);
	char where[80];

	for (unsigned i = 0; has_other && i < w->count; i++)
		if (w->values[i].number == other && w->values[i].is_state != is_state)
			has_other = false;
	number = new_value(w, is_state);
	if (has_other)
		snprintf(where, sizeof where, "v%u %s v%u", number, ONE_OF("==", "!="), other);
	else if (is_state)
		snprintf(where, sizeof where, "v%u %s %s%s", number, ONE_OF("==", "==", "!="),
		    state(g), gen_chance(g, 20) ? " or false" : "");
	else
		snprintf(where, sizeof where, "v%u %s", number,
		    ONE_OF("== 1", "== 1", "!= 0", "> 0", "== 0"));
	OUT("let v%u = await load(%s.%s%s) where %s;", number, ref,
	    is_state ? "state" : ONE_OF("info", "turn"), order, where);
}

static void statements(struct waiting *w, const char *ref, unsigned count);

static void body(struct waiting *w, const char *ref)
{
	unsigned count = w->count;

	w->depth++;
	statements(w, ref, 1 + gen_below(w->g, 2));
	w->depth--;
	w->count = count;
	gen_close(w->g);
}

static void put_loop(struct waiting *w, const char *ref)
{
	struct gen *g = w->g;
	unsigned number = w->names++;
	char name[16];

	snprintf(name, sizeof name, "r%u", number);
	gen_open(g, "for s%u in %s.field", number, ref);
	if (!w->is_barrier && gen_chance(g, 15))
		OUT("let %s = await load(s%u) where %s %s;", name, number, name,
		    ONE_OF("!= null", "!= o"));
	else
		OUT("let %s = load(s%u);", name, number);
	gen_open(g, "if %s != null", name);
	body(w, name);
	gen_close(g);
}

/* Whoever finds it unclaimed sets it, and the others wait for that. */
static void put_claim(struct waiting *w, const char *ref)
{
	struct gen *g = w->g;
	unsigned number = w->names++;

	gen_open(g, "if cas(%s.state, fresh, busy%s) == fresh", ref,
	    gen_chance(g, 50) ? "" : ", acquire, relaxed");
	if (gen_chance(g, 80))
		OUT("let v%u = swap(%s.info, 1%s);  ghost g0 = v%u;", number, ref,
		    gen_order(g, GEN_CHANGES), number);
	if (gen_chance(g, 85))
		OUT("let w%u = swap(%s.state, done%s);  if w%u == done { ghost g0 = 3; }", number,
		    ref, gen_chance(g, 70) ? ", release" : "", number);
	gen_close(g);
	if (gen_chance(g, 80))
		OUT("let z%u = await load(%s.state%s) where z%u == done;", number, ref,
		    gen_order(g, GEN_LOADS), number);
	if (gen_chance(g, 70))
		OUT("let i%u = load(%s.info%s);  ghost g1 = i%u + 1;", number, ref,
		    gen_order(g, GEN_LOADS), number);
}

/* What a function has found in a loop, which it leaves then. */
static void put_found(struct waiting *w, const char *ref)
{
	struct gen *g = w->g;
	unsigned number = w->names++, value;

	OUT("let q%u = found(%s);", number, ref);
	value = new_value(w, false);
	OUT("let v%u = load(o.info%s);", value, gen_order(g, GEN_LOADS));
	OUT("if q%u != null { let j%u = load(q%u.info);  ghost g0 = j%u + v%u; }", number, number,
	    number, number, value);
}

static void put_emit(struct waiting *w, const char *ref)
{
	struct gen *g = w->g;

	if (w->kind + 1 < w->kinds)
		OUT("emit k%u(%s);", w->kind + 1 + gen_below(g, w->kinds - w->kind - 1), ref);
}

static void put_if(struct waiting *w, const char *ref)
{
	struct gen *g = w->g;
	struct value value = w->values[gen_below(g, w->count)];

	if (value.is_state)
		gen_open(g, "if v%u == %s", value.number, state(g));
	else
		gen_open(g, "if v%u == %u", value.number, gen_below(g, 2));
	body(w, ref);
}

static void statement(struct waiting *w, const char *ref)
{
	struct gen *g = w->g;
	bool is_state = gen_chance(g, 50);

	switch (gen_below(g, 12)) {
	case 0:
	case 1:
	case 2:
		if (w->is_barrier)
			break;
		put_await(w, ref);
		return;
	case 3:
	case 4: put_store(w, ref); return;
	case 5:
		if (w->depth || w->is_barrier)
			break;
		put_loop(w, ref);
		return;
	case 6:
		if (w->is_barrier)
			break;
		put_claim(w, ref);
		return;
	case 7:
		if (!w->count || w->depth > 1)
			break;
		put_if(w, ref);
		return;
	case 8:
		if (gen_chance(g, 60) && w->names < 2) { /* it multiplies the states */
			put_found(w, ref);
			return;
		}
		if (gen_chance(g, 30))
			break;
		put_emit(w, ref);
		return;
	case 9:
		if (!gen_chance(g, 15) || w->is_barrier)
			break;
		OUT("free(%s);", ref);
		return;
	default: break;
	}
	OUT("let v%u = load(%s.%s%s);", new_value(w, is_state), ref, is_state ? "state" : "info",
	    gen_order(g, GEN_LOADS));
}

static void statements(struct waiting *w, const char *ref, unsigned count)
{
	while (count--)
		statement(w, ref);
}

/* The ghost has what some of the loads have found. */
static void put_ghost(struct waiting *w)
{
	struct gen *g = w->g;

	for (unsigned i = 0; i < w->count; i++)
		if (!w->values[i].is_state) {
			OUT("ghost g1 = v%u;", w->values[i].number);
			return;
		}
}

static void put_kind(struct gen *g, unsigned kind, unsigned kinds, bool stops)
{
	struct waiting w = { .g = g, .kind = kind, .kinds = kinds };

	gen_open(g, "work k%u(o : ref) %s%s", kind, ONE_OF("bag", "bag", "set"),
	    gen_chance(g, 12) ? ONE_OF(" serial", " at most 2") : "");
	if (stops)
		OUT("if o == null { stop mutators; resume mutators; }");
	statements(&w, "o", 2 + gen_below(g, 3));
	put_ghost(&w);
	gen_close(g);
}

static void put_barrier(struct gen *g)
{
	struct waiting w = { .g = g, .is_barrier = true, .kind = KINDS, .kinds = KINDS };

	gen_open(g, "barrier %s(o, s, new)", ONE_OF("before_store", "after_store"));
	put_store(&w, "o");
	if (gen_chance(g, 30))
		statements(&w, "o", 1);
	gen_close(g);
}

static void put_handshake(struct gen *g, bool waits)
{
	gen_open(g, "work ack(m : mutator) set on m%s", gen_order_on(g));
	gen_open(g, "for s in m.roots");
	OUT("let o = load(s);");
	OUT("if o != null { let x = swap(o.turn, 1);  if x == 0 { ghost g0 = 2; } }");
	gen_close(g);
	gen_close(g);
	gen_open(g, "work ask() once");
	OUT("for m : mutator  emit ack(m);");
	if (waits)
		OUT("for o : object { let t = await load(o.turn) where t == 1;  if t == 1 { ghost g1 = 1; } }");
	gen_close(g);
}

static void put_scenario(struct gen *g, bool barrier)
{
	bool two = gen_chance(g, 50);

	if (g->features & GEN_CLIENT) {
		OUT("scenario s { objects %u slots 1;  mutators 1 roots 1 any %u steps; }",
		    1 + gen_below(g, 2), 1 + gen_below(g, 2));
		return;
	}
	OUT("scenario s {");
	OUT("objects a%s;", two ? ", b" : "");
	OUT("a.field = { %s };", two ? ONE_OF("a", "b", "b") : ONE_OF("a", "null"));
	OUT("mutator m (stack = { a }) { %s%s}",
	    barrier || gen_chance(g, 30) ? "write(a.field[0], a); " : "",
	    gen_chance(g, 50) ? "collect; " : "");
	OUT("}");
}

/* For C: no kind that waits is listed for all objects, and no run is stuck.  Units that claim an object publish it
 * before they wait. */
static void put_visit(struct gen *g)
{
	const char *order = gen_order(g, GEN_LOADS);

	gen_open(g, "work visit(o : ref) bag");
	if (gen_chance(g, 30))
		OUT("let before = fetch_or(o.turn, 1);");
	gen_open(g, "if cas(o.state, fresh, busy) == fresh");
	if (gen_chance(g, 60))
		OUT("store(o.info, 1%s);", gen_order(g, GEN_STORES));
	if (gen_chance(g, 40)) /* a worker may run other units in an emit */
		OUT("emit scan(o);  emit other(o);");
	OUT("store(o.state, done%s);", gen_order(g, GEN_STORES));
	if (gen_chance(g, 70))
		OUT("emit scan(o);");
	gen_close(g);
	OUT("let s = await load(o.state%s) where s %s;", order,
	    ONE_OF("== done", "!= busy", "!= fresh and s != busy"));
	if (gen_chance(g, 60))
		OUT("store(o.turn, 1);");
	if (gen_chance(g, 30))
		OUT("for s0 in o.field { let t = await load(s0) where t != null or s == done;  if t != null  store(t.turn, 1); }");
	gen_close(g);
	OUT("work scan(o : ref) bag { for s in o.field { let t = load(s);  if t != null  emit visit(t); } }");
	OUT("work other(o : ref) bag { let i = load(o.info);  let q = found(o);  if i == 1 and q != null  store(q.turn, i); }");
	OUT("function found(o : ref) -> ref {");
	OUT("for s in o.field { let t = load(s);  if t == o  return t;  if t != null and load(t.state) %s  return %s; }",
	    ONE_OF("== busy", "!= fresh"), ONE_OF("t", "o", "null"));
	OUT("return %s;", ONE_OF("o", "null"));
	OUT("}");
}

static void gen_await_in_c(struct gen *g)
{
	OUT("collector waits;");
	OUT("object { state : { fresh, busy, done } = fresh;  info : bit = 0;  turn : 0 .. 1 = 0;  field : ref[]; }");
	OUT("work start() once { stop mutators;  for m : mutator  emit roots(m); }");
	OUT("work roots(m : mutator) set { for s in m.roots { let o = load(s);  if o != null { emit visit(o);  emit other(o);%s } } }",
	    gen_chance(g, 60) ? "  emit visit(o);" : "");
	put_visit(g);
	OUT("work let_go() once { resume mutators; }");
	OUT("cycle gc from requested to drained(last);");
	OUT("bucket first { start } fill emit start();");
	OUT("bucket second { roots, visit, scan, other } open when drained(first);");
	OUT("bucket last { let_go } open when drained(second) fill emit let_go();");
	OUT("scenario s {");
	OUT("objects a, b;");
	OUT("a.field = { b };  b.field = { %s };", ONE_OF("a", "b", "null"));
	OUT("mutator m (stack = { a%s }) { collect; %s}", gen_chance(g, 50) ? ", b" : "",
	    gen_chance(g, 30) ? "collect; " : "");
	OUT("}");
}

void gen_await(struct gd_out *out, uint64_t seed, uint64_t index, unsigned features)
{
	struct gen random = { .state = seed * 1000033 + index * 7907 + 54321,
		.out = out,
		.features = features,
		.extras = GEN_ORDERS };
	struct gen *g = &random;
	unsigned kinds, in_first;
	bool barrier, asks, two;

	for (unsigned i = 0; i < 4; i++)
		gen_next(g);
	if (features & GEN_INTO) { /* it is compared in C */
		gen_await_in_c(g);
		return;
	}
	kinds = 1 + gen_below(g, KINDS);
	in_first = 1 + gen_below(g, kinds);
	barrier = gen_chance(g, 40);
	asks = gen_chance(g, 20);
	two = in_first < kinds;
	OUT("collector waits;");
	OUT("object { state : { fresh, busy, done } = fresh;  info : bit = 0;  turn : 0 .. 1 = 0;  field : ref[]; }");
	OUT("ghost g0 : 0..3 = 0;");
	OUT("ghost g1 : 0..3 = 0;");
	OUT("function found(o : ref) -> ref {");
	OUT("for s in o.field { let t = load(s);  if t == o  return t;  if t != null and load(t.state) %s  return %s; }",
	    ONE_OF("== busy", "!= fresh"), ONE_OF("t", "o", "null"));
	OUT("return %s;", ONE_OF("o", "null"));
	OUT("}");
	for (unsigned k = 0; k < kinds; k++)
		put_kind(g, k, kinds, gen_chance(g, 5));
	if (asks)
		put_handshake(g, gen_chance(g, 50));
	OUT("cycle gc from requested to drained(%s);", two ? "second" : "first");
	gd_out_printf(out, "bucket first { k0");
	for (unsigned k = 1; k < in_first; k++)
		gd_out_printf(out, ", k%u", k);
	gd_out_printf(out, "%s } fill { %s for o : object { emit k0(o);", asks ? ", ask, ack" : "",
	    asks ? "emit ask(); " : "");
	for (unsigned k = 1; k < in_first; k++)
		if (gen_chance(g, 70))
			gd_out_printf(out, " emit k%u(o);", k);
	gd_out_printf(out, "%s } }\n", gen_chance(g, 15) ? " emit k0(o);" : "");
	for (unsigned k = in_first; k < kinds; k++)
		gd_out_printf(out, "%s k%u", k == in_first ? "bucket second {" : ",", k);
	if (two)
		gd_out_printf(out, " } open when %s(first) fill for o : object  emit k%u(o);\n",
		    ONE_OF("drained", "drained", "drained", "idle"), in_first);
	if (barrier)
		put_barrier(g);
	put_scenario(g, barrier);
}
