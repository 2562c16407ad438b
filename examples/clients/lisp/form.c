/* form.c: parts of forms, the beginnings of nodes, and names in scopes. */
#include "form.h"

#include <string.h>

#include "error.h"

/* ------------------------------------------------------------------ parts of forms */

intptr_t place_of(value form, intptr_t otherwise)
{
	return is(form, PAIR) && count_of(form) > PAIR_PLACE ? integer_value(get(form, PAIR_PLACE))
							     : otherwise;
}

size_t list_length(value list)
{
	size_t length = 0;

	for (; is(list, PAIR); list = get(list, CDR))
		length++;
	return length;
}

value item(value list, size_t i)
{
	for (; i; i--)
		list = get(list, CDR);
	return get(list, CAR);
}

value tail(value list, size_t i)
{
	for (; i; i--)
		list = get(list, CDR);
	return list;
}

void want_items(struct thread *t, value form, intptr_t place, size_t least, size_t most,
    const char *shape)
{
	size_t length = list_length(form);

	if (length < least || length > most)
		raise_at(t, place, "this should look like %s", shape);
}

value want_symbol(struct thread *t, value v, intptr_t place)
{
	if (!is(v, SYMBOL))
		raise_at(t, place, "a name is expected here");
	return v;
}

bool is_named(value v, const char *name)
{
	if (!is(v, SYMBOL))
		return false;
	value string = get(v, SYMBOL_NAME);
	return count_of(string) == strlen(name) &&
	    memcmp(string_bytes(string), name, count_of(string)) == 0;
}

/* ---------------------------------------------------------------------- nodes */

/* A node is begun, its operands are pushed, and it is built. */
value *begin_node(struct thread *t, enum operation operation, intptr_t place)
{
	value *node = enter(t, NODE_FIRST);

	node[NODE_OPERATION] = integer(operation);
	node[NODE_PLACE] = integer(place);
	return node;
}

value constant(struct thread *t, value v)
{
	value *node = begin_node(t, CONSTANT_NODE, 0);

	push(t, v);
	return build(t, NODE, node);
}

/* -------------------------------------------------------------------------- names */

size_t scope_slots(const struct scope *scope)
{
	return list_length(*scope->names);
}

void add_name(struct thread *t, const struct scope *scope, value name)
{
	*scope->names = cons(t, name, *scope->names);
}

/* The slot of NAME; false: it has none here. */
bool find_slot(const struct scope *scope, value name, size_t *slot)
{
	*slot = scope_slots(scope);
	for (value names = *scope->names; names != NIL; names = get(names, CDR), --*slot)
		if (get(names, CAR) == name)
			return true;
	return false;
}

/* Pushes where NAME is; false: it is a global one. */
bool push_local(struct thread *t, const struct scope *scope, value name)
{
	size_t slot;

	for (intptr_t out = 0; scope; scope = scope->outer, out++)
		if (find_slot(scope, name, &slot)) {
			push(t, integer((intptr_t)slot));
			push(t, integer(out));
			return true;
		}
	return false;
}
