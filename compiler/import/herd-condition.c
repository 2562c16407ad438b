/* herd-condition.c: what stands behind the threads: which outcomes are asked for. */
#include "compiler/import/herd-internal.h"

#include <string.h>

static const char *proposition(struct herd *h);

static const char *observe(struct herd *h, const struct herd_name *what)
{
	if (!what)
		return "0";
	for (size_t i = 0; i < h->observed.count; i++)
		if (h->observed.at[i] == what->text)
			return what->text;
	GD_PUSH(h->arena, h->observed, what->text);
	return what->text;
}

/* 1:r0 */
static const char *observed_register(struct herd *h)
{
	size_t thread = (size_t)h->number;
	struct herd_name *found;

	if (thread >= h->threads.count) {
		gd_help(herd_error(h, GD_E_herd_unknown_name, h->loc, "there is no P%.40s",
			    h->text),
		    "threads are numbered from 0 to %zu", h->threads.count - 1);
		return "0";
	}
	herd_next(h);
	herd_want(h, ":", "and a register");
	found = herd_find(&h->threads.at[thread].registers, h->text);
	if (!found)
		gd_help(herd_error(h, GD_E_herd_unknown_name, h->loc,
			    "P%zu has no register `%.40s`", thread, h->text),
		    "use one of the registers that P%zu declares", thread);
	herd_next(h);
	return observe(h, found);
}

/* 1:r0, x, [x]: returns the name in the translation. */
static const char *observed(struct herd *h)
{
	struct herd_name *found;
	bool bracket;

	if (h->token == HERD_NUMBER)
		return observed_register(h);
	bracket = herd_take(h, "[");
	if (!bracket)
		herd_take(h, "*");
	found = herd_find(&h->locations, h->text);
	if (h->token != HERD_NAME)
		herd_expected(h, "a register or location");
	else if (!found)
		gd_help(herd_error(h, GD_E_herd_unknown_name, h->loc,
			    "there is no location `%.40s`", h->text),
		    "a register is named with its thread: `0:%.40s`", h->text);
	herd_next(h);
	if (bracket)
		herd_want(h, "]", "after the location");
	return observe(h, found);
}

static const char *atom(struct herd *h)
{
	const char *what, *is = "==", *inside;

	if (herd_take(h, "true"))
		return "true";
	if (herd_take(h, "false"))
		return "false";
	if (!herd_enter(h))
		return "true";
	if (herd_is(h, "~") || herd_is(h, "not")) {
		herd_next(h);
		inside = gd_arena_printf(h->arena, "not (%s)", herd_bare(h, atom(h)));
	} else if (herd_take(h, "(")) {
		inside = gd_arena_printf(h->arena, "(%s)", herd_bare(h, proposition(h)));
		herd_want(h, ")", "after the condition");
	} else {
		what = observed(h);
		if (herd_is(h, "!=") || herd_is(h, "<>"))
			is = "!=";
		if (!herd_take(h, "==") && !herd_take(h, "!=") && !herd_take(h, "<>"))
			herd_want(h, "=", "and a value");
		inside = gd_arena_printf(h->arena, "%s %s %ld", what, is, herd_constant(h));
	}
	h->depth--;
	return inside;
}

static const char *limited(struct herd *h, const char *text)
{
	if (!herd_is_too_long(text))
		return text;
	gd_help(herd_error(h, GD_E_herd_too_large, h->loc, "this condition is too long"),
	    "divide the test into several");
	return "true";
}

static const char *conjunction(struct herd *h)
{
	const char *text = limited(h, atom(h));

	while (herd_take(h, "/\\"))
		text = limited(h, gd_arena_printf(h->arena, "%s and %s", text, atom(h)));
	return text;
}

static const char *disjunction(struct herd *h)
{
	const char *text = conjunction(h);

	while (herd_take(h, "\\/"))
		text = limited(h, gd_arena_printf(h->arena, "%s or %s", text, conjunction(h)));
	return text;
}

static const char *proposition(struct herd *h)
{
	const char *text = disjunction(h), *then;

	if (!herd_take(h, "=>") || !herd_enter(h))
		return text;
	then = proposition(h);
	h->depth--;
	return limited(h, gd_arena_printf(h->arena, "not (%s) or %s", herd_bare(h, text), then));
}

/* locations [x; 0:r1;] */
static void locations(struct herd *h)
{
	herd_want(h, "[", "and what to show");
	while (!herd_is(h, "]") && h->token != HERD_END) {
		herd_type(h);
		observed(h);
		if (!herd_take(h, ";") && !herd_take(h, ","))
			break;
	}
	herd_want(h, "]", "at the end of the locations");
}

/* exists, ~exists, forall */
static const char *question(struct herd *h)
{
	bool negated = herd_take(h, "~") || herd_take(h, "not");
	const char *text = "";

	if (herd_is(h, "filter"))
		gd_help(herd_error(h, GD_E_herd_no_equivalent, h->loc,
			    "`filter` has no equivalent here"),
		    "add it to the condition");
	if (herd_take(h, "exists"))
		text = gd_arena_printf(h->arena, "%s (%s);", negated ? "forbidden" : "allowed",
		    herd_bare(h, proposition(h)));
	else if (!negated && herd_take(h, "forall"))
		text = gd_arena_printf(h->arena, "forbidden (not (%s));",
		    herd_bare(h, proposition(h)));
	else
		herd_expected(h, "`exists`, `~exists` or `forall`");
	if (h->token != HERD_END)
		herd_expected(h, "the end of the file");
	return text;
}

/* With `observe` the claims would have to be complete; herd's tests do not state that. */
void herd_final(struct herd *h, struct gd_out *out)
{
	bool shown = herd_take(h, "locations");
	const char *claim = NULL;

	if (shown)
		locations(h);
	if (!shown || h->token != HERD_END)
		claim = question(h);
	out->indent = 1;
	if (shown && h->observed.count) {
		for (size_t i = 0; i < h->observed.count; i++)
			gd_out_printf(out, "%s%s", i ? ", " : "observe ", h->observed.at[i]);
		gd_out_line(out, ";\nallowed (true);");
	}
	if (claim)
		gd_out_line(out, "%s", claim);
}
