/* apart.c: which emits and ends of units are steps of their own, because others may ask between
 * them and the access before.
 *
 * These are no foldings: the plain model joins the steps, too.  So only the comparisons with the
 * language check the two notes: tests/differential (semantics), tests/run/steps.sh. */
#include "promela-backend/facts/apart.h"
#include "compiler/ir/walk.h"
#include "promela-backend/facts/kernel.h"
#include "promela-backend/facts/look.h"
#include "promela-backend/facts/over.h"

/* ------------------------------------------------------------------ ends of units */
/* Note [Ends apart]: left out is the state in which a unit has taken its last statement and has not
 * ended.  In the code the end of a unit in an exact bucket comes later: the code counts such units
 * one by one, under a lock that it does not hold while they run.  A guard that waits for the end
 * only waits longer, which adds no behaviour.  Two others can notice: a question whose answer "not
 * yet" leads to something (a kernel's condition, an observer, a negated guard), and an emit into a
 * bucket `whenever' that the end would have closed.  For these the end is a step of its own, at any
 * time after the last statement. */
static bool sees_running(const struct ir_expr *atom, const void *kind)
{
	return (atom->kind == IR_DRAINED || atom->kind == IR_IDLE) && pml_is_about_kind(atom, kind);
}

/* Whether others than the bucket's own units and its fill emit into it.  While those run, the
 * bucket is open in any case. */
static bool others_emit_into(const struct ir_spec *spec, const struct ir_bucket *bucket)
{
	for (size_t i = 0; i < spec->edge_count; i++) {
		const struct ir_edge *edge = &spec->edges[i];

		if (pml_bucket_has(bucket, edge->product) &&
		    (edge->barrier || (edge->producer && !pml_bucket_has(bucket, edge->producer))))
			return true;
	}
	return false;
}

bool pml_ends_apart(const struct pml_model *model, const struct ir_kind *kind)
{
	bool asked =
	    pml_look(model, sees_running, kind) & (IN_GUARD_NEGATED | IN_KERNEL | IN_OBSERVER);

	for (size_t i = 0; i < kind->bucket_count; i++) {
		const struct ir_bucket *bucket = kind->buckets[i];

		if (!ir_is_exact(model->spec, bucket))
			continue;
		if (asked ||
		    (bucket->opening == IR_WHENEVER &&
			(others_emit_into(model->spec, bucket) ||
			    pml_look(model, pml_sees_open_directly, bucket) &
				~(unsigned)IN_PROPERTY)))
			return true;
	}
	return false;
}

/* -------------------------------------------------------------------- emits */
/* Note [Emits apart]: left out is the state between an access and the emit after it, and between two
 * emits.  A step X of another thread in that state does the same after the emit, if it does not ask
 * whether such units exist.  (A claim of the unit is impossible before the emit.)  So X can move
 * there, unless X asks.  The emit is a step of its own when X may ask: a guard, a kernel, a barrier
 * or an observer, or a bucket `whenever' at the end of a unit.  A step that opens a bucket, or
 * begins or ends a cycle, also reads phases, which objects exist and which mutators are stopped; an
 * access that writes these ends its step (must_end, emit-walk.c). */
struct emit {                                 /* of units of KIND */
	const struct ir_kind *kind, *emitter; /* emitter NULL: a mutator that runs a barrier */
	bool opens_later; /* every bucket of KIND opens only after EMITTER is over */
};

/* Whether the answer of the atom depends on the unit.  `idle' does not look into buffers.  A
 * condition that waits for the emitter to be over is false in both cases. */
static bool tells(const struct ir_expr *atom, const void *about)
{
	const struct emit *emit = about;

	if (pml_is_pending_of(atom, emit->kind))
		return true; /* an observer may name one unit, and look when others exist */
	if (!pml_sees_none_of(atom, emit->kind))
		return false;
	if (!emit->emitter)
		return atom->kind != IR_IDLE;
	return !emit->opens_later &&
	    (atom->kind == IR_EMPTY || !pml_is_about_kind(atom, emit->emitter));
}

struct beside {
	const struct emit *emit;
	bool trusts_stop; /* no other kernel resumes the mutators */
	bool asks;
};

/* Looks for questions of LIST at places where a mutator may be in the middle of its barrier.
 * STOPPED: the kernel has stopped the mutators before LIST.  Returns whether they are stopped after
 * it. */
static bool look_beside_mutators(struct beside *look, const struct ir_stmt *list, bool stopped)
{
	for (; list; list = list->next) {
		bool either, other;

		if (!stopped && pml_look_stmt(list, tells, look->emit))
			look->asks = true;
		if (list->op == IR_OP_for) /* its body may run again */
			stopped &= !ir_has(list->body, IR_OP_resume);
		either = look_beside_mutators(look, list->body, stopped);
		other = look_beside_mutators(look, list->otherwise, stopped);
		stopped &= either && other;
		if (list->op == IR_OP_stop || list->op == IR_OP_resume)
			stopped = list->op == IR_OP_stop && look->trusts_stop;
	}
	return stopped;
}

static bool kernel_asks(const struct pml_model *model, const struct ir_kind *kind,
    const struct emit *emit)
{
	struct beside look = { emit, true, false };

	for (size_t i = 0; i < model->spec->kind_count; i++)
		if (ir_has(model->spec->kinds[i]->kernel.body, IR_OP_resume) &&
		    pml_may_run_beside(model, model->spec->kinds[i], kind))
			look.trusts_stop = false;
	look_beside_mutators(&look, kind->kernel.body, false);
	return look.asks;
}

/* Whether COND implies that PHASE is off. */
static bool says_not_in(const struct ir_expr *cond, const struct ir_phase *phase)
{
	if (!cond)
		return false;
	if (cond->kind == IR_AND)
		return says_not_in(cond->args[0], phase) || says_not_in(cond->args[1], phase);
	return cond->kind == IR_NOT && cond->args[0]->kind == IR_IN_PHASE &&
	    cond->args[0]->phase == phase;
}

static bool guards_ask(const struct pml_model *model, const struct emit *emit)
{
	const struct ir_spec *spec = model->spec;
	const struct ir_phase *cut = model->request->until_phase;
	unsigned found = 0;

	for (size_t i = 0; i < spec->bucket_count; i++) {
		const struct ir_bucket *bucket = spec->buckets[i];

		found |= pml_look_list(bucket->fill.body, tells, emit) |
		    pml_look_expr(bucket->guard, tells, emit, IN_GUARD, false);
		for (size_t k = 0; k < IR_BUCKET_GUARDS; k++)
			found |=
			    pml_look_expr(ir_bucket_guard(bucket, k), tells, emit, IN_GUARD, false);
	}
	for (size_t i = 0; i < spec->phase_count; i++) {
		found |= pml_look_expr(spec->phases[i]->from, tells, emit, IN_PHASE, false);
		if (spec->phases[i] != cut)
			found |= pml_look_expr(spec->phases[i]->to, tells, emit, IN_PHASE, false);
	}
	for (size_t i = 0; i < spec->cycle_count; i++) {
		found |= pml_look_expr(spec->cycles[i]->from, tells, emit, IN_GUARD, false);
		/* the run is cut before the cycle's end */
		if (!cut || !says_not_in(spec->cycles[i]->to, cut))
			found |= pml_look_expr(spec->cycles[i]->to, tells, emit, IN_GUARD, false);
	}
	return found != 0;
}

static bool mutators_are_asked(const struct pml_model *model, const struct emit *emit)
{
	const struct ir_spec *spec = model->spec;

	if (guards_ask(model, emit) || pml_look_scripts(model, tells, emit))
		return true;
	for (size_t i = 0; i < spec->kind_count; i++)
		if (kernel_asks(model, spec->kinds[i], emit))
			return true;
	for (size_t i = 0; i < IR_BARRIER_COUNT; i++)
		if (spec->barriers[i] && pml_look_list(spec->barriers[i]->kernel.body, tells, emit))
			return true;
	return false;
}

/* A bucket `whenever' asks whether it is drained, each time that a unit of it ends. */
static bool bucket_asks(const struct emit *emit, const struct ir_bucket *bucket)
{
	return bucket->opening == IR_WHENEVER && !emit->opens_later &&
	    !(emit->emitter && pml_bucket_has(bucket, emit->emitter));
}

static bool is_asked(const struct pml_model *model, const struct ir_kind *emitter,
    const struct ir_kind *kind)
{
	struct emit emit = { kind, emitter, emitter != NULL };

	for (size_t i = 0; i < kind->bucket_count; i++)
		emit.opens_later =
		    emit.opens_later && pml_opens_later(model, kind->buckets[i], emitter);
	for (size_t i = 0; i < kind->bucket_count; i++)
		if (bucket_asks(&emit, kind->buckets[i]))
			return true;
	return emitter ? pml_look(model, tells, &emit) & ~(unsigned)IN_PROPERTY
		       : mutators_are_asked(model, &emit);
}

/* ------------------------------------------------------ what belongs to an emit's step */
/* A ghost after an emit is set in the step of the emit, and an assert about ghosts is evaluated
 * there.  In the language others may see the access before that.  So then the emit is a step of its
 * own. */
static bool is_any_ghost(const struct ir_expr *atom, const void *unused)
{
	(void)unused;
	return atom->kind == IR_GHOST;
}

static bool tells_itself(const struct ir_stmt *stmt, const void *model)
{
	return stmt->op == IR_OP_ghost
	    ? pml_reads_ghost(model, stmt->ghost)
	    : stmt->op == IR_OP_assert && ir_stmt_any_expr(stmt, is_any_ghost, NULL);
}

static bool is_told(const struct pml_model *model, const struct ir_stmt *stmt)
{
	return tells_itself(stmt, model) || ir_list_any(stmt->body, tells_itself, model) ||
	    ir_list_any(stmt->otherwise, tells_itself, model);
}

/* Whether a statement of LIST that observers notice comes before the next access or emit. *ENDS:
 * there is a next access or emit. */
static bool is_told_next(const struct pml_model *model, const struct pml_kernel *kernel,
    const struct ir_stmt *list, bool *ends)
{
	for (*ends = false; list; list = list->next) {
		*ends = list->op == IR_OP_emit || pml_node_of(kernel, list)->own_shared;
		if (*ends || is_told(model, list))
			return !*ends;
	}
	return false;
}

static bool is_told_behind(const struct pml_model *model, const struct pml_kernel *kernel,
    const struct pml_node *node)
{
	for (bool ends; node; node = node->parent) {
		if (is_told_next(model, kernel, node->stmt->next, &ends))
			return true;
		if (ends)
			return false;
		if (node->parent && node->parent->stmt->op == IR_OP_for &&
		    is_told_next(model, kernel, node->parent->stmt->body, &ends))
			return true;
	}
	return false;
}

/* Makes the emit at NODE a step of its own, so the statements around it may continue in another
 * step.  But a loop over all objects that only emits lists the objects of one moment, so the whole
 * loop is one step. */
static void set_apart(struct pml_node *node)
{
	struct pml_node *listing = node;

	for (struct pml_node *up = node->parent; up; up = up->parent)
		if (up->stmt->op == IR_OP_for && up->stmt->domain == IR_DOMAIN_OBJECTS &&
		    !up->inner_shared)
			listing = up;
	listing->own_shared = true;
	for (struct pml_node *up = listing->parent; up; up = up->parent)
		up->inner_shared = true;
}

void pml_set_emits_apart(const struct pml_model *model, struct pml_kernel *kernel)
{
	if (!kernel->kind && !kernel->barrier)
		return;
	for (size_t i = 0; i < kernel->node_count; i++) {
		struct pml_node *node = &kernel->nodes[i];

		if (node->stmt->op == IR_OP_emit &&
		    (is_asked(model, kernel->kind, node->stmt->kind) ||
			is_told_behind(model, kernel, node)))
			set_apart(node);
	}
}
