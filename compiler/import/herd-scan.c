/* herd-scan.c: from characters to tokens.
 *
 * Comments are `(* … *)` around the threads and those of C everywhere.  Within a
 * thread `(*` is a parenthesis and a star. */
#include "compiler/import/herd-internal.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------- mistakes */
struct gd_diag *herd_error(struct herd *h, enum gd_code code, struct gd_loc loc, const char *format,
    ...)
{
	va_list args;
	char text[512];

	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	if (h->failed) /* mistakes that follow from the first one are not reported */
		return gd_report(gd_diag_sink_new(h->arena), code, loc, "%s", text);
	h->failed = true;
	h->token = HERD_END;
	h->text = "";
	return gd_report(h->sink, code, loc, "%s", text);
}

static const char *token_text(const struct herd *h)
{
	if (h->token == HERD_END)
		return "the end of the file";
	if (h->token == HERD_STRING)
		return "a string";
	return h->token == HERD_NUMBER ? gd_arena_printf(h->arena, "the number %ld", h->number)
				       : gd_arena_printf(h->arena, "`%.40s`", h->text);
}

void herd_expected(struct herd *h, const char *what)
{
	gd_help(herd_error(h, GD_E_herd_expected, h->loc, "found %s instead of %s", token_text(h),
		    what),
	    "a test is `C name`, `{ x=0; }`, `P0 (atomic_int* x) { … }` for each thread, and "
	    "`exists (0:r1=0)`");
}

bool herd_enter(struct herd *h)
{
	if (++h->depth <= HERD_DEPTH)
		return true;
	gd_help(herd_error(h, GD_E_too_deep, h->loc, "nested more than %d deep", HERD_DEPTH),
	    "assign parts of the expression to registers first");
	return false;
}

/* ----------------------------------------------------------------- characters */
static int peek(const struct herd *h, size_t ahead)
{
	return h->at + ahead < h->source->length ? (unsigned char)h->source->text[h->at + ahead]
						 : -1;
}

static void advance(struct herd *h, size_t count)
{
	for (; count && h->at < h->source->length; count--) {
		if (h->source->text[h->at++] == '\n') {
			h->line++;
			h->column = 1;
		} else {
			h->column++;
		}
	}
}

static bool at_text(const struct herd *h, const char *text)
{
	size_t length = strlen(text);

	return h->source->length - h->at >= length &&
	    !memcmp(h->source->text + h->at, text, length);
}

static struct gd_loc here(const struct herd *h)
{
	return (struct gd_loc){ h->source, h->line, h->column, h->line, h->column };
}

/* The token's place is from its start to the last character that was read. */
static void close_loc(struct herd *h)
{
	if (h->column > 1) {
		h->loc.end_line = h->line;
		h->loc.end_column = h->column - 1;
	}
}

/* Skips a comment that begins here, between brackets of two characters.  (* … *) nest. */
static void comment(struct herd *h, const char *open, const char *close, bool nests)
{
	struct gd_loc loc = here(h);
	unsigned depth = 0;

	loc.end_column++;
	while (h->at < h->source->length) {
		if (at_text(h, close) && depth) {
			advance(h, 2);
			if (!--depth)
				return;
		} else if (at_text(h, open) && (nests || !depth)) {
			advance(h, 2);
			depth++;
		} else {
			advance(h, 1);
		}
	}
	gd_help(herd_error(h, GD_E_herd_unterminated, loc, "this comment has no end"),
	    "close it with `%s`", close);
}

static void blanks(struct herd *h)
{
	while (h->at < h->source->length && !h->failed) {
		if (isspace(peek(h, 0)))
			advance(h, 1);
		else if (at_text(h, "/*"))
			comment(h, "/*", "*/", false);
		else if (!h->in_code && at_text(h, "(*"))
			comment(h, "(*", "*)", true);
		else if (at_text(h, "//"))
			while (h->at < h->source->length && peek(h, 0) != '\n')
				advance(h, 1);
		else
			return;
	}
}

/* --------------------------------------------------------------------- tokens */
static bool in_name(int c)
{
	return c == '_' || (c > 0 && c < 128 && isalnum(c));
}

static void take_text(struct herd *h, enum herd_token token, size_t length)
{
	h->token = token;
	h->text = gd_arena_strndup(h->arena, h->source->text + h->at, length);
	advance(h, length);
	close_loc(h);
}

/* 12, 0x1f, 3u.  Numbers that are too large are reported where they are used. */
static void number(struct herd *h)
{
	size_t length = 0;
	char *end;

	while (in_name(peek(h, length)))
		length++;
	take_text(h, HERD_NUMBER, length);
	h->number = strtol(h->text, &end, 0);
	if (end[strspn(end, "uUlL")])
		gd_help(herd_error(h, GD_E_herd_expected, h->loc, "`%.40s` is not a number",
			    h->text),
		    "numbers are 0 to 255, decimal or after 0x hexadecimal");
}

static void string(struct herd *h)
{
	size_t length = 1;

	while (peek(h, length) != '"') {
		if (peek(h, length) < 0 || peek(h, length) == '\n') {
			gd_help(herd_error(h, GD_E_herd_unterminated, h->loc,
				    "this string has no end"),
			    "close it with `\"`");
			return;
		}
		length++;
	}
	take_text(h, HERD_STRING, length + 1);
}

static void sign(struct herd *h)
{
	static const char *const signs[] = { "/\\", "\\/", "==", "!=", "<=", ">=", "&&", "||", "=>",
		"->", "++", "--", "+=", "-=", "*=", "|=", "&=", "^=", "<<", ">>", "<>" };

	for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
		if (at_text(h, signs[i])) {
			take_text(h, HERD_SIGN, 2);
			return;
		}
	if (strchr("{}()[];:,=*&|^~!<>+-/%?.", peek(h, 0)) && peek(h, 0)) {
		take_text(h, HERD_SIGN, 1);
		return;
	}
	gd_help(herd_error(h, GD_E_herd_unterminated, h->loc,
		    peek(h, 0) > 0x20 && peek(h, 0) < 0x7f
			? "`%c` cannot be used in a litmus test"
			: "the byte 0x%02x cannot be used in a litmus test",
		    peek(h, 0)),
	    "remove it");
}

void herd_next(struct herd *h)
{
	blanks(h);
	h->loc = here(h);
	h->token = HERD_END;
	h->text = "";
	if (h->failed || h->at >= h->source->length)
		return;
	if (isdigit(peek(h, 0)))
		number(h);
	else if (peek(h, 0) == '"')
		string(h);
	else if (in_name(peek(h, 0))) {
		size_t length = 0;

		while (in_name(peek(h, length)))
			length++;
		take_text(h, HERD_NAME, length);
	} else {
		sign(h);
	}
}

bool herd_is(const struct herd *h, const char *text)
{
	return (h->token == HERD_NAME || h->token == HERD_SIGN) && !strcmp(h->text, text);
}

bool herd_take(struct herd *h, const char *text)
{
	if (!herd_is(h, text))
		return false;
	herd_next(h);
	return true;
}

bool herd_want(struct herd *h, const char *text, const char *where)
{
	if (herd_take(h, text))
		return true;
	herd_expected(h, gd_arena_printf(h->arena, "`%s` %s", text, where));
	return false;
}

/* --------------------------------------------------------------------- header */
/* The name may have any characters except blanks. */
static void test_name(struct herd *h)
{
	size_t length = 0;
	char *name;

	while (peek(h, length) > ' ')
		length++;
	h->loc = here(h);
	if (!length || peek(h, 0) == '{') {
		h->token = HERD_END;
		herd_expected(h, "the name of the test");
		return;
	}
	name = gd_arena_strndup(h->arena, h->source->text + h->at, length < 80 ? length : 80);
	for (char *c = name; *c; c++)
		if (*c <= ' ' || *c > '~')
			*c = '_';
	h->name = name;
	advance(h, length);
}

void herd_header(struct herd *h)
{
	herd_next(h);
	if (!herd_is(h, "C")) {
		gd_help(herd_error(h, GD_E_herd_not_c, h->loc,
			    "a test in C starts with `C`, this one with %s", token_text(h)),
		    "tests in assembly cannot be imported; there is often a test in C that does "
		    "the same");
		return;
	}
	while (peek(h, 0) == ' ' || peek(h, 0) == '\t')
		advance(h, 1);
	test_name(h);
	if (h->failed)
		return;
	herd_next(h);
	if (h->token == HERD_STRING)
		herd_next(h);
	/* A line `Key=value` describes where the test comes from; it is skipped. */
	while (h->token == HERD_NAME) {
		if (peek(h, 0) != '=') {
			herd_expected(h, "`{`");
			return;
		}
		while (h->at < h->source->length && peek(h, 0) != '\n')
			advance(h, 1);
		herd_next(h);
	}
}
