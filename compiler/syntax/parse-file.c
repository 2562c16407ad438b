/* parse-file.c: one source through the scanner and the grammar. */
#include <string.h>

#include "compiler/syntax/parser.h"

struct syn_spec *syn_parse(struct syn_context *context, struct gd_source *source)
{
	struct syn_spec *spec = GD_NEW(context->arena, struct syn_spec);
	struct syn_parser parser = { .context = context,
		.spec = spec,
		.line = 1,
		.column = 1,
		.token = TOK_SYN_YYEMPTY };

	spec->source = source;
	parser.last_starts_statement = true;
	if (!syn_scan_begin(&parser))
		return spec;
	syn_yyparse(&parser);
	syn_scan_end(&parser);
	syn_give_comments(&parser);
	return spec;
}
