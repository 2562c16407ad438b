/* same.c: whether two trees are the same but for layout and comments. */
#include "compiler/sema/internal.h"
#include "compiler/sema/orders.h"

static bool same_names(const syn_names *a, const syn_names *b)
{
	if (a->count != b->count)
		return false;
	for (size_t i = 0; i < a->count; i++)
		if (a->at[i].text != b->at[i].text)
			return false;
	return true;
}

/* Whether both mean the same: what is written, or else what is usual there. */
static bool same_order(enum syn_order a, enum syn_order b, enum syn_order usual)
{
	return sem_order_or(a, usual) == sem_order_or(b, usual);
}

static bool same_expr(const struct syn_expr *a, const struct syn_expr *b)
{
	if (!a || !b)
		return a == b;
	if (a->kind != b->kind || a->name.text != b->name.text || a->number != b->number ||
	    a->args.count != b->args.count || !same_order(a->order, b->order, SYN_RELAXED) ||
	    sem_order_of_failure(a) != sem_order_of_failure(b) ||
	    a->domain.text != b->domain.text || !same_names(&a->binders, &b->binders))
		return false;
	for (size_t i = 0; i < a->args.count; i++)
		if (!same_expr(a->args.at[i], b->args.at[i]))
			return false;
	return true;
}

/* A block of one statement is that statement. */
static const struct syn_stmt *unwrapped(const struct syn_stmt *stmt)
{
	while (stmt && stmt->kind == SYN_STMT_BLOCK && stmt->stmts.count == 1)
		stmt = stmt->stmts.at[0];
	return stmt;
}

static bool same_stmt(const struct syn_stmt *a, const struct syn_stmt *b)
{
	a = unwrapped(a);
	b = unwrapped(b);
	if (!a || !b)
		return a == b;
	if (a->kind != b->kind || a->name.text != b->name.text || a->name2.text != b->name2.text ||
	    a->into.text != b->into.text || a->number != b->number ||
	    !same_order(a->order, b->order, sem_order_of_stop) || a->args.count != b->args.count ||
	    a->stmts.count != b->stmts.count || !same_expr(a->expr, b->expr) ||
	    !same_stmt(a->body, b->body) || !same_stmt(a->otherwise, b->otherwise))
		return false;
	for (size_t i = 0; i < a->args.count; i++)
		if (!same_expr(a->args.at[i], b->args.at[i]))
			return false;
	for (size_t i = 0; i < a->stmts.count; i++)
		if (!same_stmt(a->stmts.at[i], b->stmts.at[i]))
			return false;
	return true;
}

static bool same_type(const struct syn_type *a, const struct syn_type *b)
{
	return a->kind == b->kind && a->low == b->low && a->high == b->high &&
	    a->is_array == b->is_array && a->is_weak == b->is_weak &&
	    same_names(&a->tags, &b->tags);
}

static bool same_signature(const struct syn_decl *a, const struct syn_decl *b)
{
	if (a->params.count != b->params.count || !same_type(&a->type, &b->type))
		return false;
	for (size_t i = 0; i < a->params.count; i++) {
		const struct syn_param *p = &a->params.at[i], *q = &b->params.at[i];

		if (p->name.text != q->name.text || !same_type(&p->type, &q->type) ||
		    p->is_payload != q->is_payload)
			return false;
	}
	if (a->members.count != b->members.count)
		return false;
	for (size_t i = 0; i < a->members.count; i++) {
		const struct syn_member *p = &a->members.at[i], *q = &b->members.at[i];

		if (p->name.text != q->name.text || !same_type(&p->type, &q->type) ||
		    !same_expr(p->init, q->init))
			return false;
	}
	return true;
}

static bool same_clauses(const struct syn_decl *a, const struct syn_decl *b)
{
	return true
#define BUCKET_FLAG(name, text)            &&a->name == b->name
#define BUCKET_NUMBER(name, text)          &&a->name == b->name
#define BUCKET_GUARD(name, text, function) &&same_expr(a->name, b->name)
#include "compiler/base/buckets.def"
	    ;
}

/* What kinds of work say of their units. */
static bool same_units(const struct syn_decl *a, const struct syn_decl *b)
{
	return a->multiplicity == b->multiplicity
#define KIND_FLAG(name, text)               &&a->name == b->name
#define KIND_NUMBER(name, text, one, label) &&a->name == b->name
#define KIND_MUTATOR(name, words)                                                                  \
	&&a->name.text ==                                                                          \
	    b->name.text &&same_order(a->name##_order, b->name##_order, sem_order_of_stop)
#include "compiler/base/kinds.def"
	    ;
}

bool sem_same_decl(const struct syn_decl *a, const struct syn_decl *b)
{
	return a->kind == b->kind && a->name.text == b->name.text && same_signature(a, b) &&
	    same_expr(a->expr, b->expr) && same_expr(a->from, b->from) && same_expr(a->to, b->to) &&
	    same_expr(a->guard, b->guard) && same_stmt(a->body, b->body) &&
	    same_stmt(a->fill, b->fill) && a->visibility == b->visibility &&
	    same_order(a->exchange_order, b->exchange_order, SYN_RELAXED) && same_units(a, b) &&
	    a->opening == b->opening && same_clauses(a, b) && same_names(&a->kinds, &b->kinds) &&
	    same_names(&a->cycles, &b->cycles);
}
