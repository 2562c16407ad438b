/* early-noticed.c: who may notice that a load is early.
 *
 * Note [Noticed loads]: a load that is done just before an access A of its unit has its place later, and others may do
 * steps in between.  Without the early load there is a run in which the unit does A and all that follows, up to the
 * load, at the moment of the early load; unless
 * - A, or an access after it, finds what others may write, or writes what they may find (tells), or
 * - the unit does something on the way, or in the step of the load's place, that others or a ghost may see
 *   (shows_until_place): a ghost that takes the value shows it after others have done their steps.
 * In the second case A may be any load: of what nobody writes, one whose value nobody uses, one that
 * acquires and has been done early itself, and one of the same location that has.
 * Compared by: tests/differential/known-early (ghost-*.gc, store-between.gc, unused.gc, written.gc). */
#include "promela-backend/facts/early-noticed.h"
#include "compiler/ir/walk.h"
#include "promela-backend/facts/look.h"
#include "promela-backend/facts/reads.h"

struct pml_early_seen *pml_early_seen(const struct pml_early_scan *scan, const struct ir_stmt *stmt)
{
	struct pml_early_seen *seen = scan->seen;

	while (seen->stmt != stmt)
		seen++;
	return seen;
}

/* The slots of the scenario's objects may be fewer: then the load stops the program. */
bool pml_early_has_slot(const struct pml_model *model, const struct ir_place *place)
{
	return place->kind != IR_PLACE_FIELD || !place->index ||
	    (place->index->kind == IR_CONST &&
		(size_t)place->index->number < model->scenario->group_size[place->group->index]);
}

bool pml_early_is_it(const struct ir_stmt *stmt, const void *load)
{
	return stmt == load;
}

/* ------------------------------------------------------------- what others write */
static bool writes_to(const struct ir_stmt *stmt, const void *about)
{
	const struct ir_place *place = about;
	enum ir_effect effect = ir_op_info[stmt->op].effect;

	if (effect == IR_EFFECT_COPY)
		return place->kind != IR_PLACE_META || place->meta->is_word;
	if (stmt->op == IR_OP_move)
		return true;
	if (stmt->op == IR_OP_slide)
		return place->kind == IR_PLACE_META && stmt->place->meta == place->meta;
	if (effect != IR_EFFECT_STORE && effect != IR_EFFECT_RMW)
		return false;
	return place->kind == IR_PLACE_META ? stmt->place->meta == place->meta
					    : stmt->place->kind != IR_PLACE_META;
}

static bool writes_a_slot(const struct ir_mutator *mutator)
{
	for (size_t i = 0; i < mutator->action_count; i++)
		if (mutator->actions[i].op == IR_SCRIPT_WRITE ||
		    mutator->actions[i].op == IR_SCRIPT_WRITE_WORD)
			return true;
	return false;
}

/* Whether a mutator that is not the one that runs the kernel may run barriers and store to slots.  STORES: for a unit,
 * whether it writes to a slot or word of an object. */
static bool has_other_mutator(const struct pml_model *model, const struct pml_kernel *kernel,
    bool stores)
{
	size_t running = 0;

	for (size_t i = 0; i < model->mutators; i++) {
		const struct ir_mutator *mutator = &model->scenario->mutators[i];

		running += !mutator->of_heap &&
		    (model->scenario->client ||
			(stores && !kernel->barrier ? writes_a_slot(mutator)
						    : mutator->action_count > 0));
	}
	return running > (kernel->barrier != NULL);
}

/* Whether another thread may write to PLACE.  Scripts and clients write slots, words and roots. */
bool pml_early_is_written(const struct pml_early_scan *scan, const struct ir_place *place)
{
	bool others = has_other_mutator(scan->model, scan->kernel, false);
	bool is_of_object = place->kind == IR_PLACE_FIELD || place->kind == IR_PLACE_LIKE ||
	    place->kind == IR_PLACE_META;

	if (ir_spec_any(scan->model->spec, others ? IR_OF_KINDS | IR_OF_BARRIERS : IR_OF_KINDS,
		writes_to, place))
		return true;
	return (place->kind != IR_PLACE_META || place->meta->is_word) &&
	    has_other_mutator(scan->model, scan->kernel, is_of_object);
}

/* Whether STMT takes away what is at PLACE: an access is wrong from then on. */
static bool takes_away(const struct ir_stmt *stmt, const void *about)
{
	const struct ir_place *place = about;

	if (stmt->op == IR_OP_free || stmt->op == IR_OP_free_space || stmt->op == IR_OP_free_region)
		return true;
	/* an overlay lies over slots and words */
	return stmt->op == IR_OP_store && stmt->place->kind == IR_PLACE_META &&
	    stmt->place->meta->when && (place->kind != IR_PLACE_META || place->meta->is_word);
}

bool pml_early_is_taken_away(const struct pml_early_scan *scan, const struct ir_place *place)
{
	bool others = has_other_mutator(scan->model, scan->kernel, false);

	return ir_spec_any(scan->model->spec, others ? IR_OF_KINDS | IR_OF_BARRIERS : IR_OF_KINDS,
	    takes_away, place);
}

static bool is_const(const struct ir_expr *a, const struct ir_expr *b)
{
	return a && b && a->kind == IR_CONST && b->kind == IR_CONST && a->number == b->number;
}

static bool is_same_var(const struct ir_expr *a, const struct ir_expr *b)
{
	return a && b && a->kind == IR_VAR && b->kind == IR_VAR && a->var == b->var;
}

/* Whether both are certainly one location. */
bool pml_is_same_place(const struct ir_place *a, const struct ir_place *b)
{
	if (a->kind != b->kind)
		return false;
	if (a->kind == IR_PLACE_SLOT)
		return a->slot == b->slot;
	if (a->kind == IR_PLACE_LIKE)
		return a->slot == b->slot && is_same_var(a->object, b->object);
	return is_same_var(a->object, b->object) &&
	    (a->kind == IR_PLACE_META ? a->meta == b->meta
				      : a->group == b->group && is_const(a->index, b->index));
}

static bool reads_var(const struct ir_stmt *stmt, const void *var)
{
	return pml_stmt_vars(stmt) & pml_var_bit(var);
}

/* Whether what STMT finds is ever read. */
bool pml_early_is_used(const struct pml_early_scan *scan, const struct ir_stmt *stmt)
{
	return stmt->dst && ir_list_any(scan->body, reads_var, stmt->dst);
}

bool pml_early_acquires(const struct ir_stmt *stmt)
{
	return stmt->op == IR_OP_load && ir_acquires(stmt->order);
}

/* ------------------------------------------------------------------- who may notice */
/* Whether STMT does something that others may see. */
static bool shows(const struct ir_stmt *stmt, const void *model)
{
	enum ir_effect effect = ir_op_info[stmt->op].effect;

	if (effect == IR_EFFECT_LOAD || effect == IR_EFFECT_CONTROL || effect == IR_EFFECT_FENCE)
		return false;
	return stmt->op != IR_OP_let &&
	    (stmt->op != IR_OP_ghost || pml_reads_ghost(model, stmt->ghost));
}

static bool any_shows(const struct pml_early_scan *scan, size_t from, size_t to)
{
	for (size_t i = from; i < to; i++)
		if (shows(scan->seen[i].stmt, scan->model))
			return true;
	return false;
}

static bool is_loop_of(const struct ir_stmt *stmt, const struct ir_stmt *other)
{
	return stmt->op == IR_OP_for && ir_list_any(stmt->body, pml_early_is_it, other);
}

static bool is_in_loop(const struct pml_early_scan *scan, const struct ir_stmt *stmt)
{
	for (size_t i = 0; i < scan->count; i++)
		if (is_loop_of(scan->seen[i].stmt, stmt))
			return true;
	return false;
}

/* Whether STMT lets others write what it finds, or see what it writes, after the load and before its place. */
static bool tells(const struct pml_early_scan *scan, const struct ir_stmt *stmt)
{
	enum ir_effect effect = ir_op_info[stmt->op].effect;

	if ((effect != IR_EFFECT_LOAD && effect != IR_EFFECT_RMW) ||
	    pml_is_same_place(stmt->place, scan->load->place))
		return false;
	return effect == IR_EFFECT_RMW || stmt->op == IR_OP_await ||
	    (pml_early_is_used(scan, stmt) && !pml_early_acquires(stmt) &&
		pml_early_is_written(scan, stmt->place));
}

static bool is_within(const struct ir_stmt *stmt, const struct ir_stmt *load)
{
	return ir_list_any(stmt->body, pml_early_is_it, load) ||
	    ir_list_any(stmt->otherwise, pml_early_is_it, load);
}

static bool shows_within(const struct pml_early_scan *scan, const struct ir_stmt *stmt)
{
	return shows(stmt, scan->model) || ir_list_any(stmt->body, shows, scan->model) ||
	    ir_list_any(stmt->otherwise, shows, scan->model);
}

/* Whether the step that takes what the load has found shows something.  It goes on to the next access, which
 * is certain only in the load's own list. */
static bool place_shows(const struct pml_early_scan *scan)
{
	const struct ir_stmt *next = scan->load->next;

	for (; next; next = next->next) {
		if (pml_is_memory(next))
			return false;
		if (shows_within(scan, next))
			return true;
	}
	return any_shows(scan,
	    is_in_loop(scan, scan->load) ? 0
					 : (size_t)(pml_early_seen(scan, scan->load) - scan->seen),
	    scan->count);
}

/* The same, where the list of statement I does not say it: in the order of the text. */
static bool shows_in_text(const struct pml_early_scan *scan, size_t i)
{
	size_t load = (size_t)(pml_early_seen(scan, scan->load) - scan->seen);

	if (load < i || is_in_loop(scan, scan->seen[i].stmt))
		return any_shows(scan, 0, scan->count);
	return any_shows(scan, i + 1, load) || place_shows(scan);
}

/* Whether something shows from statement I on until the load's place, or in the step of this place.  If not, the
 * unit could as well have come to that place, or to another that tells, when it did the load. */
static bool shows_until_place(const struct pml_early_scan *scan, size_t i)
{
	const struct ir_stmt *next = scan->seen[i].stmt->next;

	for (; next && !is_within(next, scan->load); next = next->next) {
		if (next == scan->load)
			return place_shows(scan);
		if (tells(scan, next) && pml_early_seen(scan, next)->before)
			return false;
		if (shows_within(scan, next))
			return true;
	}
	return shows_in_text(scan, i);
}

/* Whether somebody may notice that the load comes before statement I. */
bool pml_early_can_tell(const struct pml_early_scan *scan, size_t i)
{
	const struct ir_stmt *stmt = scan->seen[i].stmt;

	return tells(scan, stmt) ||
	    (ir_op_info[stmt->op].effect == IR_EFFECT_LOAD && shows_until_place(scan, i));
}
