/* walk.h: all expressions and all statements of a part of the IR.
 *
 * members.def says which members of a statement or an expression have expressions or
 * statements in them.  Who asks something of all of them asks it here: a walk that forgets
 * one (the unit of an emit, the object of a place) is a mistake that shows late. */
#ifndef IR_WALK_H
#define IR_WALK_H

#include "compiler/ir/ir.h"

/* One by one, what EXPR, or STMT without its bodies, has itself; NULL: there are no more. */
const struct ir_expr *ir_expr_part(const struct ir_expr *expr, size_t number);
const struct ir_expr *ir_stmt_part(const struct ir_stmt *stmt, size_t number);

typedef bool ir_expr_test(const struct ir_expr *expr, const void *about);
typedef bool ir_stmt_test(const struct ir_stmt *stmt, const void *about);

/* TEST holds for EXPR (NULL: for none), or for an expression in it. */
bool ir_expr_any(const struct ir_expr *expr, ir_expr_test *test, const void *about);
/* … for an expression of STMT itself, or of LIST. */
bool ir_stmt_any_expr(const struct ir_stmt *stmt, ir_expr_test *test, const void *about);
bool ir_list_any_expr(const struct ir_stmt *list, ir_expr_test *test, const void *about);
/* … for a statement of LIST, or in a body. */
bool ir_list_any(const struct ir_stmt *list, ir_stmt_test *test, const void *about);

/* Whose statements. */
enum { IR_OF_KINDS = 1, IR_OF_FILLS = 2, IR_OF_BARRIERS = 4, IR_OF_ALL = 7 };
bool ir_spec_any(const struct ir_spec *spec, unsigned of, ir_stmt_test *test, const void *about);

/* Calls VISIT for each, in the order of the text. */
typedef void ir_expr_visitor(const struct ir_expr *expr, void *data);
typedef void ir_stmt_visitor(const struct ir_stmt *stmt, void *data);
void ir_expr_each(const struct ir_expr *expr, ir_expr_visitor *visit, void *data);
void ir_stmt_each_expr(const struct ir_stmt *stmt, ir_expr_visitor *visit, void *data);
void ir_list_each(const struct ir_stmt *list, ir_stmt_visitor *visit, void *data);

/* The outermost quantifier of FORMULA.  NULL: there is none.  A counterexample names the value of its
 * variable. */
const struct ir_expr *ir_outermost_quantifier(const struct ir_expr *formula);

/* Tests. */
bool ir_is_op(const struct ir_stmt *stmt, const void *op); /* enum ir_op */
bool ir_is_state(const struct ir_expr *expr, const void *unused);
bool ir_is_var(const struct ir_expr *expr, const void *var); /* also of NULL: it is none */

#endif
