/* form.h: what all special forms are compiled with.
 *
 * A scope is the environment that there will be when the code runs: the names of its
 * slots, in a list.  A `define' in a body adds a slot to the scope it stands in.  A node is
 * begun on the shadow stack, its operands are pushed, and `build' makes it. */
#ifndef LISP_FORM_H
#define LISP_FORM_H

#include "compile.h"

struct scope {
	const struct scope *outer;
	value *names; /* on the shadow stack; the last one first */
};

/* A form and where it stands; the form is in a root. */
struct source {
	value *form;
	intptr_t place;
	const struct scope *scope; /* NULL: outside of all functions */
};

/* compile.c */
value compile_form(struct thread *t, value form, intptr_t place, const struct scope *scope);
value compile_body(struct thread *t, value body, intptr_t place, const struct scope *scope);
value compile_name(struct thread *t, value name, intptr_t place, const struct scope *scope);
value compile_function(struct thread *t, value parameters, value body, const struct source *s);
value compile_item(struct thread *t, const struct source *s, size_t i);
/* Pushes the nodes of all items from I on. */
void push_items_from(struct thread *t, const struct source *s, size_t i);

/* condition.c */
value compile_if(struct thread *t, const struct source *s);
value compile_and(struct thread *t, const struct source *s);
value compile_or(struct thread *t, const struct source *s);
value compile_when(struct thread *t, const struct source *s);
value compile_cond(struct thread *t, const struct source *s);

/* let.c */
value compile_let(struct thread *t, const struct source *s);
value compile_let_star(struct thread *t, const struct source *s);
value compile_letrec(struct thread *t, const struct source *s);

/* Lists.  There must be an item I. */
size_t list_length(value list);
value item(value list, size_t i);
value tail(value list, size_t i);
bool is_named(value v, const char *name);
intptr_t place_of(value form, intptr_t otherwise);
void want_items(struct thread *t, value form, intptr_t place, size_t least, size_t most,
    const char *shape);
value want_symbol(struct thread *t, value v, intptr_t place);

value *begin_node(struct thread *t, enum operation operation, intptr_t place);
value constant(struct thread *t, value v);

size_t scope_slots(const struct scope *scope);
void add_name(struct thread *t, const struct scope *scope, value name);
/* The slot of NAME; false: it has none in this scope. */
bool find_slot(const struct scope *scope, value name, size_t *slot);
/* Pushes where NAME is; false: it is a global one. */
bool push_local(struct thread *t, const struct scope *scope, value name);

#endif
