/* apart.c: which emits and ends of units are steps of their own, because somebody may ask between
 * them and the access before. */
#include "promela-backend/facts/apart.h"
#include "compiler/ir/walk.h"
#include "promela-backend/facts/kernel.h"
#include "promela-backend/facts/look.h"
#include "promela-backend/facts/over.h"

/* ------------------------------------------------------------------ ends of units
 * A unit ends in the step of its last statement.  In an exact bucket it is over then, and
 * ends in a step of its own, at any time later: the code counts such units one by one,
 * under a lock that it does not hold while they run.  Who waits for the end waits
 * longer, which is no new behaviour.  Others can tell: who does something because the
 * unit has not ended (a kernel's condition, a negated guard), and who emits into a bucket
 * `whenever` that would have closed. */
static bool sees_running(const struct ir_expr *atom, const void *kind)
{
	return (atom->kind == IR_DRAINED || atom->kind == IR_IDLE) && pml_is_about_kind(atom, kind);
}

/* Not its own units and not its fill: while those run it is open anyway. */
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

/* -------------------------------------------------------------------- emits
 * Between an access and the emit behind it somebody may see the access, and that the
 * unit is not there yet.  So the emit is a step of its own when anybody can ask, while the
 * kernel runs, whether there are such units; also between two emits. */
struct emit {                                 /* of units of KIND */
	const struct ir_kind *kind, *emitter; /* NULL: a mutator, that runs a barrier */
	bool opens_later; /* no bucket of KIND is open, or has been, while EMITTER runs */
};

/* Its answer depends on the unit.  `idle' does not look into buffers; what waits for the
 * emitter to be over is false in any case. */
static bool tells(const struct ir_expr *atom, const void *about)
{
	const struct emit *emit = about;

	if (pml_is_pending_of(atom, emit->kind))
		return true; /* who observes may name one unit, and look when others are there */
	if (!pml_sees_none_of(atom, emit->kind))
		return false;
	if (!emit->emitter)
		return atom->kind != IR_IDLE;
	return !emit->opens_later &&
	    (atom->kind == IR_EMPTY || !pml_is_about_kind(atom, emit->emitter));
}

struct beside {
	const struct emit *emit;
	bool trusts_stop; /* nobody else lets mutators go on */
	bool asks;
};

/* What LIST asks where no mutator is stopped in the middle of its barrier: STOPPED before LIST;
 * whether they are behind it. */
static bool look_beside_mutators(struct beside *look, const struct ir_stmt *list, bool stopped)
{
	for (; list; list = list->next) {
		bool either, other;

		if (!stopped && pml_look_stmt(list, tells, look->emit))
			look->asks = true;
		if (list->op == IR_OP_for) /* its body may come again */
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

/* COND says that PHASE is not. */
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
		/* the run is cut before that */
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

/* A bucket `whenever' looks itself whether it is drained, when a unit of it ends. */
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

/* ------------------------------------------------------ what belongs to an emit's step
 * A ghost that follows is set in the step of the emit, which may come after others have
 * seen the access; so are assertions about ghosts made there. */
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

/* Something of LIST may be told before the next access or emit; *ENDS: there is one. */
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

/* What is around the emit at NODE may go on in another step; but a loop over all objects
 * that only emits lists those of one moment, in one step. */
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
