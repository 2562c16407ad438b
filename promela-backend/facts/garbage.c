/* garbage.c: may objects that nothing refers to be wiped?
 *
 * Note [Forgotten garbage]: left out are objects to which no root, unit, buffer, operation or live
 * object refers, with all steps about them.  Only models in canonical form do this.  Wiping is sound
 * if each run with such an object is also a run without it when the steps about the object are left
 * out.  No thread can get a reference to it, except from a loop over all objects.  So four things
 * are required of what such a loop leads to:
 *
 * - those steps access only the object's own metadata, or free it (confined);
 * - no guard waits until such units exist, and no kernel or observer asks for them (notices);
 * - no property can tell whether the object exists (is_blind), or whether such units do;
 * - no kernel promises that a cell is free (pml_promises_room), because wiping makes cells free;
 * - no such step can fail (may_fail), because a model without the object would miss the failure.
 *
 * Compared by: tests/differential (clients: canonical form against the plain states; where the
 * canonical model breaks more, the plain one gets a cell more), tests/run/garbage.sh. */
#include "promela-backend/facts/garbage.h"
#include "compiler/ir/walk.h"
#include "promela-backend/facts/held.h"
#include "promela-backend/facts/kernel.h"
#include "promela-backend/facts/look.h"
#include "promela-backend/facts/moving.h"
#include "promela-backend/facts/request.h"

static bool is_var(const struct ir_expr *expr, const struct ir_var *var)
{
	return expr->kind == IR_VAR && expr->var == var;
}

struct confined { /* kernels that get an object from a loop over all objects */
	const struct ir_spec *spec;
	bool *kinds;    /* by kind: its unit may be about such an object */
	bool sometimes; /* such a unit is emitted under a condition */
};

/* The value of EXPR if VAR is an object to which nothing refers.  A loop over all objects may have
 * made units about it. */
static enum pml_truth of_garbage(const struct confined *c, const struct ir_expr *expr,
    const struct ir_var *var)
{
	const struct ir_expr *a = expr->args[0], *b = expr->args[1];

	if (ir_family(expr) == IR_FAMILY_LOGIC)
		return pml_connected(expr->kind, of_garbage(c, a, var),
		    b ? of_garbage(c, b, var) : PML_UNKNOWN);
	if (expr->kind == IR_CONST)
		return expr->number ? PML_TRUE : PML_FALSE;
	if (expr->kind == IR_REACHABLE)
		return is_var(a, var) ? PML_FALSE : PML_UNKNOWN;
	if (expr->kind == IR_ALWAYS || expr->kind == IR_EVENTUALLY)
		return of_garbage(c, a, var);
	/* a quantifier may also be over nothing, when its value is the same */
	if (expr->kind == IR_FORALL)
		return of_garbage(c, a, var) == PML_TRUE ? PML_TRUE : PML_UNKNOWN;
	if (expr->kind == IR_EXISTS)
		return of_garbage(c, a, var) == PML_FALSE ? PML_FALSE : PML_UNKNOWN;
	for (size_t i = 0; expr->kind == IR_PENDING && i < expr->unit_count; i++)
		if (is_var(expr->units[i], var) && !c->kinds[expr->kind_of_work->index])
			return PML_FALSE;
	return PML_UNKNOWN;
}

/* Whether EXPR may have promised something about VAR (`until', `eventually', `always' within
 * another formula) while something referred to it, which could still be broken when nothing does. */
static bool owes(const struct confined *c, const struct ir_expr *expr, const struct ir_var *var)
{
	if (!expr)
		return false;
	if ((ir_awaits(expr) || expr->kind == IR_ALWAYS) &&
	    of_garbage(c, expr->args[1] ? expr->args[1] : expr->args[0], var) != PML_TRUE)
		return true;
	return owes(c, expr->args[0], var) || owes(c, expr->args[1], var);
}

/* Whether EXPR has the same value with and without an object to which nothing refers. */
static bool is_blind(const struct confined *c, const struct ir_expr *expr)
{
	if (!expr)
		return true;
	if (expr->kind == IR_FORALL && expr->domain == IR_DOMAIN_OBJECTS &&
	    (of_garbage(c, expr->args[0], expr->var) != PML_TRUE ||
		owes(c, expr->args[0], expr->var)))
		return false;
	if (expr->kind == IR_EXISTS && expr->domain == IR_DOMAIN_OBJECTS &&
	    of_garbage(c, expr->args[0], expr->var) != PML_FALSE)
		return false;
	return is_blind(c, expr->args[0]) && is_blind(c, expr->args[1]);
}

static bool asks_of_confined(const struct ir_expr *expr, const void *confined)
{
	const struct confined *c = confined;
	bool asks = false;

	if (!ir_asks_for_units(expr))
		return false;
	for (size_t i = 0; expr->bucket && i < expr->bucket->kind_count; i++)
		asks |= c->kinds[expr->bucket->kinds[i]->index];
	return asks || (expr->kind_of_work && c->kinds[expr->kind_of_work->index]);
}

static bool is_confined_list(struct confined *c, const struct ir_stmt *list,
    const struct ir_var *object, bool conditional);

static bool is_confined_list(struct confined *c, const struct ir_stmt *list,
    const struct ir_var *object, bool conditional);

static bool is_confined_emit(struct confined *c, const struct ir_stmt *stmt,
    const struct ir_var *object, bool conditional)
{
	const struct ir_kind *kind = stmt->kind;

	c->sometimes |= conditional;
	if (stmt->unit_count != 1 || !is_var(stmt->units[0], object))
		return false;
	if (c->kinds[kind->index])
		return true;
	c->kinds[kind->index] = true;
	return is_confined_list(c, kind->kernel.body, kind->kernel.vars[0], conditional);
}

/* Whether LIST only accesses OBJECT's own metadata, frees it, or emits units about it that do the
 * same. */
static bool is_confined_list(struct confined *c, const struct ir_stmt *list,
    const struct ir_var *object, bool conditional)
{
	for (; list; list = list->next) {
		enum ir_effect effect = ir_op_info[list->op].effect;

		if (list->op == IR_OP_let) {
			if (is_var(list->args[0], object))
				return false;
			continue;
		}
		if (list->op == IR_OP_if) {
			if (!is_confined_list(c, list->body, object, true) ||
			    !is_confined_list(c, list->otherwise, object, true))
				return false;
			continue;
		}
		if (list->op == IR_OP_free) {
			if (!is_var(list->args[0], object))
				return false;
			continue;
		}
		if (list->op == IR_OP_emit) {
			if (!is_confined_emit(c, list, object, conditional))
				return false;
			continue;
		}
		if ((effect != IR_EFFECT_LOAD && effect != IR_EFFECT_STORE &&
			effect != IR_EFFECT_RMW) ||
		    !list->place || list->place->kind != IR_PLACE_META ||
		    !is_var(list->place->object, object))
			return false;
	}
	return true;
}

/* Whether the body of each loop over all objects is confined to its object. */
static bool are_loops_confined(struct confined *c, const struct ir_stmt *list)
{
	for (; list; list = list->next) {
		if (list->op == IR_OP_for && list->domain == IR_DOMAIN_OBJECTS) {
			if (!is_confined_list(c, list->body, list->dst, false))
				return false;
		} else if (!are_loops_confined(c, list->body) ||
		    !are_loops_confined(c, list->otherwise)) {
			return false;
		}
	}
	return true;
}

/* Whether units of confined kinds decide when BUCKET closes.  Closing earlier or later would be
 * noticed. */
static bool closes_behind(const struct confined *c, const struct ir_bucket *bucket)
{
	bool has_confined = false;

	for (size_t i = 0; i < bucket->kind_count; i++)
		has_confined |= c->kinds[bucket->kinds[i]->index];
	return has_confined && (bucket->opening == IR_WHENEVER || !ir_is_plain(bucket));
}

/* Whether GUARD waits for such units to exist.  A guard that waits until there are none only waits
 * longer. */
static bool notices(const struct confined *c, const struct ir_expr *guard)
{
	return pml_needs_none(guard, asks_of_confined, c, true);
}

static bool anybody_notices(const struct pml_model *model, const struct confined *c)
{
	const struct ir_spec *spec = c->spec;
	bool found = pml_look(model, asks_of_confined, c) & (IN_KERNEL | IN_OBSERVER);

	for (size_t i = 0; i < spec->bucket_count; i++) {
		const struct ir_bucket *bucket = spec->buckets[i];

		found |= notices(c, bucket->guard) || closes_behind(c, bucket);
		for (size_t k = 0; k < IR_BUCKET_GUARDS; k++)
			found |= notices(c, ir_bucket_guard(bucket, k));
	}
	for (size_t i = 0; i < spec->phase_count; i++)
		found |= notices(c, spec->phases[i]->from) || notices(c, spec->phases[i]->to);
	for (size_t i = 0; i < spec->cycle_count; i++)
		found |= notices(c, spec->cycles[i]->from) || notices(c, spec->cycles[i]->to);
	return found;
}

/* What was done with the object on the way to a statement. */
enum done { DONE_NOTHING = 0, DONE_STORES = 1, DONE_FREES = 2 };

/* Whether a statement of LIST, which is about one object, may fail: DONE was done to the object
 * before.  An access after the `free' fails, and so may a store that is not yet in memory at the
 * `free'. */
static bool list_may_fail(const struct ir_stmt *list, unsigned *done)
{
	for (; list; list = list->next) {
		unsigned body = *done, otherwise = *done;

		if (list->op == IR_OP_if) {
			if (list_may_fail(list->body, &body) ||
			    list_may_fail(list->otherwise, &otherwise))
				return true;
			*done = body | otherwise;
			continue;
		}
		if (ir_may_leave_range(list))
			return true;
		if (list->op == IR_OP_let)
			continue;
		if ((*done & DONE_FREES) || (list->op == IR_OP_free && *done))
			return true;
		if (list->op == IR_OP_free)
			*done |= DONE_FREES;
		else if (ir_op_info[list->op].effect != IR_EFFECT_LOAD && list->op != IR_OP_emit)
			*done |= DONE_STORES;
	}
	return false;
}

/* A loop over all objects, and the kinds of units that it makes, directly or through other
 * units. */
struct listing {
	const struct ir_stmt *loop;
	const struct ir_bucket *bucket; /* in its fill; NULL: in a kernel */
	bool *kinds;
	bool frees, leads_on;
	bool stores_late; /* an access to the object before the store is in memory fails */
};

static void look_into(struct listing *listing, const struct ir_stmt *list, bool in_unit)
{
	for (; list; list = list->next) {
		listing->frees |= list->op == IR_OP_free;
		listing->leads_on |= list->op == IR_OP_emit && in_unit;
		if (list->op == IR_OP_emit && !listing->kinds[list->kind->index]) {
			listing->kinds[list->kind->index] = true;
			look_into(listing, list->kind->kernel.body, true);
		}
		look_into(listing, list->body, in_unit);
		look_into(listing, list->otherwise, in_unit);
	}
}

struct listings {
	GD_VEC(struct listing) all;
};

/* Whether STMT of KERNEL is a store that may be late. */
static bool stores_late(const struct ir_stmt *stmt, const void *kernel)
{
	const struct pml_node *node = pml_node_of(kernel, stmt);

	return node && node->late;
}

/* Whether the loop's body, or a unit that it leads to, has such a store. */
static bool listed_store_late(const struct pml_model *model, const struct listing *listing)
{
	for (size_t i = 0; i < model->spec->kind_count; i++)
		if (ir_list_any(listing->loop->body, stores_late, &model->kinds[i]) ||
		    (listing->kinds[i] &&
			ir_list_any(model->spec->kinds[i]->kernel.body, stores_late,
			    &model->kinds[i])))
			return true;
	return false;
}

static void find_listings(const struct pml_model *model, const struct ir_stmt *list,
    const struct ir_bucket *bucket, struct listings *found)
{
	for (; list; list = list->next) {
		if (list->op == IR_OP_for && list->domain == IR_DOMAIN_OBJECTS) {
			struct listing listing = { list, bucket,
				GD_NEW_ARRAY(model->arena, bool, model->spec->kind_count + 1),
				false, false, false };

			look_into(&listing, list->body, false);
			listing.stores_late = listed_store_late(model, &listing);
			GD_PUSH(model->arena, found->all, listing);
		} else {
			find_listings(model, list->body, bucket, found);
			find_listings(model, list->otherwise, bucket, found);
		}
	}
}

static bool waits_for_all(const struct pml_model *model, const struct ir_bucket *bucket,
    const struct listing *listing)
{
	for (size_t i = 0; i < model->spec->kind_count; i++)
		if (listing->kinds[i] && !pml_says_drained(bucket->guard, model->spec->kinds[i]))
			return false;
	return true;
}

/* Whether units of one loop are over before those of the other are emitted. */
static bool are_apart(const struct pml_model *model, const struct listing *a,
    const struct listing *b)
{
	return a->bucket && b->bucket && a->bucket != b->bucket &&
	    (waits_for_all(model, a->bucket, b) || waits_for_all(model, b->bucket, a));
}

/* Whether a unit about an object may access it after another unit has freed it. */
static bool meets_freed(const struct pml_model *model, const struct listings *found)
{
	for (size_t i = 0; i < found->all.count; i++) {
		const struct listing *one = &found->all.at[i];

		if (one->frees &&
		    (one->leads_on ||
			(ir_has(one->loop->body, IR_OP_emit) && !ir_object_loop(one->loop))))
			return true;
		for (size_t j = 0; j < found->all.count; j++)
			if (i != j && one->frees && !are_apart(model, one, &found->all.at[j]))
				return true;
	}
	return false;
}

/* Whether a unit about an object may access a location to which a store of another unit is late.
 * The store stays late when those units are over, until the next cycle. */
static bool meets_late(const struct pml_model *model, const struct listings *found)
{
	for (size_t i = 0; i < found->all.count; i++) {
		const struct listing *one = &found->all.at[i];

		if (!one->stores_late)
			continue;
		if (one->leads_on ||
		    (ir_has(one->loop->body, IR_OP_emit) && !ir_object_loop(one->loop)))
			return true;
		for (size_t j = 0; j < found->all.count; j++)
			if (i != j &&
			    !(one->bucket && waits_for_all(model, one->bucket, &found->all.at[j])))
				return true;
	}
	return false;
}

/* Whether some step about an object to which nothing refers may fail. */
static bool may_fail(const struct pml_model *model, const struct confined *c)
{
	const struct ir_spec *spec = model->spec;
	struct listings found = { 0 };
	unsigned done;

	for (size_t i = 0; i < spec->kind_count; i++) {
		find_listings(model, spec->kinds[i]->kernel.body, NULL, &found);
		done = DONE_NOTHING;
		if (c->kinds[i] && list_may_fail(spec->kinds[i]->kernel.body, &done))
			return true;
	}
	for (size_t i = 0; i < spec->bucket_count; i++)
		find_listings(model, spec->buckets[i]->fill.body, spec->buckets[i], &found);
	for (size_t i = 0; i < IR_BARRIER_COUNT; i++)
		if (spec->barriers[i])
			find_listings(model, spec->barriers[i]->kernel.body, NULL, &found);
	for (size_t i = 0; i < found.all.count; i++) {
		done = DONE_NOTHING;
		if (list_may_fail(found.all.at[i].loop->body, &done))
			return true;
	}
	return meets_freed(model, &found) || meets_late(model, &found);
}

/* Whether a property asks for units themselves: whether they are left, or exist twice.  A unit that
 * is emitted under a condition may exist for garbage only. */
static bool asks_for_units(const struct pml_model *model)
{
	return pml_number_of(model, IR_CYCLE_ENDS) || pml_number_of(model, IR_NO_STRANDED) ||
	    pml_number_of(model, IR_UNIT_UNIQUE);
}

/* Whether the bodies of all loops over all objects are confined to their object.  C gets the kinds
 * that they emit. */
static bool are_all_confined(const struct pml_model *model, struct confined *c)
{
	const struct ir_spec *spec = model->spec;

	*c = (struct confined){ spec, GD_NEW_ARRAY(model->arena, bool, spec->kind_count + 1),
		false };
	for (size_t i = 0; i < spec->kind_count; i++)
		if (!are_loops_confined(c, spec->kinds[i]->kernel.body))
			return false;
	for (size_t i = 0; i < spec->bucket_count; i++)
		if (!are_loops_confined(c, spec->buckets[i]->fill.body))
			return false;
	for (size_t i = 0; i < IR_BARRIER_COUNT; i++)
		if (spec->barriers[i] && !are_loops_confined(c, spec->barriers[i]->kernel.body))
			return false;
	return true;
}

/* Whether an object to which nothing refers may be wiped at any moment. */
bool pml_forgets_garbage(const struct pml_model *model)
{
	struct confined c;

	if (!are_all_confined(model, &c) || !pml_frees_when_open(model->spec) ||
	    pml_promises_room(model))
		return false;
	for (size_t i = 0; i < model->request->property_count; i++)
		if (!is_blind(&c, model->request->properties[i]->formula) ||
		    pml_needs_none(model->request->properties[i]->formula, asks_of_confined, &c,
			false))
			return false;
	return !anybody_notices(model, &c) && !(c.sometimes && asks_for_units(model)) &&
	    !may_fail(model, &c);
}

enum pml_truth pml_of_garbage(const struct pml_model *model, const struct ir_expr *expr,
    const struct ir_var *var)
{
	struct confined c;

	return are_all_confined(model, &c) ? of_garbage(&c, expr, var) : PML_UNKNOWN;
}

const bool *pml_kinds_of_garbage(const struct pml_model *model)
{
	struct confined c;

	are_all_confined(model, &c);
	return c.kinds;
}

bool pml_bucket_frees(const struct ir_bucket *bucket)
{
	for (size_t i = 0; i < bucket->kind_count; i++)
		if (ir_has(bucket->kinds[i]->kernel.body, IR_OP_free))
			return true;
	return false;
}

bool pml_frees_when_open(const struct ir_spec *spec)
{
	for (size_t i = 0; i < IR_BARRIER_COUNT; i++)
		if (spec->barriers[i] && ir_has(spec->barriers[i]->kernel.body, IR_OP_free))
			return false;
	for (size_t i = 0; i < spec->bucket_count; i++)
		if (!ir_is_plain(spec->buckets[i]) && pml_bucket_frees(spec->buckets[i]))
			return false;
	return true;
}
