/* orders.h: where a specification orders memory, and what could stand there.
 *
 * A site is one place in the text, however often a function around it is
 * inlined.  Lowering asks sem_order_at, so that a variant may have another
 * order in a site without a copy of the tree. */
#ifndef SEM_ORDERS_H
#define SEM_ORDERS_H

#include "compiler/sema/sema.h"

enum sem_site_kind {
	SEM_SITE_LOAD,
	SEM_SITE_STORE,
	SEM_SITE_RMW,
	SEM_SITE_FAILURE, /* the second order of a `cas` */
	SEM_SITE_FENCE,
	SEM_SITE_HANDSHAKE, /* on m ORDER */
	SEM_SITE_STOP       /* stop mutators ORDER */
};
struct sem_site {
	enum sem_site_kind kind;
	const void *node;            /* the syn_expr, syn_decl or syn_stmt */
	const struct syn_decl *decl; /* the declaration that contains it */
	const struct syn_stmt *stmt; /* the statement that contains it; HANDSHAKE: NULL */
	bool in_block;               /* FENCE: whether the statement is in a block */
	enum syn_order order;        /* as written, or the default */
	enum syn_order floor;        /* weaker orders than this are not legal */
	struct gd_loc loc;           /* of the operation */
	struct gd_loc order_loc;     /* of the order's name; no source: the order is not written */
	const char *text;            /* "fetch_or(o.mark, 1)", "on m" */
};
/* The sites of the specification, its imports and its litmus tests, in the order of the text,
 * without those of mutants.  In ARENA. */
size_t sem_sites(const struct sem_spec *spec, struct gd_arena *arena, struct sem_site **sites);

enum { SEM_ORDERS = SYN_SEQ_CST + 1 };
/* The orders that are legal at the site and weaker than the one it has.  Each comes after all that
 * are weaker than it.  SYN_ORDER_NONE: the fence is removed. */
size_t sem_weaker_orders(const struct sem_site *site, enum syn_order weaker[SEM_ORDERS]);
/* Whether A is weaker than B.  (Neither acquire nor release is weaker than the other.) */
bool sem_order_is_weaker(enum syn_order a, enum syn_order b);
/* The weakest order that is no weaker than either. */
enum syn_order sem_order_join(enum syn_order a, enum syn_order b);
/* "removed" for SYN_ORDER_NONE. */
const char *sem_order_name(enum syn_order order);

/* An order that a variant has in place of the one that is written. */
struct sem_order {
	const void *node;
	bool on_failure;
	enum syn_order order;
};
struct sem_order sem_site_order(const struct sem_site *site, enum syn_order order);
/* The order at NODE in VARIANT: WRITTEN, or the one that the variant has in its place. */
enum syn_order sem_order_at(const struct sem_variant *variant, const void *node, bool on_failure,
    enum syn_order written);
/* Whether VARIANT removes the fence NODE. */
bool sem_fence_is_removed(const struct sem_variant *variant, const void *node);
/* The order of a `cas` on failure if none is written. */
enum syn_order sem_order_on_failure(enum syn_order order);
/* The order of `stop mutators` if none is written. */
extern const enum syn_order sem_order_of_stop;
/* ORDER, or, if none is written, USUAL. */
enum syn_order sem_order_or(enum syn_order order, enum syn_order usual);
/* Of the failure of a cas, written or not. */
enum syn_order sem_order_of_failure(const struct syn_expr *call);

/* A change of the text of one file: LENGTH bytes at OFFSET become TEXT. */
struct sem_edit {
	const struct gd_source *source;
	size_t offset, length;
	const char *text;
};
/* The edit that changes the order of SITE to ORDER in the text, and nothing else. */
struct sem_edit sem_site_edit(struct gd_arena *arena, const struct sem_site *site,
    enum syn_order order);

#endif
