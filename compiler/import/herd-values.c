/* herd-values.c: which values a test can get to.
 *
 * In C a location holds more than 0 to 255.  A test in which a value may leave that is refused,
 * since the translation, which wraps there, would have other outcomes.  No value is known here;
 * bounds are: each sum or difference is done once, so what a name holds is one of the numbers
 * that can get there, and all that is added on the way. */
#include "compiler/import/herd-internal.h"

enum { MOST = 255, FAR = 100000, INITIALLY = GD_MOST_threads };

struct herd_value herd_holds(struct herd_name *name)
{
	return (struct herd_value){ .text = name->text, .from = name };
}

struct herd_value herd_is_true(const char *text)
{
	return (struct herd_value){ .text = text, .is_bool = true };
}

struct herd_value herd_is_number(struct herd *h, long number)
{
	return (struct herd_value){ .text = gd_arena_printf(h->arena, "%ld", number),
		.number = number };
}

struct herd_name *herd_combined(struct herd *h, struct herd_name *into, enum herd_flow_kind kind,
    struct herd_value left, struct herd_value right, struct gd_loc loc)
{
	struct herd_flow flow = { .into = into,
		.kind = kind,
		.left = left,
		.right = right,
		.loc = loc,
		.thread = h->number_of_thread,
		.block = h->block };

	if (!into) {
		flow.into = GD_NEW(h->arena, struct herd_name);
		flow.into->high = -1;
	}
	if (kind == HERD_COPY)
		flow.left = right;
	GD_PUSH(h->arena, h->flows, flow);
	return flow.into;
}

void herd_flow(struct herd *h, struct herd_name *into, struct herd_value value, struct gd_loc loc)
{
	herd_combined(h, into, HERD_COPY, value, value, loc);
}

/* ---- bounds */
struct bounds {
	long low, high;
};
static const struct bounds nothing = { 1, 0 };

static long no_further(long value)
{
	return value > FAR ? FAR : value < -FAR ? -FAR : value;
}

static bool is_nothing(struct bounds a)
{
	return a.low > a.high;
}

static struct bounds either(struct bounds a, struct bounds b)
{
	if (is_nothing(a) || is_nothing(b))
		return is_nothing(a) ? b : a;
	return (struct bounds){ a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high };
}

static struct bounds sum(struct bounds a, struct bounds b, bool minus)
{
	if (is_nothing(a) || is_nothing(b))
		return nothing;
	return (struct bounds){ no_further(a.low + (minus ? -b.high : b.low)),
		no_further(a.high + (minus ? -b.low : b.high)) };
}

static struct bounds of_value(struct herd_value value)
{
	if (value.from)
		return (struct bounds){ value.from->low, value.from->high };
	return value.is_bool ? (struct bounds){ 0, 1 }
			     : (struct bounds){ value.number, value.number };
}

static struct bounds of_bits(struct bounds a, struct bounds b)
{
	long all = 1;

	while (!is_nothing(a) && !is_nothing(b) && (all <= a.high || all <= b.high) && all < FAR)
		all *= 2;
	return (struct bounds){ 0, all - 1 };
}

/* What a walk over all ways to a name has found. */
struct ways {
	struct bounds starts, added;
	unsigned walk; /* number of the walk, which visited names get */
};

static void walk(struct ways *ways, struct herd_name *to);

static void walk_flow(struct ways *ways, const struct herd_flow *flow)
{
	struct bounds left = of_value(flow->left), right = of_value(flow->right), by = { 0, 0 };
	bool minus = flow->kind == HERD_DIFFERENCE;
	struct herd_name *from = flow->left.from;

	switch (flow->kind) {
	case HERD_COPY: break;
	case HERD_SUM:
	case HERD_DIFFERENCE:
		by = sum(by, from || minus ? right : left, minus);
		if (!from && !minus)
			from = flow->right.from;
		left = sum(left, right, minus);
		break;
	case HERD_BITS:
		from = NULL;
		left = of_bits(left, right);
		break;
	}
	if (from)
		walk(ways, from);
	else
		ways->starts = either(ways->starts, left);
	if (from && !is_nothing(by)) {
		ways->added.low = no_further(ways->added.low + (by.low < 0 ? by.low : 0));
		ways->added.high = no_further(ways->added.high + (by.high > 0 ? by.high : 0));
	}
}

/* Whether, after its initial value, it is only added to. */
static bool is_counter(const struct herd_name *name)
{
	for (const struct herd_flow *flow = name->flows; flow; flow = flow->next)
		if (flow->kind == HERD_BITS ||
		    (flow->left.from != name && (flow->left.from || flow->thread != INITIALLY)))
			return false;
	return true;
}

/* A thread's operations on one location happen in their order.  So those that have happened are
 * always the first few. */
static void walk_counter(struct ways *ways, const struct herd_name *counter)
{
	const struct bounds none = { 0, 0 };
	struct bounds now = none, all = none, before_block = none;
	const struct herd_flow *last = NULL;

	for (const struct herd_flow *flow = counter->flows; flow; last = flow, flow = flow->next) {
		bool is_new = !last || last->thread != flow->thread;

		if (is_new) {
			ways->added = sum(ways->added, all, false);
			now = all = none;
		}
		if (!is_new && last->block &&
		    last->block != flow->block) /* operations in a block may be skipped */
			now = either(now, before_block);
		if (is_new || last->block != flow->block)
			before_block = now;
		if (flow->thread == INITIALLY)
			ways->starts = either(ways->starts, of_value(flow->left));
		else
			now = sum(now, of_value(flow->right), flow->kind == HERD_DIFFERENCE);
		all = either(all, now);
	}
	ways->added = sum(ways->added, all, false);
}

static void walk(struct ways *ways, struct herd_name *to)
{
	if (to->walk == ways->walk)
		return;
	to->walk = ways->walk;
	if (is_counter(to)) {
		walk_counter(ways, to);
		return;
	}
	for (const struct herd_flow *flow = to->flows; flow; flow = flow->next)
		walk_flow(ways, flow);
}

/* Whether the bounds became wider. */
static bool bound(struct herd_name *name, unsigned number)
{
	struct ways ways = { .starts = nothing, .walk = number };
	long low = name->low, high = name->high;

	walk(&ways, name);
	ways.starts = sum(ways.starts, ways.added, false);
	name->low = ways.starts.low;
	name->high = ways.starts.high;
	return name->low != low || name->high != high;
}

static bool is_bad(const struct herd_name *name)
{
	return name->low <= name->high && (name->low < 0 || name->high > MOST);
}

/* Reports a name whose value leaves the range.  If it goes below 0, a difference is the cause, if
 * there is one. */
static void complain(struct herd *h)
{
	const struct herd_flow *flow = NULL;

	for (size_t i = 0; i < h->flows.count; i++) {
		const struct herd_flow *next = &h->flows.at[i];
		bool minus = next->kind == HERD_DIFFERENCE;

		if (next->kind != HERD_COPY && is_bad(next->into) &&
		    (!flow ||
			(minus && next->into == flow->into && flow->into->high <= MOST &&
			    flow->kind != HERD_DIFFERENCE)))
			flow = next;
	}
	if (flow)
		gd_help(herd_error(h, GD_E_herd_value, flow->loc,
			    flow->into->high > MOST ? "this value may get larger than 255"
						    : "this value may get below 0"),
		    "locations and registers hold 0 to 255: use smaller numbers");
}

static void collect_flows(struct herd *h)
{
	h->number_of_thread = INITIALLY;
	for (size_t i = 0; i < h->locations.count; i++)
		herd_flow(h, h->locations.at[i], herd_is_number(h, h->locations.at[i]->init),
		    h->loc);
	for (size_t i = h->flows.count; i--;) {
		struct herd_flow *flow = &h->flows.at[i];

		flow->next = flow->into->flows;
		flow->into->flows = flow;
	}
}

/* Bounds depend on each other, so this repeats until none changes. */
void herd_bound(struct herd *h)
{
	unsigned number = 0;
	bool changed = true;

	collect_flows(h);
	while (changed && !h->failed) {
		changed = false;
		for (size_t i = 0; i < h->flows.count; i++)
			changed |= bound(h->flows.at[i].into, ++number);
		complain(h);
	}
}
