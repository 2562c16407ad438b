/* data.c: primitives for integers, pairs, vectors and tables. */
#include "error.h"
#include "eval.h"
#include "primitives.h"
#include "table.h"

/* --------------------------------------------------------------------- integers */

static value fit(struct thread *t, intptr_t n, bool overflow)
{
	if (overflow || integer_value(integer(n)) != n)
		raise_error(t, "this integer is too large");
	return integer(n);
}

static value add(struct thread *t, value *argument, size_t count)
{
	intptr_t sum = 0;
	bool overflow = false;

	for (size_t i = 0; i < count; i++)
		overflow |= __builtin_add_overflow(sum, want_integer(t, argument[i]), &sum);
	return fit(t, sum, overflow);
}

static value subtract(struct thread *t, value *argument, size_t count)
{
	intptr_t first = want_integer(t, argument[0]);
	bool overflow = false;

	if (count == 1)
		return fit(t, -first, false);
	for (size_t i = 1; i < count; i++)
		overflow |= __builtin_sub_overflow(first, want_integer(t, argument[i]), &first);
	return fit(t, first, overflow);
}

static value multiply(struct thread *t, value *argument, size_t count)
{
	intptr_t product = 1;
	bool overflow = false;

	for (size_t i = 0; i < count; i++)
		overflow |= __builtin_mul_overflow(product, want_integer(t, argument[i]), &product);
	return fit(t, product, overflow);
}

static intptr_t want_divisor(struct thread *t, value v)
{
	intptr_t divisor = want_integer(t, v);

	if (!divisor)
		raise_error(t, "division by zero");
	return divisor;
}

static value quotient(struct thread *t, value *argument, size_t count)
{
	(void)count;
	return fit(t, want_integer(t, argument[0]) / want_divisor(t, argument[1]), false);
}

static value take_remainder(struct thread *t, value *argument, size_t count)
{
	(void)count;
	return integer(want_integer(t, argument[0]) % want_divisor(t, argument[1]));
}

static value is_less(struct thread *t, value *argument, size_t count)
{
	(void)count;
	return boolean(want_integer(t, argument[0]) < want_integer(t, argument[1]));
}

static value is_greater(struct thread *t, value *argument, size_t count)
{
	(void)count;
	return boolean(want_integer(t, argument[0]) > want_integer(t, argument[1]));
}

static value is_same_number(struct thread *t, value *argument, size_t count)
{
	(void)count;
	return boolean(want_integer(t, argument[0]) == want_integer(t, argument[1]));
}

/* ----------------------------------------------------------------------- pairs */

static value make_pair(struct thread *t, value *argument, size_t count)
{
	(void)count;
	return cons(t, argument[0], argument[1]);
}

static value car(struct thread *t, value *argument, size_t count)
{
	(void)count;
	want_kind(t, argument[0], PAIR);
	return get(argument[0], CAR);
}

static value cdr(struct thread *t, value *argument, size_t count)
{
	(void)count;
	want_kind(t, argument[0], PAIR);
	return get(argument[0], CDR);
}

static value set_car(struct thread *t, value *argument, size_t count)
{
	(void)count;
	want_kind(t, argument[0], PAIR);
	set(t, argument[0], CAR, argument[1]);
	return UNSPECIFIED;
}

static value set_cdr(struct thread *t, value *argument, size_t count)
{
	(void)count;
	want_kind(t, argument[0], PAIR);
	set(t, argument[0], CDR, argument[1]);
	return UNSPECIFIED;
}

static value make_list(struct thread *t, value *argument, size_t count)
{
	value list = NIL;

	while (count--)
		list = cons(t, argument[count], list);
	return list;
}

/* ------------------------------------------------------------------ what it is */

static value is_pair(struct thread *t, value *argument, size_t count)
{
	(void)t, (void)count;
	return boolean(is(argument[0], PAIR));
}

static value is_null(struct thread *t, value *argument, size_t count)
{
	(void)t, (void)count;
	return boolean(argument[0] == NIL);
}

static value is_number(struct thread *t, value *argument, size_t count)
{
	(void)t, (void)count;
	return boolean(is(argument[0], INTEGER));
}

static value is_string(struct thread *t, value *argument, size_t count)
{
	(void)t, (void)count;
	return boolean(is(argument[0], STRING));
}

static value is_symbol(struct thread *t, value *argument, size_t count)
{
	(void)t, (void)count;
	return boolean(is(argument[0], SYMBOL));
}

static value negate(struct thread *t, value *argument, size_t count)
{
	(void)t, (void)count;
	return boolean(argument[0] == FALSE);
}

static value is_same(struct thread *t, value *argument, size_t count)
{
	(void)t, (void)count;
	return boolean(same_key(argument[0], argument[1]));
}

/* -------------------------------------------------------------------- functions */

/* (apply f list) */
static value apply(struct thread *t, value *argument, size_t count)
{
	value *call = begin_call(t), rest = argument[1];

	(void)count;
	push(t, argument[0]);
	for (; is(rest, PAIR); rest = get(rest, CDR))
		push(t, get(rest, CAR));
	return finish_call(t, call);
}

static void run_thunk(struct thread *t, void *data)
{
	value *argument = data;

	argument[0] = call_thunk(t, argument[0]);
}

/* (try thunk handler): the handler gets the message, when there is one. */
static value attempt_thunk(struct thread *t, value *argument, size_t count)
{
	(void)count;
	if (attempt(t, run_thunk, argument))
		return argument[0];
	value *call = begin_call(t);
	push(t, argument[1]);
	push(t, make_string(t, t->message, __builtin_strlen(t->message)));
	return finish_call(t, call);
}

/* -------------------------------------------------------------- vectors, tables */

/* (make-vector count fill) */
static value new_vector(struct thread *t, value *argument, size_t count)
{
	size_t slots = want_index(t, argument[0], (size_t)1 << 40);

	return make_vector(t, slots, count > 1 ? argument[1] : integer(0));
}

static value vector_ref(struct thread *t, value *argument, size_t count)
{
	(void)count;
	want_kind(t, argument[0], VECTOR);
	return get(argument[0], want_index(t, argument[1], count_of(argument[0])));
}

static value vector_set(struct thread *t, value *argument, size_t count)
{
	(void)count;
	want_kind(t, argument[0], VECTOR);
	set(t, argument[0], want_index(t, argument[1], count_of(argument[0])), argument[2]);
	return UNSPECIFIED;
}

static value vector_length(struct thread *t, value *argument, size_t count)
{
	(void)count;
	want_kind(t, argument[0], VECTOR);
	return integer((intptr_t)count_of(argument[0]));
}

static value new_table(struct thread *t, value *argument, size_t count)
{
	(void)argument, (void)count;
	return make_table(t);
}

/* (table-ref table key otherwise) */
static value table_ref(struct thread *t, value *argument, size_t count)
{
	want_kind(t, argument[0], TABLE);
	value entry = table_find(argument[0], argument[1]);
	return entry ? get(entry, ENTRY_VALUE) : count > 2 ? argument[2] : FALSE;
}

static value table_set(struct thread *t, value *argument, size_t count)
{
	(void)count;
	want_kind(t, argument[0], TABLE);
	table_put(t, argument[0], argument[1], argument[2]);
	return UNSPECIFIED;
}

static value table_delete(struct thread *t, value *argument, size_t count)
{
	(void)count;
	want_kind(t, argument[0], TABLE);
	table_remove(t, argument[0], argument[1]);
	return UNSPECIFIED;
}

static value table_count(struct thread *t, value *argument, size_t count)
{
	(void)count;
	want_kind(t, argument[0], TABLE);
	return get(argument[0], TABLE_COUNT);
}

static value list_keys(struct thread *t, value *argument, size_t count)
{
	(void)count;
	want_kind(t, argument[0], TABLE);
	return table_keys(t, argument[0]);
}

const struct primitive data_primitives[] = { { "+", add, 0, ANY_NUMBER },
	{ "-", subtract, 1, ANY_NUMBER }, { "*", multiply, 0, ANY_NUMBER },
	{ "quotient", quotient, 2, 2 }, { "remainder", take_remainder, 2, 2 },
	{ "<", is_less, 2, 2 }, { ">", is_greater, 2, 2 }, { "=", is_same_number, 2, 2 },
	{ "cons", make_pair, 2, 2 }, { "car", car, 1, 1 }, { "cdr", cdr, 1, 1 },
	{ "set-car!", set_car, 2, 2 }, { "set-cdr!", set_cdr, 2, 2 },
	{ "list", make_list, 0, ANY_NUMBER }, { "pair?", is_pair, 1, 1 },
	{ "null?", is_null, 1, 1 }, { "number?", is_number, 1, 1 }, { "string?", is_string, 1, 1 },
	{ "symbol?", is_symbol, 1, 1 }, { "not", negate, 1, 1 }, { "eq?", is_same, 2, 2 },
	{ "apply", apply, 2, 2 }, { "try", attempt_thunk, 2, 2 },
	{ "make-vector", new_vector, 1, 2 }, { "vector-ref", vector_ref, 2, 2 },
	{ "vector-set!", vector_set, 3, 3 }, { "vector-length", vector_length, 1, 1 },
	{ "make-table", new_table, 0, 0 }, { "table-ref", table_ref, 2, 3 },
	{ "table-set!", table_set, 3, 3 }, { "table-delete!", table_delete, 2, 2 },
	{ "table-count", table_count, 1, 1 }, { "table-keys", list_keys, 1, 1 },
	{ NULL, NULL, 0, 0 } };
