/* memory.c: weak memory: stores of mutators that are held back.
 *
 * A mutator's store waits in its window (memory-buffers.pml).  An option of its own performs it, or
 * an operation of the mutator that must come after it.
 *
 * Note [Workers' stores]: left out are the windows of workers, where they make no difference.  What a worker
 * stores is then performed in the step that stores it.  That is right if nothing that the worker does later can
 * overtake the store.  Within the unit this file checks that, and otherwise the model has the windows (Note [Late
 * stores], late.c).  But the worker continues with other units.  An emit is only a store to the worker's own
 * packet, and there may be nothing else between the end of a unit and the accesses of the next one.  Only when a
 * cycle begins or a bucket opens have all workers been parked, under a lock.  So a store after which nothing
 * waits for it is `late' until then.  If a step accesses its location meanwhile, the model says nothing, and is
 * made again with windows.  A copy, and a read-modify-write whose result is not used, enters no window: then
 * there is no model, or the result is inconclusive.  Without windows a property sees two stores of a worker in the
 * order of its program: nobody reads the first one before both are in memory.  Checked by: tests/run/memory.sh,
 * tests/run/steps.sh; litmus tests.
 *
 * Note [One memory]: if no store can be late (anybody_stores, and no mutator has a window), all
 * memory models have the same runs, so one model serves for all.  Compared by: tests/run/memory.sh. */
#include "promela-backend/facts/memory.h"
#include "promela-backend/facts/late.h"
#include "compiler/ir/walk.h"
#include "promela-backend/facts/moving.h"
#include "promela-backend/facts/reads.h"
#include "promela-backend/facts/refusal.h"
#include "promela-backend/facts/request.h"
#include "promela-backend/facts/sets.h"
#include "promela-backend/facts/words.h"

enum { MOST_HELD = 8, MOST_HELD_BY_CLIENTS = 2 };

static bool is_store(const struct ir_stmt *stmt)
{
	return ir_op_info[stmt->op].effect == IR_EFFECT_STORE;
}

/* Note [Atomic metadata]: `--atomic mark' leaves out that a store to `mark' can be late, as the paper on
 * work packets does with its atomic metadata.  It is no reduction: the runs in which such a store is late
 * are not searched, and one that is performed at once can overtake an earlier store.  What it rests on is
 * said in each row.  Checked by: the litmus tests of examples/paper/metadata.gc check the operations on
 * metadata; the models without the option check the rest (tests/run/campaign.sh compares the two). */
bool pml_is_atomic(uint64_t atomic, const struct ir_stmt *stmt)
{
	return atomic && stmt->place && stmt->place->kind == IR_PLACE_META &&
	    !stmt->place->meta->is_word && (atomic >> stmt->place->meta->index & 1);
}

/* ------------------------------------------------------------ who holds back what */
/* Whether STMT takes an entry of a window: a store, or a fence whose mark stays there. */
static bool takes_room(const struct ir_stmt *stmt, uint64_t atomic)
{
	return (is_store(stmt) && !pml_is_atomic(atomic, stmt)) ||
	    (ir_op_info[stmt->op].effect == IR_EFFECT_FENCE && !ir_is_total(stmt->order));
}

/* The most entries on one way through LIST.  A loop counts as more than a window can have. */
static size_t count_stores(const struct ir_stmt *list, uint64_t atomic)
{
	size_t count = 0;

	for (; list; list = list->next) {
		size_t body = count_stores(list->body, atomic);
		size_t otherwise = count_stores(list->otherwise, atomic);

		count += takes_room(list, atomic) +
		    (body > otherwise ? body : otherwise) *
			(list->op == IR_OP_for ? MOST_HELD + 1 : 1);
	}
	return count;
}

static size_t stores_of_barrier(const struct pml_model *model, enum ir_barrier_when when)
{
	const struct ir_barrier *barrier = model->spec->barriers[when];

	return barrier ? count_stores(barrier->kernel.body, model->request->atomic) : 0;
}

static size_t stores_of_script(const struct pml_model *model, const struct ir_mutator *mutator)
{
	size_t count = 0;

	for (size_t i = 0; i < mutator->action_count; i++) {
		count += mutator->actions[i].op == IR_SCRIPT_WRITE ||
		    (pml_has_words(model) && mutator->actions[i].op == IR_SCRIPT_WRITE_WORD);
		for (size_t when = 0; when < IR_BARRIER_COUNT; when++)
			if (ir_action_runs(&mutator->actions[i], when))
				count += stores_of_barrier(model, when);
	}
	return count;
}

bool pml_holds_back(const struct pml_model *model, const struct pml_kernel *kernel,
    const struct ir_stmt *stmt)
{
	return model->windows && kernel->barrier && is_store(stmt) &&
	    !pml_is_atomic(model->request->atomic, stmt);
}

bool pml_may_be_late(const struct pml_model *model, const struct pml_kernel *kernel,
    const struct ir_stmt *stmt)
{
	return model->late_workers && kernel->kind && is_store(stmt) &&
	    !pml_is_atomic(model->request->atomic, stmt);
}

bool pml_needs_room(const struct pml_model *model, const struct pml_kernel *kernel,
    const struct ir_stmt *stmt)
{
	return pml_holds_back(model, kernel, stmt) || pml_may_be_late(model, kernel, stmt) ||
	    ((kernel->barrier ? model->windows : model->late_workers) && !is_store(stmt) &&
		takes_room(stmt, 0) && pml_fence_marks(model->request->memory, stmt->order));
}

/* --------------------------------------------------------------- handshakes */
static bool stops(const struct ir_stmt *stmt, const void *releases)
{
	return stmt->op == IR_OP_stop && ir_releases(stmt->order) == *(const bool *)releases;
}

static bool is_ordered(const struct ir_stmt *stmt, const void *unused)
{
	enum ir_effect effect = ir_op_info[stmt->op].effect;

	(void)unused;
	return (effect == IR_EFFECT_STORE && stmt->order != IR_RELAXED) ||
	    (effect == IR_EFFECT_FENCE && !ir_is_total(stmt->order));
}

static void plan_stops(struct pml_model *model)
{
	const bool releases = true, other = false;
	bool some = ir_spec_any(model->spec, IR_OF_KINDS, stops, &releases);
	bool others = ir_spec_any(model->spec, IR_OF_KINDS, stops, &other);

	model->stops_differ = model->windows && some && others;
	model->no_stop_releases = others && !some;
}

static bool stores(const struct ir_stmt *stmt, const void *atomic)
{
	return stmt->op == IR_OP_copy || stmt->op == IR_OP_slide || stmt->op == IR_OP_move ||
	    (is_store(stmt) && !pml_is_atomic(*(const uint64_t *)atomic, stmt)) ||
	    (ir_op_info[stmt->op].effect == IR_EFFECT_RMW && !stmt->dst);
}

static bool anybody_stores(const struct pml_model *model)
{
	return ir_spec_any(model->spec, IR_OF_KINDS | IR_OF_BARRIERS, stores,
	    &model->request->atomic);
}

/* A store that is never overtaken can as well be done as late as it reaches memory.  So a window
 * needs an entry for each store that may be overtaken, and one for a store that is not.  Marks of
 * fences need room, too.  But a store that waits can save context switches: where these are counted, all
 * of them may wait. */
static void fit_window(struct pml_model *model)
{
	size_t enough = (size_t)model->request->reorderings + 1;

	if (!model->holds_plainly || model->window < enough || model->request->counts_switches ||
	    model->request->counts_operations)
		return;
	model->window = enough;
	model->is_bounded = false;
}

void pml_plan_memory(struct pml_model *model)
{
	size_t most = model->request->window ? model->request->window
	    : model->scenario->client        ? MOST_HELD_BY_CLIENTS
					     : MOST_HELD;

	if (model->request->memory == IR_MEM_C11)
		pml_refuse(model,
		    "collectors have no models under c11: --memory=relaxed is the weakest");
	model->holds_plainly = !ir_spec_any(model->spec,
	    pml_has_late_stores(model->request) ? IR_OF_BARRIERS | IR_OF_KINDS : IR_OF_BARRIERS,
	    is_ordered, NULL);
	for (size_t i = 0; i < model->mutators; i++) {
		size_t stores = model->scenario->client
		    ? most + 1
		    : stores_of_script(model, &model->scenario->mutators[i]);

		if (stores)
			model->windows = i + 1;
		if (stores > model->window)
			model->window = stores;
	}
	model->any_memory = model->windows == 0 && !anybody_stores(model);
	if (!ir_memory_info[model->request->memory].has_windows)
		model->windows = 0;
	model->is_bounded = model->window > most;
	if (model->is_bounded)
		model->window = most;
	if (model->request->counts_reorderings)
		fit_window(model);
	pml_plan_late(model);
	if (model->request->window_bound)
		*model->request->window_bound =
		    model->windows && model->is_bounded ? model->window : 0;
	plan_stops(model);
}

/* ------------------------------------------------- writes that nobody waits for */
bool pml_may_wait(enum ir_memory memory, const struct ir_stmt *stmt)
{
	if (is_store(stmt) || stmt->op == IR_OP_copy)
		return ir_memory_info[memory].has_windows;
	return ir_op_info[stmt->op].effect == IR_EFFECT_RMW && !stmt->dst &&
	    pml_rmw_waits(memory, stmt->order);
}

static void refuse_waiting_rmw(const struct ir_stmt *stmt, void *data)
{
	struct pml_model *model = data;

	if (is_store(stmt) || !pml_may_wait(model->request->memory, stmt) ||
	    model->request->only_workers_late)
		return;
	pml_refuse_at(model, stmt->loc,
	    "under %s the %s at %s, whose result nobody uses, may be "
	    "performed later, and mutators hold back only stores in models: use its "
	    "result%s",
	    ir_memory_name[model->request->memory], ir_op_info[stmt->op].spelling,
	    pml_where(model, stmt->loc),
	    pml_rmw_waits(model->request->memory, IR_ACQUIRE) ? "" : ", or let it acquire");
}

/* --------------------------------------------------- what a worker has stored */
/* A walk from a store to all places where it must have been performed. */
struct overtaking {
	enum ir_memory memory;
	const struct ir_stmt *store; /* or a copy */
	uint64_t
	    fresh; /* the variables that hold the object which is copied to; 0: others may know it */
	const struct ir_stmt *by; /* found: the access that may come first */
	bool late;                /* found: after an emit or the unit's end any may */
};

/* Whether the access always comes after the store. */
static bool waits_for(const struct overtaking *o, const struct ir_stmt *access)
{
	switch (ir_op_info[access->op].effect) {
	case IR_EFFECT_FENCE: return pml_fence_is_full(o->memory, access->order);
	case IR_EFFECT_RMW: return pml_comes_after(o->memory, o->store, access);
	case IR_EFFECT_LOAD:
	case IR_EFFECT_STORE:
	case IR_EFFECT_NONE:
	case IR_EFFECT_CONTROL:
	case IR_EFFECT_POOL:
	case IR_EFFECT_WORLD:
	case IR_EFFECT_COPY:
	case IR_EFFECT_CHOICE: break;
	}
	return false;
}

/* Whether ACCESS, after a copy to an object that nobody else knows, does not make the object known. */
static bool hides(const struct overtaking *o, const struct ir_stmt *access)
{
	return o->fresh &&
	    !((pml_expr_vars(access->args[0]) | pml_expr_vars(access->args[1])) & o->fresh);
}

/* Whether the model loses no behaviour if the store comes first. */
static bool is_harmless(const struct overtaking *o, const struct ir_stmt *access)
{
	if (hides(o, access))
		return true;
	switch (ir_op_info[access->op].effect) {
	case IR_EFFECT_FENCE: return true;
	case IR_EFFECT_LOAD:
	case IR_EFFECT_COPY:
	case IR_EFFECT_STORE: return pml_comes_after(o->memory, o->store, access);
	case IR_EFFECT_RMW:
	case IR_EFFECT_NONE:
	case IR_EFFECT_CONTROL:
	case IR_EFFECT_POOL:
	case IR_EFFECT_WORLD:
	case IR_EFFECT_CHOICE: break;
	}
	return false;
}

/* Returns true if on every way through LIST the store has been performed, or is late. */
static bool is_performed(struct overtaking *o, const struct ir_stmt *list)
{
	for (; list && !o->by; list = list->next) {
		enum ir_effect effect = ir_op_info[list->op].effect;

		if (list->op == IR_OP_stop || list->op == IR_OP_resume)
			return true; /* the world's lock orders it */
		if (list->op == IR_OP_slide || list->op == IR_OP_move)
			return true; /* Note [Moves] */
		if (effect == IR_EFFECT_POOL || effect == IR_EFFECT_WORLD) {
			o->late = true;
			return true;
		}
		if (pml_is_memory(list)) {
			if (waits_for(o, list))
				return true;
			if (!is_harmless(o, list))
				o->by = list;
		} else if (effect == IR_EFFECT_COPY) {
			if (!is_harmless(o, list))
				o->by = list;
		} else if (list->op == IR_OP_if) {
			bool body = is_performed(o, list->body);

			if (is_performed(o, list->otherwise) && body)
				return true;
		} else if (list->op == IR_OP_for) {
			is_performed(o, list->body);
		}
	}
	return false;
}

static void note_late(struct pml_model *model, struct pml_node *node)
{
	const struct pml_node **first = &model->late[node->stmt->place->meta->index];

	node->late = true;
	if (!*first)
		*first = node;
}

/* Note [Late copies]: if nobody else knows the object that is copied to, its slots can be read only by those who
 * get it from the worker.  Who gets it in a unit has what was copied, because the pool hands over.  So it
 * matters only if the worker stores a reference to the object, later and in an order that does not wait for
 * the copy; or if a loop over all objects finds it.  These fail as `late'.  If stores are in order, none
 * does. */
static void note_late_copy(struct pml_model *model, struct pml_node *node)
{
	struct ir_stmt store = { .op = IR_OP_store, .order = IR_RELAXED };

	if (pml_comes_after(model->request->memory, node->stmt, &store))
		return;
	node->late = true;
	if (!model->late_copy)
		model->late_copy = node;
}

static const char *what_of(const struct ir_stmt *stmt)
{
	return stmt->op == IR_OP_copy ? "copy" : is_store(stmt) ? "store" : "read-modify-write";
}

/* Whether the access that may come first would come after the store, if it released. */
static bool release_helps(const struct overtaking *o)
{
	struct ir_stmt releasing = *o->by;

	if (ir_op_info[o->by->op].effect == IR_EFFECT_LOAD || o->by->op == IR_OP_copy)
		return false;
	releasing.order = IR_RELEASE;
	return waits_for(o, &releasing) || is_harmless(o, &releasing);
}

static bool is_in_loop(const struct pml_node *node)
{
	while (node && node->stmt->op != IR_OP_for)
		node = node->parent;
	return node;
}

/* Whether an access that waits for the store of NODE may be overtaken by a load that is early: a read-modify-write that
 * releases and does not acquire.  Then the load comes before the store as well. */
static bool is_overtaken_early(const struct overtaking *o, const struct pml_kernel *kernel,
    const struct pml_node *node)
{
	size_t first = is_in_loop(node) ? 0 : (size_t)(node - kernel->nodes);

	for (size_t i = first; kernel->early_at && i < kernel->node_count; i++)
		if (pml_is_memory(kernel->nodes[i].stmt) && waits_for(o, kernel->nodes[i].stmt) &&
		    (kernel->early_at[i].issue | kernel->early_at[i].pending))
			return true;
	return false;
}

static void check_store(struct pml_model *model, const struct pml_kernel *kernel,
    struct pml_node *node)
{
	struct overtaking o = { model->request->memory, node->stmt, pml_fresh_copy(kernel, node),
		NULL, false };
	const struct pml_node *at = node;

	/* after it, and after each statement that contains it; the body of a loop may run again */
	for (; at && !o.by && !is_performed(&o, at->stmt->next); at = at->parent)
		if (at->parent && at->parent->stmt->op == IR_OP_for)
			is_performed(&o, at->parent->stmt->body);
	if (pml_takes_late(model, node, o.by || is_overtaken_early(&o, kernel, node),
		o.late || !at))
		return;
	if (o.by)
		pml_refuse_at(model, o.by->loc,
		    "under %s the %s at %s of `%s' may be overtaken by the "
		    "access at %s of the same unit, and in models it is done at once: %sput "
		    "`fence(seq_cst);' before it",
		    ir_memory_name[model->request->memory], what_of(node->stmt),
		    pml_where(model, node->stmt->loc), kernel->name, pml_where(model, o.by->loc),
		    release_helps(&o) ? "give the access release order, or " : "");
	if (!o.late && at)
		return;
	if (o.fresh)
		note_late_copy(model, node);
	else if (!node->stmt->place || node->stmt->place->kind != IR_PLACE_META)
		pml_refuse_at(model, node->stmt->loc,
		    "under %s the %s at %s of `%s' may still be on its way when the "
		    "unit is over, and in models it is done at once: put "
		    "`fence(seq_cst);' after it",
		    ir_memory_name[model->request->memory], what_of(node->stmt),
		    pml_where(model, node->stmt->loc), kernel->name);
	else
		note_late(model, node);
}

void pml_check_workers_stores(struct pml_model *model)
{
	model->late =
	    GD_NEW_ARRAY(model->arena, const struct pml_node *, model->spec->meta_count + 1);
	if (!ir_memory_info[model->request->memory].has_windows)
		return;
	for (size_t i = 0; i < IR_BARRIER_COUNT; i++)
		if (model->spec->barriers[i])
			ir_list_each(model->spec->barriers[i]->kernel.body, refuse_waiting_rmw,
			    model);
	for (size_t i = 0; i < model->spec->kind_count; i++)
		for (size_t j = 0; j < model->kinds[i].node_count; j++)
			if (pml_may_wait(model->request->memory, model->kinds[i].nodes[j].stmt) &&
			    !pml_is_atomic(model->request->atomic, model->kinds[i].nodes[j].stmt))
				check_store(model, &model->kinds[i], &model->kinds[i].nodes[j]);
}

/* ----------------------------------------------------------------------- text */
/* Records that everything that a window can hold may have been written. */
void pml_note_performed(const struct pml_model *model, struct pml_set *writes)
{
	struct pml_model *m = (struct pml_model *)model;

	if (!pml_has_windows(model))
		return;
	if (model->late_workers)
		pml_set_add(m, writes, PML_CELL_ROOTS, 0);
	pml_set_add(m, writes, PML_CELL_SLOTS, 0);
	for (size_t i = 0; i < model->spec->meta_count; i++)
		pml_set_add(m, writes, PML_CELL_META, i);
}
