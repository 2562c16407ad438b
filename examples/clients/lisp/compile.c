/* compile.c: all forms, and those that name things: define, set!, lambda. */
#include "error.h"
#include "form.h"

value compile_name(struct thread *t, value name, intptr_t place, const struct scope *scope)
{
	value *node = begin_node(t, LOCAL_NODE, place);

	if (!push_local(t, scope, name)) {
		node[NODE_OPERATION] = integer(GLOBAL_NODE);
		push(t, name);
	}
	return build(t, NODE, node);
}

value compile_item(struct thread *t, const struct source *s, size_t i)
{
	value rest = tail(*s->form, i);

	return compile_form(t, get(rest, CAR), place_of(rest, s->place), s->scope);
}

void push_items_from(struct thread *t, const struct source *s, size_t i)
{
	for (size_t count = list_length(*s->form); i < count; i++)
		push(t, compile_item(t, s, i));
}

/* ------------------------------------------------------------------- special forms */

static value compile_quote(struct thread *t, const struct source *s)
{
	want_items(t, *s->form, s->place, 2, 2, "(quote value)");
	return constant(t, item(*s->form, 1));
}

static value compile_set(struct thread *t, const struct source *s)
{
	value *node = begin_node(t, SET_LOCAL_NODE, s->place);

	want_items(t, *s->form, s->place, 3, 3, "(set! name value)");
	value name = want_symbol(t, item(*s->form, 1), s->place);
	if (!push_local(t, s->scope, name)) {
		node[NODE_OPERATION] = integer(SET_GLOBAL_NODE);
		push(t, name);
	}
	push(t, compile_item(t, s, 2));
	return build(t, NODE, node);
}

/* The value of (define name value), or of (define (name . parameters) . body). */
static value compile_defined(struct thread *t, const struct source *s)
{
	value named = item(*s->form, 1);

	if (is(named, PAIR))
		return compile_function(t, get(named, CDR), tail(*s->form, 2), s);
	want_items(t, *s->form, s->place, 3, 3, "(define name value)");
	return compile_item(t, s, 2);
}

static value defined_name(struct thread *t, const struct source *s)
{
	want_items(t, *s->form, s->place, 3, SIZE_MAX, "(define name value)");
	value named = item(*s->form, 1);
	return want_symbol(t, is(named, PAIR) ? get(named, CAR) : named, s->place);
}

static value compile_define(struct thread *t, const struct source *s)
{
	value *node = begin_node(t, DEFINE_NODE, s->place);
	value name = defined_name(t, s);

	if (s->scope) {
		node[NODE_OPERATION] = integer(SET_LOCAL_NODE);
		if (!push_local(t, s->scope, name))
			raise_at(t, s->place, "a define must stand in a body");
	} else {
		push(t, name);
	}
	push(t, compile_defined(t, s));
	return build(t, NODE, node);
}

static value compile_begin(struct thread *t, const struct source *s)
{
	return compile_body(t, get(*s->form, CDR), s->place, s->scope);
}

/* Parameters may end in a name behind a dot, which takes the rest as a list. */
static void add_parameters(struct thread *t, const struct scope *scope, value parameters,
    intptr_t place, value *node)
{
	value *at = enter(t, 1);

	for (at[0] = parameters; is(at[0], PAIR); at[0] = get(at[0], CDR))
		add_name(t, scope, want_symbol(t, get(at[0], CAR), place));
	node[LAMBDA_REST] = boolean(at[0] != NIL);
	if (at[0] != NIL)
		add_name(t, scope, want_symbol(t, at[0], place));
	node[LAMBDA_PARAMETERS] = integer((intptr_t)scope_slots(scope));
	leave(t, at);
}

value compile_function(struct thread *t, value parameters, value body, const struct source *s)
{
	value *at = enter(t, 2);
	struct scope scope = { s->scope, &at[1] };

	at[0] = body;
	at[1] = NIL;
	value *node = begin_node(t, LAMBDA_NODE, s->place);
	enter(t, LAMBDA_BODY + 1 - NODE_FIRST);
	add_parameters(t, &scope, parameters, s->place, node);
	node[LAMBDA_BODY] = compile_body(t, at[0], s->place, &scope);
	node[LAMBDA_SLOTS] = integer((intptr_t)scope_slots(&scope));
	value lambda = build(t, NODE, node);
	leave(t, at);
	return lambda;
}

static value compile_lambda(struct thread *t, const struct source *s)
{
	want_items(t, *s->form, s->place, 3, SIZE_MAX, "(lambda (names) body)");
	return compile_function(t, item(*s->form, 1), tail(*s->form, 2), s);
}

/* --------------------------------------------------------------------- all forms */

static const struct special {
	const char *name;
	value (*compile)(struct thread *t, const struct source *s);
} specials[] = {
	{ "and", compile_and },
	{ "begin", compile_begin },
	{ "cond", compile_cond },
	{ "define", compile_define },
	{ "if", compile_if },
	{ "lambda", compile_lambda },
	{ "let", compile_let },
	{ "let*", compile_let_star },
	{ "letrec", compile_letrec },
	{ "or", compile_or },
	{ "quote", compile_quote },
	{ "set!", compile_set },
	{ "when", compile_when },
};

static const struct special *special_named(value name)
{
	for (size_t i = 0; i < sizeof specials / sizeof *specials; i++)
		if (is_named(name, specials[i].name))
			return &specials[i];
	return NULL;
}

static value compile_pair(struct thread *t, const struct source *s)
{
	const struct special *special = special_named(get(*s->form, CAR));

	if (special)
		return special->compile(t, s);
	value *node = begin_node(t, CALL_NODE, s->place);
	push_items_from(t, s, 0);
	return build(t, NODE, node);
}

value compile_form(struct thread *t, value form, intptr_t place, const struct scope *scope)
{
	value *at = enter(t, 1), node;

	at[0] = form;
	if (is(form, PAIR))
		node = compile_pair(t, &(struct source){ at, place_of(form, place), scope });
	else if (is(form, SYMBOL))
		node = compile_name(t, form, place, scope);
	else
		node = constant(t, form);
	leave(t, at);
	return node;
}

/* The names that the forms of a body define, in the innermost scope. */
static void add_definitions(struct thread *t, const struct source *s)
{
	for (size_t i = 0; i < list_length(*s->form); i++) {
		value form = item(*s->form, i);
		if (!is(form, PAIR) || !is_named(get(form, CAR), "define"))
			continue;
		struct source define = { &form, place_of(form, s->place), s->scope };
		value name = defined_name(t, &define);
		size_t slot;
		if (!find_slot(s->scope, name, &slot))
			add_name(t, s->scope, name);
	}
}

value compile_body(struct thread *t, value body, intptr_t place, const struct scope *scope)
{
	value *at = enter(t, 1);
	struct source s = { at, place, scope };

	at[0] = body;
	if (scope)
		add_definitions(t, &s);
	value *node = begin_node(t, SEQUENCE_NODE, place);
	push_items_from(t, &s, 0);
	if (t->roots.top == node + NODE_FIRST)
		raise_at(t, place, "there must be something in a body");
	value sequence =
	    t->roots.top == node + NODE_FIRST + 1 ? node[NODE_FIRST] : build(t, NODE, node);
	leave(t, at);
	return sequence;
}

value compile(struct thread *t, value form)
{
	return compile_form(t, form, 0, NULL);
}
