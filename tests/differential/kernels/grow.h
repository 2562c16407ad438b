/* grow.h: the parts of the generator of random kernels. */
#ifndef KERNELS_GROW_H
#define KERNELS_GROW_H

#include "tests/differential/kernels/tree.h"

enum { SCOPE = 60, PLAIN = FUNCTIONS / 2 };

/* What is allowed where something is grown. */
struct grower {
	struct program *program;
	uint64_t random;
	struct local *scope[SCOPE];
	unsigned scope_count;
	unsigned names, functions;       /* that may be called: the first so many */
	bool is_plain, looks, is_phased; /* only what a barrier can do; conditions on the state; on
					  * phases */
	bool is_barrier, has_looked;     /* has_looked: a condition reads state only once */
	bool is_observer;                /* only locals and the collector's state */
	bool in_loop;
	bool is_listed; /* a kernel that a loop over all objects emits */
	const struct function *function;
};

/* random.c */
unsigned pick(struct grower *g, unsigned limit);
bool chance(struct grower *g, unsigned percent);

/* grow-expression.c */
struct local *new_local(struct grower *g, const char *letter, enum type type);
void enter(struct grower *g, struct local *local);
struct local *find(struct grower *g, enum type type, bool not_null);
struct expr *new_expr(struct grower *g, enum expr_kind kind, enum type type);
struct expr *constant(struct grower *g, enum type type, long number);
struct expr *use(struct grower *g, struct local *local);
struct expr *grow_within(struct grower *g, long low, long high, unsigned depth);
struct expr *grow_value(struct grower *g, enum type type, long low, long high, unsigned depth);
struct expr *grow_memory(struct grower *g, enum expr_kind kind, enum type type, int meta,
    unsigned depth);
enum expr_kind memory_kind(struct grower *g, enum type type);
struct expr *grow_call(struct grower *g, enum type type, unsigned depth);
bool is_never_null(const struct expr *e);
struct expr *grow_expr(struct grower *g, enum type type, unsigned depth);

/* grow-statement.c */
struct stmt *new_stmt(struct grower *g, enum stmt_kind kind);
struct stmt *grow_return(struct grower *g);
bool always_returns(const struct stmt *s);
struct stmt *grow_list(struct grower *g, unsigned length, unsigned depth);

#endif
