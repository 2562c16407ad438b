/* check-names.c: the words of a trace that are names of operations, orders and roles. */
#include "trace/check-internal.h"

#include <string.h>

#include "compiler/base/memory.h"

static bool is_among(const char *word, const char *const *words)
{
	for (; *words; words++)
		if (strcmp(word, *words) == 0)
			return true;
	return false;
}

/* Which `op' is known: those of memory, and these. */
static bool is_op(const char *op)
{
	static const char *const others[] = { "hold", "issue", "receive", "postponed", "let",
		"emit", "done", "needless", "open", "close", "free", "allocate", "root", "received",
		"pinned", "phase", "ghost", "stop", "all_stopped", "resume", "joined", "left",
		"collect", "yield", "choose", "request", "completed", "nothing", "changed",
		"let_go", "unknown", "unrecorded", "waits", "full", "swapped", "answer", NULL };

	return gd_operation_named(op) || is_among(op, others);
}

static bool is_order(const char *order)
{
	static const char *const orders[] = {
#define MEMORY_ORDER(NAME, name, ...) #name,
#include "compiler/base/memory-orders.def"
#undef MEMORY_ORDER
		NULL
	};

	return is_among(order, orders);
}

void events_check_operations(struct check *c, const json_t *step)
{
	const json_t *operation;
	size_t i;

	json_array_foreach(json_object_get(step, "operations"), i, operation)
	{
		const char *op = events_text(operation, "op"),
			   *order = events_text(operation, "order");

		if (!is_op(op))
			events_mistake(c, "value",
			    gd_arena_printf(c->arena, "operations[%zu].op", i),
			    "`%s' is no operation", op);
		if (order && !is_order(order))
			events_mistake(c, "value",
			    gd_arena_printf(c->arena, "operations[%zu].order", i),
			    "`%s' is no memory order", order);
	}
}

/* The role of the thread NAME; its name begins with it.  "process" is that of a model. */
static bool has_role(const char *name, const char *role)
{
	if (strncmp(name, "process", strlen("process")) == 0)
		return strcmp(role, "thread") == 0;
	return strncmp(name, role, strlen(role)) == 0;
}

void events_check_roles(struct check *c, const json_t *heading)
{
	const json_t *thread;
	size_t i;

	json_array_foreach(json_object_get(heading, "threads"), i, thread)
	{
		const char *name = events_text(thread, "name"), *role = events_text(thread, "role");

		if (!has_role(name, role))
			events_mistake(c, "value",
			    gd_arena_printf(c->arena, "threads[%zu].role", i),
			    "`%s' has another role", name);
	}
}
