/* complain.h: what the grammar says when it cannot go on. */
#ifndef SYN_COMPLAIN_H
#define SYN_COMPLAIN_H

#include "compiler/syntax/parser.h"

/* Called by Bison for its own messages.  The only one is "memory exhausted", which is caused by
 * nesting. */
void syn_yyerror(const struct gd_loc *loc, struct syn_parser *parser, const char *message);

/* Reports an unexpected token.  EXPECTED has names as `%token` gives them. */
void syn_complain(struct syn_parser *parser, struct gd_loc loc, const char *unexpected,
    const char *const *expected, size_t count);

/* What the word TEXT is reserved for.  NULL: it is not reserved. */
const char *syn_reserved_for(const char *text);

#endif
