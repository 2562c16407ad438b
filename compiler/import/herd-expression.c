/* herd-expression.c: values, as C writes them.
 *
 * Memory operations within an expression get lines of their own in front of the
 * statement, in the order in which they are read; so none may stand where C
 * would not evaluate it. */
#include "compiler/import/herd-internal.h"

#include <string.h>

static struct herd_value value(struct herd *h);

static struct herd_value made(struct herd *h, struct herd_value value)
{
	if (!herd_is_too_long(value.text))
		return value;
	gd_help(herd_error(h, GD_E_herd_too_large, h->loc, "this expression is too long"),
	    "assign parts of it to registers first");
	return herd_is_number(h, 0);
}

const char *herd_truth(struct herd *h, struct herd_value value)
{
	return value.is_bool ? value.text : gd_arena_printf(h->arena, "(%s != 0)", value.text);
}

const char *herd_bare(struct herd *h, const char *text)
{
	size_t length = strlen(text), depth = 0;

	if (*text != '(')
		return text;
	for (size_t i = 0; i + 1 < length; i++) {
		depth += text[i] == '(';
		depth -= text[i] == ')';
		if (!depth)
			return text;
	}
	return gd_arena_strndup(h->arena, text + 1, length - 2);
}

/* A truth value becomes 1 or 0, in a register. */
struct herd_value herd_number(struct herd *h, struct herd_value value)
{
	struct herd_name *name;

	if (!value.is_bool)
		return value;
	name = herd_temporary(h);
	gd_out_line(&h->body, "let %s = %s;", name->text, herd_bare(h, value.text));
	herd_flow(h, name, value, h->loc);
	return herd_holds(name);
}

static struct herd_value register_value(struct herd *h)
{
	struct herd_name *reg = herd_register(h);

	if (h->failed)
		return herd_is_number(h, 0);
	herd_receive(h, reg);
	if (!reg->is_spoken_of) /* never written: herd takes 0 */
		herd_say(h, reg);
	return made(h, herd_holds(reg));
}

/* Operators in groups, those that bind most tightly first.  GROUP 0: + and -. */
static const struct operator
{
	unsigned group;
	const char *c, *text;
}
operators[] = {
	{ 0, "+", "+" },
	{ 0, "-", "-" },
	{ 1, "<", "<" },
	{ 1, ">", ">" },
	{ 1, "<=", "<=" },
	{ 1, ">=", ">=" },
	{ 2, "==", "==" },
	{ 2, "!=", "!=" },
	{ 3, "^", NULL },
	{ 4, "&&", "and" },
	{ 5, "||", "or" },
};
static const struct operator* const difference = & operators[1];
enum { GROUP_XOR = 3, GROUP_AND, GROUP_OR };

static struct herd_value combine(struct herd *h, const struct operator* op, struct gd_loc loc,
    struct herd_value left, struct herd_value right)
{
	const char *format = "(%s %s %s)", *text;
	struct herd_value result;

	if (op->group == GROUP_XOR) { /* often only makes a dependency */
		if (strcmp(left.text, right.text) != 0)
			gd_help(herd_error(h, GD_E_herd_no_equivalent, loc,
				    "`^` of two values has no equivalent"),
			    "only `r ^ r`, the idiom for a dependency, can be imported");
		return herd_is_number(h, 0);
	}
	if (op->group >= GROUP_AND)
		return made(h,
		    herd_is_true(gd_arena_printf(h->arena, format, herd_truth(h, left), op->text,
			herd_truth(h, right))));
	left = herd_number(h, left);
	right = herd_number(h, right);
	text = gd_arena_printf(h->arena, format, left.text, op->text, right.text);
	if (op->group > 0)
		return made(h, herd_is_true(text));
	result = herd_holds(
	    herd_combined(h, NULL, *op->c == '-' ? HERD_DIFFERENCE : HERD_SUM, left, right, loc));
	result.text = text;
	return made(h, result);
}

static struct herd_value primary(struct herd *h)
{
	struct gd_loc loc = h->loc;
	const char *name = h->text;
	struct herd_value inside;

	if (h->token == HERD_NUMBER)
		return herd_is_number(h, herd_constant(h));
	if (h->token == HERD_NAME) {
		if (!herd_find(&h->thread->registers, name) &&
		    !herd_find(&h->thread->parameters, name)) {
			herd_next(h);
			if (herd_is(h, "("))
				return h->call(h, name, loc, NULL, true);
			h->loc = loc;
			h->token = HERD_NAME;
			h->text = name;
		}
		return register_value(h);
	}
	if (herd_take(h, "*")) {
		herd_plain(h, loc);
		return herd_load(h, herd_location(h), "relaxed", NULL);
	}
	if (!herd_enter(h) || !herd_want(h, "(", "or a value"))
		return herd_is_number(h, 0);
	inside = value(h);
	herd_want(h, ")", "after the value");
	h->depth--;
	return inside;
}

static struct herd_value unary(struct herd *h)
{
	struct gd_loc loc = h->loc;
	bool minus = herd_is(h, "-");
	struct herd_value of;

	if (!herd_is(h, "!") && !minus)
		return primary(h);
	herd_next(h);
	if (!herd_enter(h))
		return herd_is_number(h, 0);
	of = unary(h);
	h->depth--;
	return minus
	    ? combine(h, difference, loc, herd_is_number(h, 0), of)
	    : made(h, herd_is_true(gd_arena_printf(h->arena, "(not %s)", herd_truth(h, of))));
}

static const struct operator* operator(const struct herd *h, unsigned group)
{
	for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
		if (operators[i].group == group && herd_is(h, operators[i].c))
			return &operators[i];
	return NULL;
}

static struct herd_value binary(struct herd *h, unsigned group)
{
	struct herd_value left = group ? binary(h, group - 1) : unary(h);
	const struct operator* op;

	while (!h->failed && (op = operator(h, group))) {
		struct gd_loc loc = h->loc;
		struct herd_value right;

		herd_next(h);
		h->no_memory += group >= GROUP_AND;
		right = group ? binary(h, group - 1) : unary(h);
		h->no_memory -= group >= GROUP_AND;
		left = combine(h, op, loc, left, right);
	}
	return left;
}

static struct herd_value value(struct herd *h)
{
	static const char *const others[] = { "&", "|", "*", "/", "%", "<<", ">>", "?", "~", "++",
		"--", "+=", "-=", "=" };
	struct herd_value value = binary(h, GROUP_OR);

	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		if (herd_is(h, others[i]))
			gd_help(herd_error(h, GD_E_herd_no_equivalent, h->loc,
				    "`%s` has no equivalent here", others[i]),
			    "expressions can have + - ! == != < > <= >= && and ||");
	return value;
}

struct herd_value herd_expression(struct herd *h)
{
	return value(h);
}
