/* let.c: let, let*, letrec, and let with a name: a loop. */
#include "form.h"

/* The bindings of a let, from item I of the form on. */
static value bindings_of(const struct source *s, size_t i)
{
	return item(*s->form, i);
}

static void want_bindings(struct thread *t, const struct source *s, size_t i)
{
	for (value rest = bindings_of(s, i); is(rest, PAIR); rest = get(rest, CDR)) {
		value binding = get(rest, CAR);
		intptr_t place = place_of(binding, s->place);
		want_items(t, binding, place, 2, 2, "(name value), as each binding of a let");
		want_symbol(t, get(binding, CAR), place);
	}
}

static size_t binding_count(const struct source *s, size_t i)
{
	return list_length(bindings_of(s, i));
}

static value binding_name(const struct source *s, size_t i, size_t which)
{
	return item(item(bindings_of(s, i), which), 0);
}

static value compile_binding(struct thread *t, const struct source *s, size_t i, size_t which,
    const struct scope *scope)
{
	value binding = item(bindings_of(s, i), which);

	return compile_form(t, item(binding, 1), place_of(binding, s->place), scope);
}

/* LET: the values are compiled in the scope around, the body in the new one. */
static value compile_plain_let(struct thread *t, const struct source *s)
{
	value *names = enter(t, 1), *node = begin_node(t, LET_NODE, s->place);
	struct scope inner = { s->scope, names };

	*names = NIL;
	enter(t, LET_VALUES - NODE_FIRST);
	for (size_t i = 0; i < binding_count(s, 1); i++)
		push(t, compile_binding(t, s, 1, i, s->scope));
	for (size_t i = 0; i < binding_count(s, 1); i++)
		add_name(t, &inner, binding_name(s, 1, i));
	node[LET_BODY] = compile_body(t, tail(*s->form, 2), s->place, &inner);
	node[LET_SLOTS] = integer((intptr_t)scope_slots(&inner));
	value let = build(t, NODE, node);
	leave(t, names);
	return let;
}

/* Pushes the node that sets NAME, which is in the innermost scope, to VALUE. */
static void push_set(struct thread *t, const struct scope *scope, value name, value to)
{
	value *at = enter(t, 1);

	at[0] = to;
	value *node = begin_node(t, SET_LOCAL_NODE, 0);
	push_local(t, scope, name);
	push(t, at[0]);
	at[0] = build(t, NODE, node);
}

/* LETREC, whose values may use all names: an environment of empty slots, which are set. */
value compile_letrec(struct thread *t, const struct source *s)
{
	value *names = enter(t, 1), *node = begin_node(t, LET_NODE, s->place);
	struct scope inner = { s->scope, names };

	*names = NIL;
	want_items(t, *s->form, s->place, 3, SIZE_MAX, "(letrec ((name value)) body)");
	want_bindings(t, s, 1);
	for (size_t i = 0; i < binding_count(s, 1); i++)
		add_name(t, &inner, binding_name(s, 1, i));
	enter(t, LET_VALUES - NODE_FIRST);
	value *sequence = begin_node(t, SEQUENCE_NODE, s->place);
	for (size_t i = 0; i < binding_count(s, 1); i++)
		push_set(t, &inner, binding_name(s, 1, i), compile_binding(t, s, 1, i, &inner));
	push(t, compile_body(t, tail(*s->form, 2), s->place, &inner));
	node[LET_BODY] = build(t, NODE, sequence);
	node[LET_SLOTS] = integer((intptr_t)scope_slots(&inner));
	value let = build(t, NODE, node);
	leave(t, names);
	return let;
}

/* (let loop ((name value)) body): a function that knows its own name, and is called.  The values
 * do not know it: while they are compiled, its slot has no name. */
static value compile_loop(struct thread *t, const struct source *s)
{
	value *at = enter(t, 2), *node = begin_node(t, LET_NODE, s->place);
	struct scope inner = { s->scope, &at[0] };
	struct source within = { s->form, s->place, &inner };

	at[1] = NIL;
	for (size_t i = binding_count(s, 2); i-- > 0;)
		at[1] = cons(t, binding_name(s, 2, i), at[1]);
	enter(t, LET_VALUES - NODE_FIRST);
	at[0] = cons(t, item(*s->form, 1), NIL);
	value *call = begin_node(t, CALL_NODE, s->place);
	value *function = begin_node(t, SEQUENCE_NODE, 0);
	push_set(t, &inner, item(*s->form, 1),
	    compile_function(t, at[1], tail(*s->form, 3), &within));
	push(t, compile_name(t, item(*s->form, 1), s->place, &inner));
	push(t, build(t, NODE, function));
	at[0] = cons(t, integer(0), NIL);
	for (size_t i = 0; i < binding_count(s, 2); i++)
		push(t, compile_binding(t, s, 2, i, &inner));
	node[LET_BODY] = build(t, NODE, call);
	node[LET_SLOTS] = integer(1);
	value let = build(t, NODE, node);
	leave(t, at);
	return let;
}

value compile_let(struct thread *t, const struct source *s)
{
	bool loop = list_length(*s->form) > 1 && is(item(*s->form, 1), SYMBOL);

	want_items(t, *s->form, s->place, loop ? 4 : 3, SIZE_MAX,
	    "(let ((name value)) body) or (let loop ((name value)) body)");
	want_bindings(t, s, loop ? 2 : 1);
	return loop ? compile_loop(t, s) : compile_plain_let(t, s);
}

/* The lets of binding I and later ones, one in the other. */
static value compile_nested(struct thread *t, const struct source *s, size_t i)
{
	value *names = enter(t, 1), *node = begin_node(t, LET_NODE, s->place);
	struct source inner = { s->form, s->place, &(struct scope){ s->scope, names } };

	*names = NIL;
	enter(t, LET_VALUES - NODE_FIRST);
	push(t, compile_binding(t, s, 1, i, s->scope));
	add_name(t, inner.scope, binding_name(s, 1, i));
	node[LET_BODY] = i + 1 < binding_count(s, 1)
	    ? compile_nested(t, &inner, i + 1)
	    : compile_body(t, tail(*s->form, 2), s->place, inner.scope);
	node[LET_SLOTS] = integer((intptr_t)scope_slots(inner.scope));
	value let = build(t, NODE, node);
	leave(t, names);
	return let;
}

value compile_let_star(struct thread *t, const struct source *s)
{
	want_items(t, *s->form, s->place, 3, SIZE_MAX, "(let* ((name value)) body)");
	want_bindings(t, s, 1);
	return binding_count(s, 1) ? compile_nested(t, s, 0) : compile_plain_let(t, s);
}
