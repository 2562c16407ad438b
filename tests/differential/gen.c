/* gen.c: random specifications: kinds, buckets, guards; the whole file. */
#include "tests/differential/gen.h"

#include <stdio.h>
#include <string.h>

#define OUT(...) gd_out_line(g->out, __VA_ARGS__)

/* -------------------------------------------------------------------------- plans */
static enum gen_role role_of_object(struct gen *g)
{
	static const enum gen_role roles[] = { GEN_MARKS, GEN_MARKS, GEN_MARKS, GEN_NEAR_MISS,
		GEN_SCANS, GEN_SCANS, GEN_SWEEPS, GEN_ONE_ACCESS, GEN_ONE_ACCESS, GEN_RANDOM,
		GEN_RANDOM };

	if (g->focus == GEN_SETS && gen_chance(g, 60))
		return gen_chance(g, 60) ? GEN_COUNTS : GEN_ONE_ACCESS;
	if (gen_has(g, GEN_STALE) && gen_chance(g, 40))
		return GEN_ONE_ACCESS;
	if (gen_has(g, GEN_LIMITS) && gen_chance(g, 50))
		return gen_chance(g, 70) ? GEN_COUNTS : GEN_NEAR_MISS;
	if (g->focus == GEN_PRIVATE && gen_chance(g, 60))
		return GEN_MARKS;
	if (g->focus == GEN_GHOST_STEPS && gen_chance(g, 75))
		return GEN_TELLS;
	return roles[gen_below(g, sizeof roles / sizeof *roles)];
}

static void plan_kind(struct gen *g, unsigned index)
{
	struct gen_kind *kind = &g->kinds[index];
	unsigned what = gen_below(g, 100);

	snprintf(kind->name, sizeof kind->name, "k%u", index);
	kind->multiplicity = "bag";
	kind->limit = gen_limit(g, gen_chance(g, 8) ? " serial" : "");
	if ((index == 0 && what < 65) || (index && what < 15)) {
		kind->multiplicity = gen_chance(g, 85) ? "once" : "bag";
		kind->role = index == 0 ? GEN_STOPS : GEN_RANDOM;
	} else if (what < 35 || (index == 0 && what < 80)) {
		kind->param = GEN_MUTATOR;
		kind->multiplicity = gen_chance(g, 70) ? "set" : "bag";
		kind->role =
		    gen_chance(g, g->focus == GEN_PRIVATE ? 95 : 70) ? GEN_SCANS_ROOTS : GEN_RANDOM;
		kind->on = g->features & GEN_ON && gen_chance(g, gen_has(g, GEN_LIMITS) ? 70 : 30);
	} else {
		kind->param = GEN_OBJECT;
		kind->numbered = gen_has(g, GEN_NUMBERS) && gen_chance(g, 85);
		kind->multiplicity = gen_chance(g, 72) ? "bag" : "set";
		kind->role = role_of_object(g);
	}
}

/* Kinds are numbered in the order of their buckets. */
static void plan_random(struct gen *g)
{
	g->kind_count = 2 + gen_below(g, 3);
	for (unsigned i = 0; i < g->kind_count; i++) {
		plan_kind(g, i);
		if (i && gen_chance(g, gen_has(g, GEN_KIND_GUARDS) ? 35 : 60))
			g->bucket_count++;
		g->kinds[i].bucket = g->bucket_count;
	}
	g->bucket_count++;
	g->stops =
	    gen_chance(g, g->focus == GEN_PRIVATE ? 15 : 55) && g->kinds[0].role == GEN_STOPS;
	if (g->stops && g->kind_count < GEN_KINDS && gen_chance(g, 88)) {
		struct gen_kind *kind = &g->kinds[g->kind_count++];

		snprintf(kind->name, sizeof kind->name, "k%u", g->kind_count - 1);
		kind->multiplicity = "once";
		kind->limit = "";
		kind->role = GEN_RESUMES;
		kind->bucket = g->bucket_count++;
	}
}

static void plan_role(struct gen *g, enum gen_param param, enum gen_role role,
    const char *multiplicity)
{
	struct gen_kind *kind = &g->kinds[g->kind_count];

	snprintf(kind->name, sizeof kind->name, "k%u", g->kind_count++);
	kind->param = param;
	kind->role = role;
	kind->multiplicity = multiplicity;
	kind->limit = gen_limit(g, gen_chance(g, 5) ? " serial" : "");
	kind->numbered = param == GEN_OBJECT && gen_has(g, GEN_NUMBERS) && gen_chance(g, 70);
	kind->bucket = g->bucket_count;
}

/* A collector similar to a concurrent one: start, stacks, trace, finish, sweep. */
static void plan_collector(struct gen *g)
{
	bool whenever = g->features & GEN_WHENEVER && gen_chance(g, 60);

	g->stops = gen_chance(g, g->focus == GEN_PRIVATE ? 15 : g->focus == GEN_GATES ? 95 : 70);
	plan_role(g, GEN_NOTHING, GEN_STOPS, "once");
	g->bucket_count++;
	plan_role(g, GEN_MUTATOR, GEN_SCANS_ROOTS, "set");
	g->kinds[1].on = g->features & GEN_ON && gen_chance(g, g->stops ? 20 : 60);
	g->bucket_count++;
	if (g->stops) {
		plan_role(g, GEN_NOTHING, GEN_RESUMES, "once");
		g->bucket_count++;
	}
	plan_role(g, GEN_OBJECT, gen_chance(g, 75) ? GEN_MARKS : role_of_object(g), "bag");
	if (gen_chance(g, 70))
		plan_role(g, GEN_OBJECT, GEN_SCANS, gen_chance(g, 60) ? "set" : "bag");
	g->bucket_count++;
	if (gen_chance(g, 70)) {
		plan_role(g, GEN_NOTHING, GEN_ENDS, "once");
		g->buckets[g->bucket_count++].whenever = whenever;
	}
	if (g->kind_count < GEN_KINDS && gen_chance(g, 70)) {
		plan_role(g, GEN_OBJECT, gen_chance(g, 75) ? GEN_SWEEPS : role_of_object(g), "set");
		g->bucket_count++;
	}
}

/* Stacks are scanned while mutators run, and the objects found are marked. */
static void plan_scan(struct gen *g)
{
	plan_role(g, GEN_MUTATOR, GEN_SCANS_ROOTS, gen_chance(g, 70) ? "set" : "bag");
	g->kinds[0].on = g->features & GEN_ON && gen_chance(g, 15);
	g->bucket_count++;
	plan_role(g, GEN_OBJECT, gen_chance(g, 70) ? GEN_MARKS : role_of_object(g), "bag");
	if (gen_chance(g, 30))
		plan_role(g, GEN_OBJECT, role_of_object(g), gen_chance(g, 50) ? "bag" : "set");
	g->bucket_count++;
}

/* Only barriers emit units of the first kind. */
static void plan_buffer(struct gen *g)
{
	plan_role(g, GEN_OBJECT, gen_chance(g, 60) ? GEN_MARKS : role_of_object(g), "bag");
	g->bucket_count++;
	plan_role(g, GEN_NOTHING, GEN_RANDOM, "once");
	g->bucket_count++;
}

/* A few units, one after the other, beside mutators that allocate. */
static void plan_new(struct gen *g)
{
	for (unsigned i = 2 + gen_chance(g, 40); i > 0; i--) {
		plan_role(g, GEN_NOTHING, GEN_PASSES, "once");
		g->bucket_count++;
	}
}

static void plan_metas(struct gen *g)
{
	static const struct gen_meta all[] = {
		{ "mark", "bit = 0", 2, { "0", "1", NULL } },
		{ "flag", "bit = 0", 2, { "0", "1", NULL } },
		{ "hue", "{ white, grey, black } = white", 3, { "white", "grey", "black" } },
		{ "age", "0 .. 3 = 0", 3, { "0", "2", "3" } },
	};

	g->metas[g->meta_count++] = all[0];
	if (g->focus == GEN_SETS)
		g->metas[g->meta_count++] = all[2];
	else if (gen_chance(g, 40))
		g->metas[g->meta_count++] = all[1 + gen_below(g, 2)];
	if (gen_has(g, GEN_NUMBERS))
		g->metas[g->meta_count++] = all[3];
}

static void plan(struct gen *g)
{
	unsigned any_focus = gen_below(g, GEN_FOCUSES);

	if (g->focus == GEN_FOCUSES)
		g->focus = (enum gen_focus)any_focus;
	g->buffered = GEN_BUCKETS;
	gen_plan_extras(g);
	plan_metas(g);
	g->phase = g->features & GEN_PHASES && gen_chance(g, 65);
	g->ghost = g->features & GEN_GHOSTS &&
	    gen_chance(g,
		g->focus == GEN_GHOST_STEPS   ? 100
		    : gen_has(g, GEN_NUMBERS) ? 50
		    : gen_has(g, GEN_NEW)     ? 40
					      : 20);
	if (gen_has(g, GEN_NEW) && gen_chance(g, 80))
		plan_new(g);
	else if (g->focus == GEN_BUFFERS && gen_chance(g, 50))
		plan_buffer(g);
	else if (g->focus == GEN_PRIVATE && gen_chance(g, 65))
		plan_scan(g);
	else if (gen_chance(g, gen_has(g, GEN_KIND_GUARDS) ? 15 : 45))
		plan_collector(g);
	else
		plan_random(g);
	g->two_cycles = gen_has(g, GEN_CYCLES) && gen_chance(g, 80);
	/* only a kernel that has stopped the mutators may begin a phase */
	g->phase_interval = !g->stops || gen_chance(g, 35);
	for (unsigned i = 0; i < g->bucket_count; i++)
		snprintf(g->buckets[i].name, sizeof g->buckets[i].name, "b%u", i);
}

/* ------------------------------------------------------------------ declarations */
static void put_metas(struct gen *g)
{
	gen_open(g, "object");
	for (unsigned i = 0; i < g->meta_count; i++)
		OUT("%s : %s;", g->metas[i].name, g->metas[i].type);
	OUT("field : ref[];");
	gen_close(g);
	if (g->ghost)
		OUT("ghost g0 : 0 .. 2 = 0;  ghost g1 : bool = false;");
	if (gen_has(g, GEN_NUMBERS))
		OUT("function next(n : 0 .. 2) -> 0 .. 2 { return n + 1; }");
}

static void put_phase(struct gen *g)
{
	const char *seen = gen_chance(g, 55) ? " at handshake"
	    : gen_chance(g, 50)              ? " at once"
					     : "";
	unsigned from = gen_below(g, g->bucket_count);
	unsigned to = from + gen_below(g, g->bucket_count - from);

	if (!g->phase)
		return;
	if (!g->phase_interval)
		OUT("phase p0%s;", seen);
	else
		OUT("phase p0%s from %s(b%u) to %s(b%u);", seen,
		    gen_chance(g, 60) ? "open" : "drained", from,
		    gen_chance(g, 60) ? "drained" : "open", to);
}

/* The function uses up a mark, so it may lead to its own kind again. */
static void plan_function(struct gen *g)
{
	g->shade = GEN_KINDS;
	for (unsigned i = 0; i < g->kind_count && gen_chance(g, 40); i++)
		if (g->kinds[i].param == GEN_OBJECT &&
		    strcmp(g->kinds[i].multiplicity, "bag") == 0 && !g->kinds[i].numbered)
			g->shade = i;
}

static void put_function(struct gen *g)
{
	if (g->shade == GEN_KINDS)
		return;
	gen_open(g, "function shade(o : ref)");
	gen_open(g, "if o != null and fetch_or(o.mark, 1) == 0");
	OUT("emit %s(o);", g->kinds[g->shade].name);
	gen_close(g);
	gen_close(g);
}

static void put_kind(struct gen *g, unsigned index)
{
	static const char *const params[] = { "", "o : ref", "m : mutator" };
	struct gen_kind *kind = &g->kinds[index];

	gen_open(g, "work %s(%s%s) %s%s%s%s", kind->name, params[kind->param],
	    kind->numbered ? ", n : 0 .. 2" : "", kind->multiplicity, kind->limit,
	    kind->on ? " on m" : "", kind->on ? gen_order_on(g) : "");
	gen_kernel(g, index);
	gen_close(g);
}

static void guard(struct gen *g, unsigned index)
{
	unsigned what = gen_below(g, 100);
	char text[160];

	if (index == 0)
		return;
	g->buckets[index].whenever |= g->features & GEN_WHENEVER && gen_chance(g, 4);
	g->reopens |= g->buckets[index].whenever;
	gd_out_printf(g->out, " open %s ", g->buckets[index].whenever ? "whenever" : "when");
	if (g->focus == GEN_OPENINGS && gen_chance(g, 45)) {
		gd_out_printf(g->out, "drained(b%u)", gen_below(g, index));
	} else if (g->focus == GEN_CLAIMS && gen_chance(g, 50)) {
		gd_out_printf(g->out, "empty(b%u)", index - 1);
	} else if (g->buckets[index].whenever && what < 80) {
		gd_out_printf(g->out, "%s%s(b%u)", g->phase ? "p0 and " : "",
		    gen_chance(g, 75) ? "idle" : "drained", index - 1);
	} else if (gen_has(g, GEN_KIND_GUARDS) && gen_chance(g, 60) &&
	    gen_kind_atom(g, index, text, sizeof text)) {
		char other[64];

		gd_out_printf(g->out, "%s", text);
		gen_atom(g, index, other, sizeof other);
		if (gen_chance(g, 35))
			gd_out_printf(g->out, " and %s%s", gen_chance(g, 30) ? "not " : "", other);
	} else if (what < 60) {
		gd_out_printf(g->out, "drained(b%u)", index - 1);
	} else if (what < 80) {
		char other[64];

		gen_atom(g, g->bucket_count, other, sizeof other);
		gd_out_printf(g->out, "drained(b%u) and %s%s", index - 1,
		    gen_chance(g, 60) ? "not " : "", other);
	} else if (what < 85) {
		gd_out_printf(g->out, "drained(k%u)", gen_below(g, g->kind_count));
	} else if (what < 90) {
		gd_out_printf(g->out, "drained(b%u) or drained(b%u)", index - 1,
		    gen_below(g, index));
	} else {
		gen_condition(g, index, text, sizeof text);
		gd_out_printf(g->out, "%s", text);
	}
	if (gen_chance(g, g->focus == GEN_CLAIMS ? 40 : 6)) {
		gen_condition(g, g->bucket_count, text, sizeof text);
		gd_out_printf(g->out, " close when %s", text);
		g->reopens = true;
	}
}

static void fill_with(struct gen *g, struct gen_kind *kind)
{
	if (kind->param == GEN_NOTHING)
		gd_out_printf(g->out, " emit %s();", kind->name);
	else if (gen_has(g, GEN_LIMITS) && kind->multiplicity[0] == 'b' && gen_chance(g, 60))
		/* makes it visible how many of them run at once */
		gd_out_printf(g->out, " for x : %s { emit %s(x%s); emit %s(x%s); }",
		    kind->param == GEN_OBJECT ? "object" : "mutator", kind->name,
		    kind->numbered ? ", 1" : "", kind->name, kind->numbered ? ", 1" : "");
	else
		gd_out_printf(g->out, " for x : %s emit %s(x%s);",
		    kind->param == GEN_OBJECT ? "object" : "mutator", kind->name,
		    !kind->numbered         ? ""
			: gen_chance(g, 60) ? ", 0"
					    : ", 2");
	kind->generated = true;
}

static void fill(struct gen *g, unsigned index)
{
	bool any = false;

	for (unsigned i = 0; i < g->kind_count; i++) {
		struct gen_kind *kind = &g->kinds[i];

		if (kind->bucket != index || (kind->generated && !gen_chance(g, 12)))
			continue;
		gd_out_printf(g->out, "%s", any ? "" : " fill {");
		any = true;
		fill_with(g, kind);
	}
	gd_out_puts(g->out, any ? " }\n" : ";\n");
}

static void put_bucket(struct gen *g, unsigned index)
{
	const char *comma = "";

	gd_out_printf(g->out, "bucket b%u {", index);
	for (unsigned i = 0; i < g->kind_count; i++) {
		if (g->kinds[i].bucket != index)
			continue;
		gd_out_printf(g->out, "%s %s", comma, g->kinds[i].name);
		comma = ",";
	}
	gd_out_printf(g->out, " }%s", gen_in_cycle(g, index));
	guard(g, index);
	fill(g, index);
}

static void put_cycle(struct gen *g, const char *name, enum gen_cycle other)
{
	const char *and = "";
	unsigned last = 0;

	for (unsigned i = 0; i < g->bucket_count; i++)
		if (g->in_cycle[i] != other || other == GEN_ANY_CYCLE)
			last = i;
	gd_out_printf(g->out, "cycle %s from requested to ", name);
	for (unsigned i = 0; i <= last; i++) {
		if (i < last &&
		    ((other && g->in_cycle[i] == other) ||
			!gen_chance(g, gen_has(g, GEN_CYCLES) ? 60 : 25)))
			continue;
		gd_out_printf(g->out, "%sdrained(b%u)", and, i);
		and = " and ";
	}
	gd_out_puts(g->out, ";\n");
}

static void put_cycles(struct gen *g)
{
	if (!g->two_cycles) {
		put_cycle(g, "gc", GEN_ANY_CYCLE);
		return;
	}
	put_cycle(g, "minor", GEN_MAJOR);
	put_cycle(g, "major", GEN_MINOR);
}

/* Puts another declaration in place of one. */
static void put_mutant(struct gen *g)
{
	unsigned kind = gen_below(g, g->kind_count), bucket = gen_below(g, g->bucket_count);

	if (!gen_has(g, GEN_SWITCHES) || !gen_chance(g, 60))
		return;
	gen_open(g, "mutant changed");
	if (gen_chance(g, 60))
		put_kind(g, kind);
	else if (g->features & GEN_BARRIERS && g->has_barrier && gen_chance(g, 70))
		OUT("barrier before_store(o, s, new) { }");
	else if (bucket > 0)
		OUT("bucket b%u open when drained(b%u);", bucket, gen_below(g, bucket));
	else
		put_kind(g, kind);
	gen_close(g);
	OUT("caught by no_freed_access;");
	OUT("verify { expect no_freed_access hold; }");
}

void gen_spec(struct gd_out *out, uint64_t seed, uint64_t index, unsigned features,
    enum gen_focus focus)
{
	struct gen gen = { .state = seed * 0x2545f4914f6cdd1du + index,
		.out = out,
		.features = features,
		.focus = focus },
		   *g = &gen;

	gen_next(g);
	OUT("// %llu %llu", (unsigned long long)seed, (unsigned long long)index);
	OUT("collector random;");
	plan(g);
	plan_function(g);
	gen_put_switches(g);
	put_metas(g);
	put_phase(g);
	for (unsigned i = 0; i < g->kind_count; i++)
		put_kind(g, i);
	gen_barriers(g);
	put_function(g);
	for (unsigned i = 0; i < g->bucket_count; i++)
		put_bucket(g, i);
	put_cycles(g);
	put_mutant(g);
	gen_properties(g);
	gen_scenario(g);
}
