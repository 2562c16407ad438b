/* lower-litmus.c: litmus tests.  Their expressions are those of kernels; their
 * statements are few enough to have a form of their own. */
#include "compiler/ir/litmus.h"

#include <string.h>

#include "compiler/ir/lower-internal.h"

struct litmus {
	struct lower *l;
	const struct syn_decl *decl;
	struct ir_litmus *test;
	struct ir_location **locations;
	GD_VEC(struct ir_var *) registers;
	struct body b; /* for expressions: what names stand for */
	GD_VEC(struct ir_observed) observed;
};

static struct ir_type value_type(void)
{
	return (struct ir_type){ .kind = IR_INT, .low = 0, .high = 255 };
}

/* --------------------------------------------------------------------- names */
static void lower_locations(struct litmus *t)
{
	size_t count = t->decl->members.count;

	t->locations = GD_NEW_ARRAY(t->l->arena, struct ir_location *, count + 1);
	for (size_t i = 0; i < count; i++) {
		struct ir_location *location = t->locations[i] =
		    GD_NEW(t->l->arena, struct ir_location);
		const struct syn_member *member = &t->decl->members.at[i];

		location->name = member->name.text;
		location->loc = member->name.loc;
		location->index = i;
		if (!sem_constant(t->l->sem, t->l->variant, member->init, &location->init))
			ir_lower_unknown(t->l, location->loc, location->name);
	}
	t->test->locations = (const struct ir_location *const *)t->locations;
	t->test->location_count = count;
}

static const struct ir_location *find_location(struct litmus *t, const struct syn_expr *expr)
{
	for (size_t i = 0; expr->kind == SYN_EXPR_NAME && i < t->test->location_count; i++)
		if (t->locations[i]->name == expr->name.text)
			return t->locations[i];
	ir_lower_unknown(t->l, expr->loc, expr->kind == SYN_EXPR_NAME ? expr->name.text : "this");
	return NULL;
}

static const struct ir_var *find_register(struct litmus *t, struct syn_name name)
{
	struct ir_var *var;

	for (size_t i = 0; i < t->registers.count; i++)
		if (t->registers.at[i]->name == name.text)
			return t->registers.at[i];
	var = GD_NEW(t->l->arena, struct ir_var);
	var->name = name.text;
	var->loc = name.loc;
	var->type = value_type();
	var->index = t->registers.count;
	GD_PUSH(t->l->arena, t->registers, var);
	ir_lower_bind(&t->b, var->name, ir_expr_var(&t->b, var, var->loc), NULL);
	return var;
}

/* ----------------------------------------------------------------- statements */
typedef struct ir_litmus_stmt **place;

static place lower_stmt(struct litmus *t, const struct syn_stmt *stmt, place end);

static struct ir_litmus_stmt *add(struct litmus *t, place *end, enum ir_litmus_op op,
    struct gd_loc loc)
{
	struct ir_litmus_stmt *stmt = GD_NEW(t->l->arena, struct ir_litmus_stmt);

	stmt->op = op;
	stmt->loc = loc;
	**end = stmt;
	*end = &stmt->next;
	return stmt;
}

static place lower_access(struct litmus *t, const struct syn_expr *call,
    const struct syn_name *name, struct gd_loc loc, place end)
{
	struct ir_litmus_stmt *stmt;
	enum ir_op op = IR_OP_fence;

	if (!ir_lower_find_memory(call->name.text, &op)) {
		ir_lower_unknown(t->l, call->loc, call->name.text);
		return end;
	}
	if (op == IR_OP_fence && sem_fence_is_removed(t->l->variant, call))
		return end;
	stmt = add(t, &end, IR_LITMUS_ACCESS, loc);
	stmt->memory = op;
	if (op != IR_OP_fence)
		stmt->at = find_location(t, call->args.at[0]);
	for (size_t i = 1; i < call->args.count && i < 3; i++)
		stmt->args[i - 1] = ir_lower_expr(&t->b, call->args.at[i], NULL);
	stmt->dst = name ? find_register(t, *name) : NULL;
	stmt->order = ir_lower_order_at(t->l, call);
	stmt->order_on_failure =
	    op == IR_OP_cas ? ir_lower_order_on_failure(t->l, call) : IR_RELAXED;
	return end;
}

static place lower_let(struct litmus *t, const struct syn_stmt *stmt, place end)
{
	struct ir_litmus_stmt *let;
	const struct ir_expr *value;

	if (stmt->expr->kind == SYN_EXPR_CALL)
		return lower_access(t, stmt->expr, &stmt->name, stmt->loc, end);
	value = ir_lower_expr(&t->b, stmt->expr, NULL);
	let = add(t, &end, IR_LITMUS_LET, stmt->loc);
	let->args[0] = value;
	let->dst = find_register(t, stmt->name);
	return end;
}

static place lower_if(struct litmus *t, const struct syn_stmt *stmt, place end)
{
	const struct ir_expr *condition = ir_lower_expr(&t->b, stmt->expr, NULL);
	struct ir_litmus_stmt *test;

	if (condition->kind == IR_CONST)
		return lower_stmt(t, condition->number ? stmt->body : stmt->otherwise, end);
	test = add(t, &end, IR_LITMUS_IF, stmt->head);
	test->args[0] = condition;
	lower_stmt(t, stmt->body, &test->body);
	lower_stmt(t, stmt->otherwise, &test->otherwise);
	return end;
}

static place lower_split(struct litmus *t, const struct syn_stmt *stmt, place end)
{
	bool is_issue = stmt->kind == SYN_STMT_ISSUE;
	struct ir_litmus_stmt *split =
	    add(t, &end, is_issue ? IR_LITMUS_ISSUE : IR_LITMUS_RECEIVE, stmt->loc);

	split->at = find_location(t, is_issue ? stmt->expr->args.at[0] : stmt->expr);
	split->memory = IR_OP_load;
	split->order = is_issue ? ir_lower_order_at(t->l, stmt->expr) : IR_RELAXED;
	if (is_issue)
		t->test->is_split = true;
	else
		split->dst = find_register(t, stmt->name);
	return end;
}

static place lower_repeat(struct litmus *t, const struct syn_stmt *stmt, place end)
{
	struct ir_litmus_stmt *repeat = add(t, &end, IR_LITMUS_REPEAT, stmt->head);

	repeat->count = stmt->expr ? 0 : stmt->number;
	lower_stmt(t, stmt->body, &repeat->body);
	repeat->args[0] = stmt->expr ? ir_lower_expr(&t->b, stmt->expr, NULL) : NULL;
	return end;
}

static place lower_critical(struct litmus *t, const struct syn_stmt *stmt, place end)
{
	struct ir_litmus_stmt *critical = add(t, &end, IR_LITMUS_CRITICAL, stmt->head);

	t->test->has_critical = true;
	lower_stmt(t, stmt->body, &critical->body);
	return end;
}

static place lower_block(struct litmus *t, const struct syn_stmt *stmt, place end)
{
	for (size_t i = 0; i < stmt->stmts.count; i++)
		end = lower_stmt(t, stmt->stmts.at[i], end);
	return end;
}

static place lower_call(struct litmus *t, const struct syn_stmt *stmt, place end)
{
	return lower_access(t, stmt->expr, NULL, stmt->loc, end);
}

static place (*const lowerings[SYN_STMT_COUNT])(struct litmus *, const struct syn_stmt *, place) = {
	[SYN_STMT_BLOCK] = lower_block,
	[SYN_STMT_LET] = lower_let,
	[SYN_STMT_CALL] = lower_call,
	[SYN_STMT_IF] = lower_if,
	[SYN_STMT_ISSUE] = lower_split,
	[SYN_STMT_RECEIVE] = lower_split,
	[SYN_STMT_REPEAT] = lower_repeat,
	[SYN_STMT_CRITICAL] = lower_critical,
};

static place lower_stmt(struct litmus *t, const struct syn_stmt *stmt, place end)
{
	if (!stmt)
		return end;
	if (lowerings[stmt->kind])
		return lowerings[stmt->kind](t, stmt, end);
	ir_lower_unknown(t->l, stmt->loc, "this statement");
	return end;
}

/* A register belongs to the whole thread and begins as 0.  That includes a register whose only
 * assignment was removed by an option. */
static void declare_registers(struct litmus *t, const struct syn_stmt *stmt)
{
	if (!stmt)
		return;
	if (stmt->kind == SYN_STMT_LET || stmt->kind == SYN_STMT_RECEIVE)
		find_register(t, stmt->name);
	for (size_t i = 0; i < stmt->stmts.count; i++)
		declare_registers(t, stmt->stmts.at[i]);
	declare_registers(t, stmt->body);
	declare_registers(t, stmt->otherwise);
}

static void lower_threads(struct litmus *t)
{
	size_t count = t->decl->scripts.count;
	struct ir_litmus_thread *threads =
	    GD_NEW_ARRAY(t->l->arena, struct ir_litmus_thread, count + 1);
	size_t *first = GD_NEW_ARRAY(t->l->arena, size_t, count + 1);

	for (size_t i = 0; i < count; i++) {
		threads[i].loc = t->decl->scripts.at[i].loc;
		first[i] = t->registers.count;
		declare_registers(t, t->decl->scripts.at[i].body);
		lower_stmt(t, t->decl->scripts.at[i].body, &threads[i].body);
		threads[i].register_count = t->registers.count - first[i];
	}
	for (size_t i = 0; i < count; i++) /* from here on the array does not move */
		threads[i].registers = t->registers.at + first[i];
	t->test->threads = threads;
	t->test->thread_count = count;
	t->test->registers = t->registers.at;
	t->test->register_count = t->registers.count;
}

/* ------------------------------------------------------------------- outcomes */
static void observe(struct litmus *t, const char *name)
{
	struct ir_observed observed = { .kind = IR_OBSERVED_OVERLAP, .name = name };

	for (size_t i = 0; i < t->observed.count; i++)
		if (t->observed.at[i].name == name)
			return;
	for (size_t i = 0; i < t->registers.count; i++)
		if (t->registers.at[i]->name == name) {
			observed.kind = IR_OBSERVED_REGISTER;
			observed.var = t->registers.at[i];
		}
	for (size_t i = 0; i < t->test->location_count; i++)
		if (t->locations[i]->name == name) {
			observed.kind = IR_OBSERVED_LOCATION;
			observed.location = t->locations[i];
		}
	if (observed.kind != IR_OBSERVED_OVERLAP || !strcmp(name, "overlap"))
		GD_PUSH(t->l->arena, t->observed, observed);
}

static void observe_mentioned(struct litmus *t, const struct syn_expr *expr)
{
	if (expr->kind == SYN_EXPR_NAME)
		observe(t, expr->name.text);
	for (size_t i = 0; i < expr->args.count; i++)
		observe_mentioned(t, expr->args.at[i]);
}

/* From here on the name of a location means its last value. */
static void bind_observed(struct litmus *t)
{
	for (size_t i = 0; i < t->observed.count; i++) {
		const struct ir_observed *observed = &t->observed.at[i];
		struct ir_expr *expr;

		if (observed->kind == IR_OBSERVED_REGISTER)
			continue;
		expr = ir_expr_new(t->l->arena, IR_OBSERVED, t->decl->head,
		    observed->kind == IR_OBSERVED_LOCATION ? value_type() : ir_type_bool);
		expr->name = observed->name;
		expr->number = (long)i;
		ir_lower_bind(&t->b, observed->name, expr, NULL);
	}
}

static void lower_claim(struct litmus *t, const struct syn_outcome *outcome,
    struct ir_litmus_claim *claim)
{
	claim->loc = outcome->loc;
	claim->allowed = outcome->is_allowed;
	claim->condition = ir_lower_expr(&t->b, outcome->condition, NULL);
	claim->text = syn_expr_text(t->l->arena, outcome->condition);
	for (int m = 0; m < IR_MEMORY_COUNT; m++) {
		claim->under[m] = !outcome->memories.count;
		for (size_t i = 0; i < outcome->memories.count; i++)
			claim->under[m] |= !strcmp(outcome->memories.at[i].text, ir_memory_name[m]);
	}
}

static void lower_outcomes(struct litmus *t)
{
	size_t count = t->decl->outcomes.count;
	struct ir_litmus_claim *claims =
	    GD_NEW_ARRAY(t->l->arena, struct ir_litmus_claim, count + 1);

	t->test->complete = t->decl->observed.count > 0;
	for (size_t i = 0; i < t->decl->observed.count; i++)
		observe(t, t->decl->observed.at[i].text);
	for (size_t i = 0; i < count && !t->test->complete; i++)
		observe_mentioned(t, t->decl->outcomes.at[i].condition);
	t->test->observed = t->observed.at;
	t->test->observed_count = t->observed.count;
	bind_observed(t);
	for (size_t i = 0; i < count; i++)
		lower_claim(t, &t->decl->outcomes.at[i], &claims[i]);
	t->test->claims = claims;
	t->test->claim_count = count;
}

/* ------------------------------------------------------------------ whole tests */
static const struct ir_litmus *lower_test(struct lower *l, const struct syn_decl *decl)
{
	struct litmus t = { .l = l, .decl = decl, .test = GD_NEW(l->arena, struct ir_litmus) };

	ir_lower_begin(&t.b, l, decl->head);
	t.test->name = decl->name.text;
	t.test->loc = decl->head;
	t.test->source = decl->loc.source;
	lower_locations(&t);
	lower_threads(&t);
	lower_outcomes(&t);
	return t.test;
}

void ir_lower_litmus(struct lower *l)
{
	struct syn_decl **decls;
	size_t count = sem_decls(l->sem, l->variant, SYN_DECL_LITMUS, l->arena, &decls);
	const struct ir_litmus **tests =
	    GD_NEW_ARRAY(l->arena, const struct ir_litmus *, count + 1);

	for (size_t i = 0; i < count; i++)
		tests[i] = lower_test(l, decls[i]);
	l->ir->litmus = tests;
	l->ir->litmus_count = count;
}
