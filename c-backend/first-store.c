/* first-store.c: whether programs may make first stores without the barriers.
 *
 * In the language each store runs `before_store` and `after_store`.  A program may leave them out of
 * its first store into a slot of an object that no other thread knows, if they would do nothing
 * there.  That is so if `after_store` does nothing at all, and `before_store` does something only if
 * the slot's old value is not null.  At the first store the old value is null: allocation makes all
 * slots null, no other mutator knows the object, and no kernel and no barrier stores a reference in
 * a slot (a kernel that loops over all objects could do so in a new object, too).  What is left of
 * `before_store` are loads that have no effect: a load of the slot reads what nobody else has
 * written, and the other loads are relaxed.  A barrier that answers with the object to store to does something.
 * An `after_store` that gets what the store has overwritten gets null; the exchange itself must not acquire. */
#include "c-backend/first-store.h"
#include "compiler/ir/walk.h"
#include "c-backend/barrier.h"

struct first_store {
	const struct ir_var *slot;
	bool *null;  /* by index: locals that are null now */
	bool *other; /* by index: locals that may have another value */
};

static void defined(struct first_store *f, const struct ir_var *var, bool is_null)
{
	f->other[var->index] |= !is_null;
	f->null[var->index] = !f->other[var->index];
}

static bool load_does_nothing(struct first_store *f, const struct ir_stmt *s)
{
	bool of_slot = s->place->kind == IR_PLACE_SLOT && s->place->slot == f->slot;

	if (s->dst)
		defined(f, s->dst, of_slot);
	return of_slot || s->order == IR_RELAXED;
}

static bool does_nothing(struct first_store *f, const struct ir_stmt *list);

static bool if_does_nothing(struct first_store *f, const struct ir_stmt *s)
{
	enum cgen_truth t = cgen_truth(s->args[0], f->null);

	return (t == CGEN_FALSE || does_nothing(f, s->body)) &&
	    (t == CGEN_TRUE || does_nothing(f, s->otherwise));
}

/* Goes through the statements in the order of the text.  There a local gets its value before its
 * uses. */
static bool does_nothing(struct first_store *f, const struct ir_stmt *list)
{
	for (const struct ir_stmt *s = list; s; s = s->next) {
		if (s->op == IR_OP_ghost)
			continue;
		if (s->op == IR_OP_let)
			defined(f, s->dst, cgen_is_null(s->args[0], f->null));
		else if (s->op == IR_OP_load ? !load_does_nothing(f, s)
					     : s->op != IR_OP_if || !if_does_nothing(f, s))
			return false;
	}
	return true;
}

static bool does_nothing_first(struct gd_arena *arena, const struct ir_barrier *barrier)
{
	const struct ir_kernel *kernel = &barrier->kernel;
	struct first_store f = { barrier->when == IR_BEFORE_STORE ? kernel->vars[1] : NULL,
		GD_NEW_ARRAY(arena, bool, kernel->var_count),
		GD_NEW_ARRAY(arena, bool, kernel->var_count) };

	if (barrier->old)
		f.null[barrier->old->index] = true;
	return does_nothing(&f, kernel->body);
}

/* Of a barrier that gets what the store has overwritten: then a plain store does as well as the exchange. */
static bool exchanges_for_nothing(struct cgen *c)
{
	const struct ir_barrier *exchange = ir_exchange(c->spec);

	return exchange && !ir_acquires(exchange->order) && does_nothing_first(c->arena, exchange);
}

/* ------------------------------------------------- what else is stored in slots */

static bool stores_reference(const struct ir_stmt *s, const void *unused)
{
	enum ir_effect effect = ir_op_info[s->op].effect;

	(void)unused;
	return (effect == IR_EFFECT_STORE || effect == IR_EFFECT_RMW) &&
	    s->place->kind != IR_PLACE_META &&
	    !(s->op == IR_OP_store && s->args[0]->kind == IR_NULL);
}

bool cgen_first_store_needs_barrier(struct cgen *c)
{
	bool before = cgen_has_barrier(c, IR_BEFORE_STORE), after = ir_exchange(c->spec);

	if (cgen_answers(c, IR_BEFORE_STORE) ||
	    ((after || cgen_has_barrier(c, IR_AFTER_STORE)) && !exchanges_for_nothing(c)))
		return true;
	return (before || after) &&
	    (ir_spec_any(c->spec, IR_OF_ALL, stores_reference, NULL) ||
		(before && !does_nothing_first(c->arena, c->spec->barriers[IR_BEFORE_STORE])));
}
