/* emit_fold.c: which foldings are sound here, and what is asserted of them.
 *
 * doc/model.md gives the argument for each.  What cannot be read off the
 * specification is asserted in the model: when such an assertion fails, the
 * model says nothing (PML_FAILED_FOLD) and is made again without the folding. */
#include "promela-backend/emit.h"

#include <string.h>

bool pml_folds(const struct pml_model *model, enum pml_fold fold)
{
	return !(model->request->no_fold >> fold & 1);
}

bool pml_is_unsound(const struct pml_model *model, enum pml_fold fold)
{
	return model->request->unsound >> fold & 1;
}

/* --------------------------------------------- who looks at what of the state */
/* Where an atom such as drained(b) stands. */
enum place_of_atom {
	IN_GUARD = 1,                  /* of a bucket or a cycle's end: only waited for */
	IN_GUARD_NEGATED = 2,          /* the same, under a negation or in a `close when` */
	IN_PHASE = 4,                  /* the interval of a phase */
	IN_KERNEL = 8,                 /* a kernel's or barrier's condition */
	IN_PROPERTY = 16
};

static unsigned look_expr(const struct ir_expr *expr, pml_atom_test *test, const void *about,
    unsigned at, bool negated)
{
	bool turns;
	unsigned found;

	if (!expr)
		return 0;
	turns = expr->kind == IR_NOT || expr->kind == IR_EQ || expr->kind == IR_NE
	    || expr->kind == IR_IMPLIES;
	found = test(expr, about) ? (negated && at == IN_GUARD ? IN_GUARD_NEGATED : at) : 0;
	if (found == IN_PHASE && negated)
		found |= IN_GUARD_NEGATED;
	return found | look_expr(expr->args[0], test, about, at, negated || turns)
	    | look_expr(expr->args[1], test, about, at, negated || turns);
}

static unsigned look_list(const struct ir_stmt *list, pml_atom_test *test, const void *about)
{
	unsigned found = 0;

	for (; list; list = list->next)
		found |= look_expr(list->args[0], test, about, IN_KERNEL, false)
		    | look_expr(list->args[1], test, about, IN_KERNEL, false)
		    | look_list(list->body, test, about)
		    | look_list(list->otherwise, test, about);
	return found;
}

bool pml_list_asks(const struct ir_stmt *list, pml_atom_test *test, const void *about)
{
	return look_list(list, test, about) != 0;
}

/* Everywhere in the model where an atom stands that TEST is true of. */
static unsigned look(const struct pml_model *model, pml_atom_test *test, const void *about)
{
	const struct ir_spec *spec = model->spec;
	const struct pml_request *request = model->request;
	unsigned found = 0;

	for (size_t i = 0; i < spec->kind_count; i++)
		found |= look_list(spec->kinds[i]->kernel.body, test, about);
	for (size_t i = 0; i < IR_BARRIER_COUNT; i++)
		if (spec->barriers[i])
			found |= look_list(spec->barriers[i]->kernel.body, test, about);
	for (size_t i = 0; i < spec->bucket_count; i++) {
		const struct ir_bucket *bucket = spec->buckets[i];

		found |= look_list(bucket->fill.body, test, about)
		    | look_expr(bucket->guard, test, about, IN_GUARD, false)
		    | look_expr(bucket->close_when, test, about, IN_GUARD_NEGATED, false);
	}
	for (size_t i = 0; i < spec->phase_count; i++)
		found |= look_expr(spec->phases[i]->from, test, about, IN_PHASE, false)
		    | look_expr(spec->phases[i]->to, test, about, IN_PHASE, false);
	for (size_t i = 0; i < spec->cycle_count; i++)
		found |= look_expr(spec->cycles[i]->from, test, about, IN_GUARD_NEGATED, false)
		    | look_expr(spec->cycles[i]->to, test, about, IN_GUARD, false);
	for (size_t i = 0; i < request->property_count; i++)
		found |= look_expr(request->properties[i]->formula, test, about, IN_PROPERTY, false);
	return found;
}

/* ---------------------------------------------- properties, and how much work is left */
bool pml_needs_none(const struct ir_expr *expr, pml_atom_test *test, const void *about,
    bool is_given)
{
	const struct ir_expr *a, *b;

	if (!expr)
		return false;
	if (test(expr, about))
		return !is_given;
	a = expr->args[0];
	b = expr->args[1];
	switch (expr->kind) {
	case IR_NOT: return pml_needs_none(a, test, about, !is_given);
	case IR_IMPLIES:
		return pml_needs_none(a, test, about, !is_given)
		    || pml_needs_none(b, test, about, is_given);
	case IR_AND: case IR_OR: case IR_ALWAYS: case IR_FORALL: case IR_EXISTS:
		return pml_needs_none(a, test, about, is_given)
		    || pml_needs_none(b, test, about, is_given);
	case IR_CONST: case IR_NULL: case IR_VAR: case IR_EQ: case IR_NE: case IR_LT: case IR_LE:
	case IR_GT: case IR_GE: case IR_ADD: case IR_SUB: case IR_NEG: case IR_DRAINED: case IR_IDLE:
	case IR_EMPTY: case IR_IS_OPEN: case IR_IN_PHASE: case IR_IN_CYCLE: case IR_GHOST:
	case IR_REQUESTED: case IR_ALL_STOPPED: case IR_PEEK: case IR_FREED: case IR_UNTIL:
	case IR_OBSERVED: case IR_REACHABLE: case IR_PENDING: case IR_EVENTUALLY: break;
	}
	return pml_needs_none(a, test, about, false) || pml_needs_none(a, test, about, true)
	    || pml_needs_none(b, test, about, false) || pml_needs_none(b, test, about, true);
}

static bool bucket_has(const struct ir_bucket *bucket, const struct ir_kind *kind)
{
	for (size_t i = 0; i < bucket->kind_count; i++)
		if (bucket->kinds[i] == kind)
			return true;
	return false;
}

static bool is_about_kind(const struct ir_expr *atom, const struct ir_kind *kind)
{
	return atom->kind_of_work == kind || (atom->bucket && bucket_has(atom->bucket, kind));
}

static bool is_empty_of(const struct ir_expr *atom, const void *kind)
{
	return atom->kind == IR_EMPTY && is_about_kind(atom, kind);
}

static bool is_pending_of(const struct ir_expr *atom, const void *kind)
{
	return atom->kind == IR_PENDING && atom->kind_of_work == kind;
}

static bool looks_past_buffers(const struct ir_expr *atom, const void *unused)
{
	(void)unused;
	return atom->kind == IR_IDLE || atom->kind == IR_EMPTY;
}

/* Sees whether BUCKET has opened. */
static bool sees_open(const struct ir_expr *atom, const void *about)
{
	const struct ir_bucket *bucket = about;

	if (atom->kind != IR_DRAINED && atom->kind != IR_IDLE && atom->kind != IR_EMPTY
	    && atom->kind != IR_IS_OPEN)
		return false;
	if (atom->bucket)
		return atom->bucket == bucket;
	return atom->kind_of_work && bucket_has(bucket, atom->kind_of_work);
}

static bool sees_open_directly(const struct ir_expr *atom, const void *bucket)
{
	return atom->kind == IR_IS_OPEN && atom->bucket == bucket;
}

static bool is_ghost(const struct ir_expr *atom, const void *ghost)
{
	return atom->kind == IR_GHOST && atom->ghost == ghost;
}

/* A ghost that nothing in this model reads is left out of it. */
bool pml_reads_ghost(const struct pml_model *model, const struct ir_ghost *ghost)
{
	for (size_t i = 0; i < model->mutators; i++) {
		const struct ir_mutator *m = &model->scenario->mutators[i];

		for (size_t j = 0; j < m->action_count; j++)
			if (look_expr(m->actions[j].value, is_ghost, ghost, IN_KERNEL, false))
				return true;
	}
	return look(model, is_ghost, ghost) || model->request->outcomes;
}

/* ----------------------------------------------------------------- conjuncts */
static bool says(const struct ir_expr *cond, enum ir_expr_kind state, const struct ir_kind *kind)
{
	if (!cond)
		return false;
	if (cond->kind == IR_AND)
		return says(cond->args[0], state, kind) || says(cond->args[1], state, kind);
	if (cond->kind == IR_OR)
		return says(cond->args[0], state, kind) && says(cond->args[1], state, kind);
	return cond->kind == state && is_about_kind(cond, kind);
}

bool pml_says_drained(const struct ir_expr *cond, const struct ir_kind *kind)
{
	return says(cond, IR_DRAINED, kind);
}

static bool only_says_drained(const struct ir_expr *cond)
{
	if (cond->kind == IR_AND)
		return only_says_drained(cond->args[0]) && only_says_drained(cond->args[1]);
	return cond->kind == IR_DRAINED && cond->bucket;
}

/* -------------------------------------------------------------------- emits
 * Between an access and the emit behind it somebody may see the access, and that the
 * unit is not there yet.  That is a step of its own when anybody asks, while the kernel
 * runs, whether there are such units. */
static bool sees_none_of(const struct ir_expr *atom, const void *kind)
{
	return (atom->kind == IR_DRAINED || atom->kind == IR_IDLE || atom->kind == IR_EMPTY)
	    && is_about_kind(atom, kind);
}

/* ------------------------------------------------------------------ ends of units
 * A unit ends in the step of its last statement.  In an exact bucket it is over then, and
 * ends in a step of its own, at any time later: the code counts such units one by one,
 * under a lock that it does not hold while they run.  Who waits for the end waits
 * longer, which is no new behaviour.  Others can tell: who does something because the
 * unit has not ended (a kernel's condition, a negated guard), and who emits into a bucket
 * `whenever` that would have closed. */
static bool sees_running(const struct ir_expr *atom, const void *kind)
{
	return (atom->kind == IR_DRAINED || atom->kind == IR_IDLE) && is_about_kind(atom, kind);
}

/* Not its own units and not its fill: while those run it is open anyway. */
static bool others_emit_into(const struct ir_spec *spec, const struct ir_bucket *bucket)
{
	for (size_t i = 0; i < spec->edge_count; i++) {
		const struct ir_edge *edge = &spec->edges[i];

		if (bucket_has(bucket, edge->product)
		    && (edge->barrier || (edge->producer && !bucket_has(bucket, edge->producer))))
			return true;
	}
	return false;
}

bool pml_ends_apart(const struct pml_model *model, const struct ir_kind *kind)
{
	bool asked = look(model, sees_running, kind) & (IN_GUARD_NEGATED | IN_KERNEL);

	for (size_t i = 0; i < kind->bucket_count; i++) {
		const struct ir_bucket *bucket = kind->buckets[i];

		if (!ir_is_exact(model->spec, bucket))
			continue;
		if (asked || (bucket->opening == IR_WHENEVER
		    && (others_emit_into(model->spec, bucket)
		    || look(model, sees_open_directly, bucket) & ~(unsigned)IN_PROPERTY)))
			return true;
	}
	return false;
}

/* `idle' does not look into buffers. */
static bool sees_none_in_buffers(const struct ir_expr *atom, const void *kind)
{
	return atom->kind != IR_IDLE && sees_none_of(atom, kind);
}

/* As look_list, but where mutators are stopped: none is in the middle of a barrier. */
static unsigned look_beside_mutators(const struct ir_stmt *list, pml_atom_test *test, const void *about)
{
	unsigned found = 0;
	bool stopped = false;

	for (; list; list = list->next) {
		stopped = list->op == IR_OP_stop || (stopped && list->op != IR_OP_resume);
		if (!stopped)
			found |= look_expr(list->args[0], test, about, IN_KERNEL, false)
			    | look_expr(list->args[1], test, about, IN_KERNEL, false)
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
		found |= look_expr(spec->buckets[i]->guard, sees_none_in_buffers, kind, IN_GUARD, false)
		    | look_expr(spec->buckets[i]->close_when, sees_none_in_buffers, kind, IN_GUARD, false);
	for (size_t i = 0; i < spec->phase_count; i++) {
		found |= look_expr(spec->phases[i]->from, sees_none_in_buffers, kind, IN_PHASE, false);
		if (spec->phases[i] != cut)
			found |= look_expr(spec->phases[i]->to, sees_none_in_buffers, kind, IN_PHASE, false);
	}
	for (size_t i = 0; i < spec->cycle_count; i++) {
		found |= look_expr(spec->cycles[i]->from, sees_none_in_buffers, kind, IN_GUARD, false);
		/* the run is cut before that */
		if (!cut || !says_not_in(spec->cycles[i]->to, cut))
			found |= look_expr(spec->cycles[i]->to, sees_none_in_buffers, kind, IN_GUARD, false);
	}
	return found != 0;
}

static bool is_asked_beside_mutators(const struct pml_model *model, const struct ir_kind *kind)
{
	const struct ir_spec *spec = model->spec;

	if (guards_ask(model, kind))
		return true;
	for (size_t i = 0; i < spec->kind_count; i++)
		if (look_beside_mutators(spec->kinds[i]->kernel.body, sees_none_in_buffers, kind))
			return true;
	for (size_t i = 0; i < IR_BARRIER_COUNT; i++)
		if (spec->barriers[i] && look_beside_mutators(spec->barriers[i]->kernel.body,
		    sees_none_in_buffers, kind))
			return true;
	return false;
}

/* As long as a unit of KIND runs, BUCKET is not drained, or not even open. */
static bool waits_for_kind(const struct ir_bucket *bucket, const struct ir_kind *kind)
{
	return bucket_has(bucket, kind) || pml_says_drained(bucket->guard, kind);
}

static bool is_asked_beside(const struct pml_model *model, const struct ir_kind *emitter,
    const struct ir_kind *kind)
{
	bool waits = true;

	for (size_t i = 0; i < kind->bucket_count; i++)
		waits &= waits_for_kind(kind->buckets[i], emitter);
	if (waits && !look(model, is_empty_of, kind))
		return false;
	return look(model, sees_none_of, kind) & ~(unsigned)IN_PROPERTY;
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

/* ------------------------------------------------------------ what is over */
static void add_opened(const struct ir_expr *guard, const struct ir_bucket **opened, size_t *count,
    size_t room)
{
	if (!guard)
		return;
	if (guard->kind == IR_AND) {
		add_opened(guard->args[0], opened, count, room);
		add_opened(guard->args[1], opened, count, room);
		return;
	}
	if (guard->kind != IR_DRAINED || !guard->bucket)
		return;
	for (size_t i = 0; i < *count; i++)
		if (opened[i] == guard->bucket)
			return;
	if (*count == room)
		return;
	opened[(*count)++] = guard->bucket;
	add_opened(guard->bucket->guard, opened, count, room);
}

static bool is_among(const struct ir_bucket *bucket, const struct ir_bucket **list, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (list[i] == bucket)
			return true;
	return false;
}

/* No unit of KIND can come any more: its producers are over, and fills that
 * make it have run. */
static bool is_over(const struct ir_spec *spec, const struct ir_kind *kind, const bool *over,
    const struct ir_bucket **opened, size_t count)
{
	for (size_t i = 0; i < spec->edge_count; i++) {
		const struct ir_edge *edge = &spec->edges[i];

		if (edge->product != kind)
			continue;
		if (edge->producer ? !over[edge->producer->index]
		    : !edge->bucket || edge->bucket->opening == IR_WHENEVER
			|| !is_among(edge->bucket, opened, count))
			return false;
	}
	return true;
}

/* By kind: when BUCKET opens its units are over, and none can come any more. */
static bool *find_over(const struct pml_model *model, const struct ir_bucket *bucket)
{
	const struct ir_spec *spec = model->spec;
	const struct ir_bucket **opened = GD_NEW_ARRAY(model->arena, const struct ir_bucket *,
	    spec->bucket_count + 1);
	bool *over = GD_NEW_ARRAY(model->arena, bool, spec->kind_count + 1);
	size_t count = 0;
	bool changed = true;

	add_opened(bucket->guard, opened, &count, spec->bucket_count);
	for (size_t i = 0; i < count; i++)
		for (size_t j = 0; j < opened[i]->kind_count; j++)
			over[opened[i]->kinds[j]->index] = true;
	while (changed) {
		changed = false;
		for (size_t i = 0; i < spec->kind_count; i++) {
			if (over[i] && !is_over(spec, spec->kinds[i], over, opened, count)) {
				over[i] = false;
				changed = true;
			}
		}
	}
	return over;
}

/* The guard drained(x) and … of BUCKET stays true: each x's kinds are over. */
static bool guard_stays(const struct pml_model *model, const struct ir_bucket *bucket)
{
	const struct ir_spec *spec = model->spec;
	const bool *over = find_over(model, bucket);

	for (size_t i = 0; i < spec->kind_count; i++)
		if (pml_says_drained(bucket->guard, spec->kinds[i]) && !over[i])
			return false;
	return true;
}

/* Units of KIND are over whenever a bucket of OTHER opens. */
static bool is_over_before(const struct pml_model *model, const struct ir_kind *kind,
    const struct ir_kind *other)
{
	for (size_t i = 0; i < other->bucket_count; i++)
		if (!find_over(model, other->buckets[i])[kind->index])
			return false;
	return true;
}

/* ------------------------------------------------------------------- claims */
/* LIST begins or ends PHASE. */
static bool changes(const struct ir_stmt *list, const struct ir_phase *phase)
{
	for (; list; list = list->next)
		if (((list->op == IR_OP_begin_phase || list->op == IR_OP_end_phase)
		    && list->phase == phase)
		    || changes(list->body, phase) || changes(list->otherwise, phase))
			return true;
	return false;
}

/* PHASE may change while a unit of KIND waits or runs. */
static bool may_change_beside(const struct pml_model *model, const struct ir_phase *phase,
    const struct ir_kind *kind)
{
	const struct ir_spec *spec = model->spec;

	if (phase->how == IR_INTERVAL)
		return true;
	for (size_t i = 0; i < spec->bucket_count; i++)
		if (changes(spec->buckets[i]->fill.body, phase)
		    && !find_over(model, spec->buckets[i])[kind->index])
			return true;
	for (size_t i = 0; i < spec->kind_count; i++)
		if (changes(spec->kinds[i]->kernel.body, phase)
		    && !is_over_before(model, spec->kinds[i], kind)
		    && !is_over_before(model, kind, spec->kinds[i]))
			return true;
	return false;
}

static bool is_in_phase(const struct ir_expr *atom, const void *phase)
{
	return atom->kind == IR_IN_PHASE && atom->phase == phase;
}

/* The mutator sees phases as they are when it begins a unit of KIND, and not as they are at the
 * first step: barriers may tell. */
static bool sees_too_late(const struct pml_model *model, const struct ir_kind *kind)
{
	const struct ir_spec *spec = model->spec;

	if (!kind->on)
		return false;
	for (size_t i = 0; i < spec->phase_count; i++) {
		const struct ir_phase *phase = spec->phases[i];
		bool is_read = false;

		for (size_t j = 0; j < IR_BARRIER_COUNT; j++)
			is_read |= spec->barriers[j]
			    && pml_list_asks(spec->barriers[j]->kernel.body, is_in_phase, phase);
		if (is_read && phase->visible == IR_AT_HANDSHAKE
		    && may_change_beside(model, phase, kind))
			return true;
	}
	return false;
}

/* Nothing can come between a claim and the first step that the claim could not
 * as well come behind: while the unit waits, its bucket stays open.  That it is
 * over when the cycle ends is asserted there. */
static bool claims_late(struct pml_model *model, const struct ir_kind *kind)
{
	if (!pml_folds(model, PML_FOLD_CLAIMS))
		return false;
	if (pml_is_unsound(model, PML_FOLD_CLAIMS))
		return true;
	if (look(model, is_empty_of, kind) || sees_too_late(model, kind))
		return false;
	for (size_t i = 0; i < kind->bucket_count; i++)
		if (kind->buckets[i]->close_when && !pml_says_drained(kind->buckets[i]->close_when, kind))
			return false;
	return true;
}

/* --------------------------------------------------------------------- sets */
/* A kernel that only looks at one location of its unit, run on numbers. */
struct run {
	const struct ir_var *found; long value; /* the only variable with a known value */
	bool emits, stuck;
};

static long run_expr(struct run *run, const struct ir_expr *expr)
{
	long a, b;

	switch (expr->kind) {
	case IR_CONST: return expr->number;
	case IR_VAR:
		run->stuck |= expr->var != run->found;
		return run->value;
	case IR_NOT: return !run_expr(run, expr->args[0]);
	case IR_NEG: return -run_expr(run, expr->args[0]);
	case IR_NULL: case IR_AND: case IR_OR: case IR_EQ: case IR_NE: case IR_LT: case IR_LE:
	case IR_GT: case IR_GE: case IR_ADD: case IR_SUB: case IR_DRAINED: case IR_IDLE:
	case IR_EMPTY: case IR_IS_OPEN: case IR_IN_PHASE: case IR_IN_CYCLE: case IR_GHOST:
	case IR_REQUESTED: case IR_ALL_STOPPED: case IR_PEEK: case IR_FREED: case IR_REACHABLE:
	case IR_PENDING: case IR_IMPLIES: case IR_UNTIL: case IR_ALWAYS: case IR_EVENTUALLY:
	case IR_FORALL: case IR_EXISTS: case IR_OBSERVED: break;
	}
	if (!expr->args[0] || !expr->args[1]) {
		run->stuck = true;
		return 0;
	}
	a = run_expr(run, expr->args[0]);
	b = run_expr(run, expr->args[1]);
	switch (expr->kind) {
	case IR_AND: return a && b;
	case IR_OR: return a || b;
	case IR_EQ: return a == b;
	case IR_NE: return a != b;
	case IR_LT: return a < b;
	case IR_LE: return a <= b;
	case IR_GT: return a > b;
	case IR_GE: return a >= b;
	case IR_ADD: return a + b;
	case IR_SUB: return a - b;
	case IR_CONST: case IR_NULL: case IR_VAR: case IR_NOT: case IR_NEG: case IR_DRAINED:
	case IR_IDLE: case IR_EMPTY: case IR_IS_OPEN: case IR_IN_PHASE: case IR_IN_CYCLE:
	case IR_GHOST: case IR_REQUESTED: case IR_ALL_STOPPED: case IR_PEEK: case IR_FREED:
	case IR_REACHABLE: case IR_PENDING: case IR_IMPLIES: case IR_UNTIL: case IR_ALWAYS:
	case IR_EVENTUALLY: case IR_FORALL: case IR_EXISTS: case IR_OBSERVED:
		run->stuck = true; return 0;
	}
	return 0;
}

static void run_list(struct run *run, const struct ir_stmt *list)
{
	for (; list && !run->stuck; list = list->next) {
		if (list->op == IR_OP_emit)
			run->emits = true;
		else if (list->op == IR_OP_if)
			run_list(run, run_expr(run, list->args[0]) ? list->body : list->otherwise);
		else
			run->stuck = true;
	}
}

/* VALUE behind the operation FIRST, which found VALUE. */
static long run_access(struct run *run, const struct ir_stmt *first, long value)
{
	long operand = first->args[0] ? run_expr(run, first->args[0]) : 0;

	run->found = first->dst;
	run->value = value;
	switch (first->op) {
	case IR_OP_swap: return operand;
	case IR_OP_fetch_or: return value | operand;
	case IR_OP_fetch_and: return value & operand;
	case IR_OP_fetch_add: return value + operand;
	case IR_OP_fetch_sub: return value - operand;
	case IR_OP_cas: return value == operand ? run_expr(run, first->args[1]) : value;
	case IR_OP_load: return value;
	case IR_OP_let: case IR_OP_if: case IR_OP_for: case IR_OP_store: case IR_OP_fence:
	case IR_OP_emit: case IR_OP_free: case IR_OP_stop: case IR_OP_resume:
	case IR_OP_begin_phase: case IR_OP_end_phase: case IR_OP_request: case IR_OP_ghost:
	case IR_OP_assert: case IR_OP_COUNT: run->stuck = true; return value;
	}
	return value;
}

/* The whole body is one access to metadata of the unit's object and what
 * follows from the value that it found. */
static bool is_one_access(const struct ir_kind *kind)
{
	const struct ir_stmt *first = kind->kernel.body;
	const struct ir_place *place = first ? first->place : NULL;

	return kind->param_count == 1 && place && place->kind == IR_PLACE_META
	    && place->object->kind == IR_VAR && place->object->var == kind->kernel.vars[0]
	    && pml_is_memory(first);
}

/* After it has run on any value, it does nothing on what it has left. */
static bool is_idempotent(const struct ir_kind *kind, bool done[256])
{
	const struct ir_stmt *first = kind->kernel.body;
	const struct ir_type *type;
	long low, high;

	if (!is_one_access(kind))
		return false;
	type = &first->place->meta->type;
	low = type->kind == IR_INT ? type->low : 0;
	high = type->kind == IR_INT ? type->high : type->kind == IR_TAGS
	    ? (long)type->tag_count - 1 : 1;
	if (low < 0 || high > 255 || type->kind == IR_REF)
		return false;
	for (long value = low; value <= high; value++) {
		struct run once = { 0 }, again = { 0 };
		long left = run_access(&once, first, value);

		run_list(&once, first->next);
		if (left < low || left > high
		    || run_access(&again, first, left) != left)
			return false;
		run_list(&again, first->next);
		if (once.stuck || again.stuck || again.emits)
			return false;
		done[value] = left == value && !once.emits;
	}
	return true;
}

static bool is_idle_of(const struct ir_expr *atom, const void *kind)
{
	return atom->kind == IR_IDLE && is_about_kind(atom, kind);
}

/* `eventually' of what is true or not in one state: that state.  Else NULL. */
static const struct ir_expr *awaited(const struct pml_request *request,
    const struct ir_expr *expr)
{
	while (expr && expr->kind == IR_FORALL)
		expr = expr->args[0];
	return request->strategy == PML_SAFETY && expr && expr->kind == IR_EVENTUALLY
	    && !pml_is_temporal(expr->args[0]) ? expr->args[0] : NULL;
}

/* PROPERTY can tell a unit of KIND that is left out from one that is over.  One that awaits that
 * there are none is looked at when that is sure (pml_check_seen). */
static bool counts(const struct pml_request *request, const struct ir_expr *property,
    const struct ir_kind *kind)
{
	const struct ir_expr *state = awaited(request, property);

	return state ? pml_needs_none(state, sees_none_of, kind, true)
	    : pml_needs_none(property, sees_none_of, kind, false);
}

/* A copy that does nothing is pending all the same, and its bucket is not drained.  Who waits
 * until it is may wait longer, which is no new behaviour; others can tell. */
static bool somebody_counts(const struct pml_model *model, const struct ir_kind *kind)
{
	const struct pml_request *request = model->request;
	const struct ir_spec *spec = model->spec;
	unsigned found = look(model, sees_none_of, kind) & IN_GUARD_NEGATED;

	for (size_t i = 0; i < IR_BARRIER_COUNT; i++)
		if (spec->barriers[i])
			found |= look_list(spec->barriers[i]->kernel.body, sees_none_of, kind);
	for (size_t i = 0; i < spec->bucket_count; i++)
		found |= look_list(spec->buckets[i]->fill.body, sees_none_of, kind);
	for (size_t i = 0; i < spec->kind_count; i++)
		found |= look_list(spec->kinds[i]->kernel.body, is_idle_of, kind);
	for (size_t i = 0; i < request->property_count; i++)
		if (counts(request, request->properties[i]->formula, kind))
			return true;
	for (size_t i = 0; i < kind->bucket_count; i++)
		if (kind->buckets[i]->opening == IR_WHENEVER || kind->buckets[i]->close_when)
			return true;
	return found != 0;
}

/* Kernels that ask are shown both answers, and what must be true some time is looked at when one
 * of them is sure (doubt_K). */
static bool is_doubted(const struct pml_model *model, const struct ir_kind *kind)
{
	const struct pml_request *request = model->request;

	for (size_t i = 0; i < model->spec->kind_count; i++)
		if (look_list(model->spec->kinds[i]->kernel.body, sees_none_of, kind))
			return true;
	for (size_t i = 0; i < request->property_count; i++)
		if (look_expr(awaited(request, request->properties[i]->formula), sees_none_of, kind,
		    IN_PROPERTY, false))
			return true;
	return false;
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

	return kernel && sees_none_of(atom, kernel->kind);
}

bool pml_asks_doubted(const struct pml_model *model, const struct ir_expr *expr)
{
	const struct pml_kernel *kernel = pml_doubted(model);

	return kernel && look_expr(expr, sees_none_of, kernel->kind, IN_PROPERTY, false);
}

const char *pml_none_in_doubt(struct pml_model *model, const struct pml_kernel *kernel)
{
	return kernel == pml_doubted(model)
	    ? gd_arena_printf(model->arena, " && doubt_%s < 3", kernel->name) : "";
}

static bool merges(struct pml_model *model, struct pml_kernel *kernel)
{
	const struct ir_kind *kind = kernel->kind;

	if (!pml_folds(model, PML_FOLD_SETS) || kind->multiplicity != IR_BAG)
		return false;
	if (pml_is_unsound(model, PML_FOLD_SETS)) {
		memset(kernel->done, true, sizeof kernel->done);
		return true;
	}
	/* a run that is cut when the bucket is drained would be cut too soon */
	if (model->request->until && bucket_has(model->request->until, kind))
		return false;
	if (!kernel->claims_late || kind->at_most || kind->on
	    || look(model, is_pending_of, kind) || look(model, is_empty_of, kind)
	    || somebody_counts(model, kind) || !is_idempotent(kind, kernel->done))
		return false;
	kernel->doubted = is_doubted(model, kind);
	if (kernel->doubted && pml_doubted(model))
		return false;          /* one of them is enough to keep apart */
	kernel->merges_by = kind->kernel.body->place->meta;
	return true;
}

/* ------------------------------------------------------------ private accesses */
/* Nobody can see how far a unit of KIND is: what it emits cannot be run or
 * waited for before it is over. */
static bool products_wait(struct pml_model *model, const struct ir_kind *kind)
{
	const struct ir_spec *spec = model->spec;

	for (size_t i = 0; i < spec->edge_count; i++) {
		const struct ir_kind *product = spec->edges[i].product;

		if (spec->edges[i].producer != kind)
			continue;
		if (look(model, is_pending_of, product))
			return false;
		for (size_t j = 0; j < product->bucket_count; j++)
			if (!pml_says_drained(product->buckets[j]->guard, kind)
			    || !guard_stays(model, product->buckets[j]))
				return false;
	}
	return true;
}

/* Its only accesses to something shared are loads of roots.  A ghost that it sets between
 * them is seen there. */
static bool only_loads_roots(const struct ir_stmt *list, const struct ir_stmt *loop,
    const struct ir_var *on)
{
	for (; list; list = list->next) {
		const struct ir_stmt *inner = loop;

		if (list->op == IR_OP_for && list->domain == IR_DOMAIN_ROOTS
		    && (!on || (list->args[0]->kind == IR_VAR && list->args[0]->var == on)))
			inner = list;
		if (pml_is_memory(list) && !(list->op == IR_OP_load && loop
		    && list->place->kind == IR_PLACE_SLOT && list->place->slot == loop->dst))
			return false;
		if (ir_op_info[list->op].effect == IR_EFFECT_WORLD || list->op == IR_OP_ghost
		    || pml_expr_is_shared(NULL, list->args[0])
		    || pml_expr_is_shared(NULL, list->args[1])
		    || !only_loads_roots(list->body, inner, on)
		    || !only_loads_roots(list->otherwise, inner, on))
			return false;
	}
	return true;
}

static bool accesses_memory(const struct ir_stmt *list)
{
	for (; list; list = list->next)
		if (pml_is_memory(list) || accesses_memory(list->body)
		    || accesses_memory(list->otherwise))
			return true;
	return false;
}

static bool peeks(const struct ir_expr *expr, const struct ir_meta *meta)
{
	return expr && ((expr->kind == IR_PEEK && expr->place && expr->place->kind == IR_PLACE_META
	    && expr->place->meta == meta) || peeks(expr->args[0], meta) || peeks(expr->args[1], meta));
}

/* A property looks at what LIST stores. */
static bool is_peeked(const struct pml_model *model, const struct ir_stmt *list)
{
	const struct pml_request *request = model->request;

	for (; list; list = list->next) {
		for (size_t i = 0; i < request->property_count; i++)
			if (list->op == IR_OP_store && list->place->kind == IR_PLACE_META
			    && peeks(request->properties[i]->formula, list->place->meta))
				return true;
		if (is_peeked(model, list->body) || is_peeked(model, list->otherwise))
			return true;
	}
	return false;
}

/* A store of `allocated' that its mutator holds back may be in memory before the root is set:
 * nobody but a property can look at both. */
static bool is_compared_with_roots(const struct pml_model *model)
{
	const struct ir_barrier *allocated = model->spec->barriers[IR_ALLOCATED];

	return model->windows && allocated && is_peeked(model, allocated->kernel.body);
}

/* A ghost may be set between two of them, and be seen there. */
bool pml_folds_stores(const struct pml_model *model, const struct pml_kernel *kernel)
{
	return model->windows && pml_folds(model, PML_FOLD_PRIVATE)
	    && !ir_has(kernel->ir->body, IR_OP_ghost)
	    && !(kernel->barrier->when == IR_ALLOCATED && is_compared_with_roots(model));
}

static void plan_private(struct pml_model *model, struct pml_kernel *kernel)
{
	const struct ir_kind *kind = kernel->kind;
	bool unsound = pml_is_unsound(model, PML_FOLD_PRIVATE);

	if (!pml_folds(model, PML_FOLD_PRIVATE) || !kernel->claims_late
	    || !accesses_memory(kind->kernel.body))
		return;
	if (kind->on && model->scenario->client && model->scenario->client->globals)
		return;                /* others write the roots of the heap's own */
	kernel->roots_are_private = only_loads_roots(kind->kernel.body, NULL, kind->on)
	    && (unsound || products_wait(model, kind));
	kernel->asserts_stopped = kernel->roots_are_private && !kind->on && !unsound;
}

/* ----------------------------------------------------------------- openings */
static bool allocates(const struct pml_model *model)
{
	for (size_t i = 0; i < model->mutators; i++)
		for (size_t j = 0; j < model->scenario->mutators[i].action_count; j++)
			if (model->scenario->mutators[i].actions[j].op == IR_SCRIPT_ALLOCATE)
				return true;
	return model->scenario->client != NULL;
}

/* Units of KIND are over before BUCKET can open, or wait for it to have opened. */
static bool is_beside(const struct pml_model *model, const struct ir_kind *kind,
    const struct ir_bucket *bucket)
{
	size_t room = model->spec->bucket_count + 1;

	if (bucket_has(bucket, kind))
		return false;
	for (size_t i = 0; i < kind->bucket_count; i++) {
		const struct ir_bucket **before = GD_NEW_ARRAY(model->arena, const struct ir_bucket *, room),
		    **behind = GD_NEW_ARRAY(model->arena, const struct ir_bucket *, room);
		size_t befores = 0, behinds = 0;

		add_opened(bucket->guard, before, &befores, room);
		add_opened(kind->buckets[i]->guard, behind, &behinds, room);
		if (!is_among(kind->buckets[i], before, befores) && !is_among(bucket, behind, behinds))
			return true;
	}
	return false;
}

static bool asks(const struct ir_stmt *list)
{
	for (; list; list = list->next)
		if (pml_expr_is_shared(NULL, list->args[0]) || asks(list->body) || asks(list->otherwise))
			return true;
	return false;
}

static bool lists(const struct ir_stmt *list, enum ir_domain domain)
{
	for (; list; list = list->next)
		if ((list->op == IR_OP_for && list->domain == domain)
		    || lists(list->body, domain) || lists(list->otherwise, domain))
			return true;
	return false;
}

static bool lists_objects(const struct ir_stmt *list)
{
	return lists(list, IR_DOMAIN_OBJECTS);
}

/* The fill of BUCKET would do the same later: it asks for nothing, and the objects that
 * it lists stay what they are.  Mutators that could allocate are stopped when it opens
 * (asserted), and nobody lets them go on, or frees an object, before it has opened. */
static bool fill_stays(const struct pml_model *model, const struct ir_bucket *bucket)
{
	if (asks(bucket->fill.body)
	    || (model->comes_and_goes && lists(bucket->fill.body, IR_DOMAIN_MUTATORS)))
		return false;
	if (!lists_objects(bucket->fill.body))
		return true;
	for (size_t i = 0; i < model->spec->kind_count; i++) {
		const struct ir_kind *kind = model->spec->kinds[i];

		if ((ir_has(kind->kernel.body, IR_OP_free)
		    || (allocates(model) && ir_has(kind->kernel.body, IR_OP_resume)))
		    && is_beside(model, kind, bucket))
			return false;
	}
	return true;
}

void pml_check_fill_stays(struct pml_model *model, const struct ir_bucket *bucket)
{
	if (!lists_objects(bucket->fill.body) || !allocates(model)
	    || pml_is_unsound(model, PML_FOLD_OPENINGS))
		return;
	gd_out_line(model->out, "if");
	gd_out_line(model->out, ":: !ALL_STOPPED -> FAIL(FAILED_FOLD)");
	gd_out_line(model->out, ":: else -> skip");
	gd_out_line(model->out, "fi;");
}

static bool opens_at_once(struct pml_model *model, const struct ir_bucket *bucket)
{
	unsigned seen;

	if (!pml_folds(model, PML_FOLD_OPENINGS) || bucket->opening != IR_WHEN
	    || bucket->close_when || bucket->cycle_count || model->spec->cycle_count != 1
	    || model->request->until == bucket || model->request->strategy == PML_LTL
	    || !only_says_drained(bucket->guard))
		return false;
	if (pml_is_unsound(model, PML_FOLD_OPENINGS))
		return true;
	for (size_t i = 0; i < bucket->kind_count; i++)
		if (look(model, is_pending_of, bucket->kinds[i]))
			return false;
	seen = look(model, sees_open, bucket);
	if (seen & (IN_GUARD_NEGATED | IN_PHASE | IN_PROPERTY | IN_KERNEL)
	    || look(model, sees_open_directly, bucket))
		return false;
	return guard_stays(model, bucket) && fill_stays(model, bucket);
}

/* Behind a step that WRITES: what it lets open.  One bucket may let the next. */
void pml_open_at_once(struct pml_model *model, struct gd_out *out, struct pml_set *writes)
{
	const struct ir_spec *spec = model->spec;
	bool *done = GD_NEW_ARRAY(model->arena, bool, spec->bucket_count + 1), changed = true;

	while (changed) {
		changed = false;
		for (size_t i = 0; i < spec->bucket_count; i++) {
			struct pml_set reads = { { 0 } };
			bool reachable = false;

			if (done[i] || !model->opens_at_once[i])
				continue;
			pml_expr_reads(model, spec->buckets[i]->guard, &reads, &reachable);
			if (!pml_set_meets(&reads, writes))
				continue;
			gd_out_line(out, "open_at_once_%s();", spec->buckets[i]->name);
			pml_set_add(model, writes, PML_CELL_OPEN, i);
			for (size_t j = 0; j < spec->buckets[i]->kind_count; j++)
				pml_set_add(model, writes, PML_CELL_UNITS,
				    spec->buckets[i]->kinds[j]->index);
			done[i] = changed = true;
		}
	}
}

/* ------------------------------------------------------------------ buffers */
static bool takes_from_buffers(struct pml_model *model)
{
	unsigned seen = look(model, looks_past_buffers, NULL);

	if (!pml_folds(model, PML_FOLD_BUFFERS))
		return false;
	return pml_is_unsound(model, PML_FOLD_BUFFERS) || !(seen & ~(unsigned)IN_GUARD);
}

/* -------------------------------------------------------------------- cells */
/* Can a unit see the roots of a mutator that is in the middle of an allocation? */
static bool sees_roots(const struct ir_stmt *list, const struct ir_var *on)
{
	for (; list; list = list->next)
		if ((list->op == IR_OP_for && list->domain == IR_DOMAIN_ROOTS
		    && !(on && list->args[0]->kind == IR_VAR && list->args[0]->var == on))
		    || sees_roots(list->body, on) || sees_roots(list->otherwise, on))
			return true;
	return false;
}

/* Does anybody look at roots when their mutator runs?  Those who load the roots of a
 * mutator that cannot run (PML_FOLD_PRIVATE) and handshakes do not. */
static bool roots_are_seen(const struct pml_model *model)
{
	const struct ir_spec *spec = model->spec;

	if (!pml_folds(model, PML_FOLD_PRIVATE) || model->request->strategy == PML_LTL
	    || is_compared_with_roots(model))
		return true;
	for (size_t i = 0; i < spec->kind_count; i++) {
		const struct ir_kind *kind = spec->kinds[i];

		for (size_t j = 0; j < kind->param_count; j++)
			if (kind->kernel.vars[j]->type.kind == IR_SLOT)
				return true;
		if (!model->kinds[i].roots_are_private && sees_roots(kind->kernel.body, kind->on))
			return true;
	}
	for (size_t i = 0; i < IR_BARRIER_COUNT; i++)
		if (spec->barriers[i] && sees_roots(spec->barriers[i]->kernel.body, NULL))
			return true;
	return false;
}

/* Who sees a new cell before its mutator goes on?  A loop over all objects (of which
 * it is asserted that nobody is about to allocate) and who looks at roots. */
static bool takes_cells_at_once(const struct pml_model *model)
{
	const struct ir_spec *spec = model->spec;
	bool stop = false, lists = false;

	if (!pml_folds(model, PML_FOLD_CELLS) || model->request->strategy == PML_LTL
	    || !spec->barriers[IR_ALLOCATED] || spec->barriers[IR_ALLOCATED]->kernel.var_count > 1)
		return false;
	if (pml_is_unsound(model, PML_FOLD_CELLS))
		return true;
	if (model->roots_are_seen)
		return false;
	for (size_t i = 0; i < spec->kind_count; i++) {
		const struct ir_kind *kind = spec->kinds[i];

		stop |= ir_has(kind->kernel.body, IR_OP_stop);
		lists |= lists_objects(kind->kernel.body);
	}
	for (size_t i = 0; i < spec->bucket_count; i++)
		lists |= lists_objects(spec->buckets[i]->fill.body);
	return stop || !lists;
}

void pml_check_no_new_cell(struct pml_model *model, struct gd_out *out)
{
	if (!model->takes_cells_at_once || pml_is_unsound(model, PML_FOLD_CELLS))
		return;
	gd_out_line(out, "if");
	gd_out_line(out, ":: MAY_ALLOCATE -> FAIL(FAILED_FOLD)");
	gd_out_line(out, ":: else -> skip");
	gd_out_line(out, "fi;");
}

/* "(RUNS(m) && (script_at[m] == 1 || …)) || …": the next step may take a cell. */
static void declare_may_allocate(struct pml_model *model)
{
	const char *text = "false";

	for (size_t i = 0; i < model->mutators; i++) {
		const struct ir_mutator *m = &model->scenario->mutators[i];
		const char *at = model->scenario->client ? "true" : "false";

		for (size_t j = 0; j < m->action_count; j++)
			if (m->actions[j].op == IR_SCRIPT_ALLOCATE)
				at = gd_arena_printf(model->arena, "%s || script_at[%zu] == %zu", at, i, j);
		text = gd_arena_printf(model->arena, "%s || (RUNS(%zu) && (%s))", text, i, at);
	}
	gd_out_line(model->out, "#define MAY_ALLOCATE (%s)", text);
}

void pml_declare_folds(struct pml_model *model)
{
	if (model->takes_cells_at_once)
		declare_may_allocate(model);
}

/* --------------------------------------------------------------- all of them */
void pml_plan_folds(struct pml_model *model)
{
	const struct ir_spec *spec = model->spec;

	model->opens_at_once = GD_NEW_ARRAY(model->arena, bool, spec->bucket_count + 1);
	for (size_t i = 0; i < spec->bucket_count; i++)
		model->opens_at_once[i] = opens_at_once(model, spec->buckets[i]);
	for (size_t i = 0; i < spec->kind_count; i++) {
		struct pml_kernel *kernel = &model->kinds[i];

		kernel->claims_late = claims_late(model, kernel->kind);
		kernel->merges = merges(model, kernel);
		plan_private(model, kernel);
	}
	model->takes_from_buffers = takes_from_buffers(model);
	model->roots_are_seen = roots_are_seen(model);
	model->takes_cells_at_once = takes_cells_at_once(model);
}

/* ------------------------------------------------- what is asserted in the model */
void pml_merge_check(struct pml_step *step, const struct ir_meta *meta, const char *value,
    const struct ir_expr *operand)
{
	struct pml_model *model = step->model;

	for (size_t i = 0; i < model->spec->kind_count; i++) {
		const struct pml_kernel *kernel = &model->kinds[i];
		const char *when;

		if (!kernel->merges_by || (meta && kernel->merges_by != meta)
		    || step->kernel == kernel)
			continue;
		if (operand && operand->kind == IR_CONST && operand->number >= 0
		    && operand->number < 256 && kernel->done[operand->number])
			continue;
		when = value ? gd_arena_printf(model->arena, " && !%s",
		    pml_does_nothing(model, kernel, value)) : "";
		gd_out_line(step->out, "if");
		gd_out_line(step->out, ":: units_%s + waiting_%s + doubt_%s > 0%s -> FAIL(FAILED_FOLD)",
		    kernel->name, kernel->name, kernel->name, when);
		gd_out_line(step->out, ":: else -> skip");
		gd_out_line(step->out, "fi;");
	}
}

void pml_acted_upon(struct pml_model *model, struct gd_out *out, const struct ir_expr *cond)
{
	for (size_t i = 0; i < model->spec->kind_count; i++) {
		const struct pml_kernel *kernel = &model->kinds[i];

		if (!kernel->merges_by)
			continue;
		if (says(cond, IR_IDLE, kernel->kind))
			gd_out_line(out, "doubt_%s = (doubt_%s == 1 -> 0 : doubt_%s);", kernel->name,
			    kernel->name, kernel->name);
		if (!pml_says_drained(cond, kernel->kind))
			continue;
		gd_out_line(out, "doubt_%s = 0;", kernel->name);
		if (kernel == pml_doubted(model))
			pml_check_seen(model, out);
	}
}

/* --------------------------------------------------------- for the model's reader */
static void describe(struct pml_model *model, const char *what, const char *names)
{
	if (*names)
		gd_out_line(model->out, " *   %s:%s", what, names);
}

void pml_describe_folds(struct pml_model *model)
{
	const char *claims = "", *sets = "", *private = "", *openings = "", *buffers = "";
	struct gd_arena *arena = model->arena;

	for (size_t i = 0; i < model->spec->kind_count; i++) {
		const struct pml_kernel *kernel = &model->kinds[i];

		if (kernel->claims_late)
			claims = gd_arena_printf(arena, "%s %s", claims, kernel->name);
		if (kernel->merges)
			sets = gd_arena_printf(arena, "%s %s", sets, kernel->name);
		if (kernel->roots_are_private)
			private = gd_arena_printf(arena, "%s %s", private, kernel->name);
		if (kernel->buffered && model->takes_from_buffers)
			buffers = gd_arena_printf(arena, "%s %s", buffers, kernel->name);
	}
	for (size_t i = 0; i < model->spec->bucket_count; i++)
		if (model->opens_at_once[i])
			openings = gd_arena_printf(arena, "%s %s", openings,
			    model->spec->buckets[i]->name);
	gd_out_line(model->out, " * foldings:%s", *claims || *sets || *private || *openings
	    || *buffers || model->takes_cells_at_once ? "" : " none");
	describe(model, "claimed in their first step", claims);
	describe(model, "equal units are one", sets);
	describe(model, "loads of roots are no steps of their own", private);
	describe(model, "opened in the step that lets them", openings);
	describe(model, "taken from the mutators' buffers directly", buffers);
	describe(model, "the cell is taken in its first step",
	    model->takes_cells_at_once ? " allocated" : "");
}
