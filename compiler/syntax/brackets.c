/* brackets.c: the brackets that are open. */
#include "compiler/syntax/parser.h"

static bool is_opening(int token)
{
	return token == '(' || token == '[' || token == '{';
}

static int opener_of(int token)
{
	return token == ')' ? '(' : token == ']' ? '[' : token == '}' ? '{' : 0;
}

/* A `}' also closes brackets that were left open inside.  Other closing brackets do not close a
 * `{'. */
static void close_bracket(struct syn_parser *parser, int opener)
{
	for (unsigned i = parser->open_count; i-- > 0;) {
		if (parser->open[i].token == opener) {
			parser->open_count = i;
			return;
		}
		if (parser->open[i].token == '{')
			return;
	}
}

void syn_track_brackets(struct syn_parser *parser, int token, struct gd_loc loc)
{
	parser->open_before = parser->open_count;
	if (opener_of(token) != 0)
		close_bracket(parser, opener_of(token));
	if (!is_opening(token))
		return;
	if (parser->open_count < GD_MOST_brackets) {
		parser->open[parser->open_count++] =
		    (struct syn_bracket){ token, SYN_LIST_NONE, loc };
		return;
	}
	if (!parser->too_deep)
		gd_help(gd_report(parser->context->sink, GD_E_too_deep, loc,
			    "more than %d brackets are open", GD_MOST_brackets),
		    "move a part of it into a function or property of its own");
	parser->too_deep = true;
}

void syn_list_opened(struct syn_parser *parser, enum syn_list list)
{
	if (parser->open_count > 0)
		parser->open[parser->open_count - 1].list = list;
}
