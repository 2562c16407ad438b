/* gen-extra.c: what some random specifications have beside the rest.
 *
 * With each of these people found what random specifications could not show: units about null and
 * freed objects, numbers at the ends of their ranges, guards about one kind of several in a bucket,
 * cycles that ask for each other, limits, options and mutants, memory orders, new objects. */
#include "tests/differential/gen.h"

#include <stdio.h>
#include <string.h>

#define OUT(...) gd_out_line(g->out, __VA_ARGS__)

const char *const gen_extra_name[GEN_EXTRAS] = { "stale", "numbers", "kinds", "cycles", "limits",
	"switches", "orders", "new" };

bool gen_has(const struct gen *g, enum gen_extra extra)
{
	return g->extras & extra;
}

/* Some specifications have no extras.  They are the same as if there were no extras at all. */
void gen_plan_extras(struct gen *g)
{
	uint64_t state = g->state;

	g->state ^= 0x9d2c5680;
	g->extras = g->features / GEN_WITH;
	if (!g->extras && !(g->features & GEN_PLAIN) && gen_chance(g, 70)) {
		for (unsigned i = 0; i < GEN_EXTRAS; i++)
			g->extras |= gen_chance(g, 28) ? 1u << i : 0;
		g->extras |= 1u << gen_below(g, GEN_EXTRAS);
	}
	/* if much of it fails, more of it makes no difference */
	g->stale = gen_chance(g, 70) ? 1 : 4;
	if (g->features & GEN_WEAK && !(g->features & GEN_PLAIN) && gen_chance(g, 70))
		g->extras |= GEN_ORDERS;
	g->state = state;
}

/* ------------------------------------------------------------------------ numbers */
/* A value for a part of a unit, or a parameter, of type 0 .. 2.  Sometimes it is out of range. */
static const char *number(struct gen *g, const char *ref)
{
	static char text[40];
	const char *n = g->number[0] ? g->number : NULL;

	switch (gen_below(g, n ? 7 : *ref ? 3 : 1)) {
	case 0: snprintf(text, sizeof text, "%u", gen_below(g, 3)); break;
	case 1: snprintf(text, sizeof text, "%s", *ref ? "" : n ? n : "1"); break;
	case 2: snprintf(text, sizeof text, "%s", *ref ? "" : "2"); break;
	case 3: snprintf(text, sizeof text, "%s", n); break;
	case 4: snprintf(text, sizeof text, "%s + 1", n); break;
	case 5: snprintf(text, sizeof text, "%s - 1", n); break;
	default: snprintf(text, sizeof text, "next(%s)", n);
	}
	if (!*text)
		snprintf(text, sizeof text, "load(%s.age%s)", ref, gen_order(g, GEN_LOADS));
	return text;
}

void gen_unit(struct gen *g, unsigned kind, const char *ref, char *text, size_t room)
{
	const struct gen_kind *k = &g->kinds[kind];

	if (k->numbered)
		snprintf(text, room, "%s(%s, %s)", k->name, ref,
		    number(g, strcmp(ref, "null") ? ref : ""));
	else
		snprintf(text, room, "%s(%s)", k->name, ref);
}

void gen_asked_unit(struct gen *g, const char *name, const char *ref, char *text, size_t room)
{
	bool numbered = false;

	for (unsigned i = 0; i < g->kind_count; i++)
		numbered |= strcmp(g->kinds[i].name, name) == 0 && g->kinds[i].numbered;
	if (!numbered)
		snprintf(text, room, "%s(%s)", name, ref);
	else if (*ref && strcmp(ref, "null") && gen_chance(g, 35)) /* 3 is out of range */
		snprintf(text, room, "%s(%s, peek(%s.age))", name, ref, ref);
	else
		snprintf(text, room, "%s(%s, %s)", name, ref, ONE_OF("0", "1", "2", "2"));
}

/* Emits a unit of the same kind with the next number, which may be out of range. */
static bool counts_on(struct gen *g, const char *ref)
{
	const struct gen_kind *kind = g->in_barrier ? NULL : &g->kinds[g->owner];

	if (!kind || !kind->numbered || !g->number[0] || !*ref)
		return false;
	if (gen_chance(g, 60))
		OUT("if n %s  emit %s(%s, n + 1);", ONE_OF("< 2", "== 0", "!= 2", "<= 1"),
		    kind->name, ref);
	else
		OUT("emit %s(%s, n %s 1);", kind->name, ref, ONE_OF("+", "-"));
	return true;
}

static bool about_numbers(struct gen *g, const char *ref)
{
	unsigned what = gen_below(g, 10);

	if (what < 5 && counts_on(g, ref))
		return true;
	if (what < 6 && g->ghost && !g->in_barrier)
		OUT("ghost g0 = %s;", g->number[0] ? ONE_OF("n", "n + 1", "g0 + 1") : "g0 + 1");
	else if (!*ref)
		return false;
	else if (what < 7)
		OUT("store(%s.age, load(%s.age) %s 1);", ref, ref, ONE_OF("+", "-"));
	else if (what < 8)
		OUT("fetch_%s(%s.age, 1%s);", ONE_OF("add", "sub"), ref, gen_order(g, GEN_CHANGES));
	else if (what < 9)
		OUT("if load(%s.age) %s  store(%s.age, load(%s.age) + 1);", ref,
		    ONE_OF("< 2", "!= 3", "<= 3"), ref, ref);
	else
		OUT("let u%u = next(%s);", g->names++, number(g, ref));
	return true;
}

/* ------------------------------------------------------------- null and what is freed */
static unsigned kind_to_emit(struct gen *g)
{
	unsigned first = gen_below(g, g->kind_count);

	for (unsigned to = 0; gen_chance(g, 75) && to < g->kind_count; to++)
		if (g->kinds[to].role == GEN_ONE_ACCESS && gen_may_emit(g, to))
			return to;
	for (unsigned i = 0; i < g->kind_count; i++) {
		unsigned to = (first + i) % g->kind_count;

		if (g->kinds[to].param == GEN_OBJECT && gen_may_emit(g, to))
			return to;
	}
	return GEN_KINDS;
}

static bool emit_stale(struct gen *g, const char *ref)
{
	unsigned to = kind_to_emit(g);
	char unit[64];

	if (to == GEN_KINDS || g->stale == 0)
		return false;
	g->stale--;
	gen_unit(g, to, ref, unit, sizeof unit);
	OUT("emit %s;", unit);
	g->kinds[to].generated = true;
	return true;
}

/* Emits what a slot holds, null or not. */
static bool emit_unlooked(struct gen *g, const char *slot)
{
	char name[8];

	snprintf(name, sizeof name, "w%u", g->names++ % 100000);
	OUT("let %s = load(%s%s);", name, slot, gen_order(g, GEN_LOADS));
	return emit_stale(g, name);
}

bool gen_stale_slot(struct gen *g, const char *slot)
{
	return gen_has(g, GEN_STALE) && g->stale && gen_chance(g, 40) &&
	    kind_to_emit(g) < GEN_KINDS && emit_unlooked(g, slot);
}

static bool about_stale(struct gen *g, const char *ref)
{
	unsigned what = gen_below(g, 10);

	if (!g->stale)
		return false;
	if (what < 2 || !*ref)
		return emit_stale(g, "null");
	if (g->in_barrier)
		return emit_stale(g, ref);
	if (what < 4) {
		gen_open(g, "if load(%s.mark) == 0", ref);
		OUT("free(%s);", ref);
		if (!emit_stale(g, ref))
			g->stale--;
		gen_close(g);
	} else if (what < 5) {
		g->stale--;
		OUT("free(%s);", ref);
	} else if (what < 6) {
		if (kind_to_emit(g) == GEN_KINDS || g->depth > 2)
			return false;
		gen_open(g, "for s%u in %s.field", g->names, ref);
		snprintf(g->slot, sizeof g->slot, "s%u", g->names++ % 100000);
		emit_unlooked(g, g->slot);
		g->slot[0] = '\0';
		gen_close(g);
	} else {
		g->stale--;
		OUT("free(%s);", ref);
		OUT("let u%u = load(%s.mark);", g->names++, ref);
	}
	return true;
}

/* Whether the kernel tests that its object is not null. */
bool gen_doubts(struct gen *g)
{
	return gen_has(g, GEN_STALE) && gen_chance(g, g->stale > 1 ? 40 : 15);
}

bool gen_changes_nothing(struct gen *g)
{
	if (!gen_has(g, GEN_STALE) || !gen_chance(g, 60))
		return false;
	OUT("%s;",
	    ONE_OF("fetch_and(o.mark, 0)", "fetch_and(o.mark, 1)", "swap(o.mark, 0)",
		"fetch_or(o.mark, 0)"));
	return true;
}

/* -------------------------------------------------------------------- kinds, cycles */
/* A question about a single kind whose bucket is below BELOW. */
bool gen_kind_atom(struct gen *g, unsigned below, char *text, size_t room)
{
	unsigned first = gen_below(g, g->kind_count);

	for (unsigned i = 0; i < g->kind_count; i++) {
		const struct gen_kind *kind = &g->kinds[(first + i) % g->kind_count];

		if (kind->bucket < below) {
			snprintf(text, room, "drained(%s)", kind->name);
			return true;
		}
	}
	return false;
}

const char *gen_cycle_name(struct gen *g)
{
	return g->two_cycles ? ONE_OF("minor", "major") : "gc";
}

static void about_cycles(struct gen *g)
{
	const char *name = gen_cycle_name(g);
	const char *other = !g->two_cycles ? name : strcmp(name, "minor") ? "minor" : "major";

	if (gen_chance(g, 70) && !g->in_barrier)
		OUT("if %s%s  request %s;", gen_chance(g, 85) ? "" : "not ", other, name);
	else
		OUT("request %s;", name);
}

void gen_cycles_kernel(struct gen *g)
{
	if (gen_has(g, GEN_CYCLES) && !g->in_barrier && gen_chance(g, 45))
		about_cycles(g);
}

const char *gen_in_cycle(struct gen *g, unsigned bucket)
{
	g->in_cycle[bucket] = !g->two_cycles || bucket == 0 || gen_chance(g, 45) ? GEN_ANY_CYCLE
	    : gen_chance(g, 50)                                                  ? GEN_MINOR
										 : GEN_MAJOR;
	return g->in_cycle[bucket] == GEN_MINOR ? " in minor"
	    : g->in_cycle[bucket] == GEN_MAJOR  ? " in major"
						: "";
}

/* ---------------------------------------------------------------- limits, switches */
const char *gen_limit(struct gen *g, const char *otherwise)
{
	if (!gen_has(g, GEN_LIMITS))
		return otherwise;
	return ONE_OF(" serial", " serial", " at most 1", " at most 2", " at most 2", "", "");
}

void gen_put_switches(struct gen *g)
{
	if (!gen_has(g, GEN_SWITCHES))
		return;
	OUT("option o0 : bool = false;");
	OUT("option o1 : { few, some, many } = some;");
	OUT("option o2 : 0 .. 2 = 1;");
}

const char *gen_switch(struct gen *g)
{
	return ONE_OF("o0", "not o0", "o1 == few", "o1 != some", "o1 == many", "o2 == 1", "o2 > 0",
	    "o2 < 2 or o0");
}

/* ------------------------------------------------------------------- memory orders */
const char *gen_order(struct gen *g, enum gen_access access)
{
	if (!gen_has(g, GEN_ORDERS))
		return "";
	switch (access) {
	case GEN_LOADS: return ONE_OF("", ", relaxed", ", acquire", ", acquire", ", seq_cst");
	case GEN_STORES: return ONE_OF("", ", relaxed", ", release", ", release", ", seq_cst");
	case GEN_CHANGES:
		return ONE_OF("", ", relaxed", ", acquire", ", release", ", acq_rel", ", seq_cst");
	case GEN_FENCES: return ONE_OF("acquire", "release", "acq_rel", "seq_cst", "seq_cst");
	}
	return "";
}

const char *gen_order_on(struct gen *g)
{
	if (!gen_has(g, GEN_ORDERS))
		return "";
	return ONE_OF("", " relaxed", " acquire", " release", " acq_rel");
}

/* ---------------------------------------------------------------------- statements */
static enum gen_extra one_with_statements(struct gen *g)
{
	unsigned some = g->extras & (GEN_STALE | GEN_NUMBERS | GEN_CYCLES | GEN_ORDERS), which;

	if (!some)
		return GEN_LIMITS;
	if (some != GEN_ORDERS && gen_chance(g, 80))
		some &= ~(unsigned)GEN_ORDERS;
	do
		which = 1u << gen_below(g, GEN_EXTRAS);
	while (!(some & which));
	return (enum gen_extra)which;
}

bool gen_extra_statement(struct gen *g, const char *ref)
{
	switch (one_with_statements(g)) {
	case GEN_STALE: return about_stale(g, ref);
	case GEN_NUMBERS: return about_numbers(g, ref);
	case GEN_CYCLES:
		if (g->in_barrier || g->kinds[g->owner].param == GEN_NOTHING || gen_chance(g, 40)) {
			about_cycles(g);
			return true;
		}
		return false;
	case GEN_ORDERS: OUT("fence(%s);", gen_order(g, GEN_FENCES)); return true;
	case GEN_SWITCHES:
	case GEN_KIND_GUARDS:
	case GEN_LIMITS:
	case GEN_NEW: break;
	}
	return false;
}

/* --------------------------------------------------------------------- properties */
bool gen_extra_property(struct gen *g, const char *kind, const char *condition)
{
	char unit[64], of_null[64];

	if (!kind || !(g->extras & (GEN_STALE | GEN_NUMBERS)) || !gen_chance(g, 25))
		return false;
	gen_asked_unit(g, kind, "o", unit, sizeof unit);
	gen_asked_unit(g, kind, "null", of_null, sizeof of_null);
	switch (gen_below(g, 6)) {
	case 0: OUT("always not exists o (freed(o) and pending(%s));", unit); break;
	case 1: OUT("always not pending(%s);", of_null); break;
	case 2: OUT("always forall o (pending(%s) implies %s);", unit, condition); break;
	case 3: OUT("always (%s implies not exists o (pending(%s)));", condition, unit); break;
	case 4: OUT("eventually exists o (pending(%s));", unit); break;
	default: OUT("always forall o (freed(o) implies not marked(o) or %s);", condition);
	}
	return true;
}
