/* comments.c: a comment goes to the node that begins with the token behind it,
 * or, when it stands behind a token on that token's line, to the node that ends
 * there.  Of several such nodes the outermost takes it.  A comment is read only
 * with the token after it, often later than the node before it is made, so all
 * are given out when the file has been read. */
#include <stdlib.h>

#include "compiler/syntax/parser.h"

void syn_keep_comment(struct syn_parser *parser, struct gd_loc loc, const char *text, size_t length)
{
	struct syn_loose_comment comment = { .after = parser->last_loc };

	while (length > 0 && text[length - 1] == '\r')
		length--;
	comment.comment.text = gd_arena_strndup(parser->context->arena, text, length);
	comment.comment.loc = loc;
	GD_PUSH(parser->context->arena, parser->comments, comment);
}

void syn_comments_before(struct syn_parser *parser, struct gd_loc token)
{
	for (size_t i = parser->comments.count; i-- > 0;) {
		if (parser->comments.at[i].before.line != 0)
			break;
		parser->comments.at[i].before = token;
	}
}

void syn_register_trivia(struct syn_parser *parser, struct syn_trivia *trivia, struct gd_loc loc)
{
	struct syn_node_trivia node = { trivia, loc };

	GD_PUSH(parser->context->arena, parser->nodes, node);
}

/* The nodes sorted by where they begin or end.  At one place the outermost node comes first; it was
 * registered last. */
struct by_place {
	struct syn_node_trivia **starts, **ends;
	size_t count;
};

static int compare_places(unsigned a_line, unsigned a_column, unsigned b_line, unsigned b_column)
{
	if (a_line != b_line)
		return a_line < b_line ? -1 : 1;
	return (a_column > b_column) - (a_column < b_column);
}

static int compare_starts(const void *left, const void *right)
{
	const struct syn_node_trivia *a = *(struct syn_node_trivia *const *)left;
	const struct syn_node_trivia *b = *(struct syn_node_trivia *const *)right;
	int order = compare_places(a->loc.line, a->loc.column, b->loc.line, b->loc.column);

	return order ? order : (a < b) - (a > b);
}

static int compare_ends(const void *left, const void *right)
{
	const struct syn_node_trivia *a = *(struct syn_node_trivia *const *)left;
	const struct syn_node_trivia *b = *(struct syn_node_trivia *const *)right;
	int order =
	    compare_places(a->loc.end_line, a->loc.end_column, b->loc.end_line, b->loc.end_column);

	return order ? order : (a < b) - (a > b);
}

static struct by_place sorted(struct syn_parser *parser)
{
	struct by_place nodes = { .count = parser->nodes.count };

	if (nodes.count == 0)
		return nodes;
	nodes.starts = GD_NEW_ARRAY(parser->context->arena, struct syn_node_trivia *, nodes.count);
	nodes.ends = GD_NEW_ARRAY(parser->context->arena, struct syn_node_trivia *, nodes.count);
	for (size_t i = 0; i < nodes.count; i++)
		nodes.starts[i] = nodes.ends[i] = &parser->nodes.at[i];
	qsort(nodes.starts, nodes.count, sizeof *nodes.starts, compare_starts);
	qsort(nodes.ends, nodes.count, sizeof *nodes.ends, compare_ends);
	return nodes;
}

static struct syn_node_trivia *starting_at(const struct by_place *nodes, struct gd_loc loc)
{
	size_t low = 0, high = nodes->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		const struct gd_loc *place = &nodes->starts[middle]->loc;

		if (compare_places(place->line, place->column, loc.line, loc.column) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == nodes->count || nodes->starts[low]->loc.line != loc.line ||
	    nodes->starts[low]->loc.column != loc.column)
		return NULL;
	return nodes->starts[low];
}

static struct syn_node_trivia *ending_at(const struct by_place *nodes, struct gd_loc loc)
{
	size_t low = 0, high = nodes->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		const struct gd_loc *place = &nodes->ends[middle]->loc;

		if (compare_places(place->end_line, place->end_column, loc.end_line,
			loc.end_column) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == nodes->count || nodes->ends[low]->loc.end_line != loc.end_line ||
	    nodes->ends[low]->loc.end_column != loc.end_column)
		return NULL;
	return nodes->ends[low];
}

void syn_give_comments(struct syn_parser *parser)
{
	struct gd_arena *arena = parser->context->arena;
	struct by_place nodes = sorted(parser);

	for (size_t i = 0; i < parser->comments.count; i++) {
		const struct syn_loose_comment *comment = &parser->comments.at[i];
		struct syn_node_trivia *node = NULL;

		if (comment->after.end_line == comment->comment.loc.line)
			node = ending_at(&nodes, comment->after);
		if (node != NULL) {
			GD_PUSH(arena, node->trivia->trailing, comment->comment);
			continue;
		}
		node = starting_at(&nodes, comment->before);
		if (node != NULL)
			GD_PUSH(arena, node->trivia->leading, comment->comment);
		else
			GD_PUSH(arena, parser->spec->rest, comment->comment);
	}
}
