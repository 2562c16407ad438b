/* herd-operation.c: memory operations, those of C11 and those of Linux. */
#include "compiler/import/herd-internal.h"

#include <string.h>

#include "compiler/base/memory.h"

enum form {
	LOAD,     /* (x) */
	STORE,    /* (x, value) */
	CHANGE,   /* (x, value), with a result */
	EXCHANGE, /* (x, &expected, desired): returns whether it was as expected */
	CAS,      /* (x, expected, desired): returns the value that was found */
	FENCE
};
/* C11 has two forms of each operation, except for the fence. */
#define C11(name, c, form, flow)                                                                   \
	{ "atomic_" c "_explicit", name, form, NULL, 0, 0, 0, 0, flow },                           \
	    { "atomic_" c, name, form, "seq_cst", 0, 0, 0, 0, flow },
#define C11_load(name, c, flow)   C11(name, c, LOAD, flow)
#define C11_store(name, c, flow)  C11(name, c, STORE, flow)
#define C11_swap(name, c, flow)   C11(name, c, CHANGE, flow)
#define C11_modify(name, c, flow) C11(name, c, CHANGE, flow)
#define C11_cas(name, c, flow)    C11(name, c, EXCHANGE, flow)
#define C11_fence(name, c, flow)  { "atomic_" c, name, FENCE, NULL, 0, 0, 0, 0, flow },
/* For bounds, the result of FLOW_NOTHING, FLOW_COPY and FLOW_LESS is one of the two values: it fits
 * if both do. */
#define FLOW_NOTHING    HERD_COPY
#define FLOW_COPY       HERD_COPY
#define FLOW_SUM        HERD_SUM
#define FLOW_DIFFERENCE HERD_DIFFERENCE
#define FLOW_LESS       HERD_COPY
#define FLOW_BITS       HERD_BITS
static const struct operation {
	const char *c, *text;
	enum form form;
	const char *order;          /* NULL: the last argument, or the last two, give it */
	const char *before, *after; /* fences around it */
	bool star;                  /* READ_ONCE(*x) */
	const char *weaker;         /* what the translation does not order */
	enum herd_flow_kind flow;   /* of CHANGE: how the new value follows from the two values */
} operations[] = {
#define MEMORY_OPERATION(name, effect, form, arguments, takes, stores, result, c)                  \
	C11_##form(#name, #c, FLOW_##stores)
#include "compiler/base/memory-operations.def"
#undef MEMORY_OPERATION
	{ "READ_ONCE", "load", LOAD, "relaxed", 0, 0, true, 0, HERD_COPY },
	{ "WRITE_ONCE", "store", STORE, "relaxed", 0, 0, true, 0, HERD_COPY },
	{ "smp_load_acquire", "load", LOAD, "acquire", 0, 0, 0, 0, HERD_COPY },
	{ "smp_store_release", "store", STORE, "release", 0, 0, 0, 0, HERD_COPY },
	{ "smp_store_mb", "store", STORE, "relaxed", 0, "seq_cst", 0, 0, HERD_COPY },
	{ "xchg_relaxed", "swap", CHANGE, "relaxed", 0, 0, 0, 0, HERD_COPY },
	{ "xchg_acquire", "swap", CHANGE, "acquire", 0, 0, 0, 0, HERD_COPY },
	{ "xchg_release", "swap", CHANGE, "release", 0, 0, 0, 0, HERD_COPY },
	{ "xchg", "swap", CHANGE, "relaxed", "seq_cst", "seq_cst", 0, 0, HERD_COPY },
	{ "cmpxchg_relaxed", "cas", CAS, "relaxed", 0, 0, 0, 0, HERD_COPY },
	{ "cmpxchg_acquire", "cas", CAS, "acquire, relaxed", 0, 0, 0, 0, HERD_COPY },
	{ "cmpxchg_release", "cas", CAS, "release, relaxed", 0, 0, 0, 0, HERD_COPY },
	{ "smp_mb", "fence", FENCE, "seq_cst", 0, 0, 0, 0, HERD_COPY },
	{ "smp_wmb", "fence", FENCE, "release", 0, 0, 0, "orders stores only", HERD_COPY },
	{ "smp_rmb", "fence", FENCE, "acquire", 0, 0, 0, "orders loads only", HERD_COPY },
};
enum { OPERATION_COUNT = sizeof operations / sizeof *operations };

struct call {
	const struct operation *operation;
	struct gd_loc loc;
	struct herd_name *at;
	struct herd_value value; /* stored, added, desired */
	const char *expected;
	struct herd_name *expected_in; /* the register, or */
	struct herd_name *expected_at; /* the location that gets the value that was found */
	const char *order;
};

/* "fetch_add, fetch_sub, …, " */
static const char *modifications(struct gd_arena *arena)
{
	const char *text = "";

	for (size_t i = 0; i < GD_OPERATIONS; i++)
		if (gd_operations[i].takes == GD_TAKES_NUMBER ||
		    gd_operations[i].takes == GD_TAKES_BITS)
			text = gd_arena_printf(arena, "%s%s, ", text, gd_operations[i].name);
	return text;
}

static const struct operation *find(struct herd *h, const char *name, struct gd_loc loc)
{
	const char *names[OPERATION_COUNT], *near;
	struct gd_diag *diag;

	for (size_t i = 0; i < OPERATION_COUNT; i++) {
		names[i] = operations[i].c;
		if (!strcmp(name, names[i]))
			return &operations[i];
	}
	diag = herd_error(h, GD_E_herd_no_equivalent, loc, "`%.60s` has no equivalent here", name);
	near = strlen(name) < 60 ? gd_did_you_mean(name, names, OPERATION_COUNT) : NULL;
	if (strstr(name, "_weak"))
		gd_help(diag, "use the strong form, which fails only when the values differ");
	else if (near)
		gd_help(diag, "did you mean `%s`?", near);
	else
		gd_help(diag,
		    "loads, stores, exchanges, %scompare_exchange_strong and fences of C11 can be "
		    "imported, and those of Linux that correspond to them",
		    modifications(h->arena));
	return NULL;
}

/* ------------------------------------------------------------------ arguments */
static bool is_legal(enum form form, enum gd_order order)
{
	return form > STORE || gd_order_is_legal(order, form == LOAD, form == STORE);
}

static const char *order_argument(struct herd *h, enum form form)
{
	bool prefixed = h->token == HERD_NAME && !strncmp(h->text, "memory_order_", 13);
	enum gd_order order = prefixed ? gd_order_named(h->text + 13) : GD_ORDERS;

	if (prefixed && !strcmp(h->text + 13, "consume"))
		gd_help(herd_error(h, GD_E_herd_order, h->loc,
			    "the order consume has no equivalent"),
		    "write memory_order_acquire, which compilers use for it");
	else if (order == GD_ORDERS)
		herd_expected(h, "an order such as memory_order_relaxed");
	else if (!is_legal(form, order))
		gd_help(herd_error(h, GD_E_herd_order, h->loc, "a %s cannot be %s",
			    form == LOAD ? "load" : "store", gd_order_name[order]),
		    "it can be %s", gd_legal_orders(h->arena, form == LOAD, form == STORE));
	else
		herd_next(h);
	return order == GD_ORDERS ? gd_order_name[GD_RELAXED] : gd_order_name[order];
}

/* The order of a failing exchange must be one that a load may have. */
static const char *orders(struct herd *h, enum form form)
{
	const char *order = order_argument(h, form), *failure;

	if (form != EXCHANGE)
		return order;
	if (!herd_want(h, ",", "and the order on failure"))
		return order;
	failure = order_argument(h, LOAD);
	return gd_arena_printf(h->arena, "%s, %s", order, failure);
}

/* Reads &r, for the register r, or a location. */
static void expected(struct herd *h, struct call *call)
{
	if (herd_take(h, "&")) {
		call->expected_in = herd_register(h);
		if (h->failed)
			return;
		herd_receive(h, call->expected_in);
		call->expected = call->expected_in->text;
		if (!call->expected_in->is_spoken_of)
			herd_say(h, call->expected_in);
		return;
	}
	herd_plain(h, h->loc);
	call->expected_at = herd_location(h);
	if (!h->failed)
		call->expected = herd_load(h, call->expected_at, "relaxed", NULL).text;
}

/* Whether all arguments are present and right.  If not, reports it. */
static bool arguments(struct herd *h, struct call *call)
{
	const struct operation *op = call->operation;

	if (op->form != FENCE) {
		if (op->star && !herd_want(h, "*", "before the location"))
			return false;
		call->at = herd_location(h);
		if (!call->at)
			return false;
	}
	if (op->form == EXCHANGE || op->form == CAS) {
		herd_want(h, ",", "and the expected value");
		if (op->form == EXCHANGE)
			expected(h, call);
		else
			call->expected = herd_number(h, herd_expression(h)).text;
	}
	if (op->form != FENCE && op->form != LOAD) {
		herd_want(h, ",", "and a value");
		call->value = herd_number(h, herd_expression(h));
	}
	call->order = op->order;
	if (!op->order) {
		if (op->form != FENCE)
			herd_want(h, ",", "and an order");
		call->order = orders(h, op->form);
	}
	herd_want(h, ")", "after the arguments");
	return !h->failed;
}

/* ------------------------------------------------------------------ statements */
/* NAME = the value that was found; then whether it was as expected, as C returns it. */
static struct herd_value exchange(struct herd *h, const struct call *call)
{
	struct herd_name *found = herd_temporary(h);
	struct herd_value same;

	gd_out_line(&h->body, "let %s = cas(%s, %s, %s, %s);", found->text, call->at->text,
	    call->expected, call->value.text, call->order);
	herd_flow(h, found, herd_holds(call->at), call->loc);
	herd_flow(h, call->at, call->value, call->loc);
	/* The register EXPECTED may be assigned next, so the result is computed before. */
	same = herd_number(h,
	    herd_is_true(gd_arena_printf(h->arena, "(%s == %s)", found->text, call->expected)));
	if (call->expected_in) {
		herd_assigned(h, call->expected_in);
		gd_out_line(&h->body, "let %s = %s;", call->expected_in->text, found->text);
	} else {
		gd_out_line(&h->body, "if %s == 0 { store(%s, %s, relaxed); }", same.text,
		    call->expected_at->text, found->text);
	}
	herd_flow(h, call->expected_in ? call->expected_in : call->expected_at, herd_holds(found),
	    call->loc);
	return same;
}

static struct herd_value change(struct herd *h, const struct call *call, struct herd_name *into,
    bool wanted)
{
	const struct operation *op = call->operation;
	struct herd_name *result = into ? into : wanted ? herd_temporary(h) : NULL;
	const char *values = op->form == CAS
	    ? gd_arena_printf(h->arena, "%s, %s", call->expected, call->value.text)
	    : call->value.text;

	if (into) {
		herd_receive(h, into);
		herd_assigned(h, into);
	}
	if (result)
		gd_out_printf(&h->body, "let %s = ", result->text);
	gd_out_line(&h->body, "%s(%s, %s, %s);", op->text, call->at->text, values, call->order);
	if (result)
		herd_flow(h, result, herd_holds(call->at), call->loc);
	herd_combined(h, call->at, op->flow, herd_holds(call->at), call->value, call->loc);
	return result ? herd_holds(result) : herd_is_number(h, 0);
}

static struct herd_value write_call(struct herd *h, const struct call *call, struct herd_name *into,
    bool wanted)
{
	const struct operation *op = call->operation;

	switch (op->form) {
	case LOAD: return herd_load(h, call->at, call->order, into);
	case STORE:
		gd_out_line(&h->body, "store(%s, %s, %s);", call->at->text, call->value.text,
		    call->order);
		herd_flow(h, call->at, call->value, call->loc);
		break;
	case CHANGE:
	case CAS: return change(h, call, into, wanted);
	case EXCHANGE: {
		struct herd_value same = exchange(h, call);

		if (into) {
			herd_receive(h, into);
			herd_assigned(h, into);
			gd_out_line(&h->body, "let %s = %s;", into->text, same.text);
			herd_flow(h, into, same, call->loc);
		}
		return same;
	}
	case FENCE:
		if (strcmp(call->order, "relaxed") != 0) /* a relaxed one orders nothing */
			gd_out_line(&h->body, "fence(%s);", call->order);
		break;
	}
	if (wanted || into)
		gd_help(herd_error(h, GD_E_herd_expected, call->loc, "`%s` has no value", op->c),
		    "write it as a statement of its own");
	return herd_is_number(h, 0);
}

struct herd_value herd_call(struct herd *h, const char *name, struct gd_loc loc,
    struct herd_name *into, bool wanted)
{
	struct call call = { .operation = find(h, name, loc), .loc = loc };
	struct herd_value result;

	if (!call.operation || !herd_enter(h) || !herd_want(h, "(", "after the operation"))
		return herd_is_number(h, 0);
	herd_may_be_here(h, loc);
	if (!arguments(h, &call))
		return herd_is_number(h, 0);
	h->depth--;
	if (call.operation->weaker)
		gd_help(gd_report(h->sink, GD_W_herd_stronger, loc,
			    "`%s` %s; it is translated to `fence(%s)`, which also orders loads with "
			    "stores",
			    name, call.operation->weaker, call.order),
		    "outcomes that are shown are possible; others may be possible too, with the "
		    "weaker fence");
	if (call.operation->before)
		gd_out_line(&h->body, "fence(%s);", call.operation->before);
	result = write_call(h, &call, into, wanted);
	if (call.operation->after)
		gd_out_line(&h->body, "fence(%s);", call.operation->after);
	return result;
}
