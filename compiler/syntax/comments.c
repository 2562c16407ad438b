/* comments.c: a comment goes to the node that follows it, or to the one that
 * ends on its line.  Nodes are finished inside out, so a node only takes the
 * comments before its first token and, on its last line, behind its end. */
#include "compiler/syntax/parser.h"

void
syn_keep_comment(struct syn_parser *parser, struct gd_loc loc, const char *text, size_t length)
{
	struct syn_comment comment = {
	    .text = gd_arena_strndup(parser->context->arena, text, length), .loc = loc};

	GD_PUSH(parser->context->arena, parser->comments, comment);
}

static bool
is_before(const struct gd_loc *a, const struct gd_loc *b)
{
	return a->line < b->line || (a->line == b->line && a->column < b->column);
}

/* A comment behind a node's end belongs to it when it starts on that line. */
static bool
is_trailing(const struct syn_comment *comment, const struct gd_loc *node)
{
	return comment->loc.line == node->end_line && comment->loc.column > node->end_column;
}

struct syn_trivia
syn_take_comments(struct syn_parser *parser, struct gd_loc node)
{
	struct gd_arena *arena = parser->context->arena;
	struct syn_trivia trivia = {0};
	size_t kept = 0;

	for (size_t i = 0; i < parser->comments.count; i++) {
		struct syn_comment comment = parser->comments.at[i];

		if (is_trailing(&comment, &node))
			GD_PUSH(arena, trivia.trailing, comment);
		else if (is_before(&comment.loc, &node))
			GD_PUSH(arena, trivia.leading, comment);
		else
			parser->comments.at[kept++] = comment;
	}
	parser->comments.count = kept;
	return trivia;
}
