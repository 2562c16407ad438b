/* herd-statement.c: a thread. */
#include "compiler/import/herd-internal.h"

#include <stdlib.h>
#include <string.h>

static void statement(struct herd *h);

/* ------------------------------------------------------------------ registers */
static struct herd_name *declare(struct herd *h)
{
	struct herd_name *reg = herd_find(&h->thread->registers, h->text);

	if (h->token != HERD_NAME) {
		herd_expected(h, "the name of a register");
		return GD_NEW(h->arena, struct herd_name);
	}
	if (herd_find(&h->thread->parameters, h->text))
		gd_help(herd_error(h, GD_E_herd_unknown_name, h->loc,
			    "`%.40s` is a location of this thread already", h->text),
		    "give the register another name");
	if (!reg)
		reg = herd_add_register(h, &h->thread->registers, h->text,
		    gd_arena_printf(h->arena, "p%zu_%.60s", h->number_of_thread, h->text));
	herd_next(h);
	return reg;
}

/* --------------------------------------------------------------- assignments */
/* Whether only `(…)`, or a name, comes after the token before the end of the statement.  This is a
 * guess: if it is wrong, one register more is used. */
static bool is_alone(const struct herd *h)
{
	const char *text = h->source->text, *end = text + h->source->length, *c = text + h->at;
	unsigned depth = 0;

	for (; c < end && *c != ';'; c++) {
		if (depth == 0 && *c == ',')
			return true;
		if (*c == '(')
			depth++;
		else if (*c == ')' && !--depth && c + 1 < end)
			return c[1 + strspn(c + 1, " \t\r\n")] == ';' ||
			    c[1 + strspn(c + 1, " \t\r\n")] == ',';
		if (depth > HERD_DEPTH)
			return false;
	}
	return false;
}

static void assign_plain(struct herd *h, struct herd_name *reg, struct gd_loc loc)
{
	struct herd_name *at;

	herd_next(h);
	herd_plain(h, loc);
	at = herd_location(h);
	if (!h->failed)
		herd_load(h, at, "relaxed", reg);
}

static void assign(struct herd *h, struct herd_name *reg)
{
	struct gd_loc loc = h->loc;
	const char *name = h->text;
	struct herd_value value;

	if (h->token == HERD_NAME && !herd_find(&h->thread->registers, name) && is_alone(h)) {
		herd_next(h);
		if (herd_is(h, "(")) {
			herd_call(h, name, loc, reg, true);
			return;
		}
		herd_expected(h, "an operation");
	}
	if (herd_is(h, "*")) {
		size_t at = h->at;

		at += strspn(h->source->text + at, " \t\r\n(");
		at += strcspn(h->source->text + at, " \t\r\n;,+-=<>!&|^)");
		at += strspn(h->source->text + at, " \t\r\n");
		if (h->source->text[at] == ';' || h->source->text[at] == ',') {
			assign_plain(h, reg, loc);
			return;
		}
	}
	value = herd_expression(h);
	herd_receive(h, reg);
	herd_assigned(h, reg);
	gd_out_line(&h->body, "let %s = %s;", reg->text, herd_bare(h, value.text));
	herd_flow(h, reg, value, loc);
}

static void declaration(struct herd *h)
{
	do {
		struct herd_name *reg = declare(h);

		if (herd_take(h, "="))
			assign(h, reg);
	} while (herd_take(h, ","));
	herd_want(h, ";", "after the declaration");
}

/* *x = value; */
static void plain_store(struct herd *h, struct gd_loc loc)
{
	struct herd_name *at;
	struct herd_value value;

	herd_plain(h, loc);
	at = herd_location(h);
	if (!herd_want(h, "=", "after the location"))
		return;
	value = herd_number(h, herd_expression(h));
	if (!h->failed) {
		gd_out_line(&h->body, "store(%s, %s, relaxed);", at->text, value.text);
		herd_flow(h, at, value, loc);
	}
	herd_want(h, ";", "after the statement");
}

/* ----------------------------------------------------------------- statements */
static void branch(struct herd *h)
{
	unsigned block = h->block;

	if (!herd_enter(h))
		return;
	h->body.indent++;
	h->blocks++;
	h->block = ++h->block_count;
	statement(h);
	h->block = block;
	h->blocks--;
	h->body.indent--;
	h->depth--;
}

static void conditional(struct herd *h)
{
	const char *condition;

	if (!herd_want(h, "(", "after `if`"))
		return;
	condition = herd_truth(h, herd_expression(h));
	herd_want(h, ")", "after the condition");
	herd_receive(h, NULL); /* dependencies: a known value has been received */
	gd_out_line(&h->body, "if %s {", herd_bare(h, condition));
	branch(h);
	if (herd_take(h, "else")) {
		gd_out_line(&h->body, "} else {");
		branch(h);
	}
	gd_out_line(&h->body, "}");
}

static void block(struct herd *h)
{
	if (!herd_enter(h))
		return;
	while (!herd_is(h, "}") && h->token != HERD_END)
		statement(h);
	herd_want(h, "}", "at the end of the block");
	h->depth--;
}

static bool is_refused(struct herd *h)
{
	static const char *const words[] = { "while", "do", "for", "goto", "switch", "return",
		"break", "continue", "struct", "float", "double", "void" };

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (herd_is(h, words[i])) {
			gd_help(herd_error(h, GD_E_herd_no_equivalent, h->loc,
				    "`%s` has no equivalent here", words[i]),
			    "a thread has declarations, assignments, memory operations and `if`; "
			    "write the body of a loop out as often as needed");
			return true;
		}
	return false;
}

static bool is_assigned_next(const struct herd *h)
{
	const char *text = h->source->text + h->at, *end = h->source->text + h->source->length;

	while (text < end && strchr(" \t\r\n", *text) && *text)
		text++;
	return end - text > 1 && text[0] == '=' && text[1] != '=';
}

/* Registers of a thread need no declaration.  If the name is a location in another thread, this
 * thread probably lacks it as a parameter. */
static struct herd_name *assigned_register(struct herd *h)
{
	const char *name = h->text;

	if (herd_find(&h->locations, name) && !herd_find(&h->thread->parameters, name) &&
	    !herd_find(&h->thread->registers, name))
		gd_help(herd_error(h, GD_E_herd_unknown_name, h->loc,
			    "P%zu has no location `%.40s`", h->number_of_thread, name),
		    "its parameters are its locations: "
		    "`P%zu (atomic_int* %.40s)`; write `*%.40s` to assign to a location",
		    h->number_of_thread, name, name);
	return declare(h);
}

/* r = …; or an operation whose value is not used. */
static void named(struct herd *h)
{
	struct gd_loc loc = h->loc;
	const char *name = h->text;

	if (is_assigned_next(h)) {
		struct herd_name *reg = assigned_register(h);

		if (herd_want(h, "=", "after the register"))
			assign(h, reg);
	} else {
		herd_next(h);
		if (h->token != HERD_SIGN)
			gd_help(herd_error(h, GD_E_herd_unknown_name, loc,
				    "P%zu has no register `%.40s`", h->number_of_thread, name),
			    "declare it: `int %.40s;`", name);
		else
			herd_call(h, name, loc, NULL, false);
	}
	herd_want(h, ";", "after the statement");
}

static void statement(struct herd *h)
{
	struct gd_loc loc = h->loc;

	if (herd_take(h, ";") || is_refused(h))
		return;
	if (herd_take(h, "{"))
		block(h);
	else if (herd_take(h, "if"))
		conditional(h);
	else if (herd_type(h))
		declaration(h);
	else if (herd_take(h, "*"))
		plain_store(h, loc);
	else if (h->token == HERD_NAME)
		named(h);
	else
		herd_expected(h, "a statement");
}

/* --------------------------------------------------------------------- thread */
/* volatile int* x, … */
static void parameter(struct herd *h)
{
	struct herd_name *location, *parameter;

	if (!herd_type(h)) {
		herd_expected(h, "the type of a location, such as `atomic_int*`,");
		return;
	}
	if (!herd_want(h, "*", "of the location"))
		return;
	herd_type(h);
	if (herd_is(h, "*"))
		gd_help(herd_error(h, GD_E_herd_no_equivalent, h->loc,
			    "locations hold numbers, not addresses"),
		    "use numbers instead: 1 for the first address, 2 for the second");
	if (h->token != HERD_NAME) {
		herd_expected(h, "the name of a location");
		return;
	}
	location = herd_find(&h->locations, h->text);
	if (!location)
		location = herd_add_location(h, h->text, h->text);
	parameter = location;
	if (!herd_find(&h->thread->parameters, h->text))
		GD_PUSH(h->arena, h->thread->parameters, parameter);
	herd_next(h);
	if (herd_is(h, "["))
		gd_help(herd_error(h, GD_E_herd_no_equivalent, h->loc,
			    "arrays have no equivalent here"),
		    "declare each element as a location of its own");
}

/* Outcomes may contain registers that no statement writes. */
static void say_values_of_the_unwritten(struct herd *h)
{
	for (size_t i = 0; i < h->thread->registers.count; i++)
		if (!h->thread->registers.at[i]->is_spoken_of)
			herd_say(h, h->thread->registers.at[i]);
}

/* The number of statements in a thread's translation: each has one `;`, and each `if` counts as one
 * more. */
static size_t steps_of(const struct gd_out *out)
{
	size_t steps = 0;

	for (size_t i = 0; i < out->length; i++)
		steps += out->text[i] == ';' ||
		    (i && out->text[i - 1] == ' ' && !strncmp(out->text + i, "if ", 3));
	return steps;
}

/* The next token is `P0`.  Its struct herd_thread exists already. */
void herd_thread(struct herd *h)
{
	gd_out_init(&h->start, 2);
	gd_out_init(&h->body, 2);
	h->start.indent = h->body.indent = 2;
	h->temporaries = h->depth = 0;
	h->in_code = true;
	herd_next(h);
	say_values_of_the_unwritten(h); /* those with an initial value */
	if (herd_want(h, "(", "and its locations") && !herd_is(h, ")") && !herd_take(h, "void"))
		do
			parameter(h);
		while (herd_take(h, ","));
	herd_want(h, ")", "after the locations");
	herd_want(h, "{", "at the start of the thread");
	while (!h->failed && !herd_is(h, "}") && h->token != HERD_END)
		statement(h);
	herd_receive(h, NULL);
	say_values_of_the_unwritten(h);
	if (steps_of(&h->start) + steps_of(&h->body) > GD_MOST_thread_steps)
		herd_too_many(h, GD_LIMIT_thread_steps);
	h->in_code = false;
	herd_want(h, "}", "at the end of the thread");
	gd_out_line(&h->all, "  thread {");
	gd_out_raw(&h->all, h->start.text ? h->start.text : "", h->start.length);
	gd_out_raw(&h->all, h->body.text ? h->body.text : "", h->body.length);
	gd_out_line(&h->all, "  }");
	gd_out_free(&h->start);
	gd_out_free(&h->body);
}
