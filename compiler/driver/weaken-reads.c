/* weaken-reads.c: would a model in which loads may be early and late show all that an order about reads orders?
 *
 * In such a model a load may come before an earlier read of its unit or operation if its address is known
 * there (promela-backend/facts/early.c).  A load that does not acquire may come after later stores, until its value is
 * used for anything, its location is accessed, or something needs all loads (promela-backend/facts/late-load.c).  So all
 * that a read orders by acquiring is shown if
 *
 * - each later load has an address that was known before the read; or the read gives the address, which
 *   orders the two whatever the read's order is.  A `cas' that fails only reads, and so does a load that waits, and a copy: these
 *   are never early in a model, so they must have the address from the read, or (but for a copy) be at its location;
 * - no later condition is about the collector's state, which the C reads, too;
 * - nothing lies between the read and a later load that holds the load back in a model, but need not itself come after the
 *   read: a read-modify-write that acquires, a question under a lock, an acquiring load of what the thread has stored;
 * - each later write comes after a condition or an address with what the read has found, which orders the two on
 *   machines as well, or writes it itself, or the read is a load that may be late until then;
 * - what comes after its code is shown, too.  After a unit these are the units that its worker runs next.  All of them
 *   were there when the worker began their packet, with a fence that acquires (Note [Units in order] in gcrt-workers.c).  So
 *   what a later unit loads early is what another worker that runs that unit loads at that moment, if there are any
 *   number of workers.  After a barrier the program goes on, which models have in order: then there must be a later load
 *   in the barrier itself, as otherwise the read acquires for the program; or what the program does stays after the read in
 *   any case (weaken-program.c).
 *
 * All that a write or a fence orders by releasing is shown if each read before it is a load that acquires, or whose
 * value is used so before the write, or that may be late until then.  What a read-modify-write stores may come after a later
 * store in C11 and on ARMv8, whatever it reads and unless it releases.  Models have all of it in its place.
 *
 * Where a loop makes this hard to see, the answer is no. */
#include "compiler/driver/weaken.h"
#include "compiler/ir/walk.h"

enum { MOST_STORED = 16 };

struct read {
	const struct ir_stmt *at;
	const struct ir_stmt *until; /* only this write or fence counts; NULL: all that is later */
	uint64_t
	    known; /* variables that have their values before it, whatever the round of a loop */
	bool in_barrier, may_be_late;
	uint64_t values;  /* variables with what it has found */
	uint64_t changed; /* variables that get other values after it */
	const struct ir_stmt
	    *barred; /* holds back what is read after it, but may come before the read in C */
	const struct ir_place *stored[MOST_STORED]; /* where something has been stored after it */
	unsigned stored_count;                      /* may be more */
	struct weaken_gap gap;                      /* result */
	bool found;                                 /* the walk has come to it */
	bool used;  /* what it has found has been used, in a way that orders */
	bool done;  /* it has been done by now, even if it was late, and that orders nothing */
	bool loads; /* something is read after it */
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

static void miss(struct read *read, const char *why, const struct ir_stmt *by)
{
	if (!read->gap.why)
		read->gap = (struct weaken_gap){ why, by ? &by->loc : NULL, false };
}

static uint64_t address_of(const struct ir_place *place)
{
	uint64_t vars = place ? bit_of(place->slot) : 0;

	if (place) {
		ir_expr_each(place->object, add_var, &vars);
		ir_expr_each(place->index, add_var, &vars);
	}
	return vars;
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

/* What copies reads all of an object. */
static bool copies(const struct ir_stmt *stmt)
{
	return stmt->op == IR_OP_copy || stmt->op == IR_OP_move || stmt->op == IR_OP_slide;
}

static bool writes(const struct ir_stmt *stmt)
{
	enum ir_effect effect = ir_op_info[stmt->op].effect;

	return effect == IR_EFFECT_STORE || effect == IR_EFFECT_RMW;
}

/* ------------------------------------------------------------------------------ ways */
static void look_at_write(struct read *read, const struct ir_stmt *write,
    const struct ir_var *answer)
{
	if (!read->used && !(bit_of(answer) & read->values) && (!read->may_be_late || read->done))
		miss(read,
		    write
			? "in C the store at %s may come before it, and in a model it cannot"
			: "in C the mutator's own store may come before it, and in a model it cannot",
		    write);
}

static bool is_at_location_of(const struct read *read, const struct ir_stmt *stmt)
{
	return read->at->place && pml_is_same_place(stmt->place, read->at->place) &&
	    !(address_of(stmt->place) & read->changed);
}

/* Whether the read has given STMT's address. */
static bool follows(const struct read *read, const struct ir_stmt *stmt)
{
	uint64_t found = bit_of(read->at->dst) & ~read->changed, copied = 0;

	if (ir_op_info[stmt->op].effect == IR_EFFECT_COPY)
		ir_expr_each(stmt->args[0], add_var, &copied);
	return (address_of(stmt->place) | copied) & found;
}

/* STMT, which reads, comes after the read. */
static void look_at_later(struct read *read, const struct ir_stmt *stmt)
{
	enum ir_effect effect = ir_op_info[stmt->op].effect;
	bool only_reads = effect == IR_EFFECT_LOAD || stmt->op == IR_OP_cas || copies(stmt);

	if (weaken_asks(stmt, read->in_barrier))
		miss(read,
		    "in C what is asked at %s may be found before it, and in a model it cannot",
		    stmt);
	if (!only_reads || follows(read, stmt))
		return;
	if (read->barred)
		miss(read,
		    "in C what is read after %s may be read before it, and in a model it cannot",
		    read->barred);
	if (copies(stmt) || stmt->op == IR_OP_cas || stmt->op == IR_OP_await) {
		if (copies(stmt) || !is_at_location_of(read, stmt))
			miss(read,
			    "in C what is read at %s may be read before it, and in a model it cannot",
			    stmt);
	} else if (address_of(stmt->place) & (~read->known | read->changed)) {
		miss(read,
		    "in C the load at %s may come before it, and in a model it cannot, as its address is not known there",
		    stmt);
	}
}

/* Whether STMT is an acquiring load that the thread's own store may answer. */
static bool is_answered(const struct read *read, const struct ir_stmt *stmt)
{
	if (stmt->op != IR_OP_load || !ir_acquires(stmt->order))
		return false;
	for (unsigned i = 0; i < read->stored_count && i < MOST_STORED; i++)
		if (pml_may_be_same_place(read->stored[i], stmt->place))
			return true;
	return read->stored_count > MOST_STORED;
}

/* Notes whether STMT holds back what is read after it, without coming after the read itself. */
static void look_at_bar(struct read *read, const struct ir_stmt *stmt)
{
	bool acquires = ir_op_info[stmt->op].effect == IR_EFFECT_RMW &&
	    (ir_acquires(stmt->order) ||
		(stmt->op == IR_OP_cas && ir_acquires(stmt->order_on_failure)));

	if (is_answered(read, stmt) || pml_asks_under_lock(stmt) ||
	    (acquires && !follows(read, stmt) && !is_at_location_of(read, stmt)))
		read->barred = stmt;
	if (!writes(stmt))
		return;
	if (read->stored_count < MOST_STORED)
		read->stored[read->stored_count] = stmt->place;
	read->stored_count++;
}

/* Whether the C of STMT does something that depends on a condition around it.  A ghost and an assertion are in models only, and a
 * compiler may make a choice between values without a branch. */
static bool is_in_c(const struct ir_stmt *stmt, const void *unused)
{
	(void)unused;
	return stmt->op != IR_OP_ghost && stmt->op != IR_OP_assert && stmt->op != IR_OP_let &&
	    stmt->op != IR_OP_if;
}

/* Whether machines keep what VALUES are used for in STMT, and with it the load, before all later stores: a condition
 * on which something depends in C, and an address, but no number that is stored or copied. */
static bool orders_later(const struct ir_stmt *stmt, uint64_t values)
{
	if (ir_op_info[stmt->op].effect == IR_EFFECT_CONTROL || stmt->op == IR_OP_await)
		return vars_of(stmt) & values &&
		    (stmt->op != IR_OP_if || ir_list_any(stmt->body, is_in_c, NULL) ||
			ir_list_any(stmt->otherwise, is_in_c, NULL));
	return address_of(stmt->place) & values;
}

static void look_at_use(struct read *read, const struct ir_stmt *stmt)
{
	read->used |= orders_later(stmt, read->values);
	read->done |= !writes(stmt); /* the store of the value comes after it */
}

/* STMT comes after the read. */
static void look_at(struct read *read, const struct ir_stmt *stmt)
{
	bool uses = vars_of(stmt) & read->values;

	if (uses)
		look_at_use(read, stmt);
	read->loads |= reads(stmt);
	if (!read->until) {
		look_at_later(read, stmt);
		look_at_bar(read, stmt);
	}
	read->changed |= bit_of(stmt->dst);
	read->values &= ~bit_of(stmt->dst);
	if (uses && stmt->op == IR_OP_let)
		read->values |= bit_of(stmt->dst);
	if ((read->until ? stmt == read->until : writes(stmt)) && !(uses && writes(stmt)))
		look_at_write(read, stmt, NULL);
	/* a fence orders what is before and after it itself */
	read->done |= uses ||
	    (ir_op_info[stmt->op].effect != IR_EFFECT_FENCE && pml_needs_loads(NULL, stmt)) ||
	    (stmt->place && read->at->place && pml_may_be_same_place(stmt->place, read->at->place));
}

/* The read is in a loop.  What comes after it in the next round may be anything of LIST. */
static void look_at_round(struct read *read, const struct ir_stmt *list)
{
	for (; list; list = list->next) {
		if ((reads(list) && vars_of(list) & ~read->known) || writes(list) ||
		    list->op == IR_OP_await || copies(list))
			miss(read,
			    list == read->at
				? "in C a later round of the loop may do the same before it, and in a model it cannot"
				: "in C what a later round of the loop does at %s may come before it, and in a model it cannot",
			    list);
		look_at_round(read, list->body);
		look_at_round(read, list->otherwise);
	}
}

static void look(struct read *read, const struct ir_stmt *list);

/* After a choice that depends on the value, so does what it has chosen, if one branch copies the value. */
static void look_into(struct read *read, const struct ir_stmt *stmt)
{
	uint64_t values = read->values, of_body;
	bool chooses = stmt->op == IR_OP_if && vars_of(stmt) & values;
	bool used = read->used, done = read->done, in_body;

	look(read, stmt->body);
	of_body = read->values;
	read->values = values;
	in_body = read->used;
	read->used = used;
	used = read->done;
	read->done = done;
	look(read, stmt->otherwise);
	read->values = chooses ? of_body | read->values : of_body & read->values & values;
	read->done |= used;
	read->used = in_body && read->used && stmt->op != IR_OP_for;
}

/* The read is in LOOP. */
static void look_round(struct read *read, const struct ir_stmt *loop)
{
	read->may_be_late = false;
	if (!read->until)
		look_at_round(read, loop->body);
	look(read, loop->body);
	if (ir_list_any(loop->body, is_it, read->until))
		look_at_write(read, read->until, NULL);
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
			read->used = list->op == IR_OP_await; /* it goes on if the value is right */
		} else if (ir_list_any(list->body, is_it, read->at)) {
			if (list->op == IR_OP_for)
				look_round(read, list);
			else
				look(read, list->body);
		} else if (ir_list_any(list->otherwise, is_it, read->at)) {
			look(read, list->otherwise);
		} else if (!list->body && !list->otherwise) {
			read->known |= bit_of(list->dst);
		}
	}
}

/* ------------------------------------------------------------------- what is shown */
static struct read look_from(const struct weaken_code *code, const struct ir_stmt *at,
    const struct ir_stmt *until)
{
	struct read read = { .at = at,
		.in_barrier = code->barrier,
		.until = until,
		.known = (UINT64_C(1) << code->params) - 1,
		.may_be_late = at->op == IR_OP_load,
		.values = bit_of(at->dst) };

	look(&read, code->body);
	return read;
}

/* BY_FENCE: the order is that of a fence after AT. It orders for what the program has read before, too. */
static struct weaken_gap gap_of(const struct weaken_code *code, const struct ir_stmt *at,
    bool by_fence)
{
	struct read read = look_from(code, at, NULL);

	if (!code->barrier) {
		if (!read.loads && !code->any_workers)
			miss(&read,
			    "it may be about what comes after the unit, which models have in order",
			    NULL);
		return read.gap;
	}
	if (code->barrier->when == IR_BEFORE_STORE)
		look_at_write(&read, NULL, code->barrier->result); /* the program's own store */
	if (!read.gap.why && (!read.loads || weaken_operation_goes_on(code)))
		return by_fence ? weaken_in_order : weaken_program_gap(code, at);
	return read.gap;
}

/* The reads of LIST that come before a fence or write. */
struct before {
	const struct weaken_code *code;
	const struct ir_stmt *at;
	struct weaken_gap (*gap_of)(const struct before *before, const struct ir_stmt *read);
	struct weaken_gap gap; /* result */
	bool found, any;       /* the walk has come to it; there is such a read */
	bool in_loops;         /* reads after it in the same loop count, too */
	bool in_order;         /* the model does all loads in order */
};

/* A fence makes each read before it acquire. */
static struct weaken_gap gap_as_acquiring(const struct before *before, const struct ir_stmt *read)
{
	return gap_of(before->code, read, true);
}

static struct weaken_gap gap_until(const struct before *before, const struct ir_stmt *read)
{
	if (ir_op_info[read->op].effect == IR_EFFECT_RMW)
		return (struct weaken_gap){
			"in C what the read-modify-write at %s stores may come later, and in a model it cannot",
			&read->loc, false
		};
	if (before->in_order)
		return (struct weaken_gap){
			"in C the load at %s may come later, and in this memory model it cannot",
			&read->loc, false
		};
	if (ir_acquires(read->order) || (read->op == IR_OP_load && !read->dst) ||
	    !look_from(before->code, read, before->at).gap.why)
		return (struct weaken_gap){ 0 };
	return (struct weaken_gap){ "in C the load at %s may come later, and in a model it cannot",
		&read->loc, false };
}

static bool is_in_loop(const struct ir_stmt *list, const struct ir_stmt *at)
{
	return list->op == IR_OP_for && ir_list_any(list->body, is_it, at);
}

/* Looks at all reads of LIST that may come before it, up to a gap. */
static void look_before(struct before *before, const struct ir_stmt *list, bool in_loop)
{
	for (; list && !before->gap.why && (!before->found || in_loop); list = list->next) {
		bool round = in_loop || is_in_loop(list, before->at);

		before->found |= list == before->at;
		if (list != before->at && reads(list)) {
			before->any = true;
			before->gap = before->gap_of(before, list);
		}
		if (round && list->op == IR_OP_for && !before->in_loops)
			before->gap =
			    (struct weaken_gap){ "it is in a loop, and orders what later rounds do",
				    NULL, false };
		if (before->gap.why)
			return;
		look_before(before, list->body, round);
		look_before(before, list->otherwise, round);
	}
}

struct weaken_gap weaken_acquire_gap(const struct weaken_code *code, const struct ir_stmt *at)
{
	struct before before = { .code = code, .at = at, .gap_of = gap_as_acquiring };

	if (ir_op_info[at->op].effect != IR_EFFECT_FENCE)
		return gap_of(code, at, false);
	look_before(&before, code->body, false);
	if (!before.gap.why && !before.any && !code->any_workers)
		before.gap.why = "nothing is read before it here: it is about what came before";
	return before.gap;
}

struct weaken_gap weaken_release_gap(const struct weaken_code *code, const struct ir_stmt *at,
    bool moves)
{
	struct before before = { .code = code,
		.at = at,
		.gap_of = gap_until,
		.in_loops = true,
		.in_order = !moves };

	look_before(&before, code->body, false);
	return before.gap;
}
