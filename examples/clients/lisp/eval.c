/* eval.c: nodes are run by functions, one for each operation.
 *
 * Each activation has a frame of the shadow stack.  An operation leaves its result there,
 * or another node in the place of its own: so calls in tail position need no stack. */
#include "eval.h"

#include "compile.h"
#include "error.h"
#include "primitives.h"

enum { AT_NODE, AT_ENVIRONMENT, AT_RESULT, FRAME };

static value operand(const value *at, size_t i)
{
	return get(at[AT_NODE], NODE_FIRST + i);
}

static value evaluate_operand(struct thread *t, const value *at, size_t i)
{
	return evaluate(t, operand(at, i), at[AT_ENVIRONMENT]);
}

/* Operand I takes the place of the node. */
static bool go_on_with(value *at, size_t i)
{
	at[AT_NODE] = operand(at, i);
	return true;
}

static bool result_is(value *at, value result)
{
	at[AT_RESULT] = result;
	return false;
}

static intptr_t place_of_node(const value *at)
{
	return integer_value(get(at[AT_NODE], NODE_PLACE));
}

/* ------------------------------------------------------------------------ names */

static value environment_out(const value *at, value out)
{
	value environment = at[AT_ENVIRONMENT];

	for (intptr_t i = integer_value(out); i; i--)
		environment = get(environment, ENVIRONMENT_OUTER);
	return environment;
}

static _Noreturn void no_value(struct thread *t, const value *at, value symbol)
{
	value name = get(symbol, SYMBOL_NAME);

	raise_at(t, place_of_node(at), "nothing is called %.*s", (int)count_of(name),
	    string_bytes(name));
}

static bool run_constant(struct thread *t, value *at)
{
	(void)t;
	return result_is(at, operand(at, 0));
}

static bool run_local(struct thread *t, value *at)
{
	value v = get(environment_out(at, operand(at, 1)), (size_t)integer_value(operand(at, 0)));

	if (!v)
		raise_at(t, place_of_node(at), "this has no value yet");
	return result_is(at, v);
}

static bool run_global(struct thread *t, value *at)
{
	value v = get(operand(at, 0), SYMBOL_VALUE);

	if (!v)
		no_value(t, at, operand(at, 0));
	return result_is(at, v);
}

static bool run_set_local(struct thread *t, value *at)
{
	value v = evaluate_operand(t, at, 2);

	set(t, environment_out(at, operand(at, 1)), (size_t)integer_value(operand(at, 0)), v);
	return result_is(at, UNSPECIFIED);
}

static bool run_set_global(struct thread *t, value *at)
{
	value v = evaluate_operand(t, at, 1);

	if (!get(operand(at, 0), SYMBOL_VALUE))
		no_value(t, at, operand(at, 0));
	set(t, operand(at, 0), SYMBOL_VALUE, v);
	return result_is(at, UNSPECIFIED);
}

static bool run_define(struct thread *t, value *at)
{
	value v = evaluate_operand(t, at, 1);

	set(t, operand(at, 0), SYMBOL_VALUE, v);
	return result_is(at, UNSPECIFIED);
}

/* --------------------------------------------------------------------- conditions */

static bool run_if(struct thread *t, value *at)
{
	return go_on_with(at, evaluate_operand(t, at, 0) != FALSE ? 1 : 2);
}

static bool run_or(struct thread *t, value *at)
{
	value v = evaluate_operand(t, at, 0);

	return v != FALSE ? result_is(at, v) : go_on_with(at, 1);
}

static bool run_sequence(struct thread *t, value *at)
{
	size_t last = count_of(at[AT_NODE]) - NODE_FIRST - 1;

	for (size_t i = 0; i < last; i++)
		evaluate_operand(t, at, i);
	return go_on_with(at, last);
}

/* ---------------------------------------------------------------------- functions */

static bool run_lambda(struct thread *t, value *at)
{
	value *closure = enter(t, 2);

	closure[CLOSURE_ENVIRONMENT] = at[AT_ENVIRONMENT];
	closure[CLOSURE_LAMBDA] = at[AT_NODE];
	return result_is(at, build(t, CLOSURE, closure));
}

static void push_operands(struct thread *t, const value *at, size_t i)
{
	for (size_t count = count_of(at[AT_NODE]) - NODE_FIRST; i < count; i++)
		push(t, evaluate_operand(t, at, i));
}

/* The environment of what was pushed behind FROM, and empty slots up to SLOTS. */
static value build_environment(struct thread *t, value *from, size_t slots)
{
	size_t there = (size_t)(t->roots.top - from) - ENVIRONMENT_FIRST;

	enter(t, slots - there);
	return build(t, ENVIRONMENT, from);
}

static bool run_let(struct thread *t, value *at)
{
	value *environment = enter(t, 1);

	environment[ENVIRONMENT_OUTER] = at[AT_ENVIRONMENT];
	push_operands(t, at, LET_VALUES - NODE_FIRST);
	at[AT_ENVIRONMENT] =
	    build_environment(t, environment, (size_t)integer_value(get(at[AT_NODE], LET_SLOTS)));
	return go_on_with(at, LET_BODY - NODE_FIRST);
}

/* The arguments behind the first COUNT become one, a list. */
static void gather_rest(struct thread *t, value *arguments, size_t count)
{
	value list = NIL;

	while (t->roots.top > arguments + count) {
		list = cons(t, t->roots.top[-1], list);
		leave(t, t->roots.top - 1);
	}
	push(t, list);
}

static void want_arguments(struct thread *t, value lambda, size_t count)
{
	size_t parameters = (size_t)integer_value(get(lambda, LAMBDA_PARAMETERS));
	bool rest = get(lambda, LAMBDA_REST) == TRUE;

	if (rest ? count + 1 < parameters : count != parameters)
		raise_error(t, "this function takes %zu argument%s%s, not %zu", parameters - rest,
		    parameters - rest == 1 ? "" : "s", rest ? " or more" : "", count);
}

/* The frame AT goes on in the body of the closure CALL[0], whose arguments are behind it. */
static bool enter_closure(struct thread *t, value *at, value *call, size_t count)
{
	value lambda = get(call[0], CLOSURE_LAMBDA);

	want_arguments(t, lambda, count);
	at[AT_NODE] = lambda;
	call[ENVIRONMENT_OUTER] = get(call[0], CLOSURE_ENVIRONMENT);
	if (get(lambda, LAMBDA_REST) == TRUE)
		gather_rest(t, call + 1, (size_t)integer_value(get(lambda, LAMBDA_PARAMETERS)) - 1);
	at[AT_ENVIRONMENT] =
	    build_environment(t, call, (size_t)integer_value(get(lambda, LAMBDA_SLOTS)));
	return go_on_with(at, LAMBDA_BODY - NODE_FIRST);
}

/* A function and its arguments have been pushed behind the frame AT. */
static bool start_call(struct thread *t, value *at)
{
	value *call = at + FRAME;
	size_t count = (size_t)(t->roots.top - call) - 1;

	if (is(call[0], CLOSURE))
		return enter_closure(t, at, call, count);
	if (!is(call[0], PRIMITIVE))
		raise_error(t, "what is called here is no function");
	value result = call_primitive(t, call[0], call + 1, count);
	leave(t, call);
	return result_is(at, result);
}

static bool run_call(struct thread *t, value *at)
{
	push_operands(t, at, 0);
	t->place = place_of_node(at);
	return start_call(t, at);
}

/* --------------------------------------------------------------------- running */

static bool (*const run[OPERATIONS])(struct thread *t, value *at) = {
	[CONSTANT_NODE] = run_constant,
	[LOCAL_NODE] = run_local,
	[GLOBAL_NODE] = run_global,
	[SET_LOCAL_NODE] = run_set_local,
	[SET_GLOBAL_NODE] = run_set_global,
	[DEFINE_NODE] = run_define,
	[IF_NODE] = run_if,
	[OR_NODE] = run_or,
	[SEQUENCE_NODE] = run_sequence,
	[LAMBDA_NODE] = run_lambda,
	[LET_NODE] = run_let,
	[CALL_NODE] = run_call,
};

static value finish(struct thread *t, value *at, bool more)
{
	while (more)
		more = run[integer_value(get(at[AT_NODE], NODE_OPERATION))](t, at);
	value result = at[AT_RESULT];
	leave(t, at);
	return result;
}

value evaluate(struct thread *t, value node, value environment)
{
	value *at = enter(t, FRAME);

	at[AT_NODE] = node;
	at[AT_ENVIRONMENT] = environment;
	return finish(t, at, true);
}

value *begin_call(struct thread *t)
{
	return enter(t, FRAME);
}

value finish_call(struct thread *t, value *call)
{
	return finish(t, call, start_call(t, call));
}

value call_thunk(struct thread *t, value function)
{
	value *call = begin_call(t);

	push(t, function);
	return finish_call(t, call);
}
