/* gen-near.c: random collectors that are nearly right: one of a few that work, with
 * constructs of the language added here and there, and sometimes something changed.
 *
 * Most of what is added looks at the collector's state, and leaves in the metadata
 * of objects what it saw. */
#include "tests/differential/gen.h"

#include <stdio.h>
#include <string.h>

#define OUT(...) gd_out_line(g->out, __VA_ARGS__)

enum { PLACES = 10, TICKS = 3, ATOMS = 10 };
enum shape { STOPPED, BESIDE, UNSTOPPED }; /* mutators while there is work */
struct place {
	char name[8], kinds[48], opening[400], fill[240];
	bool in_minor, in_major;
};
struct tick {
	bool mutators, on, once, again;
	unsigned place, also;
	bool numbered;      /* o : ref, n : 0 .. 2 */
	bool doubts, blind; /* its object may be null; may be freed */
	unsigned at_most;   /* 0: any number at once */
	bool filled;        /* a fill emits it */
};
struct near {
	struct gen *g;
	enum shape shape;
	bool scans, whenever, cleared, reaped, two_cycles, interval, at_handshake, looks;
	bool second;        /* p1 is an interval, too */
	unsigned favourite; /* what most of its conditions ask */
	struct place places[PLACES];
	unsigned place_count, first_of_ticks;
	unsigned looked_from; /* a place whose fill looks; PLACES: none does */
	struct tick ticks[TICKS];
	unsigned tick_count;
	unsigned trace; /* the bucket in which objects are marked */
	unsigned names;
};

/* -------------------------------------------------------------------- conditions */
static const char *place_name(struct near *n)
{
	return n->places[gen_below(n->g, n->place_count)].name;
}

static const char *kind_name(struct near *n)
{
	static const char *const names[] = { "start", "roots", "mark", "t0", "t1", "t2" };

	return names[gen_below(n->g, 3 + n->tick_count)];
}

static void atom(struct near *n, char *text, size_t room)
{
	struct gen *g = n->g;

	if (gen_has(g, GEN_KIND_GUARDS) && gen_chance(g, 45)) {
		snprintf(text, room, "%s(%s)", gen_chance(g, 90) ? "drained" : "not drained",
		    kind_name(n));
		return;
	}
	if (n->two_cycles && gen_has(g, GEN_CYCLES) && gen_chance(g, 15)) {
		snprintf(text, room, "%s", gen_cycle_name(g));
		return;
	}
	switch (gen_chance(g, 40) ? n->favourite : gen_below(g, ATOMS)) {
	case 0:
	case 1: snprintf(text, room, "drained(%s)", place_name(n)); break;
	case 2: snprintf(text, room, "drained(%s)", kind_name(n)); break;
	case 3: snprintf(text, room, "idle(%s)", place_name(n)); break;
	case 4: snprintf(text, room, "empty(%s)", place_name(n)); break;
	case 5:
	case 6: snprintf(text, room, "open(%s)", place_name(n)); break;
	case 7: snprintf(text, room, n->second && gen_chance(g, 50) ? "p1" : "p0"); break;
	case 8: snprintf(text, room, "requested"); break;
	default: snprintf(text, room, "all mutators stopped");
	}
}

static void condition(struct near *n, char *text, size_t room)
{
	char one[40], two[40];
	unsigned how = gen_below(n->g, 10);

	atom(n, one, sizeof one);
	atom(n, two, sizeof two);
	if (how < 5)
		snprintf(text, room, "%s", one);
	else if (how < 8)
		snprintf(text, room, "not %s", one);
	else
		snprintf(text, room, "%s %s %s%s", one, how == 8 ? "and" : "or",
		    gen_chance(n->g, 50) ? "not " : "", two);
}

/* -------------------------------------------------------------------- statements */
static void leave_a_mark(struct near *n, const char *ref)
{
	struct gen *g = n->g;
	unsigned name = n->names++;

	if (g->ghost && gen_chance(g, 30))
		OUT("ghost g0 = %u;", gen_below(g, 3));
	switch (gen_chance(g, 20) ? 4 : gen_below(g, 10)) {
	case 0: OUT("store(%s.flag, 1);", ref); break;
	case 1: OUT("fetch_or(%s.flag, 1);", ref); break;
	case 2: OUT("store(%s.hue, %s);", ref, gen_chance(g, 50) ? "grey" : "black"); break;
	case 3: OUT("let u%u = swap(%s.hue, black);", name, ref); break;
	case 4: /* once or twice: that can be told */
		if (gen_chance(g, 70))
			OUT("cas(%s.hue, grey, black);", ref);
		OUT("cas(%s.hue, white, grey);", ref);
		break;
	case 5:
		OUT("if load(%s.age) < 3", ref);
		OUT("  store(%s.age, load(%s.age) + 1);", ref, ref);
		break;
	case 6:
		if (gen_chance(g, 15))
			OUT("let u%u = load(%s.hue) == white;", name, ref);
		else
			OUT("let u%u = load(%s.hue);", name, ref);
		break;
	case 7: OUT("if load(%s.hue) == white  store(%s.age, 2);", ref, ref); break;
	case 8:
		OUT("if load(%s.flag) == 1  store(%s.hue, black);  else  store(%s.flag, 1);", ref,
		    ref, ref);
		break;
	default: OUT("store(%s.age, %u);", ref, gen_below(g, 4));
	}
}

/* Makes it visible how many mutators the loop visits. */
static void count_mutators(struct near *n, const char *ref)
{
	struct gen *g = n->g;

	gen_open(g, "for v%u : mutator", n->names++);
	OUT("if load(%s.age) < 3  store(%s.age, load(%s.age) + 1);", ref, ref, ref);
	gen_close(g);
}

/* LOOKS: whether the kernel may ask for buckets and phases. */
static void extra(struct near *n, const char *ref, bool looks)
{
	struct gen *g = n->g;
	char text[120];

	if (looks && gen_chance(g, 8)) {
		count_mutators(n, ref);
	} else if (looks && gen_chance(g, 60)) {
		condition(n, text, sizeof text);
		gen_open(g, "if %s", text);
		leave_a_mark(n, ref);
		gen_close(g);
		if (gen_chance(g, 25)) {
			gen_open(g, "else");
			leave_a_mark(n, ref);
			gen_close(g);
		}
	} else {
		leave_a_mark(n, ref);
	}
}

/* Emits a unit of a further kind, about REF or MUTATOR. */
static void emit_this(struct near *n, unsigned which, const char *ref, const char *mutator)
{
	struct gen *g = n->g;
	const struct tick *tick = &n->ticks[which];
	const char *number = "";

	if (tick->numbered)
		number = gen_chance(g, 50) ? ", 1" : gen_chance(g, 50) ? ", 0" : ", 2";
	if (tick->doubts && gen_chance(g, 50))
		ref = "null";
	/* one more than may run at once */
	for (unsigned i = 0; i <= tick->at_most; i++)
		if (tick->also < PLACES)
			OUT("emit t%u(%s%s) into %s;", which, tick->mutators ? mutator : ref,
			    number, n->places[gen_chance(g, 50) ? tick->place : tick->also].name);
		else
			OUT("emit t%u(%s%s);", which, tick->mutators ? mutator : ref, number);
}

/* Of a later one than OWNER. */
static void emit_tick(struct near *n, const char *ref, const char *mutator, unsigned owner)
{
	unsigned first = owner < TICKS ? owner + 1 : 0, which;
	const struct tick *tick;

	if (first >= n->tick_count)
		return;
	which = first + gen_below(n->g, n->tick_count - first);
	tick = &n->ticks[which];
	if (!tick->once && *(tick->mutators ? mutator : ref))
		emit_this(n, which, ref, mutator);
}

/* Those that no fill emits must come from somewhere. */
static void emit_unfilled(struct near *n, const char *ref, const char *mutator)
{
	for (unsigned i = 0; i < n->tick_count; i++)
		if (!n->ticks[i].filled && !n->ticks[i].once &&
		    n->ticks[i].mutators == (*mutator != '\0') && gen_chance(n->g, 85))
			emit_this(n, i, ref, mutator);
}

static void maybe_tick(struct near *n, const char *ref, const char *mutator, unsigned owner,
    bool looks)
{
	struct gen *g = n->g;
	char text[120];

	if (!gen_chance(g, 45))
		return;
	if (looks && gen_chance(g, 30)) {
		condition(n, text, sizeof text);
		gen_open(g, "if %s", text);
		emit_tick(n, ref, mutator, owner);
		OUT("fence(seq_cst);");
		gen_close(g);
	} else {
		emit_tick(n, ref, mutator, owner);
	}
}

/* ----------------------------------------------------------------------- kernels */
static const char *limit(struct near *n)
{
	return gen_limit(n->g,
	    gen_chance(n->g, 12)      ? " serial"
		: gen_chance(n->g, 8) ? " at most 2"
				      : "");
}

static void put_begin(struct near *n)
{
	struct gen *g = n->g;

	gen_open(g, "work start() once");
	if (n->shape != UNSTOPPED)
		OUT("stop mutators;");
	if (!n->interval && gen_chance(g, 90))
		OUT("begin p0;");
	if (n->cleared)
		OUT("for o : object  emit clear(o);");
	gen_open(g, "for m : mutator");
	OUT("emit roots(m);");
	gen_close(g);
	gen_close(g);
}

static void put_roots(struct near *n)
{
	struct gen *g = n->g;
	bool on = n->shape == UNSTOPPED || gen_chance(g, 30);

	gen_open(g, "work roots(m : mutator) set%s%s", limit(n), on ? " on m" : "");
	emit_unfilled(n, "", "m");
	gen_open(g, "for s in m.roots");
	OUT("let r = load(s);");
	gen_open(g, "if r != null");
	OUT("emit mark(r);");
	if (gen_chance(g, 25))
		extra(n, "r", n->looks && !on);
	maybe_tick(n, "r", "m", TICKS, n->looks && !on);
	gen_close(g);
	gen_close(g);
	gen_close(g);
}

static void scan_fields(struct near *n, const char *kind)
{
	struct gen *g = n->g;

	gen_open(g, "for s in o.field");
	OUT("let t = load(s);");
	gen_open(g, "if t != null");
	OUT("emit %s(t);", kind);
	gen_close(g);
	gen_close(g);
}

static void put_mark(struct near *n)
{
	struct gen *g = n->g;

	gen_open(g, "work mark(o : ref) bag%s", limit(n));
	if (gen_chance(g, 25))
		extra(n, "o", n->looks);
	gen_open(g, "if %s",
	    gen_chance(g, 70)       ? "fetch_or(o.mark, 1) == 0"
		: gen_chance(g, 50) ? "swap(o.mark, 1) == 0"
				    : "cas(o.mark, 0, 1) == 0");
	if (n->scans)
		OUT("emit scan(o);");
	else
		scan_fields(n, "mark");
	if (gen_chance(g, 30))
		extra(n, "o", n->looks);
	emit_unfilled(n, "o", "");
	maybe_tick(n, "o", "", TICKS, n->looks);
	gen_close(g);
	gen_close(g);
	if (!n->scans)
		return;
	gen_open(g, "work scan(o : ref) %s%s", gen_chance(g, 60) ? "set" : "bag", limit(n));
	scan_fields(n, "mark");
	if (gen_chance(g, 30))
		extra(n, "o", n->looks);
	gen_close(g);
}

/* A further kind whose object may have been freed. */
static unsigned blind_tick(const struct near *n)
{
	for (unsigned i = 0; i < n->tick_count; i++)
		if (n->ticks[i].blind && n->ticks[i].also == PLACES)
			return i;
	return TICKS;
}

/* A kernel that is emitted for every object may not evaluate guards. */
static void put_sweep(struct near *n)
{
	struct gen *g = n->g;

	gen_open(g, "work sweep(o : ref) set%s", limit(n));
	if (n->reaped)
		OUT("if load(o.mark) == 0  emit reap(o);");
	else if (blind_tick(n) < TICKS)
		OUT("if load(o.mark) == 0 { free(o);  emit t%u(o%s); }", blind_tick(n),
		    n->ticks[blind_tick(n)].numbered ? ", 2" : "");
	else
		OUT("if load(o.mark) == 0  free(o);");
	if (!n->cleared) {
		gen_open(g, "else");
		OUT("store(o.mark, 0);");
		if (gen_chance(g, 25))
			leave_a_mark(n, "o");
		gen_close(g);
	}
	gen_close(g);
	if (n->reaped)
		OUT("work reap(o : ref) set%s { free(o); }", limit(n));
	if (n->cleared)
		OUT("work clear(o : ref) set%s { store(o.mark, 0); }", limit(n));
}

static void put_end(struct near *n)
{
	struct gen *g = n->g;
	bool ends = !n->interval && gen_chance(g, 90);

	if (n->shape == STOPPED) {
		gen_open(g, "work finish() once");
		gen_cycles_kernel(g);
		if (ends)
			OUT("end p0;");
		OUT("resume mutators;");
		gen_close(g);
	} else if (n->shape == BESIDE) {
		OUT("work go() once { resume mutators; }");
		gen_open(g, "work finish() once");
		OUT("stop mutators;");
		gen_cycles_kernel(g);
		/* buffers are empty while mutators are stopped */
		gen_open(g, "if %s(%s)", gen_chance(g, 65) ? "drained" : "idle",
		    n->places[n->trace].name);
		OUT("end p0;");
		OUT("for o : object  emit sweep(o);");
		gen_close(g);
		if (gen_chance(g, 10)) {
			gen_open(g, "else");
			OUT("fence(seq_cst);");
			gen_close(g);
		}
		OUT("resume mutators;");
		gen_close(g);
	} else if (ends) {
		OUT("work finish() once { end p0; }");
	} else {
		OUT("work finish() once { fence(seq_cst); }");
	}
}

static void counts_on(struct near *n, unsigned which)
{
	struct gen *g = n->g;
	const struct tick *tick = &n->ticks[which];

	if (!tick->numbered)
		return;
	if (tick->also < PLACES)
		OUT("if n < 2  emit t%u(o, n + 1) into %s;", which, n->places[tick->place].name);
	else
		OUT("if n < %u  emit t%u(o, n + 1);", 1 + gen_below(g, 2), which);
}

/* Where several units do it at once, one is lost, and that can be told. */
static void count_unit(struct near *n, const struct tick *tick, const char *ref)
{
	struct gen *g = n->g;
	unsigned name = n->names++;

	if (!tick->at_most)
		return;
	OUT("let u%u = load(%s.age);", name, ref);
	OUT("if u%u < 3  store(%s.age, u%u + 1);", name, ref, name);
}

static void put_tick_head(struct near *n, unsigned which)
{
	struct gen *g = n->g;
	const struct tick *tick = &n->ticks[which];
	char most[24] = "";

	if (tick->at_most == 1 && gen_chance(g, 70))
		snprintf(most, sizeof most, " serial");
	else if (tick->at_most)
		snprintf(most, sizeof most, " at most %u", tick->at_most);
	gen_open(g, "work t%u(%s%s) %s%s%s", which,
	    tick->once           ? ""
		: tick->mutators ? "m : mutator"
				 : "o : ref",
	    tick->numbered ? ", n : 0 .. 2" : "", tick->once ? "once" : "bag", most,
	    tick->on ? " on m" : "");
}

static void put_tick(struct near *n, unsigned which)
{
	struct gen *g = n->g;
	const struct tick *tick = &n->ticks[which];
	bool looks = n->looks && !tick->on && !tick->again;

	put_tick_head(n, which);
	if (tick->once) {
		maybe_tick(n, "", "", which, looks);
		OUT("fence(seq_cst);");
	} else if (tick->mutators) {
		gen_open(g, "for s in m.roots");
		OUT("let r = load(s);");
		gen_open(g, "if r != null");
		count_unit(n, tick, "r");
		extra(n, "r", looks);
		maybe_tick(n, "r", "", which, looks);
		gen_close(g);
		gen_close(g);
	} else if (tick->blind) {
		OUT("fence(seq_cst);");
		counts_on(n, which);
	} else {
		if (tick->doubts)
			gen_open(g, "if o != null");
		count_unit(n, tick, "o");
		extra(n, "o", looks);
		maybe_tick(n, "o", "", which, looks);
		if (gen_chance(g, 20))
			extra(n, "o", looks);
		counts_on(n, which);
		if (tick->doubts)
			gen_close(g);
	}
	gen_close(g);
}

/* What the mutator sees of a phase is left in an object. */
static void tell_phase(struct near *n)
{
	struct gen *g = n->g;

	gen_open(g, "if %s%s", gen_chance(g, 70) ? "" : "not ",
	    n->second && gen_chance(g, 50) ? "p1" : "p0");
	if (gen_chance(g, 30)) /* from a buffer */
		emit_tick(n, "o", "", TICKS);
	leave_a_mark(n, "o");
	gen_close(g);
	if (!gen_chance(g, 40))
		return;
	gen_open(g, "else");
	leave_a_mark(n, "o");
	gen_close(g);
}

static void put_further_barriers(struct near *n)
{
	struct gen *g = n->g;

	if (gen_chance(g, 30)) {
		uint64_t state = g->state; /* so that everything else is as without it */
		bool exchanges = gen_chance(g, 50);

		g->state = state;
		gen_open(g, "barrier after_store(o, s, new%s", exchanges ? ", old) acquire" : ")");
		if (exchanges)
			OUT("if p0 and old != null and load(old.mark) == 0  emit mark(old);");
		OUT("let now = load(s);");
		gen_open(g, "if now == new");
		tell_phase(n);
		gen_close(g);
		gen_close(g);
	}
	if (gen_chance(g, 20)) {
		gen_open(g, "barrier received(o)");
		OUT("if p0 and load(o.mark) == 0  emit mark(o);");
		if (gen_chance(g, 50))
			tell_phase(n);
		gen_close(g);
	}
}

static void put_barriers(struct near *n)
{
	struct gen *g = n->g;

	if (n->shape == STOPPED && gen_chance(g, 65))
		return;
	gen_open(g, "barrier before_store(o, s, new)");
	gen_open(g, "if p0");
	OUT("let old = load(s);");
	OUT("if old != null and load(old.mark) == 0  emit mark(old);");
	gen_close(g);
	if (gen_chance(g, 50))
		tell_phase(n);
	gen_close(g);
	put_further_barriers(n);
	gen_open(g, "barrier allocated(o)");
	OUT("if p0  store(o.mark, 1);");
	if (gen_has(g, GEN_CYCLES) && gen_chance(g, 20))
		OUT("if p0  request %s;", gen_cycle_name(g));
	if (gen_chance(g, 15))
		leave_a_mark(n, "o");
	gen_close(g);
}

/* ----------------------------------------------------------------------- buckets */
static unsigned place(struct near *n, const char *name, const char *kinds, const char *opening,
    const char *fill)
{
	struct place *p = &n->places[n->place_count];

	snprintf(p->name, sizeof p->name, "%s", name);
	snprintf(p->kinds, sizeof p->kinds, "%s", kinds);
	snprintf(p->opening, sizeof p->opening, "%s", opening);
	snprintf(p->fill, sizeof p->fill, "%s", fill);
	return n->place_count++;
}

/* STW: start, stacks, trace, sweep, finish. */
static void plan_stopped(struct near *n)
{
	place(n, "bs", n->cleared ? "start, clear" : "start", "", "emit start();");
	place(n, "bt", "roots", "open when drained(bs)", "");
	n->trace = place(n, "br", n->scans ? "mark, scan" : "mark", "open when drained(bt)", "");
	if (n->shape == UNSTOPPED) {
		place(n, "bf", "finish", "open when drained(br)", "emit finish();");
		return;
	}
	place(n, "bw", n->reaped ? "sweep, reap" : "sweep", "open when drained(br)",
	    "for o : object  emit sweep(o);");
	place(n, "bf", "finish", "open when drained(bw)", "emit finish();");
}

/* Marking while mutators run, with two stops. */
static void plan_beside(struct near *n)
{
	place(n, "bs", n->cleared ? "start, clear" : "start", "", "emit start();");
	place(n, "bt", "roots", "open when drained(bs)", "");
	place(n, "bg", "go", "open when drained(bt)", "emit go();");
	n->trace = place(n, "br", n->scans ? "mark, scan" : "mark", "open when drained(bt)", "");
	if (n->whenever)
		place(n, "bf", "finish", "open whenever p0 and drained(bg) and idle(br)",
		    "emit finish();");
	else
		place(n, "bf", "finish", "open when drained(bg) and drained(br)", "emit finish();");
	place(n, "bw", n->reaped ? "sweep, reap" : "sweep", "open when drained(bg) and not p0", "");
}

/* A bucket of a further kind, somewhere between the others. */
static void guard_of_tick(struct near *n, unsigned from, const char *itself, char *text,
    size_t room)
{
	struct gen *g = n->g;
	char more[120] = "", add[140] = "", close[140] = "";
	const char *after = n->places[gen_below(g, from)].name;
	bool whenever = gen_chance(g, 40), is_kind = *itself == 't';

	if (gen_chance(g, 35)) {
		condition(n, more, sizeof more);
		snprintf(add, sizeof add, " and (%s)", more);
	}
	if (gen_chance(g, 30)) {
		condition(n, more, sizeof more);
		snprintf(close, sizeof close, " close when %s", more);
		g->reopens |= !whenever;
	}
	g->reopens |= whenever;
	if (whenever) /* so that it does not open forever */
		snprintf(text, room, "open whenever %s(%s)%s and not %s(%s)",
		    gen_chance(g, 50) ? "drained" : "open", after, add,
		    is_kind || gen_chance(g, 60) ? "drained" : "empty", itself);
	else if (gen_chance(g, 80))
		snprintf(text, room, "open when %s(%s)%s%s",
		    gen_chance(g, 60)       ? "drained"
			: gen_chance(g, 60) ? "empty"
					    : "idle",
		    after, add, close);
}

static void fill_of_tick(struct near *n, unsigned which, char *text, size_t room)
{
	struct gen *g = n->g;
	const struct tick *tick = &n->ticks[which];
	char guard[120], emit[80];

	if (tick->again)
		snprintf(emit, sizeof emit, "for x : object  emit t%u(x%s)%s", which,
		    tick->numbered ? ", 1" : "", tick->also < PLACES ? " into bx" : "");
	else if (tick->once)
		snprintf(emit, sizeof emit, "emit t%u()", which);
	else if (tick->mutators)
		snprintf(emit, sizeof emit, "for x : mutator  emit t%u(x)", which);
	else
		return;
	if (gen_chance(g, 50) && !tick->again) {
		if (gen_chance(g, n->interval ? 60 : 30))
			snprintf(guard, sizeof guard, "%sp0", gen_chance(g, 50) ? "not " : "");
		else
			condition(n, guard, sizeof guard);
		n->looked_from = n->place_count;
		snprintf(text, room, "if %s  %s;", guard, emit);
	} else {
		snprintf(text, room, "%s;", emit);
	}
}

static void plan_tick(struct near *n, unsigned which)
{
	struct gen *g = n->g;
	struct tick *tick = &n->ticks[which];
	unsigned what = gen_below(g, 10), old = n->place_count;
	char name[8], kind[8], opening[400] = "", fill[240] = "";

	*tick = (struct tick){ .mutators = what < 3, .once = what == 3, .also = PLACES };
	tick->on = tick->mutators && gen_chance(g, 60);
	if (gen_chance(g, gen_has(g, GEN_LIMITS) ? 70 : 15))
		tick->at_most = tick->once || gen_chance(g, 65) ? 1 : 2;
	tick->numbered =
	    gen_has(g, GEN_NUMBERS) && !tick->mutators && !tick->once && gen_chance(g, 75);
	tick->doubts = gen_has(g, GEN_STALE) && !tick->mutators && !tick->once && gen_chance(g, 90);
	tick->blind = tick->doubts && gen_chance(g, 60);
	tick->again = what == 4 && n->shape == STOPPED;
	snprintf(kind, sizeof kind, "t%u", which);
	if (gen_chance(g, 40) && !tick->once) {
		tick->place = gen_below(g, old);
		strcat(strcat(n->places[tick->place].kinds, ", "), kind);
		tick->again = false;
		if (!(g->features & GEN_INTO) || gen_chance(g, 80))
			return;
	} else {
		tick->place = old;
	}
	snprintf(name, sizeof name, "b%u", which);
	guard_of_tick(n, old, gen_chance(g, 50) ? kind : name, opening, sizeof opening);
	if (tick->place != old)
		tick->also = old;
	else if (gen_chance(g, 90))
		fill_of_tick(n, which, fill, sizeof fill);
	tick->filled = *fill;
	place(n, name, kind, opening, fill);
}

static void put_places(struct near *n)
{
	struct gen *g = n->g;

	for (unsigned i = 0; i < n->place_count; i++) {
		const struct place *p = &n->places[i];

		OUT("bucket %s { %s }%s%s%s%s%s%s", p->name, p->kinds,
		    p->in_major       ? " in major"
			: p->in_minor ? " in minor"
				      : "",
		    *p->opening ? " " : "", p->opening, *p->fill ? " fill { " : "", p->fill,
		    *p->fill ? " }" : ";");
	}
}

static void put_cycle_end(struct near *n, bool minor)
{
	struct gen *g = n->g;
	const char *and = "";

	for (unsigned i = 0; i < n->place_count; i++) {
		const struct place *p = &n->places[i];
		bool other = minor ? p->in_major : p->in_minor;

		if (other ||
		    (i + 1 < n->place_count && p->name[1] != 'f' && p->name[1] != 'w' &&
			p->name[1] > '9' && !gen_chance(g, 20)))
			continue;
		gd_out_printf(g->out, "%sdrained(%s)", and, p->name);
		and = " and ";
	}
	gd_out_puts(g->out, ";\n");
}

static void put_cycles(struct near *n)
{
	struct gen *g = n->g;

	gd_out_printf(g->out, "cycle %s from requested to ", n->two_cycles ? "minor" : "gc");
	put_cycle_end(n, true);
	if (!n->two_cycles)
		return;
	gd_out_puts(g->out, "cycle major from requested to ");
	put_cycle_end(n, false);
}

/* ------------------------------------------------------------------ the whole file */
/* Where a phase begins: often with the bucket of a further kind, whose fill may look at it. */
static unsigned some_place(struct near *n)
{
	struct gen *g = n->g;
	unsigned further = n->place_count - n->first_of_ticks;

	if (n->looked_from < PLACES && gen_chance(g, 60))
		return n->looked_from;
	return further && gen_chance(g, 40) ? n->first_of_ticks + gen_below(g, further)
					    : gen_below(g, n->place_count);
}

static void put_interval(struct near *n, const char *name, const char *seen)
{
	struct gen *g = n->g;
	unsigned from = some_place(n), to = from + gen_below(g, n->place_count - from);

	OUT("phase %s%s from %s(%s) to %s(%s);", name, seen, gen_chance(g, 60) ? "open" : "drained",
	    n->places[from].name, gen_chance(g, 60) ? "drained" : "open",
	    gen_chance(g, 85) ? n->places[to].name : place_name(n));
}

/* What an object begins with is not always zero. */
static void put_object(struct near *n)
{
	struct gen *g = n->g;

	gen_open(g, "object");
	OUT("mark : bit = 0;");
	OUT("flag : bit = %u;", gen_chance(g, 12));
	OUT("hue : { white, grey, black } = %s;", gen_chance(g, 88) ? "white" : "grey");
	OUT("age : 0 .. 3 = %u;", gen_chance(g, 75) ? 0 : 1 + gen_below(g, 2));
	OUT("field : ref[];");
	gen_close(g);
}

static void put_head(struct near *n)
{
	struct gen *g = n->g;
	const char *seen = n->at_handshake ? " at handshake" : gen_chance(g, 50) ? " at once" : "";

	OUT("collector near;");
	put_object(n);
	if (g->ghost)
		OUT("ghost g0 : 0 .. 2 = 0;  ghost g1 : bool = false;");
	if (!n->interval)
		OUT("phase p0%s;", seen);
	else
		put_interval(n, "p0", seen);
	if (n->second)
		put_interval(n, "p1", gen_chance(g, 65) ? " at handshake" : "");
}

static void plan(struct near *n)
{
	struct gen *g = n->g;
	unsigned shape = gen_below(g, 100);

	gen_plan_extras(g);
	n->shape = shape < 38 ? STOPPED : shape < 72 ? BESIDE : UNSTOPPED;
	n->scans = gen_chance(g, 40);
	n->whenever = gen_chance(g, 75);
	n->cleared = n->shape != UNSTOPPED && gen_chance(g, 12);
	n->reaped = gen_chance(g, 20);
	n->interval = n->shape != BESIDE && gen_chance(g, 65);
	n->at_handshake = gen_chance(g, n->shape == UNSTOPPED ? 80 : 60);
	n->second = gen_chance(g, 35);
	n->favourite = gen_below(g, ATOMS);
	n->looks = gen_chance(g, 75);
	n->two_cycles = gen_chance(g, gen_has(g, GEN_CYCLES) ? 85 : 10);
	g->two_cycles = n->two_cycles;
	if (n->shape == BESIDE)
		plan_beside(n);
	else
		plan_stopped(n);
	n->first_of_ticks = n->place_count;
	n->looked_from = PLACES;
	g->reopens = n->shape == BESIDE && n->whenever;
	n->tick_count = gen_below(g, TICKS + 1);
	if (g->extras & (GEN_STALE | GEN_NUMBERS | GEN_CYCLES) && n->tick_count == 0)
		n->tick_count = 1;
	for (unsigned i = 0; i < n->tick_count; i++)
		plan_tick(n, i);
	if (n->two_cycles && n->tick_count)
		for (unsigned i = 0; i < n->place_count; i++)
			if (n->places[i].name[1] <= '9')
				n->places[i].in_major = true;
}

/* The names that properties may use: gen_properties has its own. */
static void name_all(struct near *n)
{
	static const struct gen_meta metas[] = { { "mark", "bit", 2, { "0", "1", NULL } },
		{ "flag", "bit", 2, { "0", "1", NULL } },
		{ "hue", "tags", 3, { "white", "grey", "black" } } };
	struct gen *g = n->g;
	const char *kinds[GEN_KINDS] = { "mark", n->scans ? "scan" : "mark",
		n->shape == UNSTOPPED ? "mark" : "sweep" };
	char tick[TICKS][4];

	g->kind_count = 3;
	for (unsigned i = 0; i < n->tick_count; i++)
		if (!n->ticks[i].mutators && !n->ticks[i].once) {
			snprintf(tick[i], sizeof tick[i], "t%u", i);
			g->kinds[g->kind_count].numbered = n->ticks[i].numbered;
			kinds[g->kind_count++] = tick[i];
		}
	for (unsigned i = 0; i < g->kind_count; i++) {
		snprintf(g->kinds[i].name, sizeof g->kinds[i].name, "%s", kinds[i]);
		g->kinds[i].param = GEN_OBJECT;
	}
	g->bucket_count = n->place_count;
	for (unsigned i = 0; i < n->place_count; i++)
		snprintf(g->buckets[i].name, sizeof g->buckets[i].name, "%s", n->places[i].name);
	memcpy(g->metas, metas, sizeof metas);
	g->meta_count = 3;
	g->phase = true;
	g->buffered = n->trace;
}

/* Only a collector that sweeps has the kinds that this needs. */
void gen_near(struct gd_out *out, uint64_t seed, uint64_t index, unsigned features)
{
	struct gen gen = { .state = (seed * 0x2545f4914f6cdd1du + index) ^ 0x5bd1e995,
		.out = out,
		.features = features },
		   *g = &gen;
	struct near near = { .g = g }, *n = &near;

	gen_next(g);
	OUT("// near %llu %llu", (unsigned long long)seed, (unsigned long long)index);
	plan(n);
	g->ghost = features & (GEN_CLIENT | GEN_ASKED) && gen_chance(g, 25);
	put_head(n);
	put_begin(n);
	put_roots(n);
	put_mark(n);
	if (n->shape != UNSTOPPED)
		put_sweep(n);
	put_end(n);
	for (unsigned i = 0; i < n->tick_count; i++)
		put_tick(n, i);
	put_barriers(n);
	put_places(n);
	put_cycles(n);
	if (features & (GEN_CLIENT | GEN_ASKED)) {
		name_all(n);
		gen_properties(g);
	}
	gen_scenario(g);
}
