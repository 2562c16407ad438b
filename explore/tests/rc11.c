/* rc11.c: all executions of a program, and RC11's axioms: Lahav, Vafeiadis, Kang, Hur, Dreyer,
 * Repairing Sequential Consistency in C/C++11 (PLDI 2017), with the release sequences of C++20.
 * A relation is a set of events for each event, as bits.  A read-modify-write is two events. */
#include <stdlib.h>
#include <string.h>

#include "explore/tests/straight.h"

enum { EVENTS = LOCATIONS + 2 * THREADS * STEPS, NO_LOCATION = LOCATIONS };

typedef uint64_t set;
struct relation {
	set of[EVENTS];
};

struct event {
	unsigned thread, step, at;
	bool reads, writes, fence, acquires, releases, strong;
	uint8_t value;  /* written */
	uint8_t wanted; /* a CAS that succeeds reads this, one that fails does not */
	bool wants, differs;
};

static struct event events[EVENTS];
static unsigned count;
static struct relation sb, rmw, rf, mo;
static unsigned source[EVENTS]; /* of reads */

static const struct straight *program;
static struct outcomes *found;

#define BIT(i)  (UINT64_C(1) << (i))
#define EACH(i) for (unsigned i = 0; i < count; i++)

/* ---------------------------------------------------------------------- relations */
static struct relation join(const struct relation *a, const struct relation *b)
{
	struct relation made = { { 0 } };

	EACH(i)
	made.of[i] = a->of[i] | b->of[i];
	return made;
}

static struct relation then(const struct relation *a, const struct relation *b)
{
	struct relation made = { { 0 } };

	EACH(i)
	{
		made.of[i] = 0;
		EACH(j)
		if (a->of[i] & BIT(j))
			made.of[i] |= b->of[j];
	}
	return made;
}

static struct relation closure(struct relation a)
{
	EACH(k)
	EACH(i)
	if (a.of[i] & BIT(k))
		a.of[i] |= a.of[k];
	return a;
}

static struct relation inverse(const struct relation *a)
{
	struct relation made = { { 0 } };

	EACH(i)
	{
		made.of[i] = 0;
		EACH(j)
		if (a->of[j] & BIT(i))
			made.of[i] |= BIT(j);
	}
	return made;
}

static struct relation reflexive(struct relation a)
{
	EACH(i)
	a.of[i] |= BIT(i);
	return a;
}

static struct relation from(set first, struct relation a)
{
	EACH(i)
	if (!(first & BIT(i)))
		a.of[i] = 0;
	return a;
}

static struct relation to(struct relation a, set last)
{
	EACH(i)
	a.of[i] &= last;
	return a;
}

static bool is_irreflexive(const struct relation *a)
{
	EACH(i)
	if (a->of[i] & BIT(i))
		return false;
	return true;
}

static bool is_acyclic(struct relation a)
{
	a = closure(a);
	return is_irreflexive(&a);
}

/* ---------------------------------------------------------------- sets of events */
static bool writes(const struct event *e)
{
	return e->writes;
}

static bool reads(const struct event *e)
{
	return e->reads;
}

static bool is_release_write(const struct event *e)
{
	return e->writes && e->releases;
}

static bool is_release_fence(const struct event *e)
{
	return e->fence && e->releases;
}

static bool is_acquire_read(const struct event *e)
{
	return e->reads && e->acquires;
}

static bool is_acquire_fence(const struct event *e)
{
	return e->fence && e->acquires;
}

static bool is_strong(const struct event *e)
{
	return e->strong;
}

static bool is_strong_fence(const struct event *e)
{
	return e->strong && e->fence;
}

static set those(bool (*are)(const struct event *))
{
	set made = 0;

	EACH(i)
	if (are(&events[i]))
		made |= BIT(i);
	return made;
}

/* ------------------------------------------------------------------------- axioms */
static struct relation synchronizes(void)
{
	struct relation rf_rmw = then(&rf, &rmw), one = { { 0 } }, sequence, fences, left, right,
			made;

	one = reflexive(one);
	sequence = reflexive(closure(rf_rmw));
	fences = from(those(is_release_fence), sb);
	left = from(those(is_release_write), one);
	left = join(&left, &fences);
	left = to(left, those(writes));
	fences = to(sb, those(is_acquire_fence));
	right = from(those(is_acquire_read), one);
	right = join(&right, &fences);
	right = from(those(reads), right);
	made = then(&left, &sequence);
	made = then(&made, &rf);
	return then(&made, &right);
}

/* SAME: of one location; otherwise not of one. */
static struct relation located(const struct relation *a, bool same)
{
	struct relation made = *a;

	EACH(i)
	EACH(j)
	if ((events[i].at != NO_LOCATION && events[i].at == events[j].at) != same)
		made.of[i] &= ~BIT(j);
	return made;
}

static bool is_psc(const struct relation *hb, const struct relation *rb, const struct relation *eco)
{
	set strong = those(is_strong), fences = those(is_strong_fence);
	struct relation one = { { 0 } }, maybe = reflexive(*hb), other = located(&sb, false), scb,
			part, left, right, base;

	one = reflexive(one);
	part = then(&other, hb);
	scb = then(&part, &other);
	scb = join(&scb, &sb);
	part = located(hb, true);
	scb = join(&scb, &part);
	scb = join(&scb, &mo);
	scb = join(&scb, rb);
	left = from(strong, one);
	part = from(fences, maybe);
	left = join(&left, &part);
	right = to(one, strong);
	part = to(maybe, fences);
	right = join(&right, &part);
	base = then(&left, &scb);
	base = then(&base, &right);
	part = then(hb, eco);
	part = then(&part, hb);
	part = join(&part, hb);
	part = to(from(fences, part), fences);
	base = join(&base, &part);
	return is_acyclic(base);
}

static bool is_consistent(void)
{
	struct relation back = inverse(&rf), rb = then(&back, &mo), eco, sw, hb, bad;

	EACH(i)
	rb.of[i] &= ~BIT(i);
	eco = join(&rf, &mo);
	eco = join(&eco, &rb);
	eco = closure(eco);
	sw = synchronizes();
	hb = join(&sb, &sw);
	/* what a location has at first is there before all */
	for (unsigned i = 0; i < LOCATIONS; i++)
		hb.of[i] = ~(BIT(LOCATIONS) - 1) & (BIT(count) - 1);
	hb = closure(hb);
	bad = reflexive(eco);
	bad = then(&hb, &bad);
	if (!is_irreflexive(&bad))
		return false;
	bad = then(&rb, &mo);
	EACH(i)
	if (bad.of[i] & rmw.of[i])
		return false;
	return is_psc(&hb, &rb, &eco);
}

/* ---------------------------------------------------------------------- executions */
static void add_if_consistent(void)
{
	struct outcome outcome;

	if (!is_consistent())
		return;
	memset(&outcome, 0, sizeof outcome);
	EACH(i)
	{
		if (events[i].reads)
			outcome.got[events[i].thread][events[i].step] = events[source[i]].value;
		if (events[i].writes && mo.of[i] == 0)
			outcome.memory[events[i].at] = events[i].value;
	}
	add_outcome(found, &outcome);
}

static set writes_of(unsigned at)
{
	set made = 0;

	EACH(i)
	if (events[i].writes && events[i].at == at)
		made |= BIT(i);
	return made;
}

/* Orders the writes: those of the location AT that are not in DONE come after all that are. */
static void order_writes(unsigned at, set done)
{
	set all;

	if (at == LOCATIONS) {
		add_if_consistent();
		return;
	}
	all = writes_of(at);
	if (done == all) {
		order_writes(at + 1, BIT(at + 1));
		return;
	}
	EACH(i)
	{
		if (!(all & BIT(i)) || done & BIT(i))
			continue;
		EACH(j)
		if (done & BIT(j))
			mo.of[j] |= BIT(i);
		order_writes(at, done | BIT(i));
		EACH(j)
		if (done & BIT(j))
			mo.of[j] &= ~BIT(i);
	}
}

static void choose_sources(unsigned i)
{
	struct relation both;

	while (i < count && !events[i].reads)
		i++;
	if (i == count) {
		both = join(&sb, &rf);
		memset(&mo, 0, sizeof mo);
		if (is_acyclic(both))
			order_writes(0, BIT(0));
		return;
	}
	EACH(j)
	{
		if (!events[j].writes || events[j].at != events[i].at ||
		    (events[i].wants && events[j].value != events[i].wanted) ||
		    (events[i].differs && events[j].value == events[i].wanted))
			continue;
		source[i] = j;
		rf.of[j] |= BIT(i);
		choose_sources(i + 1);
		rf.of[j] &= ~BIT(i);
	}
}

/* ------------------------------------------------------------------------- events */
static struct event event_of(unsigned thread, unsigned step, enum gcx_order order)
{
	return (struct event){ .thread = thread,
		.step = step,
		.at = program->steps[thread][step].at,
		.strong = order == GCX_SEQ_CST,
		.acquires = order == GCX_ACQUIRE || order == GCX_ACQ_REL || order == GCX_SEQ_CST,
		.releases = order == GCX_RELEASE || order == GCX_ACQ_REL || order == GCX_SEQ_CST,
		.value = program->steps[thread][step].value };
}

static void add_event(const struct event *event)
{
	EACH(i)
	if (i >= LOCATIONS && events[i].thread == event->thread)
		sb.of[i] |= BIT(count);
	sb.of[count] = rmw.of[count] = rf.of[count] = mo.of[count] = 0;
	events[count++] = *event;
}

static void remove_event(void)
{
	count--;
	EACH(i)
	{
		sb.of[i] &= ~BIT(count);
		rmw.of[i] &= ~BIT(count);
	}
}

static void add_steps(unsigned thread, unsigned step);

static void add_read(unsigned thread, unsigned step, bool cas, bool succeeds)
{
	const struct step *of = &program->steps[thread][step];
	struct event event = event_of(thread, step, cas && !succeeds ? of->otherwise : of->order);
	struct event write = event;

	event.reads = true;
	event.wanted = of->expected;
	event.wants = cas && succeeds;
	event.differs = cas && !succeeds;
	add_event(&event);
	if (succeeds) {
		write.writes = true;
		add_event(&write);
		rmw.of[count - 2] |= BIT(count - 1);
	}
	add_steps(thread, step + 1);
	if (succeeds)
		remove_event();
	remove_event();
}

static void add_steps(unsigned thread, unsigned step)
{
	const struct step *of = &program->steps[thread][step];
	struct event event;

	if (thread == program->threads) {
		choose_sources(0);
		return;
	}
	if (step == program->count[thread]) {
		add_steps(thread + 1, 0);
		return;
	}
	event = event_of(thread, step, of->order);
	switch (of->kind) {
	case LOAD: add_read(thread, step, false, false); return;
	case SWAP: add_read(thread, step, false, true); return;
	case CAS:
		add_read(thread, step, true, true);
		add_read(thread, step, true, false);
		return;
	case NO_STEP: break;
	case STORE: event.writes = true; break;
	case FENCE:
		event.fence = true;
		event.at = NO_LOCATION;
		break;
	}
	add_event(&event);
	add_steps(thread, step + 1);
	remove_event();
}

void enumerate_rc11(const struct straight *straight, struct outcomes *outcomes)
{
	program = straight;
	found = outcomes;
	memset(&sb, 0, sizeof sb);
	memset(&rmw, 0, sizeof rmw);
	memset(&rf, 0, sizeof rf);
	count = 0;
	for (unsigned i = 0; i < LOCATIONS; i++)
		events[count++] = (struct event){ .at = i, .writes = true };
	add_steps(0, 0);
	sort_outcomes(outcomes);
}
