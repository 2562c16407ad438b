/* comments.c: a comment goes to the node that begins with the token behind it,
 * or, when it stands behind a token on that token's line, to the node that ends
 * there.  Of several such nodes the outermost takes it.  A comment is read only
 * with the token after it, often later than the node before it is made, so all
 * are given out when the file has been read. */
#include "compiler/syntax/parser.h"

void
syn_keep_comment(struct syn_parser *parser, struct gd_loc loc, const char *text, size_t length)
{
	struct syn_loose_comment comment = {.after = parser->last_loc};

	comment.comment.text = gd_arena_strndup(parser->context->arena, text, length);
	comment.comment.loc = loc;
	GD_PUSH(parser->context->arena, parser->comments, comment);
}

void
syn_comments_before(struct syn_parser *parser, struct gd_loc token)
{
	for (size_t i = parser->comments.count; i-- > 0;) {
		if (parser->comments.at[i].before.line != 0)
			break;
		parser->comments.at[i].before = token;
	}
}

void
syn_register_trivia(struct syn_parser *parser, struct syn_trivia *trivia, struct gd_loc loc)
{
	struct syn_node_trivia node = {trivia, loc};

	GD_PUSH(parser->context->arena, parser->nodes, node);
}

static bool
is_behind(const struct syn_loose_comment *comment, const struct gd_loc *node)
{
	return comment->after.end_line == comment->comment.loc.line &&
	    comment->after.end_line == node->end_line &&
	    comment->after.end_column == node->end_column;
}

static bool
is_in_front_of(const struct syn_loose_comment *comment, const struct gd_loc *node)
{
	return comment->before.line == node->line && comment->before.column == node->column;
}

static bool
give(struct syn_parser *parser, const struct syn_loose_comment *comment,
    bool (*fits)(const struct syn_loose_comment *, const struct gd_loc *), bool is_trailing)
{
	for (size_t i = parser->nodes.count; i-- > 0;) {
		struct syn_node_trivia *node = &parser->nodes.at[i];

		if (!fits(comment, &node->loc))
			continue;
		if (is_trailing)
			GD_PUSH(parser->context->arena, node->trivia->trailing, comment->comment);
		else
			GD_PUSH(parser->context->arena, node->trivia->leading, comment->comment);
		return true;
	}
	return false;
}

void
syn_give_comments(struct syn_parser *parser)
{
	for (size_t i = 0; i < parser->comments.count; i++) {
		const struct syn_loose_comment *comment = &parser->comments.at[i];

		if (!give(parser, comment, is_behind, true) &&
		    !give(parser, comment, is_in_front_of, false))
			GD_PUSH(parser->context->arena, parser->spec->rest, comment->comment);
	}
}
