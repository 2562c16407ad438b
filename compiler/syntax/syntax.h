/* syntax.h: from text to tree. */
#ifndef SYN_SYNTAX_H
#define SYN_SYNTAX_H

#include "compiler/syntax/ast.h"

/* The objects that all parts of one compilation share. */
struct syn_context {
	struct gd_arena *arena;
	struct gd_intern *names;
	struct gd_diag_sink *sink;
};

/* Parses SOURCE.  Always returns a tree.  A part that could not be parsed is reported to the sink,
 * and is an ERROR node or missing. */
struct syn_spec *syn_parse(struct syn_context *context, struct gd_source *source);

/* Reads and parses PATH and everything that it imports (relative to the importing file).  Reports
 * missing files and rings of imports.  Returns NULL only if PATH itself cannot be read; that is
 * also reported. */
struct syn_spec *syn_load(struct syn_context *context, const char *path);

/* Whether TEXT is a keyword, a word with a meaning at one place, or a reserved word. */
bool syn_is_word(const char *text);
/* The words of the grammar, for help with misspelt ones. */
const char *const *syn_keywords(size_t *count);

/* An expression or type in one line, as it is written in a specification. */
const char *syn_expr_text(struct gd_arena *arena, const struct syn_expr *expr);
const char *syn_type_text(struct gd_arena *arena, const struct syn_type *type);
const char *syn_order_text(enum syn_order order); /* "" for none */

#endif
