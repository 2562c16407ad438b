/* gen-body.c: kernels and barriers of random specifications.
 *
 * Their shapes are those that foldings look at: bodies that are one access and
 * what follows from it, and bodies that nearly are. */
#include "tests/differential/gen.h"

#include <stdio.h>
#include <string.h>

#define OUT(...) gd_out_line(g->out, __VA_ARGS__)

static void statement(struct gen *g);

static void new_name(struct gen *g, char *name)
{
	snprintf(name, 8, "v%u", g->names++ % 100000);
}

static bool add_ref(struct gen *g, const char *name, bool nullable)
{
	if (g->ref_count == GEN_REFS)
		return false;
	snprintf(g->refs[g->ref_count].name, 8, "%s", name);
	g->refs[g->ref_count++].nullable = nullable;
	return true;
}

/* A reference in scope that is not null. "": there is none. */
static const char *some_ref(struct gen *g)
{
	unsigned first = gen_below(g, g->ref_count ? g->ref_count : 1);

	for (unsigned i = 0; i < g->ref_count; i++) {
		unsigned at = (first + i) % g->ref_count;

		if (!g->refs[at].nullable)
			return g->refs[at].name;
	}
	return "";
}

static const struct gen_meta *some_meta(struct gen *g)
{
	return gen_chance(g, 65) ? &g->metas[0] : &g->metas[gen_below(g, g->meta_count)];
}

static const char *some_value(struct gen *g, const struct gen_meta *meta)
{
	return meta->value[gen_below(g, meta->count)];
}

static void nested(struct gen *g)
{
	unsigned refs = g->ref_count;
	bool consumed = g->consumed;

	g->depth++;
	statement(g);
	if (gen_chance(g, 20))
		statement(g);
	g->depth--;
	g->ref_count = refs;
	g->consumed = consumed;
}

/* ---------------------------------------------------------------------- emit */
static void emit_unit(struct gen *g, unsigned kind, const char *ref)
{
	char unit[64];

	gen_unit(g, kind, ref, unit, sizeof unit);
	OUT("emit %s;", unit);
}

static bool emit(struct gen *g)
{
	unsigned first = gen_below(g, g->kind_count);

	for (unsigned i = 0; i < g->kind_count; i++) {
		unsigned to = (first + i) % g->kind_count;
		const struct gen_kind *kind = &g->kinds[to];
		const char *ref = some_ref(g);

		if (!gen_may_emit(g, to) || (kind->param == GEN_OBJECT && !*ref))
			continue;
		for (bool again = true; again;
		     again = (g->focus == GEN_SETS || gen_has(g, GEN_LIMITS)) &&
			 kind->multiplicity[0] == 'b' && gen_chance(g, 35))
			emit_unit(g, to,
			    kind->param == GEN_OBJECT        ? ref
				: kind->param == GEN_MUTATOR ? g->mutator
							     : "");
		g->kinds[to].generated = true;
		if (g->in_barrier)
			g->buffered = kind->bucket;
		return true;
	}
	return false;
}

/* Stores of workers are rare under a weak memory, because few models allow accesses after them. */
static void put_store(struct gen *g, const char *ref, const char *meta, const char *value)
{
	if (gen_has(g, GEN_ORDERS) && g->features & GEN_WEAK && !g->in_barrier && gen_chance(g, 75))
		OUT("swap(%s.%s, %s%s);", ref, meta, value, gen_order(g, GEN_CHANGES));
	else
		OUT("store(%s.%s, %s%s);", ref, meta, value, gen_order(g, GEN_STORES));
}

static void emit_or_store(struct gen *g)
{
	const char *ref;

	if (emit(g))
		return;
	ref = some_ref(g);
	if (*ref) {
		const struct gen_meta *meta = some_meta(g);

		put_store(g, ref, meta->name, some_value(g, meta));
	} else {
		OUT("fence(seq_cst);");
	}
}

/* ------------------------------------------------------------ accesses to metadata */
static void mark_and_emit(struct gen *g, const char *ref)
{
	bool consumed = g->consumed;

	gen_open(g, "if fetch_or(%s.mark, 1%s) == 0", ref, gen_order(g, GEN_CHANGES));
	g->consumed = true;
	emit_or_store(g);
	g->consumed = consumed;
	gen_close(g);
}

static void load_then_store(struct gen *g, const char *ref)
{
	bool consumed = g->consumed, first = gen_chance(g, 80);

	gen_open(g, "if load(%s.mark%s) == 0", ref, gen_order(g, GEN_LOADS));
	g->consumed = true;
	if (first)
		put_store(g, ref, "mark", "1");
	emit_or_store(g);
	if (!first)
		put_store(g, ref, "mark", "1");
	g->consumed = consumed;
	gen_close(g);
}

/* An expression that is one access: "swap(o.mark, 1)". */
static void access_text(struct gen *g, const char *ref, const struct gen_meta *meta, char *text,
    size_t room)
{
	const char *a = some_value(g, meta), *b = some_value(g, meta);
	const char *order = gen_order(g, GEN_CHANGES);
	bool is_bit = meta->count == 2;

	switch (gen_below(g, is_bit ? 5 : 3)) {
	case 0:
		snprintf(text, room, "load(%s.%s%s)", ref, meta->name, gen_order(g, GEN_LOADS));
		break;
	case 1: snprintf(text, room, "swap(%s.%s, %s%s)", ref, meta->name, a, order); break;
	case 2: snprintf(text, room, "cas(%s.%s, %s, %s%s)", ref, meta->name, a, b, order); break;
	case 3: snprintf(text, room, "fetch_or(%s.%s, %s%s)", ref, meta->name, a, order); break;
	default: snprintf(text, room, "fetch_and(%s.%s, %s%s)", ref, meta->name, a, order); break;
	}
}

static void one_access(struct gen *g, const char *ref)
{
	const struct gen_meta *meta = some_meta(g);
	char text[64], name[8];
	bool consumed = g->consumed;

	access_text(g, ref, meta, text, sizeof text);
	new_name(g, name);
	OUT("let %s = %s;", name, text);
	gen_open(g, "if %s %s %s", name, gen_chance(g, 70) ? "==" : "!=", some_value(g, meta));
	g->consumed = consumed;
	emit_or_store(g);
	gen_close(g);
	if (gen_chance(g, 15)) {
		gen_open(g, "else");
		emit_or_store(g);
		gen_close(g);
	}
}

static void plain_access(struct gen *g, const char *ref)
{
	const struct gen_meta *meta = some_meta(g);

	switch (gen_below(g, 3)) {
	case 0: put_store(g, ref, meta->name, some_value(g, meta)); break;
	case 1: OUT("swap(%s.%s, %s);", ref, meta->name, some_value(g, meta)); break;
	default:
		OUT("cas(%s.%s, %s, %s);", ref, meta->name, some_value(g, meta),
		    some_value(g, meta));
	}
}

/* Makes it visible how often the kernel has run. */
static void count(struct gen *g, const char *ref)
{
	const struct gen_meta *meta = &g->metas[g->meta_count - 1];
	const char *last = meta->value[meta->count - 1];

	if (gen_chance(g, 50)) {
		gen_open(g, "if swap(%s.%s, %s) == %s", ref, meta->name, last, last);
		OUT("store(%s.mark, 1);", ref);
	} else {
		gen_open(g, "if load(%s.%s) == %s", ref, meta->name, meta->value[0]);
		OUT("store(%s.%s, %s);", ref, meta->name, meta->value[1]);
		gen_close(g);
		gen_open(g, "else");
		OUT("store(%s.%s, %s);", ref, meta->name, meta->value[meta->count == 2 ? 0 : 2]);
	}
	gen_close(g);
}

/* ------------------------------------------------------------------- references */
static void load_slot(struct gen *g, const char *slot)
{
	unsigned refs = g->ref_count;
	char name[8];

	if (gen_stale_slot(g, slot))
		return;
	if (g->shade < GEN_KINDS && gen_chance(g, 20) &&
	    (g->in_barrier || g->kinds[g->owner].bucket <= g->kinds[g->shade].bucket)) {
		g->kinds[g->shade].generated = true;
		OUT("shade(load(%s));", slot);
		return;
	}
	new_name(g, name);
	OUT("let %s = load(%s%s);", name, slot, gen_order(g, GEN_LOADS));
	gen_open(g, "if %s != null", name);
	add_ref(g, name, false);
	if (gen_chance(g, g->focus == GEN_PRIVATE ? 95 : 65))
		emit_or_store(g);
	else
		nested(g);
	g->ref_count = refs;
	gen_close(g);
	if (!g->in_barrier && gen_chance(g, g->focus == GEN_PRIVATE ? 2 : 8))
		OUT("store(%s, null);", slot);
}

static void loop_over(struct gen *g, const char *group)
{
	char slot[8];

	new_name(g, slot);
	gen_open(g, "for %s in %s", slot, group);
	load_slot(g, slot);
	gen_close(g);
}

static void scan_fields(struct gen *g, const char *ref)
{
	char group[16], slot[20];

	snprintf(group, sizeof group, "%s.field", ref);
	snprintf(slot, sizeof slot, "%s[%d]", group, gen_chance(g, 20));
	if (!g->in_barrier && gen_chance(g, 12))
		load_slot(g, slot);
	else
		loop_over(g, group);
}

static void loop_all(struct gen *g)
{
	unsigned refs = g->ref_count;
	char name[8];

	new_name(g, name);
	if (gen_chance(g, 40) && !g->mutator[0]) {
		gen_open(g, "for %s : mutator", name);
		snprintf(g->mutator, sizeof g->mutator, "%s", name);
		emit_or_store(g);
		g->mutator[0] = '\0';
	} else {
		gen_open(g, "for %s : object", name);
		add_ref(g, name, false);
		if (gen_chance(g, 70))
			emit_or_store(g);
		else
			nested(g);
		g->ref_count = refs;
	}
	gen_close(g);
}

static void sweep(struct gen *g, const char *ref)
{
	gen_open(g, "if load(%s.mark) == 0", ref);
	OUT("free(%s);", ref);
	gen_close(g);
	if (gen_chance(g, 75)) {
		gen_open(g, "else");
		put_store(g, ref, "mark", "0");
		gen_close(g);
	}
}

/* -------------------------------------------------------------------- statements */
/* A condition on the collector's state.  Barriers can ask only for phases. */
static void state_text(struct gen *g, char *text, size_t room)
{
	if (gen_has(g, GEN_SWITCHES) && gen_chance(g, 55))
		snprintf(text, room, "%s", gen_switch(g));
	else if (!g->in_barrier)
		gen_condition(g, g->bucket_count, text, room);
	else if (g->phase)
		snprintf(text, room, "%sp0", gen_chance(g, 80) ? "" : "not ");
	else
		snprintf(text, room, "true");
}

static void when_state(struct gen *g)
{
	char text[160];

	state_text(g, text, sizeof text);
	gen_open(g, "if %s", text);
	nested(g);
	gen_close(g);
}

/* An expression that only an observer may use, besides those of guards. */
static void look_text(struct gen *g, const char *ref, char *text, size_t room)
{
	const struct gen_kind *kind = &g->kinds[gen_below(g, g->kind_count)];
	const struct gen_meta *meta = some_meta(g);
	unsigned what = *ref ? gen_below(g, 6) : 0;
	char unit[64];

	gen_asked_unit(g, kind->name, ref, unit, sizeof unit);
	if (what == 1)
		snprintf(text, room, "reachable(%s)", ref);
	else if (what == 2)
		snprintf(text, room, "freed(%s)", ref);
	else if (what == 3)
		snprintf(text, room, "peek(%s.%s) == %s", ref, meta->name, some_value(g, meta));
	else if (what > 3 && kind->param == GEN_OBJECT)
		snprintf(text, room, "pending(%s)", unit);
	else
		gen_condition(g, g->bucket_count, text, room);
}

void gen_ghost_looks(struct gen *g, const char *ref)
{
	char text[160];

	look_text(g, ref, text, sizeof text);
	if (gen_chance(g, 50))
		OUT("ghost g1 = %s;", text);
	else
		OUT("ghost g1 = not (%s);", text);
}

static void ghost(struct gen *g)
{
	const char *ref = some_ref(g);

	if (*ref)
		plain_access(g, ref);
	if (gen_chance(g, 50))
		gen_ghost_looks(g, ref);
	else
		OUT("ghost g0 = %u;", gen_below(g, 3));
}

static void pass(struct gen *g)
{
	OUT("fence(seq_cst);");
	if (g->ghost && gen_chance(g, 40))
		ghost(g);
}

static void about_object(struct gen *g, const char *ref)
{
	switch (gen_below(g, 10)) {
	case 0:
	case 1: mark_and_emit(g, ref); break;
	case 2: load_then_store(g, ref); break;
	case 3:
	case 4: one_access(g, ref); break;
	case 5:
	case 6: plain_access(g, ref); break;
	case 7:
	case 8:
		if (g->depth < 2) {
			scan_fields(g, ref);
			break;
		}
		plain_access(g, ref);
		break;
	default:
		if (g->in_barrier)
			plain_access(g, ref);
		else
			sweep(g, ref);
	}
}

static void statement(struct gen *g)
{
	const char *ref = some_ref(g);
	unsigned what = gen_below(g, 100);

	if (g->extras && g->depth < 4 && gen_chance(g, 50) && gen_extra_statement(g, ref))
		return;
	if (g->depth > 3 || what < 15)
		emit_or_store(g);
	else if (what < 27)
		when_state(g);
	else if (what < 37 && g->ghost)
		ghost(g);
	else if (what < 47 && g->mutator[0] && !g->in_barrier && g->depth < 2) {
		char group[16];

		snprintf(group, sizeof group, "%s.roots", g->mutator);
		loop_over(g, group);
	} else if (*ref)
		about_object(g, ref);
	else if (g->depth < 2 && !g->in_barrier)
		loop_all(g);
	else
		emit_or_store(g);
}

static void some_statements(struct gen *g)
{
	for (unsigned i = 1 + gen_below(g, 2); i > 0; i--)
		statement(g);
}

/* ------------------------------------------------------------------------ kernels */
static void for_every(struct gen *g, unsigned kind)
{
	const struct gen_kind *to = &g->kinds[kind];
	char unit[64];

	gen_unit(g, kind, to->param == GEN_NOTHING ? "" : "x", unit, sizeof unit);
	if (to->param == GEN_NOTHING)
		OUT("emit %s;", unit);
	else
		OUT("for x : %s emit %s;", to->param == GEN_OBJECT ? "object" : "mutator", unit);
	g->kinds[kind].generated = true;
}

static void ends(struct gen *g)
{
	OUT("stop mutators;");
	if (gen_chance(g, 75))
		gen_open(g, "if drained(%s)", g->buckets[gen_below(g, g->bucket_count)].name);
	else
		gen_open(g, "if %s", g->phase && !g->phase_interval ? "p0" : "true");
	if (g->phase && !g->phase_interval)
		OUT("end p0;");
	if (g->owner + 1 < g->kind_count && gen_chance(g, 70))
		for_every(g, g->owner + 1 + gen_below(g, g->kind_count - g->owner - 1));
	else
		OUT("fence(seq_cst);");
	gen_close(g);
	OUT("resume mutators;");
}

static void begins(struct gen *g)
{
	if (g->stops)
		OUT("stop mutators;");
	if (g->phase && !g->phase_interval)
		OUT("begin p0;");
	if (g->owner + 1 < g->kind_count)
		for_every(g, g->owner + 1);
	if (gen_chance(g, 10))
		OUT("resume mutators;");
}

/* Writes what the focus needs to be seen. */
static void look_first(struct gen *g, unsigned kind)
{
	char text[160];

	if (g->focus == GEN_GHOST_STEPS && gen_chance(g, 15) && g->kinds[kind].param == GEN_OBJECT)
		ghost(g);
	if ((g->focus != GEN_OPENINGS && g->focus != GEN_BUFFERS) || gen_chance(g, 50) ||
	    g->kinds[kind].param != GEN_OBJECT)
		return;
	gen_condition(g, g->bucket_count, text, sizeof text);
	gen_open(g, "if %s", text);
	plain_access(g, "o");
	gen_close(g);
}

void gen_kernel(struct gen *g, unsigned kind)
{
	bool doubts;

	g->owner = kind;
	g->ref_count = 0;
	g->consumed = g->in_barrier = false;
	g->depth = 0;
	g->mutator[0] = '\0';
	if (g->kinds[kind].param == GEN_OBJECT)
		add_ref(g, "o", false);
	if (g->kinds[kind].param == GEN_MUTATOR)
		snprintf(g->mutator, sizeof g->mutator, "m");
	g->number[0] = '\0';
	if (g->kinds[kind].numbered)
		snprintf(g->number, sizeof g->number, "n");
	if (g->kinds[kind].role == GEN_ONE_ACCESS && gen_changes_nothing(g))
		return;
	doubts = g->kinds[kind].param == GEN_OBJECT && gen_doubts(g);
	if (doubts)
		gen_open(g, "if o != null");
	look_first(g, kind);
	gen_cycles_kernel(g);
	if (g->extras &&
	    gen_chance(g,
		g->number[0]                            ? 75
		    : g->kinds[kind].role != GEN_RANDOM ? 40
							: 0))
		gen_extra_statement(g, g->ref_count ? "o" : "");
	switch (g->kinds[kind].role) {
	case GEN_COUNTS: count(g, "o"); break;
	case GEN_TELLS:
		OUT("%s(o.mark, 1);", gen_chance(g, 50) ? "fetch_or" : "store");
		OUT("ghost g0 = 1;");
		if (gen_chance(g, 40))
			emit_or_store(g);
		break;
	case GEN_PASSES: pass(g); break;
	case GEN_RANDOM: some_statements(g); break;
	case GEN_STOPS: begins(g); break;
	case GEN_RESUMES: OUT("resume mutators;"); break;
	case GEN_ENDS: ends(g); break;
	case GEN_SCANS_ROOTS: loop_over(g, "m.roots"); break;
	case GEN_MARKS: mark_and_emit(g, "o"); break;
	case GEN_NEAR_MISS: load_then_store(g, "o"); break;
	case GEN_SCANS: scan_fields(g, "o"); break;
	case GEN_SWEEPS: sweep(g, "o"); break;
	case GEN_ONE_ACCESS: one_access(g, "o"); break;
	}
	if (doubts)
		gen_close(g);
	g->number[0] = '\0';
}

/* ----------------------------------------------------------------------- barriers */
static void barrier_body(struct gen *g)
{
	char text[160];

	if (g->focus == GEN_BUFFERS && gen_chance(g, 50) && emit(g))
		return;
	if (gen_chance(g, 65)) {
		state_text(g, text, sizeof text);
		gen_open(g, "if %s", text);
	} else {
		gen_open(g, "if true");
	}
	if (g->slot[0] && gen_chance(g, 70))
		load_slot(g, g->slot);
	else
		some_statements(g);
	gen_close(g);
}

static void begin_barrier(struct gen *g)
{
	g->in_barrier = true;
	g->owner = GEN_KINDS;
	g->consumed = true;
	g->ref_count = 0;
	g->depth = 1;
	g->mutator[0] = '\0';
	add_ref(g, "o", false);
}

/* The barrier after a store may get what the store has overwritten: then the store is an exchange. */
static void begin_store_barrier(struct gen *g)
{
	uint64_t state = g->state; /* so that everything else is as without it */
	bool exchanges = !g->has_barrier && gen_chance(g, 50);
	const char *order = ONE_OF("", " acquire", " acq_rel", " seq_cst");

	gen_open(g, "barrier %s(o, s, new%s)%s", g->has_barrier ? "before_store" : "after_store",
	    exchanges ? ", old" : "", exchanges ? order : "");
	if (exchanges)
		add_ref(g, "old", true);
	g->state = state;
}

static void store_barrier(struct gen *g)
{
	begin_barrier(g);
	snprintf(g->slot, sizeof g->slot, "s");
	g->has_barrier = gen_chance(g, 75);
	begin_store_barrier(g);
	barrier_body(g);
	gen_close(g);
	g->slot[0] = '\0';
}

void gen_barriers(struct gen *g)
{
	uint64_t state;

	if (!(g->features & GEN_BARRIERS))
		return;
	if (gen_chance(g, g->focus == GEN_BUFFERS || g->focus == GEN_GATES ? 100 : 55))
		store_barrier(g);
	if (gen_chance(g, gen_has(g, GEN_NEW) ? 100 : 35)) {
		begin_barrier(g);
		gen_open(g, "barrier allocated(o)");
		if (gen_has(g, GEN_NEW) && gen_chance(g, 85))
			gen_new_barrier(g);
		else
			barrier_body(g);
		gen_close(g);
	}
	state = g->state; /* so that everything else is as without it */
	if (gen_chance(g, 25)) {
		begin_barrier(g);
		gen_open(g, "barrier received(o)");
		barrier_body(g);
		gen_close(g);
	}
	g->state = state;
	g->in_barrier = false;
}
