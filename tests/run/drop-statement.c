/* drop-statement.c: a specification without one of its statements.
 *
 *	drop-statement FILE      lists the statements of kernels, fills, functions and
 *	                         barriers, one a line:
 *	                         NUMBER LINE:COLUMN DECLARATION TEXT
 *	drop-statement FILE N    the text of FILE with an empty block in place of
 *	                         statement N, and without its mutants (which may now
 *	                         be the specification itself) */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/syntax/syntax.h"

struct span {
	size_t from, to;
}; /* bytes; TO is one past the end */
struct lister {
	const struct gd_source *source;
	long wanted, count; /* wanted 0: list */
	const char *declaration;
	struct span dropped;
};

static size_t offset(const struct gd_source *source, unsigned line, unsigned column)
{
	return source->line_start[line - 1] + column - 1;
}

static struct span span_of(const struct gd_source *source, struct gd_loc loc)
{
	return (struct span){ offset(source, loc.line, loc.column),
		offset(source, loc.end_line, loc.end_column) + 1 };
}

static void print_text(const struct gd_source *source, struct span span)
{
	bool blank = false;

	for (size_t i = span.from; i < span.to; i++) {
		char c = source->text[i];

		if (isspace((unsigned char)c)) {
			blank = true;
			continue;
		}
		if (c == '/' && source->text[i + 1] == '/') { /* a comment ends with its line */
			while (i + 1 < span.to && source->text[i + 1] != '\n')
				i++;
			continue;
		}
		if (blank)
			putchar(' ');
		blank = false;
		putchar(c);
	}
}

static void visit(struct lister *l, const struct syn_stmt *stmt)
{
	if (!stmt)
		return;
	for (size_t i = 0; i < stmt->stmts.count; i++)
		visit(l, stmt->stmts.at[i]);
	if (stmt->kind == SYN_STMT_BLOCK)
		return;
	l->count++;
	if (!l->wanted) {
		printf("%ld %u:%u %s ", l->count, stmt->loc.line, stmt->loc.column, l->declaration);
		print_text(l->source, span_of(l->source, stmt->loc));
		putchar('\n');
	} else if (l->count == l->wanted) {
		l->dropped = span_of(l->source, stmt->loc);
	}
	visit(l, stmt->body);
	visit(l, stmt->otherwise);
}

/* Writes the source from *AT, where something else has ended, up to SPAN, and INSTEAD for SPAN. */
static void replace(const struct gd_source *source, size_t *at, struct span span,
    const char *instead)
{
	fwrite(source->text + *at, 1, span.from - *at, stdout);
	fputs(instead, stdout);
	*at = span.to;
}

static void write_rest(const struct lister *l, const struct syn_spec *tree)
{
	size_t at = 0;

	for (size_t i = 0; i < tree->decls.count; i++) {
		struct span decl = span_of(l->source, tree->decls.at[i]->loc);

		if (tree->decls.at[i]->kind == SYN_DECL_MUTANT)
			replace(l->source, &at, decl, "");
		else if (l->dropped.from >= decl.from && l->dropped.to <= decl.to)
			replace(l->source, &at, l->dropped, "{ }");
	}
	fwrite(l->source->text + at, 1, l->source->length - at, stdout);
}

int main(int argc, char **argv)
{
	struct syn_context context = { .arena = gd_arena_new() };
	struct lister l = { .wanted = argc > 2 ? strtol(argv[2], NULL, 10) : 0 };
	struct syn_spec *tree;

	context.names = gd_intern_new(context.arena);
	context.sink = gd_diag_sink_new(context.arena);
	tree = argc > 1 ? syn_load(&context, argv[1]) : NULL;
	if (!tree || gd_error_count(context.sink))
		return 2;
	l.source = tree->source;
	for (size_t i = 0; i < tree->decls.count; i++) {
		const struct syn_decl *decl = tree->decls.at[i];

		l.declaration = decl->name.text;
		if (decl->kind == SYN_DECL_WORK || decl->kind == SYN_DECL_FUNCTION ||
		    decl->kind == SYN_DECL_BARRIER)
			visit(&l, decl->body);
		else if (decl->kind == SYN_DECL_BUCKET)
			visit(&l, decl->fill);
	}
	if (l.wanted > l.count)
		return 1;
	if (l.wanted)
		write_rest(&l, tree);
	gd_arena_free(context.arena);
	return 0;
}
