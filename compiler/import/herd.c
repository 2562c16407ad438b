/* herd.c: a litmus test in C, from its first line to its last. */
#include "compiler/import/herd-internal.h"

#include <ctype.h>
#include <string.h>

static struct herd_thread *thread_at(struct herd *h, long number)
{
	while (!h->failed && (long)h->threads.count <= number && number < GD_MOST_threads) {
		struct herd_thread thread = { 0 };

		GD_PUSH(h->arena, h->threads, thread);
	}
	if (number < GD_MOST_threads && !h->failed)
		return &h->threads.at[number];
	herd_too_many(h, GD_LIMIT_threads);
	return NULL;
}

/* 0:r1 in the initial state: a register that P0 may declare later. */
static struct herd_name *initial_register(struct herd *h)
{
	long number = h->number;
	struct herd_thread *thread = thread_at(h, number);
	struct herd_name *reg;

	herd_next(h);
	herd_want(h, ":", "and a register");
	if (h->token != HERD_NAME)
		herd_expected(h, "a register");
	if (!thread || h->failed)
		return NULL;
	reg = herd_find(&thread->registers, h->text);
	if (!reg)
		reg = herd_add_register(h, &thread->registers, h->text,
		    gd_arena_printf(h->arena, "p%ld_%.60s", number, h->text));
	herd_next(h);
	return reg;
}

static struct herd_name *initial_location(struct herd *h)
{
	bool bracket = herd_take(h, "["), star = herd_take(h, "*");
	struct herd_name *location;

	if (h->token != HERD_NAME) {
		herd_expected(h, "a location");
		return NULL;
	}
	if (star)
		gd_help(herd_error(h, GD_E_herd_no_equivalent, h->loc,
			    "locations hold numbers, not addresses"),
		    "use numbers instead: 1 for the first address, 2 for the second");
	location = herd_find(&h->locations, h->text);
	if (!location)
		location = herd_add_location(h, h->text, h->text);
	herd_next(h);
	if (bracket)
		herd_want(h, "]", "after the location");
	else if (herd_is(h, "["))
		gd_help(herd_error(h, GD_E_herd_no_equivalent, h->loc,
			    "arrays have no equivalent here"),
		    "declare each element as a location of its own");
	return location;
}

/* { x=0; int y=1; 0:r1=2; } */
static void initial_state(struct herd *h)
{
	if (!herd_want(h, "{", "and the initial state"))
		return;
	while (!herd_is(h, "}") && h->token != HERD_END) {
		struct herd_name *name;

		if (herd_take(h, ";"))
			continue;
		herd_type(h);
		name = h->token == HERD_NUMBER ? initial_register(h) : initial_location(h);
		if (name && herd_take(h, "="))
			name->init = herd_constant(h);
		if (!herd_is(h, "}"))
			herd_want(h, ";", "after the value");
	}
	herd_want(h, "}", "at the end of the initial state");
}

/* P0, P1, …: returns the number, or -1. */
static long thread_number(const struct herd *h)
{
	long number = 0;

	if (h->token != HERD_NAME || h->text[0] != 'P' || !h->text[1] || strlen(h->text) > 4)
		return -1;
	for (const char *c = h->text + 1; *c; c++) {
		if (!isdigit((unsigned char)*c))
			return -1;
		number = number * 10 + (*c - '0');
	}
	return number;
}

static void threads(struct herd *h)
{
	size_t count = 0;

	herd_take(h, "void");
	for (; thread_number(h) >= 0; count++) {
		if (thread_number(h) != (long)count) {
			herd_expected(h, gd_arena_printf(h->arena, "`P%zu`", count));
			return;
		}
		h->thread = thread_at(h, (long)count);
		h->number_of_thread = count;
		if (!h->thread)
			return;
		herd_thread(h);
		herd_take(h, "void");
	}
	if (!count)
		herd_expected(h, "`P0`");
	else if (!h->failed && count < h->threads.count) /* an initial state names it */
		herd_expected(h, gd_arena_printf(h->arena, "`P%zu`", count));
}

static const char *written(struct herd *h, const struct gd_out *final)
{
	const char *text;

	h->taken.count = 0; /* the test may have the same name as something in it */
	text = gd_arena_printf(h->arena, "// The litmus test %s, translated from C.\nlitmus %s {\n",
	    h->name, herd_fresh(h, h->name));
	for (size_t i = 0; i < h->locations.count; i++)
		text = gd_arena_printf(h->arena, "%s%s%s = %ld%s", text, i ? ", " : "  location ",
		    h->locations.at[i]->text, h->locations.at[i]->init,
		    i + 1 < h->locations.count ? "" : ";\n");
	return gd_arena_printf(h->arena, "%s%s%s}\n", text, h->all.text ? h->all.text : "",
	    final->text ? final->text : "");
}

const char *herd_translate(struct gd_arena *arena, struct gd_diag_sink *sink,
    const struct gd_source *source, const struct herd_options *options)
{
	struct herd h = { .arena = arena,
		.sink = sink,
		.source = source,
		.options = *options,
		.line = 1,
		.column = 1,
		.name = "",
		.call = herd_call };
	struct gd_out final;
	const char *text = NULL;

	gd_out_init(&h.all, 2);
	gd_out_init(&final, 2);
	herd_header(&h);
	if (!h.failed)
		initial_state(&h);
	if (!h.failed)
		threads(&h);
	if (!h.failed)
		herd_final(&h, &final);
	if (!h.failed)
		herd_bound(&h);
	if (!h.failed)
		text = written(&h, &final);
	gd_out_free(&final);
	gd_out_free(&h.all);
	return text;
}
