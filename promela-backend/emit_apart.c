/* emit_apart.c: what is a step of its own, as somebody may ask in between: emits, ends of units. */
#include "promela-backend/fold.h"

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

		if (pml_bucket_has(bucket, edge->product)
		    && (edge->barrier || (edge->producer && !pml_bucket_has(bucket, edge->producer))))
			return true;
	}
	return false;
}

bool pml_ends_apart(const struct pml_model *model, const struct ir_kind *kind)
{
	bool asked = pml_look(model, sees_running, kind) & (IN_GUARD_NEGATED | IN_KERNEL
	    | IN_OBSERVER);

	for (size_t i = 0; i < kind->bucket_count; i++) {
		const struct ir_bucket *bucket = kind->buckets[i];

		if (!ir_is_exact(model->spec, bucket))
			continue;
		if (asked || (bucket->opening == IR_WHENEVER
		    && (others_emit_into(model->spec, bucket)
		    || pml_look(model, pml_sees_open_directly, bucket) & ~(unsigned)IN_PROPERTY)))
			return true;
	}
	return false;
}

/* -------------------------------------------------------------------- emits
 * Between an access and the emit behind it somebody may see the access, and that the
 * unit is not there yet.  That is a step of its own when anybody asks, while the kernel
 * runs, whether there are such units. */
/* `idle' does not look into buffers. */
static bool sees_none_in_buffers(const struct ir_expr *atom, const void *kind)
{
	return atom->kind != IR_IDLE && pml_sees_none_of(atom, kind);
}

/* Who observes may name one unit, and look when others are there. */
static bool sees_units(const struct ir_expr *atom, const void *kind)
{
	return pml_is_pending_of(atom, kind) || sees_none_in_buffers(atom, kind);
}

/* As pml_look_list, but where mutators are stopped: none is in the middle of a barrier. */
static unsigned look_beside_mutators(const struct ir_stmt *list, pml_atom_test *test, const void *about)
{
	unsigned found = 0;
	bool stopped = false;

	for (; list; list = list->next) {
		stopped = list->op == IR_OP_stop || (stopped && list->op != IR_OP_resume);
		if (!stopped)
			found |= pml_look_stmt(list, test, about)
			    | look_beside_mutators(list->body, test, about)
			    | look_beside_mutators(list->otherwise, test, about);
	}
	return found;
}

/* COND says that PHASE is not. */
static bool says_not_in(const struct ir_expr *cond, const struct ir_phase *phase)
{
	if (!cond)
		return false;
	if (cond->kind == IR_AND)
		return says_not_in(cond->args[0], phase) || says_not_in(cond->args[1], phase);
	return cond->kind == IR_NOT && cond->args[0]->kind == IR_IN_PHASE
	    && cond->args[0]->phase == phase;
}

static bool guards_ask(const struct pml_model *model, const struct ir_kind *kind)
{
	const struct ir_spec *spec = model->spec;
	const struct ir_phase *cut = model->request->until_phase;
	unsigned found = 0;

	for (size_t i = 0; i < spec->bucket_count; i++)
		found |= pml_look_expr(spec->buckets[i]->guard, sees_none_in_buffers, kind, IN_GUARD, false)
		    | pml_look_expr(spec->buckets[i]->close_when, sees_none_in_buffers, kind, IN_GUARD, false);
	for (size_t i = 0; i < spec->phase_count; i++) {
		found |= pml_look_expr(spec->phases[i]->from, sees_none_in_buffers, kind, IN_PHASE, false);
		if (spec->phases[i] != cut)
			found |= pml_look_expr(spec->phases[i]->to, sees_none_in_buffers, kind, IN_PHASE, false);
	}
	for (size_t i = 0; i < spec->cycle_count; i++) {
		found |= pml_look_expr(spec->cycles[i]->from, sees_none_in_buffers, kind, IN_GUARD, false);
		/* the run is cut before that */
		if (!cut || !says_not_in(spec->cycles[i]->to, cut))
			found |= pml_look_expr(spec->cycles[i]->to, sees_none_in_buffers, kind, IN_GUARD, false);
	}
	return found != 0;
}

static bool is_asked_beside_mutators(const struct pml_model *model, const struct ir_kind *kind)
{
	const struct ir_spec *spec = model->spec;

	if (guards_ask(model, kind) || pml_look_scripts(model, sees_units, kind))
		return true;
	for (size_t i = 0; i < spec->kind_count; i++)
		if (look_beside_mutators(spec->kinds[i]->kernel.body, sees_units, kind))
			return true;
	for (size_t i = 0; i < IR_BARRIER_COUNT; i++)
		if (spec->barriers[i] && look_beside_mutators(spec->barriers[i]->kernel.body,
		    sees_units, kind))
			return true;
	return false;
}

/* As long as a unit of KIND runs, BUCKET is not drained, or not even open. */
static bool waits_for_kind(const struct ir_bucket *bucket, const struct ir_kind *kind)
{
	return pml_bucket_has(bucket, kind) || pml_says_drained(bucket->guard, kind);
}

static bool is_asked_beside(const struct pml_model *model, const struct ir_kind *emitter,
    const struct ir_kind *kind)
{
	bool waits = true;

	if (pml_look(model, pml_is_pending_of, kind) & IN_OBSERVER)
		return true;
	for (size_t i = 0; i < kind->bucket_count; i++)
		waits &= waits_for_kind(kind->buckets[i], emitter);
	if (waits && !pml_look(model, pml_is_empty_of, kind))
		return false;
	return pml_look(model, pml_sees_none_of, kind) & ~(unsigned)IN_PROPERTY;
}

bool pml_emits_apart(const struct pml_model *model, const struct pml_kernel *kernel,
    const struct ir_stmt *stmt)
{
	if (stmt->op == IR_OP_emit)
		return kernel->barrier ? is_asked_beside_mutators(model, stmt->kind)
		    : kernel->kind && is_asked_beside(model, kernel->kind, stmt->kind);
	for (const struct ir_stmt *s = stmt->body; s; s = s->next)
		if (pml_emits_apart(model, kernel, s))
			return true;
	for (const struct ir_stmt *s = stmt->otherwise; s; s = s->next)
		if (pml_emits_apart(model, kernel, s))
			return true;
	return false;
}

bool *pml_find_apart(const struct pml_model *model, const struct pml_kernel *kernel, bool observed)
{
	const struct ir_spec *spec = model->spec;
	bool *apart = GD_NEW_ARRAY(model->arena, bool, spec->kind_count + 1);

	for (size_t i = 0; i < spec->kind_count && !kernel->roots_are_private; i++) {
		const struct ir_stmt emit = { .op = IR_OP_emit, .kind = spec->kinds[i] };

		apart[i] = pml_emits_apart(model, kernel, &emit) && (!observed
		    || pml_look(model, sees_units, spec->kinds[i]) & IN_OBSERVER);
	}
	return apart;
}
