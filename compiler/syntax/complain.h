/* complain.h: what the grammar says when it cannot go on. */
#ifndef SYN_COMPLAIN_H
#define SYN_COMPLAIN_H

#include "compiler/syntax/parser.h"

/* Bison's own messages: only "memory exhausted", which nesting causes. */
void syn_yyerror(const struct gd_loc *loc, struct syn_parser *parser, const char *message);

/* An unexpected token.  EXPECTED are names as `%token` gives them. */
void syn_complain(struct syn_parser *parser, struct gd_loc loc, const char *unexpected,
    const char *const *expected, size_t count);

/* What a word is reserved for; NULL when it is not. */
const char *syn_reserved_for(const char *text);

#endif
