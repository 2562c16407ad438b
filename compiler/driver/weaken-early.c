/* weaken-early.c: would a model with early loads show all that an acquiring read orders?
 *
 * In such a model a load may come before an earlier read of its unit or operation if its address is known
 * there (promela-backend/facts/early.c).  But no load is late, so no store comes before an earlier read of
 * its thread.  So all that a read orders by acquiring is shown if
 *
 * - each later load has an address that was known before the read; or the read gives the address, which
 *   orders the two whatever the read's order is;
 * - there is a later load in the same code: otherwise the read acquires for what comes after the unit or operation,
 *   which such a model does not reorder;
 * - each later write comes after a use of what the read has found, which orders the two as well.
 *
 * Where a loop makes this hard to see, the answer is no. */
#include "compiler/driver/weaken.h"
#include "compiler/ir/walk.h"

struct read {
	const struct ir_stmt *at;
	uint64_t
	    known; /* variables that have their values before it, whatever the round of a loop */
	bool is_shown;    /* result */
	bool found, used; /* the walk has come to it; what it has found has been used */
	bool loads;       /* something is read after it */
};

static uint64_t bit_of(const struct ir_var *var)
{
	return var ? UINT64_C(1) << var->index : 0;
}

static void add_var(const struct ir_expr *expr, void *vars)
{
	if (expr->kind == IR_VAR)
		*(uint64_t *)vars |= bit_of(expr->var);
	if (expr->place)
		*(uint64_t *)vars |= bit_of(expr->place->slot);
}

static uint64_t vars_of(const struct ir_stmt *stmt)
{
	uint64_t vars = stmt->place ? bit_of(stmt->place->slot) : 0;

	ir_stmt_each_expr(stmt, add_var, &vars);
	return vars;
}

static bool is_it(const struct ir_stmt *stmt, const void *at)
{
	return stmt == at;
}

static bool reads(const struct ir_stmt *stmt)
{
	enum ir_effect effect = ir_op_info[stmt->op].effect;

	return effect == IR_EFFECT_LOAD || effect == IR_EFFECT_RMW;
}

static bool writes(const struct ir_stmt *stmt)
{
	enum ir_effect effect = ir_op_info[stmt->op].effect;

	return effect == IR_EFFECT_STORE || effect == IR_EFFECT_RMW;
}

/* STMT comes after the read. */
static void look_at(struct read *read, const struct ir_stmt *stmt)
{
	uint64_t vars = vars_of(stmt), found = bit_of(read->at->dst);

	read->used |= stmt->op != IR_OP_ghost && stmt->op != IR_OP_assert && vars & found;
	read->loads |= reads(stmt);
	if (reads(stmt) && !(vars & found) && vars & ~read->known)
		read->is_shown = false;
	if (writes(stmt) && !read->used)
		read->is_shown = false;
}

/* The read is in LOOP.  What comes after it in the next round may be anything of the loop. */
static void look_at_round(struct read *read, const struct ir_stmt *list)
{
	for (; list; list = list->next) {
		if ((reads(list) && vars_of(list) & ~read->known) || writes(list))
			read->is_shown = false;
		look_at_round(read, list->body);
		look_at_round(read, list->otherwise);
	}
}

static void look(struct read *read, const struct ir_stmt *list);

static void look_into(struct read *read, const struct ir_stmt *stmt)
{
	bool used = read->used, body;

	look(read, stmt->body);
	body = read->used;
	read->used = used;
	look(read, stmt->otherwise);
	read->used = stmt->op == IR_OP_for ? used : body && read->used;
}

/* Goes through LIST, to the read, and on from there. */
static void look(struct read *read, const struct ir_stmt *list)
{
	for (; list; list = list->next) {
		if (read->found) {
			look_at(read, list);
			look_into(read, list);
		} else if (list == read->at) {
			read->found = true;
		} else if (ir_list_any(list->body, is_it, read->at)) {
			if (list->op == IR_OP_for)
				look_at_round(read, list->body);
			look(read, list->body);
		} else if (ir_list_any(list->otherwise, is_it, read->at)) {
			look(read, list->otherwise);
		} else if (!list->body && !list->otherwise) {
			read->known |= bit_of(list->dst);
		}
	}
}

static bool any_read(const struct ir_stmt *stmt, const void *unused)
{
	(void)unused;
	return reads(stmt);
}

/* The barrier's operation goes on after it. */
static bool goes_on(const struct ir_spec *spec, const struct ir_barrier *barrier)
{
	const struct ir_barrier *after = spec->barriers[IR_AFTER_STORE];

	return barrier->result ||
	    (barrier->when == IR_BEFORE_STORE && after &&
		(after->old || ir_list_any(after->kernel.body, any_read, NULL)));
}

static bool is_shown_of(const struct weaken_code *code, const struct ir_stmt *at)
{
	struct read read = { .at = at,
		.known = (UINT64_C(1) << code->params) - 1,
		.is_shown = at->dst != NULL };

	look(&read, code->body);
	read.is_shown &= read.loads;
	if (!code->barrier)
		return read.is_shown;
	if (code->barrier->when == IR_BEFORE_STORE && !read.used) /* the program's own store */
		return false;
	return read.is_shown && !goes_on(code->spec, code->barrier);
}

/* A fence makes each read before it acquire. */
static bool is_shown_of_reads(const struct weaken_code *code, const struct ir_stmt *list,
    const struct ir_stmt *fence, bool *found, bool *any)
{
	for (; list && !*found; list = list->next) {
		*found = list == fence;
		*any |= !*found && reads(list);
		if (!*found && reads(list) && !is_shown_of(code, list))
			return false;
		if (list->op == IR_OP_for && ir_list_any(list->body, is_it, fence))
			return false;
		if (!is_shown_of_reads(code, list->body, fence, found, any) ||
		    !is_shown_of_reads(code, list->otherwise, fence, found, any))
			return false;
	}
	return true;
}

bool weaken_shows_acquire(const struct weaken_code *code, const struct ir_stmt *at)
{
	bool found = false, any = false;

	if (ir_op_info[at->op].effect != IR_EFFECT_FENCE)
		return is_shown_of(code, at);
	return is_shown_of_reads(code, code->body, at, &found, &any) && any;
}
