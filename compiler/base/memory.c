/* memory.c: the tables of memory operations and orders, and what follows from them. */
#include "compiler/base/memory.h"

#include <ctype.h>
#include <string.h>

/* ---------------------------------------------------------------- operations */
#define MEMORY_OPERATION(name, effect, form, arguments, takes, stores, result, c)                  \
	static long name##_result(long found, long operand)                                        \
	{                                                                                          \
		(void)found;                                                                       \
		(void)operand;                                                                     \
		return result;                                                                     \
	}
#include "compiler/base/memory-operations.def"
#undef MEMORY_OPERATION

enum { READS_LOAD = 1, READS_STORE = 0, READS_RMW = 1, READS_FENCE = 0 };
enum { WRITES_LOAD = 0, WRITES_STORE = 1, WRITES_RMW = 1, WRITES_FENCE = 0 };

const struct gd_operation gd_operations[GD_OPERATIONS] = {
#define MEMORY_OPERATION(name, effect, form, arguments, takes, stores, result, c)                  \
	{ #name, READS_##effect, WRITES_##effect, arguments == 3, arguments, GD_TAKES_##takes,     \
		GD_STORES_##stores, #result, name##_result, #c },
#include "compiler/base/memory-operations.def"
#undef MEMORY_OPERATION
};

const struct gd_operation *gd_operation_named(const char *name)
{
	for (size_t i = 0; name && i < GD_OPERATIONS; i++)
		if (!strcmp(gd_operations[i].name, name))
			return &gd_operations[i];
	return NULL;
}

static bool is_word(const char *text)
{
	while (isalnum((unsigned char)*text) || *text == '_')
		text++;
	return !*text;
}

const char *gd_result_text(struct gd_arena *arena, const struct gd_operation *operation,
    const char *found, const char *operand)
{
	const char *text = "", *at = operation->result;
	const char *given = is_word(operand) ? operand : gd_arena_printf(arena, "(%s)", operand);

	while (*at) {
		size_t length = strspn(at, "abcdefghijklmnopqrstuvwxyz");
		bool is_found = length == strlen("found") && !strncmp(at, "found", length);
		bool is_given = length == strlen("operand") && !strncmp(at, "operand", length);

		length += !length;
		text = is_found || is_given
		    ? gd_arena_printf(arena, "%s%s", text, is_found ? found : given)
		    : gd_arena_printf(arena, "%s%.*s", text, (int)length, at);
		at += length;
	}
	return text;
}

bool gd_is_fence(const struct gd_operation *operation)
{
	return !operation->reads && !operation->writes;
}

/* -------------------------------------------------------------------- orders */
const struct gd_order_info gd_order_info[GD_ORDERS] = {
#define MEMORY_ORDER(NAME, name, acquires, releases, total) { #name, acquires, releases, total },
#include "compiler/base/memory-orders.def"
#undef MEMORY_ORDER
};
const char *const gd_order_name[GD_ORDERS] = {
#define MEMORY_ORDER(NAME, name, ...) #name,
#include "compiler/base/memory-orders.def"
#undef MEMORY_ORDER
};

enum gd_order gd_order_named(const char *name)
{
	enum gd_order order = 0;

	while (order < GD_ORDERS && strcmp(name, gd_order_name[order]) != 0)
		order++;
	return order;
}

/* Whether B has every property that A has. */
static bool is_within(enum gd_order a, enum gd_order b)
{
	const struct gd_order_info *some = &gd_order_info[a], *all = &gd_order_info[b];

	return some->acquires <= all->acquires && some->releases <= all->releases &&
	    some->is_total <= all->is_total;
}

bool gd_order_is_weaker(enum gd_order a, enum gd_order b)
{
	return a != b && is_within(a, b);
}

enum gd_order gd_order_join(enum gd_order a, enum gd_order b)
{
	enum gd_order order = 0;

	while (!is_within(a, order) || !is_within(b, order))
		order++;
	return order;
}

bool gd_order_is_legal(enum gd_order order, bool reads, bool writes)
{
	const struct gd_order_info *info = &gd_order_info[order];

	if (!reads && !writes)
		return info->acquires || info->releases;
	return info->is_total || ((reads || !info->acquires) && (writes || !info->releases));
}

const char *gd_legal_orders(struct gd_arena *arena, bool reads, bool writes)
{
	const char *names[GD_ORDERS], *text = "";
	size_t count = 0;

	for (enum gd_order order = 0; order < GD_ORDERS; order++)
		if (gd_order_is_legal(order, reads, writes))
			names[count++] = gd_order_name[order];
	for (size_t i = 0; i < count; i++)
		text = gd_arena_printf(arena, "%s%s%s", text,
		    !i                   ? ""
			: i + 1 == count ? " or "
					 : ", ",
		    names[i]);
	return text;
}

enum gd_order gd_order_of_read(enum gd_order order)
{
	enum gd_order strongest = 0;

	for (enum gd_order i = 0; i < GD_ORDERS; i++)
		if (is_within(i, order) && gd_order_is_legal(i, true, false))
			strongest = i;
	return strongest;
}
