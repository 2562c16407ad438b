/* walk.c: every expression and statement of a tree. */
#include "compiler/sema/internal.h"

void sem_walk_expr(const struct syn_expr *expr, sem_expr_visitor visit, void *data)
{
	if (!expr || !visit)
		return;
	visit(data, expr);
	for (size_t i = 0; i < expr->args.count; i++)
		sem_walk_expr(expr->args.at[i], visit, data);
}

void sem_walk_stmt(const struct syn_stmt *stmt, sem_stmt_visitor visit_stmt,
    sem_expr_visitor visit_expr, void *data)
{
	if (!stmt)
		return;
	if (visit_stmt)
		visit_stmt(data, stmt);
	sem_walk_expr(stmt->expr, visit_expr, data);
	for (size_t i = 0; i < stmt->args.count; i++)
		sem_walk_expr(stmt->args.at[i], visit_expr, data);
	for (size_t i = 0; i < stmt->stmts.count; i++)
		sem_walk_stmt(stmt->stmts.at[i], visit_stmt, visit_expr, data);
	sem_walk_stmt(stmt->body, visit_stmt, visit_expr, data);
	sem_walk_stmt(stmt->otherwise, visit_stmt, visit_expr, data);
}
