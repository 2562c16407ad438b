#include "compiler/syntax/complain.h"

#include <string.h>

void syn_yyerror(const struct gd_loc *loc, struct syn_parser *parser, const char *message)
{
	(void)message;
	if (parser->too_deep)
		return;
	parser->too_deep = true;
	gd_help(gd_report(parser->context->sink, GD_E_too_deep, *loc, "this is nested too deeply"),
	    "move a part of it into a function or property of its own");
}

static bool is_expected(const char *const *expected, size_t count, const char *what)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(expected[i], what) == 0)
			return true;
	return false;
}

/* The place where something is missing: right after the last token. */
static struct gd_loc after_last(const struct syn_parser *parser)
{
	struct gd_loc loc = parser->last_loc;

	loc.line = loc.end_line;
	loc.column = loc.end_column = loc.end_column + 1;
	return loc;
}

/* Reports a `;` that was left out: the next token begins a line, or closes a block. */
static bool complain_of_semicolon(struct syn_parser *parser, struct gd_loc loc,
    const char *unexpected, const char *const *expected, size_t count)
{
	struct gd_diag *diag;

	if (!is_expected(expected, count, "';'"))
		return false;
	if (!syn_begins_line(parser, loc) && strcmp(unexpected, "'}'") != 0 &&
	    strcmp(unexpected, "the end of the file") != 0 &&
	    (count > 1 || parser->token_text == NULL || parser->token >= TOK_RESERVED))
		return false;
	diag = gd_report(parser->context->sink, GD_E_expected_token, after_last(parser),
	    "`;` is missing here");
	gd_fixit(diag, after_last(parser), ";");
	parser->semicolon_left_out = true;
	return true;
}

/* Reports a list that was not closed.  It is noticed at the end of the file, or where a declaration
 * begins. */
static bool complain_of_brace(struct syn_parser *parser, struct gd_loc loc,
    const char *const *expected, size_t count)
{
	bool at_end = parser->token == TOK_EOF;
	struct gd_diag *diag;
	unsigned i = parser->open_count;

	while (i > 0 && parser->open[i - 1].token != '{')
		i--;
	if (i == 0 || !is_expected(expected, count, "'}'") ||
	    !(at_end || (syn_begins_declaration(parser->token) && syn_begins_line(parser, loc))))
		return false;
	diag = gd_report(parser->context->sink, GD_E_expected_token, after_last(parser),
	    "`}` is missing here");
	gd_note(diag, parser->open[i - 1].loc, "this is not closed");
	gd_fixit(diag, after_last(parser), "}");
	return true;
}

static bool begins_operand(int token)
{
	return token == TOK_ID || token == TOK_NOT || token == TOK_FORALL || token == TOK_EXISTS;
}

/* Reports a misspelt word (`bukcet`, `emti`, `allways busy`): the token, or the one before it that
 * was read as a name, is similar to a word that is allowed here.  No operand follows a name. */
static bool complain_of_spelling(struct syn_parser *parser, struct gd_loc loc,
    const char *const *expected, size_t count)
{
	const char *text = parser->token_text, *meant = NULL;
	struct gd_diag *diag;

	if (text != NULL && parser->token == TOK_ID)
		meant = gd_did_you_mean(text, expected, count);
	if (meant == NULL && parser->last_name.text != NULL &&
	    (parser->last_starts_statement || begins_operand(parser->token))) {
		size_t count_of_all;
		const char *const *all = syn_keywords(&count_of_all);

		text = parser->last_name.text;
		loc = parser->last_name.loc;
		meant = gd_did_you_mean(text, all, count_of_all);
	}
	if (meant == NULL || strchr(meant, ' ') != NULL || strchr(meant, '\'') != NULL)
		return false;
	diag = gd_report(parser->context->sink, GD_E_misspelt_keyword, loc,
	    "`%s` is not allowed here; did you mean `%s`?", text, meant);
	gd_fixit(diag, loc, meant);
	return true;
}

static bool is_operator(const char *expected)
{
	static const char *const operators[] = { "'+'", "'-'", "'<'", "'>'",
		"==", "!=", "<=", ">=", "and", "or", "implies", "until", "'.'", "'['",
		"`in` of an expectation" };

	for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
		if (strcmp(expected, operators[i]) == 0)
			return true;
	return false;
}

static const char *quoted(struct gd_arena *arena, const char *token)
{
	if (token[0] == '\'')
		return gd_arena_printf(arena, "`%.*s`", (int)strlen(token) - 2, token + 1);
	return strchr(token, ' ') ? token : gd_arena_printf(arena, "`%s`", token);
}

/* The expected tokens in words.  Names and values are grouped.  Operators are left out if there is
 * anything else.  If the list would be long, there is none. */
static const char *in_words(struct gd_arena *arena, const char *const *expected, size_t count)
{
	const char *shown[8], *text = "";
	size_t n = 0, limit = 5;
	bool name = is_expected(expected, count, "a name");
	bool value = name && is_expected(expected, count, "true");
	bool statement = is_expected(expected, count, "let");
	bool declaration = is_expected(expected, count, "scenario");
	bool operand = is_expected(expected, count, "'+'");

	if (value && !statement)
		return "a value";
	if (statement)
		return is_expected(expected, count, "'}'") ? "a statement or `}`" : "a statement";
	if (declaration)
		return "a declaration";
	if (name)
		shown[n++] = "a name";
	for (size_t i = 0; i < count; i++) {
		if (is_operator(expected[i]) || (operand && strcmp(expected[i], "'('") == 0) ||
		    strcmp(expected[i], "a name") == 0 ||
		    (name && syn_keyword_token(expected[i]) > TOK_RESERVED))
			continue;
		if (n == limit)
			return NULL;
		shown[n++] = quoted(arena, expected[i]);
	}
	if (n == 0)
		return count > 1 ? "an operator" : count == 1 ? quoted(arena, expected[0]) : NULL;
	for (size_t i = 0; i < n; i++)
		text = gd_arena_printf(arena, "%s%s%s", text,
		    i == 0           ? ""
			: i + 1 == n ? " or "
				     : ", ",
		    shown[i]);
	return text;
}

/* Reports a name that was read as the beginning of a call or of a line of a scenario: `x = …;` as
 * in other languages, or a statement that this language does not have. */
static bool complain_of_beginning(struct syn_parser *parser, struct gd_loc loc,
    const char *const *expected, size_t count)
{
	int token = parser->token;
	bool is_call = count == 1 && strcmp(expected[0], "'('") == 0;
	bool is_item = count == 1 && strcmp(expected[0], "'.'") == 0;

	if (!parser->last_starts_statement || parser->last_name.text == NULL ||
	    !(is_call || is_item))
		return false;
	if (is_call && (token == '=' || token == '.' || token == '['))
		gd_help(
		    gd_report(parser->context->sink, GD_E_unexpected_token, loc,
			"`%c` is not allowed here: a statement begins with a keyword or is a call",
			token),
		    "`let x = …;` names a value; `store(o.f, …);` changes a location");
	else
		gd_help(gd_report(parser->context->sink, GD_E_unexpected_token,
			    parser->last_name.loc, "`%s` cannot begin a %s", parser->last_name.text,
			    is_call ? "statement" : "part of a scenario"),
		    is_call
			? "a call has parentheses; other statements begin with a keyword"
			: "parts are `objects …`, `a.field = { … }`, `mutator …`, `globals …`, `cycles …`, `expected …`");
	return true;
}

/* Reports a keyword where only a name is allowed. */
static bool complain_of_keyword(struct syn_parser *parser, struct gd_loc loc, const char *words)
{
	if (parser->token_text == NULL || parser->token >= TOK_RESERVED || words == NULL ||
	    strcmp(words, "a name") != 0)
		return false;
	gd_help(gd_report(parser->context->sink, GD_E_unexpected_token, loc,
		    "`%s` is a keyword and cannot be a name", parser->token_text),
	    "choose another name");
	return true;
}

static bool complain_of_reserved(struct syn_parser *parser, struct gd_loc loc,
    const char *unexpected)
{
	if (strcmp(unexpected, "a reserved word") != 0)
		return false;
	gd_help(gd_report(parser->context->sink, GD_E_reserved_word, loc,
		    "`%s` is reserved: this release has no %s yet", parser->token_text,
		    syn_reserved_for(parser->token_text)),
	    "leave the construct out, or choose another name");
	return true;
}

/* Reports the domain in `forall s in peek(o.key).field`, which began like a name. */
static bool complain_of_domain(struct syn_parser *parser)
{
	const char *name = parser->domain.text;

	if (name == NULL || (strcmp(name, "peek") != 0 && strcmp(name, "load") != 0))
		return false;
	gd_help(gd_report(parser->context->sink, GD_E_loop_domain, parser->domain.loc,
		    "`forall s in` needs the slots of an object that has a name"),
	    "name the object first: `forall p (p == peek(o.key) implies forall s in p.field (…))`");
	parser->domain.text = NULL;
	return true;
}

static bool is_keyword(const char *text)
{
	int token = syn_keyword_token(text);

	return token != TOK_ID && token != TOK_RESERVED;
}

/* What to write instead, if the expected words alone do not show it. */
static const char *way_out(struct syn_parser *parser, const char *unexpected,
    const char *const *expected, size_t count)
{
	const char *only = count == 1 ? expected[0] : "";

	/* where names are allowed, these words are names */
	if (is_expected(expected, count, "receive") && is_expected(expected, count, "leave") &&
	    !is_expected(expected, count, "a name"))
		return "after `with`, write one or more of `receive`, `join`, `leave` and "
		       "`collect`";
	if (parser->token == '-' && is_expected(expected, count, "a number"))
		return "a number here cannot be negative: write it without a sign";
	if (strcmp(only, "'='") == 0 && parser->token == '[')
		return "all slots of an object are given in one list: `a.field = { b, null };`";
	if (strcmp(only, "'='") == 0 && parser->last_name.text != NULL)
		return gd_arena_printf(parser->context->arena, "give it a value: `%s = …;`",
		    parser->last_name.text);
	if (strcmp(only, "'.'") == 0 && parser->token == '=')
		return "say which metadata: `object.mark = …;`";
	if (parser->token == TOK_OBJECT && is_expected(expected, count, "ref"))
		return "an object is a `ref`";
	if (!is_expected(expected, count, "a name") || !is_expected(expected, count, "true") ||
	    is_expected(expected, count, "let"))
		return NULL;
	return is_keyword(unexpected)
	    ? gd_arena_printf(parser->context->arena,
		  "`%s` is a keyword, and cannot be a name: choose another name", unexpected)
	    : "write a number, `true`, `false`, a name, or an expression made of them";
}

void syn_complain(struct syn_parser *parser, struct gd_loc loc, const char *unexpected,
    const char *const *expected, size_t count)
{
	struct gd_arena *arena = parser->context->arena;
	const char *words = in_words(arena, expected, count);
	const char *found = parser->token_text ? gd_arena_printf(arena, "`%s`", parser->token_text)
					       : quoted(arena, unexpected);
	struct gd_diag *diag;

	if (parser->too_deep || parser->stray_before_token)
		return;
	if (complain_of_domain(parser) || complain_of_reserved(parser, loc, unexpected) ||
	    complain_of_spelling(parser, loc, expected, count) ||
	    complain_of_semicolon(parser, loc, unexpected, expected, count) ||
	    complain_of_brace(parser, loc, expected, count) ||
	    complain_of_beginning(parser, loc, expected, count) ||
	    complain_of_keyword(parser, loc, words))
		return;
	if (count == 1 && syn_begins_line(parser, loc)) {
		diag = gd_report(parser->context->sink, GD_E_expected_token, after_last(parser),
		    "%s is missing here", words);
	} else if (words != NULL) {
		diag = gd_report(parser->context->sink, GD_E_unexpected_token, loc,
		    "%s is not allowed here: %s is expected", found, words);
	} else {
		diag = gd_report(parser->context->sink, GD_E_unexpected_token, loc,
		    "%s is not allowed here", found);
	}
	if (count == 1 && strlen(expected[0]) == 3 && strchr(")]}", expected[0][1]))
		gd_fixit(diag, after_last(parser), gd_arena_printf(arena, "%.1s", expected[0] + 1));
	else if (way_out(parser, unexpected, expected, count) != NULL)
		gd_help(diag, "%s", way_out(parser, unexpected, expected, count));
}
