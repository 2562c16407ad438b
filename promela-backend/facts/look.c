/* look.c: who looks at what of the collector's state, and where. */
#include "promela-backend/facts/look.h"
#include "compiler/ir/walk.h"

/* --------------------------------------------- who looks at what of the state */
unsigned pml_look_expr(const struct ir_expr *expr, pml_atom_test *test, const void *about,
    unsigned at, bool negated)
{
	bool turns;
	unsigned found;

	if (!expr)
		return 0;
	turns = expr->kind == IR_NOT || expr->kind == IR_EQ || expr->kind == IR_NE ||
	    expr->kind == IR_IMPLIES;
	found = test(expr, about) ? (negated && at == IN_GUARD ? IN_GUARD_NEGATED : at) : 0;
	if (found == IN_PHASE && negated)
		found |= IN_GUARD_NEGATED;
	for (size_t i = 0; i < expr->unit_count; i++)
		found |= pml_look_expr(expr->units[i], test, about, at, true);
	if (expr->place)
		found |= pml_look_expr(expr->place->object, test, about, at, true) |
		    pml_look_expr(expr->place->index, test, about, at, true);
	return found | pml_look_expr(expr->args[0], test, about, at, negated || turns) |
	    pml_look_expr(expr->args[1], test, about, at, negated || turns);
}

/* What STMT itself reads, without its bodies. */
unsigned pml_look_stmt(const struct ir_stmt *stmt, pml_atom_test *test, const void *about)
{
	bool observes = stmt->op == IR_OP_ghost || stmt->op == IR_OP_assert;
	unsigned at = observes ? IN_OBSERVER : IN_KERNEL, found = 0;
	const struct ir_expr *part;

	for (size_t i = 0; (part = ir_stmt_part(stmt, i)); i++)
		found |= pml_look_expr(part, test, about, at, false);
	return found;
}

unsigned pml_look_list(const struct ir_stmt *list, pml_atom_test *test, const void *about)
{
	unsigned found = 0;

	for (; list; list = list->next)
		found |= pml_look_stmt(list, test, about) | pml_look_list(list->body, test, about) |
		    pml_look_list(list->otherwise, test, about);
	return found;
}

/* The ghosts of scripts. */
unsigned pml_look_scripts(const struct pml_model *model, pml_atom_test *test, const void *about)
{
	unsigned found = 0;

	for (size_t i = 0; i < model->mutators; i++) {
		const struct ir_mutator *m = &model->scenario->mutators[i];

		for (size_t j = 0; j < m->action_count; j++)
			found |=
			    pml_look_expr(m->actions[j].value, test, about, IN_OBSERVER, false);
	}
	return found;
}

/* All places in the model with an atom for which TEST is true. */
unsigned pml_look(const struct pml_model *model, pml_atom_test *test, const void *about)
{
	const struct ir_spec *spec = model->spec;
	const struct pml_request *request = model->request;
	unsigned found = pml_look_scripts(model, test, about);

	for (size_t i = 0; i < spec->kind_count; i++)
		found |= pml_look_list(spec->kinds[i]->kernel.body, test, about);
	for (size_t i = 0; i < IR_BARRIER_COUNT; i++)
		if (spec->barriers[i])
			found |= pml_look_list(spec->barriers[i]->kernel.body, test, about);
	for (size_t i = 0; i < spec->bucket_count; i++) {
		const struct ir_bucket *bucket = spec->buckets[i];

		found |= pml_look_list(bucket->fill.body, test, about) |
		    pml_look_expr(bucket->guard, test, about, IN_GUARD, false);
		for (size_t k = 0; k < IR_BUCKET_GUARDS; k++)
			found |= pml_look_expr(ir_bucket_guard(bucket, k), test, about,
			    IN_GUARD_NEGATED, false);
	}
	for (size_t i = 0; i < spec->phase_count; i++)
		found |= pml_look_expr(spec->phases[i]->from, test, about, IN_PHASE, false) |
		    pml_look_expr(spec->phases[i]->to, test, about, IN_PHASE, false);
	for (size_t i = 0; i < spec->cycle_count; i++)
		found |=
		    pml_look_expr(spec->cycles[i]->from, test, about, IN_GUARD_NEGATED, false) |
		    pml_look_expr(spec->cycles[i]->to, test, about, IN_GUARD, false);
	for (size_t i = 0; i < request->property_count; i++)
		found |=
		    pml_look_expr(request->properties[i]->formula, test, about, IN_PROPERTY, false);
	return found;
}

/* How EXPR depends on its argument I: ir_direction. */
static int direction_of(const struct ir_expr *expr, size_t i)
{
	if (ir_family(expr) == IR_FAMILY_LOGIC)
		return ir_direction(expr->kind, i);
	return expr->kind == IR_ALWAYS || ir_family(expr) == IR_FAMILY_QUANTIFIER;
}

/* ---------------------------------------------- properties, and how much work is left */
bool pml_needs_none(const struct ir_expr *expr, pml_atom_test *test, const void *about,
    bool is_given)
{
	if (!expr)
		return false;
	if (test(expr, about))
		return !is_given;
	for (size_t i = 0; i < 2 && expr->args[i]; i++) {
		int direction = direction_of(expr, i);

		if (direction >= 0 && pml_needs_none(expr->args[i], test, about, is_given))
			return true;
		if (direction <= 0 && pml_needs_none(expr->args[i], test, about, !is_given))
			return true;
	}
	return false;
}

bool pml_bucket_has(const struct ir_bucket *bucket, const struct ir_kind *kind)
{
	for (size_t i = 0; i < bucket->kind_count; i++)
		if (bucket->kinds[i] == kind)
			return true;
	return false;
}

bool pml_is_about_kind(const struct ir_expr *atom, const struct ir_kind *kind)
{
	return atom->kind_of_work == kind || (atom->bucket && pml_bucket_has(atom->bucket, kind));
}

bool pml_is_empty_of(const struct ir_expr *atom, const void *kind)
{
	return atom->kind == IR_EMPTY && pml_is_about_kind(atom, kind);
}

bool pml_is_pending_of(const struct ir_expr *atom, const void *kind)
{
	return atom->kind == IR_PENDING && atom->kind_of_work == kind;
}

bool pml_looks_past_buffers(const struct ir_expr *atom, const void *unused)
{
	(void)unused;
	return atom->kind == IR_IDLE || atom->kind == IR_EMPTY;
}

bool pml_is_reachable(const struct ir_expr *atom, const void *unused)
{
	(void)unused;
	return atom->kind == IR_REACHABLE;
}

bool pml_asks_reachable(const struct ir_expr *expr)
{
	return pml_look_expr(expr, pml_is_reachable, NULL, IN_OBSERVER, false);
}

bool pml_observes_reachable(const struct pml_model *model)
{
	return pml_look(model, pml_is_reachable, NULL) & IN_OBSERVER;
}

/* Whether the atom depends on objects: their contents, or what refers to them. */
bool pml_sees_objects(const struct ir_expr *atom, const void *unused)
{
	(void)unused;
	return atom->kind == IR_PEEK || atom->kind == IR_FREED || atom->kind == IR_REACHABLE;
}

/* Whether the atom depends on whether BUCKET has opened. */
bool pml_sees_open(const struct ir_expr *atom, const void *about)
{
	const struct ir_bucket *bucket = about;

	if (!ir_asks_for_units(atom) && atom->kind != IR_IS_OPEN)
		return false;
	if (atom->bucket)
		return atom->bucket == bucket;
	return atom->kind_of_work && pml_bucket_has(bucket, atom->kind_of_work);
}

bool pml_sees_open_directly(const struct ir_expr *atom, const void *bucket)
{
	return atom->kind == IR_IS_OPEN && atom->bucket == bucket;
}

static bool is_ghost(const struct ir_expr *atom, const void *ghost)
{
	return atom->kind == IR_GHOST && atom->ghost == ghost;
}

/* Whether the model needs GHOST.  A ghost that nothing reads is left out. */
bool pml_reads_ghost(const struct pml_model *model, const struct ir_ghost *ghost)
{
	return pml_look(model, is_ghost, ghost) || model->request->outcomes;
}

/* Whether the atom asks whether units of the kind are left. */
bool pml_sees_none_of(const struct ir_expr *atom, const void *kind)
{
	return ir_asks_for_units(atom) && pml_is_about_kind(atom, kind);
}

static bool is_promise(const struct ir_expr *expr, const void *unused)
{
	(void)unused;
	return ir_awaits(expr) || expr->kind == IR_ALWAYS;
}

/* An `always' that is not within another formula is about each state on its own. */
bool pml_awaits(const struct ir_expr *formula)
{
	if (formula->kind == IR_ALWAYS || formula->kind == IR_FORALL)
		return pml_awaits(formula->args[0]);
	if (formula->kind == IR_AND)
		return pml_awaits(formula->args[0]) || pml_awaits(formula->args[1]);
	return ir_expr_any(formula, is_promise, NULL);
}

static bool asks_for_work(const struct ir_expr *atom, const void *unused)
{
	(void)unused;
	return ir_asks_for_units(atom);
}

bool pml_waits_for_work(const struct ir_expr *condition)
{
	return ir_expr_any(condition, asks_for_work, NULL);
}

static bool tells_units(const struct ir_expr *atom, const void *unused)
{
	return asks_for_work(atom, unused) || atom->kind == IR_PENDING;
}

/* Whether some property can tell when units are emitted. */
bool pml_units_are_told(const struct pml_model *model)
{
	return pml_look(model, tells_units, NULL) & IN_PROPERTY;
}

/* ----------------------------------------------------------------- conjuncts */
bool pml_answers(const struct ir_expr *cond, bool answer, enum ir_expr_kind state,
    const struct ir_kind *kind)
{
	bool first, second;

	if (!cond)
		return false;
	if (cond->kind == IR_NOT)
		return pml_answers(cond->args[0], !answer, state, kind);
	if (cond->kind != IR_AND && cond->kind != IR_OR)
		return answer && cond->kind == state && pml_is_about_kind(cond, kind);
	first = pml_answers(cond->args[0], answer, state, kind);
	second = pml_answers(cond->args[1], answer, state, kind);
	return (cond->kind == IR_AND) == answer ? first || second : first && second;
}

bool pml_says(const struct ir_expr *cond, enum ir_expr_kind state, const struct ir_kind *kind)
{
	return pml_answers(cond, true, state, kind);
}

bool pml_says_drained(const struct ir_expr *cond, const struct ir_kind *kind)
{
	return pml_says(cond, IR_DRAINED, kind);
}

bool pml_only_says_drained(const struct ir_expr *cond)
{
	if (cond->kind == IR_AND)
		return pml_only_says_drained(cond->args[0]) && pml_only_says_drained(cond->args[1]);
	return cond->kind == IR_DRAINED && cond->bucket;
}

/* ------------------------------------------------------------ normal forms */
static bool is_temporal(const struct ir_expr *expr, const void *unused)
{
	(void)unused;
	return ir_family(expr) == IR_FAMILY_TEMPORAL;
}

bool pml_is_temporal(const struct ir_expr *expr)
{
	return ir_expr_any(expr, is_temporal, NULL);
}
