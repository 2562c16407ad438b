/* property.c: how the property of a failure stands after each step, and which part of it is false.
 *
 * The formula is followed from state to state by progression (Bacchus and Kabanza): what it demands
 * of the next state is a list of demands, each a subformula with values of its variables.  A state
 * formula is true or false at once.  `always P' demands P now and itself again.  `eventually P' and
 * `A until P' demand themselves again as long as P is false; so each of them in the list is
 * something that the property waits for.  A formula of another shape is not followed. */
#include "promela-backend/pml.h"
#include "promela-backend/trail/internal.h"

#include <string.h>

#include "compiler/ir/dump.h"
#include "compiler/ir/walk.h"

struct given { /* the left side of an `implies' that is true */
	const struct ir_expr *expr;
	const struct trail_env *env;
	struct trail_state state;
	long step; /* after which it is true */
	const struct given *up;
};
struct demand {
	const struct ir_expr *expr;
	const struct trail_env *env;
	const struct given *given;
	const struct ir_expr *until; /* it must hold until then; NULL: no such promise */
	const struct ir_expr
	    *unborn; /* a quantifier whose element does not exist yet; NULL: it does */
	long since;  /* of what was promised; -1: it must hold in every state */
};
struct follower {
	struct gd_arena *arena;
	struct trail *trail;
	struct trail_state state;
	long now; /* the number of the step */
	GD_VEC(struct demand) next;
	GD_VEC(struct ir_expr *) made; /* negations of parts of the formula */
	struct demand breach;          /* expr NULL: nothing is false that must be true */
	bool strange;                  /* a formula that is not followed */
};

/* -------------------------------------------------------------------- demands */
static bool is_temporal_operator(const struct ir_expr *expr, const void *unused)
{
	(void)unused;
	return ir_family(expr) == IR_FAMILY_TEMPORAL;
}

static bool is_temporal(const struct ir_expr *expr)
{
	return ir_expr_any(expr, is_temporal_operator, NULL);
}

static bool is_same_env(const struct trail_env *a, const struct trail_env *b)
{
	while (a && b && a->var == b->var && a->value == b->value) {
		a = a->up;
		b = b->up;
	}
	return !a && !b;
}

/* The same demand again is the old one: it has been waited for since then. */
static void demand_next(struct follower *f, struct demand demand)
{
	for (size_t i = 0; i < f->next.count; i++) {
		struct demand *other = &f->next.at[i];

		if (other->expr != demand.expr || other->unborn != demand.unborn ||
		    !is_same_env(other->env, demand.env))
			continue;
		if (demand.since >= 0 && demand.since < other->since)
			*other = demand;
		return;
	}
	GD_PUSH(f->arena, f->next, demand);
}

/* The text of the outermost variable of ENV, as failures write it. */
static const char *outermost_text(const struct follower *f, const struct trail_env *env)
{
	struct trail_env outer;

	if (!env)
		return NULL;
	while (env->up)
		env = env->up;
	outer = *env;
	return trail_env_text(&f->state, &outer);
}

/* Whether DEMAND is about what the model names in its failure. */
static bool is_named(const struct follower *f, const struct demand *demand)
{
	const char *binding = f->trail->failure.binding, *text = outermost_text(f, demand->env);

	return binding && text && strcmp(binding, text) == 0;
}

static void note_breach(struct follower *f, const struct demand *demand)
{
	if (!f->breach.expr || (is_named(f, demand) && !is_named(f, &f->breach)))
		f->breach = *demand;
}

static bool is_true(const struct follower *f, const struct ir_expr *expr,
    const struct trail_env *env)
{
	return trail_value_in(&f->state, expr, env) != 0;
}

static struct demand part(struct demand demand, size_t number)
{
	demand.expr = demand.expr->args[number];
	return demand;
}

/* ------------------------------------------------------------------- negations */
/* KIND of ARG, with the place and the variable of FROM.  The same one again is the old one. */
static const struct ir_expr *make(struct follower *f, enum ir_expr_kind kind,
    const struct ir_expr *from, const struct ir_expr *arg)
{
	struct ir_expr *made;

	for (size_t i = 0; i < f->made.count; i++)
		if (f->made.at[i]->kind == kind && f->made.at[i]->args[0] == arg)
			return f->made.at[i];
	made = GD_NEW(f->arena, struct ir_expr);
	*made = *from;
	made->kind = kind;
	made->args[0] = arg;
	if (kind != IR_FORALL)
		made->args[1] = NULL;
	GD_PUSH(f->arena, f->made, made);
	return made;
}

static const struct ir_expr *negation(struct follower *f, const struct ir_expr *expr)
{
	return expr->kind == IR_NOT ? expr->args[0] : make(f, IR_NOT, expr, expr);
}

/* What `not EXPR' demands, as a formula that is followed.  NULL: there is none. */
static const struct ir_expr *negated(struct follower *f, const struct ir_expr *expr)
{
	if (expr->kind == IR_EVENTUALLY)
		return make(f, IR_ALWAYS, expr, negation(f, expr->args[0]));
	if (expr->kind == IR_ALWAYS)
		return make(f, IR_EVENTUALLY, expr, negation(f, expr->args[0]));
	if (expr->kind == IR_EXISTS)
		return make(f, IR_FORALL, expr, negation(f, expr->args[0]));
	return NULL;
}

/* A negation that the formula has not has the place of what it negates. */
static bool is_made(const struct ir_expr *expr)
{
	return expr->kind == IR_NOT && expr->loc.line == expr->args[0]->loc.line &&
	    expr->loc.column == expr->args[0]->loc.column;
}

static const struct trail_env *bind(struct follower *f, const struct ir_expr *quantifier,
    long element, const struct trail_env *up)
{
	struct trail_env *env = GD_NEW(f->arena, struct trail_env);

	*env = (struct trail_env){ quantifier->var, element, up };
	return env;
}

static const struct given *assume(struct follower *f, const struct ir_expr *expr,
    const struct trail_env *env, const struct given *up)
{
	struct given *given = GD_NEW(f->arena, struct given);

	*given = (struct given){ expr, env, f->state, f->now, up };
	return given;
}

static void demand_now(struct follower *f, struct demand demand);

/* What is said of an object counts from the first state in which it exists. */
static void demand_each(struct follower *f, struct demand demand)
{
	const struct ir_expr *quantifier = demand.expr;
	const long *elements = NULL;
	size_t count = trail_domain(&f->state, quantifier, demand.env, &elements);

	for (size_t i = 0; i < count; i++) {
		struct demand inner = part(demand, 0);

		inner.env = bind(f, quantifier, elements[i], demand.env);
		inner.unborn = quantifier;
		demand_now(f, inner);
	}
}

static void demand_implied(struct follower *f, struct demand demand)
{
	struct demand then = part(demand, 1);

	if (!is_true(f, demand.expr->args[0], demand.env))
		return;
	then.given = assume(f, demand.expr->args[0], demand.env, demand.given);
	demand_now(f, then);
}

static void demand_until(struct follower *f, struct demand demand)
{
	if (demand.since < 0)
		demand.since = f->now;
	if (is_true(f, demand.expr->args[1], demand.env))
		return;
	demand_next(f, demand);
	demand.until = demand.expr->args[1];
	demand_now(f, part(demand, 0));
}

static void demand_eventually(struct follower *f, struct demand demand)
{
	if (demand.since < 0)
		demand.since = f->now;
	if (!is_true(f, demand.expr->args[0], demand.env))
		demand_next(f, demand);
}

/* `A or F' is `not A implies F'. */
static void demand_either(struct follower *f, struct demand demand)
{
	const struct ir_expr *const *args = demand.expr->args;
	size_t temporal = is_temporal(args[1]) ? 1 : 0;
	const struct ir_expr *other = args[1 - temporal];
	struct demand then = part(demand, temporal);

	if (is_temporal(other)) {
		f->strange = true;
	} else if (!is_true(f, other, demand.env)) {
		then.given = assume(f, negation(f, other), demand.env, demand.given);
		demand_now(f, then);
	}
}

static void demand_not(struct follower *f, struct demand demand)
{
	demand.expr = negated(f, demand.expr->args[0]);
	if (demand.expr)
		demand_now(f, demand);
	else
		f->strange = true;
}

static void demand_temporal(struct follower *f, struct demand demand)
{
	const struct ir_expr *const *args = demand.expr->args;

	if (demand.expr->kind == IR_NOT) {
		demand_not(f, demand);
	} else if (demand.expr->kind == IR_OR) {
		demand_either(f, demand);
	} else if (demand.expr->kind == IR_AND) {
		demand_now(f, part(demand, 0));
		demand_now(f, part(demand, 1));
	} else if (demand.expr->kind == IR_FORALL) {
		demand_each(f, demand);
	} else if (demand.expr->kind == IR_IMPLIES && !is_temporal(args[0])) {
		demand_implied(f, demand);
	} else if (demand.expr->kind == IR_ALWAYS) {
		demand_next(f, demand);
		demand_now(f, part(demand, 0));
	} else if (demand.expr->kind == IR_EVENTUALLY && !is_temporal(args[0])) {
		demand_eventually(f, demand);
	} else if (demand.expr->kind == IR_UNTIL && !is_temporal(args[1])) {
		demand_until(f, demand);
	} else {
		f->strange = true;
	}
}

/* DEMAND holds in this state, or is noted as a breach; what it demands of later ones is noted. */
static void demand_now(struct follower *f, struct demand demand)
{
	if (demand.unborn && !trail_exists(&f->state, demand.unborn, demand.env->value)) {
		demand_next(f, demand);
		return;
	}
	demand.unborn = NULL;
	if (is_temporal(demand.expr))
		demand_temporal(f, demand);
	else if (!is_true(f, demand.expr, demand.env))
		note_breach(f, &demand);
}

/* --------------------------------------------------------------- the false part */
/* The first element for which the body is false, or the one that the model names. */
static bool find_element(struct follower *f, struct demand *demand)
{
	const struct demand all = *demand;
	const long *elements = NULL;
	size_t count = trail_domain(&f->state, all.expr, all.env, &elements);

	for (size_t i = 0; i < count && !(demand->env != all.env && is_named(f, demand)); i++) {
		struct demand inner = part(all, 0);

		inner.env = bind(f, all.expr, elements[i], all.env);
		if (trail_exists(&f->state, all.expr, elements[i]) &&
		    !is_true(f, inner.expr, inner.env) &&
		    (demand->env == all.env || is_named(f, &inner)))
			*demand = inner;
	}
	return demand->env != all.env;
}

/* Goes from a state formula that is false to a smaller one in it; false: there is none. */
static bool go_down(struct follower *f, struct demand *demand)
{
	const struct ir_expr *expr = demand->expr;

	if (expr->kind == IR_AND) {
		*demand = part(*demand, is_true(f, expr->args[0], demand->env) ? 1 : 0);
		return true;
	}
	if (expr->kind == IR_IMPLIES) {
		demand->given = assume(f, expr->args[0], demand->env, demand->given);
		*demand = part(*demand, 1);
		return true;
	}
	if (expr->kind == IR_NOT && expr->args[0]->kind == IR_NOT) {
		*demand = part(part(*demand, 0), 0);
		return true;
	}
	return expr->kind == IR_FORALL && find_element(f, demand);
}

static const char *text_of(const struct follower *f, const struct ir_expr *expr)
{
	const char *text = is_made(expr) ? NULL : trail_text_of(f->arena, &expr->loc);

	return text ? text : ir_expr_text(f->arena, expr);
}

static struct trail_place place_of(const struct gd_loc *loc)
{
	return (
	    struct trail_place){ loc->source ? loc->source->path : NULL, loc->line, loc->column };
}

/* The conditions, outermost first, with the values that they had when they counted.  IS_NOW: that can only
 * be the state in which the part is false. */
static void list_given(struct follower *f, const struct given *given, bool is_now,
    struct trail_broken *broken)
{
	struct trail_given *list;
	size_t count = 0;

	for (const struct given *one = given; one; one = one->up)
		count++;
	broken->given = list = GD_NEW_ARRAY(f->arena, struct trail_given, count + 1);
	broken->given_count = count;
	for (; given; given = given->up)
		list[--count] = (struct trail_given){ text_of(f, given->expr),
			trail_atoms_of(&given->state, given->expr, given->env, NULL),
			is_now && given->step == f->now ? -1 : given->step };
}

static const struct trail_broken *explain(struct follower *f, struct demand demand, bool never)
{
	struct trail_broken *broken = GD_NEW(f->arena, struct trail_broken);

	while (go_down(f, &demand))
		continue;
	broken->text = text_of(f, demand.expr);
	broken->loc = demand.expr->loc;
	broken->where = place_of(&demand.expr->loc);
	broken->binding = trail_env_text(&f->state, demand.env);
	broken->values = trail_atoms_of(&f->state, demand.expr, demand.env, NULL);
	list_given(f, demand.given, demand.since < 0, broken);
	broken->step = f->now;
	broken->since = demand.since;
	broken->until = demand.until ? text_of(f, demand.until) : NULL;
	broken->never = never;
	return broken;
}

/* ----------------------------------------------------------------------- steps */
/* What DEMAND waits for; NULL: it waits for nothing. */
static const struct ir_expr *awaited(const struct demand *demand)
{
	if (demand->unborn || !ir_awaits(demand->expr))
		return NULL;
	return demand->expr->args[demand->expr->kind == IR_UNTIL];
}

static void list_waits(struct follower *f, struct trail_property *property)
{
	struct trail_wait *list = GD_NEW_ARRAY(f->arena, struct trail_wait, f->next.count + 1);

	property->waits = list;
	for (size_t i = 0; i < f->next.count; i++) {
		const struct demand *demand = &f->next.at[i];
		const struct ir_expr *expected = awaited(demand);

		if (expected)
			list[property->wait_count++] = (struct trail_wait){ text_of(f, expected),
				trail_env_text(&f->state, demand->env), demand->since };
	}
}

/* How many parts of a state formula that must all be true are true. */
static size_t count_true(struct follower *f, const struct ir_expr *expr,
    const struct trail_env *env)
{
	const long *elements = NULL;
	size_t count, found = 0;

	if (expr->kind == IR_AND)
		return count_true(f, expr->args[0], env) + count_true(f, expr->args[1], env);
	if (expr->kind != IR_FORALL)
		return is_true(f, expr, env);
	count = trail_domain(&f->state, expr, env, &elements);
	for (size_t i = 0; i < count; i++)
		found += count_true(f, expr->args[0],
		    &(struct trail_env){ expr->var, elements[i], env });
	return found;
}

static void look_at(struct follower *f, long number)
{
	f->now = number;
	f->state = trail_state_at(f->arena, f->trail, number ? &f->trail->steps[number - 1] : NULL);
}

/* DEMAND has never come true.  The state that says most about this is the last one of those in which
 * the most of it is true. */
static void explain_never(struct follower *f, struct demand demand)
{
	long last = f->now, nearest = last;
	size_t most = 0;

	for (long i = demand.since; i <= last; i++) {
		size_t count;

		look_at(f, i);
		count = count_true(f, demand.expr, demand.env);
		if (count < most)
			continue;
		most = count;
		nearest = i;
	}
	look_at(f, nearest);
	f->trail->failure.broken = explain(f, demand, true);
	look_at(f, last);
}

/* The run is over, and something has not come true: what the model names, or else the oldest. */
static void explain_wait(struct follower *f)
{
	const struct demand *found = NULL;
	struct demand demand;

	for (size_t i = 0; i < f->next.count; i++) {
		const struct demand *one = &f->next.at[i];
		bool better = !found || is_named(f, one) > is_named(f, found) ||
		    (is_named(f, one) == is_named(f, found) && one->since < found->since);

		if (awaited(one) && better)
			found = one;
	}
	if (!found)
		return;
	demand = *found;
	demand.expr = awaited(found);
	explain_never(f, demand);
}

static void set_state(struct trail_property *property, const struct trail_property *before,
    enum trail_property_state state, long now)
{
	property->state = state;
	property->since = before && before->state == state ? before->since : now;
}

/* What held before this state is demanded of it, in the order in which it was noted. */
static void follow_state(struct follower *f, const struct ir_expr *formula)
{
	struct demand *demands = f->next.at;
	size_t count = f->next.count;

	memset(&f->next, 0, sizeof f->next);
	if (f->now == 0)
		demand_now(f, (struct demand){ .expr = formula, .since = -1 });
	for (size_t i = 0; i < count; i++)
		demand_now(f, demands[i]);
}

/* FORMULA NULL: the property has none. */
static void follow_step(struct follower *f, const struct ir_expr *formula,
    const struct trail_step *step, struct trail_property *property,
    const struct trail_property *before)
{
	struct trail_failure *failure = &f->trail->failure;
	bool is_last = (size_t)f->now == f->trail->step_count;

	f->state = trail_state_at(f->arena, f->trail, step);
	if (formula && !f->breach.expr)
		follow_state(f, formula);
	list_waits(f, property);
	if (f->breach.expr && !failure->broken)
		failure->broken = explain(f, f->breach, false);
	if (is_last && formula && !failure->broken)
		explain_wait(f);
	set_state(property, before,
	    is_last || f->breach.expr  ? TRAIL_BROKEN
		: property->wait_count ? TRAIL_WAITING
				       : TRAIL_HOLDS,
	    f->now);
}

static void follow(struct follower *f, const struct ir_expr *formula)
{
	struct trail *trail = f->trail;
	const struct trail_property *before = &trail->at_start;

	follow_step(f, formula, NULL, &trail->at_start, NULL);
	for (size_t i = 0; i < trail->step_count; i++) {
		f->now = (long)i + 1;
		follow_step(f, formula, &trail->steps[i], &trail->steps[i].property, before);
		before = &trail->steps[i].property;
	}
}

/* --------------------------------------------------------------------- failures */
/* Names that stand for no property. */
static bool is_no_property(const char *name)
{
	return strcmp(name, TRAIL_LIMIT) == 0 || strcmp(name, TRAIL_GUIDED) == 0 ||
	    strcmp(name, PML_OUTCOME) == 0;
}

static void forget(struct trail *trail)
{
	trail->failure.broken = NULL;
	memset(&trail->at_start, 0, sizeof trail->at_start);
	for (size_t i = 0; i < trail->step_count; i++)
		memset(&trail->steps[i].property, 0, sizeof trail->steps[i].property);
}

/* What the condition of the assertion has read.  The run is over there, so the last state is the one that
 * it has read, which must say the same. */
static struct trail_atoms asserted_atoms(struct follower *f)
{
	const struct trail_asserted *asserted = f->trail->failure.asserted;

	if (!asserted || f->trail->step_count == 0)
		return (struct trail_atoms){ 0 };
	look_at(f, (long)f->trail->step_count);
	f->state.views = asserted->views;
	if (is_true(f, asserted->condition, asserted->variables))
		return (struct trail_atoms){ 0 };
	return trail_atoms_of(&f->state, asserted->condition, asserted->variables,
	    asserted->variables);
}

static void explain_assertion(struct follower *f)
{
	struct trail_failure *failure = &f->trail->failure;
	struct trail_broken *broken;

	if (strncmp(failure->property, PML_ASSERT_PREFIX, strlen(PML_ASSERT_PREFIX)) != 0 ||
	    !failure->where.path)
		return;
	broken = GD_NEW(f->arena, struct trail_broken);
	broken->text = trail_statement(f->arena, f->trail->spec, &failure->where);
	broken->where = failure->where;
	broken->values = asserted_atoms(f);
	broken->step = (long)f->trail->step_count;
	broken->since = -1;
	failure->broken = *broken->text ? broken : NULL;
}

/* The run can go on after the state in which the property is broken, when it was checked as LTL. */
static const char *why_text(const struct follower *f)
{
	const struct trail_broken *broken = f->trail->failure.broken;

	if (!broken)
		return f->trail->failure.why;
	if (broken->never) /* before the promise it may have been true */
		return broken->since > 0
		    ? gd_arena_printf(f->arena, "it never comes true from step %ld on",
			  broken->since)
		    : f->trail->failure.why;
	if ((size_t)broken->step == f->trail->step_count)
		return "it does not hold here";
	return broken->step ? gd_arena_printf(f->arena,
				  "it does not hold in the state after step %ld", broken->step)
			    : "it does not hold in the state at the start";
}

void trail_follow_property(struct gd_arena *arena, struct trail *trail)
{
	const struct ir_property *property =
	    trail_find_property(trail->spec, trail->failure.property);
	struct follower f = { .arena = arena, .trail = trail };

	if (is_no_property(trail->failure.property))
		return;
	follow(&f, property ? property->formula : NULL);
	if (f.strange)
		forget(trail);
	trail->failure.why = why_text(&f);
	explain_assertion(&f);
}
