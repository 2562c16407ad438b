/* condition.c: if, when, cond, and, or. */
#include "form.h"

value compile_if(struct thread *t, const struct source *s)
{
	value *node = begin_node(t, IF_NODE, s->place);

	want_items(t, *s->form, s->place, 3, 4, "(if condition then else)");
	push_items_from(t, s, 1);
	if (list_length(*s->form) == 3)
		push(t, constant(t, UNSPECIFIED));
	return build(t, NODE, node);
}

/* -------------------------------------------------------------------- conditions */

/* Items I and later ones, all of which must be true. */
static value compile_all(struct thread *t, const struct source *s, size_t i)
{
	if (i + 1 >= list_length(*s->form))
		return i < list_length(*s->form) ? compile_item(t, s, i) : constant(t, TRUE);
	value *node = begin_node(t, IF_NODE, s->place);
	push(t, compile_item(t, s, i));
	push(t, compile_all(t, s, i + 1));
	push(t, constant(t, FALSE));
	return build(t, NODE, node);
}

value compile_and(struct thread *t, const struct source *s)
{
	return compile_all(t, s, 1);
}

static value compile_some(struct thread *t, const struct source *s, size_t i)
{
	if (i + 1 >= list_length(*s->form))
		return i < list_length(*s->form) ? compile_item(t, s, i) : constant(t, FALSE);
	value *node = begin_node(t, OR_NODE, s->place);
	push(t, compile_item(t, s, i));
	push(t, compile_some(t, s, i + 1));
	return build(t, NODE, node);
}

value compile_or(struct thread *t, const struct source *s)
{
	return compile_some(t, s, 1);
}

value compile_when(struct thread *t, const struct source *s)
{
	value *node = begin_node(t, IF_NODE, s->place);

	want_items(t, *s->form, s->place, 3, SIZE_MAX, "(when condition body)");
	push(t, compile_item(t, s, 1));
	push(t, compile_body(t, tail(*s->form, 2), s->place, s->scope));
	push(t, constant(t, UNSPECIFIED));
	return build(t, NODE, node);
}

/* Clause I of a cond, and later ones. */
static value compile_clauses(struct thread *t, const struct source *s, size_t i)
{
	if (i == list_length(*s->form))
		return constant(t, UNSPECIFIED);
	value clause = item(*s->form, i);
	intptr_t place = place_of(clause, s->place);
	want_items(t, clause, place, 2, SIZE_MAX, "(condition body), as each clause of a cond");
	if (is_named(get(clause, CAR), "else"))
		return compile_body(t, get(clause, CDR), place, s->scope);
	value *node = begin_node(t, IF_NODE, place);
	push(t, compile_form(t, get(clause, CAR), place, s->scope));
	push(t, compile_body(t, tail(item(*s->form, i), 1), place, s->scope));
	push(t, compile_clauses(t, s, i + 1));
	return build(t, NODE, node);
}

value compile_cond(struct thread *t, const struct source *s)
{
	return compile_clauses(t, s, 1);
}
