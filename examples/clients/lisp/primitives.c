/* primitives.c: how functions that are written in C get their names, and are called. */
#include "primitives.h"

#include <string.h>

#include "error.h"
#include "table.h"

static const struct primitive *const all[] = { data_primitives, text_primitives,
	thread_primitives };
enum { GROUP = 64 }; /* a primitive's index: its group's, times this, and its own */

void define_primitives(struct thread *t)
{
	for (size_t group = 0; group < sizeof all / sizeof *all; group++)
		for (size_t i = 0; all[group][i].name; i++)
			set(t, intern(t, all[group][i].name, strlen(all[group][i].name)),
			    SYMBOL_VALUE, primitive(group * GROUP + i));
}

value call_primitive(struct thread *t, value function, value *argument, size_t count)
{
	size_t index = primitive_index(function);
	const struct primitive *p = &all[index / GROUP][index % GROUP];

	if (count < (size_t)p->least || (p->most != ANY_NUMBER && count > (size_t)p->most))
		raise_error(t, "%s takes %d argument%s%s, not %zu", p->name, p->least,
		    p->least == 1 ? "" : "s", p->most == p->least ? "" : " or more", count);
	return p->run(t, argument, count);
}

/* ---------------------------------------------------------------- what is wanted */

static const char *const kind_names[KINDS] = {
	[NOTHING] = "nothing",
	[INTEGER] = "an integer",
	[CONSTANT] = "a constant",
	[PRIMITIVE] = "a function",
	[PAIR] = "a pair",
	[SYMBOL] = "a symbol",
	[STRING] = "a string",
	[VECTOR] = "a vector",
	[TABLE] = "a table",
	[ENTRY] = "an entry",
	[CLOSURE] = "a function",
	[ENVIRONMENT] = "an environment",
	[NODE] = "a node",
	[THREAD] = "a thread",
	[CHANNEL] = "a channel",
};

void want_kind(struct thread *t, value v, enum kind kind)
{
	if (!is(v, kind))
		raise_error(t, "this must be %s, not %s", kind_names[kind], kind_names[kind_of(v)]);
}

intptr_t want_integer(struct thread *t, value v)
{
	want_kind(t, v, INTEGER);
	return integer_value(v);
}

size_t want_index(struct thread *t, value v, size_t limit)
{
	intptr_t i = want_integer(t, v);

	if (i < 0 || (size_t)i >= limit)
		raise_error(t, "%td is not from 0 to %td", i, (intptr_t)limit - 1);
	return (size_t)i;
}
