/* lower-call.c: memory operations, questions about the collector's state, and
 * functions, which are inlined. */
#include "compiler/ir/lower-internal.h"

#include <string.h>

/* --------------------------------------------------------- memory operations */
bool ir_lower_find_memory(const char *name, enum ir_op *op)
{
	for (enum ir_op i = 0; i < IR_OP_COUNT; i++)
		if ((ir_memory(i) || i == IR_OP_free || i == IR_OP_alloc || i == IR_OP_copy ||
			i == IR_OP_move) &&
		    !strcmp(ir_op_info[i].spelling, name)) {
			*op = i;
			return true;
		}
	return false;
}

enum ir_order ir_lower_order(enum syn_order order)
{
	return order == SYN_ORDER_NONE ? IR_RELAXED : (enum ir_order)(order - SYN_RELAXED);
}

enum ir_order ir_lower_order_at(const struct lower *l, const struct syn_expr *call)
{
	return ir_lower_order(sem_order_at(l->variant, call, false, call->order));
}

enum ir_order ir_lower_order_on_failure(const struct lower *l, const struct syn_expr *call)
{
	enum syn_order order = sem_order_at(l->variant, call, false, call->order);
	enum syn_order failure = sem_order_at(l->variant, call, true, call->order_on_failure);

	return ir_lower_order(sem_order_or(failure, sem_order_on_failure(order)));
}

static struct ir_type place_type(const struct lower *l, const struct ir_place *place)
{
	if (place && !place->meta && ir_is_word(place))
		return ir_lower_word_type(l);
	return place && place->meta ? place->meta->type : ir_type_ref;
}

static const struct ir_expr *lower_peek(struct body *b, const struct syn_expr *call)
{
	const struct ir_place *place = ir_lower_place(b, call->args.at[0]);
	struct ir_expr *expr =
	    ir_expr_new(b->l->arena, IR_PEEK, call->loc, place_type(b->l, place));

	expr->place = place;
	return expr;
}

static const struct ir_space *space_named(struct body *b, const struct syn_expr *expr)
{
	return expr->kind == SYN_EXPR_NAME ? ir_lower_space(b->l, expr->name.text) : NULL;
}

static const struct ir_expr *lower_free(struct body *b, const struct syn_expr *call)
{
	const struct syn_expr *what = call->args.at[0];
	const struct ir_space *space = space_named(b, what);

	if (space)
		ir_lower_add(b, IR_OP_free_space)->space = space;
	else {
		const struct ir_expr *object = ir_lower_object(b, what);
		bool is_region = object->type.kind == IR_REGION;

		ir_lower_add(b, is_region ? IR_OP_free_region : IR_OP_free)->args[0] = object;
	}
	return NULL;
}

static const struct ir_expr *lower_swap_spaces(struct body *b, const struct syn_expr *call)
{
	struct ir_stmt *stmt = ir_lower_add(b, IR_OP_swap_spaces);

	stmt->space = space_named(b, call->args.at[0]);
	stmt->other_space = space_named(b, call->args.at[1]);
	return NULL;
}

/* The new object always has a variable: who has a heap that is full must be able to see it. */
static const struct ir_expr *lower_alloc(struct body *b, const struct syn_expr *call,
    const struct syn_name *name)
{
	const struct ir_expr *object = ir_lower_object(b, call->args.at[call->args.count - 1]);
	const struct ir_var *dst =
	    ir_lower_var(b, name ? name->text : "made", name ? name->loc : call->loc, ir_type_ref);
	struct ir_stmt *stmt = ir_lower_add(b, IR_OP_alloc);

	stmt->args[0] = object;
	stmt->dst = dst;
	if (call->args.count > 1)
		stmt->space = space_named(b, call->args.at[0]);
	return ir_expr_var(b, dst, call->loc);
}

/* OP is `copy' or `relocate'. */
static const struct ir_expr *lower_copy(struct body *b, const struct syn_expr *call, enum ir_op op)
{
	const struct ir_expr *from = ir_lower_object(b, call->args.at[0]);
	const struct ir_expr *to = ir_lower_object(b, call->args.at[1]);
	struct ir_stmt *stmt = ir_lower_add(b, op);

	stmt->args[0] = from;
	stmt->args[1] = to;
	return NULL;
}

/* An argument: an object, or a value of the parameter's type. */
static const struct ir_expr *policy_argument(struct body *b, const struct syn_expr *arg,
    const struct ir_var *param)
{
	struct syn_name name = { param->name, param->loc };

	return param->type.kind == IR_REF
	    ? ir_lower_object(b, arg)
	    : ir_lower_take(b, &name, ir_lower_expr(b, arg, &param->type), &param->type);
}

static const struct ir_expr *lower_policy(struct body *b, const struct syn_expr *call,
    const struct ir_policy *policy, const struct syn_name *name)
{
	const struct ir_expr **args =
	    GD_NEW_ARRAY(b->l->arena, const struct ir_expr *, call->args.count + 1);
	const struct ir_var *dst;
	struct ir_stmt *stmt;

	for (size_t i = 0; i < policy->params.var_count && i < call->args.count; i++)
		args[i] = policy_argument(b, call->args.at[i], policy->params.vars[i]);
	dst = ir_lower_var(b, name ? name->text : policy->name, name ? name->loc : call->loc,
	    policy->type);
	stmt = ir_lower_add(b, IR_OP_ask);
	stmt->policy = policy;
	stmt->units = args;
	stmt->unit_count = policy->params.var_count;
	stmt->dst = dst;
	return ir_expr_var(b, dst, call->loc);
}

/* Appends the operation as a statement.  If its value is used, it goes to a new variable, called
 * NAME if that is given. */
static const struct ir_expr *lower_memory(struct body *b, const struct syn_expr *call,
    enum ir_op op, const struct syn_name *name, bool is_used)
{
	const struct ir_place *place = NULL;
	const struct ir_var *dst = NULL;
	const struct ir_expr *args[2] = { 0 };
	const struct gd_operation *memory = ir_memory(op);
	struct ir_type type;
	struct ir_stmt *stmt;

	if (gd_is_fence(memory) && sem_fence_is_removed(b->l->variant, call))
		return NULL;
	if (!gd_is_fence(memory))
		place = ir_lower_place(b, call->args.at[0]);
	type = place_type(b->l, place);
	for (size_t i = 1; i < call->args.count && i < 3; i++)
		args[i - 1] = ir_lower_expr(b, call->args.at[i], &type);
	if (memory->stores == GD_STORES_COPY || memory->stores == GD_STORES_LESS ||
	    memory->stores == GD_STORES_BITS)
		for (size_t i = 0; i < 2; i++)
			ir_lower_check_fits(b, args[i], &type);
	if (name && memory->reads)
		dst = ir_lower_var(b, name->text, name->loc, type);
	else if (is_used && memory->reads)
		dst = ir_lower_var(b, memory->writes ? "found" : "loaded", call->loc, type);
	stmt = ir_lower_add(b, op);
	stmt->place = place;
	stmt->args[0] = args[0];
	stmt->args[1] = args[1];
	stmt->dst = dst;
	stmt->order = ir_lower_order_at(b->l, call);
	stmt->order_on_failure =
	    memory->has_failure ? ir_lower_order_on_failure(b->l, call) : IR_RELAXED;
	return dst ? ir_expr_var(b, dst, call->loc) : NULL;
}

void ir_lower_await(struct body *b, const struct syn_expr *await, const struct syn_name *name)
{
	const struct syn_expr *call = await->args.at[0];
	const struct ir_place *place = ir_lower_place(b, call->args.at[0]);
	const struct ir_var *dst = ir_lower_var(b, name->text, name->loc, place_type(b->l, place));
	const struct ir_expr *condition;
	struct ir_stmt *stmt;

	ir_lower_bind(b, name->text, ir_expr_var(b, dst, name->loc), NULL);
	condition = ir_lower_expr(b, await->args.at[1], NULL);
	stmt = ir_lower_add(b, ir_expr_is(condition, true) ? IR_OP_load : IR_OP_await);
	stmt->place = place;
	stmt->dst = dst;
	stmt->order = ir_lower_order_at(b->l, call);
	if (stmt->op == IR_OP_await)
		stmt->args[0] = condition;
}

/* ------------------------------------------------------- questions about state */
static const struct ir_expr *lower_state(struct body *b, const struct syn_expr *call,
    enum ir_expr_kind kind)
{
	struct ir_expr *expr = ir_expr_new(b->l->arena, kind, call->loc, ir_type_bool);
	const struct syn_expr *arg = call->args.at[0];
	const char *name = arg->kind == SYN_EXPR_NAME ? arg->name.text : "this";

	expr->bucket = ir_lower_bucket(b->l, name);
	expr->kind_of_work = expr->bucket ? NULL : ir_lower_kind(b->l, name);
	if (!expr->bucket && !expr->kind_of_work)
		ir_lower_unknown(b->l, arg->loc, name);
	return expr;
}

static const struct ir_expr *lower_observed(struct body *b, const struct syn_expr *call,
    enum ir_expr_kind kind)
{
	struct ir_expr *expr = ir_expr_new(b->l->arena, kind, call->loc, ir_type_bool);

	expr->args[0] = ir_lower_expr(b, call->args.at[0], &ir_type_ref);
	return expr;
}

/* marked(o) is peek(o.mark) == 1 */
static const struct ir_expr *lower_marked(struct body *b, const struct syn_expr *call,
    enum ir_expr_kind kind)
{
	struct gd_arena *arena = b->l->arena;
	struct ir_place *place = GD_NEW(arena, struct ir_place);
	struct ir_expr *peek, *one, *equal;

	place->kind = IR_PLACE_META;
	place->loc = call->loc;
	place->object = ir_lower_expr(b, call->args.at[0], &ir_type_ref);
	place->meta = ir_lower_meta(b->l, "mark");
	if (!place->meta)
		ir_lower_unknown(b->l, call->loc, "mark");
	peek = ir_expr_new(arena, IR_PEEK, call->loc, place_type(b->l, place));
	peek->place = place;
	one = ir_expr_new(arena, IR_CONST, call->loc, peek->type);
	one->number = 1;
	equal = ir_expr_new(arena, kind, call->loc, ir_type_bool);
	equal->args[0] = peek;
	equal->args[1] = one;
	return equal;
}

static const struct ir_expr *lower_pending(struct body *b, const struct syn_expr *call,
    enum ir_expr_kind kind)
{
	const struct syn_expr *unit = call->args.at[0];
	struct ir_expr *expr = ir_expr_new(b->l->arena, kind, call->loc, ir_type_bool);
	const struct ir_expr **units =
	    GD_NEW_ARRAY(b->l->arena, const struct ir_expr *, unit->args.count + 1);

	expr->kind_of_work =
	    unit->kind == SYN_EXPR_CALL ? ir_lower_kind(b->l, unit->name.text) : NULL;
	if (!expr->kind_of_work) {
		ir_lower_unknown(b->l, unit->loc, "this");
		return ir_expr_bool(b, false, call->loc);
	}
	for (size_t i = 0; i < unit->args.count && i < expr->kind_of_work->param_count; i++)
		units[i] = ir_lower_unit_part(b, unit->args.at[i],
		    &expr->kind_of_work->kernel.vars[i]->type);
	expr->units = units;
	expr->unit_count = unit->args.count;
	return expr;
}

/* ----------------------------------------------------------------- functions */
/* Binds the parameters.  Arguments are evaluated in the caller's scope. */
static struct binding *bind_arguments(struct body *b, const struct syn_decl *function,
    const struct syn_expr *call)
{
	struct binding *scope = NULL;

	for (size_t i = 0; i < function->params.count && i < call->args.count; i++) {
		const struct syn_param *param = &function->params.at[i];
		struct ir_type type = param->type.kind == SYN_TYPE_DATUM
		    ? ir_type_ref
		    : ir_lower_type(b->l, &param->type);
		struct binding *binding = GD_NEW(b->l->arena, struct binding);

		binding->name = param->name.text;
		if (type.kind == IR_SLOT || param->type.kind == SYN_TYPE_DATUM)
			binding->place = ir_lower_place(b, call->args.at[i]);
		else
			binding->value = ir_lower_take(b, &param->name,
			    ir_lower_expr(b, call->args.at[i], &type), &type);
		binding->outer = scope;
		scope = binding;
	}
	return scope;
}

const struct ir_expr *ir_lower_inline(struct body *b, const struct syn_decl *function,
    const struct syn_expr *call)
{
	struct inlined inlined = { .function = function, .loc = call->loc, .outer = b->call };
	struct binding *scope = b->scope;

	if (b->vars.count > GD_MOST_names)
		return NULL; /* the call was reported */
	if (++b->inlinings > GD_MOST_inlinings) {
		/* Without a limit the text could double with each function: each may call the next
		 * one twice. */
		if (b->inlinings == GD_MOST_inlinings + 1)
			gd_help(ir_lower_error(b->l, GD_E_too_much_inlined, b->head,
				    "with the functions inlined, this makes more than %d calls",
				    GD_MOST_inlinings),
			    "%s", gd_limit_info(GD_LIMIT_inlinings)->way_out);
		b->l->failed = true;
		return NULL;
	}
	b->scope = bind_arguments(b, function, call);
	b->call = &inlined;
	b->l->above->body(b, function->body);
	b->call = inlined.outer;
	b->scope = scope;
	return inlined.result ? ir_expr_var(b, inlined.result, call->loc) : inlined.value;
}

static const struct syn_decl *find_function(struct lower *l, const char *name)
{
	for (size_t i = 0; i < l->function_count; i++)
		if (l->functions[i]->name.text == name)
			return l->functions[i];
	return NULL;
}

/* --------------------------------------------------------------- all of them */
static const struct ir_expr *lower_location(struct body *b, const struct syn_expr *call,
    enum ir_expr_kind kind)
{
	(void)kind;
	if (!b->observing)
		ir_lower_not_yet(b->l, GD_E_no_peek_yet, call->loc);
	return lower_peek(b, call);
}

static const struct ir_expr *lower_settled(struct body *b, const struct syn_expr *call,
    enum ir_expr_kind kind)
{
	(void)kind;
	ir_lower_not_yet(b->l, GD_E_no_waiting_units_yet, call->loc);
	return ir_expr_bool(b, false, call->loc);
}

/* An identity stands only in a comparison, which lower-expr.c lowers. */
static const struct ir_expr *lower_origin(struct body *b, const struct syn_expr *call,
    enum ir_expr_kind kind)
{
	(void)kind;
	ir_lower_unknown(b->l, call->loc, "origin");
	return ir_expr_bool(b, false, call->loc);
}

static const struct ir_expr *lower_query(struct body *b, const struct syn_expr *call)
{
	const char *name = call->name.text;

#define QUERY(query, class, places, lowering, kind)                                                \
	if (!strcmp(name, #query))                                                                 \
		return lower_##lowering(b, call, IR_##kind);
#include "compiler/base/queries.def"
	ir_lower_unknown(b->l, call->loc, name);
	return ir_expr_bool(b, false, call->loc);
}

const struct ir_expr *ir_lower_call(struct body *b, const struct syn_expr *call,
    const struct syn_name *name, bool is_used)
{
	const struct syn_decl *function = find_function(b->l, call->name.text);
	const struct ir_policy *policy = ir_lower_policy(b->l, call->name.text);
	const struct ir_expr *value = NULL;
	enum ir_op op;

	if (ir_lower_find_memory(call->name.text, &op)) {
		if (op == IR_OP_load && b->observing)
			return lower_peek(b, call);
		if (op == IR_OP_swap && call->args.count == 2 && space_named(b, call->args.at[0]))
			return lower_swap_spaces(b, call);
		value = op == IR_OP_free ? lower_free(b, call)
		    : op == IR_OP_alloc  ? lower_alloc(b, call, name)
		    : op == IR_OP_copy || op == IR_OP_move
		    ? lower_copy(b, call, op)
		    : lower_memory(b, call, op, name, is_used);
	} else if (policy) {
		value = lower_policy(b, call, policy, name);
	} else if (function) {
		value = ir_lower_inline(b, function, call);
	} else {
		return lower_query(b, call);
	}
	return value || !is_used ? value : ir_expr_bool(b, false, call->loc);
}
