/* lower-expr.c: expressions.  What is constant under the options is folded;
 * memory operations become statements before the one that uses their value. */
#include "compiler/ir/lower-internal.h"
#include "compiler/ir/walk.h"

#include <string.h>

static struct ir_type int_type(long low, long high)
{
	return (struct ir_type){ .kind = IR_INT, .low = low, .high = high };
}

/* --------------------------------------------------------------- what is read */
bool ir_lower_has_effects(const struct syn_expr *expr)
{
	static const char *const pure[] = {
#define QUERY(name, ...) #name,
#include "compiler/base/queries.def"
	};
	bool is_pure = false;

	if (expr->kind == SYN_EXPR_AWAIT)
		return true;
	for (size_t i = 0; expr->kind == SYN_EXPR_CALL && i < sizeof pure / sizeof *pure; i++)
		is_pure |= !strcmp(expr->name.text, pure[i]);
	if (expr->kind == SYN_EXPR_CALL && !is_pure)
		return true;
	for (size_t i = 0; expr->kind != SYN_EXPR_CALL && i < expr->args.count; i++)
		if (ir_lower_has_effects(expr->args.at[i]))
			return true;
	return false;
}

/* Whether EXPR reads state that may change while a kernel runs. */
static bool reads_state(const struct ir_expr *expr, const void *unused)
{
	(void)unused;
	return ir_family(expr) == IR_FAMILY_STATE || ir_family(expr) == IR_FAMILY_OBSERVER;
}

const struct ir_expr *ir_lower_keep(struct body *b, const struct ir_expr *value)
{
	struct ir_var *var;

	if (!ir_expr_any(value, reads_state, NULL))
		return value;
	var = ir_lower_var(b, "seen", value->loc, value->type);
	ir_lower_let(b, var, value);
	return ir_expr_var(b, var, value->loc);
}

/* ----------------------------------------------------------------- constants */
static struct ir_type constant_type(struct body *b, const struct syn_expr *expr, long value)
{
	if (expr->kind == SYN_EXPR_NUMBER || syn_family(expr->kind) == GD_FAMILY_ARITHMETIC)
		return int_type(value, value);
	for (size_t i = 0; expr->kind == SYN_EXPR_NAME && i < sem_option_count(b->l->sem); i++) {
		const struct sem_option *option = sem_option_at(b->l->sem, i);

		if (option->name != expr->name.text)
			continue;
		if (option->kind == SEM_OPTION_TAGS)
			return ir_lower_tags(b->l->arena, option->tags, (size_t)option->high + 1);
		return option->kind == SEM_OPTION_BOOL ? ir_type_bool : int_type(value, value);
	}
	return ir_type_bool;
}

static bool is_number(const struct ir_type *type)
{
	return type->kind == IR_INT || (type->kind == IR_BOOL && type->is_bit);
}

/* A literal gets the type of the value that it is compared with or stored into, if it is a value of
 * that type. */
static const struct ir_expr *retype(struct body *b, const struct ir_expr *expr,
    const struct ir_type *type)
{
	if (!type || expr->kind != IR_CONST || expr->type.kind != IR_INT || !is_number(type) ||
	    expr->number < type->low || expr->number > type->high)
		return expr;
	return ir_expr_constant(b, expr->number, *type, expr->loc);
}

static const struct binding *find_binding(struct body *b, const char *name)
{
	for (const struct binding *binding = b->scope; binding; binding = binding->outer)
		if (binding->name == name)
			return binding;
	return NULL;
}

static bool is_constant(struct body *b, const struct syn_expr *expr, long *value)
{
	if (expr->kind == SYN_EXPR_NAME && find_binding(b, expr->name.text))
		return false;
	return !ir_lower_has_effects(expr) && sem_constant(b->l->sem, b->l->variant, expr, value);
}

/* Only now are the values of options known, so a constant may turn out not to fit. */
void ir_lower_check_fits(struct body *b, const struct ir_expr *value, const struct ir_type *type)
{
	struct gd_diag *diag;

	if (!value || value->kind != IR_CONST || !is_number(type) ||
	    (value->number >= type->low && value->number <= type->high))
		return;
	diag = ir_lower_error(b->l, GD_E_value_out_of_range, value->loc,
	    "a number in %ld .. %ld is needed; this is %ld", type->low, type->high, value->number);
	gd_help(diag,
	    "the number comes from an option, or through a function: put the statement under an "
	    "`if` that excludes the values that do not fit");
}

const struct ir_expr *ir_lower_take(struct body *b, const struct syn_name *name,
    const struct ir_expr *value, const struct ir_type *type)
{
	const struct ir_var *var;

	ir_lower_check_fits(b, value, type);
	if (ir_fits(type, value) || value->kind == IR_CONST)
		return ir_lower_keep(b, value);
	var = ir_lower_var(b, name->text, name->loc, *type);
	ir_lower_let(b, var, value);
	return ir_expr_var(b, var, value->loc);
}

/* --------------------------------------------------------------------- names */
static const struct ir_expr *make_logic(struct body *b, enum ir_expr_kind kind,
    const struct ir_expr *left, const struct ir_expr *right, struct gd_loc loc);

static const struct ir_expr *is_requested(struct body *b, const struct ir_cycle *cycle,
    struct gd_loc loc)
{
	struct ir_expr *state = ir_expr_new(b->l->arena, IR_REQUESTED, loc, ir_type_bool);

	state->cycle = cycle;
	return state;
}

/* In a cycle's `from` it is about this cycle, elsewhere about any cycle. */
static const struct ir_expr *lower_requested(struct body *b, struct gd_loc loc)
{
	const struct ir_expr *any =
	    b->beginning ? is_requested(b, b->beginning, loc) : ir_expr_bool(b, false, loc);

	for (size_t i = 0; !b->beginning && i < b->l->ir->cycle_count; i++)
		any = make_logic(b, IR_OR, any, is_requested(b, b->l->cycles[i], loc), loc);
	return any;
}

static const struct ir_expr *lower_name(struct body *b, const struct syn_expr *expr,
    const struct ir_type *wanted)
{
	const struct binding *binding = find_binding(b, expr->name.text);
	const struct ir_phase *phase = ir_lower_phase(b->l, expr->name.text);
	const struct ir_cycle *cycle = ir_lower_cycle(b->l, expr->name.text);
	const struct ir_ghost *ghost = ir_lower_ghost(b->l, expr->name.text);
	struct ir_expr *state;
	long tag;

	if (binding && binding->value)
		return binding->value;
	if (wanted && ir_lower_tag(wanted, expr->name.text, &tag))
		return ir_expr_constant(b, tag, *wanted, expr->loc);
	state = ir_expr_new(b->l->arena, IR_IN_PHASE, expr->loc, ir_type_bool);
	state->phase = phase;
	state->cycle = cycle;
	if (phase)
		return state;
	if (ghost) {
		state->kind = IR_GHOST;
		state->ghost = ghost;
		state->type = ghost->type;
		return state;
	}
	state->kind = IR_IN_CYCLE;
	if (cycle)
		return state;
	if (!strcmp(expr->name.text, "requested"))
		return lower_requested(b, expr->loc);
	ir_lower_unknown(b->l, expr->loc, expr->name.text);
	return ir_expr_bool(b, false, expr->loc);
}

/* ----------------------------------------------------------------- operators */
/* The value of an operator if ONE of its operands, number SIDE, is constant: a constant, the other
 * operand, or its negation. */
static const struct ir_expr *decided_by(struct body *b, enum ir_expr_kind kind,
    const struct ir_expr *one, size_t side, const struct ir_expr *other, struct gd_loc loc)
{
	long known = one->number;
	long value[2];

	for (long of = 0; of <= 1; of++)
		value[of] = side ? ir_compute(kind, of, known) : ir_compute(kind, known, of);
	if (value[0] != value[1])
		return value[1] ? other : ir_expr_not(b, other, loc);
	return value[0] == known ? one : ir_expr_bool(b, value[0], loc);
}

static const struct ir_expr *make_logic(struct body *b, enum ir_expr_kind kind,
    const struct ir_expr *left, const struct ir_expr *right, struct gd_loc loc)
{
	struct ir_expr *expr;

	if (left->kind == IR_CONST)
		return decided_by(b, kind, left, 0, right, loc);
	if (right->kind == IR_CONST)
		return decided_by(b, kind, right, 1, left, loc);
	expr = ir_expr_new(b->l->arena, kind, loc, ir_type_bool);
	expr->args[0] = left;
	expr->args[1] = right;
	return expr;
}

/* `a and b` where b needs statements: they run only if a holds. */
static const struct ir_expr *short_circuit(struct body *b, const struct syn_expr *expr,
    const struct ir_expr *left)
{
	bool is_and = expr->kind == SYN_EXPR_AND;
	struct ir_var *var;
	struct ir_stmt *test, **after;

	if (left->kind == IR_CONST)
		ir_lower_note_answer(b, left->number != 0, expr->args.at[0]->loc);
	if (left->kind == IR_CONST)
		return !!left->number == is_and ? ir_lower_expr(b, expr->args.at[1], NULL) : left;
	var = ir_lower_var(b, is_and ? "both" : "either", expr->loc, ir_type_bool);
	test = ir_lower_add(b, IR_OP_if);
	test->args[0] = left;
	ir_lower_note_branches(b, test, expr->args.at[0]->loc);
	after = b->end;
	b->end = is_and ? &test->body : &test->otherwise;
	ir_lower_let(b, var, ir_lower_expr(b, expr->args.at[1], NULL));
	b->end = is_and ? &test->otherwise : &test->body;
	ir_lower_let(b, var, ir_expr_bool(b, !is_and, expr->loc));
	b->end = after;
	return ir_expr_var(b, var, expr->loc);
}

static const struct ir_expr *lower_logic(struct body *b, const struct syn_expr *expr)
{
	enum ir_expr_kind kind = ir_kind_of(expr->kind);
	const struct ir_expr *left = ir_lower_expr(b, expr->args.at[0], NULL);

	if (ir_lower_has_effects(expr->args.at[1]) && !b->observing)
		return short_circuit(b, expr, left);
	if (kind == IR_IMPLIES && ir_expr_is(left, 0))
		GD_PUSH(b->l->arena, b->l->idle, expr);
	return make_logic(b, kind, left, ir_lower_expr(b, expr->args.at[1], NULL), expr->loc);
}

/* Whether EXPR is a name that gets its meaning only from the other side: a tag. */
static bool is_tag(struct body *b, const struct syn_expr *expr)
{
	long value;

	return expr->kind == SYN_EXPR_NAME && !find_binding(b, expr->name.text) &&
	    !is_constant(b, expr, &value) && !ir_lower_phase(b->l, expr->name.text) &&
	    !ir_lower_ghost(b->l, expr->name.text) && !ir_lower_cycle(b->l, expr->name.text) &&
	    strcmp(expr->name.text, "requested") != 0;
}

/* Whether A and B are the same expression of locals.  Locals do not change, so then both are always
 * equal. */
static bool is_same(const struct ir_expr *a, const struct ir_expr *b)
{
	if (!a || !b)
		return a == b;
	return a->kind == b->kind &&
	    (a->kind == IR_VAR || a->kind == IR_CONST || a->kind == IR_NULL || a->kind == IR_ADD ||
		a->kind == IR_SUB || a->kind == IR_NEGATE) &&
	    a->var == b->var && a->number == b->number && is_same(a->args[0], b->args[0]) &&
	    is_same(a->args[1], b->args[1]);
}

/* Whether the value of EXPR is known: a number, a tag, or null. */
static bool is_known(const struct ir_expr *expr, long *value)
{
	*value = expr->kind == IR_NULL ? IR_NO_OBJECT : expr->number;
	return expr->kind == IR_NULL || expr->kind == IR_CONST;
}

static bool is_origin(const struct syn_expr *expr)
{
	return expr->kind == SYN_EXPR_CALL && !strcmp(expr->name.text, "origin") &&
	    expr->args.count == 1;
}

/* origin(o) == origin(p), or != */
static const struct ir_expr *lower_origins(struct body *b, const struct syn_expr *expr)
{
	struct ir_expr *same = ir_expr_new(b->l->arena, IR_SAME_ORIGIN, expr->loc, ir_type_bool);

	for (size_t i = 0; i < 2; i++)
		same->args[i] = ir_lower_expr(b, expr->args.at[i]->args.at[0], &ir_type_ref);
	return expr->kind == SYN_EXPR_EQ ? same : ir_expr_not(b, same, expr->loc);
}

static const struct ir_expr *lower_compare(struct body *b, const struct syn_expr *expr)
{
	if (is_origin(expr->args.at[0]) && is_origin(expr->args.at[1]))
		return lower_origins(b, expr);
	enum ir_expr_kind kind = ir_kind_of(expr->kind);
	const struct syn_expr *a = expr->args.at[0], *c = expr->args.at[1];
	const struct ir_expr *left, *right;
	struct ir_expr *result;
	long of[2];

	if (is_tag(b, a)) {
		right = ir_lower_expr(b, c, NULL);
		left = ir_lower_expr(b, a, &right->type);
	} else {
		left = ir_lower_expr(b, a, NULL);
		if (ir_lower_has_effects(c) && !b->observing)
			left = ir_lower_keep(b, left);
		right = ir_lower_expr(b, c, &left->type);
		left = retype(b, left, &right->type);
	}
	if (is_known(left, &of[0]) && is_known(right, &of[1]))
		return ir_expr_bool(b, ir_compute(kind, of[0], of[1]), expr->loc);
	if (is_same(left, right))
		return ir_expr_bool(b, ir_compute(kind, 0, 0), expr->loc);
	result = ir_expr_new(b->l->arena, kind, expr->loc, ir_type_bool);
	result->args[0] = left;
	result->args[1] = right;
	return result;
}

static const struct ir_expr *lower_arithmetic(struct body *b, const struct syn_expr *expr)
{
	bool add = expr->kind == SYN_EXPR_ADD;
	const struct ir_expr *left = ir_lower_expr(b, expr->args.at[0], NULL), *right;
	long low = left->type.low, high = left->type.high;
	struct ir_expr *result;

	if (expr->kind == SYN_EXPR_NEGATE) {
		result = ir_expr_new(b->l->arena, IR_NEGATE, expr->loc, int_type(-high, -low));
		result->args[0] = left;
		if (left->kind == IR_CONST)
			return ir_expr_constant(b, -left->number, result->type, expr->loc);
		return result;
	}
	right = ir_lower_expr(b, expr->args.at[1], NULL);
	low += add ? right->type.low : -right->type.high;
	high += add ? right->type.high : -right->type.low;
	if (left->kind == IR_CONST && right->kind == IR_CONST)
		return ir_expr_constant(b, left->number + (add ? right->number : -right->number),
		    int_type(low, high), expr->loc);
	result = ir_expr_new(b->l->arena, add ? IR_ADD : IR_SUB, expr->loc, int_type(low, high));
	result->args[0] = left;
	result->args[1] = right;
	return result;
}

static const struct ir_expr *lower_temporal(struct body *b, const struct syn_expr *expr)
{
	struct ir_expr *result =
	    ir_expr_new(b->l->arena, ir_kind_of(expr->kind), expr->loc, ir_type_bool);

	for (size_t i = 0; i < expr->args.count && i < 2; i++)
		result->args[i] = ir_lower_expr(b, expr->args.at[i], NULL);
	return result;
}

/* OBJECT is in the space NAME.  Null is in no space. */
static const struct ir_expr *lower_in_space(struct body *b, const struct ir_expr *object,
    const char *name, struct gd_loc loc)
{
	struct ir_expr *result;

	if (object->kind == IR_NULL)
		return ir_expr_bool(b, false, loc);
	result = ir_expr_new(b->l->arena, IR_IN_SPACE, loc, ir_type_bool);
	result->args[0] = object;
	result->space = ir_lower_space(b->l, name);
	if (!result->space)
		ir_lower_unknown(b->l, loc, name);
	return result;
}

/* --------------------------------------------------------------- quantifiers */
static enum ir_domain domain_of(struct body *b, const struct syn_expr *expr)
{
	const char *name = expr->domain.text;

	if (!name || !strcmp(name, "object"))
		return IR_DOMAIN_OBJECTS;
	if (!strcmp(name, "expected"))
		return IR_DOMAIN_EXPECTED;
	if (!strcmp(name, "mutator"))
		return IR_DOMAIN_MUTATORS;
	if (ir_lower_space(b->l, name))
		return IR_DOMAIN_OBJECTS;
	if (ir_lower_region(b->l, name))
		return IR_DOMAIN_REGIONS;
	ir_lower_not_yet(b->l, GD_E_no_object_kinds_yet, expr->domain.loc);
	return IR_DOMAIN_OBJECTS;
}

/* Binds the variable of a quantifier: for a slot to a location, otherwise to a value. */
static void bind_variable(struct body *b, const struct ir_var *var, const char *name)
{
	struct ir_place *place = NULL;

	if (var->type.kind == IR_SLOT) {
		place = GD_NEW(b->l->arena, struct ir_place);
		*place = (struct ir_place){ .kind = IR_PLACE_SLOT, .loc = var->loc, .slot = var };
	}
	ir_lower_bind(b, name, place ? NULL : ir_expr_var(b, var, var->loc), place);
}

/* A quantifier over the slots of SLOTS (o.field, m.roots), or over the domain that is written. */
static struct ir_expr *new_quantifier(struct body *b, const struct syn_expr *expr)
{
	const struct syn_expr *slots = expr->args.count > 1 ? expr->args.at[1] : NULL;
	struct ir_expr *result =
	    ir_expr_new(b->l->arena, ir_kind_of(expr->kind), expr->loc, ir_type_bool);

	if (!slots) {
		result->domain = domain_of(b, expr);
		return result;
	}
	result->args[1] = ir_lower_object(b, slots->args.at[0]);
	result->domain =
	    result->args[1]->type.kind == IR_MUTATOR ? IR_DOMAIN_ROOTS : IR_DOMAIN_SLOTS;
	result->group = ir_lower_group(b->l, slots->name.text);
	if (result->domain == IR_DOMAIN_SLOTS && !result->group)
		ir_lower_unknown(b->l, slots->loc, slots->name.text);
	return result;
}

static const struct ir_expr *quantify(struct body *b, const struct syn_expr *expr, size_t binder);

/* `forall s in o.data F`: written out for each word. */
static const struct ir_expr *quantify_words(struct body *b, const struct syn_expr *expr,
    size_t binder)
{
	const struct syn_expr *words = expr->args.at[1];
	const struct ir_expr *of = ir_lower_object(b, words->args.at[0]), *result = NULL;
	enum ir_expr_kind joins = ir_kind_of(expr->kind) == IR_FORALL ? IR_AND : IR_OR;
	struct binding *scope = b->scope;
	const struct ir_meta *word;

	for (size_t i = 0; (word = ir_lower_word(b->l, words->name.text, i)); i++) {
		const struct ir_expr *part;
		struct ir_expr *joined;

		ir_lower_bind(b, expr->binders.at[binder].text, NULL,
		    ir_lower_word_place(b, of, word, expr->binders.at[binder].loc));
		part = quantify(b, expr, binder + 1);
		b->scope = scope;
		if (!result) {
			result = part;
			continue;
		}
		joined = ir_expr_new(b->l->arena, joins, expr->loc, ir_type_bool);
		joined->args[0] = result;
		joined->args[1] = part;
		result = joined;
	}
	return result;
}

static bool is_over_words(struct body *b, const struct syn_expr *expr)
{
	return expr->args.count > 1 && strcmp(expr->args.at[1]->name.text, "roots") != 0 &&
	    ir_lower_word(b->l, expr->args.at[1]->name.text, 0);
}

/* `forall o in s F' is `forall o (o in s implies F)', and `exists o in s F' is `exists o (o in s and F)'. */
static const struct ir_expr *only_in_space(struct body *b, const struct syn_expr *expr,
    const struct ir_var *var, const struct ir_expr *formula)
{
	struct ir_expr *result;

	if (expr->args.count > 1 || !ir_lower_space(b->l, expr->domain.text) ||
	    ir_expr_is(formula, ir_kind_of(expr->kind) == IR_FORALL))
		return formula;
	result = ir_expr_new(b->l->arena, ir_kind_of(expr->kind) == IR_FORALL ? IR_IMPLIES : IR_AND,
	    expr->loc, ir_type_bool);
	result->args[0] =
	    lower_in_space(b, ir_expr_var(b, var, expr->loc), expr->domain.text, expr->loc);
	result->args[1] = formula;
	return result;
}

/* `forall o, p F` is `forall o forall p F`. */
static const struct ir_expr *quantify(struct body *b, const struct syn_expr *expr, size_t binder)
{
	struct binding *scope = b->scope;
	struct ir_expr *result;
	struct ir_type type;
	struct ir_var *var;

	if (binder == expr->binders.count)
		return ir_lower_expr(b, expr->args.at[0], NULL);
	if (is_over_words(b, expr))
		return quantify_words(b, expr, binder);
	result = new_quantifier(b, expr);
	type = (struct ir_type){ .kind = result->args[1]   ? IR_SLOT
		    : result->domain == IR_DOMAIN_MUTATORS ? IR_MUTATOR
							   : IR_REF };
	if (result->domain == IR_DOMAIN_REGIONS) {
		ir_lower_region_type(b->l, expr->domain.text, &type);
		result->region = type.region;
	}
	var = ir_lower_var(b, expr->binders.at[binder].text, expr->binders.at[binder].loc, type);
	bind_variable(b, var, expr->binders.at[binder].text);
	result->var = var;
	result->args[0] = only_in_space(b, expr, var, quantify(b, expr, binder + 1));
	b->scope = scope;
	/* `forall' of true is true, and `exists' of false is false, also if there are no objects. */
	return ir_expr_is(result->args[0], result->kind == IR_FORALL) ? result->args[0] : result;
}

static const struct ir_expr *lower_quantifier(struct body *b, const struct syn_expr *expr)
{
	return quantify(b, expr, 0);
}

/* ---------------------------------------------------------- every expression */
static const struct ir_expr *lower_operator(struct body *b, const struct syn_expr *expr)
{
	switch (syn_family(expr->kind)) {
	case GD_FAMILY_LOGIC:
		return expr->kind == SYN_EXPR_NOT
		    ? ir_expr_not(b, ir_lower_expr(b, expr->args.at[0], NULL), expr->loc)
		    : lower_logic(b, expr);
	case GD_FAMILY_COMPARISON: return lower_compare(b, expr);
	case GD_FAMILY_ARITHMETIC: return lower_arithmetic(b, expr);
	case GD_FAMILY_TEMPORAL: return lower_temporal(b, expr);
	case GD_FAMILY_QUANTIFIER: return lower_quantifier(b, expr);
	case GD_FAMILY_NONE: break;
	}
	return ir_expr_bool(b, false, expr->loc);
}

/* `o.line', `l.block'.  NULL: the member is no sort of regions. */
static const struct ir_expr *lower_region_of(struct body *b, const struct syn_expr *expr)
{
	struct ir_expr *result;
	struct ir_type type;

	if (!ir_lower_region_type(b->l, expr->name.text, &type))
		return NULL;
	result = ir_expr_new(b->l->arena, IR_REGION_OF, expr->loc, type);
	result->args[0] = ir_lower_object(b, expr->args.at[0]);
	result->region = type.region;
	return result;
}

const struct ir_expr *ir_lower_expr(struct body *b, const struct syn_expr *expr,
    const struct ir_type *wanted)
{
	long value;

	if (is_constant(b, expr, &value))
		return retype(b,
		    ir_expr_constant(b, value, constant_type(b, expr, value), expr->loc), wanted);
	switch (expr->kind) {
	case SYN_EXPR_NULL: return ir_expr_new(b->l->arena, IR_NULL, expr->loc, ir_type_ref);
	case SYN_EXPR_NAME: return lower_name(b, expr, wanted);
	case SYN_EXPR_CALL: return b->l->above->call(b, expr, NULL, true);
	case SYN_EXPR_ALL_STOPPED:
		return ir_expr_new(b->l->arena, IR_ALL_STOPPED, expr->loc, ir_type_bool);
	case SYN_EXPR_IN_SPACE:
		return lower_in_space(b, ir_lower_expr(b, expr->args.at[0], &ir_type_ref),
		    expr->name.text, expr->loc);
	case SYN_EXPR_MEMBER: {
		const struct ir_expr *region = lower_region_of(b, expr);

		if (region)
			return region;
		ir_lower_unknown(b->l, expr->loc, "this");
		break;
	}
	case SYN_EXPR_AWAIT: /* only `let' has it */
	case SYN_EXPR_ERROR:
	case SYN_EXPR_NUMBER:
	case SYN_EXPR_BOOL:
	case SYN_EXPR_INDEX:
	case SYN_EXPR_SET: ir_lower_unknown(b->l, expr->loc, "this"); break;
#define OPERATOR(name, ...) case SYN_EXPR_##name:
#include "compiler/base/operators.def"
		return lower_operator(b, expr);
	}
	return ir_expr_bool(b, false, expr->loc);
}

/* -------------------------------------------------------------------- places */
static struct ir_place *new_place(struct body *b, enum ir_place_kind kind, struct gd_loc loc)
{
	struct ir_place *place = GD_NEW(b->l->arena, struct ir_place);

	place->kind = kind;
	place->loc = loc;
	return place;
}

const struct ir_expr *ir_lower_object(struct body *b, const struct syn_expr *expr)
{
	const struct ir_expr *object = ir_lower_expr(b, expr, &ir_type_ref);

	if (object->kind == IR_NULL) {
		struct gd_diag *diag = ir_lower_error(b->l, GD_E_type_mismatch, expr->loc,
		    "this needs an object, but it is null here");

		if (b->call && b->call->loc.line)
			gd_note(diag, b->call->loc, "in this call of `%s`",
			    b->call->function->name.text);
		gd_help(diag, "the function is called with `null`: let it test `!= null` first");
	}
	return object;
}

/* What objects have is known, so whether they have this slot is known, too, if the number is. */
static const struct ir_expr *slot_number(struct body *b, const struct syn_expr *index)
{
	const struct ir_expr *number = ir_lower_expr(b, index, NULL);

	if (number && number->kind != IR_CONST)
		gd_help(ir_lower_error(b->l, GD_E_slot_index, index->loc,
			    "the number of a slot must be known when the collector is built"),
		    "write a number or an option; `for s in o.field` visits all slots");
	else if (number && (number->number < 0 || number->number >= GD_MOST_slots))
		gd_help(ir_lower_error(b->l, GD_E_slot_index, index->loc, "there is no slot %ld",
			    number->number),
		    "slots count from 0 to %d", GD_MOST_slots - 1);
	return number;
}

static size_t word_number(const struct ir_expr *index)
{
	return index && index->kind == IR_CONST && index->number >= 0 ? (size_t)index->number : 0;
}

/* To kernels a word is a number of the object, as a piece of metadata is. */
static struct ir_place *as_word(struct ir_place *place)
{
	place->kind = IR_PLACE_META;
	place->index = NULL;
	return place;
}

const struct ir_place *ir_lower_word_place(struct body *b, const struct ir_expr *object,
    const struct ir_meta *word, struct gd_loc loc)
{
	struct ir_place *place = new_place(b, IR_PLACE_META, loc);

	place->object = object;
	place->meta = word;
	return place;
}

static const struct ir_place *member_place(struct body *b, const struct syn_expr *expr,
    const struct syn_expr *index)
{
	struct ir_place *place = new_place(b, IR_PLACE_META, expr->loc);

	place->object = ir_lower_object(b, expr->args.at[0]);
	place->meta = ir_lower_meta(b->l, expr->name.text);
	if (place->meta)
		return place;
	place->kind = IR_PLACE_FIELD;
	place->group = ir_lower_group(b->l, expr->name.text);
	place->index =
	    index ? slot_number(b, index) : ir_expr_constant(b, 0, int_type(0, 0), expr->loc);
	if (place->group)
		return place;
	place->meta = ir_lower_word(b->l, expr->name.text, word_number(place->index));
	if (place->meta)
		return as_word(place);
	ir_lower_unknown(b->l, expr->loc, expr->name.text);
	return NULL;
}

/* n[s] */
static const struct ir_place *place_like(struct body *b, const struct syn_expr *expr)
{
	const struct binding *of = find_binding(b, expr->args.at[1]->name.text);
	struct ir_place *place;

	if (!of || !of->place || !of->base) {
		ir_lower_unknown(b->l, expr->args.at[1]->loc, expr->args.at[1]->name.text);
		return NULL;
	}
	place = new_place(b, of->place->slot ? IR_PLACE_LIKE : IR_PLACE_META, expr->loc);
	place->object = ir_lower_object(b, expr->args.at[0]);
	place->from = of->base;
	place->slot = of->place->slot;
	place->meta = of->place->meta;
	return place;
}

const struct ir_place *ir_lower_place(struct body *b, const struct syn_expr *expr)
{
	const struct binding *binding;

	if (expr->kind == SYN_EXPR_MEMBER)
		return member_place(b, expr, NULL);
	if (expr->kind == SYN_EXPR_INDEX && expr->args.at[0]->kind == SYN_EXPR_MEMBER)
		return member_place(b, expr->args.at[0], expr->args.at[1]);
	if (expr->kind == SYN_EXPR_INDEX && expr->args.at[1]->kind == SYN_EXPR_NAME)
		return place_like(b, expr);
	binding = expr->kind == SYN_EXPR_NAME ? find_binding(b, expr->name.text) : NULL;
	if (binding && binding->place)
		return binding->place;
	ir_lower_unknown(b->l, expr->loc, expr->kind == SYN_EXPR_NAME ? expr->name.text : "this");
	return NULL;
}

/* Whether EXPR is the variable of a loop over words. */
static bool names_word(struct body *b, const struct syn_expr *expr)
{
	const struct binding *binding =
	    expr->kind == SYN_EXPR_NAME ? find_binding(b, expr->name.text) : NULL;

	return binding && binding->place && ir_is_word(binding->place);
}

const struct ir_expr *ir_lower_unit_part(struct body *b, const struct syn_expr *expr,
    const struct ir_type *type)
{
	const struct ir_expr *part;
	const struct ir_place *place;

	if (names_word(b, expr)) {
		ir_lower_not_yet(b->l, GD_E_no_words_yet, expr->loc);
		return ir_expr_bool(b, false, expr->loc);
	}
	if (type->kind == IR_SLOT) {
		place = ir_lower_place(b, expr);
		if (place && place->kind == IR_PLACE_SLOT)
			return ir_expr_var(b, place->slot, expr->loc);
		if (place) {
			gd_help(ir_lower_error(b->l, GD_E_not_a_location, expr->loc,
				    "the slot of a unit must be the slot that a loop visits"),
			    "write `for s in o.field { … }`, and `s` for the slot");
			return ir_expr_bool(b, false, expr->loc);
		}
	}
	part = ir_lower_expr(b, expr, type);
	ir_lower_check_fits(b, part, type);
	return part;
}
