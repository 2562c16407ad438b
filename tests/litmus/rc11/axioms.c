/* axioms.c: RC11's axioms, as they are printed. */
#include "tests/litmus/rc11/rc11.h"

static relation compose(relation a, relation b)
{
	relation r = { { 0 } };

	for (int i = 0; i < MOST_EVENTS; i++)
		for (uint32_t left = a.row[i]; left; left &= left - 1)
			r.row[i] |= b.row[__builtin_ctz(left)];
	return r;
}

static relation either(relation a, relation b)
{
	for (int i = 0; i < MOST_EVENTS; i++)
		a.row[i] |= b.row[i];
	return a;
}

static relation inverse(relation a)
{
	relation r = { { 0 } };

	for (int i = 0; i < MOST_EVENTS; i++)
		for (uint32_t left = a.row[i]; left; left &= left - 1)
			r.row[__builtin_ctz(left)] |= UINT32_C(1) << i;
	return r;
}

static relation closure(relation a) /* a+ */
{
	for (int k = 0; k < MOST_EVENTS; k++)
		for (int i = 0; a.row[k] && i < MOST_EVENTS; i++)
			if (a.row[i] >> k & 1)
				a.row[i] |= a.row[k];
	return a;
}

static relation maybe(relation a) /* a? */
{
	for (int i = 0; i < MOST_EVENTS; i++)
		a.row[i] |= UINT32_C(1) << i;
	return a;
}

static bool is_irreflexive(relation a)
{
	for (int i = 0; i < MOST_EVENTS; i++)
		if (a.row[i] >> i & 1)
			return false;
	return true;
}

static relation without(relation a, relation b)
{
	for (int i = 0; i < MOST_EVENTS; i++)
		a.row[i] &= ~b.row[i];
	return a;
}

/* [S]: relates each event of a set to itself. */
typedef bool set_function(const struct event *event);
static relation of(const struct execution *x, set_function *set)
{
	relation r = { { 0 } };

	for (int i = 0; i < x->count; i++)
		r.row[i] = set(&x->events[i]) ? UINT32_C(1) << i : 0;
	return r;
}

static bool a_read(const struct event *e)
{
	return e->reads;
}
static bool a_write(const struct event *e)
{
	return e->writes;
}
static bool a_fence(const struct event *e)
{
	return e->fence;
}
static bool an_sc_fence(const struct event *e)
{
	return e->fence && e->order == SEQ_CST;
}
static bool an_sc_access(const struct event *e)
{
	return !e->fence && e->order == SEQ_CST;
}

static bool releasing(const struct event *e)
{
	return !e->reads && (e->order == RELEASE || e->order == ACQ_REL || e->order == SEQ_CST);
}

static bool acquiring(const struct event *e)
{
	return !e->writes && (e->order == ACQUIRE || e->order == ACQ_REL || e->order == SEQ_CST);
}

static relation of_one_location(const struct execution *x, relation a, bool is_one)
{
	for (int i = 0; i < x->count; i++)
		a.row[i] &= is_one ? x->alike[i] : ~x->alike[i];
	return a;
}

bool has_thin_air(const struct execution *x)
{
	return !is_irreflexive(closure(either(x->sb, x->rf)));
}

bool is_coherent_alone(const struct execution *x, int at)
{
	relation rb = compose(inverse(x->rf), x->mo), all = either(either(x->sb, x->rf), x->mo);

	all = either(all, rb);
	for (int i = 0; i < x->count; i++)
		all.row[i] &= !x->events[i].fence && x->events[i].at == at
		    ? x->alike[i] & ~(UINT32_C(1) << i)
		    : 0;
	return is_irreflexive(closure(all));
}

static relation happens_before(const struct execution *x, enum axioms axioms)
{
	relation fence = of(x, a_fence), write = of(x, a_write), read = of(x, a_read), rs, sw;
	relation updates = closure(compose(x->rf, x->rmw));

	rs = write;
	if (axioms == RC11_AS_PRINTED)
		rs = compose(compose(rs, maybe(of_one_location(x, x->sb, true))), write);
	rs = compose(rs, maybe(updates));
	sw = compose(of(x, releasing), maybe(compose(fence, x->sb)));
	sw = compose(compose(compose(sw, rs), x->rf), read);
	sw = compose(compose(sw, maybe(compose(x->sb, fence))), of(x, acquiring));
	return closure(either(x->sb, sw));
}

/* The partial order of seq_cst accesses and fences. */
static relation psc(const struct execution *x, relation hb, relation eco, relation rb)
{
	relation fence = of(x, an_sc_fence), access = of(x, an_sc_access);
	relation elsewhere = of_one_location(x, x->sb, false), scb, base;

	scb = either(x->sb, compose(compose(elsewhere, hb), elsewhere));
	scb = either(either(scb, of_one_location(x, hb, true)), either(x->mo, rb));
	base = compose(either(access, compose(fence, maybe(hb))), scb);
	base = compose(base, either(access, compose(maybe(hb), fence)));
	hb = either(hb, compose(compose(hb, eco), hb));
	return either(base, compose(compose(fence, hb), fence));
}

bool is_consistent(const struct execution *x, enum axioms axioms)
{
	relation hb = happens_before(x, axioms), rb, eco, self = maybe((relation){ { 0 } });

	rb = without(compose(inverse(x->rf), x->mo), self);
	eco = closure(either(either(x->rf, x->mo), rb));
	if (!is_irreflexive(compose(hb, maybe(eco))))
		return false; /* coherence */
	if (!is_irreflexive(compose(compose(rb, x->mo), inverse(x->rmw))))
		return false; /* atomicity */
	switch (axioms) {
	case RC11:
	case RC11_AS_PRINTED: return is_irreflexive(closure(psc(x, hb, eco, rb)));
	case NO_ORDER: return true;
	case FULL_ORDER: break;
	}
	self = either(of(x, an_sc_fence), of(x, an_sc_access));
	eco = closure(either(x->sb, eco));
	return is_irreflexive(closure(compose(compose(self, eco), self)));
}
