/* herd-operation.c: memory operations, those of C11 and those of Linux. */
#include "compiler/import/herd-internal.h"

#include <string.h>

enum form {
	LOAD,     /* (x) */
	STORE,    /* (x, value) */
	CHANGE,   /* (x, value), with a result */
	EXCHANGE, /* (x, &expected, desired): was it as expected? */
	CAS,      /* (x, expected, desired): what was there */
	FENCE
};
static const struct operation {
	const char *c, *text;
	enum form form;
	const char *order;          /* NULL: the last argument, or the last two, say it */
	const char *before, *after; /* fences around it */
	bool star;                  /* READ_ONCE(*x) */
	const char *weaker;         /* what it stands for orders more than it does: how much less */
	enum herd_flow_kind flow;   /* of CHANGE: what becomes of the two values */
} operations[] = {
	{ "atomic_load_explicit", "load", LOAD, NULL, 0, 0, 0, 0, HERD_COPY },
	{ "atomic_load", "load", LOAD, "seq_cst", 0, 0, 0, 0, HERD_COPY },
	{ "atomic_store_explicit", "store", STORE, NULL, 0, 0, 0, 0, HERD_COPY },
	{ "atomic_store", "store", STORE, "seq_cst", 0, 0, 0, 0, HERD_COPY },
	{ "atomic_exchange_explicit", "swap", CHANGE, NULL, 0, 0, 0, 0, HERD_COPY },
	{ "atomic_exchange", "swap", CHANGE, "seq_cst", 0, 0, 0, 0, HERD_COPY },
	{ "atomic_fetch_add_explicit", "fetch_add", CHANGE, NULL, 0, 0, 0, 0, HERD_SUM },
	{ "atomic_fetch_add", "fetch_add", CHANGE, "seq_cst", 0, 0, 0, 0, HERD_SUM },
	{ "atomic_fetch_sub_explicit", "fetch_sub", CHANGE, NULL, 0, 0, 0, 0, HERD_DIFFERENCE },
	{ "atomic_fetch_sub", "fetch_sub", CHANGE, "seq_cst", 0, 0, 0, 0, HERD_DIFFERENCE },
	{ "atomic_fetch_and_explicit", "fetch_and", CHANGE, NULL, 0, 0, 0, 0, HERD_COPY },
	{ "atomic_fetch_and", "fetch_and", CHANGE, "seq_cst", 0, 0, 0, 0, HERD_COPY },
	{ "atomic_fetch_or_explicit", "fetch_or", CHANGE, NULL, 0, 0, 0, 0, HERD_BITS },
	{ "atomic_fetch_or", "fetch_or", CHANGE, "seq_cst", 0, 0, 0, 0, HERD_BITS },
	{ "atomic_compare_exchange_strong_explicit", "cas", EXCHANGE, NULL, 0, 0, 0, 0, HERD_COPY },
	{ "atomic_compare_exchange_strong", "cas", EXCHANGE, "seq_cst", 0, 0, 0, 0, HERD_COPY },
	{ "atomic_thread_fence", "fence", FENCE, NULL, 0, 0, 0, 0, HERD_COPY },
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
	struct herd_name *expected_at; /* the location that gets what was found */
	const char *order;
};

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
		    "loads, stores, exchanges, fetch_add, fetch_sub, fetch_and, fetch_or, "
		    "compare_exchange_strong and fences of C11 can be imported, and those of Linux "
		    "that correspond to them");
	return NULL;
}

/* ------------------------------------------------------------------ arguments */
static const char *order_argument(struct herd *h, enum form form)
{
	static const char *const orders[] = { "relaxed", "acquire", "release", "acq_rel",
		"seq_cst" };
	static const char *const
	    legal[] = { [LOAD] = "relaxed acquire seq_cst", [STORE] = "relaxed release seq_cst" };
	bool prefixed = h->token == HERD_NAME && !strncmp(h->text, "memory_order_", 13);
	const char *order = NULL;

	for (size_t i = 0; prefixed && i < sizeof orders / sizeof *orders; i++)
		if (!strcmp(h->text + 13, orders[i]))
			order = orders[i];
	if (prefixed && !strcmp(h->text + 13, "consume"))
		gd_help(herd_error(h, GD_E_herd_order, h->loc,
			    "the order consume has no equivalent"),
		    "write memory_order_acquire, which compilers use for it");
	else if (!order)
		herd_expected(h, "an order such as memory_order_relaxed");
	else if (form <= STORE && !strstr(legal[form], order))
		gd_help(herd_error(h, GD_E_herd_order, h->loc, "a %s cannot be %s",
			    form == LOAD ? "load" : "store", order),
		    "it can be %s",
		    form == LOAD ? "relaxed, acquire or seq_cst" : "relaxed, release or seq_cst");
	else
		herd_next(h);
	return order ? order : "relaxed";
}

/* What a failing exchange orders is what a load orders. */
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

/* &r: the register r; or a location. */
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

/* Whether all arguments are there and right; if not, that is reported. */
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
/* NAME = what was found; then whether it was as expected, in C's way. */
static struct herd_value exchange(struct herd *h, const struct call *call)
{
	struct herd_name *found = herd_temporary(h);
	struct herd_value same;

	gd_out_line(&h->body, "let %s = cas(%s, %s, %s, %s);", found->text, call->at->text,
	    call->expected, call->value.text, call->order);
	herd_flow(h, found, herd_holds(call->at), call->loc);
	herd_flow(h, call->at, call->value, call->loc);
	/* The register that is compared with may be the one that is changed next. */
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
		if (strcmp(call->order, "relaxed") != 0) /* which orders nothing */
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
