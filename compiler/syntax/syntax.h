/* syntax.h: from text to tree. */
#ifndef SYN_SYNTAX_H
#define SYN_SYNTAX_H

#include "compiler/syntax/ast.h"

/* What one compilation shares. */
struct syn_context {
	struct gd_arena *arena;
	struct gd_intern *names;
	struct gd_diag_sink *sink;
};

/* Parses SOURCE.  Always returns a tree; what could not be parsed is reported
 * to the sink and stands as an ERROR node or is left out. */
struct syn_spec *syn_parse(struct syn_context *context, struct gd_source *source);

/* Reads and parses PATH and everything that it imports (relative to the
 * importing file); missing files and import cycles are reported.  NULL only
 * when PATH itself cannot be read (also reported). */
struct syn_spec *syn_load(struct syn_context *context, const char *path);

/* A keyword, a word that means something in one place, or one that is reserved. */
bool syn_is_word(const char *text);
/* The words that the grammar has, for did-you-mean. */
const char *const *syn_keywords(size_t *count);

/* One line for an expression or type, as the designer would write it. */
const char *syn_expr_text(struct gd_arena *arena, const struct syn_expr *expr);
const char *syn_type_text(struct gd_arena *arena, const struct syn_type *type);
const char *syn_order_text(enum syn_order order); /* "" for none */

#endif
