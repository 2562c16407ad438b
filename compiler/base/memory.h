/* memory.h: memory operations and orders: what all parts know of them. */
#ifndef GD_MEMORY_H
#define GD_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include "compiler/base/arena.h"

/* ---------------------------------------------------------------- operations */
enum gd_takes { GD_TAKES_NOTHING, GD_TAKES_ANY, GD_TAKES_NUMBER, GD_TAKES_BITS };
enum gd_stores {
	GD_STORES_NOTHING,
	GD_STORES_COPY,
	GD_STORES_SUM,
	GD_STORES_DIFFERENCE,
	GD_STORES_LESS,
	GD_STORES_BITS
};
/* One row of memory-operations.def, whose head describes the members. */
struct gd_operation {
	const char *name;
	bool reads, writes;
	bool has_failure; /* it has a second order, for when it does not write */
	size_t arguments;
	enum gd_takes takes;
	enum gd_stores stores;
	const char *result;
	long (*result_of)(long found, long operand);
	const char *c;
};
enum {
#define MEMORY_OPERATION(name, ...) GD_OPERATION_##name,
#include "compiler/base/memory-operations.def"
#undef MEMORY_OPERATION
	GD_OPERATIONS
};
extern const struct gd_operation gd_operations[GD_OPERATIONS];
const struct gd_operation *gd_operation_named(const char *name); /* or NULL */
/* The value that the operation stores, computed from FOUND and OPERAND, as text for C and Promela:
 * "found | (a + b)". */
const char *gd_result_text(struct gd_arena *arena, const struct gd_operation *operation,
    const char *found, const char *operand);
/* Whether the operation is neither a read nor a write. */
bool gd_is_fence(const struct gd_operation *operation);

/* -------------------------------------------------------------------- orders */
enum gd_order {
#define MEMORY_ORDER(NAME, ...) GD_##NAME,
#include "compiler/base/memory-orders.def"
#undef MEMORY_ORDER
	GD_ORDERS
};
struct gd_order_info {
	const char *name;
	bool acquires, releases, is_total;
};
extern const struct gd_order_info gd_order_info[GD_ORDERS];
extern const char *const gd_order_name[GD_ORDERS];
/* GD_ORDERS: no order has this name. */
enum gd_order gd_order_named(const char *name);
/* Whether B has all that A has, and more.  (Neither acquire nor release is weaker than the
 * other.) */
bool gd_order_is_weaker(enum gd_order a, enum gd_order b);
/* The weakest order that is no weaker than either. */
enum gd_order gd_order_join(enum gd_order a, enum gd_order b);
/* Whether an operation that READS or WRITES may have ORDER.  A fence does neither. */
bool gd_order_is_legal(enum gd_order order, bool reads, bool writes);
/* "relaxed, acquire or seq_cst" */
const char *gd_legal_orders(struct gd_arena *arena, bool reads, bool writes);
/* The order that remains of ORDER if nothing is written. */
enum gd_order gd_order_of_read(enum gd_order order);

#endif
