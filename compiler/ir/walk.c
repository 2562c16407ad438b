/* walk.c: all expressions and all statements of a part of the IR. */
#include "compiler/ir/walk.h"

/* ------------------------------------------------------------------ what is in a member */
/* Asks of one part after the other, until one is what is sought. */
struct search {
	bool (*is_sought)(const struct ir_expr *part, void *data);
	void *data;
	const struct ir_expr *found;
};

static void meet(struct search *s, const struct ir_expr *part)
{
	if (part && !s->found && s->is_sought(part, s->data))
		s->found = part;
}

static void meet_place(struct search *s, const struct ir_place *place)
{
	if (!place)
		return;
	meet(s, place->object);
	meet(s, place->index);
	meet(s, place->from);
}

static void meet_units(struct search *s, const struct ir_expr *const *units, size_t count)
{
	for (size_t i = 0; i < count; i++)
		meet(s, units[i]);
}

#define MEET_NAMED(s, of, member)
#define MEET_WORD(s, of, member)
#define MEET_CONST(s, of, member)
#define MEET_TAG(s, of, member)
#define MEET_ORDER(s, of, member)
#define MEET_DOMAIN(s, of, member)
#define MEET_PLACE(s, of, member) meet_place(s, (of)->member);
#define MEET_ARGS(s, of, member)  meet_units(s, (of)->member, 2);
#define MEET_UNITS(s, of, member) meet_units(s, (of)->member, (of)->unit_count);
#define MEET_BODY(s, of, member)
#define MEET_ELSE(s, of, member)

static const struct ir_expr *search_expr(const struct ir_expr *expr, struct search search)
{
#define IR_EXPR_MEMBER(NAME, member, key, what) MEET_##what(&search, expr, member)
#include "compiler/ir/members.def"
	return search.found;
}

static const struct ir_expr *search_stmt(const struct ir_stmt *stmt, struct search search)
{
#define IR_STMT_MEMBER(NAME, member, key, what) MEET_##what(&search, stmt, member)
#include "compiler/ir/members.def"
	return search.found;
}

static bool is_next(const struct ir_expr *part, void *before)
{
	size_t *left = before;

	(void)part;
	return (*left)-- == 0;
}

const struct ir_expr *ir_expr_part(const struct ir_expr *expr, size_t number)
{
	return search_expr(expr, (struct search){ is_next, &number, NULL });
}

const struct ir_expr *ir_stmt_part(const struct ir_stmt *stmt, size_t number)
{
	return search_stmt(stmt, (struct search){ is_next, &number, NULL });
}

/* ------------------------------------------------------------------------- is there any */
struct asked {
	ir_expr_test *test;
	const void *about;
};

static bool has_any(const struct ir_expr *part, void *data)
{
	const struct asked *asked = data;

	return ir_expr_any(part, asked->test, asked->about);
}

bool ir_expr_any(const struct ir_expr *expr, ir_expr_test *test, const void *about)
{
	struct asked asked = { test, about };

	return expr &&
	    (test(expr, about) || search_expr(expr, (struct search){ has_any, &asked, NULL }));
}

bool ir_stmt_any_expr(const struct ir_stmt *stmt, ir_expr_test *test, const void *about)
{
	struct asked asked = { test, about };

	return search_stmt(stmt, (struct search){ has_any, &asked, NULL }) != NULL;
}

bool ir_list_any(const struct ir_stmt *list, ir_stmt_test *test, const void *about)
{
	for (; list; list = list->next)
		if (test(list, about) || ir_list_any(list->body, test, about) ||
		    ir_list_any(list->otherwise, test, about))
			return true;
	return false;
}

static bool has_such(const struct ir_stmt *stmt, const void *asked)
{
	const struct asked *of = asked;

	return ir_stmt_any_expr(stmt, of->test, of->about);
}

bool ir_list_any_expr(const struct ir_stmt *list, ir_expr_test *test, const void *about)
{
	const struct asked asked = { test, about };

	return ir_list_any(list, has_such, &asked);
}

bool ir_spec_any(const struct ir_spec *spec, unsigned of, ir_stmt_test *test, const void *about)
{
	bool any = false;

	for (size_t i = 0; of & IR_OF_KINDS && i < spec->kind_count; i++)
		any = any || ir_list_any(spec->kinds[i]->kernel.body, test, about);
	for (size_t i = 0; of & IR_OF_FILLS && i < spec->bucket_count; i++)
		any = any || ir_list_any(spec->buckets[i]->fill.body, test, about);
	for (size_t i = 0; of & IR_OF_BARRIERS && i < IR_BARRIER_COUNT; i++)
		any = any ||
		    (spec->barriers[i] && ir_list_any(spec->barriers[i]->kernel.body, test, about));
	return any;
}

/* ------------------------------------------------------------------------------ of each */
struct visit {
	ir_expr_visitor *visit;
	void *data;
};

/* All are visited, so none is what is sought. */
static bool visit_part(const struct ir_expr *part, void *data)
{
	const struct visit *visit = data;

	ir_expr_each(part, visit->visit, visit->data);
	return false;
}

void ir_expr_each(const struct ir_expr *expr, ir_expr_visitor *visit, void *data)
{
	struct visit each = { visit, data };

	if (!expr)
		return;
	visit(expr, data);
	search_expr(expr, (struct search){ visit_part, &each, NULL });
}

void ir_stmt_each_expr(const struct ir_stmt *stmt, ir_expr_visitor *visit, void *data)
{
	struct visit each = { visit, data };

	search_stmt(stmt, (struct search){ visit_part, &each, NULL });
}

void ir_list_each(const struct ir_stmt *list, ir_stmt_visitor *visit, void *data)
{
	for (; list; list = list->next) {
		visit(list, data);
		ir_list_each(list->body, visit, data);
		ir_list_each(list->otherwise, visit, data);
	}
}

/* -------------------------------------------------------------------------------- tests */
bool ir_is_op(const struct ir_stmt *stmt, const void *op)
{
	return stmt->op == *(const enum ir_op *)op;
}

bool ir_has(const struct ir_stmt *list, enum ir_op op)
{
	return ir_list_any(list, ir_is_op, &op);
}

bool ir_is_state(const struct ir_expr *expr, const void *unused)
{
	(void)unused;
	return ir_family(expr) == IR_FAMILY_STATE;
}

bool ir_is_var(const struct ir_expr *expr, const void *var)
{
	return expr && expr->kind == IR_VAR && expr->var == var;
}

const struct ir_expr *ir_outermost_quantifier(const struct ir_expr *formula)
{
	const struct ir_expr *found = NULL;

	if (!formula || formula->kind == IR_FORALL || formula->kind == IR_EXISTS)
		return formula;
	for (int i = 0; i < 2 && !found; i++)
		found = ir_outermost_quantifier(formula->args[i]);
	return found;
}
