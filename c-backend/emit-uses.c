/* emit-uses.c: which locals a list of statements mentions. */
#include "c-backend/emit-uses.h"
#include "compiler/ir/walk.h"

struct user {
	cgen_use *use;
	void *data;
};

static void expr_uses(const struct ir_expr *expr, void *data)
{
	const struct user *user = data;

	if (expr->kind == IR_VAR)
		user->use(user->data, expr->var, false);
}

/* C does not evaluate the expressions of ghosts, so they do not count as uses. */
void cgen_uses_of(const struct ir_stmt *stmt, cgen_use *use, void *data)
{
	struct user user = { use, data };

	if (stmt->op == IR_OP_ghost)
		return;
	if (stmt->place && stmt->place->slot)
		use(data, stmt->place->slot, false);
	ir_stmt_each_expr(stmt, expr_uses, &user);
	if (stmt->dst)
		use(data, stmt->dst, true);
	cgen_uses(stmt->body, use, data);
	cgen_uses(stmt->otherwise, use, data);
}

void cgen_uses(const struct ir_stmt *stmt, cgen_use *use, void *data)
{
	for (; stmt; stmt = stmt->next)
		cgen_uses_of(stmt, use, data);
}

struct counter {
	const struct ir_var *var;
	bool defines;
	size_t count;
};

static void count_one(void *data, const struct ir_var *var, bool defines)
{
	struct counter *counter = data;
	if (var == counter->var && defines == counter->defines)
		counter->count++;
}

size_t cgen_count_uses(const struct ir_stmt *stmt, const struct ir_var *var, bool defines)
{
	struct counter counter = { var, defines, 0 };
	cgen_uses(stmt, count_one, &counter);
	return counter.count;
}

static void count_each(void *data, const struct ir_var *var, bool defines)
{
	struct cgen_mentions *of = data;

	of[var->index].uses += !defines;
	of[var->index].definitions += defines;
}

struct cgen_mentions *cgen_mentions(struct cgen *c, const struct ir_kernel *kernel,
    const struct ir_stmt *stmt)
{
	struct cgen_mentions *of =
	    GD_NEW_ARRAY(c->arena, struct cgen_mentions, kernel->var_count + 1);

	cgen_uses(stmt, count_each, of);
	return of;
}

const struct cgen_mentions *cgen_mentions_of(struct cgen *c, const struct ir_var *var)
{
	const struct ir_kernel *kernel = c->function->kernel;

	if (c->mentioned_in != kernel) {
		c->mentioned_in = kernel;
		c->mentions = cgen_mentions(c, kernel, kernel->body);
	}
	return &c->mentions[var->index];
}

/* A loop over lines, or over the objects on one, reads tables. */
static bool is_inside_region(const struct ir_stmt *loop)
{
	return loop->args[0] &&
	    (loop->domain == IR_DOMAIN_REGIONS || loop->domain == IR_DOMAIN_OBJECTS);
}

static bool needs_worker(const struct ir_stmt *stmt, const void *unused)
{
	enum ir_effect effect = ir_op_info[stmt->op].effect;

	(void)unused;
	if (stmt->op == IR_OP_ghost)
		return false;
	return (stmt->op == IR_OP_for && !is_inside_region(stmt)) ||
	    (stmt->place &&
		(stmt->place->kind == IR_PLACE_FIELD || stmt->place->kind == IR_PLACE_LIKE ||
		    ir_is_word(stmt->place))) ||
	    effect == IR_EFFECT_POOL || effect == IR_EFFECT_WORLD || effect == IR_EFFECT_COPY ||
	    ir_stmt_any_expr(stmt, ir_is_state, NULL);
}

bool cgen_needs_worker(const struct ir_stmt *list)
{
	return ir_list_any(list, needs_worker, NULL);
}
