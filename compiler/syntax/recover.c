/* recover.c: where to go on after a mistake.
 *
 * A mistake is reported at one token; what follows is skipped up to the end of
 * the declaration, statement or item: behind its `;` or its last `}`, before the
 * `}` of the list that it stands in, or before the next declaration.  Braces are
 * counted, so that what a mistake opened is skipped with it.  Where a list was
 * never closed, a `}' is put in front of the declaration that shows it. */
#include "compiler/syntax/parser.h"

/* How many brackets are open in the innermost list, outside its items. */
static unsigned list_depth(const struct syn_parser *parser, enum syn_list *list)
{
	*list = SYN_LIST_DECLARATIONS;
	for (unsigned i = parser->open_count; i-- > 0;)
		if (parser->open[i].list != SYN_LIST_NONE) {
			*list = parser->open[i].list;
			return i + 1;
		}
	return 0;
}

static bool brace_is_open(const struct syn_parser *parser, unsigned depth)
{
	for (unsigned i = depth; i < parser->open_count; i++)
		if (parser->open[i].token == '{')
			return true;
	return false;
}

/* ------------------------------------------------------------------- skipping */
bool syn_begins_line(const struct syn_parser *parser, struct gd_loc loc)
{
	return parser->last_loc.source == NULL || loc.line > parser->last_loc.end_line;
}

bool syn_begins_declaration(int token)
{
	switch (token) {
	case TOK_COLLECTOR:
	case TOK_IMPORT:
	case TOK_OPTION:
	case TOK_OBJECT:
	case TOK_PHASE:
	case TOK_WORK:
	case TOK_CYCLE:
	case TOK_BUCKET:
	case TOK_FUNCTION:
	case TOK_BARRIER:
	case TOK_PROPERTY:
	case TOK_SCENARIO:
	case TOK_VERIFY:
	case TOK_MUTANT:
	case TOK_LITMUS:
	case TOK_SPACE:
	case TOK_REGION: return true;
	default: return false;
	}
}

/* Whether a declaration begins here.  Within an open brace its word must be in the first column.
 * Elsewhere it begins a line, or comes after a complete declaration of the list. */
static bool is_next_declaration(const struct syn_parser *parser, int token, struct gd_loc loc,
    unsigned depth, enum syn_list list)
{
	bool may_begin = syn_begins_declaration(token) ||
	    (list == SYN_LIST_DECLARATIONS && (token == TOK_GHOST || token == TOK_RESERVED));

	if (token == TOK_OBJECT && list == SYN_LIST_ITEMS && loc.column != 1)
		return false; /* object.mark = any; in a scenario */
	if (!may_begin || (brace_is_open(parser, depth) && loc.column != 1))
		return false;
	return syn_begins_line(parser, loc) ||
	    (list == SYN_LIST_DECLARATIONS && parser->open_count == depth && token != TOK_RESERVED);
}

static bool closes_list(const struct syn_parser *parser, int token, unsigned depth)
{
	return token == '}' && depth > 0 && !brace_is_open(parser, depth);
}

/* Whether the skipped TOKEN ended the item, given the next token. */
static bool ended(const struct syn_parser *parser, int token, bool closed_brace, int next,
    unsigned depth, enum syn_list list)
{
	if (token == ';')
		return list == SYN_LIST_ITEMS ? !brace_is_open(parser, depth)
					      : parser->open_count == depth;
	return closed_brace && list == SYN_LIST_ITEMS && parser->open_count == depth &&
	    next != TOK_ELSE && next != TOK_OR && next != TOK_UNTIL && next != ';' && next != ')' &&
	    next != ',';
}

/* Gives the parser a `}' in place of the token, which is read again after it. */
static void put_brace(struct syn_parser *parser, int *token, SYN_YYSTYPE *value, struct gd_loc *loc)
{
	parser->has_again = true;
	parser->again_token = *token;
	parser->again_value = *value;
	parser->again_loc = *loc;
	*token = '}';
	loc->line = loc->end_line = parser->last_loc.end_line;
	loc->column = loc->end_column = parser->last_loc.end_column;
}

bool syn_recover(struct syn_parser *parser, int *token, SYN_YYSTYPE *value, struct gd_loc *loc)
{
	bool left_out = parser->semicolon_left_out, moved = *token == TOK_SYN_YYEMPTY, put = false,
	     goes_on;
	enum syn_list list;
	unsigned depth;

	parser->semicolon_left_out = false;
	if (left_out && !moved)
		return false;
	if (moved)
		*token = syn_read_token(value, loc, parser);
	else
		parser->open_count = parser->open_before;
	depth = list_depth(parser, &list);
	while (*token != TOK_EOF && !closes_list(parser, *token, depth) &&
	    !is_next_declaration(parser, *token, *loc, depth, list)) {
		int skipped = *token;
		bool in_braces = brace_is_open(parser, depth);

		syn_track_brackets(parser, skipped, *loc);
		*token = syn_read_token(value, loc, parser);
		moved = true;
		if (ended(parser, skipped, in_braces && skipped == '}', *token, depth, list))
			break;
	}
	if (!parser->too_deep && list == SYN_LIST_ITEMS &&
	    (*token == TOK_EOF || is_next_declaration(parser, *token, *loc, depth, list))) {
		put_brace(parser, token, value, loc);
		put = true;
	}
	parser->open_count = depth;
	goes_on = !put && *token != TOK_EOF &&
	    (moved || *token == '}' || syn_begins_declaration(*token)) &&
	    parser->recovered_at != parser->offset;
	parser->recovered_at = parser->offset; /* not twice at one place */
	syn_track_brackets(parser, *token, *loc);
	return goes_on;
}
