/* dump.h: the IR for people (pseudo-source), for pictures (dot), for tools (json). */
#ifndef IR_DUMP_H
#define IR_DUMP_H

#include "compiler/base/out.h"
#include "compiler/ir/ir.h"

void ir_dump_text(const struct ir_spec *spec, struct gd_out *out);
void ir_dump_dot(const struct ir_spec *spec, struct gd_out *out);
void ir_dump_json(const struct ir_spec *spec, struct gd_out *out);

/* The text of an expression or place, as it is written in a specification.  In ARENA. */
const char *ir_expr_text(struct gd_arena *arena, const struct ir_expr *expr);
const char *ir_place_text(struct gd_arena *arena, const struct ir_place *place);
/* A statement's first line: `if fetch_or(o.mark, 1, relaxed) == 0`. */
const char *ir_stmt_text(struct gd_arena *arena, const struct ir_stmt *stmt);

/* The same for litmus tests (compiler/ir/litmus.h). */
struct ir_litmus_stmt;
const char *ir_litmus_stmt_text(struct gd_arena *arena, const struct ir_litmus_stmt *stmt);
void ir_dump_litmus(struct gd_arena *arena, const struct ir_spec *spec, struct gd_out *out);

#endif
