/* fold-sets.c: equal units of an idempotent kind are one.
 *
 * Note [Equal units]: left out are units that would do nothing when they run (no-ops), and further
 * copies of a unit.  The kind's whole body is one access to metadata of the unit's object and what
 * follows from the value found.  For each value this file checks that a second run changes nothing
 * and emits nothing.  So after one copy has run, the others are no-ops.
 *
 * A run of the plain model becomes a run of the folded one by leaving out the steps of no-ops, which
 * change nothing but the number of units.  Only questions about units could tell the difference:
 *
 * - A guard that waits until there are none may wait longer in the plain model.  That is no more
 *   behaviour: there the no-ops can also run before.
 * - Kernels and `eventually' get both answers while a no-op is left out (doubt_K).
 * - Where others ask (somebody_counts), or where units are counted, the folding is not applied.
 *
 * A no-op stays one unless the metadata is written back, its object is freed, or its access meets a
 * late store.  Under weak memory the kind's own store must not be late (meets_own_store).  The model asserts that none of this happens while a no-op may be left (doubt_K), and
 * that none is left at the end of a cycle.  Compared by: tests/differential (models, clients;
 * known/sets*.gc), tests/run/folds.sh.  Whether a no-op was left out can be left open:
 * fold-doubts.c. */
#include "promela-backend/facts/fold-sets.h"
#include "promela-backend/facts/garbage.h"
#include "promela-backend/facts/look.h"
#include "promela-backend/facts/memory.h"
#include "promela-backend/facts/reads.h"
#include "promela-backend/facts/request.h"

#include <string.h>

/* A kernel that only accesses one location of its unit's object, run on numbers. */
struct run {
	const struct ir_var *found;
	long value; /* the only variable with a known value */
	bool emits, stuck;
	char *reached; /* if not NULL: points that are reached get PML_POINT_REACHED */
};

static void reach(struct run *run, size_t point)
{
	if (run->reached && point)
		run->reached[point - 1] = PML_POINT_REACHED;
}

static void begin(struct run *run, const struct ir_stmt *stmt)
{
	for (const struct ir_begun *begun = stmt->begins; begun; begun = begun->outer)
		reach(run, begun->point);
}

static long run_expr(struct run *run, const struct ir_expr *expr)
{
	long of[2] = { 0, 0 };

	if (expr->kind == IR_CONST)
		return expr->number;
	if (expr->kind == IR_VAR) {
		run->stuck |= expr->var != run->found;
		return run->value;
	}
	if (!ir_is_computed(expr)) {
		run->stuck = true;
		return 0;
	}
	for (size_t i = 0; i < 2 && expr->args[i]; i++)
		of[i] = run_expr(run, expr->args[i]);
	return ir_compute(expr->kind, of[0], of[1]);
}

static void run_list(struct run *run, const struct ir_stmt *list);

static void run_if(struct run *run, const struct ir_stmt *stmt)
{
	bool is_true = run_expr(run, stmt->args[0]) != 0;

	reach(run, is_true ? stmt->when_true : stmt->when_false);
	run_list(run, is_true ? stmt->body : stmt->otherwise);
}

static void run_list(struct run *run, const struct ir_stmt *list)
{
	for (; list && !run->stuck; list = list->next) {
		begin(run, list);
		if (list->op == IR_OP_emit)
			run->emits = true;
		else if (list->op == IR_OP_if)
			run_if(run, list);
		else
			run->stuck = true;
	}
}

/* Returns what the operation FIRST leaves, if it finds VALUE. */
static long run_access(struct run *run, const struct ir_stmt *first, long value)
{
	const struct gd_operation *memory = ir_memory(first->op);
	long operand = first->args[0] ? run_expr(run, first->args[0]) : 0;

	begin(run, first);
	run->found = first->dst;
	run->value = value;
	if (!memory || !memory->reads) {
		run->stuck = true;
		return value;
	}
	if (memory->has_failure)
		return value == operand ? run_expr(run, first->args[1]) : value;
	return memory->result_of(value, operand);
}

/* Whether the whole body is one access to metadata of the unit's object, and statements that depend
 * only on the value found. */
static bool is_one_access(const struct ir_kind *kind)
{
	const struct ir_stmt *first = kind->kernel.body;
	const struct ir_place *place = first ? first->place : NULL;

	return kind->param_count == 1 && place && place->kind == IR_PLACE_META &&
	    !place->meta->is_word && /* mutators write it back */
	    place->object->kind == IR_VAR && place->object->var == kind->kernel.vars[0] &&
	    pml_is_memory(first) && first->op != IR_OP_await;
}

/* Whether a second run does nothing, after a run on any value.  DONE: values on which already the
 * first run does nothing. */
static bool is_idempotent(const struct ir_kind *kind, bool done[256])
{
	const struct ir_stmt *first = kind->kernel.body;
	const struct ir_type *type;
	long low, high;

	if (!is_one_access(kind))
		return false;
	type = &first->place->meta->type;
	low = type->kind == IR_INT ? type->low : 0;
	high = type->kind == IR_INT ? type->high
	    : type->kind == IR_TAGS ? (long)type->tag_count - 1
				    : 1;
	if (low < 0 || high > 255 || type->kind == IR_REF)
		return false;
	for (long value = low; value <= high; value++) {
		struct run once = { 0 }, again = { 0 };
		long left = run_access(&once, first, value);

		run_list(&once, first->next);
		if (left < low || left > high || run_access(&again, first, left) != left)
			return false;
		run_list(&again, first->next);
		if (once.stuck || again.stuck || again.emits)
			return false;
		done[value] = left == value && !once.emits;
	}
	return true;
}

long pml_left_out_values(const struct ir_kind *kind)
{
	const struct ir_type *type;
	bool done[256] = { false };

	if (!is_idempotent(kind, done))
		return 0;
	type = &kind->kernel.body->place->meta->type;
	return type->kind == IR_INT ? type->high + 1
	    : type->kind == IR_TAGS ? (long)type->tag_count
				    : 2;
}

void pml_run_left_out(const struct ir_kind *kind, long value, char *reached)
{
	const struct ir_stmt *first = kind->kernel.body;
	bool done[256] = { false };
	struct run other = { 0 }, run = { .reached = reached };

	is_idempotent(kind, done);
	if (!done[value]) /* a copy: another unit has run before */
		value = run_access(&other, first, value);
	run_access(&run, first, value);
	run_list(&run, first->next);
}

static bool is_idle_of(const struct ir_expr *atom, const void *kind)
{
	return atom->kind == IR_IDLE && pml_is_about_kind(atom, kind);
}

/* If the property is `eventually' of a formula about one state: that formula.  Otherwise NULL. */
static const struct ir_expr *awaited(const struct pml_request *request, const struct ir_expr *expr)
{
	while (expr && expr->kind == IR_FORALL)
		expr = expr->args[0];
	return request->strategy == PML_SAFETY && expr && expr->kind == IR_EVENTUALLY &&
		!pml_is_temporal(expr->args[0])
	    ? expr->args[0]
	    : NULL;
}

/* Whether PROPERTY can distinguish a left-out unit of KIND from one that is over.  An `eventually'
 * of "there are none" cannot: it is checked when that is sure (pml_check_seen). */
static bool counts(const struct pml_request *request, const struct ir_expr *property,
    const struct ir_kind *kind)
{
	const struct ir_expr *state = awaited(request, property);

	return state ? pml_needs_none(state, pml_sees_none_of, kind, true)
		     : pml_needs_none(property, pml_sees_none_of, kind, false);
}

/* Whether somebody other than kernels and `eventually' can see that a no-op was left out.  In the
 * plain model it is pending, and its bucket is not drained.  A guard that waits until the bucket is
 * drained only waits longer, which adds no behaviour. */
static bool somebody_counts(const struct pml_model *model, const struct ir_kind *kind)
{
	const struct pml_request *request = model->request;
	const struct ir_spec *spec = model->spec;
	unsigned found = pml_look(model, pml_sees_none_of, kind) & (IN_GUARD_NEGATED | IN_OBSERVER);

	for (size_t i = 0; i < IR_BARRIER_COUNT; i++)
		if (spec->barriers[i])
			found |=
			    pml_look_list(spec->barriers[i]->kernel.body, pml_sees_none_of, kind);
	for (size_t i = 0; i < spec->bucket_count; i++)
		found |= pml_look_list(spec->buckets[i]->fill.body, pml_sees_none_of, kind);
	for (size_t i = 0; i < spec->kind_count; i++)
		found |= pml_look_list(spec->kinds[i]->kernel.body, is_idle_of, kind);
	for (size_t i = 0; i < request->property_count; i++)
		if (counts(request, request->properties[i]->formula, kind))
			return true;
	for (size_t i = 0; i < kind->bucket_count; i++)
		if (kind->buckets[i]->opening == IR_WHENEVER || !ir_is_plain(kind->buckets[i]))
			return true;
	return found != 0;
}

/* Whether kernels or an `eventually' ask for units of KIND.  Such kernels get both answers, and the
 * `eventually' is checked when one answer is sure (doubt_K). */
static bool is_doubted(const struct pml_model *model, const struct ir_kind *kind)
{
	const struct pml_request *request = model->request;

	for (size_t i = 0; i < model->spec->kind_count; i++)
		if (pml_look_list(model->spec->kinds[i]->kernel.body, pml_sees_none_of, kind))
			return true;
	for (size_t i = 0; i < request->property_count; i++)
		if (pml_look_expr(awaited(request, request->properties[i]->formula),
			pml_sees_none_of, kind, IN_PROPERTY, false))
			return true;
	return false;
}

/* Whether COND may be ANSWER only because no unit of KIND is left, and does not say which part of it
 * decided. */
static bool is_loose(const struct ir_expr *cond, bool answer, const struct ir_kind *kind)
{
	return pml_needs_none(cond, pml_sees_none_of, kind, !answer) &&
	    !pml_answers(cond, answer, IR_DRAINED, kind) &&
	    !pml_answers(cond, answer, IR_IDLE, kind);
}

static bool asks_loosely(const struct ir_stmt *stmt, const void *kind)
{
	if (stmt->op != IR_OP_if)
		return pml_look_stmt(stmt, pml_sees_none_of, kind);
	return is_loose(stmt->args[0], true, kind) || is_loose(stmt->args[0], false, kind);
}

/* Whether a step may be taken because there are no units of KIND, and the model does not know that it
 * is so (pml_acted_upon). */
static bool somebody_is_loose(const struct pml_model *model, const struct ir_kind *kind)
{
	const struct ir_spec *spec = model->spec;
	bool found = false;

	for (size_t i = 0; i < spec->kind_count; i++)
		found |= ir_list_any(spec->kinds[i]->kernel.body, asks_loosely, kind);
	for (size_t i = 0; i < spec->bucket_count; i++)
		found |= is_loose(spec->buckets[i]->guard, true, kind);
	for (size_t i = 0; i < spec->phase_count; i++)
		found |= is_loose(spec->phases[i]->from, true, kind) ||
		    is_loose(spec->phases[i]->to, true, kind);
	for (size_t i = 0; i < spec->cycle_count; i++)
		found |= is_loose(spec->cycles[i]->to, true, kind);
	return found;
}

const struct pml_kernel *pml_doubted(const struct pml_model *model)
{
	for (size_t i = 0; i < model->spec->kind_count; i++)
		if (model->kinds[i].merges_by && model->kinds[i].doubted)
			return &model->kinds[i];
	return NULL;
}

bool pml_asks_of_doubted(const struct pml_model *model, const struct ir_expr *atom)
{
	const struct pml_kernel *kernel = pml_doubted(model);

	return kernel && pml_sees_none_of(atom, kernel->kind);
}

bool pml_asks_doubted(const struct pml_model *model, const struct ir_expr *expr)
{
	const struct pml_kernel *kernel = pml_doubted(model);

	return kernel && pml_look_expr(expr, pml_sees_none_of, kernel->kind, IN_PROPERTY, false);
}

/* Whether what one unit stores may still be on its way when a copy of it runs, which fails then. */
static bool meets_own_store(const struct pml_model *model, const struct ir_kind *kind)
{
	const struct ir_stmt *first = kind->kernel.body;

	return pml_may_wait(model->request->memory, first) &&
	    !pml_is_atomic(model->request->atomic, first);
}

bool pml_merges(struct pml_model *model, struct pml_kernel *kernel)
{
	const struct ir_kind *kind = kernel->kind;

	if (!pml_folds(model, PML_FOLD_SETS) || kind->multiplicity != IR_BAG)
		return false;
	if (pml_is_unsound(model, PML_FOLD_SETS)) {
		memset(kernel->done, true, sizeof kernel->done);
		return true;
	}
	/* a run that is cut when the bucket is drained would be cut too early */
	if (model->request->until && pml_bucket_has(model->request->until, kind))
		return false;
	if (!kernel->claims_late || ir_has_flag(kind) || kind->at_most || kind->on ||
	    pml_look(model, pml_is_pending_of, kind) || pml_look(model, pml_is_empty_of, kind) ||
	    somebody_counts(model, kind) || !is_idempotent(kind, kernel->done) ||
	    meets_own_store(model, kind))
		return false;
	kernel->doubted = is_doubted(model, kind);
	if (kernel->doubted && (pml_doubted(model) || somebody_is_loose(model, kind)))
		return false; /* doubt_K exists for one kind only */
	kernel->merges_by = kind->kernel.body->place->meta;
	return true;
}

bool pml_leaves_out_and_forgets(const struct pml_model *model)
{
	bool merges = false;

	for (size_t i = 0; i < model->spec->kind_count; i++)
		merges |= model->kinds[i].merges_by != NULL;
	return merges && model->request->canonical && pml_forgets_garbage(model);
}
