#include "compiler/syntax/complain.h"

#include <string.h>

void
syn_yyerror(const struct gd_loc *loc, struct syn_parser *parser, const char *message)
{
	(void)message;
	if (parser->too_deep)
		return;
	parser->too_deep = true;
	gd_help(gd_report(parser->context->sink, GD_E_too_deep, *loc,
	    "this is nested too deeply"), "divide it: functions and properties have names");
}

static bool
is_expected(const char *const *expected, size_t count, const char *what)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(expected[i], what) == 0)
			return true;
	return false;
}

/* Where something is missing: just behind the token before. */
static struct gd_loc
after_last(const struct syn_parser *parser)
{
	struct gd_loc loc = parser->last_loc;

	loc.line = loc.end_line;
	loc.column = loc.end_column = loc.end_column + 1;
	return loc;
}

static bool
starts_a_line(const struct syn_parser *parser, struct gd_loc loc)
{
	return parser->last_loc.source != NULL && loc.line > parser->last_loc.end_line;
}

/* A `;` that was left out: what comes next starts a line, or closes a block. */
static bool
complain_of_semicolon(struct syn_parser *parser, struct gd_loc loc, const char *unexpected,
    const char *const *expected, size_t count)
{
	struct gd_diag *diag;

	if (!is_expected(expected, count, "';'"))
		return false;
	if (!starts_a_line(parser, loc) && strcmp(unexpected, "'}'") != 0 &&
	    strcmp(unexpected, "the end of the file") != 0 && count > 1)
		return false;
	diag = gd_report(parser->context->sink, GD_E_expected_token, after_last(parser),
	    "`;` is missing here");
	gd_fixit(diag, after_last(parser), ";");
	return true;
}

/* `bukcet`, `emti`: the word itself, or the one before that was taken for a
 * name, is nearly a word that may stand here. */
static bool
complain_of_spelling(struct syn_parser *parser, struct gd_loc loc, const char *const *expected,
    size_t count)
{
	const char *text = parser->token_text, *meant = NULL;
	struct gd_diag *diag;

	if (text != NULL && parser->token == TOK_ID)
		meant = gd_did_you_mean(text, expected, count);
	if (meant == NULL && parser->last_name.text != NULL && parser->last_starts_statement) {
		size_t keywords = 0;

		while (syn_keywords[keywords] != NULL)
			keywords++;
		text = parser->last_name.text;
		loc = parser->last_name.loc;
		meant = gd_did_you_mean(text, syn_keywords, keywords);
	}
	if (meant == NULL || strchr(meant, ' ') != NULL || strchr(meant, '\'') != NULL)
		return false;
	diag = gd_report(parser->context->sink, GD_E_misspelt_keyword, loc,
	    "`%s` cannot stand here; did you mean `%s`?", text, meant);
	gd_fixit(diag, loc, meant);
	return true;
}

static bool
is_operator(const char *expected)
{
	static const char *const operators[] = {"'+'", "'-'", "'<'", "'>'", "==", "!=", "<=", ">=",
	    "and", "or", "implies", "until", "'.'", "'['"};

	for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
		if (strcmp(expected, operators[i]) == 0)
			return true;
	return false;
}

static const char *
quoted(struct gd_arena *arena, const char *token)
{
	if (token[0] == '\'')
		return gd_arena_printf(arena, "`%.*s`", (int)strlen(token) - 2, token + 1);
	return strchr(token, ' ') ? token : gd_arena_printf(arena, "`%s`", token);
}

/* The expected tokens in words: names and values grouped, operators left out
 * unless nothing else is there, and no list when it would be long. */
static const char *
in_words(struct gd_arena *arena, const char *const *expected, size_t count)
{
	const char *shown[8], *text = "";
	size_t n = 0, limit = 5;
	bool name = is_expected(expected, count, "a name");
	bool value = name && is_expected(expected, count, "true");
	bool statement = is_expected(expected, count, "let");
	bool declaration = is_expected(expected, count, "scenario");

	if (value && !statement)
		return "a value";
	if (statement)
		return is_expected(expected, count, "'}'") ? "a statement or `}`" : "a statement";
	if (declaration)
		return "a declaration";
	if (name)
		shown[n++] = "a name";
	for (size_t i = 0; i < count; i++) {
		if (is_operator(expected[i]) || strcmp(expected[i], "a name") == 0 ||
		    (name && syn_keyword_token(expected[i], strlen(expected[i])) > TOK_RESERVED))
			continue;
		if (n == limit)
			return NULL;
		shown[n++] = quoted(arena, expected[i]);
	}
	if (n == 0)
		return count > 1 ? "an operator" : count == 1 ? quoted(arena, expected[0]) : NULL;
	for (size_t i = 0; i < n; i++)
		text = gd_arena_printf(arena, "%s%s%s", text,
		    i == 0 ? "" : i + 1 == n ? " or " : ", ", shown[i]);
	return text;
}

static bool
complain_of_reserved(struct syn_parser *parser, struct gd_loc loc, const char *unexpected)
{
	if (strcmp(unexpected, "a reserved word") != 0)
		return false;
	gd_help(gd_report(parser->context->sink, GD_E_reserved_word, loc,
	    "`%s` is reserved: this release has no %s yet", parser->token_text,
	    syn_reserved_for(parser->token_text)),
	    "leave the construct out, or choose another name");
	return true;
}

void
syn_complain(struct syn_parser *parser, struct gd_loc loc, const char *unexpected,
    const char *const *expected, size_t count)
{
	struct gd_arena *arena = parser->context->arena;
	const char *words = in_words(arena, expected, count);
	const char *found = parser->token_text ?
	    gd_arena_printf(arena, "`%s`", parser->token_text) : quoted(arena, unexpected);
	struct gd_diag *diag;

	if (parser->too_deep)
		return;
	if (complain_of_reserved(parser, loc, unexpected) ||
	    complain_of_spelling(parser, loc, expected, count) ||
	    complain_of_semicolon(parser, loc, unexpected, expected, count))
		return;
	if (count == 1 && starts_a_line(parser, loc)) {
		diag = gd_report(parser->context->sink, GD_E_expected_token, after_last(parser),
		    "%s is missing here", words);
	} else if (words != NULL) {
		diag = gd_report(parser->context->sink, GD_E_unexpected_token, loc,
		    "%s cannot stand here: %s is expected", found, words);
	} else {
		diag = gd_report(parser->context->sink, GD_E_unexpected_token, loc,
		    "%s cannot stand here", found);
	}
	if (count == 1 && expected[0][0] == '\'')
		gd_fixit(diag, after_last(parser), gd_arena_printf(arena, "%.1s", expected[0] + 1));
}
