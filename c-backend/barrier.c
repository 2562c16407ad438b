/* barrier.c: what can be seen of barriers and phases in a specification: when a
 * barrier does nothing, where a phase changes, and which metadata of new objects
 * are known before there is an object.
 *
 * Conditions are looked at with the options bound: what an option has decided is
 * true or false. */
#include "c-backend/barrier.h"
#include "compiler/ir/walk.h"

static enum cgen_truth negated(enum cgen_truth t)
{
	return t == CGEN_OPEN ? CGEN_OPEN : t == CGEN_TRUE ? CGEN_FALSE : CGEN_TRUE;
}

bool cgen_is_null(const struct ir_expr *e, const bool *null)
{
	return e->kind == IR_NULL || (null && e->kind == IR_VAR && null[e->var->index]);
}

static enum cgen_truth compared(const struct ir_expr *e, const bool *null)
{
	const struct ir_expr *a = e->args[0], *b = e->args[1];
	bool equal = a->kind == IR_CONST && b->kind == IR_CONST && a->number == b->number;

	if (cgen_is_null(a, null) && cgen_is_null(b, null))
		equal = true;
	else if (a->kind != IR_CONST || b->kind != IR_CONST)
		return CGEN_OPEN;
	return equal == (e->kind == IR_EQ) ? CGEN_TRUE : CGEN_FALSE;
}

enum cgen_truth cgen_truth(const struct ir_expr *e, const bool *null)
{
	enum cgen_truth a, b;

	if (e->kind == IR_CONST)
		return e->number ? CGEN_TRUE : CGEN_FALSE;
	if (e->kind == IR_NOT)
		return negated(cgen_truth(e->args[0], null));
	if (e->kind == IR_EQ || e->kind == IR_NE)
		return compared(e, null);
	if (e->kind != IR_AND && e->kind != IR_OR)
		return CGEN_OPEN;
	enum cgen_truth decides = e->kind == IR_AND ? CGEN_FALSE : CGEN_TRUE;
	a = cgen_truth(e->args[0], null);
	b = cgen_truth(e->args[1], null);
	if (a == decides || b == decides)
		return decides;
	return a == CGEN_OPEN || b == CGEN_OPEN ? CGEN_OPEN : negated(decides);
}

static enum cgen_truth truth(const struct ir_expr *e)
{
	return cgen_truth(e, NULL);
}

/* Whether S has the barrier answer with another object than the one that it was asked about.  BARRIER is NULL, or S
 * is a part of it. */
static bool answers(const struct ir_stmt *s, const struct ir_barrier *barrier)
{
	return barrier && barrier->result && s->dst == barrier->result &&
	    !(s->op == IR_OP_let && ir_is_var(s->args[0], barrier->kernel.vars[0]));
}

static bool is_silent(const struct ir_stmt *s, const struct ir_barrier *barrier)
{
	return s->op == IR_OP_ghost || (s->op == IR_OP_let && !answers(s, barrier));
}

static bool does_nothing(const struct ir_stmt *list, const struct ir_barrier *barrier)
{
	for (const struct ir_stmt *s = list; s; s = s->next) {
		if (is_silent(s, barrier))
			continue;
		if (s->op != IR_OP_if)
			return false;
		enum cgen_truth t = truth(s->args[0]);
		if ((t != CGEN_FALSE && !does_nothing(s->body, barrier)) ||
		    (t != CGEN_TRUE && !does_nothing(s->otherwise, barrier)))
			return false;
	}
	return true;
}

bool cgen_does_nothing(const struct ir_stmt *list)
{
	return does_nothing(list, NULL);
}

bool cgen_has_barrier(const struct cgen *c, enum ir_barrier_when when)
{
	const struct ir_barrier *barrier = c->spec->barriers[when];
	/* the runtime pins what it is not told of, so the barrier is there also if it does nothing */
	return barrier && (when == IR_PINNED || !does_nothing(barrier->kernel.body, barrier)) &&
	    !(when == IR_ALLOCATED && c->at_refill);
}

bool cgen_answers(const struct cgen *c, enum ir_barrier_when when)
{
	return ir_redirects(c->spec, when) && cgen_has_barrier(c, when);
}

/* ------------------------------------------------------ when a barrier does nothing */

static struct cgen_gate always(void)
{
	return (struct cgen_gate){ .always = true };
}

static struct cgen_gate any_of(struct cgen_gate a, struct cgen_gate b)
{
	return (struct cgen_gate){ a.always || b.always, a.phases | b.phases };
}

static struct cgen_gate negation(const struct ir_expr *e);

/* Phases of which at least one is on whenever the condition E holds. */
static struct cgen_gate condition(const struct ir_expr *e)
{
	struct cgen_gate a;

	if (truth(e) != CGEN_OPEN)
		return (struct cgen_gate){ .always = truth(e) == CGEN_TRUE };
	if (e->kind == IR_IN_PHASE)
		return (struct cgen_gate){ .phases = 1u << e->phase->index };
	if (e->kind == IR_NOT)
		return negation(e->args[0]);
	if (e->kind == IR_OR)
		return any_of(condition(e->args[0]), condition(e->args[1]));
	if (e->kind != IR_AND)
		return always();
	a = condition(e->args[0]);
	return a.always ? condition(e->args[1]) : a;
}

/* The same whenever E does not hold. */
static struct cgen_gate negation(const struct ir_expr *e)
{
	struct cgen_gate a;

	if (truth(e) != CGEN_OPEN)
		return (struct cgen_gate){ .always = truth(e) == CGEN_FALSE };
	if (e->kind == IR_NOT)
		return condition(e->args[0]);
	if (e->kind == IR_AND)
		return any_of(negation(e->args[0]), negation(e->args[1]));
	if (e->kind != IR_OR)
		return always();
	a = negation(e->args[0]);
	return a.always ? negation(e->args[1]) : a;
}

static struct cgen_gate list_gate(const struct ir_stmt *list, const struct ir_barrier *barrier);

/* When LIST, a branch that is taken only WHEN, does something. */
static struct cgen_gate branch_gate(struct cgen_gate when, const struct ir_stmt *list,
    const struct ir_barrier *barrier)
{
	if (does_nothing(list, barrier))
		return (struct cgen_gate){ 0 };
	return when.always ? list_gate(list, barrier) : when;
}

static struct cgen_gate list_gate(const struct ir_stmt *list, const struct ir_barrier *barrier)
{
	struct cgen_gate gate = { 0 };

	for (const struct ir_stmt *s = list; s; s = s->next) {
		if (is_silent(s, barrier))
			continue;
		if (s->op != IR_OP_if)
			return always();
		if (truth(s->args[0]) != CGEN_FALSE)
			gate = any_of(gate, branch_gate(condition(s->args[0]), s->body, barrier));
		if (truth(s->args[0]) != CGEN_TRUE)
			gate =
			    any_of(gate, branch_gate(negation(s->args[0]), s->otherwise, barrier));
	}
	return gate;
}

struct cgen_gate cgen_gate(const struct ir_barrier *barrier)
{
	return barrier ? list_gate(barrier->kernel.body, barrier) : (struct cgen_gate){ 0 };
}

/* ------------------------------------------------------------ where a phase changes */

bool cgen_is_viewed(const struct ir_spec *spec, const struct ir_phase *phase)
{
	return phase->visible == IR_AT_HANDSHAKE || ir_only_stopped(spec, phase);
}

/* -------------------------------------------------------- metadata of new objects */

static bool refill_list(struct cgen *c, const struct ir_stmt *list, uint32_t phases);

/* Collects the stores of BODY for each combination of phases that makes the condition hold. false:
 * the condition needs more than phases. */
static bool refill_when(struct cgen *c, const struct ir_expr *e, const struct ir_stmt *body,
    uint32_t phases)
{
	if (truth(e) != CGEN_OPEN)
		return truth(e) == CGEN_FALSE || refill_list(c, body, phases);
	if (e->kind == IR_IN_PHASE)
		return cgen_is_viewed(c->spec, e->phase) &&
		    refill_list(c, body, phases | 1u << e->phase->index);
	if (e->kind == IR_OR)
		return refill_when(c, e->args[0], body, phases) &&
		    refill_when(c, e->args[1], body, phases);
	if (e->kind != IR_AND)
		return false;
	struct ir_stmt inner = { .op = IR_OP_if,
		.args = { e->args[1] },
		.body = (struct ir_stmt *)body };
	return refill_when(c, e->args[0], &inner, phases);
}

static bool refill_store(struct cgen *c, const struct ir_stmt *s, uint32_t phases)
{
	const struct ir_var *object = c->spec->barriers[IR_ALLOCATED]->kernel.vars[0];
	const struct ir_expr *target = s->place->kind == IR_PLACE_META ? s->place->object : NULL;

	bool is_null = s->args[0]->kind == IR_NULL;
	long number = is_null ? IR_NO_OBJECT : s->args[0]->number;

	if (!target || ir_is_word(s->place) || s->place->meta->is_in_header ||
	    s->place->meta->when || target->kind != IR_VAR || target->var != object ||
	    (s->args[0]->kind != IR_CONST && !is_null) ||
	    (!ir_holds_reference(s->place->meta) && (number < 0 || number > 255)))
		return false;
	GD_PUSH(c->arena, c->new_metadata,
	    ((struct cgen_new_metadata){ phases, s->place->meta, number }));
	return true;
}

static bool refill_list(struct cgen *c, const struct ir_stmt *list, uint32_t phases)
{
	for (const struct ir_stmt *s = list; s; s = s->next) {
		if (s->op == IR_OP_ghost || s->op == IR_OP_let)
			continue;
		if (s->op == IR_OP_store) {
			if (!refill_store(c, s, phases))
				return false;
		} else if (s->op != IR_OP_if) {
			return false;
		} else {
			if (truth(s->args[0]) != CGEN_TRUE && !cgen_does_nothing(s->otherwise))
				return false;
			if (!refill_when(c, s->args[0], s->body, phases))
				return false;
		}
	}
	return true;
}

/* Recognises a barrier for new objects that only stores constants in their metadata, on conditions
 * that are phases of the mutator's view.  These stores are made when a mutator gets free cells.
 * (doc/runtime.md gives the reason why this is the same.) */
void cgen_pass_refill(struct cgen *c)
{
	const struct ir_barrier *barrier = c->spec->barriers[IR_ALLOCATED];

	c->at_refill = barrier && refill_list(c, barrier->kernel.body, 0);
	if (!c->at_refill)
		c->new_metadata.count = 0;
}
