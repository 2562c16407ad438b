/* herd-access.c: registers and locations: how they are named, received and read. */
#include "compiler/import/herd-internal.h"

/* ------------------------------------------------------------------ registers */
struct herd_name *herd_register(struct herd *h)
{
	struct herd_name *found = herd_find(&h->thread->registers, h->text);
	const char *what = herd_find(&h->thread->parameters, h->text) ? "a location" : NULL;

	if (h->token != HERD_NAME) {
		herd_expected(h, "a register");
	} else if (!found && what) {
		gd_help(herd_error(h, GD_E_herd_unknown_name, h->loc,
			    "`%.40s` is a location, and a register is needed", h->text),
		    "write `*%.40s` for the value in it", h->text);
	} else if (!found) {
		gd_help(herd_error(h, GD_E_herd_unknown_name, h->loc,
			    "P%zu has no register `%.40s`", h->number_of_thread, h->text),
		    "declare it: `int %.40s;`", h->text);
	}
	if (!found)
		return GD_NEW(h->arena, struct herd_name);
	herd_next(h);
	return found;
}

void herd_say(struct herd *h, struct herd_name *reg)
{
	gd_out_line(&h->start, "let %s = %ld;", reg->text, reg->init);
	herd_flow(h, reg, herd_is_number(h, reg->init), h->loc);
	reg->is_spoken_of = true;
}

/* A register that is first assigned in a block must be known after the block too. */
void herd_assigned(struct herd *h, struct herd_name *reg)
{
	if (!reg->is_spoken_of && h->blocks)
		herd_say(h, reg);
	reg->is_spoken_of = true;
}

static struct herd_name *oldest_pending(struct herd *h)
{
	struct herd_name *oldest = NULL;

	for (size_t i = 0; i < h->thread->registers.count; i++) {
		struct herd_name *reg = h->thread->registers.at[i];

		if (reg->pending && (!oldest || reg->serial < oldest->serial))
			oldest = reg;
	}
	return oldest;
}

/* Loads of one location are received in the order in which they were issued. */
void herd_receive(struct herd *h, struct herd_name *reg)
{
	struct herd_name *oldest;

	while ((!reg || reg->pending) && (oldest = oldest_pending(h))) {
		gd_out_line(&h->body, "receive %s = %s;", oldest->text, oldest->pending->text);
		oldest->pending = NULL;
	}
}

/* ------------------------------------------------------------------ locations */
struct herd_name *herd_location(struct herd *h)
{
	struct herd_name *found = herd_find(&h->thread->parameters, h->text);

	if (h->token != HERD_NAME) {
		herd_expected(h, "a location");
	} else if (!found) {
		gd_help(herd_error(h, GD_E_herd_unknown_name, h->loc,
			    "P%zu has no location `%.40s`", h->number_of_thread, h->text),
		    "its parameters are its locations: `P%zu (atomic_int* %.40s)`",
		    h->number_of_thread, h->text);
	}
	if (found)
		herd_next(h);
	return found;
}

void herd_plain(struct herd *h, struct gd_loc loc)
{
	if (h->failed || h->told_of_plain)
		return;
	h->told_of_plain = true;
	gd_help(gd_report(h->sink, GD_W_herd_plain, loc,
		    "a plain access is taken as a relaxed one"),
	    "a data race has no meaning in C; gcdsl does not check whether there is one");
}

void herd_may_be_here(struct herd *h, struct gd_loc loc)
{
	if (h->no_memory)
		gd_help(
		    herd_error(h, GD_E_herd_no_equivalent, loc,
			"a memory operation after && or || may be skipped, which has no equivalent "
			"here"),
		    "write it as an `if` of its own");
}

struct herd_value herd_load(struct herd *h, struct herd_name *at, const char *order,
    struct herd_name *into)
{
	struct herd_name *result;

	if (h->failed)
		return herd_is_number(h, 0);
	herd_may_be_here(h, h->loc);
	if (into && h->options.split && !h->blocks) {
		herd_receive(h, into);
		herd_assigned(h, into);
		gd_out_line(&h->body, "issue load(%s, %s);", at->text, order);
		into->pending = at;
		into->serial = ++h->serial;
		herd_flow(h, into, herd_holds(at), h->loc);
		return herd_holds(into);
	}
	if (into)
		herd_assigned(h, into);
	result = into ? into : herd_temporary(h);
	gd_out_line(&h->body, "let %s = load(%s, %s);", result->text, at->text, order);
	herd_flow(h, result, herd_holds(at), h->loc);
	return herd_holds(result);
}
